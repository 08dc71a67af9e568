"""What the words of one game mean, and what happens in it in the words of its rules.

names.py       players, zones, cards and variables, looked up by what a script or a program calls them
outcomes.py    what the row of a table did, as a sentence
effects.py     … how such a sentence is made
reasons.py     why a choice is not legal, in the words of the rule that forbids it
"""
