"""A module adds up the same sums as the Python engine, even for numbers that fit no counter."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from hoyle.interpreter.batch.course import MeasureCalculator
from hoyle.interpreter.batch.modules import (
    ADDED,
    Entry,
    Games,
    ModulePairedGames,
    ModuleSimulation,
    code_of,
    outcomes,
    read,
    read_fired,
    run,
)
from hoyle.interpreter.batch.pairing import PairedGames
from hoyle.interpreter.batch.playout import DealResult, Outcome, Playout
from hoyle.interpreter.batch.pool import finish
from hoyle.interpreter.batch.sums import EARLY
from hoyle.interpreter.batch.work import BatchPart, Runner, SharedWork, Simulation
from hoyle.interpreter.players import makers
from hoyle.interpreter.wasm.tallies import DEAL, OUTCOME, parts_of_others

from .stopping import STOPS

# Scores, gains, deals and choices beyond the range of every row of counters, and answers beyond the counters for
# values.
FAR = """
game "Far"
language 1
players 2
deck 2 3
zones
    stock: face down
remember
    dealer: player
    score of each player: number
    offered: number
    rounds: number
main
    set dealer to a random player
    dealer chooses
        "bid {b} for {s}" for b in -2600..2600, s in suits
            set dealer.score to b
    repeat until rounds = 1030
        gather every card into stock
        add 1 to rounds
        set dealer to dealer.left
        for p in players
            for q in players
                p chooses
                    "on"
                        add 1 to q.score
                    "back"
                        add -1 to q.score
    game over, won by the player with highest score
"""

# Whoever has lost three points is out: no cards, no points.  The dealer goes on, even to one who is out.
OUT = """
game "Out"
language 1
players 4
deck 2 3 4 5 6 7 8 9
zones
    stock: face down
    hand of each player: private
remember
    dealer: player
    score of each player: number
define is_in(p: player) means p.score > -3
main
    set dealer to a random player
    repeat until (number of p in players where is_in(p)) < 2
        gather every card into stock
        shuffle stock
        for p in players where is_in(p): deal 1 from stock to p.hand
        for p in players where is_in(p)
            p chooses
                "on"
                    nothing
                "pay"
                    add -1 to p.score
        set dealer to dealer.left
    game over, won by the player with highest score
