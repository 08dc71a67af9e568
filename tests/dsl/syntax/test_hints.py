"""The diagnostics of typical mistakes: code, underlined text and help, checked together.

Each case is a slip that an author makes.  If a message changes, read it aloud before you change the case.
"""

from __future__ import annotations

import pytest

from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.parser import parse


def read(text: str) -> tuple[Diagnostic, ...]:
    return parse(Source("test", text))[1]


QUOTED = 'a text stands in double quotes: "…"; what somebody has is written `p.points`'

PHRASED = [
    ("deal 4 cards to pool", "deal 4 cards to pool", "write `move top 4 of stock to pool`"),
    (
        "move c from p.hand to pool",
        "move c from p.hand to pool",
        "write `move c to pool`: cards are taken from wherever they are",
    ),
    ("end the game", "end the game", "write `game over, won by the player with highest points`"),
    ("p may choose", "p may choose", "write `p chooses`; what there is to choose from stands below, indented"),
    (
        "dealer must pick a card",
        "dealer must pick",
        "write `dealer chooses`; what there is to choose from stands below, indented",
    ),
    ("if sum of pips of cs = 3: stop", "sum of pips of cs", "write `total pips of cs`"),
    ("if total of cs.pips = 3: stop", "total of cs.pips", "write `total pips of cs`"),
    ("let p be random player", "random player", "write `a random player`"),
    ("set dealer to next player", "set dealer to next player", "write `set dealer to dealer.next`"),
    ("set dealer to left of dealer", "left of dealer", "write `dealer.left`"),
    ("add 1 to points of p.left", "points of p.left", "write `p.left.points`"),
    ("repeat until highest points is at least 11", "is at least", "write `>=`"),
    ("if p.points is more than 3: stop", "is more than", "write `>`"),
    (
        "if 3 or more cards of p.hand except m: stop",
        "3 or more cards of p.hand except m",
        "write `size of (p.hand except m) >= 3`",
    ),
    ("if least tricks = 3: stop", "if least tricks = 3: stop", "write `if lowest tricks = 3: stop`"),
]
"""Phrases of card players, and the phrases of the rule language for them."""

