"""Limits how deeply blocks and expressions are nested across phases and defines.

A person or a program that follows a rule goes down from phase to phase and from define to define.  The parser limits
the depth within one of them; a long chain of calls could still be deeper than anybody can follow.
"""

from __future__ import annotations

from ...checked import CallDefine, CallPhase, CheckedGame, DefineSymbol, Expr, PhaseSymbol, Stmt
from ...resolve.context import ResolveContext
from ...traversal import blocks, defines_in_order, of_define, parts, phases_in_order

DEEPEST = 100
"""The most nested blocks, or nested brackets and operations."""


def nothing_too_deep(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report the first define and the first phase that nest too deeply through others (E0117).

    Phases that call each other in a circle have no depth; another check reports them."""
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
    """The depth of an expression, including the defines it reads."""
    deepest, waiting = 0, [(whole, 1)]
    while waiting:
        e, depth = waiting.pop()
        deepest = max(deepest, depth + (defines.get(e.define, 0) if isinstance(e, CallDefine) else 0))
        waiting += [(part, depth + 1) for part in parts(e)]
    return deepest


def _below(body: tuple[Stmt, ...], phases: dict[PhaseSymbol, int]) -> int:
    """The number of blocks nested below this one, including the phases it plays."""
    inner = [_below(block, phases) for st in body for block in blocks(st)]
    played = [phases.get(st.phase, 0) for st in body if isinstance(st, CallPhase)]
    return 1 + max((*inner, *played), default=0)
