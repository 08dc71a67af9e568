"""What there is to say about the meaning of a rule file: names, types, cards, flow, tables, variants."""

from __future__ import annotations

from .codes_base import Code

NAMES: tuple[Code, ...] = (
    Code("E0301", "unknown name", "`{name}` means nothing here", "Every name is declared somewhere: an option, something remembered, a zone, a define, or a `let`, loop or parameter around the place that uses it."),
    Code("E0302", "named twice", "`{name}` is declared twice", "A name stands for one thing in the whole file."),
    Code("E0303", "hidden name", "`{name}` already means something here", "A name inside a block may not hide another one: a reader would take it for the other."),
    Code("E0304", "unknown kind of value", "`{name}` is no kind of value", "Values are numbers, yes or no, players, teams, cards, suits, ranks, sets of them, an option's values, or a kind the file declares."),
    Code("E0305", "unknown rank", "the deck has no rank `{name}`", "Ranks are those of the `deck` line."),
    Code("E0306", "word of several kinds", "`{name}` is a value of {owners}; which is meant cannot be told here", "A word may belong to several options. Beside one of them it is clear; alone it is not."),
    Code("E0307", "said twice", "a rule file has one `{what}`", "There can be only one of these in a file."),
    Code("E0308", "missing part", "this rule file has no `{what}`", "A game needs a `game` line, `players`, a `deck` and `main`."),
    Code("E0309", "unknown language version", "this file is written in language {version}; this hoyle reads language {known}", "The version says which words a rule file may use."),
    Code("E0310", "whose?", "`{name}` belongs to each {owner}: say whose", "What each player or team has is read as `p.hand`, or `of each player` where all are meant."),
    Code("E0311", "not a value", "`{name}` is not a value", "Phases and tables of actions do something; only names, options, zones and defines have a value."),
    Code("E0312", "no such attribute", "{owner} has no `{name}`", "Behind a dot stands something the value in front has: a card its suit, a player a hand."),
    Code("E0313", "wrong owner", "`{name}` belongs to {has}, not to {owner}", "Zones and variables belong to each player, to each team, or to nobody, as declared."),
    Code("E0314", "cannot be set", "`{name}` cannot be set", "Only names made by `let` and things the game remembers can change."),
    Code("E0315", "not a zone", "`{name}` is not a zone", "Cards lie in zones; each is declared under `zones`."),
    Code("E0316", "not a phase", "`{name}` is not a phase", "A line of one name carries out the phase or table of that name."),
    Code("E0317", "cannot be compared at the end", "`{name}` is not a number each {owner} has", "A game is won by the highest or lowest of numbers the players or teams have."),
    Code("E0318", "hole without a value", "nothing in this choice is called `{name}`", "What stands in a label's braces is named by `for NAME in …` of the same choice."),
    Code("E0319", "not in the label", "`{name}` does not appear in the label", "Two choices with one label could not be told apart: every name of a choice is shown in it."),
    Code("E0320", "unknown option", "there is no option `{name}`", "Presets and variants set options of the game."),
    Code("W0301", "unused", "the {what} `{name}` is never used", "What nothing reads is often a slip of the pen: the name meant stands elsewhere."),
    Code("W0302", "option never read", "the option `{name}` changes nothing: no rule reads it", "An option that no rule reads promises a choice that is none."),
    Code("W0303", "zone left out", "no card ever {moves} `{name}`", "A zone nothing enters or leaves is a slip, or should go."),
)  # fmt: skip

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
)  # fmt: skip

CARDS: tuple[Code, ...] = (
    Code("E0501", "two ruling suits", "a ranking can depend on one changing suit", "All rows that name a changing suit (`trump`) must name the same one."),
    Code("E0502", "no joker", "the deck has no jokers", "Add them to the deck line: `deck …, 2 jokers`."),
    Code("E0503", "no sister suit", "`sister` is the other suit of the same colour, and these suits have no colours", "It exists for the four usual suits."),
    Code("E0504", "pattern that cannot be read", "a pattern names a suit, or the `sister` of its row's suit", "Patterns are `A`, `J of trump.sister`, `Q of spades`, `joker`."),
    Code("E0505", "no ranking", "a trick is played, and nothing says which card is higher", "Add a `ranking`."),
    Code("E0506", "rank left out", "the ranking forgets {names}", "Every card that can be played to a trick must stand somewhere in the ranking."),
    Code("E0507", "deck too small", "with {players} players{options}, {needed} cards are dealt and the deck has {size}", "The deal must fit the deck for every number of players."),
)  # fmt: skip

FLOW: tuple[Code, ...] = (
    Code("W0601", "never reached", "nothing after `{after}` is ever reached", "What stands behind `stop`, `start … again` or `game over` in the same block never happens."),
    Code("E0602", "stop outside a loop", "`stop` leaves a loop, and there is none around it", "It stands inside `repeat` or `for`."),
    Code("E0603", "cannot start again", "`{name}` has parameters, so it cannot be started again", "What to start it with would not be known."),
    Code("E0604", "endless", "nothing in this `repeat` can end it", "A `repeat` ends by `until`, a number of times, `stop`, or the end of the game."),
    Code("E0605", "not a secret choice", "only choices are made in secret together", "The block lists `p chooses …` and `for p in players` around such choices, without `until`."),
    Code("E0606", "partners need an even table", "partners sit opposite, so the number of players must be even and at least 4", "With an odd number somebody has nobody opposite."),
    Code("E0607", "in a circle", "`{name}` needs itself: {chain}", "A define or phase cannot, even through others, be part of itself."),
    Code("E0608", "no end", "no rule ends this game: there is no `game over` that can be reached", "A game ends with `game over, won by …`."),
    Code("W0609", "phase never played", "the phase `{name}` is never played", "Nothing calls it."),
)  # fmt: skip

TABLES: tuple[Code, ...] = (
    Code("E0701", "no otherwise", "`{name}` does not say what holds when no row does", "The last row of a define by rows is `otherwise -> …`."),
)  # fmt: skip

VARIANTS: tuple[Code, ...] = (
    Code("E0901", "not a change", "`{what}` cannot stand in a variant by itself", "A variant says what it does: `replace`, `add`, `remove`, or `set OPTION to …`."),
    Code("E0902", "nothing to change", "the game below has no `{what}`", "Only what is there can be replaced or removed."),
    Code("E0903", "already there", "the game below already has a `{what}`", "What is there is replaced, not added."),
    Code("E0904", "variant in a circle", "`{name}` is, through others, a variant of itself", "A variant lies over another file, down to one that is a game."),
    Code("E0906", "variants in conflict", "`{what}` is changed by `{other}` as well", "Two variants laid side by side over one game may not change the same thing; make one a variant of the other."),
    Code("E0907", "not a variant", "`{name}` is a whole game, so it cannot be laid over another", "What is laid over a game begins with `variant \"…\" of NAME`."),
    Code("E0908", "variant of another game", "this is a variant of `{name}`, not of {known}", "A variant fits the game it names, and the variants of that."),
    Code("E0905", "unknown ruleset", "there is no ruleset `{name}`", "A ruleset is found beside the file that names it, or among those that come with hoyle."),
)  # fmt: skip

MEANING: tuple[Code, ...] = (*NAMES, *TYPES, *CARDS, *FLOW, *TABLES, *VARIANTS)
