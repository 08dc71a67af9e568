"""What lies on the table, by names: everything, or what one player may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, overload

from ..engine import Engine, State
from ..errors import translated
from ..notation.model import SpannedText
from ..records import Where
from ..story.view import View
from ..wording.names import Names
from .notebook import board
from .values import Card, Value, ValueConverter


class NamedLookup:
    """Looks zones and variables up by their names.  Every method raises `UnknownName` for a word that has no
    meaning.
    """

    def __init__(
        self,
        names: Names,
        values: ValueConverter,
        cards: Callable[[Where], tuple[int, ...]],
        number: Callable[[int, int], int],
    ) -> None:
        """`cards` returns the cards in a zone, `number` the value of a variable for an owner (-1 for none)."""
        self._names, self._values, self._cards, self._number = names, values, cards, number

    def cards(self, zone: str, owner: str | None = None) -> tuple[Card, ...]:
        """The cards in a zone (of a player or a team): of a pile the bottom card first, of a hand in the order of the
        deck.
        """
        where = translated(
            lambda: self._names.zone(SpannedText(zone), None if owner is None else SpannedText(str(owner)))
        )
        return self._values.some(self._cards(where))

    @overload
    def __getitem__(self, name: tuple[str, str]) -> Value: ...
    @overload
    def __getitem__(self, name: str) -> Any: ...
    def __getitem__(self, name: str | tuple[str, str]) -> Any:
        """The value of a variable, `game["dealer"]`, or the cards in a zone.

        If each player or team has its own, the result is a mapping by owner, `game["points"]`, or the value of one
        owner, `game["points", "A"]`.
        """
        said, owner = name if isinstance(name, tuple) else (str(name), None)
        thing = translated(lambda: self._names.thing(SpannedText(said)))
        program = self._names.program
        info = program.zones[thing.zone] if isinstance(thing, Where) else program.variables[thing]

        def held(of: int) -> Value:
            if isinstance(thing, Where):
                return self._values.some(self._cards(Where(thing.zone, of)))
            return self._values.value(program.variables[thing].type, self._number(thing, of))

        if info.owner is not None and owner is None:
            return {self._values.words.owner(info.owner, of): held(of) for of in range(info.count)}
        of = None if owner is None else SpannedText(owner)
        return held(translated(lambda: self._names.owner(info, SpannedText(said), of)))


class SeatView(NamedLookup):
    """What one player may know: a `NamedLookup` in which the cards that the player does not see are `??`.

    seen = game.view("A")
    seen.cards("hand", "B"), seen["trump"]
    """

    def __init__(self, names: Names, values: ValueConverter, view: View) -> None:
        self.view = view
        """The same as numbers, as the engine and players that are programs use it."""
        zones = {zone.where: zone.cards for zone in view.zones}
        super().__init__(names, values, lambda where: zones[where], lambda number, owner: _of(view, number, owner))

    @property
    def player(self) -> str | None:
        """The player whose view it is; None for a spectator."""
        return self._values.words.player(self.view.player) if self.view.player >= 0 else None

    @property
    def zones(self) -> Mapping[str, tuple[Card, ...]]:
        """Every zone by its title: `{"hand of A": (<J♠>, …), "stock": (<??>, …)}`."""
        words = self._values.words
        return {words.where(zone.where): self._values.some(zone.cards) for zone in self.view.zones}

    def _repr_html_(self) -> str:
        """What the player may know, for a notebook."""
        values = {info.name: self[info.name] for info in self._names.program.variables}
        return board(f"as {self.player or 'a spectator'} sees it", self.zones, values)

    def __reduce__(self) -> tuple[object, ...]:
        return SeatView, (self._names, self._values, self.view)

    def __repr__(self) -> str:
        return f"<SeatView of {self.player or 'a spectator'}>"


def whole_table(names: Names, values: ValueConverter, engine: Engine, state: State) -> NamedLookup:
    """The table with all cards open."""

    def cards(where: Where) -> tuple[int, ...]:
        return engine.cards(state, where)

    def number(variable: int, owner: int) -> int:
        return engine.value(state, variable, owner)

    return NamedLookup(names, values, cards, number)


def _of(view: View, number: int, owner: int) -> int:
    return view.variables[number][max(owner, 0)]
