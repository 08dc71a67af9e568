"""docs/api.md has every public name, and each docstring says what somebody needs who calls it."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed (extra `envs`)")
pytest.importorskip("pyspiel", reason="open-spiel is not installed")

import hoyle
from hoyle.api import page

PAGE = Path(hoyle.__file__).parent / "docs" / "api.md"
ALL = [(module, name) for module, _, chosen, _ in page.PARTS for name in page.names(module, chosen)]


def test_the_page_is_fresh_and_misses_no_name() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == page.page(), "run `bash .ci/generated`"
    for name in (*hoyle.__all__, "open", "list"):
        assert f"### `hoyle.{name}`\n" in text
    for name in import_module("hoyle.envs").__all__:
        assert f"### `hoyle.envs.{name}`\n" in text
    assert "#### `Game.choose`" in text


@pytest.mark.parametrize(("module", "name"), ALL, ids=lambda one: one)
def test_every_public_name_says_what_it_takes_raises_and_how_it_is_used(module: str, name: str) -> None:
    thing = getattr(import_module(module), name)
    said = "\n".join(page.documented(thing))
    assert said.strip()
    if inspect.isclass(thing):
        return
    assert "Raises" in said, "it says what it raises"
    assert "```python" in said or module != "hoyle", "it has an example"
    for parameter in inspect.signature(thing).parameters.values():
        typed = parameter.annotation is not parameter.empty or parameter.kind in (
            parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD,
        )  # fmt: skip
        assert typed, f"{parameter.name} has a type"


def test_what_is_indented_is_an_example_and_what_is_in_columns_stays_so() -> None:
    text = "\n".join(page.documented(hoyle.simulate))
    assert '```python\nhoyle.simulate("newberry_euchre"' in text
    assert "```text\nrules     a name" in text
