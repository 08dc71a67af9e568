"""A variant that takes players out of play is given the lines of its base that still count everybody."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.loading import load

BASE = """\
game "Least"
language 1
players 3..5
deck 2 3 4 5 6 7 8 9 10 J Q K A
zones
    stock: face down
    pile: face up
    hand of each player: private
remember
    dealer: player
    points of each player: number
    laid of each player: number
main
    set dealer to a random player
    repeat 3 times
        gather every card into stock
        shuffle stock
        {deal}
        for p in players: turn_of(p)
        {pay}
        set dealer to dealer.left
    game over, won by the player with lowest points, otherwise shared
phase turn_of(p: player)
    p chooses
        "lay {{cs}}" for cs in 1..3 cards of p.hand
            move cs to pile
            set p.laid to size of cs
always total points < 100
"""
VARIANT = """\
variant "One rests" of least
add remember
    {how}
change main
    replace the line for p in players: turn_of(p)
        {rest}
        for p in players {without}: turn_of(p)
"""
FLAG = ("resting of each player: yes or no", "set dealer.resting to yes", "where not p.resting")
SET = ("resting: players", "set resting to {dealer}", "except resting")
SHOWN = ("resting: yes or no", "set resting to yes", "where p != dealer")


def places(
    folder: Path, marks: tuple[str, str, str], deal: str = "deal 5 from stock to hand of each player",
    pay: str = "nothing",
) -> list[str]:  # fmt: skip
    (folder / "least.hoyle").write_text(BASE.format(deal=deal, pay=pay), "utf-8")
    file = folder / "rests.hoyle"
    file.write_text(VARIANT.format(how=marks[0], rest=marks[1], without=marks[2]), "utf-8")
    found = [one for one in load(file).diagnostics if one.code == "N0936"]
    assert len(found) <= 1
    assert all(one.span.source.name == str(file) for one in found)
    return [f"{span.text}: {said}" for one in found for span, said in one.notes]


@pytest.mark.parametrize("marks", [FLAG, SET])
def test_lines_that_compare_deal_and_pay_are_listed(tmp_path: Path, marks: tuple[str, str, str]) -> None:
    assert places(tmp_path, marks, pay="for p in players: add 1 to p.points") == [
        "deal 5 from stock to hand of each player: this deals to all players",
        "players: this is done for all players",
    ]
    lowest = places(tmp_path, marks, pay="for p in players where p.laid = lowest laid: add 1 to p.points")
    assert lowest[1:] == ["lowest laid: this compares or counts all players"]


@pytest.mark.parametrize(
    "pay", ["set dealer.points to total points", "for p in players where p.laid > 1: add 1 to p.points", "nothing"]
)
def test_sums_filtered_loops_and_checks_are_not(tmp_path: Path, pay: str) -> None:
    one = "for p in players where p != dealer: deal 5 from stock to p.hand"
    assert places(tmp_path, FLAG, deal=one, pay=pay) == []


def noted(folder: Path, base: str, lines: str) -> tuple[str, list[str]] | None:
    """What takes players out of play in a variant of a game that ships, and the lines that are listed."""
    file = folder / "rests.hoyle"
    file.write_text(f'variant "One rests" of {base}\n{lines}', "utf-8")
    loaded = load(file)
    assert loaded.game is not None, loaded.diagnostics
    for one in loaded.diagnostics:
        if one.code == "N0936":
            return one.message.split("`")[1], [f"{span.text.splitlines()[0]}: {said}" for span, said in one.notes]
    return None


LIVES = """\
add remember
    lives of each player: number "lives left"
change main
    add at the start
        set lives of each player to 3
change deal_hands
    replace the line deal hand_size from stock to hand of each player from dealer.left
        for p in players from dealer.left where p.lives > 0: deal hand_size from stock to p.hand
change score_deal
    add at the end
        for p in players where p.lives > 0 and p.hand_points > 20: subtract 1 from p.lives
"""
STILL_IN = """\
add remember
    gone of each player: yes or no "is out"
add define still_in means every p in players where not p.gone
change main
    replace the line deal hand_size from stock to hand of each player
        for p in still_in: deal hand_size from stock to p.hand
"""
FIFTY = """\
change main
    replace the line deal hand_size from stock to hand of each player
        for p in players where p.points < 50: deal hand_size from stock to p.hand
"""
SCUM = """\
add remember
    resting of each player: yes or no "sits out"
change deal_hands
    replace the line for p in players from dealer.left: deal at most 1 from stock to p.hand
        for p in players from dealer.left where not p.resting: deal at most 1 from stock to p.hand
