"""The story of one game as one viewer may follow it: its lines, and everything that a scene shows, record by record.

    story = Story(words, viewer)
    lines = story.tell(records)           # after each choice: what happened up to the next question
    shown = scene(story, state.values)    # scene.py: the table now

Everything is a function of the records so far.  A *deal* begins when all cards lie together and the first of them is
dealt; what is set from then on, or since the phase that ended before, belongs to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

from ...dsl.types import NONE
from ..engine.engine import WrittenNow
from ..program import Slots
from ..records import (
    AnyRecord,
    Assigned,
    Chosen,
    GameOver,
    Moved,
    PhaseBegan,
    PhaseEnded,
    SetAgain,
    Shown,
    Shuffled,
    TrickBegan,
    TrickTaken,
    Where,
)
from ..text.parse import Words
from .calls import Calls
from .chosen import named_cards
from .data import story_data
from .items import DealItem, PhaseItem, ResultItem, RevealItem, ScoreChangeItem, ScoresItem, TranscriptItem
from .settlement import ScoreAccount, Settlement, laid_open
from .tabletop import Tabletop
from .transcript import Transcript

SETTLING = ScoreChangeItem | ScoresItem | RevealItem | ResultItem
"""The lines of which a settlement consists."""


@dataclass(frozen=True, slots=True)
class TrickSoFar:
    """A trick: who led, each play with its card (-1: not known to the viewer), and who took it (-1: nobody yet)."""

    leader: int
    plays: tuple[tuple[int, int, Where], ...] = ()
    winner: int = -1


@dataclass(frozen=True, slots=True)
class DrawnZone:
    """A zone in a scene: the changes of the table by which it was drawn, since when its cards count as new, and whether
    none of them is."""

    at: tuple[int, int, int]
    since: int
    rests: bool
    data: dict[str, Any]


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
        self.stale: set[int] = set()
        """The numbers that are counted from 0 in each deal, and hold what they came to in the last."""
        self._counted: dict[int, tuple[bool, int]] = {}
        """The numbers set in this deal: whether they were first set to 0, and when one was set for the last time."""
        self._emptying: set[int] = set()
        """The numbers that were set back to 0 from what they held, in the phase of `main` that goes on."""
        self._emptied: dict[int, int] = {}
        """When such a phase was over, for the numbers that it left empty, like a pot that somebody has won."""
        self.scored: set[int] = set()
        """The owned numbers of which one was not 0 at some time."""
        self.arrived: list[int] = [-1] * len(words.program.deck)
        """When each card came where it lies; -1: it lies there from the beginning."""
        self.drawn_zones: dict[Where, DrawnZone] = {}
        """Each zone as it was in the last scene."""
        self.renewed: dict[int, int] = {}
        """When each variable was last set, also to begin anew."""
        self.trick: TrickSoFar | None = None
        self.last_trick: TrickSoFar | None = None
        self.calls = Calls()
        """What players have called in this deal."""
        self.account = ScoreAccount(words, self.data, self.table.known_cards.known)
        """The changes of scores in this deal."""
        self.settlement: tuple[int, Settlement] | None = None
        """The last settlement, with the number of records that were followed when it was complete."""
        self.written: tuple[WrittenNow, ...] = ()
        """What was written on the table at the last question of which a scene was made."""
        self.over: GameOver | None = None
        self.moved_on: dict[int, int] = {}
        """The players that shared variables named before something moved on (the deal) since the last choice, card or
        phase.  When the game is over, it moved on for a deal that does not come.
        """
        self._ended: Settlement | None = None
        """What the deal came to that has just ended; its lines are not complete yet."""
        self._unlaid = False
        """Whether something was settled and the cards still lie as they did then."""
        self._laid: tuple[tuple[Where, tuple[int, ...]], ...] = ()
        """The cards that lay open when something was settled in this deal for the last time."""
        self._shown = False
        """Whether cards were shown since the last question."""
        self._named: dict[tuple[int, int], int] = {}
        """The words that the rules have given to players and teams since the last question."""
        self._asked = 0, 0
        """How many records were followed, and how many lines there were, at the last question."""
        self._gathered = True
        self._together = False
        """Whether all cards came together in a phase that goes on: the deal is over when that phase is."""
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
        self.scored = {
            variable
            for (variable, owner), value in self.before.items()
            if owner >= 0 and value and self.data.variables[variable].type.kind == "number"
        }
        self._gathered = False
        self.deal = 1

    def copy(self) -> Story:
        """An independent copy, for a side line."""
        other = copy(self)
        other.table, other.transcript = self.table.copy(), self.transcript.copy()
        other.account = self.account.copy(other.table.known_cards.known)
        other.lines, other.set_at, other.arrived = self.lines.copy(), self.set_at.copy(), self.arrived.copy()
        other.renewed, other.drawn_zones = self.renewed.copy(), self.drawn_zones.copy()
        other.calls = copy(self.calls)
        other.stale, other.scored, other._counted = self.stale.copy(), self.scored.copy(), self._counted.copy()
        other._emptying, other._emptied = self._emptying.copy(), self._emptied.copy()
        return other

    def tell(self, records: Iterable[AnyRecord], note: str = "") -> list[TranscriptItem]:
        """Follow what happened up to the next question or the end.  Returns the lines about it."""
        found = [item for record in records for item in self.follow(record, note)]
        return [*found, *self.pause()]

    def follow(self, record: AnyRecord, note: str = "") -> list[TranscriptItem]:
        """Follow one record.  Returns the lines that are complete now.  `note` is added to the line of a choice."""
        found = self.transcript.read((record,), note)
        self.lines += [(self.count + 1, item) for item in found]
        self._note(record)
        self.table.apply(record)
        self.count += 1
        return found

    def pause(self, *, asked: bool = True) -> list[TranscriptItem]:
        """The lines that were still waiting: before a player is `asked` or the game is over, or else before a scene is
        made in the middle of what happens.
        """
        found = self.transcript.pause(asked=asked)
        self.lines += [(self.count, item) for item in found]
        if asked:
            self._settle()
            self._named = {}
            self._ended, self._shown, self._asked = None, False, (self.count, len(self.lines))
        return found

    def _settle(self) -> None:
        """Keep what a deal that has ended came to, or what was settled within it since the last question."""
        count, at = self._asked
        lines = [item for _, item in self.lines[at:]]
        if self._ended is None and self.deal and self.over is not None:
            self._ended = self._deal_ended()
        named = tuple(self._named.items())
        if self._ended is not None:
            self.settlement = self.count, replace(self._ended, lines=_settling(lines, whole=True), named=named)
        elif self.account.settles(count):
            entries = self.account.entries(self.table.values, count, whole=False)
            open_ = laid_open(self.data, self.table) if self._shown else ()
            self.settlement = self.count, Settlement(self.deal, False, entries, open_, _settling(lines), named)

    def in_last_deal(self, values: Slots) -> Slots:
        """The slots of a state; at the end of the game with the dealer of its last deal, who has moved on since."""
        if self.over is None or not self.moved_on:
            return values
        slots = {self.data.variables[variable].slot: before for variable, before in self.moved_on.items()}
        return [slots.get(slot, value) for slot, value in enumerate(values)]

    def _deal_ended(self) -> Settlement:
        self._lay_open()
        return Settlement(self.deal, True, self.account.entries(self.table.values), self._laid)

    def _lay_open(self) -> None:
        if self._unlaid:
            self._unlaid, self._laid = False, laid_open(self.data, self.table)

    def _note(self, record: AnyRecord) -> None:
        """Note what a record means for scenes, before the table changes."""
        if self.account.take(record, self.count):
            self._unlaid = True
        if isinstance(record, Chosen | Moved | PhaseEnded):
            self.moved_on = {}
        match record:
            case Chosen(player):
                self._unlaid = False
                self._chosen = self.count, player, named_cards(self.words.program, record)
                if player == self.viewer or self.viewer is None or self.viewer < 0:
                    self.looked = self.count
                self._called(record)
            case Moved():
                self._moved(record)
            case Shuffled():
                self._ended_together()
            case Assigned(variable, owner, before, value):
                if before and not value and variable not in self.stale:
                    self._emptying.add(variable)
                self._set(record, variable, owner, value)
                info = self.data.variables[variable]
                if info.carried and info.owner is None and info.type.kind == "player" and before != NONE:
                    self.moved_on = {variable: before, **self.moved_on}
            case SetAgain(variable, owner, value):
                self._set(record, variable, owner, value)
            case Shown():
                self._shown = self._unlaid = True
            case TrickBegan(leader):
                self.trick = TrickSoFar(leader)
                self.trick_of_deal += 1
            case TrickTaken(player, zone):
                trick = self.trick or TrickSoFar(-1)
                plays = tuple(play for play in trick.plays if play[2] == zone)
                self.trick, self.last_trick = None, TrickSoFar(trick.leader, plays, player)
            case PhaseBegan():
                self._depth += 1
                if self._depth == 2:
                    self._empty()
                    self._set_up()
            case PhaseEnded():
                self._depth -= 1
                if self._depth == 1:
                    self._empty()
                    self._phase_ended = self.count
                    self._ended_together()
            case GameOver():
                self.over = record
                self.trick = None
            case _:
                pass

    def _called(self, record: Chosen) -> None:
        """A player answered a question; it is a call if everybody hears it and no card is asked for."""
        if record.ask in self.data.calling:
            alternative = self.words.program.asks[record.ask].alternatives[record.choice.alternative]
            self.calls.call(record.player, self.words.label(alternative, record.choice.values), record.ask)
        else:
            self.calls.end()

    def _set(self, record: Assigned | SetAgain, variable: int, owner: int, value: int) -> None:
        """A variable was set."""
        info = self.data.variables[variable]
        self.renewed[variable] = self.count
        if record.span != self.words.program.places[info.place]:
            self.set_at[variable, owner] = self.count
            if owner >= 0 and info.type.kind == "word" and info.looked_for and value != NONE:
                self._named = {**self._named, (variable, owner): value}
        if info.type.kind == "number":
            self.stale.discard(variable)
            zero, _ = self._counted.get(variable, (value == 0, 0))
            self._counted[variable] = zero, self.count
            if info.owner is not None and value:
                self.scored.add(variable)

    def _moved(self, record: Moved) -> None:
        arrived, count = self.arrived, self.count
        for card in record.cards:
            arrived[card] = count
        some = len(record.cards) < len(self.table.zones[record.source])
        self.calls.moved(self._seat_of(record.source), self._seat_of(record.target), some=some)
        if record.dealt:
            self._ended_together()
            if self._gathered:
                self._begin_deal()
            return
        self._lay_open()
        together = len(self.table.zones[record.target]) + len(record.cards) == len(self.words.program.deck)
        if together and self.data.zones[record.target.zone].deals:
            if self._depth < 2 or self._phase_ended > self._chosen[0] or record.span in self.table.gathered:
                self._gather()
            else:  # the cards of the last trick, say: what the phase does with the points still belongs to the deal
                self._together = True
        trick = self.trick
        if trick is None:
            return
        if any(where == record.source for _, _, where in trick.plays):  # no player takes this trick
            self.trick = None
        elif len(record.cards) == 1 and record.target.owner < 0 and self._chosen[2] >> record.cards[0] & 1:
            (card,) = self.table.known_cards.moved(record)
            play = self._player(record), card, record.target
            self.trick = TrickSoFar(trick.leader, (*trick.plays, play))

    def _seat_of(self, where: Where) -> int:
        """The seat in front of which a zone lies; -1: none."""
        return where.owner if self.data.zones[where.zone].owner == "player" else -1

    def _player(self, record: Moved) -> int:
        """Who plays a card to a trick: its owner, even if somebody else chose it, or whoever chose it."""
        owned = self.data.zones[record.source.zone].owner == "player"
        return record.source.owner if owned else self._chosen[1]

    def _gather(self) -> None:
        """All cards lie together: the deal is over.  Scores that change from now on belong to the next; what was set
        since the phase before ended belongs to it already.
        """
        played, self._gathered = not self._gathered, True
        self.begun = self._phase_ended if self._phase_ended > self._chosen[0] else self.count
        if played:
            self._ended = self._deal_ended()
        self.account.begin()
        self.before, self._laid = dict(self.table.values), ()
        for variable, (zero, last) in [*self._counted.items()]:
            filled = self._emptied.get(variable, -1) > self._chosen[0]  # what it holds was put there for this deal
            if filled:
                self._counted[variable] = False, last
            if last < self.begun:
                del self._counted[variable]
                if zero and not filled:
                    self.stale.add(variable)

    def _empty(self) -> None:
        """A phase of `main` is over: note the numbers that are empty now."""
        for variable in self._emptying:
            owners = (
                (-1,) if self.data.variables[variable].owner is None else range(self.data.variables[variable].count)
            )
            if not any(self.table.values[variable, owner] for owner in owners):
                self._emptied[variable] = self.count
        self._emptying.clear()

    def _ended_together(self) -> None:
        if self._together:
            self._together = False
            self._gather()

    def _set_up(self) -> None:
        """What was set before the first deal (everybody's chips) is no change by it."""
        if self.deal == 0 and self._chosen[1] < 0:
            self.account.begin()
            self.before = dict(self.table.values)

    def _begin_deal(self) -> None:
        """The first card of a deal is dealt."""
        if self._depth == 1:
            self._set_up()
        self._gathered = False
        self.deal, self.trick_of_deal = self.deal + 1, 0
        self.trick = self.last_trick = None
        self.calls.begin()


def _settling(lines: Iterable[TranscriptItem], *, whole: bool = False) -> tuple[TranscriptItem, ...]:
    """The lines that settle something; of a `whole` deal up to the next: the cards dealt, and what was paid before them
    in the phase that deals.
    """
    found: list[TranscriptItem] = []
    opened: int | None = None
    for item in lines:
        if whole and isinstance(item, DealItem):
            found = found[:opened]
            if found:
                break
        if isinstance(item, PhaseItem):
            opened = len(found)
        elif not isinstance(item, ScoreChangeItem):
            opened = None
        if isinstance(item, SETTLING):
            found.append(item)
    return tuple(found)
