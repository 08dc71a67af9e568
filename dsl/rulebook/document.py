"""A document: sections of paragraphs, lists and tables, independent of Markdown, HTML or plain text.

A `Line` is a sequence of runs.  So a sentence can contain a link or a highlighted term without markup in its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from . import english as en

_SHORT = 60
_BREATH = 40
"""The most words that a sentence should have."""
_ORDERS = {"note", "set", "put", "deal", "add", "take", "count", "gather", "shuffle", "show", "go", "drop", "stop"}
"""Verbs that begin a command, a sentence without a subject."""

Style = Literal["", "strong", "term", "blank", "link", "code"]


@dataclass(frozen=True, slots=True)
class TextRun:
    """Words in one style.  A blank is a gap to fill in, code a part of the rule file; a link leads to the section
    `to`."""

    text: str
    style: Style = ""
    to: str = ""


Line = tuple[TextRun, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    line: Line


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a list, and the blocks below it."""

    line: Line
    blocks: tuple[TextBlock, ...] = ()


@dataclass(frozen=True, slots=True)
class Items:
    """A list; `ordered` if the order matters."""

    items: tuple[Item, ...]
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with a heading."""

    head: tuple[Line, ...]
    rows: tuple[tuple[Line, ...], ...]


TextBlock = Paragraph | Items | Grid


@dataclass(frozen=True, slots=True)
class StatementText:
    """A statement in words: a line, and the blocks below it."""

    line: Line
    blocks: tuple[TextBlock, ...] = ()
    more: tuple[Line, ...] = ()
    """Further sentences, if the statement needs several."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the blocks below it.  `key` identifies the section in links."""

    title: str
    key: str
    blocks: tuple[TextBlock, ...]
    sections: tuple[Section, ...] = ()


@dataclass(frozen=True, slots=True)
class RulebookDocument:
    """A whole document."""

    title: str
    lead: tuple[TextBlock, ...]
    sections: tuple[Section, ...]


# ------------------------------------------------------------------------------------------------------ making lines


def line(*parts: str | TextRun | Line) -> Line:
    """One line made of words, runs and lines."""
    found: list[TextRun] = []
    for part in parts:
        for run in part if isinstance(part, tuple) else (TextRun(part) if isinstance(part, str) else part,):
            if found and run.style == "" and found[-1].style == "":
                found[-1] = TextRun(found[-1].text + run.text)
            elif run.text:
                found.append(run)
    return tuple(found)


def words(of: Line) -> str:
    """The words of a line, without their styles."""
    return "".join(run.text for run in of)


def is_long(of: Line) -> bool:
    """Whether a sentence is too long to read in one breath."""
    return len(words(of).split()) > _BREATH


def capitalised(of: Line) -> Line:
    """The line with a capital letter at its start."""
    if not of:
        return of
    return (TextRun(en.capital(of[0].text), of[0].style, of[0].to), *of[1:])


def sentence(of: Line) -> Line:
    """The line as a sentence: with a capital letter at its start, and a full stop unless it ends with another mark."""
    if not of:
        return of
    last = words(of).rstrip()[-1:]
    return capitalised(of) if last in ".:!?" else line(capitalised(of), ".")


_BUSY = re.compile(r"[,;:]| and | if |from now on |(?:note|counts) that ")
"""In a line: what another one that follows an "and" would seem to belong to."""


def joined(lines: Sequence[Line], word: str = "and") -> Line:
    """Several lines as one: joined by commas and an "and", or by semicolons if the lines contain commas."""
    if len(lines) <= 1:
        return lines[0] if lines else ()
    busy = any(
        re.search(r"[,;:]| and | if |from now on |(?:note|counts) that ", words(each)) or len(words(each)) > _SHORT
        for each in lines
    )
    orders = [words(each).partition(" ")[0] in _ORDERS for each in lines]
    busy = busy or (any(orders) and not all(orders))
    made: Line = lines[0]
    for at, each in enumerate(lines[1:], 2):
        last = at == len(lines)
        link = ("; " if busy else f" {word} ") if last else "; " if busy else ", "
        made = line(made, link, each)
    return made


def paragraph(lines: Sequence[Line]) -> Paragraph:
    """One paragraph made of these sentences."""
    made: Line = ()
    for each in lines:
        made = line(made, " " if made else "", sentence(each))
    return Paragraph(made)


def lists_apart(blocks: Sequence[TextBlock]) -> tuple[TextBlock, ...]:
    """Blocks that follow one another, with a line between two lists, which would otherwise read as one list: the
    answers of a choice, and what is done after it."""
    found: list[TextBlock] = []
    for block in blocks:
        if isinstance(block, Items) and found and isinstance(found[-1], Items):
            found.append(Paragraph(line("Then:")))
        found.append(block)
    return tuple(found)


def slug(title: str) -> str:
    """A section's name in links: in lower case, with dashes for all other characters."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "section"


def every_section(sections: Sequence[Section], depth: int = 0) -> Iterator[tuple[Section, int]]:
    """Every section with its depth, in reading order."""
    for section in sections:
        yield section, depth
        yield from every_section(section.sections, depth + 1)
