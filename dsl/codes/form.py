"""Codes 02: the form of lines and blocks."""

from __future__ import annotations

from .base import Code

FORM: tuple[Code, ...] = (
    Code(
        "E0201",
        "out of place",
        "`{text}` cannot stand here",
        "Hoyle could read the line up to here, but the line cannot continue with this. The help says what may come"
        " here.",
        "main\n    deal 5 of stock to hand of each player\n",
        "main\n    deal 5 from stock to hand of each player\n",
    ),
    Code(
        "E0202",
        "unfinished line",
        "this line ends too early: {missing} is missing",
        "Every line must be complete. It cannot continue on the next line.",
        "main\n    move top of stock to\n",
        "main\n    move top of stock to turned\n",
    ),
    Code(
        "E0203",
        "missing block",
        "nothing is indented below `{text}`",
        "The lines of a block come below the line that opens it, indented by four spaces.",
        "main\n    repeat 5 times\n    stop\n",
        "main\n    repeat 5 times\n        stop\n",
    ),
    Code(
        "E0204",
        "reserved word",
        "`{text}` is a word of the language and cannot be a name",
        "At a place where a name is possible, some words could begin something else. Such a word can never be a"
        " name. After a dot, every word is allowed: `c.number`.",
        "main\n    let top be n\n",
        "main\n    let highest_bid be n\n",
    ),
    Code(
        "E0205",
        "wrong way to change a value",
        "`{text}` gives no value here",
        "`=` compares two values. `set x to …` changes a value, `let x be …` gives a value a name for the rest of"
        " the block, and `define x means …` gives it a name for the whole file.",
        "main\n    trump = hearts\n",
        "main\n    set trump to hearts\n",
    ),
    Code(
        "E0206",
        "sign of another language",
        "`{text}` is not a sign of the rule language",
        "Rule files use words where programming languages use signs: `and`, `or`, `not`. `=` compares, and `#`"
        " starts a comment.",
        "always n == 3 && m == 4\n",
        "always n = 3 and m = 4\n",
    ),
    Code(
        "E0207",
        "word of another language",
        "`{text}` is not used here",
        "The help says which words a rule file uses instead.",
        "main\n    if trump is none\n        stop\n    else\n        deal_hand\n",
        "main\n    if trump is none\n        stop\n    otherwise\n        deal_hand\n",
    ),
    Code(
        "E0208",
        "capital letter",
        "`{text}` begins with a capital",
        "Names and the words of the language are written in small letters. Only a rank begins with a capital letter:"
        " `J`, `Ace`.",
        "main\n    Shuffle stock\n",
        "main\n    shuffle stock\n",
    ),
    Code(
        "E0209",
        "missing colon",
        "a `:` is missing before `{text}`",
        "Write a condition and its only statement on one line, with a `:` between them. If there are several"
        " statements, indent them below the condition, without a `:`.",
        "main\n    if trump is none stop\n",
        "main\n    if trump is none: stop\n",
    ),
    Code(
        "E0210",
        "missing word",
        "{missing} is missing before `{text}`",
        "With this word, the line would be complete.",
        "main\n    move trick winner.won\n",
        "main\n    move trick to winner.won\n",
    ),
    Code(
        "E0211",
        "value compared with is",
        "`is` does not compare values",
        "`is` asks whether something is `none`, `empty` or a `joker`. Use `=` and `!=` to compare values, and `in`"
        " to ask whether something belongs to a set.",
        "main\n    if n is 3: stop\n",
        "main\n    if n = 3: stop\n",
    ),
    Code(
        "E0212",
        "unknown part",
        "`{text}` begins no part of a rule file",
        "Every line at the left edge begins a part: the heading (`game`, `language`, `source`), `players`, `deck`,"
        " `option`, `zones`, `remember`, `ranking`, `define`, `table`, `main`, `phase` and a few others.",
        "pahse deal_hand\n    shuffle stock\n",
        "phase deal_hand\n    shuffle stock\n",
    ),
    Code(
        "E0213",
        "too many words",
        "`{text}` is left over",
        "The line is already complete before this.",
        "main\n    shuffle stock twice\n",
        "main\n    repeat 2 times\n        shuffle stock\n",
    ),
    Code(
        "E0214",
        "invalid placeholder in a label",
        "this placeholder in a label cannot be filled",
        "In the label of a choice, Hoyle shows the value of a name in braces: `{n}`. The braces contain one name and"
        " nothing else.",
        'main\n    p chooses\n        "bid {n + 1}" for n in 1..3\n',
        'main\n    p chooses\n        "bid {n}" for n in 2..4\n',
    ),
    Code(
        "E0215",
        "braces in a text",
        "braces in a text that is not the label of a choice",
        "Only the label of a choice has placeholders. In any other text, the braces would be shown as they are, and"
        " nobody wants that.",
        'ruling "The {first} card wins."\n',
        'ruling "The first card wins."\n',
    ),
    Code(
        "E0216",
        "part of a line given twice",
        "`{text}` is said twice",
        "Each of these parts may occur only once in a line.",
        "deck 9 10 J Q K A, 2 copies, 3 copies\n",
        "deck 9 10 J Q K A, 2 copies\n",
    ),
    Code(
        "E0217",
        "playable cards not given",
        "this trick does not say which cards may be played",
        "In a trick, the players follow suit (`following suit`) or play any card (`any card`). Games differ, so"
        " there is no default.",
        "main\n    play trick from hand to trick, led by leader\n",
        "main\n    play trick from hand to trick, led by leader, following suit\n",
    ),
    Code(
        "E0218",
        "let below rows",
        "this `let` stands below a row of its table",
        "First a table gives names to values; then its rows follow. So every row can use every name.",
        "table score\n    n = 1 -> add 1 to points\n    let m be n\n    n != 1 -> nothing\n",
        "table score\n    let m be n\n    m = 1 -> add 1 to points\n    m != 1 -> nothing\n",
    ),
    Code(
        "E0219",
        "table without rows",
        "the table `{name}` has no rows",
        "A table distinguishes cases. Each case is a row with `->`.",
        "table score\n    let n be 1\n",
        "table score\n    let n be 1\n    always -> add n to points\n",
    ),
    Code(
        "E0220",
        "part inside a block",
        "`{text}` begins a part of the file, not a line of this block",
        "Parts such as `phase`, `table` or `define` begin at the left edge.",
        "main\n    deal_hand\n    phase deal_hand\n        shuffle stock\n",
        "main\n    deal_hand\n\nphase deal_hand\n    shuffle stock\n",
    ),
    Code(
        "E0221",
        "statement outside a block",
        "`{text}` is a statement, but it is in no block",
        "Write statements below `main`, a `phase` or an `incident`.",
        "shuffle stock\n",
        "main\n    shuffle stock\n",
    ),
    Code(
        "E0222",
        "text without quotes",
        "`{text}` is a text and needs quotes",
        "Write titles, labels and descriptions in double quotes.",
        "game Crazy Eights\n",
        'game "Crazy Eights"\n',
    ),
    Code(
        "E0223",
        "citation out of place",
        "a citation cannot stand here",
        "Square brackets contain the line numbers of the document from which the rule comes. They stand at the end"
        " of the line, like a note in the margin. They do not select one member of a set: use `top`, `bottom` or"
        " `first` to say which card or player you mean.",
        "main\n    shuffle [12] stock\n",
        "main\n    shuffle stock [12]\n",
    ),
    Code(
        "E0224",
        "otherwise without if",
        "`otherwise` has no `if` above it",
        "`otherwise` is indented as far as its `if`. Only the lines below the `if` stand between them.",
        "main\n    stop\n    otherwise\n        deal_hand\n",
        "main\n    if trump is none\n        stop\n    otherwise\n        deal_hand\n",
    ),
    Code(
        "E0225",
        "choice without a player",
        "a choice stands here, but nobody chooses",
        "Write choices below a line that says who chooses.",
        'main\n    "pass"\n    "play"\n',
        'main\n    p chooses\n        "pass"\n        "play"\n',
    ),
    Code(
        "E0226",
        "choice without a label",
        "`{text}` is not the label of a choice",
        "The choices stand below `… chooses`, each with the label that the player sees. The lines that say what a"
        " choice does are indented below its label.",
        "main\n    p chooses\n        stop\n",
        'main\n    p chooses\n        "pass"\n            stop\n',
    ),
    Code(
        "E0227",
        "bound without otherwise",
        "`{text}` does not say what happens when the bound is reached",
        "A loop with `at most` says how often it runs at most. It must also say what happens if its condition is"
        " still false then.",
        "main\n    repeat at most 10 times until n = 1\n        deal_hand\n",
        "main\n    repeat at most 10 times until n = 1\n        deal_hand\n    otherwise: nothing\n",
    ),
    Code(
        "E0228",
        "fraction",
        "`{text}` is not a whole number",
        "Points and cards are counted in whole numbers. `/` divides and rounds down.",
        "main\n    set n to 1.5\n",
        "main\n    set n to 3 / 2\n",
    ),
    Code(
        "E0229",
        "words in a citation",
        "`{text}` cannot stand in a citation",
        "A citation contains line numbers and ranges of line numbers, separated by commas. After a `;` comes the"
        " name of another document, and then its lines.",
        "main\n    shuffle stock [see page 12]\n",
        "main\n    shuffle stock [12]\n",
    ),
    Code(
        "E0230",
        "empty brackets",
        "empty brackets",
        "Brackets contain the values that a phase, table or define needs. If it needs none, write only its name.",
        "main\n    deal_hand()\n",
        "main\n    deal_hand\n",
    ),
    Code(
        "E0231",
        "name in quotes",
        "`{text}` is a text where a name is needed",
        "Write names without quotes. Quotes are for texts that players read.",
        'phase "deal hand"\n    shuffle stock\n',
        "phase deal_hand\n    shuffle stock\n",
    ),
    Code(
        "E0232",
        "misspelt word",
        "`{text}` is not the word that belongs here",
        "If a word of the language were in its place, Hoyle could read the line.",
        "main\n    shufle stock\n",
        "main\n    shuffle stock\n",
    ),
    Code(
        "E0233",
        "unknown statement",
        "no statement begins with `{text}` like this",
        "A line in a phase is a statement of the language, or the name of a phase or table, with the values that it"
        " needs in brackets.",
        "main\n    bid p\n",
        "main\n    bid(p)\n",
    ),
    Code(
        "E0234",
        "value instead of a statement",
        "this is a value, but a statement is needed here",
        "After the arrow of a new row comes one value if the table gives values. Otherwise statements come there.",
        'variant "Short Whist" of whist\nchange settle\n    add rows\n        n = 5 -> 3, add 1 to points of each player\n',
        'variant "Short Whist" of whist\nchange settle\n    add rows\n        n = 5 -> add 1 to points of each player\n',
    ),
    Code(
        "E0235",
        "unknown phrase",
        "`{text}` means nothing here",
        "`the winner so far` and `the winning card so far` are about the current trick, and `by the ranking` says"
        " how Hoyle finds the highest card. There are no other phrases of this form.",
        "define ahead(p: player) means the leader so far = p\n",
        "define ahead(p: player) means the winner so far = p\n",
    ),
    Code(
        "W0201",
        "citation in a comment",
        "this citation stands in a comment and is not counted",
        "Only people read the text after `#`. Write the citation before it.",
        "main\n    shuffle stock # first of all [12]\n",
        "main\n    shuffle stock [12] # first of all\n",
    ),
)
