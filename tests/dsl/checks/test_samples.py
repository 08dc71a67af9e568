"""Sample rule files that contain their own diagnostics after the lines: `#! CODE `underlined text` message (help)`.

The diagnostics found must be exactly the announced ones: on that line, with that text underlined.  To add a sample,
write it without announcements, run this file as a program on it, and read what it adds:

    python tests/dsl/checks/test_samples.py tests/dsl/checks/samples/new.hoyle
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from hoyle.dsl.codes.table import RULE_CODES
from hoyle.dsl.loading import load
from hoyle.dsl.source.diagnostics import Diagnostic

SAMPLES = Path(__file__).parent / "samples"
FILES = sorted(SAMPLES.rglob("*.hoyle"))
ANNOUNCED = re.compile(r" *#! (?P<said>\w\d{4} `[^`]*` .*?)(?= *#! \w\d{4} `|$)")
ELSEWHERE = {"E0906", "E0907", "E0908", "E0931", "W0930"}
"""Codes that one file alone cannot cause: codes of variants applied together or in a long chain, and of an unreadable
document.

The examples in the table of codes cover them.  The document that the samples cite lies in their folder.
"""

FRAGMENT = "W0436"
"""The code about what whole games can do: a sample is a part of a game, and announces it only if it is about that."""

Found = set[tuple[str, int, str]]


def found_in(path: Path) -> Found:
    """Return the diagnostics of a sample: file, line and the announcement that each should have."""
    found = load(path).diagnostics
    if FRAGMENT not in path.read_text(encoding="utf-8"):
        found = tuple(d for d in found if d.code != FRAGMENT)
    return {(Path(d.span.source.name).name, d.span.line, announcement(d)) for d in found}


def announcement(d: Diagnostic) -> str:
    """A diagnostic as it is written after a line of a sample.  Of a block it quotes only the first line."""
    underlined = d.span.text.split("\n")[0].split("#")[0]
    help = f" ({d.help})" if d.help else ""
    return f"{d.code} `{' '.join(underlined.split())}` {d.message}{help}"


def announced_in(path: Path) -> Found:
    lines = path.read_text(encoding="utf-8").splitlines()
    return {(path.name, i, m["said"]) for i, line in enumerate(lines, 1) for m in ANNOUNCED.finditer(line)}


@pytest.mark.parametrize("path", [pytest.param(p, id=str(p.relative_to(SAMPLES))) for p in FILES])
def test_exactly_the_announced_diagnostics_are_found(path: Path) -> None:
    assert found_in(path) == announced_in(path)


def test_every_code_has_a_sample() -> None:
    """Other tests have the samples of families 01 and 02 (layout and syntax) and of family 13 (faults found by
    playing).
    """
    drawn = {said.split()[0] for path in FILES for _, _, said in announced_in(path)}
    wanted = {code.id for code in RULE_CODES.values() if code.family not in ("01", "02", "13")}
    wanted -= {
        "E0913",
        "W0914",
        "W0915",
        "E0916",
        "E0917",
        "E0918",
        "E0919",
        "E0920",
        "W0931",
        "N0936",
    }  # samples in tests/dsl/resolve
    assert wanted - drawn == ELSEWHERE


def announce(path: Path) -> None:
    """Write the diagnostics of a sample after its lines."""
    found = sorted(found_in(path))
    lines = [re.sub(r" *#! .*", "", line) for line in path.read_text(encoding="utf-8").splitlines()]
    for name, number, said in found:
        assert name == path.name, f"found in {name}: {said}"
        lines[number - 1] += f"  #! {said}"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        announce(Path(argument))
