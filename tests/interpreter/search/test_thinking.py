"""The thinking player: a seed gives the same choices, it beats random players, and faults are reported."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from math import floor
from pathlib import Path

import pytest
from test_worlds import TINY, engine_of, program_of, questions, seat_of

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.batch.playout import Playout
from hoyle.interpreter.engine import Dice, Engine, State
from hoyle.interpreter.faults import Fault
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players import UnknownPlayer, decision_of, maker
from hoyle.interpreter.players.learned import known_weights, machine_of, values_of
from hoyle.interpreter.players.player import options_of
from hoyle.interpreter.players.think import net_of
from hoyle.interpreter.program import PC, Program, Slots
from hoyle.interpreter.search import thinker as thinking
from hoyle.interpreter.search.history import History
from hoyle.interpreter.search.modules import code_of
from hoyle.interpreter.search.reach import TRY_AGAIN, CardsInReach
from hoyle.interpreter.search.thinker import Budget, Thinker, Thought, ThoughtRequest, ValuedOption
from hoyle.interpreter.search.world_solver import ENOUGH, PREPARED

FEW = Budget(worlds=4, playouts=40, nodes=2_000)

HOPELESS = """
game "Hopeless"
language 1
players 2
deck 2 3 4 5 6 7 8 9 10 J Q K A
zones
    stock: face down
    away: face down
    hand of each player: private
remember
    points of each player: number
main
    repeat until highest points >= 100000
        gather every card into stock
        shuffle stock
        deal 24 from stock to hand of each player
        for p in players
            p chooses
                "lay {cs}" for cs in 1..9 cards of p.hand
                    move cs to away
                    add size of cs to p.points
    game over, won by the player with highest points
"""


STOPPING = """
game "Stopping"
language 1
players 2
deck 2 3 4 5 6 7
zones
    stock: face down
    hand of each player: private
remember
    points of each player: number
    dealer: player
    laps: number
    stopped: yes or no
main
    set dealer to a random player
    repeat until highest points >= 40
        gather every card into stock
        shuffle stock
        set laps to 0
        set stopped to no
        deal 5 from stock to hand of each player
        for p around the table from dealer
            if stopped or laps = 6: stop
            add 1 to laps
            p chooses
                "show {cs}" for cs in 0 or more cards of p.hand
                    add 1 to points of each player
                "give up"
                    set stopped to yes
                    add 3 to p.left.points
    game over, won by the player with highest points
