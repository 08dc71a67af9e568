"""Every line of `tests/dsl/lines` is printed as it was written, and read back from JSON as it was."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest

from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.parser import parse
from hoyle.dsl.syntax.printer.declarations import print_tree
from hoyle.dsl.syntax.tree.json_form import read_data, tree_data

from ..small_lines import HEAD, LINES

NAMES = sorted(str(path.relative_to(LINES).with_suffix("")) for path in LINES.rglob("*.txt"))


@cache
def texts(name: str) -> list[str]:
    """The text of each entry of a file by itself, where it can be read; the game comes first."""
    game, _, rest = (LINES / f"{name}.txt").read_text(encoding="utf-8").partition("----\n")
    found = [game.replace("    {line}\n", "    nothing\n")]
    for entry in rest.split("\n\n"):
        lines = entry.strip("\n").splitlines()
        statements = "".join(f"    {line[2:]}\n" for line in lines if line.startswith(">"))
        added = "".join(f"{line[2:]}\n" for line in lines if line.startswith("+"))
        if "variants" in name:
            found.append("".join(f"{line[2:]}\n" for line in ['  variant "Other" of base', *lines]))
        else:
            found.append((HEAD + statements if statements else "") + added)
    return found


def squeezed(text: str) -> str:
    """A text without layout and brackets: what is on one line may be on two."""
    return re.sub(r"#.*|[\s:()]+", "", text)


TOGETHER = 40
CASES = [(name, first) for name in NAMES for first in range(0, len(texts(name)), TOGETHER)]


@pytest.mark.parametrize(("name", "first"), CASES)
def test_what_is_printed_says_the_same(name: str, first: int) -> None:
    for text in texts(name)[first : first + TOGETHER]:
        tree, wrong = parse(Source("x.hoyle", text))
        if wrong:
            continue
        printed = print_tree(tree)
        again, found = parse(Source("x.hoyle", printed))
        assert (again, found) == (tree, ()), text
        assert squeezed(printed) == squeezed(text)
        assert print_tree(again) == printed
        data = tree_data(tree)
        assert read_data(json.loads(json.dumps(data))) == (tree, [])
