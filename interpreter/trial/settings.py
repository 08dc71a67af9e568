"""Which settings the short run plays: every number of players, every preset, every value of every option at least once.

Each row takes a new value for every option that still has one, so there are about as many rows as the longest list of
values.  The other options take those values that make the most pairs which no row had before.  If such a row cannot be
played, because its values do not go together, its values are tried one by one, and if need be with one value of another
option.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Set
from itertools import combinations, cycle

from ...dsl.checked import CheckedGame
from ...dsl.source.span import Span
from ..engine import Dice
from ..fuzz.settings import PLAYERS, Pair, SettingRow, default_row, row_text, tried_values
from ..lowering import SettingsError, lower
from ..program import Program

MOST_ROWS = 16
"""The most rows for values of options; a word may have more values than that."""

MORE_ROWS = 3
"""So many rows are only for pairs of values.  `hoyle check --thorough` plays all pairs."""


def programs(game: CheckedGame, unchecked: Set[Span] = frozenset()) -> Iterator[tuple[SettingRow, Program]]:
    """The settings to be played besides the default ones, each with its program without the checks at some places."""

    def lowered(row: SettingRow) -> Program | None:
        try:
            return lower(game, row_text(game, row), row[PLAYERS], unchecked=unchecked)
        except SettingsError:  # its values do not go together
            return None

    base = default_row(game)
    seen = {_key(base)}
    for row in covering(game):
        if _key(row) in seen:
            continue
        program = lowered(row)
        if program is not None:
            seen.add(_key(row))
            yield row, program
            continue
        for name in [name for name in row if row[name] != base[name]]:
            one = {**base, name: row[name]}
            found = next(((r, p) for r in (one, *_with_another(game, one, name)) if (p := lowered(r))), None)
            if found is not None and _key(found[0]) not in seen:
                seen.add(_key(found[0]))
                yield found


def _with_another(game: CheckedGame, row: SettingRow, name: str) -> Iterator[SettingRow]:
    """The row with one more value that is not the default: one that this value needs may be among them."""
    for option in game.options:
        if option.name != name:
            for value in tried_values(option)[1:]:
                yield {**row, option.name: value}


def covering(game: CheckedGame) -> Iterator[SettingRow]:
    """Rows in which each number of players, each preset and each value of an option occurs.

    One row has all numbers at their least, one at their greatest.  The others combine as many pairs of values as they
    can.
    """
    base = default_row(game)
    for players in game.counts:
        yield {**base, PLAYERS: players}
    for _, preset in game.presets:
        yield {**base, **{option.name: value for option, value in preset}}
    values = {option.name: tried_values(option) for option in game.options}
    for of in (min, max):  # six players who may each draw five cards need more than there are
        yield at_the_ends(game, of)
    waiting = {name: [value for value in found if value != base[name]] for name, found in values.items()}
    met, dice, players = set[Pair](), Dice(_SEED, player=_STREAM), cycle(game.counts)
    longest = min(MOST_ROWS, max(map(len, waiting.values()), default=0))
    for number in range(longest + (MORE_ROWS if len(values) > 1 else 0)):
        new = {name: left[number] for name, left in waiting.items() if number < len(left)}
        new[PLAYERS] = next(players)
        # Options of which every value was met take what makes the most new pairs.
        old = {name: found for name, found in values.items() if name not in new}
        tried = [{**base, **new}]
        tried += [
            {**base, **new, **{n: f[dice.below(len(f))] for n, f in old.items()}} for _ in range(_TRIES * (old != {}))
        ]
        best = max(tried, key=lambda row: len(pairs(row) - met))
        met |= pairs(best)
        yield best


def at_the_ends(game: CheckedGame, of: Callable[[Collection[int]], int]) -> SettingRow:
    """All numbers, that of players too, at their least (`min`) or at their greatest (`max`)."""
    numbers = {option.name: of(tried_values(option)) for option in game.options if option.type.kind == "number"}
    return {**default_row(game), **numbers, PLAYERS: of(game.counts)}


def pairs(row: SettingRow) -> set[Pair]:
    """The pairs of values that occur together in a row."""
    return set(combinations(sorted(row.items()), 2))


_TRIES = 8
"""From how many rows the one with the most new pairs is taken."""
_SEED, _STREAM = 0, 1 << 21


def _key(row: SettingRow) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(row.items()))
