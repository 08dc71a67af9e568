"""Whether the tests notice small changes of the code: a mutation tester.

    python benchmarks/mutation [--sample 400] [--seed 1] [--rooms FOLDER…] [--tests PATH…] [--budget 10]
                               [--hand 0.3] [--minutes M] [--again survived] [--only KEY…] [--whole] [--map]
                               [--store FOLDER] [--first FILE] [--results FILE…] [--earlier FILE] [--page FILE]

Takes a sample of all mutants (`changes.py`), the same number from each folder, runs tests that cover each
(`tester.py`) for at most the budget, in seconds of the tests' processor time, and writes `benchmarks/mutation.md`.  The
result for each mutant, the test that noticed it and the revision are kept in `results.json` in the folder `--store`
(`build/mutation`; parallel runs need one folder each).  `--hand` is the share of mistakes as people make them
(`HAND_MADE` in `changes.py`).  With `--minutes` the sample is tested in random order until the time is up; the page
then says how many were not tried.  `--again survived` tests the survivors again.  `--only` tests single mutants, in the
sample or not, and does not write the page; it reports a key that no mutant has any more because its code was changed.
With `--whole`, every test of `--tests` is run, not only fast tests that cover the line.  `--first` names the
`results.json` of another run: the test that noticed a mutant there is run first, even if it is slow.  `--results` adds
the results of other stores.  With `--earlier`, nothing is tested: the page is written from existing results, and
mutants that only an earlier run killed are taken from its `results.json`; the page says how many.  `equivalent.json`
lists the mutants that no test can distinguish from the original code, as a person found, and why.  `--map` only finds
out which of the given tests run which line, which is kept in the store: several processes can share that work, and
`build/mutation/map` of one store can be copied into others.  Needs `pip install coverage`.

The folders of the page (`ROOMS` in `page_changes.py`), which are TypeScript and JavaScript, are rooms like those of
Python; `page_tester.py` describes which tests judge them.  They need `npm ci` in `studio/` and
`pip install tree-sitter tree-sitter-typescript`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from changes import HAND_MADE, Mutant, mutants
from page_changes import ROOMS as OF_PAGES
from page_changes import is_room, is_script, mutants_of
from page_tester import PageTester
from report import written
from tester import Tester

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PACKAGES = ("api", "cli", "dsl", "envs", "interchange", "interpreter", "language_server", "server", "testing")
"""Where the code is that is tested."""
DIVIDED = ("cli", "dsl", "interpreter")
"""Packages whose folders are rooms of their own."""
TESTS = ["tests"]
LEFT_OUT = [
    "tests/benchmarks", "tests/docs", "tests/house", "tests/studio", "tests/interpreter/batch/test_cluster.py",
    "tests/envs/test_spawned.py",
]  # fmt: skip
"""Tests that are not used: of other things than code, by browsers, or by other processes for long."""


def all_rooms() -> list[str]:
    """The folders of the package, of which each gives as many mutants: those of `DIVIDED` packages, else packages."""
    folders = [
        f"{package}/{path.name}"
        for package in DIVIDED
        for path in sorted((ROOT / package).iterdir())
        if path.is_dir() and any(path.rglob("*.py"))
    ]
    return sorted([*folders, *(set(PACKAGES) - set(DIVIDED))])


def main() -> None:
    """Read the arguments, test the mutants, write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hand", type=float, default=0.0)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--page", type=Path, default=HERE.parent / "mutation.md")
    parser.add_argument("--rooms", nargs="*", default=[*all_rooms(), *OF_PAGES])
    parser.add_argument("--budget", type=float, default=10.0)
    parser.add_argument("--again", nargs="*", default=[])
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--tests", nargs="*", default=TESTS)
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--map", action="store_true")
    parser.add_argument("--earlier", type=Path)
    parser.add_argument("--first", type=Path)
    parser.add_argument("--results", type=Path, nargs="*", default=[])
    parser.add_argument("--store", type=Path, default=ROOT / "build" / "mutation")
    given = parser.parse_args()
    store: Path = given.store.resolve()
    (store / "map").mkdir(parents=True, exist_ok=True)
    if given.map:
        _run(Tester(ROOT, store / "map", all_rooms(), lambda _: None, False, {}), given.tests)
        return
    results: dict[str, Any] = _read(store / "results.json")
    for path in given.results:
        results |= _read(path)
    known = _read(given.first) if given.first is not None else results
    if given.only:
        wanted = [m for room in given.rooms for m in _of_room(room) if m.key in given.only]
        sampled = wanted
    else:
        sampled = sample(given.rooms, given.sample, given.seed, given.hand)
        wanted = [m for m in sampled if m.key not in results or results[m.key]["state"] in given.again]
        wanted = wanted if given.earlier is None else []
        if given.minutes is not None:
            wanted.sort(key=lambda m: hashlib.sha256(f"order {given.seed} {m.key}".encode()).digest())
    for key in sorted(set(given.only) - {m.key for m in wanted}):
        print(f"{key}: there is no such mutant; its code was changed")

    revision = subprocess.check_output(["git", "rev-parse", "--short=7", "HEAD"], cwd=ROOT, text=True).strip()

    end = math.inf if given.minutes is None else time.monotonic() + 60 * given.minutes
    pages, wanted = [m for m in wanted if is_script(m.path)], [m for m in wanted if not is_script(m.path)]

    def keep(mutant: Mutant, found: dict[str, Any]) -> None:
        results[mutant.key] = {**found, "revision": revision}
        if not given.whole or found["state"] != "survived":
            (store / "results.json").write_text(json.dumps(results, indent=1), encoding="utf-8")
        print(results[mutant.key], mutant.path, mutant.line, mutant.operator, mutant.key, flush=True)

    if pages:
        tester = PageTester(ROOT, store, keep)
        try:
            tester.test(pages, end)
        finally:
            tester.close()

    def work(tester: Tester) -> None:
        for n, mutant in enumerate(wanted, 1):
            if time.monotonic() > end:
                break
            print(n, len(wanted), end=" ")
            keep(mutant, tester.test(mutant, given.budget))

    if wanted:
        first = {key: found["by"] for key, found in known.items() if "by" in found}
        _run(Tester(ROOT, store / "map", all_rooms(), work, given.whole, first), given.tests)
    if given.only:
        return
    if given.earlier is not None:  # killed in the earlier run and not in this one; its code is unchanged
        for key, found in _read(given.earlier).items():
            killed = results.get(key, {"state": ""})["state"] in ("killed", "stopped")
            if found["state"] in ("killed", "stopped") and not killed:
                results[key] = {**found, "earlier": True}
    equivalent = _read(HERE / "equivalent.json")
    given.page.write_text(written(sampled, results, equivalent, given.seed), encoding="utf-8")


