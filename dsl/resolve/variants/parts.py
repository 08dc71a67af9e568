"""The keys of the parts of a rule file: kind and name (`define worth`), or kind alone (`ranking`)."""

from __future__ import annotations

from collections.abc import Iterator

from ...syntax import nodes as n

Key = tuple[str, str]

LINES_ON_THE_TABLE: Key = ("lines on the table", "")


def part_key(part: n.Decl) -> Key | None:
    """The key of a declaration: its kind and its name.  None for a declaration that cannot be replaced."""
    match part:
        case (
            n.Option(name)
            | n.Kind(name)
            | n.Shape(name)
            | n.Define(name)
            | n.Table(name)
            | n.Phase(name)
            | n.Values(name)
        ):
            return type(part).__name__.lower(), name.text
        case n.Incident(title):
            return "incident", title
        case n.Players() | n.Deck() | n.Ranking() | n.Main():
            return type(part).__name__.lower(), ""
        case n.Written():
            return LINES_ON_THE_TABLE
        case n.Namings():
            return "names", ""
        case _:
            return None


def wider_key(part: n.Decl) -> Key | None:
    """The same, with keys also for checks and texts, where several parts may share a key."""
    match part:
        case n.After(phase):
            return "after", phase.text
        case n.Always() | n.Require():
            return type(part).__name__.lower(), ""
        case n.Preset(title):
            return "preset", title
        case n.Document(name):
            return "source", name.text
        case n.Ruling(text):
            return "ruling", text
        case _:
            return part_key(part)


def key_text(found: Key) -> str:
    """A key as its author would write it: `define worth`, `ranking`."""
    return " ".join(word for word in found if word)


def inner_names(part: n.Decl) -> Iterator[Key]:
    """The keys of the zones or variables in a part.  Each has a key of its own."""
    if isinstance(part, n.Zones):
        yield from (("zone", zone.name.text) for zone in part.zones)
    if isinstance(part, n.Remember):
        yield from (("remembered", name.text) for variable in part.variables for name in variable.names)
