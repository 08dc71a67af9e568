"""What `hoyle check` says of games that stop and of checks that variants break, word for word.

The messages lie in `printed/`; UPDATE_GOLDEN=1 writes them anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.interpreter.trial.report import found_in_play

from ...golden import same_as_file
from .test_trial import BASE

CHECKED = BASE.replace(
    "after ask: size of stock > 0\n",
    """after ask: size of stock > 0
after ask: size of stock < 17
after main: total points >= 8
always highest points <= 8
""",
)
TRICKS = """\
game "Tricks"
players 2
deck 9 10 J Q K A
zones
    stock: face down
    trick: face up
    hand of each player: private
remember
    points of each player: number
ranking
    any suit: A K Q J 10 9
main
    shuffle every card into stock
    let many be a random number in 1..2
    deal many from stock to hand of each player
    let leader be a random player
    repeat 2 times
        play trick from hand to trick, led by leader, following suit, taken by winner
        move trick to stock
        add 1 to winner.points
        set leader to winner
    game over, won by the player with highest points, otherwise shared
"""
PAYS = """change pay
    replace the row n > 1
        n > 1 -> {what}
"""
VARIANTS = {
    "three": PAYS.replace("{what}", "add 3 to p.points"),
    "nothing": PAYS.replace("{what}", "add 0 to p.points"),
    "falls": PAYS.replace("{what}", "add n to p.points, subtract 4 from p.points"),
    "everybody": PAYS.replace("{what}", "add 2 to points of each player"),
    "cards": "change main\n    replace the line deal 3 from stock to hand of each player\n        deal 5 from stock to hand of each player\n",
    "many": "change main\n    replace the line deal 3 from stock to hand of each player\n        deal 8 from stock to hand of each player\n",
    "stops": "change ask\n    replace the line pay(p, 1)\n        pay(p, 3)\n",
    "own": "after ask: total points < 3\nalways lowest points < 2\n",
    "own gain": "after pay: lowest points gained = 2\n",
}
BASES = {
    "checked": CHECKED,
    "plain": BASE,
    "wrong main": BASE + "after main: total points < 3\n",
    "wrong gain": BASE.replace("total points gained in {1, 2}", "total points gained = 1"),
    "two gains": BASE.replace("highest points gained <= 2", "highest points gained = 1 or total points gained = 1"),
    "no cards": BASE.replace("deal 3 from", "deal 8 from"),
    "low": BASE.replace("points of each player: 0..60", "points of each player: 0..3"),
    "later gain": BASE.replace("n > 1 -> add n", "n > 1 -> add (5 if p.points > 3 otherwise n)"),
    "later fall": BASE.replace("n > 1 -> add n", "n > 1 -> add (0 - 3 if p.points > 3 otherwise n)"),
    "gain of a phase": BASE.replace("after ask: size of stock > 0", "after ask: total points gained = 1"),
    "always low": BASE + "always highest points < 4\n",
    "always of two": BASE + "always size of stock >= 0\nalways total points < 5\n",
    "always of cards": BASE + "always size of stock > 20\n",
    "no answer": BASE.replace('"one"', '"one" if p.points < 2').replace('"two"', '"two" if p.points < 3'),
    "no card": TRICKS,
}


def said(found: tuple[Diagnostic, ...]) -> list[str]:
    out: list[str] = []
    for one in found:
        out.append(f"{Path(one.span.source.name).name}:{one.span.line}:{one.span.column} {one.code} {one.message}")
        out += [f"  note {Path(span.source.name).name}:{span.line}: {text}" for span, text in one.notes]
        out += [f"  help {line}" for line in (one.help or "").splitlines()]
    return out or ["nothing"]


def check(folder: Path, base: str, variant: str | None) -> list[str]:
    path = folder / "base.hoyle"
    path.write_text(base, encoding="utf-8")
    if variant is not None:
        path = folder / "v.hoyle"
        path.write_text(f'variant "V" of base\n{variant}', encoding="utf-8")
    loaded = load(path)
    if loaded.game is None:
        return [f"not read: {one.message}" for one in loaded.diagnostics if one.severity == "error"]
    return said(found_in_play(loaded.game))


@pytest.mark.parametrize("name", [*BASES, *VARIANTS])
def test_what_is_said_of_a_game_that_stops(tmp_path: Path, name: str) -> None:
    out = check(tmp_path, BASES[name], None) if name in BASES else check(tmp_path, CHECKED, VARIANTS[name])
    same_as_file(Path(__file__).with_name("printed") / f"{name.replace(' ', '_')}.txt", "\n".join(out) + "\n")
