"""What is done before and after each card of a trick, exceptions to following suit, and tricks that go to whoever the
rules say.
"""

from __future__ import annotations

import pytest

from hoyle.interpreter.records import Choice

from .test_tricks import EUCHRE, REMEMBER, ZONES, hands

KEPT = REMEMBER + "    best: card or none\n    ahead: player or none\n    asked of each player: number\n"
GAME = {"more": EUCHRE, "deck": "9 10 J Q K A", "zones": ZONES, "remember": KEPT}

CALLING = """\
set trump to none
play trick from hand to trick, led by p, following suit
    before each card by q
        if trump is none and trick is not empty and not (any c in q.hand has c.suit = (bottom of trick).suit)
            q chooses
                "call {s}" for s in suits
                    set trump to s
                "play on"
    after each card c by q
        if c.rank = K
            q.left chooses
                "nod"
                    add 1 to q.left.asked
                "shake"
        add c.number to n
    taken by winner
set got to winner
"""


def test_a_question_before_a_card_changes_who_wins(play) -> None:
    """Whoever cannot follow may name trumps, and the card played next is then one of them."""
    table = play(hands("Kd", "9h 9c", "Ad", "10d") + CALLING, **GAME)
    table.choose("play Kd")
    assert (table.who, table.labels) == (1, ["nod", "shake"])
    table.choose("nod")
    assert table.who == 1
    assert sorted(table.labels) == ["call clubs", "call diamonds", "call hearts", "call spades", "play on"]
    table.choose("call hearts")
    assert sorted(table.labels) == ["play 9c", "play 9h"]
    table.choose("play 9h")
    table.choose("play Ad")
    table.choose("play 10d")
    assert table.over
    assert (table.var("got"), table.var("n"), table.var("asked", 1)) == (1, 19, 1)


def test_a_card_that_was_played_before_becomes_a_trump(play) -> None:
    """The ranking is settled anew: of the cards that lie there, those of the new trump suit beat the others."""
    table = play(hands("9d", "10h", "Ks", "Ac") + CALLING, **GAME)
    table.choose("play 9d")
    table.choose("play on")
    table.choose("play 10h")
    table.choose("call hearts")
    table.choose("play Ks")
    table.choose("nod")
    table.choose("play Ac")
    assert table.var("got") == 1


def test_the_led_suit_may_become_trumps(play) -> None:
    """The jack of the other suit of the colour then follows it, and must be played."""
    main = hands("9d", "Kc", "10d", "Ac Jh") + CALLING
    table = play(main, **GAME)
    table.choose("play 9d")
    table.choose("call diamonds")
    table.choose("play Kc")
    table.choose("nod")
    table.choose("play 10d")
    assert table.labels == ["play Jh"]
    table.choose("play Jh")
    assert table.var("got") == 3


def test_a_question_that_is_not_asked_changes_nothing(play) -> None:
    table = play(hands("9d", "10d", "Ad", "Jd") + CALLING, **GAME)
    for card in ("9d", "10d", "Ad", "Jd"):
        assert table.labels == [f"play {card}"]
        table.choose(f"play {card}")
    assert table.over
    assert (table.var("got"), table.var("n")) == (2, 19)


def test_a_deal_can_be_given_up_in_the_middle_of_a_trick(play) -> None:
    main = hands("9d Kd", "10d", "Ad", "Jd") + (
        "set trump to none\n"
        "play trick from hand to trick, led by p, any card, taken by winner\n"
        "    after each card c by q\n"
        "        if c.rank = 10: game over, won by the player with highest taken\n"
        "set got to winner\n"
    )
    table = play(main, **GAME)
    table.choose("play 9d")
    table.choose("play 10d")
    assert table.over
    assert table.zone("trick") == "9d 10d"


def test_a_card_may_always_be_played_without_freeing_from_the_duty(play) -> None:
    trick = "play trick from hand to trick, led by p, following suit or c where c.rank = 9, taken by winner\nset got to winner\n"
    table = play(hands("Kd", "9h Ac 10d", "9s Jc", "9c Ah") + "set trump to none\n" + trick, **GAME)
    table.choose("play Kd")
    assert sorted(table.labels) == ["play 10d", "play 9h"]
    refused = next(c for c in range(24) if table.card(c) == "Ac")
    assert [o.text for o in table.question.objections(Choice(0, (refused,)))] == ["the suit led must be followed"]
    table.choose("play 9h")
    assert sorted(table.labels) == ["play 9s", "play Jc"], "who has no diamond may play anything"
    table.choose("play Jc")
    table.choose("play Ah")
    assert table.var("got") == 0


BEST = """\
define strength(c: card) means
    c.suit != (bottom of trick).suit -> 0
    c.suit in {clubs, spades}        -> 20 - c.number
    otherwise                        -> c.number
"""


