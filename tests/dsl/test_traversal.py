"""Looking through a checked game misses nothing of what `core.py` says a game is made of."""

from __future__ import annotations

from dataclasses import fields
from typing import get_args

import pytest

from hoyle.dsl import checked as core
from hoyle.dsl import traversal as walk
from hoyle.dsl.checks.formulas.keys import Keys
from hoyle.dsl.types import NUMBER

LEAVES = {core.Lit, core.OptionRef, core.LocalRef}
"""Expressions with no other expression in them."""
PLAIN = {core.Nothing, core.Stop, core.Again, core.Over, core.Together}
"""Statements without an expression of their own."""


@pytest.mark.parametrize("kind", [kind for kind in get_args(core.Expr) if kind not in LEAVES])
def test_the_parts_of_every_expression_are_known(kind: type) -> None:
    assert kind in walk._PARTS


@pytest.mark.parametrize("kind", [kind for kind in get_args(core.Stmt) if kind not in PLAIN])
def test_what_every_statement_says_is_known(kind: type) -> None:
    assert kind in walk._SAID


@pytest.mark.parametrize("kind", get_args(core.Stmt))
def test_every_block_of_a_statement_is_known(kind: type) -> None:
    """A statement with a tuple of statements in it has a case of its own in `blocks`."""
    holds = {f.name for f in fields(kind)} & {"then", "body", "otherwise", "choices", "choosers"}
    known = {core.If, core.Repeat, core.For, core.Choose, core.Together}
    assert bool(holds) == (kind in known)


def test_what_is_called_comes_first() -> None:
    needs = {"a": ["b", "c"], "b": ["d"], "c": ["d", "a"], "d": []}
    circles: list[list[str]] = []
    order = walk.called_first(["a"], lambda x: needs[x], circles.append)
    assert order == ["d", "b", "c", "a"]
    assert circles == [["a", "c", "a"]]


def test_the_same_thing_said_twice_has_one_number() -> None:
    """Places and the names of set phrases do not matter; names of `let` are followed."""
    keys = Keys()
    first, second = core.LocalSymbol("n", core.NOWHERE), core.LocalSymbol("m", core.NOWHERE)
    players = core.Op("players", type=core.UNKNOWN)

    def phrase(local: core.LocalSymbol) -> core.Fold:
        domain = core.Domain("set", NUMBER, (players,), core.NOWHERE)
        return core.Fold("sum", local, domain, None, core.LocalRef(local, type=NUMBER), type=NUMBER)

    assert keys.of(phrase(first)) == keys.of(phrase(second))
    bound = keys.bind({}, first, players, {})
    assert keys.of(core.LocalRef(first, type=NUMBER), bound) == keys.of(players)
    assert keys.of(core.LocalRef(first, type=NUMBER)) != keys.of(core.LocalRef(second, type=NUMBER))
