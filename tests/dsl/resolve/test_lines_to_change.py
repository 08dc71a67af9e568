"""The lines that a message names can be named: of every part of a shipped game that a variant may remove, and of every
line that occurs several times.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from hoyle.dsl.resolve.context import ResolveContext
from hoyle.dsl.resolve.variants import inherited
from hoyle.dsl.resolve.variants.overlay import overlay
from hoyle.dsl.resolve.variants.places import lines_of_body, spellings
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax import nodes as n
from hoyle.dsl.syntax.parser import parse

RULESETS = Path(inherited.__file__).parents[3] / "rulesets"
LONG = bool(os.environ.get("HOYLE_LONG_TESTS"))
GAMES = sorted(RULESETS.glob("*.hoyle"))[:: 1 if LONG else 6]
NEW = {
    "choice": '"something else"',
    "if": "if no: nothing",
    "line": "nothing",
    "text": '"something else"',
}


def tree(path: Path) -> n.RuleFile:
    read, found = parse(Source(path.name, path.read_text("utf-8")))
    assert not found
    return read


def laid(base: n.RuleFile, changes: str) -> list[Diagnostic]:
    """What is wrong with a variant with these changes."""
    read, found = parse(Source("v.hoyle", f'variant "V" of base\n{changes}'))
    ctx = ResolveContext()
    overlay(base, read, ctx)
    return [*found, *ctx.diagnostics]


def removals(base: n.RuleFile) -> list[str]:
    found: list[str] = []
    for part in base.declarations:
        match part:
            case n.Phase(name):
                found.append(f"remove phase {name.text}")
            case n.Define(name):
                found.append(f"remove define {name.text}")
            case n.Remember(variables=variables):
                found += [f"remove remembered {name.text}" for one in variables for name in one.names]
            case _:
                pass
    return found


def listed(found: list[Diagnostic]) -> list[str]:
    return [line for d in found if d.code == "E0913" and d.help for line in d.help.split("\n")[1:]]


def pasted(base: n.RuleFile, lines: list[str]) -> str:
    """The lines of a message, with new lines below those that need some."""
    done = {part.name.text for part in base.declarations if isinstance(part, n.Table) and part.result is None}
    out: list[str] = []
    part = ""
    for line in lines:
        out.append(line)
        part = part if line.startswith(" ") else line.split()[1]
        head = re.match(r"    replace the (choice|row|line (if |\")?)", line)
        if head is not None:
            kind = {"line if ": "if", 'line "': "text"}.get(head[1], head[1].split()[0])
            row = "no -> nothing" if part in done else "no -> 1"
            out.append(f"        {NEW.get(kind, row)}")
        elif line.startswith("replace "):
            rows = line.startswith("replace table")
            out.append("    no -> nothing" if rows else '    "x"' if "written" in line else "    nothing")
    return "\n".join(out) + "\n"


def wrong(found: list[Diagnostic]) -> list[str]:
    """Mistakes about what a line names, and lines that cannot be read."""
    return [f"{d.span.line} {d.code} {d.message}" for d in found if d.code in ("E0909", "E0912") or d.code < "E09"]


SMALL = """\
game "Base"
players 4
remember
    dealer, caller: player or none
    level, passes: number
    points of each player: number
main
    for p around the table from dealer until caller = p
        if p.points > 3: turn(p)
    if caller is none
        for p in players
            add 1 to p.points
            settle
phase turn(p: player)
    say
    p chooses
        "draw"
            set passes to 0
        "swap"
            set passes to 0
            settle
        "call"
            set caller to p
    if passes = 4
        set passes to 0
    settle
    settle
phase settle
    say
    add 1 to level
    add 1 to level
phase say
    add 1 to level
