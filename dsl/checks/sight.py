"""Which of the things an expression reads a player can see.

All players see the cards of a `face up` zone.  The owner sees those of a `private` zone (for a team, its players).
Nobody sees those of a `face down` zone.  Everybody sees how many cards a zone holds.  If a rule shows a zone to one
player (`show p.hand to p.partner`), that player sees it.  A zone whose cards are shown in any other way is not checked:
exactly who knows which card is then the author's concern.  Cards that are shown just before all cards are gathered and
dealt again do not count, because no question is asked while they lie there.

A name stands for its source: a `let` for its value, the name of a loop or a choice for the cards it runs over.  Cards
that moved to where the player can see them, or that were shown to him, count as seen under that name afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ..checked import (
    Again,
    Assign,
    CallDefine,
    CheckedGame,
    Expr,
    Fold,
    Gather,
    Let,
    LocalRef,
    LocalSymbol,
    Op,
    PhaseSymbol,
    PileEnd,
    PlayTrick,
    Present,
    Show,
    Shuffle,
    VariableRef,
    VariableSymbol,
    ZoneRef,
    ZoneSymbol,
)
from ..source.identity import Exactly
from ..source.span import Span
from ..traversal import blocks, everything, inside, parts
from ..types import TEAM
from .formulas.keys import NONE_BOUND, Bindings, LocalBinding, ValueNumbering, follow_names

MOST = 20_000
"""The most defines looked into for one game."""


def _nothing() -> dict[LocalSymbol, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Secret:
    """Something that an expression reads and the player cannot see: the place, and the zone or the variable."""

    span: Span
    what: ZoneSymbol | VariableSymbol
    inner: Span
    """The place where the cards themselves are read, if that is another one."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What names stand for at a point of a phase."""

    bindings: Bindings
    """Names of `let`s that never change, and parameters with their arguments."""
    drawn: dict[LocalSymbol, tuple[tuple[Expr, ...], Bindings]] = field(default_factory=_nothing)
    """Names of loops and choices, with the expressions they run over."""
    laid: dict[LocalSymbol, tuple[tuple[ZoneSymbol, int], ...]] = field(default_factory=_nothing)
    """Cards that moved: the zones they moved to, with the number of the owner (-1: no owner)."""
    shown: frozenset[LocalSymbol] = frozenset()


@dataclass(frozen=True, slots=True)
class Viewer:
    """A player: the numbers of all expressions for him and for his team.  Both are empty for an unknown player."""

    players: frozenset[int] = frozenset()
    teams: frozenset[int] = frozenset()


def _dealt_anew(game: CheckedGame) -> Iterator[Exactly[Show]]:
    """Each `show` after which, before any question, a phase starts that gathers and shuffles."""
    for phase in (game.main, *game.phases):
        waiting = [phase.body]
        while waiting:
            block = waiting.pop()
            waiting += [inner for st in block for inner in blocks(st)]
            shown: list[Exactly[Show]] = []
            for st in block:
                match st:
                    case Show():
                        shown.append(Exactly(st))
                    case Assign() | Let():
                        pass
                    case Again(phase=again) if _gathers(again):
                        yield from shown
                        break
                    case _:
                        shown.clear()


def _gathers(phase: PhaseSymbol) -> bool:
    """Whether a phase begins by gathering and shuffling all cards."""
    match phase.body[:2]:
        case Gather(zone=one), Shuffle(zone=other):
            return one.zone is other.zone
        case _:
            return False


