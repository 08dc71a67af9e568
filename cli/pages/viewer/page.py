"""The page of `hoyle replay --html`: the common skeleton of pages with its own style, drawings, script and data.

The page fetches nothing, and its content policy forbids it.  The style and the script are inside the page, and cards
are drawn.  The data does not contain what the chosen seat may not see.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ....dsl.source.diagnostics import Diagnostic
from ....interpreter.analysis.script import JudgedChoice
from ....interpreter.story.scripted.frames import Animation
from ...terminal.console import visible
from ...terminal.diagnostics import plain, whole
from .. import skeleton
from .data import animation_data

_HERE = Path(__file__).parent
TABLE_SCRIPTS = ("cards.js", "table.js", "settlement.js")
"""The scripts that draw a scene."""
SCRIPTS = (*TABLE_SCRIPTS, "frames.js", "transcript.js", "graph.js", "guess.js", "show.js", "viewer.js")
STYLES = ("cards.css", "viewer.css", "table.css")
_SLOT = re.compile(r"\{\{(\w+)\}\}")


def page(
    animations: Sequence[tuple[str, Animation]],
    judged: Sequence[Sequence[JudgedChoice]] = (),
    unshown: Sequence[Diagnostic] = (),
) -> str:
    """The page of some games, each with its title.  `judged` holds the judgements of the choices of each game,
    `unshown` what is wrong with games that cannot be shown.
    """
    said = judged or [()] * len(animations)
    games = [
        _whole(animation_data(visible(title), animation, one), animation)
        for (title, animation), one in zip(animations, said, strict=True)
    ]
    data = json.dumps(games, ensure_ascii=False, separators=(",", ":"))
    parts = {
        "drawings": _file("cards.svg"),
        "data": data.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"),
        "unshown": _unshown(unshown),
        "script": "\n".join(_file(name) for name in SCRIPTS),
    }
    body = _SLOT.sub(lambda slot: parts[slot[1]], _file("viewer.html"))
    return skeleton.page(visible(animations[0][0]), "\n".join(_file(name) for name in STYLES), body, base="")


def _whole(data: dict[str, Any], animation: Animation) -> dict[str, Any]:
    """The data of a game, where what is wrong is said as on a terminal: with its place, its code and its help."""
    failure = animation.failure
    for caption in data["frames"][-1]["captions"] if failure is not None and data["frames"] else ():
        if caption["kind"] == "wrong" and failure is not None:
            caption["text"] = whole(caption["text"], failure)
    return data


def _unshown(problems: Sequence[Diagnostic]) -> str:
    """What is wrong with games that the page does not show."""
    if not problems:
        return ""
    text = skeleton.escaped("\n\n".join(map(plain, problems)))
    summary = "<summary>Not shown, because it cannot be read</summary>"
    return f'<details class="unshown" open>{summary}<pre>{text}</pre></details>'


def _file(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8").strip()
