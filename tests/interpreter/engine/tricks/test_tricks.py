"""Tricks: who plays, which cards are legal, and who takes the trick, with every kind of ranking."""

from __future__ import annotations

import itertools

import pytest

from hoyle.dsl.codes.table import CODES
from hoyle.interpreter.engine import Fault
from hoyle.interpreter.records import Choice

ZONES = """
zones
    stock: face down
    trick: face up
    hand of each player: private
    won of each player: face down
"""
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
EUCHRE = """
ranking
    trump: J, J of trump.sister, A K Q 10 9
    any other suit: A K Q J 10 9
"""
REMEMBER = """
    p, got: player
    trump: suit or none
    out: suits
    n: number
    taken of each player: number
"""


def hands(*written: str) -> str:
    """Statements that give these cards (`Jh 9s`) to the players in order; `p` is the first player."""
    lines = ["gather every card into stock", "let seat0 be p"] + [
        f"let seat{i} be seat{i - 1}.left" for i in range(1, len(written))
    ]
    for i, hand in enumerate(written):
        for card in hand.split():
            test = "c is joker" if card == "Jo" else f"c = {card[:-1]} of {SUITS[card[-1]]}"
            lines.append(f"move (first c in stock where {test}) to seat{i}.hand")
    return "\n".join(lines) + "\n"


def trick(rest: str, led: str = "p") -> str:
    return f"play trick from hand to trick, led by {led}, {rest}, taken by winner\nset got to winner\nadd 1 to winner.taken\n"


FOLLOW = {
    # the hands of four players, the trump, the cards played; the legal cards of each, the winner
    ("Jh", "Jd 9h", "Ah 9c", "As Js", "hearts", "Jh Jd Ah As"): ("Jh", "9h Jd", "Ah", "Js As", 0),
    ("Jd", "Ah 9d", "Ad", "Jh 9s", "hearts", "Jd Ah Ad Jh"): ("Jd", "Ah", "Ad", "Jh", 3),
    ("9d", "Jd Ad", "Jh 10d", "Js Ks", "hearts", "9d Ad 10d Js"): ("9d", "Ad", "10d", "Js Ks", 1),
    ("9d", "Jd 9c", "10d Jh", "Kd", "hearts", "9d Jd 10d Kd"): ("9d", "9c Jd", "10d", "Kd", 1),
    ("9d", "9h 9c", "Jh", "Jd", "hearts", "9d 9h Jh Jd"): ("9d", "9c 9h", "Jh", "Jd", 2),
    ("Ks", "As Jc", "9s Js", "Qs Qc", "spades", "Ks Jc Js Qs"): ("Ks", "Jc As", "9s Js", "Qs", 2),
    ("Kc", "Ac Jc", "Js 10c", "Qc 9h", "none", "Kc Ac 10c Qc"): ("Kc", "Jc Ac", "10c", "Qc", 1),
    ("Jc", "9c", "Ah", "Ad", "none", "Jc 9c Ah Ad"): ("Jc", "9c", "Ah", "Ad", 0),
}


@pytest.mark.parametrize("case", FOLLOW)
def test_bowers_follow_and_win_as_trumps(play, case) -> None:
    *held, trump, played = case
    *offered, winner = FOLLOW[case]
    main = hands(*held) + f"set trump to {trump}\n" + trick("following suit")
    table = play(main, deck="9 10 J Q K A", more=EUCHRE, zones=ZONES, remember=REMEMBER)
    for i, card in enumerate(played.split()):
        assert table.who == i
        assert sorted(table.labels) == sorted(f"play {c}" for c in offered[i].split())
        for other in held[i].split():
            if other not in offered[i].split():
                refused = next(c for c in range(24) if table.card(c) == other)
                objections = table.question.objections(Choice(0, (refused,)))
                assert [o.text for o in objections] == ["the suit led must be followed"]
        table.choose(f"play {card}")
    assert table.over
    assert table.var("got") == winner
    assert table.zone("trick") == played


def power(card: str, trump: str) -> tuple[int, int]:
    """The suit of a card (4 for trumps) and its strength in it, computed by hand."""
    rank, suit = card[:-1], card[-1]
    sister = {"c": "s", "s": "c", "d": "h", "h": "d"}
    if rank == "J" and suit == trump:
        return 4, 20
    if rank == "J" and sister[suit] == trump:
        return 4, 19
    return (4 if suit == trump else "cdhs".index(suit)), ["9", "10", "J", "Q", "K", "A"].index(rank)


