"""The Python API for replays."""

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path

import pytest

import hoyle
from hoyle.interpreter.replay.events import Acted, Branched, Ended, Held, Returned

GAMES = Path(__file__).resolve().parents[3] / "rulesets" / "games"
ROUND = GAMES / "texas_worked_round.play"


def test_states_records_and_questions_of_each_step() -> None:
    steps = list(hoyle.replay(ROUND))
    table = steps[0].opened
    assert steps[0].question is not None
    assert steps[0].records
    for before, after in itertools.pairwise(steps):
        if isinstance(after.event, Acted):
            assert before.question is not None or isinstance(before.event, Held)
            assert after.state != before.state
            assert after.records
    acted = [step.event for step in steps if isinstance(step.event, Acted)]
    assert acted[0].label == "lay 2♣"
    last = steps[-1]
    assert isinstance(last.event, Ended)
    assert table.words.player(last.question.player) == "C"
    assert hoyle.why(table, last.state, "throw down") is not None


def test_the_argument_is_a_path_a_script_or_a_game() -> None:
    script, _ = hoyle.read_script(ROUND)
    wanted = [step.state for step in hoyle.replay(ROUND)]
    for what in (str(ROUND), script, script.games[0]):
        assert [step.state for step in hoyle.replay(what)] == wanted


def test_side_lines_are_between_a_start_and_an_end() -> None:
    script, _ = hoyle.parse_script(
        "hoyle play 1\ngame crazy_eights\nplayers A, B\nfirst dealer A\nhand B: 8♠ ?? ?? ?? ?? ?? ??\nwhat if\n"
        "  B: play 8♠ for hearts\nexpect turn B\n"
    )
    events = [step.event for step in hoyle.replay(script)]
    kinds = [type(event) for event in events]
    assert Branched in kinds, events
    assert kinds.index(Branched) < kinds.index(Acted) < kinds.index(Returned) < kinds.index(Held)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("hoyle play 1\ngame whist\nhand A\n", "E1004"),
        ("hoyle play 1\ngame whits\n", "E1030"),
        ("hoyle play 1\ngame crazy_eights\nplayers A, B\nfirst dealer A\nA: draw\n", "E1050"),
    ],
)
def test_a_mistake_is_raised_as_an_exception(tmp_path: Path, text: str, code: str) -> None:
    path = tmp_path / "x.play"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(hoyle.ScriptError) as found:
        list(hoyle.replay(path))
    assert found.value.diagnostic.code == code
    assert f"x.play:{text.count(chr(10))}:" in str(found.value)


def test_the_short_names_exist_and_load_no_module_by_themselves() -> None:
    for name in hoyle.__all__:
        assert getattr(hoyle, name).__module__.startswith("hoyle.")
        assert name in dir(hoyle)
    with pytest.raises(AttributeError):
        hoyle.nothing_of_that_name  # noqa: B018
    code = "import sys, hoyle; print(sorted(name for name in sys.modules if name.startswith('hoyle')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['hoyle']"
