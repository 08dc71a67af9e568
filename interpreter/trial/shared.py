"""Rules that differ only in the default values of their options share most of a short run.

The run of the first of them plays every value of every option (`settings.py`).  For each of the others, only its own
default values are played, as one more row of that run; nothing is played if another had the same values.  So a hundred
house rules that set options of the same game take little longer than one.
"""

from __future__ import annotations

from dataclasses import replace

from ...dsl.checked import CheckedGame
from ...dsl.provenance.fingerprints import fingerprint
from ...dsl.syntax import nodes as n
from ..fuzz.settings import default_row

DefaultValues = tuple[tuple[str, int], ...]


class PlayedRules:
    """The rules that passed the short run, whatever their default values, each with the default values played."""

    def __init__(self) -> None:
        self._rows: dict[str, set[DefaultValues]] = {}

    def defaults_of(self, game: CheckedGame) -> set[DefaultValues] | None:
        """The default values with which these rules passed; None if the rules were not played at all."""
        return self._rows.get(_rules(game))

    def add(self, game: CheckedGame) -> None:
        """These rules passed."""
        self._rows.setdefault(_rules(game), set()).add(row_of(game))


def row_of(game: CheckedGame) -> DefaultValues:
    """The default values of a game.  Raises `SettingsError` if they do not go together."""
    return tuple(sorted(default_row(game).items()))


def _rules(game: CheckedGame) -> str:
    """The identity of rules without the default values."""
    tree = game.tree
    same = [replace(one, default=n.Word("none")) if isinstance(one, n.Option) else one for one in tree.declarations]
    return fingerprint(replace(tree, declarations=tuple(same)))
