"""A missing `draws` is reported at the choice that drew the card, not only at the later line that needs it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.records import Moved, Shuffled, Where
from hoyle.interpreter.replay.unsaid import UnstatedCards

from ..conftest import Replayed, Wrong

HEAD = """hoyle play 1
game texas_euchre
players A, B, C, D, E
first dealer D
hand E: A♠ A♥ A♦ A♣ K♠ 2♣
hand A: 2♦ 3♦ 4♦ 5♦ 6♦ 7♦
hand B: 2♥ 3♥ 4♥ 5♥ 6♥ 7♥
hand C: 2♠ 3♠ 4♠ 5♠ 6♠ 7♠
hand D: 3♣ 4♣ 5♣ 6♣ 7♣ 8♣
"""
ROUND = """E: lay 2♣
A: lay 7♦, draws 8♦
B: lay 7♥, draws 8♥
C: lay 7♠, draws 8♠
D: lay 8♣, draws 9♣
"""
EXPECTED = "expect hand of E: A♠ A♥ A♦ A♣ K♠ K♥\n"
LINE = len(HEAD.splitlines()) + 1


@pytest.mark.parametrize("later", [EXPECTED, "E: lay K♥, draws 9♠\n", "E: lay K♠ K♥, draws 9♠ 9♥\n"])
def test_the_missing_card_is_reported_at_the_choice_that_drew_it(wrong: Wrong, replayed: Replayed, later: str) -> None:
    found = wrong(HEAD + ROUND + later)
    assert (found.code, found.span.line, found.span.text) == ("E1073", LINE, "lay 2♣")
    assert found.help == "write `E: lay 2♣, draws K♥`"
    assert [span.line for span, _ in found.notes] == [LINE + 5]
    replayed(HEAD + ROUND.replace("lay 2♣", "lay 2♣, draws K♥") + later)


def test_a_card_that_cannot_have_been_drawn_is_reported_where_it_is_used(wrong: Wrong) -> None:
    """A card too many, a card of the deal that is not there, and a card that no player drew."""
    said = ROUND.replace("lay 2♣", "lay 2♣, draws K♥")
    for later, code in (
        (EXPECTED.replace("K♥", "K♥ Q♥"), "E1060"),
        (EXPECTED.replace("A♠", "Q♠"), "E1060"),
        ("E: lay Q♠\n", "E1052"),
        ("E: lay K♥ 9♥\n", "E1052"),
    ):
        found = wrong(HEAD + (said if "Q♠" in later and code == "E1052" else ROUND) + later)
        assert (found.code, found.span.line) == (code, LINE + 5)


def test_nothing_is_reported_in_scripts_that_never_name_draws(wrong: Wrong) -> None:
    found = wrong(HEAD + "E: lay 2♣\nA: lay 7♦\nB: lay 7♥\nC: lay 7♠\nD: lay 8♣\nE: lay Q♠\n")
    assert (found.code, found.span.line) == ("E1052", LINE + 5)


def test_a_side_line_before_the_choice_does_not_matter(wrong: Wrong) -> None:
    """After the side line the same choice of the game draws the card."""
    found = wrong(HEAD + ROUND.replace("A: lay 7♦", "what if\n  A: lay 7♦\nA: lay 7♦") + EXPECTED)
    assert (found.code, found.span.line) == ("E1073", LINE)


MIXED = """game "Mixed"
language 1
players 2
deck 2 3 4 5 6 7 8 9 10 J Q K A
zones
    stock: face down
    hand of each player: private
    out: face up
remember
    laid: number
    laid_by of each player: number
main
    gather every card into stock
    shuffle stock
    deal 2 from stock to hand of each player
    repeat until laid = 8
        for p in players
            p chooses
                "lay {c}" for c in p.hand
                    move c to out
                    deal 1 from stock to p.hand
                    add 1 to laid
                    add 1 to p.laid_by
                "mix"
                    shuffle stock
                    add 1 to laid
    game over, won by the player with highest laid_by, otherwise shared
"""
MIXED_HEAD = """hoyle play 1
game mixed.hoyle
hand A: 2♣ 3♣
hand B: 2♦ 3♦
A: lay 2♣
"""


@pytest.mark.parametrize("side", ["", "what if\n  B: mix\n", "what if\n  B: mix\n  A: mix\n  B: lay 2♦, draws 5♦\n"])
def test_a_shuffle_in_a_side_line_does_not_matter_for_the_game(tmp_path: Path, wrong: Wrong, side: str) -> None:
    """A still holds the card drawn before the side line, although the side line shuffles it away."""
    (tmp_path / "mixed.hoyle").write_text(MIXED, encoding="utf-8")
    found = wrong(MIXED_HEAD + side + "B: lay 2♦, draws 4♦\nexpect hand of A: 3♣ A♣\n", tmp_path)
    assert (found.code, found.span.line, found.help) == ("E1073", 5, "write `A: lay 2♣, draws A♣`")


def test_after_a_shuffle_of_the_game_nothing_is_reported(tmp_path: Path, wrong: Wrong) -> None:
    (tmp_path / "mixed.hoyle").write_text(MIXED, encoding="utf-8")
    found = wrong(MIXED_HEAD + "B: mix\nexpect hand of A: 3♣ A♣\n", tmp_path)
    assert (found.code, found.span.line) == ("E1060", 7)


def test_a_card_named_as_part_of_the_pile_counts_as_named(wrong: Wrong) -> None:
    head = HEAD + "pile stock: Q♥\n"
    found = wrong(head + ROUND + EXPECTED)
    assert (found.code, found.span.line) == ("E1060", LINE + 6)


def test_after_a_shuffle_nothing_is_reported(rulesets: Rulesets) -> None:
    script, _ = parse_script(HEAD + "E: lay 2♣\n", "test.play")
    assert script is not None
    game = script.games[0]
    table = rulesets.for_script(game, None)
    step = game.steps[-1]
    assert isinstance(step, m.Answer)
    unsaid = UnstatedCards(table.engine, table.words, usual=True)
    zones = {zone.name: number for number, zone in enumerate(table.words.program.zones)}
    stock, hand = Where(zones["stock"], -1), Where(zones["hand"], 4)
    unsaid.heard(step, 4, False, [Moved((7,), stock, hand, dealt=True)], ())
    assert unsaid.by == {7: step}
    unsaid.heard(step, 4, False, [Shuffled(stock)], ())
    assert unsaid.by == {}


def test_a_line_is_proposed_only_if_one_choice_drew_exactly_these_cards(tmp_path: Path, wrong: Wrong) -> None:
    (tmp_path / "mixed.hoyle").write_text(MIXED, encoding="utf-8")
    more = "B: lay 2♦, draws 4♦\n"
    one = wrong(f"{MIXED_HEAD}{more}expect hand of A: 3♣ A♣\n", tmp_path)
    two = wrong(f"{MIXED_HEAD}{more}A: lay 3♣\nexpect hand of A: A♣ K♣\n", tmp_path)
    assert (one.code, one.help) == ("E1073", "write `A: lay 2♣, draws A♣`")
    assert (two.code, two.help, two.notes[0][1]) == ("E1073", None, "A♣ K♣ are expected here")
    round = ROUND.replace("lay 2♣", "lay 2♣ K♠")
    less = wrong(HEAD + round + "E: lay Q♠, draws 9♠\n")
    assert (less.code, less.help, less.notes[0][1]) == ("E1073", None, "Q♠ is chosen here")
