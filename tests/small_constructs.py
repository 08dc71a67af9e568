"""Some small games that have every construct of the language between them, for tests that look at all of them."""

from __future__ import annotations

from functools import cache

from hoyle.dsl.checked import CheckedGame

from .small_rules import game_of

VALUES = """\
game "Values"
language 1
players 3..4 = 4, partners opposite with 4
deck 7 8 9 10 J Q K A, 2 jokers
option bonus: 0..20 = 5         "what the bonus is"
option floor: yes or no = yes   "no score below zero"
option paid = double            "what is paid"
    double "twice"
    single "once"
kind strain: suit or no_trump or low
values pips of each card
    7..9: 7..9
    10 J Q: 10
    K of spades: 13
    hearts: 20
    joker: 50
    otherwise: 1
values price of each strain
    clubs: 6
    no_trump: 10
    otherwise: 8
zones
    stock: face down
    heap: face up
    hand of each player: private
    row of each player: 3 places, face up
    won of each team: face down
remember
    n, m, k: number
    small: 0..13
    flag, other: yes or no
    who: player or none
    side: team or none
    s: suit or none
    bid: strain or none
    r: rank or none
    seen: card or none
    called: face or none
    seats: players
    held: cards
    closed: suits
    points of each player: number
    tricks of each team: 0..13
    void of each player: suits
define worth(p: player) means total pips of p.hand
define half(x: number) means x / 2
define class_of(c: card) means
    c.rank in {J, Q, K} -> 2
    c.rank = A          -> 3
    otherwise           -> c.number
define rich(p: player) means p.points > bonus and not floor or p.hand is empty
table rated(t: team, x: 0..9): number
    x = 0      -> t.tricks
    x in 1..4  -> 2 * x
    otherwise  -> 0 - x
main
    deal 5 from stock to hand of each player
    set who to a random player
    set n to 2 * (size of who.hand - bonus) + 7 / 2 - 9 mod 4
    set m to larger(n, 3) + smaller(size of stock, 5) + (2 if flag otherwise 1)
    set small to number of c in who.hand where c.suit = hearts
    set flag to (n < 5 or m >= 10) and not (who = who.left or side is none)
    set other to flag and small in 3..4 and who.hand is not empty
    set side to who.team
    set s to a random suit
    set bid to s
    set bid to a random strain
    set r to a random rank in {J, Q, A}
    set k to a random number in 1..6
    set seen to a random card of who.hand
    set called to A of s
    set called to face(K, s)
    set flag to seen = called or called.suit = clubs or seen is joker
    set closed to suits except s
    set closed to closed + s.sister
    set seats to {who, who.left}
    set seats to players except who
    set held to who.hand except seen
    set held to heap + top of stock
    set held to top 3 of stock
    set seen to bottom of stock
    set n to worth(who) + half(m) + class_of(seen) + rated(side, 3)
    set n to total class_of(c) for c in who.hand where c.suit = s
    set n to total pips of who.hand + total tricks + highest points + lowest points
    set n to highest c.number for c in who.hand
    set n to lowest size of q.hand for q in players
    set n to bid.price if bid is not none and bid is a suit otherwise size of closed
    set m to number of c in who.hand, d in who.left.hand where c.rank = d.rank
    set m to number of x in 0..20 in steps of 5 where x > m
    set flag to any c in who.hand has (c.suit = s and c.rank != r)
    set flag to every q in players has (rich(q) or q.hand is empty)
    set flag to no q in players except who has q.points > 3
    set flag to any c in who.hand, d in heap has c.rank = d.rank
    set flag to s in who.void or s not in {clubs, spades}
    set who to the p in players where p = who
    set who to first p in players from who.right where p.points >= 0
    set seen to the highest c in who.hand where c.suit = s by c.pips
    set who to the lowest q in players by size of q.hand
    set who to who.left(2)
    set who to who.next if floor otherwise who.right
    set n to number of players + size of who.row(2) + size of who.row
    set flag to s.color = red and 7 of clubs != seen or paid = double
    set void of each player to closed
    add 1 to points of each player except who
    subtract 2 from who.points
    add small to tricks of each team
    set n, m to 4
    if floor and n > 3
        add n to who.points
    otherwise if n = m
        nothing
    otherwise
        set points of each player to 0
    game over, won by the player with highest points, then lowest worth, otherwise a draw
"""
"""Values of every kind, and what asks for them: numbers, sets, phrases, tables, what is drawn."""

