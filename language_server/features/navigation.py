"""Navigation from a name to its declaration, and to every place that uses it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...dsl.resolve.variants.overlay import part_key
from ...dsl.source.span import Span
from ...dsl.syntax import nodes as n
from ..index import Occurrence, SymbolKey
from ..text import Json, Text
from ..view import FileView, declarations, location, same
from ..workspace import FileVersion, uri_of
from . import scripts
from .about import citation_at

_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")


class CannotRename(Exception):
    """A rename is impossible.  The text is the reason."""


def definition(view: FileView, offset: int) -> list[Json]:
    """The declaration of the name at an offset.  For a citation: the lines of the document.  For a part that a variant
    replaces: that part of the base."""
    if view.document.is_script:
        return scripts.definition(view, offset)
    cited = citation_at(view, offset)
    if cited is not None:
        return list(_cited(view, cited, offset))
    occurrence = view.index.at(offset)
    if occurrence is None:
        return _base_part(view, offset)
    if occurrence.key.kind == "file":
        base = view.workspace.base_of(view.document)
        return [{"uri": base.uri, "range": base.text.range(0, 0)}] if base is not None else []
    if occurrence.makes:
        found = _base_part(view, offset)
        if found:
            return found
    place = view.declaration(occurrence.key)
    if place is None:
        return []
    document, made = place
    return [location(document.uri, document.text, made.span)]


def _cited(view: FileView, cited: n.Citation | n.FromSource, offset: int) -> Iterator[Json]:
    for part in cited.parts if isinstance(cited, n.Citation) else (cited,):
        found = view.lines_of(part)
        if found is None:
            continue
        lines = [one for one in part.lines if one.span.start <= offset <= one.span.end] or list(part.lines[:1])
        for one in lines:
            yield {
                "uri": uri_of(found[1]),
                "range": {"start": {"line": max(0, one.first - 1), "character": 0},
                          "end": {"line": max(0, one.last), "character": 0}},
            }  # fmt: skip


def _base_part(view: FileView, offset: int) -> list[Json]:
    """The part of the base that the change at an offset concerns."""
    for whole, part in declarations(view.document.tree):
        if not whole.span.start <= offset <= whole.span.end:
            continue
        if not isinstance(whole, n.Replace | n.Remove | n.Amend | n.Setting):
            return []
        if view.text.line_of(offset) != view.text.line_of(whole.span.start):
            return []
        match whole:
            case n.Remove(what, name) | n.Amend(what, name):
                wanted = [(what, name.text if name is not None else "")]
                if what == "phase" and name is not None:
                    wanted += [("table", name.text)] + ([("main", "")] if name.text == "main" else [])
            case n.Setting(name):
                wanted = [("option", name.text)]
            case _:
                wanted = [one for one in [part_key(part)] if one is not None]
        for document in view.workspace.chain(view.document)[1:]:
            for _, other in declarations(document.tree):
                if part_key(other) in wanted:
                    named = getattr(other, "name", None)
                    span = (
                        named.span
                        if isinstance(named, n.Name)
                        else Span(document.source, other.span.start, other.span.start)
                    )
                    return [location(document.uri, document.text, span)]
    return []


# -------------------------------------------------------------------------------------------------------- references


def related(view: FileView, key: SymbolKey) -> Iterator[FileVersion]:
    """The files that may use a name: only this file for a local name, else all files that share a base with it."""
    if key.kind == "local":
        yield view.document
        return
    below = view.workspace.chain(view.document)
    root = below[-1].path
    seen: set[object] = set()
    for document in (*below, *view.workspace.everything()):
        if document.path in seen:
            continue
        seen.add(document.path)
        if document.is_script:
            rules = scripts.rules_of(view.workspace, document)
            if rules is not None and view.workspace.chain(rules)[-1].path == root:
                yield document
        elif view.workspace.chain(document)[-1].path == root:
            yield document


def places(view: FileView, key: SymbolKey) -> Iterator[tuple[FileVersion, Span, bool]]:
    """Every place that names something, in all files that may use it, with a flag: whether it is declared there."""
    for document in related(view, key):
        if document.is_script:
            for span in scripts.mentions(view.other(document), key):
                yield document, span, False
            continue
        other = view if document.path == view.document.path else view.other(document)
        for one in other.index.found:
            if same(one.key, key):
                yield document, one.span, one.makes


def references(view: FileView, offset: int, *, declaration: bool) -> list[Json]:
    """Every place that uses the name at an offset."""
    if view.document.is_script:
        found = scripts.named_at(view, offset)
        if found is None:
            return []
        view, key, _ = found
    else:
        occurrence = view.index.at(offset)
        if occurrence is None:
            return []
        key = occurrence.key
    return [
        location(document.uri, document.text, span)
        for document, span, makes in places(view, key)
        if declaration or not makes
    ]


def highlights(view: FileView, offset: int) -> list[Json]:
    """Every place in this file that uses the name at an offset, each as read (2) or written (3)."""
    if view.document.is_script:
        named = scripts.named_at(view, offset)
        spans = scripts.mentions(view, named[1]) if named is not None else ()
        return [{"range": view.text.span(span), "kind": 2} for span in spans]
    found = view.index.at(offset)
    if found is None:
        return []
    return [
        {"range": view.text.span(one.span), "kind": 3 if one.makes or one.writes else 2}
        for one in view.index.found
        if same(one.key, found.key)
    ]


# ------------------------------------------------------------------------------------------------------------ rename


def prepare_rename(view: FileView, offset: int) -> Json:
    """The name that a rename at this offset would change, with its range.  Raises `CannotRename`."""
    _, key, span = _renamable(view, offset)
    return {"range": view.text.span(span), "placeholder": key.name}


def rename(view: FileView, offset: int, name: str) -> dict[str, list[Json]]:
    """The edits that rename the thing at an offset, by file.  Raises `CannotRename`."""
    view, key, _ = _renamable(view, offset)
    _check_name(view, key, name)
    edits: dict[str, list[Json]] = {}
    for document, span, _ in places(view, key):
        if view.workspace.ships(document.path):
            raise CannotRename(f"`{document.path.name}` comes with hoyle and is not changed")
        edits.setdefault(document.uri, []).append({"range": document.text.span(span), "newText": name})
    return edits


def _renamable(view: FileView, offset: int) -> tuple[FileView, SymbolKey, Span]:
    """The rule file that declares the name at an offset, the name's key and its place.  Raises `CannotRename`."""
    if view.document.is_script:
        named = scripts.named_at(view, offset)
    else:
        occurrence = view.index.at(offset)
        named = (view, occurrence.key, occurrence.span) if occurrence is not None else None
    if named is None:
        raise CannotRename("there is no name here")
    rules, key, _ = named
    if key.kind in ("attribute", "name", "file", "suit"):
        raise CannotRename(f"`{key.name}` is not declared in these rules")
    if key.kind == "word" and len(list(_makers(rules, key))) > 1:
        raise CannotRename(f"`{key.name}` is a value of several options or kinds")
    return named


