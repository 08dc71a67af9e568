"""A fault that was found under several settings is told with those alone that it needs."""

from __future__ import annotations

import pytest

from hoyle.interpreter.engine import Engine
from hoyle.interpreter.faults import Fault
from hoyle.interpreter.fuzz.settings import PLAYERS, default_row, row_text
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.trial.games import TrialGame, _fewest, _tried

from ...small_rules import game_of, small_rules

HEAD = "option wild: yes or no = no\noption deep: yes or no = no\noption pay: 1..9 = 2"
ACTS = {
    "one setting": ("if wild: set n to 4 * size of p.hand + 4", {"wild"}),
    "two settings": ("if wild and deep: set n to 4 * size of p.hand + 4", {"wild", "deep"}),
    "another fault with fewer": (
        ("if wild and deep\n                    set n to 4 * size of p.hand + 4\n                otherwise if wild\n"
        "                    set n to 5 * size of p.hand + 4"),
        {"wild", "deep"},
    ),
    "another fault at another player": (
        ("if wild and deep\n                    set n to 4 * size of p.hand + 4\n                otherwise if deep\n"
        "                    set n to 6 * size of p.hand + 4"),
        {"wild", "deep"},
    ),
    "a number of players": ("if number of players = 3 and pay = 7: set n to 4 * size of p.hand + 4", {"pay", PLAYERS}),
    "no setting": ("set n to 4 * size of p.hand + 4", set[str]()),
}  # fmt: skip


@pytest.mark.parametrize("kind", ACTS)
def test_a_fault_keeps_the_settings_that_it_needs(kind: str) -> None:
    act, needed = ACTS[kind]
    text = small_rules(players="2..3 = 2", head=HEAD, act=act).replace("remember\n", "remember\n    n: 0..3\n")
    game = game_of(text)
    plain = lower(game)
    row = {**default_row(game), "wild": 1, "deep": 1, "pay": 7, PLAYERS: 3}
    program, trial = lower(game, row_text(game, row), row[PLAYERS]), TrialGame(0, 50)
    fault = _tried(Engine(program), trial)
    assert isinstance(fault, Fault)
    found = _fewest(game, frozenset(), plain, row, program, trial, fault)
    assert (found.fault.code, found.fault.span) == (fault.code, fault.span)
    assert {
        name for name in ("wild", "deep", "pay") if found.program.options[name] != plain.options[name]
    } == needed - {PLAYERS}
    assert (found.program.players == 3) is (PLAYERS in needed)
    assert len(found.settings) == len(needed)
    assert found.records
