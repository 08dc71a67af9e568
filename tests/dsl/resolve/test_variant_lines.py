"""What a variant makes of a small game, change by change: the lines of the game that differ, and what is wrong.

The changes and the game lie in `tests/dsl/lines/variants`, what they make in `variant_lines/` (UPDATE_GOLDEN=1 writes it
anew).  Those of `together.txt` are loaded as files are: mistakes in the game below are
reported in the variant that causes them, and two variants (each begins with `> variant`) may be in conflict.
"""

from __future__ import annotations

from difflib import ndiff
from pathlib import Path

import pytest

from hoyle.dsl.loading import Files, LoadedGame, load
from hoyle.dsl.resolve.context import ResolveContext
from hoyle.dsl.resolve.variants.overlay import overlay
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax import nodes as n
from hoyle.dsl.syntax.parser import parse
from hoyle.dsl.syntax.printer.declarations import print_declaration

from ...golden import same_as_file
from ..small_lines import LINES, quoted, read, reported

TOGETHER = 6


class Unsaved(Files):
    """Rule files that are on no disk."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.sources = {Path(name): Source(name, text) for name, text in texts.items()}

    def source(self, path: Path) -> tuple[Source | None, tuple[Diagnostic, ...]]:
        return self.sources[path], ()

    def exists(self, path: Path) -> bool:
        return path in self.sources


def loaded(game: str, entry: str) -> LoadedGame:
    """The game with the variants of an entry over it."""
    lines = [line[2:] for line in entry.splitlines()]
    heads = [i for i, line in enumerate(lines) if line.startswith("variant ")]
    if not heads:
        lines, heads = [HEAD, *lines], [0]
    texts = {"base.hoyle": game}
    for i, (start, end) in enumerate(zip(heads, [*heads[1:], len(lines)], strict=True)):
        texts[f"v{i}.hoyle"] = "\n".join(lines[start:end]) + "\n"
    return load(
        Path("base.hoyle"), [Path(f"v{i}.hoyle") for i in range(len(heads))], files=Unsaved(texts), advice=False
    )


def laid(game: str, entry: str) -> tuple[n.RuleFile, list[Diagnostic]]:
    """The tree of the game with the changes of an entry, and what is wrong with them."""
    text = "\n".join((HEAD, *(line[2:] for line in entry.splitlines()))) + "\n"
    variant, found = parse(Source("v0.hoyle", text))
    ctx = ResolveContext()
    return overlay(read(game), variant, ctx) if not found else read(game), [*found, *ctx.diagnostics]


HEAD = 'variant "Other" of base'


def printed(tree: n.RuleFile) -> list[str]:
    """The rules as they are printed, with their citations."""
    lines = [line for d in tree.declarations for line in print_declaration(d)]
    return [line.render() + (f"  {quoted(line.cite.span.text)}" if line.cite is not None else "") for line in lines]


CASES = [
    (path.stem, part)
    for path in sorted((LINES / "variants").glob("*.txt"))
    for part in range(1 + path.read_text(encoding="utf-8").partition("----\n")[2].count("\n\n") // TOGETHER)
]


@pytest.mark.parametrize(("name", "part"), CASES)
def test_every_change_does_what_it_says(name: str, part: int) -> None:
    game, _, rest = (LINES / "variants" / f"{name}.txt").read_text(encoding="utf-8").partition("----\n")
    before = printed(read(game))
    out: list[str] = []
    for entry in rest.split("\n\n")[part * TOGETHER : (part + 1) * TOGETHER]:
        if name == "together":
            done = loaded(game, entry.strip("\n"))
            tree, found = done.game.tree if done.game is not None else None, [*done.diagnostics]
        else:
            tree, found = laid(game, entry.strip("\n"))
        out.append(entry.strip("\n"))
        out += [f"  {Path(d.span.source.name).stem}:{d.span.line} {reported(d)}" for d in found]
        if tree is not None:
            out += [f"  {line.rstrip()}" for line in ndiff(before, printed(tree)) if line[0] in "+-"]
    same_as_file(Path(__file__).with_name("variant_lines") / f"{name}-{part}.txt", "\n".join(out) + "\n")
