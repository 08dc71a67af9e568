"""Values of two games as they are written, and what each spelling is read as: complete lists, word for word."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from hoyle.dsl.types import CARD, CARDS, FLAG, NUMBER, PLAYER, PLAYERS, RANK, SUIT, TEAM, Type
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Program
from hoyle.interpreter.records import Choice, Drawn, Where
from hoyle.interpreter.text import format, parse
from hoyle.interpreter.text.format import Wording, bits
from hoyle.interpreter.text.parse import NO_FACE, ParsedFaces, Words
from hoyle.interpreter.text.spellings import (
    card_spellings,
    literal,
    plain,
    rank_spellings,
    seat_letter,
    seat_spellings,
    suit_sign,
    suit_spellings,
    whole_number,
)  # fmt: skip

from ...small_constructs import construct_game
from ...small_rules import game_of, small_rules

NAMES = ("Ann", "Bob", "Cyd", "Old Dan")
SUITS = Type("set", element=SUIT)
STRAIN = Type("word", name="strain", words=("no_trump", "low"), suits=True)
KIND = Type("word", name="kind", words=("high", "all_low"))


@cache
def program() -> Program:
    """A game of tricks in pairs, with a joker."""
    return lower(construct_game("tricks"))


@cache
def copies() -> Program:
    """A game in which each of two suits has each card three times; one suit has no sign of its own."""
    text = small_rules(players="2", answers='            "pass {cs}" for cs in 1..3 cards of p.hand\n                nothing\n'
                       '            "give {d} to {q}" for d in p.hand, q in players where q != p\n                nothing\n'
                       '            "call {n}" for n in 1..3\n                nothing\n'
                       '            "rest"')  # fmt: skip
    return lower(game_of(text.replace("deck 2 3 4 5 6 7 8 9 10 J Q K A", "deck 2 10 of clubs cups, 3 copies")))


def test_every_kind_of_value_as_it_is_written() -> None:
    words = Wording(program(), NAMES)
    clubs, hearts = (program().suits.index(name) for name in ("clubs", "hearts"))
    nine, king = (program().ranks.index(name) for name in ("9", "K"))
    written = [
        (NUMBER, -12, "-12"), (NUMBER, -1, "-1"), (NUMBER, 0, "0"), (FLAG, 0, "no"), (FLAG, 1, "yes"),
        (FLAG, -1, "none"), (SUIT, clubs, "clubs"), (SUIT, -1, "none"), (RANK, nine, "9"), (RANK, king, "K"),
        (PLAYER, 3, "Old Dan"), (PLAYER, 0, "Ann"), (PLAYER, -1, "none"), (TEAM, 0, "Ann and Cyd"),
        (TEAM, 1, "Bob and Old Dan"), (TEAM, -1, "none"), (PLAYERS, 0b1010, "Bob and Old Dan"), (PLAYERS, 0, "nobody"),
        (SUITS, 1 << clubs | 1 << hearts, " ".join(program().suits[one] for one in sorted((clubs, hearts)))),
        (SUITS, 0, "nothing"), (CARDS, 0, "nothing"), (CARDS, 0b101, f"{words.faces[0]} {words.faces[2]}"),
        (CARD, -1, "none"), (CARD, 24, "Joker"), (STRAIN, clubs, "clubs"), (STRAIN, 4, "no trump"), (STRAIN, 5, "low"),
        (KIND, 0, "high"), (KIND, 1, "all low"), (KIND, -1, "none"), (Type("face"), 7, "7"),
    ]  # fmt: skip
    for type, value, text in written:
        assert words.value(type, value) == text, type
    assert words.cards([0, -1, 2]) == f"{words.faces[0]} ?? {words.faces[2]}"
    assert (words.cards([]), words.card(-1), words.player(-1), words.team(-1)) == ("nothing", "??", "none", "none")
    assert (words.together([]), words.together([2]), words.together((0, 3))) == ("nobody", "Cyd", "Ann and Old Dan")
    assert [words.owner(*one) for one in ((None, 0), (None, -1), ("player", -1), ("team", -1), ("player", 0), ("team", 1))] == [
        "", "", "", "", "Ann", "Bob and Old Dan",
    ]  # fmt: skip


def test_places_variables_incidents_and_what_chance_drew() -> None:
    words = Wording(program(), NAMES)
    zones = {zone.name: number for number, zone in enumerate(program().zones)}
    variables = {info.name: number for number, info in enumerate(program().variables)}
    assert [words.where(Where(zones[name], owner)) for name, owner in (("stock", -1), ("hand", 0), ("hand", 3), ("won", 1))] == [
        "stock", "hand of Ann", "hand of Old Dan", "won of Bob and Old Dan",
    ]  # fmt: skip
    assert [words.variable(variables[name], owner) for name, owner in (("trump", -1), ("trump", 0), ("points", 0), ("points", -1))] == [
        "trump", "trump", "points of Ann and Cyd", "points",
    ]  # fmt: skip
    assert [words.incident(number) for number in range(len(program().incidents))][:3] == [
        "misdeal", "revoke by Ann", "revoke by Bob",
    ]  # fmt: skip
    card = words.faces[0]
    for record, text in (
        (Drawn("card", "x", 0, None), card), (Drawn("card", "x", -1, None), "??"), (Drawn("player", "x", 0, None), "Ann"),
        (Drawn("player", "x", 2, None), "Cyd"), (Drawn("value", "x", 1, FLAG), "yes"), (Drawn("value", "x", 5, STRAIN), "low"),
    ):  # fmt: skip
        assert words.drawn(record) == text


def test_masks_as_their_elements() -> None:
    for mask in (*range(300), 1 << 80, (1 << 80) + 5):
        assert bits(mask) == tuple(number for number in range(90) if mask >> number & 1)
    assert (bits(-1), bits(-8)) == ((), ())


def test_seats_without_names_are_letters_and_then_numbers() -> None:
    assert [seat_letter(seat) for seat in (0, 1, 24, 25, 26, 27, 99)] == ["A", "B", "Y", "Z", "P27", "P28", "P100"]
    assert Wording(program()).seats == ("A", "B", "C", "D")


def test_suits_have_signs_letters_or_names() -> None:
    assert [suit_sign(program(), suit, ascii=False) for suit in ("spades", "hearts", "diamonds", "clubs", "cups")] == [
        "♠", "♥", "♦", "♣", ".cups",
    ]  # fmt: skip
    assert [suit_sign(program(), suit, ascii=True) for suit in ("spades", "clubs", "cups")] == ["S", "C", ".cups"]
    assert suit_sign(copies(), "clubs", ascii=True) == ".clubs", "cups begin with the same letter"
    assert Wording(copies(), ascii=True).faces == ("2.clubs", "10.clubs", "2.cups", "10.cups")
    assert Wording(copies()).faces == ("2♣", "10♣", "2.cups", "10.cups")
    assert Wording(program(), ascii=True).card(24) == "Jo"


# -------------------------------------------------------------------------------------------------------------- reading


def test_texts_as_they_are_compared() -> None:
    for text, same in (
        ("", ""),
        ("  ", ""),
        ("A  b\tC ", "a b c"),
        ("J♠\ufe0f", "j♠"),
        ("J♠\ufe0e", "j♠"),
        ("Straße", "strasse"),
    ):
        assert plain(text) == same
    for text, same in (
        ("", ""),
        (" ", " "),
        ("\t", " "),
        ("Bid ", "bid "),
        (" of", " of"),
        ("  a  B ", " a b "),
        ("x", "x"),
    ):
        assert literal(text) == same


def test_numbers_that_are_read() -> None:
    for text, number in (
        ("0", 0), ("7", 7), ("-7", -7), ("−12", -12), ("123456789012", 123456789012), ("1234567890123", None), ("", None),
        ("-", None), ("--7", None), ("-−7", None), ("+7", None), ("7.0", None), ("7 8", None), ("٣", None), ("²", None),
    ):  # fmt: skip
        assert whole_number(text) == number, text


def test_every_spelling_of_the_cards_of_two_games() -> None:
    found = card_spellings(copies(), Wording(copies()).faces)
    expected: dict[str, int] = {}
    ends = {"clubs": ["♣", "♧", *(point + "clubs"[:n] for n in range(2, 6) for point in ("", "."))],
            "cups": [point + "cups"[:n] for n in range(2, 5) for point in ("", ".")]}  # fmt: skip
    for number, (suit, rank) in enumerate(product(("clubs", "cups"), ("2", "10"))):
        for one in [rank, "t"] if rank == "10" else [rank]:
            expected |= {one + end: number for end in ends[suit]}
    assert found == expected, "`2c` may be clubs or cups, and `2` too"
    joker = card_spellings(program(), Wording(program()).faces)
    assert {text for text, face in joker.items() if face == program().deck[24]} == {"joker", "jo", "jk"}
    nine = next(n for n, face in enumerate(Wording(program()).faces) if face == "9♠")
    assert {text for text, face in joker.items() if face == nine} == {
        "9♠", "9♤", *(f"9{point}{'spades'[:n]}" for n in range(1, 7) for point in ("", ".")),
    }  # fmt: skip
    assert "9" not in joker


def test_suits_ranks_and_seats_are_read() -> None:
    assert suit_spellings(copies()) == {"clubs": 0, "club": 0, "♣": 0, "♧": 0, "cups": 1, "cup": 1}
    assert rank_spellings(copies()) == {rank.casefold(): number for number, rank in enumerate(copies().ranks)}
    assert seat_spellings(("Ann", "2", "Old  Dan")) == {
        "ann": 0, "2": 1, "old dan": 2, "1": 0, "player 1": 0, "seat 1": 0, "player 2": 1, "seat 2": 1, "3": 2,
        "player 3": 2, "seat 3": 2,
    }  # fmt: skip


def test_cards_players_and_teams_that_are_read() -> None:
    words = Words(program(), NAMES)
    face = {text: number for number, text in enumerate(words.faces)}
    for text, cards in (
        ("9♠", (face["9♠"],)), ("9s, JO", (face["9♠"], face["Joker"])), ("9s,9s", (face["9♠"],) * 2), ("nothing", ()), (" Nothing ", ()),
        ("", None), (",", None), ("9s x", None), ("9 s", None), ("??", None),
    ):  # fmt: skip
        assert words.read_cards(text) == cards, text
    assert [words.read_card(text) for text in ("9♠", "9S", "9♠ ", "joker", "9", "")] == [
        face["9♠"], face["9♠"], face["9♠"], face["Joker"], None, None,
    ]  # fmt: skip
    teams = {
        "Ann and Cyd": 0,
        "cyd": 0,
        "Bob and Old Dan": 1,
        "4 and 2": 1,
        "Ann and Bob": None,
        "Zoe": None,
        "Ann and Zoe": None,
    }
    for text, team in teams.items():
        assert (words.read_team(text), words.read_owner("team", text), words.read_owner(None, text)) == (
            team,
            team,
            None,
        )
    assert [words.read_owner("player", text) for text in ("old dan", "4", "seat 1", "5", "Ann and Cyd")] == [
        3,
        3,
        0,
        None,
        None,
    ]


def test_values_that_are_read() -> None:
    words = Words(program(), NAMES)
    maybe = Type("player", optional=True)
    read = [
        (NUMBER, "-3", -3), (NUMBER, "x", None), (NUMBER, "none", None), (FLAG, "Yes", 1), (FLAG, "no", 0), (FLAG, "1", None),
        (SUIT, "♥", program().suits.index("hearts")), (SUIT, "hearts x", None), (RANK, "k", program().ranks.index("K")),
        (PLAYER, "none", None), (maybe, "none", -1), (maybe, "Bob", 1), (TEAM, "bob", 1), (STRAIN, "no trump", 4),
        (STRAIN, "NO_TRUMP", 4), (STRAIN, "low", 5), (STRAIN, "club", program().suits.index("clubs")), (KIND, "club", None),
        (KIND, "All low", 1), (KIND, "none", None), (PLAYERS, "Ann and Bob", 3), (PLAYERS, "ann, old dan", 9),
        (PLAYERS, "ann bob", 3), (PLAYERS, "nobody", 0), (PLAYERS, "Zoe", None), (PLAYERS, "Ann and Zoe", None),
        (SUITS, "nothing", 0), (SUITS, "spades, hearts", sum(1 << program().suits.index(one) for one in ("spades", "hearts"))),
        (CARDS, "nothing", 0), (CARDS, "", None), (CARDS, "??", None), (CARD, "??", None), (CARD, "x", None), (Type("face"), "9♠", None),
    ]  # fmt: skip
    for type, text, value in read:
        assert words.read_value(type, text) == value, (type, text)
    assert words.read_value(CARD, "9♠") == program().deck.index(words.read_card("9♠"))
    several = Words(copies())
    assert [several.read_value(CARD, text) for text in ("2♣", "10cu")] == [0, 9]
    assert [several.read_value(CARDS, text) for text in ("2♣ 2♣", "2♣ 2♣ 2♣ 2♣", "2cup 2♣")] == [0b11, None, 0b1000001]


def test_what_a_text_may_be_the_same_as() -> None:
    words = Words(copies())
    for type, value, text, same in (
        (CARD, 2, "2♣", True), (CARD, 3, "2♣", False), (CARD, -1, "2♣", False), (CARD, 2, "??", None), (CARD, 2, "x", None),
        (CARDS, 0b110, "2♣ 2♣", True), (CARDS, 0b10, "2♣ 2♣", False), (CARDS, 0b1001, "10♣ 2♣", True), (CARDS, 0, "nothing", True),
        (CARDS, 0b10, "2♣ ??", None), (NUMBER, 4, "4", True), (NUMBER, 4, "5", False), (NUMBER, 4, "x", None),
    ):  # fmt: skip
        assert words.same(type, value, text) is same, (value, text)


# -------------------------------------------------------------------------------------------------------------- choices


def test_the_choices_that_a_text_may_mean() -> None:
    words, asked = Words(copies()), copies().asks[0].alternatives
    assert [one.texts[0].strip() for one in asked] == ["play", "pass", "give", "call", "rest"]
    assert words.choices(asked, "play 2♣") == [Choice(0, (0,))]
    assert words.choices(asked, "Play  2C") == [], "clubs or cups"
    assert words.choices(asked, "pass 2♣ 2♣ 10cup") == [Choice(1, (0b11 | 1 << 9,))]
    assert words.choices(asked, "give 10cups to B") == [Choice(2, (9, 1))]
    assert words.choices(asked, "give 10cups to ") == []
    assert words.choices(asked, "call 2") == [Choice(3, (2,))]
    assert words.choices(asked, "call 22") == [Choice(3, (22,))]
    assert words.choices(asked, " REST ") == [Choice(4, ())]
    assert words.choices(asked, "rest now") == words.choices(asked, "call") == words.choices(asked, "xplay 2♣") == []

    def pool(number: int, name: int, values: tuple[int, ...]) -> int | None:
        return 0b100100 if (number, name, values) != (2, 1, (2,)) else None

    assert words.choices(asked, "play 2♣", pool) == [Choice(0, (2,))]
    assert words.choices(asked, "play 10♣", pool) == [Choice(0, (5,))]
    assert words.choices(asked, "play 2cup", pool) == [Choice(0, (6,))], "of those that are not there the first"
    assert words.choices(asked, "pass 2♣ 2♣", pool) == [Choice(1, (0b101,))]
    assert words.choices(asked, "give 2♣ to B", pool) == [Choice(2, (2, 1))]
    assert [*words.bare(asked, "2♣", pool)] == [Choice(0, (2,)), Choice(1, (0b100,))]
    assert [*words.bare(asked, "2")] == [Choice(3, (2,))]
    assert [*words.bare(asked, "rest")] == []


def test_the_choices_that_a_text_may_mean_with_each_of_identical_cards() -> None:
    words, asked = Words(copies()), copies().asks[0].alternatives
    assert words.meant(asked, "play 10♣") == [Choice(0, (card,)) for card in (3, 4, 5)]
    assert words.meant(asked, "give 2♣ to B") == [Choice(2, (card, 1)) for card in (0, 1, 2)]
    assert words.meant(asked, "pass 2♣") is None
    assert words.meant(asked, "play ??") is None
    assert words.meant(asked, "nonsense") == []
    single, tricks = Words(program(), NAMES), program().asks[0].alternatives
    card = program().deck.index(single.read_card("9♠"))
    assert single.meant(tricks, "play 9♠") == [Choice(0, (card,))]
    assert [*single.choices(tricks, "play 9♠")] == [Choice(0, (card,))]
    assert single.choices(tricks, "play 9♠") is single.choices(tricks, "play 9♠"), "it is read once"
    assert words.choices(asked, "play 2♣") is not words.choices(asked, "play 2♣"), "it depends on the cards there"
    assert [*words.match(asked[0], "play ??")] == [{0: ParsedFaces((NO_FACE,), single=True)}]
    assert [*words.match(asked[1], "pass ?? 2♣")] == [{0: ParsedFaces((0, NO_FACE), single=False)}]


@pytest.mark.parametrize("most", [1, 2, 3])
def test_what_was_read_and_written_is_kept_up_to_a_limit(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parse, "_MOST_KNOWN", most)
    monkeypatch.setattr(format, "_MOST_KNOWN", most)
    words, asked = Words(program(), NAMES), program().asks[0].alternatives
    for number in range(7):
        face = words.faces[program().deck[number]]
        assert [*words.choices(asked, f"play {face}")] == [Choice(0, (number,))]
        assert words.label(asked[0], (number,)) == f"play {face}"
        assert len(words._known) == len(words._labels) == number % most + 1


def test_labels_with_cards_that_must_not_be_known() -> None:
    words, asked = Words(copies()), copies().asks[0].alternatives
    for alternative, values, seen, label in (
        (0, (3,), None, "play 10♣"), (0, (3,), 1 << 3, "play 10♣"), (0, (3,), 1 << 4, "play ??"), (0, (-1,), 0, "play none"),
        (1, (0b1011,), 0b1010, "pass 2♣ 10♣ ??"), (1, (0b1011,), 0, "pass ?? ?? ??"), (1, (0,), 0, "pass nothing"),
        (2, (9, 1), 0, "give ?? to B"), (3, (2,), 0, "call 2"), (4, (), 0, "rest"),
    ):  # fmt: skip
        assert words.label(asked[alternative], values, seen) == label
