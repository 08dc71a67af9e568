"""Every ruleset comes with a player that has learned it: its own weights fit it as it is now."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import RULESETS, load
from hoyle.interpreter.learning.store import find_shipped
from hoyle.interpreter.lowering import lower


@pytest.mark.parametrize("name", sorted(path.stem for path in RULESETS.glob("*.hoyle")))
def test_the_weights_of_a_ruleset_fit_it(name: str) -> None:
    game = load(name).game
    assert game is not None
    found = find_shipped(lower(game, {})).weights
    assert found is not None, f"python benchmarks/teach.py {name} --into FOLDER, and put the file into rulesets/weights"
    assert found.head.ruleset == name
