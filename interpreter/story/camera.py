"""The camera: takes pictures of the table while a game is replayed, each with the captions since the one before."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

from ..program import Slots
from ..records import AnyRecord, Chosen, Declared, Moved, PhaseBegan, PhaseEnded, TrickBegan, TrickTaken, Where
from ..text.parse import Words
from .items import TranscriptItem
from .scene import Data, scene
from .story import Story
from .tabletop import Tabletop


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
    from 1 (0 before the first); `trick` starts again with each deal.  `scene`: the same as `scene.py` describes it.
    """

    captions: tuple[Caption, ...]
    zones: dict[Where, tuple[str, ...]]
    bringers: dict[Where, tuple[int, ...]]
    values: dict[tuple[int, int], int]
    turn: int
    deal: int
    trick: int
    scene: Data = field(default_factory=dict[str, Any])


class Camera:
    """Takes pictures while a game is replayed, for one viewer."""

    def __init__(self, words: Words, viewer: int | None = None) -> None:
        self.words = words
        self.viewer = viewer
        self.table = Tabletop(words.program, viewer)
        self.story = Story(words, viewer)
        self.deal = self.trick = 0
        self._captions: list[Caption] = []
        self._gathered = True
        """Whether all cards lie together, so that the next card dealt begins a deal."""
        self._depth = 0

    def begin_at(self, values: Slots, phase: str) -> None:
        """Begin in the middle of a phase."""
        self.story.begin_at(values)
        self.table.lay_out(values)
        self._captions.append(Remark("position", f"The game begins in {phase.replace('_', ' ')}."))

    def copy(self) -> Camera:
        """An independent copy, for a side line."""
        other = copy(self)
        other.table, other.story = self.table.copy(), self.story.copy()
        other._captions = self._captions.copy()
        return other

    def take(
        self, records: Iterable[AnyRecord], note: str = "", turn: int = -1, values: Slots | None = None
    ) -> list[Picture]:
        """The pictures of what happened up to a question, or to the end.  `turn`: the player who is asked.  `values`:
        the slots of the state there.
        """
        pictures: list[Picture] = []
        begun = self.story.count
        for record in records:
            if self._begins_something(record):
                self._captions += self.story.pause(asked=False)
                pictures += self._picture(begun)
            was_dealing = bool(self.story.transcript.deal)
            self._captions += self.story.follow(record, note)
            if self.story.transcript.deal and not was_dealing:
                pictures += self._picture(begun)
            self._count(record)
            self.table.apply(record)
        self._captions += self.story.pause()
        pictures += self._picture(begun, values)
        if not pictures:
            return []
        pictures[-1] = replace(pictures[-1], turn=turn)
        return self._settled(pictures)

    def _settled(self, pictures: list[Picture]) -> list[Picture]:
        """The pictures, with what a deal came to in the last one of that deal."""
        settlement = pictures[-1].scene["settlement"]
        if settlement is None or pictures[-1].scene["deal"] == settlement["deal"]:
            return pictures
        of_deal = [at for at, one in enumerate(pictures) if one.scene["deal"] == settlement["deal"]]
        if not of_deal:
            return pictures
        for at, shown in ((of_deal[-1], settlement), (len(pictures) - 1, None)):
            pictures[at] = replace(pictures[at], scene={**pictures[at].scene, "settlement": shown})
        return pictures

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

    def _picture(self, begun: int, values: Slots | None = None) -> list[Picture]:
        """A list with the picture of the table now; empty if nothing happened since the last picture.  `begun`: how
        many records were followed before the choice.
        """
        if not self._captions:
            return []
        captions, self._captions = tuple(self._captions), []
        cards = {where: self.table.cards(where) for where in self.table.zones}
        zones = {where: tuple(map(self.words.card, found)) for where, found in cards.items() if found}
        bringers = {where: self.table.bringers(where) for where in zones if where.owner < 0}
        shown = scene(self.story, values, begun)
        return [Picture(captions, zones, bringers, self.table.values.copy(), -1, self.deal, self.trick, shown)]
