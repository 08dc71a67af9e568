"""What players are given and how they choose, in a small game of tricks: imagined deals, tricks by name, what was not
seen, and players whose thinker or net is replaced.
"""

from __future__ import annotations

import re
from array import array
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.interpreter.engine import Dice, Engine, State
from hoyle.interpreter.engine.sets import bits
from hoyle.interpreter.errors import GameError
from hoyle.interpreter.game import LegalChoice
from hoyle.interpreter.learning import budget
from hoyle.interpreter.players import learned, registry, think
from hoyle.interpreter.players.learned import LearnedPlayer, unsure_of
from hoyle.interpreter.players.named import NamedPlayer, Turn
from hoyle.interpreter.players.player import Decision, decision_of, options_of
from hoyle.interpreter.players.sampling import card_slots, exchanged_for, imagined_slots
from hoyle.interpreter.players.think import ThinkPlayer
from hoyle.interpreter.program import OVER, PC, RNG, Program
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search.history import History

from ...small_tricks import program_of, small_tricks

PLAY = """
        for p in players
            p chooses
                "look at {c}" for c in p.hand
                    show c to p
"""


@pytest.fixture(scope="module")
def program() -> Program:
    return program_of(small_tricks(play=PLAY))


class Sitting:
    """A game by the engine with its record."""

    def __init__(self, program: Program, seed: int) -> None:
        self.program, self.engine, self.history = program, Engine(program), History(program)
        self.dice = Dice(seed)
        self.state = self.engine.start(seed=seed, listener=self.history.hear)

    @property
    def over(self) -> bool:
        return self.state.values[PC] <= OVER  # type: ignore[operator]

    def decision(self, **given: Any) -> Decision:
        self.history.asked(self.state.values)
        return decision_of(self.engine, self.state, self.dice, history=self.history, **given)

    def take(self, choice: Choice) -> None:
        self.state = self.engine.apply(self.state, choice, listener=self.history.hear)


def zones_of(program: Program, values: Any) -> dict[tuple[str, int], set[int]]:
    """The cards of each zone."""
    return {
        (zone.name, owner): set(held if isinstance(held, tuple) else bits(held))
        for zone in program.zones
        for owner, held in enumerate(values[zone.base : zone.base + zone.count])
    }


def test_an_imagined_deal_looks_the_same_and_has_any_card_where_one_is_hidden(program: Program) -> None:
    sitting = Sitting(program, 4)
    values, seat = sitting.state.values, sitting.decision().player
    view, before = sitting.engine.view(sitting.state, seat), zones_of(program, values)
    known = before["hand", seat] | before["floor", 0]
    hidden = [card for card in range(12) if card not in known]
    seen: dict[tuple[str, int], set[int]] = {}
    for seed in range(40):
        made = imagined_slots(program, values, view, Dice(seed))
        after = zones_of(program, made)
        assert sum(map(len, after.values())) == 12
        assert {key: len(cards) for key, cards in after.items()} == {key: len(cards) for key, cards in before.items()}
        assert (after["hand", seat], after["floor", 0]) == (before["hand", seat], before["floor", 0])
        assert sitting.engine.view(State(made), seat) == view
        dice = Dice(seed)  # one throw for each hidden card but the first, and two for the cards to come
        for i in range(len(hidden) - 1, 0, -1):
            dice.below(i + 1)
        assert made[RNG] == dice.below(1 << 32) << 32 | dice.below(1 << 32)
        for key, cards in after.items():
            seen.setdefault(key, set()).update(cards)
    for owner in range(4):
        assert seen["hand", owner] == (before["hand", seat] if owner == seat else set(hidden))
    assert values == sitting.state.values, "the state itself is as it was"


