"""The data from which a page shows an animation: plain JSON.  The scene of a frame holds only its changes to the one
before.

    {"title": …, "game": …, "viewer": seat or -1, "seats": [name …],
     "frames": [{"captions": [{"kind": …, "text": …, …} …], "scene": {key: value …, "zones": {number: members …}}} …],
     "end": [text …],
     "judged": [{"at": number of a frame, "player": name, "side": number,
                 "outlook": what that side may expect to be ahead by, "cost": text or "",
                 "mistake": whether it is sure, "options": [[choice, value] …],
                 "made": which of these was chosen,
                 "known": [value of each with all cards known …], if it was solved} …],
     "sides": [name …]}

A scene is one of `schemas/scene.schema.json`, without `since`: the captions say what happened.  Only a game that was
judged has `judged` and `sides`.  The caption of a side line has, for each of its lines, the text, how deep it is
nested, and the changes to the frame that has the caption (or null).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ....interpreter.analysis.script import JudgedChoice
from ....interpreter.story.camera import Caption, Remark
from ....interpreter.story.items import KINDS, ChoiceItem, ScoreChangeItem, ScoresItem
from ....interpreter.story.scripted.annotations import DEEPER
from ....interpreter.story.scripted.frames import Animation
from ....interpreter.story.sentences import text_of
from ...formats.analysis import amount

Json = Any


def animation_data(title: str, animation: Animation, judged: Sequence[JudgedChoice] = ()) -> dict[str, Json]:
    """The data of one animation, with the judgement of its choices if it was requested."""
    frames: list[dict[str, Json]] = []
    before: dict[str, Json] = {}
    for picture in animation.pictures:
        captions = [_caption(one, picture.scene) for one in picture.captions]
        frames.append({"captions": captions, "scene": _changes(before, picture.scene)})
        before = picture.scene
    more: dict[str, Json] = {}
    if judged:
        sides = animation.program.sides
        more["sides"] = [animation.words.together(list(side)) for side in sides]
        more["judged"] = list(_judged(animation, judged, sides))
    return {
        **more,
        "title": title,
        "game": animation.program.title,
        "viewer": -1 if animation.viewer is None else animation.viewer,
        "seats": list(animation.words.seats),
        "frames": frames,
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
            **({"known": [f"{value:+.2f}" for value in one.known]} if len(one.known) == len(found.options) else {}),
        }


def _changes(before: dict[str, Json], now: dict[str, Json]) -> dict[str, Json]:
    """The parts of a scene that changed; of the zones only the members that changed, by their numbers (None: a member
    is gone).
    """
    kept = ("zones", "since")
    found = {key: value for key, value in now.items() if key not in kept and before.get(key, _NONE) != value}
    settlement = found.get("settlement")
    if settlement and settlement["entries"]:
        found["settlement"] = {**settlement, "lines": []}  # the entries say the same, and more
    old: list[Json] = before.get("zones", [])
    zones: dict[int, Json] = {}
    for n, zone in enumerate(now["zones"]):
        was: dict[str, Json] = old[n] if n < len(old) else {}
        if was != zone:
            changed = {key: value for key, value in zone.items() if was.get(key, _NONE) != value}
            zones[n] = {**changed, **dict.fromkeys(key for key in was if key not in zone)}
    return {**found, "zones": zones} if zones else found


_NONE = object()
"""No value of a scene."""


def _caption(caption: Caption, scene: dict[str, Json]) -> dict[str, Json]:
    """A line of the transcript: its kind, its text, and what else its kind has.  `scene`: the table at it."""
    match caption:
        case Remark("side", title, lines):
            said = [
                {
                    "text": line.lstrip(DEEPER),
                    "depth": len(line) - len(line.lstrip(DEEPER)),
                    "scene": None if picture is None else _changes(scene, picture.scene),
                }
                for line, picture in zip(lines, caption.pictures, strict=True)
            ]
            return {"kind": "side", "text": title, "title": title, "lines": said}
        case Remark(kind, text):
            return {"kind": kind, "text": f"as expected: {text}" if kind == "held" else text}
        case ScoresItem(columns, rows, why):
            table = [[owner, [list(pair) for pair in pairs]] for owner, pairs in rows]
            more: dict[str, Json] = {"columns": list(columns), "rows": table, "why": [list(row) for row in why]}
        case ScoreChangeItem(why=why):
            more = {"why": [list(row) for row in why]}
        case ChoiceItem(player, label):
            more = {"player": player, "label": label}
        case _:
            more = {}
    return {"kind": KINDS[type(caption)], "text": text_of(caption), **more}


def _end(animation: Animation) -> list[str]:
    """The last words: the number of expectations that held, or a remark that something is wrong."""
    if animation.ended is None:
        return ["The script is not as the rules say from here on."]
    held = animation.ended.expectations
    over = [] if animation.result is not None else ["The script ends here; the game is not over."]
    return [*over, "One expectation holds." if held == 1 else f"All {held} expectations hold."] if held else over
