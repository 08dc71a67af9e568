"""Which rows of a ranking apply, and for which suits: for each combination of the values that the ranking depends on.

The ranking is worked out before play, once for each of these combinations (`cases`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

from ..checked import CheckedGame, Expr, Lit, RankingRule, VariableRef, VariableSymbol, values_of_key
from ..types import NONE
from .values import PartialSettings

SettledRow = tuple[bool | None, int]
"""Whether a row applies (None: that is not known before play), and the number of its own suit (-1: it has none)."""


def ranges_of_keys(game: CheckedGame, rule: RankingRule) -> list[range]:
    """For each value that the ranking depends on: all that it can be."""
    return [values_of_key(key.type, len(game.suits), len(game.ranks)) for key in rule.keys]


def cases(game: CheckedGame, rule: RankingRule) -> Iterator[tuple[int, ...]]:
    """All combinations of the values that the ranking depends on, the last value fastest."""
    yield from product(*ranges_of_keys(game, rule))


def settled_rows(
    game: CheckedGame, rule: RankingRule, settings: PartialSettings, case: tuple[int, ...]
) -> list[SettledRow]:
    """What each row is in one of the cases."""
    known: dict[VariableSymbol, int] = {}
    written: dict[str, int] = {}
    for key, value in zip(rule.keys, case, strict=True):
        written[key.span.text] = value
        if isinstance(key, VariableRef) and key.owner is None:
            known[key.variable] = value
    own = replace(settings, variables=known, suits=game.suits)
    return [(_applies(own, row.when), _suit(row.suit, known, written, len(game.suits))) for row in rule.rows]


def _applies(settings: PartialSettings, when: Expr | None) -> bool | None:
    value = 1 if when is None else settings.value(when)
    return None if value is None else bool(value)


def _suit(e: Expr | None, known: Mapping[VariableSymbol, int], written: Mapping[str, int], suits: int) -> int:
    match e:
        case None:
            return NONE
        case Lit(value=value):
            return value
        case VariableRef(variable=variable, owner=None):
            value = known[variable]
        case _:
            value = written[e.span.text]
    return value if 0 <= value < suits else NONE