STATEMENTS = [
    *((line, "E0207", underlined, help) for line, underlined, help in PHRASED),
    (
        "if n > highest size of q.hand for q in players: stop",
        "E0201",
        "highest size of q.hand for q in players",
        "such a phrase stands in brackets: `(highest size of q.hand for q in players …)`",
    ),
    (
        "set n to 1 if number of q in players where q.out = 1 otherwise 2",
        "E0201",
        "number of q in players",
        "such a phrase stands in brackets: `(number of q in players …)`",
    ),
    (
        "set n to total 20 * f(s) for s in suits",
        "E0201",
        "total 20 * f(s) for s in suits",
        "put what is computed for each in brackets: `total (20 * f(s)) for s in suits`",
    ),
    (
        "if (total pips of p.won for p in players) = 120: stop",
        "E0201",
        "total pips of p.won for p in players",
        "put what is computed for each in brackets: `total (total pips of p.won) for p in players`",
    ),
    (
        "if 120 = total pips of p.won for p in players: stop",
        "E0201",
        "total pips of p.won for p in players",
        "put what is computed for each in brackets, and the whole: `(total (total pips of p.won) for p in players)`",
    ),
    (
        "if 120 = highest pips of p.won for p in players where p.out: stop",
        "E0201",
        "highest pips of p.won for p in players",
        (
            "put what is computed for each in brackets, and the whole:"
            " `(highest (highest pips of p.won) for p in players …)`"
        ),
    ),
    *(
        (line, "E0201", phrase, f"such a phrase stands in brackets: `({phrase})`")
        for line, phrase in (
            ("if a random suit = trump: set x to 2", "a random suit"),
            ("if trump = a random suit: set x to 2", "a random suit"),
            ("if a random suit in {spades, hearts}: stop", "a random suit in {spades, hearts}"),
            ("set x to 1 + a random number in 1..n", "a random number in 1..n"),
            ("if a random card of p.hand is joker: stop", "a random card of p.hand"),
        )
    ),
    ("x = 1", "E0205", "=", "write `set x to 1`, or `let x be 1` for a new name"),
    ("x := 1", "E0206", ":=", "write `set x to …`, or `let x be …` for a new name"),
    ("set x = 1", "E0205", "=", "write `set x to 1`"),
    ("set x 1", "E0210", "1", "a line like `set trump to upcard.suit`"),
    ("set x be 1", "E0205", "be", "write `set x to 1`"),
    ("let x = 1", "E0205", "=", "write `let x be 1`"),
    ("let y to 3", "E0205", "to", "write `let y be 3`"),
    ("set points[1] to 3", "E0223", "[1]", "square brackets hold document lines; a set is `{1, 2, 3}`"),
    ("if x == 3: stop", "E0206", "==", "`=` compares"),
    ("if x is : stop", "E0211", "is :", "`is` asks for `none`, `empty`, `joker` or `a` shape"),
    ("if x is 3: stop", "E0211", "is 3", "write `= 3`; `is` asks for `none`, `empty`, `joker` or `a` shape"),
    (
        "if x is not dealer: stop",
        "E0211",
        "is not dealer",
        "write `!= dealer`; `is` asks for `none`, `empty`, `joker` or `a` shape",
    ),
    ("if x is in s: stop", "E0211", "in", "write `in` without `is`"),
    ("if x then stop", "E0207", "then", "write `:` instead, or nothing where a block follows"),
    ("if x stop", "E0209", "stop", "a `:` stands between a condition and its one statement"),
    ("if x:", "E0213", ":", "where a block follows, leave out the `:`"),
    ("if (x = 3: stop", "E0112", "(", "brackets close on their line, with `)`"),
    ("if x and: stop", "E0210", ":", "a line like `if trump is none: stop`"),
    ("while x > 3", "E0207", "while", "write `repeat until …`, with the condition that ends it"),
    ("for each p in players", "E0207", "for each p in players", "write `for p in players`"),
    (
        "for each c in p.hand where c.suit = H",
        "E0207",
        "for each c in p.hand where c.suit = H",
        "write `for c in p.hand where c.suit = H`",
    ),
    ("for all c in p.hand: stop", "E0207", "all", "write `for c in p.hand: stop`"),
    ("for all c = p.hand", "E0207", "all", "write `for p in players`"),
    ("for p in players do", "E0207", "do", "write `:` instead, or nothing where a block follows"),
    ("for p = 1 to 3", "E0205", "=", "write `for p in …`; a range is `1..3`"),
    ("for p in 1 to 3", "E0207", "for p in 1 to 3", "write `for p in 1..3`"),
    ("repeat 5 time", "E0232", "time", "did you mean `times`?"),
    ("repeat until", "E0202", "until", "a line like `repeat 5 times`"),
    ("repeat while x", "E0207", "while", "write `until` with the condition that ends it"),
    (
        "deal 5 to hand of each player",
        "E0201",
        "to",
        "what can stand here: `from`; a line like `deal 5 from stock to hand of each player from dealer.left`",
    ),
    ("deal 5 cards from stock to hand", "E0213", "cards", "leave it out"),
    ("deal five from stock to hand of every player", "E0201", "every", "write `each` instead"),
    ("deal 5 from stock to hand of each players", "E0232", "players", "did you mean `player`?"),
    ("deal 5 from stock to each player", "E0201", "each", "say what of each player: `hand of each player`"),
    ("shufle stock", "E0232", "shufle", "did you mean `shuffle`?"),
    ("Shuffle stock", "E0208", "Shuffle", "write `shuffle`: words and names are lower case"),
    ("shuffle the stock", "E0207", "shuffle the stock", "write `shuffle stock`"),
    ("shuffle", "E0202", "shuffle", "a line like `shuffle stock`"),
    ("move top of stock turned", "E0210", "turned", "a line like `move trick to winner.won`"),
    ("move top stock to turned", "E0201", "to", "what can stand here: `of`; a line like `move trick to winner.won`"),
    (
        "move 3 cards from stock to hand",
        "E0207",
        "move 3 cards from stock to hand",
        "write `move top 3 of stock to hand`, or let somebody choose among `3 cards of stock`",
    ),
    ("gather all cards into stock", "E0207", "gather all cards into stock", "write `gather every card into stock`"),
    ("gather every card in stock", "E0207", "gather every card in stock", "write `gather every card into stock`"),
    (
        "move trick to middle of stock",
        "E0201",
        "stock",
        "a line like `move c to the middle of stock`",
    ),
    ("move c to the bottom of stock", "E0213", "the", "write `to bottom of stock`"),
    (
        "play trick from hand to trick, led by leader, counterclockwise",
        "E0201",
        "counterclockwise",
        "it belongs to the game: `players 4, counterclockwise`; in play, `play the other way round` reverses it",
    ),
    ("move top k - 1 of stock to c", "E0201", "-", "put brackets around the number: `top (k - 1) of stock`"),
    (
        "let c be a random card of every d in h where b",
        "E0201",
        "every",
        "put brackets around what comes after `of`: `of (every …)`",
    ),
    (
        "add size of top 2 of stock to n",
        "E0201",
        "top",
        "put brackets around what comes after `of`: `of (top …)`",
    ),
    ("shuffle top of stock", "E0204", "top", "take another name: `my_top`, or a word that says more"),
    ("move top 2 of top 3 of h to stock", "E0204", "top", "take another name: `my_top`, or a word that says more"),
    ("move c under stock", "E0201", "under", "write `to bottom of`"),
    (
        "move trick to top of stock",
        "E0204",
        "top",
        "`move` lays on top: write `to stock`",
    ),
    ("gather every card to stock", "E0207", "gather every card to stock", "write `gather every card into stock`"),
    ("add 1 point to winner.points", "E0207", "add 1 point to winner.points", "write `add 1 to winner.points`"),
    ("add 1 to", "E0202", "to", "a line like `add 1 to winner.tricks`"),
    ("add to points 1", "E0201", "to", "what can stand here: a value; a line like `add 1 to winner.tricks`"),
    ("subtract 1 to points", "E0201", "to", "write `from` instead"),
    ("subtract points from 1", "E0201", "1", "what can stand here: a name; a line like `subtract 2 from side.points`"),
    (
        "play trick",
        "E0207",
        "play trick",
        "write `play trick from hand to trick, led by leader, following suit, taken by winner`, below `repeat 5 times`",
    ),
    (
        "play trick from hand to trick, led by leader",
        "E0217",
        "play trick from hand to trick, led by leader",
        "add `, following suit` or `, any card`",
    ),
    ("play trick from hand to trick, led by leader, follow suit", "E0201", "follow", "write `following` instead"),
    (
        "play trick from hand to trick, led by leader following suit",
        "E0210",
        "following",
        "a line like `play trick from hand to trick, led by leader, following suit, taken by winner`",
    ),
    ("game over", "E0202", "over", "a line like `game over, won by the team with highest points`"),
    (
        "game over, won by team with highest points",
        "E0210",
        "team",
        "a line like `game over, won by the team with highest points`",
    ),
    (
        "game over, won by the team with the highest points",
        "E0207",
        "game over, won by the team with the highest points",
        "write `game over, won by the team with highest points`",
    ),
    (
        "game over, won by the player with most points",
        "E0207",
        "game over, won by the player with most points",
        "write `game over, won by the player with highest points`",
    ),
    ("deal_hand()", "E0230", "()", "write `deal_hand` alone"),
    (
        "deal_hand now",
        "E0233",
        "deal_hand now",
        "put the values that a phase needs in brackets: `deal_hand(…)`; `deal_hand chooses` says who decides",
    ),
    (
        "bid p, 3",
        "E0233",
        "bid p, 3",
        "put the values that a phase needs in brackets: `bid(…)`; `bid chooses` says who decides",
    ),
    ("return 3", "E0207", "return", "a `define` or a `table` gives a value; a phase ends with its last line"),
    ("elseif x", "E0207", "elseif", "write `otherwise if`"),
    ("stop;", "E0213", ";", "put what follows on a line of its own"),
    ("stop; stop", "E0213", ";", "put what follows on a line of its own"),
    ("stop.", "E0213", ".", None),
    ('"pass"', "E0225", '"pass"', "a line like `p chooses` stands above the choices; what follows from one, below it"),
    ("p choses", "E0232", "choses", "did you mean `chooses`?"),
    (
        "p chose",
        "E0233",
        "p chose",
        "put the values that a phase needs in brackets: `p(…)`; `p chooses` says who decides",
    ),
    (
        "player p chooses",
        "E0233",
        "player p chooses",
        "put the values that a phase needs in brackets: `player(…)`; `player chooses` says who decides",
    ),
    (
        "players chooses",
        "E0220",
        "players",
        "one player chooses: write `p chooses`, below a line `for p in players`",
    ),
    ("if c = joker: stop", "E0204", "joker", "write `is joker`"),
    ("if c != joker: stop", "E0204", "joker", "write `is not joker`"),
    ("phase inner", "E0220", "phase", "move it to the left edge, outside of the block"),
    ("option x = 3", "E0220", "option", "move it to the left edge, outside of the block"),
    ("let top be 3", "E0204", "top", "take another name: `my_top`, or a word that says more"),
    ("let a be 3", "E0204", "a", "take another name: `my_a`, or a word that says more"),
    ("set first to 3", "E0204", "first", "take another name: `my_first`, or a word that says more"),
    ("let n be number of x", "E0202", "x", "a name runs over a set: `number of x in players …`"),
    ("let n be size x", "E0210", "x", "a line like `let upcard be top of turned`"),
    ("let n be x if y", "E0202", "y", "a line like `let upcard be top of turned`"),
    ("let n be x if y else z", "E0207", "else", "write `otherwise`"),
    (
        "let n be the player with highest points",
        "E0207",
        "let n be the player with highest points",
        "write `let n be the highest p in players by p.points`",
    ),
    ("let n be 1.5", "E0228", "1.5", "there are whole numbers only; a range has two dots: `1..5`"),
    ("let n be 'x'", "E0206", "'", QUOTED),
    ("let n be {1 2 3}", "E0210", "2", "a line like `let upcard be top of turned`"),
    ("let n be [1, 2]", "E0223", "[1, 2]", "square brackets hold document lines; a set is `{1, 2, 3}`"),
    ("let n be every p in players", "E0202", "players", "a line like `let upcard be top of turned`"),
    ("let n be max(x, y", "E0112", "(", "brackets close on their line, with `)`"),
    ("let n be x)", "E0113", ")", None),
    ("let n be 2clubs", "E0115", "2clubs", None),
    ("if not x in y and: stop", "E0210", ":", "a line like `if trump is none: stop`"),
    ("if no p in players is out: stop", "E0201", "is", "write `has` instead"),
    ("if x > : stop", "E0210", ":", "a line like `if trump is none: stop`"),
    ("if > 3: stop", "E0210", ">", "a line like `if trump is none: stop`"),
    ("if x = 3, y = 4: stop", "E0213", ", y = 4: stop", "a line like `if trump is none: stop`"),
    ("if x = 3 : stop [3] [4]", "E0223", "[4]", "it stands at the very end of its line"),
    ("stop [3-]", "E0229", "]", "a citation lists lines of a document: `[12, 30-32]`, `[8; reprint 10]`"),
    ("stop [3, a]", "E0229", "a", "a citation lists lines of a document: `[12, 30-32]`, `[8; reprint 10]`"),
    ("stop [a 3 4]", "E0229", "a", "a citation lists lines of a document: `[12, 30-32]`, `[8; reprint 10]`"),
    ("stop [p. 4]", "E0229", ".", "a citation lists lines of a document: `[12, 30-32]`, `[8; reprint 10]`"),
    ("[4] stop", "E0223", "[4]", "it stands at the very end of its line"),
    ("show top of stock", "E0207", "show top of stock", "write `show top of stock to everyone`"),
    (
        "start again",
        "E0207",
        "start again",
        "a loop of `main` begins the next one; `start deal_hand again` begins a phase once more",
    ),
    ("start deal_hand", "E0202", "deal_hand", "a line like `start deal_hand again`"),
    ("otherwise", "E0224", "otherwise", "write it below an `if`, indented as far"),
    ("otherwise: stop", "E0224", "otherwise", "write it below an `if`, indented as far"),
    ("in secret", "E0202", "secret", "a line like `in secret together`"),
    ("in secret, together", "E0201", ",", "what can stand here: `together`; a line like `in secret together`"),
    ("set x to 3 4", "E0213", "4", "a line like `set trump to upcard.suit`"),
    ("set x to not", "E0202", "not", "a line like `set trump to upcard.suit`"),
    ("set x to (not", "E0112", "(", "brackets close on their line, with `)`"),
    ("set x to total of tricks", "E0213", "of", "leave it out"),
    ("set x to highest", "E0202", "highest", "`highest` is a word of the language; as a name, take another word"),
    ("call deal_hand", "E0207", "call", "write the name of the phase alone"),
    ("if x: if y: stop", "E0201", "if", "after a `:` comes one plain statement; put this in an indented block"),
    (
        "if x: repeat 3 times",
        "E0201",
        "repeat",
        "after a `:` comes one plain statement; put this in an indented block",
    ),
    ("3", "E0201", "3", "a line says what is done: `set … to …`, `move … to …`, `if …`, or the name of a phase"),
    ("x + 1", "E0207", "x + 1", "write `add 1 to x`"),
    ("p.hand chooses", "E0203", "p.hand chooses", 'indent the choices, each with a label: "pass"'),
    ("for all p in players", "E0207", "all", "write `for p in players`"),
    ("shuffle all of stock", "E0213", "of stock", "a line like `shuffle stock`"),
    ("if x is not in s: stop", "E0211", "x is not in s", "write `x not in s`"),
    (
        "deal 5, stock to hand",
        "E0201",
        "to",
        "what can stand here: `from`; a line like `deal 5 from stock to hand of each player from dealer.left`",
    ),
    ("let n be {1 2}", "E0210", "2", "a line like `let upcard be top of turned`"),
    ("add 1 to points of every player", "E0201", "every", "write `each` instead"),
    ("in secrets together", "E0232", "secrets", "did you mean `secret`?"),
    ("p choses", "E0232", "choses", "did you mean `chooses`?"),
    ("if x < y < z: stop", "E0213", "< z: stop", "two comparisons are joined by `and`: `1 < n and n < 5`"),
    ("x.y = 3", "E0205", "=", "write `set x.y to 3`"),
    ("let upcard top of stock", "E0210", "top", "a line like `let upcard be top of turned`"),
    ("set to 3", "E0210", "to", "a line like `set trump to upcard.suit`"),
    ("move to hand", "E0210", "to", "a line like `move trick to winner.won`"),
    ("for in players: stop", "E0210", "in", "a line like `for p in players from dealer.left`"),
    ("repeat 3 times:", "E0213", ":", "leave it out: the indented lines below are enough"),
    ("repeat until x: stop", "E0213", ": stop", "put what follows on the lines below, indented, and leave out the `:`"),
    ("otherwise if x: stop", "E0224", "otherwise", "write it below an `if`, indented as far"),
]


