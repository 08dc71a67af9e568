"""The whole reports of one tiny game: the data, the rows and the text that each function of `hoyle` gives, as they were.

They lie in `tiny_game/` (UPDATE_GOLDEN=1 writes them anew); times are left out.  In this game each of two players plays one
of two cards, may double, and the higher card wins a point or two.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle.api import simulating
from hoyle.api.results import Report
from hoyle.api.running import CannotPlay
from hoyle.api.simulating import who_plays
from hoyle.api.tuning import example_values, settings_of
from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source

from ..golden import same_as_file

RULES = """\
game "Tiny"
language 1
players 2
deck 2 3 4 5 6 7
option target: 1..5 = 3 "points that win"
option double: yes or no = yes "may the stakes be doubled"
option most = two "the most that a deal is worth"
    two "two points"
    three "three points"
    four "four points"
    five "five points"
zones
    stock: face down
    table: face up
    hand of each player: private
remember
    dealer: player
    stake: 1..9
    points of each player: number
values height of each card
    2..7: 2..7
main
    set dealer to a random player
    repeat until highest points >= target
        deal_hand
        set dealer to dealer.left
    game over, won by the player with highest points
phase deal_hand
    gather every card into stock
    shuffle stock
    deal 2 from stock to hand of each player
    set stake to 1
    for p in players from dealer.left
        p chooses
            "play {c}" for c in p.hand
                move c to table
        if double and stake < 2
            p chooses
                "double"
                    set stake to 2 if most = two otherwise 3
                "leave it"
    if bottom of table.height > top of table.height: add stake to dealer.left.points
    otherwise: add stake to dealer.points
