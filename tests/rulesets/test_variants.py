"""The shipped variants: each changes exactly what it says."""

from __future__ import annotations

import pytest

from hoyle.interpreter.engine import Dice
from hoyle.interpreter.records import Moved, Shown, TrickBegan


def newberry(tables, fixed, name, hands=("", "", "", ""), turned="K♠", options=None):
    """A hand of Newberry Euchre dealt by seat 3, so that seat 0 bids first."""
    deck = [rank + sign for rank in ("9", "10", "J", "Q", "K", "A") for sign in "♣♦♥♠"]
    hands = [hand.split() for hand in hands]
    rest = [card for card in deck if card not in [turned, *(c for hand in hands for c in hand)]]
    deal = {}
    for seat, hand in enumerate(hands):
        deal["hand", seat] = " ".join(hand + [rest.pop(0) for _ in range(5 - len(hand))])
    return tables.match(name, options, chance=fixed(deal | {("turned", -1): turned}, {"dealer": 3}))


def test_must_call_leaves_the_dealer_only_calls(tables, fixed):
    match = newberry(tables, fixed, "must_call").say(*["pass"] * 7)
    assert all(label.startswith("call") for label in match.options())


def test_no_screw_deals_again_without_a_penalty(tables, fixed, gains_of):
    match = newberry(tables, fixed, "no_screw").say(*["pass"] * 8)
    assert gains_of(match) == [0, 0]
    assert match.value("dealer") == 0


def test_stuck_at_seven_lets_the_dealer_fold_only_with_seven_points(tables, fixed, strategies):
    match = newberry(tables, fixed, "stuck_at_seven").say(*["pass"] * 7)
    assert "pass" in match.options()
    assert "fold" not in match.options()
    stuck = set()
    for seed in range(40):
        if stuck == {True, False} and seed >= 10:
            break
        match, dice = tables.match("stuck_at_seven", seed=seed), Dice(seed)
        while match.question is not None:
            options = match.options()
            if match.actor == match.value("dealer") and any(label.startswith("call") for label in options):
                high = max(match.values("points")) >= 7
                assert ("fold" in options) == high
                assert ("pass" in options) == (not high)
                stuck.add(high)
            match.take(
                options["pass"] if "pass" in options and dice.below(6) else strategies["anything"](match.question, dice)
            )
            if len(match.records) > 4000:
                break
    assert stuck == {True, False}


def test_canadian_loner_makes_the_dealers_partner_play_alone(tables, fixed):
    match = newberry(tables, fixed, "canadian_loner")
    assert set(match.options()) == {"pass", "order up", "order up alone"}
    match.say("pass")
    assert set(match.options()) == {"pass", "order up alone"}, "the dealer's partner"
    match.say("pass")
    assert set(match.options()) == {"pass", "order up", "order up alone"}


def test_defend_alone_asks_the_defenders_in_turn(tables, fixed):
    match = newberry(tables, fixed, "defend_alone").say("order up alone", "discard K♠")
    assert set(match.options()) == {"defend together", "defend alone"}
    assert match.actor == 1, "the player on the loner's left is asked first"
    match.say("defend together")
    assert match.actor == 3
    match.say("defend alone")
    assert [len(match.cards("hand", seat)) for seat in range(4)] == [5, 0, 0, 5]
    assert [r.leader for r in match.records if isinstance(r, TrickBegan)] == [3], "seats 1 and 2 are out of play"


@pytest.mark.parametrize(("guard", "points"), [("defend together", 2), ("defend alone", 4)])
def test_a_euchre_by_a_player_who_defends_alone_pays_double(guard, points, tables, fixed, gains_of):
    hands = ["9♠ 9♥ 9♦ 10♦ 9♣", "J♠ J♣ A♠ Q♠ A♥", "10♥ 10♣ Q♣ Q♦ Q♥", "K♥ K♦ K♣ A♦ A♣"]
    options = {"lone_euchre_pays": "defenders_gain", "lone_march_against": "as_lone_euchre"}
    match = newberry(tables, fixed, "defend_alone", hands, "K♠", options).say("order up alone", "discard K♠", guard)
    if guard == "defend together":
        match.say("defend together")
    while match.value("dealer") == 3:
        match.say(next(iter(match.options())))
    assert gains_of(match) == [0, points]


