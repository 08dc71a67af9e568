"""Changes that do not say whether they name a line, a choice or a row are answered with the line to write."""

from __future__ import annotations

import pytest

from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.parser import parse

TRICK = "play trick from hand to trick, led by leader, following suit, taken by winner"
LINES = [
    ("remove deal hand_size from stock to hand of each player from dealer.left", "", "line"),
    ("remove shuffle stock", "", "line"),
    ('remove "pass"', "", "choice"),
    ("replace if n > 1", "        stop\n", "line"),
    (f"replace {TRICK}", f"        {TRICK}\n", "line"),
    ("add before shuffle stock", "        stop\n", "line"),
]


def said(line: str, below: str) -> list[tuple[str, str | None]]:
    text = f'variant "V" of base\n\nchange main\n    {line}\n{below}'
    return [(one.code, one.help) for one in parse(Source("v.hoyle", text))[1]]


@pytest.mark.parametrize(("line", "below", "part"), LINES)
def test_the_line_to_write_is_whole_and_can_be_read(line: str, below: str, part: str) -> None:
    (code, help), *_ = said(line, below)
    assert (code, help is not None) == ("E0210", True)
    written = (help or "").split("`")[1]
    assert f" the {part} " in written
    assert written.replace(f"the {part} ", "", 1) == line
    assert said(written, below) == []


def test_what_replaces_a_line_stands_below() -> None:
    help = "write `replace the line shuffle stock`, and the new line below it"
    assert said("replace shuffle stock by stop", "")[0] == ("E0207", help)
    assert said("replace shuffle stock", "")[0] == ("E0210", help)


@pytest.mark.parametrize("line", ["remove", "remove the", "remove the line", "replace the choice", "add before"])
def test_a_line_without_a_rest_has_another_message(line: str) -> None:
    assert said(line, "")[0][0] not in ("E0210", "E0207")
