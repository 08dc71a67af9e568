"""Whole sentences of rulebooks, and lines with words that the language leaves out: what is advised.

The advice must be lines that can be read.
"""

from __future__ import annotations

import re

import pytest

from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.hints.plainer import COMPARED, REWRITTEN, Rewriting, in_other_words
from hoyle.dsl.syntax.hints.sentences import SENTENCES, said_instead
from hoyle.dsl.syntax.parser import parse

LED_BY = "say so in the line of the trick, `led by {0}`, or in that of the turns, `for p in players from {0}`"
SKIPPED = (
    "remember it, `skipped: yes or no`; before a turn, `if skipped: set skipped to no`, and the turn below `otherwise`"
)
OPEN = "the cards of a zone that is `face up` lie open"
WINS = "somebody wins by the highest or the lowest of something:"
TRICK = "write `play trick from hand to trick, led by leader, following suit, taken by winner`, below `repeat 5 times`"
NEXT = "a loop of `main` begins the next one; `start deal_hand again` begins a phase once more"

SAID = [
    ("shuffle the deck", "write `shuffle every card into stock`"),
    (
        "shuffle and deal 5 cards to each player",
        "write `shuffle every card into stock`, and what is dealt on the next line",
    ),
    ("cut the cards", "write `cut stock`"),
    (
        "deal all the cards one at a time to the players",
        "write `for p around the table from dealer.left until stock is empty: deal 1 from stock to p.hand`",
    ),
    ("deal five cards to each player", "write `deal 5 from stock to hand of each player`"),
    ("deal 7 cards face down to each player from the stock", "write `deal 7 from stock to hand of each player`"),
    (
        "deal 3, then 2 cards to each player",
        "write two lines: `deal 3 from stock to hand of each player`, `deal 2 from stock to hand of each player`",
    ),
    ("every player draws a card", "write `deal 1 from stock to hand of each player`"),
    ("deal four cards face up on the table", "write `move top 4 of stock to table`"),
    ("turn up the top card", f"write `move top of stock to turned`: {OPEN}"),
    ("turn up the next card for trumps", f"write `move top of stock to turned`: {OPEN}"),
    (
        "each player in turn from dealer.left chooses",
        "write `for q in players from dealer.left`, and below it, indented, `q chooses`",
    ),
    (
        "players must follow suit and must win the trick if they can",
        "duties stand in the line of the trick: `following suit, if able c where c beats the winning card so far`",
    ),
    ("turn over the top card of the stock to discards", f"write `move top of stock to discards`: {OPEN}"),
    ("the next card is turned up for trumps", f"write `move top of stock to turned`: {OPEN}"),
    ("place the top card of the stock in the discards", "write `move top of stock to discards`"),
    ("collect all the cards", "write `gather every card into stock`"),
    ("the remaining cards form the stock", "leave it out: cards that were not dealt are still in the pile"),
    ("put c on the discards", "write `move c to discards`"),
    ("place c under the stock", "write `move c to bottom of stock`"),
    ("the deal passes to the left", "write `set dealer to dealer.left`"),
    ("choose the first dealer by lot", "write `set dealer to a random player`"),
    ("the leader is chosen at random", "write `set leader to a random player`"),
    (
        "the winner of the trick leads to the next one",
        "write `taken by leader` in the line of the trick, or `set leader to winner` below it",
    ),
    ("the highest bidder leads", LED_BY.format("bidder")),
    ("the player to the left of the dealer plays first", LED_BY.format("dealer.left")),
    ("dealer.left leads to the first trick", LED_BY.format("dealer.left")),
    ("skip the next player", SKIPPED),
    ("p loses a turn", SKIPPED),
    ("p is out of the game", "write `set p.out to yes`, and below `remember`, `out of each player: yes or no`"),
    ("play 5 tricks", TRICK),
    (
        "play a round of betting",
        "the name of a phase alone plays it: `play_round`, whose lines stand below `phase play_round`",
    ),
    (
        "if a player has a card of the suit led, he must play it",
        "that is said by the line of the trick: `following suit`",
    ),
    ("start a new deal", NEXT),
    ("end the round", "write `stop`: it leaves the innermost loop"),
    (
        "the highest trump wins the trick, otherwise the highest card of the suit led",
        "which card is higher is said by the `ranking`, and who takes the trick by its line: `taken by winner`",
    ),
    ("the winner of the trick collects the cards", "write `move trick to winner.won`"),
    ("hearts are trumps", "write `set trump to hearts`"),
    ("trump is spades", "write `set trump to spades`"),
    ("the suit of the turned card is trumps", "write `set trump to (top of turned).suit`"),
    (
        "each player pays two chips to the pot",
        "write `subtract 2 from chips of each player`, and `add 2 * number of players to pot`",
    ),
    (
        "everybody puts a chip into the pot",
        "write `subtract 1 from chips of each player`, and `add number of players to pot`",
    ),
    ("everybody loses 5 points", "write `subtract 5 from points of each player`"),
    ("each player starts with 20 chips", "write `set chips of each player to 20`"),
    ("each player gets 20 chips", "write `add 20 to chips of each player`"),
    ("give 10 chips to each player", "write `add 10 to chips of each player`"),
    (
        "deal the same number of new cards",
        "below the choice of some cards, as `cs`, write `deal size of cs from stock to p.hand`",
    ),
    (
        "turn up the last card of the dealer as trump",
        "write three lines: `let c be top of dealer.hand`, `show c to everyone`, `set trump to c.suit`",
    ),
    (
        "every other player pays the bidder two chips",
        (
            "write `subtract 2 from chips of each player except bidder`,"
            " and `add 2 * (number of players - 1) to bidder.chips`"
        ),
    ),
    (
        "bidder gets a chip from each player",
        "write `subtract 1 from chips of each player except bidder`, and `add (number of players - 1) to bidder.chips`",
    ),
    ("all other players lose a life", "write `subtract 1 from lives of each player except p`"),
    ("the others score 3 points", "write `add 3 to points of each player except p`"),
    ("the bidder pays 2 chips to the pot", "write `subtract 2 from bidder.chips`, and `add 2 to pot`"),
    ("p pays 2 chips to the dealer", "write `subtract 2 from p.chips`, and `add 2 to dealer.chips`"),
    ("p scores a point for each trick", "write `add p.tricks to p.points`"),
    ("the player wins two points", "write `add 2 to p.points`"),
    ("p scores 2", "write `add 2 to p.points`"),
    ("add 2 to p.points for each trick", "write `add 2 * p.tricks to p.points`"),
    ("2 points for the bidder", "say whose: `add 2 to p.points`"),
    ("give 2 points to dealer.left", "write `add 2 to dealer.left.points`"),
    ("give p a point", "write `add 1 to p.points`"),
    ("p loses a life", "write `subtract 1 from p.lives`"),
    ("p loses one penny", "write `subtract 1 from p.pennies`"),
    ("the bidder takes the pot", "write `add pot to bidder.chips`, and `set pot to 0`"),
    ("move 1 chip from p to the pot", "write `subtract 1 from p.chips`, and `add 1 to pot`"),
    ("take one from p.lives", "write `subtract 1 from p.lives`"),
    ("pay 1 to the pot", "write `subtract 1 from p.chips`, and `add 1 to pot`"),
    ("lose a life", "say who does: `subtract 1 from p.lives`"),
    ("win 3 points at once", "say who does: `add 3 to p.points`"),
    (
        "p scores the value of the cards",
        "write `add total pips of p.won to p.points`, with `values pips of each card`",
    ),
    ("p pays the dealer", "write how much: `subtract 1 from p.chips`, and `add 1 to dealer.chips`"),
    (
        "add 2 to the winner so far.points",
        "give the player a name first: `let taker be the winner so far`, and `add 2 to taker.points`",
    ),
    ("p.points + 1", "write `add 1 to p.points`"),
    ("p.points - 3", "write `subtract 3 from p.points`"),
    ("double the stake", "write `set stake to 2 * stake`"),
    ("the stake is doubled", "write `set stake to 2 * stake`"),
    ("raise the bid by one", "write `add 1 to bid`"),
    ("lower stake by 2", "write `subtract 2 from stake`"),
    (
        "swap p.hand and q.hand",
        (
            "write three lines, by way of a zone: `move p.hand to aside`, `move q.hand to p.hand`,"
            " `move aside to q.hand`"
        ),
    ),
    (
        "p exchanges hands with dealer",
        (
            "write three lines, by way of a zone: `move p.hand to aside`, `move dealer.hand to p.hand`,"
            " `move aside to dealer.hand`"
        ),
    ),
    (
        "p passes a card to p.left",
        ('write `p chooses`; below it, `"pass {c}" for c in p.hand`, and below that, `move c to p.left.hand`'),
    ),
    (
        "p gives 3 cards to p.left",
        (
            'write `p chooses`; below it, `"pass {cs}" for cs in 3 cards of p.hand`, and below that,'
            " `move cs to p.left.hand`"
        ),
    ),
    (
        "move 3 cards from stock to hand",
        "write `move top 3 of stock to hand`, or let somebody choose among `3 cards of stock`",
    ),
    (
        "the game ends when somebody has 100 points",
        "write `game over, won by the player with highest points`, below a loop `repeat until highest points >= 100`",
    ),
    ("game over, won by the last player with lives", "write `game over, won by the player with highest lives`"),
    (
        "game over, won by the player with no cards",
        f"{WINS} `game over, won by the player with lowest left`, with `define left(p: player) means size of p.hand`",
    ),
    ("game over, won by nobody", "write `game over, won by the player with highest points, otherwise a draw`"),
    (
        "the bidder names the trump suit",
        'write `bidder chooses`; below it, `"{s}" for s in suits`, and below that, `set trump to s`',
    ),
]
COUNTED = "with `won of each player: number` below `remember`"
WINNERS = (
    ("game over, won by p", f"{WINS} `add 1 to p.won`, and `game over, won by the player with highest won`, {COUNTED}"),
    ("p has won", f"{WINS} `add 1 to p.won`, and `game over, won by the player with highest won`, {COUNTED}"),
)


