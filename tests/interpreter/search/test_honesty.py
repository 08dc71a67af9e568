"""Honesty: cards a seat cannot know are exchanged, and whatever else it cannot know; every player chooses the same.

The other deal is a world (`Thinker.sample`) played again by the other executor: other hidden cards, other choices made
in secret, other chance to come.  All the seat has seen is the same.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass

import pytest
from test_worlds import engine_of, faces, followed, program_of, questions, seat_of

from hoyle.dsl.loading import RULESETS
from hoyle.interpreter.engine import Dice, State
from hoyle.interpreter.players import Decision, Maker, Player, decision_of, maker, player, registry
from hoyle.interpreter.players.sampling import exchanged_for
from hoyle.interpreter.players.think import ThinkPlayer
from hoyle.interpreter.program import RNG, Program
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search import thinker as thinking
from hoyle.interpreter.search.history import History
from hoyle.interpreter.search.thinker import Budget, Thinker

ONE = Budget(worlds=1, chains=1, replays=500)


def thinking_with(trust: int) -> Maker:
    """Players who think a little."""
    budget = Budget(worlds=3, playouts=30, nodes=500, replays=500, trust=trust)
    return lambda program, seat: ThinkPlayer(program, seat, budget)


PLAYERS = {
    "random": maker("random"),
    "sound": maker("sound"),
    "think": thinking_with(0),
    "think:trust=500": thinking_with(500),
}
GAMES = sorted(path.stem for path in RULESETS.glob("*.hoyle"))


@pytest.fixture(autouse=True)
def taught_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cheap model need not be good here, and worlds that are hard to find need not be found."""
    monkeypatch.setattr(thinking, "_LESSONS", 1)
    monkeypatch.setattr(thinking, "_LESSON", 2_000)
    monkeypatch.setattr(thinking, "REPLAYS_AT_ONCE", 500)


@dataclass
class Twins:
    """A question, and one that looks the same to the seat asked."""

    program: Program
    real: tuple[History, State]
    other: tuple[History, State]

    @property
    def differ(self) -> bool:
        """Whether anything the seat cannot see is different, beside chance to come."""
        real, other = (state.values.copy() for _, state in (self.real, self.other))
        real[RNG] = other[RNG]
        return real != other

    def decisions(self) -> tuple[Decision, Decision]:
        """Both questions as the player sees them, with the same dice."""
        engine = engine_of(self.program)
        real, other = (
            decision_of(engine, state, Dice(5, 1), history=history) for history, state in (self.real, self.other)
        )
        return real, other

    def same(self, sits: Player) -> bool:
        """Whether a player chooses the same in both."""
        chosen: list[tuple[object, ...]] = []
        for decision in self.decisions():
            sits.begin()
            choice = sits.choose(decision)
            chosen.append(faces(self.program, decision.ask, (choice.alternative, *choice.values)))
        return chosen[0] == chosen[1]


def twins(program: Program, seed: int, numbers: tuple[int, ...], most: int = 2) -> Iterator[Twins]:
    """Questions of a game of random players, by their numbers, each with one that looks the same; so many of them."""
    thinker = Thinker(program)
    for number, (history, state, options) in enumerate(questions(program, seed, max(numbers) + 1)):
        if most and number in numbers:
            kept = deepcopy(history, {id(program): program})  # the game goes on
            found = twin(thinker, kept, state, options)
            if found is not None:
                most -= 1
                yield found


def twin(thinker: Thinker, history: History, state: State, options: int) -> Twins | None:
    """A question that looks the same as one; None if there is no other.

    Where no world is found quickly, players look at the table alone: then only what lies there is exchanged."""
    program, seen = thinker.program, history.seen_by(seat_of(state), state.values)
    for seed in range(4):
        if not thinker.prepare(seen, options, ONE) or not thinker.sample(seen, ONE, seed)[0]:
            seat = seen.seat
            table = State(exchanged_for(program, state.values, engine_of(program).view(state, seat), Dice(3)))
            return Twins(program, (history, state), (history, table))
        other, reached = followed(program, seen, *thinker.world(seen)[:2])
        reached.values[RNG] = 0x1234_5678_9ABC_DEF0
        again = other.seen_by(seen.seat, reached.values)
        assert again.hash == seen.hash
        if len(program.deck) == len(program.faces):
            assert (again.steps, again.draws, again.absent) == (seen.steps, seen.draws, seen.absent)
        found = Twins(program, (history, state), (other, reached))
        if found.differ:
            return found
    return None


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_cannot_know_changes_no_choice(name: str) -> None:
    program = program_of(name)
    found = list(twins(program, 4, (1, 5, 6, 9)))
    assert any(one.differ for one in found), "a case that shows nothing"
    for one in found:
        real, other = one.decisions()
        if len(program.deck) == len(program.faces):
            assert (real.view, real.options, real.trick) == (other.view, other.options, other.trick)
        for who, make in PLAYERS.items():
            assert one.same(make(program, real.player)), who


def test_no_player_is_left_out() -> None:
    assert {name.partition(":")[0] for name in registry.BUILT_IN} == {name.partition(":")[0] for name in PLAYERS}


class Peeking(Player):
    """Looks at all cards: finds the state the referee asks about, and tries its options in it."""

    def __init__(self, program: Program, seat: int) -> None:
        self.thinker = Thinker(program)

    def choose(self, decision: Decision) -> Choice:
        state = inspect.getclosurevars(decision._after).nonlocals["state"]
        best = self.thinker.glance([state.values], len(decision.options), 200, 1).best
        return decision.options[best]


def noticed(sits: Maker) -> bool:
    """Whether a player is found out in a few questions of a game."""
    program = program_of("newberry_euchre")
    found = twins(program, 2, (2, 3, 5, 7, 8, 10, 12), 7)
    return not all(one.same(sits(program, one.decisions()[0].player)) for one in found)


def test_who_looks_at_all_cards_is_noticed() -> None:
    assert noticed(Peeking)


@pytest.mark.parametrize("who", ["sound", "random"])
def test_a_deal_imagined_with_the_real_cards_is_noticed(who: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "exchanged_for", lambda program, values, view, dice: values.copy())
    assert noticed(maker(who)) is (who == "sound")


def test_a_record_that_tells_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """`think` looks at nothing but the record of what was seen: here it tells every card."""

    class Indiscreet(Player):
        def __init__(self, program: Program, seat: int) -> None:
            self.thinks = maker("think:worlds=3:playouts=200:nodes=0")(program, seat)

        def choose(self, decision: Decision) -> Choice:
            history = inspect.getclosurevars(decision._seen).nonlocals["history"]
            for draw in history.draws:
                draw.seats = -1
            return self.thinks.choose(decision)

    assert noticed(Indiscreet)
