"""Checks that exactly one row of a table applies in every case.

The conditions of the rows become formulas over finitely many cases (`cases.py`).  The check searches for a case that no
row covers and for one that two rows cover.  A condition that cannot be looked into (`any q in players has q.out`)
counts as yes or no independently of all others.  So a table that is correct only because two such conditions exclude
each other needs another condition; otherwise a reader would have to know this, too.  `always` rows are not searched.
An `otherwise` row takes all cases that are left.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ..checked import CheckedGame, DefineSymbol, Let, LocalSymbol, PhaseSymbol, Row
from ..resolve.context import ResolveContext
from ..settle.abstract_run import InferredRanges
from ..settle.intervals import EVERYTHING, ExpressionRanges
from ..source.span import Span
from .formulas.cases import Space
from .formulas.keys import NONE_BOUND, Bindings
from .formulas.search import Box, Cases, Formula, SearchExhausted, StepBudget, cover, first_to_hold, truth
from .formulas.wording import ConditionPiece, case, pieces

STEPS_OF_A_TABLE = 20_000
_MOST_SHOWN = 6
"""The most cases without a row that a message names."""
STEPS_OF_A_GAME = 100_000
"""The most boxes examined for one game: about one second of work."""


def complete_tables(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report cases that no row covers (E0702) or two rows cover (E0703), rows that never apply (W0704), and `always`
    rows where one row gives the value (E0706).

    A table with too many cases to search is reported as well (W0705)."""
    ranges = ExpressionRanges(game)
    passed: list[InferredRanges] = []
    left = STEPS_OF_A_GAME
    for table in [t for t in (*game.phases, *game.defines) if t.rows]:
        if isinstance(table, DefineSymbol):
            _one_value(table, ctx)
        steps = StepBudget(min(STEPS_OF_A_TABLE, left))
        before = steps.left
        if table.table:
            _TableCheck(game, ctx, ranges, steps, table).check(lambda: _passed(game, passed))
        elif isinstance(table, DefineSymbol):
            _in_order(game, ctx, ranges, steps, table)
        left -= before - steps.left


def _passed(game: CheckedGame, made: list[InferredRanges]) -> InferredRanges:
    """The ranges in which a parameter has only what is passed for it; made once, when they are needed."""
    if not made:
        made.append(InferredRanges(game))
    return made[0]