@pytest.mark.parametrize("trump", ["c", "d", "h", "s", "-"])
def test_the_winner_of_every_trick_of_three_cards(program, rules, seat, trump) -> None:
    """Tries every led card with every pair of a few other cards, and compares with the rule written in this test."""
    cards = ["9c", "Jc", "Ac", "9d", "Jd", "Kd", "Jh", "Ah", "10s", "Js"]
    named = SUITS.get(trump, "none")
    main = hands("9c", "9d", "9h") + f"set trump to {named}\n" + trick("any card")
    table = seat(program(rules(main, EUCHRE, players="3", deck="9 10 J Q K A", zones=ZONES, remember=REMEMBER)))
    number = {table.card(c): c for c in range(24)}
    held = next(zone.base for zone in table.program.zones if zone.name == "hand")
    stock = next(zone.base for zone in table.program.zones if zone.name == "stock")
    for led, second, third in itertools.permutations(cards, 3):
        state = table.state.copy()
        state.values[held : held + 3] = [1 << number[card] for card in (led, second, third)]
        state.values[stock] = (1 << 24) - 1 - sum(1 << number[card] for card in (led, second, third))
        for card in (led, second, third):
            state = table.engine.apply(state, Choice(0, (number[card],)))
        best = 0
        for i, card in enumerate((led, second, third)):
            group, strength = power(card, trump)
            top = power((led, second, third)[best], trump)
            counts = group == 4 or group == power(led, trump)[0]
            if i and counts and (group > top[0] if 4 in (group, top[0]) and group != top[0] else strength > top[1]):
                best = i
        got = next(i for i, v in enumerate(table.program.variables) if v.name == "got")
        assert table.engine.value(state, got) == best, (led, second, third, trump)


@pytest.mark.parametrize(
    ("led", "without", "asked"),
    [
        ("p", "{p.left}", [0, 2, 3]),
        ("p", "{p}", [1, 2, 3]),
        ("p.right", "p.right + p", [1, 2]),
        ("p.left.left", "{p.right}", [2, 0, 1]),
        ("p.left", "players except p.right", [3]),
        ("p", "every q in players where q.taken > 0", [0, 1, 2, 3]),
    ],
)
def test_a_player_who_sits_out_is_skipped_even_as_leader(play, led, without, asked) -> None:
    main = hands("9c", "10c", "Jc", "Qc") + trick(f"without {without}, following suit", led)
    table = play(main, deck="9 10 J Q K A", more=EUCHRE, zones=ZONES, remember=REMEMBER)
    for player in asked:
        assert table.who == player
        table.choose(table.labels[0])
    assert table.over
    assert table.var("got") == max(asked)


def test_a_trick_without_players_is_a_fault(play) -> None:
    with pytest.raises(Fault) as fault:
        play(hands("9c") + trick("without players, any card"), deck="9 A", more=PLAIN, zones=ZONES, remember=REMEMBER)
    assert (fault.value.code, fault.value.message) == ("E1204", "everybody is left out of this trick")
    assert fault.value.span.text == "players"


PLAIN = "ranking\n    any suit: A 9\n"


def test_a_player_without_cards_cannot_play(play) -> None:
    with pytest.raises(Fault) as fault:
        play(hands("9c", "") + trick("any card"), "play 9c", deck="9 A", more=PLAIN, zones=ZONES, remember=REMEMBER)
    assert fault.value.code == "E1209"
    assert "play to a trick has no card" in CODES["E1209"].why


@pytest.mark.parametrize(("which", "wins"), [("first", (0, 1)), ("last", (2, 3))])
def test_the_first_or_the_last_of_equal_cards_wins(play, which, wins) -> None:
    """With two packs.  The other two cards of the trick are lower and of another suit."""
    for held, winner in ((("Ac", "9c", "Ac", "Ah"), wins[0]), (("9c", "Ac", "9c", "Ac"), wins[1]),
                         (("9c", "Ah", "9c", "Ah"), wins[0])):  # fmt: skip
        more = f"ranking\n    any suit: A 9\n    equal cards: {which} played wins\n"
        main = hands(*held) + trick("any card")
        table = play(
            main, *(f"play {c}" for c in held), deck="9 A, 2 copies", more=more, zones=ZONES, remember=REMEMBER
        )
        assert table.var("got") == winner, held


SHORT = "ranking\n    trump: J, J of trump.sister, A 9\n    any other suit: A J 9\n"


def test_equal_trumps_and_their_options_with_two_packs(play) -> None:
    main = hands("9h 9h", "Jh Jd", "Jd 9c", "Jh 9s") + "set trump to hearts\n" + trick("following suit")
    table = play(main, deck="9 J A, 2 copies", more=SHORT, zones=ZONES, remember=REMEMBER)
    for offered, card in (("9h", "9h"), ("Jd Jh", "Jh"), ("Jd", "Jd"), ("Jh", "Jh")):
        assert table.labels == [f"play {c}" for c in offered.split()]
        table.choose(f"play {card}")
    assert table.var("got") == 1


