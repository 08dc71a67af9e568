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
    Code("E0508", "not known beforehand", "{what} cannot depend on what happens in play", "why"),
    Code("E0509", "impossible deck", "with {players} players{options} {what} would be {value}", "why"),
    Code("E0510", "for no card", "no card is left for this", "why"),
    Code("E0511", "cards without a value", "`{name}` says nothing of {names}", "why"),
    Code("E0512", "numbers that do not pair", "{ranks} ranks are paired with {numbers} numbers", "why"),
    Code("E0513", "no cards to play", "with {players} players{options}, no `{name}` has a card left for this trick", "why"),
    Code("E0514", "trick not taken away", "with {players} players{options}, `{name}` still holds the cards of the last trick", "why"),
    Code("W0515", "not shuffled", "`{name}` is dealt from as the cards were gathered: nobody shuffled", "why"),
    Code("E0516", "moved to where it lies", "these cards lie in `{name}` already", "why"),
)  # fmt: skip
