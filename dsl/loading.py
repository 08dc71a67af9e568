"""Loads a rule file, by name or path or from a text, and checks it.

    loaded = load("texas_euchre")        # a ruleset that ships with hoyle
    loaded = load(Path("house.hoyle"))   # a file; a variant finds its base beside it, or among the rulesets
    loaded.game, loaded.diagnostics

No content of a file raises an exception.  A file that cannot be read gives a diagnostic, too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from .checked import CheckedGame
from .checks import ADVICE, BOUNDS, CHECKS
from .checks.citations import check_citations
from .checks.silences import BELOW, heed_silences
from .provenance.documents import documents, locate, read_document
from .resolve.context import ResolveContext
from .resolve.declarations import Elaborator
from .resolve.variants.blame import blamed
from .resolve.variants.overlay import ChangedPart, changes, overlay
from .resolve.variants.parts import key_text
from .rule_files import read_source
from .source.collector import no_collection
from .source.diagnostics import Diagnostic
from .source.identity import Exactly
from .source.nearest import nearest
from .source.reading import reason_of
from .source.span import Source, Span
from .syntax import nodes as n
from .syntax.parser import parse

RULESETS = Path(__file__).resolve().parent.parent / "rulesets"
"""The folder of the rulesets that ship with hoyle."""

SUFFIX = ".hoyle"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*\Z")
_DEEPEST = 20
MOST_KEPT = 200
"""The most loaded games that are kept in memory.  Each is a shipped ruleset with the shipped variants of one call."""


@dataclass(frozen=True)
class LoadedGame:
    """The checked game, if there were no errors, and all diagnostics."""

    game: CheckedGame | None
    diagnostics: tuple[Diagnostic, ...]
    documents: Mapping[str, Path | None] = field(default_factory=dict[str, Path | None])
    """The documents that the rules name, each with the file that was read for it, if one was found."""

    @property
    def ok(self) -> bool:
        """Whether there are no errors.  There may be warnings."""
        return self.game is not None


def rulesets() -> dict[str, Path]:
    """The rulesets and variants that ship with hoyle: the file for each name."""
    return {path.stem: path for path in sorted(RULESETS.rglob("*" + SUFFIX))}


class Files:
    """The source of rule files.  An editor passes an object of its own, which knows texts that are not saved yet."""

    def source(self, path: Path) -> tuple[Source | None, tuple[Diagnostic, ...]]:
        """The text of a file, or one diagnostic with the reason why it cannot be read."""
        return read_source(path)

    def parsed(self, source: Source, *, examples: bool = True) -> tuple[n.RuleFile, tuple[Diagnostic, ...]]:
        """The tree of a text, with its examples or without them, and the mistakes in its form."""
        return parse(source, examples=examples)

    def exists(self, path: Path) -> bool:
        """Whether the file exists."""
        try:
            return path.is_file()
        except (OSError, ValueError):  # no file can have such a name
            return False


DISK = Files()
"""Reads rule files from the disk."""


class FilesReadOnce(Files):
    """Reads and parses each file once, for a call that loads many files which build on each other."""

    def __init__(self) -> None:
        self._sources: dict[Path, tuple[Source | None, tuple[Diagnostic, ...]]] = {}
        self._trees: dict[tuple[Exactly[Source], bool], tuple[n.RuleFile, tuple[Diagnostic, ...]]] = {}

    def source(self, path: Path) -> tuple[Source | None, tuple[Diagnostic, ...]]:
        if path not in self._sources:
            self._sources[path] = super().source(path)
            _drop_first(self._sources)
        return self._sources[path]

    def parsed(self, source: Source, *, examples: bool = True) -> tuple[n.RuleFile, tuple[Diagnostic, ...]]:
        key = Exactly(source), examples
        known = self._trees.get(key)
        if known is None:
            known = self._trees[key] = super().parsed(source, examples=examples)
            _drop_first(self._trees)
        return known


def _drop_first(kept: dict[Any, Any]) -> None:
    if len(kept) > MOST_KEPT:
        del kept[next(iter(kept))]


def find_ruleset(name: str, near: Path | None = None, files: Files = DISK) -> Path | None:
    """The rule file with a name: in the folder `near`, or among those that ship.  None if there is none."""
    if not _NAME.match(name):
        return None
    if near is not None:
        beside = near / (name + SUFFIX)
        if files.exists(beside):
            return beside
    return rulesets().get(name)


def find_base(name: str, near: Path | None, files: Files = DISK) -> Path | None:
    """The file of a variant's base: in the variant's folder `near` or its parent folder, or among those that ship."""
    if near is None:
        return find_ruleset(name)
    # `Path().parent` is the current folder, not the one above
    above = near.parent if near.name not in ("", "..") else near / ".."
    return find_ruleset(name, near, files) or find_ruleset(name, above, files)


def load(
    what: str | Path | Source,
    variants: Sequence[str | Path | Source] = (),
    documents: Mapping[str, Path] | None = None,
    folders: Sequence[Path] = (),
    files: Files = DISK,
    *,
    advice: bool = True,
) -> LoadedGame:
    """Load a ruleset by name, a rule file by path, or a text given as a `Source`.

        found = hoyle.load("house.hoyle")
        found.game, found.diagnostics

    `variants` are laid over the ruleset in this order.  Each must be a variant of the ruleset or of one of its bases.
    If two of them change the same thing, they conflict, and the diagnostic names both places.

    Citations are checked against the documents.  `documents` maps the name that the rules use to a file.  Otherwise the
    document may lie beside the rule file or in one of the `folders`.  A document that is not found is not checked.

    Without `advice`, examples are not read, and checks that can only find warnings are left out: enough for playing.

    Rulesets that ship are kept in memory and are not processed again while their files on the disk are unchanged.
    Raises nothing: every mistake is in the diagnostics of the result.
    """
    shipped = _shipped((what, *variants)) if files is DISK and not documents and not folders else None
    if shipped is None:
        return _Loader(files, advice=advice).load(what, variants, documents or {}, folders)
    key = shipped, advice or (shipped, True) in _kept
    found = _kept.pop(key, None)
    if found is None or any(_stamp(path) != stamp for path, stamp in found.read.items()):
        noting = _RecordingFiles()
        found = _CacheEntry(_Loader(noting, advice=key[1]).load(what, variants, {}, ()), noting.read)
    _kept[key] = found  # the least recently used entry comes first
    for old in list(_kept)[:-MOST_KEPT]:
        _kept.pop(old, None)
    return found.loaded


_Stamp = tuple[int, int]
"""The time of a file's last change, and its size."""


