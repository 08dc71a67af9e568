"""Whoever does what a message advises gets on: the mistake is mended, or the next message is another one.

Every message of the samples is followed whose advice can be done by a machine: other words in place of what is
underlined, or leaving it out. Then the same message is not found there again. Of those about the form of a line, most
leave no mistake at all.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.parser import parse

SAMPLES = Path(__file__).parent / "samples"
CASES = Path(__file__).parents[1] / "syntax"
FILES = sorted(SAMPLES.glob("*.hoyle"))
INSTEAD = re.compile(r"(?:write|did you mean|leave|the \w+ stands?|[^`]*: )[^`]*`([^`…]+)`\??")
OUT = "leave it out"


def followed(d: Diagnostic, text: str) -> str | None:
    """The text after the advice was followed; None if only a person can follow it."""
    said = INSTEAD.fullmatch(d.help or "")
    if d.help is None or (said is None and not d.help.startswith(OUT)):
        return None
    words = "" if d.help.startswith(OUT) or said is None else said[1]
    return text[: d.span.start] + words + text[d.span.end :]


def same(one: Diagnostic, other: Diagnostic) -> bool:
    """Whether two messages say the same at the same place."""
    return (one.code, one.span.start, one.message, one.help) == (
        other.code,
        other.span.start,
        other.message,
        other.help,
    )


def module(name: str) -> Any:
    """A file of tests of hints, for its cases."""
    spec = importlib.util.spec_from_file_location(f"cases_of_{name}", CASES / f"test_{name}.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def lines() -> Iterator[str]:
    """The lines of the tests of hints: each is a text with one mistake."""
    sayings, written, names, clauses = map(module, ("sayings", "written_hints", "names_hints", "clause_hints"))
    yield from (text for text, _, _ in sayings.WRITTEN)
    yield from (f"{written.BLOCK}{line}\n" for line, _ in written.LINES)
    yield from (f"names\n    {line}\n" for line, _ in names.LINES)
    yield from (clauses.FRAMES[frame].replace("{}", line, 1) for frame, line, *_ in clauses.CASES)


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in FILES])
def test_following_an_advice_mends_or_moves_on(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for d in load(Source(path.name, text)).diagnostics:
        better = followed(d, text) if d.span.source.name == path.name else None
        if better is not None:
            again = load(Source(path.name, better)).diagnostics
            assert not any(same(one, d) for one in again), f"{d.span.line}: {d.message}: {d.help}"


def test_following_an_advice_about_a_line_mostly_mends_it() -> None:
    tried = mended = 0
    for text in lines():
        for d in parse(Source("test", text))[1]:
            better = followed(d, text)
            if better is None:
                continue
            left = parse(Source("test", better))[1]
            assert not any(same(one, d) for one in left), (text, d.help)
            tried, mended = tried + 1, mended + (not left)
    assert tried > 120
    assert mended > 0.85 * tried
