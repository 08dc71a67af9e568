"""Simplified conditions mean the same as before: they are compared by truth tables."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.dsl.checked import (
    Assign,
    Choice,
    Choose,
    Cond,
    Domain,
    Expr,
    Fold,
    For,
    If,
    Lit,
    LocalRef,
    LocalSymbol,
    Nothing,
    Op,
    Repeat,
    Stop,
    Together,
    VariableRef,
    VariableSymbol,
)
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


def test_a_comparison_of_conditional_values_is_settled_by_facts() -> None:
    a, b, _ = (LocalRef(flag, type=FLAG) for flag in FLAGS)
    number = VariableRef(VariableSymbol("n", NOWHERE, NUMBER), None, type=NUMBER)
    three, four, five = (Lit(value, type=NUMBER) for value in (3, 4, 5))
    choice = Cond(a, three, five, type=NUMBER)
    for op, sure, otherwise in (("<", lg.YES, lg.NO), (">=", lg.NO, lg.YES)):
        e = Op(op, (choice, four), type=FLAG)
        assert lg.simplified_by(e, [a]) == sure
        assert lg.simplified_by(e, [lg.negated(a)]) == otherwise
        assert lg.simplified_by(e, [b]) is e
        assert lg.simplified_by(Op("not", (e,), type=FLAG), [a]) == lg.negated(sure)
    left = Op("=", (Cond(a, number, five, type=NUMBER), four), type=FLAG)
    assert lg.simplified_by(left, [a]) == Op("=", (number, four), type=FLAG)
    assert lg.simplified_by(Op("=", (number, four), type=FLAG), [a]) == Op("=", (number, four), type=FLAG)
    within = Op("<", (Op("+", (choice, number), type=NUMBER), four), type=FLAG)
    assert lg.simplified_by(within, [a]) is within


def test_conditions_that_hold_together_lose_what_others_settle_in_a_negated_part() -> None:
    a, b, c = (LocalRef(flag, type=FLAG) for flag in FLAGS)
    neither = lg.negated(Op("or", (a, b), type=FLAG))
    assert lg.simpler([lg.negated(a), neither]) == [lg.negated(a), lg.negated(b)]
    assert lg.simpler([a, lg.negated(Op("and", (a, b), type=FLAG))]) == [a, lg.negated(b)]
    assert lg.simpler([c, neither]) == [c, neither]
    assert lg.simpler([lg.YES, lg.YES]) == [lg.YES]
    assert lg.simpler([a, a, Op("or", (a, b), type=FLAG)]) == [a]


def test_a_condition_with_too_many_alternatives_stays_one() -> None:
    flags = [LocalRef(LocalSymbol(f"f{number}", NOWHERE, FLAG), type=FLAG) for number in range(8)]

    def either(*ones: Expr) -> Expr:
        return lg.joined_conditions("or", ones)

    three, two = either(*flags[:3]), either(*flags[3:5])
    both = Op("and", (three, two), type=FLAG)
    assert lg.alternatives(both) == [[one, other] for one in flags[:3] for other in flags[3:5]]
    more = Op("and", (both, either(*flags[5:7])), type=FLAG)
    assert lg.alternatives(more) == [[three, two, either(*flags[5:7])]]
    assert len(lg.alternatives(more, 12)) == 12
    assert lg.alternatives(more, 11) == [lg.conjuncts(more)]
    assert lg.joined_conditions("and", ()) == lg.YES
    assert lg.joined_conditions("or", ()) == lg.NO


def test_sets_and_ranges_that_are_empty() -> None:
    empty, some = Lit(0, type=Type("set", element=PLAYER)), Lit(2, type=Type("set", element=PLAYER))
    nobody = Fold("set", FLAGS[0], Domain("set", PLAYER, (some,), NOWHERE), lg.NO, None, type=some.type)
    assert [lg.nobody(e) for e in (empty, some, nobody, replace(nobody, where=lg.YES), replace(nobody, kind="any"), lg.NO)] == [
        True, False, True, False, False, False,
    ]  # fmt: skip
    one, two, unknown = Lit(1, type=NUMBER), Lit(2, type=NUMBER), LocalRef(FLAGS[0], type=NUMBER)
    found = {
        (kind, name): lg.is_empty(Domain(kind, NUMBER, args, NOWHERE))
        for kind in ("range", "down", "list")
        for name, args in (("up", (one, two)), ("same", (one, one)), ("down", (two, one)), ("open", (one, unknown)))
    }
    assert {key for key, value in found.items() if value} == {("range", "down"), ("down", "up")}
    assert lg.is_empty(Domain("set", PLAYER, (empty,), NOWHERE))
    assert not lg.is_empty(Domain("set", PLAYER, (some,), NOWHERE))


def test_which_blocks_leave_a_loop_and_which_change_a_name() -> None:
    name, other = LocalSymbol("n", NOWHERE, NUMBER), LocalSymbol("m", NOWHERE, NUMBER)
    nothing, stop = Nothing(span=NOWHERE), Stop(span=NOWHERE)
    sets = Assign(name, None, False, "set", Lit(1, type=NUMBER), span=NOWHERE)
    player = LocalRef(other, type=PLAYER)

    def around(inner: Any) -> dict[str, Any]:
        asks = Choose(player, (Choice(("a",), (), None, (), None, (nothing, inner), span=NOWHERE),), span=NOWHERE)
        return {
            "then": If(lg.YES, (inner,), (), span=NOWHERE),
            "otherwise": If(lg.YES, (nothing,), (inner,), span=NOWHERE),
            "choice": asks,
            "repeat": Repeat(None, None, (inner,), (), span=NOWHERE),
            "at most": Repeat(None, None, (nothing,), (inner,), span=NOWHERE),
            "for": For(other, None, None, None, None, (inner,), span=NOWHERE),
            "together": Together((asks,), span=NOWHERE),
            "nothing": nothing,
        }

    assert {key for key, st in around(stop).items() if lg.leaves((nothing, st, nothing))} == {
        "then",
        "otherwise",
        "choice",
    }
    assert lg.leaves((nothing, stop))
    assert not lg.leaves(())
    assert {key for key, st in around(sets).items() if lg.assigned(name, (nothing, st))} == {
        "then", "otherwise", "choice", "repeat", "at most", "for", "together",
    }  # fmt: skip
    assert not any(lg.assigned(other, (st,)) for st in around(sets).values())


def test_records_are_the_same_without_their_places_and_types() -> None:
    one, other = Lit(1, type=NUMBER), Lit(1, type=Type("number", low=0, high=3))
    assert lg.is_same(one, other)
    assert not lg.is_same(one, Lit(1, type=FLAG))
    assert lg.is_same((one, one), (one, other))
    assert not lg.is_same((one,), (one, other))
    assert not lg.is_same((one,), one)
    assert not lg.is_same(one, (one,))
    assert lg.is_same(Op("+", (one, other), type=NUMBER), Op("+", (other, one), type=FLAG))
    assert not lg.is_same(Op("+", (one, other), type=NUMBER), Op("-", (other, one), type=NUMBER))


def test_arithmetic_without_effect_is_left_out() -> None:
    number = LocalRef(FLAGS[0], type=NUMBER)
    zero, one, two = (Lit(value, type=NUMBER) for value in range(3))

    def of(op: str, *args: Expr) -> Expr:
        return lg.arithmetic(Op(op, args, type=NUMBER))  # type: ignore[arg-type]

    same = (
        ("+", zero, number),
        ("+", number, zero),
        ("-", number, zero),
        ("*", one, number),
        ("*", number, one),
        ("/", number, one),
    )
    assert [of(*e) for e in same] == [number] * 6
    assert [of("*", *pair) for pair in ((zero, number), (number, zero))] == [zero] * 2
    for e in (
        ("-", zero, number),
        ("/", one, number),
        ("+", number, one),
        ("*", number, two),
        ("mod", number, one),
        ("/", number, zero),
    ):
        assert of(*e) == Op(e[0], e[1:], type=NUMBER)
