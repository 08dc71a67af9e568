"""Positions of rulesets solved by the kernel, compared with the general search and with exhaustive play."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.engine import Dice, Engine, State
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players.player import options_of
from hoyle.interpreter.program import OVER, PC, Program
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search.exact import ValueBounds
from hoyle.interpreter.search.solve import Solution, Solver
from hoyle.interpreter.search.tricks.assumptions import Assumptions
from hoyle.interpreter.search.tricks.course import TrickCourse
from hoyle.interpreter.search.tricks.running import TrickRun
from hoyle.interpreter.search.tricks.slots import NeedsRead, SomeSlots
from hoyle.interpreter.wasm.search.tricks import REFINEMENTS

from ....brute import BruteForce, TreeTooLarge

GENERAL = frozenset({"kernel"})
READ = {
    "whist": {}, "skat": {}, "skat ramsch": {"all_pass": "ramsch"}, "spades": {}, "sueca": {}, "tressette": {},
    "newberry_euchre": {}, "bid_euchre": {}, "five_hundred": {}, "pinochle": {}, "german_whist": {}, "briscola": {},
    "contract_bridge": {}, "texas_euchre": {}, "oh_hell": {}, "hearts": {}, "belote": {},
    "rook": {}, "sheepshead": {}, "six_hand_euchre": {}, "call_ace_euchre": {},
    "twenty_eight": {},
}  # fmt: skip


def program_of(name: str) -> Program:
    game = load(name.split(maxsplit=1)[0]).game
    assert game is not None
    return lower(game, READ.get(name, {}))


def positions(program: Program, tricks: range, seed: int) -> Iterator[State]:
    """Positions of games of random players in which so many tricks are left."""
    engine = Engine(program)
    asks = {i: ask.trick for i, ask in enumerate(program.asks) if ask.trick is not None}
    while True:
        seed += 1
        dice, state = Dice(seed), engine.start(seed=seed)
        for _ in range(250):
            pc = state.values[PC]
            assert isinstance(pc, int)
            if pc <= OVER:
                break
            if ~pc in asks and dice.below(4) == 0:
                zone = program.zones[asks[~pc].hand]
                hands = [state.values[zone.base + i] for i in range(zone.count)]
                if max(hand.bit_count() for hand in hands if isinstance(hand, int)) in tricks:
                    yield state
            options = options_of(engine, state)
            option = options[dice.below(len(options))]
            state = engine.apply(state, Choice(option[0], option[1:]))


def by_kernel(solver: Solver, state: State) -> Solution | None:
    assert solver.tricks is not None
    return solver.tricks.solve(state, 10**7, None, line=True)


def worth_of(found: Solution) -> list[tuple[tuple[int, ...], float]]:
    return [(one.option, one.value) for one in found.values]


@pytest.mark.parametrize("name", READ)
def test_the_values_are_those_of_the_general_search(name: str) -> None:
    program = program_of(name)
    fast, slow, done = Solver(program), Solver(program, off=GENERAL), 0
    for tries, state in enumerate(positions(program, range(3, 5), 40)):
        if tries == 400 or done == 3:
            break
        found = by_kernel(fast, state)
        if found is not None:
            assert worth_of(found) == worth_of(slow.solve(state, line=False))
            done += 1
    assert done >= 3


@pytest.mark.parametrize("name", ["whist", "skat", "spades", "contract_bridge", "belote", "rook", "six_hand_euchre"])
def test_the_values_are_those_of_exhaustive_play(name: str) -> None:
    program = program_of(name)
    fast, brute, done = Solver(program), BruteForce(program), 0
    for state in positions(program, range(3, 4), 70):
        found = by_kernel(fast, state)
        if found is None:
            continue
        try:
            expected = brute.values(state.values, 3_000)
        except TreeTooLarge:
            continue
        assert [one.value for one in found.values] == expected
        done += 1
        if done == 2:
            break


@pytest.mark.parametrize(
    "name",
    [
        "whist",
        "skat",
        "spades",
        "bid_euchre",
        "contract_bridge",
        "hearts",
        "pinochle",
        "belote",
        "rook",
        "six_hand_euchre",
    ],
)
def test_each_refinement_can_be_switched_off(name: str) -> None:
    program = program_of(name)
    everything = Solver(program)
    others = [Solver(program, off=frozenset({off})) for off in REFINEMENTS]
    small = Solver(program, memory=1 << 18)
    done = 0
    for state in positions(program, range(4, 6), 90):
        found = by_kernel(everything, state)
        if found is None:
            continue
        for other in (*others, small):
            one = by_kernel(other, state)
            assert one is not None
            assert worth_of(one) == worth_of(found)
        done += 1
        if done == 1:
            break


@pytest.mark.parametrize("name", ["whist", "skat", "newberry_euchre", "contract_bridge"])
def test_the_best_line_keeps_its_value_to_the_end(name: str) -> None:
    program = program_of(name)
    solver, engine, done = Solver(program), Engine(program), 0
    for start in positions(program, range(4, 6), 10):
        found = by_kernel(solver, start)
        if found is None:
            continue
        state = start
        zone = program.zones[next(ask.trick.hand for ask in program.asks if ask.trick is not None)]
        left = sum(
            hand.bit_count() for hand in state.values[zone.base : zone.base + zone.count] if isinstance(hand, int)
        )
        assert len(found.line) <= left
        for player, option in found.line:
            question = engine.question(state)
            assert question is not None
            assert question.player == player
            now = by_kernel(solver, state)
            if now is not None and player == found.player:
                assert now.value == found.value
                assert dict(worth_of(now))[option] == found.value
            state = engine.apply(state, Choice(option[0], option[1:]))
        done += 1
        if done == 3:
            break


@pytest.mark.parametrize("name", ["klaverjassen"])
def test_what_depends_on_who_played_which_card_is_left_to_the_general_search(name: str) -> None:
    program = program_of(name)
    solver = Solver(program)
    state = next(positions(program, range(3, 9), 3))
    assert by_kernel(solver, state) is None


@pytest.mark.parametrize("name", ["whist", "hearts"])
def test_bounds_hold_while_a_position_is_solved(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoyle.interpreter.search.tricks.solver.AT_ONCE", 5)
    program = program_of(name)
    solver, reports = Solver(program), list[tuple[ValueBounds, ...]]()
    for state, _ in zip(positions(program, range(6, 7), 20), range(3), strict=False):
        reports.clear()
        found = solver.solve(state, line=False, progress=reports.append)
        for report in reports:
            for bounds, one in zip(report, found.values, strict=True):
                assert bounds.low is not None
                assert bounds.high is not None
                assert bounds.option == one.option
                assert bounds.low <= one.value <= bounds.high
        assert any(bounds.low != bounds.high for report in reports for bounds in report)


def test_what_few_positions_find_is_not_analysed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted work decides, not time: the general search gets its first positions before the rules are analysed."""
    program = program_of("belote")
    state = next(positions(program, range(3, 4), 3))
    solver = Solver(program)
    found = solver.solve(state, line=False)
    assert solver.tricks is not None
    assert not solver.by_kernel
    assert not solver.tricks.knows(state)
    monkeypatch.setattr("hoyle.interpreter.search.solve.CHEAP", 0)
    assert worth_of(solver.solve(state, line=False)) == worth_of(found)
    assert solver.by_kernel
    assert solver.tricks.knows(state)


