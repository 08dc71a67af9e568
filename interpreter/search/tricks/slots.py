"""The slots of a state that remember which of their first values were read.

A run of the rules depends on nothing else, so what it found is true of every state that has the same values there.
"""

from __future__ import annotations

from typing import Any, NoReturn, SupportsIndex


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


class SomeSlots(list[Any]):
    """Slots of which only those hold their values that a run was found to need: quicker than `TrackedSlots` where the
    same few are read over and over.
    """

    def __init__(self, values: list[Any], needed: set[int]) -> None:
        super().__init__(value if slot in needed else UnreadValue(slot) for slot, value in enumerate(values))

    def branch(self) -> SomeSlots:
        """A copy that can be changed."""
        made = SomeSlots([], set())
        made += self
        return made


class NeedsRead(Exception):
    """A run used the value of a slot that was thought not to matter."""

    def __init__(self, slot: int) -> None:
        super().__init__()
        self.slot = slot


class UnreadValue:
    """Stands for the value of a slot that a run should not need.  It may be copied; whoever uses it needs the slot."""

    __slots__ = ("slot",)

    def __init__(self, slot: int) -> None:
        self.slot = slot

    def _used(self, *_: object) -> NoReturn:
        raise NeedsRead(self.slot)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __and__ = __rand__ = __or__ = __ror__ = _used
    __xor__ = __rxor__ = __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __invert__ = __neg__ = _used
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __lt__ = __le__ = __gt__ = __ge__ = _used
    __eq__ = __ne__ = _used
    __bool__ = __index__ = __iter__ = __len__ = __hash__ = __getitem__ = __contains__ = __int__ = _used

    def __getattr__(self, name: str) -> NoReturn:
        raise NeedsRead(self.slot)
