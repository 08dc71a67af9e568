"""The order in which defines are resolved: each after those it uses, however long the chain."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from typing import cast

from ..checked import DefineSymbol, Symbol
from ..syntax import nodes as n
from ..traversal import called_first
from .expressions.attributes import BUILT_IN

_ATTRIBUTES = {name for _, name in BUILT_IN}


def define_order(
    defines: list[DefineSymbol], names: Mapping[str, Symbol], circle: Callable[[list[DefineSymbol]], None]
) -> list[DefineSymbol]:
    """The defines, each behind those that it uses.  A circle is passed to `circle`, with its first member at both
    ends.
    """

    def needs(define: DefineSymbol) -> list[DefineSymbol]:
        found = (names.get(name) for name in _spoken_of(define.node))
        return [symbol for symbol in found if isinstance(symbol, DefineSymbol)]

    return called_first(defines, needs, circle)


def _spoken_of(node: n.Node | None) -> Iterator[str]:
    """The names that a node reads.  A name after a dot counts unless it is built in."""
    waiting: list[object] = [node]
    while waiting:
        node_or_tuple = waiting.pop()
        match node_or_tuple:
            case n.Ref(name):
                yield name
            case n.Attribute(name=name) if name.text not in _ATTRIBUTES:
                yield name.text
            case n.Apply(name=name) | n.Extreme(measure=name):
                yield name.text
            case _:
                pass
        if isinstance(node_or_tuple, tuple):
            waiting.extend(cast("tuple[object, ...]", node_or_tuple))
        elif isinstance(node_or_tuple, n.Node):
            waiting.extend(getattr(node_or_tuple, f.name) for f in fields(node_or_tuple) if f.name != "span")
