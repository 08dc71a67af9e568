"""Runs browser tests on mutants of the page: `python in_browser.py STORE SECONDS`, in a copy of the checkout.

It reads the mutants from `jobs.json` in the folder STORE and prints one line of JSON for each.  The browser and the
server of the page stay; for each mutant, one file of the copy is changed and the page is built again without the parts
made by Python.  The tests of a folder are those in `BROWSER` that took at most `SLOW` seconds on the code as it is.  A
test that fails must pass on the code as it is, directly afterwards.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

COPY = Path.cwd()
SLOW = 40.0
PATIENCE = 60
"""Seconds that a test waits for an event in the copy."""


def _tests(file: str, *names: str) -> list[str]:
    """The names of tests, as pytest has them."""
    return [f"tests/{file}.py::test_{name}" for name in names]


PLAY = _tests(
    "studio/test_play",
    "undo_takes_back_a_choice",
    "a_game_of_every_ruleset_is_played_with_clicks[crazy_eights]",
    "the_computer_plays_and_gives_hints",
    "a_click_on_an_illegal_card_names_the_rule_against_it",
)
REPLAY = _tests(
    "studio/test_scripts",
    "a_game_played_in_the_page_is_a_script_that_replays[whist]",
    "a_shipped_game_is_stepped_through_with_keys",
)
WRITE = [
    *_tests("studio/test_write", "what_was_typed_last_is_played", "shared_files_are_shown_as_text_only"),
    *_tests("studio/test_settings", "a_switch_rewrites_the_rules_and_applies_at_the_table"),
    *_tests("studio/test_compare", "the_studio_gives_the_result_of_hoyle_compare"),
]
LEARN = _tests("studio/test_lessons", "questions_about_cards_are_asked_for_any_script")
VIEWER = _tests(
    "cli/pages/viewer/test_browser",
    "keys_buttons_slider_links_and_address_select_a_step",
    "a_screen_reader_announces_what_happens",
    "judgements_are_drawn",
    "trick_winner_side_lines_and_the_view_of_another_seat",
    "tables_for_two_to_eight_players_with_own_suits_and_jokers[3]",
)
BROWSER = {
    "studio/src": [*PLAY[:2], REPLAY[0], WRITE[0]],
    "studio/src/learn": LEARN,
    "studio/src/lib": [*PLAY[:2], WRITE[0]],
    "studio/src/pages": [*WRITE[:2], *REPLAY, *LEARN],
    "studio/src/play": PLAY,
    "studio/src/work": [PLAY[0], PLAY[2], WRITE[0], WRITE[3]],
    "studio/src/write": WRITE,
    "cli/pages/viewer": [*VIEWER, PLAY[1]],
}
"""The browser tests for each folder, in their order."""


class Judge:
    """The pytest plugin."""

    def __init__(self, store: Path, end: float) -> None:
        self.store, self.end = store, end
        self.jobs: list[dict[str, Any]] = json.loads((store / "jobs.json").read_text(encoding="utf-8"))
        self.names = {name for job in self.jobs for name in BROWSER[job["path"].rpartition("/")[0]]}
        self.items: dict[str, pytest.Item] = {}
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Runs instead of all tests."""
        self.items = {item.nodeid: item for item in session.items}
        self._learn()
        for number, job in enumerate(self.jobs, 1):
            if time.monotonic() > self.end:
                break
            path = COPY / job["path"]
            path.write_text(job["new"], encoding="utf-8")
            try:
                found = self._test(job)
            finally:
                path.write_text(job["old"], encoding="utf-8")
            print(json.dumps({"key": job["key"], **found}), flush=True)
            if number % 10 == 0:
                print(f"{number} of {len(self.jobs)} mutants in a browser", flush=True)
        return True

    def _learn(self) -> None:
        """Find how long each test takes on the code as it is.  A test that fails or is skipped is not used."""
        kept = self.store / "browser.json"
        if kept.exists():
            self.seconds = json.loads(kept.read_text(encoding="utf-8"))
        for name, item in self.items.items():
            if name in self.seconds:
                continue
            began = time.monotonic()
            if self._passes(item, only=True):
                self.seconds[name] = round(time.monotonic() - began, 2)
                kept.write_text(json.dumps(self.seconds, indent=1), encoding="utf-8")
            else:
                print(f"{name} is not used: it does not pass here", flush=True)

    def _passes(self, item: pytest.Item, only: bool = False) -> bool:
        """Whether a test passes.  The browser and the server stay for the next one.  `only`: nor is it skipped."""
        # What comes next is its module: what belongs to the test alone ends, the browser and the server stay.
        reports = runtestprotocol(item, log=False, nextitem=item.parent)
        return not any(report.failed or (only and report.skipped) for report in reports)

    def _test(self, job: dict[str, Any]) -> dict[str, Any]:
        chosen = [
            name
            for name in BROWSER[job["path"].rpartition("/")[0]]
            if name in self.items and self.seconds.get(name, SLOW + 1) <= SLOW
        ]
        spent = sum(self.seconds[name] for name in chosen)
        found: dict[str, Any] = {"state": "survived", "tests": len(chosen), "seconds": round(spent, 1)}
        build()
        for name in chosen:
            if not self._passes(self.items[name]):
                (COPY / job["path"]).write_text(job["old"], encoding="utf-8")
                build()
                sound = self._passes(self.items[name])
                if sound:
                    return {**found, "state": "killed", "by": name}
                (COPY / job["path"]).write_text(job["new"], encoding="utf-8")
                build()
                print(f"{name} fails on the code as it is", flush=True)
        return found


def build() -> None:
    """Build the page of the copy."""
    command = ["node", "build.mjs", "--local", str(COPY / "cli" / "pages" / "studio" / "page")]
    done = subprocess.run(command, cwd=COPY / "studio", capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)


def main() -> None:
    """Read the mutants and test them."""
    store, seconds = Path(sys.argv[1]), float(sys.argv[2])
    limits = {
        "tests/studio/conftest.py": ("PATIENCE", PATIENCE),
        "tests/cli/pages/viewer/test_browser.py": ("PATIENCE", PATIENCE),
        "tests/browsers.py": ("ANSWER", PATIENCE + 15),
    }
    for path, (limit, value) in limits.items():
        text = (COPY / path).read_text(encoding="utf-8")
        (COPY / path).write_text(re.sub(rf"^{limit} = \d+", f"{limit} = {value}", text, flags=re.MULTILINE), "utf-8")
    judge = Judge(store, time.monotonic() + seconds)
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    code = pytest.main([*options, *sorted(judge.names)], plugins=[judge])
    sys.exit(0 if code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) else int(code))


if __name__ == "__main__":
    main()
