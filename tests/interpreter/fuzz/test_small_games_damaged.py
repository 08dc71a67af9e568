"""Positions of small games that are damaged, what notices it, and the parts of random games."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.source.identity import Exactly
from hoyle.interpreter.engine import Dice, Engine, State
from hoyle.interpreter.fuzz import invariants as held
from hoyle.interpreter.fuzz.coverage import Coverage, live_rules, universe
from hoyle.interpreter.fuzz.draws import ChanceOutcome, Echo, draws_of
from hoyle.interpreter.fuzz.exchange import exchanged, hidden_cards
from hoyle.interpreter.fuzz.ground import Ground, zone_slots
from hoyle.interpreter.fuzz.invariants import INVARIANTS
from hoyle.interpreter.fuzz.module import MODULE
from hoyle.interpreter.fuzz.strategies import STRATEGIES, Strategy
from hoyle.interpreter.fuzz.trace import play, trace_of
from hoyle.interpreter.fuzz.watched import WatchedGame
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import PC, RNG
from hoyle.interpreter.records import Where

from ...small_constructs import construct_game
from ...small_rules import game_of
from .conftest import PINCH
from .test_small_games import kept

GOLDEN = Path(__file__).with_name("golden")


# --------------------------------------------------------------------------------------------------- what must be noticed


def watched(name: str, choices: int, seed: int = 4, *, module: bool = False) -> WatchedGame:
    """A game after so many choices: always the last option."""
    ground = Ground(lower(construct_game(name), noted=True))
    game = WatchedGame(ground, (*INVARIANTS, *MODULE) if module else INVARIANTS, Dice(1))
    assert game.start(seed=seed) is None
    for _ in range(choices):
        assert game.question is not None
        assert game.take([*game.question.choices()][-1]) is None
    return game


def damaged(game: WatchedGame, slot: int, value: object) -> WatchedGame:
    """The same game with another value in a slot of its state."""
    values = game.state.values.copy()
    values[slot] = value  # type: ignore[call-overload]
    game.state = State(values)
    game.question = game.engine.question(game.state)
    return game


def slot_of(game: WatchedGame, name: str, owner: int = 0) -> int:
    """The slot of a zone or a variable."""
    infos = (*game.program.zones, *game.program.variables)
    return next(info.base for info in infos if info.name == name) + owner


def test_a_card_in_two_places_or_in_none_is_noticed() -> None:
    game = watched("tricks", 1)
    assert held.cards(game) is None
    hand = slot_of(game, "hand")
    cards = game.state.values[hand]
    assert isinstance(cards, int)
    missing = damaged(watched("tricks", 1), hand, cards & cards - 1)
    assert str(held.cards(missing)).endswith(" lies nowhere")
    assert "holds" in str(held.moves(missing))
    other = game.state.values[hand + 1]
    assert isinstance(other, int)
    twice = damaged(watched("tricks", 1), hand, cards | other & -other)
    assert str(held.cards(twice)).endswith(" lies in two places")


def test_cards_that_lie_otherwise_than_the_records_say_are_noticed() -> None:
    game = watched("tricks", 2)
    assert held.moves(game) is None
    trick = slot_of(game, "trick")
    lying = game.state.values[trick]
    assert isinstance(lying, tuple)
    assert len(lying) == 2
    turned = damaged(game, trick, lying[::-1])
    assert (
        held.moves(turned)
        == f"trick holds {game.engine.words.cards(lying[::-1])}, the records say {game.engine.words.cards(lying)}"
    )
    hands = watched("tricks", 2)
    at = slot_of(hands, "hand")
    one, other = hands.state.values[at], hands.state.values[at + 1]
    damaged(hands, at, other)
    damaged(hands, at + 1, one)
    assert held.cards(hands) is None
    assert str(held.moves(hands)).startswith("hand of A holds ")


@pytest.mark.parametrize(
    ("name", "variable", "owner"), [("tricks", "points", 1), ("tricks", "trump", 0), ("flow", "turn", 0)]
)
def test_a_variable_that_changed_without_a_record_is_noticed(name: str, variable: str, owner: int) -> None:
    game = watched(name, 2)
    assert held.remembered(game) is None
    slot = slot_of(game, variable, owner)
    before = game.state.values[slot]
    after = 2 if before != 2 else 1
    assert held.remembered(damaged(game, slot, after)) == f"`{variable}` is {after}, the records say {before}"


def test_a_state_that_cannot_be_kept_is_noticed() -> None:
    game = watched("tricks", 2)
    assert held.saved(game) is None
    assert game.read_back == game.state
    assert game.read_back is not game.state
    wrong = damaged(game, slot_of(game, "points"), 1 << 40)
    assert str(held.saved(wrong)).startswith("the state cannot be read back from JSON: ")


def test_a_game_that_goes_otherwise_the_second_time_is_noticed() -> None:
    game = watched("choices", 0, seed=2)
    while game.question is not None:
        assert game.take([*game.question.choices()][-1]) is None
    assert held.same(game) is None
    game.records.append(game.records[-1])
    assert str(held.same(game)).startswith("('the same choices made the game go otherwise the second time'")
    game.records.pop()
    damaged(game, RNG, 5)
    assert held.same(game) is not None


@pytest.mark.parametrize("name", ["choices", "tricks", "alike"])
def test_exchanged_cards_are_those_that_a_player_cannot_know(name: str) -> None:
    game = watched(name, 1)
    program, values = game.program, game.state.values
    for player in range(-1, program.players):
        hidden = set(hidden_cards(program, values, player))
        other = exchanged(program, values, player, Dice(3))
        assert other is not None
        assert game.engine.view(other, player) == game.engine.view(game.state, player)
        moved = set[int]()
        for _, slot in zone_slots(program):
            one, two = (cards_of(state.values[slot]) for state in (game.state, other))
            assert len(one) == len(two)
            moved |= {card for card, new in zip(one, two, strict=True) if card != new}
        assert moved <= hidden
        assert sorted(card for _, slot in zone_slots(program) for card in cards_of(other.values[slot])) == [
            *range(len(program.deck))
        ]
        own = slot_of(game, "hand", max(player, 0))
        assert (player < 0) or other.values[own] == values[own]


def cards_of(content: int | tuple[int, ...]) -> list[int]:
    """The cards in a slot, ascending."""
    return sorted(content) if isinstance(content, tuple) else [card for card in range(200) if content >> card & 1]


@pytest.mark.parametrize("name", ["choices", "flow", "tricks"])
def test_a_module_in_another_state_is_noticed(name: str) -> None:
    game = watched(name, 2, module=True)
    (invariant,) = MODULE
    assert invariant.check(game) is None
    slot = slot_of(game, "points", 1)
    value = game.state.values[slot]
    assert isinstance(value, int)
    put = game.ground.machine.put
    asked = game.ground.machine.ask

    def elsewhere(values: list[object]) -> None:
        put([*values[:slot], value + 1, *values[slot + 1 :]])  # type: ignore[list-item]

    game.ground.machine.put = elsewhere  # type: ignore[method-assign]
    try:
        found = invariant.check(game)
    finally:
        del game.ground.machine.put
    assert f"`points` is {value + 1} in the module, {value} in the engine" in str(found)
    assert game.ground.machine.ask == asked


# ------------------------------------------------------------------------------------------------------------ the parts


def test_chance_gives_again_what_it_gave() -> None:
    hand, pile = Where(2, 0), Where(0, -1)
    echo = Echo((ChanceOutcome("", hand, 4), ChanceOutcome("dealer", None, 2), ChanceOutcome("", hand, 5)))
    assert echo.card(pile, Where(2, 1), (4, 5)) is None
    assert echo.card(pile, hand, (5, 6)) == 5
    assert echo.player("leader", (0, 1, 2)) is None
    assert echo.player("dealer", (0, 1)) is None
    assert echo.player("dealer", (0, 1, 2)) == 2
    assert echo.player("dealer", (0, 1, 2)) is None
    assert echo.card(pile, hand, (4,)) == 4
    assert echo.left == []


@pytest.mark.parametrize("name", ["choices", "flow", "alike"])
def test_what_chance_decided_is_read_from_the_records(name: str) -> None:
    game = watched(name, 2)
    drawn = draws_of(game.records)
    assert draws_of(game.records, len(game.records)) == []
    kept(f"{name}_draws", [f"{one.purpose!r} {one.target} {one.value}" for one in drawn])
    trace = trace_of(game.program, game.steps)
    broken, again = play(game.ground, trace, INVARIANTS, 9)
    assert broken is None
    assert again.model.zones == game.model.zones
    assert again.model.variables == game.model.variables


@pytest.mark.parametrize("strategy", sorted({*STRATEGIES}))
def test_what_each_kind_of_player_chooses(strategy: str) -> None:
    engine = Engine(lower(construct_game("choices")))
    found: list[str] = []
    for seed in range(4):
        player, state = Strategy(Dice(seed), strategy), engine.start(seed=seed)
        for _ in range(6):
            question = engine.question(state)
            if question is None:
                break
            choice = player.choose(question)
            assert question.legal(choice)
            found.append(engine.words.label(question.alternatives[choice.alternative], choice.values))
            state = engine.apply(state, choice)
    kept(f"players_{strategy}", found)


@pytest.mark.parametrize("name", ["values", "tricks", "alike"])
def test_what_can_fire_and_what_is_part_of_a_program(name: str) -> None:
    game = construct_game(name)
    ground = Ground(lower(game, noted=True))
    live = live_rules(ground.program)
    lines = [f"{one.kind} {one.span.line} {one.text} {one.key in live}" for one in universe(game)]
    coverage = Coverage(ground)
    assert coverage.harvest() == {}
    state = ground.engine.start(seed=1, listener=lambda *_: None)
    coverage.ended(state)
    counts = coverage.harvest()
    assert counts.keys() <= {one.key for one in universe(game)} | live
    lines += [f"{kind} {start} {times}" for (kind, _, start), times in sorted(counts.items())]
    assert coverage.harvest() == {}
    kept(f"{name}_rules", lines)
    assert isinstance(state.values[PC], int)
    assert Exactly(game) == Exactly(game)


def test_the_rules_of_a_small_game_are_read_once() -> None:
    game = game_of(PINCH)
    assert [one.text for one in universe(game) if one.kind == "row"] == [
        "always -> add 1 to points of each player", "bidder is none -> nothing",
        "bidder is not none and bidder.tricks = 0 -> subtract pay from bidder.points",
        "bidder is not none and bidder.tricks > 0 -> add 1 to bidder.points",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("read", "again", "found"),
    [
        ("same", "same", None),
        ("same", "other", "the state read back from JSON is another one"),
        ("other", "same", "the state read back from JSON is another one"),
        ("unread", "same", "the state cannot be read back from JSON: no such card"),
    ],
)
def test_a_state_must_be_read_back_as_it_was_and_written_the_same_again(
    read: str, again: str, found: str | None
) -> None:
    game = watched("flow", 1)
    written, real = [0], game.engine
    other = State([*game.state.values[:-1], 77])

    class Engine:
        def to_json(self, state: State) -> dict[str, object]:
            written[0] += 1
            return {"number": written[0] if again == "other" else 1}

        def from_json(self, data: object) -> State:
            if read == "unread":
                raise ValueError("no such card")
            assert data == {"number": 1}
            return State([*game.state.values]) if read == "same" else other

    class Game:
        engine, state, read_back = Engine(), game.state, None

    tested = Game()
    assert held.saved(tested) == found  # type: ignore[arg-type]
    assert (tested.read_back == game.state) is (found is None)
    assert held.saved(game) is None
    assert game.engine is real
