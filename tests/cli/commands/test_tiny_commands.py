"""Every command on the tiny game of `tests/api/test_tiny_game.py`, with its options, word for word.

What is printed lies in `tiny_commands/` (UPDATE_GOLDEN=1 writes it anew), with the exit code behind each command.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from ...api.test_tiny_game import RULES, without_times
from ...golden import same_as_file
from ..conftest import Hoyle

R = "rules.hoyle"
BY = "-n 6 --seed 5 -p random -w 1"
COMMANDS = {
    "simulate": f"""
        simulate {R} {BY}
        simulate {R} {BY} --rules -o target=1
        simulate {R} -n 4 --seed 5 -p random,sound -w 1 --engine python
        simulate {R} {BY} --preset nothing
        simulate {R} {BY} -o taget=1
        simulate {R} {BY} -v quick.hoyle --format csv
        simulate nothing.hoyle
        simulate {R} -n 0
        simulate {R} -p nobody""",
    "simulate_forms": f"""
        simulate {R} {BY} --format json
        simulate {R} {BY} --format html""",
    "simulate_measures": f"""
        simulate {R} {BY} --measures
        simulate {R} -n 3 --seed 5 -p random -w 1 --skill 2""",
    "simulate_recorded": f"""
        simulate {R} -n 2 --seed 5 -p random -w 1 --record games
        simulate {R} -n 2 --seed 5 -p random -w 1 --record games""",
    "compare": f"""
        compare {R} {BY} -b target=1
        compare {R} quick.hoyle {BY}
        compare {R} {BY} --vary target=1,2
        compare {R} {BY} -b double=no --format csv
        compare {R} {BY}
        compare {R} {BY} -b target=9""",
    "compare_players": f"""
        compare {R} -n 4 --seed 5 -w 1 --players-a random --players-b sound
        compare {R} -n 4 --players-a random""",
    "compare_forms": f"""
        compare {R} {BY} -b target=1 --format json
        compare {R} {BY} --variant-b quick.hoyle --format html""",
    "tune": f"""
        tune {R} {BY} --vary target=1,3 --aim length=2
        tune {R} {BY} --vary target=1,3 --aim balance --format json
        tune {R} {BY} --vary target=1,3
        tune {R} {BY} --aim dealer
        tune {R} {BY} --vary target=1 --aim dealer
        tune {R} {BY} --vary target=1,3 --aim fun""",
    "fuzz": f"""
        fuzz {R} -n 4 --seed 5 -w 1 --engine python
        fuzz {R} -n 3 --seed 5 -w 1 --engine python -o target=1 --all-options --length 2
        fuzz {R} -n 3 --seed 5 -w 1 --engine python -p 2 --format json
        fuzz {R} -p 7""",
    "rules": f"""
        show {R}
        show {R} -o target=2 -p 2 --json
        show {R} --settled -o most=four
        show {R} -v quick.hoyle
        show {R} -p 5
        rulings {R}
        rulings {R} -o double=no --format md
        rulings {R} --json
        diff {R} quick.hoyle
        diff {R} -b target=2 -b double=no
        diff {R} --variant-b quick.hoyle --json
        diff {R}""",
    "rulebook": f"""
        rulebook {R}
        rulebook {R} -o double=no --format md
        rulebook {R} --format html
        rulebook {R} -v quick.hoyle --card
        rulebook {R} -p 9""",
    "trees": f"""
        tree quick.hoyle
        tree quick.hoyle --json
        tree quick.hoyle --spans --json
        tree quick.hoyle --flat
        tree nothing.hoyle
        fmt --check {R} wide.hoyle
        fmt --diff wide.hoyle
        fmt wide.hoyle
        fmt -q wide.hoyle wrong.hoyle
        explain E0301
        explain E9999
        explain nothing""",
    "check": f"""
        check --no-play {R} quick.hoyle wrong.hoyle
        check --no-play --strict -q wrong.hoyle
        check --no-play --format github wrong.hoyle
        check --no-play --format json wrong.hoyle
        check --no-play nothing.hoyle""",
    "scripts": """
        replay evening.play
        replay -q evening.play failing.play
        replay evening.play --as Bob
        replay evening.play --as Cyd
        replay evening.play --with target=1
        replay evening.play --cover
        replay evening.play --fail-under 99
        replay evening.play --format json
        replay failing.play --format junit
        replay nothing.play
        convert evening.play
        convert evening.play --to egn""",
    "two_games": """
        replay both.play
        replay both.play --with target=1
        replay -q both.play evening.play
        replay both.play --format json
        replay both.play --format junit
        replay both.play --as Ann
        replay both.play --ascii
        convert both.play""",
    "two_games_judged": """
        analyse both.play --budget 40 --seed 3
        stats both.play""",
    "counted_and_judged": """
        stats evening.play --judge""",
    "new": """
        new variant rules.hoyle --title "Our rules"
        new variant many.hoyle --output ours.hoyle
        new variant many.hoyle --output ours.hoyle
        new variant nothing.hoyle
        new variant wrong.hoyle
        new variant rules.hoyle --title ""
        new game "A game of ours"
        new game ""
        new game "a\\\"b"
    """,
    "judged": """
        analyse evening.play --budget 40 --seed 3
        analyse evening.play --open -q
        analyse evening.play --budget 40 --seed 3 --format json
        analyse evening.play --budget lots
        analyse nothing.play""",
    "solved": """
        solve evening.play --at 1
        solve evening.play --at 1 --format json
        solve evening.play --at 90
        solve evening.play --deal
        solve evening.play --at lots""",
    "counted": """
        stats evening.play
        stats evening.play --against failing.play
        stats evening.play --format json""",
}
EVENING = """\
hoyle play 1

