"""Mending: what a message advises, done with a click, and small rewritings of rules that are well.

The advice of a message is in words ("did you mean `stock`?", "write `->`").  Every edit that it may mean is tried on a
copy of the text, which is checked again; an edit is offered only if the mistake is gone then and no other has come.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ...dsl.loading import Files, load
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.span import Source
from ...dsl.syntax import nodes as n
from ..text import Json
from ..view import View, enclosing
from ..workspace import uri_of
from . import scripts
from .diagnostics import shown

MOST = 12
"""Edits that are tried for one request."""
_QUOTED = re.compile(r"`([^`]+)`")
_BLANK = re.compile(r"[ \t]*")


class Edit(NamedTuple):
    """Text in place of what stands from one offset to another."""

    start: int
    end: int
    text: str

    def made(self, text: str) -> str:
        """The text with the edit."""
        return text[: self.start] + self.text + text[self.end :]


def actions(view: View, start: int, end: int, *, may_create: bool = False) -> list[Json]:
    """What can be done about the mistakes in a range, and with what stands there."""
    found: list[Json] = []
    tried = 0
    problems = scripts.problems(view) if view.document.is_script else view.diagnostics
    for one in problems:
        if one.span.source.name != view.document.source.name or one.span.end < start or one.span.start > end:
            continue
        done: set[str] = set()
        for title, edit in dict.fromkeys(_advised(view, one)):
            if title in done:
                continue  # what changes least was tried first
            if tried >= MOST:
                break
            tried += 1
            if _mends(view, one, edit):
                done.add(title)
                preferred = not any(other.get("isPreferred") for other in found)
                found.append(_action(view, title, [edit], one, preferred=preferred))
        if one.severity == "warning" and not view.document.is_script:
            found += _silence(view, one)
    if not view.document.is_script:
        found += _number_to_option(view, start)
        if may_create:
            found += _as_variant(view, start)
    return found


def _action(view: View, title: str, edits: list[Edit], about: Diagnostic | None, *, preferred: bool = False) -> Json:
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


# ------------------------------------------------------------------------------------------------------------- advice


def _advised(view: View, one: Diagnostic) -> Iterator[tuple[str, Edit]]:
    """Every edit the advice of a message may mean."""
    start, end = one.span.start, one.span.end
    if one.help is not None:
        wrong = next((found[1] for found in _QUOTED.finditer(one.message) if found[1] in one.span.text), None)
        at = start + one.span.text.index(wrong) if wrong else start
        for found in _QUOTED.finditer(one.help):
            text = found[1]
            if "…" in text:
                continue
            if wrong:
                yield f"Write `{text}`", Edit(at, at + len(wrong), text)
            yield f"Write `{text}`", Edit(start, end, text)
            if one.help.startswith("write") or "missing" in one.message:
                yield f"Put `{text}` in front", Edit(start, start, text + " ")
                yield f"Put `{text}` behind", Edit(end, end, " " + text)
            if " " in text:
                yield f"Write `{text}`", Edit(*_line(view, start), text)
    for word in one.expected[:4]:
        text = word.strip("`")
        if word.startswith("`"):
            yield f"Put `{text}` here", Edit(start, start, text + " ")
            yield f"Write `{text}`", Edit(start, end, text)
            yield f"Put `{text}` here", Edit(start, start, " " + text)
    if one.code in ("E0701", "E0702"):
        yield from _otherwise(view, one)


def _line(view: View, offset: int) -> tuple[int, int]:
    """A line without its margin, comment and citation."""
    number = view.text.line_of(offset)
    start, end = view.text.starts[number], view.text.ends[number]
    text = re.sub(r"\s*(\[[0-9][^\]]*\])?\s*(#.*)?$", "", view.raw[start:end])
    margin = _BLANK.match(text)
    return start + (margin.end() if margin is not None else 0), start + len(text)


def _otherwise(view: View, one: Diagnostic) -> Iterator[tuple[str, Edit]]:
    """The last row of a define or a table, for all cases that are left."""
    for node in reversed(enclosing(view.document.tree, one.span.start)):
        rows = node.body if isinstance(node, n.Define) else node.rows if isinstance(node, n.Table) else None
        if not isinstance(rows, tuple) or not rows:
            continue
        last = view.text.line_of(rows[-1].span.end)
        at = view.text.ends[last]
        margin = _BLANK.match(view.text.line(view.text.line_of(rows[-1].span.start)))
        space = margin[0] if margin is not None else "    "
        values = ["0", "no", "none"] if isinstance(rows[-1], n.ValueRow) else ["nothing"]
        for value in values:
            yield "Add a row `otherwise`", Edit(at, at, f"\n{space}otherwise -> {value}")
        return


class _Probe(Files):
    """The files of the workspace, one of them with another text."""

    def __init__(self, view: View, text: str) -> None:
        self.view = view
        self.changed = Source(view.document.source.name, text)

    def source(self, path: Path) -> tuple[Source | None, tuple[Diagnostic, ...]]:
        return (self.changed, ()) if path == self.view.document.path else self.view.workspace.source(path)

    def exists(self, path: Path) -> bool:
        return self.view.workspace.exists(path)


def _mends(view: View, one: Diagnostic, edit: Edit) -> bool:
    """Whether the mistake is gone with the edit, and no other stands where the text was changed."""
    if view.raw[edit.start : edit.end] == edit.text:
        return False
    text = edit.made(view.raw)
    if view.document.is_script:
        from ..text import Text
        from ..workspace import Document

        copy = Document(view.document.uri, view.document.path, Text(text, view.text.encoding), view.document.version)
        after = scripts.problems(view.other(copy))
        return len(after) < len(scripts.problems(view)) or all(
            other.span.start > one.span.end for other in after if other.severity == "error"
        )
    found = load(view.document.path, folders=view.folders(), files=_Probe(view, text)).diagnostics
    own = [other for other in found if other.span.source.name == view.document.source.name]
    line = view.document.source.place(one.span.start)[0]
    before = [other for other in view.diagnostics if other.span.source.name == view.document.source.name]
    if _form(one) and not any(map(_form, own)):
        return True  # it reads now; what it means is another matter
    return (
        len([other for other in own if other.severity == "error"])
        <= len([other for other in before if other.severity == "error"])
        and not any(other.code == one.code and other.span.line == line for other in own)
        and len(own) < len(before) + 1
    )


def _form(one: Diagnostic) -> bool:
    return one.severity == "error" and one.code[1:3] in ("01", "02")


def _silence(view: View, one: Diagnostic) -> list[Json]:
    """The comment that silences a warning on its line; the author is to say why."""
    number = view.text.line_of(one.span.start)
    line = view.text.line(number)
    if "#" in re.sub(r'"[^"]*"', "", line):
        return []
    at = view.text.ends[number]
    edit = Edit(at, at, f"  # allow {one.code}: (say why)")
    return [_action(view, f"Silence {one.code} here, with a reason", [edit], one)]


# ---------------------------------------------------------------------------------------------------------- rewriting


def _number_to_option(view: View, offset: int) -> list[Json]:
    """A number in the rules made an option, with a range around it."""
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
    edits = [Edit(at, at, lead + line + tail), Edit(number.span.start, number.span.end, name)]
    return [_action(view, f"Make {number.value} an option", edits, None)]


def _as_variant(view: View, offset: int) -> list[Json]:
    """A part of a game written to a new file, as a variant to be changed."""
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
