"""The settings that all tests share: the Hypothesis profiles and the folders of the documents that the rulesets cite.

Hypothesis uses the profile `ci` if the variable CI is set; it then draws the same examples in every run.  Otherwise it
uses `dev`, which draws fewer, but new ones in each run.  With HOYLE_SLOW_TESTS it uses `slow`, which draws the most.
No profile has a deadline: no test measures time.
"""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import HealthCheck, Phase, settings

from hoyle.interpreter.learning import budget

from . import browsers

# The phase `explain` is left out: it runs a failing example many more times.
PHASES = (Phase.explicit, Phase.reuse, Phase.generate, Phase.target, Phase.shrink)

settings.register_profile(
    "ci",
    max_examples=40,
    derandomize=True,
    database=None,
    deadline=None,
    phases=PHASES,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("dev", max_examples=30, deadline=None, phases=PHASES)
settings.register_profile("slow", deadline=None, phases=PHASES)
settings.load_profile("slow" if "HOYLE_SLOW_TESTS" in os.environ else "ci" if os.environ.get("CI") else "dev")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell that starts pytest in the background makes it ignore Ctrl-C. The programs that the tests start must not.
    signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="hoyle-cache-")  # what users' rules passed is not touched
os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="hoyle-state-")  # nor the games that they left

for name in ("COLUMNS", "LINES"):
    # pytest imports readline, which sets these variables in the worker processes of a run on several cores, but not in
    # a run on one core.  Without them both runs are alike.
    os.environ.pop(name, None)

budget.FIRST_CHOICES = budget.FURTHER_CHOICES = 4_000  # no test here is about how well rules are learned

