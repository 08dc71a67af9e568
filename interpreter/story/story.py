"""The story of one game as one viewer may follow it: its lines, and everything that a scene shows, record by record.

    story = Story(words, viewer)
    lines = story.tell(records)           # after each choice: what happened up to the next question
    shown = scene(story, state.values)    # scene.py: the table now

Everything is a function of the records so far.  A *deal* begins when all cards lie together and the first of them is
dealt; what is set from then on, or since the phase that ended before, belongs to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..program import Slots
from ..records import (
    AnyRecord,
    Assigned,
    Chosen,
    GameOver,
    Moved,
    PhaseBegan,
    PhaseEnded,
    TrickBegan,
    TrickTaken,
    Where,
)
from ..text.parse import Words
from .chosen import named_cards
from .data import story_data
from .items import DealItem, ResultItem, RevealItem, ScoreChangeItem, ScoresItem, TranscriptItem
from .tabletop import Tabletop
from .transcript import Transcript

SETTLING = ScoreChangeItem | ScoresItem | RevealItem | ResultItem
"""The lines of which the settlement of a deal consists."""


@dataclass(frozen=True, slots=True)
class TrickSoFar:
    """A trick: who led, each play with its card (-1: not known to the viewer), and who took it (-1: nobody yet)."""

    leader: int
    plays: tuple[tuple[int, int, Where], ...] = ()
    winner: int = -1


class Story:
    """Follows one game for one viewer: a seat, -1 for somebody who sees what lies face up, None for all cards."""

    def __init__(self, words: Words, viewer: int | None = None) -> None:
        self.words = words
        self.viewer = viewer
        self.data = story_data(words.program)
        self.table = Tabletop(words.program, viewer)
        self.transcript = Transcript(words, viewer, tricks=False, reasons=True)
        self.count = 0
        """How many records were followed."""
        self.lines: list[tuple[int, TranscriptItem]] = []
        """The lines so far, each with the number of records that were followed when it was complete."""
        self.deal = self.trick_of_deal = 0
        self.looked = 0
        """How many records were followed when the viewer, or anybody if it has no seat, last chose."""
        self.set_at: dict[tuple[int, int], int] = {}
        """When each variable, by its number and owner, was last set by something other than the phase it belongs to."""
        self.begun = 0
        """When the current deal began: what was set before is not of this deal."""
        self.before: dict[tuple[int, int], int] = dict(self.table.values)
        """The values of variables when the current deal began."""
        self.scored: set[int] = set()
        """The owned numbers of which one was not 0 at some time."""
        self.arrived: dict[int, int] = {}
        """When each card came where it lies."""
        self.trick: TrickSoFar | None = None
        self.last_trick: TrickSoFar | None = None
        self.settlement: tuple[int, tuple[TranscriptItem, ...]] | None = None
        """The number of the last finished deal and what it came to, until somebody has chosen in the next."""
        self.over: GameOver | None = None
        self._gathered = True
        self._depth = 0
        self._phase_ended = 0
        self._chosen: tuple[int, int, int] = 0, -1, 0
        """When somebody last chose; who, and the mask of the cards of the choice."""

    def begin_at(self, values: Slots) -> None:
        """Begin in the middle of a game, at the slots of a state, without records that lead to it."""
        self.table.lay_out(values)
        self.transcript.begin_at(values)
        self.transcript.values |= {key: value for key, value in self.table.values.items() if key[1] >= 0}
        self.before = dict(self.table.values)
        self.set_at = dict.fromkeys(self.before, 0)
        self._gathered = False
        self.deal = 1

    def tell(self, records: Iterable[AnyRecord], note: str = "") -> list[TranscriptItem]:
        """Follow what happened up to the next question or the end.  Returns the lines about it."""
        found: list[TranscriptItem] = []
        deal = self.deal
        for record in records:
            if isinstance(record, Chosen):
                self.settlement = None
            found += self._tell((record,), note)
            self._follow(record)
            self.table.apply(record)
            self.count += 1
        rest = self.transcript.pause()
        self.lines += [(self.count, item) for item in rest]
        found += rest
        if deal and (self.deal > deal or self.over is not None):
            self.settlement = deal, _settling(found)
        return found

    def _tell(self, records: tuple[AnyRecord], note: str) -> list[TranscriptItem]:
        found = self.transcript.read(records, note)
        self.lines += [(self.count + 1, item) for item in found]
        return found

    def _follow(self, record: AnyRecord) -> None:
        """Note what a record means for scenes, before the table changes."""
        match record:
            case Chosen(player):
                self._chosen = self.count, player, named_cards(self.words.program, record)
                if player == self.viewer or self.viewer is None or self.viewer < 0:
                    self.looked = self.count
            case Moved():
                self._moved(record)
            case Assigned(variable, owner, _, value):
                info = self.data.variables[variable]
                if record.span != self.words.program.places[info.place]:
                    self.set_at[variable, owner] = self.count
                if info.owner is not None and info.type.kind == "number" and value:
                    self.scored.add(variable)
            case TrickBegan(leader):
                self.trick = TrickSoFar(leader)
                self.trick_of_deal += 1
            case TrickTaken(player, zone):
                trick = self.trick or TrickSoFar(-1)
                plays = tuple(play for play in trick.plays if play[2] == zone)
                self.trick, self.last_trick = None, TrickSoFar(trick.leader, plays, player)
            case PhaseBegan():
                self._depth += 1
            case PhaseEnded():
                self._depth -= 1
                if self._depth == 1:
                    self._phase_ended = self.count
            case GameOver():
                self.over = record
                self.trick = None
            case _:
                pass

    def _moved(self, record: Moved) -> None:
        self.arrived.update(dict.fromkeys(record.cards, self.count))
        if record.dealt:
            if self._gathered:
                self._gathered = False
                self.deal, self.trick_of_deal = self.deal + 1, 0
                self.trick = self.last_trick = None
            return
        if len(self.table.zones[record.target]) + len(record.cards) == len(self.words.program.deck):
            self._gather()
        trick = self.trick
        if trick is None:
            return
        if any(where == record.source for _, _, where in trick.plays):  # no player takes this trick
            self.trick = None
        elif len(record.cards) == 1 and record.target.owner < 0 and self._chosen[2] >> record.cards[0] & 1:
            seen = self.table.known_cards
            known = seen.sees(record.target) or seen.knows(record.cards[0])
            play = self._player(record), record.cards[0] if known else -1, record.target
            self.trick = TrickSoFar(trick.leader, (*trick.plays, play))

    def _player(self, record: Moved) -> int:
        """Who plays a card to a trick: its owner, even if somebody else chose it, or whoever chose it."""
        owned = self.data.zones[record.source.zone].owner == "player"
        return record.source.owner if owned else self._chosen[1]

    def _gather(self) -> None:
        """All cards lie together: the next deal begins here, or when the phase before it ended."""
        self._gathered = True
        self.begun = self._phase_ended if self._phase_ended > self._chosen[0] else self.count
        self.before = dict(self.table.values)


def _settling(lines: Iterable[TranscriptItem]) -> tuple[TranscriptItem, ...]:
    """The lines that settle a deal, from what happened up to the first question of the next."""
    found: list[TranscriptItem] = []
    for item in lines:
        if isinstance(item, DealItem) and found:
            break
        if isinstance(item, SETTLING):
            found.append(item)
    return tuple(found)
