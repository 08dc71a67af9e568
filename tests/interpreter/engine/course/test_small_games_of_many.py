"""Games of as many players as a table of turns is made for, and of more: who is next is the same, however it is found."""

from __future__ import annotations

import pytest

from hoyle.interpreter.engine import Engine, Question, State
from hoyle.interpreter.engine.python.expressions import MOST_SEATED
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.wasm import CompiledModule, Machine, Module, WatchedSlots

from ....small_rules import game_of

GAME = """game "Many"
language 1
players 2..12
deck 2 3 4 5 6 7 8 9 10 J Q K A
zones
    stock: face down
    trick: face up
    hand of each player: private
    won of each player: face down
remember
    lead: player
    out: players
    points of each player: number
ranking
    any suit: A K Q J 10 9 8 7 6 5 4 3 2
    equal cards: first played wins
main
    shuffle every card into stock
    deal 2 from stock to hand of each player
    set lead to a random player
    for p around the table from lead, number of players + 2 times
        p chooses
            "stay" if p not in out
                add 1 to p.points
            "leave" if p not in out
                set out to out + {p}
            "sit" if p in out
                nothing
    play trick from hand to trick, led by lead, any card, taken by winner
    move trick to winner.won
    for q in players from winner
        q chooses
            "one"
                add 1 to points of each player
            "two"
                for r in players from q.left
                    add 1 to r.points
    set lead to first r in players except winner from winner.left(2)
    lead chooses
        "well"
            nothing
        "good"
            nothing
    game over, won by the player with highest points, otherwise shared
"""


def asked(engine: Engine, state: State) -> Question:
    question = engine.question(state)
    assert question is not None
    return question


@pytest.mark.parametrize("players", [2, 3, MOST_SEATED, MOST_SEATED + 1, 12])
def test_who_is_next_among_many_players(players: int) -> None:
    program = lower(game_of(GAME), {}, players)
    lead, out = (next(info.base for info in program.variables if info.name == name) for name in ("lead", "out"))
    for seed in range(3):
        engine = Engine(program)
        state = engine.start(seed=seed)
        first = state.values[lead]
        assert isinstance(first, int)
        left: set[int] = set()
        for turn in range(players + 2):
            question = asked(engine, state)
            assert question.player == (first + turn) % players
            choices = [*question.choices()]
            assert len(choices) == (1 if question.player in left else 2)
            leaves = (turn + seed) % 3 == 0 and question.player not in left
            left |= {question.player} if leaves else set()
            state = engine.apply(state, choices[1 if leaves else 0])
            assert state.values[out] == sum(1 << player for player in left)
        for turn in range(players):
            question = asked(engine, state)
            assert question.player == (first + turn) % players
            state = engine.apply(state, [*question.choices()][-1])
        winner = asked(engine, state).player
        won = next(info.base for info in program.zones if info.name == "won")
        assert isinstance(cards := state.values[won + winner], int | tuple)
        assert (cards.bit_count() if isinstance(cards, int) else len(cards)) == players
        for turn in range(players):
            question = asked(engine, state)
            assert question.player == (winner + turn) % players
            state = engine.apply(state, [*question.choices()][turn % 2])
        last = (winner + 2) % players
        assert asked(engine, state).player == (last if last != winner else (winner + 3) % players)
        state = engine.apply(state, next(iter(asked(engine, state).choices())))
        assert engine.question(state) is None


def test_a_module_goes_on_as_the_engine_does_with_many_players() -> None:
    program = lower(game_of(GAME), {}, 9)
    points = next(info.base for info in program.variables if info.name == "points")
    sides = tuple((player,) for player in range(9))
    machine = Machine(CompiledModule(Module(program, WatchedSlots(tuple(range(points, points + 9)), -1, sides))))
    engine = Engine(program)
    state = engine.start(seed=4)
    for number in range(40):
        question = engine.question(state)
        if question is None:
            break
        options = [*question.choices()]
        machine.put(state.values)
        assert len(machine.options()) == len(options)
        assert machine.player == question.player
        state = engine.apply(state, options[number % len(options)])
    assert engine.question(state) is None
