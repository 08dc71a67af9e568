"""The calls: what players have said in turn without cards, such as the bids of an auction or the bets of a round.

A *call* answers a question that everybody hears and that offers no cards (`StoryData.calling`).  A *run* is a series of
calls.  It ends

* where a player answers any other question: a card is played, or something is chosen in secret;
* after a call that brings its player cards: the widow is taken, a card is drawn;
* before an answer that takes some cards of its player away, but not all: what is laid by its rank is no call, while who
  throws a whole hand away has only passed.

A run counts if it has at least three calls of at least two seats (`limits.py`).  The latest one that counts in this
deal stays until a seat is asked again what it has answered there, which begins a new round of calls, or until cards are
dealt for the next deal.  Secret answers are in no run, so that the calls are the same for every
viewer.  A page counts them alike (`javascript/src/calls.ts`).
"""

from __future__ import annotations

from .limits import LIMITS

Run = tuple[tuple[int, str, int], ...]
"""Calls in their order: the seat, the words, and the question that they answer."""


class Calls:
    """The calls of one deal."""

    def __init__(self) -> None:
        self._counted: Run = ()
        """The latest run that counts and is over."""
        self._run: Run = ()
        self._waiting = False
        """Whether the last answer is a call, and what it does with cards is still to be seen."""

    def latest(self, seat: int = -1, asked: int = -1) -> Run:
        """The calls of the latest run that counts.  `seat` and `asked`: who is asked now, and which question."""
        if _counts(self._run):
            return self._run
        again = any((seat, asked) == (who, question) for who, _, question in self._counted)
        return () if again else self._counted

    def begin(self) -> None:
        """Cards are dealt for a new deal."""
        self._counted = self._run = ()
        self._waiting = False

    def call(self, seat: int, text: str, question: int) -> None:
        """A player made a call."""
        if not _counts(self._run):
            self._counted = self.latest(seat, question)
        self._run = (*self._run, (seat, text, question))
        self._waiting = True

    def end(self) -> None:
        """A player answered another question."""
        self._counted, self._run, self._waiting = self.latest(), (), False

    def moved(self, source: int, target: int, *, some: bool) -> None:
        """Cards moved.  `source` and `target`: the seats in front of which they lay and lie now; -1: none.  `some`:
        whether others stay where they lay.
        """
        if not self._waiting:
            return
        seat, _, _ = self._run[-1]
        if source == seat and some:
            self._run = self._run[:-1]
            self.end()
        elif target == seat:
            self.end()


def _counts(run: Run) -> bool:
    return len(run) >= LIMITS["calls"] and len({seat for seat, _, _ in run}) >= LIMITS["callers"]
