"""Reads a choice of a script as an answer to the open question, and explains why it is not legal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from ...dsl.codes.reporting import report
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.nearest import nearest
from ..engine import LabelledChoice, Question
from ..notation.model import SpannedText
from ..records import Choice, Where
from ..story.data import zone_of
from ..story.limits import LIMITS
from ..text.abbreviated import written_out
from ..text.format import HIDDEN, bits
from ..text.parse import Words
from ..text.spellings import plain
from ..wording.reasons import Reasons
from .hidden import fitting_choices

MOST_COUNTED = 20_000
"""The most legal choices that are counted or searched for a label; beyond that, a message says `many more`."""

MOST_MEANT = 3
"""The most choices that a message suggests for an abbreviation."""


def find(question: Question, words: Words, text: str) -> tuple[Choice | None, list[Choice]]:
    """The legal choice that a text means; if there is none, the illegal choices that it may mean.

    For a text with hidden cards, the result is the first legal choice that fits.
    """
    if HIDDEN in text:
        return next(fitting_choices(question, words, text), None), []
    pool = question.pool
    refused: list[Choice] = []
    for choice in words.choices(question.alternatives, text, pool):
        if question.legal(choice):
            return choice, []
        refused.append(_as_held(question, words, choice))
    return None, refused


def _as_held(question: Question, words: Words, choice: Choice) -> Choice:
    """The choice with those of identical cards that can be meant: from the zone from which is picked, the hand from
    which is played, any zone of the player.
    """
    program = question.program
    if len(set(program.deck)) == len(program.deck):
        return choice
    trick = program.asks[question.ask].trick
    hand = question.cards(Where(trick.hand, question.holder)) if trick is not None else 0
    own = 0
    for zone, info in enumerate(program.zones):
        if info.owner == "player":
            own |= question.cards(Where(zone, question.player))
    values: list[int] = []
    for value, bound in zip(choice.values, question.alternatives[choice.alternative].bound, strict=True):
        if value < 0 or (bound.type.kind != "card" and not bound.type.holds_cards):
            values.append(value)
            continue
        at = zone_of(bound)
        owner = question.player if at >= 0 and program.zones[at].owner == "player" else -1
        groups = (question.cards(Where(at, owner)) if at >= 0 else 0, hand, own)
        found = 0
        for card in (value,) if bound.type.kind == "card" else bits(value):
            like = [one for one in words.of_face[program.deck[card]] if not found >> one & 1]
            best = next((one for group in groups for one in like if group >> one & 1), card)
            found |= 1 << best
        values.append(found.bit_length() - 1 if bound.type.kind == "card" else found)
    return Choice(choice.alternative, tuple(values))


def find_card(question: Question, words: Words, card: str) -> tuple[Choice | None, list[Choice]]:
    """Like `find`, for a card of a trick: `play J♠`, or the words that the rules use for it."""
    found, refused = find(question, words, f"play {card}")
    if found is not None or refused:
        return found, refused
    for choice in words.bare(question.alternatives, card, question.pool):
        if question.legal(choice):
            return choice, []
        refused.append(_as_held(question, words, choice))
    return None, refused


def only_choice(question: Question) -> Choice | None:
    """The only legal choice; None if there are several."""
    options = list(islice(question.choices(), 2))
    return options[0] if len(options) == 1 else None


def refusal(
    question: Question, words: Words, said: SpannedText, refused: Iterable[Choice], reasons: Reasons
) -> Diagnostic:
    """The diagnostic that a text is no choice here: it is not legal, with the rules that forbid it, or it means no
    choice.
    """
    name = words.player(question.player)
    legal = legal_choices(question, words)
    found = next(iter(refused), None)
    if found is None:
        labels = [option.label for option in islice(question.options(words), MOST_COUNTED)]
        notes = () if HIDDEN in said.text else reasons.elsewhere(question, said.text, words)
        meant, other = _meant(question, words, said.text, loose=not notes)
        near = " or ".join(f"`{one}`" for one in meant) or _quoted(nearest(plain(said.text), labels))
        if near:
            help = f"did you mean {near}? {legal}"
        elif other:
            help = f"it is written as `{other}`, which is not legal now; {legal}"
        else:
            help = legal
        help = _with_draws(question, words, said.text) or _dealt(question, words, said.text, legal) or help
        return report("E1051", said.span, text=said.text, name=name, help=help, notes=notes)
    notes = reasons.against(question, found, words)
    return report("E1052", said.span, name=name, text=question.label(found, words), help=legal, notes=notes)


def _meant(question: Question, words: Words, text: str, *, loose: bool) -> tuple[list[str], str]:
    """The legal choices that a text may abbreviate, if they are few; and an illegal one, or an empty text.

    `loose`: people also write another verb than the rules, or a word behind: `meld K♥ K♦ K♠`, `bid nil`, `4 tricks`.
    """
    other = ""
    parts = text.split()
    ways = (parts, parts[1:], parts[2:], parts[:-1]) if loose else (parts,)
    for said in ways if HIDDEN not in text else ():
        legal: dict[str, None] = {}
        for written in written_out(words, question.alternatives, " ".join(said)):
            choice, refused = find(question, words, written)
            if choice is not None:
                legal[question.label(choice, words)] = None
            elif refused and not other and said is parts:
                other = question.label(refused[0], words)
        if legal or other:
            return (list(legal) if len(legal) <= MOST_MEANT else []), other
    return [], other


def _with_draws(question: Question, words: Words, text: str) -> str | None:
    """Help for a choice with the cards that it draws, where a comma and `draws` are missing: `draw 2♥`."""
    parts = text.split()
    at = next((at for at in range(1, len(parts)) if words.read_cards(" ".join(parts[at:]))), None)
    if at is None:
        return None
    name, cards = words.player(question.player), " ".join(parts[at:])
    said = parts[: at - 1] if parts[at - 1].casefold() == "draws" and at > 1 else parts[:at]
    chosen = " ".join(said).rstrip(",")
    ways = (chosen, " ".join((chosen.split()[0].removesuffix("s"), *chosen.split()[1:])))
    written = next((way for way in ways if find(question, words, way)[0] is not None), None)
    if written is None:
        return None
    why = "a comma comes before `draws`: " if said != parts[:at] else ""
    return f"{why}write `{name}: {written}, draws {cards}`"


def _dealt(question: Question, words: Words, text: str, legal: str) -> str | None:
    """Help for cards that are said of a player without a choice: `Bob: 2♣ 8♦ 9♠`."""
    cards = words.read_cards(text)
    own = next((zone.name for zone in words.program.zones if zone.owner == "player"), None)
    if own is None or cards is None or len(cards) < 2:
        return None
    name = words.player(question.player)
    return f"cards that {name} is dealt are written as `{own} {name}: {text}`; {legal}"


def _quoted(text: str | None) -> str:
    return f"`{text}`" if text else ""


@dataclass(frozen=True, slots=True)
class ChoiceSample:
    """Some of the legal choices, at least one of each kind, and how many there are (counted up to `MOST_COUNTED`)."""

    options: tuple[LabelledChoice, ...]
    count: int

    @property
    def more(self) -> str:
        """How many choices are not listed: `19 more`; empty if none."""
        left = self.count - len(self.options)
        return "" if not left else "many more" if self.count >= MOST_COUNTED else f"{left} more"


def sample_choices(
    question: Question, words: Words, most: int = LIMITS["labels"], of_a_kind: int = LIMITS["labels_of_a_kind"]
) -> ChoiceSample:
    """The legal choices, if there are at most `most`; otherwise the first of each kind."""
    kinds: dict[int, list[Choice]] = {}
    count = 0
    for choice in islice(question.choices(), MOST_COUNTED):
        count += 1
        kind = kinds.setdefault(choice.alternative, [])
        if len(kind) < most:
            kind.append(choice)
    each = most if count <= most else of_a_kind
    shown = [choice for kind in kinds.values() for choice in kind[:each]]
    return ChoiceSample(tuple(LabelledChoice(choice, question.label(choice, words)) for choice in shown), count)


def legal_choices(question: Question, words: Words) -> str:
    """`legal are: lay 2♣, lay 10♦ and 29 more`"""
    found = sample_choices(question, words)
    labels = ", ".join(f"`{option.label}`" for option in found.options)
    if not labels:
        return "nothing is legal here"
    return f"legal {'is' if found.count == 1 else 'are'}: {labels}" + (f" and {found.more}" if found.more else "")
