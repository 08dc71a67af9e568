"""Attributes: the suit and rank of cards, the neighbours of players, partners and teams."""

from __future__ import annotations

import pytest

from hoyle.interpreter.engine import Fault


def seats(count: int) -> str:
    """Statements that name the seats `a0`, `a1` and so on; the first player is seat 0."""
    first = ["let a0 be p"]
    return "\n".join(first + [f"let a{i} be a{i - 1}.left" for i in range(1, count)])


REMEMBER = "p: player\nn: number\nwon of each player: number"
PARTNERS = "p: player\nn: number\nwon of each team: number"


@pytest.mark.parametrize("count", [1, 2, 3, 5, 6])
def test_left_and_right_by_any_number_of_steps(value, count) -> None:
    """One game tests all numbers of steps and counts the right results."""
    parts = {"players": str(count), "remember": f"{REMEMBER}\nright_ones: number"}
    every = range(-2 * count, 2 * count + 1)
    lines = [seats(count)]
    for steps in every:
        right, left = -steps % count, steps % count
        each = [f"a0.left({steps}) = a{left}", f"a0.left(n) = a{left}"]
        each += [f"a0.right({steps}) = a{right}", f"a0.right(n) = a{right}"]
        lines += [f"set n to {steps}", *(f"add (1 if {condition} otherwise 0) to right_ones" for condition in each)]
    assert value("right_ones", before="\n".join(lines), **parts) == 4 * len(every)


@pytest.mark.parametrize("count", [1, 2, 3, 5, 6])
def test_every_player_has_a_left_and_a_right_neighbour(value, count) -> None:
    parts = {"players": str(count), "remember": f"{REMEMBER}\nright_ones: number"}
    lines = [seats(count)]
    for start in range(count):
        test = f"a{start}.left = a{(start + 1) % count} and a{start}.right = a{(start - 1) % count}"
        lines.append(f"add (1 if {test} otherwise 0) to right_ones")
    assert value("right_ones", before="\n".join(lines), **parts) == count


@pytest.mark.parametrize("count", [4, 6])
def test_partners_sit_opposite_and_teams_alternate(value, count) -> None:
    """With four players seats 0 and 2 are team 0.  With six players there are three teams of two."""
    half = count // 2
    parts = {"players": f"{count}, partners opposite", "remember": PARTNERS, "before": seats(count)}
    wanted: list[str] = []
    for i in range(count):
        others = [j for j in range(count) if j % half != i % half]
        own = [j for j in range(count) if j % half == i % half]
        wanted += [
            f"a{i}.partner = a{(i + half) % count}",
            f"a{i}.partner.partner = a{i}",
            f"a{i}.team = a{(i + half) % count}.team",
            f"a{i}.team.players = {{{', '.join(f'a{j}' for j in own)}}}",
            f"a{i}.opponents = {{{', '.join(f'a{j}' for j in others)}}}",
            *(f"a{i}.team != a{j}.team" for j in others),
        ]
    lines = [seats(count), *(f"add (1 if {test} otherwise 0) to right_ones" for test in wanted)]
    together = {**parts, "remember": f"{PARTNERS}\nright_ones: number", "before": "\n".join(lines)}
    assert value("right_ones", **together) == len(wanted)
    assert value("size of teams", **parts) == half
    assert value("size of teams", **{**parts, "before": "add 1 to won of each team"}) == half


def test_the_opponents_of_a_team_are_the_other_team(value) -> None:
    parts = {"players": "4, partners opposite", "remember": PARTNERS, "before": seats(4)}
    for test in ("a0.team.opponents = a1.team", "a1.team.opponents = a0.team", "a0.team.opponents.opponents = a0.team"):
        assert value(test, "yes or no", **parts) == 1


def test_without_partners_all_other_players_are_opponents(value) -> None:
    parts = {"players": "3", "remember": REMEMBER, "before": seats(3)}
    assert value("a1.opponents = {a0, a2}", "yes or no", **parts) == 1
    assert value("a1.opponents = players except a1", "yes or no", **parts) == 1


def test_partner_is_an_error_in_a_game_without_partners(refuses, rules) -> None:
    for text in ("p.partner", "p.team", "p.team.players"):
        assert "E0416" in refuses(rules(f"let x be {text}\nset p to p.left", remember=REMEMBER))


def test_suits_have_colours_and_sisters(value) -> None:
    for suit, sister, color in (
        ("clubs", "spades", "black"), ("spades", "clubs", "black"),
        ("diamonds", "hearts", "red"), ("hearts", "diamonds", "red"),
    ):  # fmt: skip
        for test in (f"s.sister = {sister}", f"s.color = {color}", f"{suit}.sister = {sister}"):
            assert value(test, "yes or no", before=f"set s to {suit}", remember="s: suit") == 1


def test_suit_rank_and_number_of_cards(value) -> None:
    deck = "2 9 10 J A"
    for rank, number in (("2", 2), ("9", 9), ("10", 10), ("J", 0), ("A", 0)):
        before = f"let c be the c1 in stock where c1 = {rank} of hearts"
        parts = {"before": before, "deck": deck}
        assert value("c.number", **parts) == number
        assert value("c.suit = hearts", "yes or no", **parts) == 1
        assert value(f"c.rank = {rank}", "yes or no", **parts) == 1
        assert value("c is joker", "yes or no", **parts) == 0


def test_a_joker_has_no_suit_and_no_rank(value) -> None:
    parts = {"deck": "2 3, 2 jokers", "before": "let j be top of stock", "remember": "price: number"}
    for test, wanted in {
        "j is joker": 1, "j.suit is none": 1, "j.rank is none": 1, "j.suit = spades": 0, "j.rank in {2, 3}": 0,
        "j.suit in suits": 0, "j.rank in ranks except 2": 0, "j.number = 0": 1,
    }.items():  # fmt: skip
        assert value(test, "yes or no", **parts) == wanted, test
    assert value("number of c in stock where c is joker", **parts) == 2
    assert value("number of c in stock where c = j", **parts) == 2
    assert value("number of s in suits where s = j.suit", **parts) == 0


@pytest.mark.parametrize("text", ["j.suit.sister", "2 of j.suit", "{j.suit}", "suits except j.suit", "j.suit.cost"])
def test_using_the_suit_of_a_joker_is_a_fault(value, text) -> None:
    with pytest.raises(Fault) as fault:
        value(f"number of s in suits where {text.replace('j.suit.cost', 'j.suit')} {TESTS.get(text, '')}",
              deck="2 3, 1 jokers", before="let j be top of stock", more="values cost of each suit\n    hearts: 4\n",
              )  # fmt: skip
    assert fault.value.code == "E1202"


TESTS = {
    "j.suit.sister": "= s",
    "2 of j.suit": "in stock",
    "{j.suit}": "is not empty",
    "suits except j.suit": "is not empty",
    "j.suit.cost": ".cost = 4",
}


def test_suits_declared_by_the_rules(play) -> None:
    table = play(
        "let c be top of stock\nset s to c.suit\nset n to size of suits\nmove c to heap",
        deck="Re 3 of coins cups swords",
        remember="s: suit\nn: number",
    )
    assert (table.var("s"), table.var("n"), table.zone("heap")) == (2, 3, "3s")
