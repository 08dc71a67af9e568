"""The user's settings, and in what steps the games for the lenses are played."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.language_server import counting

from .conftest import Client


@pytest.mark.parametrize(
    ("given", "games"),
    [(1, 1), (1_000_000, 1_000_000), (0, None), (-3, None), (1_000_001, None), (True, None), ("7", None), (2.5, None)],
)
def test_the_number_of_games_for_lenses_is_a_number_from_1_to_a_million(
    fresh: Client, given: object, games: int | None
) -> None:
    usual = fresh.session.state.settings.lens_games
    fresh.start(initializationOptions={"lensGames": given})
    assert fresh.session.state.settings.lens_games == (usual if games is None else games)


def test_settings_that_are_changed_and_others_that_stay(fresh: Client) -> None:
    fresh.start(initializationOptions={"lenses": False, "hints": True, "trial": False, "other": 3})
    settings = fresh.session.state.settings
    assert (settings.lenses, settings.hints, settings.trial) == (False, True, False)
    fresh.tell("workspace/didChangeConfiguration", settings={"hoyle": {"hints": False, "lenses": 1}})
    assert (settings.lenses, settings.hints, settings.trial) == (False, False, False)


class Counted:
    """Games of which one may fail; a part is given back as it was asked for."""

    def __init__(self, failing: int) -> None:
        self.asked: list[tuple[int, int]] = []
        self.failing = failing

    def runner(self) -> Counted:
        return self

    def nothing(self) -> list[int]:
        return []

    def merge(self, sums: list[int], more: list[int]) -> None:
        sums += more

    def run(self, done: int, count: int) -> Any:
        self.asked.append((done, count))
        failed = done <= self.failing < done + count
        played = self.failing - done if failed else count
        return SimpleNamespace(sums=[played], count=played, failure="it failed" if failed else None)


def test_games_are_played_in_growing_parts_until_all_are_played_or_one_fails() -> None:
    chunks = counting.CHUNKS
    games = sum(chunks) + chunks[-1] + 3
    work: Any = Counted(-1)
    steps = [done for _, done in counting.games_in_parts(work, games)]
    counts = [count for _, count in work.asked]
    assert counts == [*chunks, chunks[-1], 3]
    assert steps == [sum(counts[: n + 1]) for n in range(len(counts))]
    few: Any = Counted(-1)
    assert [done for _, done in counting.games_in_parts(few, 1)] == [1]
    failing: Any = Counted(chunks[0] + 1)
    assert [done for _, done in counting.games_in_parts(failing, games)] == [chunks[0], chunks[0] + 1]
    first: Any = Counted(0)
    assert [done for _, done in counting.games_in_parts(first, games)] == []
