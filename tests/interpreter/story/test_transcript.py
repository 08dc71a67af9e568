"""The transcript: a variable that a choice sets is shown once, at the time from which it holds; what its lines say."""

from __future__ import annotations

import json
from random import Random
from typing import get_args

import pytest

import hoyle
from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.engine import Engine
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Program
from hoyle.interpreter.records import AnyRecord, Moved
from hoyle.interpreter.story.items import (
    KINDS,
    ChoiceItem,
    IncidentItem,
    PhaseItem,
    ScoresItem,
    TranscriptItem,
    VariableItem,
    item_of,
    line_data,
)
from hoyle.interpreter.story.sentences import text_of
from hoyle.interpreter.story.story import Story
from hoyle.interpreter.story.transcript import Transcript, transcript
from hoyle.interpreter.text.parse import Words

RULES = """game "Bidding"
language 1
players 2
deck A K Q J
zones
    stock: face down
    hand of each player: private
    table: face up
remember
    trump: suit or none
    lead: card or none
    points of each player: number
main
    deal 8 from stock to hand of each player
    auction
    lay_cards
    game over, won by the player with highest points
phase auction
    for p in players
        p chooses
            "bid {s}" for s in suits
                set trump to s
            "nothing"
                set trump to none
phase lay_cards
    for p in players
        p chooses
            "play {c}" for c in p.hand
                set lead to c
                move c to table
            "any trump"
                set trump to hearts
"""


BIDDERS = RULES.replace("trump: suit or none", "trump: suit or none\n    bidder: player or none").replace(
    "set trump to s\n", "set trump to s\n                set bidder to p\n"
)


def _said(*answers: int, rules: str = RULES) -> list[str]:
    """The choices, headings and variables of a transcript, in order."""
    game = load(Source("bidding.hoyle", rules)).game
    assert game is not None
    engine = Engine(lower(game))
    records: list[AnyRecord] = []
    state = engine.start(seed=1, listener=lambda record, _: records.append(record))
    reader = Transcript(Words(engine.program))
    items = reader.read(records)
    for answer in answers:
        records.clear()
        question = engine.question(state)
        assert question is not None
        choices = list(question.choices())
        state = engine.apply(state, choices[answer], listener=lambda record, _: records.append(record))
        items += [*reader.read(records), *reader.pause()]
    said: list[str] = []
    for item in [*items, *reader.rest()]:
        match item:
            case PhaseItem():
                said.append(item.title)
            case ChoiceItem():
                said.append(item.label)
            case VariableItem():
                said.append(f"{item.name}: {item.value}")
            case _:
                pass
    return said


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ((0, 1), ["bid clubs", "bid diamonds", "trump: diamonds"]),
        ((0, 4), ["bid clubs", "nothing"]),
        ((4, 3), ["nothing", "bid spades", "trump: spades"]),
    ],
)
def test_the_value_of_a_bid_is_shown_at_the_end_of_its_phase(answers: tuple[int, ...], said: list[str]) -> None:
    assert [one for one in _said(*answers) if one != "auction"] == said


@pytest.mark.parametrize(("answers", "last"), [((0, 1), ["bidder: B"]), ((0, 4), []), ((4, 3), [])])
def test_whoever_outbids_the_first_bidder_is_named_at_the_end_of_the_auction(
    answers: tuple[int, ...], last: list[str]
) -> None:
    said = [one for one in _said(*answers, rules=BIDDERS) if one.startswith(("bid ", "bidder"))]
    first = "A" if answers[0] == 0 else "B"
    assert said[1] == f"bidder: {first}"
    assert [one for one in said[2:] if one.startswith("bidder")] == last


def test_a_card_played_is_not_repeated_as_a_variable_and_other_values_are_shown() -> None:
    said = _said(4, 4, 0, 8)
    assert [one for one in said if one.startswith("lead")] == []
    assert said[-1] == "trump: hearts"


def test_every_class_of_items_has_a_name_in_reports() -> None:
    assert set(KINDS) == set(get_args(TranscriptItem))
    assert len(set(KINDS.values())) == len(KINDS)


def test_an_item_is_found_again_in_its_data() -> None:
    """Of every kind that random games have, and after it was JSON."""
    found: set[str] = set()
    for name, seed in (("newberry_euchre", 1), ("cribbage", 2), ("gin_rummy", 3), ("hearts", 4), ("leduc_poker", 5)):
        heard: list[AnyRecord] = []
        game = hoyle.rules(name).start(seed, listener=lambda record, _, heard=heard: heard.append(record))
        dice = Random(seed)
        while not game.over:
            game.choose(dice.randrange(len(game.choices)))
        for item in Story(game.rules.words, 0).tell(heard):
            data = json.loads(json.dumps(line_data(item)))
            found.add(data["item"])
            assert item_of(data) == item
    assert {*KINDS.values()} - found == {"happened"}
    assert item_of({"item": "happened", "title": "misdeal"}) == IncidentItem("misdeal")
    assert item_of({"item": "of a newer server"}) is None


def lines_of(name: str, seed: int, most: int) -> list[str]:
    """The lines of a random game, as the first seat reads them."""
    heard: list[AnyRecord] = []
    game = hoyle.rules(name).start(seed, listener=lambda record, _: heard.append(record))
    story, dice, lines = Story(game.rules.words, 0), Random(seed), list[str]()
    for _ in range(most):
        lines += [text_of(item) for item in story.tell(heard)]
        heard.clear()
        if game.over:
            break
        game.choose(dice.randrange(len(game.choices)))
    return lines


