"""The page of public names, of a small module that has everything that the page shows in its own way."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from hoyle.api import page

from ..golden import same_as_file

PLACE = object()


@dataclass
class Ground:
    """What a ruler is a kind of."""

    width: int
    _hidden: str = ""


@dataclass
class Ruler(Ground):
    """Rules lines.

    # This is no heading
    What it takes:

    length, unit  how long it is
                  and in what
    colour        what it looks like

    Used so:

        ruler = Ruler(3)

        ruler.measure()

    Prints e.g.

        3 of 4 inches
    """

    kinds: ClassVar[tuple[str, ...]] = ()
    length: int | None = None
    marks: list[int] = field(default_factory=list)

    @property
    def half(self) -> int:
        """Half of it."""
        return 1

    @cached_property
    def whole(self) -> int:
        """All of it."""
        return 2

    @property
    def quiet(self) -> int:
        return 3

    @classmethod
    def made(cls, text: str = "a", *, how: Callable[[], int] = lambda: 1) -> Ruler:
        """Makes one."""
        return cls(len(text))

    @staticmethod
    def plain(place: object = PLACE) -> None:
        """Does nothing."""

    def measure(self, to: int = 1) -> float:
        """The length.
        to  where it ends"""
        return to / 2

    def silent(self) -> None: ...

    def _secret(self) -> None:
        """Not shown."""


class Wrong(Exception):
    """Something is wrong.

    measure(
    """

    def why(self) -> str:
        """The reason."""
        return ""


class Kept:
    """Made by others."""

    def __init__(self, _data: int) -> None: ...


def measured(rulers: list[Ruler], *, by: str = "hand") -> dict[str, int]:
    """Measures rulers.
        first

    Raises `Wrong`."""
    return {by: len(rulers)}


def listing() -> list[int]:
    """Nothing.

    ## No heading
    """
    return []


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module, under a name of the package."""
    shown = {thing.__name__: thing for thing in (Ruler, Wrong, Kept, measured)}
    for thing in (Ground, Ruler):
        monkeypatch.setattr(thing, "__module__", "hoyle.small")
    module = SimpleNamespace(**shown, open=measured, list=listing, __all__=[*shown])
    monkeypatch.setitem(sys.modules, "hoyle.small", module)
    parts = (("hoyle.small", "Small things", "", "Read *this*."), ("hoyle.small", "Again", "measured", "One."))
    monkeypatch.setattr(page, "PARTS", parts)
    return module


def test_the_page_of_a_small_module(small: Any) -> None:
    text = page.page()
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    same_as_file(Path(__file__).with_name("small_page.txt"), text)


def test_the_names_are_in_the_order_of_the_alphabet_and_chosen_ones_in_their_own(small: Any) -> None:
    assert page.names("hoyle.small", "") == ("Kept", "list", "measured", "open", "Ruler", "Wrong")
    assert page.names("hoyle.small", "Wrong Kept") == ("Wrong", "Kept")
