"""The judge: what each option of a question is worth, and what the one that was chosen cost.

judge.py     one question, from what the player asked can know
script.py    every choice of a scripted game, and the turning points
opened.py    the same with all cards known
"""
