"""A module or a description that was cut off or changed is refused in a sentence; nothing of it is played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.cli.main import run


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The module of Kuhn Poker and its description."""
    module = tmp_path_factory.mktemp("damaged") / "kuhn.wasm"
    assert run(["compile", "kuhn_poker", "--records", "--output", str(module)]) == 0
    return module, module.with_suffix(".json")


def outcome(node, module: Path, description: Path) -> str:
    """What the package says when it opens these files and makes a choice."""
    try:
        node.ask("play", module=str(module), description=str(description), choices=[0])
    except RuntimeError as error:
        return str(error).split("\n")[0]
    return "played"


def test_what_was_written_is_played(node, files) -> None:
    assert outcome(node, *files) == "played"


@given(data=st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_module_is_refused(node, files, tmp_path, data) -> None:
    whole = files[0].read_bytes()
    damaged = data.draw(damages(whole))
    (tmp_path / "one.wasm").write_bytes(damaged)
    said = outcome(node, tmp_path / "one.wasm", files[1])
    assert said.startswith("GameError: this module is damaged, or not the one that was described")


@given(data=st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_description_is_refused(node, files, tmp_path, data) -> None:
    whole = json.loads(files[1].read_text(encoding="utf-8"))
    place = data.draw(st.sampled_from([path for path in paths(whole) if path != ("digest",)]))
    changed(whole, place, data.draw(st.sampled_from([None, -1, 2**40, "x", [], {}, "gone"])))
    (tmp_path / "one.json").write_text(json.dumps(whole), encoding="utf-8")
    said = outcome(node, files[0], tmp_path / "one.json")
    assert (
        said == "played"
        if whole == json.loads(files[1].read_text(encoding="utf-8"))
        else said.startswith("GameError: ")
    )


def damages(whole: bytes) -> st.SearchStrategy[bytes]:
    """Cut off, with other bits, or with bytes put in."""
    at = st.integers(0, len(whole) - 1)
    flipped = st.tuples(at, st.integers(0, 7)).map(
        lambda where: whole[: where[0]] + bytes([whole[where[0]] ^ 1 << where[1]]) + whole[where[0] + 1 :]
    )
    more = st.tuples(at, st.binary(min_size=1, max_size=9)).map(lambda it: whole[: it[0]] + it[1] + whole[it[0] :])
    return st.one_of(at.map(lambda end: whole[:end]), flipped, more)


def paths(data: object, above: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The places in JSON data."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path for key, value in inner for path in ((*above, key), *paths(value, (*above, key)))]


def changed(data, path: tuple[str | int, ...], value: object) -> None:
    """Put another value at a place, or take it out."""
    for key in path[:-1]:
        data = data[key]
    if value == "gone":
        del data[path[-1]]
    else:
        data[path[-1]] = value
