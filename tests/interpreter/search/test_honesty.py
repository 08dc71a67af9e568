"""Honesty: exchange everything that a seat cannot know, and every player makes the same choice.

The other deal is a world (`Thinker.sample`), replayed by the other executor: other hidden cards, other secret choices
and other random numbers to come.  The seat has seen the same in both.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from hashlib import blake2b

import pytest
from sampled_world import world_of
from test_worlds import engine_of, faces, followed, program_of, questions, seat_of

from hoyle.dsl.loading import RULESETS
from hoyle.dsl.types import about_cards
from hoyle.interpreter.engine import Dice, State
from hoyle.interpreter.engine.sets import bits
from hoyle.interpreter.players import Decision, Maker, Player, decision_of, maker, player, registry
from hoyle.interpreter.players.sampling import exchanged_for
from hoyle.interpreter.players.think import ThinkPlayer
from hoyle.interpreter.program import RNG, Program
from hoyle.interpreter.records import (
    AnyRecord,
    Assigned,
    CardsCounted,
    Choice,
    Chosen,
    Drawn,
    Moved,
    Shown,
    Tucked,
)
from hoyle.interpreter.search import thinker as thinking
from hoyle.interpreter.search.history import History
from hoyle.interpreter.search.thinker import Budget, Thinker

ONE = Budget(worlds=1, chains=1, replays=500)


def thinking_with(trust: int) -> Maker:
    """A player that thinks for a short time."""
    budget = Budget(worlds=3, playouts=30, nodes=500, replays=500, trust=trust)
    return lambda program, seat: ThinkPlayer(program, seat, budget)


class Listening(Player):
    """Its choice depends on every word that it hears, and on nothing else."""

    remembers = True

    def choose(self, decision: Decision) -> Choice:
        heard = [shown(self.program, record) for record in decision.heard()]
        return decision.options[int(blake2b(repr(heard).encode()).hexdigest(), 16) % len(decision.options)]

    def __init__(self, program: Program) -> None:
        self.program = program


def shown(program: Program, record: AnyRecord) -> object:
    """A record with the faces of its cards: nobody can tell cards of one face apart."""
    match record:
        case Moved(cards) | Tucked(cards) | Shown(cards) | CardsCounted(cards):
            return replace(record, cards=sorted(program.deck[card] if card >= 0 else -1 for card in cards))
        case Chosen(player, ask, Choice(alternative, values)) if alternative >= 0:
            return player, ask, faces_heard(program, ask, alternative, values)
        case Drawn("card", purpose, value):
            return purpose, program.deck[value] if value >= 0 else -1
        case Assigned(variable, owner, _, value) if about_cards(program.variables[variable].type):
            return variable, owner, value.bit_count()
        case _:
            return record


def faces_heard(program: Program, ask: int, alternative: int, values: tuple[int, ...]) -> object:
    """The values of a choice, cards by their faces."""
    found: list[object] = []
    for bound, value in zip(program.asks[ask].alternatives[alternative].bound, values, strict=True):
        if bound.type.kind == "card":
            found.append(program.deck[value] if value >= 0 else value)
        elif bound.type.holds_cards:
            found.append(sorted(program.deck[card] for card in bits(value)))
        else:
            found.append(value)
    return found


PLAYERS = {
    "listening": lambda program, seat: Listening(program),
    "random": maker("random"),
    "sound": maker("sound"),
    "learned": maker("learned"),
    "think": thinking_with(0),
    "think:trust=500": thinking_with(500),
}
GAMES = sorted(path.stem for path in RULESETS.glob("*.hoyle"))


@pytest.fixture(autouse=True)
def taught_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reduce the learning of the cheap model and the search for worlds: the tests need neither a strong model nor rare
    worlds.
    """
    monkeypatch.setattr(thinking, "_LESSONS", 1)
    monkeypatch.setattr(thinking, "_LESSON", 2_000)
    monkeypatch.setattr(thinking, "REPLAYS_AT_ONCE", 500)


