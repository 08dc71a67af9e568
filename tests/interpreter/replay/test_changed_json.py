"""A JSON script with a change at any place is read and replayed, or refused with a message; nothing else is raised."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from hoyle.dsl.codes.reporting import ScriptError
from hoyle.dsl.loading import RULESETS
from hoyle.interpreter.notation.files import parse_script, read_script
from hoyle.interpreter.notation.json_form import write_json
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.replay.events import Ended, Failed
from hoyle.interpreter.replay.replayer import Replay

VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 7, 2**31, 10**30, "", " ", "A", "A♠", "no such word", "??", "nothing", "\u202e", "x" * 300,
    [], ["A♠"], ["A♠", "A♠"], {}, {"A": 1}, {"do": "choice"}, [[[]]],
)  # fmt: skip
CHANGES = 15
"""So many are tried; 150 of each of three scripts were."""


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value below a value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from places(inner, (*path, key))


def changed(data: Any, path: tuple[Any, ...], dice: random.Random) -> Any:
    """The data with another value at a place, without it, with its neighbour's, or with it twice."""
    found = copy.deepcopy(data)
    at = found
    for key in path[:-1]:
        at = at[key]
    last = path[-1]
    match dice.randrange(4):
        case 0:
            del at[last]
        case 1 if isinstance(at, list):
            at.insert(last, copy.deepcopy(at[last]))
        case 2 if isinstance(at, list):
            other = dice.randrange(len(at))
            at[last], at[other] = at[other], at[last]
        case _:
            at[last] = dice.choice(VALUES)
    return found


@pytest.mark.parametrize("name", ["texas_worked_round", "pitch_three"])
def test_a_change_at_any_place_of_a_json_script(name: str) -> None:
    script, _ = read_script(RULESETS / "games" / f"{name}.play")
    assert script is not None
    data, dice = json.loads(write_json(script)), random.Random(name)
    everywhere = list(places(data))
    outcomes, tables = set[str](), Rulesets()
    for path in dice.sample(everywhere, min(CHANGES, len(everywhere))):
        read, problems = parse_script(json.dumps(changed(data, path, dice)))
        assert (read is None) == any(one.severity == "error" for one in problems), path
        for game in read.games if read is not None else ():
            try:
                result = Replay(game, tables.for_script(game, RULESETS / "games")).checked()
            except ScriptError:
                outcomes.add("refused")
                continue
            assert isinstance(result, Ended | Failed)
            outcomes.add(type(result).__name__)
        if read is None:
            outcomes.add("not read")
    assert {"not read", "Failed"} <= outcomes
