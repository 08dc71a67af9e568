"""Games with more choices than are offered, choices as values, rules that are opened as texts, and what is said of wrong
arguments: complete results.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle.interpreter.engine import Dice
from hoyle.interpreter.game import Game, Rules, executors
from hoyle.interpreter.game.setup import ExecutorName
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.opening.opened import OpenedGame

from ...golden import same_as_file
from ...small_constructs import FLOW
from ...small_piles import PILES
from ...small_rules import game_of, small_rules
from ..small_scripts import opened

PRINTED = Path(__file__).with_name("printed")


def begun(name: str, executor: ExecutorName = "python", seed: int = 4) -> Game:
    """A small game at its first question."""
    one = opened(name)
    return Rules(one.game.title, (), one, executor).start(seed)


@pytest.mark.parametrize("name", ["choices", "alike", "tricks", "wide"])
def test_more_choices_can_be_made_than_are_offered(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By an object of another game, which has them all, by a label in any spelling; not by a number."""
    whole, dice = begun(name), Dice(3)
    for _ in range(5):
        if whole.over:
            break
        labels, objects, made = whole.choices.labels, [*whole.choices], past(whole)
        monkeypatch.setattr(executors, "MOST_OFFERED", 2)
        few = begun(name)
        for one in made:
            few.choose(few.rules.choice(few._executor.ask, one))
        assert few.choices.labels == labels[:2]
        for one, label in list(zip(objects, labels, strict=True))[:12]:
            assert few.why(one) is None
            assert few.why(label.upper()) is None
            tried = [few.copy() for _ in range(3)]
            for other, said in zip(tried, (one, label, f"  {label} "), strict=True):
                other.choose(said)
            alone = whole.copy()
            alone.choose(one)
            assert [other.state for other in tried] == [alone.state] * 3
            assert [other.number for other in tried] == [alone.number] * 3
            tried[0].undo()
            assert tried[0].state == whole.state
        if len(objects) > 2:
            with pytest.raises(hoyle.IllegalChoice):
                few.choose(2)
        monkeypatch.undo()
        whole.choose(objects[dice.below(len(objects))])


def past(game: Game) -> list[tuple[int, ...]]:
    """Each choice of a game so far."""
    return [game._course.raw(game._course.state_at(at), item) for at, item in enumerate(game._course.history)]


@pytest.mark.parametrize("executor", ["python", "wasm"])
def test_choices_are_values_in_a_list(executor: ExecutorName) -> None:
    game, other = begun("choices", executor), begun("choices", executor)
    choices = game.choices
    assert len(choices) == len({*choices}) == len({*choices, *other.choices}) > 3
    assert choices == other.choices
    assert (choices == [*choices], choices == (*choices,)) == (True, True)
    assert choices != [*choices][:-1]
    assert (choices == {*choices}, choices == choices.labels) == (False, False)
    for at in (0, 1, len(choices) - 1, -1, -len(choices)):
        assert choices[at] == [*other.choices][at]
        assert (choices.last, choices.last_number) == (choices[at], at % len(choices))
    assert choices[1:3] == [*choices][1:3]
    for at in (len(choices), -len(choices) - 1, 10**9):
        with pytest.raises(IndexError, match=f"there are {len(choices)} choices"):
            choices[at]
    assert (choices[1].label in choices, choices[1] in choices, "nonsense" in choices, 3 in choices) == (
        True,
        True,
        False,
        False,
    )
    labels = choices.labels
    game.choose(1)
    assert choices[2].label == labels[2], "it can still be read"
    assert other.choices[2] == choices[2]
    game.undo()
    past_game = game.copy()
    kept = past_game.choices
    past_game.choose(0)
    past_game.undo()
    with pytest.raises(hoyle.GameError, match="a question that was taken back"):
        kept.all()


def test_rules_that_are_a_text(tmp_path: Path) -> None:
    variant = 'variant "More" of flow\nreplace players 2..5 = 4, counterclockwise\n'
    (tmp_path / "flow.hoyle").write_text(FLOW, encoding="utf-8")
    (tmp_path / "more.hoyle").write_text(variant, encoding="utf-8")
    base = tmp_path / "flow.hoyle"
    games = [hoyle.rules(rules, variants=variants, executor="python") for rules, variants in (
        (FLOW, ()), (base, variant), (str(base), (variant,)), (base, tmp_path / "more.hoyle"), (base, (str(tmp_path / "more.hoyle"),)),
    )]  # fmt: skip
    assert [len(one.seats) for one in games] == [3, 4, 4, 4, 4]
    assert len({one.program.fingerprint for one in games[1:]}) == 1
    with pytest.raises(hoyle.RulesError, match="E0908: this is a variant of `flow`, not of"):
        hoyle.rules(FLOW, variants=variant)
    assert hoyle.rules(FLOW, executor="python") is games[0]
    assert hoyle.rules(FLOW) is not games[0]
    benny = hoyle.rules(
        "newberry_euchre", variants=("benny.hoyle", 'variant "Mine" of newberry_euchre\nset target to 7\n')
    )
    assert benny.program.fingerprint != hoyle.rules("newberry_euchre", variants="benny.hoyle").program.fingerprint
    assert benny.options["target"] == "7" or benny.options["target"] == 7


