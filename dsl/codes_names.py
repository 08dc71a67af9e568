"""Codes 03: names."""

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
    Code("E0322", "unknown shape", "there is no shape `{name}` above", "A shape is made of cards, or of shapes declared above it."),
    Code("E0321", "two choices with one label", "another choice of this question has the same label", "A label is what a player says: two with the same words could not be told apart."),
    Code("E0320", "unknown option", "there is no option `{name}`", "Presets and variants set options of the game."),
    Code("W0301", "unused", "the {what} `{name}` is never used", "What nothing reads is often a slip of the pen: the name meant stands elsewhere."),
    Code("W0302", "option never read", "the option `{name}` changes nothing: no rule reads it", "An option that no rule reads promises a choice that is none."),
    Code("W0303", "zone left out", "no card ever {moves} `{name}`", "A zone nothing enters or leaves is a slip, or should go."),
)  # fmt: skip
