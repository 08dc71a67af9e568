"""Tables of numbers as text: at full width in a file; with broken labels on a narrow terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.cli.formats import simulation
from hoyle.cli.formats.simulation import table

from ...golden import same_as_file

ROWS = [("", "estimate", "95 % interval"), ("a dealer on the left of everybody", "12.0 %", "10.1 to 13.9")]


@pytest.mark.parametrize(
    ("room", "lines"),
    [
        (58, ["                                   estimate  95 % interval",
              "a dealer on the left of everybody    12.0 %   10.1 to 13.9"]),
        (47, ["                        estimate  95 % interval",
              "a dealer on the left      12.0 %   10.1 to 13.9",
              "  of everybody"]),
        (36, ["             estimate  95 % interval",
              "a dealer on the left of everybody",
              "               12.0 %   10.1 to 13.9"]),
        (20, ["                                   estimate  95 % interval",
              "a dealer on the left of everybody    12.0 %   10.1 to 13.9"]),
    ],
)  # fmt: skip
def test_a_narrow_terminal_breaks_labels_and_never_numbers(monkeypatch, room: int, lines: list[str]) -> None:
    monkeypatch.setattr(simulation, "table_room", lambda: room)
    assert list(table(ROWS, indent=0)) == lines


def test_tables_at_every_width(monkeypatch: pytest.MonkeyPatch) -> None:
    out: list[str] = []
    others = [("the whole name of an unbelievably_long_word", "1", "23"), ("", "45,678", "9")]
    for rows in (ROWS, others, [("one", "two"), ("three and four and five", "6")], [("only words in here",)]):
        for room in range(18, 62, 1 if rows is ROWS else 3):
            monkeypatch.setattr(simulation, "table_room", lambda room=room: room)
            out += [f"{room}:", *table(rows)]
    same_as_file(Path(__file__).with_name("printed") / "tables.txt", "\n".join(out) + "\n")
    assert list(table([])) == []


def test_a_table_in_a_file_has_full_width() -> None:
    wide = [("x" * 200, "1")]
    assert list(table(wide)) == [f"  {'x' * 200}  1"]
