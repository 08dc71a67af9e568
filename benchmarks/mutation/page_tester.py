"""Runs tests on mutants of the page and of its TypeScript package (`page_changes.py`).

The tests run in a copy of the checkout, where types are not checked: a mutant that a type checker would refuse counts
only if a test notices it.  For each mutant, one file of the copy is changed, and tests run until one fails:

- the tests under Node's own runner: `javascript/test` for the package, then `studio/test`;
- for the package, the questions that `tests/javascript` asks of it: each is asked once while those tests run on the
  code as it is and is stored with its answer (`exchanges.py`).  Most of these tests compare the whole answer; where
  they do not (`LOOSE`), the test itself is run on a mutant that answers differently;
- for the page, the browser tests in `BROWSER` of its folder, in a page with the mutant (`in_browser.py`).

A mutant is `stopped` if the tests twice run out of time, the second time with twice as much.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from changes import Mutant
from page_changes import mutated

HERE = Path(__file__).resolve().parent
Keep = Callable[[Mutant, dict[str, Any]], None]
Found = tuple[str, str]
"""How a mutant ended, `killed` or `stopped`, and the name of the test that noticed it."""
COMPARED = [
    "tests/javascript/test_damaged.py",
    "tests/javascript/test_errors.py",
    "tests/javascript/test_constructs.py",
    "tests/javascript/test_small_thinking.py",
    "tests/javascript/test_small_lessons.py",
    "tests/javascript/test_weights.py",
    "tests/javascript/test_used.py",
    *(
        f"tests/javascript/test_again.py::test_games_are_copied_and_resumed[{name}]"
        for name in ("kuhn_poker", "cribbage")
    ),
    "tests/javascript/test_held.py::test_incidents_are_declared_alike",
    *(f"tests/javascript/test_everything.py::test_everything_is_the_same[{seed}]" for seed in (0, 1)),
    *(f"tests/javascript/test_held.py::test_a_game_is_the_same[{name}]" for name in ("newberry_euchre", "gin_rummy")),
    *(f"tests/javascript/test_learned.py::test_it_chooses_as_in_python[{name}]" for name in ("skat", "leduc_poker")),
    "tests/javascript/test_learned.py::test_it_learns_as_in_python[leduc_poker-False-options2]",
    "tests/javascript/test_learned.py::test_weights_that_cannot_be_used_are_one_sentence",
    *(f"tests/javascript/test_thinking.py::test_a_seat_has_seen_the_same[{name}]" for name in ("skat", "gin_rummy")),
    "tests/javascript/test_thinking.py::test_a_player_thinks_the_same[gops]",
]
"""The tests whose questions are stored: some of each kind, which are quick."""
LOOSE = ("tests/javascript/test_errors.py", "tests/javascript/test_damaged.py")
"""Tests that compare only a part of an answer."""
TOO_LONG = 6.0
"""Questions that take the package more than so many seconds are not asked."""
STRIP = """\
// In the place of the compiler: takes the types away and checks nothing.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { transformSync } from "%s/studio/node_modules/esbuild/lib/main.js";
const [from, to] = [join(process.argv[process.argv.indexOf("-p") + 1], ".."), process.argv.at(-1)];
for (const folder of ["src", "test"])
  for (const name of readdirSync(join(from, folder), { recursive: true }))
    if (name.endsWith(".ts")) {
      const out = join(to, folder, name.replace(/ts$/, "js"));
      mkdirSync(dirname(out), { recursive: true });
      const text = readFileSync(join(from, folder, name), "utf-8");
      writeFileSync(out, transformSync(text, { loader: "ts", target: "es2022" }).code);
    }
