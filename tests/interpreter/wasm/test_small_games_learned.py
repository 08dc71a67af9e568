"""Small parts of the learned player's module by hand: which tricks are open, which choices are told apart, what is alike."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.dsl.types import CARD, CARDS, FLAG, NUMBER, PLAYER, RANK, SUIT, Type
from hoyle.interpreter.learning.nets import code_of
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Program
from hoyle.interpreter.wasm.learned.cells import MOST_CELLS, CellName, Cells, several_cards
from hoyle.interpreter.wasm.learned.memory import _remembered_kinds, open_tricks
from hoyle.interpreter.wasm.learned.repeats import _comparable
from hoyle.interpreter.wasm.search.host import BUDGETS, Budget, lesson_of

from ...small_constructs import construct_game
from ...small_rules import game_of, small_rules
from ...small_tricks import program_of, small_tricks


@cache
def tricks() -> Program:
    return program_of(small_tricks())


def test_tricks_are_open_if_all_see_them() -> None:
    program = tricks()
    number, ask = next((n, one) for n, one in enumerate(program.asks) if one.trick is not None)
    rules = ask.trick
    assert rules is not None

    def with_ask(**changed: Any) -> Program:
        asks = [replace(one, **changed) if n == number else one for n, one in enumerate(program.asks)]
        return replace(program, asks=tuple(asks))

    def with_trick_zone(visibility: str) -> Program:
        zones = [
            replace(one, visibility=visibility) if n == rules.trick else one for n, one in enumerate(program.zones)
        ]
        return replace(program, zones=tuple(zones))

    assert open_tricks(program)
    assert open_tricks(with_ask(trick=replace(rules, groups=63)))
    assert not open_tricks(with_ask(trick=replace(rules, groups=64)))
    assert not open_tricks(with_ask(secret=True))
    assert not open_tricks(with_ask(trick=None))
    assert not open_tricks(with_trick_zone("face down"))
    assert not open_tricks(with_trick_zone("private"))
    assert open_tricks(with_trick_zone("face up"))
    others = [replace(one, secret=one.trick is None) for one in program.asks]
    assert open_tricks(replace(program, asks=tuple(others))), "other questions may be secret"


def test_values_are_compared_if_they_are_of_one_type() -> None:
    one, other = Type("word", name="strain", words=("a", "b")), Type("word", name="mood", words=("a", "b"))
    for a, b, same in (
        (SUIT, SUIT, True), (SUIT, RANK, False), (NUMBER, Type("number", low=2, high=5), True), (NUMBER, FLAG, False),
        (one, one, True), (one, other, False), (one, replace(one, words=("a", "b", "c")), False), (one, replace(one, suits=True), True),
        (PLAYER, Type("player", optional=True), True), (CARD, CARDS, False),
    ):  # fmt: skip
        assert _comparable(a, b) is same, (a, b)
        assert _comparable(b, a) is same, (a, b)


def test_the_cell_of_a_choice() -> None:
    plain = Cells((), 1, 4)
    assert [plain.of(values, actor) for values, actor in (((), 0), ((3, 5), 2))] == [0, 0]
    bid = Cells((CellName(0, 8, 2, 6, False), CellName(2, 24, 0, 4, True), CellName(1, 16, 0, 3, False)), 72, 4)
    for values, actor, cell in (
        ((2, 0, 1), 1, 0), ((7, 2, 0), 1, (5 * 4 + 3) * 3 + 2), ((4, 1, 3), 2, (2 * 4 + 1) * 3 + 1), ((0, 1, 1), 1, 1),
        ((99, 9, 1), 1, (5 * 4 + 0) * 3 + 2), ((2, -1, 0), 0, 0),
    ):  # fmt: skip
        assert bid.of(values, actor) == cell, values


CHOICES = small_rules(
    players="4",
    answers='            "bid {n} {s}" for n in 2..7, s in suits\n                nothing\n'
    '            "many {m}" for m in 0..500\n                nothing\n'
    '            "to {q} {n2}" for q in players, n2 in 1..3\n                nothing\n'
    '            "give {d} {n3}" for d in p.hand, n3 in 1..2\n                nothing\n'
    '            "lay {cs}" for cs in 1..2 cards of p.hand\n                nothing\n'
    '            "pass"',
)


def test_the_choices_that_are_remembered() -> None:
    program = lower(game_of(CHOICES))
    assert _remembered_kinds(program) == [(0, 1), (0, 2), (0, 3), (0, 6)]
    learned = code_of(program).module.learned
    assert learned is not None
    cells = {kind: cells for _, kind, cells in learned.memory.chosen}
    assert [len(cells[kind].names) for kind in (1, 2, 3, 6)] == [2, 1, 2, 0]
    names = {kind: [(one.index, one.low, one.size, one.turned) for one in found.names] for kind, found in cells.items()}
    assert names[1] == [(0, 2, 6, False), (1, 0, 4, False)]
    assert names[2] == [(0, 0, MOST_CELLS, False)]
    assert names[3] == [(0, 0, 4, True), (1, 1, 3, False)]
    assert {kind: one.count for kind, one in cells.items()} == {1: 24, 2: 128, 3: 12, 6: 1}
    secret = lower(construct_game("choices"))
    assert all(not secret.asks[ask].secret for ask, _ in _remembered_kinds(secret))
    bounds = [bound for one in program.asks[0].alternatives for bound in one.bound]
    assert [several_cards(bound) for bound in bounds] == [False] * 8 + [True]


@pytest.mark.parametrize(
    ("cards", "choices"), [(1, 40_000), (200, 40_000), (201, 39_800), (400, 20_000), (1_000, 8_000)]
)
def test_a_lesson_about_a_large_deck_is_shorter(cards: int, choices: int) -> None:
    program: Any = SimpleNamespace(deck=(0,) * cards)
    assert lesson_of(program) == choices
    assert lesson_of(program, 1_000) == 1_000 * 200 // max(200, cards)


def test_the_budgets_of_the_players() -> None:
    assert BUDGETS == {
        "quick": {"worlds": 12, "playouts": 240, "nodes": 8_000, "replays": 4_000, "match": 2, "each": 24},
        "": {"worlds": 32, "playouts": 1_200, "nodes": 40_000, "replays": 10_000, "match": 2, "each": 60},
        "deep": {"worlds": 128, "playouts": 12_000, "nodes": 500_000, "match": 2, "each": 300},
    }
    assert Budget() == Budget(32, 800, None, 2, 1, 20_000, 2_000, 30_000, 0, 0, 0, 1)
