"""Small helpers for descriptions of a game, by hand."""

from __future__ import annotations

from hoyle.dsl.types import NONE, Type
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.records import Choice, Chosen
from hoyle.interpreter.story.chosen import initial_values, name_in_words, named_cards, names_value, row_of

from ...small_constructs import construct_game
from ...small_rules import game_of, small_rules

ANSWERS = (
    '            "swap {d} for {e}" for d in p.hand, e in p.hand where d != e\n                nothing\n'
    '            "pass {cs}" for cs in 1..2 cards of p.hand\n                nothing\n'
    '            "bid {n} {s} to {q}" for n in 1..3, s in suits, q in players\n                nothing\n'
    '            "rest"'
)


def test_what_a_choice_names() -> None:
    program = lower(game_of(small_rules(answers=ANSWERS)))
    suit = program.suits.index("hearts")
    play, swap, several, bid, rest = (
        Chosen(0, 0, Choice(number, values))
        for number, values in enumerate(((5,), (0, 7), (0b1001,), (2, suit, 1), ()))
    )
    assert [named_cards(program, one) for one in (play, swap, several, bid, rest)] == [1 << 5, 0b10000001, 0b1001, 0, 0]
    assert named_cards(program, Chosen(0, 0, Choice(0, (NONE,)))) == 0
    number, of_suit, player, team = Type("number"), Type("suit"), Type("player"), Type("team")
    for type, value, named in (
        (number, 2, True), (number, 1, False), (of_suit, suit, True), (of_suit, 3, False), (player, 1, False), (team, 1, False),
        (Type("rank"), 2, False),
    ):  # fmt: skip
        assert names_value(program, bid, type, value) is named, (type, value)
    assert not names_value(program, rest, number, 0)
    assert names_value(program, play, Type("card"), 5)


def test_the_values_with_which_variables_begin() -> None:
    program = lower(construct_game("values"))
    names = {info.name: number for number, info in enumerate(program.variables)}
    expected: dict[tuple[int, int], int] = {}
    for name, count in (("points", 4), ("tricks", 2), ("void", 4)):
        expected |= {(names[name], owner): 0 for owner in range(count)}
    assert initial_values(program) == expected
    text = small_rules().replace(
        "    points of each player: number\n",
        "    points of each player: 3..9\n    last of each player: card or none\n",
    )
    low = lower(game_of(text.replace("add 1 to p.points", "set p.points to 4")))
    assert initial_values(low) == {(0, owner): 3 for owner in range(low.players)} | {
        (1, owner): -1 for owner in range(low.players)
    }


def test_names_in_words() -> None:
    assert [row_of(name) for name in ("down_3", "down", "last_hit", "up_down_12", "a_", "_7", "down_3a")] == [
        "down", "down", "last_hit", "up_down", "a_", "", "down_3a",
    ]  # fmt: skip
    assert [name_in_words(name) for name in ("last_hit", "a", "to_be_or")] == ["last hit", "a", "to be or"]
