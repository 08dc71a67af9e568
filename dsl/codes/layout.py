"""Codes 01: layout, characters and limits."""

from __future__ import annotations

from .base import Code

LAYOUT: tuple[Code, ...] = (
    Code(
        "E0101",
        "tab in a margin",
        "a tab in the margin",
        "How far a tab reaches differs from editor to editor, so two people would see different blocks. Margins are"
        " made of spaces, four for each step by custom.",
        "main\n\tstop\n",
        "main\n    stop\n",
    ),
    Code(
        "E0102",
        "uneven margin",
        "this margin fits no line above",
        "A line that leaves a block goes back to the margin of an earlier line. A margin in between belongs to no"
        " block.",
        "main\n    if trump is none\n        stop\n      deal_hand\n",
        "main\n    if trump is none\n        stop\n    deal_hand\n",
    ),
    Code(
        "E0103",
        "unreadable file",
        "this file cannot be read: {why}",
        "A rule file is a text file in UTF-8 of moderate size.",
    ),
    Code(
        "E0104",
        "unexpected indentation",
        "this line is indented, but no line above opens a block",
        "Lines are indented below a heading such as `main`, `phase …`, `if …` or `p chooses`, and nowhere else.",
        "main\n    shuffle stock\n        stop\n",
        "main\n    shuffle stock\n    stop\n",
    ),
    Code(
        "E0105",
        "too many blocks",
        "more than {most} blocks within each other",
        "Nobody could follow such a rule. Give an inner block a name: make it a phase.",
    ),
    Code(
        "E0106",
        "too many brackets",
        "more than {most} brackets within each other",
        "Nobody could follow such a condition. Give a part of it a name with `define` or `let`.",
    ),
    Code(
        "E0107",
        "file too long",
        "this rule file has {length} characters; {most} are the most",
        "The longest rule files known have some ten thousand characters. One this long is a mistake, or no rule file.",
    ),
    Code(
        "E0108",
        "number too large",
        "this number is larger than {most}",
        "Numbers in a rule file are whole numbers that fit 32 bits, the same on every machine.",
        "always points <= 99999999999\n",
        "always points <= 999999\n",
    ),
    Code(
        "E0109",
        "strange character",
        "`{text}` has no meaning here",
        "Outside of texts in quotes and comments a rule file has letters, digits, spaces and a few signs.",
        "always n $ 3\n",
        "always n = 3\n",
    ),
    Code(
        "E0110",
        "invisible character",
        "an invisible character ({code})",
        "Characters that cannot be seen, or that turn the direction of writing, make a file read differently from"
        " what it says. They are not allowed anywhere, comments included.",
        'game "Wh\u0000ist"\n',
        'game "Whist"\n',
    ),
    Code(
        "E0111",
        "unclosed quote",
        "this text has no closing quote",
        "A text begins and ends with a double quote, on one line. A quote inside it cannot be written.",
        'game "Whist\n',
        'game "Whist"\n',
    ),
    Code(
        "E0112",
        "unclosed bracket",
        "`{text}` is not closed on its line",
        "Every bracket is closed on the line that opens it; a line cannot be continued on the next one. If it becomes"
        " too long, give a part of it a name with `define` or `let`.",
        "always (n = 3 or n = 4\n",
        "always (n = 3 or n = 4)\n",
    ),
    Code(
        "E0113",
        "unopened bracket",
        "`{text}` closes no bracket that is open",
        "Brackets come in pairs of one kind: `( )` around parts of a value, `{ }` around a set, `[ ]` around a"
        " citation.",
        "always n = 3)\n",
        "always n = 3\n",
    ),
    Code(
        "E0114",
        "misspelt name",
        "`{text}` cannot be a name",
        "A name is made of small letters a to z, digits and `_`, and begins with a letter. A rank begins with a"
        " capital: `J`, `Ace`.",
        "main\n    dealHand\n",
        "main\n    deal_hand\n",
    ),
    Code(
        "E0115",
        "letters in a number",
        "`{text}` is neither a number nor a name",
        "A name begins with a letter. A card is written with its rank and suit: `2 of clubs`.",
        "always card = 2c\n",
        "always card = 2 of clubs\n",
    ),
    Code(
        "E0116",
        "too deep",
        "this has too many parts within each other",
        "A long chain of additions or conditions, or a condition in a condition in a condition, is hard to read and to"
        " check. Give a part of it a name with `define`, `let` or a phase.",
    ),
    Code(
        "E0117",
        "too deep through others",
        "`{name}` leads through {what} more than {most} deep",
        "Phases play phases and defines read defines, and each may have blocks or brackets of its own. All of them counted"
        " together go no deeper than a hundred: nobody could follow such a rule. A loop does what a long chain does.",
    ),
    Code(
        "E0118",
        "too many",
        "{what}, but there may be {most} at most",
        "Nobody could follow a table of hundreds of rows, or a deck of hundreds of ranks, and the programs that play by"
        " them have bounds too. Cut a long table into several, or work its values out.",
    ),
)
