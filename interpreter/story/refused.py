"""Why a choice is not legal: the one reason that holds, in a sentence with the facts of the state.

    reason(question, words, choice)            a clause: `you hold 4♦ and 8♦, and diamonds were led`
    refusal(question, words, choice)           a sentence: `You cannot play 9♠: you hold …`
    refusal_of_cards(question, words, cards)   the same of picked cards

The engine knows which condition fails (`Question.refused`), the rules have its sentence (`wording/refusals.py`).  A
page says the same (`javascript/src/refused.ts`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice

from ...dsl.limits import MOST_OFFERED
from ...dsl.types import NONE
from ..engine import Question
from ..program import Bound, Program
from ..records import Choice, Where
from ..text.format import bits
from ..text.parse import Words
from ..text.refused import REFUSALS, RefusalFact, RefusalForms, RefusalText, Viewpoint
from .asked import count, directed_to, named, phrase_of
from .data import story_zones, zone_of

_GAP = re.compile(r"\{(\w+)\}")
_UNTOLD = frozenset(("card", "flag"))
"""Kinds of variables whose values are no facts: a card may be hidden, and a sentence itself says yes or no."""


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
    bounds = question.alternatives[choice.alternative].bound
    gaps = {str(i): words.value(b.type, v) for i, (b, v) in enumerate(zip(bounds, choice.values, strict=True))}
    return ruled(question, words, text, viewpoint, gaps)


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
        what = directed_to(question, words, choice.alternative, phrase_of(words, alternative, sizes))
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


def ruled(
    question: Question, words: Words, text: RefusalText, viewpoint: Viewpoint, values: Mapping[str, str] | None = None
) -> str:
    """What a rule says now.  `values`: those of the names of a choice, by number."""
    who = words.player(question.player)
    if text.kind == "follow":
        return _led(question, words, viewpoint)
    if not text.form(viewpoint):
        return _said(REFUSALS["now"], viewpoint, who)
    said = _filled(text.form(viewpoint), {"who": who, **(values or {})})
    if text.another:
        said = _said(REFUSALS["another"], viewpoint, who, reason=said)
    return said + facts_now(question, words, text.facts)


def facts_now(question: Question, words: Words, facts: Sequence[RefusalFact]) -> str:
    """` (level is 4)`; empty if there is nothing to say."""
    found = [said for fact in facts if (said := _fact(question, words, fact))]
    return f" ({', '.join(found)})" if found else ""


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
