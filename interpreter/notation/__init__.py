"""Scripted games: games written as text (`.play`) or JSON, which can be played again by the rules.

    text  --reader.py-->     model  --writer.py-->     text     `model.py`
    JSON  --json_form.py-->  model  --json_form.py-->  JSON     `schemas/play.schema.json`, by description.py
    model + ruleset  --`interpreter/replay`-->  events

`docs/play.md` describes the notation for users.
"""
