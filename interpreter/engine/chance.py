"""Chance: the one generator of random numbers, and the interface of those who may decide in its place.

The generator is SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014): its state is
one 64-bit number in a slot of the game's state, so a game that is continued from a saved state draws the same numbers.
A draw below *n* takes the upper 32 bits times *n*, divided by 2^32.  This is version 1 of the generator; the numbers it
gives never change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain, count
from struct import Struct
from typing import Protocol

from ..program import RNG
from ..records import Where

VERSION = 1
_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


def splitmix_output(z: int) -> int:
    """The output function of SplitMix64: it mixes the bits of a 64-bit number."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def stream(seed: int, index: int = 0, player: int = -1) -> int:
    """The first generator state of game `index` of a batch; with `player`, the first state of that player's own
    generator.
    """
    start = splitmix_output((seed & _MASK) ^ 0x5851F42D4C957F2D)
    return splitmix_output((start + _GAMMA * (2 * index + 1) + (player + 1) * 0xD1B54A32D192ED03) & _MASK)


def below(values: list[int | tuple[int, ...]], n: int) -> int:
    """Draw a number from 0 to n - 1 with the generator in a state."""
    state = values[RNG]
    assert isinstance(state, int)
    number, values[RNG] = drawn_below(state, n)
    return number


def drawn_below(state: int, n: int) -> tuple[int, int]:
    """Return a number from 0 to n - 1 drawn from a generator's state, and the next state."""
    x = (state + _GAMMA) & _MASK
    z = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return (((z ^ (z >> 31)) >> 32) * n) >> 32, x


def draw_cards(values: list[int | tuple[int, ...]], pile: list[int], amount: int) -> list[int]:
    """Take `amount` random cards out of a pile, one by one.  The result is the same as with `below`, but faster.

    The last card of a pile needs no draw.
    """
    size = len(pile)
    numbers = draws(values, min(amount, size - 1))
    found = [pile.pop(number * n >> 32) for number, n in zip(numbers, range(size, 0, -1), strict=False)]
    return found if len(found) == amount else [*found, pile.pop()]


def draws(values: list[int | tuple[int, ...]], amount: int, more: int = 0) -> tuple[int, ...]:
    """Draw `amount` numbers below 2^32 with the generator in a state, then skip `more` numbers."""
    state: int = values[RNG]  # type: ignore[assignment] - a number slot
    values[RNG] = (state + (amount + more) * _GAMMA) & _MASK
    return _block(amount)(state)


@cache
def _block(amount: int) -> Callable[[int], tuple[int, ...]]:
    """Make a function that returns `amount` numbers at once for the state before them.

    The states lie beside each other in one long integer, with 128 bits for each, so that all go through the output
    function together.  A product of two 64-bit numbers stays within its 128 bits; bits that a shift brings in from a
    neighbour are masked out.
    """
    ones: int = sum(1 << 128 * i for i in range(amount))
    low = ones * _MASK
    steps = sum(((i + 1) * _GAMMA & _MASK) << 128 * i for i in range(amount))
    unpack, size = Struct("<" + "4xI8x" * amount).unpack, 16 * amount

    def block(state: int) -> tuple[int, ...]:
        z = (ones * state + steps) & low
        z = ((z ^ (z >> 30 & low)) * 0xBF58476D1CE4E5B9) & low
        z = ((z ^ (z >> 27 & low)) * 0x94D049BB133111EB) & low
        return unpack((z ^ z >> 31).to_bytes(size, "little"))

    return block


def numbers_from(state: int) -> Iterator[int]:
    """Numbers below 2^32 from a generator, without end.  Several are computed at once."""
    return chain.from_iterable(map(_block(_AT_ONCE), map(_MASK.__and__, count(state, _AT_ONCE * _GAMMA))))


_AT_ONCE = 32


class Dice:
    """The random numbers of one user, for example a bot, so that its thinking does not change the deal."""

    def __init__(self, seed: int, index: int = 0, player: int = 0) -> None:
        self.number = numbers_from(stream(seed, index, player)).__next__
        """The next number below 2^32."""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        return self.number() * n >> 32


Dealing = Callable[[Where, Where, tuple[int, ...], int], Sequence[int] | None]
"""Decides the next cards that are dealt from a shuffled pile to a target.  Its arguments: the pile, the target, the
cards that may come, and how many are dealt.
"""


class Chance(Protocol):
    """An object that decides what is left to chance, for example a script.  A method that returns `None` leaves the
    decision to the generator.

    Further methods are optional.  `deal` (see `Dealing`) is asked first for all cards of a deal at once; if it returns
    `None`, `card` is asked for each.  `shuffled(pile)` is called after a shuffle.  `dealt(target, cards)` is called
    with all cards of a deal that `deal` did not decide, before they lie in their new place.  `random_card(purpose,
    cards)` is asked for `a random card` of a set, and `random_value(purpose, type, values)` for a random suit, rank,
    number or other value.  The purpose is the name of the variable that takes the value, or empty.
    """

    def card(self, pile: Where, target: Where | None, bag: tuple[int, ...]) -> int | None:
        """Decide the next card taken from a shuffled pile (or only looked at, if there is no target): one of `bag`."""
        ...

    def player(self, purpose: str, candidates: tuple[int, ...]) -> int | None:
        """Decide a random player for the variable `purpose`: one of `candidates`."""
        ...
