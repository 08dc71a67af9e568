"""What follows from the entries of a table without the rules: who sits where, which question is open, what the clocks
say, what has been proposed.

    record = TableRecord()
    for entry in entries:
        record.add(entry)

The rules are not needed because every choice says who is asked next.  Whoever plays the rules (`played.py`) compares
that with what the engine says, so a wrong entry is found.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, assert_never

from .entries import (
    ChairSpoke,
    ChairTaken,
    DamagedRecord,
    GameHeld,
    GameStarted,
    ProposalAnswered,
    Proposed,
    SeatChose,
    TableEntry,
    TableOpened,
    TableSettings,
    TimeOut,
)

MOST_REMARKS = 50

TablePhase: TypeAlias = Literal["waiting", "playing", "paused", "over"]
Awaits: TypeAlias = Literal["people", "person", "clock", "program", "nobody"]
"""What a table waits for: that people sit down; the choice of a person, with a clock or without; the server, which
begins a game or lets a program choose; nothing.
"""


def new_secret() -> str:
    """A secret of 128 bits, as text that an address may contain."""
    return secrets.token_urlsafe(16)


def hashed(secret: str) -> str:
    """The hash of a secret, which is what records keep."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def opens(secret: str, hash: str | None) -> bool:
    """Whether a secret is the one with this hash."""
    return hash is not None and hmac.compare_digest(hashed(secret), hash)


@dataclass(slots=True)
class Chair:
    """A place at the table.  `came`: whether somebody sits there, a person who came or a program."""

    name: str
    program: str | None = None
    secret: str | None = None
    came: bool = False


@dataclass(slots=True)
class OpenProposal:
    """A proposal that waits for answers: the number of its entry, who made it, and who has agreed."""

    number: int
    chair: int
    what: str
    agreed: set[int] = field(default_factory=set[int])


@dataclass(frozen=True, slots=True)
class GameStopped:
    """Why a game ended otherwise than by the rules: `resign`, `claim`, `stop` or `time`, and whose it was."""

    how: str
    chair: int


@dataclass(slots=True)
class OneGame:
    """One game at the table: how it began, and its choices without those that were taken back."""

    number: int
    started: GameStarted
    moves: list[tuple[int, SeatChose]] = field(default_factory=list[tuple[int, SeatChose]])
    """The choices, each with the number of its entry."""
    taken_back: int = 0
    """How often something was taken back: together with the number of choices it tells positions apart."""
    stopped: GameStopped | None = None

    @property
    def turn(self) -> int:
        """The seat that is asked; -1: the game is over by the rules."""
        return self.moves[-1][1].turn if self.moves else self.started.turn


