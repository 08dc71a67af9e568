"""The TypeScript package says what Python says: turns, choices, views and states, in generated games of all rulesets."""

from __future__ import annotations

import json
import os
import random
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import hoyle
from hoyle.dsl.loading import load, rulesets
from hoyle.interpreter.engine import Question
from hoyle.interpreter.game import Game, Rules
from hoyle.interpreter.program import Slots
from hoyle.interpreter.records import AnyRecord, Choice, Where
from hoyle.interpreter.replay.choices import find
from hoyle.interpreter.story.asked import asked
from hoyle.interpreter.story.items import line_data
from hoyle.interpreter.story.refused import reason, refusal_of_cards
from hoyle.interpreter.story.scene import scene
from hoyle.interpreter.story.story import Story
from hoyle.interpreter.text.parse import Words
from hoyle.interpreter.wording.outcomes import Outcomes
from hoyle.interpreter.wording.refusals import Refusals
from hoyle.testing import programs, seeds

SLOW = "HOYLE_SLOW_TESTS" in os.environ
LENGTH = 2_000 if SLOW else 40
"""The most choices in a game."""
MOST_LABELS = 40
MOST_CARDS = 20
"""The most cards of a player that are tried as a choice."""
SEEN = 40
"""How many records a viewer has seen of whom it is asked what came since; also in `answer.ts`."""
EVERY = 1 if SLOW else 4
"""At each how many choices the question is compared, too."""
GAMES = settings(
    max_examples=6 if SLOW else 2,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


def plain(value: Any) -> Any:
    """A value of the Python API as JSON data."""
    return json.loads(json.dumps(value, default=dict))


def position(game: Game) -> dict[str, Any]:
    """What `position` in `javascript/test/answer.ts` must say."""
    choices = list(game.choices)
    labels = [choice.label for choice in choices]
    return {
        "turn": game.turn,
        "number": game.number,
        "incidents": list(game.incidents),
        "count": len(labels),
        "labels": labels[:MOST_LABELS],
        "digest": sha256("\n".join(labels).encode()).hexdigest(),
        "kinds": list(dict.fromkeys(choice.kind for choice in choices)),
        "values": [plain(dict(choice.values)) for choice in choices[:MOST_LABELS]],
        "cards": [[[card.number, card.rank, card.suit] for card in choice.cards] for choice in choices[:MOST_LABELS]],
        "views": [plain(dict(game.view(viewer).zones)) for viewer in (*game.seats, None)],
        "table": {
            game.rules.words.where(zone.where): list(
                map(game.rules.words.card, game.engine.cards(game.state, zone.where))
            )
            for zone in game.view().view.zones
        },
        "variables": {info.name: plain(game[info.name]) for info in game.rules.program.variables},
        "winners": list(game.winners),
        "standings": plain(game.standings),
        "saved": plain(game.to_json()),
        **(questions(game) if game.number % EVERY == 0 else {}),
    }


def questions(game: Game) -> dict[str, Any]:
    """What `questions` in `javascript/test/answer.ts` must say."""
    question, words = game.engine.question(game.state), game.rules.words
    if question is None:
        return {"asked": None}
    data = asked(question, words)
    first = data["picks"]["cards"][:1] if data["picks"] else []
    owned = [n for n, zone in enumerate(game.rules.program.zones) if zone.owner == "player"]
    held = [card for n in owned for card in game.engine.cards(game.state, Where(n, question.player))][:MOST_CARDS]
    bound = [[one.type.kind for one in alternative.bound] for alternative in question.alternatives]
    single = [number for number, kinds in enumerate(bound) if kinds == ["card"]]
    return {
        "asked": data,
        "picking": asked(question, words, first) if first else None,
        "reasons": [
            [reason(question, words, Choice(number, (card,)), viewpoint) for viewpoint in ("you", "one")]
            for number in single
            for card in held
        ],
        "typed": [typed(question, words, card) for card in held] if bound == [["card"]] else [],
        "plain": [reason(question, words, Choice(number, ())) for number, kinds in enumerate(bound) if not kinds],
        "refused": [refusal_of_cards(question, words, [words.card(card)]) for card in held],
        "several": refusal_of_cards(question, words, [words.card(card) for card in held[:4]]),
    }


def typed(question: Question, words: Words, card: int) -> list[str]:
    """Why the only kind of choice with this card, written as text, is not legal.  The text may mean an identical card."""
    choice, refused = find(question, words, question.label(Choice(0, (card,)), words))
    said = [] if choice is not None else [reason(question, words, one, "one") for one in refused[:1]]
    return [one for one in said if one]


def chosen(game: Game, dice: random.Random) -> int:
    """The number of a choice: first a kind is chosen, so that rare kinds are chosen, too."""
    kinds: dict[int, list[int]] = {}
    for number, choice in enumerate(game.choices):
        kinds.setdefault(choice.raw[0], []).append(number)
    return dice.choice(kinds[dice.choice([*kinds])])


class HeardStories:
    """What every viewer hears and sees of a game that is being played."""

    def __init__(self, rules: Rules) -> None:
        self.records: list[AnyRecord] = []
        viewers = (*range(len(rules.seats)), -1, None)
        self.stories = [Story(rules.words, viewer) for viewer in viewers]

    def hear(self, record: AnyRecord, _: Slots) -> None:
        self.records.append(record)

    def reported(self, game: Game) -> dict[str, Any]:
        """The lines since the last question, and the table, for every seat, for a spectator, and for somebody who sees
        everything.
        """
        records, self.records = self.records, []
        return {
            "lines": [plain([line_data(item) for item in one.tell(records)]) for one in self.stories],
            "scenes": [plain(scene(one, game.state.values)) for one in self.stories],
            "since": plain(scene(self.stories[0], game.state.values, SEEN)),
        }


@given(data=st.data(), seed=seeds())
@GAMES
def test_incidents_are_declared_alike(node, compiled, data, seed):
    """With the same incidents, the game is the same; what cannot happen now is refused."""
    checked = load("newberry_euchre").game
    assert checked is not None
    rules = hoyle.rules("newberry_euchre", players=["Player 1", "Player 2", "Player 3", "Player 4"])
    rules.words.outcome = Outcomes(checked, rules.program).sentence
    rules.words.refusals = Refusals(checked, rules.program).texts
    heard, dice = HeardStories(rules), random.Random(seed)
    game = rules.start(seed, listener=heard.hear)
    expected, made = [position(game) | heard.reported(game)], []
    for number in range(30):
        if game.over:
            break
        open_now = list(game.incidents)
        if open_now and (number == 0 or data.draw(st.booleans(), label="an incident")):
            made.append(dice.choice(open_now))
            game.declare(made[-1])
        else:
            made.append(chosen(game, dice))
            game.choose(made[-1])
        expected.append(position(game) | heard.reported(game))
    assert "misdeal" in made
    files = compiled(checked, rules.program)
    found = node.ask("play", **files, seats=rules.seats, seed=seed, choices=made, every=EVERY)
    for number, (there, here) in enumerate(zip(found, expected, strict=True)):
        for part, value in here.items():
            assert there[part] == value, (number, part)
    with pytest.raises(RuntimeError, match="`revoke` is not an incident of Newberry Euchre; there are `misdeal`"):
        node.ask("play", **files, seed=seed, choices=["revoke"])
    with pytest.raises(RuntimeError, match="`misdeal` cannot happen now"):
        node.ask("play", **files, seed=seed, choices=[0, "misdeal"])


@pytest.mark.parametrize("name", sorted(rulesets()))
@given(data=st.data(), seed=seeds())
@GAMES
def test_a_game_is_the_same(node, compiled, name, data, seed):
    program = data.draw(programs(name), label="setting")
    checked = load(name).game
    assert checked is not None
    seats = [f"Player {seat + 1}" for seat in range(program.players)]
    rules = hoyle.rules(name, options=dict(program.options), players=seats)
    rules.words.outcome = Outcomes(checked, rules.program).sentence
    rules.words.refusals = Refusals(checked, rules.program).texts
    heard, dice = HeardStories(rules), random.Random(seed)
    game = rules.start(seed, listener=heard.hear)
    expected, choices = [position(game) | heard.reported(game)], []
    while not game.over and len(choices) < LENGTH:
        choices.append(chosen(game, dice))
        game.choose(choices[-1])
        expected.append(position(game) | heard.reported(game))
    found = node.ask("play", **compiled(checked, rules.program), seats=seats, seed=seed, choices=choices, every=EVERY)
    for number, (there, here) in enumerate(zip(found, expected, strict=True)):
        for viewer, (shown, right) in enumerate(zip(there.pop("scenes"), here.pop("scenes"), strict=True)):
            for part, value in right.items():
                assert shown[part] == value, (number, viewer, part)
            assert shown.keys() == right.keys()
        for part, value in here.items():
            assert there[part] == value, (number, part)