@pytest.mark.parametrize(("line", "help"), [*SAID, *WINNERS], ids=[line for line, _ in [*SAID, *WINNERS]])
def test_a_sentence_of_a_rulebook_gets_the_lines_to_write(line: str, help: str) -> None:
    (problem,) = parse(Source("test", f"phase q\n    {line}\n"))[1]
    assert (problem.code, problem.span.text, problem.help) == ("E0207", line, help)


@pytest.mark.parametrize(("pattern", "better"), SENTENCES)
def test_every_sentence_has_a_case(pattern: str, better: str) -> None:
    """Each row is the first that fits some case."""
    first = [next(row for row in SENTENCES if re.fullmatch(row[0], line)) for line, _ in SAID]
    assert (pattern, better) in first


STATEMENT = re.compile(r"`((?:add|subtract|set|move|deal|shuffle|gather|cut|game over|for|play trick|repeat)\b[^`]*)`")


@pytest.mark.parametrize("help", sorted({help for _, help in SAID}))
def test_the_lines_that_are_advised_can_be_read(help: str) -> None:
    for line in STATEMENT.findall(help):
        below = "\n        nothing" if line.startswith(("repeat", "for p in", "for q in")) else ""
        assert parse(Source("test", f"phase q\n    {line}{below}\n"))[1] == (), line


