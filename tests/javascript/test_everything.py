"""A small game that has a bit of everything is told by the TypeScript package as Python tells it."""

from __future__ import annotations

import random

import pytest

import hoyle
from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.wording.outcomes import Outcomes
from hoyle.interpreter.wording.refusals import Refusals

from .test_held import EVERY, HeardStories, chosen, position

RULES = """\
game "A bit of everything"
language 1
players 4, partners opposite
deck 7 8 9 10 J Q K A, 2 jokers
kind mood: calm or merry
kind strain: suit or no_trump
shape pair: 2 cards of one rank, joker wild
names
    J              "knave"
    Q of spades    "Black Maria"
    clubs          "acorns"
    no_trump       "grand"
zones
    stock: face down
    turned: face up
    trick: face up
    aside: face down
    row: 3 places, face up
    hidden of each player: 2 places, face down
    hand of each player: private
    laid of each player: face up "what lies before the player"
    won of each team: face down
remember
    dealer, leader: player
    bidder: player or none      "who has bid most"
    trump: strain
    called: face or none        "the card that was called"
    level: 0..9                 "how high the bid is"
    feel: mood
    shown_cards: cards
    out: players
    void: suits
    slow: yes or no             "play is slow"
    passed of each player: yes or no  "has passed"
    points of each player: number
    tricks of each team: 0..6
    score of each team: number
values pips of each card        "points on the cards"
    7..9: 0
    10 J Q K A: 10
    joker: 20
ranking
    trump: joker, A K Q J 10 9 8 7
    any suit: A K Q J 10 9 8 7
    equal cards: first played wins
written on the table
    "trump: {trump}" if bidder is not none
    "bid {level}" beside p in players where p = bidder
define good(c: card) means c.pips > 5  "counts something"
main
    set dealer to a random player
    repeat 2 times
        deal_hand
        auction
        if bidder is not none: play_deal
        set dealer to dealer.left
    game over, won by the team with highest score, otherwise shared
phase deal_hand                 "cards are dealt"
    gather every card into stock
    shuffle stock
    set bidder, called to none
    set level to 0
    set out, shown_cards, void to {}
    set passed of each player to no
    set tricks of each team to 0
    deal 4 from stock to hand of each player from dealer.left
    deal 1 from stock to hidden(1) of each player
    for n in 1..3: deal 1 from stock to row(n)
    move top of stock to turned
    show turned to everyone
phase auction                   "bids"
    for p in players from dealer.left until out = players
        p chooses
            "pass"
                set p.passed to yes
                set out to out + p
            "bid {n} {s}" for n in level + 1 .. 9, s in strains where n < level + 3
                set level to n
                set trump to s
                set bidder to p
            "call {f}" if bidder is not none for f in faces where f.rank = A and called is none
                set called to f
                set slow to yes
            "show {c}" for c in p.hand where good(c)
                show c to p.partner
                set shown_cards to shown_cards + c
            "lay {cs}" for cs in 2 cards of p.hand where cs is a pair
                move cs to p.laid
                add total pips of cs to p.points
            "take {n}" for n in 1..3 where row(n) is not empty
                move row(n) to p.hand
                set feel to merry if n = 2 otherwise calm
            "turn over" if p.hidden(1) is not empty
                move p.hidden(1) to p.hidden(2)
                show p.hidden(2) to p
            "nothing else" otherwise
phase play_deal                 "the cards are played"
    in secret together
        for p in players where p.hand is not empty
            p chooses
                "pass {c}" for c in p.hand
                    move c to p.left.hand
                "keep all"
    set leader to bidder
    repeat until any p in players has p.hand is empty
        play trick from hand to trick, led by leader, played by p
            following suit or c where c is joker
            if able c where trick is empty or c beats the winning card so far or c.suit = hearts
            taken by leader
            after each card c by q
                if called is not none and c = called
                    add 5 to q.points
                    set called to none
                if not good(c) and size of trick > 1: set void to void + c.suit if c is not joker otherwise void
        move trick to leader.team.won
        add 1 to leader.team.tricks
        if slow
            set slow to no
            add a_number to leader.points
        if leader.team.tricks = 2: play the other way round
    score_deal
define a_number means 3 if feel = merry otherwise 1
table score_deal                "what the deal is worth"
    let side be bidder.team
    always                     -> add side.tricks to side.score
    side.tricks >= level       -> add 10 to side.score
    side.tricks < level        -> subtract level from side.score, add 5 to side.opponents.score
incident "revoke" by p in players where p.hand is not empty during play_deal
    subtract 1 from p.team.score
incident "misdeal" during auction
    start deal_hand again
"""


@pytest.mark.parametrize("seed", range(2))
def test_everything_is_the_same(node, compiled, seed):
    source = Source("everything.hoyle", RULES)
    checked = load(source).game
    assert checked is not None, [str(one) for one in load(source).diagnostics]
    seats = ["Ann", "Bob", "Cyd", "Dan"]
    rules = hoyle.rules(RULES, players=seats)
    rules.words.outcome = Outcomes(checked, rules.program).sentence
    rules.words.refusals = Refusals(checked, rules.program).texts
    heard, dice = HeardStories(rules), random.Random(seed)
    game = rules.start(seed, listener=heard.hear)
    expected, choices = [position(game) | heard.reported(game)], []
    while not game.over and len(choices) < 40:
        incidents = list(game.incidents)
        if incidents and dice.random() < 0.08:
            choices.append(dice.choice(incidents))
            game.declare(choices[-1])
        else:
            choices.append(chosen(game, dice))
            game.choose(choices[-1])
        expected.append(position(game) | heard.reported(game))
    found = node.ask("play", **compiled(checked, rules.program), seats=seats, seed=seed, choices=choices, every=EVERY)
    for number, (there, here) in enumerate(zip(found, expected, strict=True)):
        for one in (there, here):
            one["saved"].pop("ruleset")  # a text here, and there a name that it does not have
        for part, value in here.items():
            assert there[part] == value, (number, part)
