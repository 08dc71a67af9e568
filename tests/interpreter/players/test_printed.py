"""What the player that follows rules of thumb chooses: on a machine that cannot try a few deals, and in a small game also
with those that it tries.

The games lie in `printed/` as they are recorded; UPDATE_GOLDEN=1 writes them anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import hoyle
from hoyle.interpreter.players import sound

from ...golden import same_as_file

CLUB = str(Path(__file__).parents[2] / "cli" / "club" / "club_whist.hoyle")
GAMES = ("club", "newberry_euchre", "bid_euchre", "oh_hell", "whist", "schnapsen")
MOST = 70
"""The most lines of a game that are kept."""


@pytest.mark.parametrize(("name", "tries"), [("club", True), *((name, False) for name in GAMES)])
def test_rules_of_thumb_choose(name: str, tries: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not tries:
        monkeypatch.setattr(sound, "thinker_of", lambda _: None)
    folder = tmp_path / "games"
    hoyle.simulate(CLUB if name == "club" else name, games=1, seed=5, workers=1, players="sound", record=folder)
    (path,) = folder.iterdir()
    text = path.read_text("utf-8").partition("\n\n")[2].partition("\n\n")[2]
    kept = "\n".join(text.splitlines()[:MOST])
    same_as_file(Path(__file__).with_name("printed") / f"{name}_{'tried' if tries else 'untried'}.txt", kept + "\n")
