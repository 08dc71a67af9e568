"""The pytest plugin: it collects scripted games as tests and leaves all other files alone."""

from __future__ import annotations

import json
from importlib.metadata import entry_points
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

INSTALLED = any(entry.name == "hoyle" for entry in entry_points(group="pytest11"))
PLUGIN = () if INSTALLED else ("-p", "hoyle.testing.plugin")
"""Arguments that load the plugin.  None are needed where hoyle is installed: pytest finds the plugin by itself."""
GAMES = Path(__file__).resolve().parents[2] / "rulesets" / "games"
GOOD = "hoyle play 1\ngame crazy_eights\nplayers A, B\nfirst dealer A\nexpect turn B\n"


@pytest.fixture(autouse=True)
def without_other_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Load none of the installed plugins that no scripted game needs: each run of pytest would take seconds for them."""
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p no:asyncio -p no:anyio -p no:pytest-lsp")


@pytest.fixture
def run(pytester: pytest.Pytester):
    """Return a function that runs pytest with the plugin in a folder of its own."""

    def call(*arguments: str) -> pytest.RunResult:
        return pytester.runpytest_inprocess(*PLUGIN, "-p", "no:cacheprovider", *arguments)

    return call


def test_every_scripted_game_is_a_test(pytester: pytest.Pytester, run) -> None:
    pytester.makefile(
        ".play",
        one=GOOD
        + GOOD.replace("hoyle play 1\n", 'title "Again"\n').replace(
            'title "Again"\ngame crazy_eights', 'game crazy_eights\ntitle "Again"'
        ),
    )
    result = run("-v")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["*one.play::1: crazy_eights PASSED*", "*one.play::2: Again PASSED*"])


def test_games_in_json_are_tests(pytester: pytest.Pytester, run) -> None:
    game = '"games": [{"ruleset": "whist", "steps": []}]}'
    pytester.makefile(".play", one='{"play": 1, ' + game)
    pytester.makefile(".json", two='{"$schema": "play.schema.json", "play": 1, ' + game, other='{"player": 1, ' + game)
    run().assert_outcomes(passed=2)


def test_a_failure_shows_the_steps_before_the_place_the_reason_and_the_legal_choices(
    pytester: pytest.Pytester, run
) -> None:
    text = (GAMES / "texas_worked_round.play").read_text(encoding="utf-8").replace("B: throw down", "B: lay 4♠")
    pytester.makefile(".play", worked=text)
    result = run()
    result.assert_outcomes(failed=1)
    line = text.splitlines().index("B: lay 4♠") + 1
    result.stdout.fnmatch_lines(
        [
            f"worked.play:{line}:4: error E1052: B may not lay 4♠ now",
            "*help: legal are:*",
            "*note:*texas_euchre.hoyle:*B does not hold 4♠ *rules 26-27*",
            "what happened before:",
            "*A: lay 4♠, draws 7♣",
        ]
    )
    assert "Traceback" not in result.stdout.str()


def test_every_syntax_error_is_a_failure_of_its_own(pytester: pytest.Pytester, run) -> None:
    pytester.makefile(".play", bad=GOOD + "game whist\nhand A\n" + GOOD.replace("hoyle play 1\n", ""))
    result = run()
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["*bad.play:7:1: error E1004*"])


def test_changed_rules_are_a_warning_or_a_failure(pytester: pytest.Pytester, run) -> None:
    pytester.makefile(".play", old=GOOD.replace("players", "rules 0123456789abcdef\nplayers"))
    result = run("-W", "default", "-W", "ignore:Module already imported")  # the other is about this checkout
    result.assert_outcomes(passed=1, warnings=1)
    run("--hoyle-exact").assert_outcomes(failed=1)
    pytester.makeini("[pytest]\nhoyle_exact = true\n")
    result = run()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*E1038*"])


def test_rules_in_the_folder_of_the_script_are_found(pytester: pytest.Pytester, run) -> None:
    folder = pytester.mkdir("house")
    (folder / "ours.hoyle").write_text((GAMES.parent / "whist.hoyle").read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "ours.play").write_text("hoyle play 1\ngame ours\nexpect stock: 0 cards\n", encoding="utf-8")
    run().assert_outcomes(passed=1)


def test_files_that_are_not_scripts_are_left_alone(pytester: pytest.Pytester, run) -> None:
    pytester.makefile(".json", theatre="ACT I\nEnter HAMLET\n", empty="", other='{"cast": []}')
    (pytester.path / "bytes.json").write_bytes(b"\xff\xfe\0")
    pytester.makepyfile("def test_one(): pass")
    run().assert_outcomes(passed=1)


def test_a_damaged_script_is_a_failure(pytester: pytest.Pytester, run) -> None:
    pytester.makefile(".play", theatre="ACT I\nEnter HAMLET\n", empty="", merged="<<<<<<< HEAD\n" + GOOD)
    (pytester.path / "bytes.play").write_bytes(GOOD.encode("utf-16"))
    run().assert_outcomes(failed=4)


def test_without_scripts_the_plugin_loads_nothing_of_hoyle(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import sys

        def test_one():
            loaded = [name for name in sys.modules if name.startswith(("hoyle.", "lark", "rich", "jsonschema"))]
            assert sorted(loaded) == ["hoyle.testing", "hoyle.testing.plugin"]
        """
    )
    pytester.runpytest_subprocess(*PLUGIN).assert_outcomes(passed=1)


@pytest.mark.parametrize("workers", ["0", "2"])
def test_what_the_scripts_reach_is_reported(pytester: pytest.Pytester, workers: str) -> None:
    """With workers of pytest-xdist, each counts and the sums are the same."""
    if workers != "0":
        pytest.importorskip("xdist")
    game = "hoyle play 1\n\ngame kuhn_poker\n\nfirst dealer A\nhand B: J♠\nhand A: Q♠\nB: check\nA: bet\nB: {}\n"
    pytester.makefile(".play", one=game.format("fold"), two=game.format("call"))
    arguments = ["--hoyle-cover-to=cover.json", "-p", "no:cacheprovider", *(["-n", workers] if workers != "0" else [])]
    result = pytester.runpytest_subprocess("--hoyle-fail-under=1", *arguments)
    assert result.ret == 0
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["*what the scripts reach*", "2 games reached *of the rules"])
    data = json.loads((pytester.path / "cover.json").read_text(encoding="utf-8"))
    times = {rule["text"]: rule["times"] for rule in data["files"][0]["all"] if rule["kind"] == "choice"}
    assert [times[key] for key in sorted(times) if "fold" in key or "call" in key] == [1, 1]
    if workers != "0":
        return
    (pytester.path / "two.play").unlink()
    assert pytester.runpytest_subprocess("--hoyle-fail-under=100", *arguments[1:]).ret == 1
