"""Codes 05: cards."""

from __future__ import annotations

from .codes_base import Code

CARDS: tuple[Code, ...] = (
    Code("E0501", "two ruling suits", "a ranking can depend on one changing suit", "All rows that name a changing suit (`trump`) must name the same one."),
    Code("E0502", "no joker", "the deck has no jokers", "Add them to the deck line: `deck …, 2 jokers`."),
    Code("E0503", "no sister suit", "`sister` is the other suit of the same colour, and these suits have no colours", "It exists for the four usual suits."),
    Code("E0504", "pattern that cannot be read", "a pattern names a suit, or the `sister` of its row's suit", "Patterns are `A`, `J of trump.sister`, `Q of spades`, `joker`."),
    Code("E0505", "no ranking", "a trick is played, and nothing says which card is higher", "Add a `ranking`."),
    Code("E0506", "rank left out", "the ranking forgets {names}", "Every card that can be played to a trick must stand somewhere in the ranking."),
    Code("E0507", "deck too small", "with {players} players{options}, {needed} cards are dealt and the deck has {size}", "The deal must fit the deck for every number of players."),
)  # fmt: skip
