"""Where a new deal begins among the records of a choice."""

from __future__ import annotations

from itertools import product

import pytest

from hoyle.interpreter.records import (
    AnyRecord,
    Assigned,
    Choice,
    Chosen,
    Drawn,
    Moved,
    PhaseBegan,
    PhaseEnded,
    Shuffled,
    TrickTaken,
    Where,
)
from hoyle.interpreter.replay.run import drawn_in, next_deal

PILE, HAND = Where(0, -1), Where(1, 0)
CHOSEN, ENDED, BEGAN = Chosen(0, 0, Choice(0)), PhaseEnded(0), PhaseBegan(0)
SET, GATHERED, SHUFFLED = Assigned(0, -1, 0, 1), Moved((1,), HAND, PILE), Shuffled(PILE)
DEALT, TAKEN, TURN = Moved((1, 2), PILE, HAND, dealt=True), TrickTaken(0, HAND), Drawn("player", "dealer", 1)


@pytest.mark.parametrize("before", [(), (CHOSEN,), (CHOSEN, ENDED), (GATHERED, TAKEN)])
def test_a_deal_begins_with_whatever_is_gathered_and_set_before_the_shuffle(before: tuple[AnyRecord, ...]) -> None:
    assert next_deal(before) == -1
    for made in product((SET, GATHERED), repeat=3):
        assert next_deal((*before, *made, SHUFFLED, DEALT)) == len(before)


def test_a_deal_begins_with_the_phase_that_shuffles() -> None:
    assert next_deal((CHOSEN, SET, BEGAN, SET, GATHERED, SHUFFLED, DEALT)) == 2
    assert next_deal((CHOSEN, ENDED, SHUFFLED, DEALT, SHUFFLED)) == 2


def test_cards_that_are_dealt_and_players_that_are_drawn_are_counted() -> None:
    assert drawn_in((CHOSEN, GATHERED, SHUFFLED, DEALT, TURN, DEALT)) == 5
