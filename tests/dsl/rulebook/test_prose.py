"""The rulebook has a sentence for every construct of the language."""

from __future__ import annotations

import itertools
import os
import re
import typing
from dataclasses import replace
from pathlib import Path

import pytest

from hoyle.dsl import checked as core
from hoyle.dsl.difference import steps
from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.names import christen
from hoyle.dsl.rulebook.plain import plain
from hoyle.dsl.rulebook.sections import phase_blocks, rulebook
from hoyle.dsl.rulebook.speech import new_book
from hoyle.dsl.traversal import everything, inside, of_define, own_expressions

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
    gone: players
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
    """The examples of the golden file: the line where each starts, its statements and its sentence."""
    found: list[tuple[int, str, str]] = []
    body: list[str] = []
    for number, text in enumerate(FILE.read_text("utf-8").splitlines(), 1):
        if text.startswith("    "):
            body.append(text[4:])
        elif text and not text.startswith("#"):
            found.append((number - len(body), "\n".join(body), text))
            body = []
    return found


def described(game: core.CheckedGame) -> str:
    """The rulebook's sentences about the phase `example`.  No variable counts as constant."""
    book = new_book(game, RulebookSettings({option: option.default for option in game.options}))
    book.folding = replace(book.folding, fixed={})
    phase = next(p for p in game.phases if p.name == "example")
    with book.scope():
        for param in phase.params:
            christen(book, param)
        return " ".join(text for _, text in steps(phase_blocks(book, phase)))


@pytest.mark.parametrize(("body", "sentence"), [pytest.param(b, s, id=f"line {n}") for n, b, s in examples()])
def test_each_statement_has_its_sentence(game_of, body: str, sentence: str) -> None:
    assert described(game_of(text_of(body))) == sentence


def test_the_examples_contain_every_statement_and_expression(game_of, games) -> None:
    """A new construct of the language fails this test until it has a sentence and an example."""
    if os.environ.get("UPDATE_GOLDEN"):
        lines = [text for text in FILE.read_text("utf-8").splitlines() if text.startswith("#")] + [""]
        for _, body, _ in examples():
            lines += [*("    " + text for text in body.splitlines()), described(game_of(text_of(body))), ""]
        FILE.write_text("\n".join(lines), "utf-8")
    statements: set[type] = set()
    expressions: set[type] = set()
    shown = (game_of(text_of(body)) for _, body, _ in examples())
    for game in itertools.chain(shown, games.values()):  # of the rulesets as many as are needed
        roots = [e for define in game.defines for e in of_define(define)]
        roots += [after.condition for phase in game.phases for after in phase.afters]
        for st in everything(game):
            statements.add(type(st))
            roots += own_expressions(st)
        expressions |= {type(e) for root in roots for e in inside(root)}
        if len(statements) == len(typing.get_args(core.Stmt)) and len(expressions) == len(typing.get_args(core.Expr)):
            break
    assert statements == set(typing.get_args(core.Stmt))
    assert expressions == set(typing.get_args(core.Expr))


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("total points gained = 1", "all teams together have gained one point"),
        ("dealer.team.points gained = 2", "the dealer's team has gained two points"),
        ("dealer.team.points gained in {1, 4}", "the points gained by the dealer's team are 1 or 4"),
        ("dealer.team.points gained < 0", "the dealer's team has lost points"),
        ("highest points gained <= 2", "every team has gained at most two points"),
        ("level gained = 0", "the level gained is 0"),
        ("level mod 4 = 0", "the level is a multiple of 4"),
        ("level mod 2 != 0", "the level is not even"),
    ],
)
def test_sentences_about_gained_points(game_of, rule: str, said: str) -> None:
    game = game_of(text_of("nothing", f"after other: {rule}\n"))
    chosen = RulebookSettings({option: option.default for option in game.options})
    other = next(phase for phase in game.phases if phase.name == "other")
    assert new_book(game, chosen).clause(other.afters[0].condition) == said


def test_invariants_of_the_author_are_not_written(game_of) -> None:
    """`after` and `always` are for authors.  Players need not know them."""
    game = game_of(text_of("nothing", "after other: level = 3\nalways level < 4\n"))
    text = plain(rulebook(game, RulebookSettings({option: option.default for option in game.options})), 200)
    assert "For checking" not in text
    assert "level is 3" not in text


