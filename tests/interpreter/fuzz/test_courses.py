"""How random games are made and shortened, step by step: what may change scores, what players choose, what is tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.interpreter.engine import Dice
from hoyle.interpreter.fuzz.ground import Causes, Ground
from hoyle.interpreter.fuzz.invariants import INVARIANTS
from hoyle.interpreter.fuzz.shrink import FoundFailure, Shrinker
from hoyle.interpreter.fuzz.strategies import FEW, MANY, STRATEGIES, Strategy
from hoyle.interpreter.fuzz.trace import choices
from hoyle.interpreter.fuzz.watched import WatchedGame
from hoyle.interpreter.lowering import lower

from ...golden import same_as_file
from ...small_constructs import ALL_CONSTRUCTS, construct_game
from .conftest import PINCH
from .test_small_games import BROKEN

GOLDEN = Path(__file__).with_name("golden")


def kept(name: str, lines: list[str]) -> None:
    same_as_file(GOLDEN / f"{name}.txt", "".join(f"{line}\n" for line in lines))


@pytest.mark.parametrize("name", ALL_CONSTRUCTS)
def test_the_lines_that_may_change_a_score(name: str) -> None:
    program = lower(construct_game(name))
    causes, ground = Causes(program), Ground(program)
    source = program.places[0].source.text
    assert [program.variables[number].name for number in sorted(causes.scores)] == ["points"]
    found = [f"{program.variables[number].name}: {source[start:end]}" for number, start, end in sorted(causes.setters)]
    found += [f"row: {source[start:end]!r}, asks: {causes.asks_inside((start, end))}" for start, end in causes.rows]
    found += [f"asks: {span.text.partition(chr(10))[0]}" for span in causes.asks]
    for span in causes.asks:
        starts = [(at, causes.asks_inside((at, at + 1))) for at in range(span.start - 1, span.start + 2)]
        assert starts == [(span.start - 1, False), (span.start, True), (span.start + 1, False)]
    for (first, last, zones), info in zip(ground.groups, program.zones, strict=True):
        assert (first, last) == (info.base, info.base + info.count)
        owners = range(info.count) if info.owner is not None else [-1]
        assert [(where.owner, slot) for where, slot in zones] == [(owner, first + max(owner, 0)) for owner in owners]
        assert {program.zones[where.zone].name for where, _ in zones} == {info.name}
    kept(f"{name}_causes", found)


# ------------------------------------------------------------------------------------------------------- strategies


def asking(answers: Callable[[], Iterator[tuple[int, ...]]], ask: int = 3) -> Any:
    """A question with these answers."""
    return SimpleNamespace(ask=ask, answers=answers, incidents=())


def test_a_few_answers_are_considered_and_sometimes_many() -> None:
    """Of endless answers, as many as are considered are read."""
    read: Counter[int] = Counter()
    for seed in range(64):
        seen = 0

        def endless() -> Iterator[tuple[int, ...]]:
            nonlocal seen
            while True:
                seen += 1
                yield 0, seen

        chosen = Strategy(Dice(seed), "any").choose(asking(endless))
        assert 1 <= chosen.values[0] <= seen
        read[seen] += 1
    assert set(read) == {FEW, MANY} == {200, 5000}
    assert 1 <= read[MANY] <= 10


def test_a_single_answer_needs_no_second_number() -> None:
    dice, other = Dice(5), Dice(5)
    assert Strategy(dice, "leaning").choose(asking(lambda: iter([(2, 7, 8)]))).values == (7, 8)
    other.below(16)
    assert dice.below(1000) == other.below(1000)


def test_rare_answers_are_given_as_often_as_all_others() -> None:
    answers = [(0, 1), (0, 2), (0, 3), (4,), (7, 1), (7, 5)]
    strategy = Strategy(Dice(1), "rare")
    given = [strategy.choose(asking(lambda: iter(answers))) for _ in range(30)]
    for turn in range(0, 30, 3):
        assert {one.alternative for one in given[turn : turn + 3]} == {0, 4, 7}
    assert {(one.alternative, *one.values) for one in given} == set(answers)
    other = [strategy.choose(asking(lambda: iter(answers), ask=4)) for _ in range(3)]
    assert {one.alternative for one in other} == {0, 4, 7}, "each question counts for itself"


def test_kinds_of_answers_are_leaned_to_by_their_weights() -> None:
    answers = [(kind, value) for kind in range(3) for value in range(1 if kind else 50)]
    for seed in range(6):
        strategy = Strategy(Dice(seed), "leaning")
        given = Counter(strategy.choose(asking(lambda: iter(answers))).alternative for _ in range(400))
        weights = [strategy._weights[3, kind] for kind in range(3)]
        assert set(weights) <= {1, 8, 64, 512}
        for kind, weight in enumerate(weights):
            assert given[kind] / 400 == pytest.approx(weight / sum(weights), abs=0.09)
    strategy = Strategy(Dice(9), "kind")
    kinds = Counter(strategy.choose(asking(lambda: iter(answers))).alternative for _ in range(300))
    assert min(kinds.values()) > 70
    strategy = Strategy(Dice(9), "any")
    any_option = Counter(strategy.choose(asking(lambda: iter(answers))).alternative for _ in range(300))
    assert any_option[0] > 270


def test_incidents_are_declared_now_and_then() -> None:
    declared = [Strategy(Dice(seed)).incident(SimpleNamespace(incidents=(4, 6, 9))) for seed in range(800)]  # type: ignore[arg-type]
    count = Counter(declared)
    assert set(count) == {None, 4, 6, 9}
    assert 8 <= count.total() - count[None] <= 36
    assert Strategy(Dice(1)).incident(SimpleNamespace(incidents=())) is None  # type: ignore[arg-type]
    assert Counter(Strategy(Dice(seed)).name for seed in range(400)).keys() == set(STRATEGIES)


@pytest.mark.parametrize("kind", sorted(set(STRATEGIES)))
def test_what_is_chosen_in_random_games(kind: str) -> None:
    found: list[str] = []
    for name in ("choices", "tricks", "flow"):
        game = WatchedGame(Ground(lower(construct_game(name))), INVARIANTS, Dice(2))
        strategy, broken = Strategy(Dice(7), kind), game.start(seed=5)
        while broken is None and game.question is not None and len(game.steps) < 14:
            incident = strategy.incident(game.question)
            broken = game.declare(incident) if incident is not None else game.take(strategy.choose(game.question))
        found += [name, *(f"    {step.ask} {step.action} {len(step.draws)} drawn" for step in game.steps)]
    kept(f"chosen_{kind}", found)


# -------------------------------------------------------------------------------------------------------- shortening


@pytest.mark.parametrize("left", [0, 1, 9, 150])
@pytest.mark.parametrize("kind", ["check", "always", "no cards"])
def test_how_a_failure_is_shortened(kind: str, left: int, fuzz: Callable[..., Any]) -> None:
    old, new = BROKEN[kind]
    found = fuzz(PINCH.replace(old, new), 6, checks=False, length=40)
    lines: list[str] = []
    for failure in found.sums.failures[:2]:
        shorter: list[int] = []
        first = FoundFailure(found.work.programs[failure.setting], failure.trace, failure.broken)
        shrinker = Shrinker(found.game, first, [*found.work.programs[:3]], left, shorter.append)
        last = shrinker.run()
        assert shrinker.best is last
        assert shorter == sorted(shorter, reverse=True)
        assert last.broken.key == failure.broken.key
        assert choices(last.trace) == (shorter[-1] if shorter else choices(failure.trace))
        settings = dict(last.program.options)
        lines += [
            f"{failure.broken.message}: {choices(failure.trace)} choices, then {shorter}, {shrinker.left} left",
            f"    {last.program.players} players, {settings}, {len(shrinker.grounds)} programs",
            *(f"    {event}" for event in last.trace),
        ]
    kept(f"shortened_{kind.replace(' ', '_')}_{left}", lines)


def test_other_games_are_tried_while_any_effort_is_left(fuzz: Callable[..., Any]) -> None:
    old, new = BROKEN["check"]
    found = fuzz(PINCH.replace(old, new), 6, checks=False, length=40)
    failure = found.sums.failures[0]
    first = FoundFailure(found.work.programs[failure.setting], failure.trace, failure.broken)
    for left, effort, tried in ((0, 5, False), (1, 1, True), (1, 0, False), (40, 39, True), (3, 0, False)):
        shrinker = Shrinker(found.game, first, (), left)
        shrinker._other_games(effort)
        assert bool(shrinker.grounds) is tried, (left, effort)
        assert (shrinker.left < left) is tried


def test_each_way_to_shorten_is_tried_while_any_effort_is_left(fuzz: Callable[..., Any]) -> None:
    old, new = BROKEN["check"]
    found = fuzz(PINCH.replace(old, new), 6, checks=False, length=40)
    failure = found.sums.failures[0]
    program = found.work.programs[failure.setting]
    first = FoundFailure(program, failure.trace, failure.broken)
    other = {name: value for name, value in program.options.items() if name == "deep"} | {"target": 4}
    ways: dict[str, Callable[[Shrinker], None]] = {
        "a part": lambda one: one._without([(0, 1)]), "several parts": lambda one: one._without([(0, 1)] * 3),
        "a part beyond the end": lambda one: one._without([(0, len(failure.trace) + 1)]),
        "halves": lambda one: one._stretches(), "simpler": lambda one: one._simpler(),
        "settings": lambda one: one._with(other, program.players), "no such settings": lambda one: one._with({"x": 1}, 3),
    }  # fmt: skip
    for what, way in ways.items():
        for left in (0, 1, 3):
            tried: list[object] = []
            shrinker = Shrinker(found.game, first, (), left)

            def attempt(trace: Any, program: Any = None, one: Shrinker = shrinker, tried: list[object] = tried) -> bool:
                tried.append((trace, program))
                one.left -= 1
                return False

            shrinker._try = attempt  # type: ignore[method-assign]
            way(shrinker)
            most = {"a part": 1, "settings": 1, "no such settings": 0, "a part beyond the end": 0}.get(what, left)
            assert len(tried) == min(left, most), (what, left)
