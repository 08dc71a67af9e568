"""What a variant makes of a small game, change by change: the lines of the game that differ, and what is wrong.

The changes and the game lie in `tests/dsl/lines/variants`, what they make in `variant_lines/` (UPDATE_GOLDEN=1 writes it
anew).  In an entry with several variants, each begins with `> variant`.
"""

from __future__ import annotations

from difflib import ndiff
from pathlib import Path

import pytest

from hoyle.dsl.loading import Files, LoadedGame, load
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.printer.declarations import print_declaration

from ...golden import same_as_file
from ..small_lines import LINES, quoted, reported

TOGETHER = 6


class Unsaved(Files):
    """Rule files that are on no disk."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.sources = {Path(name): Source(name, text) for name, text in texts.items()}

    def source(self, path: Path) -> tuple[Source | None, tuple[Diagnostic, ...]]:
        return self.sources[path], ()

    def exists(self, path: Path) -> bool:
        return path in self.sources


def changed(game: str, entry: str) -> LoadedGame:
    """The game with the variants of an entry over it."""
    lines = [line[2:] for line in entry.splitlines()]
    heads = [i for i, line in enumerate(lines) if line.startswith("variant ")]
    if not heads:
        lines, heads = ['variant "Other" of base', *lines], [0]
    texts = {"base.hoyle": game}
    for i, (start, end) in enumerate(zip(heads, [*heads[1:], len(lines)], strict=True)):
        texts[f"v{i}.hoyle"] = "\n".join(lines[start:end]) + "\n"
    return load(
        Path("base.hoyle"), [Path(f"v{i}.hoyle") for i in range(len(heads))], files=Unsaved(texts), advice=False
    )


def printed(loaded: LoadedGame) -> list[str]:
    """The rules as they are printed, with their citations."""
    if loaded.game is None:
        return []
    lines = [line for d in loaded.game.tree.declarations for line in print_declaration(d)]
    return [line.render() + (f"  {quoted(line.cite.span.text)}" if line.cite is not None else "") for line in lines]


CASES = [
    (path.stem, part)
    for path in sorted((LINES / "variants").glob("*.txt"))
    for part in range(1 + path.read_text(encoding="utf-8").partition("----\n")[2].count("\n\n") // TOGETHER)
]


@pytest.mark.parametrize(("name", "part"), CASES)
def test_every_change_does_what_it_says(name: str, part: int) -> None:
    game, _, rest = (LINES / "variants" / f"{name}.txt").read_text(encoding="utf-8").partition("----\n")
    usual = changed(game, "")
    assert usual.game is not None, [*map(reported, usual.diagnostics)]
    before, warned = printed(usual), [*map(reported, usual.diagnostics)]
    out: list[str] = []
    for entry in rest.split("\n\n")[part * TOGETHER : (part + 1) * TOGETHER]:
        loaded = changed(game, entry.strip("\n"))
        out.append(entry.strip("\n"))
        for d in loaded.diagnostics:
            if reported(d) not in warned:
                out.append(f"  {Path(d.span.source.name).stem}:{d.span.line} {reported(d)}")
        if loaded.game is not None:
            out.append(f"  {loaded.game.title}")
            out += [f"  {line.rstrip()}" for line in ndiff(before, printed(loaded)) if line[0] in "+-"]
    same_as_file(Path(__file__).with_name("variant_lines") / f"{name}-{part}.txt", "\n".join(out) + "\n")
