"""Walking through a program: its units, and everything in one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import cast

from ..dsl.source.span import Span
from ..dsl.types import Type
from .program import Function, FunctionCall, Program, Reg

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
    if isinstance(node, tuple):
        for item in cast("tuple[object, ...]", node):
            yield from parts(item)
    elif is_dataclass(node) and not isinstance(node, Span | Type):
        for name in _names(type(node)):
            yield from parts(getattr(node, name))
        yield node


@cache
def _names(kind: type) -> tuple[str, ...]:
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
        case _ if is_dataclass(node) and not isinstance(node, Span | Type):
            return {number for name in _names(type(node)) for number in registers(getattr(node, name), functions)}
        case _:
            return set()
