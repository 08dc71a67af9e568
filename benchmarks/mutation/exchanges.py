"""A pytest plugin that stores what the tests of the TypeScript package ask and what is answered.

With `-p exchanges`, every question to Node that a passing test asks is written to `exchanges.json` in the folder
`MUTANTS_STORE`, with its answer, its seconds, and copies of the files that it names.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from page_tester import comparable

STORE = Path(os.environ["MUTANTS_STORE"])
FOUND: list[dict[str, Any]] = []


def _kept(value: object) -> object:
    """The name of a copy, for the name of a file; any other value as it is."""
    if not isinstance(value, str) or not Path(value).is_absolute():
        return value
    folder = STORE / "files"
    folder.mkdir(exist_ok=True)
    if not Path(value).is_file():
        return str(folder / hashlib.sha256(value.encode()).hexdigest()[:16])
    digest = hashlib.sha256(Path(value).read_bytes()).hexdigest()[:16]
    shutil.copyfile(value, folder / digest)
    return str(folder / digest)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Store the questions of a test."""
    node: Any = getattr(item, "funcargs", {}).get("node")
    run = subprocess.run
    asked: list[dict[str, Any]] = []

    def ask(name: str, **question: Any) -> Any:
        kept = {"ask": name, **{key: _kept(value) for key, value in question.items()}}
        answer: dict[str, Any] = {}
        began = time.monotonic()
        try:
            answer = {"answer": type(node).ask(node, name, **question)}
        except RuntimeError as error:
            answer = {"error": str(error)}
            raise
        finally:
            took = time.monotonic() - began
            known = json.loads(json.dumps(comparable(answer, question)))
            asked.append({"test": item.nodeid, "question": kept, "answer": known, "seconds": took})
        return answer["answer"]

    def ran(command: list[str], **options: Any) -> Any:
        if command[0] == "node" and command[1].endswith("again.js"):
            kept = [Path(command[1]).name, *(str(_kept(one)) for one in command[2:])]
            asked.append({"test": item.nodeid, "command": kept, "seconds": 1.0})
        return run(command, **options)

    if node is not None:
        node.ask = ask
    subprocess.run = ran  # type: ignore[assignment]
    try:
        yield
        FOUND.extend(asked)
    finally:
        subprocess.run = run
        if node is not None:
            del node.ask


def pytest_sessionfinish() -> None:
    """Write what was stored."""
    (STORE / "exchanges.json").write_text(json.dumps(FOUND), encoding="utf-8")
