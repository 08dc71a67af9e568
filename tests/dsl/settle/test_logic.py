"""Simplified conditions mean the same as before: they are compared by truth tables."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.dsl.checked import Cond, Expr, Lit, LocalRef, LocalSymbol, Op, VariableRef, VariableSymbol
from hoyle.dsl.rulebook.document import line
from hoyle.dsl.rulebook.sections import merged, without_one
from hoyle.dsl.settle import logic as lg
from hoyle.dsl.source.span import NOWHERE
from hoyle.dsl.types import FLAG, NONE, NOTHING, NUMBER, PLAYER, Type

FLAGS = [LocalSymbol(name, NOWHERE, FLAG) for name in "abc"]


def value(e: Expr, world: dict[LocalSymbol, bool]) -> bool:
    """Evaluate a condition with known values for all flags."""
    match e:
        case Lit(value=number):
            return bool(number)
        case LocalRef(local=local):
            return world[local]
        case Op(op="not", args=(inner,)):
            return not value(inner, world)
        case Op(op="and", args=args):
            return all(value(arg, world) for arg in args)
        case Op(op="or", args=args):
            return any(value(arg, world) for arg in args)
        case Cond(condition=c, then=then, otherwise=otherwise):
            return value(then if value(c, world) else otherwise, world)
        case _:
            raise AssertionError(e)


WORLDS = [dict(zip(FLAGS, values, strict=True)) for values in itertools.product((False, True), repeat=3)]

leaves = st.sampled_from([*(LocalRef(flag, type=FLAG) for flag in FLAGS), lg.YES, lg.NO])


def larger(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    two = st.tuples(inner, inner)
    return (
        inner.map(lambda e: Op("not", (e,), type=FLAG))
        | two.map(lambda pair: Op("and", pair, type=FLAG))
        | two.map(lambda pair: Op("or", pair, type=FLAG))
    )


conditions = st.recursive(leaves, larger, max_leaves=8)


@given(conditions)
def test_a_negated_condition_has_the_opposite_value(e: Expr) -> None:
    for world in WORLDS:
        assert value(lg.negated(e), world) is not value(e, world)


@given(st.sampled_from(["and", "or"]), conditions, conditions)
def test_simplified_conjunctions_and_disjunctions_keep_their_value(op: str, one: Expr, other: Expr) -> None:
    e = Op("and" if op == "and" else "or", (one, other), type=FLAG)
    for world in WORLDS:
        assert value(lg.logic(e), world) is value(e, world)


@given(st.lists(conditions, min_size=1, max_size=4))
def test_joined_conditions_lose_repetitions_and_keep_their_value(parts: list[Expr]) -> None:
    simplified = lg.simpler([p for part in parts for p in lg.conjuncts(part)])
    for world in WORLDS:
        assert all(value(p, world) for p in simplified) is all(value(p, world) for p in parts)


@given(conditions)
def test_the_disjunctive_normal_form_keeps_the_value(e: Expr) -> None:
    for world in WORLDS:
        assert any(all(value(p, world) for p in parts) for parts in lg.alternatives(e)) is value(e, world)


@given(conditions, st.lists(conditions, max_size=2))
def test_simplifying_under_facts_keeps_the_value_where_the_facts_hold(e: Expr, facts: list[Expr]) -> None:
    simplified = lg.simplified_by(e, facts)
    for world in WORLDS:
        if all(value(fact, world) for fact in facts):
            assert value(simplified, world) is value(e, world)


@given(st.lists(st.tuples(st.lists(conditions, max_size=3), st.sampled_from("xy")), max_size=4))
def test_merged_cases_cover_the_same_worlds(cases: list[tuple[list[Expr], str]]) -> None:
    simplified = merged([(parts, line(outcome)) for parts, outcome in cases])
    for world in WORLDS:
        for outcome in "xy":
            before = any(all(value(p, world) for p in parts) for parts, o in cases if o == outcome)
            after = any(all(value(p, world) for p in parts) for parts, o in simplified if o == line(outcome))
            assert before is after


def test_cases_are_merged_only_if_they_differ_in_one_condition() -> None:
    a, b, _ = (LocalRef(flag, type=FLAG) for flag in FLAGS)
    assert without_one([a, b], [a, lg.negated(b)]) == [a]
    assert without_one([a], [b]) is None
    assert without_one([a], [lg.negated(a)]) is None  # the merged case would have no condition


MAYBE = Type("player", optional=True)
DEALER = VariableSymbol("dealer", NOWHERE, PLAYER)
MAKER = VariableSymbol("maker", NOWHERE, MAYBE)


def test_a_player_equal_to_the_maker_implies_that_there_is_a_maker() -> None:
    dealer, maker = VariableRef(DEALER, None, type=PLAYER), VariableRef(MAKER, None, type=MAYBE)
    is_maker = Op("=", (dealer, maker), type=FLAG)
    none = Op("=", (maker, Lit(NONE, type=NOTHING)), type=FLAG)
    assert lg.simpler([lg.negated(none), is_maker]) == [is_maker]
    assert lg.simpler([none, lg.negated(is_maker)]) == [none, lg.negated(is_maker)]


@pytest.mark.parametrize(
    ("op", "left", "right", "result"),
    [("+", 2, 3, 5), ("-", 2, 3, -1), ("*", 4, 3, 12), ("/", -7, 2, -4), ("mod", -7, 2, 1), ("larger", 2, 3, 3),
     ("smaller", 2, 3, 2), ("<", 2, 3, 1), (">=", 2, 3, 0)],
)  # fmt: skip
def test_arithmetic_on_known_numbers_is_evaluated(op: str, left: int, right: int, result: int) -> None:
    e = Op(op, (Lit(left, type=NUMBER), Lit(right, type=NUMBER)), type=NUMBER)  # type: ignore[arg-type]
    found = lg.arithmetic(e)
    assert isinstance(found, Lit)
    assert found.value == result


def test_nothing_is_divided_by_zero() -> None:
    e = Op("/", (Lit(1, type=NUMBER), Lit(0, type=NUMBER)), type=NUMBER)
    assert lg.arithmetic(e) is e
