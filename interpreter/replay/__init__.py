"""Plays a scripted game again by the rules and compares its chance, choices and expectations with the engine.

replayer.py       `Replay`: the events of a script, line by line
run.py            … what happens between two lines: the engine goes on, forced choices are made
progress.py       … how far it has come, as data: a side line is played on a copy
events.py         what a replay yields
chance.py         the facts of a script answer what the engine would draw
choices.py        a choice in words, found among the options
hidden.py         choices with cards that nobody saw
expectations.py   expected values, compared with a state
unsaid.py         cards that a choice brought and no line names
position.py       a game that begins in the middle
steps.py          a replay from Python, step by step
why.py            why a choice is not legal
first_difference.py   where two sets of rules first differ on a script
"""
