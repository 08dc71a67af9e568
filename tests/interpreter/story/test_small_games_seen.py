"""What each seat sees of states of small games, held against what a slow function says card by card; also where cards that
were shown lie in piles, whether their order is known or not, and in hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import ACTOR, OVER, PC, Program, Slots
from hoyle.interpreter.records import Where
from hoyle.interpreter.story.tabletop import Tabletop
from hoyle.interpreter.story.view import UNSEEN, looked_at, sees, view

from ...small_constructs import construct_game
from ...small_gathered import small_gathered
from ...small_piles import small_piles
from ...small_rules import game_of
from .playing import game

SHOWN = """game "Shown"
language 1
players 4, partners opposite
deck 2 3 4 5 6 7 8
zones
    stock: face down
    aside: face down
    open: face up
    hand of each player: private
    box of each player: face down
    side of each player: face up
    mixed of each player: face down
    team_pile of each team: private
remember
    points of each player: number
main
    shuffle every card into stock
    deal 4 from stock to hand of each player
    deal 2 from stock to mixed of each player
    for p in players: shuffle p.mixed
    repeat 6 times
        for p in players
            p chooses
                "lay {c}" for c in p.hand
                    show c to p.left
                    move c to aside
                "box {c}" for c in p.hand
                    show c to p.partner
                    move c to p.box
                "open {c}" for c in p.hand
                    move c to open
                "side {c}" for c in p.hand
                    move c to p.side
                "team {c}" for c in p.hand
                    move c to p.team.team_pile
                "show {c}" for c in p.hand
                    show c to everyone
                "look" if stock is not empty
                    show top of stock to p
                "under {c}" for c in p.hand
                    show c to p.right
                    move c to bottom of stock
                "mix"
                    shuffle p.mixed
                "mixed {c}" for c in p.hand
                    show c to p.left
                    move c to p.mixed
                "beneath {c}" for c in p.hand
                    show c to p
                    move c to bottom of p.mixed
                "look beneath {q}" for q in players where q.mixed is not empty
                    show bottom of q.mixed to p
    game over, won by the player with highest points, otherwise shared
