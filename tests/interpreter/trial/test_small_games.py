"""The short run of small games without a module: the settings that are played, what comes up, what stops it; and the
examples of a rule file, each with one word changed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.interpreter.engine import Engine, Fault
from hoyle.interpreter.fuzz.coverage import universe
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.trial import games
from hoyle.interpreter.trial.games import Way, first_stopped
from hoyle.interpreter.trial.modules import choices_for
from hoyle.interpreter.trial.report import found_in_play
from hoyle.interpreter.trial.settings import at_the_ends, covering, pairs, programs
from hoyle.interpreter.trial.unfired import FiredRules, unfired

from ...golden import same_as_file
from ...small_constructs import CONSTRUCTS, construct_game
from ...small_rules import game_of, small_rules
from ..small_scripts import shown

GOLDEN = Path(__file__).with_name("golden")
ASKING = ("choices", "tricks", "flow", "wide", "alike")


def kept(name: str, lines: list[str]) -> None:
    same_as_file(GOLDEN / f"{name}.txt", "".join(f"{line}\n" for line in lines))


@pytest.fixture
def without_module(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """No module is compiled; returns the numbers of choices for which one was wanted."""
    wanted: list[int] = []
    monkeypatch.setattr(games, "first_fault", lambda program, choices, seed, fired: wanted.append(choices))
    return wanted


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_the_settings_of_the_short_run(name: str) -> None:
    game = construct_game(name)
    rows = [*covering(game)]
    lines = [str(row) for row in rows]
    lines += [f"{row} {program.players} {dict(program.options)}" for row, program in programs(game)]
    lines += [f"{at_the_ends(game, min)} {at_the_ends(game, max)}", f"{sorted(pairs(rows[0]))}"]
    kept(f"{name}_settings", lines)


@pytest.mark.parametrize("way", ["option", "answer", "most", "least"])
@pytest.mark.parametrize("name", ASKING)
def test_how_far_a_game_of_the_run_goes(name: str, way: Way) -> None:
    engine, fired, lines = Engine(lower(construct_game(name))), FiredRules(), list[str]()
    counting = fired.engine(engine.program)
    for index, limit in ((0, 12), (1, 5), (2, 1)):
        made = games._tried(counting, games.TrialGame(index, limit, way), fired)
        again = games._tried(engine, games.TrialGame(index, limit, way))
        assert str(made) == str(again)
        cost = "" if isinstance(made, Fault) else str(made.cost)
        lines.append(f"{index} {limit}: {made} {cost}")
        lines.append(f"    {fired.games} games, {fired.settings} settings, {len(fired.keys)} rules came up")
    kept(f"{name}_{way}", lines)


@pytest.mark.parametrize("name", ["flow", "alike"])
def test_what_comes_up_in_the_short_run(name: str, without_module: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "PLAIN_CHOICES", 60)
    monkeypatch.setattr(games, "OTHER_CHOICES", 15)
    monkeypatch.setattr(games, "GREATEST_CHOICES", 20)
    monkeypatch.setattr(games, "EXTREME_CHOICES", 10)
    game, fired = construct_game(name), FiredRules()
    stopped = first_stopped(game, fired=fired)
    left = unfired(game, fired)
    came = [f"{one.kind} {one.span.line}" for one in universe(game) if one.key in fired.keys]
    fault = (
        "" if stopped is None else f"{stopped.fault.message} {stopped.game} {stopped.settings} {len(stopped.records)}"
    )
    kept(f"{name}_run", [str(without_module), fault, f"{fired.games} {fired.settings}", str(left), *came])
    assert first_stopped(game, only_defaults=True) is None or stopped is not None


@pytest.mark.parametrize("kind", ["range", "always", "option", "players", "after"])
def test_what_stops_a_game(kind: str, without_module: list[int]) -> None:
    pays = "table pay(p: player, n: 0..9)\n    n < 3 -> add n to p.points\n    n >= 3 -> add 3 to p.points\n"
    text = {
        "range": small_rules(head='option prize: 1..9 = 1 "points"', act="add prize to p.points").replace(
            "points of each player: number", "points of each player: 0..5"
        ),
        "always": small_rules(tables="always highest points < 1\n"),
        "option": small_rules(
            head='option prize: 0..4 = 1 "points"\noption more: yes or no = no "is more paid"',
            act="pay(p, prize)",
            tables=pays + "after pay: total points gained in {0, 1, 2}\n",
        ),
        "players": small_rules(players="2..4 = 2", act="add 1 to p.points", tables="always total points < 4\n"),
        "after": small_rules(act="pay(p, 2)", tables=pays + "after pay: p.points gained = 1\nafter pay: total points gained < 2\n")
        .replace("after pay: p.points gained = 1\n", "after pay: highest points gained = 1\n"),
    }[kind]  # fmt: skip
    kept(f"stopped_{kind}", [*map(shown, found_in_play(game_of(text))), str(without_module)])


@pytest.mark.parametrize(
    ("options", "choices"), [(0.0, 7_000), (1.0, 7_000), (5.0, 7_000), (10.0, 3_500), (87.5, 400), (500.0, 400)]
)
def test_how_many_choices_a_module_makes(options: float, choices: int) -> None:
    assert choices_for(options) == choices


TRIED = """\
option prize: 1..2 = 1  "points for a card"
option wild: yes or no = no  "more"
option sort = calm
    calm
    odd"""


@pytest.mark.parametrize("only_defaults", [True, False])
def test_the_games_of_the_short_run_in_their_order(
    only_defaults: bool, without_module: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which game is played under which settings, how, for how long, and what it cost."""
    for name, most in (("PLAIN_CHOICES", 9), ("OTHER_CHOICES", 7), ("EXTREME_CHOICES", 2), ("MOST_CHOICES", 5)):
        monkeypatch.setattr(games, name, most)
    monkeypatch.setattr(games, "GREATEST_CHOICES", 4)
    game = game_of(small_rules(players="2..3", head=TRIED, act="add prize to p.points", cards="4"))
    plain, lines, tried = lower(game), list[str](), games._tried

    def noted(engine: Engine, trial: games.TrialGame, fired: FiredRules | None = None) -> object:
        made = tried(engine, trial, fired)
        said = ", ".join(games.different(plain, engine.program)) or "default settings"
        cost = made if isinstance(made, Fault) else made.cost
        lines.append(f"{said}: game {trial.index} of {trial.limit} choices, {trial.way}, cost {cost}")
        return made

    monkeypatch.setattr(games, "_tried", noted)
    assert first_stopped(game, only_defaults=only_defaults) is None
    assert bool(without_module) is not only_defaults
    kept(f"tried_{'defaults' if only_defaults else 'all'}", lines)
