"""Variants: a small file of changes laid over a rule file, giving a whole rule file.

Parts are known by their kind and name (`define worth`, `option target`); some there is only one of (`ranking`).
The nodes keep their own places, so a message about a part still points into the file that wrote it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..source.span import Span
from ..syntax import nodes as n
from ..syntax.printer.lines import place_line
from .amend import amended
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


@dataclass(frozen=True, slots=True)
class Change:
    """Something a variant changes: a part as a whole, or one line of it (None: the whole part).

    `beside`: new lines come before or behind that line, which stays."""

    key: Key
    span: Span
    line: str | None = None
    beside: bool = False

    def clashes(self, other: Change) -> bool:
        """Whether two variants side by side cannot both have their way."""
        if self.key != other.key:
            return False
        if self.line is None or other.line is None:
            return True
        return self.line == other.line and not (self.beside and other.beside)


def changes(variant: n.RuleFile, *below: n.RuleFile) -> Iterator[Change]:
    """What a variant changes of the game below, or of that without other variants; what it only adds beside others is
    not listed."""
    parts = [declaration for tree in below for declaration in tree.declarations]
    for change in variant.declarations:
        match change:
            case n.Replace(part) | n.Add(part):
                found = key(part)
                if found is not None:
                    yield Change(found, change.span)
            case n.Remove(what, name):
                yield Change((what, name.text if name is not None else ""), change.span)
            case n.Setting(name):
                yield Change(("option", name.text), change.span)
            case n.Amend(_, name, edits):
                at = _amendable(parts, change)
                found = key(parts[at]) if at is not None else None
                if found is None:
                    continue
                for edit in edits:
                    span = edit.at.span if edit.at is not None else (name or change).span
                    line = place_line(edit.at) if edit.at is not None else ""
                    yield Change(found, span, line, edit.how not in ("replace", "remove"))
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
            case n.Amend():
                _amend(parts, change, ctx)
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
    before = parts[at]
    if isinstance(part, n.Described) and isinstance(before, n.Described) and part.description is None:
        part = replace(part, description=before.description)
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


def _amendable(parts: list[n.Decl], change: n.Amend) -> int | None:
    """Where the part is whose lines are changed: a phase or table of a name, `main`, values or the ranking."""
    name = change.name.text if change.name is not None else ""
    wanted = [("phase", name), ("table", name)] if change.what == "phase" else [(change.what, name)]
    wanted += [("main", "")] if name == "main" else []
    return next((i for i, part in enumerate(parts) if key(part) in wanted), None)


def _amend(parts: list[n.Decl], change: n.Amend, ctx: Context) -> None:
    at = _amendable(parts, change)
    if at is None:
        names = [*_names(parts, "phase"), *_names(parts, "table"), "main"]
        name = change.name.text if change.name is not None else ""
        suggestion = ctx.suggestion(name, names if change.what == "phase" else _names(parts, change.what))
        for known in ("values", name), ("ranking", ""):
            if change.what == "phase" and name in known and known in map(key, parts):
                suggestion = f"write `change the {shown(known)}`"
        ctx.report("E0902", (change.name or change).span, what=shown((change.what, name)), help=suggestion)
        return
    part = parts[at]
    assert isinstance(part, n.Phase | n.Table | n.Main | n.Values | n.Ranking)
    parts[at] = amended(part, change, ctx)


def _set(parts: list[n.Decl], change: n.Setting, ctx: Context) -> None:
    at = _find(parts, ("option", change.name.text))
    if at is None:
        names = _names(parts, "option")
        ctx.report("E0320", change.name.span, name=change.name.text, help=ctx.suggestion(change.name.text, names))
        return
    option = parts[at]
    assert isinstance(option, n.Option)
    parts[at] = replace(option, default=change.value)
