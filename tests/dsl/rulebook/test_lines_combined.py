"""Conditions and changes of every kind of value with every kind of limit, in words: tables of all combinations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from hoyle.dsl.checked import CheckedGame, If, Stmt
from hoyle.dsl.rulebook.context import Book, RulebookSettings
from hoyle.dsl.rulebook.plain import lines_of, words
from hoyle.dsl.rulebook.speech import new_book

from ...golden import same_as_file
from ..small_lines import LINES, Entry

NUMBERS = {
    "owned": ("p.points", "q.boxes", "p.team.tricks", "p.skill"),
    "shared": ("level", "height", "tries", "goal", "number of players"),
    "sizes": ("size of p.hand", "size of heap", "size of out", "size of cs", "size of void", "size of p.laid(1)"),
    "counted": ("(number of c in p.hand where c.rank = J)", "(number of r in players where r.points > 1)", "(total points)",
                "(total pips of p.hand)", "(total points of out)", "(total c.pips for c in heap)"),
    "best": ("(highest points)", "(lowest boxes)", "(highest size of r.hand for r in players)", "(highest pips of p.hand)",
             "(lowest c.number for c in heap where c.suit = hearts)"),
    "made": ("weight(p)", "winning(p.team)", "2 * p.boxes", "p.points + p.boxes", "level - height", "(2 if seen otherwise 0)"),
}  # fmt: skip
LIMITS = ("0", "1", "2", "p.points", "size of dealer.hand", "(highest points)")
OTHERS = {
    "card": (("best", "best.face"), ("called", "2 of hearts", "top of heap")),
    "suit": (("best.suit", "trump", "p.wanted", "called.suit"), ("hearts", "trump", "(top of heap).suit")),
    "rank": (("best.rank", "called.rank"), ("J", "2", "(top of heap).rank")),
    "color": (("trump.color", "best.suit.color"), ("red", "(top of heap).suit.color")),
    "player": (("p", "caller", "p.friend", "dealer.partner", "q"), ("p", "dealer", "caller", "q.left(2)")),
    "team": (("p.team", "dealer.team.opponents"), ("p.team", "caller.team")),
    "word": (("feel",), ("calm", "wild")),
    "flag": (("seen", "p.must_pass", "open"), ("yes", "no", "q.must_pass")),
    "players": (("out", "side(p)"), ("{}", "players", "{p, q}", "side(q)")),
    "suits": (("void",), ("{}", "suits", "{hearts}")),
    "cards": (("p.hand", "heap", "cs", "(p.hand except (p.hand left over by runs with least pips))", "(p.hand except best)"), ("{}", "p.hand", "heap", "dealer.hand")),
}  # fmt: skip


@cache
def small_game() -> str:
    """The game of `rare.txt` with a few things more."""
    text = (LINES / "rare.txt").read_text(encoding="utf-8").partition("----\n")[0]
    text = text.replace("    level: number\n", "    level: number\n    tries: 0..3\n    skill of each player: number\n")
    return text.replace(
        "                add n to p.boxes\n",
        "                add n to p.boxes\n                set tries to 1\n                add 1 to p.skill\n",
    )


def statements_of(lines: Sequence[str]) -> tuple[CheckedGame, list[Stmt]]:
    """The meaning of statements about a player `p`, another one `q`, and some cards `cs`."""
    head = ["let q be p.left", "let cs be p.hand + top of heap"]
    found = Entry("\n".join(f"> {line}" for line in (*head, *lines)), small_game()).resolved()
    assert found.game is not None, [str(one) for one in found.diagnostics]
    tried = next(phase for phase in found.game.phases if phase.name == "tried")
    return found.game, [*tried.body[2 : len(lines) + 2]]


def clauses(conditions: Sequence[str]) -> Iterator[str]:
    """Each condition in words, and what is said if it does not hold."""
    game, statements = statements_of([f"if {one}: add 1 to level" for one in conditions])
    book = new_book(game, RulebookSettings({}))
    for text, st in zip(conditions, statements, strict=True):
        assert isinstance(st, If)
        said = [book.clause(st.condition, holds) for holds in (True, False)]
        yield f"{text}: {said[0]} | {said[1]}"


@pytest.mark.parametrize("kind", [*NUMBERS])
def test_numbers_are_compared(kind: str) -> None:
    conditions = [
        "p.points = q.points",
        *(f"{one} {op} {limit}" for one, op, limit in product(NUMBERS[kind], ("=", "<", ">"), LIMITS) if one != limit),
    ]
    conditions += [
        f"{one} in {low}..{high}"
        for one in NUMBERS[kind]
        if " if " not in one
        for low, high in (("1", "1"), ("0", "1"), ("1", "4"), ("level", "goal"))
    ]
    same_as_file(
        Path(__file__).with_name("combined") / f"numbers_{kind}.txt",
        "".join(f"{line}\n" for line in clauses(conditions)),
    )


@pytest.mark.parametrize("kind", [*OTHERS])
def test_other_values_are_compared(kind: str) -> None:
    values, limits = OTHERS[kind]
    conditions = [f"{one} = {limit}" for one, limit in product(values, limits) if one != limit]
    conditions += [f"{one} is none" for one in values if kind in ("card", "suit", "player")]
    conditions += [f"{one} is empty" for one in values if kind in ("players", "suits", "cards")]
    same_as_file(
        Path(__file__).with_name("combined") / f"others_{kind}.txt",
        "".join(f"{line}\n" for line in clauses(conditions)),
    )


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("p.points > 2 and winning(p.team) != 2", "if the player has more than two points"),
        ("winning(p.team) = 2 or p.points > 2", "if the player has more than two points"),
        ("(2 if seen otherwise 0) in 0..4 and p.points > 2", "if the player has more than two points"),
        ("p.points > 2 and winning(p.team) in 1..4",
         "if the player has more than two points and the player's team has more than three tricks"),
        ("not (p.points > 2 and winning(p.team) in 1..4)",
         "if the player has at most two points or the player's team has at most three tricks"),
        ("(p.points > 2 if winning(p.team) = 2 otherwise seen)", "if “seen” applies"),
        ("any r in players has winning(p.team) < 2 and p.points > 2", "if the player has more than two points"),
    ],
)  # fmt: skip
def test_what_is_always_so_is_not_joined_to_another_condition(condition: str, said: str) -> None:
    game, (statement,) = statements_of([f"if {condition}: add 1 to level"])
    assert plainly(new_book(game, RulebookSettings({})), statement) == f"{said}, add 1 to the level"


CHANGES = {
    "numbers": (
        ("level", "p.points", "p.skill", "points of each player", "p.team.tricks", "tries"),
        ("1", "3", "0", "p.points", "p.skill", "2 * p.boxes", "25 * p.skill", "q.boxes * 2", "(2 if seen otherwise 0)",
         "(3 if seen otherwise 1)", "p.points + 1", "size of p.hand", "winning(p.team)"),
        ("add {1} to {0}", "subtract {1} from {0}", "set {0} to {1}"),
    ),
    "flags": (("seen", "p.must_pass", "must_pass of each player", "q.took_part"), ("yes", "no", "p.points > 2", "not seen"), ("set {0} to {1}",)),
    "people": (("caller", "p.friend", "friend of each player"), ("none", "p", "dealer.left", "a random player"), ("set {0} to {1}",)),
    "suits": (("trump", "p.wanted"), ("none", "hearts", "best.suit", "trump.sister"), ("set {0} to {1}",)),
    "sets": (("out",), ("out + p", "out except p", "out + {p, q}", "{}", "players", "players except p", "{q}", "side(p)"), ("set {0} to {1}",)),
    "more_sets": (("void", "cs"), ("{0} + {1}", "{0} except {1}"), ("set {0} to {1}",)),
    "cards": (("best", "called"), ("none", "2 of hearts"), ("set {0} to {1}",)),
}  # fmt: skip
"""Targets, values and forms of statements that change something."""


@pytest.mark.parametrize("kind", [*CHANGES])
def test_values_are_changed(kind: str) -> None:
    targets, values, forms = CHANGES[kind]
    lines = [form.format(*some) for form, *some in product(forms, targets, values)]
    if kind == "more_sets":
        more = {"void": "hearts", "cs": "top of heap"}
        lines = [f"set {one} to {value.format(one, more[one])}" for one, value in product(targets, values)]
    if kind == "cards":
        lines = [
            "set best to none",
            "set best to top of heap",
            "set called to none",
            "set called to 2 of hearts",
            "set called to J of trump",
        ]
    game, statements = statements_of(lines)
    book = new_book(game, RulebookSettings({}))
    said = [plainly(book, st) for st in statements]
    same_as_file(
        Path(__file__).with_name("combined") / f"changes_{kind}.txt",
        "".join(f"{line}: {text}\n" for line, text in zip(lines, said, strict=True)),
    )


def plainly(book: Book, st: Stmt) -> str:
    """The sentences for a statement."""
    said = book.sayings(book.folding.block((st,)))
    return " / ".join(line for one in said for line in [words(one.line), *lines_of(one.blocks, 10_000)])
