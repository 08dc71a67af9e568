"""Explanations of scores: who, how much and by which rule.

Those inside a phase come at once, the others together at its end.
"""

from __future__ import annotations

from pathlib import PurePath

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.dsl.traversal import within
from hoyle.interpreter.engine import Engine
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.records import AnyRecord
from hoyle.interpreter.story.items import DealItem, RevealItem, ScoreChangeItem, ScoresItem, TranscriptItem
from hoyle.interpreter.story.transcript import Transcript
from hoyle.interpreter.text.parse import Words
from hoyle.interpreter.wording.outcomes import Outcomes

RULES = """game "Counting"
language 1
players 2
deck 2 3 4 5
zones
    stock: face down
    hand of each player: private
    row of each player: 2 places, face down
remember
    points of each player: number
    turns of each player: 0..9
main
    for p in players: judge(p)
    between
    rounds
    game over, won by the player with highest points, otherwise shared
phase rounds
    deal 1 from stock to row(1) of each player
    deal 1 from stock to row(2) of each player
    deal 2 from stock to hand of each player
    for p in players
        show p.hand to everyone
        p chooses
            "one"
                if size of stock < 9: add 1 to p.points
            "two"
                add 1 to p.turns
        judge(p)
    last_words
phase last_words
    for p in players
        p chooses
            "one"
                nothing
            "two"
                nothing
table judge(p: player)
    p.turns = 0 -> reward(p, 5)
    p.turns > 0 -> nothing
phase reward(p: player, n: number)
    add n to p.points
phase between
    subtract 2 from points of each player
"""


def _items(*answers: int) -> list[TranscriptItem]:
    game = load(Source("counting.hoyle", RULES)).game
    assert game is not None
    program = lower(game)
    words = Words(program)
    words.outcome = Outcomes(game, program).sentence
    records: list[AnyRecord] = []
    engine = Engine(program)
    state = engine.start(seed=1, listener=lambda record, _: records.append(record))
    transcript = Transcript(words, reasons=True)
    items = [*transcript.read(records), *transcript.pause()]
    for answer in answers:
        records.clear()
        question = engine.question(state)
        assert question is not None
        choice = list(question.choices())[answer]
        state = engine.apply(state, choice, listener=lambda record, _: records.append(record))
        items += [*transcript.read(records), *transcript.pause()]
    return [*items, *transcript.rest()]


def test_a_row_explains_exactly_the_changes_of_the_phases_it_calls() -> None:
    scores = [item for item in _items() if isinstance(item, ScoresItem)]
    assert [[text.partition(", because ")[0] for text, _ in item.why] for item in scores] == [
        ["A +5"],
        ["B +5"],
        ["A and B -2"],
    ]
    assert scores[0].why[0][0].startswith("A +5, because the player has no turns: ")
    assert scores[0].why[0][1] == "counting.hoyle:38"
    assert scores[2].why[0][1] == "counting.hoyle:43", "the table has done its work before the phase begins"


def test_a_gain_inside_a_phase_is_explained_before_the_next_choice() -> None:
    gained = [item for item in _items(0, 1) if isinstance(item, ScoreChangeItem)]
    assert [(item.owner, item.name, item.before, item.now) for item in gained] == [("A", "points", 3, 9)]
    texts = [text for text, _ in gained[0].why]
    assert texts[0].startswith("there are fewer than nine cards in the stock: ")
    assert texts[1].startswith("the player has no turns: ")


def test_an_explained_gain_is_not_explained_again() -> None:
    account = _items(0, 1, 0, 0)
    why = [text for item in account if isinstance(item, ScoreChangeItem | ScoresItem) for text, _ in item.why]
    assert sum("there are fewer than nine cards" in text for text in why) == 1


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("cribbage", "the flush points count"),
        ("whist_honours", "every team has fewer than five points: the team gains as many points as its claim"),
        ("texas_holdem", "each player's chips are set to 30"),
        ("omnibus_hearts", "the player has the jack of diamonds among the won cards: the player loses 10 points"),
        ("texas_holdem", "the number of rivals is 1 or the strength of the best five cards of the player is the"),
        ("texas_euchre", "the player is not the thrower and the thrower has taken all the tricks"),
    ],
)
def test_reasons_are_complete_sentences(name: str, reason: str) -> None:
    """Also for a statement that a variant adds, for a value that an option gives, and for a row that only calls another
    phase.
    """
    game = load(name).game
    assert game is not None
    spans = {st.span for phase in (game.main, *game.phases) for st in within(phase.body)}
    spans |= {row.span for phase in game.phases for row in phase.rows}
    outcomes = Outcomes(game, lower(game))
    found = [outcomes.sentence(span) for span in spans if PurePath(span.source.name).stem == name]
    assert any(said.startswith(reason) for said in found if said), found


def test_successive_deals_to_places_are_one_item_and_shown_cards_name_their_owner() -> None:
    items = _items()
    dealt = [item for item in items if isinstance(item, DealItem)]
    assert [(item.zone, [len(cards) for _, cards in item.rows]) for item in dealt] == [
        ("row", [2, 2]),
        ("hand", [2, 2]),
    ]
    shown = [item for item in items if isinstance(item, RevealItem)]
    assert [item.to for item in shown] == ["everyone (hand of A)"]
