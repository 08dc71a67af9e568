"""Loading: from a rule file, by name or path or text, to a checked game and everything found on the way.

    loaded = load("texas_euchre")        # a ruleset that ships with hoyle
    loaded = load(Path("house.hoyle"))   # a file; a variant finds its base beside it, or among the rulesets
    loaded.game, loaded.diagnostics

Nothing is raised for anything a file may hold; a file that cannot be read at all is a diagnostic too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from .checked import CheckedGame
from .checks import CHECKS
from .checks.citations import check_citations
from .checks.silences import BELOW, heed_silences
from .provenance.documents import documents, locate, read_document
from .provenance.fingerprints import fingerprint
from .resolve.blame import blamed
from .resolve.context import Context
from .resolve.declarations import Elaborator
from .resolve.overlay import Change, changes, overlay
from .resolve.parts import shown
from .source.diagnostics import Diagnostic
from .source.nearest import nearest
from .source.reading import read_source
from .source.span import Source, Span
from .syntax import nodes as n
from .syntax.parser import parse

RULESETS = Path(__file__).resolve().parent.parent / "rulesets"
"""Where the rulesets that ship with hoyle lie."""

SUFFIX = ".hoyle"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*\Z")
_DEEPEST = 20
MOST_KEPT = 200
"""Rulesets and variants that ship, together as they were asked for, that are kept."""


@dataclass(frozen=True)
class Loaded:
    """A checked game, if there were no errors, and every diagnostic."""

    game: CheckedGame | None
    diagnostics: tuple[Diagnostic, ...]
    documents: Mapping[str, Path | None] = field(default_factory=dict[str, Path | None])
    """The documents the rules name, and the file that was read for each, if one was found."""

    @property
    def ok(self) -> bool:
        """No errors (there may be warnings)."""
        return self.game is not None


def rulesets() -> dict[str, Path]:
    """The rulesets and variants that ship with hoyle, by name."""
    return {path.stem: path for path in sorted(RULESETS.rglob("*" + SUFFIX))}


class Files:
    """Where rule files come from.  An editor passes one of its own, which knows the texts that are not saved yet."""

    def source(self, path: Path) -> tuple[Source | None, tuple[Diagnostic, ...]]:
        """The text of a file, or one diagnostic that says why there is none."""
        return read_source(path)

    def parsed(self, source: Source) -> tuple[n.RuleFile, tuple[Diagnostic, ...]]:
        """The tree of a text, and what is wrong with its form."""
        return parse(source)

    def exists(self, path: Path) -> bool:
        """Whether there is such a file."""
        return path.is_file()


DISK = Files()
"""Rule files as they are on the disk."""


def find_ruleset(name: str, near: Path | None = None, files: Files = DISK) -> Path | None:
    """The rule file of a name: beside the file that names it, or among those that ship; None if there is none."""
    if not _NAME.match(name):
        return None
    if near is not None:
        beside = near / (name + SUFFIX)
        if files.exists(beside):
            return beside
    return rulesets().get(name)


def find_base(name: str, near: Path | None, files: Files = DISK) -> Path | None:
    """The rule file a variant in the folder `near` names: in that folder or the one above, or among those that ship."""
    return find_ruleset(name, near, files) or (find_ruleset(name, near.parent, files) if near is not None else None)


def load(
    what: str | Path | Source,
    variants: Sequence[str | Path | Source] = (),
    documents: Mapping[str, Path] | None = None,
    folders: Sequence[Path] = (),
    files: Files = DISK,
) -> Loaded:
    """Load a ruleset by name, a rule file by path, or a text given as a `Source`.

    `variants` are laid over it in this order, each a variant of it or of what it is itself a variant of; two of them
    that change the same thing are in conflict, which is reported with both places.

    What the rules cite is held against their documents: the file given in `documents` by the name the rules have for
    it, or the one that lies beside the rule file or in one of the `folders`.  A document that is not found is let pass.

    Rulesets that ship are kept: as long as their files are the same on the disk, they are not worked out again.
    """
    shipped = _shipped((what, *variants)) if files is DISK and not documents and not folders else None
    if shipped is None:
        return _Loader(files).load(what, variants, documents or {}, folders)
    found = _kept.pop(shipped, None)
    if found is None or any(_stamp(path) != stamp for path, stamp in found.read.items()):
        noting = _Noting()
        found = _Kept(_Loader(noting).load(what, variants, {}, ()), noting.read)
    _kept[shipped] = found  # the last used is the last
    for old in list(_kept)[:-MOST_KEPT]:
        _kept.pop(old, None)
    return found.loaded


_Stamp = tuple[int, int]
"""When a file was changed, and its size."""


class _Noting(Files):
    """The disk, with a note of each file that was read, as it was just before."""

    def __init__(self) -> None:
        self.read: dict[Path, _Stamp | None] = {}

    def source(self, path: Path) -> tuple[Source | None, tuple[Diagnostic, ...]]:
        self.read[path] = _stamp(path)
        return super().source(path)


@dataclass(frozen=True)
class _Kept:
    """What was loaded, and the files it was read from."""

    loaded: Loaded
    read: dict[Path, _Stamp | None]


_kept: dict[tuple[Path, ...], _Kept] = {}


def _stamp(path: Path) -> _Stamp | None:
    """Of a file as it is now; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _shipped(what: Sequence[str | Path | Source]) -> tuple[Path, ...] | None:
    """The files of a ruleset and variants, if all of them ship with hoyle."""
    paths: list[Path] = []
    for one in what:
        if isinstance(one, Source):
            return None
        path = find_ruleset(one, Path()) if isinstance(one, str) and _NAME.match(one) else Path(one)
        if path is None or RULESETS not in path.parents:
            return None
        paths.append(path)
    return tuple(paths)


