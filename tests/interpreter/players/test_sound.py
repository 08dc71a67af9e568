"""The rules of thumb of the sound player, one by one, in a small game of tricks: each expected choice is worked out by
hand from the chances of the cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import log
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.interpreter.engine import Dice, Engine, Fault, State
from hoyle.interpreter.engine.sets import mask_of
from hoyle.interpreter.players import sound, trick_value
from hoyle.interpreter.players.player import Decision, TrickSeen, decision_of
from hoyle.interpreter.players.sound import SoundPlayer
from hoyle.interpreter.players.strength import Strength
from hoyle.interpreter.program import Const, Program, trick_rules
from hoyle.interpreter.records import Choice, Where

from ...small_tricks import program_of, small_tricks

Q, K, A = range(3)
"""Cards of the first suit; three more for each suit after it."""
TRUMPS = 1
"""The part of the ranking in which the first suit is trump."""


@pytest.fixture(autouse=True)
def without_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    """No option is tried, and nothing is played at random beforehand."""
    monkeypatch.setattr(sound, "thinker_of", lambda _: None)
    monkeypatch.setattr(sound, "value_of_tricks", lambda _: 1.0)


@pytest.fixture(scope="module")
def program() -> Program:
    return program_of(small_tricks())


def strength_of(program: Program) -> Strength:
    rules = trick_rules(program)
    assert rules is not None
    return Strength(program, rules)


def test_the_chance_of_a_card_is_the_share_of_cards_that_it_beats(program: Program) -> None:
    """Each is raised to the number of opponents, and all of them to the same power, so that their mean is a quarter."""
    strength = strength_of(program)
    assert strength.parts == 5
    chance = strength.chance(TRUMPS)
    assert sum(chance) / 12 == pytest.approx(1 / 4)
    assert chance[A] == 1.0
    beaten = {K: 10, Q: 9, 3 + A: 8, 3 + K: 7, 3 + Q: 6}
    for card, others in beaten.items():
        power = (chance[card] ** 0.01, chance[K] ** 0.01)
        assert power[0] < 1
        for suit in range(1, 4) if card > A else (0,):
            same = card % 3 + 3 * suit
            assert chance[same] == chance[card]
        rough, other = (others / 11) ** 3, (10 / 11) ** 3
        assert log(chance[card]) / log(rough) == pytest.approx(log(chance[K]) / log(other))
    assert strength.tricks(TRUMPS, (A, K)) == chance[A] + chance[K]
    assert strength.tricks(TRUMPS, ()) == 0


def played(
    program: Program,
    options: Sequence[int],
    *,
    led: int = 1,
    best: tuple[int, int] | None = None,
    left: tuple[int, ...] = (0, 1),
    avoids: bool = False,
    seat: int = 0,
) -> set[int]:
    """The cards that a seat plays, with different dice.  `best`: the player and the card that win so far."""
    player = SoundPlayer(program, seat)
    player.avoids = avoids
    strength = strength_of(program)
    winning = -2 if best is None else strength.power(TRUMPS, strength.group(TRUMPS, 3 * led), best[1])
    group = strength.group(TRUMPS, 3 * led)
    trick = TrickSeen(TRUMPS, group, winning, -1 if best is None else best[0], left)
    engine = Engine(program)
    choices = tuple(Choice(0, (card,)) for card in options)
    found = set[int]()
    for seed in range(12):
        decision = replace(
            decision_of(engine, engine.start(seed=1), Dice(seed), [(0,)]), options=choices, trick=trick, player=seat
        )
        found.add(player.choose(decision).values[0])
    return found


def test_a_card_that_is_clear_to_win_is_led_and_otherwise_the_lowest(program: Program) -> None:
    assert played(program, [K, 3 + Q], left=(0, 1, 2, 3)) == {K}
    assert played(program, [Q, 3 + A], left=(0, 1, 2, 3)) == {3 + A}, "chances of 0.36 and 0.20: neither is clear"
    assert played(program, [K, 3 + Q], left=(0, 1, 2, 3), avoids=True) == {3 + Q}


def test_among_equal_cards_one_of_the_shortest_suit_is_played(program: Program) -> None:
    low = [3 + Q, 6 + Q, 6 + K, 9 + Q, 9 + K]
    assert played(program, low, left=(0, 1, 2, 3)) == {3 + Q}
    assert played(program, low[1:], left=(0, 1, 2, 3)) == {6 + Q, 9 + Q}


def test_an_opponent_is_beaten_high_and_by_the_last_player_low(program: Program) -> None:
    assert played(program, [3 + Q, 3 + A], best=(1, 3 + K)) == {3 + A}
    assert played(program, [Q, A], best=(1, 3 + A)) == {A}
    assert played(program, [Q, A], best=(1, 3 + A), left=(0,)) == {Q}
    assert played(program, [6 + Q, 6 + A], best=(1, 3 + K)) == {6 + Q}, "neither wins"
    assert played(program, [3 + K], best=(1, 3 + K)) == {3 + K}


def test_a_partner_who_wins_is_left_to_win(program: Program) -> None:
    low_and_high = [3 + Q, 3 + A]
    assert played(program, low_and_high, best=(2, 3 + K), left=(0,)) == {3 + Q}
    assert played(program, low_and_high, best=(1, 3 + K), left=(0,)) == {3 + A}
    assert played(program, [3 + A, A], best=(2, 3 + K), left=(0,)) == {3 + A}, "both win: the one that is worth less"
    # 8 of 12 cards do not beat the king, which is enough for one opponent, and not for two
    assert played(program, low_and_high, best=(2, 3 + K), left=(0, 1)) == {3 + Q}
    assert played(program, low_and_high, best=(2, 3 + K), left=(0, 1, 3)) == {3 + A}
    # of the ace, 9: 0.75 * 0.75 is enough for two
    assert played(program, [Q, 6 + Q], best=(2, 3 + A), left=(0, 1, 3)) == {6 + Q}
    assert played(program, [Q, 6 + Q], best=(2, 3 + A), left=(0, 1, 3, 2)) == {Q}


def test_where_tricks_are_bad_the_highest_card_that_loses_is_played(program: Program) -> None:
    assert played(program, [3 + Q, 3 + K, 6 + Q], best=(1, 3 + A), avoids=True) == {3 + K}
    assert played(program, [3 + K, 3 + A], best=(1, 3 + Q), avoids=True) == {3 + K}, "the lowest that wins"
    assert played(program, [3 + K, 3 + A], best=(1, 3 + Q), left=(0,), avoids=True) == {3 + A}, "it wins anyway"
    assert played(program, [3 + Q, 3 + A], best=(2, 3 + K), left=(0,), avoids=True) == {3 + Q}


# ---------------------------------------------------------------------------------------------------------------- bids


def asked(program: Program, hand: Sequence[int], seed: int = 0) -> Decision:
    """The first question of a game in which the player who is asked has these cards."""
    engine = Engine(program)
    state = engine.start(seed=1)
    values = state.values.copy()
    zones = {zone.name: zone for zone in program.zones}
    rest = [card for card in range(12) if card not in hand]
    player = decision_of(engine, state, Dice(0)).player
    for owner in range(4):
        cards = hand if owner == player else (rest.pop(), rest.pop())
        values[zones["hand"].base + owner] = mask_of(cards)
    values[zones["floor"].base] = tuple(rest) if zones["floor"].ordered else mask_of(rest)
    return decision_of(engine, State(values), Dice(seed))


def bid(program: Program, hand: Sequence[int], **changed: Any) -> tuple[str, tuple[int, ...]]:
    """What the player bids: the first word of the bid, and its values."""
    decision = asked(program, hand)
    player = SoundPlayer(program, decision.player)
    for name, value in changed.items():
        setattr(player, name, value)
    choice = player.choose(decision)
    return decision.alternatives[choice.alternative].texts[0].split(" ")[0], choice.values


def test_a_trump_is_named_if_a_clear_majority_of_the_tricks_is_expected(program: Program) -> None:
    """Two tricks: more than one, with a margin of a tenth, must be expected of the hand and of the partner, to whom a
    third of the other tricks are counted.
    """
    assert bid(program, (A, K)) == ("", (0,))
    assert bid(program, (3 + A, 3 + Q)) == ("", (1,))
    assert bid(program, (Q, 3 + Q)) == ("pass", ())
    assert bid(program, (6 + K, 3 + Q)) == ("", (2,)), "0.66 + 0.45"
    assert bid(program, (6 + K, 3 + Q), margin=0.06) == ("pass", ())
    assert bid(program, (3 + A, 6 + K)) == ("", (1,)), "the better of two suits"
    assert bid(program, (3 + A, 6 + K), side=frozenset({1})) == ("pass", ()), "without a partner, 1.1 tricks"


def test_the_lowest_number_that_is_good_is_bid() -> None:
    program = program_of(
        small_tricks(
            bidding="""
        for p in players
            p chooses
                "pass"
                "bid {n}" for n in 1..2
                    set maker to p
