"""The options as a player sees them: the question, the hand with numbers on its cards, and all other options.

Options that are numbers are typed as they are: `3` is `bid 3`.

A number before a card plays it, if the cards are played one at a time.  Where sets of cards are chosen, the numbers are
those of the cards: a set is picked as `1 4 7`, and only a few examples are shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from rich.cells import cell_len

from ...dsl.limits import MOST_OFFERED
from ...interpreter.engine import LabelledChoice, Question
from ...interpreter.records import Choice
from ...interpreter.story.asked import asked
from ...interpreter.story.limits import LIMITS
from ...interpreter.story.typed import typed_for
from ...interpreter.text.parse import Words
from .pieces import CARDS, Piece

_NUMBERS = re.compile(r"\d{1,6}(?:[ ,]+\d{1,3})*")
_EXAMPLES = 3
_FEW = 8
"""So many options have a line each, at any width."""
_GAP = 2
"""Blanks between columns."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The options in the order of their numbers, which start at 1.

    If sets are picked (`picked` has their alternatives), the first numbers are those of the cards of the hand.
    """

    question: Question
    asked: dict[str, Any]
    hand: tuple[tuple[int, ...], ...]
    options: tuple[LabelledChoice, ...]
    on_cards: dict[int, int]
    """For each card of the hand, its number."""
    picked: tuple[int, ...] = ()
    examples: tuple[str, ...] = ()
    own: tuple[int | None, ...] = ()
    """What is typed for each option, where that is the number in its words; None for one without."""

    @property
    def first(self) -> int:
        """The number of the first option."""
        return len(self.on_cards) + 1 if self.picked else 1

    def lines(self, words: Words, width: int = 0) -> Iterator[tuple[Piece, ...]]:
        """The lines to show: the hand, what is asked, and the options that play no card of the hand.

        In a `width`, many options stand in columns; without one, each has a line.
        """
        if any(self.hand):
            holder = self.question.holder
            whose = "" if holder == self.question.player else f" of {words.player(holder)}"
            yield (f"hand{whose}: ", "dim"), *self._hand(words)
        yield (f"{words.player(self.question.player)}: ", "bold"), (self.asked["prompt"], "bold")
        if self.picked:
            yield (f"    {self.how} For example: ", "dim"), (", ".join(self.examples), CARDS)
        played = set[int]() if self.picked else set(self.on_cards.values())
        numbers = self.own or range(self.first, self.first + len(self.options))
        others = [
            (number, option.label) for number, option in zip(numbers, self.options, strict=True) if number not in played
        ]
        yield from in_columns(others, width)
        if self.asked["more"] and not self.picked:
            yield ((f"     and {self.asked['more']} more: write yours in words, as these are", "dim"),)

    @property
    def how(self) -> str:
        """How cards are picked; empty if no sets are."""
        numbers = " ".join(map(str, sorted(self.on_cards.values())[: self._size()])) if self.picked else ""
        return numbers and f"Name the cards, or give their numbers, as {numbers}."

    def _size(self) -> int:
        """How many numbers an example has."""
        own = [one for one in self.asked["alternatives"] if one["alternative"] in self.picked]
        return max(min(one["least"] for one in own), min(2, *(one["most"] for one in own)))

    def _hand(self, words: Words) -> Iterator[Piece]:
        """The cards, group by group.  Playable cards have their number in front."""
        for at, group in enumerate(self.hand):
            if at:
                yield "  ", ""
            for card in group:
                number = self.on_cards.get(card)
                if number is not None:
                    yield f" [{number}]", "bold"
                    yield words.card(card), CARDS
                else:
                    yield f" {words.card(card)}", "dim" if self.on_cards else CARDS

    def chosen(self, text: str) -> list[Choice] | None:
        """The choices that numbers mean, legal or not; None if the text is not made of numbers of this offer."""
        if not _NUMBERS.fullmatch(text):
            return None
        numbers = [int(number) for number in re.split(r"[ ,]+", text)]
        if self.own:
            return (
                [self.options[self.own.index(numbers[0])].choice]
                if {*numbers} <= {*self.own} and len(numbers) == 1
                else None
            )
        if len(numbers) == 1 and self.first <= numbers[0] < self.first + len(self.options):
            return [self.options[numbers[0] - self.first].choice]
        cards = {number: card for card, number in self.on_cards.items()}
        if not self.picked or len(set(numbers)) < len(numbers) or not all(number in cards for number in numbers):
            return None
        mask = sum(1 << cards[number] for number in numbers)
        return [Choice(alternative, (mask,)) for alternative in self.picked]


def offer(question: Question, words: Words, hand: Sequence[Sequence[int]]) -> Offer:
    """The options of a question, for a player with this hand."""
    data = asked(question, words)
    choices = list(islice(question.choices(), MOST_OFFERED))
    numbers: list[int] = [one["number"] for one in data["options"]]
    listed = [LabelledChoice(choices[number], question.label(choices[number], words)) for number in numbers]
    groups = tuple(map(tuple, hand))
    held = [card for group in groups for card in group]
    picked = tuple(_picked(question, data, choices, set(held)))
    if picked:
        others = [one for one in listed if one.choice.alternative not in picked]
        empty = [one for one in choices if one.alternative in picked and one.values == (0,)]
        others += [LabelledChoice(one, question.label(one, words)) for one in empty]
        sets = [one.label for one in listed if one.choice.alternative in picked and one.choice.values != (0,)]
        places = {card: number for number, card in enumerate(held, 1)}
        return Offer(question, data, groups, tuple(others), places, picked, tuple(sets[:_EXAMPLES]))
    single = {option.choice.values[0]: option for option in listed if _card(question, option) in held}
    if len({option.choice.alternative for option in single.values()}) > 1:
        single = {}  # the meaning of a card alone is not unique
    others = [option for option in listed if option not in single.values()]
    order = [card for card in held if card in single]
    on_cards = {card: number for number, card in enumerate(order, 1)}
    deck = question.deck
    for card in set(held) - set(on_cards):  # of identical cards only one is offered, and each may be taken for it
        alike = next((other for other in order if deck[other] == deck[card]), None)
        if alike is not None:
            on_cards[card] = on_cards[alike]
    own = [] if on_cards else typed_for(data["options"])
    places = own == [*range(1, len(listed) + 1)]
    return Offer(
        question, data, groups, (*(single[card] for card in order), *others), on_cards, own=() if places else tuple(own)
    )


def in_columns(options: Sequence[tuple[int | None, str]], width: int) -> Iterator[tuple[Piece, ...]]:
    """Options with their numbers, a line each; if they are many, in as many columns as fit."""
    shown = [("" if number is None else str(number), label) for number, label in options]
    digits = max((len(number) for number, _ in shown), default=0) + 2
    widest = max((cell_len(label) for _, label in options), default=0)
    columns = max(1, (width + _GAP) // (digits + 2 + widest + _GAP)) if len(options) > _FEW else 1
    rows = -(-len(options) // columns)
    for row in range(rows):
        line: list[Piece] = []
        for number, label in shown[row::rows]:
            line += [(f"{number:>{digits}}  ", "bold"), (label, CARDS), (" " * (widest - cell_len(label) + _GAP), "")]
        yield tuple(line[:-1])


def _card(question: Question, option: LabelledChoice) -> int:
    """The card that an option plays, if it names nothing else; otherwise -1."""
    bound = question.alternatives[option.choice.alternative].bound
    return option.choice.values[0] if len(bound) == 1 and bound[0].type.kind == "card" else -1


def _picked(question: Question, data: dict[str, Any], choices: Sequence[Choice], held: set[int]) -> Iterator[int]:
    """The alternatives of which too many sets can be chosen to list them, all of them cards of the hand."""
    for one in data["alternatives"]:
        number: int = one["alternative"]
        bound = question.alternatives[number].bound
        if one["count"] > LIMITS["sets"] and len(bound) == 1 and bound[0].type.holds_cards:
            every = 0
            for choice in choices:
                every |= choice.values[0] if choice.alternative == number else 0
            if not any(every >> card & 1 and card not in held for card in range(every.bit_length())):
                yield number
