"""The functions of `hoyle`: rules in any form, what stops them, and what they say of wrong arguments."""

from __future__ import annotations

import pickle
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle.cli.main import run
from hoyle.dsl.loading import load, rulesets
from hoyle.interpreter.batch import pool
from hoyle.interpreter.program import RNG

TEXT = rulesets()["whist"].read_text("utf-8")


def test_rules_are_taken_in_any_form(tmp_path: Path) -> None:
    path = tmp_path / "mine.hoyle"
    path.write_text(TEXT, encoding="utf-8")
    loaded = load(path)
    forms: list[Any] = ["whist", path, str(path), TEXT, loaded, loaded.game, hoyle.rules("whist")]
    digests = {hoyle.simulate(form, games=3, players="random", workers=1).digest for form in forms}
    assert len(digests) == 1


def test_a_game_is_opened_from_the_text_of_its_rules() -> None:
    game = hoyle.open(TEXT, seed=3)
    assert game.choices.labels == hoyle.open("whist", seed=3).choices.labels
    assert hoyle.from_json(game.to_json()).choices.labels == game.choices.labels


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: hoyle.simulate("whisst"), hoyle.RulesError, "whist"),
        (lambda: hoyle.simulate("whist", options={"tarjet": 3}), hoyle.RulesError, "target"),
        (lambda: hoyle.simulate("whist", options={"target": "many"}), hoyle.RulesError, "target"),
        (lambda: hoyle.simulate("whist", options=3), ValueError, "mapping"),
        (lambda: hoyle.simulate("whist", seats=3), hoyle.RulesError, "3"),
        (lambda: hoyle.simulate("whist", players="sond"), hoyle.UnknownPlayer, "sound"),
        (lambda: hoyle.simulate("whist", games=0), hoyle.CannotPlay, "1 or more"),
        (lambda: hoyle.compare("whist", options_b={"target": 7}, games=-3), hoyle.CannotPlay, "1 or more"),
        (lambda: hoyle.open("whist", players=2.5), ValueError, "a number or several names"),
        (lambda: hoyle.simulate("whist", players=()), hoyle.UnknownPlayer, "no player"),
        (lambda: hoyle.simulate("whist", players=("random",) * 5), hoyle.UnknownPlayer, "4"),
        (lambda: hoyle.simulate("whist", players="sound", engine="wasm"), hoyle.CannotPlay, "sound"),
        (lambda: hoyle.simulate("whist", engine="rust"), ValueError, "python"),
        (lambda: hoyle.simulate(TEXT, record="x"), hoyle.CannotPlay, "name or path"),
        (lambda: hoyle.compare("whist", "hearts", games=2), ValueError, "not won by the same sides; `simulate`"),
        (lambda: hoyle.compare("whist", "piquet", games=2), ValueError, "by 4 and `Piquet` by 2, so the same deals"),
        (lambda: hoyle.compare("cribbage", "rummy_500", games=2), ValueError, "seats for both: 2 or 3 or 4"),
        (lambda: hoyle.tune("whist", {"target": [1]}, "balance"), hoyle.CannotPlay, "two values"),
        (lambda: hoyle.tune("whist", {"target": [1, 3]}, "beauty"), ValueError, "balance"),
        (lambda: hoyle.rulebook("game"), hoyle.RulesError, "game"),
        (lambda: hoyle.trace("texas_euchre", sources={"rulez": "x"}), hoyle.UnknownDocument, "rules"),
        (lambda: hoyle.list("cards"), ValueError, "players"),
        (lambda: hoyle.solve("nosuch.play"), hoyle.GameError, "no such file"),
        (lambda: hoyle.solve(hoyle.open("whist", seed=1), seconds=0.01), hoyle.CannotSolve, "seconds"),
        (lambda: hoyle.convert("nonsense\nnonsense\n"), hoyle.GameError, "hoyle play"),
        (lambda: hoyle.convert("x.play", "pgn"), ValueError, "egn"),
        (lambda: hoyle.import_records("x.txt"), ValueError, "egn"),
    ],
)
def test_wrong_arguments_are_refused_with_a_sentence(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error) as found:
        call()
    assert words in str(found.value)
    if isinstance(found.value, hoyle.GameError):
        assert found.value.code
        assert found.value.message


def test_what_is_public_is_pickled_and_copied() -> None:
    game = hoyle.open("whist", seed=1)
    step = next(iter(hoyle.replay(Path(hoyle.__file__).parent / "rulesets" / "games" / "texas_worked_round.play")))
    for thing in (
        game,
        game.rules,
        game.rules.opened,
        game.view("A"),
        game.choices[0],
        game.cards("hand", "A")[0],
        step,
    ):
        for again in (pickle.loads(pickle.dumps(thing)), deepcopy(thing)):
            assert type(again) is type(thing)
    opened = pickle.loads(pickle.dumps(game.rules.opened))
    assert opened.engine.start(seed=1).values == game.rules.engine.start(seed=1).values


