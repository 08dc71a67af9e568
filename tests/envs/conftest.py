"""Rulesets and settings that the tests of environments share; the settings make the games short."""

from __future__ import annotations

import os
from pathlib import Path

import hoyle

HERE = Path(__file__).parent
EVERY = tuple(sorted(path.stem for path in (Path(hoyle.__file__).parent / "rulesets").glob("*.hoyle")))
SLOW = "HOYLE_SLOW_TESTS" in os.environ
RULESETS = EVERY if SLOW else ("kuhn_poker", "newberry_euchre", "president", "scopa", "gops")
"""A few rulesets of all kinds: chips, teams and bids, combinations, captures, secret choices.

With HOYLE_SLOW_TESTS=1 all rulesets.
"""