def test_the_benny_is_the_highest_trump(tables, fixed):
    hands = ["Joker 9♣ 10♣ 9♦ 10♦", "J♠ A♠ A♥ K♥ Q♥", "J♣ Q♠ K♣ Q♣ A♣", "10♠ A♦ K♦ Q♦ J♦"]
    match = newberry(tables, fixed, "benny", hands, "K♠").say("order up", "discard K♠", "play Joker")
    assert set(match.options()) == {"play J♠", "play A♠"}, "the Benny led asks for trumps"
    match.say("play J♠")
    assert set(match.options()) == {"play J♣", "play Q♠"}
    match.say("play J♣", "play 10♠")
    assert match.actor == 0


def test_the_benny_turned_up_stands_for_the_suit_the_dealer_names(tables, fixed):
    match = newberry(tables, fixed, "benny", turned="Joker")
    assert match.actor == 3
    assert set(match.options()) == {f"propose {suit}" for suit in ("clubs", "diamonds", "hearts", "spades")}
    match.say("propose hearts")
    assert match.actor == 0
    other = match.state
    match.say("order up")
    assert match.word("trump") == "hearts"
    assert "discard Joker" in match.options()
    match.state = other
    match.say(*["pass"] * 4)
    assert "call hearts" not in match.options()


@pytest.mark.parametrize(("highest", "points"), [("9♦", 8), ("K♠", 1)])
def test_a_jambone_lies_open_and_scores_eight_points_for_all_tricks(highest, points, tables, fixed, gains_of):
    hands = ["J♠ J♣ A♠ Q♠ A♥", "9♠ 10♠ 9♥ 10♥ 9♣", "10♦ 10♣ Q♣ K♥ J♦", f"{highest} K♣ Q♥ J♥ A♣"]
    match = newberry(tables, fixed, "jambone", hands, "A♦").say(*["pass"] * 4, "call spades alone")
    assert set(match.options()) == {"keep the cards hidden", "lay the cards open"}
    match.say("lay the cards open")
    assert match.actor == 1, "the opponent on the left asks for a card"
    assert set(match.options()) == {f"ask for {card}" for card in hands[0].split()}
    match.say("ask for Q♠")
    assert [len(record.cards) for record in match.records if isinstance(record, Shown)] == [5]
    match.say("play 9♠", f"play {highest}")
    assert list(match.options()) == ["play Q♠"], "the card asked for"
    match.say("play Q♠")
    while match.value("dealer") == 3:
        match.say(next(iter(match.options())))
    assert gains_of(match) == [points, 0]


def test_the_five_highest_trumps_are_a_jamboree(tables, fixed, gains_of):
    hands = ["J♠ J♣ A♠ Q♠ A♥", "9♠ 10♠ 9♥ 10♥ 9♣", "", "J♥ J♦ A♦ Q♦ A♣"]
    match = newberry(tables, fixed, "jamboree", hands, "K♦").say("order up", "discard A♣")
    assert match.actor == 0
    assert set(match.options()) == {"play"}, "the dealer holds them, not the maker"
    hands[3] = "K♠ 9♦ 10♦ 10♣ Q♣"
    match = newberry(tables, fixed, "jamboree", hands, "Q♥").say("pass", "pass", "pass", "pass", "call spades")
    assert set(match.options()) == {"play"}, "the king is missing"
    hands[0], hands[3] = "J♠ J♣ A♠ Q♠ K♠", "A♥ 9♦ 10♦ 10♣ Q♣"
    match = newberry(tables, fixed, "jamboree", hands, "Q♥").say("pass", "pass", "pass", "pass", "call spades")
    assert set(match.options()) == {"play", "show the jamboree"}
    match.say("show the jamboree")
    assert gains_of(match) == [16, 0]
    assert match.question is None, "sixteen points win the game"


