"""Seven small games that are written to a file while they are played, taken back, interrupted and continued."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from hoyle.interpreter.engine import Dice
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.notation.model import ScriptedGame
from hoyle.interpreter.opening.opened import OpenedGame
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.program import RNG
from hoyle.interpreter.record.recorder import GameFile
from hoyle.interpreter.record.resuming import ResumedGame, resume
from hoyle.interpreter.record.session import GameSession
from hoyle.interpreter.records import Choice, Chosen
from hoyle.interpreter.state_hash import hash_of_state

from ...golden import same_as_file
from ...small_constructs import CONSTRUCTS
from ..small_scripts import SEATS, game_in, opened, shown

GOLDEN = Path(__file__).with_name("golden")
ASKING = ("choices", "tricks", "flow", "alike")


class Rules(Rulesets):
    """Finds the small games by name."""

    def for_script(self, game: ScriptedGame, near: Path | None = None, *, exact: bool = False) -> OpenedGame:
        return opened(game.ruleset.text)


def some_choice(session: GameSession, dice: Dice) -> Choice | None:
    """A random choice of the open question; None when the game is over."""
    question = session.question
    if question is None:
        return None
    choices = list(islice(question.choices(), 200))
    return choices[dice.below(len(choices))]


def played(session: GameSession, dice: Dice, most: int) -> None:
    """Make random choices to the end of the game, or so many."""
    for _ in range(most):
        choice = some_choice(session, dice)
        if choice is None:
            break
        session.choose(choice)


def begun(name: str, path: Path, seed: int = 5) -> GameSession:
    """A small game at its first question, written to a file."""
    session = GameSession(opened(name), seed)
    session.begin()
    session.record(path, name, ("person", "random"), private=True)
    return session


def printed(session: GameSession) -> int:
    return hash_of_state(0, session.state.values)


def closed(session: GameSession) -> None:
    assert session.file is not None
    session.file.close()


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_the_file_of_a_game(name: str, tmp_path: Path) -> None:
    path = tmp_path / "game.play"
    session = begun(name, path)
    played(session, Dice(1), 30)
    text = path.read_text("utf-8")
    assert session.file is not None
    assert session.file.length == len(text.encode())
    assert path.stat().st_mode & 0o777 == 0o600
    closed(session)
    same_as_file(GOLDEN / f"{name}.txt", text)


@pytest.mark.parametrize("name", ASKING)
def test_choices_are_taken_back_with_their_lines(name: str, tmp_path: Path) -> None:
    path = tmp_path / "game.play"
    session, dice = begun(name, path), Dice(1)
    before = [(path.read_bytes(), printed(session), len([*session.records]))]
    made: list[Choice] = []
    for _ in range(8):
        choice = some_choice(session, dice)
        assert choice is not None
        session.choose(choice)
        made.append(choice)
        before.append((path.read_bytes(), printed(session), len([*session.records])))
    for at in (6, 3, 0):
        session.undo(at)
        assert (path.read_bytes(), printed(session), len([*session.records])) == before[at]
        assert len(session.answered) == at
    for number, choice in enumerate(made, 1):
        session.choose(choice)
        assert (path.read_bytes(), printed(session), len([*session.records])) == before[number]
    closed(session)


@pytest.mark.parametrize("name", ASKING)
def test_a_game_goes_on_from_its_file_as_if_it_had_never_stopped(name: str, tmp_path: Path) -> None:
    path = tmp_path / "game.play"
    session = begun(name, path)
    played(session, Dice(1), 6)
    closed(session)
    half = path.read_bytes()
    resumed = resume(path, "game.play", Rules())
    assert isinstance(resumed, ResumedGame), [shown(one) for one in resumed]
    assert (resumed.warnings, resumed.torn, resumed.seats) == ((), False, ("person", "random"))
    assert path.read_bytes() == half
    assert printed(resumed.session) == printed(session)
    assert [one.records for one in resumed.session.answered] == [one.records for one in session.answered]
    assert [one.length for one in resumed.session.answered] == [one.length for one in session.answered]
    assert resumed.session.opening == session.opening
    played(resumed.session, Dice(2), 9)
    closed(resumed.session)
    whole = begun(name, tmp_path / "whole.play")
    played(whole, Dice(1), 6)
    played(whole, Dice(2), 9)
    closed(whole)
    assert path.read_bytes() == (tmp_path / "whole.play").read_bytes()
    resumed.session.file = GameFile.reopened(path, path.stat().st_size, SEATS)
    resumed.session.undo(2)
    first = whole.answered[len(resumed.session.answered)].records[0]
    assert isinstance(first, Chosen)
    resumed.session.choose(first.choice)
    assert printed(resumed.session) == hash_of_state(0, whole.answered[len(resumed.session.answered)].state.values)
    closed(resumed.session)


@pytest.mark.parametrize("cut", range(0, 60, 7))
def test_a_line_that_was_not_written_whole_is_cut_off(cut: int, tmp_path: Path) -> None:
    path = tmp_path / "game.play"
    session = begun("tricks", path)
    played(session, Dice(1), 5)
    closed(session)
    data = path.read_bytes()[: -1 - cut]
    path.write_bytes(data)
    whole = data[: data.rfind(b"\n") + 1]
    resumed = resume(path, "game.play", Rules())
    assert isinstance(resumed, ResumedGame), [shown(one) for one in resumed]
    assert resumed.torn == (data != whole)
    assert path.read_bytes() == whole
    assert len(resumed.session.answered) == len([line for line in whole.decode().splitlines() if ": play " in line])
    closed(resumed.session)


def test_a_file_without_a_seed_gets_the_cards_that_were_drawn(tmp_path: Path) -> None:
    path = tmp_path / "game.play"
    session = begun("choices", path)
    closed(session)
    text = path.read_text("utf-8")
    unnamed = "".join(
        f"{line}\n" for line in text.splitlines() if not line.startswith(("seed", "hand Bob", "deal pool"))
    )
    path.write_text(unnamed, "utf-8")
    resumed = resume(path, "game.play", Rules())
    assert isinstance(resumed, ResumedGame), [shown(one) for one in resumed]
    added = path.read_text("utf-8").removeprefix(unnamed).splitlines()
    assert [line.partition(":")[0] for line in added] == ["hand Bob", "deal pool"]
    game = game_in(path.read_text("utf-8"))
    assert len(game.steps) == 4
    closed(resumed.session)
    again = resume(path, "game.play", Rules())
    assert isinstance(again, ResumedGame)
    assert path.read_text("utf-8") == unnamed + "".join(f"{line}\n" for line in added)
    one, other = ([v for slot, v in enumerate(s.state.values) if slot != RNG] for s in (again.session, resumed.session))
    assert one == other
    closed(again.session)


def test_a_file_is_written_by_one_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "game.play"
    session = begun("choices", path)
    with pytest.raises(BlockingIOError):
        resume(path, "game.play", Rules())
    closed(session)
    resumed = resume(path, "game.play", Rules())
    assert isinstance(resumed, ResumedGame)
    closed(resumed.session)


def test_an_incident_is_written_and_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "game.play"
    session = begun("tricks", path)
    before = path.read_bytes(), printed(session)
    entries = opened("tricks").engine.program.incidents
    for number, entry in enumerate(entries):
        question = session.question
        assert question is not None
        if number not in question.incidents:
            continue
        session.declare(number)
        said = "table: " + entry.title + (f" by {SEATS[entry.player]}" if entry.player >= 0 else "")
        assert said in path.read_text("utf-8").splitlines()
        assert session.answered[0].player == question.player
        session.undo(0)
        assert (path.read_bytes(), printed(session)) == before
    script, problems = parse_script(path.read_bytes(), "game.play")
    assert script is not None, problems
    closed(session)
