"""Batches of small games: their reports, word for word, by the engine and inside modules."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hoyle.interpreter.batch.divergence import EventLister, divergences
from hoyle.interpreter.batch.happened import HappenedGames, happened
from hoyle.interpreter.batch.measures import MeasuredSimulation, MeasuredSums
from hoyle.interpreter.batch.module_players import ModulePlayersCompared
from hoyle.interpreter.batch.modules import ModulePairedGames, ModuleSimulation
from hoyle.interpreter.batch.pairing import PairedGames
from hoyle.interpreter.batch.recorded import RecordedSimulation
from hoyle.interpreter.batch.report import SimulationReport
from hoyle.interpreter.batch.skill import PlayersCompared, advantage, share, wins
from hoyle.interpreter.batch.verdict import OptionDifference, Verdict
from hoyle.interpreter.batch.work import Simulation
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.notation.files import games
from hoyle.interpreter.notation.model import ScriptedGame
from hoyle.interpreter.opening.opened import OpenedGame
from hoyle.interpreter.program import Program

from ...golden import same_as_file
from ...small_constructs import construct_game
from ...small_rules import game_of, small_rules
from .conftest import SMALL

GOLDEN = Path(__file__).with_name("golden")
PLAYED = ("small", "flow", "choices", "alike")


def program_of(name: str, **options: int | str | bool) -> Program:
    """A small game."""
    return lower(game_of(SMALL) if name == "small" else construct_game(name), options)


def kept(name: str, data: Any) -> None:
    """Compare data with a file; numbers that are not whole to six places."""
    same_as_file(GOLDEN / f"{name}.json", json.dumps(rounded(data), indent=1, ensure_ascii=False) + "\n")


def rounded(value: Any) -> Any:
    match value:
        case float():
            return round(value, 6)
        case Mapping():
            return {str(key): rounded(one) for key, one in value.items() if key not in ("fingerprint", "parts")}
        case str():
            return value
        case Sequence():
            return [rounded(one) for one in value]
        case _:
            return value


@pytest.mark.parametrize("name", PLAYED)
def test_the_report_of_a_simulation(name: str) -> None:
    program = program_of(name)
    work = Simulation(program, ("random",) * program.players, 3)
    part = work.runner().run(0, 5)
    assert (part.count, part.failure) == (5, None)
    kept(f"{name}_simulated", SimulationReport(work, part.sums, 6).data())
    whole = work.nothing()
    for first, count in ((0, 2), (2, 1), (3, 2)):
        work.merge(whole, work.runner().run(first, count).sums)
    assert whole == part.sums
    assert whole.digest() == part.sums.digest()


@pytest.mark.parametrize("name", PLAYED)
def test_a_module_counts_what_the_engine_counts(name: str) -> None:
    program = program_of(name)
    names = ("random",) * program.players
    slow, fast = Simulation(program, names, 3), ModuleSimulation(program, names, 3)
    runner = fast.runner()
    for first, count in ((0, 3), (3, 4)):
        one, other = slow.runner().run(first, count), runner.run(first, count)
        assert one.sums == other.sums
        assert (one.count, one.failure) == (other.count, other.failure)
    assert fast.plain() == slow


@pytest.mark.parametrize("name", ["small", "flow"])
def test_the_measures_of_a_simulation(name: str) -> None:
    program = program_of(name, **({"first_to": 2} if name == "small" else {}))
    work = MeasuredSimulation(program, ("sound", *("random",) * (program.players - 1)), 4)
    sums = work.runner().run(0, 2).sums
    assert isinstance(sums, MeasuredSums)
    found = {name: one.data() for name, one in sums.measures.estimates().items()}
    gains = {str(key): (count, one.data()) for key, (count, one) in sums.measures.gains(1).items()}
    kept(f"{name}_measured", {"measures": found, "gains": gains, "report": SimulationReport(work, sums, 2).data()})
    whole = work.nothing()
    for first, count in ((0, 1), (1, 1)):
        work.merge(whole, work.runner().run(first, count).sums)
    assert whole == sums


PAIRS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "worth": ("small", {}, {"worth": 2}),
    "longer": ("small", {"first_to": 3}, {"first_to": 4}),
    "shows": ("small", {"first_to": 3}, {"first_to": 3, "shows": True}),
    "lowest": ("choices", {}, {"lowest_bid": 3}),
    "counted": ("alike", {}, {"count": "high"}),
}


@pytest.mark.parametrize("kind", PAIRS)
def test_the_verdict_of_a_comparison(kind: str) -> None:
    name, first, second = PAIRS[kind]
    a, b = program_of(name, **first), program_of(name, **second)
    work = PairedGames(a, b, ("random",) * a.players, 2)
    sums = work.runner().run(0, 6).sums
    changed = [option for option in b.options if a.options[option] != b.options[option]]
    changes = tuple(
        OptionDifference(option, "what it is", (str(a.options[option]), ""), (str(b.options[option]), "so much"))
        for option in changed
    )
    verdict = Verdict(work, sums, 6, changes)
    assert [*verdict.look(3)] == [*range(1, min(3, len(sums.examples)) + 1)]
    heard = [{"event": one.key, "rule": one.rule, "by": one.chooser} for one in EventLister(work.playouts()[0]).tell(1)]
    kept(f"{kind}_compared", {"verdict": verdict.data(), "sentence": verdict.sentence(), "first": heard[:25]})
    whole = work.nothing()
    for start, count in ((0, 2), (2, 4)):
        work.merge(whole, work.runner().run(start, count).sums)
    assert whole == sums
    bare = replace(verdict, changes=(), presets=("short", "long"), came_up=(2, 6))
    other = replace(verdict, found=[], presets=("", "long"), came_up=(0, 6))
    kept(
        f"{kind}_sentences", [bare.sentence(), other.sentence(), bare.measured(), bare.answers(), bare.after_learning()]
    )


@pytest.mark.parametrize("kind", ["worth", "shows"])
def test_paired_games_inside_a_module(kind: str) -> None:
    name, first, second = PAIRS[kind]
    a, b = program_of(name, **first), program_of(name, **second)
    names = ("random",) * a.players
    slow, fast = PairedGames(a, b, names, 2), ModulePairedGames(a, b, names, 2)
    runner = fast.runner()
    for start, count in ((0, 2), (2, 3)):
        assert slow.runner().run(start, count).sums == runner.run(start, count).sums
    assert fast.plain() == slow
    one, other = ([*divergences(work, [0, 3])] for work in (slow, fast))
    assert one == other


@pytest.mark.parametrize(("name", "players"), [("small", ("sound", "random")), ("flow", ("random", "random"))])
def test_how_much_better_a_player_is(name: str, players: tuple[str, str]) -> None:
    program = program_of(name, **({"first_to": 2} if name == "small" else {}))
    work = PlayersCompared(program, *players, 5)
    sums = work.runner().run(0, 2).sums
    sides = 2 if name == "small" else program.players
    kept(f"{name}_skill", [one.data() for one in (advantage(sums, sides - 1), wins(sums, sides), share(sums))])
    whole = work.nothing()
    for first, count in ((0, 1), (1, 1)):
        work.merge(whole, work.runner().run(first, count).sums)
    assert whole == sums
    if players == ("random", "random"):
        fast = ModulePlayersCompared(program, *players, 5)
        assert fast.runner().run(0, 2).sums == sums
        assert fast.plain() == work


@pytest.mark.parametrize("name", ["small", "choices"])
def test_recorded_games_are_counted_as_they_were_played(name: str, tmp_path: Path) -> None:
    program = program_of(name)
    names = ("random",) * program.players
    plain = Simulation(program, names, 3).runner().run(0, 3).sums
    work = RecordedSimulation(program, names, 3, folder=str(tmp_path), ruleset=name)
    assert work.runner().run(0, 3).sums == plain
    assert [path.name for path in tmp_path.iterdir()] == ["game-0000000.play"]
    read = [*games(tmp_path / "game-0000000.play")]
    opened = OpenedGame.lowered(game_of(SMALL) if name == "small" else construct_game(name), program)
    found = []
    for number, one in enumerate(read):
        assert isinstance(one, ScriptedGame)
        assert one.title is not None
        assert one.title.text == f"{program.title}, game {number}, seed 3"
        found.append(happened(one, opened))
    counted = HappenedGames(program, ("person",) * program.players, games=tuple(found)).counted()
    assert counted.count == 3
    for field in ("games", "ties", "decisions", "deals", "wins", "length", "final", "gains", "chosen", "counts"):
        assert getattr(counted.sums, field) == getattr(plain, field), field
    unfinished = replace(found[0], acts=found[0].acts[:-1], over=False)
    part = HappenedGames(program, ("person",) * program.players, games=(unfinished, *found[1:])).counted()
    assert part.count == 2


PICK, SHUFFLE, LEFT = "set turn to a random player", "shuffle every card into stock", "set turn to turn.left"
ASK = 'turn chooses\n        "stay"\n            add 0 to turn.points'


@pytest.mark.parametrize(
    ("lines", "seat"),
    [
        ((SHUFFLE, PICK), 0), ((SHUFFLE, PICK, LEFT), 1), ((SHUFFLE, PICK, LEFT, ASK), 1),
        ((SHUFFLE, PICK, LEFT, ASK, LEFT), 2), ((PICK, SHUFFLE, LEFT), 1), ((PICK, LEFT, SHUFFLE, LEFT), 1),
        ((PICK, LEFT, SHUFFLE, ASK, LEFT, SHUFFLE, LEFT), 2), ((SHUFFLE, PICK, LEFT, PICK), None),
    ],
)  # fmt: skip
def test_the_first_dealer_deals_first_or_is_picked_in_the_first_deal(lines: tuple[str, ...], seat: int | None) -> None:
    """Whoever has the turn at the end wins: `seat` to the left of the first dealer."""
    text = small_rules(players="3").replace("remember\n", "remember\n    turn: player\n")
    end = ("add 1 to turn.points", "game over, won by the player with highest points")
    body = "".join(f"    {line}\n" for line in (*lines, *end))
    program = lower(game_of(text[: text.index("main\n") + 5] + body))
    names = ("random",) * 3
    found = [work(program, names, 5).runner().run(0, 60).sums for work in (Simulation, ModuleSimulation)]
    assert found[0] == found[1]
    at = found[0].from_dealer
    assert (at == [60 * (one == seat) for one in range(3)]) if seat is not None else all(at)
    # in a deal, whoever dealt gains what the winner does
    if lines == (SHUFFLE, PICK):
        assert found[0].dealer_gain.sums[:2] == [60, 0]


def test_games_without_one_winner_have_lines() -> None:
    from hoyle.cli.formats.comparison import UNDECIDED, rows, text_lines

    made = {name: program_of("small", worth=worth) for name, worth in (("a", 1), ("b", 2))}
    work = PairedGames(made["a"], made["b"], ("random",) * made["a"].players, 2)
    sums = work.runner().run(0, 4).sums
    plain = Verdict(work, sums, 4).data()
    assert not any(text in line for line in text_lines(plain) for text in UNDECIDED.values())
    sums.results = {((), (0, 1)): 1, ((), ()): 1, ((0,), (0, 1)): 1, ((1,), (1,)): 1}
    data = Verdict(work, sums, 4).data()
    lines = [re.split(r" {2,}", line) for line in text_lines(data)]
    found = {cells[0]: cells[1:3] for cells in lines if cells[0] in UNDECIDED.values()}
    assert found == {UNDECIDED["nobody"]: ["50.0 %", "25.0 %"], UNDECIDED["shared"]: ["0.0 %", "50.0 %"]}
    written = [one for one in rows([data]) if one["section"] == "games" and one["name"] in UNDECIDED]
    assert [(one["name"], one["in_a"], one["in_b"], one["difference"]) for one in written] == [
        ("nobody", 0.5, 0.25, -0.25), ("shared", 0.0, 0.5, 0.5),
    ]  # fmt: skip
