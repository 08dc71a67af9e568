"""The learning player in a module: what it sees and remembers is what its seat may know, and its net computes right."""

from __future__ import annotations

import os
from array import array

import pytest

from hoyle.dsl.loading import RULESETS, load
from hoyle.interpreter.batch.modules import watch_of
from hoyle.interpreter.engine import Dice, Engine, State
from hoyle.interpreter.learning.remembered import remembered
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players.player import options_of
from hoyle.interpreter.players.sampling import exchanged_for
from hoyle.interpreter.program import ACTOR, OVER, PC, Program
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search.history import History
from hoyle.interpreter.wasm import CompiledModule, Machine, Module
from hoyle.interpreter.wasm.learned.features import MOST_ACTIVE, MOST_FEATURES
from hoyle.interpreter.wasm.learned.net import HIDDEN, SECOND
from hoyle.interpreter.wasm.learned.writer import LearnedFunctions

FEW = (
    "newberry_euchre", "contract_bridge", "hearts", "pinochle", "skat", "gin_rummy", "cribbage", "cassino", "durak",
    "president", "go_fish", "texas_holdem", "gops", "golf",
)  # fmt: skip
"""Games of all kinds, which are looked at in every run."""
GAMES = sorted(path.stem for path in RULESETS.glob("*.hoyle")) if os.environ.get("HOYLE_LONG_TESTS") else FEW
CHOICES = 40
"""How many choices of a random game are looked at."""


def program_of(name: str) -> Program:
    game = load(name).game
    assert game is not None
    return lower(game, {})


def machine_of(program: Program) -> tuple[Machine, LearnedFunctions]:
    module = Module(program, watch_of(program), learning=True)
    assert module.learned is not None
    return Machine(CompiledModule(module, quickly=True)), module.learned


class Sitting:
    """A random game, played by the engine, which keeps a record, and in a module beside it."""

    def __init__(self, program: Program, seed: int) -> None:
        self.program, self.engine, self.history = program, Engine(program), History(program)
        self.machine, self.learned = machine_of(program)
        self.dice, self.seed = Dice(seed), seed
        self.state = self.engine.start(seed=seed, listener=self.history.hear)
        self.machine.start(seed)

    @property
    def over(self) -> bool:
        pc = self.state.values[PC]
        assert isinstance(pc, int)
        return pc <= OVER

    @property
    def seat(self) -> int:
        actor = self.state.values[ACTOR]
        assert isinstance(actor, int)
        return actor

    def ask(self) -> list[tuple[int, ...]]:
        """The options of the open question, by the engine."""
        self.history.asked(self.state.values)
        return options_of(self.engine, self.state)

    def take(self, number: int, option: tuple[int, ...]) -> None:
        """Make a choice in both."""
        self.state = self.engine.apply(self.state, Choice(option[0], option[1:]), listener=self.history.hear)
        self.machine.call("options", number)
        self.machine.call("l_answer", 0)

    def features(self, option: int) -> tuple[int, ...]:
        """The features that are on for an option, in the state of the module and with its memory."""
        count = self.machine.call("l_features", option)
        at = self.learned.at["ACTIVE"]
        return tuple(self.machine.memory[at : at + 2 * count].cast("H"))

    def memory(self) -> bytes:
        """What the module remembers, without what other seats named."""
        kept = self.learned.memory
        at, size = kept.at["PUBLIC"], kept.set_size
        content = bytearray(self.machine.memory[at : at + kept.size])
        for player in range(self.program.players):
            if player != self.seat:
                content[size * (1 + player) : size * (2 + player)] = bytes(size)
        return bytes(content)


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_sees_the_same_whatever_it_cannot_see(name: str) -> None:
    """Neither features nor memory tell what is hidden: cards are exchanged, and both stay the same."""
    program = program_of(name)
    sitting, dice, exchanged = Sitting(program, 3), Dice(11), 0
    for _ in range(CHOICES):
        if sitting.over:
            break
        options = sitting.ask()
        number = sitting.dice.below(len(options))
        sitting.machine.call("options", 0)
        real = sitting.features(number)
        assert len(real) < MOST_ACTIVE, "no room for all features"
        assert len(set(real)) == len(real)
        assert max(real) < sitting.learned.features.count <= MOST_FEATURES
        assert sitting.memory() == remembered(
            sitting.history, sitting.seat, sitting.state.values, sitting.learned.memory, sitting.engine
        )
        kept = sitting.machine.state
        seen = sitting.engine.view(State(kept), sitting.seat)
        other = exchanged_for(program, kept, seen, dice)
        exchanged += other != kept
        sitting.machine.put(other)
        assert sitting.features(number) == real
        sitting.machine.put(kept)
        sitting.take(number, options[number])
        assert sitting.machine.state == sitting.state.values
    assert exchanged or name in ("gops", "go_fish"), "nothing was ever hidden"


