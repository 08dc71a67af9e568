"""The shapes of nodes, derived from their classes: the fields, and the values that each can have.

The JSON form of trees, its reader and its schema are made from these shapes.  So all three know a new node class as
soon as it is written.  An annotation in `nodes/` is one of

    str, int, bool                     a scalar
    Literal["a", "b"]                  one of some words
    Name, Ref | Attribute, Expr        a node of one of some classes
    tuple[Name, ...]                   a list
    tuple[A, ...] | tuple[B, ...]      a list, all of whose items are of one kind
    Expr | tuple[ValueRow, ...]        a node or a list
    any of these with `| None`         a field that may be missing
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from .. import nodes as n

LOWEST, HIGHEST = -(2**31), 2**31 - 1

NAME = "[a-z][a-z0-9_]*"
RANK = "[A-Z][A-Za-z0-9]*|[0-9]+"
QUOTED = '[^"{}\\x00-\\x08\\x0a-\\x1f]*'
"""The pattern of a text in quotes.  A `Name` may be such a text as well: `remove incident "misdeal"`."""
_PATTERNS: dict[tuple[type[n.Node], str], str] = {
    (n.Ref, "name"): NAME,
    (n.RandomThing, "what"): NAME,
    (n.NamedFace, "name"): NAME,
    (n.Rank, "text"): RANK,
}

_LAST = {"description": 1, "cite": 2}


@dataclass(frozen=True, slots=True)
class TextShape:
    """A text that matches a pattern as a whole."""

    pattern: str


@dataclass(frozen=True, slots=True)
class NumberShape:
    """A whole number."""


@dataclass(frozen=True, slots=True)
class FlagShape:
    """True or false."""


@dataclass(frozen=True, slots=True)
class WordShape:
    """One of some words."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NodeShape:
    """A node of one of some classes."""

    classes: tuple[type[n.Node], ...]


@dataclass(frozen=True, slots=True)
class ListShape:
    """A list.  All its items have the same one of these shapes."""

    items: tuple[JsonShape, ...]


@dataclass(frozen=True, slots=True)
class EitherShape:
    """A node or a list."""

    one: NodeShape
    several: ListShape


JsonShape = TextShape | NumberShape | FlagShape | WordShape | NodeShape | ListShape | EitherShape


@dataclass(frozen=True, slots=True)
class FieldShape:
    """A field of a node.  It is left out of the JSON form when it has its default."""

    name: str
    shape: JsonShape
    required: bool
    default: object


@cache
def slots(kind: type[n.Node]) -> tuple[FieldShape, ...]:
    """The fields of a class: its own first, then its description and its citation, without its span."""
    hints = get_type_hints(kind)
    found = [
        _slot(kind, field.name, hints[field.name], field.default) for field in fields(kind) if field.name != "span"
    ]
    return tuple(sorted(found, key=lambda slot: _LAST.get(slot.name, 0)))


def _slot(kind: type[n.Node], name: str, hint: Any, default: object) -> FieldShape:
    members = _members(hint)
    optional = type(None) in members
    shape = _shape(kind, name, tuple(member for member in members if member is not type(None)))
    if default is MISSING:
        return FieldShape(name, shape, not optional, None)
    return FieldShape(name, shape, False, default)


def _members(hint: Any) -> tuple[Any, ...]:
    """The members of a union, or the one hint."""
    return get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)


def _shape(kind: type[n.Node], name: str, members: tuple[Any, ...]) -> JsonShape:
    classes = tuple(member for member in members if isinstance(member, type) and issubclass(member, n.Node))
    lists = [get_args(member)[0] for member in members if get_origin(member) is tuple]
    if len(classes) + len(lists) == len(members):
        several = ListShape(tuple(_shape(kind, name, _members(item)) for item in lists))
        if classes and lists:
            return EitherShape(NodeShape(classes), several)
        return NodeShape(classes) if classes else several
    (hint,) = members
    if get_origin(hint) is Literal:
        return WordShape(get_args(hint))
    scalar: dict[Any, JsonShape] = {
        str: TextShape(_PATTERNS.get((kind, name), QUOTED)),
        int: NumberShape(),
        bool: FlagShape(),
    }
    return scalar[hint]


def _reached(kind: type[n.Node], seen: dict[str, type[n.Node]]) -> None:
    if kind.__name__ in seen:
        return
    seen[kind.__name__] = kind
    for slot in slots(kind):
        for inner in classes_of(slot.shape):
            _reached(inner, seen)


def classes_of(shape: JsonShape) -> Iterator[type[n.Node]]:
    """The classes of nodes that a shape contains."""
    match shape:
        case NodeShape(classes):
            yield from classes
        case ListShape(items):
            for item in items:
                yield from classes_of(item)
        case EitherShape(one, several):
            yield from classes_of(one)
            yield from classes_of(several)
        case _:
            pass


@cache
def all_classes() -> dict[str, type[n.Node]]:
    """Every class of node that can occur in a rule file, by name, in alphabetical order."""
    seen: dict[str, type[n.Node]] = {}
    _reached(n.RuleFile, seen)
    return dict(sorted(seen.items()))
