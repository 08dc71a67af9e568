"""Scripts of the worked round with one mistake each: the code, the exact place and the underlined text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hoyle.dsl.codes.table import CODES
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.interpreter.replay.events import Ended, ReplayEvent

CASES = [
    # in the worked round: the text replaced, its replacement, the code, the underlined text
    ("game texas_euchre", "game texas_uchre", "E1030", "texas_uchre"),
    ("first dealer A", "option targt 50\nfirst dealer A", "E1032", "targt"),
    ("first dealer A", "option target 5\nfirst dealer A", "E1033", "5"),
    ("first dealer A", "first dealer X", "E1035", "X"),
    ("B: lay 2♣", "E: lay 2♣", "E1035", "E"),
    ("hand A: 4♠", "hand A: 1♠", "E1040", "1♠"),
    ("hand A: 4♠", "hand A: K♥", "E1041", "K♥"),
    ("hand A: 4♠", "hand A: 2♣", "E1041", "2♣"),
    ("hand A: 4♠ ", "hand A: ", "E1044", "hand"),
    ("hand A: 4♠", "hand A: 3♠ 4♠", "E1043", "K♦"),
    ("hand A:", "hadn A:", "E1045", "hadn"),
    ("C: lay 6♦", "D: lay 6♦", "E1050", "D"),
    ("B: lay 2♣", "B: discard 2♣", "E1051", "discard 2♣"),
    ("B: lay 2♣, draws 4♥", "B: throw down", "E1052", "throw down"),
    ("B: lay 2♣, draws 4♥", "B: lay nothing", "E1052", "lay nothing"),
    ("C 3♣, D 3♠, A 7♣, won by B", "C 3♣, D 3♠, A 7♣, won by C", "E1065", "C"),
    ("draws 4♦ 5♣", "draws 4♦", "E1044", "4♦"),
]


@pytest.mark.parametrize(("old", "new", "code", "underlined"), CASES)
def test_one_mistake_has_its_code_and_place(
    worked_round: str, wrong: Callable[[str], Diagnostic], old: str, new: str, code: str, underlined: str
) -> None:
    assert old in worked_round
    text = worked_round.replace(old, new, 1)
    found = wrong(text)
    assert (found.code, found.span.text) == (code, underlined)
    assert found.span.source.name == "test.play"


def test_several_players_on_one_line_get_the_advice_of_a_line_each(
    worked_round: str, wrong: Callable[[str], Diagnostic]
) -> None:
    found = wrong(worked_round.replace("B: lay 2♣", "B, C: lay 2♣", 1))
    assert (found.code, found.span.text) == ("E1016", "B,")
    assert found.help == "each choice has a line of its own: `B: pass`, and below it `C: pass`"


def test_the_worked_round_replays_without_a_mistake(
    worked_round: str, replayed: Callable[[str], list[ReplayEvent]]
) -> None:
    end = replayed(worked_round)[-1]
    assert isinstance(end, Ended)
    assert (end.choices, end.result) == (28, None)


@pytest.mark.parametrize(
    "code", [code for code in CODES.values() if code.family == "10" and code.bad], ids=lambda code: code.id
)
def test_the_examples_of_each_code(
    code: object, wrong: Callable[[str], Diagnostic], replayed: Callable[[str], list[ReplayEvent]]
) -> None:
    assert wrong(code.bad).code == code.id  # type: ignore[attr-defined]
    assert isinstance(replayed(code.good)[-1], Ended)  # type: ignore[attr-defined]