"""
        )
    )
    assert bid(program, (A, K)) == ("bid", (1,))
    assert bid(program, (Q, 3 + Q)) == ("pass", ())
    assert bid(program, (A, K), margin=-0.2) == ("bid", (1,)), "2 would be good, too"


def test_who_must_name_a_number_names_the_nearest() -> None:
    program = program_of(
        small_tricks(
            bidding="""
        for p in players
            p chooses
                "bid {n}" for n in 0..2
                    set maker to p
"""
        )
    )
    assert bid(program, (A, K)) == ("bid", (2,)), "1.6 with the best trump"
    assert bid(program, (K, 3 + Q)) == ("bid", (1,)), "0.66"
    assert bid(program, (Q, 3 + Q)) == ("bid", (0,)), "0.40"


def test_numbers_beside_a_call_are_bid_as_low_as_they_are_good() -> None:
    program = program_of(
        small_tricks(
            bidding="""
        for p in players
            p chooses
                "bid {n}" for n in 0..2
                    set maker to p
                "call {s}" for s in suits
                    set trump to s
"""
        )
    )
    assert bid(program, (A, K)) == ("bid", (0,))


ALONE = """
        for p in players until trump is not none
            p chooses
                "pass"
                "call {s}" for s in suits
                    set trump to s
                "alone {s}" for s in suits
                    set trump to s
                    move p.partner.hand to stock