def rules_of(game_of, body: str, more: str = "") -> str:
    game = game_of(text_of(body, more))
    return plain(rulebook(game, RulebookSettings({option: option.default for option in game.options})), 10_000)


def test_conditions_that_never_hold_are_not_written(game_of) -> None:
    """In this game no player becomes the maker or is void in a suit.  The rulebook mentions neither."""
    text = rules_of(game_of, "if maker is not none: set deals to 3\nif p.void: set deals to 4\nset maker to none")
    assert "maker" not in text
    assert "trumps" not in text.partition("Course")[2]
    text = rules_of(game_of, "if maker is not none: set deals to 3\nset maker to p")
    assert "If there is a maker, set the number of deals to 3." in text


@pytest.mark.parametrize(
    ("direction", "turning", "said"),
    [
        ("", "", "The player two places to the dealer's left"),
        (", counterclockwise", "", "The player two places to the dealer's right"),
        ("", "play the other way round", "The player two turns after the dealer"),
    ],
)
def test_the_next_player_sits_where_the_direction_of_play_says(
    game_of, direction: str, turning: str, said: str
) -> None:
    text = f"set dealer to dealer.next.next\n{turning}".rstrip()
    game = game_of(text_of(text, "").replace("partners opposite", f"partners opposite{direction}"))
    written = plain(rulebook(game, RulebookSettings({option: option.default for option in game.options})), 10_000)
    assert said in written


def test_a_limit_below_every_value_is_left_out(game_of) -> None:
    text = rules_of(game_of, 'p chooses\n    "stay"\n    "go" if level < 0\n        set level to 2')
    assert "Stay." in text
    assert "Go." not in text
    assert "Go (" not in text


@pytest.mark.parametrize(("number", "rest"), [("7 mod (0 - 2)", -1), ("(0 - 7) mod 2", 1), ("(0 - 7) / 2", -4)])
def test_a_remainder_is_described_as_the_engine_computes_it(game_of, number: str, rest: int) -> None:
    """The remainder has the sign of the divisor, and a division rounds down."""
    assert f"Set the number of deals to {rest}." in rules_of(game_of, f"set deals to target - target + {number}")


def test_only_the_first_row_that_can_hold_is_written(game_of) -> None:
    more = (
        "define price_of(c: card) means\n    target = 10 and c.rank in {J, Q} -> 10\n"
        "    c.rank = J -> 11\n    c.rank in {Q, K} -> 12\n    otherwise -> c.number\n"
    )
    text = rules_of(game_of, "set deals to total price_of(c) for c in p.hand", more)
    assert "11" not in text.partition("price of")[2].partition("Variations")[0]
    assert re.search(r"The card is a king +\| 12", text)


def test_always_is_written_for_a_row_that_certainly_holds(game_of) -> None:
    game = game_of(text_of("sure(p)", "table sure(q: player)\n    not floor -> nothing\n    floor -> set q.out to yes\n"
                                      "    always -> add 5 to q.team.points\n"))  # fmt: skip
    text = plain(rulebook(game, RulebookSettings({option: option.default for option in game.options})), 10_000)
    assert "gains 5 points" in text


def test_a_value_is_written_with_its_description(game_of) -> None:
    more = (
        'define price_of(c: card) means "what a card costs"\n    c.rank = J -> 11\n    c is joker -> 3\n'
        "    otherwise -> c.number\n"
    )
    text = rules_of(game_of, "set deals to total price_of(c) for c in p.hand", more)
    assert "(what a card costs)" in text


def test_every_operation_has_a_phrase() -> None:
    """Every built-in operation has a phrase of its own, as a value or as a clause."""
    code = "".join(
        (ROOT / "dsl" / "rulebook" / "expressions" / name).read_text("utf-8")
        for name in ("nouns.py", "arithmetic.py", "clauses.py", "comparisons.py", "phrases.py")
    )
    for op in typing.get_args(core.OpName):
        assert f'"{op}"' in code, op


def test_one_card_is_spoken_of_in_the_singular(game_of) -> None:
    for condition, words in (
        ("size of stock != 0", "there is at least one card in the stock"),
        ("size of stock > 0", "there is at least one card in the stock"),
        ("size of stock >= 1", "there is at least one card in the stock"),
        ("size of stock > 1", "there is more than one card in the stock"),
        ("size of stock > 2", "there are more than two cards in the stock"),
    ):
        text = rules_of(game_of, f"if {condition}: set level to 3")
        assert words in text
