"""Chance: the one generator of random numbers, and who may decide in its place.

The generator is SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014): its state is
one 64-bit number, which lies in a slot of the game's state, so a game taken up from a saved state goes on the same.
A draw below *n* takes the upper 32 bits times *n*, divided by 2^32.  This is version 1; its numbers never change.
"""

from __future__ import annotations

from typing import Protocol

from ..program import RNG
from ..records import Where

VERSION = 1
_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


def mixed(z: int) -> int:
    """The output function of SplitMix64: a 64-bit number well mixed."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def stream(seed: int, index: int = 0, player: int = -1) -> int:
    """The first generator state of game `index` of a batch; with `player`, of that player's own numbers."""
    start = mixed((seed & _MASK) ^ 0x5851F42D4C957F2D)
    return mixed((start + _GAMMA * (2 * index + 1) + (player + 1) * 0xD1B54A32D192ED03) & _MASK)


def below(values: list[int | tuple[int, ...]], n: int) -> int:
    """A number from 0 to n - 1, from the generator in a state."""
    state = values[RNG]
    assert isinstance(state, int)
    x = (state + _GAMMA) & _MASK
    values[RNG] = x
    z = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return (((z ^ (z >> 31)) >> 32) * n) >> 32


def drawn(values: list[int | tuple[int, ...]], pile: list[int], amount: int) -> list[int]:
    """So many cards taken out of a pile by chance, one by one: the same as with `below`, but quicker.

    The last card of a pile needs no draw."""
    x: int = values[RNG]  # type: ignore[assignment] - a number slot
    found: list[int] = []
    for n in range(len(pile), len(pile) - amount, -1):
        if n == 1:
            found.append(pile.pop())
            break
        x = (x + _GAMMA) & _MASK
        z = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        found.append(pile.pop((((z ^ (z >> 31)) >> 32) * n) >> 32))
    values[RNG] = x
    return found


class Dice:
    """Random numbers of somebody's own: a bot's, so that its thinking does not change the deal."""

    def __init__(self, seed: int, index: int = 0, player: int = 0) -> None:
        self._state = stream(seed, index, player)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self._state = x = (self._state + _GAMMA) & _MASK
        z = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return (((z ^ (z >> 31)) >> 32) * n) >> 32


class Chance(Protocol):
    """Whoever decides what is left to chance: a script, say.  `None` leaves it to the generator."""

    def card(self, pile: Where, target: Where | None, bag: tuple[int, ...]) -> int | None:
        """The next card taken from a shuffled pile (or, without a target, looked at): one of `bag`."""
        ...

    def player(self, purpose: str, candidates: tuple[int, ...]) -> int | None:
        """A random player for the variable `purpose`: one of `candidates`."""
        ...
