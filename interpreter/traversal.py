"""Traverses a program: its units, all nodes in it, and expressions that can be evaluated twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from operator import attrgetter
from typing import NamedTuple, cast

from ..dsl.source.span import Span
from ..dsl.types import Type
from .program import Const, Expr, Function, FunctionCall, Get, Look, Program, Reg, ZoneRef

_MOST_KEPT = 4
"""For how many programs the parts are kept: code that compiles a program traverses it several times."""
_PLAIN = frozenset({int, str, bool, type(None)})
"""Types of values that contain no nodes."""


class Unit(NamedTuple):
    """A part of a program that has its own registers."""

    name: str
    """`f3` a function, `p2` a procedure, `b7` a block, `a1_0` alternative 0 of question 1, `l2` a line on the table."""
    params: int
    """How many of its registers are parameters."""
    body: object
    parts: tuple[object, ...]
    """All nodes in the body, inner nodes first."""


@lru_cache(_MOST_KEPT)
def units(program: Program) -> tuple[Unit, ...]:
    """All units of a program: functions, procedures, blocks, alternatives."""
    pieces: list[tuple[str, int, object]] = [
        *((f"f{i}", one.params, one.body) for i, one in enumerate(program.functions)),
        *((f"p{i}", one.params, one.body) for i, one in enumerate(program.procedures)),
        *((f"b{i}", 0, one.body) for i, one in enumerate(program.blocks)),
        *(
            (f"a{i}_{j}", len(one.bound), one)
            for i, ask in enumerate(program.asks)
            for j, one in enumerate(ask.alternatives)
        ),
        *((f"l{i}", int(one.owners is not None), one) for i, one in enumerate(program.written)),
    ]
    return tuple(Unit(name, params, body, tuple(nodes_within(body))) for name, params, body in pieces)


def nodes_within(node: object) -> Iterator[object]:
    """A node of a program and everything in it, inner nodes first."""
    found: list[object] = []
    _collect((node,), found)
    return iter(found)


def carried_out(program: Program) -> Iterator[object]:
    """The statements of a program, in its blocks and procedures, and everything in them."""
    for kind in "bp":
        for unit in units(program):
            if unit.name[0] == kind:
                yield from unit.parts


def _collect(values: tuple[object, ...], found: list[object]) -> None:
    """Append all nodes of a program in some values to `found`, each after everything in it."""
    for value in values:
        kind = type(value)
        if kind in _PLAIN:
            continue
        if kind is tuple:
            _collect(cast("tuple[object, ...]", value), found)
        elif (inner := field_values(kind)) is not None:
            _collect(inner(value), found)
            found.append(value)


@cache
def field_values(kind: type) -> Callable[[object], tuple[object, ...]] | None:
    """A function that returns the values of all fields of a kind of node; None for a class that is not part of a
    program.
    """
    names = field_names(kind)
    if names is None:
        return None
    if len(names) < 2:  # `attrgetter` gives no tuple then
        return lambda node: tuple(getattr(node, name) for name in names)
    return attrgetter(*names)


@cache
def field_names(kind: type) -> tuple[str, ...] | None:
    """The names of the fields of a kind of node; None for a class that is not part of a program."""
    if not is_dataclass(kind) or issubclass(kind, Span | Type):
        return None
    return tuple(field.name for field in fields(kind))


def registers(node: object, functions: tuple[Function, ...]) -> set[int]:
    """The registers that a node reads.  Of the arguments of a function, only those that the function reads count."""
    match node:
        case Reg(number):
            return {number}
        case FunctionCall(function, args):
            wanted = registers(functions[function].body, functions)
            return {number for i in wanted if i < len(args) for number in registers(args[i], functions)}
        case tuple():
            return {number for item in cast("tuple[object, ...]", node) for number in registers(item, functions)}
        case _:
            names = field_names(type(node)) or ()
            return {number for name in names for number in registers(getattr(node, name), functions)}


def owners_repeatable(*zones: ZoneRef) -> bool:
    """Whether the owners of zones can be evaluated twice without effect: the evaluation draws or decides no card."""
    return all(zone.index is None or cheap(zone.index) for zone in zones)


def cheap(e: Expr) -> bool:
    """Whether an expression only reads something."""
    match e:
        case Const() | Reg() | Get(index=None):
            return True
        case Get(index=index) | Look(_, index):
            return index is None or cheap(index)
        case _:
            return False
