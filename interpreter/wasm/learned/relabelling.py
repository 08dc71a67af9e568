"""Gives cards other numbers, so that the suit that rules is always the same: what is learned of hearts as trumps then
holds for spades as trumps, too.

For each value of the ruling suit a permutation of the suits is looked for that turns the ranking into that for the
first suit: the same cards follow each other, and the same card of any two is the stronger.  Where there is none, and
while no suit rules, cards keep their numbers.  In a game whose tricks are written by hand there is no ranking to look
at; the ruling suit then changes places with the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from ...program import Face, Program, TrickRules, VariableInfo, trick_rules

MOST_SUITS = 5
"""With more suits there are too many permutations to try."""


@dataclass(frozen=True)
class Relabelling:
    """By the ruling suit plus one (0: none): the new number of each face, and of each group of cards."""

    ruler: int
    """The variable that holds the ruling suit; -1 if there is none."""
    faces: tuple[tuple[int, ...], ...]
    groups: tuple[tuple[int, ...], ...]

    @property
    def parts(self) -> int:
        """The number of values of the ruling suit, plus one."""
        return len(self.faces)


def relabelling(program: Program) -> Relabelling:
    """The relabelling of a program's cards."""
    rules = trick_rules(program)
    if rules is None:
        return _by_hand(program)
    count = len(program.faces)
    parts = len(program.tables[rules.group]) // count
    same, groups = tuple(range(count)), tuple(range(rules.groups))
    faces_of, groups_of = [same], [groups]
    first = 1 if parts > 1 else 0
    for at in range(1, parts):
        found = None
        if at > first and at <= len(program.suits) <= MOST_SUITS:
            found = _permuted(program, rules, at, first)
        faces_of.append(found[0] if found else same)
        groups_of.append(found[1] if found else groups)
    ruler = rules.ruler if parts > 1 else -1
    return Relabelling(ruler, tuple(faces_of), tuple(groups_of))


def _by_hand(program: Program) -> Relabelling:
    """The relabelling of a game without a ranking of tricks."""
    same = tuple(range(len(program.faces)))
    holders = [i for i, info in enumerate(program.variables) if info.owner is None and names_suit(info)]
    if len(holders) != 1:
        return Relabelling(-1, (same,), ((),))
    values = program.count_of(program.variables[holders[0]].type.plain())
    where = {face: i for i, face in enumerate(program.faces)}
    faces = [same]
    for value in range(values):
        turn = {value: 0, 0: value} if value < len(program.suits) else {}
        faces.append(_by_suits(program.faces, where, turn) or same)
    return Relabelling(holders[0], tuple(faces), ((),) * len(faces))


def names_suit(info: VariableInfo) -> bool:
    """Whether a variable holds a suit, or a suit or something else (`no trump`)."""
    return info.type.kind == "suit" or (info.type.kind == "word" and info.type.suits)


def _by_suits(faces: Sequence[Face], where: dict[Face, int], turn: dict[int, int]) -> tuple[int, ...] | None:
    """The new numbers of all faces if suits are exchanged; None if a face would become one that does not exist."""
    found = [where.get(Face(face.rank, turn.get(face.suit, face.suit)), -1) for face in faces]
    return None if -1 in found else tuple(found)


def _permuted(
    program: Program, rules: TrickRules, at: int, first: int
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """The permutation that makes the ranking of `at` that of `first`: new numbers of the faces and of the groups."""
    count = len(program.faces)
    group, power = program.tables[rules.group], program.tables[rules.power]
    where = {face: i for i, face in enumerate(program.faces)}
    suits = range(len(program.suits))
    for order in permutations(suits):
        if order[at - 1] != first - 1:
            continue
        faces = _by_suits(program.faces, where, dict(zip(suits, order, strict=True)))
        if faces is None:
            continue
        groups = _groups(group, at * count, first * count, faces, rules.groups)
        if groups is not None and all(
            _order(power, (at * rules.groups + led) * count, range(count))
            == _order(power, (first * rules.groups + groups[led]) * count, faces)
            for led in range(rules.groups)
        ):
            return faces, groups
    return None


def _groups(group: Sequence[int], at: int, first: int, faces: tuple[int, ...], count: int) -> tuple[int, ...] | None:
    """The new number of each group; None if the cards of a group would be in several."""
    found: dict[int, int] = {}
    for face, new in enumerate(faces):
        if found.setdefault(group[at + face], group[first + new]) != group[first + new]:
            return None
    left = [one for one in range(count) if one not in found.values()]
    for one in range(count):
        if one not in found:
            found[one] = left.pop(0)
    return tuple(found[one] for one in range(count)) if len(set(found.values())) == count else None


def _order(power: Sequence[int], row: int, faces: Sequence[int]) -> list[int]:
    """The faces by strength: equal numbers for equal strength, -1 for cards that cannot win."""
    values = [power[row + face] for face in faces]
    ranks = {value: i for i, value in enumerate(sorted({value for value in values if value >= 0}))}
    return [ranks.get(value, -1) for value in values]
