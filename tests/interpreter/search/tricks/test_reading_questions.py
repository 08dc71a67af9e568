"""What is read from the question for a card to a trick, and the program that the kernel makes of it, as text; and the
patterns that are looked for, one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import (
    Binary,
    Branch,
    Const,
    Domain,
    Fold,
    Function,
    FunctionCall,
    Get,
    Goto,
    If,
    Mark,
    MoveAll,
    Program,
    Require,
    SetReg,
    SetSlot,
    ShowCards,
    Stmt,
    Tick,
    TrickRules,
    Unary,
    When,
    ZoneCards,
    ZoneRef,
)
from hoyle.interpreter.search.tricks.duties import _same
from hoyle.interpreter.search.tricks.reading import (
    TrickInPlay,
    UnreadQuestion,
    _behind_card,
    _duties,
    _goes_round,
    _looks,
    _of_winning_card,
    _played_cards,
    _shows,
    _until_played,
    _wins,
    read_question,
    with_card_code,
)
from hoyle.interpreter.search.tricks.symbols import UNKNOWN

from ....golden import same_as_file
from ....small_constructs import construct_game
from ....small_tricks import program_of
from ...lowering.test_small_games import changed_lines
from ...program_text import program_text
from .test_small_games import GAMES, PLAIN, TEXT, game_of

GOLDEN = Path(__file__).with_name("golden")
READ = ("plain", "dummy", "duty to trump", "duty to win", "partner wins", "free to play", "jacks any time", "royal pair",
        "who played the king", "lowest takes")  # fmt: skip


def with_dummy() -> Program:
    """A game in which a player chooses the cards of a remembered partner."""
    text = TEXT.format(**(PLAIN | {"clauses": "with maker playing for idle, following suit, taken by leader"}))
    text = text.replace("dealer, maker: player", "dealer, maker, idle: player")
    return program_of(
        text.replace(
            "    set trump to a", "    set idle to maker.partner\n    show idle.hand to everyone\n    set trump to a"
        )
    )


def slot_names(program: Program) -> dict[int, str]:
    return {info.base + owner: f"{info.name}{owner or ''}" for info in program.variables for owner in range(info.count)}


def lines_of(program: Program, number: int) -> Iterator[str]:
    """What a question says, line by line."""
    names = slot_names(program)
    try:
        question = read_question(program, number)
    except UnreadQuestion as error:
        yield f"question {number}: {error.what}"
        return
    yield f"question {number}:"
    for one in fields(question):
        value: Any = getattr(question, one.name)
        if isinstance(value, frozenset):
            value = " ".join(names.get(slot, f"${slot}") for slot in sorted(value))
        yield f"    {one.name}: {value}"


@pytest.mark.parametrize("name", [*READ, "idle partner"])
def test_what_is_read_from_a_question_and_made_of_it(name: str) -> None:
    program = with_dummy() if name == "idle partner" else game_of(name)
    found = [line for number in range(len(program.asks)) for line in lines_of(program, number)]
    questions: dict[int, Any] = {}
    for number in range(len(program.asks)):
        try:
            questions[number] = read_question(program, number)
        except UnreadQuestion:
            continue
    made = with_card_code(program, questions)
    found += [changed_lines(program_text(program), program_text(made))]
    found += [f"question {number}: own {one.own}, turn {one.turn}" for number, one in questions.items()]
    same_as_file(GOLDEN / f"read_{name.replace(' ', '_')}.txt", "\n".join(found))


def test_why_questions_of_small_games_are_not_read() -> None:
    found: list[str] = []
    for name in ("tricks", "choices", "flow", "alike", "turns"):
        program = lower(construct_game(name))
        found += [name, *(line for number in range(len(program.asks)) for line in lines_of(program, number))]
    same_as_file(GOLDEN / "read_constructs.txt", "".join(f"{line}\n" for line in found))


# ------------------------------------------------------------------------------------------------------ the patterns


def rules() -> TrickRules:
    program = game_of("plain")
    found = next(one.trick for one in program.asks if one.trick is not None)
    return replace(found, best=20, rest=21, led=22, winning=23, hand=1, trick=2)


def put(slot: int, value: Any = None, index: Any = None) -> SetSlot:
    return SetSlot(slot, index, Const(1) if value is None else value, -1, 0)


MORE, AS_MUCH = Binary(">", Get(5), Get(6)), Binary("or", Binary(">", Get(5), Get(6)), Binary("and", Get(5), Get(6)))
BEST = put(20)
TICK, MARK, CHECK = Tick(0), Mark("row", 0, None, 0), Require(Const(1), "", 0)


@pytest.mark.parametrize(
    ("played", "last"),
    [
        ((When(MORE, (BEST,), (), 0),), False),
        ((When(AS_MUCH, (BEST,), (), 0),), True),
        ((When(AS_MUCH, (MARK, put(7), BEST), (), 0),), True),
        ((When(Get(5), (BEST,), (), 0),), None),
        ((When(Binary("<", Get(5), Get(6)), (BEST,), (), 0), When(MORE, (BEST,), (), 0)), None),
        ((When(MORE, (put(7),), (), 0), TICK, When(AS_MUCH, (BEST,), (), 0)), True),
        ((When(MORE, (BEST,), (TICK,), 0),), None),
        ((When(MORE, (MARK,), (), 0),), None),
        ((BEST,), None),
        ((), None),
    ],
)  # fmt: skip
def test_who_wins_of_two_equal_cards(played: tuple[Stmt, ...], last: bool | None) -> None:
    assert _wins(played, rules()) is last


def test_the_slots_of_the_card_that_wins() -> None:
    opens = When(Binary("=", Get(23), Const(-2)), (MARK, put(22), put(30), put(31, index=Get(3))), (), 0)
    wins = When(MORE, (MARK, BEST, put(32), put(33, index=Get(3))), (), 0)
    assert _of_winning_card((opens, TICK, wins, put(34, Get(22)), put(35, Get(21))), rules(), 3) == {
        3, 20, 22, 30, 32, 34,
    }  # fmt: skip
    others = (
        When(Binary("=", Get(24), Const(-2)), (put(30),), (), 0), When(Binary("=", Get(23), Const(-1)), (put(31),), (), 0),
        When(Binary("=", Get(23), Const(-2)), (put(32),), (TICK,), 0), When(MORE, (put(33),), (), 0),
        When(MORE, (BEST, put(34)), (TICK,), 0), put(35, Get(22), index=Get(1)), put(36, Get(22, Get(1))),
    )  # fmt: skip
    assert _of_winning_card(others, rules(), 3) == {3, 20}


def test_the_card_that_each_seat_played_last() -> None:
    def noted(seat: int, slot: int, *, who: int = 3, card: int = 4) -> When:
        return When(Binary("=", Get(who), Const(seat)), (put(slot, Get(card)),), (), 0)

    assert _played_cards((noted(0, 40), TICK, noted(2, 42), noted(1, 50, who=9), noted(3, 51, card=9)), 3, 4, 4) == (
        40,
        -1,
        42,
        -1,
    )
    two = When(Binary("=", Get(3), Const(0)), (put(40, Get(4)), put(41, Get(4))), (), 0)
    otherwise = When(Binary("=", Get(3), Const(1)), (put(40, Get(4)),), (TICK,), 0)
    assert _played_cards((two, otherwise), 3, 4, 2) == (-1, -1)
    assert _played_cards((), 3, 4, 3) == (-1, -1, -1)


def test_whose_turn_is_next() -> None:
    def body(*more: Stmt, slot: int = 3, start: int = 3, kind: Any = "first", where: Any = None) -> tuple[Stmt, ...]:
        return (*more, put(slot, Fold(kind, 0, Domain("seats", (Get(21),), Get(start)), where, None, 0)), Goto(8))

    assert _goes_round(body(), 3) == 8
    assert _goes_round(body(TICK, CHECK, MARK), 3) == 8
    assert _goes_round(body(put(9)), 3) is None
    assert _goes_round(body(slot=4), 3) is None
    assert _goes_round(body(start=4), 3) is None
    assert _goes_round(body(slot=4, start=4), 3) is None
    assert _goes_round(body(kind="the"), 3) is None
    assert _goes_round(body(where=Const(1)), 3) is None
    assert _goes_round((), 3) is None


def test_what_every_game_does_when_a_card_is_played() -> None:
    out = put(21, Binary("without", Get(21), Get(3)))
    assert _until_played((TICK, out, put(9)), rules()) == (TICK, out)
    assert _until_played((out,), rules()) == (out,)
    assert _until_played((TICK, put(9)), rules()) is None
    assert _until_played((put(21, Binary("without", Get(22), Get(3))),), rules()) is None
    assert _until_played((put(22, Binary("without", Get(22), Get(3))),), rules()) is None
    assert _until_played((put(22, Binary("without", Get(21), Get(3))),), rules()) is None


def test_statements_that_only_show_cards() -> None:
    show = ShowCards(Const(1), None, 0)
    assert _shows(())
    assert _shows((show, MARK, TICK, CHECK, When(Const(1), (show,), (MARK,), 0)))
    assert not _shows((show, put(9)))
    assert not _shows((When(Const(1), (show,), (put(9),), 0),))
    assert not _shows((When(Const(1), (put(9),), (show,), 0),))
    assert not _shows((MoveAll(ZoneRef(0, None), ZoneRef(1, None), 0),))


def test_where_play_goes_on_behind_a_card() -> None:
    program = game_of("plain")

    def behind(last: Stmt, *blocks: Stmt) -> tuple[int, int]:
        made = [replace(program.blocks[0], body=(TICK, one)) for one in blocks]
        return _behind_card(replace(program, blocks=tuple(made)), last, 21)

    ends = Branch(Unary("not", Unary("any", Get(21))), 5, 6)
    assert behind(ends) == (5, 6)
    assert behind(Goto(0), ends) == (5, 6)
    assert behind(Branch(Const(1), 0, 1), ends, ends) == (5, 6)
    assert behind(Branch(Const(1), 0, 1), ends, Goto(0)) == (5, 6)
    assert behind(Branch(Const(1), 0, 0), Branch(Const(1), 1, 0), ends) == (5, 6)
    for last, blocks in (
        (Goto(0), [Goto(0)]),
        (Branch(Const(1), 0, 1), [ends, replace(ends, then=7)]),
        (Branch(Unary("not", Unary("any", Get(22))), 0, 0), [TICK]),
    ):
        with pytest.raises(UnreadQuestion, match="at each card"):
            behind(last, *blocks)


def test_what_looks_at_the_hand_or_at_what_follows() -> None:
    program = game_of("plain")
    plain, looking = (Function("", 0, 0, body) for body in (Get(9), ZoneCards(1, Get(3))))
    calling = replace(plain, body=FunctionCall(1, ()))
    for node, functions, looks in (
        (ZoneCards(1, None), (), True), (ZoneCards(2, None), (), False), (ZoneRef(1, None), (), True), (Get(9), (), False),
        (Get(7), (), True), (Binary("+", Const(1), Get(7)), (), True), (FunctionCall(0, ()), (plain,), False),
        (FunctionCall(0, ()), (looking,), True), (FunctionCall(0, ()), (calling, looking), True),
        (FunctionCall(0, ()), (calling, plain), False), (FunctionCall(0, (Get(7),)), (plain,), True),
        (FunctionCall(0, ()), (replace(plain, body=FunctionCall(0, ())),), False),
    ):  # fmt: skip
        assert _looks(replace(program, functions=functions), node, rules(), 7) is looks, node


def test_the_duties_of_whoever_plays() -> None:
    program = game_of("plain")
    hand = put(10, ZoneCards(1, Get(3)))
    able = Binary("intersect", Get(10), Get(11))
    follow = put(10, If(Unary("any", able), able, Get(10)))
    some = put(12, Fold("set", 0, Domain("mask", (Get(10),)), Get(9), None, 0))
    prefer = put(10, If(Unary("any", Get(12)), Get(12), Get(10)))
    also = put(
        10,
        If(
            Unary("any", able),
            Binary("union", able, Fold("set", 0, Domain("mask", (Get(10),)), Get(9), None, 0)),
            Get(10),
        ),
    )

    def read(*body: Stmt) -> Any:
        return _duties(program, body, rules(), 3)

    assert read() == (-1, (), -1, False)
    assert read(CHECK, hand, TICK, MARK) == (-1, (), 10, False)
    assert read(hand, follow) == (11, (), 10, False)
    assert read(hand, follow, some, prefer) == (11, (12,), 10, False)
    assert read(hand, some, prefer, some, prefer) == (-1, (12, 12), 10, False)
    assert read(hand, also) == (11, (), 10, True)
    for body in (
        (put(10, ZoneCards(2, Get(3))),), (put(10, ZoneCards(1, Get(4))),), (hand, hand), (follow,), (hand, follow, follow),
        (hand, some, prefer, follow), (hand, some), (hand, prefer), (hand, some, some, prefer), (hand, also, some, prefer),
        (hand, also, also), (hand, follow, also), (hand, some, prefer, also), (hand, put(9)), (hand, SetReg(0, Const(1))),
        (hand, put(10, If(Unary("any", able), Get(12), Get(10)))), (hand, put(11, If(Unary("any", able), able, Get(11)))),
        (hand, put(10, If(Unary("any", able), able, Get(11)))), (hand, some, put(10, If(Unary("any", Get(13)), Get(13), Get(10)))),
        (hand, put(12, Fold("set", 0, Domain("mask", (Get(10),)), ZoneCards(1, None), None, 0)), prefer),
        (hand, put(12, Fold("set", 0, Domain("mask", (Get(9),)), Get(9), None, 0)), prefer),
        (hand, follow, put(12, Fold("set", 0, Domain("mask", (Get(10),)), Get(11), None, 0)), prefer),
        (hand, put(10, If(Unary("any", able), Binary("union", able, Fold("set", 0, Domain("mask", (Get(10),)), Get(11), None, 0)), Get(10)))),
    ):  # fmt: skip
        assert read(*body) is None, body


def test_who_holds_a_card() -> None:
    play = TrickInPlay(0, 0, (0b11, 0, 0b10100, 0b1000), (), (), (0, 1, 2, 3), 0b11111, 2)
    assert [play.holder(card) for card in range(6)] == [0, 0, 2, 3, 2, -1]


def test_values_that_are_the_same() -> None:
    for one, other, same in (
        (3, 3, True), (3, 4, False), ((1, 2), (1, 2), True), ((1, 2), (2, 1), False), ((), (), True), ((1,), 1, False),
        (1, (1,), False), (UNKNOWN, UNKNOWN, True), (UNKNOWN, 3, False), (3, UNKNOWN, False), ((), UNKNOWN, False),
        (True, 1, True), (frozenset(), frozenset(), False), ((1,), frozenset(), False), (frozenset(), (1,), False),
    ):  # fmt: skip
        assert _same(one, other) is same, (one, other)
    assert set(READ) <= set(GAMES)
