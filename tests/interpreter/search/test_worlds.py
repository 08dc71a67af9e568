"""Worlds: every sampled world agrees with what the seat has seen, and all worlds are equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from sampled_world import world_of

from hoyle.dsl.loading import load, rulesets
from hoyle.dsl.source.span import Source
from hoyle.dsl.types import Type
from hoyle.interpreter.engine import Dice, Engine, State
from hoyle.interpreter.engine.sets import bits
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players.player import options_of
from hoyle.interpreter.program import ACTOR, OVER, PC, Program
from hoyle.interpreter.records import Choice, Where
from hoyle.interpreter.search import thinker as thinking
from hoyle.interpreter.search.history import History
from hoyle.interpreter.search.seen import SeenDeal
from hoyle.interpreter.search.thinker import Budget, Thinker
from hoyle.interpreter.wasm.search.structs import LIKELY

# Each player has three of nine cards.  Players must follow suit, may exchange one card with the stock, and lay one away
# face down.
TINY = """
game "Tiny"
language 1
players 2

deck 10 J Q K of hearts spades
zones
    stock: face down
    away: face down
    trick: face up
    hand of each player: private
    won of each player: face down
remember
    dealer: player
    points of each player: number
ranking
    any suit: K Q J 10
main
    set dealer to a random player
    repeat until highest points >= 3
        deal_hands
        lay_away
        play_hands
        set dealer to dealer.left
    game over, won by the player with highest points
phase deal_hands
    gather every card into stock
    shuffle stock
    deal 3 from stock to hand of each player from dealer.left
phase lay_away
    for p in players from dealer.left
        p chooses
            "lay away {c}" for c in p.hand
                move c to away
            "keep all"
phase play_hands
    let leader be dealer.left
    repeat 2 times
        play trick from hand to trick, led by leader, following suit, taken by winner
        move trick to winner.won
        add 1 to winner.points
        set leader to winner
"""


class FixedDraws:
    """Chance with fixed draws."""

    def __init__(self, program: Program, draws: list[int]) -> None:
        self.deck = program.deck
        self.draws = iter(draws)

    def card(self, pile: Where, target: Where | None, bag: tuple[int, ...]) -> int:
        face = self.deck[next(self.draws)]
        return next(card for card in bag if self.deck[card] == face)

    def player(self, purpose: str, candidates: tuple[int, ...]) -> int:
        return next(self.draws)

    def random_card(self, purpose: str, candidates: tuple[int, ...]) -> int:
        return next(self.draws)

    def random_value(self, purpose: str, kind: Type, candidates: tuple[int, ...]) -> int:
        return next(self.draws)


def program_of(name: str) -> Program:
    game = load(name).game if name else load(Source("tiny.hoyle", TINY)).game
    assert game is not None
    return lower(game, {})


def questions(program: Program, seed: int, most: int) -> Iterator[tuple[History, State, int]]:
    """Yield the questions of random players with a real choice: the history, the state and the number of options."""
    engine, history, dice = Engine(program), History(program), Dice(seed)
    state = engine.start(seed=seed, listener=history.hear)
    asked = 0
    while isinstance(pc := state.values[PC], int) and pc > OVER and asked < most:
        history.asked(state.values)
        options = options_of(engine, state)
        if len(options) > 1:
            asked += 1
            yield history, state, len(options)
        option = options[dice.below(len(options))]
        state = engine.apply(state, Choice(option[0], option[1:]), listener=history.hear)


_engines: list[tuple[Program, Engine]] = []


def engine_of(program: Program) -> Engine:
    """The engine of a program, made once."""
    if not _engines or _engines[0][0] is not program:
        _engines[:] = [(program, Engine(program))]
    return _engines[0][1]


def seat_of(state: State) -> int:
    seat = state.values[ACTOR]
    assert isinstance(seat, int)
    return seat


def followed(program: Program, seen: SeenDeal, draws: list[int], path: list[tuple[int, ...]]) -> tuple[History, State]:
    """The history and the state of a world, replayed by the Python engine from the start of the deal."""
    engine, history, chance = engine_of(program), History(program), FixedDraws(program, draws)
    pc = seen.base[PC]
    assert isinstance(pc, int)
    if pc >= 0:
        state = engine.start(chance=chance, listener=history.hear)
    else:
        history.begin_at(seen.base)
        state = State(seen.base.copy())
    for step, option in zip(seen.steps, path, strict=True):
        history.asked(state.values)
        if step.ask < 0:
            state = engine.declare(state, step.alternative, chance=chance, listener=history.hear)
        else:
            option = next(
                o for o in options_of(engine, state) if faces(program, step.ask, o) == faces(program, step.ask, option)
            )
            state = engine.apply(state, Choice(option[0], option[1:]), chance=chance, listener=history.hear)
    return history, state


def faces(program: Program, ask: int, option: tuple[int, ...]) -> tuple[object, ...]:
    """An option with each card replaced by its face."""
    found: list[object] = [option[0]]
    for bound, value in zip(program.asks[ask].alternatives[option[0]].bound, option[1:], strict=True):
        if bound.type.kind == "card" and value >= 0:
            found.append(program.deck[value])
        elif bound.type.element is not None and bound.type.element.kind == "card":
            found.append(tuple(program.deck[card] for card in bits(value)))
        else:
            found.append(value)
    return tuple(found)


@pytest.mark.usefixtures("short_lesson")
@pytest.mark.parametrize("name", [*rulesets()][1::6])
def test_a_world_agrees_with_everything_the_seat_has_seen(name: str) -> None:
    """The other executor replays the deal with the cards of the world.

    At every step the seat sees the same as in the game.
    """
    program = program_of(name)
    thinker, budget = (
        Thinker(program),
        Budget(worlds=1, chains=1),
    )  # a later attempt that fails would leave its own cards
    tried = found = 0
    for number, (history, state, options) in enumerate(questions(program, 3, 41)):
        if number % 10:
            continue
        tried += 1
        seen = history.seen_by(seat_of(state), state.values)
        assert thinker.prepare(seen, options, budget)
        worlds, _ = thinker.sample(seen, budget, number)
        if not worlds:
            continue
        found += 1
        other, reached = followed(program, seen, *world_of(thinker, seen)[:2])
        again = other.seen_by(seen.seat, reached.values)
        assert again.hash == seen.hash
        if len(program.deck) == len(program.faces):
            assert again.steps == seen.steps
            assert [draw.value for draw in again.draws] == [draw.value for draw in seen.draws]
    # In Old Maid no world is found within the limit, in Rikken seldom (docs/players.md).
    assert found >= min(2, tried) or name in ("old_maid", "rikken"), "a game of a few choices is tried but once"


@pytest.mark.parametrize("name", ["contract_bridge", "ninety_nine"])
def test_worlds_are_found_although_hands_are_laid_open(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dummy and shown bids reveal cards that were drawn unseen before.

    Random draws would never hit exactly these cards.
    """
    monkeypatch.setattr("hoyle.interpreter.search.thinker._LESSONS", 1)
    program = program_of(name)
    thinker, budget = Thinker(program), Budget(worlds=1, chains=1, replays=4_000)
    shown = 0
    for number, (history, state, options) in enumerate(questions(program, 3, 60)):
        seen = history.seen_by(seat_of(state), state.values)
        if number % 4 or not seen.sightings:
            continue
        shown += 1
        assert thinker.prepare(seen, options, budget)
        assert thinker.sample(seen, budget, number)[0] == 1
    assert shown > 4


