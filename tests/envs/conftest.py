"""What the tests of environments share: shipped rulesets, and settings that make their games short."""

from __future__ import annotations

import os
from pathlib import Path

import hoyle

HERE = Path(__file__).parent
EVERY = tuple(sorted(path.stem for path in (Path(hoyle.__file__).parent / "rulesets").glob("*.hoyle")))
SLOW = "HOYLE_SLOW_TESTS" in os.environ
RULESETS = EVERY if SLOW else ("kuhn_poker", "newberry_euchre", "president", "scopa", "gops")
"""A few of all kinds in every run: chips, teams and bids, combinations, captures, secret choices; all if asked for."""
