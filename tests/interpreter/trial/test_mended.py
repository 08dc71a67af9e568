"""Checks of a base that a variant breaks: the lines that are advised hold in play when they are written word for word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.resolve.variants.places import _places
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax import nodes as n
from hoyle.dsl.syntax.printer.lines import headline
from hoyle.interpreter.trial import mended, report
from hoyle.interpreter.trial.report import found_in_play

BASE = """\
game "Base"
players 3
deck 9 10 J Q K A
zones
    stock: face down
    hand of each player: private
option ends: at_once or played_out = played_out
remember
    points of each player: number
    rounds: 0..60
    open: yes or no
main
    shuffle every card into stock
    deal 3 from stock to hand of each player
    repeat 3 times
        play_deal
    game over, won by the player with highest points
phase play_deal
    for p in players
        p chooses
            "lay {c}" for c in p.hand
                move c to bottom of stock
                lay_book(p, c)
    settle
phase lay_book(p: player, c: card)
    add 1 to p.points
phase settle
    add 1 to rounds
    subtract 1 from points of each player
    let winner be a random player
    add 5 to winner.points
after play_deal: ends = at_once or total points gained = 5
after settle: highest points gained = 4 and lowest points gained = -1
"""
TOTAL = "after play_deal: ends = at_once or total points gained"
ENDS = "after settle: highest points gained"


def found(tmp_path: Path, variant: str, base: str = BASE) -> tuple[Diagnostic, ...]:
    (tmp_path / "base.hoyle").write_text(base, encoding="utf-8")
    (tmp_path / "v.hoyle").write_text(f'variant "V" of base\n{variant}', encoding="utf-8")
    loaded = load(tmp_path / "v.hoyle")
    assert loaded.game is not None, [str(d) for d in loaded.diagnostics]
    return found_in_play(loaded.game)


def advised(tmp_path: Path, variant: str, base: str = BASE) -> list[str]:
    """The lines that are advised.  Unless they leave something open, they are enough."""
    (reported, *_) = found(tmp_path, variant, base)
    assert reported.help is not None
    lines = reported.help.split("\n")[1:]
    if "…" not in reported.help:
        assert found(tmp_path, variant + "\n".join(lines) + "\n", base) == ()
    return lines


def changed(phase: str, old: str, *new: str) -> str:
    return f"change {phase}\n    replace the line {old}\n" + "".join(f"        {line}\n" for line in new)


def test_what_is_added_is_the_value_that_is_compared_not_the_growth_of_one(tmp_path: Path) -> None:
    """Of three players, each gains two; the total of the deal is what must be allowed."""
    lines = advised(tmp_path, changed("lay_book", "add 1 to p.points", "add 2 to p.points"))
    assert lines == [f"replace {TOTAL} in {{5, 8}}"]


def test_each_part_that_fails_is_changed(tmp_path: Path) -> None:
    lines = advised(
        tmp_path,
        changed("settle", "subtract 1 from points of each player", "subtract 2 from points of each player")
        + "    replace the line add 5 to winner.points\n        add 10 to winner.points\n",
    )
    assert lines == [
        f"replace {ENDS} in {{4, 8}} and lowest points gained in {{-1, -2}}",
        f"replace {TOTAL} in {{5, 7}}",
    ]
    (line,) = advised(tmp_path, changed("settle", "add 5 to winner.points", "add 5 to points of each player"))[:1]
    assert line == f"replace {ENDS} = 4 and lowest points gained in {{-1, 4}}"


def test_all_values_that_come_up_are_listed(tmp_path: Path) -> None:
    lines = advised(tmp_path, changed("lay_book", "add 1 to p.points", "add (3 if c.rank = A otherwise 1) to p.points"))
    assert lines == [f"replace {TOTAL} in {{5, 7, 9, 11}}"]


def test_too_many_values_and_other_conditions_are_left_open(tmp_path: Path) -> None:
    amount = "(1 if c.suit = clubs otherwise 10) * (1 if c.rank = A otherwise (3 if c.rank = K otherwise 40))"
    change = changed("lay_book", "add 1 to p.points", f"add {amount} to p.points")
    assert advised(tmp_path, change) == ["replace after play_deal: …"]
    base = BASE.replace(" = 5\n", " = 2 + number of players\n")
    assert advised(tmp_path, changed("lay_book", "add 1 to p.points", "add 2 to p.points"), base) == [
        "replace after play_deal: …"
    ]
    base = BASE.replace("ends = at_once or total points gained = 5", "total points gained = 5 and open")
    base = base.replace("    add 1 to rounds\n", "    add 1 to rounds\n    set open to yes\n")
    assert advised(tmp_path, changed("settle", "set open to yes", "set open to no"), base) == [
        "replace after play_deal: …"
    ]


def test_ranges_and_bounds_become_wider(tmp_path: Path) -> None:
    change = changed("settle", "add 1 to rounds", "add 2 to rounds")
    for old, new in (
        ("rounds in 1..3", "rounds in 1..6"),
        ("rounds <= 3", "rounds <= 6"),
        ("rounds < 4", "rounds < 7"),
    ):
        base = BASE[: BASE.index("after play_deal")] + f"after settle: {old}\n"
        assert advised(tmp_path, change, base) == [f"replace after settle: {new}"]
    base = BASE[: BASE.index("after play_deal")] + "after settle: rounds >= 0 and rounds gained in {1}\n"
    assert advised(tmp_path, change, base) == ["replace after settle: rounds >= 0 and rounds gained in {1, 2}"]


def test_a_check_that_fails_before_anybody_chooses(tmp_path: Path) -> None:
    base = BASE.replace("main\n", "main\n    settle\n")
    change = changed("settle", "add 5 to winner.points", "add 6 to winner.points")
    assert advised(tmp_path, change, base)[0] == f"replace {ENDS} in {{4, 5}} and lowest points gained = -1"


def test_values_under_other_settings(tmp_path: Path) -> None:
    base = BASE.replace("remember\n", "option gain: 1..3 = 1\nremember\n", 1)
    base = base.replace("ends = at_once or ", "gain != 3 or ")
    change = changed("lay_book", "add 1 to p.points", "add gain to p.points")
    assert advised(tmp_path, change, base) == ["replace after play_deal: gain != 3 or total points gained in {5, 11}"]


def test_what_was_mended_is_open_again_if_it_fails_too_often(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change = changed("lay_book", "add 1 to p.points", "add 2 to p.points")
    monkeypatch.setattr(mended, "MOST_TIMES", 0)
    assert advised(tmp_path, change) == ["replace after play_deal: …"]
    monkeypatch.undo()
    monkeypatch.setattr(report, "MOST_RUNS", 1)
    assert advised(tmp_path, change) == ["replace after play_deal: …"]


SWEPT = ("barbu", "belote", "bid_euchre", "cassino", "durak", "go_fish", "sheepshead")
"""Rulesets in some of which an amount that is doubled breaks one check, in some several, and in some one after another."""


@pytest.mark.parametrize("name", SWEPT)
def test_advice_for_shipped_rulesets_holds(name: str) -> None:
    tried = [one for text in list(_doubled(name))[:3] if (one := _advice(text))]
    assert tried, "no change of these breaks a check"
    for text, lines in tried:
        if "…" not in lines:
            whole = load(Source("v.hoyle", text + lines + "\n"))
            assert whole.game is not None, [str(d) for d in whole.diagnostics]
            again = found_in_play(whole.game)
            assert not [str(d) for d in again if d.help and "change the check" in d.help], text + lines


def _doubled(name: str) -> Iterator[str]:
    """Variants, each with one amount of a ruleset twice as large."""
    game = load(name).game
    assert game is not None
    for part in game.tree.declarations:
        if isinstance(part, n.Phase):
            for st, _ in _places(part.body, ()):
                if isinstance(st, n.Change) and isinstance(st.amount, n.Number):
                    new = replace(st, amount=n.Number(2 * st.amount.value))
                    head = f'variant "V" of {name}\n'
                    yield head + changed(part.name.text, headline(st), headline(new))


def _advice(text: str) -> tuple[str, str] | None:
    """A variant and the lines that are advised for it; None if it breaks no check."""
    game = load(Source("v.hoyle", text)).game
    help = next((d.help for d in found_in_play(game) if d.help), None) if game is not None else None
    if help is None or "change the check" not in help:
        return None
    return text, help.partition("\n")[2]
