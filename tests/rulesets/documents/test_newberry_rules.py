"""Newberry Euchre rule by rule, with the lines of the document (NB)."""

from __future__ import annotations

import itertools

import pytest

from hoyle.interpreter.records import Moved, TrickBegan

ROWS = {  # NB100-114, from high to low
    "clubs": "J♣ J♠ A♣ K♣ Q♣ 10♣ 9♣",
    "spades": "J♠ J♣ A♠ K♠ Q♠ 10♠ 9♠",
    "hearts": "J♥ J♦ A♥ K♥ Q♥ 10♥ 9♥",
    "diamonds": "J♦ J♥ A♦ K♦ Q♦ 10♦ 9♦",
}
SIGN = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
SISTER = {"clubs": "spades", "spades": "clubs", "hearts": "diamonds", "diamonds": "hearts"}
EVERY = [rank + sign for rank in ("9", "10", "J", "Q", "K", "A") for sign in SIGN.values()]


def at_table(tables, fixed, hands, turned, options=None):
    """A hand dealt by the last seat, with these hands for seats 0 to 3 (completed with low cards) and this turned card."""
    hands = [hand.split() for hand in hands]
    taken = [card for hand in hands for card in hand] + [turned]
    rest = [card for card in EVERY if card not in taken]
    for hand in hands:
        hand += [rest.pop(0) for _ in range(5 - len(hand))]
    deal = {("hand", seat): " ".join(hand) for seat, hand in enumerate(hands)} | {("turned", -1): turned}
    return tables.match("newberry_euchre", options, chance=fixed(deal, {"dealer": 3}))


def trick(match, *cards):
    """Play a trick and return its winner."""
    for card in cards:
        match.say(f"play {card}")
    return next(record.player for record in reversed(match.records) if type(record).__name__ == "TrickTaken")


# ------------------------------------------------------------------------------------------------------------ ranking


@pytest.mark.parametrize("trump", ROWS)
def test_trumps_rank_as_the_document_lists_them(trump, tables, fixed):
    row = ROWS[trump].split()
    plain = [card for card in EVERY if card not in row]
    for high, low in itertools.combinations(row, 2):
        others = [card for card in row if card not in (high, low)]
        turned, extra = others[-1], others[0]
        for first, second, winner in ((high, low, 0), (low, high, 1)):
            hands = [
                " ".join(cards)
                for cards in ([first, *plain[:4]], [second, extra, *plain[4:7]], plain[7:12], plain[12:])
            ]
            match = at_table(tables, fixed, hands, turned)
            match.say("order up", f"discard {turned}")
            assert trick(match, first, second, plain[7], plain[12]) == winner


@pytest.mark.parametrize("trump", ROWS)
def test_any_trump_beats_any_plain_card(trump, tables, fixed):
    """NB118 and 177."""
    sign = next(SIGN[suit] for suit in ROWS if suit not in (trump, SISTER[trump]))
    row = [rank + sign for rank in ("A", "K", "Q", "J", "10", "9")]
    trumps = ROWS[trump].split()
    plain = [card for card in EVERY if card not in trumps and card not in row]
    for led in row:
        other = row[1] if led == row[0] else row[0]
        hands = [[led, *plain[:4]], [other, *plain[4:8]], [trumps[5], *plain[8:11], trumps[4]], trumps[:5]]
        hands[2][4] = row[5] if row[5] not in (led, other) else row[4]
        hands[2][4], hands[0][1] = hands[0][1], hands[2][4]
        match = at_table(tables, fixed, map(" ".join, hands), trumps[6])
        match.say("order up", f"discard {trumps[0]}")
        before = match.state
        assert trick(match, led, other, plain[8], trumps[6]) == 3
        match.state = before
        assert trick(match, led, other, trumps[5], trumps[6]) == 2


@pytest.mark.parametrize("trump", ROWS)
def test_without_a_trump_the_highest_card_of_the_suit_led_wins(trump, tables, fixed):
    sign = next(SIGN[suit] for suit in ROWS if suit not in (trump, SISTER[trump]))
    row = [rank + sign for rank in ("A", "K", "Q", "J", "10", "9")]
    trumps = ROWS[trump].split()
    plain = [card for card in EVERY if card not in trumps and card not in row]
    for high, low in itertools.combinations(row, 2):
        for first, second, winner in ((high, low, 0), (low, high, 1)):
            extra = next(card for card in row if card not in (high, low))
            hands = [[first, extra, *trumps[:3]], [second, *plain[:4]], plain[4:9], [*plain[9:], *trumps[3:6]]]
            match = at_table(tables, fixed, map(" ".join, hands), trumps[6])
            match.say("order up", f"discard {trumps[6]}")
            assert trick(match, first, second, plain[4], plain[9]) == winner


