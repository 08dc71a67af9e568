"""What a settlement says, as plain data: each reason once, cards only if all are known, and no heaps of cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source, Span
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Program
from hoyle.interpreter.records import Assigned, CardsCounted, SetAgain, Where
from hoyle.interpreter.story import settlement
from hoyle.interpreter.story.causes import ChangeReason
from hoyle.interpreter.story.data import StoryData, story_data
from hoyle.interpreter.story.limits import LIMITS
from hoyle.interpreter.story.settlement import (
    ScoreAccount,
    Settlement,
    SettlementEntry,
    SettlementPart,
    settlement_data,
)
from hoyle.interpreter.text.parse import Words

SOURCE = Source("x.hoyle", "why else ")
WHY, ELSE, NOTHING = Span(SOURCE, 0, 3), Span(SOURCE, 4, 8), Span(SOURCE, 8, 9)


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> Words:
    """Hearts, in which every rule says what its text is."""
    monkeypatch.setattr(settlement, "reason", lambda _, span, __: ChangeReason(span.text.strip(), "x.hoyle:1", ()))
    game = load("hearts").game
    assert game is not None
    return Words(lower(game, {}))


def number_of(program: Program, name: str) -> int:
    return next(number for number, one in enumerate(program.variables) if one.name == name)


def said(words: Words, *entries: tuple[tuple[int, Span, tuple[int, ...]], ...]) -> list[str]:
    """The reasons for the points of A, B, …, as text."""
    points, made = number_of(words.program, "points"), list[SettlementEntry]()
    for of, parts in enumerate(entries):
        own = tuple(SettlementPart(0, change, cause, cards) for change, cause, cards in parts)
        made.append(SettlementEntry(points, of, 0, sum(part.change for part in own), own))
    data = settlement_data(words, story_data(words.program), Settlement(1, True, tuple(made), ()))
    return [
        f"{', '.join(' '.join([one['whose'], *map(str, one['by'])]) for one in reason['changes'])}: {reason['why']}"
        + "".join(f" [{' '.join(cards)}]" for cards in reason["cards"])
        for reason in data["reasons"]
    ]


def test_one_reason_for_several_players_is_said_once(words: Words) -> None:
    assert said(words, ((4, WHY, ()),), (), ((22, WHY, ()), (1, ELSE, ()))) == ["A 4, C 22: why", "C 1: else"]


def test_reasons_that_mark_cards_have_their_own_lines(words: Words) -> None:
    assert said(words, ((4, WHY, ()),), ((1, WHY, (0,)),), ((2, WHY, ()),)) == [
        "A 4, C 2: why",
        f"B 1: why [{words.card(0)}]",
    ]


def test_one_reason_many_times_in_a_row_is_said_once_with_the_cards_of_each_time(words: Words) -> None:
    assert said(words, ((2, WHY, (0, 1)), (1, WHY, (2,)), (1, NOTHING, ()))) == [
        f"A 2 1: why [{words.card(0)} {words.card(1)}] [{words.card(2)}]",
        "A 1: ",
    ]
    assert len(said(words, ((2, WHY, (0,)), (1, ELSE, ()), (1, WHY, (2,))))) == 3


def test_a_change_without_words_that_is_all_there_is_has_no_line(words: Words) -> None:
    assert said(words, ((4, NOTHING, ()),)) == []
    assert said(words, ((4, NOTHING, (0,)),)) == [f"A 4:  [{words.card(0)}]"]


def test_heaps_of_cards_are_not_laid_open(words: Words) -> None:
    data: StoryData = story_data(words.program)
    heaps = tuple((Where(zone, 0), tuple(range(LIMITS["laid_open"] + zone))) for zone in range(2))
    laid = settlement_data(words, data, Settlement(1, True, (), heaps))["laid_open"]
    assert [len(one["cards"]) for one in laid] == [LIMITS["laid_open"]]


@pytest.mark.parametrize("known", [frozenset({1, 2, 3}), frozenset({2})])
def test_cards_are_marked_only_if_all_that_were_counted_are_known(words: Words, known: frozenset[int]) -> None:
    account = ScoreAccount(
        words, story_data(words.program), lambda cards: tuple(card if card in known else -1 for card in cards)
    )
    points = number_of(words.program, "points")
    account.take(CardsCounted((1, 2), span=WHY), 0)
    account.take(Assigned(points, 0, 0, 3, span=WHY), 1)
    (entry,) = account.entries({(points, 0): 3}, whole=False)
    assert [part.cards for part in entry.parts] == [(1, 2) if 1 in known else ()]


def test_cards_that_settle_several_players_are_marked_once_for_all(words: Words) -> None:
    a, b, c = [(-2, WHY, (0, 1))], [(4, WHY, (0, 1)), (1, WHY, (2,))], [(-2, WHY, (3,))]
    assert said(words, tuple(a), tuple(b), tuple(c)) == [
        f"A -2, B 4: why [{words.card(0)} {words.card(1)}]",
        f"B 1: why [{words.card(2)}]",
        f"C -2: why [{words.card(3)}]",
    ]


@pytest.mark.parametrize(("counted_at", "marked"), [(ELSE, [(1,), (1,), ()]), (WHY, [(1,), (), ()])])
def test_cards_that_a_call_counts_belong_to_all_its_changes_of_one_number(
    words: Words, counted_at: Span, marked: list[tuple[int, ...]]
) -> None:
    """Those counted by a change itself belong to it alone."""
    data = story_data(words.program)
    data = replace(data, variables=tuple(replace(one, feeds=True) for one in data.variables))
    account = ScoreAccount(words, data, tuple)
    points = number_of(words.program, "points")
    other = next(number for number in range(len(data.variables)) if number != points)
    account.take(CardsCounted((1,), span=counted_at), 0)
    account.take(SetAgain(points, 1, 0, span=NOTHING), 1)
    for at, (number, of) in enumerate([(points, 0), (points, 2), (other, 0)]):
        account.take(Assigned(number, of, 0, 3, span=WHY if at == 0 else NOTHING), at + 2)
    assert [part.cards for key in ((points, 0), (points, 2), (other, 0)) for part in account.parts[key]] == marked
