"""Solves the play of tricks with all cards known, much faster than by playing every position by the rules.

reading.py      what a question for a card to a trick says about following and duties
assumptions.py  what is assumed while the rules are run with numbers and cards that are not known
symbols.py      such numbers and cards
folds.py        what code that is run with them calls in place of `sum`, `max` and the like
slots.py        which values of a state a run depends on
running.py      one run from the end of a trick to the beginning of the next
duties.py       what duties besides following suit prefer
course.py       what follows a trick by the rules until the deal ends
course_run.py   one run through all tricks that are left
later.py        what one run says of the later tricks of the same deal
results.py      what the deal is worth then
payoff.py       what it is worth, as a function of one sum, or of what several parts of the seats win
position.py     the position for the kernel (`wasm/search/tricks.c`)
solver.py       the values of all options, and the best line
"""
