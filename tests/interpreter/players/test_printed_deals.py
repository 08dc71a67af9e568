"""Imagined deals of games with piles of unknown order, of the table and of each player: each looks the same to the player,
and any card may lie where one is hidden.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hoyle.interpreter.engine import Dice, State
from hoyle.interpreter.engine.sets import bits
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players.sampling import card_slots, exchanged_for, imagined_slots
from hoyle.interpreter.program import RNG, Program, Slots
from hoyle.interpreter.story.view import UNSEEN, view

from ...golden import same_as_file
from ...small_constructs import construct_game
from ...small_rules import game_of
from ..story.playing import game
from ..story.test_small_games_seen import SHOWN


def cards_of(program: Program, values: Slots) -> list[tuple[int, ...]]:
    """The cards of each zone of each owner."""
    found = [values[zone.base + owner] for zone in program.zones for owner in range(zone.count)]
    return [one if isinstance(one, tuple) else bits(one) for one in found]


def loose_of(program: Program, values: Slots) -> list[slice]:
    """Which part of each zone is in unknown order."""
    found: list[slice] = []
    for zone in program.zones:
        for owner in range(zone.count):
            low, high = (values[zone.bag + 2 * owner + end] if zone.bag >= 0 else 0 for end in (0, 1))
            assert isinstance(low, int)
            assert isinstance(high, int)
            found.append(slice(low, high))
    return found


@pytest.mark.parametrize("name", ["shown", "choices", "alike", "wide"])
def test_imagined_deals_of_piles_in_unknown_order(name: str) -> None:
    program = lower(game_of(SHOWN) if name == "shown" else construct_game(name))
    everything, mixed = [*range(len(program.deck))], 0
    for seed in range(2):
        for number, (_, state) in enumerate(game(program, Random(seed), 20)):
            values, loose = state.values, loose_of(program, state.values)
            for seat in range(program.players):
                seen = view(program, values, seat)
                known = {card for zone in seen.zones for card in zone.cards if card != UNSEEN}
                for make in (imagined_slots, exchanged_for):
                    made = make(program, values, seen, Dice(number, seat))
                    before, after = cards_of(program, values), cards_of(program, made)
                    assert [*map(len, after)] == [*map(len, before)]
                    assert sorted(card for cards in after for card in cards) == everything
                    for cards, other, unknown in zip(before, after, loose, strict=True):
                        assert [*other[unknown]] == sorted(other[unknown]), "in unknown order, they are kept ascending"
                        assert {card for card in other if card in known} == {card for card in cards if card in known}
                        mixed += len(other[unknown]) > 1 and other[unknown] != cards[unknown]
                    assert view(program, made, seat).zones == seen.zones
                    touched = {RNG, *(slot for slot, _ in card_slots(program))}
                    touched |= {zone.base + owner for zone in program.zones for owner in range(zone.count)}
                    assert [one for slot, one in enumerate(made) if slot not in touched] == [
                        one for slot, one in enumerate(values) if slot not in touched
                    ]
                    assert State(made).values[RNG] == imagined_slots(program, values, seen, Dice(number, seat))[RNG]
    assert mixed > 0


@pytest.mark.parametrize("name", ["shown", "choices", "alike", "wide"])
def test_which_cards_were_named_in_imagined_deals(name: str) -> None:
    """Line by line: the cards that slots of choices hold, and those that they hold in a deal imagined by each seat."""
    program = lower(game_of(SHOWN) if name == "shown" else construct_game(name))
    slots = [slot for slot, _ in card_slots(program)]
    lines: list[str] = []
    for seed in range(3):
        for number, (_, state) in enumerate(game(program, Random(seed), 18)):
            held = [state.values[slot] for slot in slots]
            made = [exchanged_for(program, state.values, view(program, state.values, seat), Dice(number, seat))
                    for seat in range(program.players)]  # fmt: skip
            named = [[one[slot] for slot in slots] for one in made]
            lines.append(f"{seed} {number} {held}: " + " ".join("=" if one == held else str(one) for one in named))
    same_as_file(Path(__file__).with_name("printed") / f"named_in_{name}.txt", "".join(f"{line}\n" for line in lines))
