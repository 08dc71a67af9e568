"""Cards by name: a face is remembered, compared with cards, offered, and taken apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hoyle.dsl.resolve.context import ResolveContext
from hoyle.dsl.resolve.declarations import Elaborator
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.parser import parse

Play = Callable[..., Any]
REMEMBER = """
called: face or none
other: face or none
kept: suit or none
rank_kept: rank or none
n: number
"""


def test_a_face_starts_as_none_and_names_a_card(play: Play) -> None:
    table = play("set other to A of clubs", remember=REMEMBER)
    assert table.var("called") == -1
    assert table.program.variables[1].type.words[table.var("other")] == "A of clubs"


@pytest.mark.parametrize("packs", [1, 2])
def test_a_card_equals_its_face_wherever_it_lies(play: Play, packs: int) -> None:
    main = """
    set called to A of spades
    add (number of c in stock where c = called) to n
    add (10 if (top of stock).face = called otherwise 0) to n
    add (100 if called != 2 of clubs and called = A of spades otherwise 0) to n
    let s be hearts
    set other to K of s
    add (number of c in stock where c = other and c.suit = other.suit and c.rank = other.rank) * 1000 to n
    set kept to other.suit
    set rank_kept to other.rank
    """
    table = play(main, remember=REMEMBER, deck=f"2 3 4 5 6 7 8 9 10 J Q K A, {packs} copies")
    assert table.var("n") == packs + 10 + 100 + 1000 * packs
    assert (table.var("kept"), table.var("rank_kept")) == (2, 11)


@pytest.mark.parametrize("packs", [1, 2])
def test_no_card_has_no_face(play: Play, packs: int) -> None:
    main = """
    add (number of c in stock where c = held) + (number of f in faces where held = f) to n
    set held to top of stock
    add 10 * (number of c in stock where c = held) + 100 * (number of f in faces where held = f) to n
    """
    table = play(main, remember=REMEMBER + "held: card or none\n", deck=f"2 3 A, {packs} copies")
    assert table.var("n") == 10 * packs + 100


def test_faces_are_offered_and_made_of_a_rank_and_a_suit(play: Play) -> None:
    main = """
    for p in players
        p chooses
            "call {f}" for f in faces where f.rank in {Q, K} and f.suit = hearts
                set called to f
            "call {r} of {s}" for r in {J, 10}, s in suits where face(r, s) != 10 of clubs
                set called to face(r, s)
    """
    table = play(main, remember=REMEMBER, players="2")
    assert table.labels[:2] == ["call Q of hearts", "call K of hearts"]
    assert "call 10 of clubs" not in table.labels
    table.choose("call J of spades")
    assert table.program.variables[1].type.words[table.var("called")] == "J of spades"
    assert table.choose("call K of hearts").var("called") == table.program.variables[1].type.words.index("K of hearts")


def test_a_joker_and_a_missing_card_have_no_face(play: Play) -> None:
    main = """
    add (number of c in stock where c.face is none) to n
    add (10 if dealer.held.face is none otherwise 0) to n
    set called to dealer.held.face
    """
    held = "define held(p: player) means first c in p.hand where c.rank = 2"
    table = play(main, more=held, remember=f"{REMEMBER}dealer: player", deck="2 3 4, 2 jokers")
    assert (table.var("n"), table.var("called")) == (12, -1)


def test_a_deck_given_row_by_row_has_only_its_own_faces(play: Play) -> None:
    main = """
    for p in players
        p chooses
            "call {f}" for f in faces where f.suit = birds or f.rank = 7
    set called to face(Rook, birds)
    set other to face(Rook, clubs)
    """
    deck = "\n    7 8 of clubs hearts\n    Rook of birds"
    table = play(main, remember=REMEMBER, deck=deck, players="2")
    assert table.labels == ["call 7 of clubs", "call 7 of hearts", "call Rook of birds"]
    table.choose(*["call Rook of birds"] * 2)
    assert (table.var("called"), table.var("other")) == (4, -1)


def mistakes(line: str) -> list[tuple[str, str, str | None]]:
    text = (
        'game "T"\nlanguage 1\nplayers 2\ndeck 2 3 A\nzones\n    stock: face down\n    hand of each player: private\n'
        "remember\n    called: face or none\n    held: card or none\n    points of each player: number\n"
        f"main\n    for p in players\n        {line}\n    game over, won by the player with highest points\n"
    )
    tree, found = parse(Source("t", text))
    if not found:
        context = ResolveContext()
        Elaborator(tree, context).game("t")
        found = tuple(context.diagnostics)
    return [(one.code, one.span.text, one.help) for one in found if one.code[0] == "E"]


@pytest.mark.parametrize(
    ("line", "code", "at", "help"),
    [
        ("set held to A of clubs", "E0405", "A of clubs",
         "remember it by its name: `called: face or none`; or a card that lies somewhere: `the c in …`"),
        ("set called to top of stock", "E0401", "top of stock", "write `c.face`: what is printed on the card"),
        ("set called to A", "E0401", "A", "write `A of …`, with its suit"),
        ("set called to face(A)", "E0403", "face(A)", "write `face(r, s)`, with a rank and a suit; of a card it is `c.face`"),
        ("set called to face(clubs, A)", "E0401", "clubs", None),
        ("move called to p.hand", "E0401", "called",
         "it is a name, no card: `the c in … where c = called` is the card that lies there"),
        ("if called.number = 3: nothing", "E0312", "number", None),
        ("if p = called: nothing", "E0407", "p = called", None),
        ("if any c in p.hand has c in called: nothing", "E0407", "c in called", None),
        ("set called to Ace of clubs", "E0305", "Ace", None),
    ],
)  # fmt: skip
def test_a_wrong_line_is_answered(line: str, code: str, at: str, help: str | None) -> None:
    found = mistakes(line)
    assert (found[0][0], found[0][1]) == (code, at)
    if help is not None:
        assert found[0][2] == help