"""


def test_a_seed_gives_the_same_choices_in_every_instance() -> None:
    program, again = program_of("newberry_euchre"), program_of("newberry_euchre")
    one, other = Thinker(program), Thinker(again)
    for history, state, options in questions(program, 2, 12):
        seen = history.seen_by(seat_of(state), state.values)
        assert one.think(seen, options, FEW, 3) == other.think(seen, options, FEW, 3)


def test_a_fast_thinking_player_beats_random_players() -> None:
    program = program_of("newberry_euchre")
    makers = [maker("think:worlds=4:playouts=60:nodes=0"), maker("random")] * 2
    playout = Playout(program, makers, 1)
    gains = [deal.gains for index in range(4) for deal in playout.play(index).deals]
    assert sum(own - other for own, other in gains) / len(gains) > 0.6


def test_names_of_thinking_players_set_their_budget() -> None:
    for name in ("think", "think:quick", "think:deep", "think:ms=20", "think:worlds=3:playouts=9"):
        maker(name)
    with pytest.raises(UnknownPlayer, match="no knob of `think`"):
        maker("think:fast")
    with pytest.raises(UnknownPlayer, match="whole number"):
        maker("think:worlds=many")


def test_a_fault_in_the_game_that_is_played_is_raised() -> None:
    text = HOPELESS.replace("add size of cs to p.points", "set p.points to 1 / (5 - size of cs)")
    game = load(Source("fault.hoyle", text.replace("1..9", "5 or more").replace("deal 24", "deal 6"))).game
    assert game is not None
    with pytest.raises(Fault, match="division"):
        Playout(lower(game, {}), [maker("think:quick")] * 2, 1).play(0)


def test_an_invariant_that_fails_in_a_made_up_state_is_no_fault() -> None:
    """If no world is found, thinking uses random states with the same view.  They may be impossible in the game."""
    game = load(Source("held.hoyle", TINY + "after play_hands: total points < 20\n")).game
    assert game is not None
    program = lower(game, {})
    thinker = Thinker(program)
    history, state, options = list(questions(program, 3, 4))[-1]
    seen = replace(history.seen_by(seat_of(state), state.values), only_view=True)
    wrong = list(state.values)
    points = next(info.base for info in program.variables if info.name == "points")
    wrong[points] = 50
    found = thinker.think(seen, options, FEW, 1, wrong.copy)
    assert all(one.playouts for one in found.values), "playouts count as what they were worth so far"
    assert thinker.think(seen, options, FEW, 1, lambda: list(state.values)).worlds > 0


def test_a_game_with_very_many_options_is_answered_in_time() -> None:
    """Every choice has ten thousand options."""
    game = load(Source("hopeless.hoyle", HOPELESS)).game
    assert game is not None
    program = lower(game, {})
    thinker = Thinker(program)
    assert len(thinker.machine.memory) < 200 << 20
    history, state, options = next(questions(program, 1, 1))
    assert options == 10_000
    seen = history.seen_by(seat_of(state), state.values)
    thought = thinker.think(seen, options, Budget(worlds=8, playouts=100, milliseconds=200), 1)
    assert thought.values


def test_every_option_gets_the_minimum_number_of_playouts() -> None:
    program = program_of("newberry_euchre")
    thinker = Thinker(program)
    history, state, options = next((h, s, n) for h, s, n in questions(program, 2, 30) if n >= 4)
    seen = history.seen_by(seat_of(state), state.values)
    few = thinker.think(seen, options, replace(FEW, nodes=0), 1)
    more = thinker.think(seen, options, replace(FEW, nodes=0, each=30), 1)
    assert min(one.playouts for one in few.values) < min(one.playouts for one in more.values)
    assert sum(one.playouts for one in more.values) >= 24 * options


def test_playouts_try_a_kind_of_option_that_the_model_avoids() -> None:
    """One of 33 options costs points.  The model itself never folds, but another player may."""
    game = load(Source("stopping.hoyle", STOPPING)).game
    assert game is not None
    program = lower(game, {})
    engine = engine_of(program)
    state = engine.start(seed=1)
    thinker = Thinker(program)
    options = len(options_of(engine, state))
    assert options == 33
    thought = thinker.think_in([state.values], options, Budget(playouts=33 * 40), 1)
    values = {one.option: one.value for one in thought.values}
    assert values[32] == -3
    assert max(values.values()) > 0.5  # if all players went on showing, no one would gain anything


def test_the_clock_is_read_more_often_where_choices_take_long() -> None:
    """A module returns after a fixed amount of work, not after a number of choices: each may have ten thousand options."""
    game = load(Source("hopeless.hoyle", HOPELESS)).game
    assert game is not None
    thinker = Thinker(lower(game, {}))
    history, state, options = next(questions(thinker.program, 1, 1))
    assert thinker.prepare(history.seen_by(seat_of(state), state.values), options, FEW)
    thinker.machine.call("worlds_begin", 1)
    assert thinker.machine.call("worlds", 4, 4, 6, 100)
    arms = thinker.machine.call("search_begin", 100_000, 1)
    assert not thinker.machine.call("search", 1_000)
    at = thinker.search.at["ARMS"]
    tried = sum(thinker.machine.words(at + 40 * i + 16, 1)[0] & 0xFFFFFFFF for i in range(arms))
    assert 0 < tried < 20


def test_thinking_can_be_interrupted_and_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while the player thinks without a limit.

    The module returns again and again, and an interrupted search is discarded.
    """
    program = program_of("newberry_euchre")
    thinker = Thinker(program)
    history, state, options = next(questions(program, 1, 1))
    seen = history.seen_by(seat_of(state), state.values)
    before = thinker.think(seen, options, FEW, 3)
    call, left = thinker.machine.call, [0]

    def interrupted(name: str, *arguments: int) -> int:
        left[0] += name == "search"
        if left[0] == 3:
            left[0] += 1
            raise KeyboardInterrupt
        return call(name, *arguments)

    monkeypatch.setattr(thinking, "CHOICES_AT_ONCE", 2_000)
    monkeypatch.setattr(thinker.machine, "call", interrupted)
    with pytest.raises(KeyboardInterrupt):
        thinker.think(seen, options, Budget(worlds=4, playouts=1_000_000_000), 3)
    monkeypatch.undo()
    assert thinker.think(seen, options, FEW, 3) == before


