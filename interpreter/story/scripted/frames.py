"""A scripted game as an animation: a picture of the table for each event, with its captions and remarks.

Pictures show the table after a deal, after a choice, with a complete trick and after it was taken, and after a
settlement.  They show what one seat may see, or all cards.  For a seat, the annotations of the script (comments,
expectations, side lines, and why something is wrong) are left out, because their author knew all the cards.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ....dsl.source.diagnostics import Diagnostic
from ...engine import Result, State
from ...notation import model as m
from ...opening.opened import OpenedGame
from ...program import Program
from ...replay.events import Acted, Began, Branched, Commented, Ended, Failed, Held
from ...replay.replayer import Replay
from ...text.parse import Words
from ..camera import Camera, Picture, Remark
from ..items import TrickItem
from ..scene import scene
from ..story import Story
from .annotations import expectation_text, of_side_line, side_line, title
from .seat import seen_by


@dataclass(slots=True)
class Animation:
    """A whole game, or its beginning: `failure` says what was wrong then; `result` says how it ended, if it did."""

    program: Program
    words: Words
    viewer: int | None
    pictures: list[Picture] = field(default_factory=list[Picture])
    failure: Diagnostic | None = None
    ended: Ended | None = None
    acted: list[int] = field(default_factory=list[int])
    """For each choice of the game itself, without side lines, the number of the first picture that shows it."""
    reached: list[tuple[int, State]] = field(default_factory=list[tuple[int, State]])
    """The states of the game itself, each with the number of pictures that lead to it."""

    @property
    def result(self) -> Result | None:
        """How the game ended."""
        return self.ended.result if self.ended is not None else None


def animate(game: m.ScriptedGame, opened: OpenedGame, viewer: int | None = None) -> Animation:
    """Make the animation of a scripted game, up to its end or to the first mistake."""
    made = Animation(opened.engine.program, opened.words, viewer)
    camera = Camera(opened.words, viewer)
    names = frozenset(name.casefold() for name in game.names)
    events = seen_by(viewer, Replay(game, opened))
    start = 0
    for event in events:
        match event:
            case Began() | Acted():
                records, state = event.scripted, event.state
                player = event.player if isinstance(event, Acted) else -1
                own = viewer is None or viewer == player
                note = "the only choice" if isinstance(event, Acted) and event.step is None and own else ""
                if isinstance(event, Began) and not records:
                    camera.begin_at(state.values, _position(game))
                if not isinstance(event, Acted) or event.step is not None:
                    start = len(made.pictures)
                if isinstance(event, Acted):
                    made.acted.append(len(made.pictures))
                made.pictures += camera.take(records, note, state.values)
                made.reached.append((len(made.pictures), state))
            case Failed(diagnostic, records):
                made.pictures += camera.take(records)
                made.failure = diagnostic
                _remark(made, Remark("wrong", diagnostic.message))
            case Ended():
                made.ended = event
            case Commented(text):
                _remark(made, Remark("note", text))
            case Held(step, state) if viewer is None:
                at = _picture_of(made, step, state, start)
                _remark(made, Remark("held", expectation_text(step, names)), at)
            case Branched():
                lines, failed = side_line(events, opened.words, names, camera)
                texts, pictures = zip(*lines, strict=True) if lines else ((), ())
                _remark(made, Remark("side", title(event.step), texts, pictures))
                if failed is not None:
                    made.failure = failed.diagnostic
                    _remark(made, Remark("wrong", of_side_line(failed.diagnostic)))
            case _:
                pass
    return made


def _remark(animation: Animation, remark: Remark, at: int = -1) -> None:
    """Add a remark to a picture, by default the last; if there is no picture yet, to an empty one."""
    if not animation.pictures:
        animation.pictures.append(Picture((), scene(Story(animation.words, animation.viewer), None)))
    picture = animation.pictures[at]
    animation.pictures[at] = replace(picture, captions=(*picture.captions, remark))


def _picture_of(animation: Animation, step: m.Expectation, state: State, start: int) -> int:
    """The number of the picture that an expectation is about, among those since the last choice: the one where the
    trick was taken, or where the numbers are as expected, or else the last.
    """
    last = len(animation.pictures) - 1
    for at in range(last, start - 1, -1):
        picture = animation.pictures[at]
        if isinstance(step, m.TrickExpectation):
            if any(isinstance(item, TrickItem) for item in picture.captions):
                return at
        elif all(_value(animation.program, state, *key) == value for key, value in picture.values.items()):
            return at
    return last


def _value(program: Program, state: State, variable: int, owner: int) -> int | tuple[int, ...]:
    return state.values[program.variables[variable].base + max(owner, 0)]


def _position(game: m.ScriptedGame) -> str:
    """The phase with which a game begins that starts in the middle."""
    return next((step.phase.text for step in game.steps if isinstance(step, m.StartPosition)), "")