class _RecordingFiles(Files):
    """Reads from the disk, and notes the stamp of each file just before it is read."""

    def __init__(self) -> None:
        self.read: dict[Path, _Stamp | None] = {}

    def source(self, path: Path) -> tuple[Source | None, tuple[Diagnostic, ...]]:
        self.read[path] = _stamp(path)
        return super().source(path)


@dataclass(frozen=True)
class _CacheEntry:
    """A loaded game, and the files it was read from."""

    loaded: LoadedGame
    read: dict[Path, _Stamp | None]


_kept: dict[tuple[tuple[Path, ...], bool], _CacheEntry] = {}
"""By the files, and whether all checks were made."""


def _stamp(path: Path) -> _Stamp | None:
    """The current stamp of a file; None if the file does not exist."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _shipped(what: Sequence[str | Path | Source]) -> tuple[Path, ...] | None:
    """The files of a ruleset and its variants, if all of them ship with hoyle; else None."""
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
    """One run of `load`: the name of the game, the games below it, and the diagnostics found so far."""

    def __init__(self, files: Files, *, advice: bool) -> None:
        self.files = files
        self.ctx = ResolveContext(advice=advice)
        self.failed = False
        self.name = ""
        self.chain: list[str] = []
        self.sources: list[Source] = []
        """The sources of the rule files, in the order they were read."""
        self.below: tuple[n.RuleFile, n.RuleFile] | None = None
        """The game below the topmost variant, and that variant's own file."""
        self.before: list[Diagnostic] = []
        """The diagnostics found before the topmost variant was laid over the game."""

    @no_collection()
    def load(
        self,
        what: str | Path | Source,
        variants: Sequence[str | Path | Source],
        documents: Mapping[str, Path],
        folders: Sequence[Path],
    ) -> LoadedGame:
        """Load a game with variants over it; see the function `load`."""
        tree = base = self.open(what)
        changed: list[tuple[ChangedPart, str]] = []
        for variant in variants:
            tree = self.lay(variant, tree, base, changed) if tree is not None and base is not None else None
        return self.finish(tree, documents, folders)

    def finish(self, tree: n.RuleFile | None, given: Mapping[str, Path], folders: Sequence[Path]) -> LoadedGame:
        """Resolve the tree, if it could be read, and check the game."""
        game: CheckedGame | None = None
        checked = False
        if tree is not None and not self.failed:
            game, checked = _meant(tree, self.name, self.ctx)
            self._blame(tree)
        found = self._documents(tree, given, folders) if tree is not None else {}
        if tree is not None:
            heed_silences(tree, self.sources, self.ctx, everything=checked)
        return LoadedGame(None if self._errors() else game, ordered(self.ctx.diagnostics), found)

    def _blame(self, tree: n.RuleFile) -> None:
        """Move mistakes that the topmost variant causes in files below it to the variant's own lines."""
        own = tree.span.source
        foreign = [d for d in self.ctx.diagnostics if d.span.source is not own and d.code not in BELOW]
        if self.below is None or not foreign:
            return
        below, top = self.below
        without = ResolveContext(advice=self.ctx.advice)
        _meant(below, "", without)
        moved = blamed(foreign, top, [*without.diagnostics, *self.before], below)
        self.ctx.diagnostics = [d for d in self.ctx.diagnostics if d not in foreign] + moved

    def _documents(
        self, tree: n.RuleFile, given: Mapping[str, Path], folders: Sequence[Path]
    ) -> dict[str, Path | None]:
        """Check the citations against the documents that can be found."""
        texts: dict[str, tuple[str, ...]] = {}
        found: dict[str, Path | None] = {}
        for name, document in documents(tree).items():
            path = found[name] = locate(document, given, folders)
            if path is None:
                continue
            try:
                texts[name] = read_document(name, path).lines
            except (OSError, ValueError) as error:
                self.ctx.report("W0930", document.span, name=name, why=reason_of(error, str(error)))
        self.ctx.diagnostics += check_citations(tree, texts)
        return found

    def _errors(self) -> bool:
        return any(d.severity == "error" for d in self.ctx.diagnostics)

    def open(self, what: str | Path | Source) -> n.RuleFile | None:
        """The whole tree of a file.  The tree of a variant is laid over that of its base."""
        source, path = self._source(what)
        if source is None:
            return None
        self.name = self.name or (path.stem if path is not None else "")
        return self._whole(source, path)

    def lay(
        self, what: str | Path | Source, below: n.RuleFile, base: n.RuleFile, changed: list[tuple[ChangedPart, str]]
    ) -> n.RuleFile | None:
        """Lay one more variant over the tree `below`.  `base` is the tree without any variant."""
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
                self.ctx.report("E0906", change.span, what=key_text(change.key), other=other[1], notes=notes)
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
                self.ctx.report("E0905", Span.of_name(what), name=what, help=help)
                self.failed = True
                return None, None
            path = found
        source, problems = self.files.source(path)
        self.ctx.diagnostics.extend(problems)
        self.failed = self.failed or source is None
        return source, path

    def _parsed(self, source: Source) -> tuple[n.RuleFile, n.Variant | None]:
        self.sources.append(source)
        tree, diagnostics = self.files.parsed(source, examples=self.ctx.advice)
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
            near_by = f"no `{base}{SUFFIX}` lies in the folder of this variant, nor in the one above" if near else None
            help = "; ".join(filter(None, (f"did you mean `{close}`?" if close else None, near_by))) or None
            self.ctx.report("E0905", variant.base.span, name=base, help=help)
            self.failed = True
            return None
        under, _ = self._source(found)
        below = self._whole(under, found) if under is not None else None
        return self._laid(below, tree) if below is not None else None

    def _laid(self, below: n.RuleFile, tree: n.RuleFile) -> n.RuleFile:
        """Lay the tree of a variant over a game.

        A use of something that the variant removes is reported once, and not a second time as an unknown name."""
        before = len(self.ctx.diagnostics)
        self.below, self.before = (below, tree), list(self.ctx.diagnostics)
        laid = overlay(below, tree, self.ctx)
        self.failed = self.failed or any(d.code == "E0913" for d in self.ctx.diagnostics[before:])
        return laid