"""


@cache
def program_of(name: str) -> Program:
    if name == "piles":
        return small_piles()
    if name == "gathered":
        return small_gathered()
    return lower(game_of(SHOWN) if name == "shown" else construct_game(name))


def knows(program: Program, values: Slots, player: int, card: int) -> bool:
    """Whether a card was shown to a player."""
    if program.known < 0 or player < 0:
        return False
    mask = values[program.known + player]
    assert isinstance(mask, int)
    return bool(mask >> card & 1)


def expected(program: Program, values: Slots, player: int) -> Iterator[tuple[Where, list[int]]]:
    """The cards of each zone as a player sees them, card by card."""
    for number, zone in enumerate(program.zones):
        for owner in range(zone.count):
            content = values[zone.base + owner]
            cards = (
                [*content] if isinstance(content, tuple) else [c for c in range(len(program.deck)) if content >> c & 1]
            )
            own = {"player": player == owner, "team": player >= 0 and program.team_of(player) == owner, None: False}[
                zone.owner
            ]
            whole = zone.visibility == "face up" or (zone.visibility == "private" and own)
            seen = [card if whole or knows(program, values, player, card) else UNSEEN for card in cards]
            low, high = 0, 0
            if isinstance(content, int):
                high = len(seen)
            elif zone.bag >= 0:
                low, high = values[zone.bag + 2 * owner], values[zone.bag + 2 * owner + 1]
            if not whole:
                mixed = seen[low:high]
                seen[low:high] = [c for c in mixed if c != UNSEEN] + [c for c in mixed if c == UNSEEN]
            yield Where(number, owner if zone.owner is not None else -1), seen


@pytest.mark.parametrize("name", ["shown", "piles", "cards", "choices", "tricks", "alike"])
def test_what_each_seat_sees(name: str) -> None:
    program, hidden_but_known = program_of(name), 0
    for seed in range(5):
        for _, state in game(program, Random(seed), 24 if name == "shown" else 14):
            for player in range(-1, program.players):
                found = view(program, state.values, player)
                zones = [*expected(program, state.values, player)]
                assert [(zone.where, [*zone.cards]) for zone in found.zones] == zones
                assert found == view(program, state.values, player, looked_at(program, player))
                values = state.values
                assert [*map(list, found.variables)] == [
                    [one if isinstance(one, int) else 0 for one in values[info.base : info.base + info.count]]
                    for info in program.variables
                ]
                over = isinstance(pc := values[PC], int) and pc <= OVER
                assert (found.player, found.turn) == (player, -1 if over else values[ACTOR])
                for where, cards in zones:
                    info = program.zones[where.zone]
                    if not sees(program, info, max(where.owner, 0), player):
                        hidden_but_known += sum(card != UNSEEN for card in cards)
    assert (hidden_but_known > 0) is (name in ("shown", "piles", "alike"))


@pytest.mark.parametrize("name", ["shown", "piles", "cards", "wide"])
def test_a_table_taken_from_a_state(name: str) -> None:
    """It has the cards where they lie; those of unknown order are loose, and nobody has yet seen anything else."""
    program, loose = program_of(name), 0
    for seed in range(3):
        for _, state in game(program, Random(seed), 24 if name == "shown" else 14):
            values = state.values
            for viewer in (*range(program.players), None):
                table = Tabletop(program, viewer)
                table.lay_out(values)
                for number, zone in enumerate(program.zones):
                    for owner in range(zone.count):
                        where = Where(number, owner if zone.owner is not None else -1)
                        content = values[zone.base + owner]
                        cards = (
                            [*content] if isinstance(content, tuple) else [c for c in range(120) if content >> c & 1]
                        )
                        low, high = (values[zone.bag + 2 * owner + end] if zone.bag >= 0 else 0 for end in (0, 1))
                        assert isinstance(low, int)
                        assert isinstance(high, int)
                        assert table.loose.get(where, set()) == set(cards[low:high])
                        assert table.zones[where] == [*cards[:low], *[UNSEEN] * (high - low), *cards[high:]]
                        assert table.changed[where] == 2
                        assert {table.known_cards.lies[card] for card in cards} <= {where}
                        loose += high - low > 1 and zone.owner is not None
                for number, info in enumerate(program.variables):
                    for owner in range(info.count):
                        value = values[info.base + owner]
                        assert table.values[number, owner if info.owner is not None else -1] == value
    assert (loose > 0) is (name == "shown")


@pytest.mark.parametrize("name", ["shown", "piles", "cards", "wide", "choices", "alike", "gathered"])
def test_a_table_that_is_followed_lies_as_the_cards_do(name: str) -> None:
    """Record by record, for each seat and for somebody who sees everything; whatever a seat knows of others is true."""
    program = program_of(name)
    for seed in range(3):
        tables = [Tabletop(program, viewer) for viewer in (*range(program.players), None)]
        for records, state in game(program, Random(seed), 24 if name == "shown" else 14):
            for record in records:
                for table in tables:
                    table.apply(record)
            copies = [one.copy() for one in tables]
            for seat, table in enumerate(copies[:-1]):
                for zone in view(program, state.values, seat).zones:
                    content = state.values[program.zones[zone.where.zone].base + max(zone.where.owner, 0)]
                    held = [*content] if isinstance(content, tuple) else [c for c in range(120) if content >> c & 1]
                    followed = table.cards(zone.where)
                    assert len(followed) == len(held)
                    assert {card for card in followed if card != UNSEEN} <= set(held)
                    if table.known_cards.sees(zone.where) and not table.loose.get(zone.where):
                        assert sorted(followed) == sorted(zone.cards)
            for where, cards in copies[-1].zones.items():
                content = state.values[program.zones[where.zone].base + max(where.owner, 0)]
                held = [*content] if isinstance(content, tuple) else [c for c in range(120) if content >> c & 1]
                known = [card for card in cards if card != UNSEEN]
                assert sorted([*known, *copies[-1].loose.get(where, set())]) == sorted(held)
                if program.zones[where.zone].ordered:
                    places = [at for at, card in enumerate(cards) if card != UNSEEN]
                    assert [held[at] for at in places] == known
