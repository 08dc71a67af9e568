"""The data of a story as JSON, for the description of a module (`story` in schemas/module.schema.json)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...dsl.source.numerals import NUMERALS
from ...dsl.source.span import Span
from ...dsl.types import Type
from ..program import Program
from ..text.format import Wording, bits
from ..text.refused import REFUSALS, RefusalText, refusal_json
from .data import (
    StoryPlace,
    StoryVariable,
    StoryZone,
    cited_lines,
    gathered,
    said,
    story_data,
    words_of,
    zone_of,
)
from .limits import LIMITS
from .sentences import SENTENCES

VERSION = 1
_WORKED_OUT = frozenset(("suit", "rank", "flag", "word"))
"""The kinds of types whose values have fixed names."""


def story_json(
    program: Program,
    outcome: Callable[[Span, int], str] | None = None,
    refusals: Callable[[int, int], Sequence[RefusalText]] | None = None,
) -> dict[str, Any]:
    """The data as JSON.  `outcome`: describes in a sentence what a row or a statement did, and `refusals` why a choice
    of an alternative is not legal, if the rules are at hand.
    """
    data, words = story_data(program), Wording(program)
    files: dict[str, int] = {}
    return {
        "story": VERSION,
        "title": program.title,
        "players": program.players,
        "teams": [list(players) for players in program.teams],
        "cards": [words.card(card) for card in range(len(program.deck))],
        "known": program.known,
        "zones": [_zone_json(program, zone) for zone in data.zones],
        "variables": [_variable_json(program, one) for one in data.variables],
        "questions": [_question_json(program, number, refusals) for number in range(len(program.asks))],
        "written": [
            {
                "owner": line.owner,
                "texts": list(line.texts),
                "types": [type_json(program, hole.type) for hole in line.holes],
                "within": list(line.within),
            }
            for line in program.written
        ],
        "incidents": [{"title": one.title, "player": one.player} for one in program.incidents],
        "phases": [words_of(name) for name in program.phases],
        "endings": [
            {
                "owner": one.owner,
                "criteria": [{"slot": slot, "highest": highest} for slot, highest in one.criteria],
                "tie": one.tie,
            }
            for one in program.endings
        ],
        "places": [_place_json(place, files, outcome) for place in data.places],
        "gathered": sorted(gathered(program)),
        "sentences": {**SENTENCES, "numerals": list(NUMERALS), "refused": REFUSALS},
        "limits": LIMITS,
    }


def type_json(program: Program, type: Type) -> dict[str, Any]:
    """A type: its kind, the names of its values if they are fixed, and the type of the elements of a set."""
    shown: dict[str, Any] = {"kind": type.kind}
    if type.kind in _WORKED_OUT:
        words = Wording(program)
        shown["names"] = [words.value(type, value) for value in range(program.count_of(type))]
    if type.kind == "word":
        shown["name"] = type.name
    if type.kind == "set":
        shown["element"] = {"kind": "card"} if type.element is None else type_json(program, type.element)
    return shown


def _zone_json(program: Program, zone: StoryZone) -> dict[str, Any]:
    contents = (program.initial[zone.slot + owner] for owner in range(zone.count))
    return {
        "name": zone.name, "title": words_of(zone.name), "row": words_of(zone.row), "owner": zone.owner,
        "count": zone.count, "ordered": zone.ordered, "slot": zone.slot, "bag": zone.bag, "open": zone.open,
        "where": zone.where, "deals": zone.deals, "seats": [list(seats) for seats in zone.seats],
        "initial": [list(content if isinstance(content, tuple) else bits(content)) for content in contents],
    }  # fmt: skip


def _variable_json(program: Program, one: StoryVariable) -> dict[str, Any]:
    values = (program.initial[one.slot + owner] for owner in range(one.count))
    return {
        "name": one.name, "title": words_of(one.name), "owner": one.owner, "count": one.count, "slot": one.slot,
        "type": type_json(program, one.type), "initial": [value_json(one.type, value) for value in values],
        "place": one.place, "tells": one.tells, "looked_for": one.looked_for, "carried": one.carried,
        "decides": one.decides, "feeds": one.feeds,
    }  # fmt: skip


def value_json(type: Type, value: object) -> int | list[int]:
    """A value as JSON: the elements of a set, any other value as its number."""
    assert isinstance(value, int)
    return list(bits(value)) if type.kind == "set" else value


def _question_json(
    program: Program, number: int, refusals: Callable[[int, int], Sequence[RefusalText]] | None
) -> dict[str, Any]:
    ask = program.asks[number]
    trick = ask.trick
    return {
        "secret": ask.secret,
        "calling": number in story_data(program).calling,
        "trick": trick.trick if trick is not None else -1,
        "hand": trick.hand if trick is not None else -1,
        "leads": None if trick is None else {
            "power": trick.winning, "best": trick.best, "holder": trick.player, "following": trick.following,
        },
        "alternatives": [
            {
                "texts": list(one.texts),
                "holes": list(one.holes),
                "names": [
                    {"name": bound.name, "type": type_json(program, bound.type), "from": zone_of(bound)}
                    for bound in one.bound
                ],
                "to": one.to.zone if one.to is not None else -1,
                "refusals": [refusal_json(text) for text in refusals(number, i)] if refusals is not None else [],
            }
            for i, one in enumerate(ask.alternatives)
        ],
    }  # fmt: skip


def _place_json(
    place: StoryPlace | None, files: dict[str, int], outcome: Callable[[Span, int], str] | None
) -> dict[str, Any] | None:
    if place is None:
        return None
    span = place.span
    says = said(span, outcome)
    others = ((change > 0, said(span, outcome, change)) for change in (-1, 1))
    return {
        "at": span.file_line,
        "file": files.setdefault(span.source.name, len(files)),
        "from": span.start,
        "to": span.end,
        "sets": place.sets,
        "phases": list(place.phases),
        "says": says,
        "contrary": next(({"rises": rises, "says": other} for rises, other in others if other != says), None),
        "cites": list(cited_lines(span)),
    }