WRONG: dict[str, Callable[[Game, dict[str, Any]], object]] = {
    "unknown rules": lambda _, __: hoyle.rules("wist"),
    "unknown variant": lambda _, __: hoyle.rules("whist", variants="beny"),
    "unknown option": lambda _, __: hoyle.rules("newberry_euchre", options={"targt": 7}),
    "option too large": lambda _, __: hoyle.rules("newberry_euchre", options={"target": 700}),
    "unknown preset": lambda _, __: hoyle.rules("newberry_euchre", preset="nothing"),
    "too many players": lambda _, __: hoyle.rules("whist", players=9),
    "rules with mistakes": lambda _, __: hoyle.rules(small_rules(act="add 1 to p.pints").replace("deck", "deck 1 1")),
    "an executor": lambda _, __: hoyle.rules("whist", executor="fast"),  # type: ignore[arg-type]
    "a number": lambda game, _: game.choose(99),
    "nonsense": lambda game, _: game.choose("nonsense"),
    "an empty text": lambda game, _: game.choose(""),
    "nothing": lambda game, _: game.choose(None),  # type: ignore[arg-type]
    "an incident": lambda game, _: game.declare("fire"),
    "a zone": lambda game, _: game.cards("hnd", "Ann"),
    "an owner": lambda game, _: game.cards("hand", "Zoe"),
    "no owner": lambda game, _: game.cards("hand"),
    "a variable": lambda game, _: game["point"],
    "a player": lambda game, _: game.view("Zoe"),
    "a program": lambda game, _: game.ask("snd"),
    "undo": lambda game, _: game.undo(2),
    "undo a text": lambda game, _: game.undo("1"),  # type: ignore[arg-type]
    "undo less": lambda game, _: game.undo(-1),
    "a fraction": lambda game, _: game.choose(0.5),  # type: ignore[arg-type]
    "yes": lambda game, _: game.choose(True),
    "not a game": lambda game, _: hoyle.from_json({"game": 1}),
    "no game": lambda game, data: hoyle.from_json({key: one for key, one in data.items() if key != "game"}),
    "no rules": lambda game, data: hoyle.from_json({**data, "ruleset": "wist"}),
    "no options": lambda game, data: hoyle.from_json({key: one for key, one in data.items() if key != "options"}),
    "no players": lambda game, data: hoyle.from_json({**data, "players": 3}),
    "no state": lambda game, data: hoyle.from_json({**data, "state": None}),
    "a text": lambda game, data: hoyle.from_json("a text"),  # type: ignore[arg-type]
    "a state of others": lambda game, data: game.rules.at(hoyle.open("whist", seed=1, executor="python").state),  # type: ignore[attr-defined]
    "a listener": lambda game, _: game.listen(3),  # type: ignore[arg-type]
}


def test_what_is_said_of_wrong_arguments() -> None:
    """The game is as it was after each."""
    game = begun("choices")
    game.choose(0)
    data = json.loads(json.dumps(hoyle.open("whist", seed=1, executor="python").to_json()))
    before, lines = game.state, list[str]()
    for what, act in WRONG.items():
        try:
            act(game, data)
        except (ValueError, LookupError) as error:
            lines.append(f"{what}: {type(error).__name__} {error}".replace(str(Path.cwd()), "."))
        assert game.state == before
    assert len(lines) == len(WRONG)
    same_as_file(PRINTED / "wrong.txt", "".join(f"{line}\n" for line in lines))


