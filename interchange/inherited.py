"""Values that tags of a PBN file take from earlier games (chapter 4.8 of PBN 2.1).

The value `#` stands for the value of the same tag in the nearest earlier game.  A value that begins with `##` holds in
this game and in every later one that does not have the tag.  Neither is allowed in the tags that say how a deal was bid
and played.
"""

from __future__ import annotations

from collections.abc import Collection

from ..interpreter.notation.model import SpannedText
from .tagged import Tag, Tags

NEVER = frozenset({"Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play", "Note"})
"""Tags that never take their value from another game."""


class InheritedTags:
    """The tag values that later games of a file can take from the games read so far."""

    def __init__(self, wanted: Collection[str]) -> None:
        """`wanted`: the names of the tags to remember.  Others are forgotten, so that memory is bounded."""
        self._wanted = frozenset(wanted) - NEVER
        self._last: dict[str, str] = {}
        self._always: dict[str, str] = {}

    def fill(self, tags: Tags) -> None:
        """Fill in the values that the tags of the next game take from earlier games."""
        seen = set[str]()
        for tag in tags.tags:
            name, value = tag.name.text, tag.value.text
            if name not in self._wanted or name in seen:
                continue
            seen.add(name)
            if value == "#":
                value = self._last.get(name, "")
            elif value.startswith("##"):
                value = self._always[name] = value.removeprefix("##")
            elif name in self._always:
                self._always[name] = value
            tag.value = SpannedText(value, tag.value.span)
            self._last[name] = value
        for name, value in self._always.items():
            if name not in seen and tags.tags:
                place = tags.tags[0]
                tags.tags.append(
                    Tag(SpannedText(name, place.name.span), SpannedText(value, place.value.span), place.offset)
                )
