"""A program written as Python source.  `reading.py` examines the program; then its blocks become functions
(`blocks.py`), written by `expressions.py`, `statements.py`, `deals.py` and `questions.py`.  All of them write to one
`BlockWriter` (`writer.py`).  `simplify.py` finds expressions with the same value that are faster to compute.

Nothing of a rule file gets into the source but whole numbers: places, phases, variables and purposes are indices into
the program; names are a letter and a number.
"""
