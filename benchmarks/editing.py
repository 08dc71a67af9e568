"""Measures the speed and the memory of the language server while a rule file is edited.

    python benchmarks/editing.py                     # 10,000 edits of the largest ruleset
    python benchmarks/editing.py --edits 500

The edits imitate a person who types: single letters, deletions, lines split and joined, and sometimes everything is
undone.  After every `--pause` edits the diagnostics are computed, and completion and hover are requested at the last
edit.  Times are compared with a plain check of the same file in the same process, so that the ratio is the same on a
slow machine.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from revision import measured_on

from hoyle.dsl.loading import load, rulesets
from hoyle.language_server.session import Session
from hoyle.language_server.text import Text
from hoyle.language_server.workspace import uri_of

TYPED = "abcdefghijklmnopqrstuvwxyz_ .,:(){}=0123456789\n"


def memory() -> float:
    """The memory of this process in megabytes; 0 if the system does not report it."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def timed(what: Callable[[], object]) -> float:
    start = time.perf_counter()
    what()
    return 1000 * (time.perf_counter() - start)


class Editor:
    """A client of a session in this process."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.session = Session(self.sent.append)
        self.number = 0
        self.ask("initialize", {"capabilities": {}, "initializationOptions": {"lenses": False}})

    def ask(self, method: str, params: Any) -> Any:
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        answer = self.sent[-1]
        if "error" in answer and answer["error"]["code"] != -32803:
            raise SystemExit(f"{method}: {answer['error']}")
        return answer.get("result")

    def send(self, message: dict[str, Any]) -> None:
        self.sent.clear()
        self.session.receive(message)
        while self.session.work():
            pass

    def rest(self) -> None:
        self.sent.clear()
        while self.session.rest():
            pass

    def open(self, uri: str, text: str) -> None:
        document = {"uri": uri, "languageId": "hoyle", "version": 1, "text": text}
        self.send({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}})

    def change(self, uri: str, version: int, change: dict[str, Any]) -> None:
        params = {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]}
        self.send({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": params})


def edit(dice: random.Random, text: str, at: int) -> tuple[int, int, str]:
    """A random next edit at a place: the start and the end of the text that is removed, and the new text."""
    if dice.random() < 0.03:
        at = dice.randrange(len(text) + 1)
    if dice.random() < 0.3 and at > 0:
        return at - 1, at, ""
    return at, at, dice.choice(TYPED)


def editing(path: Path, edits: int, pause: int, seed: int) -> None:
    """Edit a file, and print the measurements."""
    original = path.read_text(encoding="utf-8")
    plain = [timed(lambda: load(path)) for _ in range(15)]
    editor, dice = Editor(), random.Random(seed)
    uri = uri_of(path)
    editor.open(uri, original)
    editor.rest()
    before = memory()
    text, at, version = original, len(original) // 2, 1
    times: dict[str, list[float]] = {"edit": [], "diagnostics": [], "completion": [], "hover": []}
    for number in range(1, edits + 1):
        version += 1
        if number % 200 == 0:
            change, text, at = {"text": original}, original, dice.randrange(len(original))
        else:
            start, end, new = edit(dice, text, at)
            change = {"range": Text(text).range(start, end), "text": new}
            text, at = text[:start] + new + text[end:], start + len(new)
        times["edit"].append(timed(lambda change=change, version=version: editor.change(uri, version, change)))
        if number % pause == 0:
            params = {"textDocument": {"uri": uri}, "position": Text(text).position(at)}
            for name in ("completion", "hover"):
                times[name].append(timed(lambda name=name, params=params: editor.ask(f"textDocument/{name}", params)))
            times["diagnostics"].append(timed(editor.rest))
    check = statistics.median(plain)
    print(f"{path.name}: {len(original):,} characters, {edits:,} edits, a pause after every {pause}")
    print(f"  plain check        {check:7.1f} ms")
    for name, found in times.items():
        if found:
            middle, most = statistics.median(found), sorted(found)[int(len(found) * 0.95)]
            ratio = f"  {middle / check:5.2f} of a plain check" if name == "diagnostics" else ""
            print(f"  {name:<18} {middle:7.1f} ms  (95 % within {most:.1f} ms){ratio}")
    print(f"  memory             {before:7.1f} MB before, {memory():.1f} MB after")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--edits", type=int, default=10_000)
    parser.add_argument("--pause", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    largest = max(rulesets().values(), key=lambda path: path.stat().st_size)
    editing(largest, given.edits, given.pause, given.seed)
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    sys.exit(main())
