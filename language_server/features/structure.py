"""The structure of a file: its outline, foldable blocks, stepwise selection, and names in all files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...dsl.resolve.variants.overlay import key_text, part_key
from ...dsl.source.span import Span
from ...dsl.syntax import nodes as n
from ..text import Json, start_of_word
from ..view import FileView, declarations, enclosing
from ..workspace import Workspace
from . import scripts
from .completion import matches

MOST_SYMBOLS = 200
_KINDS: dict[type, int] = {
    n.Phase: 12, n.Main: 12, n.Table: 12, n.Define: 12, n.Option: 14, n.Kind: 10, n.Shape: 23, n.Zones: 3,
    n.Remember: 3, n.Zone: 8, n.Variable: 13, n.Values: 7, n.Ranking: 7, n.Incident: 24, n.Choice: 9, n.Preset: 14,
    n.Deck: 18, n.Players: 18, n.Game: 2, n.Variant: 2, n.OptionValue: 22, n.Written: 7, n.WrittenLine: 15,
    n.Namings: 7, n.Naming: 15,
}  # fmt: skip


def outline(view: FileView) -> list[Json]:
    """The parts of a file in the order written, each with its contents."""
    if view.document.is_script:
        return list(_script_outline(view))
    found: list[Json] = []
    for whole, part in declarations(view.document.tree):
        name = _title(part)
        if name:
            prefix = _change(whole)
            found.append(_symbol(view, part, f"{prefix}{name}", whole.span, list(_children(view, part))))
    return found


def _change(whole: n.Decl) -> str:
    match whole:
        case n.Replace():
            return "replace "
        case n.Add():
            return "add "
        case _:
            return ""


def _title(part: n.Decl) -> str:
    match part:
        case n.Game(title):
            return title
        case n.Variant(title):
            return title
        case n.Preset(title):
            return f'preset "{title}"'
        case n.Zones():
            return "zones"
        case n.Remember(phase):
            return "remember" + (f" during {phase.text}" if phase is not None else "")
        case n.Remove(what, name):
            return f"remove {what}" + (f" {name.text}" if name is not None else "")
        case n.Amend(what, name):
            return "change " + (name.text if name is not None else what)
        case n.Setting(name):
            return f"set {name.text}"
        case _:
            found = part_key(part)
            return key_text(found) if found is not None else ""


def _children(view: FileView, part: n.Node) -> Iterator[Json]:
    match part:
        case n.Zones(zones):
            yield from (_symbol(view, one, one.name.text, one.name.span, []) for one in zones)
        case n.Remember(_, variables):
            for one in variables:
                yield from (_symbol(view, one, name.text, name.span, []) for name in one.names)
        case n.Option(values=values):
            yield from (_symbol(view, one, one.value.span.text, one.value.span, []) for one in values)
        case n.Written(lines):
            yield from (_symbol(view, one, one.notice.span.text.strip('"'), one.notice.span, []) for one in lines)
        case n.Namings(rows):
            yield from (_symbol(view, one, one.face.span.text, one.face.span, []) for one in rows)
        case n.Phase(body=body) | n.Main(body=body) | n.Incident(body=body):
            yield from _choices(view, body)
        case _:
            pass


def _choices(view: FileView, body: Sequence[n.Stmt]) -> Iterator[Json]:
    for one in body:
        match one:
            case n.Choose(choices=choices):
                for choice in choices:
                    inner = list(_choices(view, choice.body))
                    yield _symbol(view, choice, choice.template.span.text.strip('"'), choice.template.span, inner)
            case n.If(then=then, otherwise=otherwise):
                yield from _choices(view, (*then, *(otherwise or ())))
            case n.Repeat(body=inner, otherwise=otherwise):
                yield from _choices(view, (*inner, *(otherwise or ())))
            case n.For(body=inner):
                yield from _choices(view, inner)
            case n.Together(choosers=choosers):
                yield from _choices(view, choosers)
            case _:
                pass


def _symbol(view: FileView, node: n.Node, name: str, where: Span, children: list[Json]) -> Json:
    span = node.span.to(where) if node.span.start <= where.start else where.to(node.span)
    named = getattr(node, "name", None)
    inner = named.span if isinstance(named, n.Name) and named.span.start >= span.start else where
    first = view.text.ends[view.text.line_of(inner.start)]
    made: Json = {
        "name": name.strip() or "?",
        "kind": _KINDS.get(type(node), 13),
        "range": view.text.span(span),
        "selectionRange": view.text.range(inner.start, min(inner.end, max(first, inner.start))),
    }
    about = node.description if isinstance(node, n.Described) else None
    if about:
        made["detail"] = about
    if children:
        made["children"] = children
    return made


def _script_outline(view: FileView) -> Iterator[Json]:
    starts = scripts.headings(view)
    for number, found in enumerate(starts):
        end = starts[number + 1].start() if number + 1 < len(starts) else len(view.raw)
        stretch = view.raw[found.start() : end].rstrip()
        yield {
            "name": scripts.title_in(stretch) or f"game {found[1] or found[2]}",
            "kind": 2,
            "range": view.text.range(found.start(), found.start() + len(stretch)),
            "selectionRange": view.text.range(*found.span()),
        }


def workspace_symbols(workspace: Workspace, query: str) -> list[Json]:
    """The declarations in the workspace's rule files whose names contain the letters of the query in order."""
    found: list[Json] = []
    for document in workspace.everything():
        if document.is_script:
            continue
        for one in FileView(workspace, document).index.found:
            if one.makes and one.key.kind not in ("local", "word", "suit") and matches(query.lower(), one.key.name):
                where = {"uri": document.uri, "range": document.text.span(one.span)}
                made = {"name": one.key.name, "kind": _KINDS.get(type(one.node), 13), "location": where}
                found.append({**made, "containerName": document.path.stem})
                if len(found) >= MOST_SYMBOLS:
                    return found
    return found


