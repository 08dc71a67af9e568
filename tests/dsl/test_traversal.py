"""Traversing a checked game reaches everything that `checked/` lets a game contain."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from typing import Any, get_args

import pytest

from hoyle.dsl import checked as core
from hoyle.dsl import traversal as walk
from hoyle.dsl.checks.formulas.keys import ValueNumbering
from hoyle.dsl.types import NUMBER

CHILD = core.Lit(7, type=NUMBER)
PLACE = core.ZonePlace(core.ZoneSymbol("pile", core.NOWHERE), CHILD, False, core.NOWHERE)
DOMAIN = core.Domain("set", NUMBER, (CHILD,), core.NOWHERE, CHILD)
CHOICE = core.Choice((), (), CHILD, ((core.LocalSymbol("n", core.NOWHERE), DOMAIN),), CHILD, (core.Nothing(),))
EXAMPLES: dict[str, tuple[object, int, int]] = {
    "Expr": (CHILD, 1, 0),
    "Expr | None": (CHILD, 1, 0),
    "ZoneRef": (CHILD, 1, 0),
    "tuple[Expr, ...]": ((CHILD, CHILD), 2, 0),
    "tuple[tuple[LocalSymbol, Expr], ...]": (((None, CHILD), (None, CHILD)), 2, 0),
    "tuple[LocalSymbol, Expr] | None": ((None, CHILD), 1, 0),
    "Award | None": (core.Award("highest", None, CHILD), 1, 0),
    "ZonePlace": (PLACE, 1, 0),
    "Domain": (DOMAIN, 2, 0),
    "Domain | None": (DOMAIN, 2, 0),
    "tuple[Stmt, ...]": ((core.Nothing(),), 0, 1),
    "tuple[Choose | For, ...]": ((core.Nothing(),), 0, 1),
    "tuple[Choice, ...]": ((CHOICE, CHOICE), 8, 2),
}
"""For each annotation of a field with expressions or statements: an example value, its number of expressions, and its
number of blocks.
"""


@pytest.mark.parametrize("kind", [*get_args(core.Expr), *get_args(core.Stmt)])
def test_every_expression_and_block_of_a_record_is_found(kind: Any) -> None:
    """A field with a new annotation for expressions needs an example here."""
    values: dict[str, object] = {}
    expressions = held = 0
    for f in fields(kind):
        annotation = str(f.type)
        values[f.name], count, inner = EXAMPLES.get(annotation, (None, 0, 0))
        expressions, held = expressions + count, held + inner
        speaks = re.search(r"\b(Expr|Stmt|Domain|ZonePlace|ZoneRef|Choice|Choose|Award)\b", annotation)
        assert (annotation in EXAMPLES) == bool(speaks), annotation
    record = kind(**values)
    found = walk.parts(record) if kind in get_args(core.Expr) else walk.own_expressions(record)
    assert list(found) == [CHILD] * expressions
    assert len(walk.blocks(record)) == held
    changed = walk.with_parts(record, lambda e: replace(e, value=8))
    again = walk.parts(changed) if kind in get_args(core.Expr) else walk.own_expressions(changed)
    assert [e.value for e in again if isinstance(e, core.Lit)] == [8] * expressions


def test_called_nodes_come_before_their_callers() -> None:
    needs = {"a": ["b", "c"], "b": ["d"], "c": ["d", "a"], "d": []}
    circles: list[list[str]] = []
    order = walk.called_first(["a"], lambda x: needs[x], circles.append)
    assert order == ["d", "b", "c", "a"]
    assert circles == [["a", "c", "a"]]


def test_equal_expressions_have_the_same_number() -> None:
    """Source places and labels do not matter.  Names of `let` count as the values that they stand for."""
    keys = ValueNumbering()
    first, second = core.LocalSymbol("n", core.NOWHERE), core.LocalSymbol("m", core.NOWHERE)
    players = core.Op("players", type=core.UNKNOWN)

    def phrase(local: core.LocalSymbol) -> core.Fold:
        domain = core.Domain("set", NUMBER, (players,), core.NOWHERE)
        return core.Fold("sum", local, domain, None, core.LocalRef(local, type=NUMBER), type=NUMBER)

    assert keys.of(phrase(first)) == keys.of(phrase(second))
    bound = keys.bind({}, first, players, {})
    assert keys.of(core.LocalRef(first, type=NUMBER), bound) == keys.of(players)
    assert keys.of(core.LocalRef(first, type=NUMBER)) != keys.of(core.LocalRef(second, type=NUMBER))


def test_the_zones_of_a_statement_are_found_by_its_fields() -> None:
    """A statement that moves cards is known to do so as soon as its class is written."""
    found: set[str] = set()
    for kind in get_args(core.Stmt):
        of_zones = {f.name: str(f.type) for f in fields(kind) if "Zone" in str(f.type)}
        assert set(of_zones.values()) <= {"ZonePlace", "ZoneSymbol"}, f"{kind}: a new form, which is not looked at"
        zones = {name: core.ZoneSymbol(name, core.NOWHERE) for name in of_zones}
        values: dict[str, Any] = {
            name: zones[name] if of_zones[name] == "ZoneSymbol" else replace(PLACE, zone=zones[name]) for name in zones
        }
        others = {f.name: None for f in fields(kind) if f.init and f.name not in values}
        assert walk.moved_zones(kind(**others, **values)) == tuple(zones.values())
        found |= {kind.__name__} if zones else set()
    assert found == {"Gather", "Shuffle", "Cut", "Deal", "Move", "PlayTrick"}
