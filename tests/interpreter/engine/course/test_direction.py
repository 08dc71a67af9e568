"""The order of play: counterclockwise, reversed, and the allowed numbers of players and partners."""

from __future__ import annotations

import pytest

from hoyle.interpreter.lowering import SettingsError, lower

from ..tricks.test_tricks import ZONES, hands

RANKING = "ranking\n    any card: A K Q J 10 9\n"


def test_counterclockwise_the_next_player_sits_to_the_right(play) -> None:
    main = (
        "set r to p.right\nset l to p.left\nset d to p.next\nset e to r.partner\n"
        + hands("9d", "10d", "Ad", "Kd").replace(".left", ".right")
        + "play trick from hand to trick, led by p.right, any card, taken by winner\nset f to winner\n"
    )
    parts = {"players": "4, partners opposite, counterclockwise", "deck": "9 10 J Q K A", "zones": ZONES}
    table = play(main, more=RANKING, remember="p, r, l, d, e, f: player\n", **parts)
    assert [table.var(name) for name in "rlde"] == [1, 3, 1, 3]
    asked = []
    while not table.over:
        asked.append(table.who)
        table.choose(table.labels[0])
    assert asked == [1, 2, 3, 0]
    assert table.var("f") == 2


ROUND = """
play the other way round
for q around the table from p until turns = 5
    q chooses
        "go on"
            add 1 to turns
            set last to q
        "turn"
            add 1 to turns
            set last to q
            play the other way round
"""


def test_reversing_the_order_of_play_and_back(play) -> None:
    table = play(ROUND + "set next_one to p.next\n", remember="p, last, next_one: player\nturns: number\n")
    asked = []
    for label in ("go on", "go on", "turn", "go on", "go on"):
        asked.append(table.who)
        table.choose(label)
    assert asked == [0, 3, 2, 3, 0]
    assert table.var("next_one") == 1


def test_a_trick_follows_the_order_of_play(play) -> None:
    main = hands("9d 9c", "10d 10c", "Ad Ac", "Kd Kc") + (
        "for n in 1..2\n"
        "    play the other way round\n"
        "    play trick from hand to trick, led by p, without {p.left(2)}, any card, taken by winner\n"
        "    move trick to winner.won\n"
    )
    table = play(main, more=RANKING, deck="9 10 J Q K A", zones=ZONES, remember="p: player\n")
    asked = []
    while not table.over:
        asked.append(table.who)
        table.choose(table.labels[0])
    assert asked == [0, 3, 1, 0, 1, 3]


def test_two_players_or_four_with_partners(game) -> None:
    text = """game "Test"
language 1
players 2 or 4 = 4, partners opposite with 4
deck 9 10 J Q K A
zones
    stock: face down
remember
    score of each team: number
    n: number
    mate: player or none
main
    set n to size of teams
    let one be first p in players
    set mate to one.partner
    add 1 to one.team.score
    game over, won by the team with highest score
""".replace("size of teams", "number of t in teams where t.score = 0")
    found = game(text)
    assert found.counts == (2, 4)
    for players, teams in ((4, ((0, 2), (1, 3))), (2, ((0,), (1,)))):
        assert lower(found, {}, players).teams == teams
    with pytest.raises(SettingsError, match="2 or 4 players, not 3"):
        lower(found, {}, 3)


@pytest.mark.parametrize(
    ("players", "partners", "mate"), [("4, partners opposite", 2, 2), ("6, partners opposite", 3, 3)]
)
def test_partners_with_a_fixed_number_of_players(play, players: str, partners: int, mate: int) -> None:
    table = play("set mate to p.partner\n", players=players, remember="p, mate: player\n")
    assert table.var("mate") == mate == partners


def test_without_partners_a_players_partner_is_none(play) -> None:
    main = "set alone to p.partner is none\nset n to number of t in teams where p in t.players\n"
    parts = {"players": "3 or 4 = 3, partners opposite with 4", "remember": "p: player\nalone: yes or no\nn: number\n"}
    table = play(main, **parts)
    assert table.var("alone") == 1
    assert table.var("n") == 1
