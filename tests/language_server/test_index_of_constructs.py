"""What each place of the small games with all constructs names, and where the name was declared.

It lies in `index/`, line by line (UPDATE_GOLDEN=1 writes it anew): each name with its kind, a `!` where it is declared, a
`*` where it is changed, and for a local name the line of its declaration.
"""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.parser import parse
from hoyle.language_server.index import Index, declared

from ..golden import same_as_file
from ..small_constructs import ALL_CONSTRUCTS

CHANGES = """\
variant "Other" of small
source rules "rules.txt"
set target to 3
remove phase bidding
remove incident "slip"
replace phase deal_hand(p: player)
    let n be target
    deal n from stock to p.hand
replace define wide(n: number) means n > target
add option high: 1 or 2 or many = 2
add remember during deal_hand
    early of each player: 0..10
change bidding
    add after the choice "bid {n}"
        "raise {n}" for n in 1..target
            add n to points
change score_hand
    replace the line add 1 to points
        add target to points
    remove the line shuffle stock
change the ranking
    replace the row trump
        trump: J, J of trump.sister, A K
change scores
    replace the row n = 2
        n = 2 -> add early to points
"""
TEXTS = {**ALL_CONSTRUCTS, "changes": CHANGES}


def indexed(name: str) -> tuple[Source, Index, dict[str, str]]:
    source = Source(f"{name}.hoyle", TEXTS[name])
    tree, problems = parse(source)
    assert problems == (), [str(one) for one in problems]
    kinds = declared(tree)
    return source, Index(tree, source, kinds), kinds


@pytest.mark.parametrize("name", TEXTS)
def test_every_name_is_found_with_what_it_names(name: str) -> None:
    source, index, kinds = indexed(name)
    lines: dict[int, list[str]] = {}
    for one in index.found:
        assert one.span.text in (one.key.name, f"{one.key.name}s") or one.key.kind == "local", one
        at = f"@{source.text.count(chr(10), 0, one.key.at) + 1}" if one.key.at >= 0 else ""
        mark = ("!" if one.makes else "") + ("*" if one.writes else "")
        lines.setdefault(one.span.line, []).append(
            f"{one.span.text}={one.key.kind}{at}{mark}:{type(one.node).__name__}"
        )
    out = [f"{name}: {kind}" for name, kind in sorted(kinds.items())]
    for number, text in enumerate(source.text.splitlines(), 1):
        if number in lines:
            out += [text.strip(), f"    {'  '.join(lines[number])}"]
    same_as_file(Path(__file__).with_name("index") / f"{name}.txt", "\n".join(out) + "\n")


@pytest.mark.parametrize("name", TEXTS)
def test_the_name_at_an_offset_is_the_last_that_begins_before_it(name: str) -> None:
    source, index, _ = indexed(name)
    for offset in random.Random(name).sample(range(len(source.text) + 1), 150):
        around = [one for one in index.found if one.span.start <= offset <= one.span.end]
        expected = max(around, key=lambda one: one.span.start, default=None)
        found = index.at(offset)
        assert (found and found.span.start) == (expected and expected.span.start)
    for one in index.found[::7]:
        assert [*index.of(one.key)] == [other for other in index.found if other.key == one.key]


CITED = " [1; rules 2-3]"


def cited(text: str) -> str:
    """A text with a citation on every line that can have one."""
    lines = text.splitlines()
    kept = set(range(len(lines)))
    while True:
        made = "\n".join(line + CITED * (number in kept) for number, line in enumerate(lines)) + "\n"
        _, problems = parse(Source("cited.hoyle", made))
        wrong = {one.span.line - 1 for one in problems} & kept
        if not wrong:
            assert problems == (), [str(one) for one in problems]
            return made
        kept -= wrong


@pytest.mark.parametrize("name", TEXTS)
def test_the_source_of_every_citation_is_found(name: str) -> None:
    text = cited(TEXTS[name])
    assert text.count(CITED) > len(TEXTS[name].splitlines()) / 4
    source = Source(f"{name}.hoyle", text)
    tree, _ = parse(source)
    found = Index(tree, source, declared(tree)).found
    sources = [one for one in found if one.key.kind == "source" and not one.makes]
    assert [(one.span.start, one.span.text) for one in sources] == [
        (at.start() + 5, "rules") for at in re.finditer(re.escape(CITED), text)
    ]
    _, usual, _ = indexed(name)

    def rest(all_found: Any) -> list[tuple[str, str, str, bool, bool]]:
        others = (one for one in all_found if one.key.kind != "source" or one.makes)
        return [(one.span.text, one.key.kind, one.key.name, one.makes, one.writes) for one in others]

    assert rest(found) == rest(usual.found)
