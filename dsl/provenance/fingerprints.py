"""Fingerprints: the identity of rules, as a whole and part by part, as short hashes of what they mean.

A recorded game contains them.  So a replay can tell *which* rules have changed since.

A fingerprint is a hash of the tree of the rules: its nodes by their names in JSON, with all fields but those that have
no effect on play, and those that have their default value.  So it stays the same however the rules are laid out,
described or cited, and also when the language gets a new field with a default.  It begins with the version of this
definition.  Fingerprints of version 1 (`former.py`) have no version in front.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from json.encoder import encode_basestring_ascii
from typing import cast

from ..resolve.variants.parts import key_text, part_key
from ..syntax import nodes as n

VERSION = 2

_IDLE_FIELDS = frozenset({"span", "cite", "otherwise_cite", "description"})
"""Fields that have no effect on play: where rules stand, where they come from, and what is said about them."""
_IDLE = (n.Game, n.Document, n.Language, n.NotARule, n.Ruling, n.Variant, n.Written, n.Namings, n.Example)
"""Declarations that have none: titles, sources, rulings, examples, what is written on the table, and what people read
in place of names.  Only one version of the language exists."""
_OPTIONS = (n.Option, n.Kind, n.Require, n.Preset)
_CHECKS = (n.After, n.Always)
CHECKS = "checks"
"""The part that all checks form: they say what is true of the rules, and have no effect on play."""
_LONG, _SHORT = 16, 6
"""Lengths of the hashes, in hexadecimal digits."""


def fingerprints(tree: n.RuleFile) -> tuple[str, Mapping[str, str]]:
    """The identity of rules: `2-` and 16 hexadecimal digits; and a hash of each part, by its name (`phase deal_hands`,
    `ranking`, `zones`): 6 hexadecimal digits each.
    """
    everything, parts = list[str](), dict[str, list[str]]()
    for declaration in tree.declarations:
        if not isinstance(declaration, _IDLE):
            said: list[str] = []
            _say(declaration, said)
            everything += said
            parts.setdefault(name_of_part(declaration), []).extend(said)
    return f"{VERSION}-{_hash(everything, _LONG)}", {name: _hash(said, _SHORT) for name, said in parts.items()}


def fingerprint(tree: n.RuleFile) -> str:
    """The identity of rules: `2-` and 16 hexadecimal digits."""
    return fingerprints(tree)[0]


def name_of_part(declaration: n.Decl) -> str:
    """The name of the part that a declaration belongs to.  All options form one part, and so do all checks."""
    if isinstance(declaration, _OPTIONS):
        return "options"
    if isinstance(declaration, _CHECKS):
        return CHECKS
    known = part_key(declaration)
    return key_text(known) if known is not None else type(declaration).__name__.lower()


def changed_parts(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """The names of all parts that differ, are new, or are missing in `now`."""
    return [name for name in dict.fromkeys((*before, *now)) if before.get(name) != now.get(name)]


def _hash(said: list[str], digits: int) -> str:
    return hashlib.sha256("".join(said).encode()).hexdigest()[:digits]


@cache
def _meant(kind: type[n.Node]) -> tuple[tuple[str, str, object], ...]:
    """The fields of a class of nodes that have an effect on play: the name, how it is written, and the default."""
    idle = {*_IDLE_FIELDS, *({"text"} if kind is n.Require else ())}
    return tuple((f.name, f" {f.name}=", f.default) for f in fields(kind) if f.name not in idle)


def _say(value: object, said: list[str]) -> None:
    """Add a value to the text that is hashed.  Different values have different texts."""
    if isinstance(value, n.Node):
        kind = type(value)
        said.append(f"({kind.__name__}")
        for name, written, default in _meant(kind):
            inner = getattr(value, name)
            if inner != default:
                said.append(written)
                _say(inner, said)
        said.append(")")
    elif isinstance(value, tuple):
        said.append("[")
        for inner in cast("tuple[object, ...]", value):
            _say(inner, said)
            said.append(",")
        said.append("]")
    elif isinstance(value, str):
        said.append(encode_basestring_ascii(value))  # as `json.dumps` does, a good deal sooner
    else:
        said.append(json.dumps(value))  # a number, true, false or null
