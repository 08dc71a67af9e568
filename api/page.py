"""Writes docs/api.md: every public name of `hoyle`, its environments and its players, from its docstring.

python -m hoyle.api.page > docs/api.md
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any

PARTS: tuple[tuple[str, str, str, str], ...] = (
    ("hoyle", "The package `hoyle`", "", "`import hoyle`. [Games from Python](python.md) shows how these are used."),
    (
        "hoyle.envs", "Environments", "aec parallel gym register vector openspiel bot extensive_form Actions Encoding",
        "`from hoyle import envs`, after `pip install 'hoyle[envs]'`. [Rule files as environments](envs.md) shows how.",
    ),
    (
        "hoyle.interpreter.players", "Players", "NamedPlayer Turn TrickHeard Player Decision TrickSeen",
        "What a player that is a program is made of. [Players that are programs](players.md) shows how.",
    ),
)  # fmt: skip
"""The packages: the module, the heading, its names (empty: all that it exports), and what to read."""
_HEAD = """<!-- Made by `python -m hoyle.api.page` from the docstrings: change those, and run `bash .ci/generated`. -->
# Every public name

Each name has its types in its signature, says what it raises, and how it is used. What is not on this page may change
from one version to the next. Numbers that are times are seconds; what is counted says so.
"""


def page() -> str:
    """The whole page."""
    return "\n".join(_lines()).rstrip() + "\n"


def names(module: str, chosen: str) -> tuple[str, ...]:
    """The public names of a package."""
    return tuple(chosen.split()) or tuple(sorted((*import_module(module).__all__, "list", "open"), key=str.casefold))


def _lines() -> Iterator[str]:
    yield from _HEAD.splitlines()
    for module, title, chosen, text in PARTS:
        yield from ("", f"## {title}", "", text, "")
        for name in names(module, chosen):
            thing = getattr(import_module(module), name)
            yield from (f"### `{module}.{name}`", "", *_signature(name, thing), *documented(thing), "")
            if inspect.isclass(thing):
                yield from _members(name, thing)


def _members(name: str, kind: type[Any]) -> Iterator[str]:
    """The fields, properties and methods of a class that have a docstring or a type of their own."""
    fields = [*_fields(kind)]
    if fields:
        yield from ("| field | type |", "|---|---|", *fields, "")
    for member, value in vars(kind).items():
        inner = value.fget if isinstance(value, property) else getattr(value, "__func__", getattr(value, "func", value))
        if member.startswith("_") or not inspect.isfunction(inner) or not inner.__doc__:
            continue
        yield from (f"#### `{name}.{member}`", "")
        if inner is value or isinstance(value, (classmethod, staticmethod)):
            yield from _signature(member, inner)
        yield from (*documented(inner), "")


def _fields(kind: type[Any]) -> Iterator[str]:
    """The fields of a record, with their types as they are written."""
    for base in reversed(kind.__mro__):
        for name, type in inspect.get_annotations(base).items() if base.__module__.startswith("hoyle.") else ():
            if not name.startswith("_") and "ClassVar" not in str(type):
                shown = str(type).replace("|", "\\|")
                yield f"| `{name}` | `{shown}` |"


def _signature(name: str, thing: Any) -> Iterable[str]:
    try:
        signature = str(inspect.signature(thing))
    except (TypeError, ValueError):
        return ()
    if inspect.isclass(thing) and ("_data" in signature or issubclass(thing, Exception)):
        return ()  # nobody makes one by hand
    shown = re.sub(r"(?<=: )'([^']*)'|(?<=-> )'([^']*)'", lambda found: found[1] or found[2], signature)
    shown = re.sub(r"<factory>|<[^ >]+ (?:[^ ]+ )?(?:object )?at 0x[0-9a-f]+>", "...", shown)
    return ("```python", f"{name}{shown}", "```", "")


def documented(thing: Any) -> Iterator[str]:
    """A docstring as Markdown: indented are examples, in columns arguments; its headings are none of the page's."""
    block: list[str] = []
    listing = False
    for line in [*(inspect.getdoc(thing) or "").splitlines(), ""]:
        listed = bool(_LISTED.match(line))
        indented = line.startswith("    ") or (bool(block) and not line.strip() and bool(block[-1].strip()))
        if block and ((listed and not listing) or not (listed or indented)):
            yield from _fenced(block)
            block = []
        if listed or indented:
            listing = listed or (listing and bool(block))
            block.append(line if listing else line.removeprefix("    "))
        else:
            yield re.sub(r"^(#+) ", r"\\\1 ", line)
    yield from _fenced(block)


def _fenced(block: list[str]) -> Iterator[str]:
    while block and not block[-1].strip():
        block.pop()
    if block:
        yield from ("```python" if _is_code(block) else "```text", *block, "```", "")


_LISTED = re.compile(r"[a-z_]+(?:, [a-z_]+)*(?:  +)\S")
"""A line about an argument: its name, and what it is, in columns."""


def _is_code(block: list[str]) -> bool:
    try:
        compile("\n".join(block), "<example>", "exec")
    except SyntaxError:
        return False
    return True


if __name__ == "__main__":
    sys.stdout.write(page())
