"""Options: each kind of value, how they are set, and that values depending on them are computed before play."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.loading import load
from hoyle.interpreter.lowering import SettingsError, lower

MORE = """
kind strain: suit or no_trump
kind mood: glad or sad
option amount: 3..9 = 5
option odd: 1 or 3 or 5 = 3
option flag: yes or no = no
option way = up "which way"
    up "up"
    down "down"
    both
option steps = 20
    10 "few"
    20 "more"
option strain_ruling: strain = no_trump
option feeling: mood = sad
option either: suit or none_of_them = hearts
option free = 7
require amount > 3 or not flag "a small amount needs no flag"
preset "low"
    set amount to 3
    set way to down
define known means
    flag -> 1
    way = up -> 2
    way = down -> 3
    otherwise -> 4
define kind_of_way(w: way) means 10 if w = both otherwise 20
"""
EXPRESSION = """
amount * 1000000 + odd * 100000 + (50000 if flag otherwise 0) + steps * 100 + known + kind_of_way(way)
"""


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({}, 5300000 + 2000 + 2 + 20),
        ({"amount": 9, "odd": 5}, 9500000 + 2022),
        ({"amount": "9", "odd": "1", "flag": "yes"}, 9150000 + 2000 + 21),
        ({"flag": True}, 5350000 + 2000 + 21),
        ({"flag": "no", "way": "down", "steps": 10}, 5300000 + 1000 + 23),
        ({"way": "both", "steps": "10"}, 5300000 + 1000 + 14),
    ],
)
def test_options_that_are_numbers(value, options, wanted) -> None:
    assert value(EXPRESSION.strip(), more=MORE, options=options) == wanted


@pytest.mark.parametrize(
    ("options", "test"),
    [
        ({}, "strain_ruling = no_trump and feeling = sad and either = hearts"),
        ({"strain_ruling": "spades"}, "strain_ruling = spades and strain_ruling is a suit"),
        ({"strain_ruling": "no_trump"}, "strain_ruling is not a suit"),
        ({"feeling": "glad"}, "feeling = glad and feeling != sad"),
        ({"either": "none_of_them"}, "either is not a suit and either = none_of_them"),
        ({"either": "clubs"}, "either = clubs and either in {clubs, spades}"),
        ({"free": 1000}, "free = 1000"),
    ],
)
def test_options_that_are_suits_or_words_of_a_kind(value, play, options, test) -> None:
    assert value(test, "yes or no", more=MORE, options=options) == 1
    settled = play("nothing", more=MORE, options=options).program.options
    for name, said in options.items():
        assert settled[name] == said


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"amount": 2}, "cannot be `2`"), ({"amount": 10}, "from 3 to 9"), ({"odd": 2}, "1 or 3 or 5"),
        ({"amount": "five"}, "cannot be `five`"), ({"amount": "--5"}, "--5"), ({"amount": True}, "cannot be `yes`"),
        ({"amount": "9" * 50}, "cannot be"), ({"flag": "maybe"}, "yes or no"), ({"flag": 1}, "cannot be `1`"),
        ({"way": "sideways"}, "up or down or both"), ({"way": 0}, "cannot be `0`"), ({"steps": 15}, "10 or 20"),
        ({"strain_ruling": "trump"}, "spades or no_trump"), ({"amounts": 3}, "no option `amounts`"), ({"": 3}, "no option"),
        ({"amount": 3, "flag": True}, "a small amount needs no flag"),
    ],
)  # fmt: skip
def test_invalid_settings_are_refused(play, options, text) -> None:
    with pytest.raises(SettingsError, match=r".") as error:
        play("nothing", more=MORE, options=options)
    assert text in str(error.value)


def test_all_invalid_settings_are_reported_together(play) -> None:
    with pytest.raises(SettingsError) as error:
        play("nothing", more=MORE, options={"amount": 99, "way": "dwn", "x": 1}, count=9)
    assert [problem.name for problem in error.value.problems] == ["players", "amount", "way", "x"]
    assert error.value.problems[2].help == "did you mean `down`?"


def test_options_override_a_preset(game, rules) -> None:
    made = game(rules("set p to p.left", MORE.replace("define known", "define known_one"), remember="p: player"))
    assert lower(made, preset="low").options["amount"] == 3
    assert lower(made, {"amount": 4}, preset="low").options == {**lower(made, preset="low").options, "amount": 4}
    with pytest.raises(SettingsError, match="no preset `lo`"):
        lower(made, preset="lo")


@pytest.mark.parametrize(("count", "cards"), [(2, 36), (3, 36), (4, 37), (5, 74), (6, 74)])
def test_the_deck_may_depend_on_options_and_players(play, count, cards) -> None:
    more = "option extra: 0..1 = 1\ndefine packs means 2 if number of players > 4 otherwise 1\n"
    more += "define funny means packs if number of players > 3 otherwise 0\n"
    table = play(
        "nothing",
        deck="6 7 8 9 10 J Q K A, packs copies, extra * funny jokers",
        players="2..6 = 4",
        count=count,
        more=more,
    )
    assert len(table.program.deck) == cards
    assert table.program.players == count
    with pytest.raises(SettingsError, match="2 to 6 players, not 7"):
        play("nothing", players="2..6 = 4", count=7)


@pytest.mark.parametrize("deck", ["2 3, extra copies", "2 3, extra - 1 jokers", "2 3, 100 * extra + 100 jokers"])
def test_an_invalid_deck_is_refused(play, deck) -> None:
    with pytest.raises(SettingsError, match="cannot be made"):
        play("nothing", deck=deck, more="option extra: 0..1 = 0\n")


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("require score_of_all > 3", "define score_of_all means total score\n"),
        ("require n > 3", ""),
        ("values pips of each card\n    2: n\n", ""),
        ("option more: 0..3 = 1 if n > 3", ""),
        ("deck", "n copies"),
        ("deck", "size of stock jokers"),
    ],
)
def test_values_fixed_before_play_cannot_depend_on_variables(rules, refuses, part, text) -> None:
    """Options, the deck, requirements and the values of cards must be known before the first deal."""
    deck = f"2 3, {text}" if part == "deck" else "2 3"
    found = rules("set n to 1", "" if part == "deck" else text + part, deck=deck, remember="n: number")
    assert refuses(found)


ADDED = """
add option more: 1..9 = 7
add remember
    extra: number
