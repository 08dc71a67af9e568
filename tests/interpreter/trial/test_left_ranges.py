"""A number that leaves the range of a name: the message has the line that widens it, and the line works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.replay.events import Ended, Failed
from hoyle.interpreter.replay.replayer import Replay
from hoyle.interpreter.trial.report import found_in_play

BASE = """\
game "Base"
players 2
deck 9 10 J Q K A
option most: 1..9 = 3
zones
    stock: face down
    hand of each player: private
remember
    points of each player: 0..20
    high, higher: 0..5 "the number"
remember during ask
    asked: 0..4
define twice(n: 1..6) means n + n
main
    repeat 2 times
        gather every card into stock
        shuffle stock
        deal 3 from stock to hand of each player
        for p in players: ask(p)
    game over, won by the player with highest points
phase ask(p: player)             "somebody is asked"
    set high to most
    set higher to most
    set asked to most
    add twice(most) to p.points
    p chooses
        "one"
            pay(p, most)
table pay(p: player, n: 1..3)
    n = 1 -> add 1 to p.points
    n > 1 -> nothing
"""


def found(tmp_path: Path, variant: str | None = None, base: str = BASE) -> tuple[Diagnostic, ...]:
    path = tmp_path / "base.hoyle"
    path.write_text(base, encoding="utf-8")
    if variant is not None:
        path = tmp_path / "v.hoyle"
        path.write_text(f'variant "V" of base\n{variant}', encoding="utf-8")
    loaded = load(path)
    assert loaded.game is not None, [str(d) for d in loaded.diagnostics]
    return found_in_play(loaded.game)


def mended(tmp_path: Path, variant: str, name: str) -> str:
    """A variant with the lines that are advised until no range is too narrow any more.  One is that of `name`."""
    named: list[str] = []
    for _ in range(8):
        reported = found(tmp_path, variant)
        if not reported:
            assert name in named
            return variant
        head, _, lines = (reported[0].help or "").partition("\n")
        said = re.fullmatch(
            r"`(\w+)` has its range at base\.hoyle:(\d+); if \d+ is meant, write in your variant:", head
        )
        assert said is not None, reported
        named.append(said[1])
        assert BASE.splitlines()[int(said[2]) - 1].count(said[1])
        variant = f"{_without(variant, lines.splitlines()[0])}{lines}\n"
    raise AssertionError(variant)


def _without(variant: str, heading: str) -> str:
    """A variant without the phase or table that it is advised to write again."""
    part = re.match(r"replace (?:phase|table|define) \w+", heading)
    return re.sub(rf"{part[0]}\b.*\n(?: .*\n)*", "", variant) if part is not None else variant


@pytest.mark.parametrize("name", ["points", "high", "higher", "asked", "n"])
def test_the_lines_for_a_variant_work(tmp_path: Path, name: str) -> None:
    variant = mended(tmp_path, "set most to 9\n", name)
    assert "replace remember\n    points of each player: 0.." in variant
    assert "replace remember\n    high: 0..9\n" in variant
    assert "replace remember during ask\n    asked: 0..9\n" in variant
    assert "replace table pay(p: player, n: 1..9)\n" in variant
    assert "replace define twice(n: 1..9) means n + n\n" in variant


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("high, higher: 0..5", "high, higher: 0..9"),
        ("asked: 0..4", "asked: 0..9"),
        ("define twice(n: 1..6)", "define twice(n: 1..9)"),
        ("table pay(p: player, n: 1..3)", "table pay(p: player, n: 1..9)"),
    ],
)
def test_the_line_in_the_file_of_the_game(tmp_path: Path, old: str, new: str) -> None:
    wide = BASE.replace("1..9 = 3", "1..9 = 9").replace("0..20", "0..99").replace("0..5", "0..9")
    wide = wide.replace("0..4", "0..9").replace("1..6", "1..9").replace("1..3", "1..9")
    assert found(tmp_path, base=wide) == ()
    (reported,) = found(tmp_path, base=wide.replace(new, old))
    assert (reported.code, reported.help is not None) == ("E1303", True)
    assert f"if 9 is meant, write `{new}`" in (reported.help or "")
    assert [text.startswith("the range of `") for _, text in reported.notes] == [True]


def test_a_number_below_zero(tmp_path: Path) -> None:
    (reported,) = found(tmp_path, base=BASE.replace("add twice(most) to", "subtract twice(most) from"))
    assert (reported.help or "").endswith("if -6 is meant, write `points of each player: number`")


def test_a_change_of_the_phase_in_the_variant_is_named(tmp_path: Path) -> None:
    wide = BASE.replace("0..20", "0..99").replace("0..5", "0..9").replace("0..4", "0..9").replace("1..6", "1..9")
    wide = wide.replace("    n > 1 -> nothing\n", "    n = 2 -> nothing\n    n = 3 -> nothing\n")
    change = "set most to 9\nchange pay\n    replace the row n = 2\n        n = 2 -> add 2 to p.points\n"
    (reported,) = found(tmp_path, change, wide)
    head, _, lines = (reported.help or "").partition("\n")
    assert head.endswith("if 9 is meant, write in your variant in place of `change pay`:")
    assert "n = 2 -> add 2 to p.points" in lines


def test_a_replayed_script_says_it_too(tmp_path: Path) -> None:
    (tmp_path / "base.hoyle").write_text(BASE, encoding="utf-8")
    script = tmp_path / "base.play"
    script.write_text("hoyle play 1\ngame base.hoyle\nseed 1\n" + "A: one\nB: one\n" * 2, encoding="utf-8")
    narrow = BASE.replace("points of each player: 0..20", "points of each player: 0..6")
    for plain in (True, False):  # replayed quickly, and line by line
        for text, most in ((narrow, 12), (narrow.replace("0..6", "0..12"), None)):
            (tmp_path / "base.hoyle").write_text(text, encoding="utf-8")
            lines = script.read_text("utf-8") + ("" if plain else "expect points: A 12, B 12\n")
            game = parse_script(lines, str(script))[0].games[0]
            last = Replay(game, Rulesets().for_script(game, tmp_path)).checked()
            if most is None:
                assert isinstance(last, Ended)
                continue
            assert isinstance(last, Failed)
            said = (
                f"`points` has its range at base.hoyle:9; if {most} is meant, write `points of each player: 0..{most}`"
            )
            assert (last.diagnostic.code, last.diagnostic.help) == ("E1059", said)


EIGHT = """\
variant "Eight" of knockout_whist
replace players 2..6 = 4
change the option longest
    allow 3..8
set longest to 8
remove after one_deal: total tricks in 1..7
after one_deal: total tricks in 1..8
"""


def test_a_ruleset(tmp_path: Path) -> None:
    """Knockout Whist with a first deal of eight cards, for which there are enough with six players."""
    text, path, names = EIGHT, tmp_path / "eight.hoyle", list[str]()
    for _ in range(8):
        path.write_text(text, encoding="utf-8")
        loaded = load(path)
        assert loaded.game is not None, [str(d) for d in loaded.diagnostics]
        reported = found_in_play(loaded.game)
        if not reported:
            break
        head, _, lines = (reported[0].help or "").partition("\n")
        assert "has its range at knockout_whist.hoyle:" in head, reported
        names.append(head.split("`")[1])
        text += lines + "\n"
    assert (reported, names[0]) == ((), "n")
