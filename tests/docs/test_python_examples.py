"""Every block of docs/python.md runs, and each line gives the value printed after its `#`."""

from __future__ import annotations

import ast
import re
from pathlib import Path

BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
VALUE = re.compile(r"^(?P<code>\S.*?)\s{2,}# (?P<value>.+)$")


ROOT = Path(__file__).resolve().parents[2]


def _blocks() -> list[str]:
    return BLOCK.findall((ROOT / "docs" / "python.md").read_text(encoding="utf-8"))


def _wanted(value: str) -> str:
    """The value as `repr` would write it, with single quotes and single spaces."""
    return " ".join(value.replace('"', "'").split())


def test_every_example_gives_the_printed_values() -> None:
    names: dict[str, object] = {}
    looked_at = 0
    for block in _blocks():
        expected: dict[int, str] = {}
        for number, line in enumerate(block.splitlines(), 1):
            found = VALUE.match(line.strip())
            if found and re.match(r"""["'(\[{<\d]|True|False|None""", found["value"]):
                expected[number] = found["value"]
        for node in _statements(ast.parse(block).body):
            if isinstance(node, ast.Expr) and node.lineno in expected:
                value = eval(compile(ast.Expression(node.value), "python.md", "eval"), names)
                wanted = expected[node.lineno].removesuffix(": the same, asked for afterwards")
                wanted = wanted.removesuffix(": it can be played")
                shown = repr(value)
                if isinstance(value, tuple) and not wanted.startswith("("):
                    shown = shown[1:-1]
                assert shown.replace('"', "'") == _wanted(wanted), f"docs/python.md: {ast.unparse(node)}"
                looked_at += 1
            else:
                exec(compile(ast.Module([node], []), "python.md", "exec"), names)
    assert looked_at > 20


def _statements(body: list[ast.stmt]) -> list[ast.stmt]:
    """Split `try` statements, so that the statements of their handlers can be checked one by one as well."""
    found: list[ast.stmt] = []
    for node in body:
        if isinstance(node, ast.Try):
            (handler,) = node.handlers
            keep = ast.parse("caught = None").body[0]
            error = ast.parse(f"caught = {handler.name}").body[0]
            bound = ast.parse(f"{handler.name} = caught").body[0]
            whole = ast.Try(node.body, [ast.ExceptHandler(handler.type, handler.name, [error])], [], [])
            found += [keep, ast.fix_missing_locations(ast.copy_location(whole, node)), bound, *handler.body]
        else:
            found.append(node)
    return found
