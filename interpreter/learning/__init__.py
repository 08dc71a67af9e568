"""Players that learn: their weights, what they remember of a game that is played outside modules, and how they learn.

remembered.py   the memory of a module (`wasm/learned/memory.py`), from the record of a game
weights.py      the file of weights: written, read, fitted to other rules
store.py        where weights are found: those that come with Hoyle, and those learned on this machine
nets.py         modules with nets in them
budget.py       how long is learned before play
lessons.py      learning, in several threads
    strength.py     how strong a net is
"""
