"""A program written out as Python source: read through (`reading.py`), then written (`expressions.py`, `statements.py`,
`deals.py`, `questions.py`) as functions of its blocks (`blocks.py`) or as whole games (`walks.py`): asking at every
question (`steps.py`), or choosing by chance and counting (`playouts.py`).  What is quicker said otherwise is said
otherwise (`simplify.py`).

Nothing of a rule file reaches the source but whole numbers: places, phases, variables and purposes are indices into the
program; names are a letter and a number.
"""
