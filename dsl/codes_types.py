"""Codes 04: types."""

from __future__ import annotations

from .codes_base import Code

TYPES: tuple[Code, ...] = (
    Code("E0401", "wrong kind of value", "this is {found}, and {wanted} is needed", "Every value has a kind, and every place takes some kinds."),
    Code("E0403", "wrong number of arguments", "`{name}` takes {wanted}, and {found} are given", "As many values are given as the phase or define has parameters."),
    Code("E0404", "none where a value is needed", "`none` cannot stand here: {wanted} is needed", "Only what is declared `or none` may be none."),
    Code("E0405", "a face, not a card", "this names a kind of card, not one card that can be moved", "`2 of clubs` is what is printed on a card; with two packs there are two of them. Cards that move come from a zone: `the c in stock where c = 2 of clubs`."),
    Code("E0406", "outside the range", "{value} is outside {low}..{high}", "The declared range of a number says what it can be."),
    Code("E0407", "kinds that do not go together", "{left} and {right} do not go together", "What is compared or joined must be of the same kind: otherwise the answer never changes."),
    Code("E0408", "empty range", "{low}..{high} is no range that can be used here", "The lower end stands first; there are at most 64 players."),
    Code("E0409", "not a type", "this does not say which values there are", "A type is `number`, a range, a kind of value, or words joined by `or`."),
    Code("E0410", "compared with none", "`none` is not compared with `=`", "`is none` and `is not none` ask whether there is a value."),
    Code("E0411", "cannot be that", "{found} cannot be `{property}`", "`is` asks for `none`, `empty` (a set), `joker` (a card) or `a suit`."),
    Code("E0412", "not a pile", "only a zone has {end}", "Top, bottom and dealing speak of a pile, so of a zone by name."),
    Code("E0413", "not a set", "this cannot be run through here", "Combinations of cards are for choices; a set of numbers is written as a range."),
    Code("E0414", "no seat order", "`from` is for players, who sit in an order", "Cards, suits and numbers have no first seat."),
    Code("E0415", "nothing each has", "`{name}` is nothing each player or team has, so say of whom", "`highest points` looks at all who have points; for a set, write `highest points of S`."),
    Code("E0416", "no partners", "`{name}` needs partners, and this game has none", "Teams exist when the players line says `partners opposite`."),
    Code("E0417", "packets to one place", "several packets are dealt to one place", "A list of amounts goes round the table, one for each player."),
    Code("E0418", "values not given", "`{name}` does not say which values it can have", "An option lists its values below it, or names a type behind a colon."),
    Code("E0419", "not a value of the option", "`{name}` cannot be `{value}`", "An option has the values its type or its list allows."),
    Code("E0420", "moved to several places", "cards move to one place", "`move` puts cards in one zone; `deal` gives every player some."),
    Code("W0402", "never none", "this is never none: it is {found}", "A test that always gives the same answer is often a slip."),
    Code("W0421", "perhaps none", "`{value}` may be none here", "why"),
    Code("W0422", "called with nothing there", "`{name}` needs `{value}`, which may be none here", "why"),
    Code("W0423", "always the same", "this {how} holds", "why"),
    Code("W0424", "nothing from high to low", "this range holds nothing: it goes from high to low", "why"),
)  # fmt: skip
