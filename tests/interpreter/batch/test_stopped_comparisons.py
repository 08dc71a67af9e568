"""Comparisons and lists of games of rules that stop, in modules and by the engine; seats that cannot be taken."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from hoyle.interpreter.batch import pool
from hoyle.interpreter.batch.divergence import ExamplesAhead
from hoyle.interpreter.batch.module_players import ModulePlayersCompared
from hoyle.interpreter.batch.modules import ModulePairedGames
from hoyle.interpreter.batch.pairing import PairedGames, PairSums
from hoyle.interpreter.batch.playout import Playout
from hoyle.interpreter.batch.recorded import _UNFINISHED, _ScriptFiles
from hoyle.interpreter.batch.skill import PlayersCompared
from hoyle.interpreter.batch.work import Simulation, UnknownPlayer, check_seats, inside_alone, seats
from hoyle.interpreter.errors import GameError
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.players import maker
from hoyle.interpreter.program import Program

from ...small_rules import game_of, small_rules
from .stopping import CHOOSES


@pytest.fixture(scope="module")
def stops() -> Program:
    return lower(game_of(CHOOSES))


def test_players_are_compared_up_to_the_game_that_stops(stops: Program) -> None:
    for seed in (0, 15, 29):
        inside = ModulePlayersCompared(stops, "random", "random", seed).runner()
        plain = PlayersCompared(stops, "random", "random", seed).runner()
        whole = plain.run(0, 40)
        assert whole.failure is not None
        at = whole.failure.index
        assert 0 < at == whole.count
        for first, count in ((0, 40), (at, 3), (at - 1, 5), (at + 1, 40), (0, at)):
            assert inside.run(first, count) == plain.run(first, count)


def test_who_cannot_be_compared_is_said(stops: Program) -> None:
    with pytest.raises(UnknownPlayer, match="inside a module `random` and `learned` play, so `sound` cannot be seated"):
        ModulePlayersCompared(stops, "random", "sound")
    with pytest.raises(GameError) as error:
        PlayersCompared(lower(game_of(small_rules(players="1"))), "random", "sound")
    assert error.value.message == "`Small` has only one side, so there are no seats to exchange"
    work = ModulePlayersCompared(stops, "random", "random", 5)
    assert work.plain() == PlayersCompared(stops, "random", "random", 5)


@pytest.mark.parametrize(
    ("players", "said"),
    [
        ("random", "players are a tuple with a name for each seat, not the text 'random'"),
        (("random",), "`Stops` is played by 2, but 1 is named (one for each seat)"),
        (("random",) * 3, "`Stops` is played by 2, but 3 are named (one for each seat)"),
        ((), "`Stops` is played by 2, but 0 are named (one for each seat)"),
    ],
)
def test_every_seat_has_a_player(stops: Program, players: tuple[str, ...], said: str) -> None:
    with pytest.raises(UnknownPlayer) as error:
        check_seats(players, stops)
    assert str(error.value) == f"E1093: {said}"
    with pytest.raises(UnknownPlayer):
        Simulation(stops, players)
    check_seats(("random", "sound"), stops, stops)


def test_names_are_repeated_around_the_table() -> None:
    assert seats(("random",), 3) == ("random",) * 3
    assert seats(("random", "sound"), 5) == ("random", "sound", "random", "sound", "random")
    assert seats(("random", "sound"), 2) == ("random", "sound")
    for players, said in (
        ((), "no player is named"),
        (("random",) * 3, "3 players are named, but only 2 can sit"),
    ):
        with pytest.raises(UnknownPlayer) as error:
            seats(players, 2)
        assert str(error.value) == f"E1093: {said}"
    with pytest.raises(UnknownPlayer):
        seats(("nobody",), 2)
    inside_alone(("random", "learned"))
    with pytest.raises(UnknownPlayer, match="so `sound` cannot be seated there"):
        inside_alone(("random", "sound"))


def test_there_are_as_many_scores_and_players_as_sides(stops: Program) -> None:
    assert len(stops.scores) == 2
    with pytest.raises(GameError) as error:
        Playout(stops, [maker("random")], 0)
    assert error.value.message == "1 players for the 2 seats of `Stops`"


def test_games_are_looked_at_only_while_modules_play(stops: Program) -> None:
    other = lower(game_of(CHOOSES.replace("highest", "lowest")))
    for kind, begins in ((ModulePairedGames, True), (PairedGames, False)):
        work = kind(stops, other, ("random",) * 2, 1)
        sums = work.runner().run(0, 3).sums
        assert sums.examples
        looked = ExamplesAhead(work, len(sums.examples) + 1)
        looked.begin(sums)
        assert list(looked.found()) == []
        looked.stop()
        looked = ExamplesAhead(work, len(sums.examples))
        looked.begin(PairSums(2))
        assert list(looked.found()) == []
        looked.begin(sums)
        found = list(looked.found())
        assert len(found) == (len(sums.examples) if begins else 0)
        looked.stop()


def scripted(title: str) -> m.ScriptedGame:
    return m.ScriptedGame(ruleset=m.SpannedText("small"), title=m.SpannedText(title))


def stopped(files: _ScriptFiles, games: dict[int, str]) -> None:
    """Write games, and fail after them."""
    with suppress(ValueError), files:
        for index, title in games.items():
            files.add(index, scripted(title))
        raise ValueError


def test_of_a_chunk_that_failed_the_whole_files_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = _ScriptFiles(tmp_path)
    with files:
        files.add(3, scripted("one"))
        files.add(4, scripted("two"))
        assert [path.name for path in tmp_path.iterdir()] == [f"game-0000003{_UNFINISHED}"]
    assert [path.name for path in tmp_path.iterdir()] == ["game-0000003.play"]
    text = (tmp_path / "game-0000003.play").read_text(encoding="utf-8")
    assert text.startswith("hoyle play 1\n\n")
    assert text.index("one") < text.index("two")
    stopped(files, {5: "three"})
    assert [path.name for path in tmp_path.iterdir()] == ["game-0000003.play"]
    with files:
        pass
    monkeypatch.setattr("hoyle.interpreter.batch.recorded.MOST_BYTES", 1)
    stopped(files, {6: "four", 7: "five"})
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["game-0000003.play", "game-0000006.play", "game-0000007.play"]


def test_a_chunk_is_as_long_as_fits_and_at_most_four_times_as_long_as_the_last() -> None:
    for length, seconds, found in (
        (10, pool.CHUNK_SECONDS, 10), (10, 2 * pool.CHUNK_SECONDS, 5), (10, pool.CHUNK_SECONDS / 2, 20),
        (10, pool.CHUNK_SECONDS / 100, 40), (10, 0.0, 40), (10, 1e9, 1), (pool.LONGEST_CHUNK, 0.0, pool.LONGEST_CHUNK),
        (7, pool.CHUNK_SECONDS * 2, 3),
    ):  # fmt: skip
        assert pool.longer(length, seconds) == found
