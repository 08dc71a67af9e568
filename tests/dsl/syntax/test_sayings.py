"""Phrases that newcomers write for players, decks, tricks, chance and combinations, and the advice for each.

A case is the line, the underlined part and the advice.  The code is always E0207, "not used here".
"""

from __future__ import annotations

import re

import pytest

from hoyle.dsl.source.numerals import in_digits
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.hints.sayings import BEGINNINGS, SAYINGS
from hoyle.dsl.syntax.parser import parse

FORMS = [
    ("replace the deck with 9 10 J Q K A", "replace the deck with 9 10 J Q K A", "write `replace deck 9 10 J Q K A`"),
    (
        "add 2 jokers to the deck",
        "add 2 jokers to the deck",
        "write the whole deck: `replace deck 7 8 9 10 J Q K A, 2 jokers`",
    ),
    (
        "values of cards",
        "values of cards",
        "say of what: `values points of each card`, with rows below it, as `A: 11`",
    ),
    ("change the table settle\n    remove the line stop", "change the table settle", "write `change settle`"),
    ("deck from 7 to A", "deck from 7 to A", "the ranks of a deck are listed one by one: `deck 7 8 9 10 J Q K A`"),
    ("deck 8 cards: J Q", "deck 8 cards: J Q", "write `deck J Q`"),
    ("players two to six", "players two to six", "write `players 2..6`"),
    ("players 4 in partnerships", "players 4 in partnerships", "write `players 4, partners opposite`"),
    ("players any", "players any", "say how many at most, too: `players 2..6`"),
    ("option stake: 1 to 10 = 5", "option stake: 1 to 10 = 5", "write `option stake: 1..10 = 5`"),
    ("option jokers: yes/no = no", "option jokers: yes/no = no", "write `option jokers: yes or no = no`"),
    (
        "option house rule: yes or no = no",
        "option house rule: yes or no = no",
        "a name is one word: `option house_rule: yes or no = no`",
    ),
    (
        "define value of a player means 3",
        "define value of a player",
        "what is meant stands in brackets: `define value(x: player) means …`",
    ),
    ("define worth(player) means 3", "define worth(player)", "give it a name, too: `define worth(x: player)`"),
    ("define worth(p) means 3", "define worth(p)", "say what it is: `define worth(p: player)`"),
    ("define p.worth means 3", "define p.worth", "write `define worth(p: player) means …`"),
    (
        "define hand value(p: player) means 3",
        "define hand value(p: player) means 3",
        "a name is one word: `define hand_value(p: player) means 3`",
    ),
    (
        "phase turn of p\n    stop",
        "phase turn of p",
        "whose it is stands in brackets: `phase turn(p: player)`; it is played by `turn(p)`",
    ),
    ("phase the deal\n    stop", "phase the deal", "names have no `the`: `phase deal_hand`"),
    (
        "define active means players who are not out",
        "players who are not out",
        "write `every p in players where …`, as `every p in players where not p.out`",
    ),
    (
        "change settle\n    change the line stop",
        "change the line stop",
        "write `replace the line stop`, and the new one below it",
    ),
    (
        "change settle\n    replace stop with nothing",
        "replace stop with nothing",
        "write `replace the line stop`, and the new line below it",
    ),
    (
        "change settle\n    add the line stop",
        "add the line stop",
        "write `add at the end`, or `add before the line …`, and below it the new line",
    ),
    ("set option target to 50", "set option target to 50", "write `set target to 50`"),
    ("players 2 to 6", "players 2 to 6", "write `players 2..6`"),
    ("players 4, two teams", "two teams", "write `partners opposite`: those who sit opposite each other are a team"),
    ("deck 2-10 J Q K A", "deck 2-10", "the ranks of a deck are listed one by one: `deck 2 3 4 5 6`"),
    ("deck two packs of J Q K A", "deck two packs of J Q K A", "write `deck J Q K A, 2 copies`"),
    ("deck standard", "deck standard", "write the ranks: `deck 2 3 4 5 6 7 8 9 10 J Q K A`"),
    ("deck of 52 cards", "deck of 52 cards", "write the ranks: `deck 2 3 4 5 6 7 8 9 10 J Q K A`"),
    ("phase play round", "phase play round", "a name is one word: `phase play_round`"),
    ("ranking A K Q J", "ranking A K Q J", "write `ranking` alone, and below it, indented, `any suit: A K Q J`"),
    ("ranking\n    A high", "A high", "a row lists cards, high to low: `any suit: A K Q J 10`"),
    (
        "zones\n    each player has a hand: private",
        "each player has a hand: private",
        "write `hand of each player: private`",
    ),
    (
        "remember\n    score of each player = 0",
        "score of each player = 0",
        "write `score of each player: number`: every number is 0 when the game begins",
    ),
    (
        "remember\n    chips of each player: number starting at 10",
        "chips of each player: number starting at 10",
        (
            "write `chips of each player: number`, which is 0 when the game begins, and `set chips of each player to 10` below"
            " `main`"
        ),
    ),
    ("add zone widow:", "add zone widow:", "write `add zones`, and below it its line: `widow: face down`"),
    ("players 4, anticlockwise", "anticlockwise", "write `counterclockwise`"),
    ("players 4, counter-clockwise", "counter-clockwise", "write `counterclockwise`"),
    ("players 4, clockwise", "clockwise", "leave it out: turns go clockwise unless the line says `counterclockwise`"),
    (
        "players 4, counterclockwise with 4",
        "counterclockwise with 4",
        "leave it out: however many play, the direction is the same",
    ),
    ("players 2 or 4, partners with 4", "partners with 4", "write `partners opposite with 4`"),
    ("players 2 or 4, partners opposite if 4", "partners opposite if 4", "write `partners opposite with 4`"),
    (
        "players 2 or 6, partners opposite with 2..4",
        "opposite with 2..4",
        "the numbers are listed: `partners opposite with 2 or 4`",
    ),
    ("players 2, 4", "players 2, 4", "write `players 2 or 4`; a range is `players 2..4`"),
    ("players 2 and 4", "players 2 and 4", "write `players 2 or 4`; a range is `players 2..4`"),
    (
        "deck A K Q of hearts, diamonds",
        "deck A K Q of hearts, diamonds",
        "suits stand side by side: `of hearts diamonds`",
    ),
    (
        "deck A K Q of hearts and diamonds",
        "deck A K Q of hearts and diamonds",
        "suits stand side by side: `of hearts diamonds`",
    ),
    ("deck A, K, Q of hearts", "deck A, K", "ranks stand side by side: `A K`"),
    ("deck A K Q in hearts diamonds", "deck A K Q in hearts", "write `of hearts`"),
    ("deck\n    1-21 Sky of trumps", "1-21", "a range is written `1..21`"),
    ("deck\n    A K Q of hearts, 2 times", "2 times", "write `2 copies`"),
    (
        "shape run: 3 or more cards of one suit in sequence or 2 wild",
        "or 2 wild",
        "a comma stands in front: `, 2 wild`",
    ),
    ("zones\n    row of each player: places 3, face down", "places 3", "write `3 places`"),
    (
        "zones\n    3 row of each player: face down",
        "3 row of each player: face down",
        "write `row of each player: 3 places, face down`",
    ),
    ("define side means all p in players where p.out", "all p in", "write `every p in`"),
    ("define side means players where p.out", "means players where", "write `every p in players where`"),
    ("after play_deal: lowest gained points >= 0", "lowest gained points", "write `lowest points gained`"),
    ("after play_deal: lowest points gain >= 0", "lowest points gain", "write `lowest points gained`"),
]
LINES = [
    (
        "players may pass once",
        "players may pass once",
        "say which: `for p in players`; and below it, indented, `p chooses`, or what is done, as `add 1 to p.score`",
    ),
    (
        "until stock is empty",
        "until stock is empty",
        "the condition stands in the line of the loop: `repeat until stock is empty`",
    ),
    (
        "the player with the highest score wins",
        "the player with the highest score wins",
        "write `game over, won by the player with highest score`",
    ),
    (
        "deal 7 cards to each player from the stock",
        "deal 7 cards to each player from the stock",
        "write `deal 7 from stock to hand of each player`",
    ),
    ("deal 7 from stock to each hand", "to each hand", "write `to hand of each player`"),
    ("for each player", "for each player", "write `for p in players`"),
    (
        "every player names a card",
        "every player names a card",
        "write `for p in players`, and below it, indented, what is done for each, as `deal 1 from stock to p.hand`",
    ),
    (
        "dealer deals 5 cards to each player",
        "dealer deals 5 cards to each player",
        "write `deal 5 from stock to hand of each player`",
    ),
    ("p draws a card", "p draws a card", "write `deal 1 from stock to p.hand`"),
    ("p draws 2 cards", "p draws 2 cards", "write `deal 2 from stock to p.hand`"),
    ("p takes the top card of turned", "p takes the top card of turned", "write `deal 1 from turned to p.hand`"),
    ("p draws 3 cards from turned", "p draws 3 cards from turned", "write `deal 3 from turned to p.hand`"),
    ("p must take 2 cards", "p must take 2 cards", "write `deal 2 from stock to p.hand`"),
    (
        "p plays a card to trick",
        "p plays a card to trick",
        'write `p chooses`, and below it, indented, what there is to choose from: `"play {c}" for c in p.hand`',
    ),
    (
        "p chooses a card",
        "p chooses a card",
        'write `p chooses`; what there is to choose from stands below, indented: `"play {c}" for c in p.hand`',
    ),
    (
        "a player draws two cards",
        "a player draws two cards",
        "say which: `for p in players`; and below it, indented, `p chooses`, or what is done, as `add 1 to p.score`",
    ),
    (
        "choose a card from hand",
        "choose a card from hand",
        "say who does it, `p chooses`; what there is to choose from stands below, indented",
    ),
    ("dealer moves to the left", "dealer moves to the left", "write `set dealer to dealer.left`"),
    (
        "play passes to the left",
        "play passes to the left",
        "turns go on by themselves in a loop: `for p in players from dealer.left`, and below it what each one does",
    ),
    (
        "leader passes to the right",
        "leader passes to the right",
        "write `set leader to leader.right`",
    ),
    ("dealer shuffles", "dealer shuffles", "write `shuffle stock`, `cut stock`: nobody need be named"),
    ("if p has no cards: stop", "p has no cards", "write `p.hand is empty`"),
    (
        "if a player has no cards left: stop",
        "a player has no cards left",
        "write `any p in players has p.hand is empty`",
    ),
    (
        "repeat until someone has 100 points",
        "someone has 100 points",
        "write `any p in players has p.points >= 100`",
    ),
    ("if p has 3 cards: stop", "p has 3 cards", "write `size of p.hand = 3`"),
    ("if p has 3 or more tricks: stop", "p has 3 or more tricks", "write `p.tricks >= 3`"),
    ("p.score increases by 5", "p.score increases by 5", "write `add 5 to p.score`"),
    ("p.score goes down by n", "p.score goes down by n", "write `subtract n from p.score`"),
    ("p gets 5 points", "p gets 5 points", "write `add 5 to p.points`"),
    ("for p in players: p.score = 0", "p.score = 0", "write `set p.score to 0`"),
    ("if p.score > 10 and < 20: stop", "p.score > 10 and <", "write `p.score > 10 and p.score < …`"),
    (
        "winner is the player with most points",
        "winner is the player with most points",
        "write `game over, won by the player with highest points`",
    ),
    (
        "the winner is the team with fewest tricks",
        "the winner is the team with fewest tricks",
        "write `game over, won by the team with lowest tricks`",
    ),
    ("winner takes the trick", "winner takes the trick", "write `move trick to winner.won`"),
    (
        'p chooses\n        "draw" -> move top of stock to p.hand',
        '"draw" -> move top of stock to p.hand',
        "what follows from a choice stands below it, indented: `move top of stock to p.hand`",
    ),
    ("if winner so far = p: stop", "winner so far", "write `the winner so far`"),
    ("if the winner = p: stop", "if the winner = p: stop", "write `if winner = p: stop`"),
    ("if the winning player so far = p: stop", "the winning player so far", "write `the winner so far`"),
    ("if c beats the winning card: stop", "the winning card", "write `the winning card so far`"),
    ("if c does not beat d: stop", "c does not beat d", "write `not c beats d`"),
    (
        "if c does not follow bottom of trick: stop",
        "c does not follow bottom of trick",
        "write `not c follows bottom of trick`",
    ),
    ("let best be highest c in trick by the ranking", "highest c in trick by", "write `the highest c in trick by …`"),
    (
        "let best be the highest of trick by the ranking",
        "the highest of trick",
        "a name runs over the cards: `the highest c in trick by the ranking`",
    ),
    (
        "let best be the highest c in trick",
        "the highest c in trick",
        "say by what: `the highest c in trick by the ranking`",
    ),
    (
        "let best be the highest c in q.hand",
        "the highest c in q.hand",
        "say by what: `the highest c in q.hand by the ranking`",
    ),
    (
        "let best be the best c in trick by the ranking",
        "the best c in trick",
        "write `the highest c in trick by the ranking`",
    ),
    (
        "let worst be the weakest c in trick by the ranking",
        "the weakest c in trick",
        "write `the lowest c in trick by the ranking`",
    ),
    ("add 1 to player of c", "player of c", "write `c.player`"),
    ("play the other way", "play the other way", "write `play the other way round`"),
    ("go the other way round", "go the other way round", "write `play the other way round`"),
    (
        "play the other way round if n = 1",
        "play the other way round if n = 1",
        "write `if n = 1: play the other way round`",
    ),
    ("set n to a random 1..6", "a random 1..6", "write `a random number in 1..6`"),
    ("set n to a roll of 6", "a roll of 6", "write `a random number in 1..6`"),
    ("if a random yes or no: stop", "a random yes or no", "write `(a random number in 0..1) = 1`"),
    ("set s to a random of {hearts}", "a random of {hearts}", "say what it is: `a random suit in {hearts}`"),
    ("let c be a random card from stock", "a random card from stock", "write `a random card of stock`"),
    (
        "replace worth",
        "replace worth",
        (
            "say what it is, `replace define worth …`, `replace phase worth`; or, below `change worth`, which line of it:"
            " `replace the line …`"
        ),
    ),
    ("if n = 1: turn round", "turn round", "write `play the other way round`"),
    ("if n = 1: reverse play", "reverse play", "write `play the other way round`"),
    ("reverse the direction", "reverse the direction", "write `play the other way round`"),
    (
        "for p around the table: ask(p)",
        "for p around the table",
        "say who is first: `for p around the table from dealer.left`",
    ),
    ("for dealer around the table from dealer.left, times deals: nothing", ", times deals", "write `, deals times`"),
    ("set dealer to first p in players from next dealer", "next dealer", "write `dealer.next`"),
    ("add 1 to points of all players", "points of all players", "write `points of each player`"),
    ("add 1 to points of players except p", "points of players", "write `points of each player`"),
    (
        "for p, s in players, suits: nothing",
        "for p, s in players, suits",
        "each name has its set: `for p in players, s in suits`",
    ),
    (
        "for p in players and s in suits: nothing",
        "p in players and s in suits",
        "a comma stands between them: `p in players, s in suits`",
    ),
    (
        "for p in players from dealer, s in suits: nothing",
        "for p in players from dealer, s in",
        "with several names there is no `from` and no `until`: put one `for` into the other",
    ),
    (
        "for p in players, s in suits until n = 1: nothing",
        "for p in players, s in suits until",
        "with several names there is no `from` and no `until`: put one `for` into the other",
    ),
    ("for defenders: nothing", "for defenders", "a name runs over a set: `for p in defenders`"),
    (
        "set n to total c.pips for p in players, c in p.hand",
        "total c.pips for p in players, c in",
        "one name at a time: put one phrase into the other",
    ),
    ("set n to a random number", "a random number", "say of which: `a random number in 1..6`"),
    ("set n to a random number from 1 to 6", "a random number from 1 to 6", "write `a random number in 1..6`"),
    ("set n to random 1..6", "random 1..6", "write `a random number in 1..6`"),
    ("set trump to random suit", "random suit", "write `a random suit`"),
    ("set trump to any suit", "any suit", "write `a random suit` for one by chance"),
    (
        "set trump to a random suit in hearts, spades",
        "hearts, spades",
        "several stand in braces: `{hearts, spades}`",
    ),
    (
        "if any 2 or more cards of pool has total pips = 5: stop",
        "any 2 or more cards of",
        "a name stands for the cards: `any cs in 2 or more cards of …`",
    ),
    (
        "if any cs in at least 2 cards of pool has cs is a pair: stop",
        "at least 2 cards of",
        "write `2 or more cards of`",
    ),
    ("if any cs in at most 3 cards of pool has cs is a pair: stop", "at most 3 cards of", "write `1..3 cards of`"),
    (
        "if any cs in more than 2 cards of pool has cs is a pair: stop",
        "more than 2 cards of",
        "write how many: `2 or more cards of`, `2..5 cards of`",
    ),
    ("if some cs in 2 cards of pool has cs is a pair: stop", "some cs in", "write `any cs in … has …`"),
    (
        "add (number of pairs in pool) to n",
        "number of pairs in pool",
        "say which are counted, `number of pairs in pool where …`; how many there are altogether is `size of pool`",
    ),
    (
        "add (number of cs in 2 cards of pool) to n",
        "number of cs in 2 cards of pool",
        "say which are counted: `number of cs in 2 cards of pool where …`",
    ),
    (
        "add (highest total pips of cs for cs in 2 cards of pool) to n",
        "highest total pips of cs for",
        "put what is computed for each in brackets: `highest (total pips of cs) for …`",
    ),
    ("add (highest k in 1..5 where k = n) to n", "highest k in 1..5 where", "write `highest k for k in 1..5 where`"),
    (
        "for k in 1 to size of pool: nothing",
        "for k in 1 to size of pool: nothing",
        "write `for k in 1..size of pool: nothing`",
    ),
    ("if left over p.hand by melds is empty: stop", "left over p.hand by melds", "write `p.hand left over by melds`"),
    ("if pips of cs = 5: stop", "pips of cs", "write `total pips of cs` for a set, `cs.pips` for one"),
    ("if c.rank in (J, Q): stop", "(J, Q)", "a set stands in braces: `{J, Q}`"),
    ("if c.rank in J, Q: stop", "J, Q", "a set stands in braces: `{J, Q}`"),
    ("if c.rank in {J..K}: stop", "{J..K}", "ranks are listed: `{J, …, K}`"),
    ("move p.row n to p.up", "move p.row n", "a place stands in brackets: `p.row(n)`"),
    ("deal 1 from stock to row 2", "deal 1 from stock to row 2", "a place stands in brackets: `row(2)`"),
    ("move c to middle of p.won", "to middle of", "write `to the middle of`"),
    ("shuffle all cards into stock", "shuffle all cards into stock", "write `shuffle every card into stock`"),
    ("game over, won by highest points", "won by highest points", "write `won by the player with highest points`"),
    (
        "game over, won by the player with highest points(p)",
        "with highest points(p)",
        "write `with highest points`: it is worked out for each",
    ),
    ("game over, won by the player with highest points, then a draw", "then a draw", "write `otherwise a draw`"),
    (
        "play trick from hand to trick, led by leader, any card, played by leader.left",
        "played by leader.left",
        "a name stands here: `played by leader`",
    ),
]
CLAUSES = [
    ("follow suit", "follow suit", "write `following suit`"),
    ("must follow suit", "must follow suit", "write `following suit`"),
    ("must c where c is a trump", "must c where", "write `if able c where …`"),
    ("if possible c where c is a trump", "if possible c where", "write `if able c where …`"),
    ("if able where c is a trump", "if able where", "a name stands for the card: `if able c where …`"),
    (
        "if able c in hand where c is a trump",
        "if able c in hand where",
        "write `if able c where …`: it is always a card that may be played",
    ),
    ("won by leader", "won by leader", "write `taken by leader`"),
    ("following suit, any card", "following suit, any card", "each clause below the trick has a line of its own"),
]
TRICK = "play trick from hand to trick, led by leader"
WRITTEN = [
    *((f"{text}\n", part, help) for text, part, help in FORMS),
    *((f"phase q\n    nothing\n    {text}\n    nothing\n", part, help) for text, part, help in LINES),
    *((f"phase q\n    {TRICK}\n        {text}\n        taken by leader\n", part, help) for text, part, help in CLAUSES),
]


