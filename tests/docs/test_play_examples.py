"""The example of docs/play.md in JSON replays, and what docs/records.md says of PBN is so."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import hoyle
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.notation.model import ScriptedGame
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.records import Chosen
from hoyle.interpreter.replay.events import Acted, Ended
from hoyle.interpreter.replay.replayer import Replay

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")


def test_the_example_in_json_replays() -> None:
    (text,) = re.findall(r"^```json\n(\{\n\"play\".*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    script, problems = parse_script(text)
    assert script is not None, problems
    (game,) = script.games
    last = Replay(game, Rulesets().for_script(game)).checked()
    assert isinstance(last, Ended)
    assert last.expectations == 1


def played(game: ScriptedGame) -> list[Chosen]:
    """Every choice of a game."""
    opened = Rulesets().for_script(game, ROOT / "rulesets" / "games")
    events = list(Replay(replace(game, seed=1), opened))
    assert isinstance(events[-1], Ended), events[-1]
    records = [record for event in events if isinstance(event, Acted) for record in event.records]
    return [record for record in records if isinstance(record, Chosen)]


def test_a_script_written_as_pbn_and_imported_is_the_same_game(tmp_path: Path) -> None:
    for path in (min((ROOT / "rulesets" / "games").glob(f"{name}*.play")) for name in ("contract_bridge", "whist")):
        text = hoyle.convert(path, "pbn").text
        (tmp_path / "x.pbn").write_text(text, encoding="utf-8")
        found = hoyle.import_records(tmp_path / "x.pbn")
        assert found.games
        script, _ = parse_script(path.read_bytes(), str(path))
        assert script is not None
        assert [played(game) for game in found.games] == [played(game) for game in script.games]
