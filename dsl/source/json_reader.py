"""Reads JSON with places: every value has its place in the text.

The reader of the standard library drops places and keeps one of two equal keys; messages need the places, and equal
keys are mistakes.  This reader works without recursion, accepts only whole numbers, and stops at limits, so that a
malicious text costs little time.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Literal

LONGEST_NUMBER = 20
"""The most figures of a number, the sign included."""


@dataclass(frozen=True, slots=True)
class JsonLimits:
    """What a text may have at most.  By default there are no limits."""

    depth: int = sys.maxsize
    """Lists and objects inside each other."""
    values: int = sys.maxsize
    string: int = sys.maxsize
    """The characters of a string as it is written."""
    keys: int = sys.maxsize
    """The keys of one object."""
    half_characters: bool = True
    """Whether a string may contain half of a surrogate pair."""


class JsonError(Exception):
    """The first mistake of a text: its place, what is wrong, and for a limit or a key the limit or the key."""

    def __init__(self, kind: Literal["syntax", "limit", "key"], start: int, end: int, why: str, more: str = "") -> None:
        super().__init__(why)
        self.kind: Literal["syntax", "limit", "key"] = kind
        self.start, self.end, self.why, self.more = start, end, why, more


Scalar = str | int | bool | None
Plain = Scalar | Sequence["Plain"] | Mapping[str, "Plain"]
"""The meaning of a JSON text, without places."""

_TOKEN = re.compile(r'[ \t\r\n]*(?:([{}\[\],:])|("[^"\\\x00-\x1f]*(?:\\.[^"\\\x00-\x1f]*)*")|([^\s{}\[\],:"]+))')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_MARK, _STRING, _WORD = 1, 2, 3
_BARE = "a word must stand in quotation marks"
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None}


@dataclass(frozen=True, slots=True)
class LocatedValue:
    """A value, and the place of its characters."""

    value: Scalar | list[LocatedValue] | dict[str, LocatedValue]
    start: int
    end: int

    def plain(self) -> Plain:
        """The value without places.  Its depth is bounded."""
        if isinstance(self.value, list):
            return [item.plain() for item in self.value]
        if isinstance(self.value, dict):
            return {key: item.plain() for key, item in self.value.items()}
        return self.value

    def at(self, path: Iterable[str | int]) -> LocatedValue:
        """The value at a path, or the nearest value above it that exists."""
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


class _NextToken(Enum):
    """What must come next in the text."""

    VALUE = "a value is missing"
    ITEM = "a value or `]` is missing"
    KEY = "a key in quotation marks is missing"
    FIRST = "a key in quotation marks or `}` is missing"
    COLON = "a colon is missing"
    MORE = "a comma is missing"
    END = "something stands behind the end"


Inner = list[LocatedValue] | dict[str, LocatedValue]


@dataclass(slots=True)
class _OpenContainer:
    """A list or an object that is not closed yet."""

    inner: Inner
    start: int
    key: str = ""
    """In an object, the key whose value comes next."""


_CLOSING = frozenset((_NextToken.MORE, _NextToken.ITEM, _NextToken.FIRST))
"""What can be expected where a list or an object may end."""


class _JsonReader:
    """Reads token by token.  Open lists and objects lie on a stack, so depth costs no recursion."""

    def __init__(self, text: str, limits: JsonLimits) -> None:
        self.text, self.limits = text, limits
        self.open: list[_OpenContainer] = []
        self.wants = _NextToken.VALUE
        self.count = 0
        self.result: LocatedValue | None = None

    def read(self) -> LocatedValue:
        """Read the value of the whole text."""
        text, match = self.text, _TOKEN.match
        at = 1 if text.startswith("\ufeff") else 0
        end = len(text.rstrip(" \t\r\n"))
        while at < end:
            found = match(text, at)
            if found is None:
                start = at + len(text[at : at + 1000]) - len(text[at : at + 1000].lstrip(" \t\r\n"))
                why = "a string is not closed on its line" if text[start] == '"' else "this cannot be read"
                raise self.fail(start, min(start + 20, end), why)
            at = found.end()
            kind = found.lastindex or 0
            start = found.start(kind)
            if kind == _MARK:
                self.mark(found[_MARK], start, at)
            elif kind == _STRING:
                if at - start > self.limits.string:
                    why = f"a string has {at - start - 2:,} characters"
                    raise JsonError("limit", start, start + 20, why, f"{self.limits.string:,}")
                token = found[_STRING]
                self.string(self.decoded(token, start, at) if "\\" in token else token[1:-1], start, at)
            else:
                self.value(self.word(found[_WORD], start, at), start, at)
        if self.result is None:
            raise self.fail(end, end, "it ends too early" + (f" (in {self.path()})" if self.open else ""))
        return self.result

    def mark(self, mark: str, start: int, end: int) -> None:
        """Process a bracket, a comma or a colon."""
        wants, here = self.wants, self.open[-1] if self.open else None
        if mark == "," and wants is _NextToken.MORE:
            assert here is not None
            self.wants = _NextToken.VALUE if isinstance(here.inner, list) else _NextToken.KEY
        elif mark == ":" and wants is _NextToken.COLON:
            self.wants = _NextToken.VALUE
        elif mark in "{[" and wants in (_NextToken.VALUE, _NextToken.ITEM):
            if len(self.open) >= self.limits.depth:
                why = f"lists and objects are nested {len(self.open) + 1} deep"
                raise JsonError("limit", start, end, why, str(self.limits.depth))
            self.open.append(_OpenContainer({} if mark == "{" else [], start))
            self.wants = _NextToken.FIRST if mark == "{" else _NextToken.ITEM
        elif here is not None and mark == ("]" if isinstance(here.inner, list) else "}") and wants in _CLOSING:
            self.open.pop()
            self.wants = _NextToken.VALUE
            self.value(here.inner, here.start, end)
        elif wants in (_NextToken.END, _NextToken.MORE) and mark in "{[":
            raise self.fail(start, end, wants.value)
        else:
            raise self.fail(start, end, f"`{mark}` cannot stand here")

    def string(self, text: str, start: int, end: int) -> None:
        """Process a string: a key or a value."""
        if self.wants is not _NextToken.KEY and self.wants is not _NextToken.FIRST:
            self.value(text, start, end)
            return
        here = self.open[-1]
        if text in here.inner:
            here.key = ""
            raise JsonError("key", start, end, self.path(), text)
        if len(here.inner) >= self.limits.keys:
            raise JsonError("limit", start, end, f"{self.path()} has too many keys", f"{self.limits.keys:,}")
        here.key = text
        self.wants = _NextToken.COLON

    def value(self, value: Scalar | Inner, start: int, end: int) -> None:
        """Add a value that is complete."""
        if self.wants is not _NextToken.VALUE and self.wants is not _NextToken.ITEM:
            raise self.fail(start, end, self.wants.value)
        self.count += 1
        if self.count > self.limits.values:
            raise JsonError("limit", start, end, "there are too many values", f"{self.limits.values:,}")
        spot = LocatedValue(value, start, end)
        if not self.open:
            self.result = spot
            self.wants = _NextToken.END
            return
        here = self.open[-1]
        if isinstance(here.inner, list):
            here.inner.append(spot)
        else:
            here.inner[here.key] = spot
            here.key = ""
        self.wants = _NextToken.MORE

    def decoded(self, token: str, start: int, end: int) -> str:
        """Decode a string with escapes."""
        try:
            text: str = json.loads(token)
            if not self.limits.half_characters:
                text.encode()
        except UnicodeEncodeError:
            raise self.fail(start, end, "this string holds half a character") from None
        except ValueError:
            raise self.fail(start, end, "this string has a wrong escape") from None
        return text

    def word(self, token: str, start: int, end: int) -> Scalar:
        """Read a number, true, false or null."""
        if token in _WORDS:
            return _WORDS[token]
        if self.wants in (_NextToken.KEY, _NextToken.FIRST):
            raise self.fail(start, end, _NextToken.KEY.value if token[0].isdigit() else _BARE)
        if not _NUMBER.fullmatch(token):
            number = token[:1] in "-0123456789" or token in ("NaN", "Infinity")
            raise self.fail(start, end, "numbers are whole here" if number else _BARE)
        if len(token) > LONGEST_NUMBER:
            raise self.fail(start, end, f"this number has more than {LONGEST_NUMBER} figures")
        return int(token)

    def fail(self, start: int, end: int, why: str) -> JsonError:
        """Make the error that the text is not valid JSON at this place."""
        return JsonError("syntax", start, end, why)

    def path(self) -> str:
        """The path of the current position."""
        steps = (len(one.inner) if isinstance(one.inner, list) else one.key for one in self.open)
        return path_text(step for step in steps if step != "")


def read_located(text: str, limits: JsonLimits | None = None) -> LocatedValue:
    """Read the value in a JSON text, with the places of all values in it.  Raises `JsonError` for the first mistake."""
    return _JsonReader(text, limits or JsonLimits()).read()