def test_all_valid_worlds_are_equally_likely() -> None:
    """In a deal that is small enough to list every world."""
    program = program_of("")
    thinker, budget = Thinker(program), Budget(worlds=1_000, chains=10, steps=3)
    for seed in range(2):
        asked = [(h.seen_by(seat_of(s), s.values), n) for h, s, n in questions(program, seed, 5)]
        seen, options = asked[-1]
        counted: Counter[tuple[object, ...]] = Counter()
        for repeat in range(2):
            assert thinker.prepare(seen, options, budget)
            worlds, _ = thinker.sample(seen, budget, repeat)
            assert worlds == budget.worlds
            at, size = thinker.search.at["WORLDS"], thinker.machine.layout.state_size
            for i in range(worlds):
                values = thinker.machine.layout.unpack(thinker.machine.memory[at + i * size : at + (i + 1) * size])
                counted[tuple(values[zone.base + o] for zone in program.zones for o in range(zone.count))] += 1
        every = {zones for zones, _, _ in _all_worlds(program, seen)}
        # Only valid worlds occur, and all of them occur.
        assert set(counted) == every
        # Worlds that differ only in the order of undrawn cards are counted once each.  Apart from that all states are
        # equally likely.
        mean = counted.total() / len(every)
        chi = sum((count - mean) ** 2 / mean for count in counted.values())
        freedom = len(every) - 1
        assert chi < freedom + 5 * (2 * freedom) ** 0.5 + 5


World = tuple[tuple[object, ...], list["tuple[int, ...]"], list[int]]
"""The zones at the end, all choices, and all draws."""


def _all_worlds(program: Program, seen: SeenDeal) -> Iterator[World]:
    """Yield every world, found by trying all deals and all choices.

    Of several worlds with equal zones only one is given.
    """
    from itertools import permutations

    engine = Engine(program)
    hidden = [i for i, draw in enumerate(seen.draws) if draw.value < 0]
    known = [draw.value for draw in seen.draws]
    dealt = {draw.value for draw in seen.draws if draw.kind == 0}
    free = [card for card in range(len(program.deck)) if card not in dealt]
    found: dict[tuple[object, ...], World] = {}
    for cards in permutations(free, len(hidden)):
        for place, card in zip(hidden, cards, strict=True):
            known[place] = card
        for world in _paths(engine, seen, known, []):
            found.setdefault(world[0], world)
    yield from found.values()


