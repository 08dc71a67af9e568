"""Solves the play of tricks with all cards known, much faster than by playing every position by the rules.

reading.py      what a question for a card to a trick says about following and duties
assumptions.py  what is assumed while the rules are run with numbers and cards that are not known
symbols.py      such numbers and cards
course.py       what follows a trick by the rules, and what the deal is worth at its end
payoff.py       what it is worth, as a function of one sum
position.py     the position for the kernel (`wasm/search/tricks.c`)
solver.py       the values of all options, and the best line
"""
