"""The comments that silence warnings are heeded."""

from __future__ import annotations

from collections.abc import Iterable

from ..resolve.context import Context
from ..resolve.silence import silence
from ..source.span import Source
from ..syntax import nodes as n

BELOW = ("W0301", "W0303", "W0304", "W0423", "W0424", "W0425", "W0432", "W0704", "W0924")
"""Warnings that are of no use to a variant where they speak of the game below it: what is not needed any more, or came
out the same because of the variant, cannot be taken out or silenced from above."""


def heed_silences(tree: n.RuleFile, sources: Iterable[Source], ctx: Context, *, everything: bool) -> None:
    """Take silenced warnings away, and report silences that are no good.  The last of all checks.

    `everything`: all of them were made.  Where errors were in their way, a silence may be for what is yet to come."""
    own = tree.span.source
    kept = [d for d in ctx.diagnostics if d.code not in BELOW or d.span.source == own]
    left = silence(kept, sources, own)
    ctx.diagnostics[:] = left if everything else [d for d in left if d.code != "W0928"]