"""


def small(changes: str) -> list[str]:
    base, found = parse(Source("base.hoyle", SMALL))
    assert not found
    return [f"{d.code} {d.help}" for d in laid(base, changes)]


def test_a_heading_whose_only_line_has_a_block_is_listed() -> None:
    assert small("remove remembered caller\n") == [
        (
            "E0913 change these lines too:\nchange main\n"
            "    replace the line for p around the table from dealer until caller = p\n"
            "    replace the line if caller is none\nchange turn\n    replace the line set caller to p"
        )
    ]


def test_each_part_has_its_own_lines() -> None:
    assert small("remove phase say\n") == [
        "E0913 change these lines too:\nchange turn\n    remove the line say\nchange settle\n    remove the line say"
    ]


def test_a_line_that_occurs_several_times_is_named_by_one_around_it() -> None:
    assert small("remove remembered passes\n") == [
        (
            'E0913 change these lines too:\nchange turn\n    replace the choice "draw"\n    replace the choice "swap"\n'
            "    replace the line if passes = 4: set passes to 0"
        )
    ]
    assert small("change turn\n    remove the line set passes to 0\n") == [
        (
            'E0912 name a line that occurs once:\n    replace the choice "draw"\n    replace the choice "swap"\n'
            "    replace the line if passes = 4: set passes to 0\nor replace all of it:\nreplace phase turn(p: player)"
        )
    ]


def test_a_part_with_a_line_twice_in_one_block_is_replaced() -> None:
    assert small("remove phase settle\n") == [
        "E0913 change these lines too:\nchange main\n    remove the line settle\nreplace phase turn(p: player)"
    ]
    assert small("change settle\n    remove the line add 1 to level\n") == [
        "E0912 replace all of it: `replace phase settle`"
    ]


def test_a_list_that_is_cut_ends_with_no_heading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inherited, "MOST_LINES", 4)
    (said,) = small("remove remembered caller\n")
    assert said.split("\n")[1:] == [
        "change main", "    replace the line for p around the table from dealer until caller = p",
        "    replace the line if caller is none", "…",
    ]  # fmt: skip


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in GAMES])
def test_every_line_listed_for_a_removed_part_names_one_line(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inherited, "MOST_LINES", 10_000)
    base = tree(path)
    for change in removals(base)[:: 2 if LONG else 3]:
        lines = listed(laid(base, f"{change}\n"))
        heads = [line for line in lines if not line.startswith(" ")]
        assert len(heads) == len(set(heads))
        assert all(after.startswith(" ") for line, after in zip(lines, [*lines[1:], ""], strict=False)
                   if line.startswith("change ")), change  # fmt: skip
        ready = [line for line in lines if "…" not in line and line not in ("replace zones", "replace remember")]
        found = laid(base, f"{change}\n{pasted(base, ready)}")
        assert not wrong(found), (change, ready)
        if ready == lines:
            assert not listed(found), change
        head = ""
        for line in ready:
            head = head if line.startswith(" ") else line
            if line.startswith("    replace the "):
                alone = laid(base, f"{head}\n{line.replace('replace', 'remove', 1)}\n")
                assert not wrong(alone), (change, line)


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in GAMES])
def test_the_help_about_a_line_that_occurs_twice_names_one_line(path: Path) -> None:
    base = tree(path)
    for part in base.declarations:
        if not isinstance(part, n.Phase):
            continue
        lines = lines_of_body(part)
        for said in dict.fromkeys(said for place in lines for said in spellings(place)):
            if len(lines.named(said)) < 2:
                continue
            head = f"change {part.name.text}\n"
            (found,) = (d for d in laid(base, f"{head}    remove {said}\n") if d.code == "E0912")
            assert found.help is not None
            for line in found.help.split("\n"):
                if line.startswith("    "):
                    assert not wrong(laid(base, head + pasted(base, [line]))), (said, line)
            whole = found.help.removesuffix("`").replace("`", "\n").split("\n")[-1]
            assert whole.startswith(f"replace phase {part.name.text}")
            assert not wrong(laid(base, f"{whole}\n    nothing\n"))
