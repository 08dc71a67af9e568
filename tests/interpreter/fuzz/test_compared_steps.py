"""Steps of the module held against those of the engine, with a damaged one on either side; and failures as scripts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.dsl.source.span import Source, Span
from hoyle.interpreter.engine import Dice, Fault, State
from hoyle.interpreter.faults import KINDS
from hoyle.interpreter.fuzz import invariants as held
from hoyle.interpreter.fuzz import module as compared
from hoyle.interpreter.fuzz.draws import StepOutcomes
from hoyle.interpreter.fuzz.ground import Ground
from hoyle.interpreter.fuzz.invariants import INVARIANTS
from hoyle.interpreter.fuzz.module import MODULE, _difference, _step
from hoyle.interpreter.fuzz.scripts import check_script, message_of, script_of
from hoyle.interpreter.fuzz.shrink import FoundFailure, Shrinker
from hoyle.interpreter.fuzz.trace import TracedChoice, TracedDraw, TracedIncident, choices, deals, play, trace_of
from hoyle.interpreter.fuzz.watched import BrokenInvariant, GameUnderTest, TooLong, WatchedGame
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.notation.model import Answer
from hoyle.interpreter.opening.opened import OpenedGame
from hoyle.interpreter.program import RNG

from ...small_constructs import construct_game
from ..small_scripts import SEATS, game_in, opened, recorded
from .conftest import PINCH, _game
from .test_small_games_damaged import slot_of, watched


def test_the_first_difference_of_two_states_in_words() -> None:
    game = watched("tricks", 1)
    program, words, values = game.program, game.engine.words, game.state.values

    def said(slot: int, value: object) -> str | None:
        return _difference(program, words, values, [*values[:slot], value, *values[slot + 1 :]])  # type: ignore[list-item]

    assert _difference(program, words, values, [*values]) is None
    assert said(slot_of(game, "stock"), ()) == "stock is another in the module than in the engine"
    assert said(slot_of(game, "hand", 2), 0) == "hand of C is another in the module than in the engine"
    assert said(slot_of(game, "hand", 3), 0) == "hand of D is another in the module than in the engine"
    assert (
        said(slot_of(game, "points", 1), 7)
        == f"`points` is 7 in the module, {values[slot_of(game, 'points', 1)]} in the engine"
    )
    assert (
        said(slot_of(game, "points"), 7)
        == f"`points` is 7 in the module, {values[slot_of(game, 'points')]} in the engine"
    )
    assert said(RNG, 3) == f"the module goes on elsewhere than the engine: slot 1 is 3, {values[RNG]}"


def test_a_fault_of_one_side_and_other_faults_of_both(monkeypatch: pytest.MonkeyPatch) -> None:
    game = watched("tricks", 1)
    span, other = game.program.places[0], game.program.places[1]
    step, before = game.steps[-1], game.before

    def found(engine: Any, inside: Any) -> Any:
        def made(result: Any) -> Callable[..., Any]:
            def give(*_: Any) -> Any:
                if isinstance(result, Fault):
                    raise result
                return result

            return give

        monkeypatch.setattr(compared, "_in_engine", made(engine))
        monkeypatch.setattr(compared, "_in_module", made(inside))
        return _step(game, before, step, game.ground.machine)

    one, two = Fault("E1201", "division by 0", span), Fault("E1201", "out of range", span)
    values = game.state.values
    assert found(values, values) is None
    assert found(one, Fault("E1201", "division by 0", span)) is None
    assert found(one, two) == ("the module stops with `out of range`, the engine with `division by 0`", span)
    assert found(one, Fault("E1201", "division by 0", other)) is not None
    assert found(one, Fault("E1202", "division by 0", span)) is not None
    assert found(one, values) == ("only the engine stops: division by 0", span)
    assert found(values, two) == ("only the module stops: out of range", span)


@pytest.mark.parametrize("name", ["flow", "choices"])
def test_a_module_that_plays_along_is_compared_where_the_game_is_looked_at(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From time to time; and where the two differ then, step by step since they agreed."""
    ground = Ground(lower(construct_game(name), noted=True))
    game = WatchedGame(ground, (*INVARIANTS, *MODULE), Dice(1), sample=1000)
    steps: list[int] = []
    whole = compared._step
    monkeypatch.setattr(compared, "_step", lambda *rest: steps.append(1) or whole(*rest))
    assert game.start(seed=4) is None
    for _ in range(6):
        if game.question is None:
            break
        assert game.take([*game.question.choices()][-1]) is None
    assert not steps, "the module was never elsewhere"
    game.close = True
    game.ground.machine.put([*game.before.values[:RNG], 99, *game.before.values[RNG + 1 :]])
    (invariant,) = MODULE
    game.states, game.agreed = [], len(game.steps) - 1
    assert invariant.check(game) is None
    assert len(steps) == 1
    question = game.question
    if question is not None:
        assert game.ground.machine.ask == question.ask
        monkeypatch.setattr(game.ground.machine, "written", lambda: ["another line"], raising=False)
        found = compared._question(game, game.ground.machine)
        assert found == ("the module writes other lines on the table", question.span)