def test_what_stands_behind_a_condition_is_a_sentence_too() -> None:
    (problem,) = parse(Source("test", "phase q\n    if p.out: the dealer loses a life\n"))[1]
    assert (problem.span.text, problem.help) == ("the dealer loses a life", "write `subtract 1 from dealer.lives`")
    (problem,) = parse(Source("test", "table q\n    bid > 2 -> the bidder gets 2 points\n    otherwise -> nothing\n"))[
        1
    ]
    assert (problem.span.text, problem.help) == ("the bidder gets 2 points", "write `add 2 to bidder.points`")


@pytest.mark.parametrize(
    "line", ["every lamp is lit", "the moon rises", "p sings a song", "shuffle the deck quickly" * 20]
)
def test_other_sentences_are_not_guessed_at(line: str) -> None:
    assert said_instead(line) is None
    assert parse(Source("test", f"phase q\n    {line}\n"))[1]


PLAIN = [
    ("for the other players: stop", "for q in players except p: stop"),
    ("repeat for each player", "for p in players"),
    ("for p in all of the players: stop", "for p in players: stop"),
    ("for each card in trick: stop", "for c in trick: stop"),
    ("for every card c in p.hand: stop", "for c in p.hand: stop"),
    ("for p in players, starting with dealer.left: stop", "for p in players from dealer.left: stop"),
    ("for p in players in turn: stop", "for p in players: stop"),
    ("for n from 1 to 3: stop", "for n in 1..3: stop"),
    ("for n > bid: stop", "for n in bid + 1 .. 10: stop"),
    ("if the bidder has made the bid: stop", "if bidder.tricks >= bid: stop"),
    ("game over, won by whoever has the most points", "game over, won by the player with highest points"),
    ("game over, won by the player with the fewest points", "game over, won by the player with lowest points"),
    ("let best be the player with the most tricks", "let best be the highest p in players by p.tricks"),
    ("let best be the team with the lowest points", "let best be the lowest p in teams by p.points"),
    ("if p has the most tricks: stop", "if p.tricks = highest tricks: stop"),
    ("if p.score is the lowest: stop", "if p.score = lowest score: stop"),
    ("if p has the king of trump: stop", "if K of trump in p.hand: stop"),
    ("if dealer holds an A of hearts: stop", None),
    ("if p has the ace of hearts in hand: stop", "if A of hearts in p.hand: stop"),
    ("if p has any spades: stop", "if any c in p.hand has c.suit = spades: stop"),
    ("if p holds no clubs: stop", "if no c in p.hand has c.suit = clubs: stop"),
    ("if p can follow suit: stop", "if any c in p.hand has c follows bottom of trick: stop"),
    ("if p has no card of the suit led: stop", "if no c in p.hand has c follows bottom of trick: stop"),
    ("let n be how many hearts p has", "let n be number of c in p.hand where c.suit = hearts"),
    ("let n be the number of hearts in the trick", "let n be number of c in trick where c.suit = hearts"),
    ("let n be the number of cards in stock", "let n be size of stock"),
    ("if c is an ace: stop", "if c.rank = A: stop"),
    ("if c is a face card: stop", "if c.rank in {J, Q, K}: stop"),
    ("if trump is red: stop", "if trump.color = red: stop"),
    ("if c is black: stop", "if c.suit.color = black: stop"),
    ("if c is the same suit as d: stop", "if c.suit = d.suit: stop"),
    ("if c and d have the same rank: stop", "if c.rank = d.rank: stop"),
    ("set trump to the suit of the turned card", "set trump to (top of turned).suit"),
    ("set trump to the suit of the top card of turned", "set trump to (top of turned).suit"),
    ("let s be the suit led", "let s be (bottom of trick).suit"),
    ("let c be the card led", "let c be bottom of trick"),
    ("set led to the rank of c", "set led to c.rank"),
    ("set dealer to the player to the left of dealer", "set dealer to dealer.left"),
    ("set dealer to the next player", "set dealer to dealer.next"),
    ("move all but the top card of discards to stock", "move discards except top of discards to stock"),
    ("move all cards of discards to stock", "move discards to stock"),
    ("let c be the last card of discards", "let c be top of discards"),
    ("move the top 3 cards of the stock to hand", "move top 3 of stock to hand"),
    ("let c be the card on top of stock", "let c be top of stock"),
    ("repeat until only one player is left", "repeat until (number of q in players where not q.out) = 1"),
    ("repeat until all the cards have been played", "repeat until every q in players has q.hand is empty"),
    ("if nobody has bid: stop", "if bidder is none: stop"),
    ("if everybody passes: stop", "if bidder is none: stop"),
    ("if there are no cards left in the stock: stop", "if stock is empty: stop"),
    ("repeat until the stock runs out", "repeat until stock is empty"),
    ("repeat until somebody has no chips left", "repeat until any p in players has p.chips = 0"),
    ("if the dealer has no lives: stop", "if dealer.lives = 0: stop"),
    ("if p is the dealer: stop", "if p = dealer: stop"),
    ("if p is not the dealer: stop", "if p != dealer: stop"),
    ("if p is the dealer or the maker: stop", "if p in {dealer, maker}: stop"),
    ("if aside of p is not empty: stop", "if p.aside is not empty: stop"),
    ("let n be the chips of dealer.left", "let n be dealer.left.chips"),
    ("let n be the total chips of the dealer", "let n be total chips of dealer"),
    ("add a point to winner.points", "add 1 to winner.points"),
    ("subtract 1 life from p.lives", "subtract 1 from p.lives"),
    ("show p.hand", "show p.hand to everyone"),
    ("move the trick to the winner.won", "move trick to winner.won"),
    ("deal three from stock to the hand of each player", "deal 3 from stock to hand of each player"),
]