@pytest.mark.parametrize("use", [bool, len, int, hash, lambda one: one + 1, lambda one: one == 1, lambda one: [0][one]])
def test_a_value_that_was_thought_not_to_matter_is_noticed_when_it_is_used(use: Callable[[Any], object]) -> None:
    slots = SomeSlots([7, 8], {1})
    assert slots[1] == 8
    with pytest.raises(NeedsRead):
        use(slots.branch()[0])


def test_a_whole_deal_of_whist_is_solved() -> None:
    program = program_of("whist")
    found = Solver(program).solve(Engine(program).start(seed=4))
    assert len(found.line) == 52
    assert -7 <= found.value <= 7


FIVE_TRICKS = """\
game "Five Tricks"
language 1
players 4, partners opposite
deck 9 10 J Q K A
values strength of each card
    9 10 J: 3
    Q K A: 1..3
zones
    stock: face down
    trick: face up
    hand of each player: private
    won of each team: face down
remember
    dealer: player
    tricks of each team: 0..5
    trump: suit
    noted: 0..9
ranking
    trump: A K Q J 10 9
    any other suit: A K Q J 10 9
    equal cards: first played wins
main
    set dealer to a random player
    shuffle every card into stock
    deal 5 from stock to hand of each player from dealer.left
    set trump to a random suit
    let leader be dealer.left
    repeat 5 times
        play trick from hand to trick, led by leader, CLAUSES
        move trick to leader.team.won
        add 1 to leader.team.tricks
    game over, won by the team with highest tricks
"""
TRICKS = {
    "plain": "following suit, taken by leader",
    "an exception to following suit": "following suit or c where c.rank = J, taken by leader",
    "trumps that change at a card": "following suit, taken by leader\n            after each card c by p\n"
    "                if c.rank = Q: set trump to c.suit",
    "something noted before a card": "following suit, taken by leader\n            before each card by p\n"
    "                if noted < 9: add 1 to noted",
    "a choice after a card": "following suit, taken by leader\n            after each card c by p\n"
    '                p chooses\n                    "keep"\n                    "turn"\n'
    "                        set trump to c.suit",
    "a trick of the highest value": "following suit, taken by leader with the highest c by strength(c)",
    "a trick of the lowest value": "any card, taken by leader with the lowest c by c.strength",
    "a trick that belongs to somebody": "following suit, taken by leader who is dealer.partner",
}


