"""Conditions that how many cards lie at a place decides: `size of stock > 12` where at most ten are left.

`dealing.py` runs through the game and knows the fewest and the most cards of each zone at every line.  It tells of each
condition that it comes to; what the condition can be there is worked out with these numbers.  A condition that had the
same outcome every time, in every setting, is reported (W0436), unless the values of the whole game decide it already
(`checks/possible.py` reports those).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice

from ...checked import (
    Again,
    CallDefine,
    CallPhase,
    CheckedGame,
    Choose,
    Expr,
    Fold,
    For,
    If,
    Op,
    PhaseSymbol,
    Stmt,
    ZoneRef,
    ZoneSymbol,
)
from ...effects import Knowledge
from ...resolve.context import ResolveContext
from ...settle.abstract_run import PossibleValues, possible_values
from ...settle.evaluation import PossibleExpressions
from ...settle.possible import Possible, elements, outcome
from ...source.identity import Exactly, KeptFor
from ...source.span import Span
from ...traversal import every, everything, inside, within

_SHORT = 12
"""How many parts a condition has at most that is worked out each time."""
CardRanges = Mapping[ZoneSymbol, tuple[int, int]]


class PlacedConditions:
    """The conditions of one game, with what they were at each place."""

    def __init__(self, game: CheckedGame, knowledge: Knowledge, *, reporting: bool = True) -> None:
        """`reporting`: whether it is noted what they were, so that it can be reported."""
        self.game, self.knowledge, self.reporting = game, knowledge, reporting
        self._undecided: dict[Exactly[Expr], list[Expr]] = {}
        """For each condition met, its parts that had only one outcome until now."""
        self._looked = KeptFor[Expr, set[ZoneSymbol]](lambda part: knowledge.looked((part,)).zones)
        """The zones that a part looks at."""
        self._is_short = KeptFor[Expr, bool](_is_short)
        self._met_in = KeptFor[tuple[Stmt, ...], tuple[Exactly[Expr], ...]](lambda body: tuple(self._conditions(body)))
        self._outcomes: dict[Span, tuple[Expr, bool]] = {}
        self._open: set[Span] = set()
        """The places of those that can be either."""
        self._counts: dict[Span, dict[ZoneSymbol, tuple[int, int]]] = {}

    @cached_property
    def _here(self) -> _ValuesHere:
        return _ValuesHere(possible_values(self.game))

    def decides(self, st: Stmt) -> bool:
        """Whether a statement has conditions that are followed, without those of statements in it."""
        return self.reporting and any(True for one in _conditions_of(st) for _ in self._parts(one))

    def any_in(self, blocks: Iterable[tuple[Stmt, ...]]) -> bool:
        """Whether some blocks, or the phases that they call, have conditions that are followed."""
        return self.reporting and any(map(self._met_in, blocks))

    def undecided(self, body: tuple[Stmt, ...]) -> bool:
        """Whether some statements, or the phases that they call, have conditions worth meeting once more."""
        return self.reporting and any(self._undecided.get(one, True) for one in self._met_in(body))

    def open_still(self, condition: Expr) -> bool:
        """Whether a condition looks at zones, and had only one outcome until now."""
        if not self.reporting:
            return False
        parts = self._undecided.get(Exactly(condition))
        return bool(parts) if parts is not None else any(True for _ in self._parts(condition))

    def _conditions(self, body: tuple[Stmt, ...]) -> Iterator[Exactly[Expr]]:
        """The conditions that look at zones."""
        seen = set[PhaseSymbol]()
        waiting = [within(body)]
        while waiting:
            for st in waiting.pop():
                if isinstance(st, CallPhase) and st.phase not in seen:
                    seen.add(st.phase)
                    waiting.append(every(st.phase))
                yield from (Exactly(one) for one in _conditions_of(st) if any(True for _ in self._parts(one)))

    def meet(self, condition: Expr, counts: CardRanges) -> bool | None:
        """The value of a condition at the place that the run has reached, with `counts` cards in the zones; None if it
        is not certain, or the condition is too long to work out."""
        if self.reporting:
            self._follow(condition, counts)
        if not self._is_short(condition):
            return None
        self._here.begin(counts)
        return outcome(self._here.of(condition))

    def _follow(self, condition: Expr, counts: CardRanges) -> None:
        key = Exactly(condition)
        parts = self._undecided.get(key)
        if parts is None:
            parts = self._undecided[key] = list(self._parts(condition))
        if parts:
            self._undecided[key] = [part for part in parts if self._one_outcome(part, counts)]

    def _parts(self, condition: Expr) -> Iterator[Expr]:
        """The condition and the conditions that it is made of, as far as they look at zones of the file itself."""
        if condition.span.source is not self.game.tree.span.source or not self._looked(condition):
            return
        yield condition
        if isinstance(condition, Op) and condition.op in ("and", "or", "not"):
            for part in condition.args:
                if part.span != condition.span:
                    yield from self._parts(part)

    def _one_outcome(self, part: Expr, counts: CardRanges) -> bool:
        """Whether a part had only one outcome, this time included."""
        if part.span in self._open:
            self._outcomes.pop(part.span, None)
            return False
        self._here.begin(counts)
        holds = outcome(self._here.of(part))
        _, before = self._outcomes.get(part.span, (part, holds))
        if holds is None or before != holds:
            self._outcomes.pop(part.span, None)
            self._open.add(part.span)
            return False
        self._outcomes[part.span] = part, holds
        joined = self._counts.setdefault(part.span, {})
        for zone in self._looked(part):
            low, high = counts[zone]
            a, b = joined.get(zone, (low, high))
            joined[zone] = min(a, low), max(b, high)
        return True

    def report(self, ctx: ResolveContext) -> None:
        """Report what had one outcome; nothing if the run cannot have come to every place as it may be in play."""
        if not self._outcomes or any(isinstance(st, Again) for st in everything(self.game)):
            return
        if any(self.knowledge.effects(rule.body).zones for rule in self.game.incidents):
            return
        reported = [one.span for one in ctx.diagnostics if one.code in ("W0423", "W0436", "W0521", "E0614")]
        values = possible_values(self.game)
        for span, (part, holds) in sorted(self._outcomes.items(), key=lambda item: item[0].end - item[0].start):
            if any(one.source is span.source and span.start <= one.start and one.end <= span.end for one in reported):
                continue
            reasons = list(self._reasons(span))
            if reasons and values.finished and outcome(values.of(part)) is None:
                reported.append(span)
                ctx.report("W0436", span, how="always" if holds else "never", why=" and ".join(reasons))

    def _reasons(self, span: Span) -> Iterator[str]:
        for zone, (low, high) in self._counts[span].items():
            if high == 0:
                yield f"`{zone.name}` is always empty here"
            elif low == high:
                yield f"`{zone.name}` always holds {low} {'card' if low == 1 else 'cards'} here"
            elif high < self._most:
                yield f"`{zone.name}` holds {low} to {high} cards here"
            elif low > 0:
                yield f"`{zone.name}` holds at least {low} {'card' if low == 1 else 'cards'} here"

    @cached_property
    def _most(self) -> int:
        return max((high for counts in self._counts.values() for _, high in counts.values()), default=0)


def _is_short(condition: Expr) -> bool:
    """Whether a condition looks at zones, and is worked out at once."""
    nodes = list(islice(inside(condition), _SHORT))
    simple = len(nodes) < _SHORT and not any(isinstance(e, CallDefine | Fold) for e in nodes)
    return simple and any(isinstance(e, ZoneRef) for e in nodes)


def _conditions_of(st: Stmt) -> list[Expr]:
    """The conditions of a statement itself that the run meets."""
    match st:
        case If(condition=condition):
            return [condition]
        case For(where=where) if where is not None:
            return [where]
        case Choose(choices=choices):
            return [e for choice in choices for e in (choice.guard, choice.where) if e is not None]
        case _:
            return []


class _ValuesHere(PossibleExpressions):
    """The values of the whole game, with the cards at one place."""

    def __init__(self, values: PossibleValues) -> None:
        super().__init__(values.game, values.ranges, values.known)
        self._counts: CardRanges = {}

    def begin(self, counts: CardRanges) -> None:
        """At another place."""
        self._counts = counts
        self._results.clear()

    def cards(self, e: ZoneRef) -> Possible:
        low, high = self._counts[e.zone]
        return elements(low if e.place is None else 0, high)
