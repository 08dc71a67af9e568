"""The table reconstructed from the records equals the engine's view, for every seat of every ruleset: where the seat sees
the cards.  What it knows of others follows from more than the state (`test_known_cards.py`), and is true.
"""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.dsl.loading import RULESETS
from hoyle.interpreter.engine import Dice
from hoyle.interpreter.story.tabletop import Tabletop
from hoyle.interpreter.story.view import UNSEEN

NAMES = sorted(path.stem for path in RULESETS.rglob("*.hoyle"))


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=3)
@given(seed=st.integers(0, 2**32))
def test_the_reconstructed_table_equals_the_view_of_the_engine(engines, name: str, seed: int) -> None:
    engine = engines(name)
    program = engine.program
    tables = [Tabletop(program, viewer) for viewer in (*range(program.players), None)]

    def hear(record, slots) -> None:
        for table in tables:
            table.apply(record)

    dice = Dice(seed, player=1)
    state = engine.start(seed=seed, listener=hear)
    for _ in range(50):
        for seat in range(program.players):
            table = tables[seat]
            seen = engine.view(state, seat)
            for zone in seen.zones:
                followed, name = table.cards(zone.where), program.zones[zone.where.zone].name
                if not table.known_cards.sees(zone.where):
                    assert len(followed) == len(zone.cards), name
                    assert {card for card in followed if card >= 0} <= set(engine.cards(state, zone.where)), name
                elif sorted(followed) != sorted(zone.cards) or table.loose.get(zone.where) is None:
                    assert followed == zone.cards, name
            assert [
                [table.values[n, o if i.owner else -1] for o in range(i.count)] for n, i in enumerate(program.variables)
            ] == [list(values) for values in seen.variables]
        for where, content in tables[-1].zones.items():
            cards = engine.cards(state, where)
            if content.count(UNSEEN):
                assert sorted([*(c for c in content if c != UNSEEN), *tables[-1].loose[where]]) == sorted(cards)
            elif program.zones[where.zone].ordered:
                assert tuple(content) == cards
            else:
                assert sorted(content) == sorted(cards)
        question = engine.question(state)
        if question is None:
            break
        choices = list(islice(question.choices(), 200))
        state = engine.apply(state, choices[dice.below(len(choices))], listener=hear)