game rules
players Ann, Bob

first dealer Bob
hand Ann: 7♠ 3♥
hand Bob: 2♣ 6♦
Ann: play 7♠
Ann: double
Bob: play 2♣
expect points: Ann 2, Bob 0
hand Ann: 3♠ 4♥
hand Bob: 2♠ 5♥
Bob: play 5♥
Bob: leave it
Ann: play 3♠
Ann: leave it
"""
BOTH = (
    EVENING.replace("game rules\n", 'game rules\ntitle "First"\n').replace(
        "Ann: double\n",
        """\
# Ann could have left it.
what if "Ann leaves it"
  Ann: leave it
  what if
    Bob: play 2♣
  Bob: play 6♦
Ann: double
""",
    )
    + """
game rules
option target 1
players Cyd, Dan

seed 7
"""
)
"""Two games; the first has a title, a comment and a line aside."""
MANY = """\
option last: 1..5 = 5
option one: 1 or 3 = 1
option three: 1 or 3 = 3
option off: yes or no = no
option word = late
    soon
    late
"""
"""Options whose next value is the first again."""


@pytest.fixture
def tiny(here: Path) -> Path:
    """The current folder, with the rules, a variant, files with mistakes, and scripts."""
    texts = {
        "rules.hoyle": RULES,
        "quick.hoyle": 'variant "Quick" of rules\nset target to 1\n',
        "wide.hoyle": RULES.replace("option target: 1..5 = 3 ", "option   target:1..5=3"),
        "wrong.hoyle": RULES.replace("set dealer to dealer.left", "set deler to dealer.left"),
        "evening.play": EVENING,
        "many.hoyle": RULES.replace("zones\n", MANY + "zones\n", 1),
        "both.play": BOTH,
        "failing.play": EVENING.replace("Ann 2, Bob 0", "Ann 1, Bob 0"),
    }
    for name, text in texts.items():
        (here / name).write_text(text, "utf-8")
    return here


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_print(name: str, tiny: Path, hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tiny.parent / "nobody-has-learned"))  # whoever plays says what is learned
    before, out = {*tiny.glob("*.hoyle")}, list[str]()
    for line in COMMANDS[name].strip().splitlines():
        done = hoyle(*shlex.split(line.strip()))
        out.append(f"$ hoyle {line.strip()}  ({done.code})")
        out += [
            re.sub(r'time="[\d.]+"', "", without_times(text)).replace(str(tiny), "") for text in (done.out, done.err)
        ]
    for path in sorted({*tiny.glob("*.hoyle")} - before):
        out += [f"== {path.name}", path.read_text("utf-8")]
    same_as_file(Path(__file__).with_name("tiny_commands") / f"{name}.txt", "\n".join(out) + "\n")
