"""Coverage-guided random inputs for all that reads what strangers wrote: an input that ends in a traceback, takes too
long or takes too much memory is kept.

    python benchmarks/hostile.py [rules scripts trees egn pbn ptn] [--seconds 600] [--seed 1] [--keep FOLDER]

The inputs begin with what the project ships.  One that reaches a line which no input reached before joins them, and is
changed further: letters, lines and words are dropped, doubled, exchanged or taken from another input, numbers become
extreme, pieces are repeated and nested.  (The method is AFL's, with lines of Python instead of edges.)  Rules are
parsed and checked, not played.  Lines are watched for one input in sixteen, because watching takes ten times as
long; for the others only what is reported counts as new.

Prints for each reader the inputs, lines reached, and what was found.  The result depends on the time; the seed only
chooses the inputs.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import re
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from revision import measured_on

import hoyle
from hoyle.dsl.loading import RULESETS, load
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.parser import parse
from hoyle.dsl.syntax.printer.declarations import print_tree
from hoyle.dsl.syntax.tree.json_form import read_data, write_json
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.notation.model import Script
from hoyle.interpreter.notation.writer import write_text

LONGEST_SECONDS = 10
"""How long one input may take, in seconds of the processor."""
MOST_MEMORY = 1 << 30
"""How many bytes the process may take."""
LONGEST = 20_000
"""The most letters of an input."""
MOST_KEPT = 4_000
WATCHED = 16
"""One input in so many is watched."""
_PBN = """[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQ2.T98.J76.543 J.A.K.Q 2.3.4.5 6.7.8.9"]
[Contract "3NT"]
[Auction "N"]
1C Pass 1NT AP
[Play "E"]
SA S2 S3 S4
*
"""
_EGN = """[Game "Euchre"]
[Dealer "S"]
[Trump "H"]
1. W:P N:P E:P S:P
2. 9H JH QH KH
{note} (9D) 1-0
"""
_PACKAGE = str(Path(hoyle.__file__).parent)
_NUMBERS = ("0", "-1", "1", "255", "65536", "2147483648", "9223372036854775808", "-9223372036854775809", "1" * 60)
_ODD = ("\0", "\ufeff", "\u202e", "\ud800", "\U0001f0a1", "\t", "\r", '"', "\\", "[" * 60, "(" * 60, "{" * 60, "#")


class _TooLong(BaseException):
    """An input took longer than it may."""


def read_rules(text: str) -> object:
    """Parse and check a rule file; returns what is reported."""
    return sorted({one.code for one in load(Source("hostile.hoyle", text)).diagnostics})


def read_script(text: str) -> object:
    """Parse a scripted game in either form, and write it."""
    script, diagnostics = parse_script(text)
    if isinstance(script, Script):
        write_text(script)
    return sorted({one.code for one in diagnostics})


def read_tree(text: str) -> object:
    """Read the tree of a rule file from JSON."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return "no JSON"
    tree, problems = read_data(data)
    if tree is not None:
        load(Source("hostile.hoyle", print_tree(tree)))
    return len(problems)


def importer(form: Any) -> Callable[[str], object]:
    """Reads records of other programs."""

    def read(text: str) -> object:
        found = hoyle.import_records(text + "\n", form=form)
        return sorted({one.code for one in found.diagnostics})

    return read


def seeds(name: str) -> list[str]:
    """What a reader begins with."""
    rules = [path.read_text("utf-8") for path in sorted(RULESETS.rglob("*.hoyle"))]
    scripts = [path.read_text("utf-8") for path in sorted((RULESETS / "games").glob("*.play"))]
    match name:
        case "rules":
            return rules
        case "scripts":
            return scripts
        case "trees":
            return [write_json(parse(Source("seed.hoyle", text))[0]) for text in rules[:12]]
        case "pbn":
            return [_PBN]
        case "egn":
            return [_EGN]
        case _:
            return ["Deal: 9H TH JH\nBid: pass pass 3\nPlay: 9H TH JH QH\nExpect: trick N\n", *scripts[:3]]


READERS: dict[str, Callable[[str], object]] = {
    "rules": read_rules, "scripts": read_script, "trees": read_tree,
    "egn": importer("egn"), "pbn": importer("pbn"), "ptn": importer("ptn"),
}  # fmt: skip


@dataclass
class ReaderFindings:
    """What came of one reader."""

    inputs: int = 0
    kept: int = 0
    lines: set[tuple[str, int]] = field(default_factory=set["tuple[str, int]"])
    failures: dict[str, str] = field(default_factory=dict[str, str])
    """For each kind of failure, the first input that brought it."""
    slowest: float = 0.0


def changed(text: str, others: list[str], dice: random.Random) -> str:
    """An input made from another one."""
    for _ in range(dice.choice((1, 1, 2, 4, 16))):
        text = _once(text, others, dice)[:LONGEST]
    return text


def _once(text: str, others: list[str], dice: random.Random) -> str:
    a = dice.randrange(len(text) + 1)
    b = min(len(text), a + dice.choice((0, 1, 1, 5, 40)))
    lines = text.split("\n")
    i, j = dice.randrange(len(lines)), dice.randrange(len(lines))
    match dice.randrange(10):
        case 0:
            return text[:a] + text[b:]
        case 1:
            return text[:b] + text[a:b] * dice.choice((1, 2, 30)) + text[b:]
        case 2:
            return text[:a] + dice.choice(_ODD) + text[a:]
        case 3:
            numbers = list(re.finditer(r"\d+", text))
            if numbers:
                one = dice.choice(numbers)
                return text[: one.start()] + dice.choice(_NUMBERS) + text[one.end() :]
            return text + dice.choice(_NUMBERS)
        case 4:
            lines[i], lines[j] = lines[j], lines[i]
        case 5:
            del lines[i]
        case 6:
            lines.insert(i, lines[j])
        case 7:
            lines[i] = dice.choice(("  ", "    ", "\t")) + lines[i] if dice.random() < 0.5 else lines[i].lstrip()
        case 8:
            other = dice.choice(others).split("\n")
            k = dice.randrange(len(other))
            lines[i:i] = other[k : k + dice.choice((1, 1, 3, 12))]
        case _:
            words = list(re.finditer(r"\w+", text))
            theirs = re.findall(r"\w+", dice.choice(others))
            if words and theirs:
                one = dice.choice(words)
                return text[: one.start()] + dice.choice(theirs) + text[one.end() :]
    return "\n".join(lines)


def watched(reader: Callable[[str], object], text: str, lines: set[tuple[str, int]]) -> object:
    """Read an input, and add the lines that are reached."""
    ours: dict[CodeType, bool] = {}

    def local(frame: FrameType, event: str, _: object) -> Any:
        if event == "line":
            lines.add((frame.f_code.co_filename, frame.f_lineno))
        return local

    def trace(frame: FrameType, _: str, __: object) -> Any:
        code = frame.f_code
        if code not in ours:
            ours[code] = code.co_filename.startswith(_PACKAGE)
        return local if ours[code] else None

    sys.settrace(trace)
    try:
        return reader(text)
    finally:
        sys.settrace(None)


def run(name: str, seconds: float, dice: random.Random) -> ReaderFindings:
    """Feed one reader for some seconds."""
    reader, pool, found = READERS[name], seeds(name), ReaderFindings()
    known: set[str] = set()
    until = time.monotonic() + seconds
    waiting = list(pool)
    while time.monotonic() < until or not found.inputs:
        text = waiting.pop() if waiting else changed(dice.choice(pool), pool, dice)
        found.inputs += 1
        watch = found.inputs % WATCHED == 1
        before, began = len(found.lines), time.process_time()
        signal.setitimer(signal.ITIMER_PROF, LONGEST_SECONDS * (10 if watch else 1))
        try:
            said = repr(watched(reader, text, found.lines) if watch else reader(text))
        except _TooLong:
            found.failures.setdefault("takes too long", text)
            continue
        except Exception as error:
            found.failures.setdefault(_kind(error), text)
            continue
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        if not watch:
            found.slowest = max(found.slowest, time.process_time() - began)
        if (len(found.lines) > before or said not in known) and len(pool) < MOST_KEPT:
            pool.append(text)
            found.kept += 1
        known.add(said)
    return found


def _kind(error: Exception) -> str:
    """The class of an error and the last line of Hoyle in it."""
    frames = [one for one in traceback.extract_tb(error.__traceback__) if one.filename.startswith(_PACKAGE)]
    at = f" at {frames[-1].filename.removeprefix(_PACKAGE)}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{at}"


def _stop(_: int, __: FrameType | None) -> None:
    raise _TooLong


def main() -> int:
    """Read the arguments, feed the readers, print what was found.  Returns 1 if there are failures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("readers", nargs="*", help=", ".join(READERS))
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, resource.RLIM_INFINITY))
    signal.signal(signal.SIGPROF, _stop)
    names = given.readers or list(READERS)
    failed = 0
    for number, name in enumerate(names):
        found = run(name, given.seconds / len(names), random.Random(given.seed * 1_000 + number))
        print(
            f"{name}: {found.inputs:,} inputs, {found.kept:,} reached something new; {len(found.lines):,} lines; "
            f"slowest {found.slowest:.2f} s; {len(found.failures)} kinds of failures",
            flush=True,
        )
        for kind, text in found.failures.items():
            failed += 1
            print(f"  {kind}")
            if given.keep is not None:
                given.keep.mkdir(parents=True, exist_ok=True)
                file = given.keep / f"{name}-{hashlib.sha256(kind.encode()).hexdigest()[:8]}.txt"
                file.write_bytes(text.encode("utf-8", "surrogatepass"))
    print(f"most memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB")
    print(measured_on())
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
