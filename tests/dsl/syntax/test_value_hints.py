"""The answers to typical mistakes about cards by name, rows of the ranking with conditions, and answers with `otherwise`."""

from __future__ import annotations

import pytest

from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.parser import parse

FRAMES = {
    "ranking": "ranking\n    {}\n",
    "remember": "remember\n    {}\n",
    "statement": "phase a_phase\n    {}\n",
    "answer": 'phase a_phase\n    p chooses\n        "x"\n        {}\n',
}
CASES = [
    ("ranking", "if low trump: A K Q", "E0207", "if low trump:", "write `trump if low: …`"),
    ("ranking", "trump when low: A K Q", "E0207", "when", "write `if`, or `where` for what is chosen from"),
    ("ranking", "trump (low): A K Q", "E0207", "trump (low):", "write `trump if low: …`"),
    ("ranking", "low: trump A K Q", "E0207", "low: trump", "write `trump if low: …`"),
    ("ranking", "trump unless low: A K Q", "E0207", "unless", "write `if not (…)`"),
    (
        "ranking",
        "trump if low otherwise: A K",
        "E0207",
        "trump if low otherwise:",
        "write `trump if low: …`, and a row `trump: …` below it for the other case",
    ),
    (
        "ranking",
        "5 of trump, J of trump: A K Q",
        "E0207",
        "5 of trump, J of trump:",
        "the suit stands in front of the colon, and the cards behind it: `trump: 5, …`",
    ),
    ("ranking", "trump, if low: A K Q", "E0207", "trump, if low:", "there is no comma: `trump if low: …`"),
    (
        "ranking",
        "black suits: A K Q",
        "E0207",
        "black suits:",
        "a row for one suit makes trumps of it; `trump if trump.color = black` asks for the colour",
    ),
    (
        "ranking",
        "trump if trump is black: A K",
        "E0207",
        "trump if trump is black: A K",
        "write `trump if trump.color = black: A K`",
    ),
    ("statement", "set called to the A of s", "E0207", "set called to the A of s", "write `set called to A of s`"),
    ("statement", "set called to ace of s", "E0207", "set called to ace of s", "write `set called to A of s`"),
    ("statement", "set called to A s", "E0207", "set called to A s", "write `set called to A of s`"),
    ("statement", "set called to face A of s", "E0207", "face A of s", "write `A of s`"),
    ("statement", "set called to card A of s", "E0207", "card A of s", "write `A of s`"),
    ("statement", "set called = A of s", "E0205", "=", "write `set called to A of s`"),
    ("statement", "set called to A of any suit", "E0207", "to A of any suit", "say of which suit: `A of s`"),
    ("statement", "set called to r of s", "E0207", "to r of s", "of two names it is written `to face(r, s)`"),
    ("statement", "set called to A♠", "E0206", "♠", "write `spades`"),
    ("remember", "called: card face", "E0207", "called: card face", "write `called: face`"),
    ("remember", "called: a face or none", "E0207", "called: a face or none", "write `called: face or none`"),
    ("remember", "called: face or nothing", "E0207", "called: face or nothing", "write `called: face or none`"),
    (
        "answer",
        '"give up {n}" for n in 1..3 if nothing else',
        "E0207",
        "for n in 1..3 if nothing else",
        "write `otherwise for n in 1..3`",
    ),
    (
        "answer",
        '"give up {n}" if nothing else is possible',
        "E0207",
        "if nothing else is possible",
        "write `otherwise`",
    ),
    ("answer", '"give up {n}" otherwise with n in 1..3', "E0207", "otherwise with n in", "write `otherwise for n in`"),
    (
        "answer",
        '"give up {n}" otherwise for n 1..3',
        "E0207",
        "otherwise for n 1..3",
        "write `otherwise for n in 1..3`",
    ),
    ("answer", '"give up {n}" otherwise, for n in 1..3', "E0207", "otherwise,", "there is no comma: `otherwise for …`"),
    ("answer", '"give up {n}" only if otherwise', "E0207", "only if otherwise", "write `otherwise`"),
    (
        "answer",
        '"give up {n}" otherwise for each n in 1..3',
        "E0207",
        '"give up {n}" otherwise for each n in 1..3',
        'write `"give up {n}" otherwise for n in 1..3`',
    ),
    (
        "answer",
        '"give up {n}" otherwise for n from 1 to 3',
        "E0207",
        '"give up {n}" otherwise for n from 1 to 3',
        'write `"give up {n}" otherwise for n in 1..3`',
    ),
]
"""Where the line stands, the line, the code, the underlined text, and the help."""


@pytest.mark.parametrize(("frame", "line", "code", "underlined", "help"), CASES)
def test_the_answer_says_what_to_write(frame: str, line: str, code: str, underlined: str, help: str) -> None:
    first = parse(Source("test", FRAMES[frame].replace("{}", line, 1)))[1][0]
    assert (first.code, first.span.text, first.help) == (code, underlined, help)


@pytest.mark.parametrize(
    ("frame", "line"),
    [
        ("ranking", "trump if low: A K Q"),
        ("ranking", "trump if not (low): A K Q"),
        ("ranking", "trump: 5, J, J of trump.sister"),
        ("ranking", "trump if trump.color = black: A K"),
        ("statement", "set called to A of s"),
        ("statement", "set called to face(r, s)"),
        ("remember", "called: face or none"),
        ("answer", '"give up {n}" otherwise for n in 1..3'),
        ("answer", '"give up" otherwise'),
    ],
)
def test_what_is_advised_is_right(frame: str, line: str) -> None:
    assert parse(Source("test", FRAMES[frame].replace("{}", line, 1)))[1] == ()