@pytest.mark.parametrize(("line", "code", "underlined", "help"), STATEMENTS, ids=[case[0] for case in STATEMENTS])
def test_a_slip_in_a_statement_is_explained(line: str, code: str, underlined: str, help: str | None) -> None:
    (problem,) = read(f"phase q\n    nothing\n    {line}\n    nothing\n")
    assert (problem.code, problem.span.text, problem.help) == (code, underlined, help)
    assert problem.span.line == 3


FORMS: list[tuple[str, list[tuple[str, int, str, str | None]]]] = [
    (
        "deck 9 10 J Q K A joker",
        [
            ("E0207", 1, "joker", "they are counted, behind a comma: `deck 9 10 J Q K A, 2 jokers`"),
        ],
    ),
    (
        "deck 9 10 J Q K A and 2 jokers",
        [
            ("E0207", 1, "and 2 jokers", "a comma stands in front of them: `deck 9 10 J Q K A, 2 jokers`"),
        ],
    ),
    (
        "zones\n    hands: private for each player",
        [
            (
                "E0207",
                2,
                "for each player",
                "write `of each player` in front of the `:`, as in `hand of each player: private`",
            ),
        ],
    ),
    ("game Whist", [("E0222", 1, "Whist", 'write `"Whist"`')]),
    ('Game "Whist"', [("E0212", 1, "Game", "did you mean `game`?")]),
    ('games "Whist"', [("E0212", 1, "games", "did you mean `game`?")]),
    ('game: "Whist"', [("E0201", 1, ":", 'what can stand here: a text in quotes; a line like `game "Our Game"`')]),
    ('title "Whist"', [("E0212", 1, "title", "a part begins with a word like `option`, `zones`, `define` or `phase`")]),
    ('source "rules.txt"', [("E0231", 1, '"rules.txt"', 'a line like `source rules "rules.txt"`')]),
    (
        "players four",
        [("E0201", 1, "four", "what can stand here: a number; a line like `players 3..6 = 4, partners opposite`")],
    ),
    ("players 3-6", [("E0207", 1, "3-6", "a range is written `3..6`")]),
    ("players 3 to 6", [("E0207", 1, "players 3 to 6", "write `players 3..6`")]),
    ("players 4 partners opposite", [("E0210", 1, "partners", "a line like `players 3..6 = 4, partners opposite`")]),
    ("deck A K Q J 10 9 8, 2 copy", [("E0201", 1, "copy", "write `copies` instead")]),
    (
        "deck A, K, Q",
        [("E0207", 1, "deck A, K", "ranks stand side by side: `A K`")],
    ),
    (
        "deck standard",
        [("E0207", 1, "deck standard", "write the ranks: `deck 2 3 4 5 6 7 8 9 10 J Q K A`")],
    ),
    ("deck 2..10 J Q K A", [("E0213", 1, "..10 J Q K A", "the ranks of a deck are listed one by one")]),
    ("option x", [("E0202", 1, "x", 'a line like `option target: 5..21 = 10 "points that win the game"`')]),
    ("option x: 3", [("E0202", 1, "3", 'a line like `option target: 5..21 = 10 "points that win the game"`')]),
    ("option Target = 3", [("E0208", 1, "Target", "write `target`: words and names are lower case")]),
    ("option x: 1 to 5 = 3", [("E0207", 1, "option x: 1 to 5 = 3", "write `option x: 1..5 = 3`")]),
    ("option x: yes/no = no", [("E0207", 1, "option x: yes/no = no", "write `option x: yes or no = no`")]),
    (
        "zones\n    hand of each player: hidden\n    stock: face-down\n    trick: faceup\n    won: private",
        [
            (
                "E0207",
                2,
                "hand of each player: hidden",
                "write `hand of each player: face down`; what its owner sees is `private`",
            ),
            ("E0201", 3, "-", "what can stand here: `down` or `up`"),
            ("E0201", 4, "faceup", "write `face up`, `face down` or `private`"),
        ],
    ),
    (
        "zones\n    row: face down, 6 places\n    rows: 6 cards, face down",
        [
            ("E0213", 2, ", 6 places", "the places stand in front: `row of each player: 6 places, face down`"),
            ("E0201", 3, "cards", "write `6 places`: how many piles the zone is made of"),
        ],
    ),
    (
        "shape row: 5 cards in sequence, wild 2",
        [("E0207", 1, "wild 2", "the cards stand in front: `2 wild`")],
    ),
    (
        "shape row: 5 cards in sequence with joker wild",
        [("E0207", 1, "with joker wild", "a comma stands in front: `, joker wild`")],
    ),
    ("shape row: 5 cards in sequence, jokers wild", [("E0207", 1, "jokers wild", "write `joker wild`")]),
    ("zones:\n    stock: face down", [("E0213", 1, ":", "leave it out: the indented lines below are enough")]),
    (
        "remember\n    x: number = 0\n    y: integer or none\n    z\n    dealer of each players: player",
        [
            (
                "E0207",
                2,
                "x: number = 0",
                "write `x: number`; it is 0 when the game begins, and `set` below `main` gives it another value",
            ),
            ("E0202", 4, "z", None),
            ("E0232", 5, "players", "did you mean `player`?"),
        ],
    ),
    (
        "values pips of each card\n    A-9: 1-9\n    J Q K = 10",
        [("E0201", 2, "-", "a range is written `1..3`"), ("E0207", 3, "J Q K = 10", "write `J Q K: 10`")],
    ),
    ("define x = 3", [("E0205", 1, "=", "write `define x means 3`")]),
    ("define x: 3", [("E0205", 1, ":", "write `define x means 3`")]),
    ("define x is 3", [("E0205", 1, "is", "write `define x means 3`")]),
    ("define x(p) means 3", [("E0207", 1, "define x(p)", "say what it is: `define x(p: player)`")]),
    (
        "define f(p: player): number means 3",
        [("E0205", 1, ":", "leave it out: Hoyle finds the kind of value by itself")],
    ),
    (
        "define f means\n    n = 1 -> 2\n    n = 2: 3\n    else -> 4\n    otherwise 5",
        [("E0201", 3, ":", "write `->` instead"), ("E0210", 5, "5", "a line like `otherwise: stop`")],
    ),
    (
        "table t\n    n = 1 -> add 1 to x, stop\n    n = 2 -> if x: stop\n    n = 3 -> \n    n = 4 add 1 to x",
        [
            (
                "E0201",
                2,
                "stop",
                "a row does plain things: `set`, `add`, `move` and the like, or a phase; `nothing` is one too",
            ),
            (
                "E0201",
                3,
                "if",
                "a row does plain things: `set`, `add`, `move` and the like, or a phase; `nothing` is one too",
            ),
            ("E0202", 4, "->", None),
            ("E0210", 5, "add", None),
        ],
    ),
    ("main\nstop", [("E0203", 1, "main", "indent what belongs to it; if nothing does, write `nothing`")]),
    ("main stop", [("E0213", 1, "stop", "a line like `main`")]),
    ("phase x(p)\n    stop", [("E0207", 1, "phase x(p)", "say what it is: `phase x(p: player)`")]),
    (
        "phase x(p: player, )\n    stop",
        [("E0201", 1, ")", "what can stand here: a name; a line like `phase make(p: player, s: suit)`")],
    ),
    ("phase Bid\n    stop", [("E0208", 1, "Bid", "write `bid`: words and names are lower case")]),
    ("phase 2nd_round\n    stop", [("E0115", 1, "2nd_round", None)]),
    (
        'variant "V" of hearts\nchange the option target\n    default 50',
        [("E0201", 3, "default", "the default is changed by a line at the left edge: `set target to 50`")],
    ),
    (
        'variant "V" of hearts\nchange penalty\n    add at the end\n        J of diamonds: -10',
        [("E0201", 4, ":", "what cards are worth is changed below `change the values penalty`")],
    ),
    (
        'variant "V" of hearts\nchange penalty\n    add before the row otherwise\n        hearts: 2',
        [("E0201", 4, ":", "what cards are worth is changed below `change the values penalty`")],
    ),
    (
        'variant "V" of hearts\nchange penalty\n    replace the row otherwise\n        otherwise: 1',
        [("E0201", 4, ":", "what cards are worth is changed below `change the values penalty`")],
    ),
    ("phase deal\n    stop", [("E0204", 1, "deal", "take another name: `deal_cards`, or a word that says more")]),
    ("incident x during y\n    stop", [("E0222", 1, "x during y", 'write `"x during y"`')]),
    (
        'incident "x" from a until b\n    stop',
        [("E0204", 1, "a", "take another name: `my_a`, or a word that says more")],
    ),
    ('after x: total tricks = 5 "why"', [("E0213", 1, '"why"', "a line like `after score_hand: total tricks = 5`")]),
    ("after x total tricks = 5", [("E0210", 1, "total", "a line like `after score_hand: total tricks = 5`")]),
    ("not a rule", [("E0202", 1, "rule", "a line like `not a rule [1-14, 18]`")]),
    ("remove x", [("E0210", 1, "x", "a line like `remove option target`")]),
    ('remove phase "x"', [("E0231", 1, '"x"', "write `x`")]),
    ("add x", [("E0210", 1, "x", 'a line like `add option quick: yes or no = no "a shorter game"`')]),
    ("set x = 3", [("E0205", 1, "=", "write `set x to 3`")]),
    ("preset x\n    set a to b", [("E0222", 1, "x", 'write `"x"`')]),
    (
        'preset "x"\n    target = 3\n    foo to 4',
        [("E0201", 2, "target", "what can stand here: `set`"), ("E0210", 3, "foo", None)],
    ),
    ("def x():\n    return 3", [("E0207", 1, "def", "write `define … means …`, or `phase …`")]),
    ("let x be 3", [("E0221", 1, "let", "indent it below `main` or a `phase`")]),
    ("deal_hand", [("E0221", 1, "deal_hand", "indent it below `main` or a `phase`")]),
    ("// comment", [("E0206", 1, "//", "`/` divides whole numbers; a comment starts with `#`")]),
    ("/* c */", [("E0212", 1, "/", "a comment starts with `#`")]),
    ("-- comment", [("E0212", 1, "-", "a comment starts with `#`")]),
    ("end", [("E0207", 1, "end", "a block ends where its lines are no longer indented")]),
    ("otherwise\n    stop", [("E0224", 1, "otherwise", "write it below an `if`, indented as far")]),
    ('    game "x"', [("E0104", 1, "game", "a line at the left edge starts a new part")]),
    (
        '\tgame "x"',
        [
            ("E0101", 1, "\t", "use spaces, four for each level"),
            ("E0104", 1, "game", "a line at the left edge starts a new part"),
        ],
    ),
    (
        "phase x\n    p chooses\n        pass\n        play card",
        [("E0226", 3, "pass", 'a choice begins with its label: "pass"; what follows from it is indented below')],
    ),
    (
        'phase x\n    p chooses "pass"',
        [("E0213", 2, '"pass"', "the choices stand below, indented, each on its own line")],
    ),
    (
        'phase x\n    p chooses:\n        "pass"',
        [("E0213", 2, ":", "leave it out: the indented lines below are enough")],
    ),
    (
        (
            'phase x\n    p chooses\n        "play {c}" for c in p.hand if c.suit = led\n'
            '        "x {c d}"\n        "y {}"\n        "z }{"\n        "z {c"'
        ),
        [
            ("E0213", 3, "if c.suit = led", "write `where` for the ones that count"),
            ("E0214", 4, "{c d}", "a placeholder is the name of something chosen: `{name}`"),
            ("E0214", 5, "{}", "a placeholder is the name of something chosen: `{name}`"),
            ("E0214", 6, "}", "a placeholder is the name of something chosen: `{name}`"),
            ("E0214", 7, "{c", "a placeholder is the name of something chosen: `{name}`"),
        ],
    ),
    (
        'phase x\n    p chooses\n    "pass"',
        [("E0203", 2, "p chooses", 'indent the choices, each with a label: "pass"')],
    ),
    (
        "phase x\n    in secret together\n        stop",
        [("E0201", 3, "stop", "below `in secret together` stand lines like `p chooses`")],
    ),
    (
        "phase x\n    if x\n    stop",
        [("E0203", 2, "if x", "indent what belongs to it, or put one statement on the line, after a `:`")],
    ),
    (
        "phase x\n    if x: stop\n        stop",
        [
            (
                "E0104",
                3,
                "stop",
                "the line above has its statement after the `:`; put that one in the block too, and leave out the `:`",
            )
        ],
    ),
    (
        "phase x\n    if x:\n        stop\n    else:\n        stop\n    elif y\n        stop\n    stop stop",
        [
            ("E0213", 2, ":", "where a block follows, leave out the `:`"),
            ("E0207", 4, "else", "write `otherwise`"),
            ("E0207", 6, "elif", "write `otherwise if`"),
            ("E0213", 8, "stop", None),
        ],
    ),
    (
        "phase x\n        stop\n    stop",
        [("E0102", 3, "    ", "the lines above are indented by 0, 8 spaces, this one by 4")],
    ),
    ("phase x\n    repeat at most 3 times\n        stop", [("E0202", 2, "times", "a line like `repeat 5 times`")]),
    (
        "phase x\n    repeat at most 3 times until x\n        stop\n    stop",
        [
            (
                "E0227",
                2,
                "repeat at most 3 times until x",
                "say below its block what happens if the bound is reached: `otherwise: nothing`",
            )
        ],
    ),
    ("phase x\n    stop [3] extra", [("E0223", 2, "[3]", "it comes after `extra`")]),
    ("kind x = suit", [("E0201", 1, "=", "write `:` instead")]),
    ("require", [("E0202", 1, "require", 'a line like `require target > 0 "somebody must win"`')]),
    ("players 4\n    partners opposite", [("E0104", 2, "partners", "the line above takes no block")]),
    (
        (
            "phase x\n    if trump is spades or hearts\n        stop\n    for p in players if p.out\n"
            "        stop\n    for p in players, q in players\n        move q.hand to p.hand\n    for all p in players\n"
            "        stop"
        ),
        [
            ("E0211", 2, "is spades", "write `= spades`; `is` asks for `none`, `empty`, `joker` or `a` shape"),
            ("E0213", 4, "if p.out", "write `where` for the ones that count"),
            ("E0207", 8, "all", "write `for p in players`"),
        ],
    ),
    (
        (
            "phase x\n    if a = b\n        foo(3\n    otherwise\n        set x = 4\n        bar baz\n"
            "    otherwise\n        stop"
        ),
        [
            ("E0204", 2, "a", "take another name: `my_a`, or a word that says more"),
            ("E0112", 3, "(", "brackets close on their line, with `)`"),
            ("E0205", 5, "=", "write `set x to 4`"),
            (
                "E0233",
                6,
                "bar baz",
                "put the values that a phase needs in brackets: `bar(…)`; `bar chooses` says who decides",
            ),
        ],
    ),
]


