"""An advice that is written word for word is accepted and means what its author meant: each is put into a game, and an
example says what then holds."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

import hoyle
from hoyle.dsl.loading import load, rulesets
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source

GAME = """\
game "Tried"
language 1
players 4
deck 7 8 9 10 J Q K A
zones
    stock: face down
    pile: face up
    hand of each player: private
remember
    dealer: player
    maker: player
    penalty: number
    out: players
    lost of each player: number
    won of each player: number
    skipped of each player: yes or no
    points of each player: number
main
    shuffle every card into stock
    set dealer to a random player
    set maker to dealer.left
    for p in players: tried(p)
    game over, won by the player with highest points
phase laid
    move top of stock to pile
phase tried(p: player)
    laid
    let c be top of pile
    {line}
example "it holds" by p
    {before}
    shuffle every card into stock
    tried(p)
    expect {holds}
"""
BEFORE = (
    "set dealer to p",
    "set maker to p.left",
    "set penalty to 5",
    "set out to {p, p.left}",
)


class Case(NamedTuple):
    """A line, what it is when its advice was followed, and what then holds after it."""

    line: str
    better: str
    holds: str
    pile: str = "7 of hearts"
    """The card that comes to lie on the pile."""


OTHERS = "p.points = 0 and p.left.points = 0 and p.left.left.points = 1 and p.right.points = 1"
PAID = "p.points = 2"
SCORES = ": add 2 to p.points"
HELD = "size of p.hand = {0}"

CASES = (
    # what is left out together
    Case(
        "set out to players except maker and dealer",
        "set out to players except {maker, dealer}",
        "out = {p.left.left, p.right}",
    ),
    Case(
        "set out to players except maker + dealer",
        "set out to players except {maker, dealer}",
        "out = {p.left.left, p.right}",
    ),
    Case(
        "for q in players except maker and dealer: add 1 to q.points",
        "for q in players except {maker, dealer}: add 1 to q.points",
        OTHERS,
    ),
    Case(
        "add 1 to points of each player except maker and dealer",
        "add 1 to points of each player except {maker, dealer}",
        OTHERS,
    ),
    Case(
        "if p in players except maker and dealer: add 2 to p.points",
        "if p in players except {maker, dealer}: add 2 to p.points",
        "p.points = 0",
    ),
    Case(
        "if no q in players except p and dealer has q.points > 3: add 2 to p.points",
        "if no q in players except {p, dealer} has q.points > 3: add 2 to p.points",
        PAID,
    ),
    # sets of players
    Case("add p.right to out", "set out to out + p.right", "p.right in out and size of out = 3"),
    Case("remove p from out", "set out to out except p", "out = {p.left}"),
    Case("subtract p from out", "set out to out except p", "out = {p.left}"),
    Case("remove {p, dealer.left} from out", "set out to out except {p, dealer.left}", "out = {}"),
    Case("remove penalty from p.points", "subtract penalty from p.points", "p.points = -5"),
    # how many are in a set, and who is in it or not
    *(
        Case(f"if {said}: add 2 to p.points", f"if {better}: add 2 to p.points", PAID)
        for said, better in (
            ("number of out + 2 = number of players", "size of out + 2 = number of players"),
            ("penalty > number of out", "penalty > size of out"),
            ("dealer.left.left is not in out", "dealer.left.left not in out"),
            ("number of players not in out = 2", "(number of q in players where q not in out) = 2"),
            ("number of players who are not in out = 2", "(number of q in players where q not in out) = 2"),
            ("number of skipped = 0", "(number of q in players where q.skipped) = 0"),
            ("number of players with lost > 3 = 0", "(number of q in players where q.lost > 3) = 0"),
            ("number of players with at least 3 lost = 0", "(number of q in players where q.lost >= 3) = 0"),
            ("nobody has lost > penalty", "no q in players has q.lost > penalty"),
            ("every player has lost < penalty", "every q in players has q.lost < penalty"),
            ("a player has lost >= 5 - penalty", "any q in players has q.lost >= 5 - penalty"),
            ("some player has lost <= 0", "any q in players has q.lost <= 0"),
            ("somebody has at most 1 lost", "any q in players has q.lost <= 1"),
            ("lost of any player < penalty", "any q in players has q.lost < penalty"),
            ("a player has at least 0 cards", "any q in players has size of q.hand >= 0"),
            ("hand of any player is empty", "any q in players has q.hand is empty"),
            ("hand of each player is empty", "every q in players has q.hand is empty"),
            ("hand of no player is not empty", "no q in players has q.hand is not empty"),
            ("somebody has an empty hand", "any q in players has q.hand is empty"),
            ("p is the dealer or the maker", "p in {dealer, maker}"),
            ("p.left is not the dealer or p.right", "p.left not in {dealer, p.right}"),
            ("p is dealer", "p = dealer"),
            ("p.left is maker", "p.left = maker"),
            ("p reaches 0", "p.points >= 0"),
            ("p has reached p.lost", "p.points >= p.lost"),
            ("p reaches 0 lost", "p.lost >= 0"),
            ("pile is a 7", "any d in pile has d.rank = 7"),
            ("pile is a seven", "any d in pile has d.rank = 7"),
            ("pile is not a king", "no d in pile has d.rank = K"),
            ("pile is a heart", "any d in pile has d.suit = hearts"),
            ("pile is not a club", "no d in pile has d.suit = clubs"),
        )
    ),
    Case(
        "repeat until number of out = 3\n        set out to out + p + p.left + p.right",
        "repeat until size of out = 3\n        set out to out + p + p.left + p.right",
        "size of out = 3",
    ),
    *(
        Case(
            f"repeat until {said}\n        add 1 to p.left.points",
            f"repeat until {better}\n        add 1 to p.left.points",
            "p.left.points = 5",
        )
        for said, better in (
            ("a player has points >= penalty", "any q in players has q.points >= penalty"),
            ("some player has points >= penalty", "any q in players has q.points >= penalty"),
            ("any player has points >= penalty", "any q in players has q.points >= penalty"),
            ("a player has penalty points", "any q in players has q.points >= penalty"),
            ("a player has at least 5 points", "any q in players has q.points >= 5"),
            ("a player has 5 points", "any q in players has q.points >= 5"),
            ("a player reaches 5 points", "any q in players has q.points >= 5"),
            ("a player reaches penalty", "any q in players has q.points >= penalty"),
            ("any player has reached 5", "any q in players has q.points >= 5"),
            ("p.left reaches penalty", "p.left.points >= penalty"),
            ("points of any player >= penalty", "any q in players has q.points >= penalty"),
        )
    ),
    Case(
        "for q in players where q is not in out: add 1 to q.points",
        "for q in players where q not in out: add 1 to q.points",
        OTHERS,
    ),
    Case(
        "for each player not in out: add 1 to dealer.points",
        "for q in players where q not in out: add 1 to dealer.points",
        PAID,
    ),
    Case("add 1 to points of each player not in out", "add 1 to points of each player except out", OTHERS),
    *(
        Case(
            f"set out to {{p.left, p, p.right}}\n    {said}", f"set out to {{p.left, p, p.right}}\n    {better}", holds
        )
        for said, better, holds in (
            (f"set maker to {one}", f"set maker to {other} q in players where q not in out", "maker = p.left.left")
            for one, other in (
                ("the player not in out", "the"),
                ("the player who is not in out", "the"),
                ("the last player", "the"),
                ("the only player left", "the"),
                ("player not in out", "the"),
                ("first of players except out", "first"),
                ("the first player not in out", "first"),
            )
        )
    ),
    *(
        Case(f"let n be {said}\n    add n to p.points", f"let n be {better}\n    add n to p.points", PAID)
        for said, better in (
            ("number of players not in out", "number of q in players where q not in out"),
            ("number of players in out", "size of out"),
        )
    ),
    # what somebody takes and discards
    Case("dealer takes the pile", "move pile to dealer.hand", HELD.format(1)),
    Case("the dealer picks up pile", "move pile to dealer.hand", HELD.format(1)),
    # drawing
    Case("draw 2 from stock to p.hand", "deal 2 from stock to p.hand", HELD.format(2)),
    Case("draw penalty from stock to p.hand", "deal penalty from stock to p.hand", HELD.format(5)),
    Case("draw penalty + 1 from stock", "deal penalty + 1 from stock to p.hand", HELD.format(6)),
    Case("draw three cards from the stock to p", "deal 3 from stock to p.hand", HELD.format(3)),
    Case("draw c to p.hand", "move c to p.hand", HELD.format(1)),
    Case(
        "draw 2 if p = dealer otherwise 1 from stock to p.hand",
        "deal (2 if p = dealer otherwise 1) from stock to p.hand",
        HELD.format(2),
    ),
    # who is skipped, who has lost
    Case("skip p.next", "set p.next.skipped to yes", "p.next.skipped and not p.skipped"),
    Case("skip dealer", "set dealer.skipped to yes", "p.skipped and not p.next.skipped"),
    Case("if p = dealer: skip p", "if p = dealer: set p.skipped to yes", "p.skipped"),
    Case("dealer loses", "add 1 to dealer.lost", "p.lost = 1 and p.left.lost = 0"),
    Case("game over, won by the dealer", "add 1 to dealer.won", "p.won = 1 and p.left.won = 0"),
    Case("game over, won by out", "for q in out: add 1 to q.won", "p.won = 1 and p.right.won = 0"),
    Case("game over, lost by out", "for q in out: add 1 to q.lost", "p.lost = 1 and p.right.lost = 0"),
    # what a card is
    *(
        Case(f"if {said}{SCORES}", f"if {better}{SCORES}", PAID, pile)
        for said, better, pile in (
            ("the top card of pile is a seven", "(top of pile).rank = 7", "7 of hearts"),
            ("top of pile is a seven", "(top of pile).rank = 7", "7 of hearts"),
            ("(top of pile) is 7", "(top of pile).rank = 7", "7 of hearts"),
            ("(top of pile) = 7", "(top of pile).rank = 7", "7 of hearts"),
            ("top of pile is a heart", "(top of pile).suit = hearts", "8 of hearts"),
            ("top of pile is hearts", "(top of pile).suit = hearts", "8 of hearts"),
            ("the top card of pile is not a heart", "(top of pile).suit != hearts", "8 of spades"),
            ("the top card of pile is an ace", "(top of pile).rank = A", "A of spades"),
            ("c is a 7", "c.rank = 7", "7 of spades"),
            ("c is 7", "c.rank = 7", "7 of spades"),
            ("c = 7", "c.rank = 7", "7 of spades"),
            ("c is an ace", "c.rank = A", "A of spades"),
            ("c is A", "c.rank = A", "A of spades"),
            ("c is not an 8", "c.rank != 8", "7 of spades"),
            ("c is not a seven", "c.rank != 7", "A of spades"),
            ("c is not a heart", "c.suit != hearts", "A of spades"),
            ("c.rank is a seven", "c.rank = 7", "7 of spades"),
            ("c.rank is a 7", "c.rank = 7", "7 of spades"),
            ("c is a queen of spades", "c = Q of spades", "Q of spades"),
            ("c is the queen of spades", "c = Q of spades", "Q of spades"),
            ("c is Q of spades", "c = Q of spades", "Q of spades"),
            ("top of pile is the 7 of hearts", "top of pile = 7 of hearts", "7 of hearts"),
        )
    ),
    # a number that depends on something
    Case(
        "if p = dealer: subtract 2 if penalty > 2 otherwise 1 from penalty",
        "if p = dealer: subtract (2 if penalty > 2 otherwise 1) from penalty",
        "penalty = 3",
    ),
    Case(
        "subtract 2 if penalty > 2 otherwise 1 from penalty",
        "subtract (2 if penalty > 2 otherwise 1) from penalty",
        "penalty = 3",
    ),
    Case(
        "for q in players: add penalty + 1 if q = dealer otherwise q.left.lost to q.points",
        "for q in players: add (penalty + 1 if q = dealer otherwise q.left.lost) to q.points",
        "p.points = 6 and p.left.points = 0",
    ),
    Case(
        "deal 2 if p = dealer otherwise 1 from stock to p.hand",
        "deal (2 if p = dealer otherwise 1) from stock to p.hand",
        HELD.format(2),
    ),
    Case(
        "move top 2 if p = dealer otherwise 1 of stock to p.hand",
        "move top (2 if p = dealer otherwise 1) of stock to p.hand",
        HELD.format(2),
    ),
    Case(
        "repeat 2 if p = dealer otherwise 1 times\n        add 1 to p.points",
        "repeat (2 if p = dealer otherwise 1) times\n        add 1 to p.points",
        PAID,
    ),
    Case(
        "if penalty > 2 if p = dealer otherwise 9: add 2 to p.points",
        "if penalty > (2 if p = dealer otherwise 9): add 2 to p.points",
        PAID,
    ),
)


def text_of(line: str, holds: str = "p = p", pile: str = "7 of hearts") -> str:
    """The game with a line, and what holds after it."""
    before = "\n    ".join((*BEFORE, f"deal {{{pile}}} to pile"))
    return GAME.format(line=line, before=before, holds=holds)


def faults(text: str) -> set[str]:
    """The codes of what is wrong with a game, its example played."""
    return {one.code for one in hoyle.check(Source("tried", text)).diagnostics if one.severity == "error"}


def first_advice(text: str) -> Diagnostic:
    """What is said first of the tried line."""
    return next(one for one in load(Source("tried", text)).diagnostics if one.help)


@pytest.mark.parametrize("case", [pytest.param(case, id=case.line) for case in CASES])
def test_an_advice_can_be_written_word_for_word(case: Case) -> None:
    found = first_advice(text_of(case.line))
    advised = re.findall("`([^`]+)`", found.help or "")
    line = case.line
    assert any(one in case.better and (one not in line or found.code == "W0624") for one in advised), found.help
    assert faults(text_of(case.better, case.holds, case.pile)) == set()
    assert faults(text_of(case.better, f"not ({case.holds})", case.pile)) == {"E1307"}  # the example is played


def test_whose_team_has_won_is_counted_for_teams() -> None:
    teams = GAME.replace("players 4", "players 4, partners opposite").replace("    penalty: number\n", "")
    text = teams.replace("{line}", "game over, won by dealer.team").split("example")[0]
    assert first_advice(text.replace("    won of each player: number\n", "")).help == (
        "somebody wins by the highest or the lowest of something: `add 1 to dealer.team.won`, and"
        " `game over, won by the team with highest won`, with `won of each team: number` below `remember`"
    )
    held = text.replace("    won of each player: number\n", "").replace(
        "    pile:", "    won of each team: face down\n    pile:"
    )
    assert "`game over, won by the team with highest games_won`" in (first_advice(held).help or "")
    written = held.replace("game over, won by dealer.team", "add 1 to dealer.team.games_won")
    written = written.replace("won by the player with highest points", "won by the team with highest games_won")
    assert faults(written.replace("    out:", "    games_won of each team: number\n    out:")) <= {"E1303"}


@pytest.mark.parametrize("who", ["p", "each player"])
@pytest.mark.parametrize("amount", ["a", "2"])
def test_what_is_discarded_is_chosen_first(who: str, amount: str) -> None:
    found = first_advice(text_of(f"{who} discards {amount} card{'s' if amount == '2' else ''}"))
    first, *below = re.findall("`([^`]+)`", found.help or "")
    lines = [first, *below]
    held = "deal 2 from stock to hand of each player\n    "
    nested = "\n".join("    " * (1 + depth) + line for depth, line in enumerate(lines)).strip()
    game = text_of(held + nested).split("example")[0]
    assert faults(game.replace("    laid\n    let c be top of pile\n", "")) <= {"E1303"}
    assert lines[-1] == f"move {'cs' if amount == '2' else 'c'} to pile"


@pytest.mark.parametrize(
    ("said", "better", "winners"),
    [
        ("lost by the player with highest points", "won by the player with lowest points", "{p.left, p.left.left}"),
        ("lost by the player with the most points", "won by the player with lowest points", "{p.left, p.left.left}"),
        ("the player with most points loses", "won by the player with lowest points", "{p.left, p.left.left}"),
        ("lost by the player with lowest points", "won by the player with highest points", "p"),
        (
            "lost by the player with lowest points, then most lost",
            "won by the player with highest points, then lowest lost",
            "p",
        ),
    ],
)
def test_who_loses_does_not_win(said: str, better: str, winners: str) -> None:
    before = "set p.points to 7\n    set p.right.points to 3\n    "
    said, better = f"game over, {said}", f"game over, {better}"
    assert first_advice(text_of(before + said)).help == f"write `{better}`"
    ended = text_of(before + better).replace("expect p = p", "expect game over, won by {0}")
    assert faults(ended.replace("{0}", winners)) == set()
    assert faults(ended.replace("{0}", "p.right")) == {"E1307"}


def test_what_is_put_back_is_reported_unless_it_stands_in_front() -> None:
    def found(line: str) -> list[str | None]:
        return [one.help for one in load(Source("tried", text_of(line))).diagnostics if one.code == "W0624"]

    assert found("set out to out except p + p.left") == [
        "write `out except {p, p.left}` to leave out both; if it is to be put back, `p.left + (out except p)`"
    ]
    assert found("set penalty to number of s in suits except hearts + clubs where s != c.suit") == [
        (
            "write `suits except {hearts, clubs}` to leave out both; if it is to be put back,"
            " `{clubs} + (suits except hearts)`"
        )
    ]
    meant = (
        "p.left + (out except p)",
        "out except {p, p.left}",
        "out except (p + p.left)",
        "(out except p) + (out except p.left)",
    )
    for one in meant:
        assert found(f"set out to {one}") == []
    assert found("add 1 to points of each player except p + p.left") == []  # there the rest is what is excepted


def test_no_shipped_ruleset_puts_back_what_it_leaves_out() -> None:
    assert not [name for name in rulesets() if any(one.code == "W0624" for one in load(name).diagnostics)]
