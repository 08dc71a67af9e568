"""A game in brief, as data for `hoyle show`, which prints it as tables, lines or JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Literal

import click

from ...dsl.types import setting_text
from ..terminal.console import shown_path

if TYPE_CHECKING:
    from ...dsl.checked import CheckedGame, OptionSymbol
    from ...dsl.source.span import Span
    from ...dsl.syntax import nodes as n
    from ...interpreter.lowering import Settings, SettingValue
    from ...interpreter.program import Program

VERSION = 1
"""The version of the JSON form."""

BETWEEN = " | "
"""The separator between the values of an option."""

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]
Origin = Literal["default", "variant", "preset", "command line"]


@dataclass(frozen=True, slots=True)
class TextTable:
    """Rows below a title.  The first columns are names."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ShownOption:
    """An option: its possible values, its original default, its current value, and the origin of that value."""

    name: str
    description: str | None
    values: tuple[tuple[str, str | None], ...]
    """The possible values, each with its description.  A single entry for a range or a type."""
    default: str
    value: SettingValue
    origin: Origin
    place: Span | None
    """The place of the value, if it is written in a file."""
    condition: str | None
    """The condition under which the option matters; None: always."""

    @property
    def source(self) -> str:
        """The origin of the value, in words."""
        if self.place is None:
            return self.origin
        return f"{self.origin}, {PurePath(shown_path(self.place.source.name)).name}:{self.place.line}"

    def data(self) -> Json:
        """The option as JSON."""
        place: Json = None
        if self.place is not None:
            place = {"file": shown_path(self.place.source.name), "line": self.place.line}
        return {
            "name": self.name,
            "description": self.description,
            "values": [{"value": value, "description": description} for value, description in self.values],
            "default": self.default,
            "value": self.value,
            "from": self.origin,
            "place": place,
            "condition": self.condition,
        }


@dataclass(frozen=True, slots=True)
class Brief:
    """A game with its settings."""

    game: CheckedGame
    program: Program
    options: tuple[ShownOption, ...]

    @property
    def title(self) -> str:
        """The title of the game."""
        return self.game.title

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """Short facts: pairs of a name and a text."""
        game = self.game
        low, high, _ = game.players
        here = "" if low == high else f", here {self.program.players}"
        sides = ", partners opposite" if game.partners else ""
        presets = ", ".join(title for title, _ in game.presets)
        found = (
            ("ruleset", f"{game.name}, language {game.language}, rules {game.fingerprint}"),
            ("sources", ", ".join(f"{one.name.text} ({one.description or one.path})" for one in self._documents())),
            ("players", _span(game) + here + sides),
            ("deck", self._deck()),
            ("phases", ", ".join(phase.name for phase in game.phases if not phase.table and phase is not game.main)),
            ("tables", ", ".join(phase.name for phase in game.phases if phase.table)),
            ("incidents", ", ".join(incident.title for incident in game.incidents)),
            ("presets", presets),
            ("rulings", str(len(self._rulings()))),
        )
        return tuple((name, text) for name, text in found if text)

    @property
    def tables(self) -> tuple[TextTable, ...]:
        """The tables of zones and options."""
        zones = tuple(
            (
                zone.name
                + (f" of each {zone.owner}" if zone.owner else "")
                + (f", {zone.places} places" if zone.places else ""),
                zone.visibility,
            )
            for zone in self.game.zones
        )
        options = tuple(
            (one.name, BETWEEN.join(value for value, _ in one.values), one.default, setting_text(one.value), one.source)
            for one in self.options
        )
        found = (
            TextTable("zones", ("zone", "who sees it"), zones),
            TextTable("options", ("option", "can be", "default", "is", "from"), options),
        )
        return tuple(table for table in found if table.rows)

    def data(self) -> Json:
        """The game as JSON."""
        game = self.game
        low, high, default = game.players
        return {
            "show": VERSION,
            "name": game.name,
            "title": game.title,
            "language": game.language,
            "rules": game.fingerprint,
            "sources": [
                {"name": one.name.text, "path": one.path, "title": one.description} for one in self._documents()
            ],
            "players": {"fewest": low, "most": high, "default": default, "here": self.program.players},
            "partners": game.partners,
            "deck": {
                "cards": len(self.program.deck),
                "ranks": [game.ranks[rank] for rank in game.deck.ranks],
                "suits": [game.suits[suit] for suit in game.deck.suits],
                "faces": len(self.program.faces),
            },
            "zones": [{"name": z.name, "owner": z.owner, "visibility": z.visibility} for z in game.zones],
            "options": [option.data() for option in self.options],
            "presets": [self._preset(title, dict(values)) for title, values in game.presets],
            "phases": [phase.name for phase in game.phases if not phase.table and phase is not game.main],
            "tables": [phase.name for phase in game.phases if phase.table],
            "incidents": [incident.title for incident in game.incidents],
            "rulings": [one.text for one in self._rulings()],
        }

    def _preset(self, title: str, values: Mapping[OptionSymbol, int]) -> Json:
        from ...interpreter.lowering.settings import option_word

        settings: dict[str, Json] = {option.name: option_word(option, value) for option, value in values.items()}
        return {"title": title, "settings": settings}

    def _documents(self) -> list[n.Document]:
        from ...dsl.syntax import nodes as n

        return [one for one in self.game.tree.declarations if isinstance(one, n.Document)]

    def _rulings(self) -> list[n.Ruling]:
        from ...dsl.syntax import nodes as n

        return [one for one in self.game.tree.declarations if isinstance(one, n.Ruling)]

    def _deck(self) -> str:
        game = self.game
        ranks = " ".join(game.ranks[rank] for rank in game.deck.ranks)
        suits = " ".join(game.suits[suit] for suit in game.deck.suits)
        program = self.program
        jokers = sum(program.faces[face].rank < 0 for face in program.deck)
        cards, faces = len(program.deck) - jokers, sum(face.rank >= 0 for face in program.faces)
        each = f", {cards // faces} of each" if faces and cards % faces == 0 and cards > faces else ""
        more = f", and {jokers} joker{'s' * (jokers > 1)}" if jokers else ""
        return f"{len(program.deck)} cards: {ranks}{f' of {suits}' if suits else ''}{each}{more}"


