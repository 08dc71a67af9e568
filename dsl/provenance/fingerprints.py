"""Fingerprints: short hashes that show whether rules have changed, as a whole and part by part.

A recorded game contains them.  So a replay can tell *which* rules have changed since.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import cast

from ..resolve.parts import key_text, part_key
from ..syntax import nodes as n
from ..syntax.printer.declarations import print_tree

_IGNORED_FIELDS = ("span", "cite", "otherwise_cite", "description")
"""Fields that do not affect how a game is played."""
_IDLE = (n.Game, n.Document, n.Language, n.NotARule, n.Ruling, n.Preset, n.Variant)
"""Declarations that do not affect it."""
_OPTIONS = (n.Option, n.Kind, n.Require)
_CHECKS = (n.After, n.Always)
_LONG, _SHORT = 16, 6
"""Lengths of the hashes, in hexadecimal digits."""


def fingerprint(tree: n.RuleFile) -> str:
    """A hash of the rules, independent of their layout: 16 hexadecimal digits."""
    return hashlib.sha256(print_tree(tree).encode()).hexdigest()[:_LONG]


def part_fingerprints(tree: n.RuleFile) -> dict[str, str]:
    """A hash of each part, by its name (`phase deal_hands`, `ranking`, `zones`): 6 hexadecimal digits each.

    Citations, descriptions, rulings and titles are ignored, because they do not affect how a game is played."""
    found: dict[str, list[str]] = {}
    for declaration in tree.declarations:
        if not isinstance(declaration, _IDLE):
            found.setdefault(name_of_part(declaration), []).append(_node_text(declaration))
    return {name: hashlib.sha256("\n".join(said).encode()).hexdigest()[:_SHORT] for name, said in found.items()}


def name_of_part(declaration: n.Decl) -> str:
    """The name of the part that a declaration belongs to.  All options form one part, and so do all checks."""
    if isinstance(declaration, _OPTIONS):
        return "options"
    if isinstance(declaration, _CHECKS):
        return "checks"
    known = part_key(declaration)
    return key_text(known) if known is not None else type(declaration).__name__.lower()


def changed_parts(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """The names of all parts that differ, are new, or are missing in `now`."""
    return [name for name in dict.fromkeys((*before, *now)) if before.get(name) != now.get(name)]


@cache
def _names(kind: type[n.Node]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.name not in _IGNORED_FIELDS)


def _node_text(value: object) -> str:
    """A node as text, without the ignored fields."""
    if isinstance(value, n.Node):
        inner = [_node_text(getattr(value, name)) for name in _names(type(value))]
        return f"{type(value).__name__}({','.join(inner)})"
    if isinstance(value, tuple):
        return f"[{','.join(map(_node_text, cast('tuple[object, ...]', value)))}]"
    return repr(value)
