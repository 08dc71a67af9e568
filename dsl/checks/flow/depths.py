"""What stands in each other, counted through phases and defines: bounded, as it is within one of them.

Whoever follows a rule of the game, a person or a program, goes down from phase to phase and from define to define.  The
form bounds how deep blocks and brackets go in one of them; a chain of many would go deeper than anybody can follow.
"""

from __future__ import annotations

from ...checked import CallDefine, CallPhase, CheckedGame, DefineSymbol, Expr, PhaseSymbol, Stmt
from ...resolve.context import Context
from ...traversal import blocks, defines_in_order, of_define, parts, phases_in_order

DEEPEST = 100
"""Blocks, or brackets and operations, within each other."""


def nothing_too_deep(game: CheckedGame, ctx: Context) -> None:
    """Report the first define and the first phase that go too deep through others (E0117).

    A circle of phases has no depth; it is reported already."""
    defines: dict[DefineSymbol, int] = {}
    for define in defines_in_order(game):
        defines[define] = max((_depth(e, defines) for e in of_define(define)), default=0)
        if defines[define] > DEEPEST:
            ctx.report("E0117", define.span, name=define.name, what="defines and their parts", most=DEEPEST)
            break
    if any(found.code == "E0607" for found in ctx.diagnostics):
        return
    phases: dict[PhaseSymbol, int] = {}
    for phase in phases_in_order(game):
        phases[phase] = max(_below(body, phases) for body in (phase.body, *(row.actions for row in phase.rows)))
        if phases[phase] > DEEPEST:
            ctx.report("E0117", phase.span, name=phase.name, what="phases and their blocks", most=DEEPEST)
            break


def _depth(whole: Expr, defines: dict[DefineSymbol, int]) -> int:
    """How deep an expression goes, through the defines it reads."""
    deepest, waiting = 0, [(whole, 1)]
    while waiting:
        e, depth = waiting.pop()
        deepest = max(deepest, depth + (defines.get(e.define, 0) if isinstance(e, CallDefine) else 0))
        waiting += [(part, depth + 1) for part in parts(e)]
    return deepest


def _below(body: tuple[Stmt, ...], phases: dict[PhaseSymbol, int]) -> int:
    """How many blocks stand within each other from this one on, through the phases it plays."""
    inner = [_below(block, phases) for st in body for block in blocks(st)]
    played = [phases.get(st.phase, 0) for st in body if isinstance(st, CallPhase)]
    return 1 + max((*inner, *played), default=0)
