"""What is advised for a line about players of whom something is said, about cards of a pile, or about who folds, is
accepted when it is written word for word, and does what the line says."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from .test_payment_hints import faults, first_advice, text_of


class Case(NamedTuple):
    """A line, the lines that are advised (with what stands below them), and what then holds."""

    line: str
    better: str
    holds: str


FOLDED = "p.right.chips = 1 and p.chips = 0 and p.left.chips = 0"
STAYED = "p.right.chips = 0 and p.chips = 1 and p.left.chips = 1"
NO_TRICKS = "p.chips = 0 and p.left.chips = 0 and p.left.left.chips = 1 and p.right.chips = 1"
MATCHED = "pot = 30 and p.chips = 0 and p.left.left.chips = -10 and p.right.chips = -10"
ADDED = "pot = 11"
KEPT = "pot = 10"

CASES = (
    # a yes or no where a set is meant
    Case(
        "for q in players except folded: add 1 to q.chips",
        "for q in players except (every q in players where q.folded): add 1 to q.chips",
        STAYED,
    ),
    Case("for q in folded: add 1 to q.chips", "for q in (every q in players where q.folded): add 1 to q.chips", FOLDED),
    # of whom something is said
    *(
        Case(
            f"for q in players {said}: add 1 to q.chips",
            f"for q in players where {asked}: add 1 to q.chips",
            holds,
        )
        for said, asked, holds in (
            ("who have not folded", "not q.folded", STAYED),
            ("who have folded", "q.folded", FOLDED),
            ("who folded", "q.folded", FOLDED),
            ("with no tricks", "q.tricks = 0", NO_TRICKS),
            ("where no tricks", "q.tricks = 0", NO_TRICKS),
            ("without tricks", "q.tricks = 0", NO_TRICKS),
            ("who took no trick", "q.tricks = 0", NO_TRICKS),
            ("with tricks > 1", "q.tricks > 1", "p.chips = 0 and p.left.chips = 1"),
            ("with at least 2 tricks", "q.tricks >= 2", "p.chips = 0 and p.left.chips = 1"),
            ("with 1 or more tricks", "q.tricks >= 1", "p.chips = 1 and p.left.chips = 1 and p.right.chips = 0"),
            ("with no cards", "q.hand is empty", "p.chips = 1 and p.left.chips = 1"),
        )
    ),
    Case(
        "deal 1 from stock to hand of each player with tricks > 0",
        "for q in players where q.tricks > 0: deal 1 from stock to q.hand",
        "size of p.hand = 1 and p.right.hand is empty",
    ),
    Case(
        "set leader to the first player who has not folded",
        "set leader to first q in players where not q.folded",
        "leader != p.right",
    ),
    Case("if dealer has not folded: add 1 to pot", "if not dealer.folded: add 1 to pot", ADDED),
    Case("if all players have folded: add 1 to pot", "if every q in players has q.folded: add 1 to pot", KEPT),
    Case("if everyone has folded: add 1 to pot", "if every q in players has q.folded: add 1 to pot", KEPT),
    Case("if someone folded, add 1 to pot", "if any q in players has q.folded: add 1 to pot", ADDED),
    Case("if nobody has folded: add 1 to pot", "if no q in players has q.folded: add 1 to pot", KEPT),
    Case(
        "if all players fold, dealer takes the pot",
        "if every q in players has q.folded\n    add pot to dealer.chips\n    set pot to 0",
        KEPT,
    ),
    Case(
        "players who took no trick match the pot",
        "let due be pot\nfor q in players where q.tricks = 0\n    subtract due from q.chips\n    add due to pot",
        MATCHED,
    ),
    Case(
        "whoever takes no trick matches the pot",
        "let due be pot\nfor q in players where q.tricks = 0\n    subtract due from q.chips\n    add due to pot",
        MATCHED,
    ),
    Case(
        "players who have folded pay 2 chips to the pot",
        "for q in players where q.folded\n    subtract 2 from q.chips\n    add 2 to pot",
        "pot = 12 and p.right.chips = -2 and p.chips = 0",
    ),
    *(
        Case(
            f"{said}: add 1 to pot",
            f"if (number of q in players where not q.folded) = {count}: add 1 to pot",
            holds,
        )
        for said, count, holds in (
            ("if number of players who have not folded = 3", 3, ADDED),
            ("if the number of players who have not folded = 1", 1, KEPT),
            ("if all players but one have folded", 1, KEPT),
            ("if only one player has not folded", 1, KEPT),
        )
    ),
    Case(
        "set pot to number of players who have not folded",
        "set pot to number of q in players where not q.folded",
        "pot = 3",
    ),
    # who does what is remembered
    Case("dealer folds", "set dealer.folded to yes", "p.folded"),
    Case("if pot > 5: p folds", "if pot > 5: set p.folded to yes", "p.folded"),
    # conditions and names
    Case("if the stock is empty, add 1 to pot", "if stock is empty: add 1 to pot", KEPT),
    Case(
        "if any q in players has q.tricks = 2: add 1 to chips of each player except q",
        "for q in players where q.tricks = 2: add 1 to chips of each player except q",
        "p.chips = 1 and p.left.chips = 0 and p.right.chips = 1",
    ),
    # cards of a pile
    Case("shuffle discards into stock", "move discards to stock\nshuffle stock", "discards is empty"),
    Case("move at most top of stock to p.hand", "deal at most 1 from stock to p.hand", "size of p.hand = 1"),
    Case("move at most 2 from stock to p.hand", "deal at most 2 from stock to p.hand", "size of p.hand = 2"),
    Case("move up to two cards from the stock to p", "deal at most 2 from stock to p.hand", "size of p.hand = 2"),
    Case("move at most 1 to p.hand", "deal at most 1 from stock to p.hand", "size of p.hand = 1"),
    Case("move 3 from stock to discards", "deal 3 from stock to discards", "size of discards = 3"),
    # what each one gets, and whose turn it is
    Case("give 10 chips to each player", "add 10 to chips of each player", "p.chips = 10 and p.right.chips = 10"),
    Case(
        "each other player has one more turn",
        "for q in players from p.left where q != p\n    add 1 to q.chips",
        "p.chips = 0 and p.left.chips = 1 and p.right.chips = 1",
    ),
)


@pytest.mark.parametrize("case", [pytest.param(case, id=case.line) for case in CASES])
def test_what_is_advised_can_be_written_word_for_word(case: Case) -> None:
    found = first_advice(text_of(case.line))
    advised = re.findall("`([^`]+)`", found.help or "")
    better = [line.strip() for line in case.better.split("\n")]
    missing = [one for one in advised if not any(one in line for line in better)]
    assert [one for one in missing if one != "q"] == [], found.help
    assert any(one not in case.line for one in advised), found.help
    assert faults(text_of(case.better, case.holds)) == set()
    assert faults(text_of(case.better, f"not ({case.holds})")) == {"E1307"}  # the example is played


def test_turns_are_taken_until_somebody_does_something() -> None:
    found = first_advice(text_of("players take turns until someone folds"))
    assert found.help == (
        "write `for p around the table from dealer.left until any q in players has q.folded`, and below it, indented,"
        " what each one does"
    )
    turns = "for q around the table from dealer.left until any r in players has r.folded\n    set q.folded to yes"
    assert faults(text_of(turns, "p.right.folded")) == set()


def test_what_is_not_remembered_yet_is_to_be() -> None:
    found = first_advice(text_of("dealer knocks"))
    assert found.help == (
        "write `set dealer.knocked to yes`, with `knocked of each player: yes or no` below `remember`"
    )
    text = text_of("set dealer.knocked to yes", "p.knocked")
    assert faults(text.replace("    folded of", "    knocked of each player: yes or no\n    folded of")) == set()


def test_cards_that_were_taken_need_not_lie_in_a_hand() -> None:
    found = first_advice(text_of("for q in players who took no cards: add 1 to q.chips"))
    assert "hand" not in (found.help or "")


def test_the_last_card_of_somebody_shows_the_trump() -> None:
    found = first_advice(text_of("turn up the last card of the dealer as trump"))
    lines = re.findall("`([^`]+)`", found.help or "")
    text = text_of("\n".join(("deal 3 from stock to p.hand", *lines)), "trump = trump")
    assert len(lines) == 3
    assert faults(text.replace("    pot: number", "    trump: suit or none\n    pot: number")) == set()


def test_of_a_name_that_is_known_in_a_condition_only() -> None:
    found = first_advice(text_of("if no q in players has q.tricks = 9: add 1 to q.chips"))
    assert found.help == "`q` is known in the condition only"
    found = first_advice(text_of("if any q in players has q.tricks = 9 and q.folded: add 1 to pot"))
    assert "put brackets around more" in (found.help or "")


def test_the_name_of_a_player_is_not_taken_for_a_slip() -> None:
    assert "did you mean" not in (first_advice(text_of("dealer dawdles")).help or "")
