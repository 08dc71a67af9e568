"""What `hoyle serve` prints when it begins."""

from __future__ import annotations

import sys

import pytest

pytest.importorskip("segno", reason="segno is not installed: pip install 'hoyle[serve]'")

import segno

from hoyle.cli.commands.tables import serve
from hoyle.server.web.run import ServerSettings


def modules(text: str) -> list[list[int]]:
    """The modules of a QR code drawn as text: 1 is dark."""
    signs = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    return [[signs[sign][at] for sign in line] for line in text.splitlines() for at in (0, 1)]


@pytest.mark.parametrize("address", ["http://192.0.2.7:8731/", "https://cards.example/"])
def test_the_code_for_telephones_is_that_of_the_address_with_a_margin_of_two_modules(address):
    matrix = [[*map(int, row)] for row in segno.make(address, error="m").matrix]
    drawn = modules(serve._drawn(segno.make(address, error="m").matrix))
    assert [row[2 : 2 + len(matrix)] for row in drawn[2 : 2 + len(matrix)]] == matrix
    border = [*drawn[:2], *drawn[2 + len(matrix) :], *(row[:2] + row[-2:] for row in drawn)]
    assert not any(map(any, border))


@pytest.mark.parametrize(("terminal", "shown"), [(True, True), (False, False)])
def test_the_operators_token_is_shown_at_a_terminal_only(capsys, monkeypatch, terminal, shown):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal, raising=False)
    serve._announce(ServerSettings("t.sqlite", token="sesame"), "127.0.0.1", 8731, None, None, False, True)
    said = capsys.readouterr().out
    assert "Tables are at http://127.0.0.1:8731/" in said
    assert ("sesame" in said) == shown
