"""Codes 12: mistakes in a rule file that appear only during play (`faults.py`), with their explanations."""

from __future__ import annotations

from .base import Code

FAULTS: tuple[Code, ...] = (
    Code(
        "E1201",
        "a number out of its range",
        "{value} is outside {low}..{high}",
        "What is remembered, and what a phase or a define is given, may have a range. The rules left it: the range is"
        " too narrow, something is not set back to 0, or something happens more often than was thought.",
        "remember\n    tricks of each team: 0..4\n",
        "remember\n    tricks of each team: 0..5\n",
    ),
    Code(
        "E1202",
        "nothing where something must be",
        "this is none",
        "A value that may be `none` was `none` where a player, a suit or a card is needed: the top of an empty pile,"
        " a maker nobody has become. Ask first whether it is there.",
        "    set leader to maker.left\n",
        "    if maker is not none: set leader to maker.left\n",
    ),
    Code(
        "E1203",
        "division by 0",
        "division by 0",
        "The number behind `/` or `mod` was 0. Ask first, or divide by what cannot be 0.",
        "    set share to total / winners\n",
        "    if winners > 0: set share to total / winners\n",
    ),
    Code(
        "E1204",
        "something that must hold does not",
        "{what}",
        "An `after` or `always` of the rules does not hold, no row of a table applies, or the game came to the end of"
        " `main` without `game over`. The rules are wrong, or what they say of themselves is.",
        "always highest points < target\n",
        "always highest points < target + 4\n",
    ),
    Code(
        "E1205",
        "a loop that does not end",
        "{rounds:,} rounds and nobody had to choose: this does not end",
        "A `repeat` went round and round, or a range was gone through that no game can need. What `until` waits for"
        " never comes true in the loop.",
        "    repeat until bidder is not none\n        nothing\n",
        "    repeat at most 3 times until bidder is not none\n        auction\n    otherwise: set bidder to dealer\n",
    ),
    Code(
        "E1206",
        "`the` one of several",
        "`the` one is meant, and there are {count}",
        "`the p in players where …` says that there is exactly one. There was none, or more than one.",
        "    set winner to the p in players where p.tricks = highest tricks\n",
        "    set winner to first p in players from dealer.left where p.tricks = highest tricks\n",
    ),
    Code(
        "E1207",
        "nothing to pick from",
        "there is nothing to pick from",
        "A random card or player is to be drawn from a set that is empty.",
        "    set spare to a random card of stock\n",
        "    if stock is not empty: set spare to a random card of stock\n",
    ),
    Code(
        "E1208",
        "too few cards to deal",
        "{amount} cards are to be dealt and there are {count}",
        "A pile has fewer cards than are dealt from it. Where that may happen, say `at most`.",
        "    deal 1 from stock to p.hand\n",
        "    deal at most 1 from stock to p.hand\n",
    ),
    Code(
        "E1209",
        "nothing to choose",
        "there is nothing to choose here",
        "A player is asked, and no answer is possible: every `if` and `where` of the choice is against it. Give an"
        " answer that is always there, or do not ask.",
        '    p chooses\n        "play {c}" for c in p.hand where fits(c)\n',
        '    p chooses\n        "play {c}" for c in p.hand where fits(c)\n'
        '        "pass" if no c in p.hand has fits(c)\n',
    ),
    Code(
        "E1210",
        "too many combinations to try",
        "more than {limit:,} combinations of cards would have to be tried",
        "Every combination a choice names is tried against its `where`, and 30 cards have a billion of them. Ask for a"
        " size, for fewer cards, for a shape of one rank or suit, or let the cards be named one after the other.",
        '    p chooses\n        "take {cs}" for cs in 1 or more cards of pool where sum of c.pips for c in cs = 11\n',
        '    p chooses\n        "take {cs}" for cs in 1..3 cards of pool where sum of c.pips for c in cs = 11\n',
    ),
)  # fmt: skip

CODES: dict[str, Code] = {code.id: code for code in FAULTS}
