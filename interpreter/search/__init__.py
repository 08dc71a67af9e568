"""Players that think, and the judge: what each option of a question is worth, for any rule file.

history.py   the record of a deal, and what a seat has seen of it
thinker.py   worlds that agree with it and playouts over them, in a module (`wasm/search`)
"""
