"""The judge: what each option of a question is worth, and what the chosen option cost.

judge.py     one question, from what the player asked can know
script.py    every choice of a scripted game, and the turning points
opened.py    the same with all cards known
"""
