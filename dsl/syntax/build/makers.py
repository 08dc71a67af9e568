"""The makers of nodes by the names of their productions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import FunctionType
from typing import Any

from . import cards, changes, declarations, expressions, statements
from .. import nodes as n
from ...source.span import Span
from .building import Building

MAKERS: dict[str, Callable[..., Any]] = {
    name: function
    for module in (expressions, statements, cards, declarations, changes)
    for name, function in vars(module).items()
    if isinstance(function, FunctionType) and function.__module__ == module.__name__ and not name.startswith("_")
}
"""Every public function of these files, by its name."""


def maker(b: Building, name: str) -> Callable[..., Any]:
    """What makes the node of a production from its place and the values kept.

    It is the function of that name.  Without one it is the class of that name (`size_of` makes a `SizeOf`), whose fields
    are the values kept, in order."""
    function = MAKERS.get(name)
    return partial(function, b) if function is not None else _of_class(getattr(n, name.title().replace("_", "")))


def _of_class(kind: Callable[..., n.Node]) -> Callable[..., n.Node]:
    def made(span: Span, *values: Any) -> n.Node:
        return kind(*values, span=span)

    return made
