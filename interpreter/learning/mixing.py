"""Whether a player mixes its choices.

A player who always chooses what it values most can be read: in Kuhn poker it always bluffs with a card, or never; in a
game of asking, it asks the same again and again.  A player who mixes is unsure of each value by a little, so among
what is about equally good it chooses by lot.  In most games of tricks that only costs points.

So after the lessons somebody learns on to beat the player as it does not mix, and as it mixes more and more
(`MIXINGS`).  Only where it is shown to lose less if it mixes, the game is one in which players are read.  There
somebody is taught from nothing, too, who is less sure of every value during the lessons (`LESS_SURE`): what the others
do changes less from deal to deal then, as in stochastic fictitious play (Hofbauer and Sandholm, "On the global
convergence of stochastic fictitious play", 2002), and the net is the mean of the nets of the second half of the
lessons.  Of both, and of all mixings, the one is taken that loses least to players who learn from nothing to beat it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Protocol, TypeVar

from ..faults import Fault
from .lessons import Lessons, NetStrength, lessons
from .nets import SECOND_NET, NetMachine, code_of
from .strength import measuring
from .weights import Weights

MIXINGS = (0.1, 0.2, 0.3)
"""By how much a player who mixes may be unsure of each value, in units of the usual gain."""
LESS_SURE = 0.7
"""By how much the players of the second lessons are unsure of each value."""
MORE_MIXINGS = (0.2, 0.3, 0.4, 0.5)
"""By how much a player who had these may be unsure afterwards."""
LEARNING, PLAYING = 0.3, 0.1
"""How many choices whoever learns to beat the player makes in lessons, and then in games that count, as shares of the
choices of the player's own lessons.
"""
FEWEST = 200_000
"""The fewest choices of these games, or as many as the lessons had, if those were fewer."""
GAMES = 1_000_000
"""More games than there are choices for."""

BEATING, BEATEN, AGAIN = "learning to beat the player", "playing against the player", "learning again, less sure"
WHY = {
    BEATING: "the lessons are over; now others learn to beat the player, which shows whether it should mix its choices "
    "(Ctrl-C leaves that out)",
    BEATEN: "",
    AGAIN: "whoever mixes loses less in this game, so the same is learned by somebody less sure of every value",
}
"""What that is for which follows the lessons of the player, by its titles, as sentences."""


class _Underway(Protocol):
    """What is done by and by."""

    choices: int


C = TypeVar("C", bound=_Underway)


class Watched(Protocol):
    """Passes on lessons or games, slice by slice, and tells somebody how far they are: of how many choices they are,
    and what they are for.
    """

    def __call__(self, steps: Iterator[C], choices: int, title: str, /) -> Iterator[C]: ...


def unwatched(steps: Iterator[C], choices: int, title: str, /) -> Iterator[C]:
    """Lessons that nobody watches."""
    return steps


def settled(made: Lessons, watched: Watched = unwatched) -> Weights:
    """The weights of the lessons, or of second ones, after it has been tried whether the player should mix its choices.

    What was learned further, from other weights, mixes as these did.  The same lessons in one thread give the same
    result on every machine.
    """
    if made.begun is not None or not made.choices:
        return made.weights()
    try:
        if not _is_less(_least_beaten(made, MIXINGS, watched).beaten, beaten_by(made, 0.0, watched)):
            return made.weights()
        again = _taught_again(made, watched)
        first = _least_beaten(made, MIXINGS, watched, from_nothing=True)
        second = _least_beaten(again, MORE_MIXINGS, watched, from_nothing=True)
    except Fault:  # one of the games cannot be played
        return made.weights()
    taken, mixed = (again, second) if _is_less(second.beaten, first.beaten) else (made, first)
    taken.machine.mix(mixed.mixing)
    return taken.weights()


@dataclass(frozen=True)
class Mixed:
    """By how much a player mixes, and what somebody gains who has learned to beat it."""

    mixing: float
    beaten: NetStrength


def _taught_again(made: Lessons, watched: Watched) -> Lessons:
    """The same lessons for somebody who is less sure of every value; the mean of the nets of their second half."""
    mean, count, again = NetMachine(code_of(made.program)), 0, made
    plan = replace(made.plan, unsure=LESS_SURE)
    steps = lessons(made.program, choices=made.choices, seed=made.seed, workers=made.workers, plan=plan)
    for again in watched(steps, made.choices, AGAIN):
        if again.share >= 0.5:
            count += 1
            mean.put_net(again.machine.net(), SECOND_NET)
            mean.call("l_blend", 1 / count)
    again.machine.put_net(mean.net())
    return again


def _least_beaten(made: Lessons, mixings: Sequence[float], watched: Watched, *, from_nothing: bool = False) -> Mixed:
    """The mixing with which the player of the lessons loses least."""
    found = [Mixed(mixing, beaten_by(made, mixing, watched, from_nothing=from_nothing)) for mixing in mixings]
    return min(found, key=lambda one: one.beaten.gain)


def _is_less(one: NetStrength, other: NetStrength) -> bool:
    """Whether one gain is shown to be less than another."""
    return one.gain + 3 * hypot(one.error, other.error) < other.gain


def beaten_by(made: Lessons, mixing: float, watched: Watched = unwatched, *, from_nothing: bool = False) -> NetStrength:
    """How much more than the player of the lessons, as it mixes, a player gains who has learned to beat it.

    It learns on from what the player knows, or from nothing.

    Raises `Fault` if hardly a game can be played.
    """
    weights, machine = made.weights(), made.machine
    machine.mix(mixing)
    against = bytes(machine.net())
    machine.mix(0.0)
    choices = max(1, int(LEARNING * made.choices))
    begin = None if from_nothing else weights
    steps = lessons(made.program, choices=choices, seed=made.seed, begin_with=begin, against=against)
    *_, last = watched(steps, choices, BEATING)
    budget = max(min(FEWEST, made.choices), int(PLAYING * made.choices)) // max(1, made.program.players)
    games = measuring(last.machine, SECOND_NET, GAMES, whole=made.whole, choices=budget, seconds=0.0)
    *_, counted = watched(games, budget * len(made.program.sides), BEATEN)
    return counted.found
