"""The meaning of the names in a rule file, as far as it is known.  A file with mistakes has a meaning, too.

The code that checks rules (`Elaborator`) resolves those parts of the tree that could be read.  A `NameRecorder`
replaces its context and records what editors need: the local names with their types and, during completion, what could
be at one place.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..dsl.checked import DefineSymbol, LocalSymbol, PhaseSymbol, Symbol
from ..dsl.resolve.context import ResolveContext
from ..dsl.resolve.declarations import Elaborator
from ..dsl.resolve.variants.overlay import overlay
from ..dsl.source.span import Span
from ..dsl.syntax import nodes as n
from ..dsl.types import Type
from .workspace import FileVersion, Workspace

HOLE = "zz_hole_zz"
"""The name that is inserted where a completion is requested."""


class NameRecorder(ResolveContext):
    """A context that records every local name, and every message about `HOLE`."""

    def __init__(self) -> None:
        super().__init__()
        self.bound: dict[tuple[str, int], LocalSymbol] = {}
        """The local names, by file and offset."""
        self.candidates: list[str] = []
        """The names that could replace `HOLE`."""
        self.scope: dict[str, LocalSymbol] = {}
        """The local names that are known there."""
        self.hole_code = ""
        """The code of the message about it."""
        self.hole_option = ""
        """The option whose value it is."""

    def bind(self, name: n.Name, type: Type) -> LocalSymbol:
        symbol = super().bind(name, type)
        self.bound[name.span.source.name, name.span.start] = symbol
        return symbol

    def suggestion(self, name: str, candidates: Iterable[str]) -> str | None:  # pyrefly: ignore[bad-override] - called of a context only
        if name != HOLE:
            return None  # these messages are not shown
        self.candidates = list(dict.fromkeys(candidates))
        self.scope = {known: local for scope in self.scopes for known, local in scope.items()}
        return None

    def report(
        self, code: str, span: Span, *, help: str | None = None, notes: tuple[tuple[Span, str], ...] = (), **fields: Any
    ) -> None:
        if fields.get("value") == HOLE:
            self.hole_option = str(fields.get("name", ""))
        if fields.get("name") == HOLE and not self.hole_code:
            self.hole_code = code
            self.scope = {known: local for scope in self.scopes for known, local in scope.items()}


class Meaning:
    """The meaning of the names in one file.  A variant is laid over its base first."""

    def __init__(self, tree: n.RuleFile, ctx: NameRecorder | None = None) -> None:
        self.tree = tree
        self.ctx = ctx or NameRecorder()
        self.elaborator = Elaborator(tree, self.ctx)
        self.elaborator.game("")
        for symbol in (*self.elaborator.defines, *self.elaborator.phases):
            for param in symbol.params:
                self.ctx.bound[param.span.source.name, param.span.start] = param

    def named(self, name: str) -> Symbol | None:
        """The symbol of a global name; None if it is unknown."""
        return self.ctx.names.get(name) or self.ctx.values.get(name) or self.ctx.shapes.get(name)

    @property
    def callables(self) -> list[DefineSymbol | PhaseSymbol]:
        """All defines, tables and phases."""
        return [*self.elaborator.defines, *self.elaborator.phases]


def whole_tree(
    workspace: Workspace, document: FileVersion, own: n.RuleFile | None = None, ctx: ResolveContext | None = None
) -> n.RuleFile:
    """The tree of a file.  A variant is laid over its base.  `own`, if given, replaces the file's own tree.

    `ctx` gets the messages about the changes of the file."""
    trees = [one.tree for one in workspace.chain(document)]
    trees[0] = own or trees[0]
    tree = trees.pop()
    for variant in reversed(trees):
        tree = overlay(tree, variant, (ctx if variant is trees[0] else None) or ResolveContext())
    return tree


def meaning(workspace: Workspace, document: FileVersion) -> Meaning:
    """The meaning of the names in a file.  It is computed once for each version."""
    found = document.kept.get("meaning")
    if not isinstance(found, Meaning):
        found = document.kept["meaning"] = Meaning(whole_tree(workspace, document))
    return found
