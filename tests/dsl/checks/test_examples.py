"""The table of codes is complete and in order, and every example has the effect that it claims."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from hoyle.dsl.codes.code import Code
from hoyle.dsl.codes.explain import explain, page
from hoyle.dsl.codes.table import CODES, FAMILIES, RULE_CODES
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.invisible import visible

MEANING = [
    pytest.param(code, id=code.id) for code in RULE_CODES.values() if code.family not in ("01", "02") and code.bad
]

Example = Callable[[str], tuple[Diagnostic, ...]]


def test_every_family_has_a_title() -> None:
    assert {code.family for code in CODES.values()} == set(FAMILIES)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_entry_is_complete(family: str) -> None:
    for code in (code for code in CODES.values() if code.family == family):
        assert re.fullmatch(r"[EWN]\d{4}", code.id)
        assert re.fullmatch(r"([^A-Z]|JSON ).*[^.]", code.title), code.id
        assert re.fullmatch(r"[^A-Z].*[^.]", code.message), code.id
        assert re.fullmatch(r"[`A-Z].*\.", code.why), code.id


# W0436 is about what a whole game can do, and an example is a part of one: only its own example is held to it.
@pytest.mark.parametrize("code", MEANING)
def test_the_bad_example_causes_its_code_and_no_other(code: Code, example: Example) -> None:
    assert {found.code for found in example(code.bad)} - ({"W0436"} - {code.id}) == {code.id}


@pytest.mark.parametrize("code", MEANING)
def test_the_good_example_causes_no_diagnostic(code: Code, example: Example) -> None:
    assert [str(found) for found in example(code.good) if found.code != "W0436" or code.id == "W0436"] == []


@pytest.mark.parametrize("family", FAMILIES)
def test_every_code_is_explained(family: str) -> None:
    for code in (code for code in CODES.values() if code.family == family):
        explanation = explain(code.id)
        assert explanation.startswith(f"# {code.id} {code.title}\n")
        for part in (code.why, code.bad, code.good):
            assert "\n".join(map(visible, part.rstrip("\n").split("\n"))) in explanation, code.id
        assert "{" not in explanation.split("\n")[2], code.id


def test_an_unknown_code_has_no_explanation() -> None:
    with pytest.raises(KeyError):
        explain("E9999")


def test_the_page_is_up_to_date() -> None:
    """`python -m hoyle.dsl.codes.explain > docs/diagnostics.md` writes the page."""
    path = Path(__file__).resolve().parents[3] / "docs" / "diagnostics.md"
    assert path.read_text(encoding="utf-8") == page()
    assert all(character.isprintable() or character == "\n" for character in page())


def test_the_page_lists_every_code_once() -> None:
    headings = re.findall(r"^### (\w\d{4}) ", page(), re.MULTILINE)
    assert sorted(headings) == sorted(CODES)