def test_a_leak_would_be_seen() -> None:
    """If a seat is told the cards of a face-down zone, the exchange shows it."""
    sitting = Sitting(program_of("whist"), 1)
    sitting.ask()
    known = sitting.learned.memory.at["PUBLIC"]
    before = sitting.features(0)
    hand = sitting.machine.state[sitting.program.zones[2].base + (sitting.seat + 1) % 4]
    assert isinstance(hand, int)
    sitting.machine.memory[known : known + 8] = hand.to_bytes(8, "little")
    assert sitting.features(0) != before


def floats(sitting: Sitting, name: str, count: int, skip: int = 0) -> list[float]:
    at = sitting.learned.at[name] + skip
    return list(array("f", bytes(sitting.machine.memory[at : at + 4 * count])))


def value_of(sitting: Sitting, active: tuple[int, ...]) -> float:
    """The net written once more, in plain Python."""
    net = sitting.learned.net
    sums = [0.0] * HIDDEN
    for feature in active:
        row = floats(sitting, "NETS", HIDDEN, 4 * HIDDEN * feature)
        sums = [a + b for a, b in zip(sums, row, strict=True)]
    second = floats(sitting, "NETS", SECOND, net.bias_at)
    for i, one in enumerate(sums):
        row = floats(sitting, "NETS", SECOND, net.second_at + 4 * SECOND * i)
        second = [a + max(one, 0.0) * b for a, b in zip(second, row, strict=True)]
    last = floats(sitting, "NETS", SECOND + 1, net.last_at)
    return sum(max(a, 0.0) * b for a, b in zip(second, last[:-1], strict=True)) + last[-1]


def values(sitting: Sitting) -> list[float]:
    """What the module gives for every option of the open question."""
    return floats(sitting, "VALUES", sitting.machine.call("l_values", 1))


@pytest.mark.parametrize("name", ["newberry_euchre", "pinochle", "cassino", "contract_bridge"])
def test_the_net_gives_what_the_same_net_gives_in_python(name: str) -> None:
    sitting = Sitting(program_of(name), 5)
    sitting.machine.call("l_begin_net", 9)
    for _ in range(12):
        options = sitting.ask()
        found = values(sitting)
        assert len(found) == len(options)
        for number in range(0, len(options), 7):
            assert found[number] == pytest.approx(value_of(sitting, sitting.features(number)), abs=1e-4)
        number = sitting.dice.below(len(options))
        sitting.take(number, options[number])
        if sitting.over:
            break


def test_after_a_short_lesson_the_player_beats_chance() -> None:
    sitting = Sitting(program_of("newberry_euchre"), 5)
    call = sitting.machine.exported
    call("l_begin_net")(sitting.machine.store, 1)

    def won() -> int:
        sitting.machine.clear()
        assert sitting.machine.call("games", 1, 3, 0, 200, 1_000_000) == 200
        return sitting.machine.words(sitting.machine.module.tallies.wins, 2)[0]

    seats = sitting.learned.at["PLAYERS"]
    sitting.machine.memory[seats : seats + 4] = bytes((1, 0, 1, 0))
    before = won()
    call("l_train")(sitting.machine.store, 200_000, 1, 0.001, 6_000)
    assert before < 140
    assert won() > 170


def test_the_same_lesson_gives_the_same_net() -> None:
    nets: list[bytes] = []
    for _ in range(2):
        machine, learned = machine_of(program_of("hearts"))
        machine.exported("l_begin_net")(machine.store, 1)
        machine.exported("l_train")(machine.store, 5_000, 1, 0.001, 6_000)
        nets.append(bytes(machine.memory[learned.at["NETS"] :][: learned.net.size]))
    assert nets[0] == nets[1]
