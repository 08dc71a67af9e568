"""Rules that break down some turns later: whoever looks ahead meets that in games that are only imagined, and chooses."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from hoyle.interpreter.analysis.judge import EFFORTS, Judge
from hoyle.interpreter.analysis.opened import OpenHandJudge
from hoyle.interpreter.batch.playout import Playout
from hoyle.interpreter.engine import Dice, Engine, State
from hoyle.interpreter.faults import Fault, fault
from hoyle.interpreter.learning.lessons import lessons
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players import decision_of, learned
from hoyle.interpreter.players.player import Decision, Player, options_of
from hoyle.interpreter.players.plugins import BadPlayer, guarded
from hoyle.interpreter.players.registry import BUILT_IN, maker
from hoyle.interpreter.players.think import thinker_of
from hoyle.interpreter.program import Program
from hoyle.interpreter.records import AnyRecord, Choice
from hoyle.interpreter.search.following import HistoryFeeder
from hoyle.interpreter.search.history import History
from hoyle.interpreter.search.thinker import Budget, Thinker, Thought

from ...small_rules import game_of, small_rules

FAULTY = {
    "in every continuation": "add 1 to p.points\n                add 12 / (3 - size of pile) to p.points",
    "in some": "add 1 to p.points\n                if size of pile = 3 and any d in pile has d.rank = 2: add 1 / (3 - size of pile) to p.points",
    "at the question": 'nothing\n            "wait" if 3 / (2 - size of pile) > 0\n                nothing',
}
OPTIONS = dict(zip(FAULTY, (3, 3, 4), strict=True))


@cache
def program(name: str) -> Program:
    return lower(game_of(small_rules(players="3", act=FAULTY[name])))


def begun(name: str) -> tuple[Engine, State, History]:
    """The first question of a game, and what happened before."""
    engine, followed, found = Engine(program(name)), HistoryFeeder(program(name)), list[AnyRecord]()
    state = engine.start(seed=3, listener=lambda record, _: found.append(record))
    followed.begin(found)
    return engine, state, followed.history


@pytest.mark.parametrize("name", FAULTY)
@pytest.mark.parametrize("player", BUILT_IN)
def test_a_player_chooses_though_the_rules_break_down_ahead(player: str, name: str) -> None:
    engine, state, history = begun(name)
    decision = decision_of(engine, state, Dice(1), history=history)
    assert maker(player)(program(name), 0).choose(decision) in decision.options


@pytest.mark.parametrize("name", FAULTY)
def test_a_playout_that_stops_counts_as_what_it_was_worth_so_far(name: str) -> None:
    _, state, history = begun(name)
    thinker = Thinker(program(name))
    for budget in (Budget(playouts=90), Budget(playouts=90, match=1), Budget(playouts=10**6, milliseconds=50)):
        thought = thinker.think(history.seen_by(0, state.values), OPTIONS[name], budget, 1)
        assert thought.worlds
        assert all(one.playouts for one in thought.values)
        assert all(-1 <= one.value <= 1 for one in thought.values), (
            "everybody gets a point, or those before the fault do"
        )
    again = Thinker(program(name))
    seen = history.seen_by(0, state.values)
    one, other = (each.think(seen, OPTIONS[name], Budget(playouts=90), 1) for each in (thinker, again))
    assert one == other


def test_worlds_in_which_the_rules_break_down_are_left_out() -> None:
    """They break down before the question that is open if no heart was played, which `C` did not see."""
    rules = small_rules(players="3", act="add 1 to p.points").replace("pile: face up", "pile: face down")
    rules = rules.replace("                add 1", "                if size of pile = 2: add 12 / size of (every d in pile where d.suit = hearts) to p.points\n                add 1")  # fmt: skip
    made = lower(game_of(rules))
    engine, followed, found = Engine(made), HistoryFeeder(made), list[AnyRecord]()
    state = engine.start(seed=3, listener=lambda record, _: found.append(record))
    followed.begin(found)
    hearts = {number for number, card in enumerate(made.deck) if made.faces[card].suit == 2}
    for _ in range(2):
        options, records, before = options_of(engine, state), list[AnyRecord](), state.values.copy()
        low = next((one for one in options if one[1] in hearts), options[0])
        state = engine.apply(state, Choice(low[0], low[1:]), listener=lambda record, _, to=records: to.append(record))
        followed.made(before, records)
    thinker = Thinker(made)
    thought = thinker.think(followed.history.seen_by(2, state.values), 3, Budget(worlds=40, playouts=90), 1)
    assert thought.worlds == 40


@pytest.mark.parametrize("name", FAULTY)
def test_the_judge_and_open_hands_have_no_fault(name: str) -> None:
    _, state, history = begun(name)
    judged = Judge(program(name), EFFORTS["quick"], thinker_of(program(name))).judge(history, state, seed=1)
    assert judged is not None
    assert len(judged.options) == OPTIONS[name]
    opened = OpenHandJudge.of(program(name), 1_000).judge(state)
    assert (opened is None) == (name != "in some"), "with all cards known, nobody has the two"


def test_if_not_even_the_options_are_found_what_is_expected_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    _, state, history = begun("in every continuation")
    thinker = Thinker(program("in every continuation"))
    monkeypatch.setattr(thinker, "begin_search", broken)
    seen = history.seen_by(0, state.values)
    assert thinker.think(seen, 3, Budget(playouts=9), 7, expected=(0.5, 0.25, 2.0)) == Thought(2, (), 0, 0)
    assert thinker.think(seen, 3, Budget(playouts=9), 7) == Thought(1, (), 0, 0)
    judge = Judge(program("in every continuation"), EFFORTS["quick"], thinker)
    assert judge.judge(history, state) is None


def broken(*given: object, **how: object) -> int:
    raise fault("division", program("in every continuation").places[0])


def test_who_cannot_learn_or_ask_its_net_chooses_by_the_dice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # other tests may have learned these rules
    engine, state, history = begun("in some")
    decision = decision_of(engine, state, Dice(1), history=history)
    seated = learned.LearnedPlayer(program("in some"), 0)
    monkeypatch.setattr(learned, "_loaded", learned._LoadedNets())
    monkeypatch.setattr(learned, "lessons", broken)
    assert learned.machine_of(program("in some")) is None
    assert seated.choose(decision) in decision.options
    some = lessons(program("in some"), seconds=0, choices=200)
    last = next(some)
    monkeypatch.setattr(learned, "lessons", lambda *given, **how: (broken() if one else last for one in (0, 1)))
    monkeypatch.setattr(learned, "keep", lambda *given: pytest.fail("it is half learned"))
    assert learned.known_weights(program("in some")).content() == last.weights().content()
    monkeypatch.setattr(learned, "_loaded", learned._LoadedNets())
    machine = learned.machine_of(program("in some"))
    assert machine is not None
    assert learned.values_of(machine, decision) is not None
    monkeypatch.setattr(machine, "values", broken)
    assert seated.choose(decision) in decision.options


def test_a_player_of_another_package_that_fails_ahead_is_named() -> None:
    class Rash(Player):
        def choose(self, decision: Decision) -> Choice:
            broken()
            return decision.options[0]

    engine, state, _ = begun("in some")
    seated = guarded("rash", lambda program, seat: Rash())(program("in some"), 0)
    with pytest.raises(
        BadPlayer, match=r"`rash` at seat A failed in .*: the rules break down in a continuation that it"
    ):
        seated.choose(decision_of(engine, state, Dice(1)))


def test_a_fault_in_the_game_that_is_played_ends_it() -> None:
    with pytest.raises(Fault, match="division"):
        Playout(program("in every continuation"), [maker("think:quick")] * 3, 1).play(0)
