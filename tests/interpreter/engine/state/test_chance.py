"""Chance: the numbers of the generator, their stability, and that nothing else affects a game."""

from __future__ import annotations

from collections import Counter

import pytest

from hoyle.interpreter.engine import Dice, Engine, stream
from hoyle.interpreter.engine.chance import below, splitmix_output
from hoyle.interpreter.program import RNG
from hoyle.interpreter.records import Where

GAMMA = 0x9E3779B97F4A7C15
MASK = (1 << 64) - 1


def test_known_numbers_of_splitmix64() -> None:
    """The first outputs for the seeds 1234567 and 0, which every implementation gives."""
    for seed, numbers in {
        1234567: (
            6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
        ),
        0: (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC, 0x1B39896A51A8749B),
    }.items():  # fmt: skip
        state = seed
        for number in numbers:
            state = (state + GAMMA) & MASK
            assert splitmix_output(state) == number


def test_a_draw_takes_the_upper_half_of_the_next_number() -> None:
    values: list[int | tuple[int, ...]] = [0] * (RNG + 1)
    values[RNG] = 1234567
    assert below(values, 1 << 32) == 6457827717110365317 >> 32
    assert values[RNG] == (1234567 + GAMMA) & MASK
    assert below(values, 10) == (3203168211198807973 >> 32) * 10 >> 32


def test_numbers_that_must_never_change() -> None:
    """Otherwise saved seeds would give other games."""
    assert [stream(0), stream(1), stream(7, 3), stream(7, 3, 2)] == GOLDEN_STREAMS
    dice = Dice(42)
    assert [dice.below(52) for _ in range(12)] == GOLDEN_DICE


GOLDEN_STREAMS = [1775316016619902031, 16291744904257069152, 7594195611487509145, 2656756050783576012]
GOLDEN_DICE = [28, 25, 20, 34, 12, 36, 24, 43, 42, 33, 45, 39]


def test_a_shuffled_pack_that_must_never_change(play) -> None:
    table = play("gather every card into stock\nshuffle stock\ndeal 13 from stock to hand of each player\nset p to a random player",
                 seed=2024, remember="p: player")  # fmt: skip
    assert table.zone("hand", 0) == GOLDEN_HAND
    assert table.var("p") == GOLDEN_PLAYER


GOLDEN_HAND = "7c Kc Ac 2d 3d 5d 7d Kd Jh 2s 8s 10s Ks"
GOLDEN_PLAYER = 1


@pytest.mark.parametrize("n", [1, 2, 3, 4, 7, 13, 52, 104])
def test_draws_are_uniform(n) -> None:
    """The chi-squared statistic over 200 draws for each value stays below a bound that it exceeds once in ten thousand."""
    dice, draws = Dice(n), 200 * n
    found = Counter(dice.below(n) for _ in range(draws))
    assert set(found) == set(range(n))
    chi = sum((count - 200) ** 2 / 200 for count in found.values())
    assert chi < n + 4 * (2 * n) ** 0.5 + 8


def test_streams_are_different() -> None:
    """Each game of a batch, and each player of a game, has its own numbers."""
    made = {stream(seed, index, player) for seed in range(20) for index in range(20) for player in range(-1, 6)}
    assert len(made) == 20 * 20 * 7
    assert stream(-1) == stream(MASK)
    assert stream(1 << 64) == stream(0)


def test_first_draws_of_a_batch_are_uniform() -> None:
    """The first numbers of successive games are as uniform as the successive numbers of one game."""
    found = Counter(Dice(9, index).below(6) for index in range(6000))
    assert sum((count - 1000) ** 2 / 1000 for count in found.values()) < 30
    pairs = Counter((Dice(s, i).below(3), Dice(s, i + 1).below(3)) for s in range(30) for i in range(60))
    assert sum((count - 200) ** 2 / 200 for count in pairs.values()) < 35


