"""The JSON Schema of rule trees (`schemas/tree.schema.json`), made from the shapes of nodes."""

from __future__ import annotations

from ...shapes.schema import Definitions
from ...shapes.shape import Schema, one_of, reached
from .. import nodes as n

FILE = one_of(n.RuleFile)
FORMS = dict(sorted(reached(FILE).items()))
"""Every class of node that can occur in a rule file, by name, in alphabetical order."""

_COUNT: Schema = {"type": "integer", "minimum": 0}
_SPAN: Schema = {
    "description": "A stretch of a source: its number in `sources`, the characters from `start` up to, not including, "
    "`end`, and the line and column (from 1) of the start.",
    "type": "object",
    "properties": {"source": _COUNT, "start": _COUNT, "end": _COUNT, "line": _COUNT, "column": _COUNT},
    "required": ["source", "start", "end"],
    "additionalProperties": False,
}
_UNIONS = ("Expr", "Stmt", "Decl", "Part", "Domain", "Value", "Type", "Pattern", "RankingRow")
"""Unions of nodes that have a name in `nodes`."""


def schema() -> Schema:
    """The whole schema, as data."""
    found = Definitions({name: one_of(getattr(n, name)) for name in _UNIONS}, {"span": {"$ref": "#/$defs/Span"}})
    nodes = {name: found.record(form) for name, form in FORMS.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://hoyle.invalid/schemas/tree.schema.json",
        "title": "Hoyle rule tree",
        "description": "What a rule file says, as data. Written by `hoyle tree --json`, read by `hoyle tree --from`. "
        "A field that holds nothing, or its default, is left out.",
        "type": "object",
        "properties": {
            "tree": {"description": "The version of this form.", "const": 1},
            "sources": {
                "description": "The names of the texts that spans point into.",
                "type": "array",
                "items": {"type": "string"},
            },
            "rules": {"$ref": "#/$defs/RuleFile"},
        },
        "required": ["tree", "rules"],
        "additionalProperties": False,
        "$defs": {**nodes, **found.named, "Span": _SPAN},
    }
