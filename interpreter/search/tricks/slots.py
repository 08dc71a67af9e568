"""The slots of a state that remember which of their first values were read.

A run of the rules depends on nothing else, so what it found is true of every state that has the same values there.
"""

from __future__ import annotations

from typing import Any, SupportsIndex


class TrackedSlots(list[Any]):
    """Slots whose first values are noted when they are read.  `fresh`: the slots that still hold them."""

    def __init__(self, values: list[Any], reads: set[int], fresh: set[int] | None = None) -> None:
        super().__init__(values)
        self.reads = reads
        self.fresh = {*range(len(values))} if fresh is None else fresh

    def __getitem__(self, slot: SupportsIndex | slice) -> Any:
        if isinstance(slot, int):
            if slot in self.fresh:
                self.reads.add(slot)
        else:
            self.reads |= self.fresh
        return super().__getitem__(slot)

    def __setitem__(self, slot: SupportsIndex | slice, value: Any) -> None:
        if isinstance(slot, int):
            self.fresh.discard(slot)
        super().__setitem__(slot, value)

    def __iter__(self) -> Any:
        self.reads |= self.fresh
        return super().__iter__()

    def branch(self) -> TrackedSlots:
        """A copy that can be changed."""
        return TrackedSlots(self.plain(), self.reads, self.fresh.copy())

    def plain(self) -> list[Any]:
        """The values, without noting that they are read."""
        return [*super().__iter__()]

    def peek(self, slot: int) -> Any:
        """A value, without noting that it is read."""
        return super().__getitem__(slot)
