"""Finds what reads like a slip: rules that are possible, but that hardly anybody means.

None of these is wrong for certain, so all of them are warnings, and each can be written in another way that says that
it is meant.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from ..checked import (
    CheckedGame,
    Choose,
    Deal,
    Expr,
    For,
    If,
    Let,
    Nothing,
    Repeat,
    Stmt,
    Together,
    VariableRef,
    VariableSymbol,
)
from ..resolve.context import ResolveContext
from ..source.span import Span
from ..syntax import nodes as n
from ..traversal import blocks, everything
from .direction import beginnings, first_player, neighbour

FEWEST_BEGINNINGS = 2
"""So many deals and rounds must begin with the next player before one that begins elsewhere is reported."""


def lines_stand_once(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report a line that stands twice in a row (W0620).  (Cards are often dealt in two equal packets.)"""
    own = game.tree.span.source
    for body in _bodies(game):
        for first, second in pairwise(body):
            if first.span.source is own is second.span.source and first.span.start < second.span.start:
                if isinstance(first, Nothing | Deal | Choose | If | For | Repeat | Together):
                    continue
                if _words(first.span) == _words(second.span):
                    ctx.report("W0620", second.span, notes=((first.span, "the same line"),))


def _bodies(game: CheckedGame) -> Iterator[tuple[Stmt, ...]]:
    """Every block of statements."""
    for phase in (game.main, *game.phases):
        yield phase.body
        yield from (row.actions for row in phase.rows)
    yield from (rule.body for rule in game.incidents)
    for st in everything(game):
        yield from blocks(st)


def _words(span: Span) -> str:
    return " ".join(span.text.split())


def rounds_begin_alike(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report the one deal or round that begins elsewhere, if all others begin with the player next to the same one
    (W0621): `from dealer`, where everything else begins `from dealer.left`."""
    usual: Counter[VariableSymbol] = Counter()
    other: dict[VariableSymbol, list[Expr]] = {}
    for st in everything(game):
        first = st.value if isinstance(st, Let) and st.value.type.kind == "player" else first_player(st)
        if first is None:
            continue
        beside = neighbour(first)
        if beside is None and isinstance(first, VariableRef) and first.owner is None and not isinstance(st, Let):
            other.setdefault(first.variable, []).append(first)
        elif beside is not None and isinstance(beside[1], VariableRef) and beside[1].owner is None:
            variable = beside[1].variable
            if beside[0] in beginnings(game):
                usual[variable] += 1
            elif beside[0] == "right":
                other.setdefault(variable, []).append(first)
    for variable, found in other.items():
        if len(found) == 1 and usual[variable] >= FEWEST_BEGINNINGS:
            next_one = f"{variable.name}.{beginnings(game)[0]}"
            ctx.report("W0621", found[0].span, next=next_one, count=usual[variable])


_WINS = re.compile(r"\bwins? the (game|match)\b")


def the_highest_wins(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report that the lowest of something wins, or ends the game, though an option says of it how much `wins the game`
    (W0622)."""
    winning = {
        one.name: one.node.span
        for one in game.options
        if one.node is not None and _WINS.search(one.node.description or "")
    }
    if not winning:
        return
    nodes = [
        node
        for part in game.tree.declarations
        if not isinstance(part, n.After | n.Always | n.Example)
        for node in n.within(part)
    ]
    measures: dict[str, str] = {}
    """For each number that is compared with such an option, the option."""
    lowest: list[tuple[n.Node, str]] = []
    for node in nodes:
        match node:
            case n.Binary(">=" | ">", n.Extreme("highest" | "lowest" as which, measure), n.Ref(name)) if (
                name in winning
            ):
                measures[measure.text] = name
                if which == "lowest":
                    lowest.append((node.left, measure.text))
            case _:
                pass
    criteria = (node for node in nodes if isinstance(node, n.Criterion) and node.which == "lowest")
    lowest += [(node, node.measure.text) for node in criteria if node.measure.text in measures]
    for node, measure in lowest:
        option = measures[measure]
        notes = ((winning[option], "what it says there"),)
        ctx.report("W0622", node.span, measure=measure, option=option, notes=notes)
