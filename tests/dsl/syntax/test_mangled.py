"""The parser raises no exception on any text, and every diagnostic has a place inside the text."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.parser import MOST_IN_A_FILE, parse
from hoyle.dsl.syntax.printer.formatter import format_source

ROOT = Path(__file__).resolve().parents[3]

OWN = """\
game "Beggar" [1]   # a small one
players 3..4 = 3
deck 9 J Q K A, packs copies
option target: 1..9 = 3 "points" if x > 1
    3 "short" [2]
zones
    stock: face down
    hand of each player: private
remember
    dealer, last: player or none
ranking
    trump: J, J of trump.sister, A K
    equal cards: first played wins
define packs means
    number of players = 4 -> 2
    otherwise             -> 1
main
    repeat at most 9 times until any p in players has p.hand is empty
        for p in players from dealer.left where p != last: deal 2, 1 from stock to hand of each player
        p chooses
            "take {c}" if x for c in top 3 of stock where c.rank in {J, 9} [3; other 4-5]
                set last, dealer to none
            "pass"
    otherwise
        game over, won by the player with highest points, otherwise a draw
table settle(p: player)
    let n be 2 if x otherwise -1
    n = 1 and not x -> add n * (2 + 3) to p.points, nothing
"""

PATHS = sorted((ROOT / "rulesets").rglob("*.hoyle"))
FILES = [OWN, *sorted((path.read_text(encoding="utf-8") for path in PATHS), key=len)[:32]]
"""A text of our own and the shorter third of the shipped ones: longer ones only take longer."""
PIECES = re.compile(r'"[^"\n]*"|\w+|\n *|\s|.')
NOISE = [
    *(
        "\t",
        "\0",
        "\r\n",
        "\ufeff",
        '"',
        "#",
        "[",
        "]",
        "(",
        ")",
        "{",
        "}",
        "->",
        "..",
        ":",
        "=",
        "==",
        "1",
        "99999999999",
    ),
    *(
        "J",
        "if",
        "otherwise",
        "chooses",
        "top",
        "a",
        "where",
        "to",
        "\n",
        "\n    ",
        "\n  ",
        "é",
        "\ud800",
        "♠",
        "x",
        ",",
    ),
]


def check(text: str) -> None:
    """Parse a text and check the guarantees of the parser."""
    source = Source("mangled", text)
    tree, diagnostics = parse(source)
    assert len(diagnostics) <= 2 * MOST_IN_A_FILE
    for problem in diagnostics:
        assert problem.span.source is source
        assert 0 <= problem.span.start <= problem.span.end <= len(text)
        assert "\n" not in problem.span.text.rstrip("\n") or problem.code == "E0217"
        assert "\n" not in problem.message
    assert list(diagnostics) == sorted(diagnostics, key=lambda problem: problem.span.start)
    assert parse(source) == (tree, diagnostics)
    if not any(problem.severity == "error" for problem in diagnostics):
        formatted = format_source(source)
        assert isinstance(formatted, str)
        assert parse(Source("formatted", formatted))[0] == tree


@st.composite
def mangled(draw: st.DrawFn) -> str:
    pieces = PIECES.findall(draw(st.sampled_from(FILES)))
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(pieces) - 1))
        match draw(st.sampled_from(["leave out", "double", "swap", "put in", "replace", "cut", "move"])):
            case "leave out":
                del pieces[at]
            case "double":
                pieces.insert(at, pieces[at])
            case "swap":
                other = draw(st.integers(0, len(pieces) - 1))
                pieces[at], pieces[other] = pieces[other], pieces[at]
            case "put in":
                pieces.insert(at, draw(st.sampled_from(NOISE)))
            case "replace":
                pieces[at] = draw(st.sampled_from(NOISE))
            case "cut":
                del pieces[at : at + draw(st.integers(1, 30))]
            case _:
                pieces = pieces[at:] + pieces[:at]
        if not pieces:
            break
    return "".join(pieces)


@given(mangled())
def test_deleted_doubled_and_swapped_tokens(text: str) -> None:
    check(text)


@st.composite
def shuffled_lines(draw: st.DrawFn) -> str:
    lines = draw(st.sampled_from(FILES)).splitlines(keepends=True)
    for _ in range(draw(st.integers(1, 5))):
        at = draw(st.integers(0, len(lines) - 1))
        other = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["swap", "double", "leave out", "indent", "outdent"])):
            case "swap":
                lines[at], lines[other] = lines[other], lines[at]
            case "double":
                lines.insert(other, lines[at])
            case "leave out":
                lines[at] = ""
            case "indent":
                lines[at] = " " * draw(st.integers(1, 5)) + lines[at]
            case _:
                lines[at] = lines[at][draw(st.integers(1, 5)) :]
    return "".join(lines)


@given(shuffled_lines())
def test_deleted_doubled_swapped_and_indented_lines(text: str) -> None:
    check(text)


@given(st.text(st.sampled_from('ab if=()[]{}\n \t"#.,:-><1J\0\r'), max_size=200))
def test_random_text(text: str) -> None:
    check(text)


@given(st.binary(max_size=300), st.sampled_from(["utf-8", "latin-1", "utf-16"]))
def test_random_bytes(data: bytes, encoding: str) -> None:
    check(data.decode(encoding, errors="replace"))
    check(data.decode("utf-8", errors="surrogateescape"))


@given(st.lists(st.sampled_from(PIECES.findall(OWN)), max_size=60))
def test_keywords_in_random_order(pieces: list[str]) -> None:
    check(" ".join(pieces))
    check("main\n    " + " ".join(piece for piece in pieces if "\n" not in piece) + "\n")


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_truncated_files(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    chance = random.Random(path.stem)
    for _ in range(8):
        check(text[: chance.randrange(len(text))])


def test_a_file_with_mixed_line_ends_and_no_last_one() -> None:
    check(OWN.replace("\n", "\r\n", 7).rstrip("\n"))


@pytest.mark.parametrize("of_ten", range(10))
def test_one_deleted_token_is_blamed_on_one_line(of_ten: int) -> None:
    """Each of ten tests deletes every fiftieth token, one at a time; with HOYLE_SLOW_TESTS every tenth.

    A token whose loss joins two lines or leaves a block without its heading may be blamed on more lines.  Code E0102
    does not count: a line that starts one column further to the right may make the indentation of the next one wrong.
    """
    for left_out in range(of_ten, len(PIECES.findall(OWN)), 10 if "HOYLE_SLOW_TESTS" in os.environ else 50):
        pieces = PIECES.findall(OWN)
        gone = pieces.pop(left_out)
        text = "".join(pieces)
        check(text)
        problems = [problem for problem in parse(Source("test", text))[1] if problem.code != "E0102"]
        if "\n" not in gone and gone not in ("zones", "ranking", "define", "main"):
            assert len({problem.span.line for problem in problems}) <= 1, (left_out, gone, problems)