def brief(game: CheckedGame, options: Mapping[str, SettingValue], preset: str | None, players: int | None) -> Brief:
    """A game with these options, which take precedence over the preset.

    Raises `click.UsageError` if they do not fit the game."""
    from ...interpreter.lowering import SettingsError, lower, settle

    try:
        settings = settle(game, options, players, preset)
        program = lower(game, options, players, preset)
    except SettingsError as error:
        messages = [one.message + (f"; {one.help}" if one.help else "") for one in error.problems]
        raise click.UsageError("\n       ".join(messages)) from None
    given = dict(game.presets).get(preset, ()) if preset is not None else ()
    return Brief(game, program, tuple(_option(one, settings, options, dict(given)) for one in game.options))


def _option(
    option: OptionSymbol, settings: Settings, given: Mapping[str, SettingValue], preset: Mapping[OptionSymbol, int]
) -> ShownOption:
    node = option.node
    assert node is not None  # every option comes from a declaration
    origin: Origin = "default"
    place: Span | None = node.default.span
    if option.name in given:
        origin, place = "command line", None
    elif option in preset:
        origin, place = "preset", None
    elif node.default.span.source is not node.span.source:
        origin = "variant"
    return ShownOption(
        option.name, node.description, _values(option, node), _first_default(node),
        settings.words()[option.name], origin, place, _condition(node),
    )  # fmt: skip


def _values(option: OptionSymbol, node: n.Option) -> tuple[tuple[str, str | None], ...]:
    """The possible values of an option: listed with their descriptions, or its type."""
    from ...dsl.syntax.printer.expressions import type_

    if node.values:
        return tuple((_written(value.value), value.description) for value in node.values)
    return ((type_(node.type) if node.type is not None else str(option.type), None),)


def _first_default(node: n.Option) -> str:
    """The default in the file that declares the option.  Variants do not change it."""
    from ...dsl.syntax import nodes as n
    from ...dsl.syntax.parser import parse

    if node.default.span.source is node.span.source:
        return _written(node.default)
    tree, _ = parse(node.span.source)
    for declaration in tree.declarations:
        inner = declaration.part if isinstance(declaration, n.Add | n.Replace) else declaration
        if isinstance(inner, n.Option) and inner.name.text == node.name.text:
            return _written(inner.default)
    return _written(node.default)


def _written(value: n.Value) -> str:
    from ...dsl.syntax.printer.expressions import expr

    return expr(value)


def _condition(node: n.Option) -> str | None:
    from ...dsl.syntax.printer.expressions import expr

    return expr(node.condition) if node.condition is not None else None


def _span(game: CheckedGame) -> str:
    """The possible numbers of players: `4`, `3 to 6`, `2 or 4`."""
    low, high, _ = game.players
    if len(game.counts) <= high - low:
        return " or ".join(map(str, game.counts))
    return str(low) if low == high else f"{low} to {high}"
