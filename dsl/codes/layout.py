"""Codes 01: layout, characters and limits."""

from __future__ import annotations

from .base import Code

LAYOUT: tuple[Code, ...] = (
    Code(
        "E0101",
        "tab in the indentation",
        "a tab in the indentation",
        "A tab is as wide as the editor makes it, so two people could see different blocks. Indent with spaces,"
        " usually four for each level.",
        "main\n\tstop\n",
        "main\n    stop\n",
    ),
    Code(
        "E0102",
        "uneven indentation",
        "this indentation fits no line above",
        "The line after a block must be indented as far as an earlier line. This indentation lies in between, so the line"
        " belongs to no block.",
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
        "Only the lines below a line that opens a block are indented. Such lines are `main`, `phase …`, `if …` or `p"
        " chooses`.",
        "main\n    shuffle stock\n        stop\n",
        "main\n    shuffle stock\n    stop\n",
    ),
    Code(
        "E0105",
        "too many nested blocks",
        "more than {most} blocks within each other",
        "Nobody could follow such a rule. Make an inner block a phase of its own.",
    ),
    Code(
        "E0106",
        "too many nested brackets",
        "more than {most} brackets within each other",
        "Nobody could follow such a condition. Give a part of it a name with `define` or `let`.",
    ),
    Code(
        "E0107",
        "file too long",
        "this rule file has {length} characters, but at most {most} are allowed",
        "The longest known rule files have some ten thousand characters. A file as long as this is a mistake, or it"
        " is not a rule file.",
    ),
    Code(
        "E0108",
        "number too large",
        "this number is larger than {most}",
        "Numbers in a rule file are whole numbers that fit into 32 bits, so they are the same on every machine.",
        "always points <= 99999999999\n",
        "always points <= 999999\n",
    ),
    Code(
        "E0109",
        "unknown character",
        "`{text}` has no meaning here",
        "Outside quoted texts and comments, a rule file contains only letters, digits, spaces and a few signs.",
        "always n $ 3\n",
        "always n = 3\n",
    ),
    Code(
        "E0110",
        "invisible character",
        "an invisible character ({code})",
        "Some characters cannot be seen, and some change the direction of writing. With them, a file says something"
        " else than it seems to say. They are not allowed anywhere, not even in comments.",
        'game "Wh\u0000ist"\n',
        'game "Whist"\n',
    ),
    Code(
        "E0111",
        "unclosed quote",
        "this text has no closing quote",
        "A text begins and ends with a double quote, on one line. It cannot contain a double quote.",
        'game "Whist\n',
        'game "Whist"\n',
    ),
    Code(
        "E0112",
        "unclosed bracket",
        "`{text}` is not closed on its line",
        "Every bracket is closed on the line that opens it, because a line cannot continue on the next one. If the"
        " line becomes too long, use `define` or `let` to give a part of it a name.",
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
        "invalid name",
        "`{text}` cannot be a name",
        "A name consists of the small letters a to z, digits and `_`, and begins with a letter. A rank may begin"
        " with a capital letter: `J`, `Ace`.",
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
        "too many nested parts",
        "this has too many parts within each other",
        "A long chain of additions or conditions, or a condition in a condition in a condition, is hard to read and to"
        " check. Give a part of it a name with `define`, `let` or a phase.",
    ),
    Code(
        "E0117",
        "too deep through phases and defines",
        "`{name}` goes more than {most} levels deep through {what}",
        "Phases play phases, defines read defines, and each may contain blocks or brackets of its own. All these"
        " levels together may be at most a hundred, because nobody could follow a deeper rule. Use a loop instead of"
        " a long chain.",
    ),
    Code(
        "E0118",
        "too many parts",
        "{what}, but there may be {most} at most",
        "Nobody could follow a table of hundreds of rows, or a deck of hundreds of ranks. The programs that play the"
        " game have limits, too. Split a long table into several, or compute its values.",
    ),
)
