"""The options that a program or a script gives, in the form that `lowering.settle` reads."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Integral

from ..errors import wrong
from ..lowering import SettingValue


def spelled(word: str) -> str:
    """A word as the rules have it: `every_turn` for `every turn`.  The type of the option decides whether it is a
    number or a flag.
    """
    return word.replace(" ", "_")


def given_options(*several: Mapping[str, SettingValue] | None) -> dict[str, SettingValue]:
    """The options of a call; later ones replace earlier ones.

    Raises `GameError` for anything but mappings from names to words, numbers and flags.
    """
    if not all(options is None or isinstance(options, Mapping) for options in several):  # people err
        raise _no_options()
    return {_name(name): _value(value) for options in several for name, value in (options or {}).items()}


def _name(name: object) -> str:
    if not isinstance(name, str):
        raise _no_options()
    return name


def _value(value: object) -> SettingValue:
    match value:
        case str():
            return spelled(value)
        case bool():
            return value
        case Integral():  # a number of NumPy, too
            return int(value)
        case _:
            raise _no_options()


def _no_options() -> Exception:
    return wrong("options are a mapping from names to values: {'target': 7}")