CARDS = """\
game "Cards"
language 1
players 3
deck 2 3 4 5 6 of clubs hearts, packs copies
define packs means 8
zones
    stock: face down
    other: face up
    turned: face up
    hand of each player: private
    laid of each player: face up
    up of each player: 2 places, face up
    column: 3 places, face up
remember
    dealer: player
    n: number
    c1: card or none
    points of each player: number
main
    set dealer to a random player
    shuffle every card into stock
    deal 2 from stock to hand of each player from dealer.left
    deal 3, 2, 1 from stock to hand of each player
    deal at most 1 from stock to dealer.hand
    deal 1 from stock to up(1) of each player
    move top of stock to turned
    move top 2 of stock to column(2)
    move top of turned to bottom of stock
    move bottom of stock to the middle of stock
    show bottom of stock to everyone
    show dealer.hand to dealer.left
    move dealer.hand to dealer.laid
    move dealer.laid to bottom of stock
    for p in players
        move p.up(1) to p.up(2)
        move hand_of(p) to other
        add n to p.points
    for c in other where c.rank = 3: move c to turned
    move column to turned
    cut stock
    gather every card into stock in the order they lie
    set n to number of c in turned where c.suit = clubs
    set c1 to a random card of stock
    move c1 to other
    shuffle stock
    shuffle other
    gather every card into other
    deal_again(2)
    repeat 2 times
        move top of other to stock
    game over, won by the player with highest points
define hand_of(p: player) means p.hand
phase deal_again(n2: 1..3)
    deal n2 from other to hand of each player
    deal n2 from other to turned
    if size of turned > 3
        show turned to everyone
    otherwise: move top of other to stock
"""
"""Whatever moves, deals, shows, hides and gathers cards, in two packs."""

CHOICES = """\
game "Choices"
language 1
players 2..3 = 3
deck 2 3 4 5 6 K A, 1 joker
option lowest_bid: 1..3 = 1  "the lowest bid"
shape triple: 3 or more cards of one rank
shape run: 3 or more cards of one suit in sequence, joker wild
shape meld: triple or run
values pips of each card
    joker: 20
    otherwise: 5
zones
    stock: face down
    pool: face up
    hand of each player: private
    won of each player: face down
remember
    level: 0..8
    trump: suit or none
    bidder: player or none
    rounds: number
    called: face or none
    points of each player: number
main
    shuffle every card into stock
    deal 5 from stock to hand of each player
    deal 3 from stock to pool
    for p in players until level = 8
        bid_now(p)
    exchange
    repeat at most 3 times until rounds > 2
        melding
    otherwise: add 1 to points of each player
    in secret together
        for p in players
            p chooses
                "pass {cs}" for cs in 2 cards of p.hand
                    move cs to p.left.won
    game over, won by the player with highest points, otherwise shared
phase bid_now(p: player)
    p chooses
        "pass" if not (p = bidder)
        "bid {n} {s}" for n in larger(level + 1, lowest_bid) .. 8, s in suits where s != trump or n > 2
            set bidder to p
            set level to n
            set trump to s
        "ask" if bidder is not none
            p.left chooses
                "yes"
                    add 1 to p.points
                "no"
                    nothing
        "double {k}" for k in {1, 2, 4} where k < level
            add k to p.points
phase exchange
    for p around the table from a random player, 4 times until rounds = 1
        p chooses
            "call {r} of {s}" for r in {K, A}, s in suits where s != trump
                set called to face(r, s)
            "name {f}" for f in faces where f.rank = 2 and called is none
                set called to f
            "swap {c} for {d}" for c in p.hand, d in pool where c.suit = d.suit and c != d
                move c to pool
                move d to p.hand
            "give to {q}" for q in players except p where size of q.hand > 2
                move top 1 of stock to q.hand
            "stop" if rounds = 0
                set rounds to 1
                stop
phase melding
    for p in players
        p chooses
            "meld {cs}" for cs in 3 or more cards of p.hand where cs is a meld and total pips of (p.hand left over by melds with least pips) < 60
                move cs to p.won
                add total pips of cs to p.points
            "take {cs}" for cs in 1..2 cards of pool where total pips of cs = 10
                move cs to p.won
            "give up {n}" otherwise for n in 1..3
                subtract n from p.points
    add 1 to rounds
"""
"""Questions: names, conditions, combinations, melds, answers `otherwise`, choices in secret."""