def test_worlds_of_a_thousand_cards_are_searched_in_small_portions() -> None:
    """If time is short, the clock is read after a few replays.

    One replay with many cards takes a millisecond or more.
    """
    text = (
        HOPELESS.replace("K A\n", "K A, 20 copies\n").replace("deal 24", "deal 200").replace("cs in 1..9 cards", "c in")
    )
    text = text.replace("{cs}", "{c}").replace("for c in of p.hand", "for c in p.hand").replace("size of cs", "1")
    game = load(Source("large.hoyle", text.replace("move cs", "move c"))).game
    assert game is not None
    program = lower(game)
    thinker = Thinker(program)
    assert len(program.deck) == 1040
    history, state, options = next(questions(program, 1, 1))
    thought = thinker.think(history.seen_by(seat_of(state), state.values), options, Budget(milliseconds=1), 3)
    assert thought.replays < thinking.REPLAYS_AT_ONCE
    assert 0 <= thought.best < options


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_node_makes_the_same_choices(tmp_path: Path) -> None:
    program = program_of("newberry_euchre")
    thinker, code = Thinker(program), code_of(program)
    (tmp_path / "m.wasm").write_bytes(code.binary)
    asked = [(h.seen_by(seat_of(s), s.values), n) for h, s, n in questions(program, 6, 8)]
    seen, options = asked[-1]
    thought = thinker.think(seen, options, Budget(worlds=4, playouts=40, nodes=0, steps=0), 5)
    # The memory after the history was written: it is all that another host needs.
    assert thinker.prepare(seen, options, FEW)
    (tmp_path / "m.mem").write_bytes(bytes(thinker.machine.memory))
    script = Path(__file__).with_name("think.mjs")
    arms = thinker.search.at["ARMS"]
    done = subprocess.run(
        ["node", str(script), str(tmp_path / "m.wasm"), str(tmp_path / "m.mem"), str(arms)],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    found = json.loads(done.stdout)
    best = max(found, key=lambda arm: (arm["alive"], arm["count"], arm["total"]))
    assert best["option"] == thought.best
    mine = {one.option: (round(one.value * one.playouts), one.playouts) for one in thought.values}
    assert {arm["option"]: (arm["total"], arm["count"]) for arm in found} == mine


def test_the_history_starts_again_with_each_deal() -> None:
    program = program_of("newberry_euchre")
    for history, state, _ in questions(program, 1, 60):
        assert isinstance(history, History)
        assert len(history.steps) <= 40
        assert len(options_of(engine_of(program), state)) > 1


def test_a_deal_is_judged_by_the_points_counted_during_the_game() -> None:
    """In Pitch the first criterion to win is a define, which is evaluated only at the end of the game.

    Until then the points count.
    """
    program = program_of("pitch")
    assert program.score is not None
    points = next(info for info in program.variables if info.name == "points")
    assert program.score == (points.base, True) != program.endings[0].criteria[0]


def test_with_limited_time_solving_is_not_tried_again_where_it_was_too_slow() -> None:
    known = CardsInReach()
    assert known.tries(9)
    known.tried(9, solved=False)
    assert known.tries(8)
    assert [known.tries(9 + i) for i in range(TRY_AGAIN)] == [False] * (TRY_AGAIN - 1) + [True]
    known.tried(9, solved=True)
    assert known.tries(9)
    assert not known.tries(10)


def test_playouts_decide_between_options_that_are_equal_with_all_cards_known() -> None:
    thinker = Thinker(program_of("whist"))
    played = Thought(
        1, (ValuedOption(1, 2.0, 0.1, 9), ValuedOption(0, -1.0, 0.1, 9), ValuedOption(2, 9.0, 0.1, 9)), 3, 5
    )
    solved = {0: [1.0, 1.0], 1: [1.0, 1.0], 2: [-2.0, -2.0]}
    assert thinker._exactly(solved, 5, ThoughtRequest(Budget())).best == 0
    found = thinker._exactly(solved, 5, ThoughtRequest(Budget()), played)
    assert found.best == 1
    assert [one.value for one in found.values] == [1.0, 1.0, -2.0]


@pytest.mark.parametrize("name", ["newberry_euchre", "gin_rummy", "gops", "kuhn_poker"])
def test_what_was_learned_counts_as_so_many_playouts(name: str) -> None:
    program = program_of(name)
    thinker, budget, met = Thinker(program), replace(FEW, nodes=0, match=0, learned=7), 0
    for history, state, options in questions(program, 2, 9):
        seen = history.seen_by(seat_of(state), state.values)
        alone = thinker.think(seen, options, budget, 3)
        if not alone.worlds or options > 40:
            continue
        met += 1
        assert thinker.think(seen, options, replace(budget, learned=0), 3, expected=[9.0] * options) == alone
        alike = thinker.think(seen, options, budget, 3, expected=[2.5] * options)
        assert [one.option for one in alike.values] == [one.option for one in alone.values]
        whole = 7 * 2.5 * thinker.scale
        for one, before in zip(alike.values, alone.values, strict=True):
            assert one.playouts == before.playouts
            mean = (before.value * before.playouts + floor(whole + 0.5) / thinker.scale) / (before.playouts + 7)
            assert one.value == pytest.approx(mean)
        hoped = [0.0] * options
        hoped[options // 2] = 1000.0
        best = thinker.think(seen, options, budget, 3, expected=hoped)
        assert best.best == options // 2, "it outweighs what the playouts say"
        assert best.values[0].playouts == max(one.playouts for one in best.values), "and so they try it until the end"
    assert met > 2


def test_what_was_learned_counts_beside_solved_worlds() -> None:
    thinker, solved = Thinker(program_of("whist")), {0: [1.0, 0.0], 1: [1.0, 2.0], 2: [-2.0, -2.0]}
    budget = Budget(learned=10)
    assert thinker._exactly(solved, 5, ThoughtRequest(budget)).best == 1
    # ten playouts count as much as four worlds; there are two, so the difference counts twice
    assert thinker._exactly(solved, 5, ThoughtRequest(budget, expected=[0.51, 0.0, 0.0])).best == 0
    assert thinker._exactly(solved, 5, ThoughtRequest(budget, expected=[0.49, 0.0, 0.0])).best == 1
    found = thinker._exactly(solved, 5, ThoughtRequest(budget, expected=[0.0, 0.0, 2.0]))
    assert [(one.option, one.value) for one in found.values] == [(2, -2.0), (1, 1.5), (0, 0.5)]


@pytest.mark.parametrize("name", ["newberry_euchre", "gin_rummy"])
def test_the_net_of_a_thinker_says_what_the_learned_player_goes_by(name: str) -> None:
    program = program_of(name)
    net, machine, dice = net_of(program), machine_of(program), Dice(4)
    assert net is not None
    assert machine is not None
    weights, engine, history = known_weights(program), Engine(program), History(program)
    state = engine.start(seed=4, listener=history.hear)
    for number in range(12):
        question = engine.question(state)
        assert question is not None
        history.asked(state.values)
        decision = decision_of(engine, state, dice, history=history)
        known = [weights.head.scale * one for one in values_of(machine, decision)]
        assert net.expected(decision) == known
        if number == 5:
            net.machine.begin_anew()  # as after a fault; the net must be written again
        state = engine.apply(state, decision.options[dice.below(len(decision.options))], listener=history.hear)


def test_running_the_rules_for_the_kernel_ends_with_the_time() -> None:
    program = program_of("whist")
    thinker = Thinker(program)
    history, state, options = next(questions(program, 1, 1))
    seen, budget = history.seen_by(seat_of(state), state.values), Budget(worlds=2, chains=1)
    assert thinker.prepare(seen, options, budget)
    worlds, _ = thinker.sample(seen, budget, 1)
    assert not thinker.worlds.prepare(0, worlds, 0.0)
    assert thinker.worlds.unfinished
    assert not thinker.worlds.refused
    assert thinker.worlds.prepare(0, worlds, None)


def skat_worlds(program: Program) -> tuple[State, list[Slots]]:
    """A state of Skat, and two worlds that differ in what the soloist has laid away."""
    zones = {zone.name: zone for zone in program.zones}
    to_tricks = {~number for number, ask in enumerate(program.asks) if ask.trick is not None}
    state = next(state for _, state, _ in questions(program, 1, 200) if state.values[PC] in to_tricks)
    other, away = state.values.copy(), zones["skat"].base
    hand = next(zones["hand"].base + seat for seat in range(3) if seat != seat_of(state))
    laid, held = state.values[away], state.values[hand]
    assert isinstance(laid, int)
    assert isinstance(held, int)
    mine, its = laid & -laid, held & -held
    other[away], other[hand] = laid ^ mine ^ its, held ^ mine ^ its
    return state, [state.values, other]


def test_worlds_that_differ_in_cards_that_count_are_for_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """At Skat the others do not know what the soloist has laid away, which counts at the end."""
    program = program_of("skat")
    thinker, (state, worlds) = Thinker(program), skat_worlds(program)
    monkeypatch.setattr(type(thinker.worlds), "_world", lambda self, number: worlds[number])
    assert thinker.worlds.prepare(1, 2, float("inf"))
    assert not thinker.worlds.refused
    assert thinker.worlds._aside[1] == {zone.base for zone in program.zones if zone.name == "skat"}
    thinker.worlds.deal(state)
    assert not thinker.worlds._aside


def test_worlds_that_need_too_many_runs_of_the_rules_are_refused_in_this_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    program = program_of("skat")
    thinker, (state, worlds) = Thinker(program), skat_worlds(program)
    monkeypatch.setattr(type(thinker.worlds), "_world", lambda self, number: worlds[number])
    monkeypatch.setattr("hoyle.interpreter.search.tricks.position.MOST_RUNS", 0)
    assert not thinker.worlds.prepare(1, 2, float("inf"))
    assert thinker.worlds.refused == {1}
    thinker.worlds.deal(state)
    assert not thinker.worlds.refused


def test_the_rules_are_run_while_worlds_are_too_large_to_be_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    program = program_of("whist")
    thinker, shares = Thinker(program), list[float]()
    history, state, options = next(questions(program, 1, 1))
    seen = history.seen_by(seat_of(state), state.values)
    monkeypatch.setattr("hoyle.interpreter.search.reach.CardsInReach.tries", lambda self, cards: False)
    monkeypatch.setattr(
        type(thinker.worlds), "prepare", lambda self, seat, worlds, end, share=0.5: shares.append(share)
    )
    thinker.think(seen, options, Budget(worlds=4, playouts=20, milliseconds=20))
    assert shares == [PREPARED]


def test_solving_ends_when_all_options_are_equal_in_enough_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    program = program_of("whist")
    worlds, each = Thinker(program).worlds, [(1.0, 1.0)]
    monkeypatch.setattr(type(worlds), "_by_rules", lambda self, world, arms, nodes: ([*each[0]], 1))
    found = worlds.solved(2, 40, 10**6, float("inf"))
    assert found is not None
    assert {len(values) for values in found.values()} == {ENOUGH}
    each[0] = (1.0, 2.0)
    found = worlds.solved(2, 40, 10**6, float("inf"))
    assert found is not None
    assert {len(values) for values in found.values()} == {40}


def test_states_that_contradict_what_happened_are_not_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    program = program_of("whist")
    thinker, budgets = Thinker(program), list[Budget]()
    history, state, options = next(questions(program, 1, 1))
    seen = history.seen_by(seat_of(state), state.values)
    search = thinker._search
    monkeypatch.setattr(thinker, "sample", lambda *_: (0, 1))
    monkeypatch.setattr(thinker, "_search", lambda *args: (budgets.append(args[3].budget), search(*args))[1])
    thinker.think(seen, options, Budget(worlds=2, playouts=20), imagined=lambda: state.values)
    assert [one.nodes for one in budgets] == [0]


def test_how_long_playouts_take_is_tried_once_for_each_question_and_number_of_cards() -> None:
    program = program_of("whist")
    thinker, counts = Thinker(program), list[int]()
    whole = thinker._play_out
    thinker._play_out = lambda playouts, *more: (counts.append(playouts), whole(playouts, *more))  # type: ignore[request]
    history, state, options = next(questions(program, 1, 1))
    seen, budget = history.seen_by(seat_of(state), state.values), Budget(playouts=10**6, nodes=0, milliseconds=60)
    for _ in range(3):
        assert thinker.think(seen, options, budget, 3).values[0].playouts
    few = thinking._FEW_PLAYOUTS * options
    assert counts[0] == few
    assert few not in counts[1:]
    assert len(counts) <= 4
    assert len(thinker._seconds) == 1