@pytest.mark.parametrize(("line", "better"), PLAIN, ids=[line for line, _ in PLAIN])
def test_a_line_is_advised_in_the_words_of_the_language(line: str, better: str | None) -> None:
    below = "" if ": " in line or not line.startswith(("for", "repeat")) else "\n        nothing"
    (problem,) = parse(Source("test", f"phase q\n    {line}{below}\n"))[1]
    assert better is None or (problem.code, problem.help) == ("E0207", f"write `{better}`")
    if better is not None:
        assert parse(Source("test", f"phase q\n    {better}{below}\n"))[1] == ()


CHOSEN = [
    ('"bid {n}" for n from 2 to 5', '"bid {n}" for n in 2..5'),
    ('"bid {n}" for n > bid', '"bid {n}" for n in bid + 1 .. 10'),
    ('"lay {cs}" for 2 cards of p.hand', '"lay {cs}" for cs in 2 cards of p.hand'),
    ('"lay {cs}" for cs in 2 or more cards from p.hand', '"lay {cs}" for cs in 2 or more cards of p.hand'),
    ('"name {s}" for each suit', '"name {s}" for s in suits'),
    ('"name {t}" for any suit t', '"name {t}" for t in suits'),
    ('"ask {q}" for each other player q', '"ask {q}" for q in players except p'),
    ('"play {c}" from p.hand', '"play {c}" for c in p.hand'),
    ('"play {d}" where d in p.hand', '"play {d}" for d in p.hand'),
    ('"knock" only if p.worth > 3', '"knock" if p.worth > 3'),
    ('"pass" if the bidder is none', '"pass" if bidder is none'),
]


