"""A question as plain data (schemas/asked.schema.json): who is asked, what, and how the answers are picked.

    asked(question, words)                       the prompt, the alternatives and the options
    asked(question, words, picked=("2♣", "9♥"))  how it goes on from the cards picked so far

Whatever asks people (a terminal, a served table) shows this.  A page has the same from its module
(`javascript/src/asked.ts`); `tests/javascript` holds both together.  Sets of cards are never listed at people: cards
are picked one by one, and `picks` says which can be picked next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ...dsl.limits import MOST_OFFERED
from ...dsl.source.numerals import NUMERALS
from ...dsl.types import NONE
from ..engine import Question
from ..program import Alternative, Program
from ..records import Choice
from ..text.format import bits
from ..text.parse import Words
from .limits import LIMITS

VERSION = 1

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _CountedChoice:
    """A choice with its number among all of the question, its label, and the cards that it names."""

    number: int
    alternative: int
    label: str
    cards: tuple[int, ...]
    words: tuple[str, ...]
    """The cards as text."""

    @property
    def data(self) -> Data:
        """The option as a part of the question."""
        return {
            "number": self.number, "label": self.label, "cards": list(self.words), "alternative": self.alternative,
        }  # fmt: skip


def asked(question: Question, words: Words, picked: Sequence[str] = ()) -> Data:
    """A question as data.  `picked`: the cards that the player has picked, as text."""
    options = [
        _option(question, words, number, choice)
        for number, choice in enumerate(islice(question.choices(), MOST_OFFERED))
    ]
    numbers = dict.fromkeys(option.alternative for option in options)
    alternatives = [_alternative(question, words, n, [o for o in options if o.alternative == n]) for n in numbers]
    open_ = [option for option in options if _within(picked, option.words)]
    listed = list(_listed(words.program, alternatives, open_))
    return {
        "asked": VERSION,
        "seat": question.player,
        "name": words.player(question.player),
        "secret": question.secret,
        "prompt": _prompt(alternatives),
        "alternatives": alternatives,
        "count": len(options),
        "options": [option.data for option in listed],
        "more": len(open_) - len(listed),
        "picks": _picks(open_, picked) if any(option.cards for option in options) else None,
        "incidents": [{"number": one, "title": words.incident(one)} for one in question.incidents],
    }


def _option(question: Question, words: Words, number: int, choice: Choice) -> _CountedChoice:
    cards = tuple(named(question.alternatives[choice.alternative], choice.values))
    label = question.label(choice, words)
    return _CountedChoice(number, choice.alternative, label, cards, tuple(words.card(card) for card in cards))


def named(alternative: Alternative, values: Sequence[int]) -> list[int]:
    """The cards that a choice names."""
    found: list[int] = []
    for bound, value in zip(alternative.bound, values, strict=True):
        if bound.type.kind == "card" and value != NONE:
            found.append(value)
        elif bound.type.holds_cards:
            found += bits(value)
    return found


# ------------------------------------------------------------------------------------------------------ alternatives


def _alternative(question: Question, words: Words, number: int, options: Sequence[_CountedChoice]) -> Data:
    """What one kind of choice does, and with how many cards."""
    alternative = question.alternatives[number]
    sizes = [len(option.cards) for option in options]
    to = _receiver(question, number)
    sets = any(bound.type.holds_cards for bound in alternative.bound)
    phrase = options[0].label if len(options) == 1 else phrase_of(words, alternative, sizes)
    phrase = directed_to(question, words, number, phrase)
    return {
        "alternative": number,
        "verb": alternative.texts[0].strip() or _moving(question, number),
        "phrase": phrase.strip() or _moving(question, number),
        "cards": "several" if sets else "one" if max(sizes) else "none",
        "least": min(sizes),
        "most": max(sizes),
        "to": to,
        "count": len(options),
    }


def _receiver(question: Question, number: int) -> int:
    """The player to whom the cards of an alternative go; -1 if they go to nobody else."""
    where = question.destination(number)
    if where is None or question.program.zones[where.zone].owner != "player" or where.owner == question.player:
        return -1
    return where.owner


def directed_to(question: Question, words: Words, number: int, phrase: str) -> str:
    """A phrase, with the player to whom the cards go: `pass three cards to B`."""
    to = _receiver(question, number)
    return phrase if to < 0 or words.player(to) in phrase else f"{phrase} to {words.player(to)}"


def _moving(question: Question, number: int) -> str:
    """What an alternative does whose text is only a card: `move to the discard pile`."""
    to = question.alternatives[number].to
    return "choose" if to is None else f"move to {question.program.zones[to.zone].name.replace('_', ' ')}"


def phrase_of(words: Words, alternative: Alternative, sizes: Sequence[int]) -> str:
    """The text of an alternative with a word for each blank: `pass three cards`, `ask a player for a rank`."""
    parts = [alternative.texts[0]]
    for at, (hole, text) in enumerate(zip(alternative.holes, alternative.texts[1:], strict=True)):
        if at and not alternative.texts[at].strip():
            parts.append("and ")
        parts += [_blank(alternative, hole, sizes), text]
    return "".join(parts).strip()


def _blank(alternative: Alternative, hole: int, sizes: Sequence[int]) -> str:
    type = alternative.bound[hole].type
    if type.holds_cards:
        several = sum(bound.type.holds_cards or bound.type.kind == "card" for bound in alternative.bound)
        return amount(min(sizes), max(sizes)) if several == 1 else "cards"
    return _a(type.name.replace("_", " ") or "word") if type.kind == "word" else _a(type.kind)


def _a(noun: str) -> str:
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def amount(least: int, most: int) -> str:
    """How many cards: `three cards`, `two or three cards`, `up to five cards`, `one or more cards`."""
    if least == most:
        return _a("card") if most == 1 else f"{count(most)} cards"
    if least == 0:
        return f"up to {count(most)} card{'s' * (most > 1)}"
    if least == 1 and most >= LIMITS["or_more"]:
        return "one or more cards"
    return f"{count(least)} {'or' if most == least + 1 else 'to'} {count(most)} cards"


def count(number: int) -> str:
    """A number in words, if it is small."""
    return NUMERALS[number] if number < len(NUMERALS) else str(number)


def _prompt(alternatives: Sequence[Data]) -> str:
    """The sentence that asks: `Pass three cards to B.`"""
    phrases = list(dict.fromkeys(one["phrase"] for one in alternatives))
    if len(phrases) > LIMITS["phrases"]:
        phrases = list(dict.fromkeys(one["verb"] for one in alternatives))
    *first, last = phrases
    said = f"{', '.join(first)} or {last}" if first else last
    return f"{said[:1].upper()}{said[1:]}."


# ----------------------------------------------------------------------------------------------------------- options


def _listed(
    program: Program, alternatives: Sequence[Data], options: Sequence[_CountedChoice]
) -> Iterable[_CountedChoice]:
    """The options that are shown: all of a kind, or of many sets of cards the most sensible ones."""
    for one in alternatives:
        own = [option for option in options if option.alternative == one["alternative"]]
        if one["cards"] != "several":
            yield from own[: LIMITS["options"]]
        elif len(own) <= LIMITS["sets"]:
            yield from own
        else:
            faces = [[program.faces[program.deck[card]] for card in option.cards] for option in own]
            order = [_sense([face.rank for face in held], [face.suit for face in held]) for held in faces]
            yield from (own[at] for at in sorted(range(len(own)), key=order.__getitem__)[: LIMITS["sets"]])


def _sense(ranks: Sequence[int], suits: Sequence[int]) -> tuple[int, ...]:
    """The place of a set of cards among others: single cards first, then cards of one rank, then runs of a suit, then
    others of a suit; of these the larger sets first.
    """
    if len(ranks) < 2:
        return 0, -len(ranks)
    if len(set(ranks)) == 1:
        return 1, -len(ranks)
    if len(set(suits)) == 1:
        run = len(set(ranks)) == len(ranks) and max(ranks) - min(ranks) == len(ranks) - 1
        return 2 if run else 3, -len(ranks)
    return 4, len(ranks)


def _picks(options: Sequence[_CountedChoice], picked: Sequence[str]) -> Data:
    """How cards are picked: those that can be picked besides, and the options that name just the picked ones."""
    left: dict[str, None] = {}
    for option in options:
        rest = Counter(option.words)
        rest.subtract(picked)
        left.update(dict.fromkeys(card for card in option.words if rest[card] > 0))
    return {
        "picked": list(picked),
        "cards": list(left),
        "ready": [option.number for option in options if len(option.cards) == len(picked)][: LIMITS["options"]],
    }


def _within(cards: Sequence[str], of: Sequence[str]) -> bool:
    """Whether each card is among others, at least as often."""
    return not cards or not Counter(cards) - Counter(of)
