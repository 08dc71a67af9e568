"""The features of an option in the cheap model, and the hash of a position in the solver."""

from __future__ import annotations

from functools import cache

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.engine import Dice, Engine, State
from hoyle.interpreter.engine.sets import bits
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players.player import options_of
from hoyle.interpreter.program import ACTOR, OVER, PC, Program
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search.sides import watch
from hoyle.interpreter.wasm.machine import CompiledModule, Machine
from hoyle.interpreter.wasm.module import Module
from hoyle.interpreter.wasm.search.structs import FEATURE

# The players bid a number and a suit.  Then the cards are played in tricks with that suit as trump.
BIDS = """
game "Bids"
language 1
players 2
deck 9 10 J Q K A of clubs hearts
zones
    stock: face down
    trick: face up
    hand of each player: private
    won of each player: face down
remember
    dealer: player
    trump: suit
    bid: number
    points of each player: number
ranking
    trump: A K Q J 10 9
    any other suit: A K Q J 10 9
main
    set dealer to a random player
    gather every card into stock
    shuffle stock
    deal 6 from stock to hand of each player from dealer.left
    dealer.left chooses
        "{n} with {s}" for n in 0..3, s in suits
            set bid to n
            set trump to s
    let leader be dealer.left
    repeat 6 times
        play trick from hand to trick, led by leader, following suit, taken by winner
        move trick to winner.won
        add bid to winner.points
        set leader to winner
    game over, won by the player with highest points
"""

# Two packs: a hand does not fit into one word of a module's memory.
TWO_PACKS = """
game "Two packs"
language 1
players 2
deck 2 3 4 5 6 7 8 9 10 J Q K A, 2 copies
zones
    stock: face down
    table: face up
    hand of each player: private
remember
    dealer: player
    points of each player: number
main
    set dealer to a random player
    gather every card into stock
    shuffle stock
    deal 3 from stock to hand of each player
    repeat 3 times
        for p in players from dealer
            p chooses
                "play {c}" for c in p.hand
                    move c to table
                    if c.rank = A
                        add 1 to p.points
    game over, won by the player with highest points
"""

_EXPORTS = """
(func (export "seen_of") (param $ask i32) (param $option i32) (result i32)
  (global.set $s_feature_count (i32.const 0))
  (call $features (local.get $ask) (local.get $option))
  (global.get $s_feature_count))
(func (export "position_hash") (param $ask i32) (result i64) (call $live_hash (local.get $ask) (i64.const 0)))
"""


@cache
def program_of(text: str) -> Program:
    loaded = load(Source("test", text))
    assert loaded.game is not None, loaded.diagnostics
    return lower(loaded.game, {}, None)


@cache
def machine_of(text: str) -> Machine:
    """A search module with exports for the features of an option and the hash of a position."""
    program = program_of(text)
    module = Module(program, watch(program), searching=True, more=lambda _: _EXPORTS)
    return Machine(CompiledModule(module, quickly=True))


def features(machine: Machine, state: State, option: tuple[int, ...]) -> list[tuple[int, float]]:
    """The weights that an option uses, each with its factor."""
    assert machine.module.search is not None
    machine.put(state.values)
    machine.place(option)
    count = machine.call("seen_of", machine.ask, machine.module.room.address)
    at = machine.module.search.at["FEATURES"]
    memory = machine.memory
    return [FEATURE.unpack(memory[at + FEATURE.size * i :][: FEATURE.size])[::2] for i in range(count)]


def questions(text: str, seeds: int) -> list[State]:
    """Every question with more than one option in some games of random players."""
    engine, found = Engine(program_of(text)), list[State]()
    for seed in range(seeds):
        state, dice = engine.start(seed=seed), Dice(seed)
        while isinstance(pc := state.values[PC], int) and pc > OVER:
            options = options_of(engine, state)
            if len(options) > 1:
                found.append(state)
            option = options[dice.below(len(options))]
            state = engine.apply(state, Choice(option[0], option[1:]))
    return found


def test_every_card_has_features_even_the_first_of_the_deck() -> None:
    """All cards of a trick have the same number of features.  Each card has its own weights or shares them."""
    machine, engine, met = machine_of(BIDS), Engine(program_of(BIDS)), set[int]()
    for state in questions(BIDS, 6):
        options = [option for option in options_of(engine, state) if len(option) == 2]
        met.update(option[1] for option in options)
        assert {len(features(machine, state, option)) for option in options} <= {2}
    assert met == set(range(12))


def test_features_of_a_bid_depend_on_the_hand_the_suit_and_the_number() -> None:
    """The features are the bid itself, the size of the hand, and two for each card as it would be with the named suit
    as trump: one with factor 1, one with an eighth of the number as its factor.
    """
    program, machine = program_of(BIDS), machine_of(BIDS)
    bids = [state for state in questions(BIDS, 3) if len(options_of(Engine(program), state)[0]) == 3]
    assert len(bids) == 3
    for state in bids:
        actor = state.values[ACTOR]
        hand = next(zone for zone in program.zones if zone.name == "hand")
        assert isinstance(actor, int)
        held = state.values[hand.base + actor]
        assert isinstance(held, int)
        suits = [program.faces[program.deck[card]].suit for card in bits(held)]
        assert {*suits} == {0, 1}
        weights = dict[tuple[int, int], list[int]]()
        for option in options_of(Engine(program), state):
            first, size, *cards = features(machine, state, option)
            assert first[1] == size[1] == 1
            assert [value for _, value in cards[0::2]] == [1] * 6
            assert [value for _, value in cards[1::2]] == [option[1] / 8] * 6
            (shift,) = {timed - plain for (plain, _), (timed, _) in zip(cards[0::2], cards[1::2], strict=True)}
            assert shift == 12  # the second kind of strength has the next range of weights
            weights[option[1], option[2]] = [weight for weight, _ in cards[0::2]]
        for n in range(4):
            assert weights[n, 0] == weights[0, 0]
            assert weights[n, 1] == weights[0, 1]
        for suit, one, other in zip(suits, weights[0, 0], weights[0, 1], strict=True):
            assert (one > other) if suit == 0 else (one < other)  # a card is stronger if its suit is trump


def test_positions_that_differ_only_in_a_late_card_of_a_large_deck_have_different_hashes() -> None:
    """A hand of more than 64 cards is hashed completely.  Otherwise the solver would confuse two positions."""
    program, machine = program_of(TWO_PACKS), machine_of(TWO_PACKS)
    state = Engine(program).start(seed=1)
    hand = next(zone for zone in program.zones if zone.name == "hand")
    hashes = set[int]()
    for late in range(len(program.deck)):
        values = [*state.values]
        values[hand.base] = 1 << late
        machine.put(values)
        hashes.add(machine.call("position_hash", machine.ask))
    assert len(hashes) == len(program.deck) == 104
