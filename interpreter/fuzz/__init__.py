"""Plays random games and checks every invariant; finds what never fires, and the shortest script that shows a failure.

`settings.py` draws the settings of a game, `strategies.py` the choices.  `watched.py` plays a game and checks the
invariants (`invariants.py`) after each choice; `ground.py` holds what all games of a program share.  `draws.py` finds
what chance decided in a step, and `trace.py` stores what was chosen and drawn.  `shrink.py` leaves out parts as long as
the same failure remains, and `scripts.py` makes a scripted game of the rest.
"""
