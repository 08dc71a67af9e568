"""The paragraphs shown for keywords are those of docs/language.md."""

from __future__ import annotations

import json
import re
from pathlib import Path

from hoyle.dsl.syntax.tables import tables
from hoyle.language_server import reference


def test_the_generated_file_is_up_to_date() -> None:
    page = Path(reference.__file__).parents[1] / "docs" / "language.md"
    made = reference.made(page.read_text(encoding="utf-8"))
    assert json.loads(reference.HERE.read_text(encoding="utf-8")) == made, (
        "python -m hoyle.language_server.reference > language_server/reference.json"
    )


def test_every_keyword_is_explained() -> None:
    assert {word for word in tables().words if not reference.paragraph(word)} == set()


def test_every_keyword_stands_in_a_sentence_of_the_reference() -> None:
    """A word that only examples use is not explained to whoever points at it."""
    page = Path(reference.__file__).parents[1] / "docs" / "language.md"
    prose = re.sub(
        r"```.*?```", "", page.read_text(encoding="utf-8").partition("## Words of the language")[0], flags=re.DOTALL
    )
    named = {word for span in re.findall(r"`([^`\n]+)`", prose) for word in re.findall(r"[a-z]+", span)}
    assert set(tables().words) - named == set()
