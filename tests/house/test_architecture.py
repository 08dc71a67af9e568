"""The tables in ARCHITECTURE.md are true: which folder reports which codes, and which files to change to add a
construct.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from hoyle.dsl.codes.table import CODES
from hoyle.dsl.resolve import statements
from hoyle.dsl.resolve.expressions import CASES, DEPENDING
from hoyle.dsl.syntax import nodes as n

CODE = ("interchange", "dsl", "interpreter")
NAMING = (*CODE, "api", "cli")
SAMPLES = {
    "a check": r"first_comes_next|W0617",
    "a code": r"W0617",
    "a hint": r'"prepend"',
    "a card pattern": r"joker_pattern|JokerPattern",
    "an expression": r"card_face|CardFace|FaceRef",
    "an operation": r'"larger"',
    "a statement": r'"gather"|Gather(?=[(,])|GatherAll|n\.Gather',
    "an instruction": r"Stuck",
    "a step of a game": r"ShowCards",
    "a line of scripts": r"TrickExpectation",
    "a report format": r"sarif|sarif_report",
    "a player": r"SoundPlayer",
    "a plot": r"histogram",
    "a command": r'"rulings"|def rulings',
    "a record format": r"ptn|PTN",
}
"""A regular expression that finds the sample of each kind in the code."""
MORE = {
    "a code": {"dsl/checks/direction.py"},
    "a card pattern": {"dsl/syntax/actions/cards.py"},
    "an expression": {
        "dsl/resolve/expressions/core.py",
        "dsl/checks/formulas/ties.py",
        "dsl/rulebook/expressions/clauses.py",
        "dsl/rulebook/expressions/comparisons.py",
        "interpreter/lowering/counting.py",
    },
    "an operation": {"dsl/settle/folding.py", "dsl/syntax/hints/words.py"},
    "a statement": {
        "dsl/checks/cards/counting.py",
        "dsl/checks/cards/flows.py",
        "dsl/effects.py",
        "dsl/checks/sight.py",
        "dsl/resolve/moving.py",
        "dsl/rulebook/document.py",
        "dsl/rulebook/statements/sentences.py",
        "dsl/syntax/hints/words.py",
    },
    "an instruction": {"interpreter/lowering/statements.py"},
    "a line of scripts": {"interpreter/story/scripted/frames.py"},
    "a player": {"interpreter/players/__init__.py"},
    "a plot": {"interpreter/batch/modules.py", "interpreter/batch/report.py", "interpreter/batch/sums.py"},
    "a command": {"cli/formats/brief.py", "dsl/rulebook/variations.py"},
    "a record format": {"interchange/__init__.py", "interchange/tagged.py"},
}
"""Files that name the sample although the table does not list them: proofs about it, special phrases for it, places
that use it, or other things of the same name.
"""


def block(root: Path, name: str) -> list[str]:
    found = re.search(rf"```{name}\n(.*?)```", (root / "ARCHITECTURE.md").read_text("utf-8"), re.DOTALL)
    assert found, f"ARCHITECTURE.md has no ```{name} block"
    return found[1].splitlines()


def adding(root: Path) -> dict[str, list[str]]:
    lines = (re.split(r"\s{2,}", line, maxsplit=1) for line in block(root, "adding"))
    return {what: files.split() for what, files in lines}


@cache
def sources(root: Path, folders: tuple[str, ...] = CODE) -> dict[str, str]:
    """The files of some folders with their text.  A text file of a code stands for its code, which is its name."""
    paths = [path for folder in folders for kind in ("*.py", "*.lark", "*.md") for path in (root / folder).rglob(kind)]
    return {
        path.relative_to(root).as_posix(): path.stem if path.suffix == ".md" else path.read_text("utf-8")
        for path in paths
    }


def test_every_file_in_the_table_of_additions_exists(root: Path) -> None:
    found = adding(root)
    assert len(found) >= 14
    for what, files in found.items():
        assert len(files) <= 10, what
        for file in files:
            assert list(root.glob(file)), f"{what}: there is no {file}"


def test_every_line_of_the_table_has_a_sample(root: Path) -> None:
    assert set(adding(root)) - set(SAMPLES) == {"a ruleset"}, "rulesets are data; tests/rulesets asks for their games"


@pytest.mark.parametrize("what", SAMPLES)
def test_the_table_lists_exactly_the_files_that_name_the_sample(root: Path, what: str) -> None:
    """Every file in the line names the sample, and one file for each `*`.  Any other that names it must be in MORE."""
    sample = re.compile(rf"(?<!\w)(?:{SAMPLES[what]})(?!\w)")
    named = {path for path, text in sources(root, NAMING).items() if sample.search(text)}
    entries = [entry for entry in adding(root)[what] if not entry.startswith(("rulesets/", "schemas/", "__init__"))]
    exact = {entry for entry in entries if "*" not in entry}
    more = MORE.get(what, set[str]())
    if what in ("a statement", "an operation"):  # the instructions that it is lowered to have a line of their own
        named = {path for path in named if path in exact | more or not path.startswith("interpreter/")}
    assert exact - named == set(), "listed, but the sample is not in it"
    left = named - exact - more
    for pattern in set(entries) - exact:
        (one,) = (path for path in left if fnmatchcase(path, pattern))
        left.remove(one)
    assert left == set(), "not listed, but the sample is in it"
    assert named >= more


def test_every_long_file_is_named_with_a_reason(root: Path) -> None:
    """Only the files named in the paragraph, or in a folder named there, are longer than 450 lines."""
    found = re.search(
        r"A few files are longer than (\d+) lines.*?\n\n", (root / "ARCHITECTURE.md").read_text("utf-8"), re.DOTALL
    )
    assert found
    named = re.findall(r"`([^`]+)`", found[0])
    long = [
        path.relative_to(root).as_posix()
        for folder in (*NAMING, "language_server", "envs", "testing")
        for path in (root / folder).rglob("*.py")
        if path.read_text("utf-8").count("\n") > int(found[1])
    ]
    assert [path for path in long if not path.startswith(tuple(named))] == []
    assert [name for name in named if not any(path.startswith(name) for path in long)] == [], "no long file any more"


def test_every_folder_reports_the_families_of_codes_in_the_table(root: Path) -> None:
    said: dict[str, set[str]] = {}
    for line in block(root, "reports"):
        match = re.fullmatch(r"(\S+) +((?:\d\d )+) *\S.*", line)
        assert match, line
        said[match[1]] = set(match[2].split())
    found: dict[str, set[str]] = {room: set() for room in said}
    reported: set[str] = set()
    for path, text in sources(root).items():
        codes = set() if path.startswith("dsl/codes/") else set(re.findall(r'"([EWN]\d{4})"', text))
        room = next((room for room in said if path.startswith(room)), None)
        assert room or not codes, f"{path} reports codes and is in no room of the table"
        if room:
            found[room] |= {code[1:3] for code in codes}
            reported |= codes
    assert found == said
    package = "".join(path.read_text("utf-8") for path in (root / "javascript" / "src").rglob("*.ts"))
    reported |= set(re.findall(r'"(E\d{4})"', package))  # a code about modules, which Python does not read
    assert reported == set(CODES), "every code is reported by somebody"


def test_the_checker_handles_every_expression_and_statement() -> None:
    assert {*CASES, *DEPENDING} == set(get_args(n.Expr))
    assert set(statements._CASES) == set(get_args(n.Stmt))
