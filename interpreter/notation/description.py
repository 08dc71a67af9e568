"""The JSON Schema of scripts (`schemas/play.schema.json`), made from the model:

python -m hoyle.interpreter.notation.description > schemas/play.schema.json
"""

from __future__ import annotations

import json
import sys

from ...dsl.shapes.schema import Definitions
from ...dsl.shapes.shape import Schema, one_of, reached
from . import model as m
from .words import VISIBLE


def description() -> Schema:
    """The whole schema, as data."""
    game, unions = one_of(m.ScriptedGame), {"step": m.Step, "below": m.Below, "given": m.Given}
    found = Definitions({name: one_of(union) for name, union in unions.items()})
    records = {name: found.record(form) for name, form in reached(game).items()}
    schema_address = {
        "description": "The address of this schema, for editors. It is not kept when a script is converted.",
        "type": "string",
        "maxLength": 1000,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://hoyle.invalid/schemas/play.schema.json",
        "title": "Scripted card games, version 1",
        "description": "The JSON form of a scripted game (.play). The text form says the same; docs/play.md is the "
        "reference of both.",
        "type": "object",
        "properties": {
            "$schema": schema_address,
            "play": {"description": "The version of the notation.", "const": m.VERSION},
            "games": {"type": "array", "minItems": 1, "items": found.node(game)},
        },
        "required": ["play", "games"],
        "additionalProperties": False,
        "$defs": {**records, **found.named, "visible": VISIBLE},
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(description(), indent=2, ensure_ascii=False) + "\n")
