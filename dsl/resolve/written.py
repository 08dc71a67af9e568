"""Resolves what is written on the table: lines with values that everybody sees, on the table or beside players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..checked import Expr, LocalSymbol, WrittenLine
from ..source.diagnostics import Diagnostic
from ..syntax import nodes as n
from ..types import PLAYER, TEAM
from .context import ResolveContext
from .expressions import condition, domain, expression

_UNWRITABLE = ("flag", "none", "unknown")
"""The kinds of values that have no words of their own."""


def written_lines(ctx: ResolveContext, node: n.Written) -> Iterator[WrittenLine]:
    """The lines that are right.  Mistakes are reported."""
    with ctx.no_chance(), ctx.fresh():
        for line in node.lines:
            with ctx.block():
                made = _line(ctx, line)
            if made is not None:
                yield made


def _line(ctx: ResolveContext, node: n.WrittenLine) -> WrittenLine | None:
    shown_if = condition(ctx, node.condition) if node.condition is not None else None
    owner, owners = _beside(ctx, node.beside) if node.beside is not None else (None, None)
    where = condition(ctx, node.where) if node.where is not None else None
    holes = [_hole(ctx, hole, node.beside is not None) for hole in node.notice.holes]
    if (node.beside is not None and owner is None) or None in holes:
        return None
    found = tuple(hole for hole in holes if hole is not None)
    return WrittenLine(node.notice.texts, found, shown_if, owner, owners, where, node.span)


def _beside(ctx: ResolveContext, some: n.Some) -> tuple[LocalSymbol | None, Expr | None]:
    """The name of the player or the team beside whom a line is written, and the set of all of them."""
    over = domain(ctx, some.domain)
    local = ctx.bind(some.name, over.element)
    local.used = True
    if over.kind == "set" and over.element in (PLAYER, TEAM):
        return local, over.args[0]
    if over.element.kind != "unknown":
        found = over.args[0].type if over.kind == "set" else over.element
        ctx.report("E0401", some.domain.span, wanted="a set of players or teams", found=found.phrase)
    return None, None


def _is_ownerless(one: Diagnostic) -> bool:
    """Whether a message is about a name without its owner, or one that means nothing and resembles none."""
    return one.code == "E0310" or (one.code == "E0301" and one.help is None)


def _hole(ctx: ResolveContext, node: n.Ref | n.Attribute, beside: bool) -> Expr | None:
    before = len(ctx.diagnostics)
    value = expression(ctx, node)
    if not beside and any(_is_ownerless(one) for one in ctx.diagnostics[before:]):
        last = node.span.text.rpartition(".")[2]
        help = f"write `{{p.{last}}}`, and `beside p in players` behind the text"
        ctx.diagnostics[before:] = [
            replace(one, help=help) if _is_ownerless(one) else one for one in ctx.diagnostics[before:]
        ]
    if value.type.kind == "unknown":
        return None
    if value.type.kind in _UNWRITABLE or value.type.written_card:
        words = node.span.text
        say = words.rpartition(".")[2].replace("_", " ")
        help = f'write a line of its own: `"{say}" if {words}`' if value.type.kind == "flag" else None
        ctx.report("E0328", node.span, name=words, what=value.type.phrase, help=help)
        return None
    return value
