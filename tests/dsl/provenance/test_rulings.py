"""`hoyle rulings`: every open point of the rules as data, text and Markdown."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from hoyle.dsl.loading import rulesets
from hoyle.dsl.provenance.rulings import register

SCHEMA = json.loads((Path(__file__).resolve().parents[3] / "schemas" / "rulings.schema.json").read_text("utf-8"))


def test_the_text_marks_default_and_chosen_values(hoyle, house: Path) -> None:
    done = hoyle("rulings", house, "--option", "ties=lost")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Pebbles: 2 options, 1 ruling\n")
    assert "what a tie is (ties)\n    shared  everybody scores [rules 4] (default)\n" in done.out
    assert "  * lost    nobody scores [rules 5] (set)\n" in done.out
    assert "  * 10  from 5 to 50\n" in done.out
    assert "Rulings\n  - A tie is no tie. [rules 9]\n" in done.out


def test_a_changed_number_is_shown_with_its_default(hoyle, house: Path) -> None:
    assert "  * 20  from 5 to 50; default 10\n" in hoyle("rulings", house, "-o", "target=20").out


def test_the_markdown_output(hoyle, house: Path) -> None:
    out = hoyle("rulings", house, "--format", "md").out
    assert "| **set** default | `shared` | everybody scores | \\[rules 4\\] |" in out
    assert "## Decided\n\n- A tie is no tie. \\[rules 9\\]\n" in out


def test_json_fits_its_schema(hoyle, house: Path) -> None:
    data = json.loads(hoyle("rulings", house, "--json").out)
    jsonschema.validate(data, SCHEMA)
    target, ties, ruling = data["entries"]
    assert target["range"] == [5, 50]
    assert [(r["value"], r["default"], r["set"]) for r in ties["readings"]] == [
        ("shared", True, True),
        ("lost", False, False),
    ]
    assert ruling["kind"] == "ruling"
    assert ruling["citation"] == [{"source": "rules", "first": 9, "last": 9}]


@pytest.mark.parametrize("name", rulesets())
def test_the_register_lists_every_option_and_ruling_of_a_ruleset(name: str, games) -> None:
    game = games[name]
    entries = register(game, {option: option.default for option in game.options})
    assert [e.name for e in entries if e.kind == "option"] == [o.name for o in game.options]
    for entry in entries:
        assert entry.text
        assert sum(reading.set for reading in entry.readings) == (1 if entry.readings else 0), entry.name


def test_the_register_in_json_fits_its_schema(hoyle, games) -> None:
    for name in [*games][::24]:
        jsonschema.validate(json.loads(hoyle("rulings", name, "--json").out), SCHEMA)


def test_values_keep_their_descriptions_when_their_kind_has_another_order(hoyle, house: Path) -> None:
    text = house.read_text("utf-8").replace(
        "option ties = shared", "kind pay: lost or shared\noption ties: pay = shared"
    )
    house.write_text(text, "utf-8")
    out = hoyle("rulings", house).out
    assert "  * shared  everybody scores [rules 4] (set, default)\n    lost    nobody scores [rules 5]\n" in out
    assert "- shared: everybody scores (here, usual)\n  - lost: nobody scores" in hoyle("rulebook", house).out
    assert (
        "“lost” (nobody scores) instead of “shared” (everybody scores)" in hoyle("diff", house, "-b", "ties=lost").out
    )


def test_a_wrong_option_is_a_usage_error(hoyle, house: Path) -> None:
    done = hoyle("rulings", house, "-o", "tie=lost")
    assert done.code == 2
    assert "did you mean `ties`?" in done.err


def test_a_rule_file_with_mistakes_gives_exit_code_1(hoyle, house: Path) -> None:
    house.write_text(house.read_text("utf-8").replace("play_hand\n", "play_hnd\n", 1), "utf-8")
    for command in ("rulings", "rulebook", "trace", "diff"):
        done = hoyle(command, house)
        assert done.code == 1, command
        assert "did you mean `play_hand`?" in done.err
