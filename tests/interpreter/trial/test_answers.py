"""The answers that a game knows, what is meant by one that it does not know, and the runs that are remembered."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hoyle.interpreter.lowering import lower
from hoyle.interpreter.text.parse import Words
from hoyle.interpreter.trial import cached
from hoyle.interpreter.trial.answers import KnownAnswers, _split
from hoyle.interpreter.trial.cached import PASSED, PassedRuns, UnfiredLines

from ...small_constructs import CONSTRUCTS, construct_game
from ...small_rules import game_of, small_rules

ANSWERS = {
    "choices": {
        "pass": True, "bid 3 hearts": True, "bid 8 clubs": True, "bid hearts 3": False, "bid 3": False, "ask": True, "asks": False,
        "yes": True, "double 2": True, "call K of hearts": True, "call K hearts": False, "name 2 of clubs": True,
        "swap 2c for 3d": True, "swap 2c 3d": False, "give to A": True, "give A": False, "meld 2c 3c 4c": True,
        "pass 2c 3c": True, "play 2c": False, "": False,
    },
    "tricks": {"play 9h": True, "play joker": True, "bella": True, "quiet": True, "bela": False, "play": False, "9h": False},
}  # fmt: skip
HELP = {
    "choices": {
        "bidd 3 hearts": "did you mean `bid 3 hearts`?",
        "cal K of hearts": "did you mean `call K of hearts`?",
        "swop 2c for 3d": "did you mean `swap 2c for 3d`?",
        "swap 2c four 3d": "did you mean `swap 2c for 3d`?",
        "dubble 2": "did you mean `double 2`?",
        "pas": "did you mean `pass`?",
        "stopp": "did you mean `stop`?",
        "take the fifth place": "the answers are `pass {cs}`, `pass`, `bid {n} {s}`, `ask`, `double {k}`, `yes`, 9 more",
    },
    "tricks": {
        "bela": "did you mean `bella`?",
        "plai 9h": "did you mean `play 9h`?",
        "something else": "the answers are `play {card}`, `bella`, `quiet`",
    },
}


def known(name: str) -> KnownAnswers:
    game = construct_game(name)
    return KnownAnswers(game, Words(lower(game)))


@pytest.mark.parametrize("name", ANSWERS)
def test_which_texts_are_answers_of_a_game(name: str) -> None:
    answers = known(name)
    assert {text: text in answers for text in ANSWERS[name]} == ANSWERS[name]


@pytest.mark.parametrize("name", HELP)
def test_what_is_meant_by_a_text_that_is_no_answer(name: str) -> None:
    answers = known(name)
    assert {text: answers.help(text) for text in HELP[name]} == HELP[name]


def test_ways_to_take_values_out_of_words() -> None:
    assert [*_split(["a", "b", "c"], 1, [])] == [["a b c"]]
    assert [*_split(["a", "b", "c"], 2, [0])] == [["a", "b c"], ["a b", "c"]]
    assert [*_split(["a", "b", "c", "d"], 2, [1])] == [["a", "c d"], ["a b", "d"]]
    assert [*_split(["a", "b", "c", "d", "e"], 3, [1, 0])] == [["a", "c", "d e"], ["a", "c d", "e"], ["a b", "d", "e"]]
    assert [*_split(["a", "b"], 2, [1])] == []


def test_what_came_up_is_remembered_in_a_file_that_a_person_can_read(tmp_path: Path) -> None:
    game = game_of(small_rules())
    passed = PassedRuns("1", tmp_path)
    assert passed.unfired(game) is None
    passed.add(game)
    (file,) = tmp_path.iterdir()
    assert file.name == f"{file.stem}.txt"
    assert len(file.stem) == 64
    assert file.read_text("utf-8") == PASSED
    assert passed.has(game)
    assert passed.unfired(game) is None
    for found in (UnfiredLines(12, 3, (4, 17)), UnfiredLines(0, 1, ()), UnfiredLines(1, 1, (5,))):
        passed.add(game, found)
        lines = " ".join(map(str, found.lines))
        assert file.read_text("utf-8") == f"{PASSED}games {found.games}, settings {found.settings}, lines: {lines}\n"
        assert passed.has(game)
        assert passed.unfired(game) == found
    file.write_text(f"{PASSED}games 12, settings 3, lines: 4 x\n", "utf-8")
    assert not passed.has(game)
    assert passed.unfired(game) is None
    assert PassedRuns("1", tmp_path)._file(game) == file
    assert PassedRuns("2", tmp_path)._file(game) != file


def test_the_oldest_of_too_many_files_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cached, "MOST_FILES", 5)
    game, passed = game_of(small_rules()), PassedRuns("1", tmp_path)
    for number in range(4):
        (tmp_path / f"{number}.txt").write_text("", "utf-8")
        os.utime(tmp_path / f"{number}.txt", (1000 - number, 1000 - number))
    passed.add(game)
    assert len([*tmp_path.iterdir()]) == 5
    (tmp_path / "4.txt").write_text("", "utf-8")
    os.utime(tmp_path / "4.txt", (900, 900))
    passed.add(game)
    assert passed.has(game)
    assert [path.name for path in tmp_path.iterdir() if path != passed._file(game)] == ["0.txt"]


def test_the_folder_of_the_cache_is_that_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cached.cache_folder() == tmp_path / "hoyle" / "check"
    game = game_of(small_rules())
    PassedRuns("1").add(game)
    assert [path.parent for path in tmp_path.rglob("*.txt")] == [cached.cache_folder()]
    assert PassedRuns("1").has(game)


def test_the_texts_of_rules_are_those_of_all_their_files() -> None:
    for name in CONSTRUCTS:
        game = construct_game(name)
        assert cached.sources(game) == {game.tree.span.source}
