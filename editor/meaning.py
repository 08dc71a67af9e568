"""What the names of a rule file stand for, as far as it is known: a file with mistakes has a meaning, too.

The same code that checks rules works it out (`Elaborator`), on the parts of the tree that could be read.  A
`NameRecorder` stands in for its context and notes what editors ask for: the names made in blocks, with their types;
and, while something is being completed, what could stand at one place.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..dsl.checked import DefineSymbol, LocalSymbol, PhaseSymbol, Symbol
from ..dsl.resolve.context import ResolveContext
from ..dsl.resolve.declarations import Elaborator
from ..dsl.resolve.overlay import overlay
from ..dsl.source.span import Span
from ..dsl.syntax import nodes as n
from ..dsl.types import Type
from .workspace import FileVersion, Workspace

HOLE = "zz_hole_zz"
"""The name that is put where something is being completed."""


class NameRecorder(ResolveContext):
    """A context that remembers every name made in a block, and what is said of `HOLE`."""

    def __init__(self) -> None:
        super().__init__()
        self.bound: dict[tuple[str, int], LocalSymbol] = {}
        """By file and offset."""
        self.candidates: list[str] = []
        """What could stand in place of `HOLE`."""
        self.scope: dict[str, LocalSymbol] = {}
        """The names of blocks that are known there."""
        self.hole_code = ""
        """The code of what was reported of it."""
        self.hole_owner = ""
        """The type, in words, of what stands in front of its dot."""

    def bind(self, name: n.Name, type: Type) -> LocalSymbol:
        symbol = super().bind(name, type)
        self.bound[name.span.source.name, name.span.start] = symbol
        return symbol

    def suggestion(self, name: str, candidates: Iterable[str]) -> str | None:  # pyright: ignore[reportIncompatibleMethodOverride]  (called of a context only)
        if name != HOLE:
            return None  # nobody reads what is reported here
        self.candidates = list(dict.fromkeys(candidates))
        self.scope = {known: local for scope in self.scopes for known, local in scope.items()}
        return None

    def report(
        self, code: str, span: Span, *, help: str | None = None, notes: tuple[tuple[Span, str], ...] = (), **fields: Any
    ) -> None:
        if fields.get("name") == HOLE and not self.hole_code:
            self.hole_code = code
            self.hole_owner = str(fields.get("owner", ""))
            self.scope = {known: local for scope in self.scopes for known, local in scope.items()}


class Meaning:
    """What the names of one game stand for: of a file, laid over its base if it is a variant."""

    def __init__(self, tree: n.RuleFile) -> None:
        self.tree = tree
        self.ctx = NameRecorder()
        self.elaborator = Elaborator(tree, self.ctx)
        self.elaborator.game("", "")
        for symbol in (*self.elaborator.defines, *self.elaborator.phases):
            for param in symbol.params:
                self.ctx.bound[param.span.source.name, param.span.start] = param

    def named(self, name: str) -> Symbol | None:
        """What a name of the whole game stands for."""
        return self.ctx.names.get(name) or self.ctx.values.get(name) or self.ctx.shapes.get(name)

    def local(self, span: Span) -> LocalSymbol | None:
        """The name of a block that was made at a place."""
        return self.ctx.bound.get((span.source.name, span.start))

    @property
    def callables(self) -> list[DefineSymbol | PhaseSymbol]:
        """Defines, tables and phases."""
        return [*self.elaborator.defines, *self.elaborator.phases]


def whole_tree(workspace: Workspace, document: FileVersion, own: n.RuleFile | None = None) -> n.RuleFile:
    """The tree of a file laid over its base, if it is a variant; `own` in place of its own tree, if given."""
    trees = [one.tree for one in workspace.chain(document)]
    trees[0] = own or trees[0]
    tree = trees.pop()
    for variant in reversed(trees):
        tree = overlay(tree, variant, ResolveContext())
    return tree


def meaning(workspace: Workspace, document: FileVersion) -> Meaning:
    """What the names of a file stand for, worked out once for each version."""
    found = document.kept.get("meaning")
    if not isinstance(found, Meaning):
        found = document.kept["meaning"] = Meaning(whole_tree(workspace, document))
    return found
