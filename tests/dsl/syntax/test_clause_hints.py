"""The answers to typical mistakes in the clauses of a trick, in steps of numbers, and about piles as they lie."""

from __future__ import annotations

import pytest

from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.parser import parse

TRICK = "play trick from hand to trick, led by leader"
FRAMES = {
    "statement": "phase a_phase\n    {}\n",
    "trick": f"phase a_phase\n    {TRICK}, {{}}\n",
    "card": f"phase a_phase\n    {TRICK}, any card\n        {{}}\n            stop\n",
    "answer": 'phase a_phase\n    p chooses\n        "x"\n        {}\n',
}
CASES = [
    ("statement", "for n in 60..180 by 5: add n to m", "E0207", "in 60..180 by 5", "write `60..180 in steps of 5`"),
    ("statement", "for n in 60..180 step 5: add n to m", "E0207", "in 60..180 step 5", "write `60..180 in steps of 5`"),
    (
        "statement",
        "for n in 60..180 in steps 5: add n to m",
        "E0207",
        "in 60..180 in steps 5",
        "write `60..180 in steps of 5`",
    ),
    (
        "statement",
        "for n in 60..180 in steps of n: add n to m",
        "E0207",
        "in steps of n",
        "the steps are a number: `in steps of 5`; others are told by `where`",
    ),
    (
        "statement",
        "for n in 60 to 180 in steps of 5: add n to m",
        "E0213",
        "to 180 in steps of 5: add n to m",
        "a range is written `1..3`",
    ),
    (
        "statement",
        "for n in 60..180 in fives: add n to m",
        "E0207",
        "in 60..180 in fives",
        "write `60..180 in steps of 5`",
    ),
    (
        "statement",
        "for n in steps of 5: add n to m",
        "E0213",
        "of 5: add n to m",
        "a line like `for p in players from dealer.left`",
    ),
    (
        "statement",
        "for n in 180 down to 60 by 10: add n to m",
        "E0207",
        "in 180 down to 60 by 10",
        "write `180 down to 60 in steps of 10`",
    ),
    (
        "statement",
        "for n in 60..180 every 5: add n to m",
        "E0207",
        "in 60..180 every 5",
        "write `60..180 in steps of 5`",
    ),
    ("statement", "for n in 60, 65 .. 180: add n to m", "E0207", "60, 65", "a set stands in braces: `{60, 65}`"),
    ("statement", "cut the stock", "E0207", "cut the stock", "write `cut stock`"),
    ("statement", "cut every card", "E0207", "cut every card", "name the pile: `cut stock`"),
    (
        "statement",
        "cut 5 from stock",
        "E0207",
        "cut 5 from stock",
        "write `move top 5 of stock to bottom of stock`; `cut stock` takes a random number",
    ),
    (
        "statement",
        "cut top 5 of stock",
        "E0207",
        "cut top 5 of stock",
        "write `move top 5 of stock to bottom of stock`; `cut stock` takes a random number",
    ),
    (
        "statement",
        "cut stock at 5",
        "E0207",
        "cut stock at 5",
        "write `move top 5 of stock to bottom of stock`; `cut stock` takes a random number",
    ),
    ("statement", "cut stock once", "E0207", "cut stock once", "write `cut stock` alone"),
    ("statement", "cut stock to dealer", "E0207", "cut stock to", "write `cut stock` alone"),
    ("statement", "cut the deck", "E0207", "cut the deck", "name the pile: `cut stock`"),
    (
        "statement",
        "gather every card into stock in order",
        "E0207",
        "stock in order",
        "write `stock in the order they lie`",
    ),
    (
        "statement",
        "gather every card into stock in that order",
        "E0207",
        "stock in that order",
        "write `stock in the order they lie`",
    ),
    (
        "statement",
        "gather every card into stock as they lie",
        "E0207",
        "stock as they lie",
        "write `stock in the order they lie`",
    ),
    (
        "statement",
        "gather every card in order into stock",
        "E0207",
        "gather every card in order into stock",
        "write `gather every card into stock in the order they lie`",
    ),
    (
        "statement",
        "gather every card into stock without shuffling",
        "E0207",
        "stock without shuffling",
        "write `stock in the order they lie`",
    ),
    ("statement", "gather every card into stock in the order they are", "E0201", "are", "write `lie` instead"),
    (
        "statement",
        "gather every card into stock unshuffled",
        "E0207",
        "stock unshuffled",
        "write `stock in the order they lie`",
    ),
    (
        "statement",
        "gather trick into stock in the order they lie",
        "E0207",
        "gather trick into stock",
        "write `move trick to stock`: the cards keep their order",
    ),
    (
        "trick",
        "following suit, except c where c.rank = J",
        "E0207",
        "following suit, except c where",
        "write `following suit or c where …`",
    ),
    (
        "trick",
        "following suit except c where c.rank = J",
        "E0207",
        "following suit except c where",
        "write `following suit or c where …`",
    ),
    ("trick", "following suit or J", "E0207", "following suit or J", "write `following suit or c where c.rank = J`"),
    (
        "trick",
        "following suit or c.rank = J",
        "E0207",
        "following suit or c.rank",
        "write `following suit or c where c.rank …`",
    ),
    (
        "trick",
        "following suit unless c.rank = J",
        "E0207",
        "following suit unless c.rank",
        "write `following suit or c where c.rank …`",
    ),
    (
        "trick",
        "following suit or any c where c.rank = J",
        "E0207",
        "following suit or any c",
        "a name stands for the card: `following suit or c where …`",
    ),
    (
        "trick",
        "following suit or if c.rank = J",
        "E0207",
        "following suit or if c.rank",
        "write `following suit or c where c.rank …`",
    ),
    (
        "trick",
        "following suit or any card where c.rank = J",
        "E0207",
        "following suit or any card",
        "a name stands for the card: `following suit or c where …`",
    ),
    (
        "trick",
        "following suit, or c where c.rank = J",
        "E0207",
        "following suit, or c where",
        "there is no comma: `following suit or c where …`",
    ),
    (
        "trick",
        "any card or c where c.rank = J",
        "E0207",
        "any card or c where",
        "leave it out: after `any card` every card may be played",
    ),
    (
        "trick",
        "following suit, taken by the player of the highest c in trick by v(c)",
        "E0207",
        "taken by the player of the highest c in trick by",
        "write `taken by winner with the highest c by …`",
    ),
    (
        "trick",
        "following suit, taken by w by the highest c by v(c)",
        "E0207",
        "taken by w by the highest c by",
        "write `with the highest c by …`",
    ),
    (
        "trick",
        "following suit, taken by w with highest c by v(c)",
        "E0207",
        "taken by w with highest c by",
        "write `with the highest c by …`",
    ),
    (
        "trick",
        "following suit, taken by w with the highest c in trick by v(c)",
        "E0207",
        "taken by w with the highest c in trick",
        "write `with the highest c by …`",
    ),
    (
        "trick",
        "following suit, taken by w with the best c by v(c)",
        "E0207",
        "with the best c",
        "write `with the highest c by …`",
    ),
    (
        "trick",
        "following suit, taken by w with the highest v(c)",
        "E0207",
        "with the highest v(c)",
        "write `with the highest c by v(c)`",
    ),
    (
        "trick",
        "following suit, taken by w = dealer",
        "E0207",
        "taken by w = dealer",
        "write `taken by w who is dealer`",
    ),
    (
        "trick",
        "following suit, taken by w who has the highest c",
        "E0207",
        "taken by w who has the highest c",
        "write `with the highest c by …`",
    ),
    ("trick", "following suit, taken by the winner", "E0207", "taken by the winner", "write `taken by winner`"),
    (
        "trick",
        "following suit, taken by highest card",
        "E0207",
        "taken by highest card",
        "a name stands first: `taken by winner with the highest c by …`",
    ),
    ("trick", "following suit, taken by w who is the dealer", "E0207", "who is the dealer", "write `who is dealer`"),
    (
        "trick",
        "following suit, taken by w with the highest c by the ranking",
        "E0207",
        "with the highest c by the ranking",
        "leave it out: the ranking says who takes a trick",
    ),
    ("trick", "following suit, won by w", "E0207", "won by w", "write `taken by w`"),
    ("card", "before every card by p", "E0207", "before every card by", "write `before each card by`"),
    (
        "card",
        "before each card",
        "E0207",
        "before each card",
        "name the player whose turn it is: `before each card by p`",
    ),
    (
        "card",
        "before each card of p",
        "E0207",
        "before each card of p",
        "name the player whose turn it is: `before each card by p`",
    ),
    ("card", "before p plays", "E0207", "before p plays", "write `before each card by p`"),
    ("card", "after each card by p", "E0207", "after each card by p", "name the card, too: `after each card c by p`"),
    ("card", "after each card c", "E0207", "after each card c", "name the player, too: `after each card c by p`"),
    ("card", "after each c by p", "E0207", "after each c by p", "write `after each card c by p`"),
    ("card", "after card c by p", "E0207", "after card c by p", "write `after each card c by p`"),
    (
        "card",
        "after each card c played by p",
        "E0207",
        "after each card c played by p",
        "write `after each card c by p`",
    ),
    (
        "card",
        "before each card c by p",
        "E0207",
        "before each card c by p",
        "no card is chosen yet: `before each card by p`",
    ),
    ("card", "before a card by p", "E0207", "before a card by", "write `before each card by`"),
    ("card", "when p plays c", "E0207", "when p plays c", "write `after each card c by p`"),
    (
        "card",
        "after the trick",
        "E0207",
        "after the trick",
        "that is a line of its own after (or before) the trick, further out",
    ),
    (
        "card",
        "before each card by p: if a: stop",
        "E0201",
        "if",
        "after a `:` comes one plain statement; put this in an indented block",
    ),
    (
        "card",
        "before each card by a player",
        "E0207",
        "before each card by a player",
        "a name stands for the player: `before each card by p`",
    ),
    (
        "answer",
        '"go {n}" for n in 1..3 otherwise',
        "E0207",
        "for n in 1..3 otherwise",
        "`otherwise` stands behind the label: `otherwise for n in 1..3`",
    ),
    ("answer", '"go {n}" otherwise n in 1..3', "E0207", "otherwise n in", "write `otherwise for n in`"),
    ("answer", '"go {n}" if otherwise for n in 1..3', "E0207", "if otherwise", "write `otherwise`"),
    (
        "answer",
        '"go {n}" otherwise if m for n in 1..3',
        "E0207",
        "otherwise if",
        "such an answer has no `if`: it is offered if no other is",
    ),
    ("answer", '"go {n}" otherwise where n > 1', "E0207", "otherwise where", "write `otherwise for … in … where …`"),
    (
        "statement",
        "let x be 1 + the highest c in trick by v(c)",
        "E0207",
        "the highest c in trick by",
        "such a phrase stands in brackets: `(the highest c in trick by …)`",
    ),
    (
        "statement",
        "if p = first q in players where q.out: stop",
        "E0207",
        "first q in",
        "such a phrase stands in brackets: `(first q in …)`",
    ),
    (
        "answer",
        '"lay {cs}" for cs in 3 cards of p.hand + p.up',
        "E0207",
        "3 cards of p.hand + p.up",
        "write `3 cards of (p.hand + p.up)`",
    ),
    (
        "statement",
        "play trick from hand to trick, led by the dealer, any card",
        "E0207",
        "by the dealer",
        "names have no `the` here: `by dealer`",
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
        ("statement", "for n in 60..180 in steps of 5: add n to m"),
        ("statement", "cut stock"),
        ("statement", "cut"),
        ("statement", "gather every card into stock in the order they lie"),
        ("trick", "following suit or c where c.rank = J"),
        ("trick", "following suit, taken by winner with the highest c by v(c)"),
        ("trick", "following suit, taken by winner who is dealer"),
        ("card", "before each card by p"),
        ("card", "after each card c by p"),
        ("answer", '"go {n}" otherwise for n in 1..3 where n > m'),
    ],
)
def test_what_is_advised_is_right(frame: str, line: str) -> None:
    assert parse(Source("test", FRAMES[frame].replace("{}", line, 1)))[1] == ()


@pytest.mark.parametrize("name", ["cut", "taken", "played", "before", "after", "steps", "with", "who"])
def test_words_of_the_clauses_stay_free_as_names(name: str) -> None:
    text = f"remember\n    {name}: number\nphase p_{name}\n    let n be {name} + 1\n    add n to {name}\n"
    assert parse(Source("test", text))[1] == ()
