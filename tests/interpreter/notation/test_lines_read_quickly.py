"""The simplest lines are read by one pattern, all others by the general reader: with the same result, place for place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.dsl.source.span import Source, Span
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation import reader
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.notation.quick import quick
from hoyle.interpreter.notation.reader import RESERVED

from ..small_scripts import recorded

HEAD = "hoyle play 1\ngame tricks\nplayers Ann, Bob, Cyd, Old Dan\n\n"


def places(node: object, path: str = "") -> Iterator[str]:
    """Each place of a tree with where it is, and what the text there is."""
    if isinstance(node, Span):
        yield f"{path}: {node.start}..{node.end} {node.text!r}"
    elif isinstance(node, tuple | list):
        for number, one in enumerate(node):
            yield from places(one, f"{path}.{number}")
    elif isinstance(node, m.SpannedText):
        yield f"{path}: {node.text!r}"
        yield from places(node.span, path)
    elif is_dataclass(node):
        for one in fields(node):
            yield from places(getattr(node, one.name), f"{path}.{one.name}")
        yield from places(getattr(node, "span", None), f"{path} whole")


def read(text: str) -> tuple[Any, list[str], list[str]]:
    """The games, their places, and what is reported."""
    script, problems = parse_script(text, "small.play")
    return script, [*places(script)], [f"{one.code} {one.span} {one.message}" for one in problems]


def same_without_patterns(text: str) -> list[str]:
    quickly = read(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "quick", lambda *_: None)
        assert read(text) == quickly
    return quickly[1]


LINES = (
    "Ann: play A♠", "hand Bob: 2♣ 10♦", "Ann: lay 2♣, draws 4♥", "Ann: lay 2♣, draws 4♥ 5♥", "Ann: draws 4♥", "Ann: draw, draws 2♥",
    "first dealer Ann", "deal stock: 2♣", "trick: Ann 2♣, Bob 3♣", "Ann: say  twice", "expect Ann: x", "Zoe: pass", "Ann:pass",
    "pile stock: 2♣ 3♣", "hand Old Dan: 2♣", "Old Dan: pass", "Ann: bid 3 # well", 'Ann: "x, y"', "Ann: a, b", "note: x y", "x y: z",
    "won Ann: 2♣", "Ann: \u00a0x", "hand Bob: 2♣  3♣", "seed Bob: 3", "Ann: Draws x", "Ann: draws", "Ann: pass, draws", "A_b: pass",
    "hand Bob:", "hand  Bob: 2♣", "game Ann: x", "players: x", "Ann: pass,draws 2♣", "_x: y", "hand _x: y", "Ann: x, draws 2♣ ",
)  # fmt: skip


@pytest.mark.parametrize("name", ["choices", "tricks", "flow", "alike"])
def test_recorded_games(name: str) -> None:
    found = same_without_patterns(recorded(name, 4, 12))
    assert len(found) > 40


def test_lines_of_every_kind() -> None:
    for line in LINES:
        same_without_patterns(f"{HEAD}{line}\n")
        same_without_patterns(f"{HEAD}Bob: pass\n{line}\n  {line}\nAnn: pass\n")


WORDS = st.sampled_from(
    ("Ann", "hand", "Bob", ":", ",", " ", "  ", "draws", "2♣", "10♦", "pass", "Old Dan", "expect", "#", '"', "??")
)


@settings(max_examples=150)
@given(st.lists(WORDS, min_size=1, max_size=9))
def test_lines_of_any_words(words: list[str]) -> None:
    same_without_patterns(f"{HEAD}{' '.join(words).replace(' :', ':').replace(' ,', ',')}\n")


def test_the_places_of_an_answer_and_of_a_deal() -> None:
    text = "..Ann: lay 2♣, draws 4♥ 10♦.hand Bob: K♠ ??."
    source = Source("x", text)
    answer = quick(source, 2, text.index(".hand"), ("ann", "bob"), RESERVED)
    assert isinstance(answer, m.Answer)
    assert [(one.text, one.span.start, one.span.end) for one in (answer.actor, answer.text, *answer.draws)] == [
        ("Ann", 2, 5), ("lay 2♣", 7, 13), ("4♥", 21, 23), ("10♦", 24, 27),
    ]  # fmt: skip
    assert (answer.span.start, answer.span.end) == (2, 27)
    deal = quick(source, text.index("hand"), len(text) - 1, ("ann", "bob"), RESERVED)
    assert isinstance(deal, m.DealtCards)
    assert deal.owner is not None
    assert [(one.text, one.span.start, one.span.end) for one in (deal.zone, deal.owner, *deal.cards)] == [
        ("hand", 28, 32), ("Bob", 33, 36), ("K♠", 38, 40), ("??", 41, 43),
    ]  # fmt: skip
    assert (deal.span.start, deal.span.end) == (28, 43)


def test_lines_that_are_left_to_the_general_reader() -> None:
    for text, names in (
        ("expect: x", ()), ("Ann: x  y", ()), ("Ann: x\u00a0y", ()), ("Ann: x\u200by", ()), ("Ann: draws 2♣", ()), ("Ann: DRAWS", ()),
        ("Ann: a, b", ()), ("Ann: a:b", ()), ("Ann: 'a' \"b\"", ()), ("Ann: a #b", ()), ("Ann: a\\b", ()), ("Ann: a\tb", ()), ("_nn: a", ()),
        ("hand expect: 2♣", ()), ("expect hand: 2♣", ()), ("hand Bob: 2♣", ("hand bob",)), ("hand of Bob: 2♣", ()), ("", ()),
        (f"{'A' * 41}: x", ()), (f"Ann: {'x' * 203}", ()), (f"hand Ann: {'x' * 81}", ()), (f"hand Ann:{' x' * 62}", ()),
    ):  # fmt: skip
        assert quick(Source("x", text), 0, len(text), names, RESERVED) is None, text
    for text in (
        "A: x",
        f"{'A' * 40}: x",
        f"Ann: {'x' * 202}",
        f"hand Ann: {'x' * 80}",
        f"hand Ann:{' x' * 61}",
        "Ann: x, draws 2♣",
        "hand Bob: 2♣",
    ):
        assert quick(Source("x", text), 0, len(text), (), RESERVED) is not None, text
