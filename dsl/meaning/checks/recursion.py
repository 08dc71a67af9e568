"""No phase is part of itself."""

from __future__ import annotations

from ...core import Game, PhaseSymbol
from ..context import Context
from ..walk import calls


def no_recursion(game: Game, ctx: Context) -> None:
    """Report each circle of calls once (E0607), at the phase of it that is found first."""
    done: set[PhaseSymbol] = set()
    stack: list[PhaseSymbol] = []

    def visit(phase: PhaseSymbol) -> None:
        if phase in stack:
            chain = [*stack[stack.index(phase) :], phase]
            ctx.report("E0607", phase.span, name=phase.name, chain=" → ".join(p.name for p in chain))
            done.update(chain)
            return
        if phase in done:
            return
        stack.append(phase)
        for call in calls(phase):
            visit(call.phase)
        stack.pop()
        done.add(phase)

    for phase in (game.main, *game.phases):
        visit(phase)