@pytest.mark.parametrize(("text", "part", "help"), WRITTEN, ids=[case[0] for case in (*FORMS, *LINES, *CLAUSES)])
def test_a_newcomers_phrase_gets_the_right_advice(text: str, part: str, help: str) -> None:
    (problem,) = parse(Source("test", text))[1]
    assert (problem.code, problem.span.text, problem.help) == ("E0207", part, help)


BEGUN = [
    ("deal 6 cards instead of 5", "deal",
     "what a phase does is changed below `change` and its name: `replace the line …`, and below it the new lines"),
    ("3 players", "3", "write `players 3`; from two to six are `players 2..6`"),
    ("a standard deck of 52 cards", "a", "write the ranks: `deck 2 3 4 5 6 7 8 9 10 J Q K A`"),
    ("variables", "variables", "what is kept during the game stands below `remember`"),
    ("setup", "setup", "what is done stands below `main`, or below `phase setup`, which a line of `main` names"),
    ("rules", "rules", "what is done stands below `main` or a `phase`; a value is given by `define … means …`"),
    ("trump hearts", "trump",
     "what is trump is remembered, below `remember`, as `trump: suit`; the `ranking` says which card beats which"),
    ("goal: 100 points", "goal",
     "the game ends by a line of `main` or of a phase: `game over, won by the player with highest points`"),
    ("piles", "piles", "cards lie in zones: `zones`, and below it, indented, `stock: face down`"),
    ("import whist", "import", 'rules over others are a variant: `variant "Short Game" of our_game`'),
]  # fmt: skip


