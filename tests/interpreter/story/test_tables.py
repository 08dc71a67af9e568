"""What a player of each game looks for on a table is there: `rulesets/tables.json` says what, at a question of a script.

    {"game": "whist", "script": "whist_short.play", "choices": 69, "facts": ["trump clubs"], "roles": ["dealer B"],
     "badges": [], "scores": ["points", "tricks"], "trick": true}

`choices`: how many choices were made by then.  Badges have the name of their seat: `A: passed`.  `open`: the cards that a
seat has shown of its hand.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hoyle import rulesets as folder
from hoyle.dsl.loading import rulesets
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.replay.events import Acted, Began, Branched, Failed, Returned
from hoyle.interpreter.replay.replayer import Replay
from hoyle.interpreter.story.scene import scene
from hoyle.interpreter.story.story import Story

RULES = Path(folder.__file__).parent
TABLES = json.loads((RULES / "tables.json").read_text(encoding="utf-8"))


def scenes(script: str, opened: Rulesets) -> Iterator[dict[str, Any]]:
    """The scenes of a spectator at the questions of a shipped script, without its side lines."""
    path = RULES / "games" / script
    parsed, problems = parse_script(path.read_text(encoding="utf-8"), script)
    assert parsed is not None, problems
    game = parsed.games[0]
    table = opened.for_script(game, path)
    story, depth = Story(table.words, -1), 0
    for event in Replay(game, table):
        depth += isinstance(event, Branched) - isinstance(event, Returned)
        assert not isinstance(event, Failed), event
        if isinstance(event, Began | Acted) and not depth:
            if isinstance(event, Began) and not event.scripted:
                story.begin_at(event.state.values)
            story.tell(event.scripted)
            yield scene(story, event.state.values)


def seen(shown: dict[str, Any]) -> dict[str, Any]:
    """What of a scene the list names."""
    seats = shown["seats"]
    return {
        "facts": [fact["text"] for fact in shown["facts"]],
        "roles": [f"{role['text']} {' and '.join(seats[seat] for seat in role['seats'])}" for role in shown["roles"]],
        "badges": [f"{seats[badge['seat']]}: {badge['text']}" for badge in shown["badges"]],
        "scores": [column["name"] for part in shown["scores"] for column in part["columns"]],
        "open": [
            f"{zone['whose']}: {' '.join(card for card in zone['cards'] if card)}"
            for zone in shown["zones"]
            if zone["kind"] == "hand" and any(zone["cards"])
        ],
        "trick": shown["trick"] is not None,
    }


@pytest.mark.parametrize("entry", TABLES, ids=lambda entry: entry["game"])
def test_what_a_player_looks_for_is_on_the_table(entry, rulesets):
    for number, shown in enumerate(scenes(entry["script"], rulesets)):
        if number == entry["choices"]:
            there = seen(shown)
            for part in ("facts", "roles", "badges", "scores", "open"):
                assert set(entry.get(part, ())) <= set(there[part]), (part, there[part])
            assert entry["trick"] == there["trick"]
            return
    raise AssertionError("the script has fewer choices")


def test_every_game_says_what_its_players_look_for():
    games = {path.stem for path in RULES.glob("*.hoyle")} & set(rulesets())
    assert {entry["game"] for entry in TABLES} == games


@pytest.mark.parametrize(
    ("script", "said"), [("defend_alone.play", ("facts", "guard B")), ("blind_nil_deal.play", ("badges", "B: blind"))]
)
def test_what_a_variant_remembers_has_a_line_of_its_own(script, said, rulesets):
    part, text = said
    assert any(text in seen(shown)[part] for shown in scenes(script, rulesets))


def test_a_line_that_reads_what_a_variant_remembers_is_enough(tmp_path):
    (tmp_path / "kontra.hoyle").write_text(
        'variant "Kontra" of bid_euchre\n\nadd remember during deal_and_bid\n    kontra: 0..2 "how often it was doubled"\n'
        "change deal_and_bid\n    add at the end\n        set kontra to 1\n",
        encoding="utf-8",
    )
    (tmp_path / "said.hoyle").write_text(
        'variant "Said" of kontra\n\nchange the lines on the table\n    add at the end\n        "doubled {kontra} times" if kontra > 0\n',
        encoding="utf-8",
    )
    texts = [
        [line.texts for line in Rulesets().open(str(tmp_path / name)).engine.program.written]
        for name in ("kontra.hoyle", "said.hoyle")
    ]
    assert [("kontra ", "") in lines for lines in texts] == [True, False]
