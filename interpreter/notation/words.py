"""What the schema of scripts says of texts, words and values, and how each is written in JSON."""

from __future__ import annotations

import re
from typing import Any

from ...dsl.shapes.shape import NamedShape, Schema

_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,17}")
_CARD = re.compile(r"\?\?|(?:10|[0-9AJQKTajqkt]{1,2})[^\s,:\"#\\]{0,12}|[Jj]o(?:ker)?")
_FLAGS: dict[str, bool | None] = {"yes": True, "no": False, "none": None}

VISIBLE: Schema = {
    "description": "No control characters, line ends, or characters that turn text round.",
    "not": {
        "type": "string",
        "pattern": r"[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]",
    },
}
_VISIBLE: Schema = {"allOf": [{"$ref": "#/$defs/visible"}]}
_INTEGERS: Schema = {"minimum": -(2**63), "maximum": 2**63 - 1}


def about(description: str, **more: Any) -> Schema:
    """What the schema says of a field."""
    return {"description": description, **more}


def _text(most: int, least: int = 1, **more: Any) -> Schema:
    return {"type": "string", "minLength": least, "maxLength": most, **more, **_VISIBLE}


def _setting(said: object) -> Any:
    text = str(said)
    return _value(text) if _INTEGER.fullmatch(text) or text in ("yes", "no") else text


def _value(said: object) -> Any:
    """The simplest JSON value that reads back as this text."""
    text = str(said)
    if _INTEGER.fullmatch(text):
        return int(text)
    if text in _FLAGS:
        return _FLAGS[text]
    words = text.split(" ")
    if len(words) > 1 and all(_CARD.fullmatch(word) for word in words):
        return list(words)
    return text


TEXT = NamedShape("text", _text(2000, pattern=r"\S"))
COMMENT = NamedShape("comment", _text(4000, 0))
NAME = NamedShape("name", _text(40))
WORD = NamedShape(
    "word", _text(80, pattern=r'^[^\s,:"#\\]*$', description="One word: a card, or a name of the rule file.")
)
_BUDGETED = "A person, or the name of a player, perhaps with its budget (`think:quick`)."
PLAYER = NamedShape("player", _text(80, pattern=r'^[^\s,"#\\]*$', description=_BUDGETED))
SETTING = NamedShape(
    "setting",
    about("A number, yes or no, or a word.", **_text(200, type=["string", "integer", "boolean"]), **_INTEGERS),
    _setting,
)
VALUE = NamedShape(
    "value",
    about(
        "A number, yes or no (true, false), none (null), words, or cards.",
        **_text(4000, type=["string", "integer", "boolean", "null", "array"], minItems=1, maxItems=400),
        **_INTEGERS,
        items={"$ref": "#/$defs/word"},
    ),
    _value,
)
GAIN = NamedShape("", {"type": "integer"}, _value)
CARDS = about("Cards as people write them; `??` is a card nobody knows.", minItems=1, maxItems=400)
"""Of a list of words."""
EACH: Schema = {"key": "each", "minProperties": 1, "maxProperties": 64}

BELOW: Schema = {
    "key": "expect",
    "minItems": 1,
    "maxItems": 1000,
    "contains": {"properties": {"do": {"const": "expect"}}},
}
SAID: Schema = {"minItems": 1, "contains": {"not": {"properties": {"do": {"const": "note"}}}}}
"""Of a list of steps: not all are comments."""
