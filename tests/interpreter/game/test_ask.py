"""Players that are programs, asked for a choice in a game; games, rules and views pickled and copied."""

from __future__ import annotations

import pickle
from copy import deepcopy
from pathlib import Path
from typing import ClassVar

import pytest

import hoyle
from hoyle.dsl.loading import rulesets
from hoyle.interpreter.game.setup import ExecutorName
from hoyle.interpreter.players import Decision, Player, guarded, registry
from hoyle.interpreter.records import Choice


class Heard(Player):
    """Takes the last option, and keeps what it was given."""

    remembers = True
    decisions: ClassVar[list[Decision]] = []

    def choose(self, decision: Decision) -> Choice:
        self.decisions.append(decision)
        return decision.options[-1]


@pytest.mark.parametrize("name", ["random", "sound", "think:worlds=2:playouts=8"])
def test_a_player_is_asked_and_gives_a_legal_choice_again_and_again(name: str) -> None:
    game = hoyle.open("newberry_euchre", seed=3)
    for _ in range(6):
        choice = game.ask(name)
        assert choice in game.choices
        assert game.ask(name) == choice
        game.choose(choice)


def test_a_player_gets_what_its_seat_has_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.BUILT_IN, "heard", lambda program, seat: Heard())
    Heard.decisions.clear()
    game = hoyle.open("whist", seed=3)
    for _ in range(9):
        game.choose(0)
    chosen = game.ask("heard")
    (decision,) = Heard.decisions
    assert chosen == game.choices[-1]
    assert game.seats[decision.player] == game.turn
    seen = decision.seen()
    assert seen is not None
    assert decision.view.zones == game.view(game.turn).view.zones


def test_wrong_questions_to_players_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = hoyle.open("newberry_euchre", seed=3)
    with pytest.raises(hoyle.UnknownPlayer, match="did you mean `sound`"):
        game.ask("sond")
    monkeypatch.setattr(Heard, "choose", lambda self, decision: Choice(99, ()))
    monkeypatch.setitem(registry.BUILT_IN, "heard", guarded("heard", lambda program, seat: Heard()))
    with pytest.raises(hoyle.BadPlayer, match="not offered"):
        game.ask("heard")
    while not game.over:
        game.choose(0)
    with pytest.raises(ValueError, match="over"):
        game.ask("random")


@pytest.mark.parametrize("executor", ["python", "wasm"])
def test_games_rules_and_views_are_pickled_and_copied(executor: ExecutorName) -> None:
    rules = hoyle.rules("newberry_euchre", options={"target": 5}, players=("Ann", "Bo", "Cy", "Di"), executor=executor)
    game = rules.start(7)
    for _ in range(11):
        game.choose(0)
    reopened = pickle.loads(pickle.dumps(rules))
    assert (reopened.seats, reopened.options, reopened.executor) == (rules.seats, rules.options, executor)
    assert deepcopy(rules) is rules
    for other in (pickle.loads(pickle.dumps(game)), deepcopy(game)):
        assert other.state == game.state
        assert (other.turn, other.seats, other.rules.options) == (game.turn, game.seats, game.rules.options)
        assert list(other.choices) == list(game.choices)
        other.choose(0)
        assert other.state != game.state
    view = game.view("Bo")
    again = pickle.loads(pickle.dumps(view))
    assert (again.player, dict(again.zones)) == (view.player, dict(view.zones))


def test_rules_that_changed_are_not_taken_for_those_that_were_pickled(tmp_path: Path) -> None:
    path = tmp_path / "mine.hoyle"
    text = rulesets()["whist"].read_text("utf-8")
    path.write_text(text, encoding="utf-8")
    kept = pickle.dumps(hoyle.rules(path))
    path.write_text(text.replace("points >= target", "points > target"), encoding="utf-8")
    with pytest.raises(hoyle.GameError):
        pickle.loads(kept)
