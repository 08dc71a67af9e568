"""The cards that a fact of a script names, as they come one by one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..notation import model as m
from ..notation.header import RESERVED
from ..records import Where


@dataclass(slots=True)
class Supply:
    """The cards that a fact names (None: unknown) and that have not come yet, in the order written."""

    said: m.SpannedText
    """The words of the script that name them."""
    title: str
    left: list[tuple[int | None, m.SpannedText]]
    size: int
    order: int = 0
    """The number of this supply among all facts, in the order written."""
    closed: bool = False
    """Whether the pile was shuffled since, so that the deal of this fact is over."""

    def faces(self) -> Iterable[int]:
        """The faces of the named cards that have not come yet."""
        return (face for face, _ in self.left if face is not None)

    def take(self, face: int) -> bool:
        """Remove a card that came: by its face, or else as one of the unknown cards."""
        at = next((i for i, (known, _) in enumerate(self.left) if known == face), None)
        if at is None:
            at = next((i for i, (known, _) in enumerate(self.left) if known is None), None)
        if at is not None:
            del self.left[at]
        return at is not None


def begun(where: Where, title: str) -> str:
    """How a line begins that deals cards to a zone, of which messages speak by a title: `hand of Ann`, `deal pile`."""
    alone = where.owner >= 0 and title.partition(" ")[0].casefold() not in RESERVED
    return title if alone else f"deal {title}"


def starts_in(pile: Supply, deal: Supply) -> bool:
    """Whether the next card of a pile may be one that the fact of a deal still names."""
    face = pile.left[0][0] if pile.left else None
    return face is None or any(named is None or named == face for named, _ in deal.left)
