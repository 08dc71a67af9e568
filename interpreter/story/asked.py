"""A question as plain data (schemas/asked.schema.json): who is asked, what, and how the answers are picked.

    asked(question, words)                       the prompt, the alternatives and the options
    asked(question, words, picked=("2♣", "9♥"))  how it goes on from the cards picked so far
    reason(question, words, choice)              why a choice is not legal: the one reason that holds

Whatever asks people (a terminal, a served table) shows this.  A page has the same from its module
(`javascript/src/asked.ts`); `tests/javascript` holds both together.  Sets of cards are never listed at people: cards
are picked one by one, and `picks` says which can be picked next.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ...dsl.limits import MOST_OFFERED
from ...dsl.source.numerals import NUMERALS
from ...dsl.types import NONE
from ..engine import Question
from ..program import Alternative, Bound, Program
from ..records import Choice, Where
from ..text.format import bits
from ..text.parse import Words
from ..text.refused import REFUSALS, RefusalFact, RefusalForms, RefusalText, Viewpoint
from .data import story_zones, zone_of

VERSION = 1
MOST_SETS = 8
"""The most options of an alternative that are listed if they are sets of cards."""
MOST_LISTED = 60
"""The most options of any other alternative that are listed."""
_MOST_PHRASES = 4
"""The most alternatives that a prompt describes; of more it names only the verbs."""
_MANY = 6
_GAP = re.compile(r"\{(\w+)\}")
_UNTOLD = frozenset(("card", "flag"))
"""Kinds of variables whose values are no facts: a card may be hidden, and a sentence itself says yes or no."""

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
    phrase = options[0].label if len(options) == 1 else _phrase(words, alternative, sizes)
    phrase = _directed(question, words, number, phrase)
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


def _directed(question: Question, words: Words, number: int, phrase: str) -> str:
    """A phrase, with the player to whom the cards go: `pass three cards to B`."""
    to = _receiver(question, number)
    return phrase if to < 0 or words.player(to) in phrase else f"{phrase} to {words.player(to)}"


def _moving(question: Question, number: int) -> str:
    """What an alternative does whose text is only a card: `move to the discard pile`."""
    to = question.alternatives[number].to
    return "choose" if to is None else f"move to {question.program.zones[to.zone].name.replace('_', ' ')}"


def _phrase(words: Words, alternative: Alternative, sizes: Sequence[int]) -> str:
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
    if least == 1 and most >= _MANY:
        return "one or more cards"
    return f"{count(least)} {'or' if most == least + 1 else 'to'} {count(most)} cards"


def count(number: int) -> str:
    """A number in words, if it is small."""
    return NUMERALS[number] if number < len(NUMERALS) else str(number)


def _prompt(alternatives: Sequence[Data]) -> str:
    """The sentence that asks: `Pass three cards to B.`"""
    phrases = list(dict.fromkeys(one["phrase"] for one in alternatives))
    if len(phrases) > _MOST_PHRASES:
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
            yield from own[:MOST_LISTED]
        elif len(own) <= MOST_SETS:
            yield from own
        else:
            faces = [[program.faces[program.deck[card]] for card in option.cards] for option in own]
            order = [_sense([face.rank for face in held], [face.suit for face in held]) for held in faces]
            yield from (own[at] for at in sorted(range(len(own)), key=order.__getitem__)[:MOST_SETS])


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
        "ready": [option.number for option in options if len(option.cards) == len(picked)][:MOST_LISTED],
    }


def _within(cards: Sequence[str], of: Sequence[str]) -> bool:
    """Whether each card is among others, at least as often."""
    return not cards or not Counter(cards) - Counter(of)


# ---------------------------------------------------------------------------------------------------------- refusals


def reason(question: Question, words: Words, choice: Choice, viewpoint: Viewpoint = "you") -> str:
    """Why a choice is not legal: the first reason that holds, as a clause with the facts of this state; empty if it is
    legal.
    """
    refused = question.refused(choice)
    if refused is None:
        return ""
    who = words.player(question.player)
    known = 0 <= choice.alternative < len(question.alternatives)
    alternative = question.alternatives[choice.alternative] if known else None
    if alternative is None or len(choice.values) != len(alternative.bound):
        return _said(REFUSALS["now"], viewpoint, who)
    trick = question.program.asks[question.ask].trick
    if trick is not None and question.program.zones[trick.hand].owner == "player":
        held = question.cards(Where(trick.hand, question.holder))
        missing = [card for card in named(alternative, choice.values) if not held >> card & 1]
        if missing:
            forms, where = _lacking(question.program, trick.hand)
            return _held(question, words, forms, viewpoint, cards=words.cards(missing), where=where)
    match refused.kind:
        case "outside":
            return _outside(question, words, choice, refused.number, viewpoint)
        case "reason":
            return failing(question, words, choice, refused.number, viewpoint)
        case _:
            return _said(REFUSALS["now"], viewpoint, who)


def refusal(question: Question, words: Words, choice: Choice, viewpoint: Viewpoint = "you") -> str:
    """The whole sentence, without its full stop: `You cannot play 9♠: you hold 4♦ and 8♦, and diamonds were led`; of a
    wrong number of cards `You must pass three cards to B, and you picked one`.
    """
    clause = reason(question, words, choice, viewpoint)
    if _miscounted(question, choice):  # what must be done is said, so what cannot be done need not be
        return clause[:1].upper() + clause[1:]
    what, who = question.label(choice, words), words.player(question.player)
    return clause and _said(REFUSALS["no"], viewpoint, who, what=what, reason=clause)


def failing(question: Question, words: Words, choice: Choice, number: int, viewpoint: Viewpoint = "you") -> str:
    """What one reason of a choice says, by its number in `Alternative.because`, when it fails."""
    texts = words.refusals(question.ask, choice.alternative) if words.refusals is not None else ()
    text = texts[number] if number < len(texts) else RefusalText()
    return _ruled(question, words, question.alternatives[choice.alternative], choice, text, viewpoint)


def refusal_of_cards(question: Question, words: Words, cards: Sequence[str]) -> str:
    """Why picked cards (as text) are no choice, as a sentence; empty if they are one, or if nothing can be said."""
    found = [(choice, question.refused(choice)) for choice in _meant_by(question, words, cards)]
    if not found or any(refused is None for _, refused in found):
        return ""
    found.sort(key=lambda one: one[1] is not None and one[1].kind != "reason")
    return refusal(question, words, found[0][0])


def _meant_by(question: Question, words: Words, cards: Sequence[str]) -> list[Choice]:
    """The choices that name just these cards, legal or not; those of alternatives that can be chosen now come first."""
    program = question.program
    held = 0
    for zone, info in enumerate(program.zones):
        if info.owner == "player":
            held |= question.cards(Where(zone, question.player))
    trick = program.asks[question.ask].trick
    hand = question.cards(Where(trick.hand, question.holder)) if trick is not None else 0
    numbers: list[int] = []
    for text in cards:
        like = [card for card in range(len(program.deck)) if words.card(card) == text and card not in numbers]
        if not like:
            return []
        numbers.append(next((card for own in (hand, held) for card in like if own >> card & 1), like[0]))
    open_ = {choice.alternative for choice in islice(question.choices(), MOST_OFFERED)}
    found: list[Choice] = []
    for number, alternative in enumerate(question.alternatives):
        kinds = [bound.type for bound in alternative.bound]
        if len(kinds) == 1 and kinds[0].holds_cards:
            found.append(Choice(number, (sum(1 << card for card in numbers),)))
        elif len(kinds) == 1 and kinds[0].kind == "card" and len(numbers) == 1:
            found.append(Choice(number, (numbers[0],)))
    return sorted(found, key=lambda choice: choice.alternative not in open_)


def _said(forms: RefusalForms, viewpoint: Viewpoint, who: str, **gaps: str) -> str:
    return _filled(forms[viewpoint], {"who": who, **gaps})


def _filled(template: str, gaps: dict[str, str]) -> str:
    return _GAP.sub(lambda gap: gaps.get(gap[1], gap[0]), template)


def _outside(question: Question, words: Words, choice: Choice, name: int, viewpoint: Viewpoint) -> str:
    """A value is not in the range of a name: too many cards, too few, or none that can be chosen."""
    alternative = question.alternatives[choice.alternative]
    bound, value, who = alternative.bound[name], choice.values[name], words.player(question.player)
    if not question.program.has(bound.type, value):
        return _said(REFUSALS["now"], viewpoint, who)
    offered = _offered(question, choice)
    if _miscounted(question, choice):
        sizes = [len(named(alternative, one.values)) for one in offered]
        what = _directed(question, words, choice.alternative, _phrase(words, alternative, sizes))
        picked = count(len(named(alternative, choice.values)))
        return _said(REFUSALS["count"], viewpoint, who, what=what, count=picked)
    zone = zone_of(bound)
    if offered and zone >= 0 and question.program.zones[zone].owner == "player":
        held = question.cards(Where(zone, question.player))
        absent = _mask(bound, value) & ~held
        if absent and not any(_mask(bound, one.values[name]) & ~held for one in offered):  # it is the player's own zone
            forms, where = _lacking(question.program, zone)
            return _said(forms, viewpoint, who, cards=words.cards(absent), where=where)
    return _said(REFUSALS["outside"], viewpoint, who, value=words.value(bound.type, value))


def _lacking(program: Program, zone: int) -> tuple[RefusalForms, str]:
    """The sentence about cards that are not in a zone, and where they are not: `you do not hold 9♠`, `you do not have
    9♠ among the laid cards`.
    """
    where = story_zones(program)[zone].where
    return REFUSALS["elsewhere" if where else "missing"], where


def _offered(question: Question, choice: Choice) -> list[Choice]:
    """The legal choices of the alternative of a choice."""
    return [one for one in islice(question.choices(), MOST_OFFERED) if one.alternative == choice.alternative]


def _miscounted(question: Question, choice: Choice) -> bool:
    """Whether a choice is refused because it names fewer cards than all that are offered, or more."""
    refused = question.refused(choice)
    if refused is None or refused.kind != "outside":
        return False
    alternative = question.alternatives[choice.alternative]
    bound, value = alternative.bound[refused.number], choice.values[refused.number]
    if not bound.type.holds_cards or not question.program.has(bound.type, value):
        return False
    sizes = [len(named(alternative, one.values)) for one in _offered(question, choice)]
    return bool(sizes) and not min(sizes) <= len(named(alternative, choice.values)) <= max(sizes)


def _mask(bound: Bound, value: int) -> int:
    return value if bound.type.holds_cards else 1 << max(value, 0)


def _ruled(
    question: Question,
    words: Words,
    alternative: Alternative,
    choice: Choice,
    text: RefusalText,
    viewpoint: Viewpoint,
) -> str:
    """What a rule says about this choice."""
    who = words.player(question.player)
    if text.kind == "follow":
        return _led(question, words, viewpoint)
    if not text.form(viewpoint):
        return _said(REFUSALS["now"], viewpoint, who)
    gaps = {
        str(i): words.value(b.type, v) for i, (b, v) in enumerate(zip(alternative.bound, choice.values, strict=True))
    }
    said = _filled(text.form(viewpoint), {"who": who, **gaps})
    if text.another:
        said = _said(REFUSALS["another"], viewpoint, who, reason=said)
    facts = [found for fact in text.facts if (found := _fact(question, words, fact))]
    return said + (f" ({', '.join(facts)})" if facts else "")


def _fact(question: Question, words: Words, fact: RefusalFact) -> str:
    """`the level is 4`; empty if there is nothing to say."""
    if fact.zone >= 0:
        card = question.end(fact.zone, top=fact.top)
        return f"the {fact.words} is {words.card(card)}" if card >= 0 else ""
    info = question.program.variables[fact.variable]
    value = question.value(fact.variable, question.player if fact.mine else -1)
    if info.type.kind in _UNTOLD or info.type.holds_cards or (value == NONE and info.type.kind != "number"):
        return ""
    if info.type.kind == "player" and value == question.player:
        return ""
    return f"{fact.words} is {words.value(info.type, value)}"


def _led(question: Question, words: Words, viewpoint: Viewpoint) -> str:
    """`you hold 4♦ and 8♦, and diamonds were led`: the cards that follow, and the suit of most cards of that group."""
    rules = question.program.asks[question.ask].trick
    assert rules is not None
    following, program = question.following(), question.program
    held = bits(following & question.cards(Where(rules.hand, question.holder)))
    suits = [program.faces[program.deck[card]].suit for card in bits(following)]
    common = Counter(suit for suit in suits if suit >= 0).most_common(1)
    if not held or not common:
        return _held(question, words, REFUSALS["lead"], viewpoint)
    *first, last = dict.fromkeys(words.card(card) for card in held)
    cards = f"{', '.join(first)} and {last}" if first else last
    return _held(question, words, REFUSALS["follow"], viewpoint, cards=cards, suit=words.suit(common[0][0]))


def _held(question: Question, words: Words, forms: RefusalForms, viewpoint: Viewpoint, **gaps: str) -> str:
    """A sentence about the hand from which a card is played, which may be that of another player (a dummy)."""
    own = question.holder == question.player
    return _said(forms, viewpoint if own else "one", words.player(question.holder), **gaps)
