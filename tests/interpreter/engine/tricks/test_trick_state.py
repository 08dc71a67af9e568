"""The state of a trick: its winner and winning card so far, which card beats which, who played which card, and duties
that depend on it.
"""

from __future__ import annotations

import itertools

import pytest

from .test_tricks import EUCHRE, REMEMBER, SUITS, ZONES, hands

KEPT = REMEMBER + "    first_card, second_card: card or none\n    ahead: player or none\n    yes_no: yes or no\n"


def test_the_winner_and_the_winning_card_so_far(play) -> None:
    rules = """
define ahead_of(q: player) means the winner so far = q
define led_by_first means q_played(p)
define q_played(q: player) means q.played is not none
"""
    main = hands("9d", "Kd Jh", "10d Ad", "9c") + (
        "set trump to hearts\n"
        "play trick from hand to trick, led by p, played by q\n"
        "    following suit\n"
        "    if able c where c beats the winning card so far\n"
        "    taken by got\n"
        "set first_card to the winning card so far\nset ahead to the winner so far\n"
        "set yes_no to ahead_of(got) and led_by_first and q_played(p.right)\n"
    )
    table = play(main, more=EUCHRE + rules, deck="9 10 J Q K A", zones=ZONES, remember=KEPT)
    assert table.labels == ["play 9d"]
    table.choose("play 9d")
    assert table.labels == ["play Kd"]  # the card must follow suit and beat the nine
    table.choose("play Kd")
    assert table.labels == ["play Ad"]
    table.choose("play Ad")
    table.choose("play 9c")
    assert table.over
    assert (table.var("got"), table.var("ahead")) == (2, 2)
    assert table.card(table.var("first_card")) == "Ad"
    assert table.var("yes_no")


def test_trumping_is_required_unless_the_partner_wins(play) -> None:
    trick = (
        "play trick from hand to trick, led by p, played by q\n"
        "    following suit\n"
        "    if able c where c is a trump or the winner so far = q.partner or trick is empty\n"
        "    taken by winner\n"
        "set got to winner\n"
    )
    more = {"players": "4, partners opposite", "deck": "9 10 J Q K A", "zones": ZONES, "remember": KEPT}
    partner_wins = hands("Ad", "9d", "9c Jh", "Kd") + "set trump to hearts\n" + trick
    table = play(partner_wins, more=EUCHRE, **more)
    table.choose("play Ad")
    table.choose("play 9d")
    assert sorted(table.labels) == ["play 9c", "play Jh"]
    partner_loses = hands("9d", "Ad", "9c Jd", "Kd") + "set trump to hearts\n" + trick
    table = play(partner_loses, more=EUCHRE, **more)
    table.choose("play 9d")
    table.choose("play Ad")
    assert table.labels == ["play Jd"]  # the left bower is a trump, and no other card may be played


def test_the_state_of_a_trick_lasts_until_the_next_lead(play) -> None:
    main = hands("9d 9c", "10d 9h", "Jd Kc", "Qd Ks") + (
        "set trump to none\n"
        "for m in 1..2\n"
        "    play trick from hand to trick, led by p, any card, taken by winner\n"
        "    set first_card to p.played\n"
        "    set ahead to (K of spades).player\n"
        "    move trick to winner.won\n"
        "    if m = 1: set yes_no to p.played = 9 of diamonds and (9 of diamonds).player = p\n"
        "set n to size of p.won\n"
    )
    table = play(main, more=EUCHRE, deck="9 10 J Q K A", zones=ZONES, remember=KEPT)
    for card in ("9d", "10d", "Jd", "Qd", "9c", "9h", "Kc", "Ks"):
        table.choose(f"play {card}")
    assert table.over
    assert table.var("yes_no")
    assert table.card(table.var("first_card")) == "9c"
    assert table.var("ahead") == 3


def test_the_player_of_a_card_that_exists_twice(play) -> None:
    """The rules name the player who played a card of this face first."""
    faces = {"9s": "9 of spades", "Js": "J of spades", "9c": "9 of clubs", "Jc": "J of clubs"}
    main = (
        "gather every card into stock\nshuffle stock\ndeal 1 from stock to hand of each player\n"
        "play trick from hand to trick, led by p, any card, taken by winner\nset first_card to p.right.played\n"
    ) + "".join(f"set w{i} to ({face}).player\n" for i, face in enumerate(faces.values()))
    kept = KEPT + "    w0, w1, w2, w3: player or none\n"
    deck, ranking = "9 J of spades clubs, 2 copies", "ranking\n    any suit: J 9\n"
    twice = 0
    for seed in range(4):
        table = play(main, more=ranking, deck=deck, zones=ZONES, remember=kept, seed=seed)
        held = [table.zone("hand", player) for player in range(4)]
        twice += len(set(held)) < 4
        for _ in range(4):
            table.choose(table.labels[0])
        assert [table.var(f"w{i}") for i in range(4)] == [held.index(card) if card in held else -1 for card in faces]
        assert table.card(table.var("first_card")) == held[3]
    assert twice  # at least one face was played by two players


