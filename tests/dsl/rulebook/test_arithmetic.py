"""What the rulebook says of a sum is read back, word by word and from left to right, as the number it was."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.dsl.checked import Expr, LocalRef, LocalSymbol, Op
from hoyle.dsl.loading import load
from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.speech import new_book
from hoyle.dsl.source.span import Source, Span
from hoyle.dsl.types import NUMBER

SPAN = Span(Source("test", ""), 0, 0)
NAMES = ("height", "length", "weight", "breadth")
NUMBERS = dict(zip(NAMES, (97, 31, 7, 3), strict=True))
LOCALS = {name: LocalSymbol(name, SPAN, NUMBER) for name in NAMES}
WORDS = re.compile(
    r"\(rounded down\)|[(),]|divided by|the remainder of|the larger of|the smaller of|the largest of|the smallest of|\w+"
)

EXPRESSIONS = st.recursive(
    st.sampled_from([LocalRef(local, type=NUMBER, span=SPAN) for local in LOCALS.values()]),
    lambda parts: st.builds(
        lambda op, one, other: Op(op, (one, other), type=NUMBER, span=SPAN),
        st.sampled_from(["+", "-", "*", "/", "mod", "larger", "smaller"]),
        parts,
        parts,
    ),
    max_leaves=6,
)


def value(e: Expr) -> int:
    """The number that an expression stands for."""
    match e:
        case LocalRef(local=local):
            return NUMBERS[local.name]
        case Op(op=op, args=(one, other)):
            a, b = value(one), value(other)
            if op in ("/", "mod") and b == 0:
                raise ZeroDivisionError
            rounded = {"/": a // (b or 1), "mod": a % (b or 1)}
            return {"+": a + b, "-": a - b, "*": a * b, "larger": max(a, b), "smaller": min(a, b), **rounded}[op]
        case _:
            raise AssertionError(e)


class Reader:
    """Reads words as a person does: brackets first, products before sums, otherwise from left to right."""

    def __init__(self, words: str):
        self.words: Iterator[str] = iter([*WORDS.findall(words.replace("the number of ", "")), "end"])
        self.next = next(self.words)

    def take(self, word: str) -> bool:
        """Go past a word if it comes next."""
        if self.next != word:
            return False
        self.next = next(self.words, "end")
        return True

    def total(self) -> int:
        """A sum."""
        found = self.product()
        while True:
            if self.take("plus"):
                found += self.product()
            elif self.take("minus"):
                found -= self.product()
            else:
                return found

    def product(self) -> int:
        """A product or a quotient."""
        found = self.one()
        while True:
            if self.take("times"):
                found *= self.one()
            elif self.take("divided by"):
                found //= self.one()
                assert self.take("(rounded down)")
            else:
                return found

    def one(self) -> int:
        """A number, or what stands in brackets."""
        if self.take("("):
            found = self.total()
            assert self.take(")")
            return found
        if self.take("the remainder of"):
            found = self.one()
            assert self.take("divided by")
            return found % self.one()
        for extreme, words in ((max, ("larger", "largest")), (min, ("smaller", "smallest"))):
            if any(self.take(f"the {word} of") for word in words):
                found = [self.one()]
                while self.take(","):
                    found.append(self.one())
                assert self.take("and")
                return extreme(*found, self.one())
        self.take("the")
        found = NUMBERS[self.next]
        self.take(self.next)
        return found


@given(e=EXPRESSIONS)
@settings(max_examples=300, deadline=None)
def test_words_are_read_back_as_the_number_they_stand_for(e):
    game = load("whist").game
    assert game is not None
    try:
        wanted = value(e)
    except ZeroDivisionError:
        return
    words = new_book(game, RulebookSettings({})).text(e)
    try:
        found = Reader(words).total()
    except ZeroDivisionError:
        found = None
    assert found == wanted, words
