"""Characters that cannot be seen: which ones files must not contain, and how the others are shown."""

from __future__ import annotations

import re

CONTROLS = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
"""Control characters except tab, line feed and carriage return, as a part of a regular expression."""
DIRECTIONS = r"\u202a-\u202e\u2066-\u2069"
"""Characters that change the direction of writing: two lines that look the same could say different things."""

_UNSEEN = rf"{CONTROLS}\r\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff"
_INVISIBLE = re.compile(rf"[\t\n{_UNSEEN}]")
_INVISIBLE_IN_LINES = re.compile(rf"[{_UNSEEN}]")
_LONGEST = 100


def visible(text: str) -> str:
    """A text with its invisible characters as escapes: `\\u0000`."""
    return _INVISIBLE.sub(_escape, text)


def tamed(text: str) -> str:
    """A text that may contain tabs and line ends, with all other invisible characters as escapes."""
    return _INVISIBLE_IN_LINES.sub(_escape, text)


def stripped(text: str) -> str:
    """A text that may contain tabs and line ends, without all other invisible characters."""
    return _INVISIBLE_IN_LINES.sub("", text)


def excerpt(text: str, most: int = _LONGEST) -> str:
    """A text of any length in a form that fits a message: visible, and at most `most` characters of it."""
    return visible(text if len(text) <= most else text[: most - 1] + "…")


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"