def test_a_game_depends_only_on_the_seed_and_its_number(games) -> None:
    for name in ("newberry_euchre, fewest", "hearts, fewest"):
        program = games[name]
        one, two = Engine(program), Engine(program)
        first = [one.start(seed=5, index=i) for i in range(6)]
        assert [two.start(seed=5, index=i) for i in reversed(range(6))] == first[::-1]
        assert len({hash(state) for state in first}) == 6
        assert one.start(seed=6, index=0) != first[0]
        assert one.start(seed=5) == first[0]


def test_random_numbers_of_a_player_do_not_change_the_deal(games) -> None:
    engine = Engine(games["hearts, fewest"])
    dice = Dice(5, 0, 1)
    before = engine.start(seed=5)
    for _ in range(100):
        dice.below(6)
    assert engine.start(seed=5) == before


class Odd:
    """Chance that decides some draws and records every call."""

    def __init__(self, cards: list[int], player: int | None) -> None:
        self.cards, self.chosen, self.asked = cards, player, []

    def card(self, pile: Where, target: Where | None, bag: tuple[int, ...]) -> int | None:
        self.asked.append((pile, target, len(bag)))
        return next((c for c in self.cards if c in bag), None)

    def player(self, purpose: str, candidates: tuple[int, ...]) -> int | None:
        self.asked.append((purpose, candidates))
        return self.chosen


def test_a_test_can_decide_a_part_of_chance(play) -> None:
    main = "gather every card into stock\nshuffle stock\nset p to a random player\ndeal 2 from stock to hand of each player"
    chance = Odd([3, 1], 2)
    table = play(main, remember="p: player", deck="2 3", chance=chance)
    assert table.var("p") == 2
    assert table.zone("hand", 0) == "3c 3d"
    assert chance.asked[0] == ("p", (0, 1, 2, 3))
    assert [asked[2] for asked in chance.asked[1:]] == [8, 7, 6, 5, 4, 3, 2, 1]
    assert [asked[1].owner for asked in chance.asked[1:]] == [0, 0, 1, 1, 2, 2, 3, 3]
    # Draws that remain open are the same as without decisions.
    free = play(main, remember="p: player", deck="2 3", chance=Odd([], None), seed=9)
    assert free.state == play(main, remember="p: player", deck="2 3", seed=9).state


def test_decided_chance_needs_no_listener(play) -> None:
    main = "gather every card into stock\nshuffle stock\nset p to a random player\ndeal 2 from stock to hand of each player"
    engine = play(main, remember="p: player", deck="2 3").engine
    heard = engine.start(seed=9, chance=Odd([3, 1], 2), listener=lambda record, slots: None)
    assert engine.start(seed=9, chance=Odd([3, 1], 2)) == heard != engine.start(seed=9)


class Dealer(Odd):
    """Chance that decides whole deals."""

    def deal(self, pile: Where, target: Where, bag: tuple[int, ...], amount: int) -> list[int] | None:
        self.asked.append((pile, target, amount))
        return self.cards[:amount] if set(self.cards[:amount]) <= set(bag) else None


def test_a_whole_deal_can_be_decided_at_once(play) -> None:
    main = "gather every card into stock\nshuffle stock\ndeal 2 from stock to hand of each player"
    chance = Dealer([6, 1], None)
    table = play(main, deck="2 3", chance=chance)
    # The second player cannot get the same cards.  They are requested one by one and left to the generator.
    assert [asked[2] for asked in chance.asked] == [2, 2, 6, 5, 2, 4, 3, 2, 2, 1]
    one_by_one = play(main, deck="2 3", chance=Odd([6, 1], None))
    assert table.zone("hand", 0) == one_by_one.zone("hand", 0)
    assert len({card for seat in range(4) for card in table.zone("hand", seat).split()}) == 8


def test_the_first_of_identical_cards_is_dealt(play) -> None:
    main = "gather every card into stock\nshuffle stock\ndeal 2 from stock to hand of each player"
    chance = Dealer([3, 1], None)  # twice the second of two identical cards
    table = play(main, deck="2 3, 2 copies", chance=chance)
    assert chance.asked[0][2] == 2
    number = next(i for i, zone in enumerate(table.program.zones) if zone.name == "hand")
    assert table.engine.cards(table.state, Where(number, 0)) == (0, 2)
