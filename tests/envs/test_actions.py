"""The action numbers: every legal choice has one, no two have the same, and the number leads back to the choice."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("numpy", reason="numpy is not installed (extra `envs`)")

import hoyle
from hoyle.envs.actions import Actions
from hoyle.envs.position import GameTree

from .conftest import RULESETS


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_choice_has_a_number_of_its_own(ruleset: str) -> None:
    rules = hoyle.rules(ruleset)
    actions, player, dice = Actions(rules.program), GameTree(rules.engine), random.Random(ruleset)
    for seed in range(3):
        position = player.start(seed)
        for _ in range(150):
            options = player.options(position)
            if not options:
                break
            found = actions.numbered(position.ask, options)
            assert found.left_out == 0
            assert sorted(found.options.values()) == sorted(options)
            assert all(0 <= number < actions.size for number in found.options)
            position = player.play(position, dice.choice(options))


def test_a_choice_has_the_same_number_whenever_it_is_legal() -> None:
    rules = hoyle.rules("newberry_euchre")
    actions = Actions(rules.program)
    labels = {kind.label: kind for kind in actions.kinds}
    assert list(labels) == [
        "pass", "order up", "order up alone", "discard {c}", "call {s}", "call {s} alone", "fold", "play {card}"
    ]  # fmt: skip
    assert actions.size == 1 + 1 + 1 + 24 + 4 + 4 + 1 + 24
    player, dice = GameTree(rules.engine), random.Random(1)
    position = player.start(1)
    for _ in range(200):
        options = player.options(position)
        if not options:
            break
        for number, raw in actions.numbered(position.ask, options).options.items():
            label = rules.choice(position.ask, raw).kind
            kind = labels[label]
            expected = rules.program.deck[raw[1]] if "{c" in label else raw[1] if len(raw) > 1 else 0
            assert number == kind.first + expected
        position = player.play(position, dice.choice(options))


def test_equal_combinations_of_cards_share_one_number() -> None:
    rules = hoyle.rules("bid_euchre")
    actions = Actions(rules.program)
    discard = next(kind for kind in actions.kinds if kind.label.startswith("discard"))
    assert discard.names is not None
    assert discard.size == 16 * 15 // 2 + 16  # two packs: two of the sixteen faces, or a pair of one face


def test_choices_beyond_the_bound_are_numbered_by_position_and_the_rest_counted() -> None:
    rules = hoyle.rules("hearts")
    player = GameTree(rules.engine)
    position = player.start(4)
    options = player.options(position)
    assert len(options) == 286
    found = Actions(rules.program, bound=100).numbered(position.ask, options)
    assert (len(found.options), found.left_out) == (100, 186)
    assert list(found.options.values()) == options[:100]


def test_labels_and_invalid_numbers() -> None:
    actions = Actions(hoyle.rules("newberry_euchre").program)
    assert actions.label(0) == "pass"
    assert actions.label(3 + 2) == "discard {c} #2"
    with pytest.raises(ValueError, match="there are 60 actions"):
        actions.label(60)
    with pytest.raises(ValueError, match="the most numbers of a kind of choice is 1 or more"):
        Actions(actions.program, bound=0)