class _TableCheck:
    """The check of one table."""

    def __init__(
        self,
        game: CheckedGame,
        ctx: ResolveContext,
        ranges: ExpressionRanges,
        steps: StepBudget,
        table: PhaseSymbol | DefineSymbol,
    ) -> None:
        self.game, self.ctx = game, ctx
        self.table = table
        self.space = Space(game, ranges, steps)
        self.rows = [row for row in table.rows if row.guard is not None]
        self.bindings = _bindings(self.space, table)
        self.pieces: list[list[ConditionPiece]] = []

    def check(self, passed: Callable[[], ExpressionRanges]) -> None:
        """Search the cases and report the mistakes found.

        A missing case is no mistake if it cannot come up: a parameter without a range may be any number, but the
        arguments that are passed for it (`passed`) may have a range."""
        otherwise = [row for row in self.table.rows if row.otherwise]
        if not self.rows:
            return
        raw = [self.space.read(row.guard, self.bindings) for row in self.rows if row.guard is not None]
        for row in self.rows:
            assert row.guard is not None
            self.pieces.append(pieces(self.space, row.guard, self.bindings))
        if self.space.left <= 0:
            self.ctx.report("W0705", self.table.span, name=self.table.name)
            return
        cases = self.space.cases()
        guards = [self.space.settled(f) for f in raw]
        try:
            found = cover(cases, guards)
        except SearchExhausted:
            self.ctx.report("W0705", self.table.span, name=self.table.name)
            return
        for (first, second), box in found.doubled.items():
            self._doubled(cases, guards, first, second, box)
        if found.missing and not otherwise and not self._complete(passed):
            left = self._left_out(cases, guards, found.missing)
            help = f"nor to: `{'`, `'.join(left[1:])}`" if len(left) > 1 else self._range_advice(left[0])
            self.ctx.report("E0702", self.table.span, name=self.table.name, case=left[0], help=help)
        for i, row in enumerate(self.rows):
            if i not in found.used and _never(cases, guards[i]):
                self.ctx.report("W0704", _place(row))
        if not found.missing:
            for row in otherwise:
                self.ctx.report("W0704", row.span, help="the rows above cover every case")

    def _complete(self, passed: Callable[[], ExpressionRanges]) -> bool:
        """Whether the rows cover every case with what is passed for parameters that have no range."""
        if not any(_open(param) for param in self.table.params):
            return False
        space = Space(self.game, passed(), self.space.steps)
        bindings = _bindings(space, self.table)
        raw = [space.read(row.guard, bindings) for row in self.rows if row.guard is not None]
        cases = space.cases()
        try:
            return space.left > 0 and not cover(cases, [space.settled(f) for f in raw]).missing
        except SearchExhausted:
            return False

    def _range_advice(self, case: str) -> str | None:
        """What to write if the case may be one that never comes up: a parameter may have a range."""
        for param in self.table.params:
            if _open(param) and re.search(rf"\b{re.escape(param.name)}\b", case):
                return f"if that cannot be, the parameter may have a range: `{param.name}: 0..100`"
        return None

    def _left_out(self, cases: Cases, guards: list[Formula], missing: list[Box]) -> list[str]:
        """The cases without a row in words, the first of them first: each as wide as it can be."""
        wide: list[Box] = []
        for box in missing:
            if not any(all(one & ~other == 0 for one, other in zip(box, seen, strict=True)) for seen in wide):
                wide.append(cases.relaxed(box, lambda b: all(truth(g, b) is False for g in guards)))
        texts = [case(self.space, cases, box, [p for row in self.pieces for p in row], whole=True) for box in wide]
        return list(dict.fromkeys(texts))[:_MOST_SHOWN]

    def _doubled(self, cases: Cases, guards: list[Formula], first: int, second: int, box: Box) -> None:
        box = cases.relaxed(box, lambda b: truth(guards[first], b) is True and truth(guards[second], b) is True)
        one, other = self.rows[first].guard, self.rows[second].guard
        assert one is not None and other is not None
        notes = ((one.span, "this row applies too"),)
        said = self._case_text(cases, box, [self.pieces[first], self.pieces[second]])
        self.ctx.report("E0703", other.span, notes=notes, name=self.table.name, case=said)

    def _case_text(self, cases: Cases, box: Box, rows: list[list[ConditionPiece]]) -> str:
        return case(self.space, cases, box, [piece for row in rows for piece in row])


def _open(param: LocalSymbol) -> bool:
    """Whether a parameter is a number without a range."""
    return param.type.kind == "number" and (param.type.low, param.type.high) == EVERYTHING


def _bindings(space: Space, table: PhaseSymbol | DefineSymbol) -> Bindings:
    lets = table.lets if isinstance(table, DefineSymbol) else [st for st in table.body if isinstance(st, Let)]
    return space.keys.lets(lets, NONE_BOUND)


def _never(cases: Cases, guard: Formula) -> bool:
    """Whether a row applies in no case.  The search through the table does not answer this, because it leaves out cases
    that two rows cover."""
    try:
        return cases.find(guard, True) is None
    except SearchExhausted:
        return False


def _one_value(define: DefineSymbol, ctx: ResolveContext) -> None:
    """One row gives the value: report an `always` row, and a row after `otherwise` where the order counts."""
    ended = False
    for row in define.rows:
        if row.guard is None and not row.otherwise:
            ctx.report("E0706", row.span)
        elif ended and not define.table:
            ctx.report("W0704", _place(row), help="it comes after `otherwise`")
        ended = ended or row.otherwise


def _in_order(
    game: CheckedGame, ctx: ResolveContext, ranges: ExpressionRanges, steps: StepBudget, define: DefineSymbol
) -> None:
    """Check rows of which the first true one applies: each must be able to apply."""
    space = Space(game, ranges, steps)
    bindings = _bindings(space, define)
    before = [row.otherwise for row in define.rows].index(True) if any(r.otherwise for r in define.rows) else None
    rows = [row for row in define.rows[:before] if row.guard is not None]
    raw = [space.read(row.guard, bindings) for row in rows if row.guard is not None]
    if space.left <= 0:
        return
    cases = space.cases()
    try:
        used = first_to_hold(cases, [space.settled(f) for f in raw])
    except SearchExhausted:
        return
    for i, row in enumerate(rows):
        if i not in used:
            ctx.report("W0704", _place(row), help="the rows above it cover its cases" if i else None)


def _place(row: Row) -> Span:
    return row.guard.span if row.guard is not None else row.span