"""


def test_a_player_goes_alone_with_enough_tricks_of_its_own() -> None:
    program = program_of(small_tricks(bidding=ALONE))
    assert bid(program, (A, K)) == ("alone", (0,))
    assert bid(program, (3 + A, 6 + Q)) == ("alone", (1,)), "1.05 - 0.90 is more than 0.10"
    assert bid(program, (3 + K, 3 + Q)) == ("call", (1,)), "0.97 - 0.90 is not"
    assert bid(program, (3 + A, 6 + Q), alone=0.5) == ("call", (1,))
    assert bid(program, (Q, 3 + Q)) == ("pass", ())


def test_who_must_call_calls_the_best_and_who_sees_no_card_calls_nothing(program: Program) -> None:
    forced = program_of(
        small_tricks(
            bidding="""
        for p in players until trump is not none
            p chooses
                "call {s}" for s in suits
                    set trump to s
"""
        )
    )
    assert bid(forced, (Q, 6 + Q))[1] in ((0,), (2,))
    assert bid(forced, (6 + Q, 6 + K)) == ("call", (2,))
    decision = asked(program, (A, K))
    player = SoundPlayer(program, decision.player)
    hidden = tuple(replace(z, cards=(-1,) * len(z.cards)) for z in decision.view.zones)
    blind = replace(decision, view=replace(decision.view, zones=hidden))
    assert player.choose(blind) == decision.options[0]
    only = tuple(choice for choice in blind.options if choice.values)
    assert player.choose(replace(blind, options=only)) == only[0]


DISCARD = """
        for p in players
            p chooses
                "discard {cs}" for cs in 1 cards of p.hand
                    move cs to floor
                "keep {c}" for c in p.hand
                    show c to everyone
"""


def test_the_weakest_cards_are_discarded_and_where_tricks_are_bad_the_strongest() -> None:
    program = program_of(small_tricks(bidding=DISCARD))
    for avoids, card in ((False, Q), (True, 3 + A)):
        for alternative in (0, 1):
            decision = asked(program, (Q, 3 + A))
            player = SoundPlayer(program, decision.player)
            player.avoids = avoids
            offered = tuple(one for one in decision.options if one.alternative == alternative)
            value = 1 << card if alternative == 0 else card
            assert player.choose(replace(decision, options=offered)) == Choice(alternative, (value,))
    decision = asked(program, (Q, 3 + A))
    player = SoundPlayer(program, decision.player)
    found = {player.choose(replace(decision, dice=Dice(seed))).alternative for seed in range(12)}
    assert found == {0, 1}


def test_the_part_of_the_ranking_that_counts_is_read_off_the_view(program: Program) -> None:
    decision = asked(program, (A, K))
    player = SoundPlayer(program, decision.player)
    rules = trick_rules(program)
    assert rules is not None
    assert rules.ruler == [one.name for one in program.variables].index("trump")
    for suit in (-1, 0, 3):
        view = replace(decision.view, variables=((suit,), *decision.view.variables[1:]))
        assert player._ruling(rules, view) == suit + 1
    assert player._ruling(replace(rules, ruler=-1), decision.view) == 0
    assert player._ruling(replace(rules, ruler=-1, at=Const(3)), decision.view) == 3


class Glancing:
    """A thinker that finds the second option best, and keeps what it is asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int, int]] = []

    def glance(self, worlds: list[Any], options: int, playouts: int, seed: int) -> Any:
        self.asked.append((len(worlds), options, playouts))
        assert 0 <= seed < 1 << 32
        return SimpleNamespace(best=1)


