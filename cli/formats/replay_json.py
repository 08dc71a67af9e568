"""The report of `hoyle replay --format json`.  It is written game by game, and a written game is not kept in memory."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ..terminal.console import echo

if TYPE_CHECKING:
    from ...dsl.source.diagnostics import Diagnostic
    from ...dsl.source.span import Span

Data = dict[str, Any]


def diagnostic_data(diagnostic: Diagnostic) -> Data:
    """A diagnostic as data."""
    notes = [{"text": text, **_place(span)} for span, text in diagnostic.notes]
    shown = {"code": diagnostic.code, "severity": diagnostic.severity, "message": diagnostic.message}
    return {**shown, "help": diagnostic.help, **_place(diagnostic.span), "notes": notes}


def _place(span: Span) -> Data:
    return {"file": span.source.name, "line": span.line, "column": span.column}


class JsonReport:
    """One JSON object: `scripts`, each with its `file`, `games` and `errors`; then `expectations` held, and `ok`."""

    def __init__(self, *, ascii: bool) -> None:
        self.ascii = ascii
        self.scripts = self.games = 0
        self.errors: list[Data] = []

    def script(self, shown: str) -> None:
        """Begin a script."""
        self._close()
        echo(("," if self.scripts else '{"scripts": [') + f'\n{{"file": {self._json(shown)}, "games": [', nl=False)
        self.scripts += 1
        self.games, self.errors = 0, []

    def game(self, found: Data) -> None:
        """Write a game of the script.  Its `events` come last, one on each line."""
        events = ",\n".join(map(self._json, found["events"]))
        head = self._json({key: value for key, value in found.items() if key != "events"})
        echo(("," if self.games else "") + f'\n{head[:-1]}, "events": [\n{events}\n]}}', nl=False)
        self.games += 1

    def end(self, *, ok: bool, expectations: int) -> None:
        """End the report after all scripts."""
        self._close()
        echo(
            ("" if self.scripts else '{"scripts": [') + f'\n], "expectations": {expectations}, "ok": {self._json(ok)}}}'
        )

    def _close(self) -> None:
        if self.scripts:
            echo(f'\n], "errors": {self._json(self.errors)}}}', nl=False)

    def _json(self, data: object) -> str:
        return json.dumps(data, ensure_ascii=self.ascii)