@pytest.mark.parametrize(("text", "expected"), FORMS, ids=[case[0] for case in FORMS])
def test_slips_in_a_declaration_are_explained(text: str, expected: list[tuple[str, int, str, str | None]]) -> None:
    problems = read(text + "\n")
    assert [(p.code, p.span.line, p.span.text, p.help) for p in problems] == expected


MESSAGES = [
    ("main\n    x = 1\n", "`=` gives no value here"),
    ("main\n    let top be 1\n", "`top` is a word of the language and cannot be a name"),
    ("main\n    move top of stock hand\n", "`to` is missing before `hand`"),
    ("main\n    move top of stock to\n", "this line ends too early: a name, `bottom` or `the` is missing"),
    ("main\n    repeat 3 times\n", "nothing is indented below `repeat 3 times`"),
    ("main\n    if x stop\n", "a `:` is missing before `stop`"),
    ("main\n    Shuffle stock\n", "`Shuffle` begins with a capital"),
    ("main\n    shufle stock\n", "`shufle` is not the word that belongs here"),
    ("gmae\n", "`gmae` begins no part of a rule file"),
    ("game Crazy Eights\n", "`Crazy Eights` is a text and needs quotes"),
]


@pytest.mark.parametrize(("text", "message"), MESSAGES, ids=[case[1] for case in MESSAGES])
def test_the_whole_message(text: str, message: str) -> None:
    (problem,) = read(text)
    assert problem.message == message