def _makers(view: FileView, key: SymbolKey) -> Iterator[Occurrence]:
    for document in view.workspace.chain(view.document):
        other = view if document is view.document else view.other(document)
        yield from (one for one in other.index.of(key) if one.makes)


def _check_name(view: FileView, key: SymbolKey, name: str) -> None:
    """Check that something may have this name.  Raises `CannotRename`."""
    from ...dsl.syntax.tables import tables

    if not _NAME.match(name):
        raise CannotRename("a name is lower-case letters, digits and `_`, and begins with a letter")
    if name in tables().reserved:
        raise CannotRename(f"`{name}` is a word of the language")
    if name == key.name:
        return
    meaning = view.meaning
    taken = name in view.kinds or meaning.named(name) is not None or name in meaning.ctx.suits
    taken = taken or name in meaning.ctx.kinds
    for document in related(view, key):
        if not document.is_script and not taken:
            taken = any(one.key.name == name and one.key.kind == "local" for one in view.other(document).index.found)
    if taken:
        raise CannotRename(f"there is a `{name}` already")


# ------------------------------------------------------------------------------------------------------------- links


def links(view: FileView) -> list[Json]:
    """The base of a variant and the documents of a game, as links."""
    if view.document.is_script:
        return scripts.links(view)
    found: list[Json] = []
    variant = view.document.variant
    base = view.workspace.base_of(view.document)
    if variant is not None and base is not None:
        found.append({"range": view.text.span(variant.base.span), "target": base.uri})
    for one in view.document.tree.declarations:
        if isinstance(one, n.Document):
            known = view.cited_document(one.name.text)
            if known is not None and known[1] is not None:
                found.append({"range": view.text.span(_quoted_part(view.text, one)), "target": uri_of(known[1])})
    return found


def _quoted_part(text: Text, node: n.Document) -> Span:
    at = text.text.find('"', node.span.start, node.span.end)
    return Span(node.span.source, at + 1, at + 1 + len(node.path)) if at >= 0 else node.span
