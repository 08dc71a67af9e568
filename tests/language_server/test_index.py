"""Which places of a rule file change what they name, and which only read it."""

from __future__ import annotations

from typing import get_args

import pytest

from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax import nodes as n
from hoyle.dsl.syntax.parser import parse
from hoyle.language_server import index

KINDS = {"stock": "zone", "row": "zone", "hand": "zone", "points": "variable", "turn": "variable", "i": "variable"}


def found(line: str) -> list[tuple[str, bool]]:
    """The names in a statement, in the order of the text, each with whether it is changed there."""
    source = Source("one.hoyle", f'game "One"\nmain\n    {line}\n')
    tree, problems = parse(source)
    assert problems == ()
    names = index.Index(tree, source, KINDS).found
    return [(one.key.name, one.writes) for one in sorted(names, key=lambda one: one.span.start)]


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("set points, turn to i", {"points", "turn"}),
        ("set points of each player except turn to i", {"points"}),
        ("add i to turn.points", {"points"}),
        ("subtract points from i", {"i"}),
        ("move top of stock to turn.row(i)", {"row"}),
        ("move hand to bottom of stock", {"stock"}),
        ("deal i from stock to hand of each player", {"hand"}),
        ("gather every card into stock", {"stock"}),
        ("gather every card into stock in the order they lie", {"stock"}),
        ("shuffle every card into stock", {"stock"}),
        ("shuffle stock", {"stock"}),
        ("cut turn.row", {"row"}),
        ("show hand to turn", set()),
    ],
)
def test_what_a_statement_changes_is_written_and_the_rest_is_read(line: str, changed: set[str]) -> None:
    names = found(line)
    assert {name for name, writes in names if writes} == changed
    assert len(names) == len(set(names))


def test_a_statement_with_a_place_changes_it() -> None:
    places = {"zone", "target", "targets"}
    named = {kind: tuple(name for name in kind.__match_args__ if name in places) for kind in get_args(n.Stmt)}
    assert {kind: names for kind, names in named.items() if names} == index._CHANGED
