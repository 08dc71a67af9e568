"""Citations: the lines of a rulebook that a clause implements.

`citations_make_sense` needs only the rule file and runs with all other checks.  `check_citations` finds out whether the
cited lines exist, and needs the documents.  A missing document is not a mistake.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import cast, get_args

from ..checked import CheckedGame
from ..codes.reporting import report
from ..provenance.documents import Citations
from ..resolve.context import ResolveContext
from ..source.diagnostics import Diagnostic
from ..source.nearest import nearest
from ..syntax import nodes as n


def citations_make_sense(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report cited sources that are undeclared (E0921, W0924) or declared twice (E0923), reversed ranges (E0922)."""
    documents: dict[str, n.Document] = {}
    for document in _documents(game.tree):
        first = documents.setdefault(document.name.text, document)
        if first is not document:
            notes = ((first.name.span, "first here"),)
            ctx.report("E0923", document.name.span, name=document.name.text, notes=notes)
    bare = True
    for part, _ in _cited(game.tree):
        if part.source is not None and part.source.text not in documents:
            near = nearest(part.source.text, documents)
            help = f"did you mean `{near}`?" if near else None
            ctx.report("E0921", part.source.span, name=part.source.text, help=help)
        if part.source is None and not documents and bare:
            ctx.report("W0924", part.span)
            bare = False  # report it only once
        for lines in part.lines:
            if not 1 <= lines.first <= lines.last:
                ctx.report("E0922", lines.span, first=lines.first, last=lines.last)


def check_citations(tree: n.RuleFile, documents: Mapping[str, tuple[str, ...]]) -> tuple[Diagnostic, ...]:
    """Report citations that do not fit the documents: lines beyond the end (E0925), lines without a word (W0926).

    `documents` holds the lines of each document, by the name that the rule file gives it.  Citations of other documents
    are not checked."""
    found: list[Diagnostic] = []
    if not documents:
        return ()
    reader = Citations(tree)
    for part, cause in _cited(tree):
        name = reader.name(part)
        text = documents.get(name)
        if text is None:
            continue
        for lines in part.lines:
            if lines.last > len(text):
                found.append(report("E0925", lines.span, name=name, line=lines.last, length=len(text)))
            elif isinstance(cause, n.NotARule) or not 1 <= lines.first <= lines.last:
                continue
            elif not any(line.strip() for line in text[lines.first - 1 : lines.last]):
                found.append(report("W0926", lines.span, name=name))
    return tuple(found)


def _documents(tree: n.RuleFile) -> Iterator[n.Document]:
    return (d for d in tree.declarations if isinstance(d, n.Document))


def _cited(tree: n.RuleFile) -> Iterator[tuple[n.FromSource, n.Decl]]:
    """Every cited source with its lines, in the order of the file, and the declaration that contains the citation."""
    for declaration in tree.declarations:
        waiting: list[object] = [declaration]
        while waiting:
            node = waiting.pop()
            if isinstance(node, tuple):
                waiting.extend(reversed(cast("tuple[object, ...]", node)))
            elif isinstance(node, n.FromSource):
                yield node, declaration
            elif isinstance(node, n.Node) and type(node) not in _UNCITED:
                waiting.extend(getattr(node, name) for name in reversed(_children(type(node))))


_UNCITED = frozenset({*get_args(n.Domain), n.Name})
"""Nodes in which no citation can be: expressions and names."""
_CHILDREN: dict[type, tuple[str, ...]] = {}


def _children(kind: type[n.Node]) -> tuple[str, ...]:
    """The names of the fields in which a class of nodes can hold nodes."""
    if kind not in _CHILDREN:
        plain = ("span", "text", "title", "word", "op", "which")
        _CHILDREN[kind] = tuple(f.name for f in fields(kind) if f.name not in plain)
    return _CHILDREN[kind]
