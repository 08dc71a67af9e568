"""JSON with places: every value knows where it stands in the file.

The reader of the standard library forgets places and keeps one of two equal keys; scripts need the places for their
messages and refuse such keys.  It reads without recursion, whole numbers only, and stops at limits, so that a hostile
file costs little.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...dsl.source import Source, Span
from .codes import ScriptError, report

DEEPEST = 32
MOST_VALUES = 2_000_000
LONGEST_NUMBER = 20

Scalar = str | int | bool | None
Plain = Scalar | Sequence["Plain"] | Mapping[str, "Plain"]
"""What a JSON text means, without places."""

_TOKEN = re.compile(r'[ \t\r\n]*(?:([{}\[\],:])|("(?:[^"\\\x00-\x1f]|\\.)*")|([^\s{}\[\],:"]+))')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None}


@dataclass(frozen=True, slots=True)
class Spot:
    """A value and the characters it stands in."""

    value: Scalar | list[Spot] | dict[str, Spot]
    start: int
    end: int

    def plain(self) -> Plain:
        """The value without places (depth is bounded)."""
        if isinstance(self.value, list):
            return [item.plain() for item in self.value]
        if isinstance(self.value, dict):
            return {key: item.plain() for key, item in self.value.items()}
        return self.value

    def at(self, path: Iterable[str | int]) -> Spot:
        """The value at a path, or the nearest one above it that exists."""
        here = self
        for step in path:
            inner = here.value
            if isinstance(inner, list) and isinstance(step, int) and step < len(inner):
                here = inner[step]
            elif isinstance(inner, dict) and step in inner:
                here = inner[str(step)]
            else:
                break
        return here


def path_text(path: Iterable[str | int]) -> str:
    """`$.games[0].steps[3].do`"""
    return "$" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)


@dataclass(slots=True)
class _Open:
    """A list or object whose end has not come."""

    start: int
    items: list[Spot]
    fields: dict[str, Spot] | None
    key: str | None = None
    """The key whose value comes next."""
    wants: str = "first"
    """first: a value (a key) or the end; value; colon; more: a comma or the end; next: a value (a key)."""


class _Reader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.open: list[_Open] = []
        self.count = 0
        self.result: Spot | None = None

    def fail(self, start: int, end: int, why: str) -> ScriptError:
        return ScriptError(report("E1020", Span(self.source, start, end), why=why))

    def path(self) -> str:
        """Where the reader is."""
        steps = (one.key if one.fields is not None else len(one.items) for one in self.open)
        return path_text(step for step in steps if step is not None)

    def read(self) -> Spot:
        text, at = self.source.text, 1 if self.source.text.startswith("\ufeff") else 0
        end = len(text.rstrip(" \t\r\n"))
        while at < end:
            found = _TOKEN.match(text, at)
            if found is None:
                start = at + len(text[at:]) - len(text[at:].lstrip())
                why = "a string is not closed on its line" if text[start] == '"' else "this cannot be read"
                raise self.fail(start, min(start + 20, end), why)
            at = found.end()
            mark, string, word = found[1], found[2], found[3]
            start = found.start(found.lastindex or 0)
            if self.result is not None:
                raise self.fail(start, at, "something stands behind the end")
            if mark is not None:
                self.mark(mark, start, at)
            elif string is not None:
                self.string(string, start, at)
            else:
                self.value(self.word(word, start, at), start, at)
        if self.result is None:
            raise self.fail(end, end, "it ends too early" + (f" (in {self.path()})" if self.open else ""))
        return self.result

    def mark(self, mark: str, start: int, end: int) -> None:
        """A bracket, comma or colon."""
        if mark in "{[":
            if len(self.open) >= DEEPEST:
                what = f"lists and objects are nested {len(self.open) + 1} deep"
                raise ScriptError(report("E1011", Span(self.source, start, end), what=what, most=DEEPEST))
            if not self.expects_value():
                raise self.fail(start, end, "no value can stand here")
            self.open.append(_Open(start, [], {} if mark == "{" else None))
            return
        here = self.open[-1] if self.open else None
        if here is None:
            raise self.fail(start, end, f"`{mark}` cannot stand here")
        if mark == ":" and here.wants == "colon":
            here.wants = "value"
        elif mark == "," and here.wants == "more":
            here.wants, here.key = "next", None
        elif mark == ("]" if here.fields is None else "}") and here.wants in ("first", "more"):
            self.open.pop()
            self.value(here.items if here.fields is None else here.fields, here.start, end)
        else:
            raise self.fail(start, end, f"`{mark}` cannot stand here")

    def expects_value(self) -> bool:
        here = self.open[-1] if self.open else None
        return here is None or here.wants == "value" or (here.fields is None and here.wants in ("first", "next"))

    def string(self, token: str, start: int, end: int) -> None:
        """A key or a value."""
        try:
            text = json.loads(token) if "\\" in token else token[1:-1]
            text.encode()
        except UnicodeEncodeError:
            raise self.fail(start, end, "this string holds half a character") from None
        except ValueError:
            raise self.fail(start, end, "this string has a wrong escape") from None
        here = self.open[-1] if self.open else None
        if here is None or here.fields is None or here.wants not in ("first", "next"):
            self.value(text, start, end)
            return
        here.key, here.wants = None, "colon"
        if text in here.fields:
            raise ScriptError(report("E1022", Span(self.source, start, end), key=text, path=self.path()))
        here.key = text

    def word(self, token: str, start: int, end: int) -> Scalar:
        if token in _WORDS:
            return _WORDS[token]
        if not _NUMBER.fullmatch(token):
            number = token[:1] in "-0123456789" or token in ("NaN", "Infinity")
            raise self.fail(start, end, "numbers are whole here" if number else "a word must stand in quotation marks")
        if len(token) > LONGEST_NUMBER:
            raise self.fail(start, end, f"this number has more than {LONGEST_NUMBER} figures")
        return int(token)

    def value(self, value: Scalar | list[Spot] | dict[str, Spot], start: int, end: int) -> None:
        """A value is complete."""
        self.count += 1
        if self.count > MOST_VALUES:
            where = Span(self.source, start, end)
            raise ScriptError(report("E1011", where, what="there are more values than can be", most=f"{MOST_VALUES:,}"))
        spot = Spot(value, start, end)
        here = self.open[-1] if self.open else None
        if here is None:
            self.result = spot
        elif here.wants not in ("value", "first", "next") or (here.fields is not None and here.wants != "value"):
            missing = {"more": "a comma is missing", "colon": "a colon is missing"}
            raise self.fail(start, end, missing.get(here.wants, "a key in quotation marks is missing"))
        else:
            if here.fields is None:
                here.items.append(spot)
            elif here.key is not None:
                here.fields[here.key] = spot
            here.wants = "more"


def read_json(source: Source) -> Spot:
    """The value a JSON text holds.  Raises `ScriptError` with the first thing that is wrong."""
    return _Reader(source).read()
