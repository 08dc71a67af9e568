"""Cards that the rules move, where a script names them as dealt: the line that is advised names them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Hoyle = Callable[..., Any]

RULES = """\
game "Musik"
players 2
deck 9 J Q K
zones
    stock: face down
    reserve: face down
    musik: face down
    hand of each player: private
remember
    dealer: player
    points of each player: number
main
    set dealer to a random player
    gather every card into stock
    shuffle stock
    deal 6 from stock to hand of each player from dealer.left
    {moved}
    dealer chooses
        "take"
            add 1 to dealer.points
        "pass"
    game over, won by the player with highest points
"""
SCRIPT = """\
hoyle play 1
game musik.hoyle
players A, B
first dealer A
hand B: 9♣ 9♦ 9♥ J♣ J♦ J♥
hand A: 9♠ J♠ Q♠ K♠ K♥ K♦
deal musik: Q♥ Q♣ {last}
A: take
expect musik: Q♥ Q♣ {last}
"""
BELOW = "cards that are moved and not dealt are named by their pile, below all cards that are dealt from it before: "


@pytest.mark.parametrize(
    ("moved", "last", "help"),
    [
        ("move stock to musik", "Q♦ K♣", f"{BELOW}`pile stock: Q♥ Q♣ Q♦ K♣`"),
    ],
)
def test_the_line_of_the_pile_is_advised_and_holds(hoyle: Hoyle, here: Path, moved: str, last: str, help: str) -> None:
    (here / "musik.hoyle").write_text(RULES.replace("{moved}", moved), encoding="utf-8")
    script = SCRIPT.replace("{last}", last)
    (here / "a.play").write_text(script, encoding="utf-8")
    ran = hoyle("replay", "a.play", "--quiet")
    assert (ran.code, "E1043" in ran.out + ran.err, f"help: {help}\n" in ran.out + ran.err) == (1, True, True), ran
    better = help.partition("`")[2].rstrip("`")
    (here / "b.play").write_text(script.replace(f"deal musik: Q♥ Q♣ {last}", better), encoding="utf-8")
    assert hoyle("replay", "b.play", "--quiet").code == 0


@pytest.mark.parametrize("moved", ["deal 4 from stock to musik", "move dealer.hand to musik", "nothing"])
def test_otherwise_no_pile_is_named(hoyle: Hoyle, here: Path, moved: str) -> None:
    (here / "musik.hoyle").write_text(RULES.replace("{moved}", moved), encoding="utf-8")
    (here / "a.play").write_text(SCRIPT.replace("{last}", "Q♦ K♣"), encoding="utf-8")
    ran = hoyle("replay", "a.play", "--quiet")
    assert "named by their pile" not in ran.out + ran.err
    assert ("E1043" in ran.out + ran.err) is not moved.startswith("deal")


def test_of_several_piles_none_is_named(hoyle: Hoyle, here: Path) -> None:
    moved = "deal 2 from stock to reserve\n    shuffle reserve\n    move reserve to musik\n    move stock to musik"
    (here / "musik.hoyle").write_text(RULES.replace("{moved}", moved), encoding="utf-8")
    (here / "a.play").write_text(SCRIPT.replace("{last}", "Q♦ K♣"), encoding="utf-8")
    ran = hoyle("replay", "a.play", "--quiet")
    assert "cards that are moved and not dealt are named by their pile, as in `pile stock: …`" in ran.out + ran.err
