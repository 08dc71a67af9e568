"""Scripted games: a game written down, in text (`.play`) or JSON, and played again by the rules.

    text  --notation-->  model  --written-->  text          source of the words: `model.py`
    JSON  --jsonform-->  model  --jsonform-->  JSON         schema: `schemas/play.schema.json`
    model + ruleset  --replay-->  events                    chance: `chance.py`, expectations: `expectations.py`

The reference for people is `docs/play.md`.
"""
