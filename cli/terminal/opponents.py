"""The seats of a game, and the programs that play some of them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from ...interpreter.engine import Dice, Question
from ...interpreter.faults import fault
from ...interpreter.players import Player, decision_of, maker
from ...interpreter.record.session import GameSession
from ...interpreter.records import Choice
from ...interpreter.search.following import HistoryFeeder

MOST_DRAWN = 20_000
"""The most options among which a random player chooses."""
PERSON, RANDOM = "person", "random"


@dataclass(frozen=True)
class Seats:
    """The seats: the names, clockwise, and the player of each: a person, or a program."""

    names: tuple[str, ...]
    kinds: tuple[str, ...]

    @property
    def people(self) -> tuple[bool, ...]:
        """For each seat: whether a person plays it."""
        return tuple(kind == PERSON for kind in self.kinds)

    @property
    def viewer(self) -> int | None:
        """The seat from which the game is shown: that of the only person. -1 if there are several; None, which shows
        all cards, if there are none."""
        people = [seat for seat, person in enumerate(self.people) if person]
        return None if not people else people[0] if len(people) == 1 else -1


class Opponents:
    """The programs at a table.  They choose the same whenever the same game reaches the same question."""

    def __init__(self, session: GameSession, seats: Seats) -> None:
        self.session = session
        self.seats = seats
        self.players: dict[int, Player] = {}
        self.followed: HistoryFeeder | None = None
        """The record of the deal, for players who remember it.  It covers the first `followed_to` choices."""
        self.followed_to = 0

    def choice(self, question: Question) -> Choice:
        """The choice of the program whose turn it is."""
        kind = self.seats.kinds[question.player]
        dice = Dice(self.session.seed, len(self.session.answered) + 1, question.player)
        if kind != RANDOM:
            return self.advice(question, kind, dice)
        choices = list(islice(question.choices(), MOST_DRAWN))
        if not choices:
            raise fault("no choice", question.span)
        return choices[dice.below(len(choices))]

    def advice(self, question: Question, kind: str, dice: Dice) -> Choice:
        """The choice of a player of this kind."""
        engine = self.session.engine
        player = self.players.get(question.player)
        if player is None or self.seats.kinds[question.player] != kind:
            player = maker(kind)(engine.program, question.player)
            player.begin()
            self.players[question.player] = player
        history = self.record().history if player.remembers else None
        return player.choose(decision_of(engine, self.session.state, dice, history=history))

    def record(self) -> HistoryFeeder:
        """The record of the deal, up to the open question."""
        session = self.session
        if self.followed is None:
            self.followed, self.followed_to = HistoryFeeder(session.engine.program), 0
            if session.opening:
                self.followed.begin(session.opening)
            else:  # the game was resumed in the middle
                self.followed.begin_at((session.answered[0] if session.answered else session).state.values)
        for one in session.answered[self.followed_to :]:
            self.followed.made(one.state.values, one.records)
        self.followed_to = len(session.answered)
        return self.followed

    def forget(self) -> None:
        """Forget the record, because choices were taken back."""
        self.followed = None
