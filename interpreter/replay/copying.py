"""Copies of plain data."""

from __future__ import annotations

from copy import copy
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

from ...dsl.source.frozen import Frozen

Data = TypeVar("Data")


def independent(value: Data) -> Data:
    """A copy that shares nothing that can change: lists, dictionaries, sets and dataclasses that are not frozen are
    copied, and so is what they hold.  Everything else is a value, or belongs to the rules.
    """
    return _independent(value)


def _independent(value: Any) -> Any:
    match value:
        case list():
            return [_independent(one) for one in value]
        case dict():
            return {key: _independent(one) for key, one in value.items()}
        case set():
            return value.copy()
        case Frozen():
            return value
        case _ if is_dataclass(value) and not value.__dataclass_params__.frozen:  # type: ignore[union-attr]
            made = copy(value)
            for one in fields(value):
                setattr(made, one.name, _independent(getattr(value, one.name)))
            return made
        case _:
            return value