@pytest.mark.parametrize("kind", TRICKS)
def test_what_an_author_does_within_a_trick_is_refused_or_solved_as_it_is(kind: str) -> None:
    """The kernel knows tricks that the ranking decides.  It must not take others for such."""
    clauses = TRICKS[kind].replace("strength(c)", "c.strength")
    game = load(Source("five_tricks.hoyle", FIVE_TRICKS.replace("CLAUSES", clauses))).game
    assert game is not None
    program = lower(game, {})
    fast, slow, done = Solver(program), Solver(program, off=GENERAL), 0
    for tries, state in enumerate(positions(program, range(2, 5), 7)):
        if tries == 40 or done == 8:
            break
        found = by_kernel(fast, state) if fast.tricks is not None else None
        if found is not None:
            assert worth_of(found) == worth_of(slow.solve(state, line=False))
            done += 1
    assert done >= (3 if kind == "plain" else 0)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("whist", ""),
        ("belote", ""),
        ("contract_bridge", ""),
        ("jass", "which cards may be played depends on the other cards of the hand"),
        ("doppelkopf", "what follows a trick depends on which cards are in it"),
        ("pitch", "which cards may be played depends on the other cards of the hand"),
        ("klaverjassen", "what follows a trick depends on which cards are in it|the rules look at"),
    ],
)
def test_why_the_kernel_does_not_take_a_position_is_said(name: str, said: str) -> None:
    program = program_of(name)
    tricks = Solver(program).tricks
    assert tricks is not None
    found = tricks.refusal(next(positions(program, range(3, 9), 5)))
    assert (re.match(said, found) is not None) if said else not found


@pytest.mark.parametrize("name", ["belote", "schnapsen"])
def test_the_general_search_answers_the_same_with_any_memory(name: str) -> None:
    program = program_of(name)
    large, small = Solver(program, off=GENERAL), Solver(program, off=GENERAL, memory=1)
    for state in islice(positions(program, range(3, 5), 21), 3):
        assert worth_of(large.solve(state, line=False)) == worth_of(small.solve(state, line=False))


def test_a_card_in_the_wrong_hand_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who holds the king and queen of trumps at Belote is worth twenty points: planted wrongly, values differ."""
    monkeypatch.setattr(Assumptions, "holder", lambda self, card: min(self.holders.values()) if self else card)
    program = program_of("belote")
    fast, slow, wrong = Solver(program), Solver(program, off=GENERAL), 0
    for state in islice(positions(program, range(4, 6), 40), 12):
        found = by_kernel(fast, state)
        wrong += found is None or worth_of(found) != worth_of(slow.solve(state, line=False))
        if wrong:
            break
    assert wrong


def test_what_the_rules_do_after_a_card_would_be_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever plays the highest card of the suit called helps the maker: if nothing is done then, values differ."""
    monkeypatch.setattr(TrickRun, "_play_followed", lambda self, made: (self, made))
    program = program_of("call_ace_euchre")
    fast, slow = Solver(program), Solver(program, off=GENERAL)
    found = ((by_kernel(fast, state), state) for state in islice(positions(program, range(3, 4), 40), 30))
    assert any(one and worth_of(one) != worth_of(slow.solve(state, line=False)) for one, state in found)


LOOKING = """\
define alone(p: player) means size of p.hand < 3 or any d in p.hand has d.rank = A
"""


def test_a_duty_that_looks_at_the_hand_in_a_definition_is_left_to_the_general_search() -> None:
    clauses = "played by p\n            following suit\n            if able c where p.alone or c.rank = A\n            taken by leader"
    text = FIVE_TRICKS.replace(", CLAUSES", f", {clauses}").replace("main\n", LOOKING + "main\n")
    game = load(Source("five_tricks.hoyle", text)).game
    assert game is not None
    program = lower(game, {})
    tricks = Solver(program).tricks
    assert tricks is not None
    found = tricks.refusal(next(positions(program, range(4, 5), 7)))
    assert found == "which cards may be played depends on the other cards of the hand"


def test_worlds_in_which_other_hands_hold_a_card_that_matters_are_not_for_the_kernel() -> None:
    program = program_of("belote")
    tricks = Solver(program).tricks
    assert tricks is not None
    assert tricks.reader.courses is not None
    tricks.reader.courses.most_followed = 0
    assert any(tricks.refusal(state) for state in islice(positions(program, range(7, 9), 5), 5))


@pytest.mark.parametrize("name", ["spades", "pinochle", "newberry_euchre", "tressette"])
def test_the_rules_are_run_once_for_a_trick_and_both_sides(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found for the leader holds for all others, and turned round for the other side."""
    program, runs = program_of(name), list[int]()
    fresh = TrickCourse._fresh

    def counted(self: TrickCourse, known: Any, question: Any, values: Any, here: Any) -> Any:
        runs.append(here.tricks)
        return fresh(self, known, question, values, here)

    monkeypatch.setattr(TrickCourse, "_fresh", counted)
    reader, engine, dice, kept = Solver(program).tricks, Engine(program), Dice(3), 0
    assert reader is not None
    state = next(positions(program, range(4, 6), 11))
    for _ in range(7):
        found, before = by_kernel(Solver(program), state), len(runs)
        again = reader.solve(state, 10**7, None, line=False)
        if found is not None and again is not None:
            assert worth_of(found) == worth_of(again)
            kept += len(runs) == before
        options = options_of(engine, state)
        option = options[dice.below(len(options))]
        state = engine.apply(state, Choice(option[0], option[1:]))
        if not isinstance(state.values[PC], int) or state.values[PC] <= OVER:
            break
    assert kept >= 3