def test_the_nine_of_hearts_beats_the_ace_of_clubs_when_hearts_are_trump(tables, fixed):
    """NB118"""
    hands = ["A♣ 9♠ 10♠ Q♠ K♠", "9♥ 9♦ 10♦ Q♦ K♦", "9♣ 10♣ Q♣ K♣ A♠", "J♣ J♠ A♦ Q♥ K♥"]
    match = at_table(tables, fixed, hands, "10♥")
    match.say("order up", "discard 10♥")
    assert trick(match, "A♣", "9♥", "9♣", "J♣") == 1


# ---------------------------------------------------------------------------------------------------------- following


def test_the_left_bower_follows_as_a_trump(tables, fixed):
    """NB173: if hearts are trump, the jack of diamonds is a trump."""
    hands = ["9♥ 9♦ 9♣ 9♠ 10♠", "J♦ 10♦ Q♦ 10♣ Q♣", "A♥ A♦ A♣ A♠ K♠", "K♦ K♣ Q♠ J♠ J♣"]
    match = at_table(tables, fixed, hands, "10♥")
    match.say("order up", "discard 10♥")
    match.say("play 9♥")
    assert list(match.options()) == ["play J♦"], "hearts are led: the left bower is the only trump in the hand"
    match.say("play J♦", "play A♥")
    assert len(match.options()) == 5, "no trump in the dealer's hand: any card"
    match.say("play J♣")
    assert match.actor == 1, "the left bower beats the ace of trumps"
    match.say("play 10♦")
    assert list(match.options()) == ["play A♦"], "diamonds are followed by diamonds"


def test_the_left_bower_need_not_follow_its_printed_suit(tables, fixed):
    hands = ["9♦ 9♣ 9♠ 10♠ 10♣", "J♦ Q♣ K♣ A♣ Q♠", "9♥ A♦ K♦ Q♦ 10♦", "K♠ A♠ J♠ J♣ Q♥"]
    match = at_table(tables, fixed, hands, "10♥")
    match.say("order up", "discard 10♥", "play 9♦")
    assert len(match.options()) == 5
    match.say("play J♦")
    assert "play 9♥" not in match.options()
    match.say("play 10♦")
    match.say("play K♠")
    assert match.actor == 1


def test_when_the_left_bower_is_led_trumps_must_be_played(tables, fixed):
    hands = ["J♦ 9♣ 9♠ 10♠ 10♣", "9♦ 9♥ K♣ A♣ Q♠", "A♦ K♦ Q♦ 10♦ Q♣", "K♠ A♠ J♠ J♣ Q♥"]
    match = at_table(tables, fixed, hands, "10♥")
    match.say("order up", "discard 10♥", "play J♦")
    assert list(match.options()) == ["play 9♥"]
    match.say("play 9♥")
    assert len(match.options()) == 5, "diamonds do not follow the left bower"


# ------------------------------------------------------------------------------------------------------ deal, bidding


def test_cards_are_dealt_in_packets_of_two_and_three(tables):
    """NB124: two cards to the left, three to the partner, two, two; then three, two, three, three."""
    match = tables.match("newberry_euchre", seed=3)
    dealer = match.value("dealer")
    dealt = [r for r in match.records if isinstance(r, Moved) and match.zone(r.target)[0] == "hand"]
    assert [(r.target.owner - dealer) % 4 for r in dealt] == [1, 2, 3, 0] * 2
    assert [len(r.cards) for r in dealt] == [2, 3, 2, 2, 3, 2, 3, 3]
    assert len(match.cards("turned")) == 1
    assert len(match.cards("stock")) == 3


def test_the_dealer_must_pick_up_and_discard(tables, fixed):
    match = at_table(tables, fixed, [""] * 4, "K♠")
    match.say("pass", "order up")
    assert match.actor == 3
    assert len(match.options()) == 6
    assert "discard K♠" in match.options()
    match.say("discard K♠")
    assert match.actor == 0
    assert match.word("trump") == "spades"


def test_the_card_picked_up_may_have_to_be_kept(tables, fixed):
    match = at_table(tables, fixed, [""] * 4, "K♠", {"discard_pickup": False})
    match.say("order up")
    assert len(match.options()) == 5
    assert "discard K♠" not in match.options()


@pytest.mark.parametrize("lone_calls", ["both_rounds", "first_round"])
def test_in_the_second_round_the_other_suits_are_called(lone_calls, tables, fixed):
    match = at_table(tables, fixed, [""] * 4, "K♠", {"lone_calls": lone_calls})
    match.say("pass", "pass", "pass", "pass")
    calls = {f"call {suit}" for suit in ("clubs", "diamonds", "hearts")}
    if lone_calls == "both_rounds":
        calls |= {f"{call} alone" for call in calls}
    assert set(match.options()) == calls | {"pass"}
    assert match.cards("turned") == []


