"""The camera: takes pictures of the table while a game is replayed, each with the captions since the one before."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, replace

from ..program import Slots
from ..records import AnyRecord, Chosen, Declared, PhaseBegan, PhaseEnded, TrickTaken
from ..text.parse import Words
from .items import TranscriptItem
from .scene import Data, scene
from .story import Story


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
    """The table at one moment: what happened since the previous picture, the scene, and the variables by number and
    owner.
    """

    captions: tuple[Caption, ...]
    scene: Data
    values: dict[tuple[int, int], int] = field(default_factory=dict[tuple[int, int], int])

    @property
    def deal(self) -> int:
        """The number of the deal, from 1; 0 before the first."""
        return self.scene["deal"]

    @property
    def trick(self) -> int:
        """The number of the trick in its deal, from 1; 0 before the first."""
        return self.scene["trick_of_deal"]


class Camera:
    """Takes pictures while a game is replayed, for one viewer."""

    def __init__(self, words: Words, viewer: int | None = None) -> None:
        self.words = words
        self.viewer = viewer
        self.story = Story(words, viewer)
        self._captions: list[Caption] = []
        self._depth = 0

    def begin_at(self, values: Slots, phase: str) -> None:
        """Begin in the middle of a phase."""
        self.story.begin_at(values)
        self._captions.append(Remark("position", f"The game begins in {phase.replace('_', ' ')}."))

    def copy(self) -> Camera:
        """An independent copy, for a side line."""
        other = copy(self)
        other.story = self.story.copy()
        other._captions = self._captions.copy()
        return other

    def take(self, records: Iterable[AnyRecord], note: str = "", values: Slots | None = None) -> list[Picture]:
        """The pictures of what happened up to a question, or to the end.  `values`: the slots of the state there."""
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
        self._captions += self.story.pause()
        pictures += self._picture(begun)
        if not pictures:
            return []
        pictures[-1] = replace(pictures[-1], scene=scene(self.story, values, begun))
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

    def _picture(self, begun: int) -> list[Picture]:
        """A list with the picture of the table now; empty if nothing happened since the last picture.  `begun`: how
        many records were followed before the choice.
        """
        if not self._captions:
            return []
        captions, self._captions = tuple(self._captions), []
        return [Picture(captions, scene(self.story, None, begun), self.story.table.values.copy())]