def test_options_and_questions_of_a_module_that_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    game = watched("choices", 1, module=True)
    machine, question = game.ground.machine, game.question
    assert question is not None
    machine.put(game.state.values)
    assert compared._question(game, machine) is None
    options = machine.options()
    monkeypatch.setattr(machine, "options", lambda most: options[1:], raising=False)
    assert compared._question(game, machine) == ("the module offers other options", question.span)

    def stops(most: int) -> Any:
        raise Fault("E1201", "division by 0", question.span)

    monkeypatch.setattr(machine, "options", stops, raising=False)
    assert compared._question(game, machine) == ("the module cannot tell the options: division by 0", question.span)
    other = SimpleNamespace(ask=question.ask, player=question.player + 1)
    assert compared._question(game, other) == "the module asks something else"  # type: ignore[arg-type]
    other = SimpleNamespace(ask=question.ask + 1, player=question.player)
    assert compared._question(game, other) == "the module asks something else"  # type: ignore[arg-type]
    game.question = None
    assert compared._question(game, other) is None  # type: ignore[arg-type]


# ----------------------------------------------------------------------------------------------------------- scripts


def test_a_failure_is_a_script_whose_head_says_what_is_wrong() -> None:
    game = watched("alike", 3)
    span = game.program.places[game.program.asks[0].place]
    trace = trace_of(game.program, game.steps)
    text = script_of(
        game.program, trace, BrokenInvariant("same", "it goes otherwise", span), "alike", "hoyle fuzz alike"
    )
    lines = text.splitlines()
    assert [line for line in lines if line.startswith("#")] == [
        "# Random games found this: it goes otherwise",
        f"# {Path(span.source.name).name}, line {span.line}: {span.source.line(span.line).strip()}",
        "# To see it again: hoyle fuzz alike",
    ]
    assert "game alike" in lines
    assert "seed 0" in lines
    whole = game_in(text)
    assert len([step for step in whole.steps if isinstance(step, Answer)]) == 3
    bare = script_of(game.program, trace, BrokenInvariant("same", "it goes otherwise"), "alike")
    assert [line for line in bare.splitlines() if line.startswith("#")] == [
        "# Random games found this: it goes otherwise"
    ]
    assert check_script(whole, OpenedGame.lowered(construct_game("alike"), game.program, whole.names)) == (None, None)


def test_a_check_that_fails_is_named_with_its_text() -> None:
    span = Span(Source("x.hoyle", "always total points = 3\n"), 0, 23)
    assert message_of(BrokenInvariant("rules", "this does not hold", span, KINDS["failed"])) == (
        "this does not hold: `always total points = 3`"
    )
    assert message_of(BrokenInvariant("rules", "this does not hold", None, KINDS["failed"])) == "this does not hold"
    assert message_of(BrokenInvariant("rules", "this does not hold", span)) == "this does not hold"


def test_scripts_are_checked_in_side_lines_and_positions_too(monkeypatch: pytest.MonkeyPatch) -> None:
    text = recorded("tricks", 5, 6)
    looked: list[int] = []
    broken = GameUnderTest.broken

    def counted(self: GameUnderTest, invariants: Any) -> Any:
        looked.append(len(invariants))
        return broken(self, invariants)

    monkeypatch.setattr(GameUnderTest, "broken", counted)
    assert check_script(game_in(text), opened("tricks")) == (None, None)
    before = looked.count(len(held.STANDING))
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(tuple(f"{seat}: play" for seat in SEATS)))
    aside = [*lines[:at], 'what if "another card"', f"  {lines[at]}", *lines[at:]]
    assert check_script(game_in("\n".join(aside) + "\n"), opened("tricks")) == (None, None)
    assert looked.count(len(held.STANDING)) == 2 * before + 1
    assert check_script(game_in("\n".join(lines[:3]) + "\nplayers Ann, Bob, Cyd, Dan\n"), opened("tricks"))[1] is None
    failed = check_script(game_in("\n".join([*lines[:at], "expect turn Nobody", *lines[at:]]) + "\n"), opened("tricks"))
    assert failed[0] is None
    assert failed[1] is not None


# ------------------------------------------------------------------------------------------------------------ traces


