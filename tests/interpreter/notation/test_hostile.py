"""Hostile scripts give one clear message, in bounded time and memory, and never an exception."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hoyle.dsl.codes.reporting import ScriptError
from hoyle.interpreter.notation import json_text
from hoyle.interpreter.notation.files import LARGEST, parse_script, read_script
from hoyle.interpreter.opening.rulesets import Rulesets

HEAD = "hoyle play 1\ngame whist\nplayers A, B, C, D\n"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "it is empty"),
        (b" \r\n\t \n", "it is empty"),
        (b"\xef\xbb\xbf", "it is empty"),
        (b"\x7fELF\x00\x01", "it is not a text file"),
        (b"PK\x03\x04\x00\x00", "it is not a text file"),
        (HEAD.encode("utf-16"), "it is not a text file"),
        (b"hoyle play 1\ngame whist\n# caf\xe9\n", "line 3 is not UTF-8 text"),
        (b"x" * (LARGEST + 1), "it is larger than 16 MB"),
    ],
)
def test_files_that_are_not_text(tmp_path: Path, data: bytes, why: str) -> None:
    path = tmp_path / "x.play"
    path.write_bytes(data)
    script, (found,) = read_script(path)
    assert script is None
    assert (found.code, found.message) == ("E1001", f"this script cannot be read: {why}")
    assert str(found.span) == f"{path}:1:1"


def test_missing_files(tmp_path: Path) -> None:
    for path, why in [
        (tmp_path / "no.play", "no such file or directory"),
        (tmp_path, "it is a folder"),
        (Path("a\0b"), "that is no file name"),
    ]:
        _, (found,) = read_script(path)
        assert found.message == f"this script cannot be read: {why}"


def test_a_long_line_and_many_lines() -> None:
    _, (found,) = parse_script(HEAD + "B: " + "x" * 1_000_000)
    assert (found.code, len(found.span.text)) == ("E1011", 40)
    _, problems = parse_script(HEAD + "?\n" * 500_000)
    assert len(problems) == 50


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "B: " + '"' * 9_000,
        HEAD + "B: " + ' "a"' * 2_000,
        HEAD + "B: " + ", draws" * 1_200,
        HEAD + "expect a: " + "A and " * 1_500 + "1",
        HEAD + "expect a: " + "A 1," * 2_000,
        HEAD + "trick: " + "A," * 4_000,
        HEAD + "B: " + "\\" * 9_000,
        HEAD + "#" * 9_999,
        HEAD + "after x\n" * 20_000,
        "hoyle play 1\n" + "game whist\n" * 20_000,
        '{"a":' * 100_000,
        "[" * 1_000_000,
        '{"a":[' + "0," * 300_000 + "0]}",
        '{"a":"' + "\\u0041" * 300_000 + '"}',
        '{"play":1,"games":[' + '{"ruleset":"whist","steps":[{"do":"x"}]},' * 2_000 + "{}]}",
    ],
    ids=range(15),
)  # fmt: skip
def test_scripts_that_could_take_much_time_or_memory(text: str) -> None:
    _, problems = parse_script(text)
    assert len(problems) <= 50
    assert all(len(one.message) < 500 for one in problems)


def test_the_number_of_json_values_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    assert json_text.MOST_VALUES == 1_000_000
    monkeypatch.setattr(json_text, "MOST_VALUES", 10_000)
    _, (found,) = parse_script("[" + "0," * 11_000 + "0]")
    assert (found.code, found.message) == ("E1011", "there are too many values; the limit is 10,000")


@given(st.binary(max_size=200))
def test_random_bytes(data: bytes) -> None:
    script, problems = parse_script(data)
    assert (script is None) == bool(problems)


@given(st.text(max_size=60), st.text(max_size=60))
@example("expect a:", " #")
@example('"', '"')
def test_random_lines(one: str, two: str) -> None:
    script, problems = parse_script(f"{HEAD}{one}\n{two}\n")
    assert (script is None) == bool(problems)


PIECES = [
    "expect ",
    "after x\n",
    "  ",
    "hand ",
    "A",
    "B",
    ": ",
    ", ",
    '"',
    "draws ",
    "4♠ ",
    "of ",
    "and ",
    "won by ",
    "trick",
    "game ",
    "\n",
    "# ",
    "first ",
]


@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
def test_random_sequences_of_keywords(text: str) -> None:
    script, problems = parse_script(HEAD + text)
    assert (script is None) == bool(problems)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["expect", "deal", "A", "4♠"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["play", "games", "ruleset", "steps", "do", "cards", "is", "each", "x"]), inner, max_size=4
        )
    ),
    max_leaves=10,
)


@given(JSON)
def test_random_json(data: object) -> None:
    text = json.dumps({"play": 1, "games": [{"ruleset": "whist", "steps": [data]}], "x": data})
    script, problems = parse_script(text)
    assert script is None
    assert problems


@pytest.mark.parametrize(
    "name",
    [
        "../../../../etc/passwd",
        "/etc/passwd",
        "/etc/passwd.hoyle",
        "../x.hoyle/../y.hoyle",
        "..",
        "./",
        "~/x.hoyle",
        "//whist.hoyle",
        "con",
        "%2e%2e/x",
        "whist.hoyle\\",
        "a" * 1_000,
        "a" * 300 + ".hoyle",
    ],
)
def test_a_ruleset_name_opens_only_rule_files_near_the_script(name: str, tmp_path: Path) -> None:
    """A rule file is opened only by a path with the extension of rule files, below or beside the script."""
    script, problems = parse_script(f"hoyle play 1\ngame {name}\n")
    assert script is not None, problems
    with pytest.raises(ScriptError) as found:
        Rulesets().for_script(script.games[0], tmp_path)
    assert (found.value.diagnostic.code, found.value.diagnostic.span.text) == ("E1030", name)


def test_the_number_of_lines_is_limited() -> None:
    _, (found,) = parse_script(HEAD + "?\n" * 1_000_001)
    assert found.message.endswith("it has more than 1,000,000 lines")
