"""The addresses of everything in the memory of a module.

    fault            kind and place (32 bits each), three numbers: what stopped a game
    state            every slot in order: a number or a set of 64 bits or several times that, or a pile
    …                whatever a module asks for: constant tables, room to work in, counters

A state is one range of memory, so it is passed on, kept and restored by copying bytes (`MemoryLayout.pack`, `unpack`).
All numbers are in two's complement, lowest byte first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from struct import pack
from typing import Literal

from ..program import PC, RNG, Const, Leftover, Program, Slots
from ..traversal import units
from .ranges import ProgramRanges, Uncompilable, join, narrow

PAGE = 65_536
_PACKED = {1: "b", 2: "h", 4: "i", 8: "q"}
"""The format characters of `struct`, by the number of bytes."""
MOST_PAGES = 4_096
"""256 MiB. A module whose state, tables and counters need more cannot be made."""


@dataclass(frozen=True, slots=True)
class SlotPlace:
    """The place of a slot: a `number` of several 64-bit words, or a `pile` (the number of cards, then 16 bits for
    each).
    """

    kind: Literal["number", "pile"]
    address: int
    words: int


@dataclass
class MemoryLayout:
    """The memory of one program's module.  `reserve` allocates more of it."""

    program: Program
    ranges: ProgramRanges
    size: int = 0
    data: list[tuple[int, bytes]] = field(default_factory=list["tuple[int, bytes]"])
    """The content of constant tables, by address."""
    slots: list[SlotPlace] = field(default_factory=list["SlotPlace"])
    zone_number: list[int] = field(default_factory=list["int"])
    """For each zone, the number of its first owner's zone: the zones of all owners are numbered consecutively."""
    _known: dict[bytes, int] = field(default_factory=dict["bytes", "int"])
    _shared: dict[object, int] = field(default_factory=dict["object", "int"])

    def __post_init__(self) -> None:
        program = self.program
        self.words = self._words()
        """How many 64-bit words a set takes that does not fit into one."""
        self.card_words = 1 if narrow(self.ranges.cards) else self.words
        self.cards = len(program.deck)
        self.fault = self.reserve(32)
        self.state = self.reserve(0)
        piles = {z.base + i for z in program.zones if z.ordered for i in range(z.count)}
        for slot, found in enumerate(self.ranges.slots):
            words = 1 if slot == RNG or narrow(found) else self.words
            if slot in piles:
                self.slots.append(SlotPlace("pile", self.reserve(self.pile_size), 0))
            else:
                self.slots.append(SlotPlace("number", self.reserve(8 * words), words))
        self.state_size = self.size - self.state
        self.work = self.reserve(8)
        """The address of the units of work since the last choice (`Tick`, `Fold`); it is not part of the state."""
        self.stop = self.reserve(8)
        """The address of the number of choices after which `$play` stops answering; 0: at once."""
        known = range(program.known, program.known + program.players if program.known >= 0 else program.known)
        of_zones = {slot for z in program.zones for slot in range(z.base, z.base + z.count)}
        bags = {slot for z in program.zones if z.bag >= 0 for slot in range(z.bag, z.bag + 2 * z.count)}
        self.plain = {*range(len(self.slots))} - of_zones - bags - {*known}
        """The slots that only assignments to slots can change."""
        number = 0
        for zone in program.zones:
            self.zone_number.append(number)
            number += zone.count
        self.zone_count = number
        entries = b"".join(
            b"".join(
                part.to_bytes(4, "little")
                for part in (
                    self.slots[zone.base + i].address,
                    self.slots[zone.bag + 2 * i].address if zone.bag >= 0 else 0,
                    int(zone.ordered),
                    0,
                )
            )
            for zone in program.zones
            for i in range(zone.count)
        )
        self.zones = self.constant(entries)
        self.drawn = self.reserve(8 * (self.cards + 1))
        """The address of the masks of the first n cards of a deal, for n from 0 on."""
        self.faces = self.constant(b"".join(face.to_bytes(2, "little") for face in program.deck))

        most = max((len(program.tables[number]) for number in _melds(program)), default=-1)
        self.melds = self.meld_at = self.meld_worth = 0
        if most >= 0:
            self.melds, self.meld_at = self.reserve(8 * most), self.reserve(4 * 66)
            self.meld_worth = self.reserve(8 * 64)

    @property
    def pile_size(self) -> int:
        """The size of a pile that can hold every card, in bytes.  It is a little larger, because cards move down eight
        at a time or are drawn from whole vectors.
        """
        return 8 + max((2 * self.cards + 7) // 8 * 8 + 16 * self.pile_steps, 32 * self.vectors)

    @property
    def vectors(self) -> int:
        """How many vectors of sixteen bytes hold all cards."""
        return (self.cards + 15) // 16

    @property
    def pile_steps(self) -> int:
        """How many steps of eight cards move all cards down."""
        return (self.cards + 7) // 8

    def _words(self) -> int:
        """How many words the largest set takes, with one more bit for the sign."""
        found = self.ranges.cards
        for one in (*self.ranges.slots[RNG + 1 :], *self.ranges.results):
            found = join(found, one)
        for registers in self.ranges.registers.values():
            for one in registers.values():
                found = join(found, one)
        for one in self.ranges.tables:
            found = join(found, one)
        for unit in units(self.program):  # numbers from which one is drawn may be more than there are cards
            for node in unit.parts:
                if isinstance(node, Const):
                    found = join(found, (node.value, node.value))
        return max(found[1].bit_length(), found[0].bit_length(), 1) // 64 + 1

    # ------------------------------------------------------------------------------------------------------ memory

    def reserve(self, size: int) -> int:
        """Allocate bytes at a multiple of 8; returns the address.  Raises `Uncompilable` if there is no room for
        them.
        """
        at = self.size
        self.size += (size + 7) // 8 * 8
        if self.size > MOST_PAGES * PAGE:
            raise Uncompilable(f"more than {MOST_PAGES * PAGE // 2**20} MiB of memory")
        return at

    @property
    def pages(self) -> int:
        """The number of pages of the whole memory, which does not grow."""
        return self.size // PAGE + 1

    def constant(self, content: bytes) -> int:
        """The address of constant bytes; equal bytes are stored once."""
        at = self._known.get(content)
        if at is None:
            at = self._known[content] = self.reserve(len(content))
            if content:
                self.data.append((at, content))
        return at

    def table(self, entries: tuple[int, ...], size: int) -> int:
        """The address of a table of numbers, with `size` bytes for each."""
        kind = _PACKED.get(size)
        if kind is not None:
            return self.constant(pack(f"<{len(entries)}{kind}", *entries))
        return self.constant(b"".join(entry.to_bytes(size, "little", signed=True) for entry in entries))

    def shared(self, purpose: object, size: int) -> int:
        """The address of bytes for a purpose; all that have the same purpose share them."""
        if purpose not in self._shared:
            self._shared[purpose] = self.reserve(size)
        return self._shared[purpose]

    def load(self, slot: int) -> str:
        """The expression that reads a number of one word."""
        return f"(i64.load (i32.const {self.slots[slot].address}))"

    def room(self) -> int:
        """The address of room for a set."""
        return self.reserve(8 * self.words)

    # ------------------------------------------------------------------------------------------------------- states

    def pack(self, values: Slots) -> bytes:
        """A state as the bytes it has in memory.

        Raises `ValueError` if a slot holds a value that is impossible in this program.
        """
        content = bytearray(self.state_size)
        for slot, (place, value) in enumerate(zip(self.slots, values, strict=True)):
            at = place.address - self.state
            if place.kind == "pile":
                cards = value if isinstance(value, tuple) else ()
                if not isinstance(value, tuple) or len(set(cards)) > self.cards:
                    raise ValueError(f"slot {slot} of this state is not a pile")
                content[at : at + self.pile_size] = self.pile(cards)
                continue
            if not isinstance(value, int) or not self._fits(slot, value):
                raise ValueError(f"slot {slot} of this state is out of range")
            word = value & (1 << 64) - 1 if slot == RNG else value
            content[at : at + 8 * place.words] = word.to_bytes(8 * place.words, "little", signed=slot != RNG)
        return bytes(content)

    def pile(self, cards: tuple[int, ...]) -> bytes:
        """The bytes of a pile."""
        content = len(cards).to_bytes(8, "little") + b"".join(card.to_bytes(2, "little") for card in cards)
        return content.ljust(self.pile_size, b"\0")

    def _fits(self, slot: int, value: int) -> bool:
        if slot == RNG:
            return 0 <= value < 1 << 64
        low, high = self.ranges.slots[slot]
        return slot == PC or low <= value <= high

    def unpack(self, content: bytes | bytearray | memoryview) -> Slots:
        """The slots in such bytes."""
        values: Slots = []
        for slot, place in enumerate(self.slots):
            at = place.address - self.state
            if place.kind == "pile":
                count = int.from_bytes(content[at : at + 4], "little")
                cards = memoryview(content)[at + 8 : at + 8 + 2 * count].cast("H")
                values.append(tuple(cards))
            else:
                word = content[at : at + 8 * place.words]
                values.append(int.from_bytes(word, "little", signed=slot != RNG))
        return values


def _melds(program: Program) -> Iterator[int]:
    """The tables of melds that a program uses."""
    for unit in units(program):
        for node in unit.parts:
            if isinstance(node, Leftover):
                yield node.melds
