"""The numbers among the arguments of public functions, looked at in one place and by the names of the parameters.

Whatever has `__index__` is a whole number, one of NumPy, too; `True` and `False` are none.  A seed is looked at by
`seed_number`, in functions that are called too often to be wrapped, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from inspect import Parameter, signature
from math import inf, isnan
from numbers import Real
from operator import index
from typing import ParamSpec, SupportsIndex, TypeVar, cast

from .errors import CannotPlay, GameError, wrong

P = ParamSpec("P")
T = TypeVar("T")
SEEDS = 1 << 63
"""How many seeds there are."""


def whole(number: object) -> int | None:
    """The integer that a number stands for; None for anything else."""
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        return None
    try:
        return index(cast("SupportsIndex", number))
    except TypeError:  # an array of several numbers
        return None


def seed_number(seed: object, what: str = "a seed") -> int:
    """A seed.  Raises `GameError` for anything but a whole number from 0 to 2^63 - 1."""
    found = whole(seed)
    if found is None or not 0 <= found < SEEDS:
        raise wrong(f"{what} is a whole number from 0 to 2^63 - 1")
    return found


@dataclass(frozen=True, slots=True)
class _NumberArgument:
    """What a parameter of some name must be: `least`, or more; `zero`: what 0 stands for."""

    what: str
    least: float = -inf
    zero: str = ""
    error: Callable[[str], GameError] = wrong

    def read(self, value: object) -> object:
        """The value as an integer.  Raises what `error` makes."""
        found = whole(value)
        if found is None:
            raise self.error(f"{self.what} is a whole number, not {value!r}")
        if found < self.least:
            raise self.error(f"{self.what} is {self.least}{self.zero} or more, not {found}")
        return found


class _SeedArgument(_NumberArgument):
    def read(self, value: object) -> object:
        return seed_number(value)


class _TimeArgument(_NumberArgument):
    def read(self, value: object) -> object:
        """The value as a float."""
        if isinstance(value, bool) or not isinstance(value, Real) or isnan(value):
            raise self.error(f"{self.what} is a number, not {value!r}")
        if value < self.least:
            raise self.error(f"{self.what} is {self.least} or more, not {value!r}")
        return float(value)


NUMBERS = {
    "games": _NumberArgument("a number of games", 1, error=CannotPlay),
    "seats": _NumberArgument("a number of players", error=CannotPlay),
    "players": _NumberArgument("a number of players", error=CannotPlay),
    "workers": _NumberArgument("the number of workers", 0, " (for all cores)", error=CannotPlay),
    "skill": _NumberArgument("a number of games", 0, " (for none)", error=CannotPlay),
    "length": _NumberArgument("the length of a game", 1, error=CannotPlay),
    "choices": _NumberArgument("a number of choices", 0, " (for as many as there is time for)", error=CannotPlay),
    "minutes": _TimeArgument("a time in minutes", 0.001, error=CannotPlay),
    "seed": _SeedArgument("a seed"),
    "seconds": _TimeArgument("a time in seconds", 0),
    "memory": _NumberArgument("the memory in MB", 1),
    "worlds": _NumberArgument("a number of draws", 0, " (for none)"),
    "jobs": _NumberArgument("the number of processes", 0, " (for all cores)"),
    "at": _NumberArgument("the number of a choice", 1),
    "width": _NumberArgument("the width of a text", 1),
    "count": _NumberArgument("a number of games", 1),
    "tail": _NumberArgument("a number of choices in an observation", 0),
    "record": _NumberArgument("a number of choices in an information state", 0),
    "bound": _NumberArgument("the most numbers of a kind of choice", 1),
    "seat": _NumberArgument("a seat"),
}
"""What the parameters of these names must be; the numbers of players and of a seat are for the rules to allow."""
_INTEGER, _FLOAT = re.compile(r"\bint\b"), re.compile(r"\bfloat\b")
_OTHERS = re.compile(r"\bstr\b|\bPlayerNames\b")


def numbers_checked(**least: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Wrap a public function: each of its numbers is looked at before it is called.

    `least` replaces the least value of some parameters.  The function then raises `CannotPlay`, or `GameError`, for a
    number that is too small and for what is no number.
    """

    def wrapped(function: Callable[P, T]) -> Callable[P, T]:
        taken = signature(function)
        known = {
            name: type(number)(number.what, least.get(name, number.least), number.zero, number.error)
            for name, number in NUMBERS.items()
            if name in taken.parameters and _is_number(taken.parameters[name])
        }

        @wraps(function)
        def called(*args: P.args, **named: P.kwargs) -> T:
            try:
                bound = taken.bind(*args, **named)
            except TypeError:
                return function(*args, **named)  # says so itself
            for name, number in known.items():
                if name not in bound.arguments or _is_other(taken.parameters[name], bound.arguments[name]):
                    continue
                bound.arguments[name] = number.read(bound.arguments[name])
            return cast("Callable[..., T]", function)(*bound.args, **bound.kwargs)

        return called

    return wrapped


def _is_number(parameter: Parameter) -> bool:
    said = str(parameter.annotation)
    return bool(_INTEGER.search(said) or _FLOAT.search(said))


def _is_other(parameter: Parameter, value: object) -> bool:
    """Whether a parameter takes a value although it is no number: nothing, or the names of players."""
    said = str(parameter.annotation)
    if value is None:
        return "None" in said
    return bool(_OTHERS.search(said)) and (isinstance(value, str) or hasattr(value, "__iter__"))