def test_an_option_is_tried_in_eight_deals(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    thinker = Glancing()
    monkeypatch.setattr(sound, "thinker_of", lambda _: thinker)
    decision = asked(program, (A, K))
    player = SoundPlayer(program, decision.player)
    assert player.choose(decision) == decision.options[1]
    assert player.choose(replace(decision, options=decision.options * 3)) == decision.options[1]
    assert thinker.asked == [(8, 5, 60), (8, 15, 160)]
    blind = replace(decision, _imagined=None)
    assert player.choose(blind) == Choice(1, (0,)), "the rules of thumb"
    assert len(thinker.asked) == 2


def test_after_a_fault_nothing_is_tried_until_the_next_game(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: Any) -> Any:
        tried.append(1)
        raise Fault("E0901", None, {})  # type: ignore[arg-type]

    tried: list[int] = []
    monkeypatch.setattr(sound, "thinker_of", fails)
    decision = asked(program, (Q, 3 + Q))
    player = SoundPlayer(program, decision.player)
    assert [player.choose(decision).alternative for _ in range(2)] == [0, 0]
    assert len(tried) == 1
    player.begin()
    player.choose(decision)
    assert len(tried) == 2


# ------------------------------------------------------------------------------------------------------ value of tricks


@pytest.mark.parametrize(
    ("score", "best", "value"),
    [
        ("add 1 to winner.team.points", "highest", 1),
        ("add 1 to winner.team.points", "lowest", -1),
        ("add 1 to winner.team.opponents.points", "highest", -1),
        ("add 2 to points of each team", "highest", 0),
    ],
)
def test_tricks_are_worth_what_they_bring(score: str, best: str, value: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trick_value, "DECISIONS", 60)
    found = trick_value.value_of_tricks(program_of(small_tricks(score=score, best=best)))
    assert found == pytest.approx(value)


def test_a_game_that_is_won_by_nothing_has_no_value_of_tricks(program: Program) -> None:
    assert trick_value.value_of_tricks(replace(program, endings=())) == 0.0


def test_a_game_with_a_fault_counts_as_a_tenth_of_the_choices(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[tuple[int, int]] = []

    def fails(_engine: object, game: int, most: int, _deals: object) -> int:
        tried.append((game, most))
        raise Fault("E1301", None, {})  # type: ignore[arg-type]

    monkeypatch.setattr(trick_value, "DECISIONS", 60)
    monkeypatch.setattr(trick_value, "_play", fails)
    assert trick_value.value_of_tricks(replace(program, title="Faulty")) == 0.0
    assert tried == [(number, 60 - 6 * number) for number in range(10)]


def test_a_partner_without_cards_leaves_a_player_alone(program: Program) -> None:
    rules = trick_rules(program)
    assert rules is not None
    one = SoundPlayer(program, 0)
    assert one.side == {0, 2}

    def after(hands: Sequence[tuple[int, ...]], others: Sequence[tuple[int, ...]] = ()) -> tuple[int, bool]:
        zones = [
            SimpleNamespace(where=Where(zone, owner), cards=cards)
            for zone, all_cards in ((rules.hand, hands), (rules.hand + 1, others))
            for owner, cards in enumerate(all_cards)
        ]
        variables = {rules.ruler: [2]} if rules.ruler >= 0 else {}
        return one._seen_after(rules, SimpleNamespace(zones=zones, variables=variables))  # type: ignore[arg-type]

    ruling = one._ruling(rules, SimpleNamespace(variables={rules.ruler: [2]}))  # type: ignore[arg-type]
    assert after([(1,), (2,), (3,), (4,)]) == (ruling, False)
    assert after([(1,), (2,), (), (4,)]) == (ruling, True)
    assert after([(), (), (3,), ()]) == (ruling, False), "the player itself and the others do not count"
    assert after([(1,), (2,), (3,), (4,)], [(), (), (), ()]) == (ruling, False), "nor do other zones"