def test_poor_hands_are_thrown_in(tables, fixed, gains_of):
    hands = ["9♣ 9♦ 10♣ 10♦ 9♥", "10♥ 10♠ 9♠ J♣ Q♣", "", ""]
    match = newberry(tables, fixed, "poor_hand", hands)
    assert set(match.options()) == {"keep the hand", "throw the hand in"}
    before = match.state
    match.say("keep the hand")
    assert list(match.options()) == ["keep the hand"], "a jack is above a ten"
    match.state = before
    match.say("throw the hand in")
    assert any(isinstance(record, Shown) for record in match.records)
    assert match.value("dealer") == 3
    assert match.actor == 0
    assert gains_of(match) == [0, 0]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_two_packs_are_used_by_five_or_more_players(players, tables):
    match = tables.match("two_packs_for_five", players=players)
    assert len(match.program.deck) == (104 if players >= 5 else 52)


def test_ranked_suits_allow_higher_suits_at_the_same_number(tables):
    match = tables.match("ranked_suits", {"lone_bids": "not_allowed"}, seed=1).say("bid 3 diamonds")
    order = ["spades", "clubs", "diamonds", "hearts", "no trump"]
    same = {f"bid 3 {suit}" for suit in order[3:]}
    assert set(match.options()) == {"pass"} | same | {f"bid {n} {suit}" for n in range(4, 9) for suit in order}
    match.say("bid 8 hearts")
    assert set(match.options()) == {"pass", "bid 8 no trump"}
    match.say("bid 8 no trump")
    assert all(label.startswith("play") for label in match.options())


def test_low_no_trump_reverses_the_ranking(tables, fixed):
    hands = ["A♣ K♣ A♥ K♥ A♠ K♠ A♦ K♦", "J♣ Q♣ A♥ K♥ A♠ K♠ A♦ K♦", "Q♣ J♣ Q♥ Q♥ Q♠ Q♠ Q♦ Q♦", "K♣ A♣ J♥ J♥ J♠ J♠ J♦ J♦"]
    deal = {("hand", seat): cards for seat, cards in enumerate(hands)}
    for strain, leader in (("low no trump", 1), ("no trump", 0), ("clubs", 1), ("diamonds", 0)):
        match = tables.match("low_no_trump", {"lone_bids": "not_allowed"}, chance=fixed(deal, {"dealer": 3}))
        match.say(f"bid 8 {strain}", "play A♣", "play J♣", "play J♣", "play K♣")
        assert match.actor == leader, strain


def first_deal(match, strategies, seed):
    """Play until a player has scored."""
    dice, size = Dice(seed), len(match.program.deck)
    while match.question is not None and len(list(cards_played(match))) < size:
        match.take(strategies["anything"](match.question, dice))
    return match


def cards_played(match):
    """Every card played to a trick, with its player."""
    for record in match.records:
        if isinstance(record, Moved) and match.zone(record.target) == ("trick", -1):
            yield record.source.owner, record.cards[0]


def test_the_jack_of_diamonds_reduces_the_points(tables, strategies, tricks_of):
    jacks = set()
    for seed in range(12):
        match = first_deal(tables.match("omnibus_hearts", {"jack_bonus": 7}, seed=seed), strategies, seed)
        expected = [0] * 4
        for trick in tricks_of(match):
            for _, card in trick.plays:
                rank, suit = match.face(card)
                expected[trick.taker] += (suit == "hearts") + 13 * ((rank, suit) == ("Q", "spades"))
                expected[trick.taker] -= 7 * ((rank, suit) == ("J", "diamonds"))
                jacks |= {trick.taker} if (rank, suit) == ("J", "diamonds") else set()
        assert match.values("points") == expected, "nobody takes every penalty card in these deals"
    assert len(jacks) > 1


def honours(match):
    """The points of each side for the top trumps that it was dealt."""
    sign = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}[match.word("trump")]
    held = [sum(rank + sign in match.cards("hand", p) for rank in "AKQJ") for p in range(4)]
    return [{4: 4, 3: 2}.get(held[side] + held[side + 2], 0) for side in (0, 1)]


def test_honours_score_in_addition_to_tricks(tables, strategies, tricks_of):
    claims = set()
    for seed in range(30):
        match = tables.match("whist_honours", {"target": 9}, seed=seed)
        dealt = honours(match)
        first_deal(match, strategies, seed)
        taken = [trick.taker % 2 for trick in tricks_of(match)]
        assert match.values("points") == [max(0, taken.count(side) - 6) + dealt[side] for side in (0, 1)]
        claims |= set(dealt)
    assert claims == {0, 2, 4}


