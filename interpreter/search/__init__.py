"""Players that think, and the judge: what each option of a question is worth, for any rule file.

history.py     the record of a deal
seen.py        what one seat has seen of it
following.py   the record, kept from the records of a game
reach.py       with how many cards solving pays
thinker.py     worlds that agree with it and playouts in them, in a module (`wasm/search`)
"""
