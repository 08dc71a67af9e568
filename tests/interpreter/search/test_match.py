"""The value of a deal beyond its points: points added to the score later, and the probability to win the match."""

from __future__ import annotations

import pytest
from test_worlds import program_of, questions, seat_of

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.engine import State
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import ACTOR, Program
from hoyle.interpreter.search import thinker as thinking
from hoyle.interpreter.search.thinker import Budget, Thinker
from hoyle.interpreter.wasm.search.counted import added_later

from ...winning import win_chances

# One of sixteen cards decides a gamble.  It gains 2 on average, more than the safe 1.
GAMBLE = """
game "Gamble"
language 1
players 2
deck 7 8 9 10 J Q K A of hearts spades
zones
    stock: face down
    shown: face up
remember
    points of each player: number
main
    repeat until highest points >= 10
        gather every card into stock
        shuffle stock
        for p in players: turn(p)
    game over, won by the player with highest points, otherwise shared
phase turn(p: player)
    p chooses
        "be sure"
            add 1 to p.points
        "gamble"
            deal 1 from stock to shown
            if any c in shown has c.suit = hearts
                add 5 to p.points
            otherwise
                subtract 1 from p.points
            move shown to stock
            shuffle stock
"""

# The points of two deals are added to the score of the match and then reset.
LATER = """
game "Later"
language 1
players 2
deck 7 8 9 10 J Q K A of hearts spades
zones
    stock: face down
    hand of each player: private
    table: face up
remember
    points of each player: number
    score of each player: number
main
    repeat until highest points >= 4
        for p in players: set p.score to 0
        repeat 2 times
            one_deal
        for p in players: add p.score to p.points
    game over, won by the player with highest points, otherwise shared
phase one_deal
    gather every card into stock
    shuffle stock
    deal 2 from stock to hand of each player
    for p in players
        p chooses
            "show {c}" for c in p.hand
                move c to table
                if c.suit = hearts: add 1 to p.score
"""


def made(text: str) -> Program:
    game = load(Source("made.hoyle", text)).game
    assert game is not None, load(Source("made.hoyle", text)).diagnostics
    return lower(game, {})


def name_of(program: Program) -> str | None:
    """The name of the variable that is added to the score later, or None."""
    slot = added_later(program)
    return next((info.name for info in program.variables if info.base == slot), None)


@pytest.fixture(autouse=True)
def taught_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reduce the learning: these games are learned quickly."""
    monkeypatch.setattr(thinking, "_LESSON", 10_000)


@pytest.mark.parametrize(("name", "found"), [("ninety_nine", "score"), ("hearts", None), ("pitch", None)])
def test_the_variable_that_is_added_to_the_score_later_is_found(name: str, found: str | None) -> None:
    assert name_of(program_of(name)) == found


def test_a_variable_that_every_deal_resets_does_not_count() -> None:
    assert name_of(made(LATER)) == "score"
    back = "    shuffle stock\n    for p in players: set p.score to 0\n"
    assert name_of(made(LATER.replace("    shuffle stock\n", back))) is None


def test_the_score_itself_is_not_added_to_itself_later() -> None:
    """Scores that double, and are set to 0 at times, are no number of a deal."""
    doubled = LATER.replace("for p in players: add p.score to p.points", "for p in players: add p.points to p.points")
    doubled = doubled.replace("for p in players: set p.score to 0", "for p in players: set p.points to 0")
    assert name_of(made(doubled)) is None
    only = LATER.replace("    score of each player: number\n", "").replace("p.score", "p.points")
    assert name_of(made(only)) is None
    shared = LATER.replace("score of each player: number", "score: number").replace("p.score", "score")
    assert name_of(made(shared)) is None


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("add p.score to p.points", "add 2 * p.score to p.points", None),
        ("add p.score to p.points", "subtract p.score from p.points", None),
        ("add p.score to p.points", "add p.left.score to p.points", None),
        ("add p.score to p.points", "set p.points to p.score", None),
        ("for p in players: set p.score to 0", "set score of each player to 0", "score"),
        ("for p in players: add p.score to p.points", "set points of each player to 1", None),
    ],
)
def test_how_a_number_is_added_to_the_score(old: str, new: str, found: str | None) -> None:
    assert old in LATER
    assert name_of(made(LATER.replace(old, new))) == found


def test_a_variable_that_is_not_reset_does_not_count() -> None:
    """It would be added a second time."""
    kept = LATER.replace("        for p in players: set p.score to 0\n", "")
    assert name_of(made(kept)) is None


def test_points_that_are_added_later_count_in_their_own_deal() -> None:
    program = made(LATER)
    thinker = Thinker(program)
    for history, state, options in questions(program, 3, 12):
        seat = seat_of(state)
        thought = thinker.think(history.seen_by(seat, state.values), options, Budget(worlds=4, playouts=64), 1)
        values = {one.option: one.value for one in thought.values}
        slot = next(info.base for info in program.zones if info.name == "hand") + seat
        hand = state.values[slot]
        assert isinstance(hand, int)
        suits = [program.faces[program.deck[card]].suit for card in range(len(program.deck)) if hand >> card & 1]
        if suits[0] != suits[1]:
            better = suits.index(program.suits.index("hearts"))
            assert thought.best == better
            assert values[better] == pytest.approx(values[1 - better] + 1, abs=0.6)
            return
    raise AssertionError("a case that shows nothing")


def gambling(points: tuple[int, int]) -> tuple[Program, State]:
    """The first question of a deal with these scores."""
    program = made(GAMBLE)
    _, state, _ = next(questions(program, 1, 1))
    assert state.values[ACTOR] == 0
    base = next(info.base for info in program.variables if info.name == "points")
    state.values[base : base + 2] = points
    return program, state


@pytest.mark.parametrize(("match", "best"), [(0, 1), (2, 0)])
def test_near_the_end_the_match_decides(match: int, best: int) -> None:
    """One point wins the match.

    A player that maximizes points gambles; one that maximizes the chance to win does not.
    """
    program, state = gambling((9, 0))
    found = chosen(program, state, match)
    assert found.best == best
    gamble = next(one for one in found.values if one.option == 1)
    assert -2 < gamble.value < 7, "values are points all the same"


def test_far_from_the_end_points_decide() -> None:
    program, state = gambling((0, 0))
    assert chosen(program, state, 8).best == 1


def test_a_player_far_behind_gambles() -> None:
    """The opponent wins with the next point, so the safe choice is not enough."""
    program, state = gambling((5, 9))
    assert chosen(program, state, 2).best == 1


def chosen(program: Program, state: State, match: int) -> thinking.Thought:
    thinker = Thinker(program)
    budget = Budget(worlds=1, playouts=600, match=match)
    return thinker.think_in([state.values], 2, budget, 5)


def test_the_probability_to_win_is_learned() -> None:
    """The cheap model plays many matches against itself."""
    program = made(GAMBLE)
    thinker = Thinker(program)
    level, ahead, behind = (win_chances(thinker, scores) for scores in ((4, 4), (8, 3), (3, 8)))
    assert level == pytest.approx((0.5, 0.5), abs=0.08)
    assert ahead[0] > 0.65
    assert behind[1] > 0.65
    assert sum(ahead) == pytest.approx(1)
