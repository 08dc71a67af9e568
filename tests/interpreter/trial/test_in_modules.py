"""How games in a module are counted, and what is said of a fault in one, with machines that only keep what they are
asked.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.dsl.source.span import Source, Span
from hoyle.interpreter.faults import Fault
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.trial import games, modules
from hoyle.interpreter.trial.modules import ModuleFault, choices_for

from ...small_rules import game_of, small_rules

FAULT = Fault("E1204", "it fails", Span(Source("x", "x"), 0, 1))
ENDLESS = Fault("E1205", "it does not end", Span(Source("x", "x"), 0, 1))


def test_a_fault_by_chance_is_played_again_for_its_records(monkeypatch: pytest.MonkeyPatch) -> None:
    program = lower(game_of(small_rules()))
    found: ModuleFault | None = None
    again: Any = None
    played: list[Any] = []

    def tried(engine: Any, trial: Any) -> Any:
        played.append((trial.index, trial.limit))
        return again

    monkeypatch.setattr(games, "first_fault", lambda *given: found)
    monkeypatch.setattr(games, "_tried", tried)
    monkeypatch.setattr(
        games, "_stopped", lambda engine, fault, trial, settings: ("stopped", fault, trial.index, settings)
    )
    assert games._in_module(program, 70, None) is None
    found, again = ModuleFault(FAULT, 3), FAULT
    assert games._in_module(program, 70, None) == ("stopped", FAULT, 3, ())
    assert played == [(3, 70)]
    again = "no fault this time"
    stopped = games._in_module(program, 70, None)
    assert stopped is not None
    assert (stopped.fault, stopped.settings, stopped.records) == (FAULT, (), ())
    played.clear()
    for found in (ModuleFault(ENDLESS, 3), ModuleFault(FAULT, None)):
        stopped = games._in_module(program, 70, None)
        assert stopped is not None
        assert stopped.fault is found.fault
    assert played == []


def test_choices_depend_on_how_much_is_offered() -> None:
    least, most = choices_for(10**9), choices_for(0.0)
    assert (least, most) == (modules.FEWEST, modules.MOST)
    assert choices_for(1.0) == choices_for(0.5)
    assert modules.FEWEST <= choices_for(20.0) <= choices_for(10.0) <= modules.MOST


def test_games_go_on_where_those_before_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[Any, ...]] = []
    fails = ""

    class Playing:
        def __init__(self, code: Any) -> None:
            pass

        def call(self, name: str, *given: Any) -> int:
            calls.append((name, *given))
            if name == fails:
                raise FAULT
            return 4

        def word(self, at: int) -> int:
            return at + 2

        def clear(self) -> None:
            calls.append(("clear",))

        def seat(self, players: tuple[int, ...]) -> None:
            calls.append(("seat", *players))

    added: list[Any] = []
    fired: Any = SimpleNamespace(add_module=lambda machine: added.append(len(calls)))
    module = SimpleNamespace(tallies=SimpleNamespace(game=40))
    monkeypatch.setattr(modules, "Module", lambda *given, **more: module)
    monkeypatch.setattr(modules, "CompiledModule", lambda module, **more: SimpleNamespace(module=module))
    monkeypatch.setattr(modules, "NetMachine", Playing)
    program = lower(game_of(small_rules(players="2")))
    assert modules.first_fault(program, 100, 5) is None
    by_chance = calls[: modules.BY_CHANCE]
    assert [(one[0], one[2], one[3], one[5]) for one in by_chance] == [
        ("games", 5, 4 * number, 100) for number in range(modules.BY_CHANCE)
    ]
    rest = calls[modules.BY_CHANCE :]
    assert rest[:2] == [("l_begin_net", 1), ("l_count_whole", 0)]
    taught = [one for one in rest if one[0] == "l_train"]
    assert [one[1:3] for one in taught] == [(50, 5)] * len(modules.TRIED)
    assert rest[-3:-1] == [("clear",), ("seat", 1, 1)]
    assert (rest[-1][0], rest[-1][2], rest[-1][3], rest[-1][5]) == ("games", 5, 0, 100)
    fails = "games"
    assert modules.first_fault(program, 100, 5) == ModuleFault(FAULT, 42)
    fails = "l_train"
    assert modules.first_fault(program, 100, 5) == ModuleFault(FAULT, None)
    fails = ""
    calls.clear()
    assert modules.first_fault(program, 100, 5, fired) is None
    assert len(added) == 2
    first = added[0]
    wanted = next(
        n for n in range(modules.BY_CHANCE, modules.NOTED + 1) if 4 * n >= modules.ENOUGH or n == modules.NOTED
    )
    assert first == wanted, "at least as many as by chance, until there are enough games"
    assert added[1] == len(calls)
