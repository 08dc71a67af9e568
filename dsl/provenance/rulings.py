"""The register of rulings: every point that a document leaves open, its possible readings, and the reading in use.

An *option* is a question with several readings, each with the lines that support it.  A *ruling* is a decision that the
author made once and for all.  Text, Markdown and JSON are made from the same entries.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ..checked import CheckedGame, OptionSymbol
from ..resolve.context import value_name
from ..source.span import Span
from ..syntax import nodes as n
from ..syntax.printer.expressions import OR, expr
from .documents import Citations, Reference


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading: its value, its description, the lines that support it, and whether it is the default or set now."""

    value: str
    description: str | None
    references: tuple[Reference, ...]
    default: bool
    set: bool


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """One point: an option with its readings (or the range of its numbers), or a ruling."""

    kind: Literal["option", "ruling"]
    name: str
    """The option's name; empty for a ruling."""
    text: str
    """The question, or the decision."""
    readings: tuple[Reading, ...]
    range: tuple[int, int] | None
    default: str
    value: str
    """The current value; empty for a ruling, like the default."""
    condition: str | None
    references: tuple[Reference, ...]
    span: Span


def register(game: CheckedGame, values: Mapping[OptionSymbol, int]) -> tuple[OpenPoint, ...]:
    """Every entry of a game under these settings: the options, then the rulings, in the order of the rule file."""
    reader = Citations(game.tree)
    found = [_option(option, values.get(option, option.default), reader) for option in game.options]
    found += [
        OpenPoint("ruling", "", d.text, (), None, "", "", None, reader.of(d.cite), d.span)
        for d in game.tree.declarations
        if isinstance(d, n.Ruling)
    ]
    return tuple(found)


def _option(option: OptionSymbol, value: int, reader: Citations) -> OpenPoint:
    node = option.node
    assert node is not None  # every option comes from a declaration
    readings = [
        Reading(
            option.word(number),
            written.description if written is not None else None,
            reader.of(written.cite) if written is not None else (),
            number == option.default,
            number == value,
        )
        for number, written in option_values(option)
    ]
    return OpenPoint(
        "option",
        option.name,
        node.description or option.name.replace("_", " "),
        tuple(readings),
        None if readings else (option.type.low, option.type.high),
        option.word(option.default),
        option.word(value),
        expr(node.condition, OR) if node.condition is not None else None,
        reader.of(node.cite),
        node.span,
    )


def option_values(option: OptionSymbol) -> tuple[tuple[int, n.OptionValue | None], ...]:
    """Every value of an option with its node, in the order written.

    Empty if the option allows a whole range of numbers."""
    written = {value_name(v.value): v for v in option.node.values} if option.node is not None else {}
    if option.values is not None:
        numbers = option.values
    elif option.type.kind == "flag":
        numbers = (1, 0)
    else:
        numbers = tuple(range(len(option.words)))
    known = {option.word(number): number for number in numbers}
    order = [*(word for word in written if word in known), *(word for word in known if word not in written)]
    return tuple((known[word], written.get(word)) for word in order)
