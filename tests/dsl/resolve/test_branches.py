"""What becomes of the `otherwise` of an `if` that a variant replaces or removes, and how its lines are named."""

from __future__ import annotations

import pytest

from hoyle.dsl.resolve.context import ResolveContext
from hoyle.dsl.resolve.variants.overlay import overlay
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.parser import parse
from hoyle.dsl.syntax.printer.declarations import print_tree

BASE = """\
game "Base"
players 4
remember
    level: number
phase ask(p: player)
    if level = 1: add 1 to level
    otherwise if level = 2: add 2 to level
    otherwise: add 3 to level
"""


def changed(changes: str) -> tuple[list[str], list[Diagnostic]]:
    """The lines of the phase after the changes, and what is wrong with them."""
    base, found = parse(Source("base.hoyle", BASE))
    assert not found
    variant, found = parse(Source("v.hoyle", f'variant "V" of base\nchange ask\n{changes}'))
    ctx = ResolveContext()
    lines = print_tree(overlay(base, variant, ctx)).partition("phase ask(p: player)\n")[2].splitlines()
    return [line[4:] for line in lines], [*found, *ctx.diagnostics]


FIRST, SECOND, LAST = (line.strip() for line in BASE.splitlines()[-3:])


@pytest.mark.parametrize(
    ("changes", "made"),
    [
        (
            "    replace the line if level = 1\n        if level = 9: stop\n",
            ["if level = 9: stop", SECOND, LAST],
        ),
        (
            "    replace the line if level = 1\n        add 7 to level\n        if level = 9: stop\n",
            ["add 7 to level", "if level = 9: stop", SECOND, LAST],
        ),
        (
            "    replace the line if level = 1\n        if level = 9\n            stop\n        otherwise\n            nothing\n",
            ["if level = 9: stop", "otherwise: nothing"],
        ),
        (
            "    replace the line if level = 2: add 2 to level\n        if level = 9: stop\n",
            [FIRST, "otherwise if level = 9: stop", LAST],
        ),
        ("    remove the line if level = 2\n", [FIRST, LAST]),
        ("    remove the line if level = 1\n", ["nothing"]),
        ("    replace the line add 3 to level\n        stop\n", [FIRST, SECOND, "otherwise: stop"]),
    ],
)
def test_the_branches_of_an_if_stay_unless_it_brings_its_own(changes: str, made: list[str]) -> None:
    assert changed(changes) == (made, [])


def test_lines_that_leave_an_otherwise_alone_are_refused_and_the_help_works() -> None:
    lines, (found,) = changed(
        "    replace the line if level = 1\n        add 7 to level\n        for q in players\n            stop\n"
    )
    assert lines == [FIRST, SECOND, LAST]
    assert (found.code, found.span.text) == ("E0920", "if level = 1")
    assert found.help is not None
    first, *inner, last = found.help.split("\n")
    assert (first, last) == ("if it goes, too, write", "otherwise end the new lines with an `if`")
    assert changed("\n".join(inner) + "\n") == (["add 7 to level", "for q in players: stop"], [])


@pytest.mark.parametrize(
    ("changes", "code", "help"),
    [
        (
            "    replace the line otherwise if level = 2\n        otherwise if level = 9: stop\n",
            "E0213",
            "leave it out; write the new line with `if` alone, too: it stays behind its `otherwise`",
        ),
        ("    remove the line otherwise if level = 2\n", "E0213", "leave it out"),
        (
            "    replace the line if level = 2\n        otherwise if level = 9: stop\n",
            "E0224",
            "leave out the `otherwise`: the new `if` comes where the old one was",
        ),
        (
            "    replace the line if level = 1\n        otherwise: stop\n",
            "E0224",
            "begin the new lines with an `if`: the `otherwise` of the old one stays below it",
        ),
        ("    remove the line otherwise: add 3 to level\n", "E0201", "write `remove the line add 3 to level`"),
        (
            "    remove the line otherwise\n",
            "E0201",
            "name a line below it; or replace its `if` with another one that has an `otherwise`",
        ),
    ],
)
def test_an_otherwise_is_no_name_of_a_line(changes: str, code: str, help: str) -> None:
    _, found = changed(changes)
    assert [(d.code, d.help) for d in found] == [(code, help)]
