"""Frozen records behave like frozen dataclasses."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, field, fields, replace

import pytest

from hoyle.dsl.source.frozen import Frozen, frozen
from hoyle.dsl.syntax import nodes as n


@frozen
class Point(Frozen):
    x: int
    y: int = 2
    place: str = field(default="", compare=False, repr=False, kw_only=True)


@frozen
class Named(Point):
    name: str = "none"


def test_fields_are_positional_or_named_and_have_defaults() -> None:
    assert Point(1) == Point(1, 2) == Point(y=2, x=1)
    assert (Named(1, 2, "a", place="here").name, Named(1).place) == ("a", "")
    assert [f.name for f in fields(Named(1))] == ["x", "y", "place", "name"]
    for wrong in ({}, {"x": 1, "z": 2}):
        with pytest.raises(TypeError):
            Point(**wrong)
    with pytest.raises(TypeError):
        Point(1, 2, "here")  # type: ignore[misc]


def test_fields_without_comparison_do_not_affect_equality() -> None:
    assert Point(1, place="a") == Point(1, place="b")
    assert hash(Point(1, place="a")) == hash(Point(1, place="b"))
    assert Point(1) != Named(1)
    assert repr(Named(1, place="a")) == "Named(x=1, y=2, name='none')"


def test_fields_cannot_be_assigned() -> None:
    point = Point(1)
    with pytest.raises(FrozenInstanceError):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        delattr(point, "y")
    assert replace(point, x=5) == Point(5)


def test_records_can_be_copied_and_pickled() -> None:
    for record in (Named(1, place="a"), n.Let(n.Name("x"), n.Number(3))):
        for other in (copy.copy(record), copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
            assert other == record
            assert type(other) is type(record)


def test_positional_patterns_match() -> None:
    match Named(1, 2, "c"):
        case Named(x, y, name):
            assert (x, y, name) == (1, 2, "c")


def test_records_are_made_without_a_dictionary_and_documented() -> None:
    @frozen
    class Whole(Frozen):
        """A record with a text."""

        a: int
        b: str = "b"

    @frozen
    class Bare(Whole):
        c: bool = field(default=True, kw_only=True)

    assert Whole.__init__ is Bare.__init__ is Frozen.__init__, "it is made when a record is"
    for made in (Whole(1), Bare(1)):
        assert not hasattr(made, "__dict__")
        assert type(made).__init__ is not Frozen.__init__
    assert (Whole.__doc__, Bare.__doc__) == ("A record with a text.", "Bare")
    assert (Bare(1, "x", c=False).c, Bare(1).c, Bare(1).b) == (False, True, "b")
    assert repr(Bare(1)).endswith("Bare(a=1, b='b', c=True)")
    assert Bare(1) != Whole(1)
    assert {Bare(1), Bare(1), Bare(1, c=False)} == {Bare(1), Bare(1, c=False)}


def test_the_state_of_a_record_is_all_its_fields() -> None:
    made = object.__new__(Point)
    made.__setstate__([1, 5, "here"])
    assert (made.x, made.y, made.place) == (1, 5, "here")
    assert made.__getstate__() == [1, 5, "here"]
    for wrong in ([1, 5], [1, 5, "here", 3]):
        with pytest.raises(ValueError, match="zip"):
            object.__new__(Point).__setstate__(wrong)