def test_a_diagnostic_lists_the_expected_words_for_tools() -> None:
    (problem,) = read("zones\n    stock: hidden\n")
    assert problem.expected == ("a number", "`face`", "`private`")
    (problem,) = read("main\n    move x\n")
    assert "`to`" in problem.expected


def test_a_mistake_in_a_whole_block_is_reported_once() -> None:
    assert [problem.code for problem in read("main\n    p chooses\n        stop\n        nothing\n")] == ["E0226"]
    assert [problem.code for problem in read('main\n    "a"\n    "b"\n    "c"\n')] == ["E0225"]
    assert [problem.code for problem in read("main\nstop\ndeal_hand\nalways x y\n")] == ["E0203", "E0213"]


ANSWERED = [
    (
        "phase q\n    add 1 if p = dealer otherwise 2 to p.points\n",
        "put brackets around it: `(1 if p = dealer otherwise 2)`",
    ),
    ("phase q\n    if p.hand has c.rank = J: stop\n", "write `any c in p.hand has c.rank …`"),
    ("change the deck\n    add joker\n", "write `replace deck`, and the whole part below it"),
    ("change the option target to 7\n", "write `set target to 7`"),
    ("add zone widow: face down\n", "write `add zones`, and below it its line: `widow: face down`"),
    ("add remembered turns: number\n", "write `add remember`, and below it, indented, `turns: number`"),
    (
        "target = 7\n",
        "indent it below `main` or a `phase`, or, for an option in a variant, write `set target to 7`",
    ),
]


