"""Codes for the form of a script: the file, the lines of the text form, the JSON form and its schema."""

from __future__ import annotations

from .base import Code

_HEAD = "hoyle play 1\ngame crazy_eights\nplayers A, B, C, D\n"

FORM: tuple[Code, ...] = (
    Code(
        "E1001",
        "a script that cannot be read",
        "this script cannot be read: {why}",
        "A script is a text file in UTF-8, with the notation of `docs/play.md` or the same as JSON. What was named is "
        "missing, is a folder, may not be read, is empty, or does not hold text.",
    ),
    Code(
        "E1002",
        "the first line",
        "a script begins with the line `hoyle play 1`",
        "The first line says what the file is and which version of the notation it is written in, so that a later "
        "version can still read it.",
        "game crazy_eights\n",
        _HEAD,
    ),
    Code(
        "E1003",
        "an unknown version",
        "version `{version}` of the notation is not known",
        "This version of hoyle reads version 1 of the notation. A script written for a later one needs a later hoyle.",
        "hoyle play 7\n",
        _HEAD,
    ),
    Code(
        "E1004",
        "a line of no kind",
        "this line begins with `{word}`, which is not a word of the notation",
        "Each line is one of the head (`game`, `title`, `language`, `rules`, `option`, `players`, `seed`), a fact "
        "about chance (`first`, `hand A: …`, `deal`, `pile`), something done (`B: play J♠`, `trick: …`, `table: …`) or "
        "something expected (`expect`, `after`).",
        _HEAD + "first dealer A\nB draws\n",
        _HEAD + "first dealer A\nB: draw\n",
    ),
    Code(
        "E1005",
        "something is missing",
        "{what} is missing here",
        "The line stops before everything it needs has been said.",
        _HEAD + "first dealer\n",
        _HEAD + "first dealer A\n",
    ),
    Code(
        "E1006",
        "something is left over",
        "`{text}` is left over: {why}",
        "The line is complete before this, and nothing more can stand here.",
        _HEAD + "seed 7 8\n",
        _HEAD + "seed 7\n",
    ),
    Code(
        "E1007",
        "an open quotation",
        'this quotation has no closing `"`',
        'A name or text in quotation marks ends on its line. Inside, write `\\"` for a quotation mark.',
        'hoyle play 1\ngame crazy_eights\nplayers "Old Bob, Jane, C, D\n',
        'hoyle play 1\ngame crazy_eights\nplayers "Old Bob", Jane, C, D\n',
    ),
    Code(
        "E1008",
        "said twice",
        "`{what}` has been said already",
        "The head of a game says each thing once, and no two players share a name.",
        _HEAD + "seed 7\nseed 8\n",
        _HEAD + "seed 7\n",
    ),
    Code(
        "E1009",
        "the head comes first",
        "`{word}` belongs to the head of the game, before the first step",
        "Ruleset, options, players and seed are agreed before the first card is dealt, so they stand at the top.",
        _HEAD + "first dealer A\nseed 7\n",
        _HEAD + "seed 7\nfirst dealer A\n",
    ),
    Code(
        "E1010",
        "a name nobody can have",
        "`{name}` cannot be the name of a player: {why}",
        "Names must be told apart from the words of the notation, from seat numbers and from each other.",
        "hoyle play 1\ngame crazy_eights\nplayers 2, 1, B, C\n",
        "hoyle play 1\ngame crazy_eights\nplayers A, B, C, D\n",
    ),
    Code(
        "E1011",
        "too much of something",
        "{what}, the most is {most}",
        "Limits keep a damaged or hostile file from taking all memory. No game played by people comes near them.",
    ),
    Code(
        "E1012",
        "a line in the wrong place",
        "{what}",
        "Below `after PHASE` stand indented `expect` lines, at least one; the steps of a game stand below its `game` "
        "line.",
        _HEAD + "after deal_hands\nexpect points: A 0, B 0, C 0, D 0\n",
        _HEAD + "after deal_hands\n  expect points: A 0, B 0, C 0, D 0\n",
    ),
    Code(
        "E1013",
        "a character that cannot be seen",
        "this line holds an invisible character (U+{point})",
        "Control characters, and those that turn the direction of text round, have no place in a script: two lines that look "
        "alike must be alike.",
    ),
    Code(
        "E1014",
        "no game",
        "there is no game in this script",
        "A script names a ruleset: `game crazy_eights`. Everything else stands below that line.",
        "hoyle play 1\n",
        _HEAD,
    ),
    Code(
        "E1015",
        "not a whole number",
        "`{text}` is not {what}",
        "Versions and seeds are whole numbers written in figures.",
        _HEAD + "seed seven\n",
        _HEAD + "seed 7\n",
    ),
    Code(
        "E1016",
        "not a word of that kind",
        "`{text}` is not {what}",
        "Cards and the names of the rule file are single words: no blanks, commas, colons or quotation marks.",
        _HEAD + 'first "the dealer" A\n',
        _HEAD + "first dealer A\n",
    ),
    Code(
        "E1020",
        "not JSON",
        "this is not JSON: {why}",
        "A file that begins with `{{` is read as the JSON form of a script.",
    ),
    Code(
        "E1021",
        "JSON of another shape",
        "{why} (at {path})",
        "The JSON form follows `schemas/play.schema.json`. Every step is an object whose `do` says which kind it is.",
    ),
    Code(
        "E1022",
        "a key twice",
        "the key `{key}` stands twice in this object (at {path})",
        "Readers of JSON silently keep one of two equal keys, not all the same one, so a script may not hold any.",
    ),
)