"""
ROUND = (
    "for p around the table from dealer.left until passes = number of players or any q in players has q.hand is empty"
)


@pytest.mark.parametrize(
    ("base", "lines", "name", "listed", "spared"),
    [
        ("crazy_eights", LIVES, "p.lives > 0", [f"{ROUND}: this asks all players",
         "passes = number of players: this compares with the number of all players"], "players: "),
        ("hearts", STILL_IN, "gone", ["players: this asks all players", "players: this is done for all players"], "deal "),
        ("hearts", FIFTY, "p.points < 50", ["play trick from hand to trick, led by leader: all players play to this trick"], "deal "),
        ("president", SCUM, "resting", ["players: this is done for all players"], "for p around"),
    ],
)  # fmt: skip
def test_players_are_left_out_by_a_number_a_set_or_a_flag(
    tmp_path: Path, base: str, lines: str, name: str, listed: list[str], spared: str
) -> None:
    """`spared`: with what no listed line begins, as it leaves them out already (who holds nothing is not asked)."""
    found = noted(tmp_path, base, lines)
    assert found is not None
    assert found[0] == name
    assert set(listed) <= set(found[1])
    assert not any(one.startswith(spared) for one in found[1])


EXCHANGE = """\
add remember
    used of each player: yes or no "has used the exchange"
change play_hand
    add at the start
        for p in players: swap(p)
add phase swap(p: player)
    if not p.used
        p chooses
            "use the exchange"
                set p.used to yes
            "keep"
                nothing
"""
FINE = """\
add remember
    fined of each player: yes or no "pays a fine"
change main
    add before the line game over, won by the player with lowest points, otherwise shared
        for p in players where p.fined: add 5 to p.points
change play_hand
    add at the start
        for p in players: set p.fined to p.points > 50
"""
ONE_MORE = """\
change deal_hands
    add at the end
        for p in players where p.points > 50: deal 1 from stock to p.hand
"""
SAME_CARDS = """\
change one_deal
    replace the line for p in players from dealer.left where not p in out: deal (1 if p in dogs otherwise n) from stock to p.hand
        for p in players from dealer.left where not p in out: deal n from stock to p.hand
"""
THREE_CARDS = """\
change deal_hands
    replace the line for p in players from dealer.left where p in contenders: deal 2 from stock to p.hand
        for p in players from dealer.left where p in contenders: deal 3 from stock to p.hand
"""


@pytest.mark.parametrize(
    ("base", "lines"),
    [
        ("hearts", EXCHANGE),
        ("hearts", FINE),
        ("crazy_eights", ONE_MORE),
        ("knockout_whist", SAME_CARDS),
        ("texas_holdem", THREE_CARDS),
    ],
)
def test_added_questions_fines_further_cards_and_what_the_base_leaves_out_bring_no_note(
    tmp_path: Path, base: str, lines: str
) -> None:
    assert noted(tmp_path, base, lines) is None


def test_a_variable_that_leaves_nobody_out_brings_no_note(tmp_path: Path) -> None:
    assert places(tmp_path, SHOWN) == []


NO_DEAL = "for p in players where p != dealer: deal 5 from stock to p.hand"


@pytest.mark.parametrize(
    ("asks", "listed"),
    [
        ("turn_of(q)", ["players: this asks all players"]),
        ("for r in players where r.points >= 0: turn_of(r)", ["players: this asks all players"]),
        ("repeat 2 times\n                turn_of(q)", ["players: this asks all players"]),
        ("if q.points > 0: turn_of(q)", ["players: this asks all players"]),
        ("if q.hand is empty: turn_of(q)", ["players: this is done for all players"]),
        ("if q.points > 0: set q.laid to 1", ["players: this is done for all players"]),
        ("move top of stock to pile", []),
        ("nothing", []),
    ],
)
def test_loops_over_all_players_are_listed_by_what_they_do(tmp_path: Path, asks: str, listed: list[str]) -> None:
    pay = f"for q in players\n            {asks}"
    assert places(tmp_path, FLAG, deal=NO_DEAL, pay=pay) == listed
    assert places(tmp_path, SET, deal=NO_DEAL, pay=pay) == listed


@pytest.mark.parametrize(
    ("pay", "listed"),
    [
        ("set dealer.points to highest laid", ["highest laid: this compares or counts all players"]),
        ("set dealer.points to number of q in players where q.laid > 1", []),
        ("set dealer.points to (highest q.laid for q in players where q.laid < 9)", []),
        ("if every q in players has q.laid > 1: add 1 to dealer.points",
         ["every q in players has q.laid > 1: this compares or counts all players"]),
        ("if every q in players has q.hand is empty: add 1 to dealer.points", []),
        ("if dealer.laid = number of players: add 1 to dealer.points",
         ["dealer.laid = number of players: this compares with the number of all players"]),
        ("if dealer.laid = 3: add 1 to dealer.points", []),
    ],
)  # fmt: skip
def test_what_compares_or_counts_everybody_is_listed(tmp_path: Path, pay: str, listed: list[str]) -> None:
    assert places(tmp_path, FLAG, deal=NO_DEAL, pay=pay) == listed
