"""Reads and checks rule files with mistakes in them, as many as one asks for, and counts those that end in a traceback.

    python benchmarks/mangled.py [--count 10000] [--seed 1] [--keep FOLDER] [--write benchmarks/mangled.md]

Each file begins as a shipped game or variant, drawn by lot.  Between one and four changes are made, of six kinds: a
piece (a word, a sign, a text) or a line is left out, doubled, moved, exchanged with another, replaced by one of any
other game, or changed in its letters and numbers.  The file is read and checked as `hoyle check --no-play` does.
Everything but a list of diagnostics is a fault, and so is a file that takes more than ten seconds of the processor.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from revision import measured_on

from hoyle.dsl.loading import RULESETS, load
from hoyle.dsl.source.span import Source

LONGEST_SECONDS = 10
PIECES = re.compile(r'"[^"\n]*"|\w+|\n *|\s|.')
KINDS = ("leave out", "double", "move", "exchange", "replace", "change")


@dataclass
class Counted:
    """What came of the files so far."""

    sound: int = 0
    warned: int = 0
    refused: int = 0
    codes: Counter[str] = field(default_factory=Counter[str])
    first: Counter[str] = field(default_factory=Counter[str])
    faults: list[str] = field(default_factory=list[str])
    seconds: list[float] = field(default_factory=list[float])


def mangled(text: str, other: str, dice: random.Random) -> str:
    """A text with one to four mistakes; what is replaced is replaced by a part of the other text."""
    by_line = dice.random() < 0.4
    parts = text.splitlines(keepends=True) if by_line else PIECES.findall(text)
    others = other.splitlines(keepends=True) if by_line else PIECES.findall(other)
    for _ in range(dice.randint(1, 4)):
        at, to = dice.randrange(len(parts)), dice.randrange(len(parts))
        match dice.choice(KINDS):
            case "leave out":
                parts[at] = ""
            case "double":
                parts[at] += parts[at]
            case "move":
                parts.insert(to, parts.pop(at))
            case "exchange":
                parts[at], parts[to] = parts[to], parts[at]
            case "replace":
                parts[at] = dice.choice(others)
            case _:
                parts[at] = changed(parts[at], dice)
    return "".join(parts)


def changed(part: str, dice: random.Random) -> str:
    """A part with another letter, number or indentation."""
    number = re.search(r"\d+", part)
    if number is not None and dice.random() < 0.5:
        return part[: number.start()] + dice.choice(("0", "1", "7", "99999999999")) + part[number.end() :]
    if not part.strip():
        return part + " " * dice.randint(1, 5)
    at = dice.randrange(len(part))
    return part[:at] + dice.choice(("", part[at] * 2, "e", "s", "'", "(", "é", "\0")) + part[at + 1 :]


def judged(text: str, counted: Counted) -> str | None:
    """Read and check one text.  Returns what is wrong with how that went."""
    start = time.process_time()
    try:
        found = load(Source("mangled.hoyle", text)).diagnostics
        messages = [str(problem) for problem in found]
    except Exception:
        return traceback.format_exc()
    counted.seconds.append(time.process_time() - start)
    if counted.seconds[-1] > LONGEST_SECONDS:
        return f"{counted.seconds[-1]:.1f} seconds"
    if any(not line for line in messages):
        return "a message without a text"
    errors = [problem for problem in found if problem.severity == "error"]
    if errors:
        counted.refused += 1
        counted.first[errors[0].code] += 1
    elif found:
        counted.warned += 1
    else:
        counted.sound += 1
    counted.codes.update({problem.code for problem in found})
    return None


def report(counted: Counted, count: int, seed: int) -> str:
    """The page of one run."""
    times = sorted(counted.seconds) or [0.0]
    at = [times[int(part * (len(times) - 1))] for part in (0.5, 0.99, 1)]
    common = ", ".join(f"{code} {number:,}" for code, number in counted.first.most_common(12))
    lines = (
        "# Rule files with mistakes in them",
        "",
        "Made by `python benchmarks/mangled.py`, whose docstring says how the files are made.",
        "",
        f"- {count:,} files, seed {seed}; a traceback, or more than {LONGEST_SECONDS} seconds: {len(counted.faults)}",
        f"- with errors {counted.refused:,}, only with warnings and notes {counted.warned:,}, sound {counted.sound:,}",
        f"- {len(counted.codes)} different codes were reported; the first error was most often {common}",
        f"- seconds of the processor: {at[0]:.2f} in the middle, {at[1]:.2f} for one in a hundred, {at[2]:.2f} at most",
        "",
        *(f"```text\n{fault.strip()}\n```\n" for fault in counted.faults[:20]),
        measured_on(),
        "",
    )
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for the files with faults")
    parser.add_argument("--write", type=Path)
    arguments = parser.parse_args()
    texts = [path.read_text(encoding="utf-8") for path in sorted(RULESETS.rglob("*.hoyle"))]
    dice = random.Random(arguments.seed)
    counted = Counted()
    for number in range(arguments.count):
        text = mangled(dice.choice(texts), dice.choice(texts), dice)
        fault = judged(text, counted)
        if fault is not None:
            counted.faults.append(fault)
            if arguments.keep:
                arguments.keep.mkdir(parents=True, exist_ok=True)
                (arguments.keep / f"{number}.hoyle").write_text(text, encoding="utf-8", errors="surrogatepass")
        if number % 500 == 499:
            print(f"{number + 1:,} files, {len(counted.faults)} faults", file=sys.stderr)
    page = report(counted, arguments.count, arguments.seed)
    print(page)
    if arguments.write:
        arguments.write.write_text(page, encoding="utf-8")
    return 1 if counted.faults else 0


if __name__ == "__main__":
    sys.exit(main())
