"""Every report of a code gives exactly the fields that the message of the code has."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hoyle.dsl.codes.table import CODES

CODE = ("interchange", "cli", "dsl", "language_server", "envs", "interpreter", "testing")
MAKERS = {"report", "say"}
"""Functions that take a code and its fields: `report` itself, and methods that say where the diagnostic goes."""
FORWARDERS = {
    "dsl/checks/cards/counts.py": ("held", {"players", "options", "name", "needed", "most", "size"}),
    "dsl/checks/secrecy.py": ("_tell", {"name"}),
    "dsl/resolve/variants/amend.py": ("_fail", {"what", "name"}),
}
"""Functions that take a code and report it with fields of their own: of these, a code needs some."""
ABOUT_ALL = {"help", "notes", "expected"}
_ID = re.compile(r"[EWN]\d{4}")


def codes(e: ast.expr) -> list[str]:
    """The codes that an expression chooses from; empty if it is not a code or a choice of codes."""
    match e:
        case ast.Constant(str(value)) if _ID.fullmatch(value):
            return [value]
        case ast.IfExp(body=body, orelse=orelse):
            first, second = codes(body), codes(orelse)
            return [*first, *second] if first and second else []
        case _:
            return []


def mistakes(path: str, source: str) -> Iterator[str]:
    """What is wrong with the reports in a file."""
    forwarder, given = FORWARDERS.get(path, ("", set[str]()))
    tree = ast.parse(source)
    inside = {
        id(call)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef) and function.name in (*MAKERS, "_report", forwarder)
        for call in ast.walk(function)
    }
    makers = {"report"} if re.search(r"codes\.reporting import .*\breport\b", source) else set[str]()
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args):
        name = ast.unparse(call.func)
        last = name.rpartition(".")[2]
        place = f"{path}:{call.lineno}"
        found = codes(call.args[0])
        if not found:
            if (name in makers or name.endswith("ctx.report")) and id(call) not in inside:
                yield f"{place}: `{name}` of a code that is not written there"
        elif last == forwarder:
            yield from (
                f"{place}: {code} needs {sorted(CODES[code].fields - given)}"
                for code in found
                if CODES[code].fields - given
            )
        elif last in MAKERS:
            said: set[str] = {keyword.arg or "**" for keyword in call.keywords} - ABOUT_ALL
            for code in found:
                if code not in CODES:
                    yield f"{place}: there is no code {code}"
                elif frozenset(said) != CODES[code].fields:
                    yield f"{place}: {code} has the fields {sorted(CODES[code].fields)}, not {sorted(said)}"


def test_every_report_gives_the_fields_of_its_code(root: Path) -> None:
    found: list[str] = []
    for folder in CODE:
        for path in sorted((root / folder).rglob("*.py")):
            found += mistakes(path.relative_to(root).as_posix(), path.read_text("utf-8"))
    assert found == []


IMPORT = "from ..codes.reporting import report\n"


@pytest.mark.parametrize(
    ("call", "why"),
    [
        ('report("E0222", span, text="X")', None),
        ('report("E0222", span, text="X", help="write it", notes=(), expected=())', None),
        ('report("E0222" if a else "E0201", span, text="X")', None),
        ('report("E0222", span)', "E0222 has the fields ['text'], not []"),
        ('self.ctx.report("E0222", span)', "E0222 has the fields ['text'], not []"),
        ('t.say("E0222", text=x, name=y)', "E0222 has the fields ['text'], not ['name', 'text'"),
        ('report("E0222" if a else "E0221", span)', "E0222 has the fields"),
        ('report("E0299", span)', "there is no code E0299"),
        ("report(code, span)", "`report` of a code that is not written there"),
        ("ctx.report(code, span)", "`ctx.report` of a code that is not written there"),
        ('report("E0222", span, **fields)', "not ['**']"),
    ],
)
def test_a_report_with_other_fields_is_found(call: str, why: str | None) -> None:
    found = list(mistakes("dsl/checks/x.py", IMPORT + call))
    assert bool(found) == bool(why)
    assert why is None or why in found[0]


def test_a_function_that_reports_with_fields_of_its_own_has_those_of_its_codes() -> None:
    assert list(mistakes("dsl/checks/secrecy.py", 'self._tell("E0801", secret)')) == []
    assert "needs ['text']" in next(mistakes("dsl/checks/secrecy.py", 'self._tell("E0222", secret)'))


def test_every_forwarder_exists(root: Path) -> None:
    for path, (name, _) in FORWARDERS.items():
        assert f"def {name}(" in (root / path).read_text("utf-8"), path
