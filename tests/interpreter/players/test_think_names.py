"""The name of a thinking player says its budget."""

from __future__ import annotations

from dataclasses import fields

import pytest

from hoyle.interpreter.learning.store import FoundWeights
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players import UnknownPlayer, maker, think
from hoyle.interpreter.players.think import BUDGETS, KNOBS, budget_of
from hoyle.interpreter.search.thinker import Budget
from hoyle.interpreter.wasm import Uncompilable

from ...small_rules import game_of, small_rules


@pytest.mark.parametrize("knob", KNOBS)
def test_every_knob_sets_its_field_from_the_least_number_on(knob: str) -> None:
    field, least = KNOBS[knob]
    assert field in {one.name for one in fields(Budget)}
    for number in (least, least + 7, 1_000_000_000):
        assert getattr(budget_of(f"{knob}={number}"), field) == number
        assert getattr(budget_of(f"quick:{knob}={number}"), field) == number
    for value in (str(least - 1), "1_0", "x", "", "1.5", "²", "1000000001"):
        with pytest.raises(ValueError, match=f"`{knob}` of `think` takes a whole number from {least} on"):
            budget_of(f"{knob}={value}")


@pytest.mark.parametrize("knob", ["worlds", "playouts", "ms", "chains"])
def test_nobody_thinks_without_a_world_a_playout_or_time(knob: str) -> None:
    with pytest.raises(UnknownPlayer, match="takes a whole number from 1 on, not `0`"):
        maker(f"think:{knob}=0")


def test_names_of_budgets_and_unknown_knobs() -> None:
    assert {name: budget_of(name) for name in BUDGETS} == {
        name: Budget(**BUDGETS[""] | BUDGETS[name]) for name in BUDGETS
    }
    with pytest.raises(UnknownPlayer, match="`world` is no knob of `think`; there are quick, deep, worlds"):
        maker("think:world=3")


def test_the_thinkers_of_the_last_two_programs_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []

    def found(program: object) -> FoundWeights:
        made.append(program)
        raise Uncompilable("too large")

    monkeypatch.setattr("hoyle.interpreter.learning.store.find", found)
    monkeypatch.setattr(think, "_known", think._CompiledThinkers())
    one, two, three = (lower(game_of(small_rules(players="2", cards=count))) for count in "123")
    for program in (one, one, two, one, three, two):
        assert think.thinker_of(program) is None
        assert think.net_of(program) is None
    assert made == [one, two, three]
    think.thinker_of(one)
    think.thinker_of(two)
    assert made == [one, two, three, one, two], "only two are kept"
