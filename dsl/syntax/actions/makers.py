"""Finds the maker of nodes for a production by its name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import FunctionType
from typing import Any

from ...source.span import Span
from .. import nodes as n
from . import cards, changes, declarations, expressions, statements
from .building import Building

MAKERS: dict[str, Callable[..., Any]] = {
    name: function
    for module in (expressions, statements, cards, declarations, changes)
    for name, function in vars(module).items()
    if isinstance(function, FunctionType) and function.__module__ == module.__name__ and not name.startswith("_")
}
"""Every public function of these files, by its name."""


def maker(b: Building, name: str) -> Callable[..., Any]:
    """The function that makes the node of a production, from its span and the values it keeps.

    It is the maker with that name.  If there is none, it is the class with that name (`size_of` makes a `SizeOf`); its
    fields are the kept values, in order."""
    function = MAKERS.get(name)
    return partial(function, b) if function is not None else _of_class(getattr(n, name.title().replace("_", "")))


def _of_class(kind: Callable[..., n.Node]) -> Callable[..., n.Node]:
    def made(span: Span, *values: Any) -> n.Node:
        return kind(*values, span=span)

    return made
