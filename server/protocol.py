"""The messages between server and clients: read by the schema, written with lengths that tell nothing.

The schema is `schemas/table.schema.json`; it is the protocol, for our own page as for other clients.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from .fast_json import dumps, loads
from .refusals import Refusal, refuse
from .table.entries import Json

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

SCHEMA = Path(__file__).resolve().parents[1] / "schemas" / "table.schema.json"
MOST_MESSAGE = 16_384
"""The most bytes of a message of a client."""
MOST_BODY = 1_200_000
"""The most bytes of the body of a request."""
SMALLEST = 8192
"""The length of nearly every message with a scene, in bytes."""


@cache
def schema() -> Json:
    """The schema as data."""
    return json.loads(SCHEMA.read_text("utf-8"))


@cache
def _test(part: str) -> Callable[[Any], bool]:
    """The test whether data fits a part of the schema.

    (Both libraries know the same answers; the quick one is missing on some platforms.)"""
    try:
        from jsonschema_rs import Draft202012Validator as Quick
    except ImportError:
        return _validator(part).is_valid
    return Quick(_part(part)).is_valid


def _part(part: str) -> Json:
    return {**schema(), "$ref": f"#/$defs/{part}"}


def _validator(part: str) -> Validator:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(_part(part))


def fits(part: str, data: object) -> bool:
    """Whether data fits a part of the schema."""
    try:
        return _test(part)(data)
    except ValueError:  # half a surrogate pair, or a number of a thousand digits
        return False


NEEDS = {
    "type": "must be of the type {}", "enum": "must be one of {}", "const": "must be {}", "required": "must have {}",
    "minLength": "must have at least {} characters", "maxLength": "must have at most {} characters",
    "minimum": "must be at least {}", "maximum": "must be at most {}", "minItems": "must have at least {} items",
    "maxItems": "must have at most {} items", "pattern": "must fit the pattern {}",
    "additionalProperties": "must have no other fields than {}", "unevaluatedProperties": "must have no other fields",
}  # fmt: skip
"""What each keyword of the schema asks for, in words."""


def _why(part: str, data: Any) -> str:
    """What is wrong with data, in a few words: what the schema asks for, and nothing of the data: it may be secret."""
    found = next(iter(_validator(part).iter_errors(data)), None)
    if found is None:
        return "it has another form"
    wanted: Any = found.validator_value
    shown = ", ".join(map(str, cast("list[Any]", wanted))) if isinstance(wanted, list) else str(wanted)
    place = "/".join(map(str, found.absolute_path))
    if found.validator == "additionalProperties" and not wanted:
        shown = ", ".join(cast("Json", found.schema).get("properties", ()))
    need = NEEDS.get(str(found.validator), "has another form").format(shown[:300])
    return f"`{place[:80]}` {need}" if place else f"it {need}"


def parsed(data: str | bytes, part: str = "message", most: int = MOST_MESSAGE) -> Json:
    """Read a message or a body.  Raises `Refusal`, whatever it is."""
    if len(data) > most:
        raise refuse("S05", most=f"{most:,} bytes")
    try:
        found = loads(data)
    except (ValueError, RecursionError):
        raise refuse("S04", why="it is no JSON") from None
    if not fits(part, found):
        raise refuse("S04", why=_why(part, found))
    return _whole(found) if any(isinstance(one, float) for one in _values(found)) else found


def _values(data: Any) -> Iterator[Any]:
    """Everything in data that is neither an object nor a list."""
    if isinstance(data, (dict, list)):
        for one in cast("Json", data).values() if isinstance(data, dict) else cast("list[Any]", data):
            yield from _values(one)
    else:
        yield data


def _whole(data: Any) -> Any:
    """Data with 0 for 0.0, and so on: JSON does not tell them apart, and the schema takes both for whole numbers."""
    if isinstance(data, dict):
        return {name: _whole(one) for name, one in cast("Json", data).items()}
    if isinstance(data, list):
        return [_whole(one) for one in cast("list[Any]", data)]
    return int(data) if isinstance(data, float) and data.is_integer() else data


def refused(refusal: Refusal, key: str | None = None) -> bytes:
    """The message of a refusal."""
    return dumps({"type": "refused", **refusal.data(), **({"key": key} if key is not None else {})})


def padded(message: bytes) -> bytes:
    """A message with spaces at the end, so that its length is one of few: `SMALLEST`, four times that, and so on.

    The length depends on this message alone, not on what others are sent, because it must not tell a seat what others
    have.  Nearly all messages of a game have the same length, so whoever sees only lengths learns next to nothing."""
    length = SMALLEST
    while length < len(message):
        length *= 4
    return message + b" " * (length - len(message))
