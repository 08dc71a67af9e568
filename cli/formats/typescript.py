"""The types of one game for TypeScript: what can be chosen in it, its variables and its zones, by their names.

`hoyle compile --types` writes them; the npm package takes them: `open<Whist>(module, description)`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from ...dsl.types import Type
from ...interpreter.program import Alternative, Program
from ...interpreter.text.format import Wording

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NAMES = re.compile(r"\b[A-Z]\w*")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


def typescript(program: Program, name: str) -> str:
    """The text of a file of types; `name` is that of the interface: `Whist`."""
    words = Wording(program)
    choices = dict.fromkeys(_choice(words, one) for ask in program.asks for one in ask.alternatives)
    variables = [f"    {_key(one.name)}: {_held(words, one.type, one.owner)};" for one in program.variables]
    zones = _union(json.dumps(zone.name) for zone in program.zones)
    body = [
        f"export interface {name} {{",
        "  choices:",
        *(f"    | {choice}" for choice in choices or ("never",)),
        "  variables: {",
        *variables,
        "  };",
        f"  zones: {zones};",
        "}",
    ]
    body[1 + len(choices or ("never",))] += ";"
    used = [one for one in ("Card", "Owned") if any(one in _NAMES.findall(_QUOTED.sub("", line)) for line in body)]
    imported = [f'import type {{ {", ".join(used)} }} from "hoyle";', ""] if used else []
    head = f"// The types of {_plain(program.title)}, written by `hoyle compile --types`."
    return "\n".join((head, *imported, *body)) + "\n"


def interface_name(ruleset: str) -> str:
    """`NewberryEuchre` for `newberry_euchre`."""
    parts = re.findall(r"[A-Za-z0-9]+", ruleset)
    name = "".join(part[0].upper() + part[1:] for part in parts)
    return name if _IDENTIFIER.fullmatch(name) else f"Game{name}"


def _choice(words: Wording, alternative: Alternative) -> str:
    kind = alternative.filled(lambda hole: f"{{{alternative.bound[hole].name}}}")
    values = " ".join(f"{_key(bound.name)}: {_type(words, bound.type)};" for bound in alternative.bound)
    return (
        f"{{ kind: {_text(kind)}; values: {{ {values} }} }}"
        if values
        else f"{{ kind: {_text(kind)}; values: Record<string, never> }}"
    )


def _held(words: Wording, type: Type, owner: str | None) -> str:
    """The type of a variable; for one that each player or team has, an object by owner."""
    value = _type(words, type, none=type.optional)
    return value if owner is None else f"Owned<{value}>"


def _type(words: Wording, type: Type, *, none: bool = False) -> str:
    match type.kind:
        case "number":
            return "number"
        case "flag":
            found = "boolean"
        case "card":
            found = "Card"
        case "set":
            element = "Card" if type.element is None else _type(words, type.element)
            return f"readonly ({element})[]" if " | " in element else f"readonly {element}[]"
        case "suit" | "rank" | "word":
            count = words.program.count_of(type)
            found = _union(_text(words.value(type, value)) for value in range(count))
        case _:
            found = "string"
    return f"{found} | null" if none else found


def _union(texts: Iterable[str]) -> str:
    return " | ".join(texts) or "never"


def _key(name: str) -> str:
    return name if _IDENTIFIER.fullmatch(name) else _text(name)


def _text(text: str) -> str:
    """A text as a literal, whatever a rule file has in it."""
    return json.dumps(text)


def _plain(text: str) -> str:
    """A title in a comment of one line."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
