"""Loading: from a rule file, by name or path or text, to a checked game and everything found on the way.

    loaded = load("texas_euchre")        # a ruleset that ships with hoyle
    loaded = load(Path("house.hoyle"))   # a file; a variant finds its base beside it, or among the rulesets
    loaded.game, loaded.diagnostics

Nothing is raised for anything a file may hold; a file that cannot be read at all is a diagnostic too.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from . import nodes as n
from .core import Game
from .diagnostics import Diagnostic, make
from .meaning.checks import CHECKS
from .meaning.context import Context
from .meaning.declarations import Elaborator
from .meaning.overlay import overlay
from .nearest import nearest
from .parser import parse
from .printer import print_tree
from .reading import read_source
from .source import Source, Span

RULESETS = Path(__file__).resolve().parent.parent / "rulesets"
"""Where the rulesets that ship with hoyle lie."""

SUFFIX = ".hoyle"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*\Z")
_DEEPEST = 20


@dataclass(frozen=True)
class Loaded:
    """A checked game, if there were no errors, and every diagnostic."""

    game: Game | None
    diagnostics: tuple[Diagnostic, ...]

    @property
    def ok(self) -> bool:
        """No errors (there may be warnings)."""
        return self.game is not None


def rulesets() -> dict[str, Path]:
    """The rulesets and variants that ship with hoyle, by name."""
    return {path.stem: path for path in sorted(RULESETS.rglob("*" + SUFFIX))}


def find_ruleset(name: str, near: Path | None = None) -> Path | None:
    """The rule file of a name: beside the file that names it, or among those that ship; None if there is none."""
    if not _NAME.match(name):
        return None
    if near is not None:
        beside = near / (name + SUFFIX)
        if beside.is_file():
            return beside
    return rulesets().get(name)


def load(what: str | Path | Source) -> Loaded:
    """Load a ruleset by name, a rule file by path, or a text given as a `Source`."""
    if isinstance(what, Source):
        return _Loader().finish(what, None)
    path = Path(what)
    if isinstance(what, str) and _NAME.match(what):
        found = find_ruleset(what, Path())
        if found is None:
            near = nearest(what, rulesets())
            help = f"did you mean `{near}`?" if near else "known are " + ", ".join(rulesets())
            empty = Source(what, "")
            return Loaded(None, (make("E0905", Span(empty, 0, 0), name=what, help=help),))
        path = found
    source, problems = read_source(path)
    if source is None:
        return Loaded(None, problems)
    return _Loader().finish(source, path)


class _Loader:
    """One loading: the texts read so far (for the fingerprint) and what was found."""

    def __init__(self) -> None:
        self.ctx = Context()
        self.failed = False

    def finish(self, source: Source, path: Path | None) -> Loaded:
        tree = self.tree(source, path, ())
        game: Game | None = None
        if tree is not None and not self.failed:
            elaborator = Elaborator(tree, self.ctx)
            game = elaborator.game(path.stem if path else "", fingerprint(tree))
            if game is not None and not self._errors():
                for check in CHECKS:
                    check(game, self.ctx)
        diagnostics = ordered(self.ctx.diagnostics)
        return Loaded(None if self._errors() else game, diagnostics)

    def _errors(self) -> bool:
        return any(d.severity == "error" for d in self.ctx.diagnostics)

    def tree(self, source: Source, path: Path | None, stack: tuple[str, ...]) -> n.RuleFile | None:
        """The whole tree of a file: parsed, and laid over its base if it is a variant."""
        tree, diagnostics = parse(source)
        self.ctx.diagnostics.extend(diagnostics)
        if any(d.severity == "error" for d in diagnostics):
            self.failed = True
        variant = next((d for d in tree.declarations if isinstance(d, n.Variant)), None)
        if variant is None:
            return tree
        base = variant.base.text
        if base in stack or len(stack) > _DEEPEST:
            self.ctx.report("E0904", variant.base.span, name=base)
            self.failed = True
            return None
        found = find_ruleset(base, path.parent if path is not None else None)
        if found is None and path is not None:
            found = find_ruleset(base, path.parent.parent)
        if found is None:
            near = nearest(base, rulesets())
            self.ctx.report("E0905", variant.base.span, name=base, help=f"did you mean `{near}`?" if near else None)
            self.failed = True
            return None
        under, problems = read_source(found)
        if under is None:
            self.ctx.diagnostics.extend(problems)
            self.failed = True
            return None
        below = self.tree(under, found, (*stack, base))
        return overlay(below, tree, self.ctx) if below is not None else None


def fingerprint(tree: n.RuleFile) -> str:
    """A hash of what the rules say, whatever their layout: 16 hexadecimal digits."""
    return hashlib.sha256(print_tree(tree).encode()).hexdigest()[:16]


def ordered(diagnostics: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Without repetitions, by file and place."""
    unique = dict.fromkeys(diagnostics)
    return tuple(sorted(unique, key=lambda d: (d.span.source.name, d.span.start, d.code)))
