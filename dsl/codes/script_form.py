"""Codes for the form of a script: the file, the lines of the text form, the JSON form and its schema."""

from __future__ import annotations

from .base import Code

_HEAD = "hoyle play 1\ngame crazy_eights\nplayers A, B, C, D\n"

FORM: tuple[Code, ...] = (
    Code(
        "E1001",
        "a script that cannot be read",
        "this script cannot be read: {why}",
        "A script is a text file in UTF-8, in the notation of `docs/play.md` or in its JSON form. The file is"
        " missing, is a folder, may not be read, is empty, or does not contain text.",
    ),
    Code(
        "E1002",
        "the first line",
        "a script begins with the line `hoyle play 1`",
        "The first line says what the file is, and in which version of the notation it is written. So a later"
        " version of Hoyle can still read it.",
        "game crazy_eights\n",
        _HEAD,
    ),
    Code(
        "E1003",
        "an unknown version",
        "version `{version}` of the notation is not known",
        "This version of Hoyle reads version 1 of the notation. A script in a later version needs a later Hoyle.",
        "hoyle play 7\n",
        _HEAD,
    ),
    Code(
        "E1004",
        "an unknown word at the start of a line",
        "this line begins with `{word}`, which is not a word of the notation",
        "A line belongs to the head of the game (`game`, `title`, `language`, `rules`, `option`, `players`, `seed`),"
        " names a result of chance (`first`, `hand A: …`, `deal`, `pile`), is an action (`B: play J♠`, `trick: …`,"
        " `table: …`), or says what is expected (`expect`, `after`).",
        _HEAD + "first dealer A\nB draws\n",
        _HEAD + "first dealer A\nB: draw\n",
    ),
    Code(
        "E1005",
        "something is missing",
        "{what} is missing here",
        "The line ends before it is complete.",
        _HEAD + "first dealer\n",
        _HEAD + "first dealer A\n",
    ),
    Code(
        "E1006",
        "something is left over",
        "`{text}` is left over: {why}",
        "The line is already complete before this, and nothing else may follow.",
        _HEAD + "seed 7 8\n",
        _HEAD + "seed 7\n",
    ),
    Code(
        "E1007",
        "an open quotation",
        'this quotation has no closing `"`',
        'A name or text in quotation marks ends on its line. To write a quotation mark inside it, write `\\"`.',
        'hoyle play 1\ngame crazy_eights\nplayers "Old Bob, Jane, C, D\n',
        'hoyle play 1\ngame crazy_eights\nplayers "Old Bob", Jane, C, D\n',
    ),
    Code(
        "E1008",
        "a repetition",
        "`{what}` has been said already",
        "The head of a game says each thing only once, and no two players have the same name.",
        _HEAD + "seed 7\nseed 8\n",
        _HEAD + "seed 7\n",
    ),
    Code(
        "E1009",
        "the head comes first",
        "`{word}` belongs to the head of the game, before the first step",
        "The players agree on the ruleset, the options, the seats and the seed before the first card is dealt. So"
        " these lines come first.",
        _HEAD + "first dealer A\nseed 7\n",
        _HEAD + "seed 7\nfirst dealer A\n",
    ),
    Code(
        "E1010",
        "a name that no player can have",
        "`{name}` cannot be the name of a player: {why}",
        "The name of a player must be different from the words of the notation, from seat numbers and from the other"
        " names.",
        "hoyle play 1\ngame crazy_eights\nplayers 2, 1, B, C\n",
        "hoyle play 1\ngame crazy_eights\nplayers A, B, C, D\n",
    ),
    Code(
        "E1011",
        "too much of something",
        "{what}; the limit is {most}",
        "The limits prevent a damaged or hostile file from using all memory. No game that people play comes near them.",
    ),
    Code(
        "E1012",
        "a line in the wrong place",
        "{what}",
        "Below `after PHASE` come indented `expect` lines, at least one. The steps of a game come below its `game`"
        " line.",
        _HEAD + "after deal_hands\nexpect points: A 0, B 0, C 0, D 0\n",
        _HEAD + "after deal_hands\n  expect points: A 0, B 0, C 0, D 0\n",
    ),
    Code(
        "E1013",
        "an invisible character",
        "this line holds an invisible character (U+{point})",
        "A script may not contain control characters, or characters that change the direction of writing. Two lines"
        " that look the same must be the same.",
    ),
    Code(
        "E1014",
        "no game",
        "there is no game in this script",
        "A script names a ruleset: `game crazy_eights`. Everything else comes below this line.",
        "hoyle play 1\n",
        _HEAD,
    ),
    Code(
        "E1015",
        "not a whole number",
        "`{text}` is not {what}",
        "Versions and seeds are whole numbers, written with digits.",
        _HEAD + "seed seven\n",
        _HEAD + "seed 7\n",
    ),
    Code(
        "E1016",
        "a word of the wrong form",
        "`{text}` is not {what}",
        "Cards and names from the rule file are single words, without spaces, commas, colons or quotation marks.",
        _HEAD + 'first "the dealer" A\n',
        _HEAD + "first dealer A\n",
    ),
    Code(
        "E1020",
        "not JSON",
        "this is not JSON: {why}",
        "A file that begins with `{` is read as the JSON form of a script.",
    ),
    Code(
        "E1021",
        "JSON of the wrong form",
        "{why} (at {path})",
        "The JSON form follows `schemas/play.schema.json`. Every step is an object, and its `do` says which kind of"
        " step it is.",
    ),
    Code(
        "E1022",
        "a repeated key",
        "the key `{key}` stands twice in this object (at {path})",
        "If a key is repeated, programs silently keep one of the two values, and not all programs keep the same one."
        " So a script may not repeat a key.",
    ),
)
