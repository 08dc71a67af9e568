"""What a script says beside the game: expectations in words, and side lines as lines to be read."""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.source.diagnostics import Diagnostic
from ..notation import model as m
from ..notation.writer import write_step
from ..replay.events import Acted, Branched, Event, Failed, Held, Noted, Returned
from ..text.parse import Words

_DEEPER = "\u2003"
"""What stands before the lines of a side line within a side line, once for each."""


def held(step: m.Expectation, names: frozenset[str]) -> str:
    """An expectation in the words of the notation: `points: A 0, B 2`."""
    return " ".join(" ".join(write_step(step, names)).removeprefix("expect ").split())


def title(step: m.SideLine) -> str:
    """What a side line is about."""
    return step.title.text if step.title is not None else ""


def side_line(events: Iterator[Event], words: Words, names: frozenset[str]) -> tuple[tuple[str, ...], Failed | None]:
    """What is done in a side line that has just begun, up to its end, which is taken from `events`, or to a mistake."""
    lines: list[str] = []
    margin = ""
    for event in events:
        match event:
            case Acted(_, player, label):
                lines.append(margin + (f"{words.player(player)}: {label}" if player >= 0 else f"At the table: {label}"))
            case Held(step):
                lines.append(f"{margin}✓ {held(step, names)}")
            case Noted(text):
                lines.append(f"{margin}# {text}")
            case Branched(step):
                lines.append(f"{margin}What if: {title(step)}")
                margin += _DEEPER
            case Returned():
                if not margin:
                    break
                margin = margin[: -len(_DEEPER)]
            case Failed():
                return tuple(lines), event
            case _:
                pass
    return tuple(lines), None


def of_side_line(diagnostic: Diagnostic) -> str:
    """A mistake within a side line, in words."""
    return f"in the side line: {diagnostic.message}"
