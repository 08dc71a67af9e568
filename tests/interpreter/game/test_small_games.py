"""Seven small games driven by names, by both executors: whatever a program can ask at each question."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

import pytest

from hoyle.interpreter.engine import Dice
from hoyle.interpreter.errors import GameError
from hoyle.interpreter.game import Game, Rules, modules, setup
from hoyle.interpreter.game.setup import ExecutorName
from hoyle.interpreter.wasm import Uncompilable

from ...golden import same_as_file
from ...small_constructs import CONSTRUCTS
from ..small_scripts import opened

GOLDEN = Path(__file__).with_name("golden")
MOST = 8


def begun(name: str, executor: ExecutorName, seed: int = 4) -> Game:
    """A small game at its first question."""
    one = opened(name)
    return Rules(one.game.title, (), one, executor).start(seed)


def choose(game: Game, dice: Dice) -> str:
    """Make a random choice; returns its label."""
    chosen = game.choices[dice.below(len(game.choices))]
    game.choose(chosen)
    return chosen.label


def asked(game: Game) -> Iterator[str]:
    """Everything that can be asked of a game now."""
    program = game.rules.program
    yield f"{game!r}: number {game.number}, turn {game.turn}, over {game.over}, incidents {game.incidents}"
    choices = game.choices
    yield f"  {len(choices)} choices {choices.labels[:6]} {repr(choices)[-60:]}"
    for one in choices[:3]:
        yield f"    {one!r} {one.kind} {dict(one.values)} {one.cards} {game.legal(one)} {game.legal(one.label)}"
    for text in ("play A♠", "bid 1 hearts"):
        yield f"    {text}: {str(game.why(text)).splitlines()}"
    for info in program.variables:
        yield f"  {info.name}: {game[info.name]!r}"
    for zone in program.zones:
        owners = [None] if zone.owner is None else [game.rules.words.owner(zone.owner, i) for i in range(zone.count)]
        yield f"  {zone.name}: " + "; ".join(" ".join(map(str, game.cards(zone.name, owner))) for owner in owners)
    for seat in (None, game.seats[1]):
        view = game.view(seat)
        shown = {zone: " ".join(map(str, cards)) for zone, cards in view.zones.items()}
        yield f"  seen by {view.player}: {shown}"


def story(game: Game) -> Iterator[str]:
    """What is asked, and what is chosen, to the end of a game or for so many choices."""
    dice = Dice(9)
    for _ in range(MOST):
        yield from asked(game)
        if game.over:
            break
        yield f"-> {choose(game, dice)}"
    yield f"{game.standings} {game.winners} {game.result}"


@pytest.mark.parametrize("executor", ["python", "wasm"])
@pytest.mark.parametrize("name", CONSTRUCTS)
def test_what_can_be_asked_of_a_game(name: str, executor: ExecutorName) -> None:
    if executor == "python":
        same_as_file(GOLDEN / f"{name}.txt", "".join(f"{line}\n" for line in story(begun(name, "python"))))
        return
    known = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert "".join(f"{line}\n" for line in story(begun(name, "wasm"))) == known


@pytest.mark.parametrize("name", ["choices", "tricks", "flow", "wide", "alike"])
def test_a_game_is_the_same_when_it_is_copied_kept_and_taken_back(name: str) -> None:
    game, dice = begun(name, "python"), Dice(2)
    positions = [[*asked(game)]]
    chosen: list[str] = []
    while len(chosen) < MOST and not game.over:
        chosen.append(choose(game, dice))
        positions.append([*asked(game)])
    records = len(game.records)
    assert game.number == len(chosen)
    data = json.loads(json.dumps(game.to_json()))
    assert isinstance(game.rules, Rules)
    again = game.rules.from_json(data)
    assert [*asked(again)] == positions[-1]
    for other in (game.copy(), deepcopy(game)):
        assert [*asked(other)] == positions[-1]
        assert len(other.records) == records
    one = game.copy()
    one.undo(len(chosen))
    assert [*asked(one)] == positions[0]
    assert [*asked(game)] == positions[-1]
    for number, label in enumerate(chosen, 1):
        one.choose(label)
        assert [*asked(one)] == positions[number]
    one.undo()
    assert [*asked(one)] == positions[-2]
    with pytest.raises(GameError):
        one.undo(len(chosen))
    with pytest.raises(GameError):
        one.undo(-1)
    assert [*asked(game.again(4))] == positions[0]
    assert one.records == game.records[: len(one.records)]


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_a_listener_hears_what_the_records_say(name: str) -> None:
    game, dice = begun(name, "python"), Dice(2)
    before, heard = len(game.records), []
    stop = game.listen(lambda record, _: heard.append(record))
    for _ in range(4):
        if not game.over:
            choose(game, dice)
    assert tuple(heard) == game.records[before:]
    stop()
    known = len(heard)
    if not game.over:
        choose(game, dice)
    assert len(heard) == known


@pytest.mark.parametrize("executor", ["python", "wasm"])
def test_every_incident_of_a_question_can_be_declared_by_its_words(executor: ExecutorName) -> None:
    game = begun("tricks", executor)
    assert game.incidents[0] == "misdeal"
    assert [title.partition(" by ")[0] for title in game.incidents[1:]] == ["revoke"] * 3
    for said in (*game.incidents, '"misdeal"', "  REVOKE  by " + game.incidents[1].rpartition(" ")[2].upper()):
        other = game.copy()
        other.declare(said)
        assert other.number == game.number + 1
        other.undo()
        assert [*asked(other)] == [*asked(game)]
    dealer = next(seat for seat in game.seats if f"revoke by {seat}" not in game.incidents)
    for said in (
        "revoke",
        "revoke by Zoe",
        f"revoke by {dealer}",
        "misdeal by Ann",
        "by Ann",
        "revoke by",
        'revoke by "Ann',
        "",
    ):
        with pytest.raises(GameError):
            game.declare(said)


def test_who_plays_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module where there is wasmtime, unless somebody wants it otherwise."""
    one = opened("flow")
    wanted: tuple[ExecutorName | None, ...] = ("python", "wasm", None)
    assert [Rules("Flow", (), one, executor).executor for executor in wanted] == ["python", "wasm", "wasm"]
    monkeypatch.setattr(setup, "find_spec", lambda name: None)
    assert [Rules("Flow", (), one, executor).executor for executor in ("python", None)] == ["python", "python"]

    def uncompilable(program: object) -> object:
        raise Uncompilable("nothing that can be compiled")

    monkeypatch.undo()
    monkeypatch.setattr(modules, "InstancePool", uncompilable)
    assert Rules("Flow", (), one, None).executor == "python"
    with pytest.raises(Uncompilable):
        _ = Rules("Flow", (), one, "wasm").executor


@pytest.mark.parametrize("executor", ["python", "wasm"])
def test_choices_are_kept_as_objects_up_to_a_limit(executor: ExecutorName, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then they are made anew: equal to those before."""
    monkeypatch.setattr(setup, "MOST_KNOWN", 3)
    game = begun("choices", executor)
    rules = game.rules
    (ask, kind), *_ = (
        (number, kind)
        for number, one in enumerate(rules.program.asks)
        for kind, answer in enumerate(one.alternatives)
        if answer.texts[0].startswith("bid ")
    )
    bids = [(kind, level, suit) for level in (1, 2, 3) for suit in range(3)]
    made = [rules.choice(ask, raw) for raw in bids[:3]]
    assert all(rules.choice(ask, raw) is one for raw, one in zip(bids, made, strict=False))
    sizes: list[int] = []
    for raw in bids[3:9]:
        rules.choice(ask, raw)
        sizes.append(len(rules.known))
    assert sizes == [1, 2, 3, 1, 2, 3]
    again = rules.choice(ask, bids[0])
    assert again is not made[0]
    assert (again.label, again.raw) == (made[0].label, made[0].raw)