def test_a_trace_is_played_again_and_any_part_of_it() -> None:
    game = watched("alike", 4)
    trace = trace_of(game.program, game.steps)
    assert choices(trace) == 4
    assert isinstance(trace[0], TracedDraw)
    assert [type(one) for one in trace if not isinstance(one, TracedDraw)] == [TracedChoice] * 4
    broken, again = play(game.ground, trace, INVARIANTS, 20)
    assert broken is None
    assert trace_of(again.program, again.steps) == trace
    _, short = play(game.ground, trace, INVARIANTS, 2)
    assert len(short.steps) == 3
    _, without = play(game.ground, trace[1:], INVARIANTS, 20)
    assert choices(trace_of(without.program, without.steps)) >= 1
    unknown = (trace[0], TracedIncident("nothing like that", -1), TracedChoice(("elsewhere", 3), ()), *trace[1:])
    _, same = play(game.ground, unknown, INVARIANTS, 20)
    assert same.state == again.state
    assert all(end > start >= 0 for start, end in deals(trace))


def test_a_shorter_game_that_shows_the_same_is_taken() -> None:
    old, new = "points of each player: number", "points of each player: 0..1"
    rules = _game(PINCH.replace(old, new), checks=False)
    program = lower(rules)
    ground, heard = Ground(program), list[int]()
    for seed in range(20):
        game = WatchedGame(ground, INVARIANTS, Dice(1))
        broken = game.start(seed=seed)
        while broken is None and game.question is not None and len(game.steps) < 30:
            broken = game.take([*game.question.choices()][-1])
        if broken is not None:
            break
    else:
        raise AssertionError("nothing broke")
    first = FoundFailure(program, trace_of(program, game.steps), broken)
    shrinker = Shrinker(rules, first, (), left=900, tell=heard.append)
    found = shrinker.run()
    assert found.broken.key == broken.key
    assert choices(found.trace) <= choices(first.trace)
    assert heard == sorted(heard, reverse=True)
    assert shrinker.left < 900
    again, _ = play(ground, found.trace, shrinker.invariants, len(found.trace))
    assert again is not None
    assert again.key == broken.key
    none = Shrinker(rules, FoundFailure(program, first.trace, replace(broken, invariant="cards")), (), left=900).run()
    assert none.trace == first.trace


# ------------------------------------------------------------------------------------------------------- what must hold


def test_a_failure_is_known_by_its_invariant_code_and_place() -> None:
    span = Span(Source("x.hoyle", "one two\n"), 4, 7)
    assert BrokenInvariant("same", "a", span, "E1").key == ("same", "E1", "x.hoyle", 4)
    assert BrokenInvariant("same", "b").key == ("same", "", "", -1)
    fault = TooLong(span)
    assert (fault.code, fault.span) == ("E1205", span)
    assert fault.message == "100,000 things happened and nobody had to choose: this does not end"


def test_cards_of_variables_are_known_to_all_where_nothing_was_heard() -> None:
    game = watched("choices", 1)
    under = GameUnderTest(game.ground, Dice(1), game.state)
    for info in game.program.variables:
        assert [under.public(info.base + i) for i in range(info.count)] == [-1] * info.count
    for zone in game.program.zones:
        assert {under.public(zone.base + i) for i in range(zone.count)} == {0}
    assert under.set_at(0) is None
    assert under.broken(held.STANDING) is None
    assert under.question is not None


def test_what_a_player_sees_of_hidden_cards_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = watched("tricks", 1)
    assert held.hidden(game) is None
    engine, question = game.engine, game.question
    assert question is not None
    view = engine.view
    actor = question.player
    monkeypatch.setattr(held, "exchanged", lambda program, values, player, dice, public: State([*values]))
    assert held.hidden(game) is None
    seen = iter(range(1000))
    monkeypatch.setattr(
        engine,
        "view",
        lambda state, player: replace(view(state, player), zones=()) if next(seen) % 2 else view(state, player),
        raising=False,
    )
    names = {engine.words.player(player) if player >= 0 else "who only watches" for player in range(-1, 4)}
    found = held.hidden(game)
    assert found in {f"what {name} sees depends on cards hidden from that player" for name in names}
    assert found == f"what {engine.words.player(actor)} sees depends on cards hidden from that player"


def test_the_place_of_a_step_is_that_of_its_question() -> None:
    step = StepOutcomes(None, -1, ())
    assert (step.action, step.ask, step.draws) == (None, -1, ())
    game = watched("choices", 1)
    program = game.program
    assert len(program.asks) > 2
    assert [game._place(ask) for ask in range(len(program.asks))] == [program.places[one.place] for one in program.asks]
    assert game._place(-1) is None
