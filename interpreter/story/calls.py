"""The calls: what players have said in turn without cards, such as the bids of an auction or the bets of a round.

A *call* answers a question that everybody hears and that offers no cards (`StoryData.calling`).  A *run* is a series of
calls.  It ends

* where a player answers any other question: a card is played, or something is chosen in secret;
* after a call that brings its player cards: the widow is taken, a card is drawn;
* before an answer that takes some cards of its player away, but not all: what is laid by its rank is no call, while who
  throws a whole hand away has only passed.

A run counts if it has at least three calls of at least two seats (`limits.py`).  The latest one that counts in this
deal stays until cards are dealt for the next.  Secret answers are in no run, so that the calls are the same for every
viewer.  A page counts them alike (`javascript/src/calls.ts`).
"""

from __future__ import annotations

from .limits import LIMITS

Run = tuple[tuple[int, str], ...]
"""Calls in their order: the seat, and the words."""


class Calls:
    """The calls of one deal."""

    def __init__(self) -> None:
        self._counted: Run = ()
        """The latest run that counts and is over."""
        self._run: Run = ()
        self._waiting = False
        """Whether the last answer is a call, and what it does with cards is still to be seen."""

    @property
    def latest(self) -> Run:
        """The calls of the latest run that counts."""
        return self._run if _counts(self._run) else self._counted

    def begin(self) -> None:
        """Cards are dealt for a new deal."""
        self._counted = self._run = ()
        self._waiting = False

    def call(self, seat: int, text: str) -> None:
        """A player made a call."""
        self._run = (*self._run, (seat, text))
        self._waiting = True

    def end(self) -> None:
        """A player answered another question."""
        self._counted, self._run, self._waiting = self.latest, (), False

    def moved(self, source: int, target: int, *, some: bool) -> None:
        """Cards moved.  `source` and `target`: the seats in front of which they lay and lie now; -1: none.  `some`:
        whether others stay where they lay.
        """
        if not self._waiting:
            return
        seat, _ = self._run[-1]
        if source == seat and some:
            self._run = self._run[:-1]
            self.end()
        elif target == seat:
            self.end()


def _counts(run: Run) -> bool:
    return len(run) >= LIMITS["calls"] and len({seat for seat, _ in run}) >= LIMITS["callers"]
