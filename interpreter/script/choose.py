"""Reading a choice of a script against the question that is open, and saying why it is not legal."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from ...dsl.diagnostics import Diagnostic
from ...dsl.nearest import nearest
from ..engine import Question
from ..records import Choice
from ..spelling import plain
from ..words import Words
from .codes import report
from .model import Said

MOST_LABELS = 12
"""Legal choices a message lists."""
MOST_COUNTED = 2_000
"""Legal choices that are counted, or looked through for a label, before it is just `many more`."""


def find(question: Question, words: Words, text: str) -> tuple[Choice | None, list[Choice]]:
    """The legal choice a text means, and, if there is none, the choices it may mean that are not legal."""
    pool = question.pool
    refused: list[Choice] = []
    for choice in words.choices(question.alternatives, text, pool):
        if question.legal(choice):
            return choice, []
        refused.append(choice)
    if not refused and any(len(a.holes) < len(a.bound) for a in question.alternatives):
        wanted = plain(text)  # a label that does not show every name: only the list of options has them
        for option in islice(question.options(words), MOST_COUNTED):
            if plain(option.label) == wanted:
                return option.choice, []
    return None, refused


def find_card(question: Question, words: Words, card: str) -> tuple[Choice | None, list[Choice]]:
    """Like `find`, for a card of a trick: `play J♠`, or whatever the rules call it."""
    found, refused = find(question, words, f"play {card}")
    if found is not None or refused:
        return found, refused
    for choice in words.bare(question.alternatives, card, question.pool):
        if question.legal(choice):
            return choice, []
        refused.append(choice)
    return None, refused


def forced(question: Question) -> Choice | None:
    """The only legal choice, if there is only one."""
    options = list(islice(question.choices(), 2))
    return options[0] if len(options) == 1 else None


def refusal(question: Question, words: Words, said: Said, refused: Iterable[Choice]) -> Diagnostic:
    """Why a text is no choice here: not legal, with the rules that stand against it, or none of them at all."""
    name = words.player(question.player)
    legal = legal_choices(question, words)
    found = next(iter(refused), None)
    if found is None:
        labels = [option.label for option in islice(question.options(words), MOST_COUNTED)]
        near = nearest(plain(said.text), labels)
        help = f"did you mean `{near}`? {legal}" if near else legal
        return report("E1051", said.span, text=said.text, name=name, help=help)
    against = question.objections(found)
    notes = tuple((objection.span, objection.text or "this must hold, and does not") for objection in against)
    return report("E1052", said.span, name=name, text=question.label(found, words), help=legal, notes=notes)


def legal_choices(question: Question, words: Words) -> str:
    """`legal are: lay 2♣, lay 10♦ and 29 more`"""
    labels = [option.label for option in islice(question.options(words), MOST_LABELS)]
    count = sum(1 for _ in islice(question.choices(), MOST_COUNTED))
    listed = ", ".join(f"`{label}`" for label in labels)
    if not labels:
        return "nothing is legal here"
    if count <= len(labels):
        return f"legal {'is' if count == 1 else 'are'}: {listed}"
    more = "many more" if count >= MOST_COUNTED else f"{count - len(labels)} more"
    return f"legal are: {listed} and {more}"
