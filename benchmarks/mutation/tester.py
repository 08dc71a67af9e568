"""A pytest plugin that runs tests on mutants.

pytest collects the tests once.  Then every test file is run once in a fork, with coverage.py, to find which tests run
which line.  This is kept in `build/mutation/map`, file by file, until the test file changes (delete it if only its data
change).  If the code has changed since, every test that runs any line of a file counts for the whole file.  Each mutant
gets its own fork in which the code of one function (or one constant) is replaced, and tests of its line are run until
one fails; of each test file, the tests that run most of the function come first.  Nothing is written into the checkout.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import changes
import pytest
from _pytest.runner import runtestprotocol
from forks import KILLED, SURVIVED, forked

SLOW = 6.0
"""Tests that take more than this many seconds of processor time, with coverage, are not used."""
UNKNOWN = 5.0
"""The most seconds for a test of unknown duration."""
MOST_OF_A_FILE = 40.0
"""The most seconds for the tests of one file; later tests are not used."""
PARAMETERS = 2
"""How many parameters of one test are used, unless its file is one of samples."""
SAMPLES = (
    "test_examples", "test_samples", "test_faults", "test_expressions", "test_sets", "test_bad_scripts",
    "test_reading_json", "test_presence_in_phrases", "test_sight_of_tricks", "test_known_lines",
    "test_printed", "test_streams", "test_steps", "test_inputs", "test_diagnostics_view", "test_nearest",
    "_hints", "test_sayings", "test_tried_anew", "test_treejson", "test_the_layout_of_one_line", "test_layout",
    "test_small_games", "test_logic", "test_amend", "test_inherited", "test_no_nouns", "test_english", "test_agreement",
    "test_prose", "test_written", "test_lines", "test_slips", "test_traversal", "test_pbn", "test_egn", "test_mappings",
    "test_functions", "test_reports", "test_wrong_input", "test_session", "test_features", "test_actions",
    "test_lenses", "test_completion", "test_hooks",
    "test_meanings", "test_variant_lines", "test_lines_in_words", "test_lines_settled", "test_lines_printed",
    "test_lines_checked", "test_every_place", "test_tiny_game", "test_small_reports", "test_tiny_commands",
    "test_record_changes",
    "test_notation", "test_json_form", "test_payoffs", "test_positions", "test_gained", "test_remember", "test_tables",
    "test_loops", "choices/test_choices", "test_left_over", "test_under", "test_shapes", "test_cards", "test_tricks",
    "test_ranking_conditions", "test_options", "test_reading_questions", "test_thinker_parts", "test_world_solver",
    "test_courses", "test_errors_and_records", "test_report_parts", "test_think_names", "test_small_piles",
    "test_small_questions", "test_small_memory", "test_side_lines", "test_expected_defines", "test_after_tables",
    "test_why", "test_ends", "test_operations", "test_covering", "test_rule_faults", "test_random_picks",
    "test_at_each_card", "test_aims", "test_structs", "test_counted_again", "test_places", "test_wild",
    "replaying/test_runs", "test_schemas", "games/test_watch", "rules/test_show", "test_commands_beside",
    "language_server/test_forms", "language_server/test_index", "language_server/test_text", "test_what_mends",
    "language_server/test_requests", "language_server/test_settings",
    "server/test_afterwards", "server/test_record", "server/test_screen", "server/test_viewers",
    "server/test_web_inside", "server/test_workers",
    "envs/test_opponents", "test_small_vectors", "test_incidents_and_warnings", "test_sound_games",
)  # fmt: skip


class Tester:
    """The plugin.  After `pytest.main`, the tests are available, and `test` tests a mutant."""

    def __init__(
        self, root: Path, store: Path, rooms: list[str], work: Any, whole: bool, first: dict[str, str]
    ) -> None:
        self.root, self.store, self.rooms, self.work, self.whole = root, store, rooms, work, whole
        self.items: dict[str, pytest.Item] = {}
        self.by_line: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        self.anywhere: dict[str, set[str]] = defaultdict(set)
        """Tests that run some line of a file that has changed since then."""
        self.seconds: dict[str, float] = {}
        self.sound: dict[str, bool] = {}
        """For each test that killed a mutant: whether it passes on the original code."""
        self.first = first
        """The test that noticed a mutant in an earlier run, by the mutant's key."""
        self.context = ""

    # -------------------------------------------------------------------------------------------------- the session

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Runs instead of all tests."""
        if self.whole:
            self.items = {item.nodeid: item for item in session.items}
            self.work(self)
            return True
        chosen: dict[str, list[pytest.Item]] = defaultdict(list)
        for item in _some(session.items):
            chosen[item.nodeid.split("::")[0]].append(item)
            self.items[item.nodeid] = item
        for file, items in chosen.items():
            self._learn(file, items)
        known = set(self.first.values())
        self.items.update((item.nodeid, item) for item in session.items if item.nodeid in known)
        self.work(self)
        return True

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: Any) -> Iterator[None]:
        """Lines that a module or session fixture runs count for all tests that use the fixture."""
        if fixturedef.scope == "function" or not self.context:
            return (yield)
        before = self.context
        self._switch(f"fixture {fixturedef.argname}")
        try:
            return (yield)
        finally:
            self._switch(before)

    def _switch(self, context: str) -> None:
        import coverage

        self.context = context
        running = coverage.Coverage.current()
        if running is not None:
            running.switch_context(context)

    # ------------------------------------------------------------------------------------------------ what runs what

    def _learn(self, file: str, items: list[pytest.Item]) -> None:
        """Find which lines the tests of a file run: from the store, or by running them."""
        kept = self.store / (file.replace("/", "-") + ".json")
        if not kept.exists() or kept.stat().st_mtime < (self.root / file).stat().st_mtime:
            began = time.monotonic()
            kept.write_text(json.dumps(self._covered(items)), encoding="utf-8")
            print(f"{file}: {len(items)} tests in {time.monotonic() - began:.0f} s", flush=True)
        data = json.loads(kept.read_text(encoding="utf-8"))
        self.seconds.update({name: s for name, s in data["seconds"].items() if name in self.items})
        users: dict[str, list[str]] = defaultdict(list)
        for name in data["seconds"]:
            if name in self.items:
                for fixture in getattr(self.items[name], "fixturenames", ()):
                    users[f"fixture {fixture}"].append(name)
                users[name].append(name)
        for path, lines in data["lines"].items():
            source = self.root / path
            changed = not source.exists() or source.stat().st_mtime > kept.stat().st_mtime
            for line, contexts in lines.items():
                found = self.anywhere[path] if changed else self.by_line[path][int(line)]
                found.update(name for context in contexts for name in users[context])

    def _covered(self, items: list[pytest.Item]) -> dict[str, Any]:
        """Which lines each test of a file runs: `{"seconds": {test: …}, "lines": {path: {line: [context]}}}`.

        A test that takes too long ends its fork, because nothing else is certain to end it; the next fork leaves it
        out.
        """
        seconds: dict[str, float] = {}
        lines: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        part, now = self.store / "part", self.store / "now"
        spent = 0.0
        while items and spent < MOST_OF_A_FILE:
            part.unlink(missing_ok=True)
            now.write_text(items[0].nodeid, encoding="utf-8")
            forked(partial(self._run_covered, items, part, now), MOST_OF_A_FILE, 20 * MOST_OF_A_FILE)
            at = [item.nodeid for item in items].index(now.read_text(encoding="utf-8"))
            found = json.loads(part.read_text(encoding="utf-8")) if part.exists() else {"seconds": {}, "lines": {}}
            again = [item for item in items[:at] if item.nodeid not in found["seconds"]]
            items = [*again, *items[at + 1 :]]
            seconds.update((name, took) for name, took in found["seconds"].items() if took >= 0)
            for path, of_path in found["lines"].items():
                for line, contexts in of_path.items():
                    lines[path][line] += contexts
            spent += sum(map(abs, found["seconds"].values())) + SLOW
        return {"seconds": seconds, "lines": lines}

    def _run_covered(self, items: list[pytest.Item], part: Path, now: Path) -> int:
        """Run tests and store which lines each runs, from time to time.  Runs in a fork."""
        import coverage

        _quiet(items[0].config)
        include = [str(self.root / room / "*") for room in self.rooms]
        cover = coverage.Coverage(data_file=None, include=include, config_file=False)
        cover.start()
        seconds: dict[str, float] = {}

        def write() -> None:
            data, lines = cover.get_data(), dict[str, dict[int, list[str]]]()
            for path in data.measured_files():
                relative = str(Path(path).relative_to(self.root))
                lines[relative] = {line: [c for c in cs if c] for line, cs in data.contexts_by_lineno(path).items()}
            whole = part.with_name("whole")  # this process may be ended while it writes
            whole.write_text(json.dumps({"seconds": seconds, "lines": lines}), encoding="utf-8")
            whole.replace(part)

        written = time.process_time()
        for item, following in zip(items, [*items[1:], None], strict=True):
            now.write_text(item.nodeid, encoding="utf-8")
            self._switch(item.nodeid)
            began = time.process_time()
            signal.setitimer(signal.ITIMER_PROF, SLOW)
            reports = runtestprotocol(item, log=False, nextitem=following)
            signal.setitimer(signal.ITIMER_PROF, 0)
            took = round(time.process_time() - began, 4)
            seconds[item.nodeid] = -took if any(report.failed or report.skipped for report in reports) else took
            if time.process_time() - written > 4:
                write()
                written = time.process_time()
        cover.stop()
        write()
        return 0

    # ---------------------------------------------------------------------------------------------------- a mutant

    def test(self, mutant: changes.Mutant, budget: float) -> dict[str, Any]:
        """Test a mutant.  The result is `killed` (a test failed), `stopped` (it ran out of time or memory), `survived`,
        or `not run` by any test; with the number of tests, the processor time they take without the mutant, and the
        test that noticed it.

        A test that fails on the original code kills no mutant; it is left out from then on.  A mutant that was stopped
        is tested once more with twice the time, so that a busy machine does not stop it.
        """
        while True:
            names = list(self.items) if self.whole else self._chosen(mutant, budget)
            if not names:
                return {"state": "not run", "tests": 0, "seconds": 0.0}
            seconds = sum(self.seconds.get(name, UNKNOWN) for name in names)
            found = {"tests": len(names), "seconds": round(seconds, 2)}
            for times in (1, 2):
                work = partial(self._run_tests, names, mutant, times)
                answer = forked(work, times * (3 * seconds + 8), times * (20 * seconds + 120))
                if answer in (SURVIVED, KILLED):
                    break
            if answer == SURVIVED:
                return {"state": "survived", **found}
            by = (self.store / "test").read_text(encoding="utf-8")
            if self._passes(by):
                return {"state": "killed" if answer == KILLED else "stopped", "by": by, **found}
            print(f"{by} fails on the code as it is", flush=True)
            del self.items[by]

    def _passes(self, name: str) -> bool:
        """Whether a test passes alone on the original code."""
        if name not in self.sound:
            self.sound[name] = forked(partial(self._run_tests, [name], None, 2), 60, 600) == SURVIVED
        return self.sound[name]

    def _chosen(self, mutant: changes.Mutant, budget: float) -> list[str]:
        """The tests of the line of a mutant, as many as the budget allows.  First comes the test that noticed it in an
        earlier run.  Then comes, of each file, the test that runs most lines of the function, then the second of each
        file, and so on.  For half of the budget only files in the test folder for the mutant's own folder are used.
        """
        lines = self.by_line.get(mutant.path, {})
        constant = "." not in mutant.function and mutant.function.isupper()
        names = set[str]().union(*lines.values()) if constant else lines.get(mutant.line, set[str]())
        names = names | self.anywhere.get(mutant.path, set[str]())
        function = range(mutant.first, mutant.last + 1)
        run = Counter(name for line in function for name in lines.get(line, ()))
        by_file: dict[str, list[str]] = defaultdict(list)
        for name in sorted(names, key=lambda name: (-run[name], self.seconds[name], name)):
            by_file[name.split("::")[0]].append(name)
        own = "tests/" + "/".join(mutant.path.split("/")[:2])
        ranked = sorted(
            (rank, self.seconds[name], name) for tests in by_file.values() for rank, name in enumerate(tests)
        )
        order = [name for *_, name in ranked]
        near = [name for name in order if name.startswith(own)]
        chosen = [name for name in (self.first.get(mutant.key, ""),) if name in self.items]
        spent = 0.0
        for names_of_round, bound in ((near, budget / 2), (order, budget)):
            for name in names_of_round:
                if name in self.items and name not in chosen and spent + self.seconds[name] <= bound:
                    chosen.append(name)
                    spent += self.seconds[name]
        return chosen

    def _run_tests(self, names: list[str], mutant: changes.Mutant | None, times: int) -> int:
        """Make the change, if any, and run the tests, each within a multiple (`times`) of its usual processor time.
        The name of the running test is stored.  Runs in a fork.
        """
        items = [self.items[name] for name in names]
        _quiet(items[0].config)
        if mutant is not None:
            exchange(self.root, mutant)
        for item, following in zip(items, [*items[1:], None], strict=True):
            (self.store / "test").write_text(item.nodeid, encoding="utf-8")
            signal.setitimer(signal.ITIMER_PROF, times * (5 * self.seconds.get(item.nodeid, UNKNOWN) + 4))
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
                return KILLED
        return SURVIVED


def exchange(root: Path, mutant: changes.Mutant) -> None:
    """Put a mutant into the loaded modules: the code of its function, or its constant wherever it is used."""
    name = "hoyle." + mutant.path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    __import__(name)
    module = sys.modules[name]
    code = compile(changes.mutated(root, mutant), str(root / mutant.path), "exec")
    try:
        inner = changes.code_of(code, mutant.function)
    except LookupError:
        values: dict[str, Any] = {"__name__": name, "__package__": name.rpartition(".")[0]}
        exec(code, values)  # noqa: S102 - the module's own text with one number changed
        old, new = getattr(module, mutant.function), values[mutant.function]
        for other in list(sys.modules.values()):
            if other.__dict__.get(mutant.function) is old:
                setattr(other, mutant.function, new)
        return
    holder: Any = module
    *around, last = mutant.function.split(".")
    for part in around:
        holder = holder.__dict__[part]
    _put(holder.__dict__[last], inner)


def _put(found: Any, code: CodeType) -> None:
    """Put code into a function, inside its decorators."""
    while not isinstance(found, FunctionType):
        found = next(
            getattr(found, name) for name in ("__wrapped__", "__func__", "fget", "func") if hasattr(found, name)
        )
    while (inner := getattr(found, "__wrapped__", None)) is not None:
        found = inner
    found.__code__ = code


def _some(items: list[pytest.Item]) -> list[pytest.Item]:
    """The tests that are used: of tests with very many parameters only some.  A few of each come first, because the
    time for a file may not suffice for all.
    """
    groups: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        groups[item.nodeid.split("[")[0]].append(item)
    few, more = set[str](), set[str]()
    for name, group in groups.items():
        group = sorted(group, key=lambda item: zlib.crc32(item.nodeid.encode()))
        few.update(item.nodeid for item in group[:PARAMETERS])
        if any(sample in name for sample in SAMPLES):
            more.update(item.nodeid for item in group[PARAMETERS:])
    return [*(item for item in items if item.nodeid in few), *(item for item in items if item.nodeid in more)]


def _quiet(config: pytest.Config) -> None:
    """Suppress the output of a fork."""
    config.get_terminal_writer()._file = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
