"""The settings that can be changed before a game is played: presets, the number of players, and the options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....dsl.checked import CheckedGame, OptionSymbol
from ....dsl.syntax.printer.expressions import expr
from ....interpreter.lowering import Settings, SettingValue, settle

Json = dict[str, Any]
MOST_LISTED = 24
"""A range with at most this many values is listed.  For a longer one only the ends are given."""


def switches(game: CheckedGame, options: Mapping[str, SettingValue], players: int | None = None) -> Json:
    """The title, presets, numbers of players and options of a game, under these settings.

    Every value is a text that `settle` can read.  Raises `SettingsError` if the settings do not fit the game.
    """
    settings = settle(game, options, players)
    usual = settle(game)
    return {
        "title": game.title,
        "players": {"counts": list(game.counts), "default": usual.players, "here": settings.players},
        "presets": [
            {"title": title, "settings": {one.name: one.word(value) for one, value in values}}
            for title, values in game.presets
        ],
        "options": [_switch(one, settings) for one in game.options],
    }


def _switch(option: OptionSymbol, settings: Settings) -> Json:
    node, kind = option.node, option.type
    assert node is not None  # every option comes from a declaration
    texts = {expr(one.value): one.description for one in node.values}
    allowed: tuple[int, ...]
    if option.values is not None:
        allowed = option.values
    elif kind.kind == "flag":
        allowed = (1, 0)
    elif kind.kind == "word":
        allowed = tuple(range(len(option.words)))
    else:
        allowed = tuple(range(kind.low, kind.high + 1)) if kind.high - kind.low < MOST_LISTED else ()
    words = [option.word(value) for value in allowed]
    return {
        "name": option.name,
        "description": node.description,
        "condition": expr(node.condition) if node.condition is not None else None,
        "value": option.word(settings.values[option]),
        "default": option.word(option.default),
        "values": [{"value": one, "text": texts.get(one) or one.replace("_", " ")} for one in words],
        "least": kind.low,
        "most": kind.high,
    }
