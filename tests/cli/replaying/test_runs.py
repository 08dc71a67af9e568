"""Every way to run scripted games, on the small game of the club: what is printed lies in `printed/`."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.api import judging
from hoyle.cli.arguments.scripts import read_script
from hoyle.cli.pages.viewer import page as pages
from hoyle.cli.replaying import watch as watching
from hoyle.cli.terminal import stepping
from hoyle.dsl.source.span import NOWHERE
from hoyle.interpreter.analysis import judge
from hoyle.interpreter.faults import Fault

from ...golden import same_as_file
from ..conftest import Hoyle

PRINTED = Path(__file__).with_name("printed")
COMMANDS = {
    "seen": """
        replay position.play --as Ann
        replay position.play --as 3 --format json
        replay position.play -q --as Ann
        replay failing.play --as Ann
        replay bad.play --as Ann --format json
        replay bad.play --as Ann
        replay nowhere.play --as Ann
        replay nowhere.play --as Ann --format json
        replay evening.play --as Eve
        replay old.play --as Dan -q
        replay old.play --as Dan -q --exact
        replay old.play --as Dan --format json
        replay position.play --as Ann --step
        replay open.play --as Bob
        replay short.play --as Ann
        replay short.play side.play
        replay drawn.play short.play --as Dan --format json
        replay drawn.play short.play""",
    "only_choices": """
        replay only.play
        replay only.play --as A
        replay only.play --format json
        replay only.play --with more=3
        replay only.play --with gops
        replay only.play --with whist
        replay nowhere.play only.play --format json
        replay nowhere.play --format junit
        replay nowhere.play -q
        replay old.play only.play --exact --format json""",
    "pages": """
        replay evening.play --html evening.html
        replay evening.play position.play --html both.htm --ascii
        replay failing.play --html failing.html --as Bob
        replay nowhere.play --html none.html
        replay evening.play --html - --as Ann
        replay evening.play --analyse
        replay evening.play --html evening.txt""",
    "judged_page": "replay side.play --html judged.html --analyse",
    "replayed": """
        replay open.play
        replay open.play -q
        replay open.play position.play -q
        replay old.play -q
        replay old.play --exact -q
        replay bad.play -q
        replay nowhere.play
        replay open.play bad.play --format json
        replay old.play --format junit
        replay side.play""",
    "otherwise": """
        replay open.play --with target=4
        replay evening.play --with club_double.hoyle --with target=5
        replay bad.play nowhere.play --with target=5
        replay open.play --with target=99
        replay open.play --with taget=4
        replay open.play --with nothing.hoyle
        replay failing.play --with left_leads=no""",
    "judged": """
        analyse side.play --budget 8 --seed 3
        analyse side.play --budget 8 --seed 3 -q""",
    "judged_openly": """
        analyse side.play --open -q --ascii
        analyse failing.play --open -q""",
    "judged_in_turn": """
        analyse side.play short.play --budget 8 --seed 3 --ascii
        analyse short.play --budget 8 --format json""",
    "judged_wrong": """
        analyse bad.play --budget 20
        analyse nowhere.play --budget 20 --format json
        analyse open.play --open -q""",
    "checked": """
        fuzz club_whist.hoyle --script evening.play --engine python
        fuzz club_whist.hoyle --script side.play --engine python
        fuzz club_whist.hoyle --script failing.play --engine python
        fuzz club_whist.hoyle --script bad.play --engine python
        fuzz club_whist.hoyle --script setting.play --engine python
        fuzz club_whist.hoyle --script - --engine python
        fuzz broken.hoyle --script broken.play --engine python""",
}
ONLY = """\
game "Only"
language 1
players 2
deck 2 3 4 5 of reds blues
option more: 1..3 = 1
zones
    stock: face down
    heap: face up
    hand of each player: private
remember
    points of each player: number
main
    shuffle every card into stock
    deal 2 from stock to hand of each player
    for p in players
        p chooses
            "knock"
                add more to p.points
        p chooses
            "lay {c}" for c in p.hand
                move c to heap
            "pass"
    game over, won by the player with highest points, otherwise shared
"""
ONLY_SCRIPT = """\
hoyle play 1

game only
players A, B

hand A: 2.reds 3.reds
A: lay 2.reds
B: lay ??
expect points: A 1, B 1
"""
OPEN = """\
hoyle play 1

