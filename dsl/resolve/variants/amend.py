"""Changes of single lines: a variant names a choice, line or row of a phase, and says how to change it.

A place is found by its text, as the printer would write it.  So layout and citations do not matter.  The text must
match exactly one place.  If a phase contains the same line twice, the variant must change the whole phase or a line
around the one it means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar, cast

from ...source.identity import same_items
from ...syntax import nodes as n
from ...syntax.printer.lines import place_line
from ..context import ResolveContext, value_name
from .places import AnyRow, At, PartLines, Place, first_line, lines_of_body, spellings

Amendable = n.Phase | n.Table | n.Main | n.Values | n.Ranking | n.Define | n.Incident | n.Written
P = TypeVar("P", bound=Place)
R = TypeVar("R", bound=AnyRow)
T = TypeVar("T")
N = TypeVar("N", bound=n.Node)


def amended(part: Amendable, change: n.Amend, ctx: ResolveContext) -> Amendable:
    """The part with some of its lines changed.  A change that is impossible is reported and skipped."""
    for edit in change.edits:
        lines = [_cited(line, edit.cite or change.cite) for line in edit.lines]
        match part:
            case n.Table():
                part = _table(part, edit, [line for line in lines if isinstance(line, n.ActionRow | n.ValueRow)], ctx)
            case n.Define():
                part = _define(part, edit, [line for line in lines if isinstance(line, n.ActionRow | n.ValueRow)], ctx)
            case n.Values():
                new = [line for line in lines if isinstance(line, n.ValuesRow)]
                part = replace(part, rows=_rows(part, part.rows, edit, new, part.name.text, ctx))
            case n.Ranking():
                new = [line for line in lines if isinstance(line, n.RankingRow)]
                part = replace(part, rows=_rows(part, part.rows, edit, new, "ranking", ctx))
            case n.Written():
                new = [line for line in lines if isinstance(line, n.WrittenLine)]
                part = replace(part, lines=_rows(part, part.lines, edit, new, "written on the table", ctx))
            case _:
                part = _phase(part, edit, lines, ctx)
    return part


def _cited(line: Place, cite: n.Citation | None) -> Place:
    """A new line, with the citation of the change unless it has its own."""
    return line if line.cite is not None or cite is None else replace(line, cite=cite)


def _table(table: n.Table, edit: n.Edit, lines: list[n.ActionRow | n.ValueRow], ctx: ResolveContext) -> n.Table:
    name = table.name.text
    if edit.how != "rows" and not isinstance(edit.at, n.RowOf):
        _unfit(edit, name, "a table, which has rows", ctx)
        return table
    if table.result is not None:
        values = [row for row in table.rows if isinstance(row, n.ValueRow)]
        return replace(table, rows=_rows(table, tuple(values), edit, _giving(lines, edit, name, ctx), name, ctx))
    actions = [row for row in table.rows if isinstance(row, n.ActionRow)]
    new = [line for line in lines if isinstance(line, n.ActionRow)]
    if len(new) < len(lines):
        _unfit(edit, name, "a table of what is done, and behind the arrow stands a value", ctx)
        return table
    return replace(table, rows=_rows(table, tuple(actions), edit, new, name, ctx))


def _define(define: n.Define, edit: n.Edit, lines: list[n.ActionRow | n.ValueRow], ctx: ResolveContext) -> n.Define:
    """A define with rows, some of them changed."""
    name = define.name.text
    if not isinstance(define.body, tuple):
        _unfit(edit, name, "a define of one line, which is replaced as a whole", ctx)
        return define
    if edit.how != "rows" and not isinstance(edit.at, n.RowOf):
        _unfit(edit, name, "a define, which has rows", ctx)
        return define
    return replace(define, body=_rows(define, define.body, edit, _giving(lines, edit, name, ctx), name, ctx))


def _giving(lines: list[n.ActionRow | n.ValueRow], edit: n.Edit, name: str, ctx: ResolveContext) -> list[n.ValueRow]:
    """New rows for a table or define that gives values.

    The parser took a name alone for the name of a phase; here it becomes a value."""
    found: list[n.ValueRow] = []
    for line in lines:
        match line:
            case n.ValueRow():
                found.append(line)
            case n.ActionRow(actions=(n.Call(called, args) as call,)):
                value = n.Apply(called, args, span=call.span) if args else n.Ref(called.text, span=call.span)
                found.append(n.ValueRow(line.guard, value, cite=line.cite, span=line.span))
            case _:
                _unfit(edit, name, "a table of values, and behind the arrow stands something to do", ctx)
    return found


def _rows(
    part: Amendable, rows: tuple[R, ...], edit: n.Edit, lines: Sequence[R], name: str, ctx: ResolveContext
) -> tuple[R, ...]:
    """The rows with one of them changed or removed, or with new rows added."""
    if edit.at is None:
        return (*lines, *rows) if edit.how == "start" else (*rows, *lines)
    found = _found(edit, edit.at, name, PartLines(part, rows), ctx)
    if found is None:
        return rows
    left = tuple(_put(rows, found, edit, lines))
    if not left:
        ctx.report("E0911", edit.at.span, what="line" if isinstance(edit.at, n.Notice) else "row")
    return left or rows


def option_amended(option: n.Option, edit: n.OptionEdit, ctx: ResolveContext) -> n.Option:
    """The option with a value added, removed or described anew, or with another range."""
    if edit.type is not None:
        return replace(option, type=edit.type)
    assert edit.value is not None
    name, new = option.name.text, replace(edit.value, cite=edit.cite)
    word = value_name(new.value)
    at = next((i for i, one in enumerate(option.values) if value_name(one.value) == word), None)
    choice = option.type.values if isinstance(option.type, n.OneOf) else None
    typed = [value_name(one) for one in choice or ()]
    known = [value_name(one.value) for one in option.values] or typed
    if isinstance(option.type, n.NumberType) and not option.values:
        what = "an option with a range of numbers, not with a list of values"
        ctx.report("E0910", edit.span, name=name, what=what, help=_wider(option.type, new.value, edit))
        return option
    if edit.how == "add":
        if at is not None or (word in typed and choice is not None):
            ctx.report("E0917", new.span, name=name, value=word, help="`describe value` says it in other words")
            return option
        if choice is not None and typed not in (["yes", "no"], ["no", "yes"]):
            option = replace(
                option, type=n.OneOf((*choice, new.value), span=option.type.span if option.type else new.span)
            )
        listed = option.values or tuple(n.OptionValue(one, span=option.span) for one in choice or ())
        return replace(option, values=(*listed, new)) if option.values or choice is None else option
    if at is None and word not in typed:
        help = ctx.suggestion(word, known)
        ctx.report(
            "E0918", new.span, name=name, value=word, help=help or "it has " + ", ".join(f"`{one}`" for one in known)
        )
        return option
    if edit.how == "describe":
        if at is None:
            return replace(option, values=(*option.values, new))
        described = replace(option.values[at], description=new.description, cite=new.cite or option.values[at].cite)
        return replace(option, values=(*option.values[:at], described, *option.values[at + 1 :]))
    if word == value_name(option.default):
        others = [one for one in known if one != word]
        ctx.report(
            "E0919", new.span, name=name, value=word, help=f"write first\nset {name} to {others[0]}" if others else None
        )
        return option
    if choice is not None:
        left = tuple(one for one in choice if value_name(one) != word)
        if len(left) == 1 and isinstance(left[0], n.Ref):  # alone behind the colon it would name a type
            described = tuple(one for i, one in enumerate(option.values) if i != at)
            return replace(option, type=None, values=described or (n.OptionValue(left[0], span=option.span),))
        option = replace(option, type=n.OneOf(left, span=option.span))
    return replace(option, values=tuple(one for i, one in enumerate(option.values) if i != at))


def _wider(range: n.NumberType, value: n.Value, edit: n.OptionEdit) -> str | None:
    """The line that allows a number outside a range, too."""
    if edit.how != "add" or not isinstance(value, n.Number) or range.low is None or range.high is None:
        return None
    if range.low <= value.value <= range.high:
        return None
    return f"write `allow {min(range.low, value.value)}..{max(range.high, value.value)}`"


def _phase(
    phase: n.Phase | n.Main | n.Incident, edit: n.Edit, lines: Sequence[Place], ctx: ResolveContext
) -> n.Phase | n.Main | n.Incident:
    name = phase.name.text if isinstance(phase, n.Phase) else phase.title if isinstance(phase, n.Incident) else "main"
    if edit.at is None:
        if edit.how == "rows":
            _unfit(edit, name, "not a table and has no rows", ctx)
            return phase
        body = cast("tuple[n.Stmt, ...]", tuple(lines))
        return replace(phase, body=(*body, *phase.body) if edit.how == "start" else (*phase.body, *body))
    found = _found(edit, edit.at, name, lines_of_body(phase), ctx)
    if found is None:
        return phase
    editor = _Editor(found, edit, lines, ctx)
    body = editor.body(phase.body)
    return phase if editor.failed else replace(phase, body=body)


def _unfit(edit: n.Edit, name: str, what: str, ctx: ResolveContext) -> None:
    at = edit.at.span if edit.at is not None else edit.lines[0].span
    ctx.report("E0910", at, name=name, what=what)


def _found(edit: n.Edit, at: At, name: str, lines: PartLines[P], ctx: ResolveContext) -> P | None:
    """The one place that is meant.  Reports an error and returns None if there is no such place, or more than one."""
    wanted = place_line(at)
    what, text = wanted.split(" ", maxsplit=2)[1:]
    found = lines.named(wanted)
    if len(found) == 1:
        return found[0]
    if found:
        notes = tuple((first_line(place), "here") for place in found)
        help = _clearer(edit, found, lines)
        ctx.report("E0912", at.span, name=name, what=what, text=text, number=len(found), notes=notes, help=help)
    else:
        known = [
            said.split(" ", maxsplit=2)[2] for place in lines for said in spellings(place) if f"the {what} " in said
        ]
        help = ctx.suggestion(text, known)
        if help is None and isinstance(at, n.PlayTrick):
            tricks = dict.fromkeys(place_line(place) for place in lines if isinstance(place, n.PlayTrick))
            help = f"write `{next(iter(tricks))}`" if len(tricks) == 1 else None
        ctx.report("E0909", at.span, name=name, what=what, text=text, help=help)
    return None


def _clearer(edit: n.Edit, found: Sequence[P], lines: PartLines[P]) -> str:
    """The lines that change one of several places with the same text, and the line that replaces their part."""
    how = f"add {edit.how}" if edit.how in ("before", "after") else edit.how
    ways: list[str] = []
    for place in found:
        around = lines.addressed(place)
        if around is not None:
            ways.append(f"    {how if around[0] is place else 'replace'} {around[1]}")
    if not ways:
        return f"replace all of it: `{lines.whole}`"
    return "\n".join(["name a line that occurs once:", *dict.fromkeys(ways), "or replace all of it:", lines.whole])


# ------------------------------------------------------------------------------------------------------------ changes


def _put(items: Sequence[P], at: P, edit: n.Edit, lines: Sequence[P]) -> Iterator[P]:
    """The items, with the change made at the item `at`."""
    for item in items:
        if item is not at:
            yield item
        elif edit.how == "before":
            yield from (*lines, item)
        elif edit.how == "after":
            yield from (item, *lines)
        else:
            yield from lines


class _Editor:
    """Makes one change at one place of a phase."""

    def __init__(self, at: n.Stmt | n.Choice, edit: n.Edit, lines: Sequence[Place], ctx: ResolveContext) -> None:
        self.at, self.edit, self.ctx = at, edit, ctx
        self.statements = [line for line in lines if not isinstance(line, n.Choice | AnyRow)]
        self.choices = [line for line in lines if isinstance(line, n.Choice)]
        self.failed = False

    def body(self, body: tuple[n.Stmt, ...]) -> tuple[n.Stmt, ...]:
        """The block with the change made.  If no statement is left, the block becomes `nothing`."""
        if any(st is self.at for st in body):
            at = cast("n.Stmt", self.at)
            lines = self._with_branches(at) if self.edit.how == "replace" else self.statements
            return tuple(_put(body, at, self.edit, lines)) or (n.Nothing(span=at.span),)
        return _mapped(body, self._inside)

    def _with_branches(self, at: n.Stmt) -> Sequence[n.Stmt]:
        """The lines in place of a line.  The `otherwise` of an `if` stays below them, unless they bring their own."""
        if not isinstance(at, n.If) or at.otherwise is None:
            return self.statements
        match self.statements:
            case [*before, n.If(otherwise=None) as last]:
                return [*before, replace(last, otherwise=at.otherwise, otherwise_cite=at.otherwise_cite)]
            case [*_, n.If()]:
                return self.statements
            case _:
                self.failed = True
                assert self.edit.at is not None
                line, new = place_line(self.edit.at), _as_written(self.statements)
                help = ["if it goes, too, write", f"    add before {line}", *new, f"    remove {line}"]
                last = ["otherwise end the new lines with an `if`"]
                self.ctx.report("E0920", self.edit.at.span, line=line.split(" ", 2)[2], help="\n".join(help + last))
                return self.statements

    def _inside(self, st: n.Stmt) -> n.Stmt:
        match st:
            case n.If(otherwise=(n.If() as branch,)) if branch is self.at and self.edit.how == "remove":
                return replace(st, otherwise=branch.otherwise, otherwise_cite=branch.otherwise_cite)
            case n.If():
                return _with(st, then=self.body(st.then), otherwise=st.otherwise and self.body(st.otherwise))
            case n.Repeat():
                return _with(st, body=self.body(st.body), otherwise=st.otherwise and self.body(st.otherwise))
            case n.For():
                return _with(st, body=self.body(st.body))
            case n.Choose():
                return _with(st, choices=self._choices(st.choices))
            case n.Together():
                return _with(st, choosers=self._choosers(st.choosers))
            case n.PlayTrick():
                return _with(st, steps=_mapped(st.steps, lambda step: _with(step, body=self.body(step.body))))
            case _:
                return st

    def _choices(self, choices: tuple[n.Choice, ...]) -> tuple[n.Choice, ...]:
        if any(choice is self.at for choice in choices):
            left = tuple(_put(choices, cast("n.Choice", self.at), self.edit, self.choices))
            return left or self._fail(choices, "E0911", what="choice")
        return _mapped(choices, lambda choice: _with(choice, body=self.body(choice.body)))

    def _choosers(self, choosers: tuple[n.Choose | n.For, ...]) -> tuple[n.Choose | n.For, ...]:
        if not any(chooser is self.at for chooser in choosers):
            return cast("tuple[n.Choose | n.For, ...]", _mapped(choosers, self._inside))
        left = tuple(_put(choosers, cast("n.Choose", self.at), self.edit, self.statements))
        if not left:
            return self._fail(choosers, "E0911", what="line")
        if not all(isinstance(line, n.Choose | n.For) for line in left):
            return self._fail(choosers, "E0910", name="in secret together", what="only for lines like `p chooses`")
        return cast("tuple[n.Choose | n.For, ...]", left)

    def _fail(self, before: tuple[T, ...], code: str, what: str, name: str = "") -> tuple[T, ...]:
        assert self.edit.at is not None
        self.failed = True
        self.ctx.report(code, self.edit.at.span, what=what, name=name)
        return before


def _as_written(lines: Sequence[n.Stmt]) -> list[str]:
    """The text of new lines, indented as far as below a change of a phase."""
    source, start = lines[0].span.source, lines[0].span.start
    margin = start - source.text.rfind("\n", 0, start) - 1
    text = " " * margin + source.text[start : lines[-1].span.end]
    return ["        " + line[margin:] for line in text.rstrip().splitlines()]


def _mapped(items: tuple[T, ...], change: Callable[[T], T]) -> tuple[T, ...]:
    """The items after the change; the same tuple if no item was changed."""
    made = tuple(change(item) for item in items)
    return items if same_items(items, made) else made


def _with(node: N, **fields: object) -> N:
    """The node with these fields; the same node if the fields are unchanged."""
    same = all(getattr(node, name) is value for name, value in fields.items())
    return node if same else replace(node, **fields)
