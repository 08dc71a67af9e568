"""Random games with every invariant looked at: what never fired, and the shortest script of what went wrong.

`settings.py` draws the settings of a game, `strategies.py` the choices.  `watched.py` plays a game and checks it after
each choice (`invariants.py`), on what all games of a program share (`ground.py`).  `draws.py` says what chance decided
in a step, and `trace.py` writes down what was chosen and drawn.  `shrink.py` leaves out parts as long as the same thing
goes wrong, and `scripts.py` makes a scripted game of the rest.
"""
