"""The fine points that docs/language.md states, one test for each."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.engine import Engine
from hoyle.interpreter.faults import Fault
from hoyle.interpreter.lowering import lower

GAME = """\
game "Points"
players {players}
deck 2 3 4 5 6 7 8 9 10 J Q K A
zones
    aside: face up
    stock: face down
    trick: face up
    hand of each player: private
remember
    points of each player: number
    n: number
    nobody: player or none
ranking
    any card: A K Q J 10 9 8 7 6 5 4 3 2
main
{body}
    game over, won by the player with highest points
{more}"""


def text(body: str, players: str = "4", more: str = "") -> str:
    lines = "\n".join("    " + line for line in body.strip("\n").split("\n"))
    return GAME.format(players=players, body=lines, more=more)


def found(source: str) -> list[str]:
    return [d.code for d in load(Source("x", source)).diagnostics if d.severity == "error"]


def points(body: str, **more: str) -> list[int]:
    """Play a game with the given body and always choose the first option.  Return the points at the end, by seat."""
    loaded = load(Source("x", text(body, **more)))
    assert loaded.game is not None, [str(d) for d in loaded.diagnostics]
    engine = Engine(lower(loaded.game))
    state = engine.start(seed=3)
    while (question := engine.question(state)) is not None:
        state = engine.apply(state, next(iter(question.options())).choice)
    result = engine.result(state)
    assert result is not None
    scores = {who: score for who, (score, *_) in result.standings}
    return [scores[seat] for seat in sorted(scores)]


def test_braces_are_sets_except_for_numbers() -> None:
    assert (
        points(
            "let d be a random player\nfor x in {d, d.left, d}: add 1 to points of each player\n"
            "for k in {2, 1, 2}\n    set n to n * 10 + k\n"
            "if n = 212: add 100 to points of each player"
        )
        == [102] * 4
    )


def test_where_is_evaluated_once_and_until_before_each_round() -> None:
    assert points("for p in players where p.points = 0\n    add 5 to points of each player") == [20] * 4
    assert points("for p in players until p.points = 3: set points of each player to 3") == [3] * 4


def test_all_rows_of_a_table_are_chosen_before_the_first_is_executed() -> None:
    table = (
        "table settle(p: player)\n    always       -> add 1 to p.points\n"
        "    p.points = 0 -> add 10 to p.points\n    p.points > 0 -> add 100 to p.points\n"
        "    p.points < 0 -> nothing\n"
    )
    assert points("for p in players: settle(p)", more=table) == [11] * 4


def test_none_is_a_member_of_no_set() -> None:
    assert points("set nobody to none\nif not nobody in players: add 1 to points of each player") == [1] * 4


def test_first_without_a_match_is_none_and_the_without_a_match_is_a_fault() -> None:
    assert (
        points("let d be first p in players where p.points > 3\nif d is none: add 1 to points of each player")
        == [1] * 4
    )
    assert found(text("let k be first i in -3..3 where i > n\nadd k to points of each player")) == ["E0427"]
    with pytest.raises(Fault, match="`the` means exactly one"):
        points("let d be the p in players where p.points > 3\nadd 1 to d.points")


def test_a_trick_without_cards_is_a_fault() -> None:
    with pytest.raises(Fault):
        points(
            "shuffle stock\nmove aside to stock\nlet d be a random player\ndeal 1 from stock to d.hand\n"
            "play trick from hand to trick, led by d, any card, taken by w\nadd 1 to w.points"
        )


def test_the_number_of_packets_must_equal_the_number_of_takers() -> None:
    dealt = "shuffle stock\ndeal 2, 3, 4 from stock to hand of each player\nadd 1 to points of each player"
    assert found(text(dealt, players="3")) == []
    assert found(text(dealt, players="3..4")) == ["E0428"]
    assert found(text(dealt, players="4")) == ["E0428"]


def test_opponents_of_a_team_need_exactly_two_teams() -> None:
    body = "for t in teams\n    for p in t.opponents.players: add 1 to p.points"
    assert points(body, players="4, partners opposite") == [1] * 4
    assert found(text(body, players="6, partners opposite")) == ["E0324"]
    body = "for p in players\n    for q in p.opponents: add 1 to q.points"
    assert points(body, players="6, partners opposite") == [4] * 6


def test_kinds_with_the_same_values_in_another_order_are_different() -> None:
    more = "kind mood: bold or careful\nkind tone: careful or bold\nremember\n    one: mood\n    other: tone\n"
    assert found(text("if one = other: add 1 to points of each player", more=more)) == ["E0407"]


def test_all_cards_start_in_the_first_zone_without_an_owner() -> None:
    assert points("if top of stock in stock: add size of stock to points of each player") == [52] * 4
    assert points("add size of aside to points of each player") == [52] * 4


def test_a_phase_that_never_began_cannot_start_again() -> None:
    more = "phase later\n    add 1 to points of each player\nphase ask(p: player)\n    p chooses\n"
    more += '        "again"\n            start later again\n        "go"\n'
    with pytest.raises(Fault, match="has not begun yet"):
        points("let d be a random player\nask(d)\nlater", more=more)
