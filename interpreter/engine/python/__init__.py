"""A program written out as Python source: read through (`reading.py`), then written (`expressions.py`, `statements.py`,
`deals.py`, `questions.py`) as functions of its blocks (`blocks.py`).  All of them write to one `BlockWriter`
(`writer.py`).  `simplify.py` finds expressions of the same
value that are quicker to work out.

Nothing of a rule file reaches the source but whole numbers: places, phases, variables and purposes are indices into the
program; names are a letter and a number.
"""
