"""Why a choice is not legal, for the author of a script: every rule that forbids it, with its place in the rule file
and the lines of the document it cites.

The engine knows *which* conditions fail; `refusals.py` has the sentence for each, and `story/refused.py` fills in the
facts: "5 is at most the level (level is 6)", "C holds J♣, and clubs were led [rules 118]".
"""

from __future__ import annotations

from ...dsl.checked import CheckedGame
from ...dsl.provenance.citations import cited
from ...dsl.source.span import Span
from ..engine import Objection, Question
from ..program import Program
from ..records import Choice, Where
from ..story.data import zone_of
from ..story.refused import facts_now, failing, ruled
from ..text.format import bits
from ..text.parse import Words
from .elsewhere import OtherQuestions
from .refusals import Refusals

ReasonNote = tuple[Span, str]
"""A place in a rule file, and what the rule at this place says."""


class Reasons:
    """Explains why choices are not legal in one game, for given options and a given number of players."""

    def __init__(self, game: CheckedGame, program: Program) -> None:
        self.game = game
        self.program = program
        self._refusals = Refusals(game, program)
        self._others = OtherQuestions(game, program, self._refusals)

    def against(self, question: Question, choice: Choice, words: Words) -> tuple[ReasonNote, ...]:
        """Every rule that forbids a choice, with its place; empty if the choice is legal."""
        missing = self._not_held(question, choice, words)
        found: list[ReasonNote] = []
        for objection in question.objections(choice):
            text = missing or self._wording(question, choice, objection, words)
            found.append((objection.span, text + self._source(objection.span)))
        return tuple(dict.fromkeys(found[:1] if missing else found))

    def elsewhere(self, question: Question, text: str, words: Words) -> tuple[ReasonNote, ...]:
        """Where the rules have an answer that the open question does not have, and why another question is asked; empty
        if no question has it.
        """
        asks = [(number, ask) for number, ask in enumerate(self.program.asks) if number != question.ask]
        answers = [(number, one.alternative) for number, ask in asks for one in words.choices(ask.alternatives, text)]
        found = self._others.nearest(question.ask, answers)
        if found is None:
            return ()
        if found.text is not None and found.text.one:
            said = f"another question is asked: {ruled(question, words, found.text, 'one')}"
        elif found.part:
            said = f"this is chosen in {found.part}, not now"
        else:
            said = "this answers another question than the one that is asked now"
        return ((found.span, said + self._source(found.span)),)

    def _source(self, span: Span) -> str:
        lines: dict[str, list[str]] = {}
        for reference in cited(self.game.tree, span):
            lines.setdefault(reference.source, []).append(str(reference).removeprefix(reference.source).strip())
        return "".join(f" [{source} {', '.join(found)}]" for source, found in lines.items())

    def _wording(self, question: Question, choice: Choice, objection: Objection, words: Words) -> str:
        if objection.name >= 0:
            facts = self._refusals.facts_of_range(question.ask, choice.alternative, objection.name)
            return objection.text + facts_now(question, words, facts)
        if objection.number < 0:
            return objection.text
        said = failing(question, words, choice, objection.number, "one")
        texts = words.refusals(question.ask, choice.alternative) if words.refusals is not None else ()
        follows = objection.number < len(texts) and texts[objection.number].kind == "follow"
        return f"{objection.text}: {said}" if follows else said

    def _not_held(self, question: Question, choice: Choice, words: Words) -> str:
        """`C does not hold A♠`, if a card of the choice is not in the zone from which it must come; otherwise empty."""
        alternative = question.alternatives[choice.alternative]
        rules = self.program.asks[question.ask].trick
        for name, (bound, value) in enumerate(zip(alternative.bound, choice.values, strict=True)):
            zone = rules.hand if rules is not None else zone_of(bound)
            if zone < 0 or bound.type.kind not in ("card", "set") or self.program.zones[zone].owner != "player":
                continue
            held = question.cards(Where(zone, question.holder if rules is not None else question.player))
            if rules is None and question.pool(choice.alternative, name, choice.values[:name]) != held:
                continue  # it belongs to another player
            absent = (value if bound.type.kind == "set" else 1 << max(value, 0)) & ~held
            if absent and (text := self._too_many(question, absent, held, words)):
                return text
            if absent and rules is not None and question.holder != question.player:
                player, cards = words.player(question.player), words.cards(absent)
                return f"{player} plays from {words.where(Where(zone, question.holder))} now, which lacks {cards}"
            if absent:
                if self.program.zones[zone].visibility == "private":
                    return f"{words.player(question.holder)} does not hold {words.cards(absent)}"
                are = "is" if absent.bit_count() == 1 else "are"
                return f"{words.cards(absent)} {are} not in {words.where(Where(zone, question.holder))}"
        return ""

    def _too_many(self, question: Question, absent: int, held: int, words: Words) -> str:
        """`C holds only one 4♣`, if the zone has a card of the choice, but not often enough; otherwise empty."""
        deck = self.program.deck
        for card in bits(absent):
            count = sum(deck[other] == deck[card] for other in bits(held))
            if count:
                number = "one" if count == 1 else str(count)
                return f"{words.player(question.holder)} holds only {number} {words.cards(1 << card)}"
        return ""
