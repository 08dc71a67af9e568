"""Mappings: which words of a format mean which choices, options and zones of a ruleset.

A mapping is a file `RULESET.FORMAT.json`, beside the rule file or in `rulesets/records`; `docs/records.md` describes
its content.  The code knows formats, the mappings know games.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import cast

from ..dsl.loading import RULESETS
from ..dsl.rule_files import read_source
from ..dsl.syntax import nodes as n
from ..dsl.syntax.parser import parse
from ..interpreter.opening.finding import find_rules, named_file

FOLDER = RULESETS / "records"
_MOST_BASES = 20
_WORDS = (
    "preset",
    "phase",
    "dealer",
    "turned",
    "turned_suit",
    "last",
    "trump",
    "points",
    "unsaid",
    "declarer",
)
_HOLE = re.compile(r"\{(suit|level|card)\}")


def holes(choice: str, label: str) -> dict[str, str] | None:
    """Match a label with a pattern like `bid {level} {suit}`.  Returns the text of each placeholder, or None if the
    label does not match.
    """
    parts = _HOLE.split(choice)
    pattern = "".join(re.escape(one) if i % 2 == 0 else f"(?P<{one}>.+?)" for i, one in enumerate(parts))
    found = re.fullmatch(pattern, label)
    return found.groupdict() if found else None


@dataclass(frozen=True, slots=True)
class Phrase:
    """A word of the format and the choice that it means: `bid {level} {suit}`.

    `assumed` gives the values of placeholders that a record may leave out.
    """

    word: str
    choice: str
    alone: bool = False
    assumed: Mapping[str, str] = field(default_factory=dict[str, str])

    def filled(self, values: Mapping[str, str]) -> str:
        """The choice in words, with the placeholders filled in."""
        return _HOLE.sub(lambda hole: values.get(hole[1], ""), self.choice)

    def match(self, label: str) -> dict[str, str] | None:
        """The text of each placeholder in a choice; None if the choice does not match."""
        return holes(self.choice, label)


@dataclass(frozen=True, slots=True)
class Effect:
    """What the value of a setting means: values of options, and variants laid over the ruleset."""

    options: Mapping[str, str] = field(default_factory=dict[str, str])
    variants: tuple[str, ...] = ()
    ruleset: str = ""
    """Another ruleset to play by, if the setting means a variant that is a game of its own."""


@dataclass(frozen=True, slots=True)
class RecordMapping:
    """One mapping.  Its fields are the fields of the file."""

    format: str
    ruleset: str
    default: bool = False
    """Whether a record that names no ruleset is played by this one."""
    preset: str = ""
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    phase: str = ""
    dealer: str = ""
    hand: str = "hand"
    size: int = 0
    """The number of cards in a hand; 0 if records always give whole hands."""
    turned: str = ""
    """The zone of the card that is turned up."""
    turned_suit: str = ""
    """The variable that holds the suit of that card."""
    last: str = ""
    """The pile whose last card, the dealer's, is turned up."""
    trump: str = ""
    """The suit that is always trumps."""
    points: str = ""
    declarer: str = ""
    """The variable that holds whose side plays to fulfil a contract; without one the result is that of the dealer."""
    unsaid: str = ""
    """The word that records leave out once a player has bid as many tricks as a hand has cards."""
    tricks: tuple[str, str] = ("", "")
    """The phase at whose end the tricks are counted, and the variable that holds their number."""
    phrases: tuple[Phrase, ...] = ()
    settings: Mapping[str, Mapping[str, Effect] | str] = field(default_factory=dict[str, "Mapping[str, Effect] | str"])
    """The effect of each value of a setting; or the name of an option, for a setting that takes any value."""

    def effect(self, name: str, value: str) -> Effect | None:
        """The effect of a setting's value; None if these rules do not know the setting or the value."""
        found = self.settings.get(name)
        if isinstance(found, str):
            return Effect({found: value})
        return found.get(value) if found is not None else None


def mapping_for(format: str, ruleset: str, near: Path | None = None) -> RecordMapping | None:
    """Find the mapping of a ruleset by its name or the path of its rule file, or else of the ruleset that it is a
    variant of.

    Returns None if there is no mapping.  Raises `ValueError` for a file that is not a valid mapping.
    """
    for _ in range(_MOST_BASES):
        path = find_rules(ruleset, near) or named_file(ruleset)
        name = f"{Path(ruleset).stem}.{format}.json"
        beside = [path.with_name(name)] if path is not None else []
        found = next((one for one in (*beside, FOLDER / name) if one.is_file()), None)
        if found is not None:
            return load(found)
        base = _base(path) if path is not None else None
        if base is None or path is None:
            return None
        ruleset, near = base, path.parent
    return None


def _base(path: Path) -> str | None:
    """The path of the ruleset that a rule file is a variant of; None if it is no variant."""
    source, _ = read_source(path)
    if source is None:
        return None
    tree, _ = parse(source)
    return next((one.base.text for one in tree.declarations if isinstance(one, n.Variant)), None)


@cache
def shipped(format: str) -> tuple[RecordMapping, ...]:
    """Every mapping of a format that comes with Hoyle."""
    return tuple(load(path) for path in sorted(FOLDER.glob(f"*.{format}.json")))


@lru_cache
def load(path: Path) -> RecordMapping:
    """Read the mapping in a file.  Raises `ValueError`, with the reason, for a file that is not a valid mapping."""
    try:
        data: object = json.loads(path.read_text(encoding="utf-8"))
        return _mapping(cast("dict[str, object]", data), path.name)
    except (OSError, KeyError, TypeError, AttributeError, ValueError, RecursionError) as error:
        raise ValueError(f"{path.name} is no mapping: {error}") from None


def _mapping(data: Mapping[str, object], name: str) -> RecordMapping:
    ruleset, format, _ = name.rsplit(".", 2)
    settings: dict[str, Mapping[str, Effect] | str] = {}
    for key, means in cast("dict[str, dict[str, dict[str, object]] | str]", data.get("settings", {})).items():
        settings[key] = means if isinstance(means, str) else {value: _effect(one) for value, one in means.items()}
    phrases: list[Phrase] = []
    for one in cast("list[dict[str, object]]", data["phrases"]):
        assumed = cast("dict[str, str]", one.get("assumed", {}))
        phrases.append(Phrase(str(one["word"]), str(one["choice"]), bool(one.get("alone", False)), assumed))
    tricks = cast("list[str]", data.get("tricks", ["", ""]))
    known = {one: str(data.get(one, "")) for one in _WORDS}
    extra = data.keys() - {*known, "settings", "phrases", "tricks", "default", "options", "hand", "size"}
    if extra:
        raise ValueError(f"nothing is known of `{min(extra)}`")
    return RecordMapping(
        format=format,
        ruleset=ruleset,
        default=bool(data.get("default", False)),
        options=cast("dict[str, str]", data.get("options", {})),
        hand=str(data.get("hand", "hand")),
        size=int(str(data.get("size", 0))),
        tricks=(tricks[0], tricks[1]),
        phrases=tuple(phrases),
        settings=settings,
        **known,
    )


def _effect(data: Mapping[str, object]) -> Effect:
    options = cast("dict[str, str]", data.get("options", {}))
    return Effect(options, tuple(cast("list[str]", data.get("variants", []))), str(data.get("ruleset", "")))
