"""What `hoyle train` keeps of lessons, and what it says of files that it cannot use, with lessons of small rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hoyle.api import running, training
from hoyle.interpreter.batch.pool import cores
from hoyle.interpreter.learning import budget, mixing, store
from hoyle.interpreter.learning.lessons import PLAN, lessons, planned
from hoyle.interpreter.learning.weights import Weights, weights_in
from hoyle.interpreter.lowering import lower

from ....small_rules import game_of, small_rules
from ...conftest import Hoyle

RULES = small_rules(players="2..3", cards="2", head="option n: 1..2 = 1", act="add n to p.points")
OTHERS = (
    RULES.replace('"Small"', '"Others"')
    .replace("2 3 4 5 6 7 8 9 10 J Q K A", "7 8 9 10 J Q K A")
    .replace("pile", "heap")
)
SAME, LITTLE = ("--choices", "2000", "-w", "1"), ("--choices", "1000", "-w", "1")


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    pytest.importorskip("wasmtime")
    monkeypatch.setattr(budget, "FIRST_CHOICES", 1_000)
    monkeypatch.setattr(budget, "FURTHER_CHOICES", 1_000)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    Path("rules.hoyle").write_text(RULES, "utf-8")
    monkeypatch.setattr(running, "_said", set[str]())
    return tmp_path


def kept() -> Path:
    """The only file of weights that is kept."""
    [file] = store.folder().glob("*.weights")
    return file


def of(file: Path | str) -> Weights:
    return weights_in(Path(file).read_bytes())


def test_what_was_learned_from_more_choices_is_kept(hoyle: Hoyle, room: Path) -> None:
    assert hoyle("train", "rules.hoyle", *SAME).code == 0
    content = kept().read_bytes()
    assert of(kept()).head.choices == 2_000
    advice = "`--further` learns on from it, `--replace` replaces it, and `--into FILE` writes another file"
    done = hoyle("train", "rules.hoyle", *LITTLE)
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith(f"was learned from 2,000 choices before, which is kept because it is more: {advice}\n"), (
        done.err
    )
    assert kept().read_bytes() == content


def test_the_advice_of_what_is_kept_works(hoyle: Hoyle, room: Path) -> None:
    assert hoyle("train", "rules.hoyle", *SAME).code == 0
    assert hoyle("train", "rules.hoyle", *LITTLE, "--into", "FILE").code == 0
    assert (of("FILE").head.choices, of(kept()).head.choices) == (1_000, 2_000)
    assert hoyle("train", "rules.hoyle", *LITTLE, "--further").code == 0
    assert of(kept()).head.choices == 3_000
    assert hoyle("train", "rules.hoyle", *LITTLE, "--resume", "FILE").code == 2, "from 2,000 choices in all"
    assert hoyle("train", "rules.hoyle", *LITTLE, "--replace").code == 0
    assert of(kept()).head.choices == 1_000
    assert hoyle("train", "rules.hoyle", *LITTLE).code == 0, "as many as before"
    assert hoyle("train", "rules.hoyle", *LITTLE, "--resume", "FILE").code == 0
    assert of(kept()).head.choices == 2_000


def test_lessons_of_a_time_that_were_too_few_are_not_kept(hoyle: Hoyle, room: Path) -> None:
    assert hoyle("train", "rules.hoyle", *SAME).code == 0
    many = of(kept())
    content = replace(many, head=replace(many.head, choices=10**12)).content()
    kept().write_bytes(content)
    for form in ("text", "json"):
        done = hoyle("train", "rules.hoyle", "--minutes", "0.01", "-w", "1", "--format", form)
        assert done.code == 2
        before, *_, after = done.err.splitlines()
        assert "from 1,000,000,000,000 choices before, and lessons from fewer will not be kept" in before
        assert "was learned from 1,000,000,000,000 choices before, which is kept because it is more" in after
        assert "nothing was kept" not in done.out
    found = json.loads(done.out)
    assert (found["file"], found["instead"]) == ("", 10**12)
    assert kept().read_bytes() == content


def test_how_many_choices_there_will_be(room: Path) -> None:
    import hoyle

    for choices, workers in ((1_000, 1), (2_000, 2), (20_001, 1)):
        found = hoyle.train("rules.hoyle", choices=choices, workers=workers, into="made", measure=False)
        assert found.choices == planned(choices, workers)
    program, plan = lower(game_of(RULES)), replace(PLAN, fewest=10, slices=20)
    for choices, workers, asked in ((1_001, 1, 1_050), (2_500, 2, 2_604), (4_000, 3, 4_158)):
        *_, last = lessons(program, choices=choices, workers=workers, plan=plan)
        assert last.choices == planned(choices, workers, plan) == asked
    assert planned(1_000, cores()) >= 1_000


@pytest.mark.parametrize(
    "line",
    [
        ["simulate", "rules.hoyle", "-n", "10", "--skill", "4"],
        ["compare", "rules.hoyle", "others.hoyle", "-n", "10"],
        ["compare", "rules.hoyle", "--vary", "n=1,2", "-n", "10"],
        ["compare", "rules.hoyle", "--players-a", "learned", "--players-b", "random", "-n", "4"],
        ["tune", "rules.hoyle", "--vary", "n=1,2", "-n", "10", "--aim", "balance"],
        ["play", "rules.hoyle", "--seat", "all=learned"],
        ["compile", "rules.hoyle", "--learned", "--output", "rules.wasm"],
        ["train", "rules.hoyle", *LITTLE],
        ["train", "rules.hoyle", *LITTLE, "--further"],
    ],
    ids=" ".join,
)
def test_damaged_weights_are_said_once(hoyle: Hoyle, room: Path, line: list[str]) -> None:
    assert hoyle("train", "rules.hoyle", *LITTLE).code == 0
    file = kept()
    file.write_bytes(file.read_bytes()[:-1] + b"?")
    Path("others.hoyle").write_text(OTHERS, "utf-8")
    done = hoyle(*line)
    said = "hoyle: what was learned of Small is passed over: the file of weights is damaged: its checksum is wrong"
    assert [one for one in done.err.splitlines() if one.startswith(said)] == [f"{said} (`{file}`)"], done
    assert (done.err.count("passed over"), done.code) == (1, 1 if line[0] == "compile" else 0), done


def test_a_lesson_that_was_kept_and_is_damaged_is_said_once(hoyle: Hoyle, room: Path) -> None:
    line = ("compare", "rules.hoyle", "others.hoyle", "-n", "10")
    Path("others.hoyle").write_text(OTHERS, "utf-8")
    assert (first := hoyle(*line)).code == 0
    for file in store.folder().iterdir():
        if of(file).head.choices == 2_000 and of(file).head.title == "Small":
            file.write_bytes(file.read_bytes()[:-1] + b"?")
    done = hoyle(*line)
    assert (done.code, done.err.count("what was learned of Small is passed over")) == (0, 1), done
    assert done.out == first.out


def test_weights_of_other_rules_are_said_and_not_counted(hoyle: Hoyle, room: Path) -> None:
    Path("others.hoyle").write_text(OTHERS, "utf-8")
    Path("alike.hoyle").write_text(RULES.replace('"Small"', '"Alike"').replace("add n to", "add 2 to"), "utf-8")
    for name, said, begun in (
        ("others", "it knows 15% of what is seen here, which is too little; learning begins anew", ""),
        (
            "alike",
            "it knows 100% of what is seen here, which is used, and its 2,000 choices are counted as those of other rules",
            "Alike",
        ),
    ):
        file = f"{name}.weights"
        assert hoyle("train", f"{name}.hoyle", *SAME, "--into", file).code == 0
        done = hoyle("train", "rules.hoyle", *LITTLE, "--resume", file, "--into", "made.weights", "--format", "json")
        who = f"hoyle: `{file}` was learned of other rules ({name.title()}, 2 players): "
        assert (done.code, done.err.splitlines()[0]) == (0, who + said)
        found = json.loads(done.out)
        assert (found["choices"], found["begun_with"], of("made.weights").head.choices) == (1_000, begun, 1_000)
        assert of("made.weights").head.begun == (2_000 if begun else 0)
    done = hoyle("train", "rules.hoyle", *LITTLE, "--resume", "made.weights", "--into", "made.weights")
    assert ("other rules" in done.err, of("made.weights").head.choices) == (False, 2_000)
    assert of("made.weights").head.begun == 2_000


def test_what_began_with_other_rules_is_kept(hoyle: Hoyle, room: Path) -> None:
    Path("alike.hoyle").write_text(RULES.replace('"Small"', '"Alike"').replace("add n to", "add 2 to"), "utf-8")
    assert hoyle("train", "alike.hoyle", *SAME, "--into", "alike.weights").code == 0
    assert hoyle("train", "rules.hoyle", *LITTLE, "--resume", "alike.weights").code == 0
    content = kept().read_bytes()
    assert (of(kept()).head.choices, of(kept()).head.begun) == (1_000, 2_000)
    before = "was learned from 1,000 choices before, after 2,000 of other rules, "
    done = hoyle("train", "rules.hoyle", *SAME)
    assert (done.code, f"{before}which is kept because it is more: `--further`" in done.err) == (2, True), done
    assert kept().read_bytes() == content
    assert hoyle("train", "rules.hoyle", *LITTLE, "--further").code == 0
    assert (of(kept()).head.choices, of(kept()).head.begun) == (2_000, 2_000)
    many = of(kept())
    kept().write_bytes(replace(many, head=replace(many.head, begun=10**12)).content())
    done = hoyle("train", "rules.hoyle", "--minutes", "0.01", "-w", "1")
    assert (done.code, "and lessons from fewer in all will not be kept" in done.err) == (2, True), done
    assert hoyle("train", "rules.hoyle", *LITTLE, "--replace").code == 0
    assert (of(kept()).head.choices, of(kept()).head.begun) == (1_000, 0)


def test_what_follows_the_lessons_is_said_when_it_begins(
    hoyle: Hoyle, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    over, again = (f"hoyle: {mixing.WHY[title]}" for title in (mixing.BEATING, mixing.AGAIN))
    monkeypatch.setattr(mixing, "_is_less", lambda one, other: True)
    for line, said in (
        (["rules.hoyle"], [over, again]), (["rules.hoyle", "rules.hoyle", "--replace"], [over, again] * 2),
        (["rules.hoyle", "--further"], []),
    ):  # fmt: skip
        done = hoyle("train", *line, *LITTLE)
        assert [one for one in done.err.splitlines() if one in (over, again)] == said
    lessons = list[str]()

    def stops(steps: Iterator[Any], choices: int, title: str, /) -> Iterator[Any]:
        lessons.append(title)
        raise KeyboardInterrupt

    monkeypatch.setattr(training, "_tried", lambda progress: stops)
    done = hoyle("train", "rules.hoyle", *LITTLE, "--replace")
    assert (done.code, lessons, of(kept()).head.choices) == (130, [mixing.BEATING], 1_000)


def test_learning_before_play_is_said(hoyle: Hoyle, room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("alike.hoyle").write_text(RULES.replace('"Small"', '"Alike"').replace("add n to", "add 2 to"), "utf-8")
    said = "from 1,000 choices, for 30 seconds at most, once"
    first = hoyle("simulate", "rules.hoyle", "-n", "4")
    assert (first.code, first.err) == (0, f"hoyle: learning Small: {said}\n")
    assert hoyle("simulate", "rules.hoyle", "-n", "4").err == ""
    again = hoyle("compare", "rules.hoyle", "alike.hoyle", "-n", "4").err.splitlines()
    begun = "beginning with what was learned of Small"
    assert again == [f"hoyle: learning {title}, {begun}: {said}" for title in ("Small", "Alike")]
    monkeypatch.setenv("XDG_CACHE_HOME", str(room / "rules.hoyle"))
    lost = "hoyle: the cache folder cannot be written, so what was learned is not kept\n"
    assert hoyle("simulate", "rules.hoyle", "-n", "4").err == first.err + lost


def test_learning_on_begins_with_one_thing(hoyle: Hoyle, room: Path) -> None:
    import hoyle as library

    assert hoyle("train", "rules.hoyle", *LITTLE).code == 0
    content = kept().read_bytes()
    done = hoyle("train", "rules.hoyle", *LITTLE, "--further", "--resume", str(kept()))
    assert (done.code, kept().read_bytes()) == (2, content)
    assert "--resume from those in a file: leave one out." in done.err
    with pytest.raises(library.CannotPlay, match="leave one out"):
        library.train("rules.hoyle", choices=1_000, further=True, begin_with=kept())