@pytest.mark.parametrize(("line", "better"), CHOSEN)
def test_an_answer_is_advised_in_the_words_of_the_language(line: str, better: str) -> None:
    (problem,) = parse(Source("test", f"phase q\n    p chooses\n        {line}\n"))[1]
    assert (problem.code, problem.help) == ("E0207", f"write `{better}`")
    assert parse(Source("test", f"phase q\n    p chooses\n        {better}\n"))[1] == ()


@pytest.mark.parametrize("row", [row for row in REWRITTEN if row not in COMPARED])
def test_every_phrase_has_a_case(row: Rewriting) -> None:
    """A row is needed: without it, some case would be written otherwise."""
    before, after = REWRITTEN[: REWRITTEN.index(row)], row
    for line in [line for line, _ in PLAIN] + [line.partition('" ')[2] for line, _ in CHOSEN]:
        text = line if line in dict(PLAIN) else f" {line}"
        for pattern, better in before:
            text = re.sub(pattern, better, text)
        if re.sub(*after, text) != text:
            return
    ranks = ("king", "queen", "jack", "ten")
    assert any(rank in row[0] for rank in ranks), row


def test_the_whole_line_is_underlined() -> None:
    (problem,) = parse(Source("test", "phase q\n    move the top card of stock to discards\n"))[1]
    assert (problem.span.text, problem.help) == (
        "move the top card of stock to discards",
        "write `move top of stock to discards`",
    )


def test_texts_are_not_put_in_other_words() -> None:
    line = '"play the top card of stock" if the stock is empty'
    assert in_other_words(line) == '"play the top card of stock" if stock is empty'
    (problem,) = parse(Source("test", f"phase q\n    p chooses\n        {line}\n"))[1]
    assert problem.help == f"write `{in_other_words(line)}`"


def test_a_line_that_only_compares_by_is_keeps_its_message() -> None:
    (problem,) = parse(Source("test", "phase q\n    if p is dealer: stop\n"))[1]
    assert (problem.code, problem.span.text) == ("E0211", "is dealer")


def test_changes_of_a_variant_are_not_put_in_other_words() -> None:
    (problem,) = parse(Source("test", "change the deck\n    add joker\n"))[1][:1]
    assert problem.help == "write `replace deck`, and the whole part below it"


@pytest.mark.parametrize(
    ("line", "help"),
    [("let h be p's hand", "write `p.hand`"), ("set dealer to dealer.left’s left", "write `dealer.left.left`")],
)
def test_the_possessive_is_a_dot(line: str, help: str) -> None:
    (problem,) = parse(Source("test", f"phase q\n    {line}\n"))[1]
    assert (problem.code, problem.help) == ("E0206", help)
