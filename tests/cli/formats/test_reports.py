"""The reports of a check for other programs: JSON with a schema, SARIF, and commands for GitHub workflows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import jsonschema
import pytest

BAD = """\
game "Draw, 100%: bad"
language 1
players 2
deck 2 3 4 5
zones
    stock: face down
    stock: face up
main
    game over, won by the player with highest points, otherwise shared
"""

SARIF: dict[str, tuple[set[str], set[str]]] = {
    "log": ({"version", "runs"}, {"$schema"}),
    "run": ({"tool"}, {"columnKind", "results"}),
    "driver": ({"name"}, {"version", "rules"}),
    "rule": ({"id"}, {"name", "shortDescription", "fullDescription", "help", "defaultConfiguration"}),
    "result": ({"message"}, {"ruleId", "ruleIndex", "level", "locations", "relatedLocations"}),
    "location": ({"physicalLocation"}, {"id", "message"}),
    "physical": ({"artifactLocation"}, {"region"}),
    "region": (set(), {"startLine", "startColumn", "endLine", "endColumn"}),
}
"""For each object of SARIF 2.1.0 in a report: the keys it must have, and other keys of the standard that it may have.

From clauses 3.13 sarifLog, 3.14 run, 3.18 tool, 3.19 toolComponent, 3.49 reportingDescriptor, 3.27 result, 3.28
location, 3.29 physicalLocation and 3.30 region.
"""

SARIF_SCHEMA = Path(__file__).with_name("sarif-2.1.0.schema.json")
"""The JSON schema of SARIF 2.1.0, from Microsoft's package `@microsoft/jest-sarif` 1.0.0-beta.0 under the MIT licence.

GitHub reads reports with this schema.  The tests check the objects above against it, too.  The lists of keys above are
shorter than the schema, so that a report contains no key by accident.
"""

HOSTILE = """\
game "<b>]]> %0A ::error:: & \\\\"
language 1
players 4
deck 2 3 4
zones
    stock: face down
    <script>alert(1)</script>: private
    "]]>": face up
remember
    `x`: number
    points of each player: nmber, <b>&amp;::x::y
main
    foo \u202e
