"""How a module is compared with the engine, and which steps are checked closely: with a game made by hand."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.dsl.source.span import Source, Span
from hoyle.interpreter.engine import Fault, State
from hoyle.interpreter.fuzz import module as compared
from hoyle.interpreter.fuzz.draws import Echo, StepOutcomes
from hoyle.interpreter.fuzz.watched import BrokenInvariant, WatchedGame
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.records import Choice
from hoyle.interpreter.text.parse import Words

from ...small_rules import game_of, small_rules

PROGRAM = lower(game_of(small_rules(players="2")))
SPAN = Span(Source("small.hoyle", "one\ntwo\n"), 0, 3)
OTHER = Span(SPAN.source, 4, 7)
PLACE = PROGRAM.places[PROGRAM.asks[0].place]


def step(ask: int = 0, action: object = Choice(0, (1,))) -> Any:
    return StepOutcomes(action, ask, ())  # type: ignore[arg-type]


def fault(message: str, code: str = "E1205", span: Span = SPAN) -> Fault:
    return Fault(code, message, span)


class Followed:
    """A game whose steps are looked at by `_followed`; notes what was compared."""

    def __init__(self, patch: pytest.MonkeyPatch, *, moves: object = None, steps: tuple[object, ...] = ()) -> None:
        self.noted: list[object] = []
        self.found = list(steps)
        self.machine = SimpleNamespace(ask=0, state=[1], put=lambda values: self.noted.append(("put", values)))
        self.game: Any = SimpleNamespace(
            steps=[], states=[], before="state 0", stopped=False, close=False, agreed=0, question="asked",
            state=SimpleNamespace(values=[1]), program=PROGRAM,
        )  # fmt: skip

        def move(game: object, made: object, machine: object) -> None:
            self.noted.append("moved")
            if isinstance(moves, Exception):
                raise moves

        def compare(game: object, before: object, made: StepOutcomes, machine: object) -> object:
            self.noted.append((before, made.ask))
            return self.found.pop(0) if self.found else None

        patch.setattr(compared, "_move", move)
        patch.setattr(compared, "_question", lambda game, machine: "the question")
        patch.setattr(compared, "_step", compare)

    def after(self, made: StepOutcomes, **change: object) -> object:
        """What is found after one more step."""
        game = self.game
        game.steps.append(made)
        game.before, game.close = f"state {len(game.steps) - 1}", False
        for name, value in change.items():
            setattr(game, name, value)
        self.noted.clear()
        return compared._followed(game, self.machine)  # type: ignore[arg-type]


def test_states_are_compared_where_a_game_is_looked_at_closely(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Followed(monkeypatch)
    for number in range(3):
        assert one.after(step()) is None
        assert one.noted == ["moved"]
        assert (one.game.states, one.game.agreed) == ([f"state {at}" for at in range(number + 1)], 0)
    assert one.after(step(), close=True) == "the question"
    assert one.noted == ["moved"], "the states are the same"
    assert (one.game.states, one.game.agreed) == ([], 4)
    one.after(step())
    one.machine.state = [2]
    assert one.after(step(), close=True) == "the question"
    assert one.noted == ["moved", ("state 4", 0), ("state 5", 0), ("put", [1])], "each step since then"
    assert (one.game.states, one.game.agreed) == ([], 6)
    assert one.after(step(), close=True, question=None) is None
    assert one.noted == ["moved", ("state 6", 0)]


def test_the_first_step_that_differs_is_named_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    for found, found_now in (
        (None, "the question"),
        ("differs", ("differs", PLACE)),
        (("differs", SPAN), ("differs", SPAN)),
    ):
        one = Followed(monkeypatch, steps=(None, found))
        one.machine.state = [2]
        one.after(step())
        assert one.after(step(), close=True) == found_now
    one = Followed(monkeypatch, steps=("differs",))
    one.machine.state = [2]
    assert one.after(step(ask=-1, action=None), close=True) == "differs"


def test_a_module_that_cannot_follow_is_looked_at_closely(monkeypatch: pytest.MonkeyPatch) -> None:
    for moves in (fault("stops"), ValueError("no such choice")):
        one = Followed(monkeypatch, moves=moves, steps=(("differs", SPAN),))
        one.machine.state = [2]
        assert one.after(step()) == ("differs", SPAN)
        assert one.noted == ["moved", ("state 0", 0)]
        assert one.game.close
    one = Followed(monkeypatch)
    one.machine.state = [2]
    one.machine.ask = 3
    assert one.after(step()) == "the question"
    assert one.noted == [("state 0", 0), ("put", [1])], "it is somewhere else"
    one = Followed(monkeypatch)
    one.machine.ask = 3
    assert one.after(step(action=None)) is None
    assert one.noted == ["moved"], "a game begins wherever the module is"
    one = Followed(monkeypatch)
    assert one.after(step(), stopped=True) == "the question"
    assert one.noted == [("state 0", 0), ("put", [1])], "the engine stopped"


@pytest.mark.parametrize(
    ("engine", "inside", "found"),
    [
        ([1], [1], None),
        (fault("a"), fault("a"), None),
        (fault("a"), fault("b"), ("the module stops with `b`, the engine with `a`", SPAN)),
        (fault("a"), fault("a", "E1206"), ("the module stops with `a`, the engine with `a`", SPAN)),
        (fault("a"), fault("a", span=OTHER), ("the module stops with `a`, the engine with `a`", SPAN)),
        (fault("a"), [1], ("only the engine stops: a", SPAN)),
        ([1], fault("b", span=OTHER), ("only the module stops: b", OTHER)),
    ],
)
def test_both_make_the_same_step_or_stop_alike(
    engine: object, inside: object, found: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    def made(what: object) -> Callable[..., object]:
        def make(*_: object) -> object:
            if isinstance(what, Fault):
                raise what
            return what

        return make

    monkeypatch.setattr(compared, "_in_engine", made(engine))
    monkeypatch.setattr(compared, "_in_module", made(inside))
    game: Any = SimpleNamespace(program=PROGRAM, engine=SimpleNamespace(words=Words(PROGRAM)))
    assert compared._step(game, State([]), step(), None) == found  # type: ignore[arg-type]


def test_the_first_slot_that_differs_in_words() -> None:
    words, initial = Words(PROGRAM), list(PROGRAM.initial)
    hand = next(zone for zone in PROGRAM.zones if zone.name == "hand")
    pile = next(zone for zone in PROGRAM.zones if zone.name == "pile")
    points = next(info for info in PROGRAM.variables if info.name == "points")

    def differing(*slots: int) -> str | None:
        other: list[Any] = [9 if slot in slots else value for slot, value in enumerate(initial)]
        return compared._difference(PROGRAM, words, initial, other)

    assert differing() is None
    assert differing(hand.base + 1) == "hand of B is another in the module than in the engine"
    assert differing(pile.base) == "pile is another in the module than in the engine"
    assert differing(points.base + 1) == "`points` is 9 in the module, 0 in the engine"
    assert differing(points.base, points.base + 1) == "`points` is 9 in the module, 0 in the engine"
    assert differing(2) == f"the module goes on elsewhere than the engine: slot 2 is 9, {initial[2]}"


def test_the_question_must_be_the_same() -> None:
    options = [(0, 1), (0, 2), (1,)]
    choices = [Choice(0, (1,)), Choice(0, (2,)), Choice(1, ())]
    asked = SimpleNamespace(ask=2, player=1, span=SPAN, choices=lambda: iter(choices))
    game: Any = SimpleNamespace(
        question=asked, state=SimpleNamespace(values=[]),
        engine=SimpleNamespace(compiled=SimpleNamespace(written=lambda _: "lines")),
    )  # fmt: skip

    def found(**change: object) -> object:
        usual = {"ask": 2, "player": 1, "options": lambda most: options[:most], "written": lambda: "lines"}
        return compared._question(game, SimpleNamespace(**{**usual, **change}))  # type: ignore[arg-type]

    def failing(most: int) -> object:
        raise fault("too many")

    assert found() is None
    assert found(ask=1) == found(player=0) == "the module asks something else"
    assert found(written=lambda: "others") == ("the module writes other lines on the table", SPAN)
    for others in (options[:2], [*options, (2,)], options[::-1]):
        assert found(options=lambda most, others=others: others) == ("the module offers other options", SPAN)
    assert found(options=failing) == ("the module cannot tell the options: too many", SPAN)
    game.question = None
    assert found(ask=9) is None


def test_new_kinds_of_steps_and_a_share_of_the_others_are_checked_closely() -> None:
    thrown: list[int] = []
    results = [1, 0, 2, 0, 0]

    def below(count: int) -> int:
        thrown.append(count)
        return results[len(thrown) - 1]

    def looked(sample: int, kinds: list[tuple[int, int]]) -> list[bool]:
        game: Any = SimpleNamespace(sample=sample, _kinds=set(), dice=SimpleNamespace(below=below), close=None)
        found: list[bool] = []
        for kind in kinds:
            WatchedGame._look_closely(game, *kind)
            found.append(game.close)
        return found

    kinds = [(0, 0), (0, 0), (0, 1), (0, 0), (-1, 0), (0, 1), (0, 1)]
    assert looked(1, kinds) == looked(0, kinds) == [True] * 7
    assert thrown == []
    assert looked(2, kinds) == [True, False, True, True, True, False, True]
    assert thrown == [2, 2, 2, 2]


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        (None, "after", None),
        (None, "elsewhere", ("same", "the same choice from a state read back from JSON leads elsewhere", PLACE)),
        (None, fault("b", span=OTHER), ("same", "without a listener the game stops: b", OTHER)),
        (None, ValueError("bad"), ("json", "the state cannot be read back from JSON: bad", PLACE)),
        (fault("a"), fault("a"), None),
        (fault("a"), fault("a", "E1206"), ("same", "without a listener the game stops: a", SPAN)),
        (fault("a"), "after", ("same", "the game stops only if somebody listens: a", SPAN)),
    ],
)
def test_a_step_made_again_without_a_listener_is_the_same(
    first: Fault | None, second: object, found: tuple[object, ...] | None
) -> None:
    given: list[object] = []

    def again(chance: object) -> object:
        given.append(chance)
        if isinstance(second, Exception):
            raise second
        return second

    game: Any = SimpleNamespace(_same_wanted=True, chance=None, _place=lambda ask: PLACE if ask == 0 else None)
    found_now = WatchedGame._same(game, first, "after", ("drawn",), 0, again)  # type: ignore[arg-type]
    assert (found_now and (found_now.invariant, found_now.message, found_now.span)) == found
    assert given == [None]
    game.chance = "decides"
    WatchedGame._same(game, first, "after", ("drawn",), 0, again)  # type: ignore[arg-type]
    assert isinstance(given[1], Echo)
    assert given[1].left == ["drawn"]
    game._same_wanted = False
    assert WatchedGame._same(game, first, "after", (), 0, again) is None  # type: ignore[arg-type]
    assert len(given) == 2


def test_everything_is_looked_at_closely_and_at_the_end_and_else_only_what_is_quick() -> None:
    class Looked:
        """A game with three invariants, of which some are broken."""

        def __init__(self, *broken: str, close: bool = False, over: bool = False) -> None:
            self.invariants: Any = tuple(
                SimpleNamespace(name=name, every=name != "rare") for name in ("rare", "quick", "last")
            )
            self._quick = tuple(one for one in self.invariants if one.every)
            self.close, self.over, self.found = close, over, broken
            self.records, self.followed_to, self.tried = ["a", "b", "c"], 1, list[list[str]]()
            self.model = SimpleNamespace(hear=lambda record: "wrong" if record.span is SPAN else None)
            self.news = [SimpleNamespace(span=OTHER)]

        def broken(self, invariants: tuple[Any, ...]) -> object:
            self.tried.append([one.name for one in invariants])
            name = next((one.name for one in invariants if one.name in self.found), None)
            return name and BrokenInvariant(name, "broken")

        def look(self) -> str | None:
            found = WatchedGame.look(self)  # type: ignore[arg-type]
            return f"{found.invariant}: {found.message}" if found else None

    usual = Looked()
    assert (usual.look(), usual.tried, usual.followed_to) == (None, [["quick", "last"]], 3)
    for changed in (Looked(close=True), Looked(over=True)):
        assert (changed.look(), changed.tried, changed.close) == (None, [["rare", "quick", "last"]], True)
    late = Looked("last", "rare")
    assert (late.look(), late.tried) == ("rare: broken", [["quick", "last"], ["rare"]])
    assert Looked("last").look() == "last: broken"
    closely = Looked("last", "rare", close=True)
    assert (closely.look(), closely.tried) == ("rare: broken", [["rare", "quick", "last"]])
    found_now = Looked()
    found_now.news.append(SimpleNamespace(span=SPAN))
    assert (found_now.look(), found_now.tried, found_now.followed_to) == ("records: wrong", [], 1)
