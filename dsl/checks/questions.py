"""Checks that every question has an answer, with any options."""

from __future__ import annotations

from ..checked import CheckedGame, Choice, Choose, Domain, Expr, Fold, For
from ..resolve.context import ResolveContext
from ..settle.intervals import ExpressionRanges
from ..traversal import everything, inside, of_define, own_expressions
from .formulas.cases import Space
from .formulas.keys import NONE_BOUND
from .formulas.search import FALSE, TRUE, Formula, SearchExhausted, StepBudget, both, either, truth
from .formulas.wording import ConditionPiece, case, pieces

STEPS_OF_A_QUESTION = 1_000
STEPS_OF_A_GAME = 50_000


def questions_have_answers(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report questions that offer no answer under some options (E0612).

    Only options and the number of players count.  Any other condition may come true."""
    ranges = ExpressionRanges(game)
    left = STEPS_OF_A_GAME
    for st in everything(game):
        if isinstance(st, Choose) and all(c.guard is not None or c.where is not None for c in st.choices):
            steps = StepBudget(min(STEPS_OF_A_QUESTION, left))
            before = steps.left
            _look(Space(game, ranges, steps), st, ctx)
            left -= before - max(steps.left, 0)


def _look(space: Space, st: Choose, ctx: ResolveContext) -> None:
    offered: Formula = FALSE
    found: list[ConditionPiece] = []
    for choice in st.choices:
        offered = either(offered, _offered(space, choice, found))
    cases = space.cases()
    settled = space.settled(offered)
    try:
        box = cases.find(settled, False, among=space.settings)
    except SearchExhausted:
        return
    if box is not None:
        box = cases.relaxed(box, lambda b: truth(settled, b) is False)
        said_case = case(space, cases, box, found)
        when = "ever" if box == cases.whole else f"with `{said_case}`"
        ctx.report("E0612", st.span, when=when)


def _offered(space: Space, choice: Choice, found: list[ConditionPiece]) -> Formula:
    formula: Formula = TRUE
    for condition in (choice.guard, choice.where):
        if condition is not None:
            formula = both(formula, space.read(condition, NONE_BOUND))
            found += pieces(space, condition, NONE_BOUND)
    return formula


def ranges_go_up(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report ranges from a higher to a lower number (W0424): they are empty."""
    ranges = ExpressionRanges(game)
    for st in everything(game):
        if isinstance(st, For) and st.domain is not None:
            _empty(st.domain, ranges, ctx)
        if isinstance(st, Choose):
            for choice in st.choices:
                for _, domain in choice.generators:
                    _empty(domain, ranges, ctx)
        for whole in own_expressions(st):
            _phrases(whole, ranges, ctx)
    for rule in game.incidents:
        if rule.players is not None:
            _phrases(rule.players, ranges, ctx)
    for line in game.written:
        for whole in line.expressions:
            _phrases(whole, ranges, ctx)
    for define in game.defines:
        for whole in of_define(define):
            _phrases(whole, ranges, ctx)


def _phrases(whole: Expr, ranges: ExpressionRanges, ctx: ResolveContext) -> None:
    for e in inside(whole):
        if isinstance(e, Fold):
            _empty(e.domain, ranges, ctx)


def _empty(domain: Domain, ranges: ExpressionRanges, ctx: ResolveContext) -> None:
    if domain.kind not in ("range", "down", "combinations"):
        return
    first, second = domain.args[:2]
    low, high = (second, first) if domain.kind == "down" else (first, second)
    if ranges.of(low)[0] > ranges.of(high)[1]:
        ctx.report("W0424", domain.span)