def _title(tree: n.RuleFile) -> str:
    """The title of a game or a variant."""
    return next((one.title for one in tree.declarations if isinstance(one, n.Game | n.Variant)), "")


def _joined(base: str, below: str, more: str) -> str:
    """The title of a game with one more variant over it.  If the variant's title repeats the game's title, only the
    rest of it is added."""
    if below == base:
        return more
    return below + more.removeprefix(base) if base and more.startswith(base) else f"{below} and {more}"


def _meant(tree: n.RuleFile, name: str, ctx: ResolveContext) -> tuple[CheckedGame | None, bool]:
    """Resolve a tree to a game and check it.

    The flag says whether all checks ran; they do not if a name or type is wrong, or if no advice is wanted."""
    game = Elaborator(tree, ctx).game(name)
    if game is None or any(d.severity == "error" for d in ctx.diagnostics):
        return game, False
    for check in BOUNDS:
        check(game, ctx)
    if any(d.severity == "error" for d in ctx.diagnostics):
        return game, False
    for check in CHECKS:
        if ctx.advice or check not in ADVICE:
            check(game, ctx)
    return game, ctx.advice


def meant(tree: n.RuleFile, name: str) -> CheckedGame | None:
    """The game of a tree that was changed after it was read; None if there are mistakes in it."""
    ctx = ResolveContext(advice=False)
    game, _ = _meant(tree, name, ctx)
    return None if any(d.severity == "error" for d in ctx.diagnostics) else game


def ordered(diagnostics: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The diagnostics without duplicates, sorted by file and place."""
    unique = dict.fromkeys(diagnostics)
    return tuple(sorted(unique, key=lambda d: (d.span.source.name, d.span.start, d.code)))