replace phase turn
    set extra to more
    add extra to p.points
"""
SIMPLE = """
game "Base"
language 1
players 2
deck 2 3 4
option target: 1..9 = 3
option spare: yes or no = no
zones
    stock: face down
    trick: face up
    hand of each player: private
remember
    p: player
    points of each player: number
ranking
    any suit: 4 3 2
define worth(q: player) means q.points * 2
phase turn
    deal 1 from stock to hand of each player
    play trick from hand to trick, led by p, any card, taken by winner
    gather every card into stock
    if spare: add 1 to winner.points
    add 1 to winner.points
main
    gather every card into stock
    repeat until highest worth >= target * 2
        turn
    game over, won by the player with highest points
"""


def variant(tmp_path: Path, text: str, *labels: str):
    (tmp_path / "base.hoyle").write_text(SIMPLE, encoding="utf-8")
    path = tmp_path / "changed.hoyle"
    path.write_text('variant "Changed" of base\n' + text, encoding="utf-8")
    loaded = load(path)
    assert loaded.game is not None, [str(d) for d in loaded.diagnostics]
    return lower(loaded.game)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("set target to 1\n", [1, 0]),
        ("set spare to yes\nset target to 2\n", [2, 0]),
        ("set target to 1\nreplace ranking\n    any suit: 2 3 4\n    equal cards: last played wins\n", [0, 1]),
        ("set target to 1\nreplace define worth(q: player) means q.points + 1\n", [1, 0]),
        ("replace phase turn\n    add target to p.left.points\n", [0, 3]),
        ("remove option spare\nreplace phase turn\n    set p to p.left\n    add 5 to p.points\n", [0, 5]),
        (ADDED, [7, 0]),
    ],
)  # fmt: skip
def test_variants_change_how_a_game_is_played(tmp_path, seat, text, points) -> None:
    table = seat(variant(tmp_path, text))
    while not table.over:
        table.choose(table.labels[0])
    assert table.each("points") == points


def test_a_variant_changes_who_wins(tmp_path, seat) -> None:
    same = "set target to 1\nreplace phase turn\n    deal 1 from stock to hand of each player\n    play trick from hand to trick, led by p, any card, taken by winner\n    gather every card into stock\n    add 1 to winner.points\n"
    # A has 4s, B has 3s.
    for ranking, winner in (
        ("", 0),
        ("replace ranking\n    any suit: 2 3 4\n", 1),
        ("replace ranking\n    any card: 3 4 2\n", 1),
    ):
        table = seat(variant(tmp_path, same + ranking), seed=1)
        assert table.choose("play 4s", "play 3s").over
        assert table.result.winners == (winner,)
