"""Every public call that takes players seats exactly those players, or refuses them.

The calls are found in the source: functions, methods and data classes with a parameter for players.  Each is then called
with players who note where they sit: as many as there are seats, too few, too many, none, and with a name that nobody
has.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import hoyle
from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.batch import work
from hoyle.interpreter.batch.measures import MeasuredPlayout, MeasuredSimulation
from hoyle.interpreter.batch.module_players import ModulePlayersCompared
from hoyle.interpreter.batch.modules import ModulePairedGames, ModuleSimulation
from hoyle.interpreter.batch.pairing import PairedGames
from hoyle.interpreter.batch.playout import Playout
from hoyle.interpreter.batch.recorded import RecordedSimulation
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players import Decision, Player, maker, registry
from hoyle.interpreter.program import Program
from hoyle.interpreter.records import Choice

FLOORS = ("api", "interpreter", "envs", "interchange", "testing", "language_server", "__init__.py")
PARAMETERS = {"players", "makers", "opponents", "player_a", "player_b"}
KINDS = ("tuple[str", "Iterable[str", "Sequence[str", "Maker", "Player", "Opponents")

SMALL = """
game "Turns"
language 1
players 4
deck 2 3 4 5 6 7 8 9
option more: 1..2 = 1 "times that everybody lays"
zones
    stock: face down
    hand of each player: private
    heap: face up
remember
    points of each player: number
main
    repeat more times
        gather every card into stock
        shuffle stock
        deal 2 from stock to hand of each player
        for p in players
            p chooses
                "lay {c}" for c in p.hand
                    move c to heap
    game over, won by the player with highest points, otherwise shared
