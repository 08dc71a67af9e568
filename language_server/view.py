"""One file as the features see it: its text, its tree, the names in it, and their meaning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from ..dsl.checked import Symbol
from ..dsl.loading import load
from ..dsl.provenance.documents import DocumentText, documents, locate, read_document
from ..dsl.source.diagnostics import Diagnostic
from ..dsl.source.span import Span
from ..dsl.syntax import nodes as n
from ..dsl.syntax.layout import SourceLine
from .index import Index, Occurrence, SymbolKey, declared
from .meaning import Meaning, meaning
from .text import Json, Text
from .workspace import FileVersion, Workspace


@dataclass
class EditorSettings:
    """The settings that a user can change."""

    lenses: bool = True
    trial: bool = True
    """Play games in the background, to show how often each rule fires."""
    lens_games: int = 2_000
    hints: bool = True
    """Show types and settings within the text."""
    sources: tuple[Path, ...] = ()
    """The folders in which cited documents are searched."""


@dataclass
class FileView:
    """A rule file, a variant or a script, and the workspace around it."""

    workspace: Workspace
    document: FileVersion
    settings: EditorSettings = field(default_factory=EditorSettings)

    @property
    def text(self) -> Text:
        return self.document.text

    @property
    def raw(self) -> str:
        """The text as a string."""
        return self.document.text.text

    def other(self, document: FileVersion) -> FileView:
        """A view of another file of the workspace."""
        return FileView(self.workspace, document, self.settings)

    @property
    def kinds(self) -> dict[str, str]:
        """The global names, each with the kind of its declaration."""
        found = self.document.kept.get("kinds")
        if found is None:
            kinds: dict[str, str] = {}
            for one in reversed(self.workspace.chain(self.document)):
                kinds.update(declared(one.tree))
            found = self.document.kept["kinds"] = kinds
        return cast("dict[str, str]", found)

    @property
    def index(self) -> Index:
        """The index of every place that names something."""
        found = self.document.kept.get("index")
        if found is None:
            found = self.document.kept["index"] = Index(self.document.tree, self.document.source, self.kinds)
        return cast("Index", found)

    @property
    def meaning(self) -> Meaning:
        """The meaning of the names."""
        return meaning(self.workspace, self.document)

    def symbol(self, occurrence: Occurrence) -> Symbol | None:
        """The symbol at a place, with its type; None if it is unknown."""
        key = occurrence.key
        if key.kind == "local":
            return self.meaning.ctx.bound.get((self.document.source.name, key.at))
        return self.meaning.named(key.name)

    def declaration(self, key: SymbolKey) -> tuple[FileVersion, Occurrence] | None:
        """The place of a declaration: in this file or in one that it is laid over."""
        for document in self.workspace.chain(self.document):
            view = self if document is self.document else self.other(document)
            for one in view.index.found:
                if one.makes and one.key.name == key.name and same(one.key, key):
                    return document, one
        return None

    # ------------------------------------------------------------------------------------------------------ documents

    def folders(self) -> tuple[Path, ...]:
        """The folders in which documents are searched, besides the rule file's own."""
        return self.settings.sources

    def cited_document(self, name: str | None) -> tuple[n.Document, Path | None] | None:
        """A document that the rules name (without `name`: the first one), and its file if there is one."""
        for one in self.workspace.chain(self.document):
            known = documents(one.tree)
            found = known.get(name) if name is not None else next(iter(known.values()), None)
            if found is not None:
                return found, locate(found, {}, self.folders())
        return None

    def lines_of(self, part: n.FromSource) -> tuple[DocumentText, Path] | None:
        """The text of the document that a citation names, and its path."""
        found = self.cited_document(part.source.text if part.source is not None else None)
        if found is None or found[1] is None:
            return None
        try:
            return read_document(found[0].name.text, found[1]), found[1]
        except (OSError, ValueError):
            return None

    # ----------------------------------------------------------------------------------------------------------- lines

    def form_at(self, offset: int) -> tuple[SourceLine, ...] | None:
        """The lines of the form around an offset: from a line at the left edge up to the next one."""
        found: tuple[SourceLine, ...] | None = None
        for form in self.document.layout.forms:
            if form[0].start - form[0].margin > offset and found is not None:
                break
            found = form
        return found

    # ----------------------------------------------------------------------------------------------------- diagnostics

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Everything that `hoyle check` finds in a rule file and its base.  It is computed once for each version."""
        found = self.document.kept.get("diagnostics")
        if found is None:
            loaded = load(self.document.path, folders=self.folders(), files=self.workspace)
            found = self.document.kept["diagnostics"] = loaded.diagnostics
            self.document.kept["game"] = loaded.game
        return cast("tuple[Diagnostic, ...]", found)


def same(one: SymbolKey, other: SymbolKey) -> bool:
    """Whether two keys mean the same name, local or global."""
    if "local" in (one.kind, other.kind):
        return one == other
    if "file" in (one.kind, other.kind) or "source" in (one.kind, other.kind):
        return one.kind == other.kind and one.name == other.name
    return one.name == other.name


def declarations(tree: n.RuleFile) -> Iterator[tuple[n.Decl, n.Decl]]:
    """Every declaration, with the part inside it if it is a variant's change."""
    for one in tree.declarations:
        yield one, (one.part if isinstance(one, n.Replace | n.Add) else one)


def enclosing(node: n.Node, offset: int) -> list[n.Node]:
    """The nodes around an offset, from the outermost inwards."""
    from dataclasses import fields

    trail: list[n.Node] = []
    waiting: Sequence[object] = [node]
    while waiting:
        inner: list[object] = []
        for one in waiting:
            if isinstance(one, tuple):
                inner += cast("tuple[object, ...]", one)
            elif isinstance(one, n.Node) and _holds(one.span, offset):
                trail.append(one)
                inner = [getattr(one, f.name) for f in fields(cast("type", one)) if f.name != "span"]
                break
        waiting = inner
        if not any(isinstance(one, (n.Node, tuple)) for one in waiting):
            break
    return trail


def _holds(span: Span, offset: int) -> bool:
    return span.start <= offset <= span.end and span.end > span.start


def location(uri: str, text: Text, span: Span) -> Json:
    """A location in the form of the protocol."""
    return {"uri": uri, "range": text.span(span)}
