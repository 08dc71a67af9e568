"""Lines of rules, tried one by one in small games: what several tests ask of the same lines.

Each file of `lines/` has a small game, and below `----` entries with an empty line between them.  Lines with `> ` are
statements of the phase `tried`; lines with `+ ` are declarations at the end of the game; lines with `- ` are left out of
the game first.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hoyle.dsl.loading import LoadedGame, load
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source

LINES = Path(__file__).parent / "lines"
TOGETHER = 12
"""How many entries one test tries."""


@dataclass(frozen=True)
class Entry:
    """A few lines, as they are written in the file, and the game with them."""

    written: str
    text: str

    def loaded(self) -> LoadedGame:
        return load(Source("small.hoyle", self.text))


def entries(name: str, part: int) -> tuple[Entry, list[Entry]]:
    """The small game of a file as it is, and with the lines of each entry of one part of the file."""
    game, _, rest = (LINES / f"{name}.txt").read_text(encoding="utf-8").partition("----\n")
    written = [one.strip("\n") for one in rest.split("\n\n")][part * TOGETHER : (part + 1) * TOGETHER]
    return Entry("", made(game, "")), [Entry(one, made(game, one)) for one in written]


def _parts(path: Path) -> int:
    return 1 + path.read_text(encoding="utf-8").partition("----\n")[2].count("\n\n") // TOGETHER


SOME = [(path.stem, part) for path in sorted(LINES.glob("*.txt")) for part in range(_parts(path))]
"""Each part of each file."""


def made(game: str, entry: str) -> str:
    """The game with an entry."""
    lines = entry.splitlines()
    for line in lines:
        if line.startswith("- "):
            assert line[2:] + "\n" in game, line
            game = game.replace(line[2:] + "\n", "", 1)
    tried = "".join(f"    {line[2:]}\n" for line in lines if line.startswith(">"))
    added = "".join(line[2:] + "\n" for line in lines if line.startswith("+"))
    return game.replace("    {line}\n", tried or "    nothing\n") + added


def reported(d: Diagnostic) -> str:
    """A diagnostic with everything that a person sees of it."""
    notes = "".join(f" [{quoted(span.text)}: {text}]" for span, text in d.notes)
    help = f" ({d.help})" if d.help else ""
    return f"! {d.code} {quoted(d.span.text)} {d.message}{help}{notes}".replace("\n", " / ")


def quoted(text: str) -> str:
    """The first line of a text, and whether there are more."""
    first, *more = text.split("\n")
    return f"`{first}`" + ("…" if more else "")
