"""The data from which a page shows an animation: plain JSON.  Each picture contains only its changes to the one before.

    {"title": …, "game": …, "viewer": seat or -1, "seats": [name …],
     "zones": [{"name": …, "seat": seat or -1, "of": owner's name, "kind": "hand" | "open" | "pile" | "trick"} …],
     "scores": [[name of the number, [names of those who have it], whether the game is won by it] …],
     "pictures": [{"captions": [[kind, …] …], "zones": {zone: [card …]}, "by": {zone: [seat …]},
                   "scores": {number: [n …]}, "badges": {seat: [text …]}, "facts": [[name, value] …],
                   "turn": seat, "deal": n, "trick": n} …],
     "end": [text …],
     "judged": [{"at": number of a picture, "player": name, "side": number,
                 "outlook": what that side may expect to be ahead by, "cost": text or "",
                 "mistake": whether it is sure, "options": [[choice, value] …],
                 "made": which of these was chosen} …],
     "sides": [name …]}

Only a game that was judged has `judged` and `sides`.  The caption of a side line has, after its lines, a picture for
each line (or null): the changes to the picture that has the caption.  If a picture lacks a key, the value is the one of
the picture before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ....interpreter.analysis.script import JudgedChoice
from ....interpreter.records import Where
from ....interpreter.search.sides import sides_of
from ....interpreter.story.camera import Caption, Picture, Remark
from ....interpreter.story.chosen import name_in_words
from ....interpreter.story.items import (
    CardsItem,
    ChoiceItem,
    DealItem,
    IncidentItem,
    PhaseItem,
    ResultItem,
    RevealItem,
    ScoreChangeItem,
    ScoresItem,
    TrickItem,
    VariableItem,
)
from ....interpreter.story.scripted.facts import badges, facts, scores
from ....interpreter.story.scripted.frames import Animation
from ....interpreter.story.tabletop import all_zones
from ...formats.analysis import amount

Json = Any


def animation_data(title: str, animation: Animation, judged: Sequence[JudgedChoice] = ()) -> dict[str, Json]:
    """The data of one animation, with the judgement of its choices if it was requested."""
    where = list(all_zones(animation.program))
    counts = scores(animation)
    pictures: list[dict[str, Json]] = []
    before: dict[str, Json] = {}
    for picture in animation.pictures:
        whole = _picture(animation, picture, where, counts)
        for said, one in zip(whole["captions"], picture.captions, strict=True):
            if isinstance(one, Remark) and one.pictures:
                said.append([_in_side_line(animation, whole, inside, where, counts) for inside in one.pictures])
        pictures.append(_changes(before, whole))
        before = whole
    more: dict[str, Json] = {}
    if judged:
        sides = sides_of(animation.program)
        more["sides"] = [animation.words.together(list(side)) for side in sides]
        more["judged"] = list(_judged(animation, judged, sides))
    return {
        **more,
        "title": title,
        "game": animation.program.title,
        "viewer": -1 if animation.viewer is None else animation.viewer,
        "seats": list(animation.words.seats),
        "zones": [_zone(animation, one) for one in where],
        "scores": [
            [name_in_words(animation.program.variables[n].name), _owners(animation, n), _decides(animation, n)]
            for n in counts
        ],
        "pictures": pictures,
        "end": _end(animation),
    }


def _judged(
    animation: Animation, judged: Sequence[JudgedChoice], sides: tuple[tuple[int, ...], ...]
) -> Iterator[dict[str, Json]]:
    """The judged choices of the game itself, without side lines."""
    own = [one for one in judged if not one.depth]
    for one, at in zip(own, animation.acted, strict=False):
        found, outlook = one.judgement, one.outlook
        if found is None or outlook is None or found.cost is None:
            continue
        best = "" if found.made == 0 else f"; better: {one.labels[0]}"
        yield {
            "at": min(at, len(animation.pictures) - 1),
            "player": animation.words.player(one.player),
            "side": next(number for number, side in enumerate(sides) if one.player in side),
            "outlook": round(outlook.value, 3),
            "cost": f"costs {amount(found.cost)}{best}" if found.mistake else "",
            "mistake": found.mistake,
            "made": found.made,
            "options": [
                [label, f"{option.value.value:+.2f}"] for option, label in zip(found.options, one.labels, strict=True)
            ],
        }


def _zone(animation: Animation, where: Where) -> dict[str, Json]:
    info = animation.program.zones[where.zone]
    kind = {"face up": "open", "private": "hand", "face down": "pile"}[info.visibility]
    return {
        "name": name_in_words(info.name),
        "seat": where.owner if info.owner == "player" else -1,
        "of": animation.words.owner(info.owner, where.owner),
        "kind": "trick" if where.zone in animation.tricks else kind,
        "heap": not info.ordered,
    }


def _owners(animation: Animation, variable: int) -> list[str]:
    info = animation.program.variables[variable]
    return [animation.words.owner(info.owner, owner) for owner in range(info.count)]


def _decides(animation: Animation, variable: int) -> bool:
    """Whether this number decides who wins the game."""
    base = animation.program.variables[variable].base
    return any(base == slot for ending in animation.program.endings for slot, _ in ending.criteria)


def _picture(animation: Animation, picture: Picture, where: list[Where], counts: list[int]) -> dict[str, Json]:
    """Everything that a picture shows."""
    by = {
        str(n): list(picture.bringers[one])
        for n, one in enumerate(where)
        if one in picture.bringers and one.zone in animation.tricks
    }
    return {
        "captions": [_caption(one) for one in picture.captions],
        "zones": {str(n): _cards(animation, picture, one) for n, one in enumerate(where)},
        "by": by,
        "scores": {
            str(i): [picture.values.get((n, owner), 0) for owner in range(animation.program.variables[n].count)]
            for i, n in enumerate(counts)
        },
        "badges": {str(seat): badges(animation, picture, seat) for seat in range(animation.program.players)},
        "facts": [list(fact) for fact in facts(animation, picture)],
        "turn": picture.turn,
        "deal": picture.deal,
        "trick": picture.trick,
    }


def _in_side_line(
    animation: Animation, whole: dict[str, Json], inside: Picture | None, where: list[Where], counts: list[int]
) -> dict[str, Json] | None:
    """The table within a side line, as changes to the picture at which the side line begins."""
    if inside is None:
        return None
    return _changes(whole, _picture(animation, replace(inside, captions=()), where, counts))


def _cards(animation: Animation, picture: Picture, where: Where) -> list[str]:
    """The cards of a zone.  In a zone that is face down, all cards are shown as backs."""
    cards = picture.zones.get(where, ())
    down = animation.program.zones[where.zone].visibility == "face down"
    return ["??"] * len(cards) if down else list(cards)


def _changes(before: dict[str, Json], now: dict[str, Json]) -> dict[str, Json]:
    """The parts of a picture that changed.  Of a part with members, only the changed members."""
    found = {key: now[key] for key in ("facts", "turn", "deal", "trick") if now[key] != before.get(key)}
    for key in ("zones", "by", "scores", "badges"):
        old: dict[str, Json] = before.get(key, {})
        new: dict[str, Json] = {part: one for part, one in now[key].items() if old.get(part) != one}
        new |= {part: [] for part in old if part not in now[key]}
        if new:
            found[key] = new
    return {"captions": now["captions"], **found}


def _caption(caption: Caption) -> list[Json]:
    """An item of the transcript: its kind, then its words."""
    match caption:
        case PhaseItem(title):
            return ["heading", title]
        case VariableItem(name, value):
            return ["named", name, value]
        case DealItem(zone, rows):
            return ["dealt", zone, [[owner, len(cards) if owner else " ".join(cards)] for owner, cards in rows]]
        case ChoiceItem(player, label, draws, note):
            return ["made", player, label, list(draws), note]
        case TrickItem(_, winner):
            return ["trick", winner]
        case CardsItem(cards, to):
            return ["handed", list(cards), to]
        case RevealItem(cards, to):
            return ["revealed", list(cards), to]
        case IncidentItem(title):
            return ["happened", title]
        case ScoreChangeItem(owner, name, before, now, why):
            reasons = "".join(f", because {text}" for text, _ in why)
            return ["gained", f"{owner}: {name} {now} ({now - before:+d}){reasons}"]
        case ScoresItem(columns, rows, why):
            table = [[owner, [list(pair) for pair in pairs]] for owner, pairs in rows]
            return ["scores", list(columns), table, [list(row) for row in why]]
        case ResultItem(winners):
            return ["won", list(winners)]
        case Remark(kind, text, lines):
            return [kind, text, list(lines)] if kind == "side" else [kind, text]


def _end(animation: Animation) -> list[str]:
    """The last words: the number of expectations that held, or a remark that something is wrong."""
    if animation.ended is None:
        return ["The script is not as the rules say from here on."]
    held = animation.ended.expectations
    over = [] if animation.result is not None else ["The script ends here; the game is not over."]
    return [*over, "One expectation holds." if held == 1 else f"All {held} expectations hold."] if held else over
