"""Finds conditions that are always true or never true because of the types of their values."""

from __future__ import annotations

from collections.abc import Iterator

from ..checked import Again, CheckedGame, Choose, Cond, Expr, Fold, For, If, Lit, Op, Over, PlayTrick, Repeat
from ..resolve.context import ResolveContext
from ..settle.intervals import ExpressionRanges
from ..source.span import Span
from ..traversal import everything, inside, of_define, own_expressions, within
from ..types import HIGHEST, LOWEST
from .flow.ends import stops
from .formulas.cases import Space
from .formulas.search import Cases, Formula, SearchExhausted, StepBudget

STEPS_OF_A_CONDITION = 300
STEPS_OF_A_GAME = 50_000

_COMPARISONS = {"=", "!=", "<", "<=", ">", ">="}


def conditions_can_differ(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report conditions that are always or never true (W0423), and loops that such a condition should end (E0614).

    The message is at the comparison.  It is at the whole condition only if no comparison in it was reported."""
    check = _ConditionCheck(game, ctx)
    for st in everything(game):
        if (isinstance(st, Repeat) and st.times is None) or (isinstance(st, For) and st.domain is None):
            check.ends(st)
    for define in game.defines:
        for e in of_define(define):
            check.parts(e)
        for row in define.rows:
            if row.guard is not None:
                check.comparisons(row.guard)
    for phase in game.phases:
        for row in phase.rows:
            if row.guard is not None:
                check.parts(row.guard)
                check.comparisons(row.guard)
    for st in everything(game):
        for e in own_expressions(st):
            check.parts(e)
        for condition in _conditions(st):
            check.condition(condition)
    for rule in game.incidents:
        if rule.players is not None:
            check.parts(rule.players)
    for after in (*game.always, *game.afters):
        check.parts(after.condition)
    for line in game.written:
        for e in line.expressions:
            check.parts(e)
        for condition in (line.condition, line.where):
            if condition is not None:
                check.condition(condition)


def _conditions(st: object) -> Iterator[Expr]:
    """The conditions of a statement."""
    match st:
        case If(condition=condition):
            yield condition
        case Repeat(until=until):
            if until is not None:
                yield until
        case For(where=where, until=until):
            yield from (e for e in (where, until) if e is not None)
        case Choose(choices=choices):
            for choice in choices:
                yield from (e for e in (choice.guard, choice.where) if e is not None)
        case PlayTrick(narrow=narrow, exception=exception):
            yield from (test for _, test in (*narrow, *([exception] if exception is not None else [])))
        case _:
            pass


class _ConditionCheck:
    """Checks the conditions of one game."""

    def __init__(self, game: CheckedGame, ctx: ResolveContext) -> None:
        self.game = game
        self.ctx = ctx
        self.ranges = ExpressionRanges(game)
        self.left = STEPS_OF_A_GAME
        self.reported: set[Span] = set()

    def parts(self, whole: Expr) -> None:
        """Check the conditions inside an expression: those of `x if c otherwise y`, and those of phrases."""
        for e in inside(whole):
            match e:
                case Cond(condition=condition):
                    self.condition(condition)
                case Fold(where=where, body=body, kind=kind):
                    if where is not None:
                        self.condition(where)
                    if body is not None and kind in ("any", "every", "no"):
                        self.condition(body)
                case _:
                    pass

    def condition(self, whole: Expr) -> None:
        """Check a condition: first its comparisons, then the whole."""
        if self.comparisons(whole) or not isinstance(whole, Op) or whole.op not in ("and", "or", "not"):
            return
        self._look(whole)

    def comparisons(self, whole: Expr) -> bool:
        """Check the comparisons that a condition consists of.  Returns whether one was reported."""
        waiting, found = [whole], False
        while waiting:
            e = waiting.pop()
            if _is_range(e):
                found = self._look(e) or found
            elif isinstance(e, Op) and e.op in ("and", "or", "not"):
                waiting.extend(reversed(e.args))
            elif isinstance(e, Op) and e.op == "=" and e.args[1].type.kind == "none" and not e.args[0].type.optional:
                found = True  # W0402 reports it
            elif _can_be_looked_at(e):
                found = self._look(e) or found
        return found

    def ends(self, st: Repeat | For) -> None:
        """Check a loop that only a condition can end: the condition must be able to hold."""
        if st.until is None or stops(st.body) or any(isinstance(inner, Over | Again) for inner in within(st.body)):
            return
        if self._holds(st.until) is False:
            self.reported.update(e.span for e in inside(st.until))
            what = "repeat" if isinstance(st, Repeat) else "for"
            self.ctx.report("E0614", st.until.span, what=what, help=self._range_text(st.until))

    def _holds(self, e: Expr) -> bool | None:
        steps = StepBudget(min(STEPS_OF_A_CONDITION, self.left))
        before = steps.left
        holds = _settled(Space(self.game, self.ranges, steps), e)
        self.left -= before - max(steps.left, 0)
        return holds

    def _look(self, e: Expr) -> bool:
        """Report a condition that has only one possible outcome.  Returns whether it was reported."""
        if e.span in self.reported:
            return True
        holds = self._holds(e)
        if holds is not None:
            self.reported.add(e.span)
            self.ctx.report("W0423", e.span, how="always" if holds else "never", help=self._range_text(e))
        return holds is not None

    def _range_text(self, e: Expr) -> str | None:
        """Why a condition is settled: the range of the number that is compared, or that there is no joker.  None where
        there is nothing to say.
        """
        match e:
            case Op(op=op, args=(a, Lit())) if op in _COMPARISONS and a.type.kind == "number":
                low, high = self.ranges.of(a)
                inside = f"{low}..{high}" if low < high else f"always {low}"
                said_of = " ".join(a.span.text.split())
                return f"`{said_of}` is {inside}" if low > LOWEST and high < HIGHEST else None
            case Op(op="joker") if self.game.deck.jokers is None:
                return "there is no joker in the deck: jokers are counted there, as in `, 2 jokers`"
            case Op(op="and", args=(first, _)) if _is_range(e):
                return self._range_text(first)
            case _:
                return None


def _is_range(e: Expr) -> bool:
    """Whether a condition is `x in 2..10`, which is two comparisons for the check, and one for a reader."""
    return isinstance(e, Op) and e.op == "and" and all(arg.span == e.span for arg in e.args)


def _settled(space: Space, e: Expr) -> bool | None:
    """Whether a condition is always true (True), never true (False), or can be either (None)."""
    formula = space.read(e)
    if space.left <= 0:
        return None
    cases: Cases = space.cases()
    settled: Formula = space.settled(formula)
    try:
        for wanted in (True, False):
            if cases.find(settled, wanted) is None:
                return not wanted
    except SearchExhausted:
        pass
    return None


def _can_be_looked_at(e: Expr) -> bool:
    """Whether the check can judge a condition: a comparison, `yes`, `x in {a, b}`."""
    match e:
        case Op(op=op):
            return op in (*_COMPARISONS, "has", "joker")
        case Fold(domain=domain):
            return domain.kind == "list"
        case _:
            return isinstance(e, Lit)
