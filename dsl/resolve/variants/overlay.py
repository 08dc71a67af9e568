"""Variants: lays a small file of changes over a rule file.  The result is a whole rule file.

Parts are identified by kind and name (`define worth`, `option target`), unique ones by kind alone (`ranking`).  The
nodes keep their places.  So a message about a part still points into the file that contains it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ...source.span import Span
from ...syntax import nodes as n
from ...syntax.printer.expressions import OR, expr
from ...syntax.printer.lines import place_line, remove_line
from ..context import ResolveContext, value_name
from ..options import set_twice
from .amend import Amendable, amended, option_amended
from .inherited import numbers_described, taken_along, without_settled_rulings
from .parts import Key, inner_names, key_text, part_key, wider_key


@dataclass(frozen=True, slots=True)
class ChangedPart:
    """A change that a variant makes: of a whole part (`line` is None) or of one line in it.

    `beside`: the change adds lines before or after that line and keeps it."""

    key: Key
    span: Span
    line: str | None = None
    beside: bool = False

    def clashes(self, other: ChangedPart) -> bool:
        """Whether two variants over the same game cannot both make their change."""
        if self.key != other.key:
            return False
        if self.line is None or other.line is None:
            return True
        return self.line == other.line and not (self.beside and other.beside)


def changes(variant: n.RuleFile, *below: n.RuleFile) -> Iterator[ChangedPart]:
    """The changes that a variant makes to the game below, or to the game without variants.

    Pure additions are not listed."""
    parts = [declaration for tree in below for declaration in tree.declarations]
    for change in variant.declarations:
        match change:
            case n.Replace(part) | n.Add(part):
                found = wider_key(part)
                if found is not None:
                    yield ChangedPart(found, change.span)
                for name in inner_names(part):
                    yield ChangedPart(name, change.span)
            case n.Remove(what, name, condition):
                line = expr(condition, OR) if condition is not None else None
                yield ChangedPart((what.removeprefix("the "), name.text if name is not None else ""), change.span, line)
            case n.Describe(name):
                yield ChangedPart(("description of", name.text), change.span)
            case n.AmendOption(name, edits):
                for edit in edits:
                    line = value_name(edit.value.value) if edit.value is not None else ""
                    yield ChangedPart(("option", name.text), edit.span, line)
            case n.Setting(name):
                yield ChangedPart(("option", name.text), change.span)
            case n.Amend(_, name, edits):
                at = _amendable(parts, change)
                found = part_key(parts[at]) if at is not None else None
                if found is None:
                    continue
                for edit in edits:
                    span = edit.at.span if edit.at is not None else (name or change).span
                    line = place_line(edit.at) if edit.at is not None else ""
                    yield ChangedPart(found, span, line, edit.how not in ("replace", "remove"))
            case _:
                pass


def overlay(base: n.RuleFile, variant: n.RuleFile, ctx: ResolveContext) -> n.RuleFile:
    """The base with the changes of the variant.  A change that is impossible is reported and skipped.

    Lines that still need a removed part are reported once, with the lines to write (E0913).  Rulings about parts that
    the variant changes are left out, unless the variant keeps them (W0914).  Examples are not inherited: they say what
    the rules of the base come to.
    """
    parts: list[n.Decl] = [part for part in base.declarations if not isinstance(part, n.Example)]
    settings: dict[str, n.Setting] = {}
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
                if not set_twice(ctx, settings, change):
                    _set(parts, change, ctx)
            case n.Amend():
                _amend(parts, change, ctx)
            case n.AmendOption():
                _amend_option(parts, change, ctx)
            case n.Describe():
                _describe(parts, change, ctx)
            case n.Keep():
                pass  # handled by `without_settled_rulings`
            case (
                n.Document()
                | n.Ruling()
                | n.NotARule()
                | n.Require()
                | n.Preset()
                | n.After()
                | n.Always()
                | n.Example()
            ):
                parts.append(change)
            case _:
                found = part_key(change)
                what = key_text(found) if found else type(change).__name__.lower()
                help = "write `add` or `replace` in front of it"
                if isinstance(change, n.Option) and found is not None and _find(parts, found) is not None:
                    setting = f"set {change.name.text} to {change.default.span.text}"
                    help = f"{help}; if only its value is to change, write `{setting}`"
                ctx.report("E0901", change.span, what=what, help=help)
    numbers_described(parts, variant, ctx)
    parts = taken_along(parts, variant, ctx)
    parts = without_settled_rulings(parts, base, variant, ctx)
    return n.RuleFile(tuple(parts), span=variant.span)


def _names(parts: list[n.Decl], kind: str) -> list[str]:
    inner = [k[1] for part in parts for k in inner_names(part) if k[0] == kind]
    return inner or [k[1] for k in map(wider_key, parts) if k is not None and k[0] == kind]


def _find(parts: list[n.Decl], wanted: Key) -> int | None:
    return next((i for i, part in enumerate(parts) if wider_key(part) == wanted), None)


def _replace(parts: list[n.Decl], part: n.Decl, change: n.Replace, ctx: ResolveContext) -> None:
    if isinstance(part, n.Zones | n.Remember):
        _replace_inner(parts, part, ctx)
        return
    wanted = wider_key(part)
    among = [other for other in parts if wanted is not None and wider_key(other) == wanted]
    if len(among) > 1:
        _which(among, change.span, key_text(wanted or ("", "")), ctx)
        return
    at = _find(parts, wanted) if wanted is not None else None
    if wanted is None or at is None:
        what = key_text(wanted) if wanted else type(part).__name__.lower()
        ctx.report(
            "E0902",
            change.span,
            what=what,
            help=ctx.suggestion(wanted[1], _names(parts, wanted[0])) if wanted else None,
        )
        return
    before = parts[at]
    if isinstance(part, n.Described) and isinstance(before, n.Described) and part.description is None:
        if before.description is not None and not isinstance(part, n.Option | n.Values | n.Kind | n.Shape):
            said = "say at the end of the line what it is now, or the same again if that is still true"
            ctx.report("W0915", change.span, what=key_text(wanted), text=before.description, help=said)
        part = replace(part, description=before.description)
    parts[at] = part


def _replace_inner(parts: list[n.Decl], part: n.Zones | n.Remember, ctx: ResolveContext) -> None:
    """Replace zones and variables, each at the place of the one with the same name."""
    if isinstance(part, n.Zones):
        for zone in part.zones:
            _put_inner(parts, ("zone", zone.name.text), zone, ctx)
        return
    for variable in part.variables:
        for name in variable.names:
            _put_inner(parts, ("remembered", name.text), replace(variable, names=(name,)), ctx)


def _put_inner(
    parts: list[n.Decl], wanted: Key, new: n.Zone | n.Variable | None, ctx: ResolveContext, at: Span | None = None
) -> None:
    """Replace the zone or variable with that name.  If `new` is None, remove it."""
    for i, part in enumerate(parts):
        if wanted not in inner_names(part):
            continue
        match part:
            case n.Zones():
                zones = [new if z.name.text == wanted[1] else z for z in part.zones]
                left = tuple(z for z in zones if isinstance(z, n.Zone))
                parts[i] = replace(part, zones=left)
            case n.Remember():
                parts[i] = replace(part, variables=tuple(_variables(part.variables, wanted[1], new)))
            case _:
                pass
        return
    span = new.span if new is not None else at
    assert span is not None
    ctx.report("E0902", span, what=key_text(wanted), help=ctx.one_of(wanted[1], _names(parts, wanted[0])))


def _variables(variables: tuple[n.Variable, ...], name: str, new: n.Zone | n.Variable | None) -> Iterator[n.Variable]:
    for variable in variables:
        others = tuple(one for one in variable.names if one.text != name)
        if len(others) == len(variable.names):
            yield variable
            continue
        if others:
            yield replace(variable, names=others)
        if isinstance(new, n.Variable):
            yield replace(new, description=new.description or variable.description)


def _which(among: Sequence[n.Decl], span: Span, what: str, ctx: ResolveContext) -> None:
    """Report that several checks or rulings match; the message lists the lines that remove a single one."""
    lines = [remove_line(named) for named in map(_removal, among) if named is not None]
    notes = tuple((part.span, "here") for part in among)
    ctx.report("E0916", span, what=what, number=len(among), notes=notes, help="write one of\n" + "\n".join(lines))


def _removal(part: n.Decl) -> n.Remove | None:
    """The line that removes a check or a ruling."""
    match part:
        case n.After(phase, condition):
            return n.Remove("after", phase, condition)
        case n.Always(condition):
            return n.Remove("always", None, condition)
        case n.Require(condition):
            return n.Remove("require", None, condition)
        case n.Ruling(said):
            return n.Remove("ruling", n.Name(said, span=part.span))
        case _:
            return None


def _add(parts: list[n.Decl], part: n.Part, change: n.Add, ctx: ResolveContext) -> None:
    wanted = part_key(part)
    at = _find(parts, wanted) if wanted is not None else None
    if wanted is not None and at is not None:
        ctx.report(
            "E0903",
            change.span,
            what=key_text(wanted),
            notes=((parts[at].span, "it is here"),),
            help="`replace` takes its place",
        )
        return
    parts.append(part)


def _remove(parts: list[n.Decl], change: n.Remove, ctx: ResolveContext) -> None:
    wanted = (change.what.removeprefix("the "), change.name.text if change.name is not None else "")
    if change.what in ("zone", "remembered"):
        _put_inner(parts, wanted, None, ctx, change.span)
        parts[:] = [p for p in parts if not (isinstance(p, n.Zones) and not p.zones)]
        parts[:] = [p for p in parts if not (isinstance(p, n.Remember) and not p.variables)]
        return
    among = [part for part in parts if wider_key(part) == wanted]
    if change.what == "ruling" and not among:  # the beginning of its text is enough
        among = [part for part in parts if isinstance(part, n.Ruling) and part.text.startswith(wanted[1])]
    if change.condition is not None:
        asked = [part for part in among if isinstance(part, n.After | n.Always | n.Require)]
        said = expr(change.condition, OR)
        among = [part for part in asked if expr(part.condition, OR) == said]
        if not among and asked:
            _which(asked, change.span, f"{key_text(wanted)}", ctx)
            return
    if not among:
        known = _names(parts, wanted[0])
        ctx.report("E0902", change.span, what=key_text(wanted), help=ctx.one_of(wanted[1], known))
        return
    if len(among) > 1 and change.what in ("after", "ruling"):
        _which(among, change.span, key_text(wanted), ctx)
        return
    parts[:] = [part for part in parts if part is not among[0]]


def _amendable(parts: list[n.Decl], change: n.Amend) -> int | None:
    """The index of the part whose lines are changed: a phase, table, define or incident by name, `main`, values or the
    ranking.  None if there is no such part."""
    name = change.name.text if change.name is not None else ""
    parts_of_lines = [("phase", name), ("table", name), ("define", name)]
    wanted = parts_of_lines if change.what == "phase" else [(change.what, name)]
    wanted += [("main", "")] if name == "main" else []
    return next((i for i, part in enumerate(parts) if part_key(part) in wanted), None)


def _amend(parts: list[n.Decl], change: n.Amend, ctx: ResolveContext) -> None:
    at = _amendable(parts, change)
    if at is None:
        whole = {part.name.text for part in parts if isinstance(part, n.Define) and not isinstance(part.body, tuple)}
        names = [name for kind in ("phase", "table", "define") for name in _names(parts, kind)] + ["main"]
        of_lines = [name for name in names if name not in whole]
        name = change.name.text if change.name is not None else ""
        suggestion = ctx.one_of(name, of_lines if change.what == "phase" else _names(parts, change.what))
        if change.what == "phase":  # a define of one line may be meant; the next message says how it is replaced
            suggestion = ResolveContext.suggestion(name, names) or suggestion
        for known in ("values", name), ("option", name), ("ranking", ""):
            if change.what == "phase" and name in (*known, known[0]) and known in map(part_key, parts):
                suggestion = f"write `change the {key_text(known)}`"
        ctx.report("E0902", (change.name or change).span, what=key_text((change.what, name)), help=suggestion)
        return
    part = parts[at]
    assert isinstance(part, Amendable)
    parts[at] = amended(part, change, ctx)


def _amend_option(parts: list[n.Decl], change: n.AmendOption, ctx: ResolveContext) -> None:
    option = _option(parts, change.name, ctx)
    if option is None:
        return
    for edit in change.edits:
        option = option_amended(option, edit, ctx)
    parts[_find(parts, ("option", option.name.text)) or 0] = option


def _option(parts: list[n.Decl], name: n.Name, ctx: ResolveContext) -> n.Option | None:
    at = _find(parts, ("option", name.text))
    if at is None:
        ctx.report("E0320", name.span, name=name.text, help=ctx.one_of(name.text, _names(parts, "option")))
        return None
    option = parts[at]
    assert isinstance(option, n.Option)
    return option


def _describe(parts: list[n.Decl], change: n.Describe, ctx: ResolveContext) -> None:
    """Replace the description of a declaration."""
    name = change.name.text
    for i, part in enumerate(parts):
        match part:
            case n.Zones() if any(z.name.text == name for z in part.zones):
                zones = tuple(replace(z, description=change.text) if z.name.text == name else z for z in part.zones)
                changed = replace(part, zones=zones)
            case n.Remember() if any(one.text == name for v in part.variables for one in v.names):
                changed = replace(
                    part,
                    variables=tuple(
                        replace(v, description=change.text) if any(one.text == name for one in v.names) else v
                        for v in part.variables
                    ),
                )
            case n.Described() if (wider_key(part) or ("", ""))[1] == name:
                changed = replace(part, description=change.text)
            case _:
                continue
        parts[i] = changed
        return
    known = [k[1] for k in map(part_key, parts) if k is not None and k[1]]
    known += [k[1] for part in parts for k in inner_names(part)]
    ctx.report("E0902", change.name.span, what=name, help=ctx.suggestion(name, known))


def _set(parts: list[n.Decl], change: n.Setting, ctx: ResolveContext) -> None:
    name = change.name.text
    if any(isinstance(part, n.Define) and part.name.text == name and not part.params for part in parts):
        help = f"`{name}` is a define: write `replace define {name} means {change.value.span.text}`"
        ctx.report("E0320", change.name.span, name=name, help=help)
        return
    option = _option(parts, change.name, ctx)
    if option is not None:
        parts[_find(parts, ("option", option.name.text)) or 0] = replace(option, default=change.value)