def _run(tester: Tester, tests: list[str]) -> None:
    """Collect the tests and run the tester."""
    os.environ["CI"] = "1"  # Hypothesis draws the same examples every time
    os.environ["HOYLE_LONG_TESTS"] = "1"  # those of many parameters are long only together
    os.chdir(ROOT)
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", *(f"--ignore={path}" for path in LEFT_OUT)]
    code = pytest.main([*options, *tests], plugins=[tester])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        sys.exit(int(code))


def sample(rooms: list[str], size: int, seed: int, hand: float = 0) -> list[Mutant]:
    """Choose the same number of mutants of each folder: those with the lowest hash of seed and key.  `hand`: the share
    of `HAND_MADE` operators, where there are so many.
    """
    chosen: list[Mutant] = []
    for room in rooms:
        found = _of_room(room)
        found.sort(key=lambda m: hashlib.sha256(f"{seed} {m.key}".encode()).digest())
        size_of_room = size // len(rooms)
        made = [m for m in found if m.operator in HAND_MADE][: round(hand * size_of_room)]
        others = [m for m in found if m.operator not in HAND_MADE]
        chosen += [*made, *others][:size_of_room]
    return sorted(chosen, key=lambda m: (m.path, m.number))


def _of_room(room: str) -> list[Mutant]:
    """All mutants of a folder."""
    if is_room(room):
        return mutants_of(ROOT, room)
    return [m for path in sorted((ROOT / room).rglob("*.py")) for m in mutants(ROOT, str(path.relative_to(ROOT)))]


def _read(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


main()
