"""Hoyle: the rules of card games as data.

Write the rules in the rule language (`hoyle.dsl`), play by them with the engine (`hoyle.interpreter`), from the
shell with the command `hoyle` (`hoyle.cli`).  Rule files and scripted games ship in `hoyle.rulesets`.
"""