"""


@pytest.fixture
def bad(here: Path) -> Path:
    path = here / "my, draw:1.hoyle"
    path.write_text(BAD, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def schema(root: Path) -> Any:
    found = json.loads((root / "schemas" / "check.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(found)
    return found


def test_a_json_report_fits_its_schema(hoyle, bad: Path, good: Path, schema: Any) -> None:
    done = hoyle("check", "--format", "json", bad.name, good.name)
    data = json.loads(done.out)
    jsonschema.validate(data, schema)
    assert (done.code, done.err) == (1, "")
    assert (data["check"], data["ok"], data["files"]) == (1, False, [bad.name, good.name])
    assert data["errors"] == len(data["diagnostics"]) >= 2
    first = data["diagnostics"][0]
    assert {key: first[key] for key in first if key != "notes"} == {
        "code": "E0302", "severity": "error", "message": "`stock` is declared twice", "file": bad.name,
        "line": 7, "column": 5, "end_line": 7, "end_column": 10,
    }  # fmt: skip
    assert (first["notes"][0]["line"], first["notes"][0]["message"]) == (6, "first here")


def test_json_without_mistakes_and_for_content_that_cannot_be_read(hoyle, good: Path, here: Path, schema: Any) -> None:
    data = json.loads(hoyle("check", "--format", "json", good.name).out)
    jsonschema.validate(data, schema)
    assert (data["ok"], data["diagnostics"]) == (True, [])
    (here / "x.hoyle").write_bytes(b"\xff")
    done = hoyle("check", "--format", "json", "x.hoyle")
    jsonschema.validate(json.loads(done.out), schema)
    assert done.code == 1


def test_the_schema_rejects_spoiled_reports(hoyle, bad: Path, schema: Any) -> None:
    data = json.loads(hoyle("check", "--format", "json", bad.name).out)
    for spoil in (
        lambda d: d.pop("ok"),
        lambda d: d.update(more=1),
        lambda d: d["diagnostics"][0].update(line=0),
        lambda d: d["diagnostics"][0].update(severity="fatal"),
        lambda d: d["diagnostics"][0].pop("code"),
    ):
        spoiled = json.loads(json.dumps(data))
        spoil(spoiled)
        assert not jsonschema.Draft202012Validator(schema).is_valid(spoiled)


def check_sarif(kind: str, data: dict[str, Any]) -> None:
    needed, others = SARIF[kind]
    assert needed <= set(data) <= needed | others, kind


def test_sarif_reports_have_the_keys_of_the_standard(hoyle, bad: Path, good: Path) -> None:
    done = hoyle("check", "--format", "sarif", bad.name, good.name)
    log = json.loads(done.out)
    assert done.code == 1
    check_sarif("log", log)
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    check_sarif("run", run)
    assert run["columnKind"] == "unicodeCodePoints"
    driver = run["tool"]["driver"]
    check_sarif("driver", driver)
    for rule in driver["rules"]:
        check_sarif("rule", rule)
        assert rule["defaultConfiguration"]["level"] in ("error", "warning", "note", "none")
        for text in ("shortDescription", "fullDescription", "help"):
            assert set(rule[text]) == {"text"}
            assert rule[text]["text"]
    assert len({rule["id"] for rule in driver["rules"]}) == len(driver["rules"])
    assert run["results"]
    for result in run["results"]:
        check_sarif("result", result)
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("error", "warning", "note", "none")
        assert result["message"]["text"]
        for location in [*result["locations"], *result.get("relatedLocations", [])]:
            check_sarif("location", location)
            place = location["physicalLocation"]
            check_sarif("physical", place)
            check_sarif("region", place["region"])
            assert all(number >= 1 for number in place["region"].values())
            uri = place["artifactLocation"]["uri"]
            assert not urlsplit(uri).scheme
            assert unquote(uri) == bad.name
    first = run["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert first == {"startLine": 7, "startColumn": 5, "endLine": 7, "endColumn": 10}


def test_sarif_without_mistakes(hoyle, good: Path) -> None:
    done = hoyle("check", "--format", "sarif", good.name)
    assert done.code == 0
    assert json.loads(done.out)["runs"][0]["results"] == []


@pytest.fixture(scope="module")
def sarif() -> Any:
    schema = json.loads(SARIF_SCHEMA.read_text("utf-8"))
    jsonschema.Draft4Validator.check_schema(schema)
    return jsonschema.Draft4Validator(schema)


@pytest.mark.parametrize("text", [BAD, HOSTILE, "", "\0", "game", 'variant "x" of hearts\nchange nothing\n'])
def test_sarif_fits_the_official_schema(hoyle, here: Path, sarif: Any, text: str) -> None:
    """The file and its name contain unusual characters."""
    path = here / "a b,c:%<&>é.hoyle"
    path.write_text(text, encoding="utf-8")
    done = hoyle("check", "--no-play", "--format", "sarif", path.name)
    log = json.loads(done.out)
    assert done.code == 1
    assert log["runs"][0]["results"]
    assert [error.message for error in sarif.iter_errors(log)] == []
    assert not set(done.out) & {"\0", "\u202e"}
    for spoil in (
        lambda d: d.pop("version"),
        lambda d: d["runs"][0].pop("tool"),
        lambda d: d["runs"][0]["results"][0].update(level="fatal"),
        lambda d: d["runs"][0]["results"][0]["message"].update(text=7),
    ):
        spoiled = json.loads(done.out)
        spoil(spoiled)
        assert not sarif.is_valid(spoiled)


def test_sarif_of_a_good_file_fits_the_official_schema(hoyle, good: Path, sarif: Any) -> None:
    assert sarif.is_valid(json.loads(hoyle("check", "--no-play", "--format", "sarif", good.name).out))


def test_github_commands_are_escaped(hoyle, here: Path) -> None:
    path = here / "a,b:c%.hoyle"
    path.write_text(BAD.replace("stock: face up", "stock: face upp"), encoding="utf-8")
    done = hoyle("check", "--format", "github", path.name)
    assert done.code == 1
    assert done.lines
    for line in done.lines:
        assert line.startswith("::error file=a%2Cb%3Ac%25.hoyle,line=")
        head, _, message = line[2:].partition("::")
        assert message
        properties = dict(pair.split("=", 1) for pair in head.partition(" ")[2].split(","))
        assert {"file", "line", "endLine", "col", "title"} <= set(properties)
        assert properties["line"].isdecimal()
    assert any("%0Ahelp: " in line for line in done.lines)


def test_github_output_without_mistakes_is_empty(hoyle, good: Path) -> None:
    done = hoyle("check", "--format", "github", good.name)
    assert (done.code, done.out) == (0, "")


@pytest.mark.parametrize("form", ["json", "sarif"])
def test_reports_are_utf_8_on_any_terminal(hoyle, here: Path, form: str) -> None:
    (here / "x.hoyle").write_text("players ♠\n", encoding="utf-8")
    done = hoyle("check", "--format", form, "x.hoyle", encoding="latin-1")
    assert "♠" in done.out.encode("latin-1").decode("utf-8")
