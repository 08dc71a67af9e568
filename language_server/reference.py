"""The paragraph of the reference for each word of the language, shown when a user points at the word.

    python -m hoyle.language_server.reference > language_server/reference.json

The words come from the grammar, the paragraphs from `docs/language.md`.  A test checks that the file is up to date.
"""

from __future__ import annotations

import json
import re
import sys
from functools import cache
from pathlib import Path

from ..dsl.syntax.hints.words import USAGE
from ..dsl.syntax.tables import tables

HERE = Path(__file__).with_name("reference.json")
_SPAN = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\[([^\]]+)\]\(#[^)]*\)")
_LONGEST = 700
_BEFORE_A_SUBJECT = ("", "A ", "An ", "After ", "Below ")
"""A paragraph that begins with one of these and a word in backticks is about this word."""


@cache
def _entries() -> dict[str, str]:
    return json.loads(HERE.read_text(encoding="utf-8"))


def paragraph(word: str) -> str:
    """The paragraph about a word of the language, as Markdown; empty if the reference does not explain the word."""
    return _entries().get(word, "")


def made(reference: str) -> dict[str, str]:
    """The paragraphs for all words, from the text of the reference."""
    sections = _sections(reference)
    found: dict[str, str] = {}
    for word in sorted(tables().words):
        text = _of(word, sections)
        if text:
            found[word] = text
    return found


def _sections(reference: str) -> list[tuple[str, list[str]]]:
    """The title and the blocks (paragraphs, lists, examples) of each section."""
    sections: list[tuple[str, list[str]]] = []
    for part in re.split(r"^#+ ", reference.replace("\r\n", "\n"), flags=re.MULTILINE)[1:]:
        title, _, body = part.partition("\n")
        if title in ("The language of rule files", "Words of the language", "Fine points"):
            continue
        pieces = re.split(r"(```.*?```)", body, flags=re.DOTALL)
        blocks: list[str] = []
        for piece in pieces:
            blocks += (
                [piece] if piece.startswith("```") else [one.strip() for one in piece.split("\n\n") if one.strip()]
            )
        sections.append((title, blocks))
    return sections


def _of(word: str, sections: list[tuple[str, list[str]]]) -> str:
    """The paragraph about a word: the one with the best match of all."""
    best: tuple[int, str, str] | None = None
    for title, blocks in sections:
        example = any(block.startswith("```") and _begins_line(word, block) for block in blocks)
        for block in blocks:
            if block.startswith(("```", "|", "- [")):
                continue
            spans = _SPAN.findall(block)
            score = 0
            if word in spans:
                score = 6 if block.startswith(tuple(f"{before}`{word}`" for before in _BEFORE_A_SUBJECT)) else 5
            elif any(re.match(rf"{word}\b", span) for span in spans):
                score = 3
            elif any(re.search(rf"\b{word}\b", span) for span in spans):
                score = 2
            elif example and block is next((one for one in blocks if not one.startswith("```")), None):
                score = 1
            score += 2 * (example and score > 0)
            if score and (best is None or score > best[0]):
                best = (score, title, block)
    usage = USAGE.get(word)
    if best is None:
        best, usage = _by_example(word, sections) or best, usage or _example(word, sections)
    lines = [f"```hoyle\n{usage}\n```"] if usage else []
    if best is not None:
        text = _LINK.sub(r"\1", best[2])
        text = text if len(text) <= _LONGEST else text[:_LONGEST].rsplit(" ", 1)[0] + " …"
        lines += [f"**{best[1].replace('`', '')}**", text]
    return "\n\n".join(lines)


def _by_example(word: str, sections: list[tuple[str, list[str]]]) -> tuple[int, str, str] | None:
    """The first paragraph of a section whose examples contain the word."""
    for title, blocks in sections[1:]:
        if any(block.startswith("```") and re.search(rf"\b{word}\b", block) for block in blocks):
            text = next((block for block in blocks if not block.startswith(("```", "|"))), None)
            if text is not None:
                return 0, title, text
    return None


def _example(word: str, sections: list[tuple[str, list[str]]]) -> str | None:
    """A line of an example that contains the word."""
    for _, blocks in sections[1:]:
        for block in blocks:
            for line in block.split("\n") if block.startswith("```") else ():
                if re.search(rf"\b{word}\b", line) and not line.startswith("```"):
                    return re.sub(r"\s+(\[[0-9].*)?$", "", line.strip())
    return None


def _begins_line(word: str, block: str) -> bool:
    return any(line.strip().startswith(word + " ") or line.strip() == word for line in block.split("\n"))


def main() -> None:
    """Write the table to standard output."""
    page = HERE.parent.parent / "docs" / "language.md"
    data = made(page.read_text(encoding="utf-8"))
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
