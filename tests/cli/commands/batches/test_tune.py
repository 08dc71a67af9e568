"""`hoyle tune` lists settings, those nearest to an aim first."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hoyle.cli.formats.tuning import CUT
from hoyle.cli.main import run
from hoyle.interpreter.batch.aims import AIMS, NoAim, aim

from ....endless_rules import ENDLESS
from ...conftest import Hoyle


def test_settings_are_listed_best_first(capsys) -> None:
    words = ["tune", "newberry_euchre", "--vary", "target=5,10", "-p", "random", "-n", "40", "-w", "1"]
    assert run([*words, "--aim", "length=3"]) == 0
    near = capsys.readouterr().out
    assert run([*words, "--aim", "length=100"]) == 0
    far = capsys.readouterr().out
    assert "Best: target = 5. This is sure." in near
    assert "Best: target = 10. This is sure." in far
    assert near.index("target = 5") < near.index("target = 10")


def test_a_measure_without_a_target_is_an_aim(capsys) -> None:
    words = (
        "tune",
        "newberry_euchre",
        "--vary",
        "target=5,10",
        "-p",
        "random",
        "-n",
        "10",
        "-w",
        "1",
        "--aim",
        "drama",
    )
    assert run(words) == 0
    assert "(more is better)" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["drama", "open", "balance"])
def test_whatever_the_aim_players_who_have_learned_are_seated(capsys: pytest.CaptureFixture[str], name: str) -> None:
    pytest.importorskip("wasmtime")
    assert run(["tune", "newberry_euchre", "--vary", "target=5,10", "-n", "4", "-w", "1", "--aim", name]) == 0
    assert "4 games of each setting, played by learned\n" in capsys.readouterr().out


def test_the_order_of_the_values_makes_no_difference(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Rules that nobody has learned are learned with the usual value of what varies, not with the first one."""
    pytest.importorskip("wasmtime")
    (tmp_path / "own.hoyle").write_text(
        'variant "Own" of yaniv\nchange count\n    replace the line score(p, count_of(p) + 30)\n'
        "        score(p, count_of(p) + 20)\n",
        "utf-8",
    )
    found: list[list[tuple[int, str]]] = []
    for values in ("50,100", "100,50"):
        words = ["tune", str(tmp_path / "own.hoyle"), "--vary", f"target={values}", "-n", "20", "-w", "1"]
        assert run([*words, "--aim", "length=8", "--format", "json"]) == 0
        rows = json.loads(capsys.readouterr().out)["settings"]
        found.append(sorted((row["options"]["target"], row["digest"]) for row in rows))
    assert found[0] == found[1]


def test_aims_are_computed_from_the_numbers_of_a_report() -> None:
    estimate = {"value": 0.7, "low": 0.6, "high": 0.8}
    sides = [{"wins": estimate}, {"wins": {"value": 0.3, "low": 0.2, "high": 0.4}}]
    found = aim("balance")({"sides": sides})
    assert found is not None
    assert [round(one, 6) for one in (found.value, found.low, found.high)] == [0.2, 0.1, 0.3]
    found = aim("length=8")({"length": {"deals": {"value": 9.0, "low": 7.5, "high": 10.5}}})
    assert found is not None
    assert (found.value, found.low, found.high) == (1.0, 0.0, 2.5)
    assert aim("dealer")({"dealer": None}) is None
    for name in ("length", "length=0", "beauty", "balance=3"):
        with pytest.raises(NoAim):
            aim(name)
    assert set(AIMS) == {"balance", "dealer", "length=N", "drama", "open", "choices"}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ((), "for example: hoyle tune newberry_euchre --vary "),
        (("--vary", "target=5,10"), "name with --aim"),
        (("--vary", "target=5,10", "--aim", "beauty"), "there is no aim `beauty`"),
        (("--vary", "target=5", "--aim", "balance"), "at least two values"),
        (("--vary", "target=5,10", "--aim", "choices"), "players who think"),
    ],
)
def test_wrong_arguments_are_refused(capsys, more, said) -> None:
    assert run(["tune", "newberry_euchre", *more]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("ruleset", ["hearts", "newberry_euchre", "big_two", "durak"])
def test_the_example_is_one_that_this_game_can_be_tuned_by(ruleset: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tune", ruleset]) == 2
    vary = capsys.readouterr().err.split("--vary, for example")[1].split("--vary ")[1].split()[0]
    assert run(["tune", ruleset, "--vary", vary, "--aim", "length=8", "-p", "random", "-n", "2", "-w", "1"]) == 0
    assert vary.split("=")[0] in capsys.readouterr().out


def test_rules_with_mistakes_have_no_example_of_their_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "broken.hoyle"
    file.write_text('game "Broken"\n', "utf-8")
    assert run(["tune", str(file)]) == 2
    assert "--vary NAME=V,V " in capsys.readouterr().err


def test_games_that_were_cut_are_said(tmp_path: Path, hoyle: Hoyle) -> None:
    file = tmp_path / "endless.hoyle"
    file.write_text(ENDLESS, "utf-8")
    words = ("tune", str(file), "--aim", "length=3", "-p", "random", "-n", "4", "-w", "1")
    both = hoyle(*words, "--vary", "step=0,1").out
    assert "estimate   95 % interval  cut\n  step = 0     2.000  2.000 to 2.000    4\n" in both
    assert both.count(f"\n\n{CUT}\n\n") == 1
    found = json.loads(hoyle(*words, "--vary", "step=0,1", "--format", "json").out)
    assert {one["options"]["step"]: one["cut"] for one in found["settings"]} == {"0": 4, "1": 0}
    assert "cut" not in hoyle(*words, "--vary", "step=1,2").out
