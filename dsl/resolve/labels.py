"""Resolves the label of an answer: `"play {c}"` shows what is chosen, and may show other values that are known then."""

from __future__ import annotations

from typing import Any

from ..checked import Domain, LocalSymbol
from ..source.nearest import nearest
from ..syntax import nodes as n
from .context import ResolveContext
from .expressions import expression
from .expressions.names import in_scope


def names_in_label(ctx: ResolveContext, node: n.Choice, generators: list[tuple[LocalSymbol, Any]]) -> list[LocalSymbol]:
    """The names in the label of an answer.

    Reports a name for which there is no value, and one that is chosen and not shown.  A name whose value is known at
    the choice joins the generators: it can only have that value.
    """
    holes: list[LocalSymbol] = []
    for name in node.template.holes:
        local = next((g for g, _ in generators if g.name == name.text), None)
        if local is None and in_scope(ctx, name.text):
            local = _named_in_label(ctx, name, generators)
        if local is None:
            ctx.report("E0318", name.span, name=name.text, help=_hole(name.text, [g.name for g, _ in generators]))
            continue
        local.used = True
        holes.append(local)
    shown = {h.name for h in holes}
    for local, _ in generators:
        if local.name not in shown and len(holes) == len(node.template.holes):
            chosen = [some.name.text for some in node.generators]
            ctx.report("E0319", local.span, name=local.name, help=_shown(node.template, local.name, holes, chosen))
            local.used = True
    return holes


def _named_in_label(ctx: ResolveContext, name: n.Name, generators: list[tuple[LocalSymbol, Any]]) -> LocalSymbol | None:
    """A name in a label that is known at the choice.  The label shows its current value."""
    with ctx.no_chance():
        value = expression(ctx, n.Ref(name.text, span=name.span))
    if value.type.kind in ("unknown", "flag", "none") or value.type.written_card:
        return None
    local = LocalSymbol(name.text, name.span, value.type, used=True)
    ctx.locals.append(local)
    generators.append((local, Domain("list", value.type, (value,), name.span)))
    return local


def _hole(name: str, chosen: list[str]) -> str | None:
    """Advice for a name in a label for which nothing is chosen."""
    known = " and ".join(f"`{one}`" for one in chosen)
    here = f"what is chosen here is called {known}" if chosen else f"behind the label: `for {name} in p.hand`"
    return (f"did you mean `{near}`?" if (near := nearest(name, chosen)) is not None else None) or here


def _shown(label: n.Template, name: str, holes: list[LocalSymbol], chosen: list[str]) -> str:
    """The label with the name in it: it replaces the last name for which nothing is chosen, or comes at the end."""
    other = next((hole.name for hole in reversed(holes) if hole.name not in chosen), None)
    words = label.texts[0]
    for hole, text in zip(label.holes, label.texts[1:], strict=True):
        words += f"{{{name if hole.text == other else hole.text}}}{text}"
    if other is None:
        return f'write `"{words} {{{name}}}"`'
    return f'`{{{other}}}` is the same in every answer; write `"{words}"`'