@pytest.mark.parametrize(("text", "help"), ANSWERED)
def test_what_newcomers_write_in_variants_and_sums_is_answered(text: str, help: str) -> None:
    assert [problem.help for problem in read(text)][:1] == [help]


AMENDING = [
    ("delete the line shuffle stock", "E0207", "delete", "write `remove`"),
    (
        "insert before the line shuffle stock",
        "E0207",
        "insert",
        "write `add before the line …` or `add after the line …`",
    ),
    ("remove line shuffle stock", "E0210", "line", "write `remove the line shuffle stock`"),
    ("add at end", "E0210", "end", "a line like `add before the line shuffle stock`"),
    ("replace the choice pass", "E0222", "pass", 'write `"pass"`'),
    (
        "replace the row",
        "E0202",
        "row",
        "a row is named by what stands before its arrow or colon, as `replace the row n = 5 and alone`",
    ),
    ("rename the phase", "E0201", "rename", "what can stand here: `add`, `remove` or `replace`"),
]


@pytest.mark.parametrize(("line", "code", "text", "help"), AMENDING, ids=[case[0] for case in AMENDING])
def test_slips_inside_a_change_are_explained(line: str, code: str, text: str, help: str) -> None:
    """Slips in the lines after it are found in the same run."""
    problem, other = read(f"change deal_hand\n    {line}\n    remove the lime stop\n")
    assert (problem.code, problem.span.text, problem.help) == (code, text, help)
    assert (other.code, other.span.text) == ("E0232", "lime")