TRICKS = """\
game "Tricks"
language 1
players 4, partners opposite
deck 9 10 J Q K A, 1 joker
option nine: high or usual = usual "where the nine of trumps ranks"
zones
    stock: face down
    trick: face up
    hand of each player: private
    won of each team: face down
remember
    dealer: player
    trump: suit or none
    broken: yes or no
    loner: player or none
    points of each team: number
remember during play_hand
    tricks of each team: 0..6
    called: face or none
    helper: player or none
ranking
    trump if nine = high: joker, 9 J, J of trump.sister, A K Q 10
    trump if nine = usual: joker, J, J of trump.sister, A K Q 10 9
    joker
    any other suit: A K Q J 10 9
    equal cards: first played wins
main
    set dealer to a random player
    repeat until highest points >= 3
        gather every card into stock
        shuffle stock
        deal 6 from stock to hand of each player from dealer.left
        set trump to a random suit
        play_hand
        score_hand
        set dealer to dealer.left
    game over, won by the team with highest points
phase play_hand
    set called to A of clubs
    let leader be dealer.left
    repeat 2 times
        play trick from hand to trick, led by leader, following suit or c where c.rank = 9, taken by leader
        move trick to leader.team.won
        add 1 to leader.team.tricks
    play trick from hand to trick, led by leader, played by p
        following suit
        if able c where trick is empty or c is a trump or the winner so far = p.partner
        if able c where c beats the winning card so far
        taken by leader
        before each card by q
            if trick is not empty and no d in q.hand has d follows bottom of trick
                set broken to yes
        after each card c by q
            if c = called: set helper to q
            if c.rank = K
                q chooses
                    "bella"
                        add 1 to q.team.points
                    "quiet"
    move trick to leader.team.won
    play trick from hand to trick, led by leader, without loner_side, any card, taken by winner with the highest c by strength(c)
    add 1 to winner.team.tricks
    move trick to winner.team.won
    show dealer.partner.hand to everyone
    play trick from hand to trick, led by winner, with dealer playing for dealer.partner, any card, taken by last who is dealer.left
    for p in players where p.played = called: set helper to p
    if broken or bottom of trick beats J of hearts or (the highest c in trick by the ranking) = called: add 1 to last.team.tricks
    move trick to last.team.won
define loner_side means every p in players where p = loner
define strength(c: card) means c.number + (20 if c is a trump otherwise 0)
table score_hand
    let n be dealer.team.tricks
    always         -> set broken to no
    n = 3          -> add 2 to dealer.team.points
    n < 3          -> add 1 to points of each team except dealer.team, set loner to none
    otherwise      -> add 3 to dealer.team.points, set loner to dealer.partner
after score_hand: dealer.team.points gained in 0..3 and total points gained > 0
always total tricks <= 6
incident "misdeal" during play_hand
    set dealer to dealer.left
    start play_hand again
incident "revoke" by p in players except dealer during play_hand
    add 1 to p.team.opponents.points
written on the table
    "trump {trump}" if trump is not none
    "turned {trick}" if trick is not empty
    "tricks {t.tricks}" beside t in teams where t.tricks > 0
    "helper" beside p in players where p = helper
"""
"""Tricks with every clause, trumps that turn, what is said between cards, checks, incidents, lines on the table."""