class _Loader:
    """One loading: what it is called, the games below it, and what was found."""

    def __init__(self, files: Files) -> None:
        self.files = files
        self.ctx = Context()
        self.failed = False
        self.name = ""
        self.chain: list[str] = []
        self.sources: list[Source] = []
        """Of the rule files, in the order they were read."""
        self.below: tuple[n.RuleFile, n.RuleFile] | None = None
        """The game below the topmost variant, and that variant's own file."""
        self.before: list[Diagnostic] = []
        """What was found before the topmost variant was laid."""

    def load(
        self,
        what: str | Path | Source,
        variants: Sequence[str | Path | Source],
        documents: Mapping[str, Path],
        folders: Sequence[Path],
    ) -> Loaded:
        """A game with variants over it, as `load` says."""
        tree = base = self.open(what)
        changed: list[tuple[Change, str]] = []
        for variant in variants:
            tree = self.lay(variant, tree, base, changed) if tree is not None and base is not None else None
        return self.finish(tree, documents, folders)

    def finish(self, tree: n.RuleFile | None, given: Mapping[str, Path], folders: Sequence[Path]) -> Loaded:
        """Work out the meaning of the tree, if it could be read, and check it."""
        game: CheckedGame | None = None
        checked = False
        if tree is not None and not self.failed:
            game, checked = _meant(tree, self.name, self.ctx)
            self._blame(tree)
        found = self._documents(tree, given, folders) if tree is not None else {}
        if tree is not None:
            heed_silences(tree, self.sources, self.ctx, everything=checked)
        return Loaded(None if self._errors() else game, ordered(self.ctx.diagnostics), found)

    def _blame(self, tree: n.RuleFile) -> None:
        """Tell what the topmost variant causes in files below at its own lines."""
        own = tree.span.source
        foreign = [d for d in self.ctx.diagnostics if d.span.source is not own and d.code not in BELOW]
        if self.below is None or not foreign:
            return
        below, top = self.below
        without = Context()
        _meant(below, "", without)
        moved = blamed(foreign, top, [*without.diagnostics, *self.before])
        self.ctx.diagnostics = [d for d in self.ctx.diagnostics if d not in foreign] + moved

    def _documents(
        self, tree: n.RuleFile, given: Mapping[str, Path], folders: Sequence[Path]
    ) -> dict[str, Path | None]:
        """Hold what is cited against the documents that can be found."""
        texts: dict[str, tuple[str, ...]] = {}
        found: dict[str, Path | None] = {}
        for name, document in documents(tree).items():
            path = found[name] = locate(document, given, folders)
            if path is None:
                continue
            try:
                texts[name] = read_document(name, path).lines
            except (OSError, ValueError) as error:
                why = (getattr(error, "strerror", None) or str(error)).lower()
                self.ctx.report("W0930", document.span, name=name, why=why)
        self.ctx.diagnostics += check_citations(tree, texts)
        return found

    def _errors(self) -> bool:
        return any(d.severity == "error" for d in self.ctx.diagnostics)

    def open(self, what: str | Path | Source) -> n.RuleFile | None:
        """The whole tree of a file, laid over its base if it is a variant."""
        source, path = self._source(what)
        if source is None:
            return None
        self.name = self.name or (path.stem if path is not None else "")
        return self._whole(source, path)

    def lay(
        self, what: str | Path | Source, below: n.RuleFile, base: n.RuleFile, changed: list[tuple[Change, str]]
    ) -> n.RuleFile | None:
        """The tree with one more variant laid over it; `base` is the tree without any."""
        source, path = self._source(what)
        if source is None:
            return None
        tree, variant = self._parsed(source)
        if variant is None:
            self.ctx.report("E0907", tree.span, name=source.name)
            self.failed = True
            return None
        if variant.base.text not in self.chain:
            known = " or ".join(f"`{name}`" for name in self.chain)
            self.ctx.report("E0908", variant.base.span, name=variant.base.text, known=known)
            self.failed = True
            return None
        before = tuple(changed)
        for change in changes(tree, below, base):
            other = next(((one, title) for one, title in before if one.clashes(change)), None)
            if other is not None:
                notes = ((other[0].span, "there it is changed too"),)
                self.ctx.report("E0906", change.span, what=shown(change.key), other=other[1], notes=notes)
                self.failed = True
            changed.append((change, variant.title))
        if self.failed:
            return below
        self.name = "+".join(filter(None, (self.name, path.stem if path is not None else "")))
        laid = self._laid(below, tree)
        title = _joined(*(_title(one) for one in (base, below, tree)))
        parts = (replace(one, title=title) if isinstance(one, n.Game) else one for one in laid.declarations)
        return replace(laid, declarations=tuple(parts))

    def _source(self, what: str | Path | Source) -> tuple[Source | None, Path | None]:
        if isinstance(what, Source):
            return what, None
        path = Path(what)
        if isinstance(what, str) and _NAME.match(what):
            found = find_ruleset(what, Path(), self.files)
            if found is None:
                near = nearest(what, rulesets())
                help = f"did you mean `{near}`?" if near else "known are " + ", ".join(rulesets())
                self.ctx.report("E0905", Span(Source(what, ""), 0, 0), name=what, help=help)
                self.failed = True
                return None, None
            path = found
        source, problems = self.files.source(path)
        self.ctx.diagnostics.extend(problems)
        self.failed = self.failed or source is None
        return source, path

    def _parsed(self, source: Source) -> tuple[n.RuleFile, n.Variant | None]:
        self.sources.append(source)
        tree, diagnostics = self.files.parsed(source)
        self.ctx.diagnostics.extend(diagnostics)
        self.failed = self.failed or any(d.severity == "error" for d in diagnostics)
        return tree, next((d for d in tree.declarations if isinstance(d, n.Variant)), None)

    def _whole(self, source: Source, path: Path | None) -> n.RuleFile | None:
        tree, variant = self._parsed(source)
        if path is not None:
            self.chain.append(path.stem)
        if variant is None:
            return tree
        base = variant.base.text
        if base in self.chain:
            own = f"this file is named like the game it changes: name it otherwise, say `our_{base}{SUFFIX}`"
            itself = path is not None and base == path.stem and rulesets().get(base) not in (None, path)
            self.ctx.report("E0904", variant.base.span, name=base, help=own if itself else None)
            self.failed = True
            return None
        if len(self.chain) > _DEEPEST:
            self.ctx.report("E0931", variant.base.span, most=_DEEPEST)
            self.failed = True
            return None
        near = path.parent if path is not None else None
        found = find_base(base, near, self.files)
        if found is None:
            close = nearest(base, rulesets())
            self.ctx.report("E0905", variant.base.span, name=base, help=f"did you mean `{close}`?" if close else None)
            self.failed = True
            return None
        under, _ = self._source(found)
        below = self._whole(under, found) if under is not None else None
        return self._laid(below, tree) if below is not None else None

    def _laid(self, below: n.RuleFile, tree: n.RuleFile) -> n.RuleFile:
        """A variant laid over a game.  What needs a thing that was taken away is listed once, and not again as a name
        that nobody knows."""
        before = len(self.ctx.diagnostics)
        self.below, self.before = (below, tree), list(self.ctx.diagnostics)
        laid = overlay(below, tree, self.ctx)
        self.failed = self.failed or any(d.code == "E0913" for d in self.ctx.diagnostics[before:])
        return laid


def _title(tree: n.RuleFile) -> str:
    """The title of a game or a variant."""
    return next((one.title for one in tree.declarations if isinstance(one, n.Game | n.Variant)), "")


def _joined(base: str, below: str, more: str) -> str:
    """The title of a game with variants, when one more is laid over it: what its own title adds to that of the game."""
    if below == base:
        return more
    return below + more.removeprefix(base) if base and more.startswith(base) else f"{below} and {more}"


def _meant(tree: n.RuleFile, name: str, ctx: Context) -> tuple[CheckedGame | None, bool]:
    """The game a tree means, and whether all checks were made: not if there are errors in names or types."""
    game = Elaborator(tree, ctx).game(name, fingerprint(tree))
    if game is None or any(d.severity == "error" for d in ctx.diagnostics):
        return game, False
    for check in CHECKS:
        check(game, ctx)
    return game, True


def ordered(diagnostics: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Without repetitions, by file and place."""
    unique = dict.fromkeys(diagnostics)
    return tuple(sorted(unique, key=lambda d: (d.span.source.name, d.span.start, d.code)))
