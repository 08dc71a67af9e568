"""Whether a player mixes its choices.

A player who always chooses what it values most can be read: in Kuhn poker it always bluffs with a card, or never; in a
game of asking, it asks the same again and again.  A player who mixes is unsure of each value by a little, so among
what is about equally good it chooses by lot.  In most games of tricks that only costs points.

So after the lessons somebody learns to beat the player as it does not mix, and as it mixes more and more (`MIXINGS`).
The player mixes as it loses least, if it is shown to lose less than without.
"""

from __future__ import annotations

from math import hypot

from ..faults import Fault
from .lessons import Lessons, NetStrength, lessons
from .nets import SECOND_NET
from .strength import strength
from .weights import Weights

MIXINGS = (0.1, 0.2, 0.3)
"""By how much a player who mixes may be unsure of each value, in units of the usual gain."""
LEARNING, PLAYING = 0.3, 0.1
"""How many choices whoever learns to beat the player makes in lessons, and then in games that count, as shares of the
choices of the player's own lessons.
"""
FEWEST = 200_000
"""The fewest choices of these games, or as many as the lessons had, if those were fewer."""
GAMES = 1_000_000
"""More games than there are choices for."""


def settled(made: Lessons) -> Weights:
    """The weights of the lessons, after it has been tried whether the player should mix its choices.

    What was learned further, from other weights, mixes as these did.  The same lessons give the same result on every
    machine.
    """
    machine = made.machine
    if made.begun is None and made.choices:
        try:
            plain = beaten_by(made, 0.0)
            least, mixing = min(((beaten_by(made, mixing), mixing) for mixing in MIXINGS), key=lambda one: one[0].gain)
        except Fault:  # one of the games cannot be played
            return made.weights()
        if least.gain + 3 * hypot(plain.error, least.error) < plain.gain:
            machine.mix(mixing)
    return made.weights()


def beaten_by(made: Lessons, mixing: float) -> NetStrength:
    """How much more than the player of the lessons, as it mixes, a player gains who has learned to beat it.

    Raises `Fault` if hardly a game can be played.
    """
    weights, machine = made.weights(), made.machine
    machine.mix(mixing)
    against = bytes(machine.net())
    machine.mix(0.0)
    choices = max(1, int(LEARNING * made.choices))
    *_, last = lessons(made.program, choices=choices, seed=made.seed, begin_with=weights, against=against)
    budget = max(min(FEWEST, made.choices), int(PLAYING * made.choices)) // max(1, made.program.players)
    return strength(last.machine, SECOND_NET, GAMES, whole=made.whole, choices=budget, seconds=0.0)
