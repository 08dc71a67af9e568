"""The example of a learning player, at a small size: it beats a random player."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path

import pytest

pytest.importorskip("numpy", reason="numpy is not installed (extra `envs`)")
pytest.importorskip("wasmtime", reason="wasmtime is not installed")

import numpy as np

from hoyle import envs

from .conftest import SLOW

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "learn.py"


def test_a_linear_policy_beats_a_random_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SCRIPT.parent))
    script = run_path(str(SCRIPT))
    gain = script["gain"]
    dice = np.random.default_rng(1)
    games = envs.vector("newberry_euchre", 64, seed=1, rewards="points")
    learner = script["Learner"](np.zeros((games.encoding.size, games.actions.size), np.float32))
    others = envs.vector("newberry_euchre", 64, seed=2, rewards="points")
    many = 10_000 if SLOW else 3_000
    before = gain(learner, others, many, dice)
    script["train"](learner, games, 2 * many, dice)
    after = gain(learner, others, many, dice)
    assert abs(before) < (0.03 if SLOW else 0.06)
    assert after > (0.04 if SLOW else before)
