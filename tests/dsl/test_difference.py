"""`hoyle diff`: the differences between two games, and the rule card made from them."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from hoyle.dsl.difference import ComparedGame, Difference, differences
from hoyle.dsl.loading import RULESETS
from hoyle.dsl.rulebook.context import RulebookSettings

SCHEMA = json.loads((Path(__file__).resolve().parents[2] / "schemas" / "diff.schema.json").read_text("utf-8"))

VARIANT = """\
variant "Heavy pebbles" of pebbles
set target to 20
replace ranking
    any suit: 2 3 4 5 6 7 8 9 10 J Q K A
replace phase play_hand
    let leader be dealer.left
    repeat 3 times
        play trick from hand to trick, led by leader, following suit, taken by winner
        move trick to stock
        add 2 to winner.points
        set leader to winner
replace deck 2 3 4 5 6 7 8 9 10 J Q K A, 2 copies
remove option ties
add option stones: 1..3 = 1 "stones on the table"
add incident "spill" during play_hand
    subtract stones from points of each player
ruling "Two packs are heavy."
"""

JOKERS = """\
variant "Two jokers" of spades
replace deck 2 3 4 5 6 7 8 9 10 J Q K A, 2 jokers
replace ranking
    joker
    spades: A K Q J 10 9 8 7 6 5 4 3 2
    any other suit: A K Q J 10 9 8 7 6 5 4 3 2