""".replace("bottom of table.height", "(bottom of table).height").replace(
    "top of table.height", "(top of table).height"
)


def write_rules(folder: Path) -> None:
    """Write the rules and a variant of them into a folder."""
    (folder / "rules.hoyle").write_text(RULES, "utf-8")
    (folder / "quick.hoyle").write_text('variant "Quick" of rules\nset target to 1\n', "utf-8")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the rules and a variant of them, which is the current folder."""
    write_rules(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def without_times(text: str) -> str:
    """A report without what another machine or another day would change."""
    return re.sub(r'("seconds": |"file": ")[^,\n]*|\d+(\.\d+)? s\b|[\d,]+ games/s', r"\1…", text)


def written(found: Report) -> str:
    rows = [json.dumps(row, ensure_ascii=False, default=str) for row in found.records()]
    return without_times("\n".join((found.to_json(), "--", *rows, "--", str(found), ""))) + "\n"


RANDOM: dict[str, Any] = {"players": "random", "seed": 5, "workers": 1}
CALLS: dict[str, Callable[[], Report]] = {
    "simulate": lambda: hoyle.simulate("rules.hoyle", games=20, **RANDOM),
    "simulate_python": lambda: hoyle.simulate("rules.hoyle", games=6, options={"target": 1}, engine="python", **RANDOM),
    "simulate_two_players": lambda: hoyle.simulate("rules.hoyle", games=6, players=["random", "sound"], seed=5, workers=1),
    "compare": lambda: hoyle.compare("rules.hoyle", games=20, options_b={"target": 2, "double": False}, **RANDOM),
    "compare_variant": lambda: hoyle.compare("rules.hoyle", "quick.hoyle", games=8, **RANDOM),
    "compare_players": lambda: hoyle.compare_players("rules.hoyle", "sound", "random", games=8, seed=5, workers=1),
    "tune": lambda: hoyle.tune("rules.hoyle", {"target": [1, 3]}, "length=2", games=12, **RANDOM),
    "tune_balance": lambda: hoyle.tune("rules.hoyle", {"double": [True, False]}, "balance", games=12, **RANDOM),
    "tune_dealer": lambda: hoyle.tune("rules.hoyle", {"target": [1, 5]}, "dealer", games=12, **RANDOM),
    "fuzz": lambda: hoyle.fuzz("rules.hoyle", games=8, seed=5, workers=1, engine="python"),
    "fuzz_options": lambda: hoyle.fuzz("rules.hoyle", games=6, seed=5, workers=1, options={"target": 1}, length=3),
    "diff": lambda: hoyle.diff("rules.hoyle", "quick.hoyle"),
    "rulings": lambda: hoyle.rulings("rules.hoyle", options={"target": 2}),
    "check": lambda: hoyle.check("rules.hoyle"),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_a_whole_report(name: str, here: Path) -> None:
    same_as_file(Path(__file__).with_name("tiny_game") / f"{name}.txt", written(CALLS[name]()))


def test_values_of_an_option_as_an_example() -> None:
    def example(option: str) -> str:
        text = re.sub(r"^option(.*\n)(    .*\n)*", "", RULES, flags=re.MULTILINE)
        text = text.replace("target", "3").replace("double and ", "").replace("most = two", "stake = 1")
        return example_values(Source("x.hoyle", text.replace("zones\n", f"{option}\nzones\n", 1)))

    assert example("") == "NAME=V,V"
    assert example("option goal: 1..5 = 3") == "goal=1,3,5"
    assert example("option goal: 1..5 = 1") == "goal=1,5"
    assert example("option goal: 5 or 1 or 4 or 2 = 2") == "goal=1,2,4"
    assert example("option open: yes or no = yes") == "open=no,yes"
    assert example("option pace = slow\n    slow\n    fast\n    late\n    soon") == "pace=slow,fast"
    assert example_values(Source("x.hoyle", "game")) == "NAME=V,V"
    assert load(Source("rules.hoyle", RULES)).game is not None


def test_settings_to_try() -> None:
    assert settings_of({"a": [1, 2], "b": (True, False)}) == [
        {"a": 1, "b": True}, {"a": 1, "b": False}, {"a": 2, "b": True}, {"a": 2, "b": False},
    ]  # fmt: skip
    assert len(settings_of({"a": range(8), "b": range(8)})) == 64
    for vary, said in (
        ({}, "at least two values of an option are needed"),
        ({"a": [1]}, "at least two values of an option are needed"),
        ({"a": []}, "at least two values of an option are needed"),
        ({"a": range(13), "b": range(5)}, "65 settings are too many to compare; 64 at most"),
    ):
        with pytest.raises(CannotPlay, match=said):
            settings_of(vary)
    assert settings_of({"a": [1, 2]}) == [{"a": 1}, {"a": 2}]


def test_who_plays_where() -> None:
    assert who_plays(None, None, "random") == (("random",), None)
    assert who_plays(None, 3, "random") == (("random",), 3)
    assert who_plays(2, None, "sound") == (("sound",), 2)
    assert who_plays(2, 2, "sound") == (("sound",), 2)
    assert who_plays("random", 2, "sound") == (("random",), 2)
    assert who_plays(["random", "sound"], None, "sound") == (("random", "sound"), None)
    with pytest.raises(hoyle.GameError, match="2 are to play, and there are to be 3 seats; leave one out"):
        who_plays(2, 3, "sound")


@pytest.mark.parametrize(
    ("more", "games"),
    [
        ({}, simulating.RANDOM_GAMES),
        ({"players": 2}, simulating.RANDOM_GAMES),
        ({"players": "sound"}, simulating.RANDOM_GAMES),
        ({"measures": True}, simulating.THOUGHT_GAMES),
        ({"measures": True, "players": "random"}, simulating.RANDOM_GAMES),
        ({"measures": True, "engine": "python"}, simulating.RANDOM_GAMES),
        ({"games": 7}, 7),
        ({"games": 7, "measures": True}, 7),
    ],
)
def test_so_many_games_are_played_if_nobody_says(more: Any, games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def planned(work: Any, count: int, **_: Any) -> Any:
        raise CannotPlay(f"{count} games")

    monkeypatch.setattr(simulating, "played", planned)
    with pytest.raises(CannotPlay, match=f": {games} games$"):
        hoyle.simulate(RULES, **more)
