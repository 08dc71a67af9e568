"""The effects of statements, and what expressions read.

Both are sets of symbols: variables, names changed by `set`, and zones.  The effects of a phase include those of all
phases it calls.  The reads of an expression include those of its defines.

What one statement changes and what one part of an expression reads is said here once (`Effects.statement`,
`Reads.part`).  `Knowledge` computes it for a whole game, for the checks, which ask often; `reads`, `writes` and
`mentions` compute it for a few lines, for the rulebook and for folding.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from .checked import (
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
    Symbol,
    VariableRef,
    VariableSymbol,
    ZoneRef,
    ZoneSymbol,
)
from .source.identity import KeptFor, kept_for_last
from .traversal import (
    defines_in_order,
    every,
    inside,
    moved_zones,
    of_define,
    own_expressions,
    phases_in_order,
    within,
)

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

    def statement(self, st: Stmt) -> None:
        """Add the effects of one statement, without those of statements inside it and of phases it calls.

        Of `gather every card into stock` only the zone that receives the cards is added."""
        self.zones.update(moved_zones(st))
        match st:
            case Assign(target=target, value=value, op=op):
                self.changed.add(target)
                if op == "set" and may_be_none(value):
                    self.emptied.add(target)
            case Move(what=what):
                named = {e.zone for e in inside(what) if isinstance(e, ZoneRef)}
                self.zones |= named
                if not named or any(isinstance(e, LocalRef | CallDefine | VariableRef | Fold) for e in inside(what)):
                    self.any_zone = True
            case Over() | Again():
                self.ends = True
            case _:
                pass


@dataclass
class Reads:
    """What some expressions read."""

    symbols: set[Changeable] = field(default_factory=set["Changeable"])
    zones: set[ZoneSymbol] = field(default_factory=set["ZoneSymbol"])
    chance: bool = False

    def part(self, e: Expr) -> None:
        """Add what an expression reads itself, without its parts and the define that it calls."""
        self.chance = self.chance or e.by_chance
        match e:
            case VariableRef(variable=symbol) | LocalRef(local=symbol):
                self.symbols.add(symbol)
            case ZoneRef(zone=zone):
                self.zones.add(zone)
            case _:
                pass

    def changes_with(self, effects: Effects) -> bool:
        """Whether the value that was read may be different after these effects."""
        if self.chance or self.symbols & effects.changed:
            return True
        return bool(self.zones & effects.zones) or (bool(self.zones) and effects.any_zone)


class Knowledge:
    """The effects of every phase and the reads of every define, computed once for a game."""

    def __init__(self, game: CheckedGame) -> None:
        self._zones = set(game.zones)
        self._blocks = KeptFor[tuple[Stmt, ...], Effects](lambda statements: self._of(within(statements)))
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
                found.part(e)
                if isinstance(e, CallDefine):
                    inner = self.defines.get(e.define, Reads())
                    found.symbols |= inner.symbols
                    found.zones |= inner.zones
                    found.chance = found.chance or inner.chance
        return found

    def resets(self, phase: PhaseSymbol) -> Iterable[VariableSymbol]:
        """The variables that a phase resets when it begins."""
        return self._resets.get(phase, ())

    def effects(self, statements: tuple[Stmt, ...]) -> Effects:
        """The effects of these statements and of those inside them.  The result is shared: do not change it."""
        return self._blocks(statements)

    def of_one(self, st: Stmt) -> Effects:
        """The effects of one statement that contains no others."""
        return self._of((st,))

    def _of(self, statements: Iterable[Stmt]) -> Effects:
        found = Effects()
        for st in statements:
            found.statement(st)
            if isinstance(st, CallPhase):
                found.add(self.phases.get(st.phase, Effects()))
            elif isinstance(st, Gather):
                found.zones |= self._zones
        return found


@kept_for_last
def knowledge_of(game: CheckedGame) -> Knowledge:
    """The effects and reads of a game.  Those of the last game are kept, because many checks ask for them."""
    return Knowledge(game)


def reads(e: Expr) -> set[Symbol]:
    """The variables, zones and names that an expression depends on, also through defines."""
    found = Reads()
    waiting, seen = [e], set[Symbol]()
    while waiting:
        for part in inside(waiting.pop()):
            found.part(part)
            if isinstance(part, CallDefine) and part.define not in seen:
                seen.add(part.define)
                waiting.extend(of_define(part.define))
    return {*found.symbols, *found.zones}


def mentions(st: Stmt) -> set[Symbol]:
    """Everything that a statement reads or assigns, including the phases it calls."""
    found: set[Symbol] = set()
    for one in _led_to((st,)):
        for e in own_expressions(one):
            found |= reads(e)
        if isinstance(one, Assign):
            found.add(one.target)
    return found


def writes(statements: tuple[Stmt, ...], zones: tuple[Symbol, ...]) -> set[Symbol]:
    """Everything that some statements may change: variables, names and, if any card moves, these zones."""
    found = Effects()
    for st in _led_to(statements):
        found.statement(st)
    return {*found.changed, *(zones if found.zones or found.any_zone else ())}


def _led_to(statements: tuple[Stmt, ...]) -> Iterator[Stmt]:
    """The statements with all statements in them and in the phases they call.  Each phase is visited once."""
    waiting, seen = list(within(statements)), set[Symbol]()
    while waiting:
        st = waiting.pop()
        yield st
        if isinstance(st, CallPhase) and st.phase not in seen:
            seen.add(st.phase)
            waiting.extend(every(st.phase))


def may_be_none(value: Expr) -> bool:
    """Whether a value is of a kind that may be none."""
    return value.type.optional and not isinstance(value, Present)
