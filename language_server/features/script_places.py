"""What may stand next in a line of a scripted game: players, teams, cards, choices, or words of its notation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import takewhile

from ...dsl.types import Type
from ...interpreter.notation.header import RESERVED
from ...interpreter.notation.lines import quoted
from ...interpreter.program import RandomPick
from ...interpreter.text.parse import Words
from ...interpreter.traversal import nodes_within
from .scripts import ScriptPosition

_PLACED = re.compile(r"\s*(?:deal\s+|pile\s+|expect\s+)?(?P<name>\w+)\s+(?:of\s+)?$")
_VALUES = re.compile(
    r"\s*expect\s+(?:settlement\s+)?(?P<name>\w+)(?:\s+of\s+(?P<owner>[^:]+))?:(?:.*,)?(?P<last>[^,]*)$"
)
_FIRST = re.compile(r"\s*first\s+(?P<name>\w+)\s+$")
_ANSWER = re.compile(r"\s*(?P<word>expect legal |expect illegal )?(?P<actor>[^:,]+):")
_OF_TURN = re.compile(r"\s*expect\s+(?:turn|trick won by)\s+$")
_LEGALITY = re.compile(r"\s*expect\s+(?:il)?legal\s+$")
_OVER = re.compile(r"\s*expect\s+game\s+over\s*,\s*(?P<won>won by (?:.* and )?)?$")
_TRICK = re.compile(r"\s*trick:(?:.*,)?\s*(?P<last>[^,]*)$")
_BY = re.compile(r"\s*table:.*\sby\s+$")


@dataclass(frozen=True, slots=True)
class Next:
    """What may stand next: some names or words, cards, a choice of the player who is asked."""

    names: tuple[str, ...] = ()
    cards: bool = False
    choices: bool = False


def behind(here: ScriptPosition, begun: str) -> Next:
    """What may stand behind the beginning of a line, without the word that is being typed."""
    words = here.opened.words
    players = tuple(map(_written, words.seats))
    if found := _TRICK.match(begun):
        return _of_trick(found["last"].strip(), begun.rstrip().endswith(":"), players)
    if _OF_TURN.match(begun) or _BY.match(begun):
        return Next(players)
    if _LEGALITY.match(begun):
        return Next(tuple(f"{player}:" for player in players))
    if found := _OVER.match(begun):
        return Next(players if found["won"] else ("won by", "a draw"))
    if found := _VALUES.match(begun):
        return _value(here, found["name"], found["owner"] is not None, found["last"].strip())
    if found := _ANSWER.match(begun):
        return _answer(here, found["actor"].strip(), legal=found["word"] != "expect illegal ")
    if found := _FIRST.match(begun):
        type = next((one.type for one in words.program.variables if one.name == found["name"]), None)
        return Next(_values(words, type)) if type is not None else Next()
    found = _PLACED.match(begun)
    return Next(_owners(words, found["name"])) if found is not None else Next()


def by_chance(here: ScriptPosition) -> frozenset[str]:
    """The names of the variables that chance decides, as `first` names them."""
    program = here.opened.words.program
    parts = (program.blocks, program.procedures, program.functions)
    return frozenset(node.purpose for node in nodes_within(parts) if isinstance(node, RandomPick))


def _of_trick(last: str, first: bool, players: tuple[str, ...]) -> Next:
    if last in players:
        return Next(cards=True)
    if last == "won by":
        return Next(players)
    return Next(players if first else (*players, "won by")) if not last else Next()


def _answer(here: ScriptPosition, actor: str, *, legal: bool) -> Next:
    words = here.opened.words
    seat = actor.strip('"').casefold()
    if here.question is not None and words.player(here.question.player).casefold() == seat:
        return Next(choices=legal)
    if seat in (one.casefold() for one in words.seats):
        return Next()
    if seat == "table":
        return Next(tuple(dict.fromkeys(one.title for one in words.program.incidents)))
    return Next(cards=True)


def _value(here: ScriptPosition, name: str, owned: bool, last: str) -> Next:
    """What is expected of a variable or zone: its owner first, if each has one, then its value."""
    words = here.opened.words
    owners = () if owned else _owners(words, name)
    if owners and not last:
        return Next(owners)
    owner = next((one for one in owners if last == one or last.startswith(f"{one} ")), "")
    if owners and not owner:
        return Next()
    if any(zone.name == name for zone in words.program.zones):
        return Next(cards=True)
    type = next((one.type for one in words.program.variables if one.name == name), None)
    if type is None or last != owner:
        return Next()
    return Next(_values(words, type), cards=type.kind == "card")


def _values(words: Words, type: Type) -> tuple[str, ...]:
    """The values of a type of which there are few."""
    none = ("none",) if type.optional else ()
    match type.kind:
        case "player":
            return (*map(_written, words.seats), *none)
        case "flag":
            return ("yes", "no")
        case "suit" | "rank" | "word":
            known = takewhile(lambda value: words.program.has(type, value), range(64))
            return (*(words.value(type, value) for value in known), *none)
        case _:
            return none


def _owners(words: Words, name: str) -> tuple[str, ...]:
    """The owners of a zone or variable, as a script names them; none if it is shared."""
    program = words.program
    for info in (*program.zones, *program.variables):
        if info.name == name and info.owner is not None:
            return tuple(_written(words.owner(info.owner, number)) for number in range(info.count))
    return ()


def _written(name: str) -> str:
    return quoted(name, RESERVED)
