"""Games of OpenSpiel from the first chance node to the end: what each seat and each kind of observer learns on the way.

The texts lie in `spiel_walks/` (UPDATE_GOLDEN=1 writes them anew).
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy", reason="numpy is not installed (extra `envs`)")
pytest.importorskip("pyspiel", reason="open-spiel is not installed")

import numpy as np
import pyspiel

import hoyle
from hoyle import envs
from hoyle.dsl.types import MOST_RANDOM
from hoyle.envs.chance import most_outcomes
from hoyle.interpreter.errors import GameError

from ..golden import same_as_file
from ..small_constructs import ALL_CONSTRUCTS
from ..small_rules import small_rules
from ..small_tricks import small_tricks
from .conftest import HERE

DICE = """\
game "Dice"
language 1
players 2
deck 2 3 of reds
option most: 2..6 = 3
zones
    hand of each player: private
    stock: face down
remember
    opener: player
    rolled: number
    points of each player: number
preset "short"
    set most to 2
main
    set opener to a random player
    shuffle every card into stock
    deal 1 from stock to hand of each player
    set rolled to a random number in 1..most
    opener chooses
        "keep"
            add rolled to opener.points
        "give"
            add rolled to opener.left.points
    game over, won by the player with highest points
"""
EVERY_RANK = "deck 2 3 4 5 6 7 8 9 10 J Q K A"
PRIVATE = pyspiel.PrivateInfoType
OBSERVERS = {
    f"{'whole past' if recall else 'now'}, {name}": pyspiel.IIGObservationType(
        perfect_recall=recall, private_info=private
    )
    for recall in (False, True)
    for name, private in (("own cards", PRIVATE.SINGLE_PLAYER), ("what all see", PRIVATE.NONE))
}


def described(state: Any, observers: dict[str, Any], players: int) -> Iterator[str]:
    """What describes a state, line by line."""
    yield str(state)
    mover = state.current_player()
    yield f"player {mover}, over {state.is_terminal()}, {state.returns()}"
    if not state.is_terminal():
        yield ", ".join(f"{one} {state.action_to_string(mover, one)}" for one in state.legal_actions())
    if state.is_chance_node():
        yield ", ".join(f"{one}: {share:.4f}" for one, share in state.chance_outcomes())
        return
    for seat in range(players):
        yield f"{seat} now: {state.observation_string(seat)}"
        yield f"{seat} whole past: {state.information_state_string(seat)}"
        for name, one in observers.items():
            one.tensor.fill(7)
            one.set_from(state, seat)
            yield f"{seat} {name}: {one.string_from(state, seat)}"
            fields = {field: np.flatnonzero(part).tolist() for field, part in one.dict.items() if part.any()}
            yield f"{seat} {name}: {one.tensor.sum():g} {fields}"


def walk(game: Any, seed: int, every: int) -> Iterator[str]:
    """One game, decided at random; so many states are passed by for each that is described."""
    info = game.get_type()
    yield f"{game!s}: {info.long_name}, {info.utility}, {info.min_num_players}..{info.max_num_players} players"
    yield (
        f"{game.num_distinct_actions()} actions, {game.max_chance_outcomes()} outcomes, {game.min_utility():g} to"
        f" {game.max_utility():g}, {game.max_game_length()} choices, sum {game.utility_sum()}, {game.shared.bounds.how}"
    )
    state, dice = game.new_initial_state(), random.Random(seed)
    observers = {name: game.make_py_observer(kind) for name, kind in OBSERVERS.items()}
    for name, one in observers.items():
        one.set_from(state, 0)
        yield f"{name}: {one.tensor.sum():g}, {one.tensor.size}, {one.string_from(state, 0)}"
    for number in itertools.count():
        if state.is_terminal() or number % every == 0:
            yield from described(state, observers, game.num_players())
        if state.is_terminal():
            return
        state.apply_action(dice.choice(state.legal_actions()))


def test_games_are_described_from_beginning_to_end(tmp_path: Path) -> None:
    two = small_rules(players="2", cards="2").replace(EVERY_RANK, "deck 2 3 4 of clubs hearts")
    for name, text in (("two", two), ("tricks", small_tricks(until=1)), ("dice", DICE)):
        (tmp_path / f"{name}.hoyle").write_text(text, "utf-8")
    games: dict[str, tuple[Path, dict[str, Any]]] = {
        "kuhn": (HERE / "kuhn.hoyle", {"rewards": "points", "zero_sum": True}),
        "two": (tmp_path / "two.hoyle", {"bounds": "rules", "record": 2, "tail": 1}),
        "tricks": (tmp_path / "tricks.hoyle", {"bounds": "5", "rewards": "points", "bound": 5}),
        "dice": (tmp_path / "dice.hoyle", {"preset": "short", "rewards": "points"}),
        "fixed dice": (
            tmp_path / "dice.hoyle",
            {"options": {"most": 4}, "deal": {"opener": "B", "hand A": ["3.reds"]}, "bounds": "tree"},
        ),
    }
    for name, (path, more) in games.items():
        out = (
            "\n".join(walk(envs.openspiel(path, **more), 3, 11 if name == "tricks" else 1))
            .replace(str(tmp_path), "")
            .replace(str(HERE), "")
        )
        same_as_file(Path(__file__).with_name("spiel_walks") / f"{name.replace(' ', '_')}.txt", out + "\n")


def test_no_outcome_of_chance_is_as_great_as_it_may_be() -> None:
    assert most_outcomes(hoyle.rules(DICE).program) == MOST_RANDOM + 1
    assert most_outcomes(hoyle.rules(ALL_CONSTRUCTS["choices"]).program) == 29


def test_what_openspiel_may_not_ask_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "dice.hoyle"
    path.write_text(DICE, "utf-8")
    game = envs.openspiel(path)
    with pytest.raises(GameError, match=r"an observer has no parameters; these were given: \{'x': 1\}"):
        game.make_py_observer(None, {"x": 1})
    with pytest.raises(GameError, match=r"a game needs a ruleset: hoyle\(ruleset=NAME\)"):
        type(game)({})
    state = game.new_initial_state()
    with pytest.raises(GameError):
        envs.openspiel(path, deal={"hand A": ["2.reds", "3.reds"]})
    promised = envs.openspiel(path, rewards="points", zero_sum=True, bounds="rules")
    state = promised.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(GameError, match="this game was said to be of zero sum, but its points are"):
        state.returns()