def test_a_card_that_was_named_changes_with_the_card_where_it_lies(program: Program) -> None:
    sitting = Sitting(program, 2)
    while len(sitting.program.asks[~int(sitting.state.values[PC])].alternatives) > 1:  # type: ignore[arg-type]
        decision = sitting.decision()
        sitting.take(decision.options[1])
    first = sitting.decision()
    sitting.take(first.options[0])
    named = first.options[0].values[0]
    second = sitting.decision()
    values = sitting.state.values
    slots = [slot for slot, several in card_slots(program) if not several and values[slot] == named]
    assert slots
    assert card_slots(program) == sorted(card_slots(program))
    found = set[int]()
    for seed in range(30):
        made = exchanged_for(program, values, second.view, Dice(seed))
        hand = zones_of(program, made)["hand", first.player]
        assert made[RNG] == imagined_slots(program, values, second.view, Dice(seed))[RNG]
        for slot in slots:
            card: Any = made[slot]
            assert card in hand
            found.add(card)
    seen = {card for zone in second.view.zones for card in zone.cards}
    assert found == set(range(12)) - seen, "any card that is hidden may have been named"


class Watching(NamedPlayer):
    """Keeps its turns and takes the first choice."""

    remembers = True

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.turns: list[Turn] = []
        self.gives: Any = None

    def answer(self, turn: Turn) -> LegalChoice:
        self.turns.append(turn)
        return turn.choices[0] if self.gives is None else self.gives