FLOW = """\
game "Flow"
language 1
players 2..5 = 3, counterclockwise
deck 2 3 4
zones
    stock: face down
    hand of each player: private
remember
    dealer: player
    n, turn: number
    out of each player: yes or no
    points of each player: number
remember during outer
    inside: number
main
    for dealer around the table from a random player until highest points >= 9
        outer
        for p in players, s in suits where s in {clubs, hearts}: add 1 to n
    for i in 1..3, j in 1..i: add i * j to dealer.points
    for q in players from dealer.left until n > 50
        add 1 to n
        if n > 40: stop
    repeat
        add 1 to n
        if n mod 7 = 0: stop
    repeat until n >= 100
        counting(n mod 3)
    game over, won by the player with lowest points
phase outer
    for p around the table from dealer.next until every q in players has q.out
        if p.out: play the other way round
        p chooses
            "on"
                add 1 to turn
                later(p, 2)
            "out" if turn > 3
                set p.out to yes
            "again" if inside < 2 and turn = 5
                add 1 to inside
                start outer again
            "leave" if turn > 5
                stop
    for k in 4 down to 1
        dealer chooses
            "take {x}" for x in 1..k
                add x to dealer.points
            "stop it" if k < 3
                stop
    set out of each player to no
phase later(p: player, most: 0..5)
    for m in 10..30 in steps of 10
        add m to inside
    for r in {2, 4}
        if r = 4 and most > 1
            p.left chooses
                "more"
                    subtract 1 from p.points
                "less"
    repeat most times
        add 1 to p.points
phase counting(low: 0..2)
    for b in {3, 1, 2} until b = low
        add 7 to n
    repeat at most 2 times until low = 1
        add 3 to n
    otherwise: add 1 to n
"""
"""Loops that wait for answers and loops that do not, phases in phases, what starts again, what leaves."""

WIDE = """\
game "Wide"
language 1
players 2..3 = 3
deck 2 3 4 5 6 7 8 9 10 J Q K A, 2 copies, 2 jokers
values pips of each card
    A: 1
    2..9: 2..9
    joker: 0
    otherwise: 10
zones
    stock: face down
    heap: face up
    aside: face down
    hand of each player: private
    row of each player: 4 places, face up
    column: 3 places, face up
remember
    n, spot: number
    flag: yes or no
    held, others: cards
    kept of each player: cards
    c1, c2: card or none
    called: face or none
    who: player or none
    points of each player: number
main
    shuffle every card into stock
    deal 3 from stock to hand of each player
    deal 3 from stock to hand of each player
    deal 6 from stock to heap
    for spot2 in 1..3: deal 1 from stock to row(spot2) of each player
    set held to heap
    set others to held + top 3 of stock except heap
    set others to {} if n > 0 otherwise held
    set flag to held = others or others is empty
    set flag to flag and any c in held has c = called
    set n to size of held + total pips of held + (number of c in others where c.rank = K)
    set c1 to first_of(held)
    set c2 to the highest c in held where c.suit = hearts by c.pips
    set held to held except c1
    set kept of each player to held
    set kept of each player to those(others, 3)
    for p in players
        set p.kept to p.hand + c1
        turn_up(p, 1)
        patience(p)
        if c1 in p.kept and c2 not in held: add 1 to p.points
    set who to first p in players from last_one where size of p.kept > 2
    show held to everyone
    move held to aside
    for c in heap where c.pips > 4: move c to aside
    for p in players from who.left until n > 100
        for c in p.hand
            if c is joker: stop
            add c.pips to n
        if n mod 2 = 0 and p != who: show p.hand to p.left
    shuffle aside
    deal at most 4 from aside to heap
    move every_one to aside
    gather every card into stock
    game over, won by the player with lowest points, then highest spare, otherwise shared
define last_one means who if who is not none otherwise dealer_of(n mod 3)
define dealer_of(x: number) means the p in players where p = first_player or x > 90 and p.points > x
define first_player means the lowest p in players by p.points
define first_of(cs: cards) means the lowest c in cs by c.pips
define those(cs: cards, least: 0..9) means every c in cs where c.pips > least
define every_one means every c in heap where c.suit = spades or c is joker
define spare(p: player) means size of p.row - 2 * p.points
phase turn_up(p: player, least: 1..4)
    set spot to least
    repeat until p.row(spot) is empty or spot = 3
        add 1 to spot
    move top of p.row(spot) to column(least)
phase patience(p: player)
    p chooses
        "place {i}" for i in 1..4 where p.row(i) is not empty
            move p.row(i) to column(2)
            deal 1 from stock to p.row(i)
        "lay {c}" for c in p.hand where c.pips > 1 and (c1 is none or c.rank != c1.rank)
            move c to heap
            add c.pips to p.points
        "pair {c} {d}" for c in p.hand, d in p.hand where c.rank = d.rank and c != d
            move {c, d} to aside
        "wish {f}" for f in faces where f.rank in {J, Q} and f != called
            set called to f
        "keep" if size of p.hand > 0 and not flag
    p chooses
        "throw {c}" for c in p.hand
            move p.hand except c to p.row(4)
            move c to bottom of stock
"""
"""Sets of more cards than a word has bits, places, and values of sets that are passed on."""

