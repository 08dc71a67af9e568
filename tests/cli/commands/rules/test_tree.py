"""`hoyle tree`: from rules to data and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.parser import parse
from hoyle.dsl.syntax.printer.declarations import print_tree


@pytest.fixture(scope="module")
def schema(root: Path) -> Any:
    return json.loads((root / "schemas" / "tree.schema.json").read_text("utf-8"))


def test_the_text_output(hoyle, good: Path) -> None:
    done = hoyle("tree", "draw.hoyle")
    assert (done.code, done.err) == (0, "")
    assert done.lines[:12] == [
        "RuleFile",
        '  Game "Draw"',
        "  Language 1",
        "  Players 2 2",
        "  Deck",
        '    Rank 2',
        '    Rank 3',
        '    Rank 4',
        '    Rank 5',
        '  Option target "points that end the game"',
        "    type: NumberType 1 9",
        "    default: Number 2",
    ]  # fmt: skip
    assert hoyle("tree", "draw.hoyle", "--spans").lines[1] == '  Game "Draw"  @ draw.hoyle:1:1'


def test_json_fits_the_schema_and_gives_the_same_rules(hoyle, good: Path, schema: Any) -> None:
    for arguments in ([], ["--spans"]):
        done = hoyle("tree", "--json", *arguments, "draw.hoyle")
        assert done.code == 0
        data = json.loads(done.out)
        jsonschema.validate(data, schema)
        assert ("sources" in data) == bool(arguments)
        back = hoyle("tree", "--from", "-", stdin=done.out.encode())
        assert (back.code, back.err) == (0, "")
        tree = parse(Source("draw.hoyle", good.read_text("utf-8")))[0]
        assert back.out == print_tree(tree)
        assert parse(Source("x", back.out))[0] == tree


def test_rules_written_from_a_json_file_are_the_same_and_pass_the_check(hoyle, good: Path, here: Path) -> None:
    (here / "draw.json").write_text(hoyle("tree", "--json", "draw.hoyle").out, encoding="utf-8")
    back = hoyle("tree", "--from", "draw.json")
    (here / "again.hoyle").write_text(back.out, encoding="utf-8")
    assert hoyle("check", "again.hoyle").code == 0
    assert hoyle("tree", "--json", "again.hoyle").out == (here / "draw.json").read_text("utf-8")


def test_a_variant_alone_and_applied_to_its_base(hoyle, good: Path, here: Path) -> None:
    (here / "house.hoyle").write_text('variant "House" of draw\nset target to 5\n', encoding="utf-8")
    alone = json.loads(hoyle("tree", "--json", "house.hoyle").out)
    assert [one["node"] for one in alone["rules"]["declarations"]] == ["Variant", "Setting"]
    flat = hoyle("tree", "--json", "--flat", "house.hoyle")
    game = load(here / "house.hoyle").game
    assert game is not None
    assert hoyle("tree", "--from", "-", stdin=flat.out.encode()).out == print_tree(game.tree)
    assert {"node": "Game", "title": "House"} in json.loads(flat.out)["rules"]["declarations"]


def test_spans_refer_to_their_source_files(hoyle, good: Path, here: Path) -> None:
    (here / "house.hoyle").write_text('variant "House" of draw\nset target to 5\n', encoding="utf-8")
    data = json.loads(hoyle("tree", "--json", "--spans", "--flat", "house.hoyle").out)
    assert {Path(name).name for name in data["sources"]} == {"house.hoyle", "draw.hoyle"}
    for one in data["rules"]["declarations"]:
        if one["node"] == "Option":
            place = one["default"]["span"]
            assert Path(data["sources"][place["source"]]).name == "house.hoyle"
            assert (place["line"], place["column"]) == (2, 15)


def test_rules_with_mistakes_give_no_tree(hoyle, here: Path) -> None:
    (here / "x.hoyle").write_text("players four\n", encoding="utf-8")
    done = hoyle("tree", "x.hoyle")
    assert (done.code, done.out) == (1, "")
    assert "x.hoyle:1:9: error" in done.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "x.json:1:1: error E1101: this is not JSON: expecting value"),
        (b"\xff", "E0103"),
        (b"[" * 100_000, "nested too deep"),
        (b'{"tree": 1, "tree": 1}', "`tree` is said twice in one object"),
        (b'{"tree": 1.5}', "`1.5` is no whole number"),
        (b'{"tree": ' + b"9" * 5000 + b"}", "a number is too long"),
        (b'{"tree": 2, "rules": {"node": "RuleFile", "declarations": []}}', "x.json:1:10: error E1102: this must be 1"),
        (
            b'{"tree": 1,\n "rules": {"node": "RuleFile", "declarations": [{"node": "Gme"}]}}',
            "x.json:2:58: error E1102: there is no node `Gme` (at $.rules.declarations[0].node)",
        ),
        (
            b'{"tree": 1, "rules": {"node": "RuleFile", "declarations": [{"node": "Main", "body": []}]}}',
            "error E1103: no rule file says this",
        ),
    ],
)
def test_an_invalid_tree_is_reported_with_its_place(hoyle, here: Path, text: bytes, said: str) -> None:
    (here / "x.json").write_bytes(text)
    done = hoyle("tree", "--from", "x.json")
    assert (done.code, done.out) == (1, "")
    assert said in done.err


@pytest.mark.parametrize(
    "arguments", [["draw.hoyle", "--from", "x.json"], ["--from", "x.json", "--json"], ["--from", "x.json", "--flat"]]
)
def test_mutually_exclusive_options_are_refused(hoyle, good: Path, here: Path, arguments: list[str]) -> None:
    (here / "x.json").write_text("{}", encoding="utf-8")
    assert hoyle("tree", *arguments).code == 2
