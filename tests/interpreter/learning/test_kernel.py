"""The learning player in a module: what it sees and remembers is what its seat may know, and its net computes right."""

from __future__ import annotations

import os
import struct
from array import array
from types import SimpleNamespace
from typing import cast

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
from hoyle.interpreter.wasm.learned.writer import FORESEEN, MOST_RECORDS, RECORD_HEAD, LearnedFunctions

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

    @property
    def question(self) -> int:
        """The number of the open question."""
        pc = self.state.values[PC]
        assert isinstance(pc, int)
        return ~pc

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


def on_in(sitting: Sitting, option: int, key: str) -> set[int]:
    """The features that are on for an option in the blocks of a key, counted from the first of the block."""
    blocks = [block for block in sitting.learned.features.blocks if block.key.partition(" #")[0] == key]
    assert blocks
    on = sitting.features(option)
    return {one - block.start for block in blocks for one in on if block.start <= one < block.start + block.size}


def cards_in(sitting: Sitting, zone: str, seat: int = 0) -> list[int]:
    """The cards of a zone of the engine's game: of a pile from its bottom, of a hand in the order of the deck."""
    info = next(info for info in sitting.program.zones if info.name == zone)
    content = sitting.state.values[info.base + seat]
    return [card for card in range(64) if content >> card & 1] if isinstance(content, int) else list(content)


def test_ranks_that_go_together_are_seen() -> None:
    """Two ranks left in the hand, whether several pairs of cards have them, and a card with what was played last."""
    sitting = Sitting(program_of("cribbage"), 8)
    program, twice = sitting.program, 0
    rank = [program.faces[face].rank for face in program.deck]
    ranks = len(program.ranks)
    questions = set[int]()
    for _ in range(60):
        options = sitting.ask()
        sitting.machine.call("options", 0)
        hand, played = cards_in(sitting, "hand", sitting.seat), cards_in(sitting, "played")
        for number, option in enumerate(options):
            asked = program.asks[sitting.question].alternatives[option[0]]
            text = "…".join(asked.texts)
            if len(option) < 2:
                continue
            named = [option[1]] if text == "play …" else [card for card in range(52) if option[1] >> card & 1]
            kept = [rank[card] for card in hand if card not in named]
            pairs = [(max(one, other), min(one, other)) for i, one in enumerate(kept) for other in kept[:i]]
            cells = {high * (high + 1) + (0 if high == low else 2 * low + 2) for high, low in pairs}
            cells |= {
                high * (high + 1) + (0 if high == low else 2 * low + 2) + 1
                for high, low in pairs
                if pairs.count((high, low)) > 1
            }
            assert on_in(sitting, number, f"option {text} kept two ranks") == cells
            twice += len(set(pairs)) < len(pairs)
            if text == "play …":
                mine = rank[named[0]]
                for depth in range(2):
                    below = {rank[played[-1 - depth]] * ranks + mine} if len(played) > depth else set[int]()
                    assert on_in(sitting, number, f"option play … card with played {depth}") == below
                count = sum(min(rank[card] + 1, 10) for card in played)
                written = {count * ranks + mine} if played else set[int]()
                assert on_in(sitting, number, "option play … card with count: …") == written
            questions.add(sitting.question)
        number = sitting.dice.below(len(options))
        sitting.take(number, options[number])
    assert len(questions) == 3
    assert twice > 20


def test_a_place_is_seen_with_what_lies_there() -> None:
    """For a card to put at a place: the ranks on all places of the seat, and which of them has the rank of the card."""
    sitting = Sitting(program_of("golf"), 4)
    program, same = sitting.program, 0
    rank = [program.faces[face].rank for face in program.deck]
    for _ in range(120):
        options = sitting.ask()
        sitting.machine.call("options", 0)
        ask = program.asks[sitting.question]
        for number, option in enumerate(options):
            if "…".join(ask.alternatives[option[0]].texts) != "put … at …":
                continue
            card, place = option[1:]
            for at in range(1, 7):
                up = cards_in(sitting, f"up_{at}", sitting.seat)
                tops = {(place - 1) * len(program.ranks) + rank[up[-1]]} if up else set[int]()
                assert on_in(sitting, number, f"option put … at … with up_{at}") == tops
                alike = bool(up) and rank[up[-1]] == rank[card]
                assert on_in(sitting, number, f"option put … at … as up_{at}") == ({place - 1} if alike else set())
                same += alike
        number = sitting.dice.below(len(options))
        sitting.take(number, options[number])
    assert same > 10


def test_a_rank_that_is_named_is_seen_with_the_cards_known() -> None:
    """How many cards of it the seat has, and knows in the hand of the player whom it would ask."""
    sitting = Sitting(program_of("go_fish"), 6)
    program, known = sitting.program, 0
    rank = [program.faces[face].rank for face in program.deck]
    for _ in range(60):
        options = sitting.ask()
        sitting.machine.call("options", 0)
        mine = [rank[card] for card in cards_in(sitting, "hand", sitting.seat)]
        seen = sitting.engine.view(sitting.state, sitting.seat)
        for number, (_, player, named) in enumerate(options):
            assert on_in(sitting, number, "option ask … for … r held") == {mine.count(named)}
            theirs = next(
                zone.cards for zone in seen.zones
                if program.zones[zone.where.zone].name == "hand" and zone.where.owner == player
            )  # fmt: skip
            of_them = sum(rank[card] == named for card in theirs if card >= 0)
            assert on_in(sitting, number, "option ask … for … r of q") == {of_them}
            known += of_them
        number = sitting.dice.below(len(options))
        sitting.take(number, options[number])
        if sitting.over:
            break
    assert known > 3


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


@pytest.mark.parametrize("name", ["newberry_euchre", "spades", "hearts", "gin_rummy"])
def test_a_choice_is_drawn_towards_what_comes_after_it_and_partly_what_its_player_expects_next(name: str) -> None:
    """A deal is learned from so little that the net stays as it is; the loss tells what was drawn towards what."""
    program = program_of(name)
    machine, learned = machine_of(program)
    sitting = cast("Sitting", SimpleNamespace(machine=machine, learned=learned))
    machine.exported("l_begin_net")(machine.store, 1)
    train, at, size = machine.exported("l_train"), learned.at["RECORDS"], learned.record_size
    loss, kept, dealt = 0.0, b"", 0
    while not floats(sitting, "LOSS", 1)[0]:
        kept = bytes(machine.memory[at : at + size * MOST_RECORDS])
        dealt = sum(1 for place in range(0, len(kept), size) if kept[place + 4 : place + 8] != bytes(4))
        train(machine.store, 1, 7, 1e-30, 6_000)
    scale, players = floats(sitting, "SCALE", 1)[0], program.players
    side_of = {player: at for at, side in enumerate(program.sides) for player in side}
    gained = [floats(sitting, "GAINS", 1, 8 * side_of[player])[0] for player in range(players)]
    met = set[int]()
    for number in reversed(range(dealt)):
        record = kept[number * size : (number + 1) * size]
        player, count = struct.unpack("<ii", record[:8])
        (before,) = struct.unpack("<f", record[8:12])
        value = value_of(sitting, struct.unpack(f"<{count}H", record[RECORD_HEAD : RECORD_HEAD + 2 * count]))
        error = value - max(-5.0, min(5.0, (gained[player] - before) / scale))
        loss += 0.0005 * (error * error - loss)
        gained[player] += FORESEEN * (before + value * scale - gained[player])
        met.add(player)
    assert floats(sitting, "LOSS", 1)[0] == pytest.approx(loss, rel=1e-4)
    assert len(met) > 1


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