def _paths(engine: Engine, seen: SeenDeal, draws: list[int], path: list[tuple[int, ...]]) -> Iterator[World]:
    """Yield every world with these draws and these first choices that agrees with the knowledge of the seat."""
    program = engine.program
    cut = SeenDeal(seen.seat, seen.base, seen.steps[: len(path)], seen.draws, -1, 0, 0)
    history, state = followed(program, cut, draws, path)
    if history.hash(state.values, seen.seat) != (
        seen.hash if len(path) == len(seen.steps) else seen.steps[len(path)].hash
    ):
        return
    if len(path) == len(seen.steps):
        yield (
            tuple(state.values[zone.base + o] for zone in program.zones for o in range(zone.count)),
            path,
            draws.copy(),
        )
        return
    step = seen.steps[len(path)]
    for option in options_of(engine, state):
        same = option[0] == step.alternative and all(
            h >= 0 or a == b for h, a, b in zip(step.hidden, option[1:], step.values, strict=True)
        )
        if same:
            yield from _paths(engine, seen, draws, [*path, option])


def test_worlds_are_weighted_by_the_probability_of_their_choices() -> None:
    """With trust in the cheap model, the frequency of a world is the probability that the model makes its choices."""
    program = program_of("")
    thinker, trust = Thinker(program), 0.9
    budget = Budget(worlds=1_000, chains=4, steps=4, trust=900)
    seen, options = [(h.seen_by(seat_of(s), s.values), n) for h, s, n in questions(program, 0, 4)][-1]
    counted: Counter[tuple[object, ...]] = Counter()
    weights: dict[tuple[object, ...], float] = {}
    for repeat in range(4):
        assert thinker.prepare(seen, options, budget)
        assert thinker.sample(seen, budget, repeat)[0] == budget.worlds
        at, size = thinker.search.at["WORLDS"], thinker.machine.layout.state_size
        for i in range(budget.worlds):
            values = thinker.machine.layout.unpack(thinker.machine.memory[at + i * size : at + (i + 1) * size])
            counted[tuple(values[zone.base + o] for zone in program.zones for o in range(zone.count))] += 1
    for zones, path, draws in _all_worlds(program, seen):
        weights[zones] = _likelihood(thinker, seen, draws, path, trust)
    assert set(counted) <= set(weights)
    assert max(weights.values()) > 3 * min(weights.values()), "a case that shows nothing"
    total = sum(weights.values())
    shares = [(weight / total, counted[zones] / counted.total()) for zones, weight in weights.items()]
    assert sum(abs(a - b) for a, b in shares) / 2 < 0.08
    even = 1 / len(weights)
    assert sum(abs(even - b) for _, b in shares) / 2 > 0.1, "they would differ from worlds that all count alike"


def _likelihood(thinker: Thinker, seen: SeenDeal, draws: list[int], path: list[tuple[int, ...]], trust: float) -> float:
    """The probability of all choices of the other players in a world, according to the model."""
    machine, likely = thinker.machine, 1.0
    for number, step in enumerate(seen.steps):
        if step.player == seen.seat:
            continue
        cut = SeenDeal(seen.seat, seen.base, seen.steps[:number], seen.draws, -1, 0, 0)
        machine.put(followed(thinker.program, cut, draws, path[:number])[1].values)
        count = machine.call("model")
        at = thinker.search.at["LIKELY"]
        shares = [LIKELY.unpack(machine.memory[at + LIKELY.size * i :][: LIKELY.size])[0] for i in range(count)]
        chosen = machine.options().index(path[number])
        likely *= trust * shares[chosen] / sum(shares) + (1 - trust) / count
    return likely


@pytest.mark.usefixtures("short_lesson")
def test_worlds_are_soon_found_late_in_a_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """What shows that a player has none of a suit is repaired with cards that were not seen to be played: with any of
    them, every third question has no world after so few replays.
    """
    monkeypatch.setattr(thinking, "REPLAYS_AT_ONCE", 200)
    monkeypatch.setattr(thinking, "_LESSON", 2_000)
    program = program_of("spades")
    thinker, budget, found = Thinker(program), Budget(worlds=1, chains=1, replays=200), list[int]()
    for seed in (1, 2):
        for history, state, options in questions(program, seed, 40):
            seen = history.seen_by(seat_of(state), state.values)
            if len(seen.steps) >= 24:
                assert thinker.prepare(seen, options, budget)
                found.append(thinker.sample(seen, budget, 1)[0])
    assert len(found) >= 30
    assert found.count(0) < len(found) / 5
