"""`hoyle explain`: every code has a page."""

from __future__ import annotations

import pytest

from hoyle.dsl.codes.table import CODES
from hoyle.interpreter.faults import KINDS


def test_a_page_gives_the_message_the_reason_and_examples(hoyle) -> None:
    done = hoyle("explain", "E0203")
    assert done.code == 0
    assert done.out == (
        "E0203 missing block\n"
        "\n"
        "error: nothing is indented below …\n"
        "\n"
        "The lines of a block come below the line that opens it, indented by four spaces.\n"
        "\n"
        "Example:\n"
        "\n"
        "    main\n"
        "        repeat 5 times\n"
        "        stop\n"
        "\n"
        "Corrected:\n"
        "\n"
        "    main\n"
        "        repeat 5 times\n"
        "            stop\n"
    )


def test_every_code_has_a_page(hoyle) -> None:
    for code, entry in CODES.items():
        done = hoyle("explain", code.lower())
        assert done.code == 0
        assert done.lines[0] == f"{code} {entry.title}"
        assert done.lines[2].startswith(f"{entry.severity}: ")
        assert all(character.isprintable() for character in done.out.replace("\n", "")), code


def test_the_list_names_every_code(hoyle) -> None:
    done = hoyle("explain", "--list")
    assert done.code == 0
    assert {line.split()[0] for line in done.lines if line.startswith("  ")} == set(CODES)
    assert "layout, characters and limits" in done.lines


@pytest.mark.parametrize(("code", "near"), [("E02O3", "E0203"), ("E203", "E0203"), ("E9999", None), ("\x1b[0m", None)])
def test_an_unknown_code_is_a_usage_error_with_a_suggestion(hoyle, code: str, near: str | None) -> None:
    done = hoyle("explain", code)
    assert (done.code, done.out) == (2, "")
    assert "did you mean `E" in done.err if near else "--list shows all of them" in done.err
    assert "\x1b" not in done.err


def test_every_fault_has_a_page() -> None:
    assert set(KINDS.values()) == {code for code, entry in CODES.items() if entry.family == "12"}


def test_examples_are_coloured_on_a_terminal(hoyle, monkeypatch: pytest.MonkeyPatch) -> None:
    from hoyle.cli.terminal.console import OutputStyle
    from hoyle.cli.terminal.highlight import coloured

    text = "main\n    repeat 5 times\n        stop\n"
    assert coloured(text, OutputStyle()) == text
    found = coloured(text, OutputStyle(colour=True))
    assert "\x1b[" in found
    assert found.count("\n") == 3
    assert "\x1b[" in coloured("game whist\nA: pass\n", OutputStyle(colour=True), script=True)
