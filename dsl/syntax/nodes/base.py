"""What nodes are made of: places, names, citations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, fields
from functools import cache
from typing import ClassVar, Literal, cast

from ...source.frozen import Frozen, frozen
from ...source.span import NOWHERE, Span

Owner = Literal["player", "team"]
NAME = {"pattern": "[a-z][a-z0-9_]*"}
"""What JSON holds in place of any text in quotes: a name."""

PHRASE, OR, AND, NOT, COMPARISON, SUM, PRODUCT, UNARY, POSTFIX, ATOM = range(10)
"""The rank of each production for expressions in the grammar.  The first is the loosest: it binds its parts least."""


@frozen
class Node(Frozen):
    """A node of the tree: it has a place in the rule file."""

    span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)
    json_tag: ClassVar[str] = "node"
    form: ClassVar[str] = ""
    """How the printer writes it: `"first {some}[ from {start:SUM}]"`.  A name in braces is a field.  After the colon is
    the loosest expression that needs no brackets there.  A part in square brackets is left out if its field is None.
    The form is empty for nodes that the printer handles in its code."""
    looseness: ClassVar[int] = ATOM
    """For an expression: the rank of its production in the grammar."""


@frozen
class Name(Node):
    """`dealer`: a name as written."""

    text: str


@frozen
class Lines(Node):
    """`84-114` or `173`: lines of a document, both ends included."""

    first: int
    last: int


@frozen
class FromSource(Node):
    """`reprint 8, 10-12`: lines of one document; without a name, of the first one declared."""

    source: Name | None
    lines: tuple[Lines, ...]


@frozen
class Citation(Node):
    """`[10, 30; reprint 8]`: the document lines a clause implements."""

    parts: tuple[FromSource, ...]


@frozen
class Clause(Node):
    """A node that may cite the document."""

    cite: Citation | None = field(default=None, kw_only=True, metadata={"last": 2})


@frozen
class Described(Clause):
    """A clause that may end with a description in quotes: `tricks of each team: 0..5 "tricks taken"`."""

    description: str | None = field(default=None, kw_only=True, metadata={"last": 1})


@cache
def _names(kind: type[Node]) -> tuple[str, ...]:
    return tuple(one.name for one in fields(kind) if one.name != "span")


def children(node: Node) -> Iterator[Node]:
    """The direct child nodes of a node, in the order of its fields."""
    for name in _names(type(node)):
        value: object = getattr(node, name)
        for item in cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,):
            if isinstance(item, Node):
                yield item


def within(node: Node) -> Iterator[Node]:
    """A node and all nodes in it, in the order written."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(reversed([*children(one)]))
