"""A short run of random games for `hoyle check`: mistakes that only play can show are reported like any others.

`games.py` plays a small fixed number of games under a few settings; `report.py` reports what stopped a game, at the
line that the author can change.
"""