def test_the_kind_of_a_changed_part_is_superfluous() -> None:
    (problem,) = read("change phase deal_hand\n    add at the end\n        nothing\n")
    assert (problem.code, problem.span.text, problem.help) == ("E0213", "phase", "leave it out")


@pytest.mark.parametrize("phrase", ["take at most", "more than", "for each player", "card of 3 cards of hand"])
def test_a_phrase_inside_a_text_is_not_answered(phrase: str) -> None:
    """The word that cannot stand there is right behind the text."""
    _, (found,) = parse(Source("test", f'main\n    p chooses\n        "{phrase}"x\n'))
    assert (found.code, found.span.text, found.message) == ("E0213", "x", "`x` is left over")


@pytest.mark.parametrize(
    ("word", "help"),
    [
        ("Über", "write `uber`, or `Uber` for a rank: ranks have letters from a to z and digits only"),
        ("ÉtatMajor", "write `etat_major`, or `EtatMajor` for a rank: ranks have letters from a to z and digits only"),
        ("Ober_Unter", "write `ober_unter`, or `OberUnter` for a rank: ranks have letters from a to z and digits only"),
        ("émile", "write `emile`"), ("camelCase", "write `camel_case`"), ("_name", "write `name`"),
        ("дама", None), ("Дама", None), ("__", None),
    ],
)  # fmt: skip
def test_a_word_that_is_neither_a_name_nor_a_rank_is_spelt_as_one(word: str, help: str | None) -> None:
    _, found = parse(Source("test", f"main\n    set {word} to 1\n"))
    assert [(one.code, one.span.text, one.help) for one in found if one.code == "E0114"] == [("E0114", word, help)]


@pytest.mark.parametrize(
    "line",
    [
        "if (total pips of p.won for p in players) = 120: stop",
        "if 120 = total pips of p.won for p in players: stop",
        "if d = the highest e in q.hand where e.suit = hearts by the ranking: stop",
        "if d = the highest e in q.hand where e.suit = hearts or e.suit = spades by the ranking: stop",
    ],
)
def test_a_line_can_be_read_when_the_brackets_stand_where_the_advice_says(line: str) -> None:
    (problem,) = read(f"phase q\n    {line}\n")
    assert problem.help is not None
    better = line.replace(problem.span.text, problem.help.partition("`")[2].rstrip("`"))
    assert read(f"phase q\n    {better}\n") == ()
