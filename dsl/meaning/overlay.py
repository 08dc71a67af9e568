"""Variants: a small file of changes laid over a rule file, giving a whole rule file.

Parts are known by their kind and name (`define worth`, `option target`); some there is only one of (`ranking`).
The nodes keep their own places, so a message about a part still points into the file that wrote it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .. import nodes as n
from ..source import Span
from .context import Context

Key = tuple[str, str]


def key(part: n.Decl) -> Key | None:
    """What a declaration is known by: its kind and name; None for what cannot be replaced."""
    match part:
        case (
            n.Option(name)
            | n.Kind(name)
            | n.Shape(name)
            | n.Define(name)
            | n.Table(name)
            | n.Phase(name)
            | n.Values(name)
        ):
            return type(part).__name__.lower(), name.text
        case n.Incident(title):
            return "incident", title
        case n.Players() | n.Deck() | n.Ranking() | n.Main():
            return type(part).__name__.lower(), ""
        case _:
            return None


def shown(found: Key) -> str:
    """A key as its author would say it: `define worth`, `ranking`."""
    return " ".join(word for word in found if word)


def changes(variant: n.RuleFile) -> Iterator[tuple[Key, Span]]:
    """What a variant changes of the game below, each with its place; what it only adds beside others is not listed."""
    for change in variant.declarations:
        match change:
            case n.Replace(part) | n.Add(part):
                found = key(part)
                if found is not None:
                    yield found, change.span
            case n.Remove(what, name):
                yield (what, name.text if name is not None else ""), change.span
            case n.Setting(name):
                yield ("option", name.text), change.span
            case _:
                pass


def overlay(base: n.RuleFile, variant: n.RuleFile, ctx: Context) -> n.RuleFile:
    """The base with the changes of the variant made; what cannot be changed is reported and left alone.

    `replace zones` and `replace remember` are not parts of their own: `add` puts further zones and variables beside
    those of the base.
    """
    parts: list[n.Decl] = list(base.declarations)
    for change in variant.declarations:
        match change:
            case n.Variant(title):
                parts = [
                    n.Game(title, span=change.span, cite=change.cite) if isinstance(p, n.Game) else p for p in parts
                ]
            case n.Language():
                parts = [p for p in parts if not isinstance(p, n.Language)]
                parts.append(change)
            case n.Replace(part):
                _replace(parts, part, change, ctx)
            case n.Add(part):
                _add(parts, part, change, ctx)
            case n.Remove():
                _remove(parts, change, ctx)
            case n.Setting():
                _set(parts, change, ctx)
            case n.Document() | n.Ruling() | n.NotARule() | n.Require() | n.Preset() | n.After() | n.Always():
                parts.append(change)
            case _:
                found = key(change)
                what = shown(found) if found else type(change).__name__.lower()
                ctx.report("E0901", change.span, what=what, help="write `add` or `replace` in front of it")
    return n.RuleFile(tuple(parts), span=variant.span)


def _names(parts: list[n.Decl], kind: str) -> list[str]:
    return [k[1] for k in map(key, parts) if k is not None and k[0] == kind]


def _find(parts: list[n.Decl], wanted: Key) -> int | None:
    return next((i for i, part in enumerate(parts) if key(part) == wanted), None)


def _replace(parts: list[n.Decl], part: n.Part, change: n.Replace, ctx: Context) -> None:
    wanted = key(part)
    at = _find(parts, wanted) if wanted is not None else None
    if wanted is None or at is None:
        what = shown(wanted) if wanted else type(part).__name__.lower()
        ctx.report(
            "E0902",
            change.span,
            what=what,
            help=ctx.suggestion(wanted[1], _names(parts, wanted[0])) if wanted else None,
        )
        return
    parts[at] = part


def _add(parts: list[n.Decl], part: n.Part, change: n.Add, ctx: Context) -> None:
    wanted = key(part)
    at = _find(parts, wanted) if wanted is not None else None
    if wanted is not None and at is not None:
        ctx.report(
            "E0903",
            change.span,
            what=shown(wanted),
            notes=((parts[at].span, "it is here"),),
            help="`replace` takes its place",
        )
        return
    parts.append(part)


def _remove(parts: list[n.Decl], change: n.Remove, ctx: Context) -> None:
    wanted = (change.what, change.name.text if change.name is not None else "")
    at = _find(parts, wanted)
    if at is None:
        ctx.report("E0902", change.span, what=shown(wanted), help=ctx.suggestion(wanted[1], _names(parts, wanted[0])))
        return
    del parts[at]


def _set(parts: list[n.Decl], change: n.Setting, ctx: Context) -> None:
    at = _find(parts, ("option", change.name.text))
    if at is None:
        names = _names(parts, "option")
        ctx.report("E0320", change.name.span, name=change.name.text, help=ctx.suggestion(change.name.text, names))
        return
    option = parts[at]
    assert isinstance(option, n.Option)
    parts[at] = replace(option, default=change.value)
