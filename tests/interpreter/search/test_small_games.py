"""What each seat has seen of small games, and what is thought of their questions with a small budget."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hoyle.interpreter.engine import Dice, Engine, State
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players.player import options_of
from hoyle.interpreter.program import ACTOR, OVER, PC, RNG, Program, Slots
from hoyle.interpreter.records import AnyRecord, Choice, Shuffled, Where
from hoyle.interpreter.search.following import HistoryFeeder
from hoyle.interpreter.search.history import History
from hoyle.interpreter.search.reach import TRY_AGAIN, CardsInReach
from hoyle.interpreter.search.seen import SeenDeal
from hoyle.interpreter.search.sides import dealer_variable, watch, watch_of
from hoyle.interpreter.search.solve import Solver, TooLarge
from hoyle.interpreter.search.thinker import Budget, Thinker, Thought
from hoyle.interpreter.story.view import view

from ...brute import BruteForce, TreeTooLarge
from ...golden import same_as_file
from ...small_constructs import CONSTRUCTS, construct_game
from ...small_memory import MEMORY
from ...small_piles import PILES
from ...small_rules import game_of, small_rules
from ...small_tricks import program_of as tricks_of
from ...small_tricks import small_tricks
from ...winning import win_chances

GOLDEN = Path(__file__).with_name("golden")
ASKING = ("choices", "tricks", "flow", "wide", "alike")
HIDDEN = small_rules(
    players="3",
    act="show c to p.left\n                add 2 to p.points",
    answers='            "hide {d}" for d in p.hand\n                move d to bottom of stock\n            "draw"\n'
    "                deal 1 from stock to p.hand\n                move a random card of p.left.hand to pile\n"
    '            "pass {cs}" for cs in 2 cards of p.hand\n                move cs to p.left.hand',
).replace("    game over", "    in secret together\n        for q in players\n            q chooses\n"
    '                "throw {e}" for e in q.hand\n                    move e to pile\n    shuffle stock\n    game over')  # fmt: skip


def kept(name: str, lines: list[str]) -> None:
    same_as_file(GOLDEN / f"{name}.txt", "".join(f"{line}\n" for line in lines))


def program_of(name: str) -> Program:
    """A small game."""
    texts = {"hidden": HIDDEN, "memory": MEMORY, "piles": PILES}
    return lower(game_of(texts[name]) if name in texts else construct_game(name))


def questions(program: Program, seed: int, most: int) -> Iterator[tuple[History, Slots, list[AnyRecord], Slots]]:
    """At each question of a game of random players: its record, the state, what happened last, and the state before."""
    engine, history, dice, records = Engine(program), History(program), Dice(seed), list[AnyRecord]()

    def hear(record: AnyRecord, slots: Slots) -> None:
        records.append(record)
        history.hear(record, slots)

    state = engine.start(seed=seed, listener=hear)
    before = history.base
    for _ in range(most):
        yield history, state.values, records.copy(), before
        pc = state.values[PC]
        assert isinstance(pc, int)
        if pc <= OVER:
            break
        records.clear()
        history.asked(state.values)
        options = options_of(engine, state)
        option = options[dice.below(len(options))]
        before = state.values
        state = engine.apply(state, Choice(option[0], option[1:]), listener=hear)


def lines_of(seen: SeenDeal) -> Iterator[str]:
    """What a seat has seen, as lines."""
    hidden = [slot for slot in seen.base if slot != 0]
    yield f"seat {seen.seat}: question {seen.ask}, {seen.epochs} epochs, {seen.hash:x}, {len(hidden)}, {seen.only_view}"
    for step in seen.steps:
        yield f"    {step.ask} by {step.player}: {step.alternative} {step.values} {step.hidden} {step.hash:x}"
    yield "    drawn " + " ".join(
        f"{one.kind}/{one.value}/{one.owner}/{one.epoch}/{one.step}/{one.zone}" for one in seen.draws
    )
    if seen.absent or seen.sightings:
        sightings = " ".join(f"{one.card}/{one.zone}/{one.step}" for one in seen.sightings)
        yield f"    absent {seen.absent}, sighted {sightings}"


@pytest.mark.parametrize("name", ["hidden", *ASKING])
def test_what_each_seat_has_seen(name: str) -> None:
    program, found = program_of(name), list[str]()
    feeder = HistoryFeeder(program)
    for number, (history, values, records, before) in enumerate(questions(program, 5, 6)):
        if number == 0:
            feeder.begin(records)
        else:
            feeder.made(before, records)
        for seat in range(program.players) if number in (2, 5) else ():
            seen = history.seen_by(seat, values)
            assert feeder.history.seen_by(seat, values) == replace(seen, base=feeder.history.base)
            assert feeder.copy().history.seen_by(seat, values) == feeder.history.seen_by(seat, values)
            assert seen.hash == history.hash(values, seat)
            found += [*lines_of(seen), f"    {len(history.heard_by(seat, values))} records heard"]
    kept(f"{name}_seen", found)


@pytest.mark.parametrize("name", ["memory", "piles", "choices", "alike"])
def test_what_a_seat_remembers_of_a_long_game(name: str) -> None:
    """Cards go everywhere, seen by some, and come back: what a seat knows in the end of all choices since the deal."""
    program, found = program_of(name), list[str]()
    for seed in range(8):
        asked = list(questions(program, seed, 16))
        history, values, _, _ = asked[-1]
        found += [f"game {seed}, {len(asked)} questions", *lines_of(history.seen_by(seed % program.players, values))]
    kept(f"{name}_remembered", found)


@pytest.mark.parametrize("name", ["hidden", "tricks", "alike"])
def test_a_record_that_begins_in_the_middle_knows_only_what_is_seen_there(name: str) -> None:
    program, history, start = program_of(name), None, list[object]()
    for _, values, records, before in [*questions(program, 5, 5)]:
        if history is None:
            history = HistoryFeeder(program)
            history.begin_at(values)
            start = values
        else:
            history.made(before, records)
        seen = history.history.seen_by(1, values)
        assert seen.only_view == (seen.base[RNG:] == start[RNG:])
    assert history is not None
    kept(f"{name}_middle", [*lines_of(history.history.seen_by(1, values))])


def test_two_positions_that_look_alike_to_a_seat_have_one_number() -> None:
    program = program_of("hidden")
    engine, history = Engine(program), History(program)
    found: dict[int, set[object]] = {}
    for seed in range(12):
        state = engine.start(seed=seed)
        for seat in range(3):
            seen = view(program, state.values, seat)
            key = tuple((zone.where, zone.cards) for zone in seen.zones), seen.variables
            found.setdefault(history.hash(state.values, seat), set()).add(key)
    assert {len(views) for views in found.values()} == {1}
    assert len(found) == 36


# -------------------------------------------------------------------------------------------------------------- thinking


def shown(thought: Thought) -> str:
    values = ", ".join(f"{one.option}: {one.value:.4f} ±{one.error:.4f} /{one.playouts}" for one in thought.values[:6])
    return f"best {thought.best}, {thought.worlds} worlds, {thought.replays} replays; {values}"


def thoughts(program: Program, budget: Budget, most: int) -> Iterator[str]:
    """What is thought of the first questions of a game."""
    thinker, engine = Thinker(program), Engine(program)
    for history, values, _, _ in questions(program, 3, most):
        pc = values[PC]
        assert isinstance(pc, int)
        if pc <= OVER:
            break
        options = list(engine.compiled.options(values, ~pc))
        if len(options) < 2:
            continue
        seen = history.seen_by(player_of(values), values)
        found = thinker.think(seen, len(options), budget, seed=4)
        again = thinker.think(seen, len(options), budget, seed=4)
        assert found == again
        yield f"{player_of(values)}: {shown(found)}"
        yield f"    glance {shown(thinker.glance([values, values], len(options), 12, seed=2))}"
        yield f"    exactly {shown(thinker.think_in([values], len(options), Budget(playouts=0, nodes=4_000), seed=2))}"


def player_of(values: Slots) -> int:
    """Who is asked."""
    player = values[ACTOR]
    assert isinstance(player, int)
    return player


@pytest.mark.parametrize("name", ["small tricks", "hidden", "flow"])
@pytest.mark.usefixtures("short_lesson")
def test_what_is_thought_of_the_questions_of_a_game(name: str) -> None:
    program = tricks_of(small_tricks(until=2)) if name == "small tricks" else program_of(name)
    budget = Budget(worlds=3, playouts=30, nodes=300)
    lines = [*thoughts(program, budget, 6)]
    kept(f"{name.replace(' ', '_')}_thoughts", lines)
    chances = win_chances(Thinker(program), (1, *(0,) * (len(program.sides) - 1)))
    assert sum(chances) == pytest.approx(1)


@pytest.mark.parametrize("name", ["small tricks", "choices", "flow", "alike"])
def test_open_hands_are_solved_as_exhaustive_play_does(name: str) -> None:
    program = tricks_of(small_tricks(until=1)) if name == "small tricks" else program_of(name)
    solver, brute, lines = Solver(program), BruteForce(program), list[str]()
    done = 0
    for _, values, _, _ in [*questions(program, 8, 30)][::-1]:
        pc = values[PC]
        assert isinstance(pc, int)
        if pc <= OVER or done >= 2:
            continue
        try:
            expected = brute.values(values, 60)
        except TreeTooLarge as error:
            lines.append(str(error))
            continue
        found = solver.solve(State(values), nodes=5_000)
        assert [one.value for one in found.values] == expected
        lines.append(f"{found.player}: {expected} best {found.best} {found.line}")
        done += 1
    kept(f"{name.replace(' ', '_')}_solved", lines[:12])
    if name == "small tricks":
        with pytest.raises(TooLarge):
            Solver(program, off=frozenset({"kernel"})).solve(Engine(program).start(seed=1), nodes=3)


def test_as_many_positions_are_gone_through_as_are_allowed() -> None:
    """Every option of the last questions of a game, and all that can follow: with one position less it is too much."""
    program = tricks_of(small_tricks(until=1))
    engine, brute, sizes = Engine(program), BruteForce(program), list[int]()

    def following(values: Slots) -> int:
        pc = values[PC]
        assert isinstance(pc, int)
        count = 0
        for option in engine.compiled.options(values, ~pc) if pc > OVER else ():
            after, deals = values.copy(), list[AnyRecord]()
            engine.take(after, ~pc, option, listener=lambda record, _, deals=deals: deals.append(record))
            count += 1 + (0 if any(isinstance(one, Shuffled) for one in deals) else following(after))
        return count

    for _, values, _, _ in [*questions(program, 8, 30)][-4:-1]:
        size = following(values)
        assert len(brute.values(values, size)) == len(list(engine.compiled.options(values, ~values[PC])))  # type: ignore[operator]
        with pytest.raises(TreeTooLarge, match="too much to go through"):
            brute.values(values, size - 1)
        sizes.append(size)
    assert max(sizes) > 1


# ------------------------------------------------------------------------------------------------------------ small parts


def test_how_many_cards_are_tried() -> None:
    reach = CardsInReach()
    assert reach.tries(9)
    reach.tried(9, solved=False)
    assert [reach.tries(cards) for cards in (8, 9, 10)] == [True, False, False]
    assert [reach.tries(9) for _ in range(2 * TRY_AGAIN)].index(True) == TRY_AGAIN - 3
    reach.tried(7, solved=False)
    assert (reach.tries(7), reach.tries(6)) == (False, True)
    reach.tried(9, solved=False)
    assert reach.cards == 7
    reach.tried(6, solved=True)
    assert reach.cards == 7
    reach.tried(7, solved=True)
    assert reach.cards == 8
    reach.tried(12, solved=True)
    assert reach.cards == 13


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_who_plays_together_and_for_what(name: str) -> None:
    program = program_of(name)
    sides, scores = program.sides, program.scores
    assert sorted(player for side in sides for player in side) == [*range(program.players)]
    assert len(scores) == len(sides)
    names = {info.name: info for info in program.variables}
    assert scores[0] == names["points"].base
    assert program.highest_wins == (name not in ("flow", "wide"))
    dealer = dealer_variable(program)
    kinds = {"values": "who", "cards": "dealer", "tricks": "dealer", "flow": "dealer", "alike": "lead"}
    assert (program.variables[dealer].name if dealer >= 0 else None) == kinds.get(name)
    assert (watch(program).scores, watch(program).dealer, watch(program).sides) == (scores, -1, sides)
    assert watch_of(program).dealer == (program.variables[dealer].base if dealer >= 0 else -1)
    assert Where(0, -1) in History(program).numbers
