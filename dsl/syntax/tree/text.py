"""Reads a rule tree from a JSON text, and finds the place of every mistake in it.

Three steps check the text: it is JSON; the data has the shapes of nodes (`json_form`); a rule file can say the same.
The last step prints every declaration and parses the result.  So every accepted tree is one that the parser could have
made, and other code can rely on it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from ...codes.reporting import report
from ...source.diagnostics import Diagnostic
from ...source.json_reader import path_text, read_located
from ...source.span import Source, Span
from .. import nodes as n
from ..parser import parse
from ..printer.declarations import print_tree
from .json_form import MOST_PROBLEMS, Path, TreeProblem, read_data

Diagnostics = tuple[Diagnostic, ...]


def read_json(source: Source, sources: Mapping[str, Source] | None = None) -> tuple[n.RuleFile | None, Diagnostics]:
    """The tree that a JSON text describes, if a rule file can say the same; else the mistakes and their places."""
    try:
        data = _parse(source.text.removeprefix(_BOM))
    except json.JSONDecodeError as error:
        at = error.pos + source.text.startswith(_BOM)
        return None, (report("E1101", Span(source, at, at), why=_lowered(error.msg)),)
    except RecursionError:
        return None, (report("E1101", Span(source, 0, 0), why="lists and objects are nested too deep"),)
    except ValueError as error:
        return None, (report("E1101", Span(source, 0, 0), why=str(error)),)
    tree, problems = read_data(data, sources)
    if tree is not None:
        problems = unsaid(tree)
    if not problems:
        return tree, ()
    located = read_located(source.text)
    spots = [located.at(one.path) for one in problems]
    found = tuple(
        report(
            "E1102" if tree is None else "E1103",
            Span(source, spot.start, spot.end),
            help=one.help,
            why=one.why,
            path=path_text(one.path),
        )
        for one, spot in zip(problems, spots, strict=True)
    )
    return None, found


def unsaid(tree: n.RuleFile) -> list[TreeProblem]:
    """The declarations of a tree that a rule file cannot say: printed and parsed again, they differ."""
    problems: list[TreeProblem] = []
    for number, declaration in enumerate(tree.declarations):
        alone = n.RuleFile((declaration,))
        path: Path = ("rules", "declarations", number)
        try:
            text = print_tree(alone)
        except _UNPRINTABLE:
            problems.append(TreeProblem(path, "it cannot be written down"))
            continue
        again, found = parse(Source("<tree>", text))
        errors = [one for one in found if one.severity == "error"]
        if errors:
            problems.append(TreeProblem(path, errors[0].message, f"it is written `{_line(text, errors[0])}`"))
        elif again != alone:
            problems.append(TreeProblem(path, "it would be read as something else"))
    return problems[:MOST_PROBLEMS]


_UNPRINTABLE = (AssertionError, AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError)
"""Exceptions that the printer may raise for a tree that no parser makes."""
_BOM = "\ufeff"


def _lowered(message: str) -> str:
    """A message of the JSON reader, in the form of our fragments."""
    return (message[:1].lower() + message[1:]).removesuffix(" starting at").removesuffix(" at")


def _line(text: str, diagnostic: Diagnostic) -> str:
    return text.splitlines()[diagnostic.span.line - 1].strip()


def _parse(text: str) -> object:
    """Parse JSON by RFC 8259, but only with whole numbers and without duplicate keys."""

    def once(members: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(members)
        if len(found) < len(members):
            names = [name for name, _ in members]
            raise ValueError(f"`{next(name for name in names if names.count(name) > 1)}` is said twice in one object")
        return found

    def whole(digits: str) -> int:
        if len(digits) > 20:
            raise ValueError("a number is too long")
        return int(digits)

    def none(digits: str) -> None:
        raise ValueError(f"`{digits[:20]}` is no whole number")

    return json.loads(text, object_pairs_hook=once, parse_int=whole, parse_float=none, parse_constant=none)
