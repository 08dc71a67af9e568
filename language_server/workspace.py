"""The files of an editor: open ones, with texts that may not be saved, and those on the disk.

A URI identifies a file.  A file that is not open is read when it is needed, and read again if it changed on the disk.
Everything computed from a text (`Analysis`, `Index`, ...) is stored with that version of the text and discarded
together with it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from ..dsl.loading import RULESETS, SUFFIX, Files, find_base
from ..dsl.rule_files import LARGEST
from ..dsl.source.diagnostics import Diagnostic
from ..dsl.source.span import Source, Span
from ..dsl.syntax import nodes as n
from ..dsl.syntax.layout import Layout, scan
from ..dsl.syntax.parser import parse
from ..interpreter.opening.finding import find_rules
from ..interpreter.opening.rulesets import Rulesets
from .forms import Forms
from .text import PositionEncoding, Text

PLAY = ".play"
MOST_FILES = 2_000
"""The most files of a workspace that are searched for references."""
_MOST_CLOSED = 60
"""The most files that are kept in memory without being open."""
_SKIPPED = frozenset(("node_modules", "__pycache__", "build", "dist"))


def path_of(uri: str) -> Path:
    """The path of a URI.

    A URI that is no file gets a path that does not exist, so that the text can still be edited."""
    parts = urlsplit(uri)
    if parts.scheme != "file":
        return Path("/" + quote(uri, safe="") + ("" if uri.endswith((SUFFIX, PLAY)) else SUFFIX))
    path = unquote(parts.path)
    if sys.platform == "win32":
        path = path.lstrip("/")
    return Path(os.path.normpath(path.replace("\0", "")) or "/")


def uri_of(path: Path) -> str:
    """The URI of a path."""
    return Path(os.path.abspath(path)).as_uri()  # noqa: PTH100 (resolve() would follow links)


@dataclass
class FileVersion:
    """One version of one file."""

    uri: str
    path: Path
    text: Text
    version: int | None = None
    """The version of an open file.  None: the file is not open, and this is the text on the disk."""
    stamp: tuple[int, int] | None = None
    """The time and the size of the file on the disk when it was read."""
    before: Forms | None = field(default=None, repr=False)
    """The forms of the previous version, if they can be reused."""
    kept: dict[str, object] = field(default_factory=dict[str, object])
    """Everything computed from this version and from other files.  A change of any file clears it."""

    @property
    def is_script(self) -> bool:
        """Whether it is a scripted game."""
        return self.path.suffix.lower() == PLAY

    @cached_property
    def source(self) -> Source:
        """The text, under the name of its file."""
        return Source(str(self.path), self.text.text)

    @cached_property
    def layout(self) -> Layout:
        """The lines and comments of a rule file."""
        return scan(self.source)

    @cached_property
    def forms(self) -> Forms:
        """The forms of a rule file.  Unchanged forms are reused from the previous version."""
        before, self.before = self.before, None
        return Forms(self.source, self.layout, before)

    @cached_property
    def parsed(self) -> tuple[n.RuleFile, tuple[Diagnostic, ...]]:
        """The tree of a rule file without the forms that have mistakes, and the mistakes in its form."""
        return (self.forms.tree, ()) if self.forms.clean else parse(self.source)

    @property
    def tree(self) -> n.RuleFile:
        """The tree of a rule file, without the forms that have mistakes."""
        return self.forms.tree

    @property
    def variant(self) -> n.Variant | None:
        """The heading of a variant; None if the file is no variant."""
        return next((one for one in self.tree.declarations if isinstance(one, n.Variant)), None)


class Workspace(Files):
    """All known files.  `load` reads rule files through it."""

    def __init__(self) -> None:
        self.encoding: PositionEncoding = "utf-16"
        self.open_files: dict[Path, FileVersion] = {}
        self.closed: dict[Path, FileVersion] = {}
        self.folders: list[Path] = []
        self._rulesets: Rulesets | None = None
        self._found: dict[tuple[str, Path | None], Path] = {}
        """The rule files that scripts name.  The cache is valid until a file changes."""

    # ------------------------------------------------------------------------------------------------------- changes

    def open(self, uri: str, text: str, version: int) -> FileVersion:
        """Open a file with the text that the editor shows."""
        path = path_of(uri)
        document = self.open_files[path] = FileVersion(uri, path, Text(text, self.encoding), version)
        self._forget(path)
        return document

    def change(self, uri: str, text: Text, version: int) -> FileVersion:
        """Store the new text of an open file."""
        path = path_of(uri)
        old = self.open_files.get(path)
        before = old.__dict__.get("forms", old.before) if old is not None else None
        document = self.open_files[path] = FileVersion(uri, path, text, version, before=before)
        self._forget(path)
        return document

    def close(self, uri: str) -> None:
        """Close a file.  From now on its text on the disk counts."""
        self.open_files.pop(path_of(uri), None)
        self._forget()

    def disk_changed(self) -> None:
        """Read files again that were created, changed or deleted outside the editor."""
        self.closed.clear()
        self._forget()

    def _forget(self, path: Path | None = None) -> None:
        """Discard what depends on several files, unless only a script changed, on which no other file depends.

        What depends on one text alone is stored with it.
        """
        if path is not None and path.suffix.lower() == PLAY:
            return
        self._rulesets = None
        self._found.clear()
        for document in (*self.open_files.values(), *self.closed.values()):
            document.kept = {}  # who began to compute with files as they were keeps what comes of it to itself

    # -------------------------------------------------------------------------------------------------- access to files

    def at(self, uri: str) -> FileVersion | None:
        """The file of a URI, open or on the disk.  None if it cannot be read."""
        return self.file(path_of(uri))

    def file(self, path: Path) -> FileVersion | None:
        """The file of a path, open or on the disk.  None if it cannot be read."""
        path = Path(os.path.normpath(path))
        found = self.open_files.get(path)
        if found is not None:
            return found
        stamp = _stamp(path)
        if stamp is None or stamp[1] > LARGEST:
            self.closed.pop(path, None)
            return None
        known = self.closed.get(path)
        if known is not None and known.stamp == stamp:
            return known
        if known is not None:
            self._forget(path)
        try:
            text = path.read_bytes().decode("utf-8-sig")
        except (OSError, ValueError):
            return None
        document = self.closed[path] = FileVersion(uri_of(path), path, Text(text, self.encoding), None, stamp)
        while len(self.closed) > _MOST_CLOSED:
            del self.closed[next(iter(self.closed))]
        return document

    def base_of(self, document: FileVersion) -> FileVersion | None:
        """The rule file that a variant is laid over; None if there is none."""
        variant = document.variant
        if variant is None:
            return None
        try:
            found = find_base(variant.base.text, document.path.parent, self)
        except OSError:
            return None
        return self.file(found) if found is not None else None

    def chain(self, document: FileVersion) -> list[FileVersion]:
        """A file, its base, the base of that, and so on up to the game.  Stops at a circle."""
        found = [document]
        while len(found) < 20:
            below = self.base_of(found[-1])
            if below is None or any(below.path == one.path for one in found):
                break
            found.append(below)
        return found

    def everything(self, suffixes: tuple[str, ...] = (SUFFIX, PLAY)) -> Iterator[FileVersion]:
        """Every rule file and script in the workspace's folders, and all other open files."""
        seen: set[Path] = set()
        for path in (*self.open_files, *self._paths()):
            if path in seen or path.suffix.lower() not in suffixes:
                continue
            seen.add(path)
            document = self.file(path)
            if document is not None:
                yield document

    def beside(self, folder: Path) -> list[Path]:
        """The rule files of a folder, including open ones that are not saved yet."""
        found = {path for path in self.open_files if path.parent == folder and path.suffix == SUFFIX}
        with suppress(OSError):
            found.update(folder.glob("*" + SUFFIX))
        return sorted(found)

    def rules(self, name: str, near: Path | None) -> Path | None:
        """The rule file that a script names: by its path relative to the script, or by its name."""
        path = (near or Path()) / (name if name.endswith(SUFFIX) else name + SUFFIX)
        path = Path(os.path.normpath(path))
        if path in self.open_files and not name.startswith("/"):
            return path
        known = self._found.get((name, near))
        if known is None or not known.is_file():
            known = find_rules(name, near)
            if known is not None:
                self._found[name, near] = known
        return known

    def _paths(self) -> Iterator[Path]:
        count = 0
        for folder in self.folders:
            for where, folders, names in os.walk(folder):  # a folder without permission is skipped
                folders[:] = sorted(one for one in folders if not one.startswith(".") and one not in _SKIPPED)
                for name in sorted(names):
                    if name.endswith((SUFFIX, PLAY)):
                        yield Path(where, name)
                        count += 1
                        if count >= MOST_FILES:
                            return

    # ---------------------------------------------------------------------------------------------- reading for `load`

    def source(self, path: Path) -> tuple[Source | None, tuple[Diagnostic, ...]]:
        document = self.file(Path(os.path.abspath(path)))  # noqa: PTH100 (resolve() would follow links)
        return (document.source, ()) if document is not None else super().source(path)

    def parsed(self, source: Source, *, examples: bool = True) -> tuple[n.RuleFile, tuple[Diagnostic, ...]]:
        path = Path(source.name)
        document = self.open_files.get(path) or self.closed.get(path)
        known = document is not None and document.source is source
        return document.parsed if document is not None and known else parse(source, examples=examples)

    @property
    def rulesets(self) -> Rulesets:
        """The prepared rules for playing scripts.  They are cached until a rule file changes."""
        if self._rulesets is None:
            self._rulesets = Rulesets(self.rules, files=self)
        return self._rulesets

    def exists(self, path: Path) -> bool:
        return Path(os.path.abspath(path)) in self.open_files or super().exists(path)  # noqa: PTH100

    def ships(self, path: Path) -> bool:
        """Whether a file ships with hoyle.  Such files are never changed."""
        return path.is_relative_to(RULESETS) and not any(RULESETS.is_relative_to(folder) for folder in self.folders)

    def place(self, span: Span) -> tuple[str, Text] | None:
        """The URI and the text of the file that a span belongs to; None if the file is unknown."""
        path = Path(span.source.name)
        document = self.file(path) if path.is_absolute() else None
        if document is None:
            return None
        if document.text.text != span.source.text:
            return document.uri, Text(span.source.text, self.encoding)
        return document.uri, document.text


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    if not path.is_file():
        return None
    return found.st_mtime_ns, found.st_size
