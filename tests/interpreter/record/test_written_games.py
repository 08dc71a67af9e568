"""Games that are written down while they are played: the file, its rights, and what becomes of a game that cannot be written."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from hoyle.interpreter.engine import Dice
from hoyle.interpreter.faults import Fault
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.notation.files import read_script
from hoyle.interpreter.opening.opened import OpenedGame
from hoyle.interpreter.record.recorder import GameFile, heading
from hoyle.interpreter.record.session import GameSession

from ...small_rules import game_of, small_rules
from ..small_scripts import opened

FULL = OSError(28, "No space left on device")


@pytest.fixture
def all_rights() -> Iterator[None]:
    """A process that takes no rights away."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.skipif(os.name != "posix", reason="rights of another kind")
@pytest.mark.parametrize(("private", "rights"), [(False, 0o666), (True, 0o600)])
@pytest.mark.usefixtures("all_rights")
def test_who_may_read_the_file_of_a_game(private: bool, rights: int, tmp_path: Path) -> None:
    one = opened("flow")
    path = tmp_path / "game.play"
    with GameFile(path, heading(one.engine.program, one.words, "flow"), private=private):
        assert stat.S_IMODE(path.stat().st_mode) == rights
        with pytest.raises(FileExistsError):
            GameFile(path, heading(one.engine.program, one.words, "flow"), private=private)
    session = GameSession(one, 3)
    session.begin()
    session.record(tmp_path / "session.play", "flow", private=private)
    assert stat.S_IMODE((tmp_path / "session.play").stat().st_mode) == rights


@pytest.mark.parametrize("name", ["choices", "tricks", "flow"])
def test_a_choice_that_cannot_be_written_is_not_made(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Made once more, it has the same records, and the file is that of a game without interruption."""
    plain, interrupted = (GameSession(opened(name), 4) for _ in range(2))
    for session, file in ((plain, "plain"), (interrupted, "interrupted")):
        session.begin()
        session.record(tmp_path / f"{file}.play", name)
    assert interrupted.file is not None
    dice = Dice(5)

    def full(*_: object) -> None:
        raise FULL

    for number in range(7):
        question = plain.question
        if question is None:
            break
        options = [*question.choices()]
        choice = options[dice.below(len(options))]
        if number % 2:
            before = interrupted.state, interrupted.game.state, len(interrupted.answered), interrupted.file.length
            with monkeypatch.context() as patch:
                patch.setattr(interrupted.file, "add", full)
                with pytest.raises(OSError, match="No space left"):
                    interrupted.choose(choice)
            after = interrupted.state, interrupted.game.state, len(interrupted.answered), interrupted.file.length
            assert after == before
        assert interrupted.choose(choice) == plain.choose(choice)
        assert (interrupted.state, interrupted.answered[-1]) == (plain.state, plain.answered[-1])
    assert (tmp_path / "plain.play").read_text("utf-8") == (tmp_path / "interrupted.play").read_text("utf-8")
    script, problems = read_script(tmp_path / "plain.play")
    assert script is not None
    assert not problems


def test_a_choice_that_ends_in_an_error_of_the_rules_is_not_in_the_records(tmp_path: Path) -> None:
    text = small_rules(players="3", act="if size of pile = 2: set n to 7 * size of pile")
    game = game_of(text.replace("remember\n", "remember\n    n: 0..3\n"))
    table = OpenedGame.lowered(game, lower(game), ("Ann", "Bob", "Cyd"))
    broken, plain = (GameSession(table, 4) for _ in range(2))
    for session, file in ((broken, "broken"), (plain, "plain")):
        session.begin()
        session.record(tmp_path / f"{file}.play", "small")
        assert session.question is not None
        session.choose(next(iter(session.question.choices())))
    question = broken.question
    assert question is not None
    before = broken.state
    for choice in question.choices():
        with pytest.raises(Fault):
            broken.choose(choice)
        assert (broken.state, broken.game.state, len(broken.answered)) == (before, before, 1)
    assert (tmp_path / "plain.play").read_text("utf-8") == (tmp_path / "broken.play").read_text("utf-8")
    for session in (broken, plain):
        session.undo(0)
        assert session.question is not None
        session.choose([*session.question.choices()][1])
    assert broken.answered == plain.answered
    assert (tmp_path / "plain.play").read_text("utf-8") == (tmp_path / "broken.play").read_text("utf-8")


def test_nothing_of_a_line_that_cannot_be_written_whole_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = opened("flow")
    session = GameSession(one, 3)
    session.begin()
    session.record(tmp_path / "game.play", "flow")
    assert session.file is not None
    text, write, count = (tmp_path / "game.play").read_bytes(), os.write, 0

    def some(file: int, data: bytes) -> int:
        nonlocal count
        count += 1
        if count > 2:
            raise FULL
        return write(file, data[:3])

    question = session.question
    assert question is not None
    choice = next(iter(question.choices()))
    monkeypatch.setattr(os, "write", some)
    with pytest.raises(OSError, match="No space left"):
        session.choose(choice)
    monkeypatch.undo()
    assert (tmp_path / "game.play").read_bytes() == text
    assert session.file.length == len(text)
    session.choose(choice)
    assert (tmp_path / "game.play").read_bytes().startswith(text)
    assert session.file.length == (tmp_path / "game.play").stat().st_size > len(text)
