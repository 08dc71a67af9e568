"""Many games: playouts, what is added up over them, on all cores or a cluster, and two rule sets side by side.

Game *i* of a batch depends on the seed and *i* alone, and everything added up is a whole number, so a batch has one
result (and one digest) however it is cut into chunks and whoever plays them.
"""
