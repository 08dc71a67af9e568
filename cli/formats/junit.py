"""The JUnit form of a replay, for build servers: a suite for each file, a case for each game.

What is wrong between two games belongs to the case of the game before it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

_UNFIT = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML cannot contain."""

Data = Mapping[str, Any]


def report(scripts: Iterable[Data]) -> str:
    """The XML document for the results of each script (the data of `--format json`)."""
    root = Element("testsuites", name="hoyle replay")
    for script in scripts:
        suite = SubElement(root, "testsuite", name=_fit(script["file"]))
        for number, game in enumerate(script["games"], 1):
            title = game.get("title") or game["ruleset"]
            line = str(game["place"].rpartition(":")[2])
            case = SubElement(suite, "testcase", classname=_fit(script["file"]), file=_fit(script["file"]), line=line)
            case.set("name", _fit(f"game {number}: {title}"))
            case.set("time", f"{game.get('seconds', 0):.3f}")
            if not game.get("ok"):
                _failure(case, game["error"])
            if game.get("warnings"):
                SubElement(case, "system-out").text = _fit("\n\n".join(map(_described, game["warnings"])))
        starts = [int(case.get("line", "0")) for case in suite]
        for problem in script["errors"]:
            before = sum(start < problem["line"] for start in starts)
            if problem.get("stray") and before:  # a line between two games is no third game
                _failure(suite[before - 1], problem)
                continue
            case = SubElement(suite, "testcase", classname=_fit(script["file"]), file=_fit(script["file"]))
            case.set("name", f"line {problem['line']}")
            _failure(case, problem)
        suite.set("tests", str(len(suite)))
        suite.set("failures", str(len(suite.findall("testcase[failure]"))))
        suite.set("time", f"{sum(float(case.get('time', '0')) for case in suite):.3f}")
    for name in ("tests", "failures"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in root)))
    root.set("time", f"{sum(float(suite.get('time', '0')) for suite in root):.3f}")
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode")


def _failure(case: Element, problem: Data) -> None:
    """Add a mistake to a case: its code and message, and below them the place, the advice and the rules."""
    message = _fit(f"{problem['code']}: {problem['message']}")
    SubElement(case, "failure", type=problem["code"], message=message).text = _fit(_described(problem))


def _described(problem: Data) -> str:
    """The place and message of a mistake or a warning, the advice and the rules that forbid it."""
    lines = [f"{problem['file']}:{problem['line']}:{problem['column']}: {problem['code']}: {problem['message']}"]
    if problem["help"]:
        lines.append(f"help: {problem['help']}")
    lines += [f"{note['file']}:{note['line']}:{note['column']}: {note['text']}" for note in problem["notes"]]
    return "\n".join(lines)


def _fit(text: str) -> str:
    return _UNFIT.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
