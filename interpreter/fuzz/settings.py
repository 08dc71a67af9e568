"""Chooses the settings of a game that are worth trying: each value of each option with each value of each other option,
for any number of players.

The first setting is the default, then come the presets.  The others are drawn so that soon every two values of two
options have occurred together (a *pairwise covering array*, built greedily): most faults that depend on options depend
on one or two of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import overload

from ...dsl.checked import CheckedGame, OptionSymbol
from ...dsl.settle.values import values_of
from ..engine import Dice
from ..lowering import Settings, SettingsError, SettingValue, fit, lower, settle
from ..lowering.settings import option_word
from ..program import Program

MOST_SETTINGS = 60
_TRIES = 12
"""How many rows are drawn for each one that is used: the one with the most new pairs."""
_MOST_PAIRED = 200
"""If all options together have more values than this, settings are drawn without tracking the pairs."""
_MOST_VALUES = 6
"""How many values of a long range are tried: its ends, its default, and some between."""

SettingRow = dict[str, int]
"""A value for each option by its name, and the number of players under `PLAYERS`."""
PLAYERS = ""


class Programs(Sequence[Program]):
    """The programs of a game at some settings.  Each is lowered when it is first used, so that the first game begins at
    once.
    """

    def __init__(self, game: CheckedGame, settings: tuple[Settings, ...]) -> None:
        self.game = game
        self.settings = settings
        self._lowered: dict[int, Program] = {}

    def __len__(self) -> int:
        return len(self.settings)

    @overload
    def __getitem__(self, index: int) -> Program: ...
    @overload
    def __getitem__(self, index: slice) -> Programs: ...
    def __getitem__(self, index: int | slice) -> Program | Programs:
        if isinstance(index, slice):
            return Programs(self.game, self.settings[index])
        number = range(len(self))[index]
        if number not in self._lowered:
            chosen = self.settings[number]
            self._lowered[number] = lower(self.game, chosen.words(), chosen.players, noted=True)
        return self._lowered[number]

    def __reduce__(self) -> tuple[object, ...]:
        # Symbols are compared by identity, so settings are pickled as words.
        return _programs, (self.game, tuple((one.words(), one.players) for one in self.settings))


def _programs(game: CheckedGame, said: tuple[tuple[dict[str, SettingValue], int], ...]) -> Programs:
    return Programs(game, tuple(settle(game, words, players) for words, players in said))


def tried_values(option: OptionSymbol) -> tuple[int, ...]:
    """The values of an option to try, the default first; for a long range only some."""
    return values_of(option, _MOST_VALUES)


def plan(
    game: CheckedGame, fixed: Mapping[str, SettingValue], *, vary: bool, players: int | None = None,
    preset: str | None = None, seed: int = 0, most: int = MOST_SETTINGS,
) -> Programs:  # fmt: skip
    """At most `most` programs of a game, the default one first.  Each is lowered when it is first used.

    `fixed`, the preset and `players` hold for all of them; with `vary` all other options take other values too.  Raises
    `SettingsError` if the fixed settings do not fit the game or cannot be played.
    """
    settled = settle(game, fixed, players, preset)
    base: SettingRow = {option.name: value for option, value in settled.values.items()}
    base[PLAYERS] = settled.players
    free = _free(game, fixed, preset, vary=vary, players=players)
    found: list[Settings] = []
    refused: SettingsError | None = None
    for row in _distinct(_rows(game, base, free, seed)):
        try:
            found.append(fit(game, row_text(game, row), row[PLAYERS]))
        except SettingsError as error:  # these values do not go together; the fixed ones are not at fault
            refused = refused or error
        if len(found) >= most:
            break
    if not found:
        assert refused is not None
        raise refused
    return Programs(game, tuple(found))


def rows(game: CheckedGame) -> Iterator[SettingRow]:
    """All settings that `plan` would try for the default number of players, the default first; nothing is lowered
    yet.
    """
    base = default_row(game)
    yield from _distinct(_rows(game, base, _free(game, {}, None, vary=True, players=base[PLAYERS]), 0))


def default_row(game: CheckedGame) -> SettingRow:
    """The default settings."""
    settled = settle(game, {}, None, None)
    return {option.name: value for option, value in settled.values.items()} | {PLAYERS: settled.players}


def row_text(game: CheckedGame, row: SettingRow) -> dict[str, SettingValue]:
    """The options of a row as an author writes them, by name."""
    return {option.name: option_word(option, row[option.name]) for option in game.options}


def _distinct(rows: Iterable[SettingRow]) -> Iterator[SettingRow]:
    """Each row once."""
    done: set[tuple[tuple[str, int], ...]] = set()
    for row in rows:
        key = tuple(sorted(row.items()))
        if key not in done:
            done.add(key)
            yield row


def _free(
    game: CheckedGame, fixed: Mapping[str, SettingValue], preset: str | None, *, vary: bool, players: int | None
) -> dict[str, tuple[int, ...]]:
    """The settings that may change, with the values they can take."""
    set_by_preset = {option.name for option, _ in dict(game.presets).get(preset or "", ())}
    free: dict[str, tuple[int, ...]] = {}
    if vary:
        for option in game.options:
            values = tried_values(option)
            if option.name not in fixed and option.name not in set_by_preset and len(values) > 1:
                free[option.name] = values
    low, high, default = game.players
    if players is None and low < high:
        free[PLAYERS] = tuple(dict.fromkeys((default, *game.counts)))
    return free


def _rows(game: CheckedGame, base: SettingRow, free: Mapping[str, tuple[int, ...]], seed: int) -> Iterator[SettingRow]:
    """The default row, each number of players, the presets, then rows drawn for the pairs that are still missing."""
    yield base
    for players in free.get(PLAYERS, ()):
        yield {**base, PLAYERS: players}
    for _, preset in game.presets:
        if all(option.name in free for option, _ in preset):
            yield {**base, **{option.name: value for option, value in preset}}
    dice = Dice(seed, player=_STREAM)
    if sum(map(len, free.values())) > _MOST_PAIRED:
        for _ in range(MOST_SETTINGS):
            yield {**base, **_drawn(free, dice)}
        return
    missing = {
        pair
        for a, b in combinations(sorted(free), 2)
        for x in free[a]
        for y in free[b]
        if (pair := ((a, x), (b, y))) and not (base[a] == x and base[b] == y)
    }
    alone = {(name, value) for name, values in free.items() for value in values}
    barren = 0
    while (missing or alone) and barren < _TRIES:
        drawn = [_drawn(free, dice) for _ in range(_TRIES)]
        if missing:  # contains at least one new pair
            drawn[0].update(min(missing))
        best = max(drawn, key=lambda row: len(_met(row, missing)))
        news = _met(best, missing) | {one for one in alone if best[one[0]] == one[1]}
        barren = 0 if news else barren + 1
        missing -= _met(best, missing)
        alone -= {one for one in alone if best[one[0]] == one[1]}
        yield {**base, **best}
    for _ in range(MOST_SETTINGS if free else 0):
        yield {**base, **_drawn(free, dice)}


def _drawn(free: Mapping[str, tuple[int, ...]], dice: Dice) -> SettingRow:
    """A random value for everything that may change."""
    return {name: values[dice.below(len(values))] for name, values in sorted(free.items())}


_STREAM = 1 << 21
"""The random stream from which settings are drawn; no game uses it."""
Pair = tuple[tuple[str, int], tuple[str, int]]


def _met(row: SettingRow, missing: set[Pair]) -> set[Pair]:
    """The missing pairs of values that occur together in a row."""
    return {pair for pair in missing if row[pair[0][0]] == pair[0][1] and row[pair[1][0]] == pair[1][1]}