"""


def test_dealing_is_compared_with_those_who_are_in_the_deal(program) -> None:
    """Nobody who is out has a share in the mean of the others: it is -1/2, as each pays half of the time."""
    rules, players = program(OUT), ("random",) * 4
    python = Simulation(rules, players, 3).runner().run(0, 300)
    assert ModuleSimulation(rules, players, 3).runner().run(0, 300) == python
    gain = python.sums.dealer_gain
    assert gain.sums[1] / parts_of_others(4) / gain.sums[2] == pytest.approx(-0.5, abs=0.03)
    dealt = [deal for index in range(20) for deal in Playout(rules, makers(players), 3).play(index).deals]
    assert all(not (deal.out >> side & 1 and gain) for deal in dealt for side, gain in enumerate(deal.gains))
    assert {deal.out.bit_count() for deal in dealt} == {0, 1, 2}
    pairs = (rules, rules, players, 3)
    compared = PairedGames(*pairs).runner().run(0, 40)
    assert ModulePairedGames(*pairs).runner().run(0, 40) == compared
    calculator = MeasureCalculator(rules)
    found = Outcome((0,), False, False, (0, 0, 0, 0), 9, 0, (DealResult(0, (-1, -1, 0, 0), 2, 0b1100),), [])
    assert calculator.of(found)["dealer"] == (0, 6)


@pytest.mark.parametrize(("first", "count"), [(0, 5), (EARLY - 2, 5), (EARLY, 3)])
def test_a_module_and_the_engine_add_up_the_same(program, first, count) -> None:
    rules = program()
    python = Simulation(rules, ("random",) * 4, 11).runner().run(first, count).sums
    runner = ModuleSimulation(rules, ("random",) * 4, 11).runner()
    for _ in range(2):  # nothing remains of the chunk before
        assert runner.run(first, count).sums == python


def test_what_fired_is_read_alone_as_with_everything_else(program) -> None:
    for text, players in ((FAR, 2), (None, 4)):
        games = Games(code_of(program(text) if text else program()), 5, ADDED)
        log: list[Entry] = []
        games.play(0, 3, log)
        every, fired = read(games.machine, log), read_fired(games.machine, log)
        assert (fired.counts, fired.chosen) == (every.counts, every.chosen)
        assert any(fired.counts)
        assert fired.games == 0
        assert len(every.from_dealer) == players


def test_values_beyond_the_counters_are_added_up(program) -> None:
    rules = program(FAR)
    python = Simulation(rules, ("random",) * 2, 5).runner().run(0, 2).sums
    inside = ModuleSimulation(rules, ("random",) * 2, 5).runner().run(0, 2).sums
    assert inside == python
    assert max(abs(score) for final in python.final for score in final) > 1_024
    assert max(python.deal_count) > 1_024
    assert max(python.lengths) > 4_095


def test_a_game_that_stops_keeps_the_sums_of_the_games_before_it(program) -> None:
    rules = program(STOPS)
    python = Simulation(rules, ("random",) * 2, 3).runner().run(0, 20)
    runner = ModuleSimulation(rules, ("random",) * 2, 3).runner()
    inside = runner.run(0, 20)
    assert python.failure is not None
    assert python.failure.index > 0
    assert (inside.sums, inside.failure, inside.count) == (python.sums, python.failure, python.count)
    # The runner can play further chunks, even one that starts with the game that stops.
    at = python.failure.index
    again, plain = runner.run(at, 4), Simulation(rules, ("random",) * 2, 3).runner().run(at, 4)
    assert (again.sums, again.failure, again.count) == (plain.sums, plain.failure, 0)


def test_pairs_of_games_give_the_same_sums(program) -> None:
    one, other, players = program(first_to=2), program(first_to=5), ("random",) * 4
    python = PairedGames(one, other, players, 3).runner().run(2, 9)
    assert ModulePairedGames(one, other, players, 3).runner().run(2, 9) == python
    assert python.sums.otherwise > 0


def test_pairs_end_before_the_first_game_that_stops_under_either_rules(program) -> None:
    stops, goes_on = program(STOPS), program(STOPS.replace("0..7", "0..9"))
    for a, b in ((stops, goes_on), (goes_on, stops), (stops, stops)):
        python = PairedGames(a, b, ("random",) * 2, 11).runner().run(0, 20)
        inside = ModulePairedGames(a, b, ("random",) * 2, 11).runner().run(0, 20)
        assert python.failure is not None
        assert python.count > 0
        assert inside == python


def test_the_log_names_the_winners_of_each_game() -> None:
    log = [
        (DEAL, (1, 20, 0, 0, 2)),
        (DEAL, (2, 21, 2, 1, 0)),
        (OUTCOME, (7, 0b10, 0, 0, 41, 1, 1, 2)),
        (OUTCOME, (8, 0b11, 1, 1, 0, -1, 0, 0)),
    ]
    one, other = outcomes(log)
    assert (one.winners, one.tie, one.cut, one.scores, one.decisions, one.dealer) == ((1,), False, False, (1, 2), 41, 1)
    assert one.deals == (DealResult(1, (0, 2), 20), DealResult(2, (1, 0), 21, 2))
    assert (other.winners, other.tie, other.cut, other.deals, other.dealer) == ((0, 1), True, True, (), -1)


def test_compiled_rules_are_cached_per_program(program) -> None:
    rules = program()
    assert code_of(rules) is code_of(rules)
    assert code_of(program(worth=3)) is not code_of(rules)


class _Threads(SharedWork[list[str]]):
    """Records the thread that played each chunk, and the number of runners."""

    made = 0

    def runner(self) -> Runner[list[str]]:
        return next(self.runners())

    def runners(self) -> Iterator[Runner[list[str]]]:
        while True:
            self.made += 1
            yield _Thread()

    def plain(self) -> SharedWork[list[str]]:
        return self

    def nothing(self) -> list[str]:
        return []

    def merge(self, into: list[str], more: list[str]) -> None:
        into += more


class _Thread(Runner[list[str]]):
    def run(self, first: int, count: int) -> BatchPart[list[str]]:
        return BatchPart([threading.current_thread().name] * count, count)


def test_one_worker_plays_in_this_thread_and_more_in_threads_with_own_runners() -> None:
    here = threading.current_thread().name
    work = _Threads()
    assert finish(run(work, 9, workers=1, chunk=2)).sums == [here] * 9
    assert work.made == 1
    for workers, games in ((2, 9), (3, 2)):
        work = _Threads()
        found = finish(run(work, games, workers=workers, chunk=2)).sums
        assert len(found) == games
        assert here not in found
        assert work.made == len(set(found)) <= min(workers, games)


def test_a_batch_for_modules_has_an_equal_batch_for_python(program) -> None:
    rules, players = program(), ("random",) * 4
    assert ModuleSimulation(rules, players, 5).plain() == Simulation(rules, players, 5)
    other = program(worth=2)
    plain = ModulePairedGames(rules, other, players, 5).plain()
    assert (type(plain), plain.a, plain.b, plain.seed) == (PairedGames, rules, other, 5)


def test_chunks_far_behind_the_early_games_are_their_own_games(program) -> None:
    """Sums of any chunk are those of the Python engine; what fired early is counted of early games only."""
    work = ModuleSimulation(program(), ("random",) * 4, 5)
    runner, plainly = next(work.runners()), work.plain().runner()
    for first, count in ((EARLY + 40, 7), (EARLY - 3, 6), (EARLY, 4), (3 * EARLY, 1), (EARLY - 1, 1), (0, 3)):
        ours, theirs = runner.run(first, count), plainly.run(first, count)
        assert (ours.count, ours.sums.digest()) == (count, theirs.sums.digest())
        assert ours.sums.early == theirs.sums.early
