"""The open trick of a story, in a game in which players lay cards aside, give cards away and take them up meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Program, Slots
from hoyle.interpreter.records import Chosen, Moved, TrickBegan, TrickTaken, Where
from hoyle.interpreter.story.story import Story
from hoyle.interpreter.text.parse import Words

from ...small_rules import game_of
from .playing import game

RULES = """game "Aside"
language 1
players 4, partners opposite
deck 7 8 9 10 J Q K A
zones
    stock: face down
    trick: face up
    floor: face up
    hand of each player: private
    side of each player: face up
    won of each team: face up
remember
    dealer: player
    points of each team: number
ranking
    any suit: A K Q J 10 9 8 7
    equal cards: first played wins
main
    set dealer to a random player
    repeat until highest points >= 6
        gather every card into stock
        shuffle stock
        deal 7 from stock to hand of each player from dealer.left
        let leader be dealer.left
        repeat 3 times
            play trick from hand to trick, led by leader, following suit, taken by winner
                before each card by q
                    q chooses
                        "aside {d}" for d in q.hand where size of q.hand > 1
                            move d to q.side
                        "to the side {d}" for d in q.hand where size of q.hand > 1
                            move d to q.team.won
                        "to the floor of {p}" for p in players
                            move top 1 of stock to floor
                        "go on"
            move trick to winner.team.won
            add 1 to winner.team.points
            set leader to winner
        set dealer to dealer.left
    game over, won by the team with highest points, otherwise shared
"""


@cache
def program() -> Program:
    return lower(game_of(RULES))


def cards_in(values: Slots, name: str, owner: int = 0) -> tuple[int, ...]:
    info = next(zone for zone in program().zones if zone.name == name)
    content = values[info.base + owner]
    return content if isinstance(content, tuple) else tuple(card for card in range(32) if content >> card & 1)


def plays(records: list[object]) -> Iterator[tuple[int, int]]:
    """Who played which card to the trick, by the records alone."""
    zones = {name: number for number, name in enumerate(zone.name for zone in program().zones)}
    for record in records:
        if isinstance(record, Moved) and record.target == Where(zones["trick"], -1):
            (card,) = record.cards
            yield record.source.owner, card


@pytest.mark.parametrize("viewer", [None, -1, 0, 3])
def test_the_open_trick_has_the_cards_that_were_played_to_it(viewer: int | None) -> None:
    aside: set[tuple[str, int]] = set()
    for seed in range(4):
        story, so_far, trick = Story(Words(program()), viewer), list[tuple[int, int]](), Where(1, -1)
        last, leader, taken, count = list[tuple[int, int]](), -1, 0, 0
        for records, state in game(program(), Random(seed), 70):
            for record in records:
                if isinstance(record, TrickBegan):
                    so_far, leader, count = [], record.leader, count + 1
                so_far += plays([record])
                if isinstance(record, TrickTaken):
                    last, taken = so_far, record.player
                if isinstance(record, Moved) and program().zones[record.target.zone].name in ("side", "won"):
                    aside.add((program().zones[record.target.zone].name, record.target.owner))
            story.tell(records)  # type: ignore[arg-type]
            if cards_in(state.values, "trick"):
                assert story.trick is not None
                assert story.trick.leader == leader
                assert [(player, card) for player, card, _ in story.trick.plays] == so_far
                assert {where for _, _, where in story.trick.plays} <= {trick}
            elif story.trick is not None:
                assert story.trick.plays == ()
            if story.last_trick is not None:
                assert [(player, card) for player, card, _ in story.last_trick.plays] == last
                assert story.last_trick.winner == taken
            chosen = [record for record in records if isinstance(record, Chosen)]
            if chosen and (viewer is None or viewer < 0 or chosen[-1].player == viewer):
                assert story.looked > 0
    assert aside == {*(("side", owner) for owner in range(4)), ("won", 0), ("won", 1)}