def test_ctrl_c_leaves_what_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[hoyle.Progress] = []

    def stop(progress: hoyle.Progress) -> None:
        heard.append(progress)
        if len(heard) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(pool, "CHUNK_SECONDS", 1e-9)
    found = hoyle.simulate("whist", games=50, players="random", engine="python", workers=1, progress=stop)
    assert found.interrupted
    assert not found.complete
    assert 0 < found.games < 50
    assert found == hoyle.simulate("whist", games=found.games, players="random", engine="python", workers=1) or (
        found.digest == hoyle.simulate("whist", games=found.games, players="random", workers=1).digest
    )
    assert heard[0].total == 50


@pytest.mark.parametrize("during", ["learning", "learning to beat the player"])
def test_ctrl_c_leaves_what_was_learned(during: str, tmp_path: Path) -> None:
    """Whether a player should mix its choices takes as long as the lessons: that is shown, and Ctrl-C ends it, too."""
    pytest.importorskip("wasmtime")
    heard: list[str] = []

    def stop(progress: hoyle.Progress) -> None:
        assert progress.done <= progress.total
        heard.append(progress.title)
        if progress.title == during and progress.done > 0:
            raise KeyboardInterrupt

    found = hoyle.train("leduc_poker", choices=20_000, workers=1, measure=False, into=tmp_path, progress=stop)
    assert heard[-1] == during
    assert found.interrupted
    assert not found.complete
    assert "mix" in found.note
    assert Path(found.file).stat().st_size == found.size > 0


def test_a_game_that_fails_gives_the_report_so_far() -> None:
    rules = """
game "Breaks"
language 1
players 2
deck 2 3 4 5 of spades hearts
zones
    stock: face down
    hand of each player: private
remember
    points of each player: 0..1
main
    gather every card into stock
    shuffle stock
    deal 1 from stock to hand of each player
    for p in players
        for c in p.hand
            if c.rank = 3
                add 1 to p.points
                add 1 to p.points
    game over, won by the player with highest points, otherwise shared
"""
    with pytest.raises(hoyle.GamesStopped) as found:
        hoyle.simulate(rules, games=60, players="random", engine="python", workers=1)
    assert found.value.failure is not None
    assert found.value.failure.code.startswith("E1")
    result = found.value.result
    assert isinstance(result, hoyle.SimulationResult)
    assert result.games == found.value.failure.index


def test_a_game_becomes_a_script_and_is_the_same_again() -> None:
    game = hoyle.open("newberry_euchre", seed=5, options={"target": 5})
    for _ in range(12):
        game.choose(0)
    text = game.to_script()
    script, problems = hoyle.parse_script(text)
    assert not problems
    *_, last = hoyle.replay(script)
    values = [[value for slot, value in enumerate(state.values) if slot != RNG] for state in (last.state, game.state)]
    assert values[0] == values[1]
    assert hoyle.convert(text, "json").text.startswith("{")
    with pytest.raises(ValueError, match="continued from a state"):
        hoyle.rules("newberry_euchre", options={"target": 5}).at(game.state).to_script()


@pytest.mark.parametrize("text", [None, "hoyle play 1\ngame whist\nseed x\n", "hoyle play 1\ngame nothing\n"])
def test_an_analysis_prints_what_is_wrong_with_a_script(
    text: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As the command prints it; a file that is missing the command refuses before."""
    monkeypatch.chdir(tmp_path)
    if text is not None:
        Path("bad.play").write_text(text)
    found = hoyle.analyse("bad.play")
    assert not found
    said = str(found)
    if text is None:
        assert said == "bad.play:1:1: error E1001: this script cannot be read: no such file or directory"
        return
    assert run(["analyse", "bad.play"]) == 1
    out, err = capsys.readouterr()
    assert (out + err).split() == said.split()


def test_a_better_player_is_found_by_name() -> None:
    found = hoyle.compare_players("whist", "sound", "random", games=6, workers=1)
    assert (found.player_a, found.player_b, found.sides) == ("sound", "random", 2)
    assert found.advantage.value > 0
    assert found.wins.value > 0.5
    swapped = hoyle.compare_players("whist", "random", "sound", games=6, workers=1)
    assert swapped.advantage.value == pytest.approx(-found.advantage.value)
    alike = hoyle.compare_players("whist", "random", "random", games=6, workers=1)
    assert alike.advantage.value == 0


def test_a_star_import_leaves_the_names_of_python_alone() -> None:
    code = "from hoyle import *; assert open is __builtins__.open and list is __builtins__.list; print(simulate)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_import_of_hoyle_loads_nothing_of_it() -> None:
    code = "import sys, hoyle; print(*(name for name in sys.modules if name.startswith('hoyle')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["hoyle"]
    assert all(getattr(hoyle, name) is not None for name in hoyle.__all__)
    assert hoyle.__version__


def test_half_a_character_in_a_record_is_reported() -> None:
    found = hoyle.import_records('[Dealer "N"]\n[Deal "\ud800"]\n', form="pbn")
    assert found.text == ""
    assert found.diagnostics
