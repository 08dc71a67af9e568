"""Traces, what records must fit, and how a failure is made smaller, in a very small game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hoyle.dsl.types import Type
from hoyle.interpreter.engine import Dice
from hoyle.interpreter.fuzz import shrink
from hoyle.interpreter.fuzz.exchange import hidden_cards
from hoyle.interpreter.fuzz.ground import Ground
from hoyle.interpreter.fuzz.invariants import INVARIANTS
from hoyle.interpreter.fuzz.model import cards_in
from hoyle.interpreter.fuzz.shrink import FoundFailure, Shrinker
from hoyle.interpreter.fuzz.trace import TracedChoice, TracedDraw, choices, deals, play, trace_of
from hoyle.interpreter.fuzz.watched import WatchedGame
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.records import Assigned, Choice, Moved, Shown, Shuffled, Tucked, Where

from ...small_rules import game_of, small_rules

RULES = small_rules(
    players="2..4 = 2",
    head="option pay: 1..9 = 2\noption wild: yes or no = no",
    cards="2",
    act="add pay to p.points",
    answers='            "pass"\n                nothing',
    tables="always highest points < 100\n",
)
BROKEN = RULES.replace("highest points < 100", "highest points < 1")


def watched(text: str = RULES, players: int = 3, seed: int = 4, **options: object) -> WatchedGame:
    program = lower(game_of(text), options, players)  # type: ignore[arg-type]
    game = WatchedGame(Ground(program), INVARIANTS, Dice(1))
    assert game.start(seed=seed) is None
    return game


def on(game: WatchedGame, *alternatives: int) -> WatchedGame:
    """The game after choices: the first option of each of these answers."""
    for alternative in alternatives:
        assert game.question is not None
        choice = next(one for one in game.question.choices() if one.alternative == alternative)
        if game.take(choice) is not None:
            break
    return game


def test_a_trace_names_draws_and_choices_and_gives_the_game_back() -> None:
    game = on(watched(), 0, 1, 0)
    assert game.question is None
    trace = trace_of(game.program, game.steps)
    assert [type(event) for event in trace] == [TracedDraw, *[TracedChoice] * 3]
    assert choices(trace) == 3
    first = trace[0]
    assert isinstance(first, TracedDraw)
    assert sorted(draw[1:3] for draw in first.draws) == [("hand", owner) for owner in (0, 0, 1, 1, 2, 2)]
    broken, again = play(game.ground, trace, INVARIANTS, len(trace))
    assert broken is None
    assert trace_of(again.program, again.steps) == trace
    # without a choice, the next player makes those that can still be made
    _, less = play(game.ground, (trace[0], *trace[2:]), INVARIANTS, len(trace))
    kept = trace_of(less.program, less.steps)
    assert kept[1] == trace[2]
    assert choices(kept) == 1, "the third card is in no other hand"
    # without draws, the cards come as they lie
    _, plain = play(game.ground, trace[2:3], INVARIANTS, len(trace))
    drawn = trace_of(plain.program, plain.steps)[0]
    assert isinstance(drawn, TracedDraw)
    assert [draw[3] for draw in drawn.draws] == [0, 1, 2, 3, 4, 5]
    _, none = play(game.ground, trace, INVARIANTS, 1)
    assert len(none.steps) == 2


def test_more_than_three_draws_at_once_are_a_deal() -> None:
    draw = ("", "hand", 0, 1)
    deal, few, choice = TracedDraw((draw,) * 4), TracedDraw((draw,) * 3), TracedChoice(("x", 1), ())
    trace = (deal, choice, few, choice, deal, choice)
    assert list(deals(trace)) == [(0, 4), (4, 6)]
    assert list(deals((few, choice))) == []
    assert choices(trace) == 3


def test_records_that_do_not_fit_those_before_are_noticed() -> None:
    game = watched()
    model, hand, pile = game.model, Where(1, 0), Where(2, -1)
    card = model.zones[hand][0]
    assert model.hear(Moved((card,), hand, pile)) is None
    assert (model.zones[pile], card in model.zones[hand]) == ([card], False)
    assert model.hear(Moved((card,), hand, pile)) == (f"a record moves card {card} out of a zone where it does not lie")
    other = model.zones[hand][0]
    assert model.hear(Moved((other,), hand, pile)) is None
    assert model.hear(Tucked((99,), pile, 0)) == "a record tucks cards under a pile in which they do not lie"
    assert model.hear(Tucked((other,), pile, 0)) is None
    assert model.zones[pile] == [other, card]
    assert model.hear(Assigned(0, 1, 0, 5)) is None
    assert model.variables[0] == [0, 5, 0]
    assert model.hear(Assigned(0, 1, 4, 6)) == ("a record changes `points` from 4, but the records before left it at 5")


def test_cards_are_known_to_whom_they_were_shown_until_they_are_shuffled() -> None:
    game = watched()
    model, pile = game.model, Where(2, -1)
    a, b, c = model.zones[Where(1, 0)][0], *model.zones[Where(1, 1)]
    model.hear(Shown((a,), 0b101))
    assert [a in known for known in model.known] == [True, False, True]
    model.hear(Shown((b, c), -1))
    assert all({b, c} <= known for known in model.known)
    model.hear(Moved((a,), Where(1, 0), pile))
    model.hear(Moved((b,), Where(1, 1), pile))
    model.hear(Tucked((b,), pile, -1))
    assert [b in known for known in model.known] == [False] * 3
    assert [c in known for known in model.known] == [True] * 3
    model.hear(Shuffled(pile))
    assert not any(a in known for known in model.known)
    assert all(c in known for known in model.known)


def test_values_stand_for_cards() -> None:
    card, cards = Type("card"), Type("set", element=Type("card"))
    assert cards_in(card, 4) == (4,)
    assert (cards_in(card, 0), cards_in(card, -1)) == ((0,), ())
    assert cards_in(cards, 0b1010) == (1, 3)
    assert cards_in(Type("set", element=Type("player")), 3) == ()
    assert cards_in(Type("player"), 1) == ()


def test_what_a_player_cannot_see_is_hidden() -> None:
    game = watched()
    program, values = game.program, game.state.values
    hands = [set(game.model.zones[Where(1, owner)]) for owner in range(3)]
    stock = set(game.model.zones[Where(0, -1)])
    for player in range(3):
        others = set().union(*(hand for owner, hand in enumerate(hands) if owner != player))
        assert set(hidden_cards(program, values, player)) == stock | others
    everything = hidden_cards(program, values, -1)
    assert everything == tuple(sorted(stock.union(*hands)))


# ----------------------------------------------------------------------------------------------------------- shrinking


def failure(players: int = 4, **options: object) -> FoundFailure:
    game = on(watched(BROKEN, players, **options), 1, 1, 0)
    again, _ = play(game.ground, trace_of(game.program, game.steps), INVARIANTS, 9)
    assert again is not None
    return FoundFailure(game.program, trace_of(game.program, game.steps), again)


def test_the_shortest_game_has_one_choice_and_the_usual_settings() -> None:
    found = failure(pay=9, wild=True)
    assert choices(found.trace) == 3
    heard: list[int] = []
    shrinker = Shrinker(game_of(BROKEN), found, (), shrink.EFFORT, heard.append)
    best = shrinker.run()
    assert best.broken.key == found.broken.key
    assert (choices(best.trace), best.program.players) == (1, 2)
    assert dict(best.program.options) == {"pay": 2, "wild": False}
    assert heard == sorted(heard, reverse=True)
    assert heard[-1] == 1
    assert 0 < shrinker.left < shrink.EFFORT


def test_an_endless_game_costs_more_and_without_effort_nothing_is_tried() -> None:
    found = failure()
    shrinker = Shrinker(game_of(BROKEN), found, (), 100)
    game = on(watched(), 0)
    shrinker._spend(game, None)
    assert shrinker.left == 98
    shrinker._spend(game, found.broken)
    assert shrinker.left == 96
    shrinker._spend(game, replace(found.broken, code="E1205"))
    assert shrinker.left == 96 - 2 - 4_000
    none = Shrinker(game_of(BROKEN), found, (), 0)
    assert choices(none.run().trace) == 3


def test_a_failure_that_its_own_trace_does_not_show_is_left_as_it_is() -> None:
    found = failure()
    other = FoundFailure(found.program, found.trace[:2], found.broken)
    shrinker = Shrinker(game_of(BROKEN), other)
    assert shrinker.run() is other
    assert shrinker.left == 0


def test_parts_are_left_out_and_settings_put_back_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    found = failure(pay=9, wild=True)
    shrinker = Shrinker(game_of(BROKEN), found)
    tried: list[tuple[int, dict[str, object], int]] = []

    def attempt(trace: tuple[object, ...], program: object = None) -> bool:
        used = program or shrinker.best.program
        tried.append((len(trace), dict(used.options), used.players))  # type: ignore[attr-defined]
        return False

    monkeypatch.setattr(shrinker, "_try", attempt)
    size = len(found.trace)
    own: dict[str, object] = {"pay": 9, "wild": True}
    shrinker._plainer()
    assert tried == [
        (size, {"pay": 2, "wild": True}, 4), (size, {"pay": 9, "wild": False}, 4), (size, own, 2),
    ]  # fmt: skip
    tried.clear()
    shrinker._stretches()
    assert [one[0] for one in tried] == [size - 2] * 2 + [size - 1] * 4
    tried.clear()
    shrinker._without([(1, 3), (0, size), (0, size + 1)])
    assert [one[0] for one in tried] == [size - 2, 0], "a part that is no longer there is not left out"
    tried.clear()
    shrinker.left = 0
    shrinker._stretches()
    shrinker._without([(1, 3)])
    shrinker._plainer()
    assert tried == []


def choice_of(game: WatchedGame) -> Choice:
    assert game.question is not None
    return next(iter(game.question.choices()))


def test_a_step_is_looked_at_closely_the_first_time() -> None:
    game = watched()
    game.sample = 10**9
    assert game.take(choice_of(game)) is None
    assert game.close
    assert game.take(choice_of(game)) is None
    assert not game.close
