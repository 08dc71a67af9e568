"""An answer that the open question does not have, though the rules have it, or whose number is too low or too high:
which rule is named, and what it says.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ..conftest import Wrong

RULES = """game "Asked"
language 1
players 2
deck 7 8 9
zones
    stock: face down
remember
    bid: 0..20
    names: players
    points of each player: number
main
    for p in players
        ask(p)
    for p in players: late_call(p)
    game over, won by the player with highest points, otherwise shared
phase ask(p: player)
    if p in names
        p chooses
            "well"
    otherwise
        p chooses
            "bid {n}" for n in bid + 2 .. 20
                set bid to n
            "join"
                set names to names + p + p.left
    p chooses
        "confirm"
            add 1 to p.points
        "withdraw"
phase late_call(p: player)
    p chooses
        "double"
            add 2 to p.points
        "stop"
"""
HEAD = "hoyle play 1\ngame ./asked.hoyle\nplayers Ann, Bob\n"


@pytest.mark.parametrize(
    ("lines", "line", "note"),
    [
        (
            "Ann: join\nAnn: confirm\nBob: bid 7",
            22,
            "another question is asked: Bob is one of the names (names is Ann and Bob)",
        ),
        ("Ann: well", 19, "another question is asked: Ann is not one of the names (names is nobody)"),
        (
            "Ann: bid 4\nAnn: withdraw\nBob: bid 5",
            22,
            "5 is less than 6, the lowest number that can be chosen here (bid is 4)",
        ),
        ("Ann: confirm", 27, "this answers another question than the one that is asked now"),
        ("Ann: double", 32, "this is chosen in `late_call`, not now"),
        ("Ann: bid 20\nAnn: withdraw\nBob: bid 20", 22, "`20` is not among what can be chosen here (bid is 20)"),
    ],
)
def test_the_rule_that_has_the_answer_is_named(wrong: Wrong, tmp_path: Path, lines: str, line: int, note: str) -> None:
    (tmp_path / "asked.hoyle").write_text(RULES, encoding="utf-8")
    found = wrong(f"{HEAD}{lines}\n", tmp_path)
    ((span, text),) = found.notes
    assert (span.line, text) == (line, note)


def test_an_answer_that_the_rules_do_not_have_has_no_note(wrong: Wrong, tmp_path: Path) -> None:
    (tmp_path / "asked.hoyle").write_text(RULES, encoding="utf-8")
    found = wrong(f"{HEAD}Ann: triple\n", tmp_path)
    assert (found.code, found.notes) == ("E1051", ())
