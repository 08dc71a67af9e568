"""Small parts of replays, by hand: copies of data, and which lines have hidden cards or say what is drawn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hoyle.interpreter.notation import model as m
from hoyle.interpreter.replay.copying import independent
from hoyle.interpreter.replay.events import Branched, Commented, Failed, Held, ReplayEvent, Returned, mainline
from hoyle.interpreter.replay.hidden import has_hidden
from hoyle.interpreter.replay.unsaid import says_draws


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
