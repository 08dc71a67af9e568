"""The same game on both executors with generated actions: choices, copies, undo, saving and loading."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hoyle

RULESETS = (
    "newberry_euchre", "bid_euchre", "texas_euchre", "noteuchre", "crazy_eights", "hearts", "oh_hell", "president",
    "spades", "five_hundred", "whist",
)  # fmt: skip

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("choose"), st.integers(0, 2**20)),
        st.tuples(st.just("label"), st.integers(0, 2**20)),
        st.tuples(st.just("object"), st.integers(0, 2**20)),
        st.tuples(st.just("entry"), st.integers(0, 2**20)),
        st.tuples(st.just("undo"), st.integers(0, 6)),
        st.tuples(st.just("copy"), st.just(0)),
        st.tuples(st.just("json"), st.just(0)),
        st.tuples(st.just("state"), st.just(0)),
        st.tuples(st.just("listen"), st.just(0)),
        st.tuples(st.just("incident"), st.integers(0, 2**20)),
        st.tuples(st.just("other"), st.integers(0, 2**20)),
    ),
    max_size=40,
)


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**63 - 1), steps=STEPS)
def test_both_executors_do_the_same(ruleset: str, seed: int, steps: list[tuple[str, int]]) -> None:
    games = [hoyle.rules(ruleset, executor=executor).start(seed) for executor in ("python", "wasm")]
    others = [game.again(seed) for game in games]  # these share the module with the games
    heard: list[list[object]] = [[], []]
    for do, number in steps:
        _same(games)
        if games[0].over and do in ("choose", "label", "object", "entry"):
            continue
        made = len(games[0]._course.history)
        for at, game in enumerate(games):
            match do:
                case "choose":
                    game.choose(number % len(game.choices))
                case "label":
                    game.choose(game.choices[number % len(game.choices)].label)
                case "object":
                    choices = game.choices.all()
                    game.choose(choices[number % len(choices)])
                case "entry":
                    one = game.copy().choices[number % len(game.choices)]  # looked up by itself, not among all
                    assert one == game.choices.all()[number % len(game.choices)]
                    game.choose(one)
                case "undo":
                    game.undo(min(number, made))
                case "copy":
                    games[at] = game.copy()
                    if not game.over:
                        game.choose(0)
                case "json":
                    data = json.loads(json.dumps(game.to_json()))
                    games[at] = hoyle.from_json(data, executor=game.rules.executor)
                case "state":
                    games[at] = hoyle.rules(ruleset, executor=game.rules.executor).at(game.state)
                case "listen":
                    game.listen(lambda record, _, at=at: heard[at].append(record))
                case "incident":
                    if game.incidents:
                        game.declare(game.incidents[number % len(game.incidents)])
                case _:
                    if not others[at].over:
                        others[at].choose(number % len(others[at].choices))
    _same(games)
    _same(others)
    assert heard[0] == heard[1]
    assert games[0].records == games[1].records


def _same(games: list[hoyle.Game]) -> None:
    one, other = games
    assert one.state == other.state
    assert (one.over, one.turn, one.winners) == (other.over, other.turn, other.winners)
    assert [(c.ask, c.raw) for c in one.choices] == [(c.ask, c.raw) for c in other.choices]
    assert len(one._course.history) == len(other._course.history)
