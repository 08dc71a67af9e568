"""The annotations of a script: expectations in words, and side lines as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ....dsl.source.diagnostics import Diagnostic
from ...notation import model as m
from ...notation.writer import write_step
from ...replay.events import Acted, Branched, Commented, Failed, Held, ReplayEvent, Returned
from ...text.parse import Words

if TYPE_CHECKING:
    from ..camera import Camera, Picture

Line = tuple[str, "Picture | None"]
"""A line of a side line, and the table after it; None if the line does not change the table."""

DEEPER = "\u2003"
"""The indentation for each level of nested side lines."""


def expectation_text(step: m.Expectation, names: frozenset[str]) -> str:
    """An expectation in the words of the notation: `points: A 0, B 2`."""
    return " ".join(" ".join(write_step(step, names)).removeprefix("expect ").split())


def title(step: m.SideLine) -> str:
    """The subject of a side line."""
    return step.title.text if step.title is not None else ""


def side_line(
    events: Iterator[ReplayEvent], words: Words, names: frozenset[str], camera: Camera
) -> tuple[list[Line], Failed | None]:
    """The lines of a side line that has just begun, up to its end or a mistake.  Its events are taken from `events`.

    `camera` has seen what led to the side line; it is not changed.
    """
    lines: list[Line] = []
    margin, cameras = "", [camera.copy()]
    for event in events:
        match event:
            case Acted(_, player):
                label = event.label
                said = f"{words.player(player)}: {label}" if player >= 0 else f"At the table: {label}"
                taken = cameras[-1].take(event.scripted, values=event.state.values)
                lines.append((margin + said, taken[-1] if taken else None))
            case Held(step):
                lines.append((f"{margin}✓ {expectation_text(step, names)}", None))
            case Commented(text):
                lines.append((f"{margin}# {text}", None))
            case Branched(step):
                lines.append((f"{margin}What if: {title(step)}", None))
                margin += DEEPER
                cameras.append(cameras[-1].copy())
            case Returned():
                if not margin:
                    break
                margin = margin[: -len(DEEPER)]
                cameras.pop()
            case Failed():
                return lines, event
            case _:
                pass
    return lines, None


def of_side_line(diagnostic: Diagnostic) -> str:
    """A mistake in a side line, in words."""
    return f"in the side line: {diagnostic.message}"