def folding(view: FileView) -> list[Json]:
    """The ranges that can be folded: every line with deeper lines below it, and comments of several lines."""
    found: list[Json] = []
    open_: list[tuple[int, int]] = []
    last = -1
    margin = 0
    run: list[int] = []
    for number in range(len(view.text.starts)):
        line = view.text.line(number)
        stripped = line.strip()
        if stripped.startswith("#"):
            run.append(number)
            continue
        if len(run) > 1:
            found.append({"startLine": run[0], "endLine": run[-1], "kind": "comment"})
        run = []
        if not stripped:
            continue
        margin = len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip())
        while open_ and open_[-1][0] >= margin:
            start = open_.pop()[1]
            if last > start:
                found.append({"startLine": start, "endLine": last})
        open_.append((margin, number))
        last = number
    if len(run) > 1:
        found.append({"startLine": run[0], "endLine": run[-1], "kind": "comment"})
    found += [{"startLine": start, "endLine": last} for _, start in reversed(open_) if last > start]
    return sorted(found, key=lambda one: (one["startLine"], one["endLine"]))


def selection(view: FileView, offset: int) -> Json:
    """The ranges for stepwise selection around an offset, from the word to the whole file."""
    stretches: list[tuple[int, int]] = [(0, len(view.raw))]
    if not view.document.is_script:
        stretches += [(node.span.start, node.span.end) for node in enclosing(view.document.tree, offset)]
    line = view.text.line_of(offset)
    start, end = view.text.starts[line], view.text.ends[line]
    stripped = view.raw[start:end]
    stretches.append((start + len(stripped) - len(stripped.lstrip()), start + len(stripped.rstrip())))
    word = _word(view.raw, offset)
    stretches.append(word)
    found: Json | None = None
    outer = (0, len(view.raw))
    for stretch in sorted({one for one in stretches if one[0] <= offset <= one[1]}, key=lambda one: one[0] - one[1]):
        if not outer[0] <= stretch[0] <= stretch[1] <= outer[1]:
            continue
        outer = stretch
        made: Json = {"range": view.text.range(*stretch)}
        if found is not None:
            made["parent"] = found
        found = made
    return found or {"range": view.text.range(offset, offset)}


def _word(text: str, offset: int) -> tuple[int, int]:
    end = offset
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    return start_of_word(text, offset), end
