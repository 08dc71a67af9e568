"""Faults planted in the engine: every invariant can fail, and fails on its fault."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hoyle.interpreter.engine import Engine, State
from hoyle.interpreter.engine.emitting import Emitter
from hoyle.interpreter.engine.zones import ZoneAccess
from hoyle.interpreter.records import Tucked

UNDER = """
game "Under"
language 1
players 2
deck 7 8 9 10 J Q K A
zones
    stock: face down
    hand of each player: private
    heap: face up
remember
    points of each player: number
main
    gather every card into stock
    shuffle stock
    for p in players
        deal 3 from stock to p.hand
    for p in players
        p chooses
            "throw away {c}" for c in p.hand
                move c to heap
                move top of heap to bottom of heap
            "pass"
                nothing
    game over, won by the player with highest points
"""
"""The heap is never shuffled, so the records contain the place of each of its cards."""


def invariants(found) -> set[str]:
    return {failure.broken.invariant for failure in found.sums.failures}


def test_a_lost_card_is_found(fuzz, monkeypatch) -> None:
    put_on = ZoneAccess.put_on

    def lose(self, slots, zone, owner, cards):
        put_on(self, slots, zone, owner, cards[1:] if self.zones[zone].name == "won" else cards)

    monkeypatch.setattr(ZoneAccess, "put_on", lose)
    assert "cards" in invariants(fuzz(games=4))


def test_a_move_without_a_record_is_found(fuzz, monkeypatch) -> None:
    def silent(self, observers, slots, record):
        if observers.listener is not None and not (hasattr(record, "cards") and len(record.cards) == 2):
            observers.listener(record, slots)

    monkeypatch.setattr(Emitter, "tell", silent)
    assert invariants(fuzz(games=4, players=2)) <= {"moves", "records"}
    assert invariants(fuzz(games=4, players=2))


def test_a_changed_variable_without_a_record_is_found(fuzz, monkeypatch) -> None:
    assign = Emitter.assign

    def silent(self, slots, observers, slot, value, variable, place):
        if self.program.variables[variable].name == "tricks":
            slots[slot] = value
        else:
            assign(self, slots, observers, slot, value, variable, place)

    monkeypatch.setattr(Emitter, "assign", silent)
    assert "remembered" in invariants(fuzz(games=4))


def test_a_score_changed_by_another_line_than_recorded_is_found(fuzz, monkeypatch) -> None:
    assign = Emitter.assign

    def elsewhere(self, slots, observers, slot, value, variable, place):
        name = self.program.variables[variable].name
        assign(self, slots, observers, slot, value, variable, 0 if name == "points" else place)

    monkeypatch.setattr(Emitter, "assign", elsewhere)
    assert invariants(fuzz(games=4)) == {"scores"}


def test_a_score_without_a_record_of_its_row_is_found(fuzz, monkeypatch) -> None:
    mark = Emitter.mark

    def unsaid(self, slots, observers, what, subject, who, place):
        if what != "row":
            mark(self, slots, observers, what, subject, who, place)

    monkeypatch.setattr(Emitter, "mark", unsaid)
    assert invariants(fuzz(games=4)) == {"scores"}


def test_a_view_that_shows_too_much_is_found(fuzz, monkeypatch) -> None:
    from hoyle.interpreter.engine import engine as module
    from hoyle.interpreter.story.view import view

    monkeypatch.setattr(module, "view", lambda program, values, player, *_: view(program, values, max(player, 0)))
    assert invariants(fuzz(games=6)) & {"seen", "hidden"}


def test_a_state_that_json_damages_is_found(fuzz, monkeypatch) -> None:
    to_json = Engine.to_json

    def forgetful(self, state):
        data = to_json(self, state)
        data["slots"][2] = 7
        return data

    monkeypatch.setattr(Engine, "to_json", forgetful)
    assert invariants(fuzz(games=3)) == {"json"}


def test_a_choice_that_changes_its_input_state_is_found(fuzz, monkeypatch) -> None:
    apply = Engine.apply

    def spoil(self, state, choice, **rest):
        after = apply(self, state, choice, **rest)
        state.values[4] += 1
        return after

    monkeypatch.setattr(Engine, "apply", spoil)
    assert invariants(fuzz(games=3)) == {"undo"}


def test_a_game_that_depends_on_its_listener_is_found(fuzz, monkeypatch) -> None:
    take = Engine.take

    def moody(self, values, ask, option, chance=None, listener=None, player=-1):
        take(self, values, ask, option, chance, listener, player)
        if listener is None and values[4] == 3:
            values[4] += 1

    monkeypatch.setattr(Engine, "take", moody)
    assert "same" in invariants(fuzz(games=3))


def test_a_game_that_differs_when_replayed_is_found(fuzz, monkeypatch) -> None:
    start, begun = Engine.start, []

    def moody(self, **rest):
        begun.append(1)
        state = start(self, **rest)
        return State([*state.values[:4], state.values[4] + (len(begun) > 2), *state.values[5:]])

    monkeypatch.setattr(Engine, "start", moody)
    assert "same" in invariants(fuzz(games=1, length=2_000, players=2))


@pytest.mark.parametrize("harm", ["label", "legal"])
def test_invalid_options_are_found(harm, fuzz, monkeypatch) -> None:
    from hoyle.interpreter.engine import Question
    from hoyle.interpreter.text.parse import Words

    if harm == "label":
        monkeypatch.setattr(Words, "label", lambda self, alternative, values: "play")
    else:
        monkeypatch.setattr(Question, "objections", lambda self, choice: (1,))
    assert invariants(fuzz(games=2)) == {"options"}


def test_cards_under_a_pile_are_followed(fuzz, monkeypatch) -> None:
    """The checker follows the order of the pile by the records.  It finds a record with a wrong place."""
    assert invariants(fuzz(UNDER, games=8)) == set()
    tell = Emitter.tell

    def elsewhere(self, observers, slots, record):
        tell(self, observers, slots, replace(record, at=record.at + 1) if isinstance(record, Tucked) else record)

    monkeypatch.setattr(Emitter, "tell", elsewhere)
    assert invariants(fuzz(UNDER, games=8)) == {"moves"}
