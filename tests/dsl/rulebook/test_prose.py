"""Every construct of the language has its sentence."""

from __future__ import annotations

import os
import typing
from pathlib import Path

import pytest

from hoyle.dsl import checked as core
from hoyle.dsl.difference import sentences
from hoyle.dsl.rulebook.plain import plain
from hoyle.dsl.rulebook.sections import Book, Chosen, rulebook
from hoyle.dsl.traversal import everything, inside, of_define, said

ROOT = Path(__file__).resolve().parents[3]

BASE = """\
game "Everything"
language 1
players 4, partners opposite
deck 2 3 4 5 6 7 8 9 10 J Q K A, 2 copies, 2 jokers
kind strain: suit or no_trump
shape run: 3 or more cards of one suit in sequence
shape meld: 3..4 cards of one rank or run
option target: 5..50 = 10 "points that end the game"
option mood = bold
    bold "one plays boldly"
    careful
option floor: yes or no = no
values pips of each card
    2..10: 2..10
    J Q K: 10
    joker: 20
    otherwise: 1
values price of each strain
    no_trump: 2
    otherwise: 1
zones
    stock: face down
    trick: face up
    turned: face up
    aside: face down
    discards: face up
    hand of each player: private
    won of each team: face down
    laid of each player: face up
remember
    dealer: player
    maker: player or none
    level: 0..8
    trump: strain
    led: suit or none
    out of each player: yes or no
    passed of each player: yes or no
    alone: yes or no
    broken: yes or no "hearts are broken"
    void of each player: yes or no "has run out of trumps"
    bid of each player: number
    tricks of each team: 0..26
    points of each team: number
    deals: number  # how many deals there were
    friends: teams
ranking
    trump: joker, A K Q J 10 9 8 7 6 5 4 3 2
    any other suit: A K Q J 10 9 8 7 6 5 4 3 2
define hand_size means 5
define worth(p: player) means total c.pips for c in p.hand
define rating(c: card, base: number) means
    c is joker -> base + 1
    c.rank in {J, Q} -> base * 2
    otherwise -> c.number
define fits(c: card) means c.suit = led or c is joker and not alone or trump is not a suit or level > 2
define first_trick means every p in players has p.laid is empty "it is the first trick"
define sitting_out means every p in players where maker is not none and p = maker.partner
"""

REST = """\
main
    set dealer to a random player
    repeat until highest points >= target
        gather every card into stock
        shuffle stock
        deal 5 from stock to hand of each player from dealer.left
        example(dealer, 3)
        add 1 to points of each team
        set dealer to dealer.left
    game over, won by the team with highest points, otherwise a draw

phase other(n: number)
    for p in players
        p chooses
            "stay"
            "leave"
                set p.out to yes
                add n to deals

phase other_one
    set deals to 0
    repeat 2 times
        other(1)

table settle(q: player)
    let gain be 2 if q = dealer otherwise 1
    always                   -> add 1 to deals
    q.team.tricks >= 3       -> add gain to q.team.points, set q.out to yes
    q.team.tricks in 1..2    -> nothing
    otherwise                -> paid(q, 1)

table paid(q: player, times: 1..2)
    floor -> set q.team.points to 0
    not floor -> subtract times from q.team.points

phase example(p: player, n: number)
"""


def text_of(body: str, more: str = "") -> str:
    lines = "".join(f"    {text}\n" for text in body.splitlines())
    return BASE + more + REST + lines


FILE = Path(__file__).parent / "golden" / "sentences.txt"


def examples() -> list[tuple[int, str, str]]:
    """The examples of the golden file: the line each begins on, its statements, its sentence."""
    found: list[tuple[int, str, str]] = []
    body: list[str] = []
    for number, text in enumerate(FILE.read_text("utf-8").splitlines(), 1):
        if text.startswith("    "):
            body.append(text[4:])
        elif text and not text.startswith("#"):
            found.append((number - len(body), "\n".join(body), text))
            body = []
    return found


def told(game: core.Game) -> str:
    """What the rulebook says of the phase `example`."""
    book = Book(game, Chosen({option: option.default for option in game.options}))
    phase = next(p for p in game.phases if p.name == "example")
    with book.scope():
        for param in phase.params:
            book.christen(param)
        return " ".join(sentences(book.told(phase)))


@pytest.mark.parametrize(("body", "sentence"), [pytest.param(b, s, id=f"line {n}") for n, b, s in examples()])
def test_each_statement_has_its_sentence(game_of, body: str, sentence: str) -> None:
    assert told(game_of(text_of(body))) == sentence


def test_the_examples_have_every_statement_and_expression(game_of, games) -> None:
    """A construct that is new to the language fails here until it is told, and has an example."""
    if os.environ.get("UPDATE_GOLDEN"):
        lines = [text for text in FILE.read_text("utf-8").splitlines() if text.startswith("#")] + [""]
        for _, body, _ in examples():
            lines += [*("    " + text for text in body.splitlines()), told(game_of(text_of(body))), ""]
        FILE.write_text("\n".join(lines), "utf-8")
    statements: set[type] = set()
    expressions: set[type] = set()
    for game in [*(game_of(text_of(body)) for _, body, _ in examples()), *games.values()]:
        roots = [e for define in game.defines for e in of_define(define)]
        roots += [after.condition for phase in game.phases for after in phase.afters]
        for st in everything(game):
            statements.add(type(st))
            roots += said(st)
        expressions |= {type(e) for root in roots for e in inside(root)}
    assert statements == set(typing.get_args(core.Stmt))
    assert expressions == set(typing.get_args(core.Expr))


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("after other: total points gained = 1", "After “Other”: all teams together have gained one point."),
        ("after other: dealer.team.points gained = 2", "After “Other”: the dealer's team has gained two points."),
        ("after other: dealer.team.points gained in {1, 4}",
         "After “Other”: the points gained by the dealer's team are 1 or 4."),
        ("after other: dealer.team.points gained < 0", "After “Other”: the dealer's team has lost points."),
        ("after other: highest points gained <= 2", "After “Other”: every team has gained at most two points."),
        ("after other: level gained = 0", "After “Other”: the level gained is 0."),
        ("always level < 3 or maker is not none", "At all times: if the level is at least 3, there is a maker."),
        ("always level < 3 or level in {5, 7}", "At all times: if the level is at least 3, the level is 5 or 7."),
        ("always alone or floor or trump in {clubs, spades}",
         "At all times: if “alone” does not apply, trump is clubs or spades."),
    ],
)  # fmt: skip
def test_what_must_hold(game_of, rule: str, said: str) -> None:
    game = game_of(text_of("nothing", rule + "\n"))
    text = plain(rulebook(game, Chosen({option: option.default for option in game.options})), 200)
    assert said in text, text[text.index("For checking") :][:300]


def test_every_operation_is_told() -> None:
    """Every built-in operation has words of its own, in its place or as a clause."""
    code = "".join(
        (ROOT / "dsl" / "rulebook" / name).read_text("utf-8")
        for name in ("nouns.py", "clauses.py", "comparisons.py", "phrases.py")
    )
    for op in typing.get_args(core.OpName):
        assert f'"{op}"' in code, op