ALIKE = """\
game "Alike"
language 1
players 3..5 = 4, counterclockwise
deck
    1..3 C of coins cups
    7 8 of swords, 3 copies if long
    7 8 of swords, 2 copies if not long
    Fool of fools
option long: yes or no = yes      "is the long suit in the pack"
option count: low or high = low   "how it is counted"
shape pair: 2 cards of one rank
shape row: 3..4 cards of one suit in sequence, Fool of fools wild
shape group: 3 or more cards of one rank
shape any_meld: row or group
names
    C     "court"
    Fool of fools "the Fool"
    high  "as a high count"
values pips of each card
    Fool of fools: 5
    1..3: 1..3
    7: 7
    coins: 2
    otherwise: 4
values bonus of each card
    1: 3
    otherwise: 0
zones
    stock: face down
    pool: face up
    trick: face up
    hand of each player: private
    won of each player: face down
remember
    lead, taker: player
    n: number
    free: yes or no
    best: cards
    taken of each player: number
    points of each player: number
ranking
    fools if free: Fool
    swords: 8 7
    any other suit: C 3 2 1
    fools: Fool
    equal cards: last played wins
main
    set lead to a random player
    set free to count = high
    repeat until highest points > 12 or n > 3
        add 1 to n
        one_deal
        count_up
        for p in players where p.won is empty and not free
            subtract 1 from p.points
    game over, won by the player with highest points
phase one_deal
    gather every card into stock
    shuffle stock
    deal 2 from stock to hand of each player from lead.right
    move top 2 of stock to pool
    for p in players from lead
        p chooses
            "take {cs}" for cs in 1 or more cards of pool where total pips of cs = 5 and free
                add total pips of cs to p.points
                move cs to p.won
            "lay {cs}" for cs in 2..3 cards of p.hand where cs is a pair or cs is a row
                add 2 * (number of c in cs where c.rank = C) + worth(cs) to p.points
                move cs to p.won
            "show" if best_of(p) > 6 and p.taken = 0
                set best to the highest ds in 2 or more cards of p.hand where ds is a pair by total pips of ds
                show best to everyone
                add size of best to p.points
            "pass" otherwise
    if free
        play trick from hand to trick, led by lead, without out_now, any card, taken by taker with the lowest c by c.pips
    otherwise
        play trick from hand to trick, led by lead, without out_now, following suit, taken by taker
    move trick to taker.won
    add 1 to taker.taken
    set lead to taker
define out_now means every p in players where p.hand is empty
define best_of(p: player) means highest (total pips of cs) for cs in 2 cards of p.hand
define worth(cs: cards) means
    Fool of fools in cs -> 3
    otherwise -> total bonus of cs
table count_up
    let total_now be total taken
    always -> add total bonus of lead.won to lead.points
    free and total_now > 2 -> add (number of cs in 2 cards of lead.won where cs is a pair) to lead.points
    not free and total_now > 2 -> add (2 if 1 of coins in lead.won otherwise 0) to lead.points, ask_more
    otherwise -> nothing
phase ask_more
    lead chooses
        "more {p}" for p in lead.opponents where p.points >= 0
            add 1 to p.points
        "no more"
    add size of (pool left over by any_melds with least pips) to lead.points
"""
"""A deck listed row by row with cards that look alike: their combinations, melds, and what they count."""

