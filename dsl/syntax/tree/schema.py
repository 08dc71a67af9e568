"""The JSON Schema of rule trees (`schemas/tree.schema.json`), made from the shapes of nodes.

Where one of several nodes is possible, the schema selects by the value of `node` (`if` … `then`).  So a mistake is
reported for the kind of node that its author meant, and never as "valid under none of the given schemas".
"""

from __future__ import annotations

from collections.abc import Sequence
from inspect import cleandoc
from typing import Any

from .. import nodes as n
from .shape import (
    HIGHEST,
    LOWEST,
    EitherShape,
    FlagShape,
    JsonShape,
    ListShape,
    NodeShape,
    NumberShape,
    TextShape,
    WordShape,
    all_classes,
    slots,
)

Schema = dict[str, Any]

_COUNT: Schema = {"type": "integer", "minimum": 0}
_SPAN: Schema = {
    "description": "A stretch of a source: its number in `sources`, the characters from `start` up to, not including, "
    "`end`, and the line and column (from 1) of the start.",
    "type": "object",
    "properties": {"source": _COUNT, "start": _COUNT, "end": _COUNT, "line": _COUNT, "column": _COUNT},
    "required": ["source", "start", "end"],
    "additionalProperties": False,
}


def schema() -> Schema:
    """The whole schema, as data."""
    unions = _Unions()
    nodes = {name: _node(kind, unions) for name, kind in all_classes().items()}
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
        "$defs": {**nodes, **unions.named, "Span": _SPAN},
    }


class _Unions:
    """The schemas of unions of nodes.  Each is written once, under the name it has in `nodes`."""

    def __init__(self) -> None:
        self.named: dict[str, Schema] = {}
        self.names: dict[frozenset[type[n.Node]], str] = {}
        for name in ("Expr", "Stmt", "Decl", "Part", "Domain", "Value", "Type", "Pattern", "RankingRow"):
            members: Sequence[type[n.Node]] = getattr(n, name).__args__
            self.names[frozenset(members)] = name

    def one(self, classes: tuple[type[n.Node], ...]) -> Schema:
        """The schema of one of these classes."""
        if len(classes) == 1:
            return {"$ref": f"#/$defs/{classes[0].__name__}"}
        name = self.names.get(frozenset(classes)) or "Or".join(sorted(kind.__name__ for kind in classes))
        if name not in self.named:
            self.named[name] = _choice(classes)
        return {"$ref": f"#/$defs/{name}"}


def _choice(classes: Sequence[type[n.Node]]) -> Schema:
    names = [kind.__name__ for kind in classes]
    return {
        "type": "object",
        "properties": {"node": {"enum": names}},
        "required": ["node"],
        "allOf": [{"if": _is([name]), "then": {"$ref": f"#/$defs/{name}"}} for name in names],
    }


def _is(names: Sequence[str]) -> Schema:
    """A condition that is true for the nodes with one of these names, and for nothing else."""
    wanted: Schema = {"const": names[0]} if len(names) == 1 else {"enum": list(names)}
    return {"type": "object", "properties": {"node": wanted}, "required": ["node"]}


def _node(kind: type[n.Node], unions: _Unions) -> Schema:
    own = slots(kind)
    return {
        "description": cleandoc(kind.__doc__ or ""),
        "type": "object",
        "properties": {
            "node": {"const": kind.__name__},
            **{slot.name: _shape(slot.shape, unions) for slot in own},
            "span": {"$ref": "#/$defs/Span"},
        },
        "required": ["node", *(slot.name for slot in own if slot.required)],
        "additionalProperties": False,
    }


def _shape(shape: JsonShape, unions: _Unions) -> Schema:
    match shape:
        case TextShape(pattern):
            return {"type": "string", "pattern": f"^(?:{pattern})$"}
        case NumberShape():
            return {"type": "integer", "minimum": LOWEST, "maximum": HIGHEST}
        case FlagShape():
            return {"type": "boolean"}
        case WordShape(words):
            return {"enum": list(words)}
        case NodeShape(classes):
            return unions.one(classes)
        case EitherShape(one, several):
            return {"if": {"type": "array"}, "then": _shape(several, unions), "else": _shape(one, unions)}
        case ListShape(items):
            return _several(items, unions)


def _several(items: Sequence[JsonShape], unions: _Unions) -> Schema:
    """The schema of a list.  If its items may have several shapes, the first item decides."""
    result: Schema = {"type": "array", "items": _shape(items[0], unions)}
    for shape in items[1:]:
        assert isinstance(shape, NodeShape)
        begins: Schema = {
            "type": "array",
            "prefixItems": [_is([kind.__name__ for kind in shape.classes])],
            "minItems": 1,
        }
        result = {"if": begins, "then": {"type": "array", "items": _shape(shape, unions)}, "else": result}
    return result