FIXED: tuple[tuple[str, dict[str, str] | None], ...] = (
    ("draw", None), ("draw", None), ("draw", None), ("draw", {"stock": "2♥"}), ("guess", {"noted": "3♥"}), ("find", {"random": "4♥"}),
    ("look", None), ("look", {"stock": "5♥"}), ("draw", None), ("turn up", {"stock": "3♥"}), ("draw", {"stock": "2♥"}),
    ("draw", {"hand A": "6♥"}), ("draw", {"hand": "6♥"}), ("draw", {"hand B": "6♥"}), ("shuffle", None), ("draw", {"stock": "6♥ 7♥"}),
    ("draw", None), ("take under", {"stock": "7♥"}), ("cut", {"noted": "2♣"}), ("return", {}), ("draw", {"stck": "2♣"}),
    ("deal again", {"stock": "2♣ 3♣ 4♣ 5♣ 6♣"}), ("draw", None), ("draw", None), ("deal again", {"hand of B": "7♥ ??"}),
    ("deal again", {"hand A": ["2♣", "??"], "hand B": "?? 3♣"}), ("look under", None), ("take under", {"hand A": "7♥ 6♥"}),  # type: ignore[dict-item]
)  # fmt: skip
"""Choices, and what is fixed by hand of what chance gives after each."""


@pytest.mark.parametrize("executor", ["python", "wasm"])
def test_what_chance_gives_is_fixed_by_hand(executor: ExecutorName) -> None:
    """Step by step: the hands after each, or why it cannot be; taken back and made again, everything comes again."""
    found = game_of(PILES)
    rules = Rules("Piles", (), OpenedGame.lowered(found, lower(found)), executor)
    game = rules.start(4, deal={"stock": "2♣ 3♣ 4♣ 5♣ 6♣ 7♣"})
    lines = [f"{game.cards('hand', 'A')} {game.cards('hand', 'B')}"]
    for said, deal in FIXED:
        before, copied = game.state, game.copy()
        try:
            game.choose(said, deal=deal)
        except hoyle.GameError as error:
            lines.append(f"{game.turn} {said} {deal}: {error}")
            assert game.state == before
            continue
        hands = [" ".join(map(str, game.cards("hand", seat))) for seat in game.seats]
        lines.append(
            f"{said} {deal}: {hands}, noted {game['noted']}, open {game.cards('open')}, {len(game.cards('stock'))} in stock"
        )
        state, records = game.state, game.records
        game.undo()
        assert game.state == before
        for other in (game, copied, copied.copy()):
            other.choose(said, deal=deal)
            assert other.state == state
            assert other.records == records
    lines += [f"{seat} {game.view(seat)['hand']} {game.view(seat)['stock']}" for seat in (None, *game.seats)]
    if executor == "wasm":
        assert (PRINTED / "fixed.txt").read_text(encoding="utf-8") == "".join(f"{line}\n" for line in lines)
    else:
        same_as_file(PRINTED / "fixed.txt", "".join(f"{line}\n" for line in lines))


@pytest.mark.parametrize("name", ["tricks", "choices", "alike", "values", "wide"])
def test_everything_is_looked_up_by_name(name: str) -> None:
    """As the engine and its view have it, for each owner and for all of them."""
    game, dice = begun(name), Dice(5)
    for _ in range(4):
        rules, words = game.rules, game.rules.words
        for seat in (None, *game.seats):
            view = game.view(seat)
            assert view.player == seat
            for looked, zones in ((view, view.view.zones), (game, rules.engine.view(game.state, -1).zones)):
                for zone in zones:
                    info = rules.program.zones[zone.where.zone]
                    held = zone.cards if looked is view else rules.engine.cards(game.state, zone.where)
                    owner = words.owner(info.owner, zone.where.owner) if info.owner else None
                    cards = rules.values.some(held)
                    assert looked.cards(info.name, owner) == cards
                    assert looked[info.name if owner is None else (info.name, owner)] == cards
                    assert looked[info.name] == cards if owner is None else looked[info.name][owner] == cards
                for number, info in enumerate(rules.program.variables):
                    for of in range(info.count) if info.owner else [-1]:
                        value = rules.values.value(info.type, rules.engine.value(game.state, number, of))
                        owner = words.owner(info.owner, of)
                        assert looked[(info.name, owner) if info.owner else info.name] == value
                        assert looked[info.name] == value if not info.owner else looked[info.name][owner] == value
        if game.over:
            assert (game._executor.ask, game._executor.count) == (-1, -1)
            break
        game.choose(dice.below(len(game.choices)))


@pytest.mark.parametrize("executor", ["python", "wasm"])
def test_a_game_that_is_over_asks_nothing(executor: ExecutorName) -> None:
    game, dice = begun("choices", executor), Dice(1)
    while not game.over:
        game.choose(dice.below(len(game.choices)))
    assert (game._executor.ask, game._executor.count, game._executor.options()) == (-1, -1, [])
    assert (game.turn, [*game.choices], game.incidents, game.question) == (None, [], (), None)
    assert game.winners
    with pytest.raises(hoyle.IllegalChoice, match="E1053"):
        game.choose(0)
    game.undo()
    assert not game.over
    assert game._executor.ask >= 0