"""


class PageTester:
    """A copy of the checkout in which mutants are tested.  `keep` is called with each mutant and its result."""

    def __init__(self, root: Path, store: Path, keep: Keep) -> None:
        self.root, self.store, self.keep = root, store, keep
        self.copy = Path(tempfile.mkdtemp(prefix="mutants-"))
        self.compiled = self.copy / "compiled"
        self.exchanges: list[dict[str, Any]] = []
        self.usual: dict[str, float] = {}
        """How many seconds each kind of tests takes on the code as it is."""

    def close(self) -> None:
        """Remove the copy."""
        shutil.rmtree(self.copy, ignore_errors=True)

    def test(self, mutants: list[Mutant], end: float) -> None:
        """Test mutants until a time of `time.monotonic`: all without a browser, then survivors of the page in one."""
        self._prepare(any(m.path.startswith("javascript/") for m in mutants))
        left: list[Mutant] = []
        for mutant in mutants:
            if time.monotonic() > end:
                break
            began = time.monotonic()
            with self._changed(mutant):
                found = self._noticed(mutant.path)
            took = round(time.monotonic() - began, 1)
            if found is None and not mutant.path.startswith("javascript/"):
                left.append(mutant)
                print(f"{mutant.key}: only a browser may notice it ({took} s)", flush=True)
            elif found is None:
                self.keep(mutant, {"state": "survived", "tests": len(self.exchanges) + 2, "seconds": took})
            else:
                self.keep(mutant, {"state": found[0], "by": found[1], "tests": 1, "seconds": took})
        if left:
            self._in_browser(left, end)

    # ------------------------------------------------------------------------------------------------------ the copy

    def _prepare(self, package: bool) -> None:
        """Copy the checkout, and run all tests on the code as it is."""
        listed = subprocess.check_output(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=self.root, text=True
        )
        for name in listed.split("\0"):
            if name and (self.root / name).is_file():
                (self.copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(self.root / name, self.copy / name)
        (self.copy / "studio" / "node_modules").symlink_to(self.root / "studio" / "node_modules")
        compiler = self.copy / "javascript" / "node_modules" / "typescript" / "bin" / "tsc"
        compiler.parent.mkdir(parents=True)
        (compiler.parent / "package.json").write_text('{"type": "module"}', encoding="utf-8")
        compiler.write_text(STRIP % self.root, encoding="utf-8")
        (self.copy / "build" / "typing").mkdir(parents=True)
        (self.copy / "build" / "typing" / "hoyle").symlink_to(self.copy)
        self.compiled.mkdir()
        (self.compiled / "package.json").write_text('{"type": "module"}', encoding="utf-8")
        self._compile()
        if package:
            self._record()
        for path in ("javascript/src", "studio/src"):
            found = self._noticed(f"{path}/none.ts")
            if found is not None:
                raise SystemExit(f"{found[1]} fails on the code as it is")

    def _compile(self) -> None:
        compiler = self.copy / "javascript" / "node_modules" / "typescript" / "bin" / "tsc"
        subprocess.run(
            ["node", str(compiler), "-p", str(self.copy / "javascript" / "test"), "--outDir", str(self.compiled)],
            check=True,
        )

    def environment(self) -> dict[str, str]:
        """The variables for a process that tests the copy."""
        path = os.pathsep.join((str(self.copy / "build" / "typing"), str(HERE)))
        return {**os.environ, "PYTHONPATH": path, "CI": "1", "MUTANTS_STORE": str(self.store)}

    def _pytest(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *arguments]
        return subprocess.run(
            command, cwd=self.copy, env=self.environment(), capture_output=True, text=True, check=False
        )

    def _record(self) -> None:
        """Run the tests of the package once, and store what they ask and what is answered."""
        kept = self.store / "exchanges.json"
        newest = max(path.stat().st_mtime for path in (self.root / "tests/javascript").glob("*.py"))
        newest = max(newest, *(path.stat().st_mtime for path in (self.root / "javascript/test").glob("*.ts")))
        if not kept.exists() or kept.stat().st_mtime < newest:
            done = self._pytest("-p", "exchanges", *COMPARED)
            if done.returncode:
                raise SystemExit(f"the tests of the package fail on the code as it is: {done.stdout[-2000:]}")
        read = json.loads(kept.read_text(encoding="utf-8"))
        self.exchanges = sorted((one for one in read if one["seconds"] < TOO_LONG), key=lambda one: one["seconds"])

    @contextmanager
    def _changed(self, mutant: Mutant) -> Generator[None]:
        """Change one file of the copy for a while."""
        path = self.copy / mutant.path
        text = path.read_text(encoding="utf-8")
        path.write_text(mutated(self.root, mutant), encoding="utf-8")
        try:
            if mutant.path.startswith("javascript/"):
                self._compile()
            yield
        finally:
            path.write_text(text, encoding="utf-8")

    # ---------------------------------------------------------------------------------------------- without a browser

    def _noticed(self, path: str) -> Found | None:
        """Whether the tests that need no browser notice the change of a file, and which does first."""
        package = path.startswith("javascript/")
        kinds: list[tuple[str, Callable[[float], Found | None]]] = [
            ("page", lambda limit: self._node("studio/test", limit)),
        ]
        if package:
            kinds = [
                ("package", lambda limit: self._node("javascript/test", limit)),
                ("exchanges", self._replay),
                *kinds,
            ]
        for kind, run in kinds:
            began = time.monotonic()
            usual = self.usual.get(kind)
            limit = 300.0 if usual is None else 5 * usual + 10
            found = run(limit)
            if found is not None and found[0] == "stopped":
                found = run(2 * limit)
            if found is not None:
                return found
            if usual is None:
                self.usual[kind] = time.monotonic() - began
        return None

    def _node(self, folder: str, limit: float) -> Found | None:
        """Run the tests of a folder under Node's runner."""
        where = self.compiled if folder.startswith("javascript/") else self.copy / "studio"
        files = sorted(str(path) for path in (where / "test").glob("*.test.*js"))
        try:
            done = subprocess.run(
                ["node", "--test", "--test-reporter=tap", *files],
                cwd=where,
                capture_output=True,
                text=True,
                timeout=limit,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return "stopped", folder
        if not done.returncode:
            return None
        failed = re.findall(r"^ *not ok \d+ - (.*)", done.stdout, re.MULTILINE)
        return "killed", f"{folder}: {failed[0] if failed else 'ended'}"

    def _replay(self, limit: float) -> Found | None:
        """Ask the package what the tests asked, and compare its answers with those that the tests have accepted."""
        end = time.monotonic() + limit
        try:
            noticed = self._differs([one for one in self.exchanges if "question" in one], limit)
            if noticed is not None:
                return noticed
            for one in self.exchanges:
                if "command" in one:
                    command = ["node", str(self.compiled / "test" / one["command"][0]), *one["command"][1:]]
                    left = max(1.0, end - time.monotonic())
                    done = subprocess.run(command, capture_output=True, text=True, timeout=left, check=False)
                    if done.returncode or done.stderr:
                        return "killed", one["test"]
        except subprocess.TimeoutExpired:
            return "stopped", "tests/javascript"
        return None

    def _differs(self, asked: list[dict[str, Any]], limit: float) -> Found | None:
        """The first test whose question gets another answer than on the code as it is."""
        command = ["node", str(self.compiled / "test" / "answer.js")]
        with (
            tempfile.TemporaryFile("w+", encoding="utf-8") as questions,
            tempfile.TemporaryFile("w+", encoding="utf-8") as errors,
        ):
            questions.write("".join(json.dumps(one["question"]) + "\n" for one in asked))
            questions.seek(0)
            node = subprocess.Popen(command, stdin=questions, stdout=subprocess.PIPE, stderr=errors, text=True)
            timer = threading.Timer(limit, node.kill)
            timer.start()
            try:
                assert node.stdout is not None
                passed = set[str]()
                for one in asked:
                    line = node.stdout.readline()
                    if not line and node.wait() < 0:
                        return "stopped", one["test"]
                    said = comparable(json.loads(line), one["question"]) if line else {}
                    if said == one["answer"] or one["test"] in passed:
                        continue
                    if one["test"].split("::")[0] not in LOOSE or self._fails(one["test"]):
                        return "killed", one["test"]
                    passed.add(one["test"])
            finally:
                timer.cancel()
                node.kill()
                node.wait()
        return None

    def _fails(self, test: str) -> bool:
        """Whether a test of Python fails on the copy as it is now."""
        return self._pytest(test).returncode == 1

    # ------------------------------------------------------------------------------------------------- in a browser

    def _in_browser(self, mutants: list[Mutant], end: float) -> None:
        """Test mutants of the page in a browser, in a process that loads Hoyle from the copy."""
        jobs = [
            {"key": m.key, "path": m.path, "old": (self.copy / m.path).read_text("utf-8"), "new": mutated(self.root, m)}
            for m in mutants
        ]
        (self.store / "jobs.json").write_text(json.dumps(jobs), encoding="utf-8")
        by_key = {m.key: m for m in mutants}
        command = [sys.executable, str(HERE / "in_browser.py"), str(self.store), str(max(0.0, end - time.monotonic()))]
        variables = self.environment()
        with subprocess.Popen(command, cwd=self.copy, env=variables, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            for line in child.stdout:
                if line.startswith('{"key"'):
                    found = json.loads(line)
                    self.keep(by_key[found.pop("key")], found)
                else:
                    print(line, end="", flush=True)
        if child.returncode:
            raise SystemExit(child.returncode)


def comparable(answer: dict[str, Any], question: dict[str, Any]) -> dict[str, Any]:
    """An answer without the places in a stack, and with the digest of the file that was written."""
    from hashlib import sha256

    if "error" in answer:
        return {"error": answer["error"].split("\n")[0]}
    into = question.get("into")
    written = Path(into).read_bytes() if into and Path(into).exists() else b""
    return {**answer, "into": sha256(written).hexdigest()} if into else answer