game club_whist
players Ann, Bob, Cyd, Dan

seed 5
first dealer Cyd
"""
SIDE = """\
hoyle play 1

game club_whist
title "Two lines"
players Ann, Bob, Cyd, Dan
option target 3

first dealer Cyd
hand Dan: Q♦ K♠ A♣ K♣
hand Ann: J♥ J♦ Q♣ K♥
hand Bob: Q♥ J♣ J♠ A♦
hand Cyd: A♠ K♦ A♥ Q♠
Dan: pass
Ann: bid 1
Bob: pass
what if "Cyd bids"
  Cyd: bid 2
  what if
    Dan: play K♣
  Dan: play A♣
Cyd: pass
Dan: play A♣
"""


@pytest.fixture
def scripts(club: Path) -> Path:
    """The current folder, with scripts of all kinds."""
    evening = (club / "evening.play").read_text("utf-8")
    rules = (club / "club_whist.hoyle").read_text("utf-8")
    texts = {
        "open.play": OPEN,
        "side.play": SIDE,
        "only.hoyle": ONLY,
        "only.play": ONLY_SCRIPT,
        "drawn.play": OPEN.replace("seed 5\n", ""),
        "short.play": evening.split("Cyd: play A♥")[0] + "expect points: Ann 1, Bob 0\n",
        "bad.play": "hoyle play 1\n\ngame club_whist\nhand A\n",
        "nowhere.play": "hoyle play 1\n\ngame whits\nplayers A, B\nfirst dealer A\n",
        "failing.play": evening.replace("Ann 1, Bob 0", "Ann 0, Bob 0"),
        "old.play": evening.replace("players", "rules 0123456789abcdef\nplayers", 1),
        "setting.play": evening.replace("option target 3", "option target 99"),
        "broken.hoyle": rules + "always highest points < 1\n",
        "broken.play": evening.replace("club_whist", "broken"),
    }
    for name, text in texts.items():
        (club / name).write_text(text, "utf-8")
    return club


@pytest.mark.parametrize("name", COMMANDS)
def test_scripts_are_run(name: str, hoyle: Hoyle, scripts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def page(animations: list[tuple[str, Any]], judged: Any, unshown: list[Any]) -> str:
        lines = [
            f"{title}: {len(made.pictures)} pictures as {made.viewer} sees them, suits as {made.words.card(0)}"
            for title, made in animations
        ]
        for choices in judged or ():
            lines += [
                f"{one.number} {one.deal} {one.depth} {one.judgement is not None} {len(one.known)}" for one in choices
            ]
        lines += [f"not shown: {problem.code}" for problem in unshown]
        return "\n".join(lines) + "\n"

    monkeypatch.setattr(pages, "page", page)
    monkeypatch.setitem(judge.EFFORTS, "quick", judge.effort("16"))
    before, out = {*scripts.iterdir()}, list[str]()
    for line in COMMANDS[name].strip().splitlines():
        done = hoyle(*shlex.split(line.strip()))
        out += [
            f"$ hoyle {line.strip()}  ({done.code})",
            *(one.replace(str(scripts), "") for one in (done.out, done.err)),
        ]
    for path in sorted({*scripts.iterdir()} - before):
        out += [f"== {path.name}", path.read_text("utf-8")]
    same_as_file(PRINTED / f"{name}.txt", re.sub(r'time="[\d.]+"', "", "\n".join(out)) + "\n")


def test_what_cannot_be_read_is_counted_apart(hoyle: Hoyle, here: Path) -> None:
    head = "game crazy_eights\nplayers A, B\nfirst dealer A\n"
    games = [head + "expect turn B\n", head + "expect turn A\n", head + "nonsense\n"]
    (here / "games.play").write_text("hoyle play 1\n" + "\n".join(games), encoding="utf-8")
    (here / "damaged.play").write_text("nonsense\n", encoding="utf-8")

    def last(*files: str) -> str:
        done = hoyle("replay", "-q", *files)
        assert done.code == 1
        return done.out.splitlines()[-1]

    assert last("games.play") == (
        "1 script, 2 games, 1 of them with mistakes, and 1 more that cannot be read: 1 expectation held"
    )
    assert last("games.play", "damaged.play") == (
        "2 scripts, 2 games, 1 of them with mistakes, and 2 more that cannot be read: 1 expectation held"
    )


def test_a_line_between_two_games_is_no_game(hoyle: Hoyle, here: Path) -> None:
    text = "hoyle play 1\ngame crazy_eights\nplayers A, B\nfirst dealer A\nexpect turn B\n"
    (here / "joined.play").write_text(text * 2, encoding="utf-8")
    done = hoyle("replay", "-q", "joined.play")
    assert done.code == 1
    assert done.out.splitlines()[-1] == "1 script, 2 games, and 1 line too many between them: 2 expectations held"


def test_games_are_followed_on_a_terminal_until_the_viewer_leaves(
    scripts: Path, hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[tuple[str, bool, int]] = []
    stays = [True, False]

    class Screen:
        def __init__(self, console: object, made: Any, title: str, *, ascii: bool) -> None:
            shown.append((title, ascii, made.viewer))

        def run(self) -> bool:
            return stays.pop(0)

    monkeypatch.setattr(stepping, "Screen", Screen)
    monkeypatch.setattr(watching, "is_terminal", lambda stream=None: True)
    done = hoyle("replay", "failing.play", "side.play", "open.play", "--step", "--ascii")
    assert (done.code, shown) == (0, [("An evening at the club", True, None), ("Two lines", True, None)])
    assert "E1060" in done.out
    stays[:], shown[:] = [True] * 3, []
    done = hoyle("replay", "failing.play", "open.play", "side.play", "--step", "--as", "Bob")
    assert (done.code, shown) == (1, [("Club Whist", False, 1)] * 3)
    done = hoyle("replay", "-", "--step", stdin=b"x")
    assert (done.code, "the script must come from a file" in done.err) == (2, True)


def test_whoever_leaves_ends_the_run_without_an_error(scripts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepping, "Screen", lambda *given, **more: SimpleNamespace(run=lambda: False))
    monkeypatch.setattr(watching, "is_terminal", lambda stream=None: True)
    run = watching.WatchRun(None, step=True, html=None, quiet=False, ascii=False, exact=False, json=False)
    shown, folder, games = read_script("side.play")
    assert run.run([(shown, folder, games), ("never", folder, iter(()))]) == 0
    assert [title for title, _ in run.animations] == ["Two lines"]
    run = watching.WatchRun(None, step=False, html=None, quiet=True, ascii=False, exact=False, json=False)
    assert run.run([read_script("side.play")]) == 0
    assert run.run([read_script("bad.play")]) == 1


def test_a_game_that_cannot_be_judged_is_shown_all_the_same(
    scripts: Path, hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "page", lambda animations, judged, unshown: f"{len(animations)} {judged}")

    def cannot(self: object, program: object) -> Any:
        raise judging.CannotJudge("there is no module\x07")

    monkeypatch.setattr(judging.Judges, "of", cannot)
    done = hoyle("replay", "side.play", "--html", "x.html", "--analyse")
    assert (done.code, done.err, Path("x.html").read_text()) == (1, "hoyle: there is no module\\u0007\n", "1 [[]]")
    done = hoyle("analyse", "side.play", "--budget", "20")
    assert (done.code, done.err) == (1, "hoyle: there is no module\\u0007\n")

    def breaks(self: object, program: object) -> Any:
        raise Fault("E1202", "it is none", NOWHERE)

    monkeypatch.setattr(judging.Judges, "of", breaks)
    done = hoyle("replay", "side.play", "--html", "x.html", "--analyse")
    assert (done.code, done.err) == (1, "hoyle: the rules break down while a choice is judged: it is none\n")
    done = hoyle("analyse", "side.play", "--budget", "20")
    assert done.code == 1
    assert done.err.startswith("hoyle: the rules break down while a choice is judged: it is none (")


def test_judges_and_open_hands_are_made_once_for_all_games(
    scripts: Path, hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    for name in ("Judges", "OpenHands"):
        usual: Any = getattr(judging, name)

        def counted(*given: Any, name: str = name, usual: Any = usual, **more: Any) -> Any:
            made.append(name)
            return usual(*given, **more)

        monkeypatch.setattr(judging, name, counted)
    monkeypatch.setattr(watching, "list", lambda choices: [], raising=False)
    monkeypatch.setattr(pages, "page", lambda animations, judged, unshown: str(judged))
    assert hoyle("replay", "side.play", "open.play", "--html", "x.html", "--analyse").code == 0
    assert made == ["Judges", "OpenHands"]
