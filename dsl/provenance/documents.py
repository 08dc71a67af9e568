"""The documents that a rule file cites: their names, their files and their lines.

Lines are counted as an editor counts them: by line feeds, with or without a carriage return.  So a form feed or an
unusual separator inside a line does not change the numbers of the following lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from errno import EIO
from pathlib import Path, PurePath

from ..source.reading import Unreadable, contents
from ..syntax import nodes as n

LARGEST = 8 * 1024 * 1024
"""The largest size of a document, in bytes."""


def lines_text(first: int, last: int) -> str:
    """`58` or `61-63`: lines as a citation writes them."""
    return str(first) if first == last else f"{first}-{last}"


@dataclass(frozen=True, slots=True)
class Reference:
    """Lines of a document, both ends included."""

    source: str
    first: int
    last: int

    def __str__(self) -> str:
        return f"{self.source} {lines_text(self.first, self.last)}"


@dataclass(frozen=True, slots=True)
class DocumentText:
    """A document that was found: its name in the rules, its file and its lines."""

    name: str
    file: str
    lines: tuple[str, ...]
    title: str | None = None
    """The description that the rules give of it: `the Newberry rulebook`."""


def documents(tree: n.RuleFile) -> dict[str, n.Document]:
    """The documents that a rule file declares, in order, by name.  If two have the same name, the first counts."""
    found: dict[str, n.Document] = {}
    for declaration in tree.declarations:
        if isinstance(declaration, n.Document):
            found.setdefault(declaration.name.text, declaration)
    return found


class Citations:
    """Reads the citations of one rule file.  It knows which document is meant if a citation names none."""

    def __init__(self, tree: n.RuleFile) -> None:
        self.first: str = next(iter(documents(tree)), "")
        self.of_file: dict[str, str] = {}
        for declaration in tree.declarations:
            if isinstance(declaration, n.Document):
                self.of_file.setdefault(declaration.span.source.name, declaration.name.text)

    def name(self, part: n.FromSource) -> str:
        """The name of the cited document.

        If none is named: the variant's own first document, or else that of its base."""
        if part.source is not None:
            return part.source.text
        return self.of_file.get(part.span.source.name, self.first)

    def of(self, cite: n.Citation | None) -> tuple[Reference, ...]:
        """The lines that a citation refers to; empty if there is no citation."""
        if cite is None:
            return ()
        return tuple(Reference(self.name(part), lines.first, lines.last) for part in cite.parts for lines in part.lines)


def locate(document: n.Document, given: Mapping[str, Path], folders: Sequence[Path]) -> Path | None:
    """The file of a document: the given file, or else the file of its name beside the rule file or in one of the
    folders.

    A rule file may come from anybody.  So the path in it is looked up only below these folders.  None if there is no
    file."""
    if document.name.text in given:
        return given[document.name.text]
    path = PurePath(document.path)
    if path.is_absolute() or ".." in path.parts or not path.parts:
        return None
    beside = Path(document.span.source.name).parent
    for folder in (beside, *folders):
        found = folder / path
        try:
            if found.is_file():
                return found
        except (OSError, ValueError):
            continue
    return None


def read_document(name: str, path: Path) -> DocumentText:
    """Read a document, whatever bytes it contains.  Raises `OSError` if it cannot be read or is too large."""
    try:
        data = contents(path, LARGEST)
    except Unreadable as error:
        raise OSError(EIO, error.why, str(path)) from None
    if len(data) > LARGEST:
        raise OSError(f"it is larger than {LARGEST // 1024 // 1024} MB")
    return DocumentText(name, str(path), lines_of(decoded(data)))


def decoded(data: bytes) -> str:
    """Decode bytes: as UTF-8, as UTF-16 if there is a byte order mark, else as Windows-1252.  Never raises."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def lines_of(text: str) -> tuple[str, ...]:
    """The lines of a document, as an editor numbers them."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return tuple(lines[:-1] if lines and lines[-1] == "" else lines)