"""


@pytest.fixture
def heavy(house: Path) -> Path:
    path = house.with_name("heavy.hoyle")
    path.write_text(VARIANT, "utf-8")
    return path


def changes(hoyle, *arguments: str | Path) -> list[dict[str, object]]:
    data = json.loads(hoyle("diff", *arguments, "--json").out)
    jsonschema.validate(data, SCHEMA)
    return data["changes"]


def test_the_differences_of_a_variant_from_its_base(hoyle, house: Path, heavy: Path) -> None:
    found = {(c["area"], c["name"]): c for c in changes(hoyle, house, heavy)}
    assert set(found) == {
        ("deck", ""), ("ranking", ""), ("option", "target"), ("option", "ties"), ("option", "stones"),
        ("main", ""), ("phase", "play_hand"), ("incident", "spill"), ("ruling", ""),
    }  # fmt: skip
    assert found["option", "target"]["sentence"] == (
        "Unless something else is chosen, points that end the game: 20 instead of 10."
    )
    assert found["option", "ties"]["how"] == "removed"
    assert found["option", "stones"]["how"] == "added"
    assert found["incident", "spill"]["after"] == [
        "This may be declared at any time during “Play hand”.",
        "Each player loses 1 point.",
    ]


def test_the_text_shows_only_the_differences(hoyle, house: Path, heavy: Path) -> None:
    out = hoyle("diff", house, heavy).out
    assert out.startswith("Heavy pebbles, compared with Pebbles\n")
    assert "“Play hand” is different.\n  - The winner gains 1 point.\n  + The winner gains 2 points.\n" in out
    assert "The deck differs.\n  - The deck is a standard pack of 52 cards.\n" in out
    assert "  + The deck is two standard packs shuffled together, 104 cards.\n" in out
    assert "Ruling: Two packs are heavy." in out


def test_the_effects_of_a_changed_option_are_listed(hoyle, house: Path) -> None:
    done = hoyle("diff", house, "--option-b", "ties=lost")
    assert done.code == 0
    assert "What a tie is: “lost” (nobody scores) instead of “shared” (everybody scores).\n" in done.out
    assert (
        "What that comes to elsewhere:\n\n“Play hand” reads as before, but other changes show in it.\n  - The winner gains 1 point.\n"
        in done.out
    )


def test_a_game_compared_with_itself_has_no_differences(hoyle, games) -> None:
    for name in sorted(games)[::24]:
        game = games[name]
        side = ComparedGame(game, RulebookSettings({option: option.default for option in game.options}))
        assert differences(side, side) == (), name
    assert "They do not differ." in hoyle("diff", "whist", "whist").out


def test_who_wins_among_equal_jokers_makes_a_difference(hoyle, tmp_path: Path) -> None:
    for last in ("first", "last"):
        (tmp_path / f"{last}.hoyle").write_text(JOKERS + f"    equal cards: {last} played wins\n", "utf-8")
    out = hoyle("diff", tmp_path / "first.hoyle", tmp_path / "last.hoyle").out
    assert "  - Of equal cards the one played first wins.\n  + Of equal cards the one played last wins.\n" in out


def test_unrelated_rulesets_can_be_compared(games) -> None:
    sides = [
        ComparedGame(game, RulebookSettings({option: option.default for option in game.options}))
        for game in (games[name] for name in sorted(games)[1::24])
    ]
    for at, one in enumerate(sides):
        found = differences(one, sides[at - 3])
        assert found != ()
        for change in found:
            assert change.sentence[-1] in ".)?…" or change.area in ("ruling", "requirement"), change
            assert not any("_" in text for text in (*change.before, *change.after)), change


def test_citations_and_comments_make_no_difference(hoyle, house: Path) -> None:
    other = house.with_name("other.hoyle")
    other.write_text(house.read_text("utf-8").replace("[8]", "[1-7] # a comment"), "utf-8")
    assert "They do not differ." in hoyle("diff", house, other).out


# ---------------------------------------------------------------------------------------------------------- the card


def test_the_card_of_a_variant_with_options(hoyle, house: Path, heavy: Path) -> None:
    out = hoyle("rulebook", heavy, "--card", "-o", "stones=3", "--format", "md").out
    assert out.startswith("# How we play it here\n\nPebbles, with “Heavy pebbles”.\n")
    assert ": 20 instead of 10." in out
    assert "| Stones on the table | **3** |" in out
    assert "- Two packs are heavy.\n" in out
    assert "The winner gains 2 points." in out


def test_the_card_of_a_game_with_a_variant(hoyle, house: Path, heavy: Path) -> None:
    assert hoyle("rulebook", house, "-v", heavy, "--card").out == hoyle("rulebook", heavy, "--card").out


def test_the_card_of_a_game_as_published(hoyle, house: Path) -> None:
    out = hoyle("rulebook", house, "--card").out
    assert "Pebbles. Everything is played as the rules have it." in out
    assert "<!DOCTYPE html>" in hoyle("rulebook", house, "--card", "--format", "html").out


def test_a_phase_that_became_longer_is_reported_only_itself(hoyle, house: Path) -> None:
    """The rulebook writes a short phase at the place of its call.

    When the phase becomes longer, diff must not report that text as removed.
    """
    path = house.with_name("longer.hoyle")
    path.write_text(
        'variant "Longer" of pebbles\n\nchange score\n    add at the end\n        show trick to everyone\n', "utf-8"
    )
    text = house.read_text("utf-8").replace("add 1 to winner.points", "score(winner)")
    house.write_text(text + "\nphase score(p: player)\n    add 1 to p.points\n", "utf-8")
    assert [(one["area"], one["name"]) for one in changes(hoyle, house, path)] == [("phase", "score")]


def test_what_differs_is_said_with_who_and_when(hoyle, tmp_path: Path) -> None:
    """A sentence inside another comes with it, and a sentence around unchanged ones does not stand hollow."""
    base = (RULESETS / "crazy_eights.hoyle").read_text("utf-8")
    changed = base.replace("c.rank != 8 and fits(c)", "c.rank != 8 and c.rank != 2 and fits(c)", 1)
    assert changed != base
    (tmp_path / "other.hoyle").write_text(changed, "utf-8")
    out = hoyle("diff", "crazy_eights", tmp_path / "other.hoyle").out.splitlines()
    at = next(number for number, text in enumerate(out) if text.startswith("  + ") and "Play ‹card›" in text)
    assert any(text.startswith("    The player chooses") for text in out[at - 3 : at]), out


def test_a_loop_that_changed_around_the_same_lines_is_not_hollow() -> None:
    before = ((0, "Repeat this until A:"), (1, "Deal."), (1, "Play."))
    after = ((0, "If B:"), (1, "Repeat this until A:"), (2, "Deal."), (2, "Play."))
    change = Difference("phase", "changed", "x", "It is different.", (before, after))
    assert change.marked == (
        ("+", 0, "If B:"), (" ", 1, "Repeat this until A:"), (" ", 2, "Deal."), (" ", 2, "Play."),
    )  # fmt: skip
    other = Difference("phase", "changed", "x", "It is different.", (before, (*before[:2], (1, "Stop."))))
    assert other.marked == ((" ", 0, "Repeat this until A:"), ("-", 1, "Play."), ("+", 1, "Stop."))


def test_what_belongs_to_a_changed_sentence_is_stated_once_below_both() -> None:
    before = ((0, "Pass."), (0, "Fold if A."), (1, "Pay:"), (2, "One."), (0, "Stop."), (0, "Go."))
    after = ((0, "Pass."), (0, "Fold if B."), (1, "Pay:"), (2, "Two."), (0, "Stop."))
    change = Difference("phase", "changed", "x", "It is different.", (before, after))
    assert change.marked == (
        ("-", 0, "Fold if A."), ("+", 0, "Fold if B."), (" ", 1, "Pay:"), ("-", 2, "One."), ("+", 2, "Two."),
        ("-", 0, "Go."),
    )  # fmt: skip


def test_a_variant_alone_is_compared_with_its_base(hoyle) -> None:
    assert hoyle("diff", "benny").out == hoyle("diff", "newberry_euchre", "benny").out
    assert "They do not differ." in hoyle("diff", "whist").out
    assert "7 instead of" in hoyle("diff", "whist", "--option-b", "target=7").out
