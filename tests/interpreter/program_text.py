"""A program as text: one line for each function, statement, question and answer, with the lines of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from hoyle.dsl.types import Type
from hoyle.interpreter.program import Const, Get, Program, Reg

SHORT = {"place"}


def program_text(program: Program) -> str:
    """Everything of a program that play depends on."""
    return "\n".join(_lines(program)) + "\n"


def _lines(program: Program) -> Iterator[str]:
    yield f"{program.title}, {program.players} players, teams {program.teams}, {program.slots} slots, known {program.known}"
    yield f"faces {' '.join(f'{face.rank}/{face.suit}' for face in program.faces)}"
    yield f"deck {' '.join(map(str, program.deck))}"
    yield f"initial {' '.join(map(_initial, program.initial))}"
    for name in ("variables", "zones", "defines", "incidents", "endings", "written", "settled"):
        for number, one in enumerate(getattr(program, name)):
            yield f"{name} {number}: {_text(one, program)}"
    yield f"counted at the end {program.counted_at_the_end}, phases {program.phases}, start {program.start}"
    for number, table in enumerate(program.tables):
        yield f"table {number}: {' '.join(map(str, table))}"
    for number, function in enumerate(program.functions):
        yield f"function {number}: {_text(function, program)}"
    for number, procedure in enumerate(program.procedures):
        yield f"procedure {number}: {procedure.name} {procedure.params} {procedure.registers}"
        yield from (f"    {_text(st, program)}" for st in procedure.body)
    for number, block in enumerate(program.blocks):
        yield f"block {number}: {block.registers}"
        yield from (f"    {_text(st, program)}" for st in block.body)
    for number, ask in enumerate(program.asks):
        rest = {f.name: getattr(ask, f.name) for f in fields(ask) if f.name != "alternatives"}
        yield f"question {number}: " + ", ".join(f"{name} {_text(one, program)}" for name, one in rest.items())
        yield from (f"    {_text(one, program)}" for one in ask.alternatives)


def _initial(value: int | tuple[int, ...]) -> str:
    return str(value) if isinstance(value, int) else f"({len(value)} cards)"


def _text(one: object, program: Program) -> str:
    match one:
        case Const(value):
            return str(value)
        case Reg(number):
            return f"r{number}"
        case Get(base, None):
            return f"${base}"
        case Type():
            return repr(str(one))
        case tuple():
            return "[" + "; ".join(_text(part, program) for part in one) + "]"
        case _ if is_dataclass(one):
            inside = [_field(f.name, getattr(one, f.name), program) for f in fields(one)]
            return f"{type(one).__name__}({', '.join(inside)})"
        case None:
            return "-"
        case _:
            return repr(one)


def _field(name: str, value: object, program: Program) -> str:
    if name == "place" and isinstance(value, int):
        span = program.places[value]
        return f"@{span.line}:{span.column}"
    return _text(value, program)