def test_a_ranking_without_suits(play) -> None:
    more = "ranking\n    any card: 9 A\n    equal cards: last played wins\n"
    for held, winner in ((("Ac", "9d", "Ah", "9s"), 3), (("9c", "Ad", "Ah", "As"), 0), (("Ac", "Ad", "Ah", "As"), 3)):
        main = hands(*held) + trick("any card")
        table = play(main, *(f"play {c}" for c in held), deck="9 A", more=more, zones=ZONES, remember=REMEMBER)
        assert table.var("got") == winner


KINDS = """
kind strain: suit or no_trump or low
remember
    ruling: strain
ranking
    ruling: joker, J, J of ruling.sister, A K Q 10 9
    any other suit: A K Q J 10 9
"""


JOKERS = [
    # the trump rule, the hands, the legal cards of each (he plays the first of them), the winner
    ("hearts", ["9c", "Jh", "9h", "Jo"], ["9c", "Jh", "9h", "Jo"], 3),
    ("hearts", ["Jo", "9h 9c", "Jd Ac", "Ah 9d"], ["Jo", "9h", "Jd", "Ah"], 0),
    ("no_trump", ["Jh", "Ah Jd", "Kh Jo", "9s"], ["Jh", "Ah", "Kh", "9s"], 1),
    ("no_trump", ["Jh", "Jo", "9c", "Ah"], ["Jh", "Jo", "9c", "Ah"], 3),
    ("no_trump", ["Jo", "9h Ah", "As 9s", "Kd"], ["Jo", "9h Ah", "9s As", "Kd"], 0),
    ("low", ["9h", "Jd Jo", "Kd", "9s"], ["9h", "Jd Jo", "Kd", "9s"], 0),
    ("low", ["Jo", "Jo", "Ac", "As"], ["Jo", "Jo", "Ac", "As"], 0),
]


@pytest.mark.parametrize(("ruling", "held", "offered", "winner"), JOKERS)
def test_jokers_as_trumps_and_without_trumps(play, ruling, held, offered, winner) -> None:
    main = hands(*held) + f"set ruling to {ruling}\n" + trick("following suit")
    table = play(main, deck="9 10 J Q K A, 2 jokers", more=KINDS, zones=ZONES, remember=REMEMBER)
    for cards in offered:
        assert table.labels == [f"play {c}" for c in cards.split()]
        table.choose(f"play {cards.split()[0]}")
    assert table.var("got") == winner


ALONE = [
    ("hearts", ["9c", "Jh", "9h", "Jo"], ["9c", "Jh", "9h", "Jo"], 3),
    ("hearts", ["9h", "9c Jo", "Ah", "9d"], ["9h", "Jo", "Ah", "9d"], 1),
    ("no_trump", ["Jh", "Ah Jd", "Kh Jo", "9s"], ["Jh", "Ah", "Kh", "9s"], 1),
    ("no_trump", ["Jh", "Jo", "9c", "Ah"], ["Jh", "Jo", "9c", "Ah"], 1),
    ("no_trump", ["Jo", "9h Ah", "As 9s", "Kd"], ["Jo", "9h Ah", "9s As", "Kd"], 0),
    ("low", ["9h", "Jo", "Kd", "As"], ["9h", "Jo", "Kd", "As"], 1),
    ("low", ["9h", "Jd Jo", "Kd", "9s"], ["9h", "Jd Jo", "Kd", "9s"], 0),
]


@pytest.mark.parametrize(("ruling", "held", "offered", "winner"), ALONE)
def test_a_joker_with_its_own_row_is_a_suit_without_trumps(play, ruling, held, offered, winner) -> None:
    more = KINDS.replace("    any other", "    joker\n    any other")
    main = hands(*held) + f"set ruling to {ruling}\n" + trick("following suit")
    table = play(main, deck="9 10 J Q K A, 2 jokers", more=more, zones=ZONES, remember=REMEMBER)
    for cards in offered:
        assert table.labels == [f"play {c}" for c in cards.split()]
        table.choose(f"play {cards.split()[0]}")
    assert table.var("got") == winner


