"""A yes-or-no variable that is set: the sentence must read as a change, and a duty that ends is no prohibition."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.rulebook import english as en
from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.plain import plain
from hoyle.dsl.rulebook.sections import rulebook
from hoyle.dsl.source.span import Source

RULES = """\
game "Flags"
language 1
players 4
deck 2 3 4 5 6 7 8 9 10 J Q K A
zones
    stock: face down
    hand of each player: private
remember
    dealer: player
    points of each player: number
    skipping: yes or no {0}
    marked of each player: yes or no {1}
    must_go, can_go, passed of each player: yes or no
define bound(p: player) means p.points > 3 and p.hand is not empty and p.marked and dealer.points < 7 "{2}"
main
    set dealer to a random player
    set skipping to dealer.points = 1
    for p in players
        set p.marked to p.points = 1
        set p.must_go to p.points = 1
        set p.can_go to p.points = 1
        set p.passed to p.points = 1
    {3}
    game over, won by the player with highest points, otherwise shared
"""
SKIPPING, MARKED = "the next player must sit out", "must sit out"


def said(statement: str, skipping: str = SKIPPING, marked: str = MARKED, bound: str = "must show") -> str:
    """The rulebook's text about a statement, without its line breaks."""
    rules = RULES.format(f'"{skipping}"', f'"{marked}"', bound, statement)
    loaded = load(Source("flags.hoyle", rules))
    assert loaded.game is not None, loaded
    return " ".join(plain(rulebook(loaded.game, RulebookSettings({}))).split())


@pytest.mark.parametrize(
    ("clause", "opposite", "change"),
    [
        ("the player must sit out", "the player need not sit out", "from now on the player need not sit out"),
        ("the player must not lead", "the player may lead", "from now on the player may lead"),
        ("the player need not follow", "the player must follow", "from now on the player must follow"),
        ("the player may pass", "the player may not pass", "from now on the player may not pass"),
        ("the player can pass", "the player cannot pass", "from now on the player cannot pass"),
        ("the player has to lead", "the player does not have to lead", "from now on the player does not have to lead"),
        ("the player does not have to lead", "the player has to lead", "from now on the player has to lead"),
        ("somebody has to lead", "nobody has to lead", "from now on nobody has to lead"),
        ("somebody has the siren", "nobody has the siren", "from now on nobody has the siren"),
        ("a card must be shown", "no card has to be shown", "from now on no card has to be shown"),
        ("everybody must follow", "not everybody must follow", "from now on not everybody must follow"),
        ("the player has another turn", "the player does not have another turn", "from now on the player does not have another turn"),
        ("the player misses a turn", "the player does not miss a turn", "from now on the player does not miss a turn"),
        ("hearts are broken", "hearts are not broken", "from now on hearts are not broken"),
        ("the rest is still to be taken", "the rest is not still to be taken", "from now on the rest is no longer to be taken"),
        ("the player has passed", "the player has not passed", "it no longer counts that the player has passed"),
        ("the skat was taken", "the skat was not taken", "it no longer counts that the skat was taken"),
        ("the skat was not taken", "the skat was taken", "note that the skat was taken"),
        ("the taker has no queen", "the taker has a queen", "the taker has now a queen"),
        ("nobody has passed", "somebody has passed", "somebody has now passed"),
    ],
)  # fmt: skip
def test_clauses_that_no_longer_hold(clause: str, opposite: str, change: str) -> None:
    assert en.negated_clause(clause) == opposite
    assert en.become_false(clause, opposite) == change


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        (
            "if skipping: set skipping to no",
            "If the next player must sit out, from now on the next player need not sit out.",
        ),
        ("set dealer.marked to no", "From now on the dealer need not sit out."),
        (
            "if not dealer.marked: set skipping to yes",
            "If the dealer need not sit out, from now on the next player must",
        ),
        ("if no p in players has p.marked: set skipping to yes", "If no player has to sit out,"),
        ("set marked of each player to no", "No player has to sit out any more."),
        ("set must_go of each player to no", "No player has to go any more."),
        ("set dealer.must_go to no", "From now on the dealer does not have to go."),
        ("set dealer.can_go to no", "From now on the dealer cannot go."),
        ("set dealer.passed to no", "It no longer counts that the dealer has passed."),
        (
            "if dealer.points = 0\n        set skipping to no\n        add 1 to dealer.points",
            "from now on the next player need not sit out; the dealer gains 1 point.",
        ),
        ("if not bound(dealer): add 1 to dealer.points", "If the dealer need not show, the dealer gains 1 point."),
    ],
)
def test_statements(statement: str, words: str) -> None:
    assert words in said(statement)


def test_what_is_said_of_an_owner_with_a_clause_of_its_own() -> None:
    owner = "the player who has passed"
    assert en.negated_clause(f"{owner} must sit out", owner) == f"{owner} need not sit out"
    assert en.become_true(f"{owner} must sit out", owner) == f"from now on {owner} must sit out"


def test_changes_made_together() -> None:
    both = [f"it no longer counts that {one} has come" for one in ("the emperor", "the mond")]
    assert en.at_once(both) == "it no longer counts that the emperor has come or that the mond has come"
    assert en.at_once(["hearts are broken", "play ends"]) == "hearts are broken; play ends"


def test_missing_a_turn() -> None:
    text = said(
        "set dealer.left.marked to no\n    if not dealer.left.marked: set skipping to no", marked="misses a turn"
    )
    assert "From now on the player to the dealer's left does not miss a turn." in text
    assert "If the player to the dealer's left does not miss a turn," in text


def test_a_duty_that_is_named_with_has_to() -> None:
    assert "If the dealer does not have to show," in said(
        "if not bound(dealer): set skipping to no", bound="has to show"
    )
