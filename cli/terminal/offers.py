"""The options as a player sees them: the hand, with a number on each playable card, and all other options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...interpreter.engine import LabelledChoice, Question
from ...interpreter.replay.choices import ChoiceSample, sample_choices
from ...interpreter.text.parse import Words
from .pieces import CARDS, Piece

MOST_SHOWN = 30
"""The most options that are listed with their numbers at once."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The options in the order of their numbers, which start at 1."""

    question: Question
    hand: tuple[tuple[int, ...], ...]
    options: tuple[LabelledChoice, ...]
    on_cards: dict[int, int]
    """For each card of the hand, the number of the option that plays it, if it is unique."""
    more: str

    def lines(self, words: Words) -> Iterator[tuple[Piece, ...]]:
        """The lines to show: the hand, the player whose turn it is, and the options that play no card of the hand."""
        if any(self.hand):
            yield ("hand: ", "dim"), *self._hand(words)
        name = words.player(self.question.player)
        yield ((f"{name}, you choose.{self._what()}", "bold"),)
        width = len(str(len(self.options))) + 2
        played = set(self.on_cards.values())
        for number, option in enumerate(self.options, 1):
            if number not in played:
                yield (f"{number:>{width}}  ", "bold"), (option.label, CARDS)
        if self.more:
            yield ((f"     and {self.more}: write yours in words, as these are", "dim"),)

    def _what(self) -> str:
        """The effect of choosing a card of the hand: ` Play a numbered card.`"""
        numbers = set(self.on_cards.values())
        kinds = {self.options[number - 1].choice.alternative for number in numbers}
        verb = next((self.question.alternatives[kind].texts[0].strip() for kind in kinds), "")
        return f" {verb.capitalize()} a numbered card." if len(kinds) == 1 and verb.isalpha() else ""

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


def offer(question: Question, words: Words, hand: Sequence[Sequence[int]]) -> Offer:
    """The options of a question, for a player with this hand."""
    found: ChoiceSample = sample_choices(question, words, MOST_SHOWN)
    single: dict[int, LabelledChoice] = {}
    others: list[LabelledChoice] = []
    held = {card for group in hand for card in group}
    for option in found.options:
        bound = question.alternatives[option.choice.alternative].bound
        card = option.choice.values[0] if len(bound) == 1 and bound[0].type.kind == "card" else -1
        if card in held and card not in single:
            single[card] = option
        else:
            others.append(option)
    kinds = {option.choice.alternative for option in single.values()}
    if len(kinds) > 1:  # the meaning of a card alone is not unique
        single, others = {}, list(found.options)
    order = [card for group in hand for card in group if card in single]
    numbers = {card: number for number, card in enumerate(order, 1)}
    deck = question.deck
    for card in held - set(numbers):  # of identical cards only one is offered, and each may be taken for it
        alike = next((other for other in order if deck[other] == deck[card]), None)
        if alike is not None:
            numbers[card] = numbers[alike]
    options = (*(single[card] for card in order), *others)
    return Offer(question, tuple(map(tuple, hand)), options, numbers, found.more)
