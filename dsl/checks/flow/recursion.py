"""No phase is part of itself."""

from __future__ import annotations

from ...checked import CheckedGame, PhaseSymbol
from ...resolve.context import Context
from ...traversal import called_first, calls


def no_recursion(game: CheckedGame, ctx: Context) -> None:
    """Report each circle of calls once (E0607), at the phase of it that is found first."""
    reported: set[PhaseSymbol] = set()

    def report(chain: list[PhaseSymbol]) -> None:
        if not reported & {*chain}:
            ctx.report("E0607", chain[0].span, name=chain[0].name, chain=" → ".join(p.name for p in chain))
        reported.update(chain)

    called_first((game.main, *game.phases), lambda phase: [call.phase for call in calls(phase)], report)