# Hundreds of tests start `hoyle` as a process of its own.  With bytecode on disk Python compiles the modules only once.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Ten thousand test items live until the end of the run.  The garbage collector should not visit them so often.
gc.set_threshold(200_000, 20, 1000)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Remove the folders of this run, and collect the garbage once.

    Freeze the rest, which pytest would otherwise collect five more times before it ends.
    """
    for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME"):
        shutil.rmtree(os.environ[name], ignore_errors=True)
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def source_folders() -> list[Path]:
    """The folders that may hold the documents cited by the rulesets.

    A folder may be missing: the documents are not part of the project.

    They are the folders in the variable HOYLE_SOURCES, then `shared/sources` beside the checkout.
    """
    named = [Path(folder) for folder in os.environ.get("HOYLE_SOURCES", "").split(os.pathsep) if folder]
    return [*named, Path(__file__).resolve().parents[2] / "shared" / "sources"]


@pytest.fixture(scope="session")
def start_browser() -> Callable[[], Any]:
    """Return a function that starts Chromium without a window.  Where there is none, it skips the test."""
    return browsers.start


OUTSIDE = {"at", "browser", "browsers", "client", "fresh", "page", "process", "terminal", "within"}
"""Fixtures that drive another process: a browser, a terminal or a language server."""


LONG = Path(__file__).with_name("long.txt")
"""The tests that take a second or more, with all that they are tried on.  They run if HOYLE_LONG_TESTS is set, as it is
in `.ci/run`; otherwise only for the rulesets of `SAMPLE`.  A whole run with HOYLE_TIMES=tests/long.txt makes the list anew.
"""
SECONDS = 1.0
SAMPLE = ("texas_euchre", "newberry_euchre", "gin_rummy")
"""Rulesets for which every sweep runs always."""
SHARE = 24
"""A test that is tried on many shipped rule files or scripts is tried on one in so many of them, but on `FEW` at least.
Which ones differs from test to test, so that each file is tried by many tests.  With HOYLE_SLOW_TESTS each is tried by
all.
"""
FEW = 4
WHOLE = {
    "tests/dsl/rulebook/test_nothing_lost.py": "what a rulebook leaves out is another thing in each game",
    "tests/dsl/syntax/test_parser.py": "cheap",
    "tests/interpreter/learning/test_player.py::test_players_who_have_learned_bring": "what is true of each player alone",
    "tests/interpreter/story/test_tables.py": "what players of each game look for",
    "tests/rulesets/test_golden.py": "what is true of each script alone",
    "tests/rulesets/test_properties.py::test_a_ruleset_has_no_errors": "what is true of each ruleset alone",
    "tests/rulesets/test_properties.py::test_a_game_ends_with_a_result": "long already",
    "tests/rulesets/test_properties.py::test_presets": "cheap",
}
"""Tests on shipped files that are tried on each of them in any run, by the beginning of their names, and why."""
MANY = 8
"""From so many shipped files on, a test is a sweep over them."""
SHIPPED = {
    path.stem
    for path in (Path(__file__).resolve().parents[1] / "rulesets").rglob("*")
    if path.suffix in {".hoyle", ".play"}
}


def _tried(item: pytest.Item) -> str | None:
    """The shipped rule file or script that a test is tried on, by name."""
    called = getattr(item, "callspec", None)
    for value in called.params.values() if called is not None else ():
        name = value.stem if isinstance(value, Path) else value
        if isinstance(name, str) and name in SHIPPED:
            return name
    return None


def _left_out(items: list[pytest.Item], asked: set[Path]) -> Iterator[pytest.Item]:
    """Yield the tests that are left to longer runs.

    They are those of a long sweep, if none is asked for, and those of any sweep that are not in its sample.  Whoever
    names a test or its file asks for all of it.
    """
    long = "HOYLE_LONG_TESTS" in os.environ
    tests = {item: item.nodeid.partition("[")[0] for item in items}
    tried = {item: name for item in items if (name := _tried(item)) is not None}
    files: dict[str, set[str]] = defaultdict(set)
    for item, name in tried.items():
        files[tests[item]].add(name)
    too_long = set() if long else {line.split()[1] for line in LONG.read_text("utf-8").splitlines()}
    chosen = {test: _sample(test, names) for test, names in files.items()}
    for item, test in tests.items():
        if item.path in asked or tried.get(item) in SAMPLE:
            continue
        sampled = item in tried and not test.startswith(tuple(WHOLE))
        if test in too_long or (sampled and tried[item] not in chosen[test]):
            yield item


def _sample(test: str, names: set[str]) -> set[str]:
    """The shipped files that a test is tried on: all if they are few, otherwise a share of them that is always the same."""
    if len(names) < MANY:
        return names
    by_chance = sorted(names, key=lambda name: (crc32(f"{test} {name}".encode()), name))
    return set(by_chance[: max(FEW, len(names) // SHARE)])


class Times:
    """Notes the tests that take long, in a run for which HOYLE_TIMES names a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.seconds: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid.partition("[")[0]] += report.duration

    def pytest_sessionfinish(self) -> None:
        lines = [f"{took:6.1f} {test}\n" for test, took in sorted(self.seconds.items()) if took >= SECONDS]
        self.path.write_text("".join(lines), "utf-8")


def pytest_configure(config: pytest.Config) -> None:
    if (path := os.environ.get("HOYLE_TIMES")) and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Times(config.invocation_params.dir / path))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what belongs to longer runs.

    Let tests that drive another process run a second time if they fail.

    Sort the tests of the studio first.

    Another process may fail once for reasons outside this project; pytest reports each such rerun.  All other tests
    must pass at once.  The tests of the studio mostly wait for a browser.  If they run first, the other worker has work
    to do in the meantime.
    """
    gc.freeze()
    if "HOYLE_SLOW_TESTS" not in os.environ:
        asked = {Path(argument.partition("::")[0]).resolve() for argument in config.args}
        left_out = set(_left_out(items, asked))
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]
    items.sort(key=lambda item: not item.nodeid.startswith("tests/studio/"))
    for item in items:
        if OUTSIDE.intersection(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.flaky(reruns=1))
