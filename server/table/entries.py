"""The entries of a table: everything that ever happened at it, as plain data.

`to_json` and `from_json` write and read them.  A *chair* is a place at the table, held by a person with a secret or by
a program.  A *seat* is a place in one game: with rotation, chair 0 has seat 0 in the first game and seat 1 in the next.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache
from typing import Any, Literal, TypeAlias, cast

from ..fast_json import dumps

Json: TypeAlias = dict[str, Any]
Watching: TypeAlias = Literal["nobody", "public", "delayed"]
Chatting: TypeAlias = Literal["off", "phrases", "free"]

VERSION = 1
"""The version of the entries."""


class DamagedRecord(Exception):
    """A list of entries from which no table follows.  The text says why, without anything secret."""


@dataclass(frozen=True, slots=True)
class RulesChosen:
    """What is played: a ruleset by name or the text of a rule file, with variants, options and the number of players.

    `variants`: the names of the variants laid over it; `text`: the text of a rule file (then `ruleset` is its title).
    """

    ruleset: str
    variants: tuple[str, ...] = ()
    preset: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    players: int = 0
    text: str | None = None

    @property
    def strange(self) -> bool:
        """Whether somebody brought these rules."""
        return self.text is not None


@dataclass(frozen=True, slots=True)
class ChairOpened:
    """A chair when the table is opened: a program, or a free chair with the hash of the secret that takes it."""

    name: str = ""
    program: str | None = None
    secret: str | None = None


@dataclass(frozen=True, slots=True)
class TableSettings:
    """How a table was opened.  `watching`: whether others may watch, and see what everybody sees or, `delay` seconds
    later, everything.  `clock`: seconds for each player in a game and seconds added for each choice; 0: no clock.
    `door`: the hash of the secret that lets somebody take any free chair.  `pace`: how long a program seems to think,
    in milliseconds.
    """

    rules: RulesChosen
    chairs: tuple[ChairOpened, ...]
    door: str
    title: str = ""
    watching: Watching = "public"
    delay: int = 0
    clock: tuple[int, int] = (0, 0)
    take_back: bool = True
    chat: Chatting = "phrases"
    rotate: bool = True
    listed: bool = False
    pace: int = 900


@dataclass(frozen=True, slots=True)
class TableOpened:
    """Entry 0.  `at`: milliseconds since 1970, for people only; nothing depends on it."""

    settings: TableSettings
    at: int
    version: int = VERSION


@dataclass(frozen=True, slots=True)
class ChairTaken:
    """A person (with the hash of a secret) or a program has a chair from now on."""

    chair: int
    name: str
    secret: str | None = None
    program: str | None = None


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game begins.  `shift`: chair c has seat (c + shift) modulo the players.  `draws`: what chance gave before the
    first question.  `turn`: the seat that is asked then; -1: the game is over.
    """

    shift: int
    draws: tuple[int, ...]
    turn: int


@dataclass(frozen=True, slots=True)
class SeatChose:
    """A choice, or an incident that was declared, with what chance gave until the next question.

    `choice`: the number of the alternative and its values; of an incident, -1 and its number.  `question`: the number
    of the entry that put the question; `key`: how the sender calls this answer; `spent`: how long the seat took, in
    milliseconds.
    """

    seat: int
    choice: tuple[int, ...]
    draws: tuple[int, ...]
    turn: int
    question: int
    key: str = ""
    spent: int = 0


Proposal = Literal["take back", "resign", "claim", "stop"]
"""What a chair may propose."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """A chair proposes something that the others must agree to."""

    chair: int
    what: Proposal


@dataclass(frozen=True, slots=True)
class ProposalAnswered:
    """A chair agrees to a proposal (the number of its entry), or does not."""

    chair: int
    proposal: int
    agrees: bool


@dataclass(frozen=True, slots=True)
class GameHeld:
    """A chair pauses the game, or lets it go on.  `spent`: how long the seat that is asked took until now, in
    milliseconds.
    """

    chair: int
    paused: bool
    spent: int = 0


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The clock of a seat ran out, which ends the game."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChairSpoke:
    """A chair says something: the number of a fixed phrase, or a text."""

    chair: int
    phrase: int = -1
    text: str = ""


TableEntry: TypeAlias = (
    TableOpened | ChairTaken | GameStarted | SeatChose | Proposed | ProposalAnswered | GameHeld | TimeOut | ChairSpoke
)

KINDS: Mapping[str, type[TableEntry]] = {
    "table": TableOpened, "chair": ChairTaken, "game": GameStarted, "choice": SeatChose, "propose": Proposed,
    "answer": ProposalAnswered, "hold": GameHeld, "time": TimeOut, "say": ChairSpoke,
}  # fmt: skip
_NAMES = {kind: name for name, kind in KINDS.items()}


def to_json(entry: TableEntry) -> Json:
    """An entry as JSON data.  Fields that have their usual value are left out."""
    kept = {name: getattr(entry, name) for name, usual in _usual(type(entry)) if getattr(entry, name) != usual}
    if isinstance(entry, TableOpened):
        kept["settings"] = asdict(entry.settings)
    return {"entry": _NAMES[type(entry)], **kept}


def entry_text(entry: TableEntry) -> str:
    """An entry as the text that stores keep."""
    return dumps(to_json(entry)).decode()


@cache
def _usual(kind: type[TableEntry]) -> tuple[tuple[str, Any], ...]:
    """The fields of a kind of entry, each with its usual value."""
    return tuple((one.name, one.default) for one in fields(kind))


def from_json(data: Json) -> TableEntry:
    """The entry in such data.  Raises `DamagedRecord`."""
    try:
        rest = {name: _plain(value) for name, value in data.items() if name != "entry"}
        kind = KINDS[data["entry"]]
        if kind is TableOpened:
            rest["settings"] = _settings(data["settings"])
        return kind(**rest)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise DamagedRecord(f"an entry has another form ({type(error).__name__})") from None


def _settings(data: Json) -> TableSettings:
    rules = {name: _plain(value) for name, value in data["rules"].items()}
    chairs = tuple(ChairOpened(**one) for one in data["chairs"])
    others = {name: _plain(value) for name, value in data.items() if name not in ("rules", "chairs")}
    return TableSettings(rules=RulesChosen(**rules), chairs=chairs, **others)


def _plain(value: Any) -> Any:
    """Lists as tuples."""
    return tuple(map(_plain, cast("list[Any]", value))) if isinstance(value, (list, tuple)) else value
