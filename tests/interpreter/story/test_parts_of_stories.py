"""Small parts of what is said of a game, each by hand: sets of cards in their order, picked cards, and who won how much."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from hoyle.dsl.source.span import Source, Span
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.records import Assigned, RowFired
from hoyle.interpreter.story import asked
from hoyle.interpreter.story.ledger import Ledger, direction, joined_names
from hoyle.interpreter.text.parse import Words

from ...small_rules import game_of, small_rules


def test_sets_of_cards_come_in_an_order_that_makes_sense() -> None:
    """Single cards, cards of one rank, runs of a suit, others of a suit, others; of these the larger first, but of the
    last kind the smaller.
    """
    sets = [
        ([4], [0]), ([4, 4, 4], [0, 1, 2]), ([4, 4], [0, 1]), ([4, 5, 6], [1, 1, 1]), ([6, 4, 5], [1, 1, 1]),
        ([4, 5], [1, 1]), ([4, 5, 8], [1, 1, 1]), ([4, 8], [1, 1]), ([4, 5], [0, 1]), ([4, 5, 5], [0, 1, 2]),
    ]  # fmt: skip
    order = [asked._sense(ranks, suits) for ranks, suits in sets]
    assert order == [(0, -1), (1, -3), (1, -2), (2, -3), (2, -3), (2, -2), (3, -3), (3, -2), (4, 2), (4, 3)]
    assert asked._sense([], []) == (0, 0)
    assert asked._sense([4, 4, 5], [1, 1, 1]) == (3, -3), "of two decks: no run"
    assert order == sorted(order)


def test_cards_are_among_others_at_least_as_often() -> None:
    assert asked._within((), ("A",))
    assert asked._within(("A", "B"), ("B", "A", "C"))
    assert not asked._within(("A", "A"), ("A", "B"))
    assert asked._within(("A", "A"), ("A", "B", "A"))


def test_what_can_be_picked_besides_and_what_is_ready() -> None:
    def option(number: int, *words: str) -> Any:
        return SimpleNamespace(number=number, words=words, cards=words)

    options = [option(3, "A", "B"), option(5, "A", "C"), option(7, "A")]
    assert asked._picks(options, ["A"]) == {"picked": ["A"], "cards": ["B", "C"], "ready": [7]}
    assert asked._picks(options, []) == {"picked": [], "cards": ["A", "B", "C"], "ready": []}
    twice = [option(1, "A", "A")]
    assert asked._picks(twice, ["A"]) == {"picked": ["A"], "cards": ["A"], "ready": []}


def test_numbers_rise_or_fall_together_or_not() -> None:
    rows = {(): 0, (1,): 1, (2, 1): 1, (-1,): -1, (-1, -2): -1, (1, -1): 0, (0, 1): 0, (0, -1): 0, (0,): 0}
    assert {given: direction(given) for given in rows} == rows


def test_names_are_joined() -> None:
    rows = {("A",): "A", ("A", "B"): "A and B", ("A", "B", "C"): "A, B and C"}
    assert {given: joined_names(given) for given in rows} == rows
    assert joined_names(("A and C", "B and D")) == "A and C, B and D"
    assert joined_names(("A", "B and D", "C")) == "A, B and D, C"


RULES = small_rules(players="3", act="add 1 to p.points").replace(
    "points of each player: number", "points of each player: number\n    tricks of each player: number"
)


def ledger() -> Ledger:
    return Ledger(Words(lower(game_of(RULES))))


def span(start: int) -> Span:
    return Span(Source("small.hoyle", RULES), start, start + 3)


def assigned(owner: int, before: int, value: int, at: int = 0, variable: int = 0) -> Assigned:
    return Assigned(variable, owner, before, value, span=span(at))


def test_changes_are_added_up_by_cause_and_given_once() -> None:
    found = ledger()
    assert found.deciding == {0}
    assert not found.settled
    found.take(assigned(0, 2, 2))
    found.take(assigned(0, 2, 5, variable=1))
    assert not found.settled, "nothing that decides has changed"
    found.take(assigned(0, 2, 5))
    found.take(assigned(0, 5, 6))
    found.take(assigned(0, 6, 5, 9))
    found.take(assigned(1, 4, 3))
    assert found.settled
    assert found.causes == {span(0): {(0, 0): 4, (0, 1): -1}, span(9): {(0, 0): -1}}
    assert found.fresh == {(0, 0): (2, {span(0): 4, span(9): -1}), (0, 1): (4, {span(0): -1})}
    other = found.copy()
    other.take(assigned(0, 5, 9))
    assert found.causes[span(0)] == {(0, 0): 4, (0, 1): -1}
    assert found.fresh[0, 0] == (2, {span(0): 4, span(9): -1})
    assert [(key, before) for key, before, _ in found.gains()] == [((0, 0), 2), ((0, 1), 4)]
    assert (found.causes, found.fresh, found.settled) == ({}, {}, False)
    assert list(found.gains()) == []
    other.forget()
    assert (other.causes, other.fresh) == ({}, {})


def test_who_gained_is_said_with_the_same_change_together() -> None:
    found = ledger()
    assert found._who({(0, 0): 2, (0, 2): 2, (0, 1): -1}) == "A and C +2, B -1"
    assert found._who({(0, 0): 2, (1, 0): 1}) == "A points +2, A tricks +1"


def test_reasons_are_those_of_changes_or_without_them_of_rows() -> None:
    found = ledger()
    texts = {span(0): ("the makers won", "small.hoyle:1"), span(9): ("", ""), span(20): ("it rained", "small.hoyle:2")}
    given: list[tuple[Span, int]] = []

    def sentence(at: Span, change: int) -> tuple[str, str]:
        given.append((at, change))
        return texts[at]

    found.sentence = sentence  # type: ignore[method-assign]
    found.causes = {span(20): {}, span(9): {}}
    assert found.reasons() == (("because it rained", "small.hoyle:2"),), "rows that changed nothing"
    found.causes = {span(0): {(0, 0): 2, (0, 1): 2}, span(20): {}, span(9): {(0, 0): 1}}
    assert found.reasons() == (("A and B +2, because the makers won", "small.hoyle:1"),)
    assert given[-2:] == [(span(0), 1), (span(9), 1)]
    found.causes = {span(20): {(0, 0): 1, (0, 1): -1, (0, 2): 0}}
    assert found.reasons() == (("A +1, B -1, because it rained", "small.hoyle:2"),)
    assert given[-1] == (span(20), 0)
    found.causes = {}
    found.take(RowFired(span=span(0)))
    assert found.causes == {span(0): {}}
    assert found.settled
    found.fresh = {(0, 0): (1, {span(0): 2, span(9): 3, span(20): 0}), (0, 1): (0, {span(0): 1})}
    assert list(found.gains()) == [((0, 0), 1, (texts[span(0)],)), ((0, 1), 0, (texts[span(0)],))]