class TableRecord:
    """A table, as far as it follows from its entries alone."""

    def __init__(self) -> None:
        self.count = 0
        """How many entries there are: the number of the next one."""
        self.settings: TableSettings
        self.chairs: list[Chair] = []
        self.games = 0
        """How many games have begun."""
        self.game: OneGame | None = None
        self.asked = 0
        """The number of the entry that put the open question."""
        self.left: list[int] = []
        """The time each seat has left, in milliseconds; empty without clocks."""
        self.paused = False
        self.proposal: OpenProposal | None = None
        self.remarks: tuple[tuple[int, ChairSpoke], ...] = ()

    @classmethod
    def of(cls, entries: Iterable[TableEntry]) -> TableRecord:
        """The table that follows from all its entries.  Raises `DamagedRecord`."""
        record = cls()
        for entry in entries:
            record.add(entry)
        if not record.count:
            raise DamagedRecord("there is no entry")
        return record

    def after(self, entry: TableEntry) -> TableRecord:
        """The table after one more entry; this one stays as it is.  Raises `DamagedRecord` if it cannot come here."""
        other = object.__new__(TableRecord)
        other.__dict__.update(self.__dict__)
        if isinstance(entry, ChairTaken):
            other.chairs = [copy(one) for one in self.chairs]
        if self.game is not None:
            other.game = replace(self.game, moves=self.game.moves.copy())
        if self.proposal is not None:
            other.proposal = replace(self.proposal, agreed=self.proposal.agreed.copy())
        other.left = self.left.copy()
        other.add(entry)
        return other

    # ------------------------------------------------------------------------------------------------------ looking

    @property
    def awaits(self) -> Awaits:
        """What the table waits for."""
        if self.phase == "waiting":  # when all sit, the server is to begin the game
            return "program" if self.complete else "people"
        if self.phase != "playing":
            return "nobody"
        if self.chairs[self.chair_of(self.turn)].program is not None:
            return "program"
        return "clock" if self.left else "person"

    @property
    def phase(self) -> TablePhase:
        """What the table is doing."""
        if self.game is None:
            return "waiting"
        if self.game.turn < 0 or self.game.stopped is not None:
            return "over"
        return "paused" if self.paused else "playing"

    @property
    def turn(self) -> int:
        """The seat that is asked; -1: nobody."""
        return self.game.turn if self.game is not None and self.game.stopped is None else -1

    @property
    def people(self) -> list[int]:
        """The chairs of people who came."""
        return [number for number, one in enumerate(self.chairs) if one.came and one.program is None]

    @property
    def complete(self) -> bool:
        """Whether every chair is taken."""
        return all(one.came for one in self.chairs)

    @property
    def open_to_all(self) -> bool:
        """Whether anybody may sit down: the table is listed and waits for somebody."""
        return self.settings.listed and not self.complete

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats in the present game."""
        shown = [chair.name for chair in self.chairs]
        return tuple(shown[self.chair_of(seat)] for seat in range(len(shown)))

    def seat_of(self, chair: int) -> int:
        """The seat of a chair in the present game."""
        return (chair + (self.game.started.shift if self.game is not None else 0)) % len(self.chairs)

    def chair_of(self, seat: int) -> int:
        """The chair that has a seat in the present game."""
        return (seat - (self.game.started.shift if self.game is not None else 0)) % len(self.chairs)

    def chair_with(self, secret: str) -> int:
        """The chair that a secret opens; -1: none."""
        return next((number for number, one in enumerate(self.chairs) if opens(secret, one.secret)), -1)

    # -------------------------------------------------------------------------------------------------------- adding

    def add(self, entry: TableEntry) -> None:
        """Fold in the next entry.  Raises `DamagedRecord` if it cannot come here; then nothing is changed."""
        number = self.count
        if (number == 0) != isinstance(entry, TableOpened):
            raise DamagedRecord("a table begins with how it was opened, and is opened once")
        match entry:
            case TableOpened():
                self._open(entry)
            case ChairTaken():
                self._seat(entry)
            case GameStarted():
                self._start(entry)
            case SeatChose():
                self._choose(entry)
            case Proposed(chair, what):
                self._need(self.proposal is None and self.game is not None, "a proposal comes while one is open")
                self.proposal = OpenProposal(number, self._chair(chair), what, {chair})
                self._decide()
            case ProposalAnswered():
                self._answer(entry)
            case GameHeld(chair, paused, spent):
                self._chair(chair)
                if self.left and self.turn >= 0:
                    self.left[self.turn] -= spent
                self.paused = paused
            case TimeOut(seat):
                self._need(self.game is not None and self.turn == seat, "a clock runs out for the seat that is asked")
                self._stop("time", self.chair_of(seat))
            case ChairSpoke(chair):
                self._chair(chair)
                self.remarks = (*self.remarks, (number, entry))[-MOST_REMARKS:]
            case _:
                assert_never(entry)
        self.count += 1

    def _need(self, holds: bool, why: str) -> None:
        if not holds:
            raise DamagedRecord(why)

    def _chair(self, chair: int) -> int:
        self._need(0 <= chair < len(self.chairs), "there is no such chair")
        return chair

    def _open(self, entry: TableOpened) -> None:
        self.settings = entry.settings
        self._need(len(entry.settings.chairs) > 0, "a table has chairs")
        self.chairs = [
            Chair(one.name, one.program, one.secret, one.program is not None) for one in entry.settings.chairs
        ]

    def _seat(self, entry: ChairTaken) -> None:
        chair = self.chairs[self._chair(entry.chair)]
        chair.name, chair.program, chair.secret = entry.name, entry.program, entry.secret or chair.secret
        chair.came = True
        if entry.program is not None:
            self._decide()

    def _start(self, entry: GameStarted) -> None:
        self._need(self.phase in ("waiting", "over") and self.complete, "a game begins when all sit and none is played")
        self.games += 1
        self.game = OneGame(self.games, entry)
        self.asked, self.paused, self.proposal = self.count, False, None
        seconds = self.settings.clock[0]
        self.left = [seconds * 1000] * len(self.chairs) if seconds else []

    def _choose(self, entry: SeatChose) -> None:
        game = self.game
        self._need(game is not None and self.turn == entry.seat, "somebody chose who was not asked")
        self._need(entry.question == self.asked, "an answer belongs to the open question")
        assert game is not None
        game.moves.append((self.count, entry))
        if self.left:
            self.left[entry.seat] += self.settings.clock[1] * 1000 - entry.spent
        self.asked = self.count

    def _answer(self, entry: ProposalAnswered) -> None:
        proposal = self.proposal
        self._need(proposal is not None and proposal.number == entry.proposal, "an answer belongs to a proposal")
        assert proposal is not None
        if not entry.agrees:
            self.proposal = None
            return
        proposal.agreed.add(self._chair(entry.chair))
        self._decide()

    def _decide(self) -> None:
        """Do what was proposed if all people agree.  Programs agree to everything."""
        proposal, game = self.proposal, self.game
        if proposal is None or game is None or not proposal.agreed.issuperset(self.people):
            return
        self.proposal = None
        if proposal.what != "take back":
            self._stop(proposal.what, proposal.chair)
            return
        at = self.last_choice_of(proposal.chair)
        if at is not None:
            del game.moves[at:]
            game.taken_back += 1
            game.stopped = None
            self.asked = self.count

    def last_choice_of(self, chair: int) -> int | None:
        """The last choice of a chair in the present game, by its place in `moves`; None: it made none."""
        game, seat = self.game, self.seat_of(chair)
        found = (at for at, (_, move) in enumerate(game.moves) if move.seat == seat) if game is not None else ()
        return max(found, default=None)

    def _stop(self, how: str, chair: int) -> None:
        assert self.game is not None
        self.game.stopped = GameStopped(how, chair)
        self.asked = self.count
