"""Going through a program: its units, everything in one, and what can be gone through twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import cast

from ..dsl.source.span import Span
from ..dsl.types import Type
from .program import Const, Expr, Function, FunctionCall, Get, Look, Program, Reg, ZoneRef

Unit = tuple[str, int, object]
"""A name, how many of its registers are parameters, and what is in it."""


def units(program: Program) -> Iterator[Unit]:
    """The pieces of a program that have registers of their own: `f3` a function, `p2` a procedure, `b7` a block,
    `a1_0` alternative 0 of question 1, `q1` what decides its trick."""
    for i, function in enumerate(program.functions):
        yield f"f{i}", function.params, function.body
    for i, procedure in enumerate(program.procedures):
        yield f"p{i}", procedure.params, procedure.body
    for i, block in enumerate(program.blocks):
        yield f"b{i}", 0, block.body
    for i, ask in enumerate(program.asks):
        for j, alternative in enumerate(ask.alternatives):
            yield f"a{i}_{j}", len(alternative.bound), alternative


def parts(node: object) -> Iterator[object]:
    """A piece of a program and everything in it, what is inside first."""
    return iter(_collected(node, []))


def carried_out(program: Program) -> Iterator[object]:
    """The statements of a program, in its blocks and procedures, and everything in them."""
    return parts((program.blocks, program.procedures))


def _collected(node: object, found: list[object]) -> list[object]:
    if isinstance(node, tuple):
        for item in cast("tuple[object, ...]", node):
            _collected(item, found)
    elif (names := field_names(type(node))) is not None:
        for name in names:
            _collected(getattr(node, name), found)
        found.append(node)
    return found


@cache
def field_names(kind: type) -> tuple[str, ...] | None:
    """The fields of a kind of piece; None for what is no piece of a program."""
    if not is_dataclass(kind) or issubclass(kind, Span | Type):
        return None
    return tuple(field.name for field in fields(kind))


def registers(node: object, functions: tuple[Function, ...]) -> set[int]:
    """The registers a piece of a program looks at; of what a function is given, only what it looks at itself."""
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


def named(*zones: ZoneRef) -> bool:
    """Whether the owners can be looked up twice: nothing is drawn or settled by asking who they are."""
    return all(zone.index is None or cheap(zone.index) for zone in zones)


def cheap(e: Expr) -> bool:
    """Whether an expression only looks something up."""
    match e:
        case Const() | Reg() | Get(index=None):
            return True
        case Get(index=index) | Look(_, index):
            return index is None or cheap(index)
        case _:
            return False
