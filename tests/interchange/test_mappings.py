"""Mappings between rulesets and formats: the shipped ones fit their rulesets, and a user can put one beside a rule
file.
"""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import jsonschema
import pytest

from hoyle.interchange.formats import FORMATS
from hoyle.interchange.mappings import FOLDER, RecordMapping, load, mapping_for, shipped

from .conftest import RULESETS

ALL = [mapping for format in FORMATS for mapping in shipped(format)]


SCHEMA = json.loads((FOLDER.parents[1] / "schemas" / "mapping.schema.json").read_text("utf-8"))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.name)
def test_a_mapping_is_as_its_schema_says_and_no_other_word_is(path: Path) -> None:
    data = json.loads(path.read_text("utf-8"))
    jsonschema.Draft202012Validator(SCHEMA).validate(data)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(SCHEMA).validate({**data, "nonsense": "1"})


def test_the_schema_knows_every_word_that_a_mapping_may_have() -> None:
    names = {field.name for field in fields(RecordMapping)} - {"format", "ruleset"}  # the name of the file says these
    assert set(SCHEMA["properties"]) == names


@pytest.mark.parametrize("mapping", ALL, ids=lambda one: f"{one.ruleset}.{one.format}")
def test_every_name_in_a_mapping_exists_in_its_ruleset(mapping: RecordMapping) -> None:
    table = RULESETS.open(mapping.ruleset, dict(mapping.options), preset=mapping.preset or None)
    program = table.engine.program
    zones, variables = {one.name for one in program.zones}, {one.name for one in program.variables}
    assert {mapping.hand, mapping.turned, mapping.last} - {""} <= zones
    assert {mapping.dealer, mapping.points, mapping.tricks[1]} - {""} <= variables
    assert {mapping.phase, mapping.tricks[0]} - {""} <= set(program.phases)
    for means in mapping.settings.values():
        if isinstance(means, str):
            assert means in program.options
            continue
        for effect in means.values():
            RULESETS.open(effect.ruleset or mapping.ruleset, dict(effect.options), variants=effect.variants)


def test_every_shipped_file_is_loaded_as_a_mapping() -> None:
    assert {path.name for path in FOLDER.glob("*.json")} == {f"{one.ruleset}.{one.format}.json" for one in ALL}


def test_a_mapping_beside_a_rule_file_is_used(tmp_path: Path) -> None:
    rules = tmp_path / "house.hoyle"
    rules.write_text('variant "Our whist" of whist\n\nreplace option target: 5..9 = 7 "points"\n', encoding="utf-8")
    found = mapping_for("pbn", str(rules))
    assert found is not None
    assert found.ruleset == "whist"
    (tmp_path / "house.pbn.json").write_text(json.dumps({"phrases": [], "points": "points"}), encoding="utf-8")
    found = mapping_for("pbn", str(rules))
    assert found is not None
    assert found.ruleset == "house"


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"phrases": [{}]}', '{"phrases": [], "colour": 1}', "\x00"])
def test_an_invalid_mapping_file_is_an_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.pbn.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"a\.pbn\.json is no mapping"):
        load(path)
