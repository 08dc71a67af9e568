"""The effects of statements, and what expressions read.

Both are sets of symbols: variables, names changed by `set`, and zones.  The effects of a phase include those of all
phases it calls.  The reads of an expression include those of its defines.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ..checked import (
    Again,
    Assign,
    CallDefine,
    CallPhase,
    CheckedGame,
    DefineSymbol,
    Expr,
    Fold,
    Gather,
    LocalRef,
    LocalSymbol,
    Move,
    Over,
    PhaseSymbol,
    Present,
    Stmt,
    VariableRef,
    VariableSymbol,
    ZoneRef,
    ZoneSymbol,
)
from ..traversal import defines_in_order, every, inside, moved_zones, of_define, phases_in_order, within

Changeable = VariableSymbol | LocalSymbol


@dataclass
class Effects:
    """The possible effects of some statements."""

    changed: set[Changeable] = field(default_factory=set["Changeable"])
    """Variables and names that are set or added to, and variables that a phase resets when it begins."""
    emptied: set[Changeable] = field(default_factory=set["Changeable"])
    """The ones among them that may be none afterwards."""
    zones: set[ZoneSymbol] = field(default_factory=set["ZoneSymbol"])
    """Zones that cards enter or leave, or that are shuffled."""
    any_zone: bool = False
    """Whether cards move that are known only by a name, so that they may leave any zone."""
    ends: bool = False
    """Whether there is a `game over` or a `start … again`."""

    def add(self, other: Effects) -> None:
        """Add the effects of other statements."""
        self.changed |= other.changed
        self.emptied |= other.emptied
        self.zones |= other.zones
        self.any_zone = self.any_zone or other.any_zone
        self.ends = self.ends or other.ends


@dataclass
class Reads:
    """What some expressions read."""

    symbols: set[Changeable] = field(default_factory=set["Changeable"])
    zones: set[ZoneSymbol] = field(default_factory=set["ZoneSymbol"])
    chance: bool = False

    def changes_with(self, effects: Effects) -> bool:
        """Whether the value that was read may be different after these effects."""
        if self.chance or self.symbols & effects.changed:
            return True
        return bool(self.zones & effects.zones) or (bool(self.zones) and effects.any_zone)


class Knowledge:
    """The effects of every phase and the reads of every define, computed once for a game."""

    def __init__(self, game: CheckedGame) -> None:
        self._zones = set(game.zones)
        self._blocks: dict[int, tuple[tuple[Stmt, ...], Effects]] = {}
        self._resets: dict[PhaseSymbol, list[VariableSymbol]] = {}
        for variable in game.variables:
            if variable.during is not None:
                self._resets.setdefault(variable.during, []).append(variable)
        self.defines: dict[DefineSymbol, Reads] = {}
        for define in defines_in_order(game):
            made = self.looked(of_define(define))
            made.symbols = {s for s in made.symbols if isinstance(s, VariableSymbol)}  # its own names end with it
            self.defines[define] = made
        self.phases: dict[PhaseSymbol, Effects] = {}
        for phase in phases_in_order(game):
            done = self._of(every(phase))
            for variable in self._resets.get(phase, ()):
                done.changed.add(variable)
                if variable.type.optional:
                    done.emptied.add(variable)
            done.changed = {s for s in done.changed if isinstance(s, VariableSymbol)}
            done.emptied = {s for s in done.emptied if isinstance(s, VariableSymbol)}
            self.phases[phase] = done

    def looked(self, expressions: Iterable[Expr]) -> Reads:
        """What these expressions read, defines included."""
        found = Reads()
        for whole in expressions:
            for e in inside(whole):
                found.chance = found.chance or e.by_chance
                match e:
                    case VariableRef(variable=symbol) | LocalRef(local=symbol):
                        found.symbols.add(symbol)
                    case ZoneRef(zone=zone):
                        found.zones.add(zone)
                    case CallDefine(define=define):
                        inner = self.defines.get(define, Reads())
                        found.symbols |= inner.symbols
                        found.zones |= inner.zones
                        found.chance = found.chance or inner.chance
                    case _:
                        pass
        return found

    def resets(self, phase: PhaseSymbol) -> Iterable[VariableSymbol]:
        """The variables that a phase resets when it begins."""
        return self._resets.get(phase, ())

    def effects(self, statements: tuple[Stmt, ...]) -> Effects:
        """The effects of these statements and of those inside them.  The result is shared: do not change it."""
        known = self._blocks.get(id(statements))
        if known is None or known[0] is not statements:
            known = self._blocks[id(statements)] = (statements, self._of(within(statements)))
        return known[1]

    def of_one(self, st: Stmt) -> Effects:
        """The effects of one statement that contains no others."""
        return self._of((st,))

    def _of(self, statements: Iterable[Stmt]) -> Effects:
        found = Effects()
        for st in statements:
            found.zones.update(moved_zones(st))
            match st:
                case Assign(target=target, value=value, op=op):
                    found.changed.add(target)
                    if op == "set" and may_be_none(value):
                        found.emptied.add(target)
                case Gather():
                    found.zones |= self._zones
                case Move(what=what):
                    self._leave(what, found)
                case CallPhase(phase=phase):
                    found.add(self.phases.get(phase, Effects()))
                case Over() | Again():
                    found.ends = True
                case _:
                    pass
        return found

    @staticmethod
    def _leave(what: Expr, found: Effects) -> None:
        named = [e.zone for e in inside(what) if isinstance(e, ZoneRef)]
        found.zones |= set(named)
        if not named or any(isinstance(e, LocalRef | CallDefine | VariableRef | Fold) for e in inside(what)):
            found.any_zone = True


def may_be_none(value: Expr) -> bool:
    """Whether a value is of a kind that may be none."""
    return value.type.optional and not isinstance(value, Present)
