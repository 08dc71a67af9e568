"""The parts of the engine, each held against the slowest way to say the same: sets, combinations, melds, checks, limits of
states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import chain, combinations, product
from math import comb
from pathlib import Path

import pytest

from hoyle.interpreter.engine import Dice, Engine, Fault, State
from hoyle.interpreter.engine.melding import CARDS_APART
from hoyle.interpreter.engine.runtime import Runtime
from hoyle.interpreter.engine.sets import (
    Memo,
    bits,
    combination_count,
    combination_count_of_alike,
    mask_of,
    piecewise,
    shifted,
    sized_subsets,
)
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import ACTOR, DECISIONS, PC, RNG, Program
from hoyle.interpreter.records import Choice

from ...golden import same_as_file
from ...small_constructs import CONSTRUCTS, construct_game


def program_of(name: str) -> Program:
    return lower(construct_game(name))


# ----------------------------------------------------------------------------------------------------------------- sets


def test_the_elements_of_a_mask() -> None:
    for mask in (
        0,
        1,
        2,
        5,
        1 << 59,
        (1 << 60) - 1,
        1 << 60,
        1 << 61 | 3,
        1 << 1199,
        1 << 1200 | 1,
        1 << 1300 | 1 << 7,
    ):
        assert bits(mask) == tuple(i for i in range(1400) if mask >> i & 1)
        assert mask_of(bits(mask)) == mask
    assert bits(-1) == ()


def test_a_function_of_masks_by_parts() -> None:
    def odd(mask: int) -> tuple[int, ...]:
        return tuple(i for i in range(20) if mask >> i & 1 and i % 2)

    whole = piecewise(odd, [(0, 3), (3, 7), (7, 20)])
    for mask in (0, 1, 0b1010, 0b1111111, 0b1010101010101, (1 << 20) - 1):
        assert whole(mask) == odd(mask) == whole(mask)
    assert shifted(odd, 3, 0b101) == (3, 5)


def test_what_is_kept_has_only_so_much_room() -> None:
    asked: list[int] = []

    def found(key: int) -> tuple[int, ...]:
        asked.append(key)
        return (key,) * 2

    memo = Memo(found, 4)
    for key in (1, 1, 2, 2, 3, 3):
        assert memo[key] == (key, key)
    assert asked == [1, 2, 3, 3]
    assert list(memo) == [1, 2]


def test_subsets_of_a_size_come_ascending() -> None:
    for mask, size in product((0, 0b1, 0b1011, 0b110101, 0b1111), range(6)):
        expected = sorted(mask_of(chosen) for chosen in combinations(bits(mask), size))
        assert [*sized_subsets(mask, size)] == expected


def test_how_many_combinations_there_are() -> None:
    for size, low, high in product(range(6), range(-1, 5), range(-1, 7)):
        expected = sum(comb(size, amount) for amount in range(max(low, 0), high + 1) if amount <= size)
        assert combination_count(size, low, high) == expected
        assert combination_count_of_alike((1,) * size, low, high) == expected
    for amounts, low, high in product([(2,), (1, 2), (3, 2), (2, 2, 1)], range(3), range(5)):
        cards = [kind for kind, amount in enumerate(amounts) for _ in range(amount)]
        different = {tuple(sorted(c)) for n in range(low, high + 1) for c in combinations(cards, n)}
        assert combination_count_of_alike(amounts, low, high) == len(different)


# --------------------------------------------------------------------------------------------------- combinations, melds


@pytest.mark.parametrize("name", ["alike", "wide", "choices"])
def test_combinations_of_cards_some_of_which_are_alike(name: str) -> None:
    program = program_of(name)
    offering, deck, dice = Runtime(program).offering, program.deck, Dice(3)
    for _ in range(30):
        mask = mask_of(dice.below(len(deck)) for _ in range(1 + dice.below(7)))
        low, high = dice.below(3), dice.below(5)
        found = [*offering.combinations(low, high, mask)]
        faces = [tuple(sorted(deck[card] for card in bits(one))) for one in found]
        expected = {
            tuple(sorted(deck[card] for card in chosen))
            for size in range(low, high + 1)
            for chosen in combinations(bits(mask), size)
        }
        assert len(faces) == len(set(faces))
        assert {*faces} == expected
        assert offering.amount(low, high, mask) == len(expected)
        assert [one.bit_count() for one in found] == sorted(one.bit_count() for one in found)
        assert all(one & ~mask == 0 for one in found)
        for one in found:  # of alike cards those with the lowest numbers
            for card in bits(one):
                alike = [other for other in bits(mask) if deck[other] == deck[card] and other < card]
                assert all(one >> other & 1 for other in alike)
        parts = (mask & 0x555555555, mask & ~0x555555555)
        inside = [*offering.combinations(low, high, mask, parts)]
        assert inside == [*chain(*(offering.combinations(max(low, 1), high, part) for part in parts))]
        assert offering.amount(low, high, mask, parts) == len(inside)
        once = offering.faces_once(mask)
        assert once == offering.faces_one_by_one(mask)
        assert [deck[card] for card in once] == [*dict.fromkeys(deck[card] for card in bits(mask))]
        assert offering.options(4, mask, True) == tuple((4, card) for card in once)
        assert offering.options(2, mask, False) == tuple((2, card) for card in bits(mask))
    around = [(1 + i) % program.players for i in range(program.players)]
    assert offering.seats(0b1011, 1) == tuple(p for p in around if 0b1011 >> p & 1)


def test_tried_combinations_are_counted() -> None:
    offering = Runtime(program_of("choices")).offering
    trials = [0]
    assert len([*offering.tried(1, 2, 0b111, None, 0, trials)]) == 6
    assert len([*offering.tried(2, 3, 0b111, (0b11, 0b100), 0, trials)]) == 1
    assert (trials, offering.trials) == ([7], 7)
    assert offering.limited(1, 2, 0b11, None, 0) == (1, 2, 0b11)
    assert offering.trials == 10
    with pytest.raises(Fault, match="more than 1,000,000"):
        offering.tried(1, 29, (1 << 29) - 1, None, 0, [0])


@pytest.mark.parametrize("name", ["choices", "alike"])
def test_what_the_best_melds_leave(name: str) -> None:
    program = program_of(name)
    table = next(number for number, one in enumerate(program.tables) if len(one) > 20 and min(one) > 2)
    melds, deck, dice = program.tables[table], program.deck, Dice(8)
    melding = Runtime(program).melding

    def worth(card: int) -> int:
        return (5, 0, 3, 7, 1)[deck[card] % 5]

    def least(hand: Counter[int]) -> tuple[int, int]:
        """The value and the number of cards that are left over, by trying every meld first."""
        best = sum(worth_of[face] * count for face, count in hand.items()), hand.total()
        for meld in wanted:
            if meld <= hand:
                best = min(best, least(hand - meld))
        return best

    worth_of = {deck[card]: worth(card) for card in range(len(deck))}
    for _ in range(12):
        mask = mask_of(dice.below(len(deck)) for _ in range(5))
        hand = Counter(deck[card] for card in bits(mask))
        wanted = [one for one in (Counter(deck[card] for card in bits(meld)) for meld in melds) if one <= hand]
        left = melding.leftover(mask, worth, table, 0)
        assert left & ~mask == 0
        assert (sum(map(worth, bits(left))), left.bit_count()) == least(hand)
    assert len(deck) < CARDS_APART


# --------------------------------------------------------------------------------------------------------------- checks


def test_what_a_check_lets_through_and_what_stops_the_game() -> None:
    guards = Runtime(program_of("choices")).guards
    assert [guards.checked(value, -1, 3, 0) for value in (-1, 0, 3)] == [-1, 0, 3]
    assert (guards.present(0, 0), guards.divide(-7, 2, 0), guards.remainder(-7, 2, 0), guards.the([4], 0)) == (
        0,
        -4,
        1,
        4,
    )
    assert [*guards.numbers(1, 4, 2, 0)] == [1, 3]
    assert [*guards.numbers(4, 1, -1, 0)] == [4, 3, 2, 1]
    assert [*guards.numbers(5, 4, 1, 0)] == []
    assert [*guards.numbers(4, 5, -1, 0)] == []
    assert [*guards.subsets(-1, 2, 0b101, 0)] == [0, 1, 4, 5]
    work = [0]
    assert [*guards.counted(work, (7, 8), 3, 0)] == [7, 8]
    assert work == [6]
    faults: list[tuple[Callable[[], object], str]] = [
        (lambda: guards.checked(4, -1, 3, 0), "4 is outside -1..3"), (lambda: guards.checked(-2, -1, 3, 0), "-2 is outside"),
        (lambda: guards.present(-1, 0), "none"), (lambda: guards.divide(1, 0, 0), "divi"),
        (lambda: guards.remainder(1, 0, 0), "divi"), (lambda: guards.the([], 0), "0"), (lambda: guards.the([1, 2], 0), "2"),
        (lambda: guards.stuck(0), "row"), (lambda: guards.endless(0), "1,000,000"),
        (lambda: guards.numbers(0, 1_000_000, 1, 0), "1,000,001"), (lambda: guards.subsets(0, 40, (1 << 40) - 1, 0), "more than 1,000,000"),
        (lambda: [*guards.counted([10_000_000], (1,), 1, 0)], "10,000,000"),
    ]  # fmt: skip
    for do, said in faults:
        with pytest.raises(Fault) as found:
            do()
        assert said in found.value.message
        assert found.value.span == program_of("choices").places[0]
    assert len(guards.numbers(1, 1_000_000, 1, 0)) == 1_000_000
    assert [*guards.counted([9_999_999], (1,), 1, 0)] == [1]


# -------------------------------------------------------------------------------------------------- states from elsewhere


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_a_state_is_read_back_only_if_it_is_possible(name: str) -> None:
    engine = Engine(program_of(name))
    program = engine.program
    states = [engine.start(seed=2)]
    for _ in range(3):
        question = engine.question(states[-1])
        if question is None:
            break
        states.append(engine.apply(states[-1], next(iter(question.choices()))))
    for state in states:
        assert engine.from_json(engine.to_json(state)) == state
    state = states[-1]
    wrong: list[tuple[int, object]] = [
        (PC, 0), (PC, -len(program.asks) - 1), (PC, -10**6), (ACTOR, program.players), (ACTOR, -1), (DECISIONS, -1),
        (RNG, -1), (RNG, 1 << 64), (program.zones[0].base, (0,)),
    ]  # fmt: skip
    for info in program.variables:
        kind = info.type
        if kind.kind == "number":
            wrong += [(info.base, kind.low - 1), (info.base + info.count - 1, kind.high + 1)]
        elif kind.kind != "set":
            wrong += [
                (info.base, -2),
                (info.base, program.count_of(kind)),
                *([] if kind.optional else [(info.base, -1)]),
            ]
        else:
            wrong += [(info.base, -1), (info.base, 1 << 200)]
    for zone in program.zones:
        if zone.bag >= 0:
            wrong += [(zone.bag, -1), (zone.bag + 1, len(program.deck) + 1)]
    for slot, value in wrong:
        values = state.values.copy()
        values[slot] = value  # type: ignore[call-overload]
        with pytest.raises(ValueError, match=r"state|card|pile"):
            engine.from_json(engine.to_json(State(values)))


@pytest.mark.parametrize("name", ["choices", "tricks", "flow", "wide", "alike"])
def test_a_choice_is_legal_if_it_is_offered_and_else_something_is_against_it(name: str) -> None:
    engine, dice, said = Engine(program_of(name)), Dice(6), list[str]()
    state = engine.start(seed=6)
    for _ in range(6):
        question = engine.question(state)
        if question is None:
            break
        offered = {*question.choices()}
        tried = {*offered}
        for index, one in enumerate(question.alternatives):
            tried |= {Choice(index, tuple(dice.below(12) for _ in one.bound)) for _ in range(8)}
            tried |= {Choice(index, tuple(1 << dice.below(12) for _ in one.bound)) for _ in range(4)}
        for choice in sorted(tried, key=lambda one: (one.alternative, one.values)):
            against = question.objections(choice)
            assert question.legal(choice) == (not against)
            said += [
                f"{choice.alternative} {choice.values}: {one.number} {one.text} {one.span.line}" for one in against
            ]
            if choice in offered:
                assert not against
        with pytest.raises(ValueError, match="not legal"):
            engine.apply(state, Choice(len(question.alternatives) - 1, (10**6,) * 9))
        assert question.answerable()
        state = engine.apply(state, sorted(offered, key=str)[dice.below(len(offered))])
    with pytest.raises(ValueError, match="over"):
        engine.apply(finished(engine, state), Choice(0, ()))
    same_as_file(Path(__file__).with_name("golden") / f"{name}_against.txt", "".join(f"{line}\n" for line in said[:90]))


def finished(engine: Engine, state: State) -> State:
    """The end of the game, by the first choices."""
    dice = Dice(1)
    for _ in range(3_000):
        question = engine.question(state)
        if question is None:
            return state
        choices = [*question.choices()]
        state = engine.apply(state, choices[dice.below(len(choices))])
    raise AssertionError("the game does not end")