@pytest.mark.parametrize(
    ("held", "clause", "equal", "winner"),
    [
        (("9c", "10c", "Kd", "10s"), "with the highest c by strength(c)", "first", 0),
        (("9d", "10d", "Ad", "10s"), "with the highest c by strength(c)", "first", 1),
        (("9d", "10h", "Kd", "10s"), "with the lowest c by c.number", "first", 2),
        (("9d", "10h", "9h", "10s"), "with the highest c by c.number", "first", 1),
        (("9d", "10h", "9h", "10s"), "with the highest c by c.number", "last", 3),
        (("9d", "10h", "10d", "10s"), "with the highest c by c.number * (number of d in trick where d.rank = c.rank)", "last", 3),
        (("9d", "10h", "9h", "10s"), "who is p.left(2)", "first", 2),
    ],
)  # fmt: skip
def test_the_rules_say_who_takes_a_trick(play, held, clause, equal, winner) -> None:
    """Every value is worked out again after each card, in the order of play; the winner so far follows."""
    main = hands(*held) + (
        "set trump to none\n"
        f"play trick from hand to trick, led by p, any card, taken by got {clause}\n"
        "    after each card c by q\n"
        "        if the winner so far = q: add 1 to q.asked\n"
        "set best to the winning card so far\nset ahead to the winner so far\n"
    )
    ranking = EUCHRE + f"    equal cards: {equal} played wins\n"
    table = play(main, **{**GAME, "more": ranking + BEST})
    for card in held:
        table.choose(f"play {card}")
    assert (table.var("got"), table.var("ahead")) == (winner, winner)
    assert table.card(table.var("best")) == held[winner]


def test_the_winner_so_far_follows_the_rules_after_each_card(play) -> None:
    main = hands("10d", "9d", "Ah", "9s") + (
        "set trump to none\n"
        "play trick from hand to trick, led by p, any card, taken by got with the lowest c by c.number + 10 * size of got.hand\n"
        "    after each card c by q\n"
        "        if the winner so far = q: add 1 to q.asked\n"
    )
    table = play(main.replace(" + 10 * size of got.hand", ""), **GAME)
    for card in ("10d", "9d", "Ah", "9s"):
        table.choose(f"play {card}")
    assert [table.var("asked", p) for p in range(4)] == [1, 1, 1, 0]
    assert table.var("got") == 2


def test_the_order_of_play_counts_when_play_goes_the_other_way_round(play) -> None:
    main = hands("10d", "9d", "9h", "9s") + (
        "set trump to none\nplay the other way round\n"
        "play trick from hand to trick, led by p, any card, taken by got with the lowest c by c.number\n"
    )
    table = play(main, **GAME)
    for card in ("10d", "9s", "9h", "9d"):
        table.choose(f"play {card}")
    assert table.over
    assert table.var("got") == 3


@pytest.mark.parametrize(
    ("lines", "winner"),
    [
        ("    after each card c by q\n        if c.rank = A: set n to 1\n", 3),
        ("    before each card by q\n        if any c in q.hand has c.rank = A: set n to 1\n", 3),
        ("    after each card c by q\n        add 1 to q.asked\n", 1),
    ],
)
def test_what_the_last_card_changes_counts_for_who_takes_the_trick(play, lines, winner) -> None:
    """The ace is played last; it turns the order of the cards round, for all that lie there and itself."""
    main = hands("9d", "10d", "9h", "Ad") + (
        "set trump to none\nset n to 0\n"
        "play trick from hand to trick, led by p, any card, taken by got with the highest c by "
        f"(c.number if n = 0 otherwise 0 - c.number)\n{lines}"
        "set best to the winning card so far\nset ahead to the winner so far\n"
    )
    table = play(main, **GAME)
    for card in ("9d", "10d", "9h", "Ad"):
        table.choose(f"play {card}")
    assert (table.var("got"), table.var("ahead")) == (winner, winner)
    assert table.card(table.var("best")) == ("Ad" if winner == 3 else "10d")


def test_what_is_changed_before_a_card_counts_for_the_cards_that_may_be_played(play) -> None:
    main = hands("9d", "10d", "9h", "Ad 10h") + (
        "set trump to none\nset n to 0\n"
        "play trick from hand to trick, led by p, any card, if able c where c.rank != A or the winner so far = p, "
        "taken by got with the highest c by (c.number if n = 0 otherwise 0 - c.number)\n"
        "    before each card by q\n        if any c in q.hand has c.rank = A: set n to 1\n"
    )
    table = play(main, **GAME)
    for card in ("9d", "10d", "9h"):
        table.choose(f"play {card}")
    assert sorted(table.labels) == ["play 10h", "play Ad"]