@pytest.mark.parametrize(
    ("stick", "last"), [("may_fold", {"fold"}), ("must_call", set()), ("redeal_on_pass", {"pass"})]
)
def test_the_options_of_a_stuck_dealer(stick, last, tables, fixed, gains_of):
    """NB150-155"""
    match = at_table(tables, fixed, [""] * 4, "K♠", {"stick_the_dealer": stick})
    match.say(*["pass"] * 7)
    assert {label for label in match.options() if not label.startswith("call")} == last
    for label in last:
        match.say(label)
        assert match.value("dealer") == 0
        assert match.actor == 1
        assert gains_of(match) == ([1, 0] if label == "fold" else [0, 0])


@pytest.mark.parametrize("floor", [True, False])
@pytest.mark.parametrize(
    ("pays", "dealers", "others"), [("others_gain", 0, 1), ("dealer_loses", -1, 0), ("both", -1, 1)]
)
def test_a_fold_costs_points(pays, dealers, others, floor, tables, fixed, gains_of):
    match = at_table(tables, fixed, [""] * 4, "K♠", {"fold_pays": pays, "floor_at_zero": floor})
    match.say(*["pass"] * 7, "fold")
    assert gains_of(match) == [others, 0 if floor else dealers]


def test_an_order_up_ends_the_bidding(tables, fixed):
    for passes in range(4):
        match = at_table(tables, fixed, [""] * 4, "K♠")
        match.say(*["pass"] * passes, "order up")
        assert match.actor == 3
        assert all(label.startswith("discard") for label in match.options())
        assert match.value("maker") == passes


# ------------------------------------------------------------------------------------------------------ going alone


@pytest.mark.parametrize("loner_lead", ["left_of_loner", "left_of_dealer"])
@pytest.mark.parametrize("loner", range(4))
@pytest.mark.parametrize("second", [False, True])
def test_the_leader_against_a_player_alone(loner_lead, loner, second, tables, fixed):
    """NB171, and NB138 and 169 depending on the option.  The dealer is seat 3."""
    match = at_table(tables, fixed, [""] * 4, "K♠", {"loner_lead": loner_lead})
    match.say(*["pass"] * (4 if second else 0), *["pass"] * loner)
    match.say("call hearts alone" if second else "order up alone")
    partner = (loner + 2) % 4
    assert match.cards("hand", partner) == []
    if not second and partner != 3:
        assert match.actor == 3
        match.say(next(iter(match.options())))
    leader = (loner + 1) % 4 if loner_lead == "left_of_loner" else 1 if partner == 0 else 0
    assert match.actor == leader
    assert [r.leader for r in match.records if isinstance(r, TrickBegan)] == [leader]
    for _ in range(3):
        assert match.actor != partner
        match.say(next(iter(match.options())))
    assert len([1 for r in match.records if type(r).__name__ == "TrickTaken"]) == 1


def test_the_turned_card_is_buried_when_the_dealers_partner_goes_alone(tables, fixed):
    match = at_table(tables, fixed, [""] * 4, "K♠")
    match.say("pass", "order up alone")
    assert match.actor == 2
    assert "K♠" in match.cards("buried")
    assert len(match.cards("buried")) == 6


def test_the_dealer_may_pick_up_and_play_alone(tables, fixed):
    match = at_table(tables, fixed, [""] * 4, "K♠")
    match.say("pass", "pass", "pass", "order up alone", "discard K♠")
    assert match.cards("hand", 1) == []
    assert match.actor == 0


# ------------------------------------------------------------------------------------------------------------ misdeal


@pytest.mark.parametrize("floor", [True, False])
def test_a_misdeal_costs_a_point_and_the_deal(floor, tables, gains_of):
    match = tables.match("newberry_euchre", {"floor_at_zero": floor}, seed=4)
    dealer = match.value("dealer")
    match.declare("misdeal")
    lost = [0, 0]
    lost[dealer % 2] = 0 if floor else -1
    assert gains_of(match) == lost
    assert match.value("dealer") == (dealer + 1) % 4
    assert match.actor == (dealer + 2) % 4
    assert [len(match.cards("hand", seat)) for seat in range(4)] == [5] * 4
    match.declare("misdeal")
    assert match.value("dealer") == (dealer + 2) % 4


def test_a_misdeal_is_declared_before_the_first_bid(tables):
    match = tables.match("newberry_euchre", seed=4)
    match.say("pass")
    with pytest.raises(ValueError, match="cannot happen now"):
        match.declare("misdeal")
    match.say("order up")
    with pytest.raises(ValueError, match="cannot happen now"):
        match.declare("misdeal")
