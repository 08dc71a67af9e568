"""What is written on the table: what may stand there, who may know it, and what a variant changes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle import diff, rulebook
from hoyle.dsl.loading import load
from hoyle.dsl.settle.folding import FoldingContext
from hoyle.dsl.settle.settled import settled_text

GAME = """
game "Bids"
language 1
source book "book.txt"
players 4
deck 7 8 9 J Q K A
kind strain: suit or no_trump
option target: 5..9 = 7  "what is played to"
option loud: yes or no = yes  "is it said aloud"
zones
    stock: face down
    heap: face up
    hand of each player: private
remember
    bidder: player or none
    trump: strain or none
    broken: yes or no
    bid of each player: 0..9
    helper of each player: player or none
    passed: players
define held(p: player) means size of p.hand
written on the table
    LINES
main
    shuffle every card into stock
    deal 5 from stock to hand of each player
    move top of stock to heap
    for p in players
        p chooses
            "bid {n}" for n in 1..target
                set bidder to p
                set p.bid to n
                set p.helper to p.left
                set broken to yes
            "pass" if not broken and loud
                set passed to passed + p
            "name {s}" for s in strains
                set trump to s
    game over, won by the player with highest bid
"""
SIZES = "how many cards lie there may be written: a define with `size of`"
GOOD = """
    "contract {bidder.bid} {trump}" if bidder is not none                 [3]
    "open {heap}, to {target}"
    "{p.held} cards" beside p in players
    "helped by {p.helper}, with {p.helper.bid}" beside p in players where p.helper is not none
    "passed" beside p in passed
    "broken" if broken and loud
"""


def found(tmp_path: Path, lines: str, name: str = "bids") -> list[tuple[str, str, str | None]]:
    path = tmp_path / f"{name}.hoyle"
    path.write_text(GAME.replace("LINES", lines.strip()), encoding="utf-8")
    return [(one.code, one.span.text, one.help) for one in load(path).diagnostics if one.code != "W0301"]


def test_good_lines_have_no_mistake(tmp_path: Path) -> None:
    assert found(tmp_path, GOOD) == []


@pytest.mark.parametrize(
    ("line", "code", "at", "help"),
    [
        ('"{broken}"', "E0328", "broken", 'write a line of its own: `"broken" if broken`'),
        ('"{p.hand}" beside p in players', "E0802", "p.hand", SIZES),
        ('"bid {bid}"', "E0310", "bid", "write `{p.bid}`, and `beside p in players` behind the text"),
        ('"bid {p.bid}"', "E0301", "p", "write `{p.bid}`, and `beside p in players` behind the text"),
        ('"bid {p.bit}" beside p in players', "E0312", "bit", "did you mean `bid`?"),
        ('"to {targt}"', "E0301", "targt", "did you mean `target`?"),
        ('"bid {bidder.bid}"', "W0421", "bidder", "test it first: `if bidder is not none`"),
        ('"{p.helper.bid}" beside p in players', "W0421", "p.helper", "test it first: `if p.helper is not none`"),
        ('"s" beside s in suits', "E0401", "suits", None),
        ('"s" beside s in 1..3', "E0401", "1..3", None),
        ('"low" if any c in (dealer_of(bidder)).hand has c.rank = A', "E0301", "dealer_of", None),
        ('"bad" beside p in players where any c in p.hand has c.rank = A', "E0802", "p.hand", SIZES),
        ('"p" if (a random number in 1..2) = 1', "E0610", "a random number in 1..2", None),
    ],
)
def test_a_mistake_in_a_line_is_reported_at_its_place(
    tmp_path: Path, line: str, code: str, at: str, help: str | None
) -> None:
    (first, *_) = found(tmp_path, line)
    assert first[0] == code
    assert first[1] == at
    if help is not None:
        assert first[2] == help


def test_a_second_block_is_refused(tmp_path: Path) -> None:
    lines = '"a"\nwritten on the table\n    "b"'
    assert [code for code, _, _ in found(tmp_path, lines)] == ["E0307"]


def test_a_variant_changes_single_lines(tmp_path: Path) -> None:
    assert found(tmp_path, GOOD) == []
    variant = tmp_path / "loud.hoyle"
    variant.write_text(
        """variant "Loud" of bids
change the lines on the table
    replace the line "passed"
        "has passed" beside p in passed
    remove the line "broken"
    add before the line "{p.held} cards"
        "round one"
""",
        encoding="utf-8",
    )
    loaded = load(variant)
    assert [str(one) for one in loaded.diagnostics if one.code != "W0302"] == []
    assert loaded.game is not None
    assert [line.texts[0] for line in loaded.game.written] == [
        "contract ", "open ", "round one", "", "helped by ", "has passed",
    ]  # fmt: skip
    assert "“What is written on the table” is different." in str(diff(tmp_path / "bids.hoyle", variant))


@pytest.mark.parametrize(
    ("change", "code", "help"),
    [
        ('change the lines on the table\n    remove the line "pased"', "E0909", 'did you mean `"passed"`?'),
        ('add written on the table\n    "x"', "E0903", "`replace` takes its place"),
        ('written on the table\n    "x"', "E0901", "write `add` or `replace` in front of it"),
    ],
)
def test_a_wrong_change_is_answered(tmp_path: Path, change: str, code: str, help: str) -> None:
    assert found(tmp_path, GOOD) == []
    variant = tmp_path / "wrong.hoyle"
    variant.write_text(f'variant "Wrong" of bids\n{change}\n', encoding="utf-8")
    assert [(one.code, one.help) for one in load(variant).diagnostics] == [(code, help)]


def test_what_a_removed_value_leaves_behind_is_listed_with_the_lines_to_write(tmp_path: Path) -> None:
    assert found(tmp_path, GOOD) == []
    variant = tmp_path / "short.hoyle"
    variant.write_text('variant "Short" of bids\nremove option target\n', encoding="utf-8")
    (needed,) = [one for one in load(variant).diagnostics if one.code == "E0913"]
    assert needed.help is not None
    assert 'change the lines on the table\n    replace the line "open {heap}, to {target}"' in needed.help


def test_the_rulebook_tells_what_is_written(tmp_path: Path) -> None:
    assert found(tmp_path, GOOD) == []
    text = str(rulebook(tmp_path / "bids.hoyle"))
    assert "On the table" in text
    assert "passed: beside each passed player." in " ".join(text.split())
    assert "if there is a bidder" in text


def test_a_settled_file_has_its_settings_written_into_the_lines(tmp_path: Path) -> None:
    assert found(tmp_path, GOOD) == []
    game = load(tmp_path / "bids.hoyle").game
    assert game is not None
    loud = next(option for option in game.options if option.name == "loud")
    target = next(option for option in game.options if option.name == "target")
    text = settled_text(game, FoldingContext({loud: 0, target: 9}, 4))
    assert '"open {heap}, to 9"' in text
    assert '"broken"' not in text
    path = tmp_path / "settled.hoyle"
    path.write_text(text, encoding="utf-8")
    assert not [one for one in load(path).diagnostics if one.severity == "error"]
