"""A question as data: what it asks, with how many cards and to whom, and the one reason why a choice is not legal."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import hoyle
from hoyle import schemas
from hoyle.dsl.loading import rulesets
from hoyle.interpreter.records import Choice
from hoyle.interpreter.story.asked import amount, asked
from hoyle.interpreter.story.limits import LIMITS
from hoyle.interpreter.story.refused import reason, refusal, refusal_of_cards

SCHEMA = Draft202012Validator(
    json.loads((Path(schemas.__file__).parent / "asked.schema.json").read_text(encoding="utf-8"))
)


SAMPLE = sorted(rulesets())[:: 3 if "HOYLE_SLOW_TESTS" in os.environ else 12]
"""The rulesets that are tried in each run; with HOYLE_SLOW_TESTS four times as many."""


def at(name: str, *labels: str, seed: int = 5, **options: object):
    game = hoyle.rules(name, options=options).start(seed)
    for label in labels:
        game.choose(label)
    question = game.engine.question(game.state)
    assert question is not None
    return game, question


def test_a_prompt_says_how_many_cards_go_to_whom():
    game, question = at("hearts")
    found = asked(question, game.rules.words)
    assert found["prompt"] == "Pass three cards to B."
    (one,) = found["alternatives"]
    assert (one["least"], one["most"], one["to"], one["count"]) == (3, 3, 1, 286)


def test_many_sets_are_not_listed_but_picked():
    game, question = at("hearts")
    found = asked(question, game.rules.words)
    assert len(found["options"]) == LIMITS["sets"]
    assert found["more"] == 286 - LIMITS["sets"]
    assert len(found["picks"]["cards"]) == 13
    assert found["picks"]["ready"] == []
    picked = found["picks"]["cards"][:2]
    then = asked(question, game.rules.words, picked)
    assert len(then["picks"]["cards"]) == 11
    assert all(set(picked) <= set(option["cards"]) for option in then["options"])
    whole = asked(question, game.rules.words, [*picked, then["picks"]["cards"][0]])
    assert whole["picks"]["cards"] == []
    assert len(whole["picks"]["ready"]) == 1


def test_every_kind_of_choice_says_what_it_does():
    game, question = at("noteuchre")
    verbs = {one["verb"] for one in asked(question, game.rules.words)["alternatives"]}
    assert {"play", "pass"} <= verbs
    assert any(verb in verbs for verb in ("strike with", "distribute with"))


@pytest.mark.parametrize(
    ("least", "most", "said"),
    [(1, 1, "a card"), (3, 3, "three cards"), (0, 2, "up to two cards"), (1, 2, "one or two cards"),
     (1, 9, "one or more cards"), (2, 5, "two to five cards"), (0, 1, "up to one card")],
)  # fmt: skip
def test_an_amount_of_cards_in_words(least, most, said):
    assert amount(least, most) == said


def test_a_suit_that_must_be_followed_is_named_with_the_cards_that_follow():
    dice = random.Random(1)
    game = hoyle.rules("whist").start(3)
    said = set()
    while not game.over and len(said) < 5:
        question = game.engine.question(game.state)
        for card in range(52):
            found = reason(question, game.rules.words, Choice(0, (card,)))
            if "were led" in found:
                said.add(found)
        game.choose(dice.randrange(len(game.choices)))
    assert said
    assert all(one.startswith("you hold ") for one in said)


def test_too_few_cards_are_counted():
    game, question = at("hearts")
    cards = asked(question, game.rules.words)["picks"]["cards"][:2]
    found = refusal_of_cards(question, game.rules.words, cards)
    assert found == "You must pass three cards to B, and you picked two"


def test_a_refusal_states_only_the_condition_that_fails():
    """`group_size = 0 or size of cs = group_size and …`: as many cards as the group, or higher cards."""
    refusals = hoyle.rules("president").start(3).rules.words.refusals
    assert refusals is not None
    program = hoyle.rules("president").start(3).rules.program
    said = {text.you for ask in range(len(program.asks)) for text in refusals(ask, 0)}
    assert not any("either" in one for one in said)
    assert any("top height" in one for one in said)
    assert any("not as many as" in one and "top height" not in one for one in said)


def test_a_refusal_is_no_source_text():
    """In no game does a refusal quote what only a rule file would write."""
    for name in SAMPLE:
        game = hoyle.rules(name).start(11)
        refusals = game.rules.words.refusals
        assert refusals is not None
        for ask in range(len(game.rules.program.asks)):
            for alternative in range(len(game.rules.program.asks[ask].alternatives)):
                for text in refusals(ask, alternative):
                    for form in (text.you, text.one):
                        assert not any(sign in form for sign in ("!=", ">=", "<=", "_", "()")), (name, form)
                        assert not any(0xE000 <= ord(letter) <= 0xF8FF for letter in form), (name, form)


@pytest.mark.parametrize("name", SAMPLE)
def test_a_legal_choice_has_no_reason_and_an_illegal_one_has(name):
    """Every option of a random game is legal without a reason; every other card has a reason; the data fits its schema."""
    dice = random.Random(name)
    game = hoyle.rules(name).start(dice.randrange(1000))
    words = game.rules.words
    for _ in range(12):
        question = game.engine.question(game.state)
        if question is None:
            break
        found = asked(question, words)
        SCHEMA.validate(json.loads(json.dumps(found)))
        choices = [choice.choice for choice in game.choices]
        assert [option["label"] for option in found["options"]] == [
            game.choices[option["number"]].label for option in found["options"]
        ]
        for choice in choices[:20]:
            assert reason(question, words, choice) == ""
        for number, alternative in enumerate(question.alternatives):
            if [bound.type.kind for bound in alternative.bound] == ["card"]:
                for card in range(min(20, len(question.deck))):
                    wrong = Choice(number, (card,))
                    legal = question.legal(wrong)
                    assert (reason(question, words, wrong) == "") == legal
                    assert refusal(question, words, wrong).startswith("" if legal else "You cannot ")
        game.choose(dice.randrange(len(choices)))