class Sight:
    """Who sees what, for one game."""

    def __init__(self, game: CheckedGame, tainted: dict[VariableSymbol, Span]) -> None:
        self.keys = ValueNumbering()
        self.shown: set[ZoneSymbol] = set()
        self.handed: dict[ZoneSymbol, list[tuple[Expr, Expr]]] = {}
        """Zones shown as a whole to one player: the owner, and the player who sees them."""
        self.tricks: dict[ZoneSymbol, None] = {}
        """The zones that tricks are played to."""
        past = set(_dealt_anew(game))
        for st in everything(game):
            if isinstance(st, Show) and Exactly(st) not in past:
                self._note_shown(st)
            elif isinstance(st, PlayTrick):
                self.tricks[st.trick] = None
        self.tainted = tainted
        self.left = MOST

    def _note_shown(self, st: Show) -> None:
        match st.what, st.to:
            case ZoneRef(zone=zone, owner=owner), Op(op="single", args=(to,)) if owner is not None:
                self.handed.setdefault(zone, []).append((owner, to))
            case _:
                zones = (getattr(e, "zone", None) for e in inside(st.what))
                self.shown |= {zone for zone in zones if isinstance(zone, ZoneSymbol)}

    def viewer(self, players: list[Expr], bindings: Bindings) -> Viewer:
        """The player that all of these expressions stand for."""
        teams = [Op("team", (player,), type=TEAM) for player in players]
        return Viewer(
            frozenset(self.keys.of(p, bindings) for p in players), frozenset(self.keys.of(t, bindings) for t in teams)
        )

    def sees(self, viewer: Viewer, zone: ZoneSymbol, owner: int) -> bool:
        """Whether a player sees the cards of a zone.  `owner` is the number of the zone's owner."""
        if zone.visibility == "face up" or zone in self.shown:
            return True
        if any(self._handed(viewer, owner, *pair) for pair in self.handed.get(zone, ())):
            return True
        if zone.visibility == "face down":
            return False
        return owner in (viewer.players if zone.owner == "player" else viewer.teams)

    def _handed(self, viewer: Viewer, owner: int, whose: Expr, to: Expr) -> bool:
        """Whether a `show p.hand to q` shows this player the zone of that owner."""
        match whose:
            case LocalRef(local=local):
                return self.keys.of(to, {local: LocalBinding(owner, None, NONE_BOUND)}) in viewer.players
            case _:
                return self.keys.of(whose, NONE_BOUND) == owner and self.keys.of(to, NONE_BOUND) in viewer.players

    def owner(self, zone: ZoneRef, bindings: Bindings) -> int:
        """The number of the expression for the owner of a zone."""
        return self.keys.of(zone.owner, bindings) if zone.owner is not None else -1

    # ----------------------------------------------------------------------------------- what expressions read

    def secrets(self, e: Expr, viewer: Viewer, scene: Scene) -> Iterator[Secret]:
        """The things an expression reads that the player cannot see."""
        yield from self._look(e, viewer, scene, scene.bindings, None)

    def _look(self, e: Expr, viewer: Viewer, scene: Scene, bindings: Bindings, outer: Span | None) -> Iterator[Secret]:
        """The same.  `outer` is the place in the original expression, if a name or a define was followed from there."""
        here = outer or e.span
        match e:
            case Present(operand=operand):
                yield from self._look(operand, viewer, scene, bindings, outer)
            case ZoneRef(zone=zone):
                if not self.sees(viewer, zone, self.owner(e, bindings)):
                    yield Secret(here, zone, e.span)
            case Op(op="size" | "empty", args=(group,)) if counts_whole_zones(group, bindings):
                pass
            case Op(op="winner so far" | "winning card so far" | "beats" | "played by" | "played", args=args):
                for zone in self.tricks:
                    if not self.sees(viewer, zone, -1):
                        yield Secret(here, zone, e.span)
                for arg in args:
                    yield from self._look(arg, viewer, scene, bindings, outer)
            case LocalRef():
                yield from self._name(e, viewer, scene, bindings, here)
            case VariableRef(variable=variable, owner=owner):
                if variable in self.tainted:
                    yield Secret(here, variable, self.tainted[variable])
                if owner is not None:
                    yield from self._look(owner, viewer, scene, bindings, outer)
            case CallDefine(define=define, args=args):
                self.left -= 1
                if self.left < 0:
                    return
                inner = self.keys.call(define, args, bindings)
                values = [define.body] if define.body is not None else []
                values += [x for row in define.rows for x in (row.guard, row.value) if x is not None]
                for value in values:
                    yield from self._look(value, viewer, scene, inner, here)
            case Fold(local=local, domain=domain, where=where, body=body):
                for arg in domain.args:
                    yield from self._look(arg, viewer, scene, bindings, outer)
                inner = self.keys.each(bindings, local)
                for part in (where, body):
                    if part is not None:
                        yield from self._look(part, viewer, scene, inner, outer)
            case PileEnd(pile=pile):
                yield from self._look(pile, viewer, scene, bindings, here)
            case _:
                for part in parts(e):
                    yield from self._look(part, viewer, scene, bindings, outer)

    def _name(self, e: LocalRef, viewer: Viewer, scene: Scene, bindings: Bindings, here: Span) -> Iterator[Secret]:
        """The secrets in the source of a name, unless its cards lie where the player sees them."""
        if e.local in scene.shown or any(self.sees(viewer, *place) for place in scene.laid.get(e.local, ())):
            return
        bound = bindings.get(e.local)
        if bound is not None:
            if bound.expr is not None:
                yield from self._look(bound.expr, viewer, scene, bound.bindings, here)
            return
        made_of, under = scene.drawn.get(e.local, ((), bindings))
        for part in made_of:
            yield from self._look(part, viewer, scene, under, here)


def counts_whole_zones(group: Expr, bindings: Bindings) -> bool:
    """Whether a set consists of whole zones, so that counting it reads only their sizes."""
    group, bindings = follow_names(group, bindings)
    match group:
        case ZoneRef():
            return True
        case Op(op="union", args=args):
            return all(counts_whole_zones(arg, bindings) for arg in args)
        case _:
            return False
