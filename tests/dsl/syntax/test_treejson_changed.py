"""Rule trees as JSON with one thing changed: what is said of each change.

What is said lies in `trees_changed/` (UPDATE_GOLDEN=1 writes it anew): for each place of the data the value that stands
there instead, and the first messages with their places.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.parser import parse
from hoyle.dsl.syntax.tree.json_form import read_data, tree_data
from hoyle.dsl.syntax.tree.text import read_json

from ...golden import same_as_file

RULES = """\
game "Small"
players 2..4 = 3, counterclockwise
deck 7 8 of reds blues, 2 copies
option open: yes or no = no "is it open" [1; book 2-3]
zones
    row of each player: 3 places, face up
define high means
    open -> 2
    otherwise -> larger(1, 3)
main
    for p in players from p.left where p in {p, p.right}
        p chooses
            "go {n}" for n in 1..4 in steps of 2 where n > high
                set x, y to n
            "no" otherwise
                nothing
    repeat at most 3 times until x is not none
        stop
    otherwise: nothing
"""
VALUES: list[Any] = [None, 3, -1, "zz", [], {}, True, "", [3], {"node": "Zz"}]
PARTS = 8


def tree() -> Any:
    found, problems = parse(Source("a.hoyle", RULES))
    assert problems == (), [str(one) for one in problems]
    return tree_data(found)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in some data, from the outside in."""
    if path:
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield from places(one, (*path, key))


def changed(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    found = deepcopy(data)
    holder = found
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    return found


@pytest.mark.parametrize("part", range(PARTS))
def test_what_is_said_of_a_tree_with_another_value_at_a_place(part: int) -> None:
    data, out = tree(), list[str]()
    for number, path in list(enumerate(places(data)))[part::PARTS]:
        value = VALUES[number % len(VALUES)]
        found, wrong = read_data(changed(data, path, value))
        assert (found is None) is bool(wrong)
        said = " / ".join(
            (f"{'.'.join(map(str, one.path))}: " if one.path != path else "") + f"{one.why} {one.help or ''}".strip()
            for one in wrong[:3]
        )
        out.append(f"{'.'.join(map(str, path))} = {json.dumps(value)}: {said or 'read'}")
    same_as_file(Path(__file__).with_name("trees_changed") / f"{part}.txt", "\n".join(out) + "\n")


@pytest.mark.parametrize("end", ["", ",", "x", "]"])
def test_what_is_said_of_a_text_that_is_no_tree(end: str) -> None:
    text = json.dumps(tree())
    out: list[str] = []
    for made in (
        text[:-1] + end, text[: len(text) // 2] + end, '{"tree": 1, "tree": 1}' + end, '{"a": 1e999}' + end, '{"a": NaN}' + end,
        '{"a": 1.5}' + end, '{"a": 123456789012345678901234567890}' + end, "[" * 2000 + end, "" + end, "null" + end, '"a"' + end,
    ):  # fmt: skip
        _, problems = read_json(Source("a.json", made))
        out += [f"{made[:40]!r}: {one}"[:300] for one in problems[:2]]
    same_as_file(
        Path(__file__).with_name("trees_changed") / f"texts-{len(end) and ord(end)}.txt", "\n".join(out) + "\n"
    )
