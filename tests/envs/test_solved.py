"""Small games solved exactly: the sequence form and a linear program give the published value of each.

Koller, Megiddo and von Stengel, "Efficient computation of equilibria for extensive two-person games", 1996.  Payoffs
are those of player 0.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

pytest.importorskip("numpy", reason="numpy is not installed (extra `envs`)")
pytest.importorskip("pyspiel", reason="open-spiel is not installed")
if find_spec("scipy") is None:
    pytest.skip("scipy is not installed (open-spiel brings it)", allow_module_level=True)

import numpy as np
import pyspiel

from hoyle import envs

from .conftest import SLOW


@cache
def scipy(part: str) -> Any:
    """A part of scipy, which takes seconds to import.

    Not imported: the type checker would take half a minute to infer types from its sources, which declare none.
    """
    return import_module(f"scipy.{part}")


KUHN = -1 / 18
"""The expected win of the first player, in chips.  Kuhn, "A simplified two-person poker", 1950."""
LEDUC = -0.0856064
"""The same value for Leduc hold'em with bets of 2 and 4 and an ante of 1."""


class SequenceForm:
    """The sequence form of a game tree: the sequences of choices of each player, and the payoff of each pair of
    sequences.
    """

    def __init__(self, root: Any) -> None:
        self.sequences: list[dict[tuple[str, int], int]] = [{("", -1): 0}, {("", -1): 0}]
        self.before: list[dict[str, int]] = [{}, {}]
        """For each player, the sequence that leads to each information state."""
        self.payoffs: dict[tuple[int, int], float] = {}
        self._walk(root, (0, 0), 1.0)

    def _walk(self, state: Any, at: tuple[int, int], weight: float) -> None:
        if state.is_terminal():
            self.payoffs[at] = self.payoffs.get(at, 0.0) + weight * state.returns()[0]
            return
        if state.is_chance_node():
            for action, chance in state.chance_outcomes():
                self._walk(state.child(action), at, weight * chance)
            return
        seat = state.current_player()
        known = state.information_state_string(seat)
        assert self.before[seat].setdefault(known, at[seat]) == at[seat]  # perfect recall
        for action in state.legal_actions():
            number = self.sequences[seat].setdefault((known, action), len(self.sequences[seat]))
            self._walk(state.child(action), (number, at[1]) if seat == 0 else (at[0], number), weight)

    def plans(self, seat: int) -> tuple[Any, np.ndarray]:
        """The constraints E x = e on a player's realization weights x: the empty sequence has weight 1, and the weights
        of the choices at an information state add up to the weight of the sequence that leads to it.
        """
        rows = {known: row for row, known in enumerate(self.before[seat], 1)}
        entries = [(0, 0, 1.0)] + [(row, self.before[seat][known], -1.0) for known, row in rows.items()]
        entries += [(rows[known], n, 1.0) for (known, action), n in self.sequences[seat].items() if action >= 0]
        row, column, value = zip(*entries, strict=True)
        shape = (len(rows) + 1, len(self.sequences[seat]))
        return scipy("sparse").csr_matrix((value, (row, column)), shape), np.eye(1, shape[0]).ravel()

    def value(self) -> float:
        """The payoff of player 0 if both players play optimally."""
        (mine, start), (theirs, other) = self.plans(0), self.plans(1)
        place, worth = zip(*self.payoffs.items(), strict=True)
        row, column = zip(*place, strict=True)
        payoff = scipy("sparse").coo_matrix((worth, (row, column)), (mine.shape[1], theirs.shape[1])).tocsr()
        # Player 0 chooses weights x.  The value of the opponent's best answer is the largest p[0] with p F <= x A.
        least = scipy("sparse").hstack([-payoff.T, theirs.T])
        equal = scipy("sparse").hstack([mine, scipy("sparse").csr_matrix((mine.shape[0], theirs.shape[0]))])
        goal = np.concatenate([np.zeros(mine.shape[1]), -other])
        bounds = [(0, None)] * mine.shape[1] + [(None, None)] * theirs.shape[0]
        found = scipy("optimize").linprog(
            goal,
            least,
            np.zeros(theirs.shape[1]),
            scipy("sparse").vstack([equal]),
            np.asarray(start),
            bounds,
            method="highs",
        )
        assert found.success
        return -float(found.fun)


def first_to_speak(state: Any) -> Any:
    """The child of a chance node from which player 0 makes the first choice."""
    for action, _ in state.chance_outcomes():
        below = state.child(action)
        here = below.clone()
        while here.is_chance_node():
            here.apply_action(here.legal_actions()[0])
        if here.current_player() == 0:
            return below
    raise AssertionError(state)


def ours(name: str) -> Any:
    return first_to_speak(envs.openspiel(name, rewards="points", zero_sum=True).new_initial_state())


def theirs(name: str) -> Any:
    return pyspiel.load_game(name).new_initial_state()


@pytest.mark.parametrize(
    ("name", "made", "value"),
    [
        ("kuhn_poker", ours, KUHN),
        ("kuhn_poker", theirs, KUHN),
        pytest.param("leduc_poker", ours, LEDUC, marks=pytest.mark.skipif(not SLOW, reason="takes three seconds")),
        ("leduc_poker", theirs, LEDUC),
    ],
)
def test_the_computed_value_is_the_published_one(name: str, made: Callable[[str], Any], value: float) -> None:
    assert SequenceForm(made(name)).value() == pytest.approx(value, abs=1e-6)