def test_a_suit_that_is_always_trump(play) -> None:
    more = "ranking\n    spades: J, Q of clubs, A K Q 10 9\n    any other suit: A K Q J 10 9\n"
    for held, offered, winner in (
        (("9h", "Ah 9s", "Kh", "Qc 9d"), ["9h", "Ah", "Kh", "Qc 9d"], 3),
        (("9h", "9s", "Kh", "Jd 9d"), ["9h", "9s", "Kh", "9d Jd"], 1),
        (("Qc", "9c As", "Js", "9s 9c"), ["Qc", "As", "Js", "9s"], 2),
        (("9c", "Qc Kc", "Qc", "Ac"), ["9c", "Kc", "Qc", "Ac"], 2),
    ):
        main = hands(*held) + trick("following suit")
        table = play(main, deck="9 10 J Q K A, 2 copies", more=more, zones=ZONES, remember=REMEMBER)
        for cards in offered:
            assert table.labels == [f"play {c}" for c in cards.split()]
            table.choose(f"play {cards.split()[0]}")
        assert table.var("got") == winner, held


def test_cards_of_lower_rows_rank_lower(play) -> None:
    more = "ranking\n    hearts: Q\n    spades: A K Q J\n    any suit: A K\n    any other suit: Q J\n"
    for held, winner in ((("Jd", "Ad", "Qd", "Kd"), 1), (("Jd", "Qd", "Js", "Ah"), 2), (("As", "Qh", "Ks", "Ad"), 1),
                         (("Qd", "Kd", "Jd", "Qc"), 1)):  # fmt: skip
        main = hands(*held) + trick("any card")
        table = play(main, *(f"play {c}" for c in held), deck="J Q K A", more=more, zones=ZONES, remember=REMEMBER)
        assert table.var("got") == winner


def test_the_deck_decides_the_suits_and_the_ranking_the_order(play) -> None:
    more = "ranking\n    any suit: Re 3 2\n"
    main = "gather every card into stock\ndeal 1 from stock to hand of each player\n" + trick("following suit")
    table = play(main, deck="2 Re 3 of coins cups", more=more, zones=ZONES, remember=REMEMBER)
    # the cards dealt are cups 3, Re, 2 and coins 3
    table.choose("play 3c")
    for label in ("play Rec", "play 2c", "play 3c"):
        table.choose(label)
    assert table.var("got") == 1


NARROW = {
    "any card, if able c where c.suit = hearts": ["Ah", "Jh", "9d Ad", "9s As"],
    "following suit, if able c where c.rank = 9": ["9c", "10c", "9d", "9s"],
    "following suit, if able c where not (trick is empty and c.rank = 9)": ["Ah", "Jh", "9d Ad", "9s As"],
    "any card, if able c where c.suit = spades or n = 1, if able c where c.rank = A": ["Ah", "10c Jh", "Ad", "As"],
    "any card, if able d where d.rank = 9, if able d where d.rank = A": ["9c", "10c Jh", "9d", "9s"],
    "any card, if able c where no d in trick has d.suit = c.suit": ["9c Ah", "Jh", "9d Ad", "9s As"],
}


@pytest.mark.parametrize("rule", NARROW)
def test_legal_cards_are_narrowed_by_one_duty_after_the_other(play, rule) -> None:
    main = hands("9c Ah", "10c Jh", "9d Ad", "9s As") + trick(rule)
    table = play(main, deck="9 10 J Q K A", more=EUCHRE, zones=ZONES, remember=REMEMBER)
    for cards in NARROW[rule]:
        assert table.labels == [f"play {c}" for c in cards.split()]
        table.choose(f"play {cards.split()[0]}")


def test_successive_tricks_and_the_cards_won(play) -> None:
    main = (
        hands("9c Ah", "10c Jh", "Ac Kh", "Jc 9h")
        + "let leader be p.left\nrepeat 2 times\n    "
        + trick("following suit", "leader").rstrip("\n").replace("\n", "\n    ")
        + "\n    move trick to winner.won\n    set leader to winner.right\n"
    )
    table = play(main, deck="9 10 J Q K A", more=EUCHRE, zones=ZONES, remember=REMEMBER)
    assert table.who == 1
    table.choose("play 10c", "play Ac", "play Jc", "play 9c")
    assert (table.who, table.zone("trick"), table.zone("won", 2)) == (1, "", "9c 10c Jc Ac")
    table.choose("play Jh", "play Kh", "play 9h", "play Ah")
    assert table.over
    assert table.zone("won", 0) == "9h Jh Kh Ah"
    assert table.each("taken") == [1, 0, 1, 0]


def test_six_players_and_fewer_cards_of_a_suit_than_players(play) -> None:
    main = hands("9c", "10c", "Ac", "9h", "Ah", "Jc") + "set trump to none\n" + trick("following suit", "p.right")
    table = play(main, deck="9 10 J Q K A", more=EUCHRE, zones=ZONES, remember=REMEMBER, players="6")
    table.choose("play Jc", "play 9c", "play 10c", "play Ac", "play 9h", "play Ah")
    assert table.var("got") == 2