def test_tricks_and_unseen_cards_by_name() -> None:
    """Four players play two tricks with open hands, as it were: the test follows every card itself."""
    program = program_of(small_tricks())
    sitting, player = Sitting(program, 6), Watching(program)
    words = player._values.words
    plays: list[tuple[str, str]] = []
    shown = 0
    while not sitting.over and shown < 8:
        decision = sitting.decision()
        on_floor = zones_of(program, sitting.state.values)["floor", 0]
        if len(decision.options) > 1 or decision.trick is not None:
            choice = player.choose(decision)
            turn = player.turns[-1]
            if decision.trick is not None:
                shown += 1
                tricks = turn.tricks
                assert [(who, str(card)) for trick in tricks for who, card in trick.plays] == plays
                assert [trick.winner is None for trick in tricks] == [False] * (len(plays) // 4) + [True]
                seen = {card for _, card in plays} | {words.card(card) for card in on_floor}
                hands = zones_of(program, sitting.state.values)["hand", decision.player]
                mine = {words.card(card) for card in hands}
                assert {str(card) for card in turn.unseen} == {words.card(c) for c in range(12)} - seen - mine - {
                    card for who, card in plays if who == turn.player
                }
                plays.append((turn.player, words.card(choice.values[0])))
            else:
                assert turn.tricks == ()
        else:
            choice = decision.options[0]
        sitting.take(choice)
    assert shown == 8


def test_the_winner_of_a_trick_leads_the_next() -> None:
    program = program_of(small_tricks())
    sitting, player = Sitting(program, 9), Watching(program)
    while True:
        decision = sitting.decision()
        choice = player.choose(decision)
        turn = player.turns[-1]
        if decision.trick is not None and len(turn.tricks) == 2:
            break
        sitting.take(choice)
    assert turn.tricks[0].winner == turn.player
    assert turn.tricks[1].plays == ()


def test_what_is_no_choice_and_what_was_not_kept_is_refused(program: Program) -> None:
    sitting, player = Sitting(program, 6), Watching(program)
    decision = sitting.decision()
    player.gives = "pass"
    with pytest.raises(GameError, match=r"`answer` gave 'pass', not one of `turn.choices`"):
        player.choose(decision)
    player.gives = None
    player.choose(replace(decision, _heard=lambda: None))
    with pytest.raises(GameError, match="no record of the deal is kept: write `remembers = True`"):
        _ = player.turns[-1].heard


# ------------------------------------------------------------------------------------------------------------ decisions


def test_a_decision_has_the_trick_and_whoever_is_still_to_play() -> None:
    program = program_of(small_tricks())
    sitting = Sitting(program, 3)
    while (decision := sitting.decision()).trick is None:
        assert decision.options == tuple(Choice(one[0], one[1:]) for one in options_of(sitting.engine, sitting.state))
        sitting.take(decision.options[2] if len(decision.options) > 2 else decision.options[0])
    trumps = int(program.variables[0].name == "trump")
    assert trumps == 1
    leader = decision.player
    for played in range(4):
        decision = sitting.decision()
        trick = decision.trick
        assert trick is not None
        assert trick.left == tuple((leader + i) % 4 for i in range(played, 4))
        assert (trick.winning == -2, trick.best == -1) == (played == 0, played == 0)
        assert trick.at == decision.view.variables[0][0] + 1
        sitting.take(decision.options[0])
    with pytest.raises(GameError, match="the game is over"):
        decision_of(sitting.engine, State([OVER, *sitting.state.values[1:]]), Dice(1))


def test_what_follows_a_choice_is_seen_before_it_is_made(program: Program) -> None:
    sitting = Sitting(program, 3)
    decision = sitting.decision()
    for choice in decision.options:
        seen = decision.after(choice)
        assert seen is not None
        assert seen.variables[0] == ((choice.values[0],) if choice.values else (-1,))
        assert seen.player == decision.player
    assert decision.can_imagine
    assert not replace(decision, _imagined=None).can_imagine
    assert replace(decision, _imagined=None).imagined() is None
    one, other = decision.imagined(Dice(5)), decision.imagined(Dice(5))
    assert one == other == exchanged_for(program, sitting.state.values, decision.view, Dice(5))
    bare = decision_of(sitting.engine, sitting.state, Dice(1))
    assert (bare.seen(), bare.heard()) == (None, None)
    assert decision.heard() == sitting.history.heard_by(decision.player, sitting.state.values)


# -------------------------------------------------------------------------------------------------- players of all kinds


def test_who_thinks_asks_its_thinker_once(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = Sitting(program, 3)
    decision = replace(sitting.decision(), dice=Dice(8))
    number = Dice(8).below(1 << 32)
    player = ThinkPlayer(program, decision.player, think.budget_of("playouts=50"))
    monkeypatch.setattr(think, "thinker_of", lambda _: None)
    assert player.choose(decision) == decision.options[number % len(decision.options)]
    asked: list[Any] = []
    nets: list[bool] = []

    class Thinking:
        def think(self, *given: Any, by_net: bool) -> Any:
            asked.append(given)
            nets.append(by_net)
            return SimpleNamespace(best=2)

    monkeypatch.setattr(think, "thinker_of", lambda _: Thinking())
    assert player.choose(replace(decision, dice=Dice(8))) == decision.options[2]
    (seen, options, budget, drawn, other, expected) = asked[0]
    assert (options, budget, drawn, expected) == (len(decision.options), player.budget, number, ())
    assert seen == decision.seen()
    assert len(other()) == len(program.initial)
    player.choose(replace(decision, dice=Dice(8), _imagined=None))
    assert asked[1][-2:] == (None, ())
    net = SimpleNamespace(
        expected=lambda one: [len(one.options) / 2] * len(one.options),
        weights=SimpleNamespace(head=SimpleNamespace(counted=(10, 100))),
    )
    monkeypatch.setattr(think, "net_of", lambda _: net)
    player.choose(replace(decision, dice=Dice(8)))
    assert asked[2][-1] == [len(decision.options) / 2] * len(decision.options), "what was learned counts, too"
    player.choose(replace(decision, dice=Dice(8), _imagined=None))
    assert asked[3][-1] == (), "a net looks at an imagined state"
    ThinkPlayer(program, decision.player, think.budget_of("learned=0")).choose(replace(decision, dice=Dice(8)))
    assert asked[4][-1] == ()
    assert [one[2].learned for one in asked] == [30, 30, 3_000, 30, 0], "it counts as its weights say"
    counting = ThinkPlayer(program, decision.player, think.budget_of("learned=7"), (2, 3))
    for ask, rules in enumerate(program.asks):
        counting.choose(replace(decision, dice=Dice(8), ask=ask))
        assert asked[-1][2] == replace(counting.budget, learned=21 if rules.trick is None else 14)
    assert [rules.trick is None for rules in program.asks] == [True, True, False]
    assert nets == [False, False, True, False, False, True, True, False], "playouts go on by a net that was asked"
    ThinkPlayer(program, decision.player, think.budget_of("net=0")).choose(replace(decision, dice=Dice(8)))
    assert not nets[-1]
    unseen = replace(decision, dice=Dice(8), _seen=lambda: None)
    assert player.choose(unseen) == decision.options[number % len(decision.options)]
    assert player.thought is not None
    assert player.thought.best == 2


def test_a_thinker_is_made_once_for_each_program(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    from hoyle.interpreter.search import thinker as searching

    made: list[Program] = []

    class Made:
        def __init__(self, one: Program) -> None:
            if fails:
                raise ImportError
            made.append(one)

    monkeypatch.setattr(searching, "Thinker", Made)
    monkeypatch.setattr(think, "_known", think._CompiledThinkers())
    fails = False
    first = think.thinker_of(program)
    assert think.thinker_of(program) is first
    others = [replace(program, title=name) for name in ("one", "two")]
    for other in others:
        assert think.thinker_of(other) is not first
    assert think.thinker_of(program) is not first, "only two are kept"
    assert [one.title for one in made] == ["Small Tricks", "one", "two", "Small Tricks"]
    fails = True
    assert think.thinker_of(replace(program, title="three")) is None
    lent: Any = object()
    think.lend(program, lent)
    assert think.thinker_of(replace(program, title="four")) is None


def test_parts_of_a_budget() -> None:
    usual = think.budget_of("")
    assert think.budget_of("worlds=9").worlds == 9
    assert think.budget_of("worlds=9").playouts == usual.playouts
    assert think.budget_of("quick") != usual
    found = think.budget_of("playouts=70")
    assert (found.playouts, found.each) == (70, 0)
    timed = think.budget_of("ms=30")
    assert (timed.milliseconds, timed.worlds, timed.playouts, timed.nodes) == (30, 64, 30_000, 30_000)
    assert think.budget_of("ms=30:worlds=5").worlds == 5
    for text, why in (
        ("x=1", "`x` is no knob of `think`; there are quick, deep, worlds, playouts, ms"),
        ("worlds=0", "`worlds` of `think` takes a whole number from 1 on, not `0`"),
        ("nodes=-1", "`nodes` of `think` takes a whole number from 0 on, not `-1`"),
        ("worlds=1000000001", "not `1000000001`"), ("worlds=²", "not `²`"), ("worlds", "not ``"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=re.escape(why)):
            think.budget_of(text)
    assert think.budget_of("nodes=0").nodes == 0
    assert think.budget_of("worlds=1000000000").worlds == 1_000_000_000


def test_a_learned_player_takes_what_its_net_expects_most_of(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = Sitting(program, 3)
    decision = replace(sitting.decision(), dice=Dice(8))
    weights: Any = object()
    player = LearnedPlayer(program, decision.player, weights)
    asked: list[Any] = []
    monkeypatch.setattr(learned, "machine_of", lambda *given: asked.append(given))
    assert player.choose(decision) == decision.options[Dice(8).below(len(decision.options))]
    assert asked == [(program, weights)]

    class Machine:
        learned = SimpleNamespace(memory=SimpleNamespace(size=5))

        def put(self, state: Any) -> None:
            asked.append(("put", state))

        def remember(self, content: bytes) -> None:
            asked.append(("remember", content))

        def values(self, options: int) -> list[float]:
            return [0.5, -1.0, 2.0, 2.0, 1.0][:options]

        def mixing(self) -> float:
            return 0.0

        def mark(self, state: Any, content: bytes) -> int:
            return 7 if (state, content) == (decision.imagined(Dice(0)), b"kept") else 0

    monkeypatch.setattr(learned, "machine_of", lambda *given: Machine())
    kept = replace(decision, _remembered=lambda _: b"kept")
    assert player.choose(kept) == decision.options[2]
    assert asked[1:] == [("put", decision.imagined(Dice(0))), ("remember", b"kept")]
    player.choose(replace(decision, _remembered=lambda _: None))
    assert asked[-1] == ("remember", bytes(5))
    for marks, number in (([], 2), ([3, 6], 2), ([7], 3), ([7, 5, 7], 0)):
        again = replace(kept, options=decision.options[:4], _marks=lambda _, mark, marks=marks: marks)
        assert player.choose(again) == again.options[number]


def test_who_is_unsure_adds_a_share_of_the_mixing_to_each_value() -> None:
    assert unsure_of([1.0, 2.0], 0.0, Dice(1)) == [1.0, 2.0]
    dice, values = Dice(5), [0.25, -1.0, 0.5]
    wanted = [value + 0.5 * dice.below(65_536) / 65_536 for value in values]
    assert unsure_of(values, 0.5, Dice(5)) == pytest.approx(wanted, abs=1e-6)
    assert unsure_of(values, 0.5, Dice(5)) == array("f", unsure_of(values, 0.5, Dice(5))).tolist()


def test_machines_with_nets_are_kept_for_a_program_and_its_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = (program_of(small_tricks(until=number)) for number in (4, 5))
    made: list[Any] = []

    class Weights:
        def net(self, blocks: Any) -> tuple[bytes, float]:
            return b"net", 1.0

    class Machine:
        def __init__(self, code: Any) -> None:
            self.learned = SimpleNamespace(features=SimpleNamespace(blocks=()))
            made.append(code)

        def put_net(self, content: bytes) -> None:
            assert content == b"net"

    monkeypatch.setattr(learned, "NetMachine", Machine)
    monkeypatch.setattr(learned, "code_of", lambda program: program)
    monkeypatch.setattr(learned, "known_weights", lambda _: Weights())
    monkeypatch.setattr(learned, "_loaded", learned._LoadedNets())
    weights: Any = Weights()
    first = learned.machine_of(one)
    assert learned.machine_of(one) is first
    assert learned.machine_of(one, weights) is not first
    assert learned.machine_of(other) is not first
    assert learned.machine_of(one, weights) is learned.machine_of(one, weights)
    assert made == [one, one, other]


def test_weights_that_nobody_has_are_learned_and_kept(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[Any] = []
    monkeypatch.setattr(learned, "find", lambda _: SimpleNamespace(weights="found"))
    assert learned.known_weights(program) == "found"
    monkeypatch.setattr(learned, "find", lambda _: SimpleNamespace(weights=None))
    monkeypatch.setattr(learned, "keep", lambda *given: kept.append(given))

    def lessons(one: Program, **given: float) -> Any:
        assert (one, given) == (program, {"choices": budget.FIRST_CHOICES, "seconds": 30.0, "workers": 2})
        return [None, SimpleNamespace(weights=lambda: "made")]

    monkeypatch.setattr(learned, "lessons", lessons)
    assert learned.known_weights(program) == "made"
    assert kept == [(program, "made")]


def test_players_by_their_names(program: Program) -> None:
    weights: Any = object()
    found = [make(program, 1) for make in registry.makers(["learned", "sound", "learned"], weights)]
    assert [isinstance(one, LearnedPlayer) for one in found] == [True, False, True]
    assert [one.given for one in found if isinstance(one, LearnedPlayer)] == [weights] * 2
    assert [one.program for one in found if isinstance(one, LearnedPlayer)] == [program] * 2
    (plain,) = registry.makers(["learned"])
    (random,) = registry.makers(["random"], weights)
    one = plain(program, 0)
    assert isinstance(one, LearnedPlayer)
    assert (one.program, one.given) == (program, None)
    assert not isinstance(random(program, 0), LearnedPlayer)
    names = ("random", "learned", "sound", "think", "think:quick", "think:worlds=3", "somebody", "somebody:quick")
    assert [registry.plays_inside(name) for name in names] == [True, True, *[False] * 6]
    assert [registry.plays_from_afar(name) for name in names] == [True, False, False, *[True] * 5]
    assert registry.strongest() == "think"
    assert [*registry.BUILT_IN] == ["random", "sound", "learned", "think", "think:quick", "think:deep"]
    with pytest.raises(registry.UnknownPlayer, match="there is no player `rndom`; did you mean `random`"):
        registry.maker("rndom")
    with pytest.raises(registry.UnknownPlayer, match="there is no player `xyz`; there are "):
        registry.maker("xyz")
    with pytest.raises(registry.UnknownPlayer, match="takes a whole number from 1 on"):
        registry.maker("think:worlds=0")
