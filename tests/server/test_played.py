"""A game at a table: chance is drawn once, a rebuilt game is the same, and what the rules forbid is said in words."""

from __future__ import annotations

from random import Random

import pytest

from hoyle.dsl.loading import rulesets
from hoyle.server.cores.games import GameKeeper
from hoyle.server.cores.opening import opened
from hoyle.server.refusals import Refusal
from hoyle.server.table.chance import TableChance
from hoyle.server.table.entries import DamagedRecord, RulesChosen
from hoyle.server.table.played import PlayedGame

NAMES = ("Ann", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim")


def names_for(name: str) -> tuple[RulesChosen, tuple[str, ...]]:
    from hoyle.server.cores.opening import lowered

    rules = RulesChosen(name)
    return rules, NAMES[: lowered(rules)[1].players]


def played(name: str, random: Random, most: int) -> tuple[PlayedGame, tuple[int, ...], list]:
    rules, names = names_for(name)
    game = PlayedGame(opened(rules, names))
    start, moves = game.begin(None), []
    while game.turn >= 0 and len(moves) < most:
        question = game.view(game.turn)["question"]
        option = random.choice(question["options"])
        answer = random.choice([{"option": option["number"]}, {"choice": option["label"]}])
        try:
            made = game.try_choice(game.turn, answer)
        except Refusal:  # a label that leaves out a value can only be given by its number
            made = game.try_choice(game.turn, {"option": option["number"]})
        game.add(made.choice, made.draws, made.turn, made)
        moves.append(made)
    return game, start, moves


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_a_game_built_again_from_its_record_shows_everybody_the_same(name):
    random = Random(name)
    game, start, moves = played(name, random, 30)
    again = PlayedGame(game.opened)
    assert again.begin(start) == start
    for made in moves:
        again.add(made.choice, made.draws, made.turn)
    for viewer in (None, -1, *range(len(game.words.seats))):
        assert game.view(viewer) == again.view(viewer)


def test_a_record_that_does_not_fit_the_rules_is_damaged():
    game, start, moves = played("newberry_euchre", Random(1), 8)
    for wrong in (start[:-1], (*start, 0), (99, *start[1:])):
        with pytest.raises(DamagedRecord):
            PlayedGame(game.opened).begin(wrong)
    again = PlayedGame(game.opened)
    again.begin(start)
    first = moves[0]
    with pytest.raises(DamagedRecord):
        again.add((98, 1), first.draws, first.turn)
    with pytest.raises(DamagedRecord):
        again.add(first.choice, (*first.draws, 1), first.turn)
    with pytest.raises(DamagedRecord):
        again.add(first.choice, first.draws, (first.turn + 1) % 4)


def test_what_is_illegal_is_refused_with_the_rule():
    rules, names = names_for("hearts")
    game = PlayedGame(opened(rules, names))
    game.begin(None)
    while game.view(game.turn)["question"]["options"][0]["label"].startswith("pass"):
        made = game.try_choice(game.turn, {"option": 0})
        game.add(made.choice, made.draws, made.turn, made)
    held = {card for zone in game.view(game.turn)["scene"]["zones"] for card in zone["cards"] if card}
    legal = {card for option in game.view(game.turn)["question"]["options"] for card in option["cards"]}
    forbidden = sorted(held - legal)
    assert forbidden
    with pytest.raises(Refusal) as found:
        game.try_choice(game.turn, {"choice": f"play {forbidden[0]}"})
    assert found.value.code == "S34"
    assert found.value.sentence.startswith(f"You cannot play {forbidden[0]}: ")
    with pytest.raises(Refusal) as found:
        game.try_choice(game.turn, {"cards": [forbidden[0]]})
    assert found.value.code == "S34"
    card = sorted(legal)[0]
    by_cards, in_words = (game.try_choice(game.turn, one) for one in ({"cards": [card]}, {"choice": f"play {card}"}))
    assert by_cards.choice == in_words.choice
    with pytest.raises(Refusal) as found:
        game.try_choice(game.turn, {"choice": "sing"})
    assert found.value.code == "S33"
    with pytest.raises(Refusal) as found:
        game.try_choice((game.turn + 1) % 4, {"option": 0})
    assert found.value.code == "S30"
    with pytest.raises(Refusal):
        game.try_choice(game.turn, {"option": 20_000})


def test_chance_is_not_a_generator_of_the_game():
    rules, names = names_for("whist")
    first, second = PlayedGame(opened(rules, names)), PlayedGame(opened(rules, names))
    assert first.begin(None) != second.begin(None)


def test_chance_draws_every_candidate():
    chance = TableChance()
    assert {chance.player("x", (0, 1, 2)) for _ in range(200)} == {0, 1, 2}


def test_a_worker_keeps_games_and_says_when_it_misses_one():
    rules, names = names_for("newberry_euchre")
    _, start, moves = played("newberry_euchre", Random(2), 6)
    data = {"ruleset": rules.ruleset, "variants": [], "preset": None, "options": [], "players": 0, "text": None}
    all_moves = [[list(one.choice), list(one.draws), one.turn] for one in moves]
    request = {
        "op": "views", "viewers": [0], "table": "t", "game": "1.0", "view": "", "rules": data, "names": list(names),
        "start": list(start), "base": 4, "moves": all_moves[4:],
    }  # fmt: skip
    keeper = GameKeeper(most=2)
    assert keeper.answer(request) == ({"missing": True}, [])
    whole = {**request, "base": 0, "moves": all_moves}
    _, (text,) = keeper.answer(whole)
    assert keeper.answer({**request, "base": 6, "moves": []})[1] == [text]
    assert keeper.answer({**whole, "moves": all_moves[:3]})[1] != [text]  # three were taken back
    assert keeper.answer(request) == ({"missing": True}, [])
    assert keeper.answer({**whole, "start": [*start[:-1]]})[0].keys() == {"damaged"}
    for other in ("u", "v"):
        keeper.answer({**whole, "table": other})
    assert keeper.answer({**request, "base": 6, "moves": []}) == ({"missing": True}, [])
