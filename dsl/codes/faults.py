"""Codes 12: mistakes in a rule file that appear only during play (`faults.py`), with their explanations."""

from __future__ import annotations

from .base import Code

FAULTS: tuple[Code, ...] = (
    Code(
        "E1201",
        "a number out of its range",
        "{value} is outside {low}..{high}",
        "A remembered value may have a range, and so may a parameter of a phase or a define. The value left its"
        " range: the range is too narrow, something is not set back to 0, or something happens more often than the"
        " author thought.",
        "remember\n    tricks of each team: 0..4\n",
        "remember\n    tricks of each team: 0..5\n",
    ),
    Code(
        "E1202",
        "nothing where something must be",
        "this is none",
        "A player, a suit or a card is needed here, but the value was `none`: the top of an empty pile, or a maker"
        " before anybody has become one. First ask whether there is a value.",
        "    set leader to maker.left\n",
        "    if maker is not none: set leader to maker.left\n",
    ),
    Code(
        "E1203",
        "division by 0",
        "division by 0",
        "The number after `/` or `mod` was 0. First ask whether it is 0, or divide by a number that cannot be 0.",
        "    set share to total / winners\n",
        "    if winners > 0: set share to total / winners\n",
    ),
    Code(
        "E1204",
        "something that must hold does not",
        "{what}",
        "An `after` or `always` of the rules does not hold, no row of a table applies, or the game reached the end"
        " of `main` without `game over`. Either the rules are wrong, or what they say about themselves is wrong.",
        "always highest points < target\n",
        "always highest points < target + 4\n",
    ),
    Code(
        "E1205",
        "a loop that does not end",
        "{rounds:,} rounds and nobody had to choose: this does not end",
        "A `repeat` ran again and again, or the rules went through a range that is larger than any game needs. The"
        " condition after `until` never becomes true in the loop.",
        "    repeat until bidder is not none\n        nothing\n",
        "    repeat at most 3 times until bidder is not none\n        auction\n    otherwise: set bidder to dealer\n",
    ),
    Code(
        "E1206",
        "`the` one of several",
        "`the` means exactly one, and there are {count}",
        "`the p in players where …` says that there is exactly one such player. There was none, or there was more"
        " than one.",
        "    set winner to the p in players where p.tricks = highest tricks\n",
        "    set winner to first p in players from dealer.left where p.tricks = highest tricks\n",
    ),
    Code(
        "E1207",
        "nothing to pick from",
        "there is nothing to pick from",
        "The rules draw a random card or player from an empty set.",
        "    set spare to a random card of stock\n",
        "    if stock is not empty: set spare to a random card of stock\n",
    ),
    Code(
        "E1208",
        "too few cards to deal",
        "{amount} cards are to be dealt and there are {count}",
        "A pile has fewer cards than the rules deal from it. If this may happen, write `at most`.",
        "    deal 1 from stock to p.hand\n",
        "    deal at most 1 from stock to p.hand\n",
    ),
    Code(
        "E1209",
        "nothing to choose",
        "there is nothing to choose here",
        "The rules ask a player, but no answer is possible: an `if` or `where` excludes every answer. Add an answer"
        " that is always possible, or do not ask.",
        '    p chooses\n        "play {c}" for c in p.hand where fits(c)\n',
        '    p chooses\n        "play {c}" for c in p.hand where fits(c)\n'
        '        "pass" if no c in p.hand has fits(c)\n',
    ),
    Code(
        "E1210",
        "too many combinations to try",
        "more than {limit:,} combinations of cards would have to be tried",
        "Hoyle tests every combination of the cards of a choice against its `where`, and 30 cards have a billion"
        " combinations. Ask for a fixed number of cards, for fewer cards, or for a shape of one rank or suit. Or let"
        " the player name the cards one after the other.",
        '    p chooses\n        "take {cs}" for cs in 1 or more cards of pool where sum of c.pips for c in cs = 11\n',
        '    p chooses\n        "take {cs}" for cs in 1..3 cards of pool where sum of c.pips for c in cs = 11\n',
    ),
)  # fmt: skip

CODES: dict[str, Code] = {code.id: code for code in FAULTS}
