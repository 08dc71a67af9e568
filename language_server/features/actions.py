"""Quick fixes: a click makes the edit that a message advises.  Also small rewritings of correct rules.

The advice in a message is in words ("did you mean `stock`?", "write `->`").  Every edit that it may mean is tried on a
copy of the text, which is then checked.  An edit is offered only if fewer mistakes are left, and none
in what it writes.
"""

from __future__ import annotations

import re
from pathlib import Path

from ...dsl.loading import Files, load
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.span import Source
from ...dsl.syntax import nodes as n
from ..text import Json
from ..view import FileView, enclosing
from ..workspace import uri_of
from . import scripts
from .advice import TextEdit, advised, at_end
from .diagnostics import shown

MOST = 12
"""The most edits that are tried for one request."""


def actions(view: FileView, start: int, end: int, *, may_create: bool = False) -> list[Json]:
    """The quick fixes for the mistakes in a range, and the rewritings of the rules in it.

    `may_create` allows actions that create a file."""
    found: list[Json] = []
    tried = 0
    problems = scripts.problems(view) if view.document.is_script else view.diagnostics
    for one in problems:
        if one.span.source.name != view.document.source.name or one.span.end < start or one.span.start > end:
            continue
        done: set[str] = set()
        for title, edit in dict.fromkeys(advised(view, one)):
            if title in done:
                continue  # the smallest edit was tried first
            if tried >= MOST:
                break
            tried += 1
            if _mends(view, one, edit):
                done.add(title)
                preferred = not any(other.get("isPreferred") for other in found)
                found.append(_action(view, title, [edit], one, preferred=preferred))
        if one.code == "E0913" and one.help is not None and "…" not in one.help:
            lines = one.help.split("\n", 1)[1]  # the author decides what to write there
            found.append(_action(view, "Write the lines to change at the end", [at_end(view, lines)], one))
        if one.severity == "warning" and not view.document.is_script:
            found += _silence(view, one)
    if not view.document.is_script:
        found += _number_to_option(view, start)
        if may_create:
            found += _as_variant(view, start)
    return found


def _action(
    view: FileView, title: str, edits: list[TextEdit], about: Diagnostic | None, *, preferred: bool = False
) -> Json:
    changes = [{"range": view.text.range(one.start, one.end), "newText": one.text} for one in edits]
    made: Json = {
        "title": title,
        "kind": "quickfix" if about is not None else "refactor.rewrite",
        "edit": {"changes": {view.document.uri: changes}},
    }
    if about is not None:
        made["diagnostics"] = [shown(view, about)]
    if preferred:
        made["isPreferred"] = True
    return made


# ------------------------------------------------------------------------------------------------------- quick fixes


class _Probe(Files):
    """The files of the workspace, with another text for one of them."""

    def __init__(self, view: FileView, text: str) -> None:
        self.view = view
        self.changed = Source(view.document.source.name, text)

    def source(self, path: Path) -> tuple[Source | None, tuple[Diagnostic, ...]]:
        return (self.changed, ()) if path == self.view.document.path else self.view.workspace.source(path)

    def exists(self, path: Path) -> bool:
        return self.view.workspace.exists(path)


def _mends(view: FileView, one: Diagnostic, edit: TextEdit) -> bool:
    """Whether the edit leaves fewer mistakes, and none where the text was changed."""
    if view.raw[edit.start : edit.end] == edit.text:
        return False
    text = edit.made(view.raw)
    if view.document.is_script:
        from ..text import Text
        from ..workspace import FileVersion

        copy = FileVersion(view.document.uri, view.document.path, Text(text, view.text.encoding), view.document.version)
        after = scripts.problems(view.other(copy))
        return len(after) < len(scripts.problems(view)) or all(
            other.span.start > one.span.end for other in after if other.severity == "error"
        )
    found = load(view.document.path, folders=view.folders(), files=_Probe(view, text)).diagnostics
    own = [other for other in found if other.span.source.name == view.document.source.name]
    line = view.document.source.place(one.span.start)[0]
    before = [other for other in view.diagnostics if other.span.source.name == view.document.source.name]
    errors = [other for other in own if other.severity == "error"]
    written = edit.start + len(edit.text)
    there = [other for other in errors if edit.start <= other.span.start and other.span.end <= written]
    if _form(one):  # once its form is correct, its meaning may still be wrong
        return not any(map(_form, there)) and sum(map(_form, own)) < sum(map(_form, before))
    if (one.severity == "error" and there) or sum(map(_form, own)) > sum(map(_form, before)):
        return False
    if any(other.code == one.code and other.span.line == line for other in own):
        return False
    fewer = len([other for other in before if other.severity == "error"]) - len(errors)
    return fewer > 0 if one.severity == "error" else fewer >= 0 and len(own) <= len(before)


