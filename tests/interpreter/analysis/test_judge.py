"""The judge of choices: it finds known costs, finds no mistake where there is none, and uses nothing hidden from the
player.
"""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.analysis.judge import EFFORTS, Effort, Judge, effort, student
from hoyle.interpreter.analysis.opened import OpenHandJudge
from hoyle.interpreter.engine import Dice, Engine, State
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players.player import options_of
from hoyle.interpreter.players.sampling import exchanged_for
from hoyle.interpreter.program import ACTOR, Program
from hoyle.interpreter.records import AnyRecord, Choice
from hoyle.interpreter.search.following import HistoryFeeder

SMALL = Effort(200, 16, 2_000)

PICK = """
game "Pick"
language 1
players 2

deck 2 3 4 5 6 7 8 9 of hearts spades
zones
    stock: face down
    table: face up
remember
    points of each player: number

main
    repeat until highest points >= 50
        gather every card into stock
        shuffle stock
        for p in players
            p chooses
                "one"
                    add 1 to p.points
                "three"
                    add 3 to p.points
                "a heart"
                    deal 1 from stock to table
                    let c be top of table
                    if c.suit = hearts: add 6 to p.points
                "a spade"
                    deal 1 from stock to table
                    let c be top of table
                    if c.suit = spades: add 6 to p.points
    game over, won by the player with highest points, otherwise shared
"""
"""A choice between options of known value: 1, 3, and 6 with even chances twice."""


def program_of(name: str, text: str | None = None) -> Program:
    loaded = load(name) if text is None else load(Source(name, text))
    assert loaded.game is not None, [one.message for one in loaded.diagnostics]
    return lower(loaded.game, {})


class Played:
    """A game in progress and the record of its deal."""

    def __init__(self, program: Program, seed: int) -> None:
        self.engine, self.followed = Engine(program), HistoryFeeder(program)
        self.records: list[AnyRecord] = []
        self.state = self.engine.start(seed=seed, listener=lambda record, _: self.records.append(record))
        self.followed.begin(self.records)
        self.dice = Dice(seed)

    def on(self, option: tuple[int, ...] | None = None) -> None:
        """Make the given choice, or a random one."""
        self.records.clear()
        options = options_of(self.engine, self.state)
        option = options[self.dice.below(len(options))] if option is None else option
        before = self.state
        self.state = self.engine.apply(
            before, Choice(option[0], option[1:]), listener=lambda record, _: self.records.append(record)
        )
        self.followed.made(before.values, self.records)


@pytest.fixture(scope="module")
def pick() -> Judge:
    return Judge(program_of("pick.hoyle", PICK), Effort(800, 32, 0))


def test_the_cost_of_a_choice_with_known_values(pick: Judge) -> None:
    played = Played(pick.program, 1)
    judged = pick.judge(played.followed.history, played.state, made=(0,), seed=5)
    assert judged is not None
    values = {one.option[0]: one.value for one in judged.options}
    assert values[1].value - values[0].value == 2, "the same worlds and the same dice"
    for suit in (2, 3):
        assert abs(values[suit].value - values[1].value) < 1.5, "6 in one of two deals"
    assert judged.mistake
    assert judged.cost is not None
    assert 1.5 < judged.cost.value < 3


def test_equal_options_are_no_mistake(pick: Judge) -> None:
    """`three` and the two suits have the same value.

    A judge that took the highest of its estimates would call `three` a mistake.
    """
    played = Played(pick.program, 2)
    found = [pick.judge(played.followed.history, played.state, made=(1,), seed=seed) for seed in range(60)]
    costs = [one.cost for one in found if one is not None and one.cost is not None]
    assert len(costs) == 60
    assert sum(cost.low > 0 for cost in costs) <= 6
    assert abs(sum(cost.value for cost in costs) / 60) < 0.35


@pytest.mark.parametrize("name", ["newberry_euchre", "hearts", "crazy_eights", "noteuchre"])
def test_a_judgement_depends_only_on_the_players_view(name: str) -> None:
    """With the hidden cards exchanged, the judgement is the same."""
    program = program_of(name)
    judge = Judge(program, SMALL)
    played, done = Played(program, 4), 0
    for step in range(60):
        options = options_of(played.engine, played.state)
        if len(options) > 1 and step % 7 == 3:
            values = played.state.values
            view = played.engine.view(played.state, int(values[ACTOR]))  # type: ignore[arg-type]
            other = exchanged_for(program, values, view, Dice(step))
            followed = HistoryFeeder(program)
            followed.begin_at(values)
            exchanged = HistoryFeeder(program)
            exchanged.begin_at(other)
            if options_of(played.engine, State(other)) == options:
                first = judge.judge(followed.history, played.state, options[0], 9)
                assert first is not None
                assert judge.judge(exchanged.history, State(other), options[0], 9) == first
                done += 1
        played.on()
    assert done >= 3


@pytest.mark.parametrize("name", ["newberry_euchre", "president"])
def test_a_seed_gives_the_same_judgement_again(name: str) -> None:
    program = program_of(name)
    played = Played(program, 3)
    while len(options_of(played.engine, played.state)) < 2:
        played.on()
    found = [Judge(program, SMALL).judge(played.followed.history, played.state, seed=8) for _ in range(2)]
    assert found[0] is not None
    assert found[0] == found[1]
    assert found[0].made == -1
    assert found[0].cost is None


def test_a_copied_history_is_independent_of_the_original() -> None:
    played = Played(program_of("newberry_euchre"), 3)
    kept = played.followed.copy()
    before = played.followed.history.seen_by(0, played.state.values), played.state
    played.on()
    assert kept.history.seen_by(0, before[1].values) == before[0]
    assert len(played.followed.history.steps) == len(kept.history.steps) + 1


def test_values_with_all_cards_known_are_exact() -> None:
    program = program_of("newberry_euchre")
    opened = OpenHandJudge.of(program, 200_000)
    played = Played(program, 6)
    for _ in range(16):
        played.on()
    while len(options_of(played.engine, played.state)) < 2:
        played.on()
    options = options_of(played.engine, played.state)
    judged = opened.judge(played.state, options[-1])
    assert judged is not None
    assert judged.exact
    assert judged.options[judged.made].option == options[-1]
    assert judged.cost is not None
    assert judged.cost.value == judged.options[0].value.value - judged.options[judged.made].value.value
    assert OpenHandJudge.of(program, 50).judge(Engine(program).start(seed=1)) is None, "too much is left"


def test_names_and_numbers_of_efforts() -> None:
    assert effort("quick") == EFFORTS["quick"]
    assert effort("100").playouts == 100
    for wrong in ("", "0", "-5", "fast", "1e9", "²", "1000001"):
        with pytest.raises(ValueError, match="none of quick, normal, deep"):
            effort(wrong)


def test_quantiles_of_the_t_distribution() -> None:
    table = {1: 12.706, 4: 2.776, 5: 2.571, 9: 2.262, 15: 2.131, 31: 2.040, 63: 1.998, 255: 1.969}
    for freedom, point in table.items():
        assert student(freedom) == pytest.approx(point, abs=0.002)
