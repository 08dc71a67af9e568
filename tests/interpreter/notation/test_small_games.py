"""Recorded games of seven small games as text and as JSON, and what is said of scripts with one mistake each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hoyle.dsl.source.span import Source
from hoyle.interpreter.engine import Dice
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.notation.json_form import read_json_script, write_json
from hoyle.interpreter.notation.model import Script
from hoyle.interpreter.notation.writer import write_text

from ...golden import same_as_file
from ...small_constructs import CONSTRUCTS
from ..small_scripts import mangled, recorded, shown

GOLDEN = Path(__file__).with_name("golden")


def script_of(text: str) -> Script:
    """A script without mistakes."""
    script, problems = parse_script(text, "small.play")
    assert script is not None, problems
    return script


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_both_forms_of_a_recorded_game(name: str) -> None:
    script = script_of(recorded(name, 7, 12))
    text, data = write_text(script), write_json(script)
    same_as_file(GOLDEN / f"{name}.txt", text)
    same_as_file(GOLDEN / f"{name}.json.txt", data)
    again, from_data = script_of(text), script_of(data)
    assert [game.normal() for game in again.games] == [game.normal() for game in from_data.games]
    assert write_json(again) == data
    assert write_text(from_data) == text


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_what_is_said_of_a_line_that_cannot_be_read(name: str) -> None:
    found: list[str] = []
    for what, text in mangled(recorded(name, 3, 12), 9, 20):
        script, problems = parse_script(text, "small.play")
        assert (script is None) == bool(problems)
        found += [what, *(f"    {shown(one)}" for one in problems)] if problems else []
    same_as_file(GOLDEN / f"{name}_unread.txt", "".join(f"{line}\n" for line in found))


OTHER_VALUES: tuple[Any, ...] = (None, True, -3, 2.5, "", "A♠", "expect", [], ["??"], {}, {"do": "note"}, {"Ann": 1})


def places_in(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The paths to everything in some data."""
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        found += places_in(inner, (*path, key))
    return found


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_what_is_said_of_data_that_is_no_script(name: str) -> None:
    data, dice, found = write_json(script_of(recorded(name, 3, 6))), Dice(11), list[str]()
    places = places_in(json.loads(data))
    for _ in range(5):
        changed = json.loads(data)
        path = places[dice.below(len(places))]
        other = OTHER_VALUES[dice.below(len(OTHER_VALUES))]
        owner = changed
        for key in path[:-1]:
            owner = owner[key]
        left_out = dice.below(4) == 0
        if left_out:
            del owner[path[-1]]
        else:
            owner[path[-1]] = other
        script, problems = read_json_script(Source("small.json", json.dumps(changed, ensure_ascii=False)))
        assert (script is None) == bool(problems)
        found.append(f"{'.'.join(map(str, path))} -> {'left out' if left_out else repr(other)}")
        found += [f"    {shown(one)}" for one in problems]
    same_as_file(GOLDEN / f"{name}_data.txt", "".join(f"{line}\n" for line in found))