TURNS = """\
game "Turns"
language 1
players 3..4 = 3
deck 5 6 7 8 9 10 J Q K A of red green
option house: mild or strict or loose = strict  "which house rules hold"
option deep: 2..4 = 3                           "how deep one looks"
kind call: suit or pass_by or double_it
values weight of each rank
    J Q K: 10
    A: 15
    otherwise: 3
values height of each suit
    red: 2
    otherwise: 1
values price of each call
    red: 6
    double_it: 12
    otherwise: 4
zones
    stock: face down
    gone: face up
    trick: face up
    hand of each player: private
    laid of each player: face up
remember
    leader: player
    trump: suit or none
    said: call or none
    order: yes or no
    asked, n: number
    out: players
    points of each player: number
ranking
    trump if order: A K Q J 10 9 8 7 6 5
    trump if not order: 5 6 7 8 9 10 J Q K A
    any other suit: A K Q J 10 9 8 7 6 5
    equal cards: first played wins
main
    set leader to a random player
    one_round
    game over, won by the player with highest points
phase one_round
    shuffle every card into stock
    deal 4 from stock to hand of each player from leader
    set out to {}
    calling
    for x in 10..40 in steps of 10 where x != 20
        leader chooses
            "ten {y}" for y in 0..x in steps of 5 where y + x < 60
                add y to n
            "stop here" if x > 10
                stop
    for w in {3, 1, 2} where w + n > 1
        leader.left chooses
            "spend {z}" for z in 1..w
                subtract z from leader.points
            "keep"
    for q in players from leader.left where size of q.hand > 1 until asked > 9
        q chooses
            "guess {c}" for c in q.hand where size of stock > deep and ( c.rank = A or allowed(c, q, 2))
                add c.suit.height to asked
            "ask nothing" if not (q in out)
                set out to out + q
    in secret together
        for q in players where q not in out or q = leader
            q chooses
                "hide {c}" for c in q.hand where not (c beats first_of(q))
                    move c to q.laid
    let before be leader
    play the other way round
    repeat 2 times
        play trick from hand to trick, led by leader, without out, following suit, taken by leader
        add (total weight_of(c) for c in trick) to leader.points
        add size of (every c in trick where c.suit = trump) to leader.points
        move trick to gone
    play trick from hand to trick, led by before, without out, any card, taken by last with the highest c by value_of(c)
    if last != before and last.left != before: add 3 to last.points
    move trick to gone
    reckon(last, n mod 4)
phase calling
    for p around the table from leader until asked > 3 or said is not none
        p chooses
            "call {s}" for s in suits where s.height < 9
                set trump to s
                set said to s
                set order to said.price = 6
            "pass by" if asked < 4
                add 1 to asked
            "double" if trump is not none
                set said to double_it
    if said is none
        set said to pass_by
        set trump to a random suit
define weight_of(c: card) means c.rank.weight * c.suit.height
define first_of(p: player) means the highest c in p.hand by c.number
define value_of(c: card) means
    c.suit = trump and order -> 20 + c.number
    c.suit = trump           -> 10 + c.number
    otherwise                -> 0 - c.number
table allowed(c: card, p: player, most: 0..5): yes or no
    let held be size of p.hand
    held > most and house = loose -> c.suit != trump
    held > most and house != loose -> c.number > 5 or no d in p.hand has d.suit = c.suit
    held <= most                  -> yes
table reckon(p: player, x: 0..3)
    let own be number of c in gone where c.suit = trump and c.player = p
    always            -> add own to p.points
    x = 0             -> nothing
    x = 1 and own > 2 -> add 2 * own to p.points, settle(p)
    x = 1 and own < 3 -> subtract 1 from points of each player except p
    x >= 2            -> add x to points of each player except {p, p.left}
phase settle(p: player)
    p chooses
        "take {k}" for k in {1, 5}
            add k to p.points
        "leave it"
after one_round: lowest points gained > -90 and total points gained < 900
after reckon: highest points gained >= 0
incident "talk" from calling until the first choice of settle
    subtract 1 from leader.points
written on the table
    "{said} with {trump}" if said is not none and trump is not none
    "leads" beside p in players where p = leader
    "out" beside p in out
    "points {p.points}" beside p in players
    "heaviest {heaviest}" if size of gone > 0
define heaviest means highest weight_of(c) for c in gone
"""
"""Loops with conditions and steps that wait for answers, tricks the other way round, tables that allow and that ask."""

CONSTRUCTS = {
    "values": VALUES,
    "cards": CARDS,
    "choices": CHOICES,
    "tricks": TRICKS,
    "flow": FLOW,
    "wide": WIDE,
    "alike": ALIKE,
}
ALL_CONSTRUCTS = {**CONSTRUCTS, "turns": TURNS}
"""With a game that is too long for its module to be made in every test."""


@cache
def construct_game(name: str) -> CheckedGame:
    """One of the games by name, without errors."""
    return game_of(ALL_CONSTRUCTS[name])
