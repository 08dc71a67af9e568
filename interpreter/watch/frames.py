"""A scripted game as an animation: pictures of the table, one for each thing that happens, with what is said at each.

A picture shows the table after a deal, after a choice, with a trick complete and then taken in, after a settlement.
All of it is as one seat may see it, or everybody; for a seat, what the author of a script says (comments, expectations,
side lines, and why something is wrong) is left out, because the author knew all the cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, replace

from ...dsl.source.diagnostics import Diagnostic
from ..engine import Result, State
from ..notation import model as m
from ..program import Program
from ..records import AnyRecord, Chosen, Declared, Moved, PhaseBegan, PhaseEnded, TrickBegan, TrickTaken, Where
from ..replay.events import Acted, Began, Branched, Ended, Failed, Held, Noted
from ..replay.replayer import Replay
from ..replay.setup import Table
from ..text.parse import Words
from .annotations import held, of_side_line, side_line, title
from .items import Item, TrickTable
from .seat import seen_by
from .tabletop import Tabletop
from .transcript import Transcript


@dataclass(frozen=True, slots=True)
class Remark:
    """Something the script says itself: a comment (`note`), an expectation that held (`held`), what is wrong
    (`wrong`), where a game begins in the middle (`position`), a side line with what was done in it (`side`).

    `pictures`: for each of `lines` the table after it, or None for a line that changes nothing on it."""

    kind: str
    text: str
    lines: tuple[str, ...] = ()
    pictures: tuple[Picture | None, ...] = ()


Caption = Item | Remark


@dataclass(frozen=True, slots=True)
class Picture:
    """The table at one moment.

    `captions`: what happened since the picture before.  `zones`: the cards of every zone that has any, bottom first
    (`??` for unseen ones); `bringers`: for a shared zone, who put each of them there (-1: nobody).  `values`: variables
    by number and owner.  `turn`: who chooses next, if somebody does (else -1).  `deal` and `trick` count from 1 (0
    before the first); `trick` begins anew with each deal.
    """

    captions: tuple[Caption, ...]
    zones: dict[Where, tuple[str, ...]]
    bringers: dict[Where, tuple[int, ...]]
    values: dict[tuple[int, int], int]
    turn: int
    deal: int
    trick: int


@dataclass(slots=True)
class Animation:
    """A whole game, or its beginning: `failure` says what was wrong then, `result` how it ended if it did."""

    program: Program
    words: Words
    viewer: int | None
    pictures: list[Picture] = field(default_factory=list[Picture])
    failure: Diagnostic | None = None
    ended: Ended | None = None
    tricks: frozenset[int] = frozenset()
    """The zones (indices) that tricks are played to."""
    acted: list[int] = field(default_factory=list[int])
    """For each choice of the game itself, side lines left out, the picture that shows it first."""

    @property
    def result(self) -> Result | None:
        """How the game ended."""
        return self.ended.result if self.ended is not None else None


def animate(game: m.Game, table: Table, viewer: int | None = None) -> Animation:
    """The animation of a scripted game, up to its end or to the first thing that is not so."""
    made = Animation(table.engine.program, table.words, viewer)
    camera = Camera(table.words, viewer)
    names = frozenset(name.casefold() for name in game.names)
    events = seen_by(viewer, Replay(game, table))
    start = 0
    for event in events:
        match event:
            case Began() | Acted():
                records, state = event.scripted, event.state
                question = table.engine.question(state)
                player = event.player if isinstance(event, Acted) else -1
                own = viewer is None or viewer == player
                note = "the only choice" if isinstance(event, Acted) and event.step is None and own else ""
                if isinstance(event, Began) and not records:
                    camera.begin_at(state, _position(game))
                if not isinstance(event, Acted) or event.step is not None:
                    start = len(made.pictures)
                if isinstance(event, Acted):
                    made.acted.append(len(made.pictures))
                made.pictures += camera.take(records, note, -1 if question is None else question.player)
            case Failed(diagnostic, records):
                made.pictures += camera.take(records)
                made.failure = diagnostic
                _remark(made, Remark("wrong", diagnostic.message))
            case Ended():
                made.ended = event
            case Noted(text):
                _remark(made, Remark("note", text))
            case Held(step, state) if viewer is None:
                at = _moment(made, step, state, start)
                _remark(made, Remark("held", held(step, names)), at)
            case Branched():
                lines, failed = side_line(events, table.words, names, camera, table.engine)
                texts, pictures = zip(*lines, strict=True) if lines else ((), ())
                _remark(made, Remark("side", title(event.step), texts, pictures))
                if failed is not None:
                    made.failure = failed.diagnostic
                    _remark(made, Remark("wrong", of_side_line(failed.diagnostic)))
            case _:
                pass
    made.tricks = frozenset(camera.table.tricks)
    return made


def _remark(animation: Animation, remark: Remark, at: int = -1) -> None:
    """Something more that is said at a picture, the last if none is named; at an empty one if there is none yet."""
    if not animation.pictures:
        animation.pictures.append(Picture((), {}, {}, {}, -1, 0, 0))
    picture = animation.pictures[at]
    animation.pictures[at] = replace(picture, captions=(*picture.captions, remark))


def _moment(animation: Animation, step: m.Expectation, state: State, start: int) -> int:
    """The picture an expectation is about, of those since the last choice: where the trick was taken, where the numbers
    stood as they are expected, else the last."""
    last = len(animation.pictures) - 1
    for at in range(last, start - 1, -1):
        picture = animation.pictures[at]
        if isinstance(step, m.TookTrick):
            if any(isinstance(item, TrickTable) for item in picture.captions):
                return at
        elif all(_value(animation.program, state, *key) == value for key, value in picture.values.items()):
            return at
    return last


def _value(program: Program, state: State, variable: int, owner: int) -> int | tuple[int, ...]:
    return state.values[program.variables[variable].base + max(owner, 0)]


def _position(game: m.Game) -> str:
    """The phase a game that begins in the middle begins with."""
    return next((step.phase.text for step in game.steps if isinstance(step, m.Position)), "")


class Camera:
    """Takes pictures while a game is told, for one viewer."""

    def __init__(self, words: Words, viewer: int | None = None) -> None:
        self.words = words
        self.viewer = viewer
        self.table = Tabletop(words.program, viewer)
        self.transcript = Transcript(words, viewer, tricks=False, reasons=True)
        self.deal = self.trick = 0
        self._captions: list[Caption] = []
        self._gathered = True
        """Whether all cards lie together, so that the next one dealt begins a deal."""
        self._depth = 0

    def begin_at(self, state: State, phase: str) -> None:
        """The game begins in the middle of a phase."""
        self.table.lay_out(state.values)
        self.transcript.values |= {key: value for key, value in self.table.values.items() if key[1] >= 0}
        self._captions.append(Remark("position", f"The game begins in {phase.replace('_', ' ')}."))

    def copy(self) -> Camera:
        """One of its own that has seen the same: for what might have been."""
        other = copy(self)
        other.table, other.transcript = self.table.copy(), self.transcript.copy()
        other._captions = self._captions.copy()
        return other

    def take(self, records: Iterable[AnyRecord], note: str = "", turn: int = -1) -> list[Picture]:
        """The pictures of what happened up to a question, or to the end; `turn` is whom the question is for."""
        pictures: list[Picture] = []
        for record in records:
            if self._begins_something(record):
                self._captions += self.transcript.pause()
                pictures += self._picture()
            was_dealing = bool(self.transcript.deal)
            self._captions += self.transcript.read((record,), note)
            if self.transcript.deal and not was_dealing:
                pictures += self._picture()
            self._count(record)
            self.table.apply(record)
        self._captions += self.transcript.pause()
        pictures += self._picture()
        return [*pictures[:-1], replace(pictures[-1], turn=turn)] if pictures else []

    def _begins_something(self, record: AnyRecord) -> bool:
        """Whether a picture of what was before belongs here."""
        match record:
            case Chosen() | Declared() | TrickTaken():
                return True
            case PhaseBegan():
                self._depth += 1
                return self._depth == 2
            case PhaseEnded():
                self._depth -= 1
                return self._depth == 1
            case _:
                return False

    def _count(self, record: AnyRecord) -> None:
        """Count deals and tricks."""
        match record:
            case Moved(_, _, target, dealt):
                if dealt and self._gathered:
                    self.deal, self.trick, self._gathered = self.deal + 1, 0, False
                elif not dealt and len(self.table.zones[target]) + len(record.cards) == len(self.words.program.deck):
                    self._gathered = True
            case TrickBegan():
                self.trick += 1
            case _:
                pass

    def _picture(self) -> list[Picture]:
        """The table as it is now, if anything was told since the last picture."""
        if not self._captions:
            return []
        captions, self._captions = tuple(self._captions), []
        cards = {where: self.table.cards(where) for where in self.table.zones}
        zones = {where: tuple(map(self.words.card, found)) for where, found in cards.items() if found}
        bringers = {where: self.table.bringers(where) for where in zones if where.owner < 0}
        return [Picture(captions, zones, bringers, self.table.values.copy(), -1, self.deal, self.trick)]
