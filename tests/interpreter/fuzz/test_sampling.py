"""Games in which only some steps are checked closely show the same faults as games in which every step is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hoyle.interpreter.engine.emitting import Emitter
from hoyle.interpreter.engine.zones import ZoneAccess
from hoyle.interpreter.fuzz import work as fuzz_work
from hoyle.interpreter.wasm import module

pytest.importorskip("wasmtime")


def losing_a_card(patch):
    put_on = ZoneAccess.put_on

    def lose(self, slots, zone, owner, cards):
        put_on(self, slots, zone, owner, cards[1:] if self.zones[zone].name == "won" else cards)

    patch.setattr(ZoneAccess, "put_on", lose)


def scoring_without_a_row(patch):
    mark = Emitter.mark

    def unsaid(self, slots, observers, what, subject, who, place):
        if what != "row":
            mark(self, slots, observers, what, subject, who, place)

    patch.setattr(Emitter, "mark", unsaid)


def multiplying_wrongly(patch):
    """Plant a fault: the module multiplies random numbers by another constant."""
    numbered = module.Module._numbered
    patch.setattr(
        module.Module, "_numbered", lambda self, text: numbered(self, text).replace("(i64.shr_u", "(i64.shr_s")
    )


# the fault planted in the engine or the module; the change of the rules; the invariant that it breaks
FAULTS = {
    "nothing": (None, (), set()),
    "a card is lost": (losing_a_card, (), {"cards"}),
    "a row pays without a record": (scoring_without_a_row, (), {"scores"}),
    "the module's numbers are others": (multiplying_wrongly, (), {"module"}),
    "points leave their range": (None, (("points of each player: number", "points of each player: 0..3"),), {"rules"}),
    "a promise of the rules is broken": (None, (("total tricks = 3", "total tricks = 2"),), {"rules"}),
}


@pytest.mark.parametrize("name", FAULTS)
def test_sampled_checks_find_the_faults_that_full_checks_find(name, pinch, fuzz, monkeypatch):
    patch, changes, expected = FAULTS[name]
    if patch is not None:
        patch(monkeypatch)
    text = pinch
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    work = replace(fuzz(text, 0, options={}).work, module=True)
    sampled = work.runner().run(0, 8).sums
    monkeypatch.setattr(fuzz_work, "SAMPLE", 1)
    closely = work.runner().run(0, 8).sums
    keys = [{failure.broken.key for failure in sums.failures} for sums in (sampled, closely)]
    assert {key[0] for key in keys[0]} == expected
    assert keys[0] == keys[1]
    assert sampled.fired.keys() == closely.fired.keys()
    if not expected:
        assert (sampled.decisions, sampled.ended) == (closely.decisions, closely.ended)
