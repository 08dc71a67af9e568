"""Agreement, pronouns and gaps in descriptions: sentences that were wrong or clumsy in the rulebooks of shipped games."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.plain import plain
from hoyle.dsl.rulebook.sections import rulebook
from hoyle.dsl.source.span import Source

RULES = """\
game "Agreement"
language 1
players 4, partners opposite
deck 2 3 4 5 6 7 8 9 10 J Q K A
values row of each rank
    2..A: 1..13
zones
    stock: face down
    pile: face up
    hand of each player: face up
remember
    points of each team: number
    trump: suit or none
    maker: player or none
    had_tricks of each player: yes or no  "has declared the contract no tricks"
    again of each player: yes or no       "has another turn"
define callable(p: player) means (number of c in p.hand where c.rank = K) > 2  "could call a king"
define side means every p in players where p = maker
define has_meld(p: player, r: rank) means any c in p.hand has (c.rank = r and c.pips_there)  "has a meld of rank …"
define pips_there(c: card) means c.rank.row > 3 and c.suit is not none
define long(n: number) means 10 * n + size of pile  "the points of a sequence of … cards"
define length(p: player, s: suit) means number of c in p.hand where c.suit = s  "the length of the sequence of … in …"
define often(p: player, n: number) means (number of c in p.hand where c.rank = A) >= n and size of pile > 2  "has an ace … times"
main
    shuffle every card into stock
    deal 5 from stock to hand of each player
    set trump to diamonds
    for p in players: turn(p)
    for t in teams: count(t)
    game over, won by the team with highest points, otherwise shared

phase turn(p: player)
    let kept be p.hand except p.hand
    for c in p.hand
        if c.rank = Q and size of pile > 3: set kept to kept + c
    show kept to everyone
    let given be every c in p.hand where c.rank = A
    p chooses
        "no tricks" if not p.had_tricks
            set p.had_tricks to yes
            lay(p.hand)
        "meld {r}" for r in ranks where has_meld(p, r) and r.row > 4
            add long(length(p, clubs)) to p.team.points
        "take" if any r in ranks has (r = (top of pile).rank and r.row > 2 and size of p.hand > 2 and size of pile > 1)
            add 1 to points of each team
        "three" if often(p, 3) and p.team.points < 0
            set maker to p
        "call" if callable(p) and not p.again
            set p.again to yes
        "give" if (number of c in p.hand where c.suit = hearts) <= 1
            add 2 to p.team.points
        "pass" otherwise
    if given is empty
        add 3 to p.team.points
    for q in players except (players except side)
        add 5 to q.team.points

phase lay(cs: cards)  "cards are laid, and stay there"
    move top of pile to bottom of pile
    move cs to pile

table count(makers: team)  "a side counts"
    size of pile > 9 -> add 1 to makers.points
    otherwise        -> add 2 to makers.points
"""


@pytest.fixture(scope="module")
def text() -> str:
    """The rulebook, without its line breaks."""
    loaded = load(Source("q.hoyle", RULES))
    assert loaded.game is not None, loaded.diagnostics
    return " ".join(plain(rulebook(loaded.game, RulebookSettings({}))).split())


@pytest.mark.parametrize(
    ("was", "words"),
    [
        ("only if the player has declared the contract some tricks", "has not declared the contract no tricks"),
        ("Diamonds becomes trump", "Diamonds become trump"),
        ("“the makers” is the one", "“the makers” are those this is done for"),
        ("“the cards” is given", "“the cards” are given where the rules lead here"),
        ("a meld of rank the rank", "has a meld of the rank"),
        (
            "a sequence of the length",
            "a sequence of as many cards as the length of the sequence of the player in clubs",
        ),
        ("a sequence of a number cards", "of a sequence of a number of cards"),
        ("their row", "its row is more than 2"),
        ("an ace 3 times", "has an ace three times"),
        ("fewer than no points", "has less than zero points"),
        ("at most one card of the player's hand that are", "at most one card of the player's hand that is a heart"),
        ("has not another turn", "the player does not have another turn"),
        ("is could", "the player could call a king"),
        ("except the player's hand", "At first the kept cards are none"),
        ("now the kept cards and the card", "the card joins the kept cards"),
        ("no card is chosen", "there are no given cards"),
        ("except the players except", "player who is the maker"),
    ],
)
def test_sentences_that_were_wrong(text: str, was: str, words: str) -> None:
    assert words in text
    assert was not in text
