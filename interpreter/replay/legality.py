"""Expectations that a choice is not legal: whether a text is a choice at all, and whether it could be made."""

from __future__ import annotations

from itertools import islice

from ...dsl.codes.reporting import ScriptError, report
from ...dsl.source.nearest import nearest
from ..engine import Question
from ..notation import model as m
from ..text.parse import Words
from ..text.spellings import plain
from .choices import MOST_COUNTED, find, only_choice


def check_illegal(step: m.LegalityExpectation, seat: int, question: Question | None, words: Words) -> None:
    """Check that a player may not choose something here and now; no forced choices are made for this.

    Only a choice that could be made counts: a misspelled one proves nothing, and neither does a choice of another
    question before a forced one.  Raises `ScriptError`.
    """
    text, name = step.text.text, words.player(seat)
    if question is not None and question.player == seat:
        if find(question, words, text)[0] is not None:
            raise ScriptError(report("E1064", step.text.span, name=name, text=text))
        forced = only_choice(question)
        if forced is not None and _reads(words, text) and not _reads(words, text, question):
            only = question.label(forced, words)
            help = f"here {name} has only one choice, `{only}`: write that line first, then what is expected"
            raise ScriptError(report("E1051", step.text.span, text=text, name=name, help=help))
    if not _reads(words, text):
        labels = [] if question is None else [o.label for o in islice(question.options(words), MOST_COUNTED)]
        near = nearest(plain(text), labels)
        help = f"did you mean `{near}`?" if near else None
        raise ScriptError(report("E1051", step.text.span, text=text, name=name, help=help))


def _reads(words: Words, text: str, question: Question | None = None) -> bool:
    """Whether a text is a choice, legal or not, of a question, or (None) of any question of the game."""
    wanted = [plain(text), plain(f"play {text}")]
    asks = words.program.asks if question is None else [words.program.asks[question.ask]]
    alternatives = [one for ask in asks for one in ask.alternatives]
    return any(True for one in alternatives for said in wanted for _ in words.match(one, said))