def _beats(trump: str, one: str, other: str) -> bool:
    """Computed by hand: trumps with bowers come first, then the higher card of one suit.

    A card of another suit never beats.
    """

    def place(card: str) -> tuple[int, int]:
        rank, suit = card[:-1], card[-1]
        sisters = {"c": "s", "s": "c", "d": "h", "h": "d"}
        if suit == trump and rank == "J":
            return 2, 20
        if sisters[suit] == trump and rank == "J":
            return 2, 19
        return (2 if suit == trump else 1), ["9", "10", "J", "Q", "K", "A"].index(rank)

    mine, theirs = place(one), place(other)
    if mine[0] != theirs[0]:
        return mine[0] > theirs[0]
    return mine[1] > theirs[1] and (mine[0] == 2 or one[-1] == other[-1])


@pytest.mark.parametrize("trump", ["h", "c"])
def test_which_card_beats_which_outside_a_trick(play, trump: str) -> None:
    cards = ["Jh", "Jd", "9h", "Ad", "9d", "Jc", "Ks"]
    lines = [f"set trump to {SUITS[trump]}"]
    for one, other in itertools.permutations(cards, 2):
        a, b = (f"{c[:-1]} of {SUITS[c[-1]]}" for c in (one, other))
        lines.append(f"if ({a} beats {b}) != {'yes' if _beats(trump, one, other) else 'no'}: add 1 to n")
        card = f"the c in stock where c = {a}"
        lines.append(f"if (({card}) beats ({b})) != ({a} beats {b}): add 1 to n")
    table = play("\n".join(lines), more=EUCHRE, deck="9 10 J Q K A", zones=ZONES, remember=KEPT)
    assert table.over
    assert table.var("n") == 0


def test_which_cards_are_trumps_and_follow_suit(play) -> None:
    main = """
set trump to hearts
set n to number of c in stock where c is a trump
set taken of each player to number of c in stock where c follows J of diamonds
set yes_no to 9 of clubs follows A of clubs and not (9 of clubs follows 9 of spades)
"""
    table = play(main, more=EUCHRE, deck="9 10 J Q K A", zones=ZONES, remember=KEPT)
    assert table.var("n") == 7
    assert table.var("taken") == 7
    assert table.var("yes_no")


def test_the_highest_card_by_the_ranking_and_by_a_value(play) -> None:
    values = "values pips of each card\n    A: 11\n    10: 10\n    otherwise: 0\n"
    main = """
set trump to hearts
set first_card to the highest c in stock by the ranking
set second_card to the lowest c in stock where c.suit = hearts by the ranking
set ahead to the highest q in players by q.score
add 3 to p.left.score
set got to the highest q in players by q.score
set yes_no to (the highest c in trick by the ranking) is none
set n to (the highest c in stock where c.suit = clubs by c.pips).pips
"""
    table = play(main, more=EUCHRE + values, deck="9 10 J Q K A", zones=ZONES, remember=KEPT)
    assert table.card(table.var("first_card")) == "Jh"
    assert table.card(table.var("second_card")) == "9h"
    assert (table.var("ahead"), table.var("got")) == (0, 1)
    assert table.var("yes_no")
    assert table.var("n") == 11


def test_the_ranking_decides_between_equal_cards(play) -> None:
    rank = "ranking\n    any card: A K Q J 10 9\n    equal cards: {} played wins\n"
    for which, expected in (("first", 0), ("last", 1)):
        main = "set n to 1 if K of clubs beats K of hearts otherwise 0\n"
        table = play(main, more=rank.format(which), deck="9 10 J Q K A", zones=ZONES, remember=KEPT)
        assert table.var("n") == expected


def test_taken_by_an_existing_name_assigns_it(play) -> None:
    main = hands("9d", "Ad", "10d", "Jd") + (
        "set trump to none\nlet leader be p\n"
        "if size of p.hand = 1\n    play trick from hand to trick, led by leader, any card, taken by leader\n"
        "otherwise\n    play trick from hand to trick, led by leader, following suit, taken by leader\n"
        "set got to leader\n"
    )
    table = play(main, more=EUCHRE, deck="9 10 J Q K A", zones=ZONES, remember=KEPT)
    while not table.over:
        table.choose(table.labels[0])
    assert table.var("got") == 1
