"""Random games with every invariant looked at: what never fired, and the shortest script of what went wrong.

`settings.py` draws the settings of a game, `strategies.py` the choices.  `watched.py` plays a game and checks it after
each choice (`invariants.py`).  `trace.py` writes down what was chosen and drawn.  `shrink.py` leaves out parts as
long as the same thing goes wrong, and `scripts.py` makes a scripted game of the rest.
"""
