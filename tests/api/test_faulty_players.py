"""Whatever goes wrong in a player of another package is told with its seat, its file and the line, wherever it plays."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import pytest

import hoyle
from hoyle import envs
from hoyle.cli.main import run

SOURCE = """
from hoyle.interpreter.players import NamedPlayer, Player
from hoyle.interpreter.records import Choice

class Failing(Player):
    def choose(self, decision):
        return decision.options[self.table[3]]  # failing

class Stubborn(Player):
    def choose(self, decision):  # stubborn
        return Choice(99)

class Garbled(NamedPlayer):
    def answer(self, turn):  # garbled
        return "the ace"

class Unready(Player):
    def begin(self):
        raise ZeroDivisionError("not today")  # unready
    def choose(self, decision):
        return decision.options[0]

class Leaving(Player):
    def choose(self, decision):
        raise SystemExit(1)  # leaving

class Tired(Player):
    choices = 0
    def choose(self, decision):
        Tired.choices += 1
        if Tired.choices > 20:
            raise SystemExit(1)  # tired
        return decision.options[0]

def tired(program, seat): return Tired()
def leaving(program, seat): return Leaving()
def unwilling(program, seat): raise SystemExit(3)  # unwilling
def failing(program, seat): return Failing()
def stubborn(program, seat): return Stubborn()
def garbled(program, seat): return Garbled(program)
def unready(program, seat): return Unready()
def unmade(program, seat): return 1 // 0  # unmade
def nobody(program, seat): return 7  # nobody
"""
PLAYERS = ("leaving", "unwilling", "failing", "stubborn", "garbled", "unready", "unmade", "nobody")


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], str]]:
    """Install the players.  Gives the file and line at which each of them is wrong."""
    folder = tmp_path_factory.mktemp("players")
    path = folder / "wrong_players.py"
    path.write_text(SOURCE)
    info = folder / "wrong_players-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wrong-players\nVersion: 1\n")
    points = "".join(f"{name} = wrong_players:{name}\n" for name in (*PLAYERS, "tired"))
    (info / "entry_points.txt").write_text(f"[hoyle.players]\n{points}")
    numbers = {line.rpartition("# ")[2]: number for number, line in enumerate(SOURCE.split("\n"), 1) if "# " in line}
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield lambda name: f"{path}:{numbers[name]}"
    sys.modules.pop("wrong_players", None)


def asked(name: str) -> object:
    """Ask a player in a game."""
    return hoyle.open("whist", seed=1).ask(name)


def among_agents(name: str) -> None:
    """Seat a player in an environment."""
    env = envs.aec("whist", opponents=name)
    env.reset(seed=1)
    for _ in env.agent_iter(60):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize(
    "use",
    [
        asked,
        among_agents,
        lambda name: hoyle.simulate("whist", players=name, games=2),
        lambda name: hoyle.compare("whist", "whist", players=name, games=2),
        lambda name: hoyle.compare_players("whist", "random", name, games=2),
    ],
    ids=["ask", "aec", "simulate", "compare", "compare_players"],
)
def test_python_says_who_and_where(lines: Callable[[str], str], name: str, use: Callable[[str], object]) -> None:
    with pytest.raises((hoyle.BadPlayer, hoyle.GamesStopped)) as error:
        use(name)
    said = str(error.value)
    assert f"the player `{name}` at seat " in said
    assert lines(name) in said


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize(
    "command",
    ["simulate whist --games 2 --players", "play whist --seat A=random --seat B=random --seat C=random --seat"],
)
def test_commands_say_who_and_where(
    lines: Callable[[str], str], name: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    seated = f"D={name}" if command.startswith("play") else name
    code = run([*command.split(), seated])
    out, err = capsys.readouterr()
    said = "".join((out + err).split())  # a line may be broken anywhere
    assert code in (1, 2)
    assert f"layer`{name}`atseat" in said
    assert lines(name) in said
    assert "mistakeofhoyle" not in said


def test_a_player_that_ends_the_program_leaves_the_games_before_it(lines: Callable[[str], str]) -> None:
    """It chooses twenty times, and then wants to exit."""
    assert lines("tired")
    with pytest.raises(hoyle.GamesStopped) as stopped:
        hoyle.simulate("kuhn_poker", players=("tired", "random"), games=2_000, workers=1)
    assert f"the player `tired` at seat A failed in {lines('tired')}: SystemExit(1)" in str(stopped.value)
    assert 0 < stopped.value.result.data()["games"] < 2_000


def test_a_player_that_works_is_not_disturbed(lines: Callable[[str], str]) -> None:
    assert lines("failing")
    game = hoyle.open("whist", seed=1)
    assert game.ask("sound") in game.choices
