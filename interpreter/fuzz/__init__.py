"""Random games with every invariant looked at: what never fired, and the shortest script of what went wrong.

`settings.py` draws the ways to play, `habits.py` the choices; `watched.py` plays a game and looks at it after each of
them (`invariants.py`); `tape.py` writes down what was chosen and drawn, so that `shrink.py` can leave things out of it
for as long as the same thing goes wrong; `scripts.py` makes a scripted game of what is left.
"""