def test_who_deals_next_has_no_line_after_the_last_deal() -> None:
    lines = lines_of("newberry_euchre", 5, 2000)
    assert lines[-1].startswith("The game is over")
    assert sum(line.startswith("dealer: ") for line in lines) > 2
    assert not lines[-2].startswith("dealer: ")


def test_a_card_drawn_by_a_choice_has_the_same_line() -> None:
    """Also if the rules have looked at it before: in Go Fish, whether it was asked for."""
    lines = lines_of("go_fish", 5, 60)
    assert any(line.startswith("A: ask") and ", draws " in line for line in lines)
    assert any(line.endswith(", draws 1 card") for line in lines)
    assert all(line.startswith("dealt (hand): A ") for line in lines if line.startswith("dealt") and "A" in line)


TWO_DEALS = """game "Two deals"
language 1
players 2
deck A K Q J
zones
    stock: face down
remember
    bid of each player: 0..9
    points of each player: number
main
    repeat 2 times
        auction
        count
    game over, won by the player with highest points
phase auction
    for p in players
        p chooses
            "bid {n}" for n in 1..9
                set p.bid to n
phase count
    for p in players: add p.bid to p.points
"""


def _played(text: str, *answers: int) -> tuple[Program, list[AnyRecord]]:
    """A program, and the records of a game in which the players give these answers."""
    game = load(Source("played.hoyle", text)).game
    assert game is not None
    engine, records = Engine(lower(game)), list[AnyRecord]()
    state = engine.start(seed=1, listener=lambda record, _: records.append(record))
    for answer in answers:
        question = engine.question(state)
        assert question is not None
        choice = list(question.choices())[answer]
        state = engine.apply(state, choice, listener=lambda record, _: records.append(record))
    return engine.program, records


def test_a_number_that_is_set_anew_is_stated_without_the_one_before() -> None:
    program, records = _played(TWO_DEALS, 2, 0, 0, 3)
    items = transcript(Words(program), records)
    scores = [(item.columns, item.rows) for item in items if isinstance(item, ScoresItem)]
    assert scores == [
        (("bid",), (("A", ((3, 3),)), ("B", ((1, 1),)))),
        (("points",), (("A", ((0, 3),)), ("B", ((0, 1),)))),
        (("bid",), (("A", ((1, 1),)), ("B", ((4, 4),)))),
        (("points",), (("A", ((3, 4),)), ("B", ((1, 5),)))),
    ]


SHOWING = """game "Showing"
language 1
players 2
deck A K Q J of hearts
zones
    stock: face down
    hand of each player: private
    won of each player: face down
remember
    points of each player: number
main
    deal 2 from stock to hand of each player
    for p in players
        p chooses
            "win with {c}" for c in p.hand
                show c to everyone
            "win in secret with {c}" for c in p.hand
                show c to p
    game over, won by the player with highest points
"""


@pytest.mark.parametrize("viewer", [0, 1, -1, None])
def test_a_card_that_a_choice_shows_is_named_in_its_line(viewer: int | None) -> None:
    program, records = _played(SHOWING, 0, 2)
    said = [text_of(item) for item in transcript(Words(program), records, viewer)]
    shown, secret = next(text for text in said if text.startswith("A: ")), next(t for t in said if t.startswith("B: "))
    assert shown.removeprefix("A: win with ") in {"A♥", "K♥", "Q♥", "J♥"}
    assert (secret == "B: win in secret with ??") is (viewer in {0, -1})
    assert not any(text.startswith("shown to everyone") for text in said)
    assert any(text.startswith("shown to B") for text in said) is (viewer in {1, None})


RETURNED = """game "Returned"
language 1
players 3
deck A K Q
zones
    stock: face down
    hand of each player: private
remember
    points of each player: number
main
    shuffle every card into stock
    deal 4 from stock to hand of each player
    for p in players
        p chooses
            "give {c}" for c in p.hand
                move c to p.left.hand
                move the highest d in p.left.hand where d.suit = c.suit by the ranking to p.hand
    game over, won by the player with highest points
ranking
    any suit: A K Q
"""


def test_that_the_same_card_comes_back_is_no_more_to_be_seen_than_that_another_does() -> None:
    game = load(Source("returned.hoyle", RETURNED)).game
    assert game is not None
    engine = Engine(lower(game))
    seen: dict[bool, set[tuple[str, ...]]] = {True: set(), False: set()}
    for seed in range(12):
        heard: list[AnyRecord] = []
        state = engine.start(seed=seed, listener=lambda record, _, heard=heard: heard.append(record))
        watching = Story(Words(engine.program), -1)
        watching.tell(heard)
        heard.clear()
        question = engine.question(state)
        assert question is not None
        choice = next(iter(question.choices()))
        engine.apply(state, choice, listener=lambda record, _, heard=heard: heard.append(record))
        given, back = (record.cards for record in heard if isinstance(record, Moved))
        seen[given == back].add(tuple(text_of(item) for item in watching.tell(heard)))
    assert seen[True] == seen[False] == {("A: give ??", "to hand of A: ??")}
