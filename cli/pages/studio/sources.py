"""Where rules come from: a document that was opened on the page, line by line, with the rules that cite each line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from ....dsl.checked import CheckedGame
from ....dsl.provenance.citations import CitedClause, DocumentTrace, trace
from ....dsl.provenance.documents import DocumentText, documents, lines_of
from .problem import RequestProblem

Json = dict[str, Any]
LONGEST = 1_000_000
"""Characters of a document the page works with."""


def account(game: CheckedGame, texts: Mapping[str, str]) -> Json:
    """The documents the rules name, those whose text is known line by line, and the rules with no source.

    `texts`: text by the name the rules have for the document.  Raises `RequestProblem` for one that is too long."""
    known = documents(game.tree)
    for name, text in texts.items():
        if len(text) > LONGEST:
            raise RequestProblem(f"{name}: a document of more than {LONGEST:,} characters is too long for this page")
    found = {name: DocumentText(name, name, lines_of(texts[name])) for name in known if name in texts}
    result = trace(game.tree, found)
    own = game.tree.declarations[0].span.source.name if game.tree.declarations else ""
    return {
        "documents": [{"name": name, "file": PurePath(one.path).name} for name, one in known.items()],
        "accounts": [_account(one) for one in result.accounts],
        "rules": [_rule(one, own) for one in result.rules],
        "sourceless": [_rule(one, own) for one in result.sourceless],
    }


def _account(one: DocumentTrace) -> Json:
    return {
        "name": one.document.name,
        "open": len(one.open),
        "lines": [
            {"number": line.number, "text": line.text, "state": line.state, "rules": list(line.rules)}
            for line in one.lines
        ],
    }


def _rule(rule: CitedClause, own: str) -> Json:
    """A rule; `own`: whether it is in the file being written, and not in one below it."""
    source = rule.span.source.name
    return {"text": rule.text, "line": rule.span.line, "own": source == own, "file": PurePath(source).name}
