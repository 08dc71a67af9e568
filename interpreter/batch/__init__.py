"""Many games: playouts, the sums over them, on all cores or on a cluster, and the comparison of two rule sets.

Game *i* of a batch depends only on the seed and *i*, and all sums are of whole numbers.  So a batch has one result and
one digest, no matter how it is cut into chunks and which process plays them.
"""