"""


def annotated(source: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the public functions and classes of a module that take players, with the bases of classes."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and takes(node):
            yield node.name, []
        if not isinstance(node, ast.ClassDef) or node.name.startswith("_"):
            continue
        bases = [ast.unparse(base).partition("[")[0] for base in node.bases]
        fields = [one for one in node.body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)]
        frozen = any("dataclass" in ast.unparse(one) for one in node.decorator_list)
        if frozen and any(wanted(one.target.id, one.annotation) for one in fields if isinstance(one.target, ast.Name)):
            yield node.name, bases
        elif bases:
            yield "", [node.name, *bases]
        for one in node.body:
            if isinstance(one, ast.FunctionDef) and takes(one) and (one.name == "__init__" or one.name[0] != "_"):
                yield node.name if one.name == "__init__" else f"{node.name}.{one.name}", []


def takes(function: ast.FunctionDef) -> bool:
    arguments = function.args
    return any(wanted(one.arg, one.annotation) for one in (*arguments.args, *arguments.kwonlyargs))


def wanted(name: str, annotation: ast.expr | None) -> bool:
    kind = "" if annotation is None else ast.unparse(annotation)
    return name in PARAMETERS and (any(one in kind for one in KINDS) or (kind == "str" and name != "players"))


def calls(root: Path, files: tuple[Path, ...]) -> set[str]:
    """Return the public calls that take players, their subclasses included."""
    found: set[str] = set()
    heirs: list[list[str]] = []
    for path in files:
        if path.suffix == ".py" and path.parts[0] in FLOORS:
            for name, bases in annotated((root / path).read_text(encoding="utf-8")):
                found |= {name} - {""} if path.parts[0] != "api" or name[:1].islower() else set()  # not reports
                heirs += [bases] if not name else []
    while more := {name for name, *bases in heirs if found & set(bases)} - found:
        found |= more
    return found


seen: list[tuple[int, str]] = []
"""The seats and names of the players who were asked."""


class Spy(Player):
    """Takes the first option, and notes where it sits and what it is called."""

    def __init__(self, name: str, seat: int) -> None:
        self.name, self.seat = name, seat

    def choose(self, decision: Decision) -> Choice:
        assert decision.player == self.seat
        seen.append((decision.player, self.name))
        return decision.options[0]


NAMES = ("spy-a", "spy-b", "spy-c", "spy-d", "spy-e")


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> Program:
    for name in NAMES:
        monkeypatch.setitem(registry.BUILT_IN, name, lambda _, seat, name=name: Spy(name, seat))
    game = load(Source("turns.hoyle", SMALL)).game
    assert game is not None
    seen.clear()
    return lower(game)


def asked() -> tuple[str, ...]:
    """The names of the players who were asked, by seat."""
    by_seat = dict(seen)
    return tuple(by_seat[seat] for seat in sorted(by_seat))


def batch(made: Callable[[Program, tuple[str, ...], Path], work.Work]) -> Call:
    def call(program: Program, players: tuple[str, ...], folder: Path) -> tuple[str, ...]:
        made(program, players, folder).runner().run(0, 1)
        return asked()

    return call


def playout(kind: type[Playout]) -> Call:
    def call(program: Program, players: tuple[str, ...], folder: Path) -> tuple[str, ...]:
        kind(program, [maker(name) for name in players], 1).play(0)
        return asked()

    return call


def people(call: Callable[..., object]) -> Call:
    """A call that takes the names of people, who need not be players that are programs."""

    def seated(program: Program, players: tuple[str, ...], folder: Path) -> tuple[str, ...]:
        made = call("newberry_euchre", players=players)
        return made.seats if hasattr(made, "seats") else made.rules.seats  # type: ignore[attr-defined]

    return seated


def reporting(call: Callable[..., hoyle.Report], *arguments: object, **more: object) -> Call:
    """A function that plays games of a rule file by players."""

    def seated(program: Program, players: tuple[str, ...], folder: Path) -> tuple[str, ...]:
        call(SMALL, *arguments, players=players, workers=1, **{"games": 2, **more})
        return asked()

    return seated


def two(program: Program, players: tuple[str, ...], folder: Path) -> tuple[str, ...]:
    """A comparison of two players: each of them sits at every seat once."""
    one, other = players[0] if players else "", players[1] if len(players) > 1 else ""
    hoyle.compare_players(SMALL, one, other, games=1, workers=1)
    assert {(seat, name) for seat, name in seen} == {(seat, name) for seat in range(4) for name in (one, other)}
    return players


def two_inside(program: Program, players: tuple[str, ...], folder: Path) -> tuple[str, ...]:
    """A comparison of two players in modules, which seat no others than their own."""
    ModulePlayersCompared(program, *(*players, "", "")[:2])
    return players


def aec(ruleset: str, **arguments: object) -> object:
    pytest.importorskip("pettingzoo")
    from hoyle import envs

    return envs.aec(ruleset, **arguments)


def vector(ruleset: str, **arguments: object) -> object:
    pytest.importorskip("wasmtime")
    from hoyle import envs

    return envs.vector(ruleset, 2, **arguments)


def gym(ruleset: str, **arguments: object) -> object:
    pytest.importorskip("pettingzoo")
    from hoyle import envs

    return envs.gym(ruleset, **arguments).game


Call = Callable[[Program, tuple[str, ...], Path], tuple[str, ...]]
"""Calls with players, and returns who sat at each seat."""

CALLS: dict[str, Call] = {
    "Simulation": batch(lambda p, players, _: work.Simulation(p, players)),
    "MeasuredSimulation": batch(lambda p, players, _: MeasuredSimulation(p, players)),
    "RecordedSimulation": batch(lambda p, players, at: RecordedSimulation(p, players, 0, None, str(at), "turns")),
    "ModuleSimulation": batch(lambda p, players, _: ModuleSimulation(p, players)),
    "PairedGames": batch(lambda p, players, _: PairedGames(p, p, players)),
    "ModulePairedGames": batch(lambda p, players, _: ModulePairedGames(p, p, players)),
    "PlayersCompared": two,
    "ModulePlayersCompared": two_inside,
    "compare_players": two,
    "simulate": reporting(hoyle.simulate),
    "compare": reporting(hoyle.compare, SMALL),
    "compare_settings": reporting(hoyle.compare_settings, [{}, {}]),
    "tune": reporting(hoyle.tune, {"more": [1, 2]}, "length=1"),
    "Playout": playout(Playout),
    "MeasuredPlayout": playout(MeasuredPlayout),
    "seats": lambda p, players, _: work.seats(players, p.players),
    "open": people(hoyle.open),
    "rules": people(hoyle.rules),
    "aec": people(aec),
    "gym": people(gym),
    "vector": people(vector),
}
"""The public calls that take players, by name."""

REPEATED = {"seats", "simulate", "compare", "compare_settings", "tune"}
"""The calls that seat fewer names than there are seats in turn, as they say."""
HELPERS = {
    "HappenedGames": "people played",
    "HappenedPlayout": "people played",
    "FollowedPlayout": "the net of a machine chooses for everybody",
    "check_seats": "only refuses",
    "inside_alone": "only refuses",
    "code_for": "compiles",
    "seating": "reads names",
    "usual_names": "reads names",
    "names_of": "reads names",
    "who_plays": "reads names",
}
"""Functions with such a parameter that seat nobody, and why."""


def test_every_call_that_takes_players_is_known(root: Path, files: tuple[Path, ...]) -> None:
    assert calls(root, files) == {*CALLS, *HELPERS}


@pytest.mark.parametrize("players", [NAMES[:4], NAMES[3::-1], NAMES[:3], NAMES, (), ("nonsense",) * 4], ids=str)
@pytest.mark.parametrize("name", CALLS)
def test_players_are_seated_or_refused(program: Program, name: str, players: tuple[str, ...], tmp_path: Path) -> None:
    refused = ""
    found: tuple[str, ...] = ()
    try:
        found = CALLS[name](program, players, tmp_path)
    except ValueError as error:
        refused = str(error)
    if refused:
        assert players not in (NAMES[:4], NAMES[3::-1]) or "inside a module" in refused
    else:
        assert found == (tuple(players[seat % len(players)] for seat in range(4)) if name in REPEATED else players)
