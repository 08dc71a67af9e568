"""The legend of a module: how to describe its states and options in words, for a host that shows a game to a person.

The form is `legend` in schemas/module.schema.json.  Slots are numbered as in `state.slots` of the description.
"""

from __future__ import annotations

from typing import Any

from ...dsl.types import Type
from ..program import Alternative, Program


def legend(program: Program) -> dict[str, Any]:
    """The words of a program: suits, ranks, teams, and descriptions of each variable, zone and question."""
    return {
        "suits": list(program.suits),
        "ranks": list(program.ranks),
        "teams": [list(players) for players in program.teams],
        "known": program.known,
        "variables": [
            {"name": one.name, "owner": one.owner, "type": _type(one.type), "slot": one.base, "count": one.count}
            for one in program.variables
        ],
        "zones": [
            {
                "name": one.name, "owner": one.owner, "visibility": one.visibility, "slot": one.base,
                "count": one.count, "ordered": one.ordered, "bag": one.bag,
            }
            for one in program.zones
        ],
        "questions": [
            {
                "secret": ask.secret,
                "trick": ask.trick.trick if ask.trick is not None else -1,
                "hand": ask.trick.hand if ask.trick is not None else -1,
                "alternatives": [
                    {"types": [_type(bound.type) for bound in one.bound], "rules": _rules(program, one)}
                    for one in ask.alternatives
                ],
            }
            for ask in program.asks
        ],
        "endings": [
            {
                "owner": one.owner,
                "criteria": [{"slot": slot, "highest": highest} for slot, highest in one.criteria],
                "tie": one.tie,
            }
            for one in program.endings
        ],
    }  # fmt: skip


def _type(type: Type) -> dict[str, Any]:
    """A type: its kind, the words of an enumeration (after the `suits`, if there are any), the element type of a
    set.
    """
    shown: dict[str, Any] = {"kind": type.kind}
    if type.kind == "word":
        shown |= {"words": list(type.words), "suits": type.suits}
    if type.kind == "set":
        shown["element"] = type.element.kind if type.element is not None else "card"
    return shown


def _rules(program: Program, alternative: Alternative) -> list[str]:
    """The conditions for a choice to be legal: a name for each, or the text of the rule file."""
    texts: list[str] = []
    for reason in alternative.because:
        text = reason.text or program.places[reason.place].text
        texts.append(" ".join(text.split()))
    return list(dict.fromkeys(texts))