def test_honours_are_not_counted_if_the_tricks_win_the_game(tables, strategies, tricks_of):
    seen = set()
    for seed in range(25):
        match, dice, claims, before = tables.match("whist_honours", seed=seed), Dice(seed), [0, 0], [0, 0]
        while match.question is not None:
            if all(len(match.cards("hand", p)) == 13 for p in range(4)):
                claims, before = honours(match), match.values("points")
            match.take(strategies["anything"](match.question, dice))
        taken = [trick.taker % 2 for trick in tricks_of(match)][-13:]
        plain = [before[side] + max(0, taken.count(side) - 6) for side in (0, 1)]
        won = max(plain) >= 5
        assert match.values("points") == [p + (0 if won else c) for p, c in zip(plain, claims, strict=True)]
        seen.add((won, any(claims)))
    assert {(True, True), (False, True)} <= seen


@pytest.mark.parametrize("behind", [0, 40])
def test_blind_nil_is_offered_only_to_a_side_far_behind(behind, tables, strategies, tricks_of):
    seen = set()
    for seed in range(8):
        match, dice = tables.match("blind_nil", {"behind": behind, "nil": 50}, seed=seed), Dice(seed)
        for _ in range(600):
            options = match.options()
            if not options:
                break
            if "blind nil" in options:
                points, side = match.values("points"), match.actor % 2
                assert points[1 - side] - points[side] >= behind
                assert all(match.cards("hand", p) == [] for p in range(4)), "nobody has seen a card"
                seen.add("offered")
                match.say("blind nil")
                continue
            if "nil" in options:
                blind = bool(match.value("blind", match.actor))
                assert (set(options) == {"nil"}) == blind
                seen.add(blind)
            match.take(strategies["anything"](match.question, dice))
    assert {"offered", True, False} <= seen


def test_a_blind_nil_counts_twice(tables, strategies, tricks_of, gains_of):
    for seed in range(6):
        match = tables.match("blind_nil", {"behind": 0, "nil": 50, "bag_limit": 0}, seed=seed)
        match.say("blind nil", *["look at the cards"] * 3)
        blind = match.actor
        match.say("nil", "bid 1", "bid 1", "bid 1")
        first_deal(match, strategies, seed)
        taken = [trick.taker for trick in tricks_of(match)]
        expected = []
        for side in (0, 1):
            bid, took = 2 - (blind % 2 == side), sum(p % 2 == side for p in taken)
            expected.append(10 * bid + took - bid if took >= bid else -10 * bid)
        expected[blind % 2] += 100 if blind not in taken else -100
        assert gains_of(match) == expected


def test_a_revoke_costs_two_points_and_the_hand_and_may_end_the_game(tables):
    match, dealers = tables.match("revoke", {"target": 5}, seed=3), []
    for points in (2, 4, 6):
        dealers.append(match.value("dealer"))
        incidents = match.question.incidents
        assert [match.program.incidents[number].title for number in incidents] == ["misdeal"]
        match.say("order up")
        while "discard" in next(iter(match.options())):
            match.say(next(iter(match.options())))
        entries = [match.program.incidents[number] for number in match.question.incidents]
        assert [(entry.title, entry.player) for entry in entries] == [("revoke", seat) for seat in range(4)]
        match.declare("revoke", 1)
        assert match.values("points") == [points, 0], "seat 1 revoked: the other side gains"
    assert dealers == [(dealers[0] + n) % 4 for n in range(3)]
    assert match.question is None
    assert match.result().winners == (0,)


def test_a_player_who_sits_out_cannot_have_revoked(tables):
    match = tables.match("revoke", seed=3)
    match.say("order up alone")
    while "discard" in next(iter(match.options())):
        match.say(next(iter(match.options())))
    loner = match.value("loner")
    entries = [match.program.incidents[number] for number in match.question.incidents]
    assert [entry.player for entry in entries] == sorted({0, 1, 2, 3} - {(loner + 2) % 4})
