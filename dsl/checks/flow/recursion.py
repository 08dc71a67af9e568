"""Checks that no phase calls itself, directly or through others."""

from __future__ import annotations

from itertools import pairwise

from ...checked import CheckedGame, PhaseSymbol
from ...resolve.context import ResolveContext
from ...traversal import called_first, calls


def no_recursion(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report each circle of calls once (E0607): at the call that closes it, or at a call that a variant adds to it."""
    reported: set[PhaseSymbol] = set()

    def report(chain: list[PhaseSymbol]) -> None:
        if not reported & {*chain}:
            links = [next(c for c in calls(a) if c.phase is b) for a, b in pairwise(chain)]
            added = [link for link in links if link.span.source is not chain[0].span.source]
            at = (added or links)[-1]
            notes = ((chain[0].span, f"`{chain[0].name}` begins here"),)
            ctx.report("E0607", at.span, notes=notes, name=chain[0].name, chain=" → ".join(p.name for p in chain))
        reported.update(chain)

    called_first((game.main, *game.phases), lambda phase: [call.phase for call in calls(phase)], report)
