"""Applies the comments that silence warnings."""

from __future__ import annotations

from collections.abc import Iterable

from ..resolve.context import ResolveContext
from ..resolve.silence import silence
from ..source.span import Source
from ..syntax import nodes as n

BELOW = ("W0301", "W0303", "W0304", "W0423", "W0424", "W0425", "W0432", "W0704", "W0924")
"""Warnings that are not reported for the game below a variant.  They are about a part that is no longer needed, or that
became the same because of the variant.  The variant's author cannot remove that part or silence the warning."""


def heed_silences(tree: n.RuleFile, sources: Iterable[Source], ctx: ResolveContext, *, everything: bool) -> None:
    """Remove silenced warnings, and report silences that have no effect.  This check runs last.

    `everything` says whether all checks ran.  If errors prevented some, a silence may concern a check that did not
    run."""
    own = tree.span.source
    kept = [d for d in ctx.diagnostics if d.code not in BELOW or d.span.source == own]
    left = silence(kept, sources, own)
    ctx.diagnostics[:] = left if everything else [d for d in left if d.code != "W0928"]