@dataclass
class Twins:
    """A question, and another one that looks the same to the seat that must choose."""

    program: Program
    real: tuple[History, State]
    other: tuple[History, State]

    @property
    def differ(self) -> bool:
        """Return whether anything hidden from the seat differs, apart from random numbers to come."""
        real, other = (state.values.copy() for _, state in (self.real, self.other))
        real[RNG] = other[RNG]
        return real != other

    def decisions(self) -> tuple[Decision, Decision]:
        """Both questions as the player gets them, with the same random numbers."""
        engine = engine_of(self.program)
        real, other = (
            decision_of(engine, state, Dice(5, 1), history=history) for history, state in (self.real, self.other)
        )
        return real, other

    def same(self, sits: Player) -> bool:
        """Return whether a player makes the same choice in both."""
        chosen: list[tuple[object, ...]] = []
        for decision in self.decisions():
            sits.begin()
            choice = sits.choose(decision)
            chosen.append(faces(self.program, decision.ask, (choice.alternative, *choice.values)))
        return chosen[0] == chosen[1]


def twins(program: Program, seed: int, numbers: tuple[int, ...], most: int = 2) -> Iterator[Twins]:
    """Yield at most `most` questions of a random game, from those with the given numbers, each with one that looks the
    same.
    """
    thinker = Thinker(program)
    for number, (history, state, options) in enumerate(questions(program, seed, max(numbers) + 1)):
        if most and number in numbers:
            kept = deepcopy(history, {id(program): program})  # the game continues and changes the history
            found = twin(thinker, kept, state, options)
            if found is not None:
                most -= 1
                yield found


def twin(thinker: Thinker, history: History, state: State, options: int) -> Twins | None:
    """A question that looks the same as a given one, or None if there is no other.

    If no world is found quickly, players use the view alone.  Then only hidden cards in the view are exchanged.
    """
    program, seen = thinker.program, history.seen_by(seat_of(state), state.values)
    for seed in range(4):
        if not thinker.prepare(seen, options, ONE) or not thinker.sample(seen, ONE, seed)[0]:
            seat = seen.seat
            table = State(exchanged_for(program, state.values, engine_of(program).view(state, seat), Dice(3)))
            return Twins(program, (history, state), (history, table))
        other, reached = followed(program, seen, *world_of(thinker, seen)[:2])
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
def test_hidden_information_does_not_change_a_choice(name: str) -> None:
    program = program_of(name)
    found = list(twins(program, 4, (1, 5, 6, 9)))
    assert any(one.differ for one in found), "a case that shows nothing"
    for one in found:
        real, other = one.decisions()
        if len(program.deck) == len(program.faces):
            assert (real.view, real.options, real.trick) == (other.view, other.options, other.trick)
        for who, make in PLAYERS.items():
            assert one.same(make(program, real.player)), who


def test_all_players_are_tested() -> None:
    assert {name.partition(":")[0] for name in (*registry.BUILT_IN, "listening")} == {
        name.partition(":")[0] for name in PLAYERS
    }


class Peeking(Player):
    """A dishonest player: it looks up the real state of the question and tries its options there."""

    def __init__(self, program: Program, seat: int) -> None:
        self.thinker = Thinker(program)

    def choose(self, decision: Decision) -> Choice:
        state = inspect.getclosurevars(decision._after).nonlocals["state"]
        best = self.thinker.glance([state.values], len(decision.options), 200, 1).best
        return decision.options[best]


def noticed(sits: Maker) -> bool:
    """Return whether the test detects a dishonest player in a few questions of a game."""
    program = program_of("newberry_euchre")
    found = twins(program, 2, (2, 3, 5, 7, 8, 10, 12), 7)
    return not all(one.same(sits(program, one.decisions()[0].player)) for one in found)


def test_a_player_that_looks_at_all_cards_is_detected() -> None:
    assert noticed(Peeking)


@pytest.mark.parametrize("who", ["sound", "random"])
def test_an_imagined_deal_with_the_real_cards_is_detected(who: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "exchanged_for", lambda program, values, view, dice: values.copy())
    assert noticed(maker(who)) is (who == "sound")


def test_a_history_with_hidden_cards_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """`think` uses only the history of what the seat has seen.  Here the history contains every card."""

    class Indiscreet(Player):
        def __init__(self, program: Program, seat: int) -> None:
            self.thinks = maker("think:worlds=3:playouts=200:nodes=0")(program, seat)

        def choose(self, decision: Decision) -> Choice:
            history = inspect.getclosurevars(decision._seen).nonlocals["history"]
            for draw in history.draws:
                draw.seats = -1
            return self.thinks.choose(decision)

    assert noticed(Indiscreet)
