"""Small parts of replays, by hand: copies of data, and which lines have hidden cards or say what is drawn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from hoyle.dsl.source.span import NOWHERE
from hoyle.dsl.types import SUIT
from hoyle.interpreter.engine import Engine
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.records import Drawn, Moved, Where
from hoyle.interpreter.replay.again import ChanceAgain
from hoyle.interpreter.replay.copying import independent
from hoyle.interpreter.replay.events import Branched, Commented, Failed, Held, ReplayEvent, Returned, mainline
from hoyle.interpreter.replay.hidden import has_hidden
from hoyle.interpreter.replay.position import _follow
from hoyle.interpreter.replay.unsaid import says_draws

from ...small_constructs import construct_game


@dataclass
class Changing:
    """Data that can change."""

    numbers: list[int] = field(default_factory=lambda: [1])
    inner: dict[str, list[int]] = field(default_factory=lambda: {"a": [2]})
    seen: set[int] = field(default_factory=lambda: {3})


@dataclass(frozen=True)
class Fixed:
    """Data that cannot change, whatever it holds."""

    numbers: list[int]


def test_a_copy_shares_nothing_that_can_change() -> None:
    fixed, text = Fixed([1]), "text"
    whole = [Changing(), {"key": fixed}, (text, 1), None]
    made = independent(whole)
    assert made == whole
    assert made is not whole
    one, other = whole[0], made[0]
    assert isinstance(one, Changing)
    assert isinstance(other, Changing)
    assert other is not one
    other.numbers.append(2)
    other.inner["a"].append(5)
    other.inner["b"] = []
    other.seen.add(9)
    assert (one.numbers, one.inner, one.seen) == ([1], {"a": [2]}, {3})
    assert made[1] is not whole[1]
    assert made[1]["key"] is fixed  # type: ignore[index]
    assert made[2] is whole[2]


def answer(text: str, *draws: str) -> m.Answer:
    return m.Answer(m.SpannedText("A"), m.SpannedText(text), tuple(map(m.SpannedText, draws)))


def trick(*cards: str) -> m.Trick:
    return m.Trick(tuple(m.CardPlay(m.SpannedText("A"), m.SpannedText(card)) for card in cards))


def line(*steps: m.Step) -> m.SideLine:
    return m.SideLine(m.SpannedText("what if"), steps)


def test_hidden_cards_are_found_in_choices_tricks_and_side_lines() -> None:
    assert has_hidden([answer("play ??")])
    assert has_hidden([answer("pass"), trick("A♠", "??")])
    assert has_hidden([line(answer("pass"), line(answer("discard 2♣ ??")))])
    assert not has_hidden([answer("pass"), trick("A♠"), line(answer("pass")), m.Note("??")])
    assert not has_hidden([m.DealtCards(m.SpannedText("hand"), None, (m.SpannedText("??"),))])
    assert not has_hidden([])


def test_a_script_says_what_is_drawn_if_one_line_does() -> None:
    assert says_draws([answer("pass"), answer("draw", "A♠")])
    assert says_draws([answer("pass"), line(answer("draw", "A♠"))])
    assert not says_draws([answer("draw"), line(answer("draw")), trick("A♠")])
    assert not says_draws([])


def test_a_side_line_did_not_happen_but_its_failure_did() -> None:
    names: dict[str, Any] = {"(": Branched, ")": Returned, "h": Held, "c": Commented, "F": Failed}
    for whole, main in (
        ("hch", "hch"), ("h(c)h", "hh"), ("h(c(h)c)c", "hc"), ("(c)", ""), ("h(cF", "hF"), ("h(c(F", "hF"), ("hF", "hF"), ("h()c", "hc"),
        ("(c)(h)F", "F"), ("", ""),
    ):  # fmt: skip
        events: list[ReplayEvent] = [names[letter].__new__(names[letter]) for letter in whole]
        found = "".join(next(letter for letter, kind in names.items() if type(one) is kind) for one in mainline(events))
        assert found == main, whole


@pytest.mark.parametrize("name", ["values", "choices", "alike"])
def test_what_holds_cards_follows_them_where_they_are_exchanged(name: str) -> None:
    """Each card becomes the next one: in variables, in the names of choices, and in what players know."""
    program = lower(construct_game(name))
    engine = Engine(program)
    size = len(program.deck)
    state = engine.start(seed=2)
    before: Any = state.values.copy()
    typed = {info.base + owner: info.type for info in program.variables for owner in range(info.count)}
    typed |= {bound.slot: bound.type for ask in program.asks for one in ask.alternatives for bound in one.bound}
    for number, (slot, type) in enumerate(typed.items()):
        if type.kind == "card":
            before[slot] = number % size if number % 3 else -1
        elif type.kind == "set":
            before[slot] = 0b101 << number % (size - 2) if type.holds_cards else 0b11
    for player in range(program.players) if program.known >= 0 else ():
        before[program.known + player] = 0b1001 << player
    moved = {card: (card + 1) % size for card in range(size)}
    after: Any = [*before]
    _follow(engine, after, moved)

    def turned(mask: int) -> int:
        return sum(1 << moved[card] for card in range(size) if mask >> card & 1)

    known = range(program.known, program.known + program.players) if program.known >= 0 else range(0)
    holding = 0
    for slot, (one, other) in enumerate(zip(before, after, strict=True)):
        type = typed.get(slot)
        if slot in known or (type is not None and type.holds_cards):
            assert other == turned(one)
            holding += 1
        elif type is not None and type.kind == "card":
            assert other == moved.get(one, one)
            holding += 1
        else:
            assert other == one
    assert holding >= 2


def test_what_chance_gave_is_given_again_in_its_order() -> None:
    here, there = Where(0, -1), Where(1, 0)
    records = [
        Moved((4, 7), here, there, dealt=True, span=NOWHERE),
        Moved((9,), here, there, span=NOWHERE),
        Drawn("player", "dealer", 2, span=NOWHERE),
        Drawn("value", "trump", 3, span=NOWHERE),
        Drawn("card", "", 8, span=NOWHERE),
    ]
    chance = ChanceAgain(records)
    assert chance.card(here, there, (4, 5, 7)) == 4
    assert chance.card(here, None, (5, 7)) == 7
    assert chance.player("dealer", (0, 2)) == 2
    assert chance.random_value("trump", SUIT, (0, 1, 2, 3)) == 3
    assert chance.random_card("", (6, 8)) == 8
    assert chance.next(range(10)) is None, "nothing is left"
    assert ChanceAgain(records).random_card("", (2, 8)) == 2, "what cannot be drawn was dealt without a draw"
    assert ChanceAgain(records).player("dealer", (9,)) is None