def _form(one: Diagnostic) -> bool:
    return one.severity == "error" and one.code[1:3] in ("01", "02")


def _silence(view: FileView, one: Diagnostic) -> list[Json]:
    """The comment that silences a warning on its line.  The author adds the reason."""
    number = view.text.line_of(one.span.start)
    line = view.text.line(number)
    if "#" in re.sub(r'"[^"]*"', "", line):
        return []
    at = view.text.ends[number]
    edit = TextEdit(at, at, f"  # allow {one.code}: (say why)")
    return [_action(view, f"Silence {one.code} here, with a reason", [edit], one)]


# ---------------------------------------------------------------------------------------------------------- rewriting


def _number_to_option(view: FileView, offset: int) -> list[Json]:
    """The rewriting of a number in the rules into an option, with a range around the number."""
    trail = enclosing(view.document.tree, offset)
    if not trail or not isinstance(trail[-1], n.Number) or view.document.variant is not None:
        return []
    if not any(isinstance(one, n.Phase | n.Main | n.Table | n.Define) for one in trail):
        return []
    number = trail[-1]
    name = next(one for one in (f"number_{number.value}", *(f"number_{number.value}_{k}" for k in range(2, 99)))
                if one not in view.kinds)  # fmt: skip
    declared = [one for one in view.document.tree.declarations if isinstance(one, n.Option)]
    others = [
        one for one in view.document.tree.declarations if isinstance(one, n.Zones | n.Remember | n.Ranking | n.Main)
    ]
    if declared:
        end = view.text.line_of(max(one.span.end for one in declared))
        at = view.text.ends[end]
        lead, tail = "\n", ""
    elif others:
        at = view.text.starts[view.text.line_of(others[0].span.start)]
        lead, tail = "", "\n\n"
    else:
        return []
    high = max(10, number.value * 2)
    line = f'option {name}: 0..{high} = {number.value}  "(say what it is)"'
    edits = [TextEdit(at, at, lead + line + tail), TextEdit(number.span.start, number.span.end, name)]
    return [_action(view, f"Make {number.value} an option", edits, None)]


def _as_variant(view: FileView, offset: int) -> list[Json]:
    """The action that writes a part of a game to a new file, as a variant to edit."""
    game = next((one for one in view.document.tree.declarations if isinstance(one, n.Game)), None)
    trail = enclosing(view.document.tree, offset)
    part = trail[1] if len(trail) > 1 and isinstance(trail[0], n.RuleFile) else None
    if game is None or not isinstance(part, n.Phase | n.Table | n.Define | n.Ranking | n.Values | n.Option | n.Main):
        return []
    base = view.document.path.stem
    path = next(one for k in range(1, 1000) if not view.workspace.exists(
        one := view.document.path.with_name(f"{base}_house{'' if k == 1 else f'_{k}'}.hoyle")))  # fmt: skip
    if isinstance(part, n.Option):
        body = f"set {part.name.text} to {part.default.span.text}\n"
        what = f"option {part.name.text}"
    else:
        body = "replace " + part.span.text.rstrip() + "\n"
        what = body.split("\n", 1)[0].removeprefix("replace ").split('"')[0].strip()
    text = f'variant "{game.title}, house rules" of {base}\n\n{body}'
    zero = {"line": 0, "character": 0}
    edit = {"range": {"start": zero, "end": zero}, "newText": text}
    changes = [
        {"kind": "create", "uri": uri_of(path), "options": {"ignoreIfExists": True}},
        {"textDocument": {"uri": uri_of(path), "version": None}, "edits": [edit]},
    ]
    return [{"title": f"Lay `{what}` as a variant", "kind": "refactor.extract", "edit": {"documentChanges": changes}}]
