"""The decision table for messages of clients that may have missed something."""

from __future__ import annotations

from itertools import product
from typing import get_args

from hoyle.server.refusals import REFUSALS
from hoyle.server.table.entries import ChairOpened, ChairTaken, GameStarted, RulesChosen, SeatChose, TableOpened
from hoyle.server.table.entries import TableSettings as Settings
from hoyle.server.table.reconnect import DECISIONS, Situation, WhichQuestion, decide
from hoyle.server.table.record import TablePhase, TableRecord, hashed

SITUATIONS = [
    Situation(*values)
    for values in product(
        (True, False), get_args(WhichQuestion), (True, False), get_args(TablePhase), (True, False)
    )
]  # fmt: skip


def test_every_situation_is_decided_and_every_row_decides_some():
    decided = [decide(one) for one in SITUATIONS]
    assert len(decided) == 2 * 4 * 2 * 4 * 2
    assert {id(one) for one in decided} == {id(decision) for _, decision in DECISIONS}


def test_only_the_seat_that_is_asked_chooses_and_only_once():
    for one in SITUATIONS:
        chooses = decide(one).verdict == "choose"
        assert chooses == (
            one.sits and one.question == "open" and not one.repeated and one.phase == "playing" and one.asked
        )


def test_a_repeated_answer_is_never_refused_and_never_made_again():
    for one in SITUATIONS:
        if one.repeated and one.sits:
            assert decide(one).verdict == "show"


def test_whoever_only_asks_for_the_table_gets_it():
    assert all(decide(one).verdict == "show" for one in SITUATIONS if one.question == "none")


def test_every_refusal_has_a_sentence():
    assert all(decision.code in REFUSALS for _, decision in DECISIONS if decision.verdict == "refuse")


def record() -> TableRecord:
    chairs = tuple(ChairOpened(name, None, hashed(name)) for name in "AB")
    opened = TableOpened(Settings(RulesChosen("any"), chairs, hashed("door")), 0)
    return TableRecord.of([
        opened, ChairTaken(0, "Ann", hashed("A")), ChairTaken(1, "Bob", hashed("B")), GameStarted(0, (), 0),
        SeatChose(0, (0,), (), 1, 3, "first"), SeatChose(1, (0,), (), 0, 4, "second"),
    ])  # fmt: skip


def test_which_question_a_message_answers():
    found = record()
    assert found.asked == 5
    assert Situation.of(found, 0, None, "") == Situation(True, "none", False, "playing", True)
    assert Situation.of(found, 0, 5, "x") == Situation(True, "open", False, "playing", True)
    assert Situation.of(found, 0, 6, "x") == Situation(True, "future", False, "playing", True)
    assert Situation.of(found, 0, 3, "first") == Situation(True, "past", True, "playing", True)
    assert Situation.of(found, 0, 3, "other") == Situation(True, "past", False, "playing", True)
    assert Situation.of(found, 1, 3, "first") == Situation(True, "past", False, "playing", False)
    assert Situation.of(found, -1, 5, "x") == Situation(False, "open", False, "playing", False)
