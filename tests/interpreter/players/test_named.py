"""A player that uses names gets the same question as one that uses numbers, and the same view."""

from __future__ import annotations

import pytest

import hoyle
from hoyle.interpreter.engine import Dice
from hoyle.interpreter.players import Decision, NamedPlayer, Player, Turn, decision_of
from hoyle.interpreter.program import Program
from hoyle.interpreter.records import Choice

RULES = ("newberry_euchre", "noteuchre", "go_fish", "contract_bridge")


class Last(NamedPlayer):
    """Takes the last choice and keeps all questions."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.turns: list[Turn] = []

    def answer(self, turn: Turn) -> hoyle.LegalChoice:
        self.turns.append(turn)
        return turn.choices[-1]


class LastByNumber(Player):
    """The same player, using numbers."""

    def choose(self, decision: Decision) -> Choice:
        return decision.options[-1]


@pytest.mark.parametrize("name", RULES)
def test_a_player_gets_the_question_of_the_game_and_the_view_of_its_seat(name: str) -> None:
    game = hoyle.open(name, seed=11, executor="python")
    player, other = Last(game.rules.program), LastByNumber()
    for number in range(30):
        if game.over:
            break
        decision = decision_of(game.engine, game.state, Dice(number))
        choice = player.choose(decision)
        turn = player.turns[-1]
        assert choice == other.choose(decision)
        assert list(turn.choices) == list(game.choices)
        assert [str(one) for one in turn.choices] == [str(one) for one in game.choices]
        assert turn.player == game.turn
        assert turn.view.zones == game.view(game.turn).zones
        assert turn.dice is decision.dice
        game.choose(turn.choices[number % len(turn.choices)])


def test_cards_of_other_players_are_hidden() -> None:
    game = hoyle.open("whist", seed=2, executor="python")
    player = Last(game.rules.program)
    player.choose(decision_of(game.engine, game.state, Dice(1)))
    view = player.turns[-1].view
    for seat in game.seats:
        assert ("??" in view.cards("hand", seat)) is (seat != game.turn)
    assert view["trump"] == game["trump"]
    with pytest.raises(hoyle.UnknownName):
        view["no such thing"]
