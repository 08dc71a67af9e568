"""Turns a ranking into finite tables of groups (effective suits) and strengths.

What a ranking depends on (`trump`, and the values in the conditions of its rows) has a few values: none, each suit,
the words of a kind. For each combination of them, one *case*, every face belongs to one *group* and has a strength in
it. A row that names a suit (`trump: J, J of trump.sister …`) is a group of its own: its cards follow each other,
whatever is printed on them, and beat all others; earlier rows beat later ones. A joker with a row of its own is such
a group too. `any suit` rows make one group for each printed suit, of the cards that no earlier row took. A row with a
condition exists only where it holds. An `any card` row makes one group of all suits. The last group consists of the
cards that no row lists (a joker while there is no trump suit): no card follows them, and they win only if no other
card can.

Following suit and winning tricks both use these tables, so the rule file states the left bower only once.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from ....dsl import checked as c
from ....dsl.settle.ranking import SettledRow, cases, ranges_of_keys, settled_rows
from ....dsl.settle.values import PartialSettings
from ....dsl.types import NONE
from ..layout import SlotLayout


@dataclass(frozen=True)
class RankingTables:
    """The numbers of the tables.  They are indexed by `at * groups + group` or `at * faces + face`; the table of power
    by both.

    `at` is the number of the case: of the values that the ranking depends on, the last one fastest.  With a suit alone
    it is the suit plus one.
    """

    keys: tuple[tuple[c.Expr, int, int], ...]
    """Each value that the ranking depends on, with its smallest value, and how much one more of it adds to `at`."""
    groups: int
    group: int
    follow: int
    power: int
    last_wins: bool
    rows: tuple[int, ...]
    """The place of the row to which a face belongs, by `at * faces + face`; -1 if no row lists it."""


def ranked(layout: SlotLayout, rule: c.RankingRule) -> RankingTables:
    """Make the tables of a ranking."""
    ranges, settings = ranges_of_keys(layout.game, rule), PartialSettings(layout.players, layout.settings.values)
    suits = len(layout.game.suits)
    named = [row for row in rule.rows if row.trumps]
    groups = suits + len(named) + 1
    width = 1 + sum(len(row.faces) for row in rule.rows)
    group_of: list[int] = []
    follow: list[int] = []
    power: list[int] = []
    rows: list[int] = []
    for case in cases(layout.game, rule):
        group, strength, row = _grouping(layout, rule, settled_rows(layout.game, rule, settings, case))
        rows += row
        group_of += group
        for g in range(groups):
            everything = g == groups - 1
            follow.append(sum(1 << card for card, face in enumerate(layout.deck) if everything or group[face] == g))
            faces = range(len(layout.faces))
            power += [_power(group[face], strength[face], g, suits, groups, width) for face in faces]
    steps = [prod(map(len, ranges[i + 1 :])) for i in range(len(ranges))]
    keys = zip(rule.keys, ranges, steps, strict=True)
    return RankingTables(
        tuple((key, values.start, step) for key, values, step in keys),
        groups,
        layout.table(tuple(group_of)),
        layout.table(tuple(follow)),
        layout.table(tuple(power)),
        rule.last_wins,
        tuple(rows),
    )


def _grouping(
    layout: SlotLayout, rule: c.RankingRule, settled: list[SettledRow]
) -> tuple[list[int], list[int], list[int]]:
    """For one case: the group of each face, its strength in the group, and the place of its row."""
    suits = len(layout.game.suits)
    nowhere = suits + sum(row.trumps for row in rule.rows)
    group = [nowhere] * len(layout.faces)
    strength = [0] * len(layout.faces)
    place = [-1] * len(layout.faces)
    plain = sum(len(row.faces) for row in rule.rows)
    joker = len(layout.faces) - 1 if layout.faces and layout.faces[-1].rank < 0 else -1
    number = suits
    for row, (applies, own) in zip(rule.rows, settled, strict=True):
        if row.alone:
            if joker >= 0 and group[joker] == nowhere:
                group[joker], strength[joker], place[joker] = number, 1, layout.place(row.span)
            number += 1
            continue
        if not applies:
            plain -= len(row.faces)
            number += row.suit is not None
            continue
        if row.suit is None:
            for suit in range(suits):
                for i, (rank, _) in enumerate(row.faces):
                    face = layout.face_index(rank, suit)
                    if face >= 0 and group[face] == nowhere:
                        group[face], strength[face] = 0 if row.alike else suit, plain - i
                        place[face] = layout.place(row.span)
            plain -= len(row.faces)
            continue
        if 0 <= own < suits:
            for i, (rank, which) in enumerate(row.faces):
                suit = own if which == "own" else layout.sister(own) if which == "sister" else which
                face = joker if rank < 0 else layout.face_index(rank, suit)
                if face >= 0 and group[face] == nowhere:
                    group[face], strength[face] = number, len(row.faces) - i
                    place[face] = layout.place(row.span)
        number += 1
    return group, strength, place


def _power(group: int, strength: int, led: int, suits: int, groups: int, width: int) -> int:
    """The power of a card in a trick in which group `led` was led; -1 if it cannot win."""
    if suits <= group < groups - 1:
        return strength + (groups - group) * width
    return strength if group == led and group < suits else NONE
