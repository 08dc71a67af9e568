"""The origin of rules: a document opened on the page, line by line, with the rules that cite each line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from ....dsl.checked import CheckedGame
from ....dsl.provenance.citations import CitedClause, DocumentTrace, trace
from ....dsl.provenance.documents import DocumentText, documents, lines_of
from ...formats.trace import account_lines
from .problem import RequestProblem

Json = dict[str, Any]
LONGEST = 1_000_000
"""The most characters of a document that the page accepts."""


def account(game: CheckedGame, texts: Mapping[str, str]) -> Json:
    """The documents that the rules name, line by line if their text is known, and the rules without a source.

    `texts` maps the names of documents in the rules to their texts.  Raises `RequestProblem` if one is too long."""
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
    return {"name": one.document.name, "open": len(one.open), "lines": account_lines(one)}


def _rule(rule: CitedClause, own: str) -> Json:
    """A rule as data.  `own`: whether it is in the file being edited, not in one below it."""
    source = rule.span.source.name
    return {"text": rule.text, "line": rule.span.line, "own": source == own, "file": PurePath(source).name}
