"""The stateful machine, step by step, without anything drawn; positions by their names; programs that are kept."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.dsl.loading import load
from hoyle.interpreter.errors import GameError
from hoyle.interpreter.fuzz.strategies import STRATEGIES
from hoyle.interpreter.lowering import lower
from hoyle.testing import position, stateful, strategies
from hoyle.testing.drawn import drawn_game, drawn_program
from hoyle.testing.stateful import GameMachine

CLUB = Path(__file__).parents[1] / "cli" / "club" / "club_whist.hoyle"


@pytest.fixture(scope="module")
def game() -> Any:
    """The small game of the club."""
    found = load(CLUB).game
    assert found is not None
    return drawn_game(found)


class Drawn:
    """Gives what is to be drawn, one after another."""

    def __init__(self, *values: Any) -> None:
        self.values = [*values]

    def draw(self, strategy: object, label: str = "") -> Any:
        """The next value."""
        return self.values.pop(0)


def begun(program: Any, seed: int) -> Any:
    """A machine at the beginning of a game."""
    made: Any = GameMachine()
    made.begin(data=Drawn(program), seed=seed)
    return made


def holds(made: Any) -> None:
    """All that must hold after every step."""
    made.everything_holds()
    made.the_python_api_is_in_the_same_state()
    made.states_that_are_kept_do_not_change()


def first(made: Any, *, at: int = 0) -> None:
    """Make the choice with this number."""
    made.choose(data=Drawn([*made.question.choices()][at]))
    holds(made)


def test_a_game_is_played_and_taken_back_by_hand(game: Any) -> None:
    made = begun(drawn_program(game, {}, 4), 3)
    holds(made)
    assert (len(made.steps), made.known_from, made.opened is not None) == (1, 1, True)
    start = made.state
    states = [start]
    for at in (0, 1, 0):
        first(made, at=at)
        states.append(made.state)
    made.copy()
    made.view(player=-1)
    made.view(player=63)
    made.undo(many=2)
    holds(made)
    assert (len(made.steps), made.state == states[1], made.state == states[2]) == (2, True, False)
    saved = made.save()
    first(made, at=2)
    made.undo(many=20)
    holds(made)
    assert (len(made.steps), made.state == start, made.known_from) == (1, True, 1)
    made.load(kept=saved)
    holds(made)
    assert (len(made.steps), made.state == states[1], made.known_from) == (2, True, 2)
    first(made, at=1)
    assert made.state == states[2]
    made.undo(many=1)
    holds(made)
    assert (made.state == states[1], made.known_from) == (True, 2)
    made.undo(many=1)  # behind what the loaded game knows
    holds(made)
    assert (made.state == start, made.known_from, len(made.steps)) == (True, 1, 1)
    made.choose_on(many=5, dice=7)
    holds(made)
    assert len(made.steps) == 6
    assert (made.kept[0][0] == made.kept[0][1], len(made.kept)) == (True, 1)


def test_an_incident_is_declared_by_hand(game: Any) -> None:
    made = begun(drawn_program(game, {}, 4), 3)
    start = made.state
    made.declare(data=Drawn(0))
    holds(made)
    assert (len(made.steps), made.state == start) == (2, False)
    made.undo(many=1)
    assert made.state == start


def test_a_program_of_ones_own_is_played_without_a_game_by_names(game: Any) -> None:
    made = begun(lower(game), 3)
    assert (made.opened, made.game) == (None, None)
    first(made)
    saved = made.save()
    made.copy()
    made.undo(many=1)
    made.load(kept=saved)
    made.declare(data=Drawn(0)) if made.question.incidents else None
    holds(made)
    assert made.game is None


def test_what_does_not_hold_is_said(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made = begun(drawn_program(game, {}, 4), 3)
    first(made)
    made.copy()
    kept = made.kept[0][0]
    kept.values[0] += 1
    with pytest.raises(AssertionError, match="an older state changed"):
        made.states_that_are_kept_do_not_change()
    kept.values[0] -= 1
    made.game = made.opened.start(4)
    with pytest.raises(AssertionError, match="a game of the Python API is in another state"):
        made.the_python_api_is_in_the_same_state()
    engine = made.ground.engine
    text, steps, saved = made.save()
    with pytest.raises(AssertionError, match="a state read back from JSON is another one"):
        made.load(kept=(text, steps[:1], saved))
    seen: list[Any] = []
    monkeypatch.setattr(type(engine), "view", lambda self, state, seat: seen.append(seat) or len(seen))
    with pytest.raises(AssertionError, match="equal states look otherwise"):
        made.view(player=9)
    assert seen == [3, 3]
    broken = SimpleNamespace(span=None, code="", invariant="cards", problem=None, fields={}, message="m")
    monkeypatch.setattr(position, "message_of", lambda one: "a card is gone")
    with pytest.raises(AssertionError, match=r"^cards: a card is gone — here$"):
        position.complain(broken, "here")  # type: ignore[arg-type]
    broken.span, broken.code = "x.hoyle:3", "E1200"
    with pytest.raises(AssertionError, match=r"^x\.hoyle:3: E1200: a card is gone — here$"):
        position.complain(broken, "here")  # type: ignore[arg-type]
    position.complain(None, "here")
    assert stateful.machine("whist").programs is not GameMachine.programs


def test_a_position_is_read_by_names(game: Any) -> None:
    program = drawn_program(game, {"target": 7}, 4)
    ground = strategies.ground_of(program)
    begin = position.played(ground, 5, STRATEGIES[0], 2, 0)
    assert (begin.choices, begin.value("bid"), begin.values("points"), begin.sizes("hand")) == (0, 0, [0, 0], [4] * 4)
    assert begin.sizes("stock") == [0]
    assert len({*begin.cards("hand", 0), *begin.cards("hand", 3)}) == 8
    later = position.played(ground, 5, STRATEGIES[0], 2, 6)
    assert (later.choices, later.engine is begin.engine, later.program is program) == (6, True, True)
    assert position.played(ground, 5, STRATEGIES[0], 2, 6) == later
    whole = position.played(ground, 5, STRATEGIES[0], 2, 10_000)
    assert (whole.question, whole.choices < 10_000, max(whole.values("points")) >= 7) == (None, True, True)
    question = begin.question
    assert question is not None
    after = begin.after(next(iter(question.choices())))
    assert (after.choices, begin.choices, len(after.records) > len(begin.records)) == (1, 0, True)
    assert after.game.state == after.state
    assert repr(after) == (
        "<Club Whist (target=7, left_leads=True, pay=plain) for 4, seed 5, "
        f"after 1 choices of strategy {STRATEGIES[0]!r}, dice 2>"
    )
    for wrong in (lambda: begin.value("nothing"), lambda: begin.cards("nothing"), lambda: begin.sizes("bid")):
        with pytest.raises(KeyError):
            wrong()
    plain = position.played(strategies.ground_of(lower(game)), 5, STRATEGIES[0], 2, 0)
    with pytest.raises(GameError, match="only programs of `programs` and `settings` can be played as games"):
        _ = plain.game
    position.assert_sound(later)
    assert position.assert_sound_game(program, 3, length=5) == 5


def test_the_last_programs_and_engines_are_kept(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strategies, "_KEPT", 2)
    for kept in (strategies._lowering, strategies._grounds):
        monkeypatch.setattr(strategies, "_lowering" if kept is strategies._lowering else "_grounds", {})
    one = strategies._lowered(game, (("target", 4),), 4)
    two = strategies._lowered(game, (("target", 5),), 4)
    assert strategies._lowered(game, (("target", 4),), 4) is one
    assert (one.options["target"], two.options["target"]) == (4, 5)
    assert strategies.ground_of(one) is strategies.ground_of(one)
    first_ground = strategies.ground_of(two)
    assert strategies.ground_of(two) is first_ground
    three = strategies._lowered(game, (("target", 6),), 4)
    assert [*strategies._lowering.values()] == [three]
    assert strategies.ground_of(three).program is three
    assert [*strategies._grounds] == [three]
