"""What a card that was looked at too early is known by: the replay begins again and draws another one."""

from __future__ import annotations

from ...dsl.codes.reporting import ScriptError
from ...dsl.source.diagnostics import Diagnostic


class LookedAtEarlier(ScriptError):
    """A card that was looked at before it was dealt, and that no fact named, does not fit a fact of the deal.

    `look`: which of the cards that were looked at (-1: the engine drew it); `faces`: those that would fit.
    """

    def __init__(self, diagnostic: Diagnostic, look: int, faces: frozenset[int]) -> None:
        super().__init__(diagnostic)
        self.look, self.faces = look, faces
