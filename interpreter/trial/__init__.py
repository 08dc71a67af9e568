"""A short run of random games for `hoyle check`: what only play can show is reported like any other mistake.

`games.py` plays a fixed small number of games under a few settings; `report.py` says what stopped one, at the line the
author can change.
"""