@pytest.mark.parametrize(("line", "part", "help"), BEGUN)
def test_how_a_part_begins(line: str, part: str, help: str) -> None:
    problem = parse(Source("test", f'game "T"\n{line}\n    nothing\n'))[1][0]
    assert (problem.code, problem.span.text, problem.help) == ("E0212", part, help)


@pytest.mark.parametrize(("pattern", "better"), BEGINNINGS)
def test_every_beginning_has_a_case(pattern: str, better: str) -> None:
    found = [(re.match(pattern, line), help) for line, _, help in BEGUN]
    assert any(m is not None and better.format(*m.groups()) == help for m, help in found)


@pytest.mark.parametrize(("pattern", "better"), SAYINGS)
def test_every_pattern_has_a_case(pattern: str, better: str) -> None:
    lines = [(line, help) for line, _, help in (*FORMS, *LINES, *CLAUSES)]
    found = [(re.search(pattern, one.strip()), help) for line, help in lines for one in line.split("\n")]
    said = [
        (better.format(*(in_digits(part or "") for part in m.groups())), help) for m, help in found if m is not None
    ]
    assert any(one == help for one, help in said)


def test_very_long_lines_are_not_searched() -> None:
    """Only lines of a length that a person writes are searched for the patterns, because the search in a megabyte would
    take too long.
    """
    line = "add (number of pairs in pool) to n"
    advised = [parse(Source("test", f"phase q\n    {line}{' + 1' * more}\n"))[1][0].code for more in (0, 50, 500)]
    assert advised[:2] == ["E0207", "E0207"]
    assert advised[2] != "E0207"


@pytest.mark.parametrize("sign", ["(", "*", "[", "{", "+", ")"])
def test_signs_after_is_are_explained(sign: str) -> None:
    assert parse(Source("test", f"phase q\n    if c is {sign}: stop\n"))[1]
