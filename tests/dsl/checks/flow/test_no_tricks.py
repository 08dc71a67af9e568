"""Questions about a trick in rules that play none."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.trial.report import found_in_play

GAME = """\
game "Lay"
players 3
deck 9 10 J Q K A
zones
    stock: face down
    pile: face up
    hand of each player: private
remember
    points of each player: number
main
    shuffle every card into stock
    deal 5 from stock to hand of each player
    for p in players
        p chooses
            "lay {c}" for c in p.hand
                lay(c)
    game over, won by the player with highest points
phase lay(c: card)
    move c to pile
    if c.rank = 9: add 1 to c.player.points
"""
ADVISED = "phase lay(c: card, p: player)"
VARIANT = """\
variant "Twos draw two" of crazy_eights
change lay
    add at the end
        if c.rank = 2: deal 2 from stock to c.player.left.hand
"""
IN_VARIANT = "replace phase lay(c: card, s: suit, p: player)"


def found(text: str) -> list[tuple[str, str, str]]:
    """The code, the line and the help of every diagnostic."""
    said = load(Source("lay", text)).diagnostics
    return [(d.code, d.span.text, d.help or "") for d in said]


@pytest.mark.parametrize("test", ["", "c.player is not none and "])
def test_a_card_has_no_player_where_no_trick_is_played_and_the_advice_works(test: str) -> None:
    ((code, where, help),) = found(GAME.replace("if c.rank", f"if {test}c.rank"))
    assert (code, where) == ("E0438", "c.player")
    assert f"`{ADVISED}`" in help
    mended = GAME.replace("phase lay(c: card)", ADVISED).replace("lay(c)", "lay(c, p)").replace("c.player", "p")
    assert found(mended) == []


def test_the_advice_in_a_variant_works() -> None:
    ((code, where, help),) = found(VARIANT)
    assert (code, where) == ("E0438", "c.player")
    assert f"`{IN_VARIANT}`" in help
    loaded = load(
        Source(
            "twos",
            f"""\
variant "Twos draw two" of crazy_eights
{IN_VARIANT}
    move c to pile
    set wanted to s
    set passes to 0
    if c.rank = 2 and size of stock >= 2: deal 2 from stock to p.left.hand
change play_deal
    replace the line lay(c, c.suit)
        lay(c, c.suit, p)
    replace the line lay(c, s)
        lay(c, s, p)
""",
        )
    )
    assert loaded.game is not None
    assert loaded.diagnostics == ()
    assert found_in_play(loaded.game) == ()


def test_elsewhere_it_is_remembered() -> None:
    line = "if c.rank = 9: add 1 to c.player.points"
    text = GAME.replace(line, "if c.rank = 9: add 1 to dealer.points")
    text = text.replace("remember\n", "remember\n    dealer: player\n") + "after main: (top of pile).player is none\n"
    ((code, where, help),) = (one for one in found(text) if one[0][0] == "E")
    assert (code, where) == ("E0438", "(top of pile).player")
    assert "`p: player or none` below `remember`" in help


def test_the_other_questions_about_a_trick() -> None:
    line = "if c.rank = 9: add 1 to c.player.points"
    played = found(GAME.replace(line, "for q in players where q.played = c: add 1 to q.points"))
    assert [one[:2] for one in played] == [("E0438", "q.played")]
    assert found(GAME.replace(line, "for q in players where q = the winner so far: add 1 to q.points"))[0][0] == "E0438"
