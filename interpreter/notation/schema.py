"""Finds what in some data breaks the schema of scripts, and says it in plain words.

The schema selects by the value of `do` (`if` … `then`), so a mistake in a step is reported for that kind of step only,
never as "valid under none of the given schemas".

`jsonschema_rs` tests whether data obeys the schema, which is much faster than replaying a script.  `jsonschema`, which
takes longer than replaying, is used only to find what is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...dsl.source.invisible import excerpt
from ...dsl.source.nearest import nearest
from .json_text import Plain

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

SCHEMA = Path(__file__).resolve().parents[2] / "schemas" / "play.schema.json"
MOST = 20
"""The most violations reported at once."""

_KINDS = {
    "object": "an object", "array": "a list", "string": "a text", "integer": "a whole number",
    "boolean": "true or false", "null": "null",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Violation:
    """Where and how data breaks the schema."""

    path: tuple[str | int, ...]
    message: str
    help: str | None = None


@cache
def schema() -> dict[str, Any]:
    """The schema as data."""
    return json.loads(SCHEMA.read_text("utf-8"))


@cache
def _validator() -> Validator:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schema())


@cache
def obeys() -> Callable[[Plain], bool]:
    """The test whether data obeys the schema."""
    try:
        from jsonschema_rs import Draft202012Validator
    except ImportError:  # on some platforms its native code is missing
        if find_spec("jsonschema") is None:  # a browser, which has neither: it bounds what it reads by its length
            return lambda data: True
        return lambda data: _validator().is_valid(data)
    quick = Draft202012Validator(schema())

    def test(data: Plain) -> bool:
        try:
            return quick.is_valid(data)
        except ValueError:  # it rejects data with, for example, half a surrogate pair
            return _validator().is_valid(data)

    return test


def violations(data: Plain) -> list[Violation]:
    """All violations of the schema (at most 20), in the order of the file."""
    if obeys()(data):
        return []
    found: dict[Violation, None] = {}
    for error in _validator().iter_errors(data):
        broken = _BrokenRule(tuple(error.absolute_path), str(error.validator), error.validator_value, error.instance)
        found[_violation(broken, error.schema)] = None
        if len(found) >= MOST:
            break
    return list(found)


@dataclass(frozen=True, slots=True)
class _BrokenRule:
    """A rule of the schema that some data breaks: the kind of rule, what it requires, and the actual value."""

    path: tuple[str | int, ...]
    rule: str
    wanted: Any
    instance: Any


Said = tuple[str, str | None]
"""A message, and a help text if there is one."""


def _violation(broken: _BrokenRule, around: Any) -> Violation:
    if broken.rule == "additionalProperties":
        known: list[str] = list(around.get("properties", ()))
        extra = next(str(name) for name in broken.instance if name not in known)
        near = nearest(extra, known)
        help = f"did you mean `{near}`?" if near else _list("known are", known)
        return Violation((*broken.path, extra), f"`{excerpt(extra)}` is not known here", help)
    describe = _WORDS.get(broken.rule)
    return Violation(broken.path, *(describe(broken) if describe else ("this breaks the schema", None)))


def _required(error: _BrokenRule) -> Said:
    missing = [f"`{name}`" for name in error.wanted if name not in error.instance]
    return f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing", None


def _type(error: _BrokenRule) -> Said:
    wanted: Any = error.wanted
    kinds = [wanted] if isinstance(wanted, str) else list(wanted)
    return f"this must be {' or '.join(_KINDS.get(str(kind), str(kind)) for kind in kinds)}", None


def _enum(error: _BrokenRule) -> Said:
    said = error.instance if isinstance(error.instance, str) else json.dumps(error.instance)[:40]
    near = nearest(said, error.wanted)
    help = f"did you mean `{near}`?" if near else _list("write", error.wanted)
    return f"`{excerpt(said)}` is not known here", help


def _pattern(error: _BrokenRule) -> Said:
    return f"`{excerpt(error.instance)}` is not a single word" if error.instance.strip() else "this is blank", None


def _size(more: bool, what: str) -> Callable[[_BrokenRule], Said]:
    def words(error: _BrokenRule) -> Said:
        bound = error.wanted
        if not more and bound == 1:
            return "this must not be empty", None
        return f"this has {'more' if more else 'fewer'} than {bound:,} {what}", None

    return words


def _list(start: str, names: list[str]) -> str:
    return f"{start} " + ", ".join(f"`{name}`" for name in names)


_WORDS: dict[str, Callable[[_BrokenRule], Said]] = {
    "required": _required,
    "type": _type,
    "enum": _enum,
    "const": lambda error: (f"this must be {json.dumps(error.wanted)}", None),
    "minLength": _size(False, "characters"),
    "maxLength": _size(True, "characters"),
    "minItems": _size(False, "items"),
    "maxItems": _size(True, "items"),
    "minProperties": _size(False, "entries"),
    "maxProperties": _size(True, "entries"),
    "minimum": lambda error: (f"this must be at least {error.wanted}", None),
    "maximum": lambda error: (f"this must be at most {error.wanted}", None),
    "pattern": _pattern,
    "not": lambda _: ("this holds an invisible character", None),
    "contains": lambda _: ("nothing is expected here", None),
    "None": lambda _: ("`is` and `each` exclude each other", "write `is` for one value, `each` for one by owner"),
}
"""How to describe each kind of violation."""
