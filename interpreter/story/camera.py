"""The camera: takes pictures of the table while a game is replayed, each with the captions since the one before."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, replace

from ..program import Slots
from ..records import AnyRecord, Chosen, Declared, Moved, PhaseBegan, PhaseEnded, TrickBegan, TrickTaken, Where
from ..text.parse import Words
from .items import TranscriptItem
from .tabletop import Tabletop
from .transcript import Transcript


@dataclass(frozen=True, slots=True)
class Remark:
    """An annotation of the script: a comment (`note`), an expectation that held (`held`), what is wrong (`wrong`), the
    position where a game begins in the middle (`position`), or a side line with its lines (`side`).

    `pictures`: for each of `lines` the table after it, or None if the line does not change the table.
    """

    kind: str
    text: str
    lines: tuple[str, ...] = ()
    pictures: tuple[Picture | None, ...] = ()


Caption = TranscriptItem | Remark


@dataclass(frozen=True, slots=True)
class Picture:
    """The table at one moment.

    `captions`: what happened since the previous picture.  `zones`: the cards of every zone that is not empty, bottom
    first (`??` for unseen ones).  `bringers`: for a shared zone, the player who put each card there (-1: no player).
    `values`: variables by number and owner.  `turn`: the player who chooses next (-1: none).  `deal` and `trick` count
    from 1 (0 before the first); `trick` starts again with each deal.
    """

    captions: tuple[Caption, ...]
    zones: dict[Where, tuple[str, ...]]
    bringers: dict[Where, tuple[int, ...]]
    values: dict[tuple[int, int], int]
    turn: int
    deal: int
    trick: int


class Camera:
    """Takes pictures while a game is replayed, for one viewer."""

    def __init__(self, words: Words, viewer: int | None = None) -> None:
        self.words = words
        self.viewer = viewer
        self.table = Tabletop(words.program, viewer)
        self.transcript = Transcript(words, viewer, tricks=False, reasons=True)
        self.deal = self.trick = 0
        self._captions: list[Caption] = []
        self._gathered = True
        """Whether all cards lie together, so that the next card dealt begins a deal."""
        self._depth = 0

    def begin_at(self, values: Slots, phase: str) -> None:
        """Begin in the middle of a phase."""
        self.table.lay_out(values)
        self.transcript.values |= {key: value for key, value in self.table.values.items() if key[1] >= 0}
        self._captions.append(Remark("position", f"The game begins in {phase.replace('_', ' ')}."))

    def copy(self) -> Camera:
        """An independent copy, for a side line."""
        other = copy(self)
        other.table, other.transcript = self.table.copy(), self.transcript.copy()
        other._captions = self._captions.copy()
        return other

    def take(self, records: Iterable[AnyRecord], note: str = "", turn: int = -1) -> list[Picture]:
        """The pictures of what happened up to a question, or to the end.  `turn`: the player who is asked."""
        pictures: list[Picture] = []
        for record in records:
            if self._begins_something(record):
                self._captions += self.transcript.pause(asked=isinstance(record, Chosen | Declared))
                pictures += self._picture()
            was_dealing = bool(self.transcript.deal)
            self._captions += self.transcript.read((record,), note)
            if self.transcript.deal and not was_dealing:
                pictures += self._picture()
            self._count(record)
            self.table.apply(record)
        self._captions += self.transcript.pause(asked=turn >= 0)
        pictures += self._picture()
        return [*pictures[:-1], replace(pictures[-1], turn=turn)] if pictures else []

    def _begins_something(self, record: AnyRecord) -> bool:
        """Whether a picture of the table before this record is needed."""
        match record:
            case Chosen() | Declared() | TrickTaken():
                return True
            case PhaseBegan():
                self._depth += 1
                return self._depth == 2
            case PhaseEnded():
                self._depth -= 1
                return self._depth == 1
            case _:
                return False

    def _count(self, record: AnyRecord) -> None:
        """Count deals and tricks."""
        match record:
            case Moved(_, _, target, dealt):
                if dealt and self._gathered:
                    self.deal, self.trick, self._gathered = self.deal + 1, 0, False
                elif not dealt and len(self.table.zones[target]) + len(record.cards) == len(self.words.program.deck):
                    self._gathered = True
            case TrickBegan():
                self.trick += 1
            case _:
                pass

    def _picture(self) -> list[Picture]:
        """A list with the picture of the table now; empty if nothing happened since the last picture."""
        if not self._captions:
            return []
        captions, self._captions = tuple(self._captions), []
        cards = {where: self.table.cards(where) for where in self.table.zones}
        zones = {where: tuple(map(self.words.card, found)) for where, found in cards.items() if found}
        bringers = {where: self.table.bringers(where) for where in zones if where.owner < 0}
        return [Picture(captions, zones, bringers, self.table.values.copy(), -1, self.deal, self.trick)]
