"""Why a choice is not legal, in the words of the rule that forbids it, with the lines of the document it cites.

The engine knows *which* conditions fail, and their places.  They are described as in the rulebook (`dsl/rulebook`),
with the actual values: "the lap is at most 1 (lap is 1)", "C holds J♣, and clubs were led [rules 118]".
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from ...dsl.checked import CheckedGame, Choose, Expr, Lit, PlayTrick, Row, VariableRef
from ...dsl.checked import Choice as CoreChoice
from ...dsl.provenance.citations import cited
from ...dsl.rulebook.context import RulebookSettings
from ...dsl.rulebook.names import christen
from ...dsl.rulebook.speech import new_book
from ...dsl.settle import logic
from ...dsl.source.span import Span
from ...dsl.traversal import everything, inside
from ..engine import Objection, Question
from ..lowering import settle
from ..program import Bound, Combinations, Program, TrickRules, ZoneCards
from ..records import Choice, Where
from ..text.format import bits
from ..text.parse import Words

ReasonNote = tuple[Span, str]
"""A place in a rule file, and what the rule at this place says."""
_MOST_VALUES = 3


class Reasons:
    """Explains why choices are not legal in one game, for given options and a given number of players."""

    def __init__(self, game: CheckedGame, program: Program) -> None:
        self.game = game
        self.program = program

    def against(self, question: Question, choice: Choice, words: Words) -> tuple[ReasonNote, ...]:
        """Every rule that forbids a choice, with its place; empty if the choice is legal."""
        missing = self._not_held(question, choice, words)
        found: list[ReasonNote] = []
        for objection in question.objections(choice):
            text = missing or self._wording(question, objection, words)
            found.append((objection.span, text + self._source(objection.span)))
        return tuple(dict.fromkeys(found[:1] if missing else found))

    def _source(self, span: Span) -> str:
        lines: dict[str, list[str]] = {}
        for reference in cited(self.game.tree, span):
            lines.setdefault(reference.source, []).append(str(reference).removeprefix(reference.source).strip())
        return "".join(f" [{source} {', '.join(found)}]" for source, found in lines.items())

    def _wording(self, question: Question, objection: Objection, words: Words) -> str:
        rules = self.program.asks[question.ask].trick
        condition = self._conditions.get(objection.span)
        if rules is not None and condition is None and objection.text:
            return f"{objection.text}: {self._lead(question, rules, words)}"
        if condition is None:
            return objection.text or "this must hold, and does not"
        said = self._clause(condition[0], condition[1]) or "this must hold, and does not"
        values = self._values(question, condition[1], words)
        return (f"{objection.text}: " if objection.text else "") + said + (f" ({values})" if values else "")

    # ------------------------------------------------------------------------------------------------------- cards

    def _lead(self, question: Question, rules: TrickRules, words: Words) -> str:
        """`C holds J♣, and clubs were led`: a card with which the player must follow, and the suit of most cards of the
        group.
        """
        following = question.following()
        held = following & self._cards_of(question, rules.hand)
        faces = [self.program.faces[self.program.deck[card]].suit for card in bits(following)]
        common = Counter(suit for suit in faces if suit >= 0).most_common(1)
        suit = words.suit(common[0][0]) if common else "such cards"
        return f"{words.player(question.holder)} holds {words.cards(held)}, and {suit} were led"

    def _not_held(self, question: Question, choice: Choice, words: Words) -> str:
        """`C does not hold A♠`, if a card of the choice is not in the zone from which it must come; otherwise empty."""
        alternative = question.alternatives[choice.alternative]
        rules = self.program.asks[question.ask].trick
        for name, (bound, value) in enumerate(zip(alternative.bound, choice.values, strict=True)):
            zone = rules.hand if rules is not None else _zone_of(bound)
            if zone is None or bound.type.kind not in ("card", "set") or self.program.zones[zone].owner != "player":
                continue
            held = self._cards_of(question, zone)
            if rules is None and question.pool(choice.alternative, name, choice.values[:name]) != held:
                continue  # it belongs to another player
            absent = (value if bound.type.kind == "set" else 1 << max(value, 0)) & ~held
            if absent and (text := self._too_many(question, absent, held, words)):
                return text
            if absent:
                if self.program.zones[zone].visibility == "private":
                    return f"{words.player(question.holder)} does not hold {words.cards(absent)}"
                return f"{words.cards(absent)} is not in {words.where(Where(zone, question.holder))}"
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

    def _cards_of(self, question: Question, zone: int) -> int:
        return question.cards(Where(zone, question.holder))

    # -------------------------------------------------------------------------------------------------- conditions

    @cached_property
    def _conditions(self) -> dict[Span, tuple[CoreChoice | None, Expr]]:
        """The conditions of choices, by their places, with the choice whose names they use."""
        found: dict[Span, tuple[CoreChoice | None, Expr]] = {}
        for statement in everything(self.game):
            match statement:
                case Choose(choices=choices):
                    for choice in choices:
                        for whole in (choice.guard, choice.where):
                            for part in logic.conjuncts(whole) if whole is not None else ():
                                found[part.span] = choice, part
                case PlayTrick(narrow=narrow, exception=exception):
                    for _, whole in (*narrow, *([exception] if exception is not None else [])):
                        for part in logic.conjuncts(whole):
                            found[part.span] = None, part
                case _:
                    pass
        for define in self.game.defines:
            for row in define.rows:
                found[row.span] = None, _row(row)
        return found

    def _clause(self, choice: CoreChoice | None, condition: Expr) -> str:
        """The actual situation instead of a condition: `the lap is at most 1`; empty if it is not known."""
        settings = settle(self.game, self.program.options, self.program.players)
        book = new_book(self.game, RulebookSettings(settings.values, settings.players))
        with book.scope():
            for local, domain in choice.generators if choice is not None else ():
                christen(book, local, domain)
            text = book.clause(condition, holds=False)
        return "" if text in ("always", "never") else text

    def _values(self, question: Question, condition: Expr, words: Words) -> str:
        """`lap is 1`: the shared variables that a condition uses."""
        names = dict.fromkeys(
            e.variable.name for e in inside(condition) if isinstance(e, VariableRef) and e.owner is None
        )
        found: list[str] = []
        for number, info in enumerate(self.program.variables):
            if info.name in names and info.owner is None:
                found.append(f"{words.variable(number, -1)} is {words.value(info.type, question.value(number))}")
        return ", ".join(found[:_MOST_VALUES])


def _row(row: Row) -> Expr:
    """The condition of the row that applies.  A row whose value is plainly no forbids everything to which it
    applies.
    """
    assert row.value is not None
    if isinstance(row.value, Lit) and row.guard is not None:
        return logic.negated(row.guard)
    return row.value


def _zone_of(bound: Bound) -> int | None:
    """The zone from which a name picks its cards; None if it does not pick from all cards of one zone."""
    of = bound.domain.of if isinstance(bound.domain, Combinations) else next(iter(bound.domain.args), None)
    return of.zone if isinstance(of, ZoneCards) else None
