"""Parts of resuming: what happened so far, facts that are not stated, and files that say something else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hoyle.interpreter.engine import Dice
from hoyle.interpreter.record.recorder import GameFile
from hoyle.interpreter.record.resuming import ResumedGame, _about, _again, _offsets, _ReplayedGame, resume
from hoyle.interpreter.record.session import GameSession

from ..small_scripts import game_in, opened, shown
from .test_small_games import Rules, begun, closed, played, printed


def refused(path: Path) -> list[str]:
    """What is said of a file that cannot be resumed."""
    found = resume(path, "game.play", Rules())
    assert not isinstance(found, ResumedGame)
    return [shown(one) for one in found]


@pytest.mark.parametrize("name", ["choices", "tricks", "flow"])
def test_everything_that_happened_in_order(name: str, tmp_path: Path) -> None:
    session = begun(name, tmp_path / "game.play")
    whole = [*session.opening]
    assert [*session.records] == whole
    for number in range(5):
        question = session.question
        if question is None:
            break
        choices = list(question.choices())
        whole += session.choose(choices[number % len(choices)])
        assert [*session.records] == whole
    session.undo(1)
    assert [*session.records] == whole[: len(session.opening) + len(session.answered[0].records)]
    closed(session)
    with pytest.raises(ValueError, match="the game is over"):
        over(session)


def over(session: GameSession) -> None:
    """Play on to the end, and once more."""
    session.file = None
    chosen = None
    for _ in range(400):
        question = session.question
        if question is None:
            break
        chosen = next(iter(question.choices()))
        session.choose(chosen)
    else:
        raise ValueError("the game is over is not reached")
    assert chosen is not None
    session.choose(chosen)


def test_the_offsets_of_lines_in_bytes() -> None:
    text = "hoyle\n♠ä\n\nend"
    data = text.encode("utf-8")
    assert _offsets(text, data) == [0, 6, 12, 13, 17]
    assert _offsets(text, b"\xef\xbb\xbf" + data) == [3, 9, 15, 16, 20]
    lines = data.split(b"\n")
    assert [data[start:].split(b"\n")[0] for start in _offsets(text, data)[:-1]] == lines


def test_facts_that_differ_only_in_their_cards_are_about_the_same() -> None:
    text = (
        "hoyle play 1\ngame tricks\nplayers Ann, Bob, Cyd, Dan\nfirst dealer Ann\nfirst trump hearts\nrandom: 7♥\nrandom: 8♥\n"
        "hand Ann: 9♥\nhand Ann: 10♥\nhand Bob: 9♥\ndeal turned: J♠\npile stock: J♥\npile stock: Q♥\n"
    )
    found = [_about(step) for step in game_in(text).steps]  # type: ignore[arg-type]
    assert found[0] == ("first", "dealer")
    assert found[1] == ("first", "trump")
    assert found[2] == found[3] == ("random",)
    assert found[4] == found[5] != found[6]
    assert found[4] == ("DealtCards", "hand", "Ann")
    assert found[7] == ("DealtCards", "turned", "")
    assert found[8] == found[9] == ("Pile", "stock", "")


def test_a_file_that_cannot_be_continued_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "game.play"
    session = begun("tricks", path)
    played(session, Dice(3), 3)
    closed(session)
    good = path.read_text("utf-8")
    lines = good.splitlines()
    at = next(i for i, line in enumerate(lines) if ": play " in line)
    for changed, code in (
        ([*lines[:at], "Ann: jump", *lines[at:]], "E"),
        ([*lines[: at + 1], lines[at]], "E"),
        ([*lines, "expect"], "E"),
        (["{", '"hoyle": 1', "}"], "E"),
    ):
        path.write_text("".join(f"{line}\n" for line in changed), "utf-8")
        before = path.read_bytes()
        found = refused(path)
        assert found
        assert code in found[0]
        assert path.read_bytes() == before
    with pytest.raises(OSError, match="no such file"):
        resume(tmp_path / "gone.play", "gone.play", Rules())


def test_a_file_whose_seed_deals_other_cards_names_those_that_it_means(tmp_path: Path) -> None:
    """With another seed a card that is not named would be another one: the file says so, or is refused."""
    path = tmp_path / "game.play"
    session = begun("choices", path)
    played(session, Dice(4), 4)
    closed(session)
    good = path.read_text("utf-8")
    resumed = resume(path, "game.play", Rules())
    assert isinstance(resumed, ResumedGame)
    assert printed(resumed.session) == printed(session)
    closed(resumed.session)
    other = good.replace("seed 5", "seed 6")
    assert other != good
    path.write_text(other, "utf-8")
    again = resume(path, "game.play", Rules())
    assert isinstance(again, ResumedGame), [shown(one) for one in again]
    assert again.session.answered[0].state.values[5:] == session.answered[0].state.values[5:]
    assert [one.records for one in again.session.answered] == [one.records for one in session.answered]
    closed(again.session)
    unnamed = "".join(f"{line}\n" for line in other.splitlines() if not line.startswith("hand Bob"))
    path.write_text(unnamed, "utf-8")
    (said,) = refused(path)
    why = "it does not name all cards that were dealt, and its seed deals others"
    assert said == f"E1090 3:6 'choices' this game cannot be continued: {why} | None"
    assert path.read_text("utf-8") == unnamed


def test_a_file_grows_from_where_it_is_taken_up(tmp_path: Path) -> None:
    path = tmp_path / "game.play"
    session = begun("flow", path)
    played(session, Dice(1), 2)
    closed(session)
    length = path.stat().st_size
    file = GameFile.reopened(path, length, ("Ann", "Bob", "Cyd"))
    assert file.length == length
    file.back_to(10)
    assert (path.stat().st_size, file.length) == (10, 10)
    file.close()


def test_a_game_with_an_incident_is_made_again_from_its_seed(tmp_path: Path) -> None:
    """Cards that come later are those that came: the state is that of the seed, not one that only looks the same."""
    path = tmp_path / "game.play"
    session = begun("tricks", path)
    entry = next(number for number in range(9) if number in session.question.incidents)  # type: ignore[union-attr]
    session.declare(entry)
    played(session, Dice(4), 3)
    closed(session)
    resumed = resume(path, "game.play", Rules())
    assert isinstance(resumed, ResumedGame)
    assert printed(resumed.session) == printed(session), "with the generator"
    assert [*resumed.session.records] == [*session.records]
    assert [one.player for one in resumed.session.answered] == [one.player for one in session.answered]
    closed(resumed.session)


def test_what_happened_is_made_again_only_if_nothing_differs() -> None:
    one = opened("tricks")
    session = GameSession(one, 5)
    session.begin()
    played(session, Dice(2), 4)
    state, opening = session.state, session.opening
    usual = _ReplayedGame(opening, list(session.answered), state)
    again = _again(usual, one, 5)
    assert again is not None
    assert (again.state, again.opening) == (state, opening)
    assert [(a.player, a.records) for a in again.answered] == [(a.player, a.records) for a in session.answered]
    for seed in (6, None):
        assert _again(usual, one, seed) is None, "other cards"
    first, *others = session.answered
    for changed in (
        _ReplayedGame((), list(session.answered), state),
        _ReplayedGame(opening, list(session.answered), first.state),
        _ReplayedGame(opening, [replace(first, records=first.records[:1]), *others], state),
        _ReplayedGame(opening, [replace(first, records=first.records[1:]), *others], state),
        _ReplayedGame(opening, others, state),
        _ReplayedGame(opening, [first, first, *others], state),
    ):
        assert _again(changed, one, 5) is None
