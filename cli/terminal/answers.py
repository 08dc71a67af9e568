"""Reads what a person answers at a table, and says in a sentence why something cannot be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from ...interpreter.engine import Question
from ...interpreter.notation.model import SpannedText
from ...interpreter.record.session import GameSession
from ...interpreter.records import Choice
from ...interpreter.replay.choices import find, find_card, refusal
from ...interpreter.story.refused import refusal as refused_sentence
from ...interpreter.text.spellings import plain
from .asked_for import file_name
from .opponents import MOST_DRAWN
from .render import Renderer


class AnswerReader:
    """Finds the choice that somebody means; what it cannot take for one is answered."""

    def __init__(self, session: GameSession, out: Renderer) -> None:
        self.words = session.words
        self.reasons = session.opened.reasons
        self.out = out
        self.how = ""
        """How cards are picked at the open question, if sets of them are: such choices are not listed."""

    def found(self, question: Question, text: str) -> tuple[Choice | None, list[Choice]]:
        """The legal choice that a text means, in full or as a card alone.

        If there is none: the illegal ones it may mean."""
        choice, refused = find(question, self.words, text)
        return (choice, refused) if choice is not None or refused else find_card(question, self.words, text)

    def refuse(self, question: Question, text: str, refused: Sequence[Choice], *, places: bool = False) -> None:
        """Say in a sentence why a choice is not legal.  `places`: also where the rules say so."""
        diagnostic = refusal(question, self.words, SpannedText(text), refused, self.reasons)
        if not refused:
            self.out.print(diagnostic.message[:1].upper() + diagnostic.message[1:] + ".", "yellow")
            self.out.print(f"  {self.how or diagnostic.help}", "dim")
            return
        self.out.line((f"{refused_sentence(question, self.words, refused[0])}.", "yellow"))
        for span, why in diagnostic.notes if places else ():
            self.out.print(f"  {why}")
            self.out.print(f"    {file_name(span.source.name)}:{span.line}: {span.text.strip().splitlines()[0]}", "dim")

    def numbered(self, question: Question, choices: Sequence[Choice]) -> Choice | None:
        """The choice that numbers mean.  If there is none, or several, this is said."""
        legal = [choice for choice in choices if question.legal(choice)]
        if len(legal) == 1:
            return legal[0]
        if legal:
            shown = ", ".join(f"`{question.label(choice, self.words)}`" for choice in legal)
            self.out.print(f"These cards may mean {shown}.", "yellow")
        else:
            self.refuse(question, question.label(choices[0], self.words), choices)
        return None

    def read(self, question: Question, text: str) -> Choice | None:
        """The choice that a text means: in full, as a card alone, or by its beginning."""
        choice, refused = find(question, self.words, text)
        choice = choice or self._bare(question, text)
        if choice is not None:
            return choice
        start = plain(text)
        begun = [o for o in islice(question.options(self.words), MOST_DRAWN) if plain(o.label).startswith(start)]
        if len(begun) == 1:
            return begun[0].choice
        if len(begun) > 1:
            shown = ", ".join(f"`{option.label}`" for option in begun[:5]) + (" …" if len(begun) > 5 else "")
            self.out.print(f"`{text}` may mean {shown}.", "yellow")
        else:
            self.refuse(question, text, refused or self.found(question, text)[1])
        return None

    def _bare(self, question: Question, text: str) -> Choice | None:
        """The only legal choice with a single gap that the text fills."""
        found = [c for c in self.words.bare(question.alternatives, text, question.pool) if question.legal(c)]
        return found[0] if len(found) == 1 else None
