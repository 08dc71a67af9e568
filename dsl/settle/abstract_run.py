"""Which values variables, parameters and names can have in any play: an abstract run over the whole game.

The run begins with what is certain: every variable has its first value, no zone but the first holds a card, main is
reached.  What a reached line sets, passes on or moves is added, and lines are reached only under conditions that can
hold with the values found so far.  This is repeated until nothing is added; a phase is gone through again only if
something that it reads has changed.  So a variable that is only set under a
condition that needs it to be set already keeps its first value.  (The method is conditional constant propagation, after
Wegman and Zadeck, with ranges instead of constants.)

For each variable and name the run knows one range for the whole game, and whether it can be `none` or something; for a
set, how many elements it can have; for a zone, whether a card ever enters it.  It knows nothing of order: what held
once may hold at any time.  Owners, settings and calls are not told apart.  A range that still grows after a few rounds
becomes the declared one.  How many cards lie in a zone at a place is known to `checks/cards/dealing.py`, which asks for
values there.

Under a condition, a variable that belongs to nobody has only values with which the condition holds, until something may
change it.  When nothing is added any more, only what the last run of each part added counts: a range that was widened
too far becomes narrow again.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..checked import (
    Again,
    Assign,
    CallPhase,
    CheckedGame,
    Choose,
    Expr,
    For,
    If,
    Let,
    LocalRef,
    PhaseSymbol,
    Repeat,
    Stmt,
    Symbol,
    Together,
    VariableSymbol,
    ZoneRef,
    ZoneSymbol,
)
from ..effects import knowledge_of
from ..operations import NUMBERS, Interval
from ..source.identity import KeptFor, kept_for_last
from ..traversal import blocks, moved_zones, own_expressions
from .assumptions import assumptions
from .evaluation import PossibleExpressions
from .intervals import EVERYTHING, ExpressionRanges, clipped
from .possible import EMPTY, NOTHING, Possible, anything, first_value

_PATIENCE = 4
"""After so many rounds a range that still grows becomes the declared one."""
_MOST_ROUNDS = 60


_Run = tuple[set[Symbol], list[PhaseSymbol], list[tuple[Symbol, Possible]]]


class PossibleValues(PossibleExpressions):
    """The abstract run over one game."""

    def __init__(self, game: CheckedGame) -> None:
        super().__init__(game, ExpressionRanges(game), {})
        self.filled: set[ZoneSymbol] = {game.first_zone} if game.first_zone is not None else set()
        self._effects = knowledge_of(game)
        self._changes = KeptFor[Stmt, frozenset[Symbol]](lambda st: frozenset(self._effects.effects((st,)).changed))
        self._unsteady = frozenset(one for rule in game.incidents for one in self._effects.effects(rule.body).changed)
        """What may change at any question."""
        self._seen: set[PhaseSymbol] = set()
        self._waiting: list[PhaseSymbol] = []
        self._reached: list[PhaseSymbol] = []
        """The phases that the part of the game which is run now plays."""
        self._added: list[tuple[Symbol, Possible]] = []
        """What the part that is run now has added, known before or not."""
        self._done: dict[PhaseSymbol | int, _Run] = {}
        """For each part of the game that was run: what it read, which phases it plays, and what it added."""
        self._before: set[Symbol] = set()
        self._now: set[Symbol] = set()
        """What was changed in the round before, and in this round until now."""
        self._changed = True
        self._round = 0
        for variable in game.variables:
            self.known[variable] = first_value(variable)
        while self._changed and self._round < _MOST_ROUNDS and not self.too_deep:
            self._changed = False
            self._run()
            self._round += 1
        self.finished = not self._changed and not self.too_deep
        """Whether the run came to its end; if not, nothing is known."""
        if not self.finished:
            self.known.clear()
            self.filled = set(game.zones)
            return
        self.known = self._narrow()
        self._results.clear()

    def conditions(self) -> tuple[Expr, ...]:
        """Every condition that is reached, with its parts."""
        met: list[Expr] = []
        if self.finished:
            self._watch = met.append
            self._run()
            self._watch = None
            self._results.clear()
        return tuple(met)

    def _narrow(self) -> dict[Symbol, Possible]:
        """What is known of each name, from what the last run of each part has added to the first values."""
        known: dict[Symbol, Possible] = {variable: first_value(variable) for variable in self.game.variables}
        for part in (*self._seen, *range(len(self.game.incidents))):
            for symbol, value in self._done[part][2]:
                known[symbol] = known[symbol].join(value) if symbol in known else value
        return known

    def cards(self, e: ZoneRef) -> Possible:
        return anything(e.type) if e.zone in self.filled else EMPTY

    def _run(self) -> None:
        """Go through everything that is reached once."""
        self._results.clear()
        self._before, self._now = self._now, set()
        self._seen = {self.game.main}
        self._waiting = []
        self._part(self.game.main)
        for number in range(len(self.game.incidents)):
            self._part(number)
        while self._waiting:
            self._part(self._waiting.pop())

    def _part(self, part: PhaseSymbol | int) -> None:
        """Go through a phase, or the incident with a number, unless this would find the same as the last time."""
        known = self._done.get(part) if self._watch is None else None
        if known is None or not (known[0].isdisjoint(self._before) and known[0].isdisjoint(self._now)):
            self._read, self._reached, self._added = set(), [], []
            if isinstance(part, PhaseSymbol):
                self._block(part.body)
                self._rows(part)
            else:
                rule = self.game.incidents[part]
                if rule.players is not None:
                    self.of(rule.players)
                self._phase(rule.start)
                self._block(rule.body)
            known = self._done[part] = self._read, self._reached, self._added
        for phase in known[1]:
            if phase not in self._seen:
                self._seen.add(phase)
                self._waiting.append(phase)

    # ------------------------------------------------------------------------------------------------- statements

    def _block(self, statements: Iterable[Stmt]) -> None:
        for st in statements:
            self._statement(st)
            self._forget(st)

    def _forget(self, st: Stmt) -> None:
        """Assume no more of what a statement may have changed."""
        if self._assumed:
            changed = self._changes(st)
            if not changed.isdisjoint(self._assumed):
                self._assumed = {symbol: value for symbol, value in self._assumed.items() if symbol not in changed}

    def _under(self, statements: tuple[Stmt, ...], *conditions: tuple[Expr | None, bool]) -> None:
        """Go through statements where some conditions hold, or do not hold."""
        if not statements:
            return
        around = self._assumed
        for condition, holds in conditions:
            if condition is not None:
                found = {s: v for s, v in assumptions(self, condition, holds).items() if s not in self._unsteady}
                self._assumed = {**self._assumed, **found}
        self._block(statements)
        self._assumed = around

    def _statement(self, st: Stmt) -> None:
        match st:
            case Let(local=local, value=value):
                self.add(local, self.of(value))
            case Assign():
                self._assign(st)
            case If(condition=condition, then=then, otherwise=otherwise):
                holds = self.condition(condition)
                if holds is not False:
                    self._under(then, (condition, True))
                if holds is not True:
                    self._under(otherwise, (condition, False))
            case Repeat(times=times, until=until, body=body, otherwise=otherwise):
                rounds = self.of(times) if times is not None else None
                self._forget(st)
                if rounds is None or rounds.high > 0:
                    self._block(body)
                if until is not None:
                    self.condition(until)
                self._block(otherwise)
            case For(local=local, domain=domain, where=where, until=until, body=body):
                if domain is not None and not self._bound(local, domain):
                    return
                self._forget(st)
                if where is None or self.condition(where) is not False:
                    self._under(body, (where, True))
                if until is not None:
                    self.condition(until)
            case Choose(player=player, choices=choices):
                self.of(player)
                for choice in choices:
                    if choice.guard is not None and self.condition(choice.guard) is False:
                        continue
                    bound = [self._bound(local, domain) for local, domain in choice.generators]
                    if not all(bound):
                        continue
                    if choice.where is None or self.condition(choice.where) is not False:
                        self._under(choice.body, (choice.guard, True), (choice.where, True))
            case Together(choosers=choosers):
                self._forget(st)
                self._block(choosers)
            case CallPhase(phase=phase, args=args):
                for param, arg in zip(phase.params, args, strict=False):
                    self.add(param, self.of(arg))
                self._phase(phase)
            case Again(phase=phase):
                self._phase(phase)
            case _:
                self._other(st)

    def _other(self, st: Stmt) -> None:
        """A statement that moves cards, or changes nothing that is known here."""
        for e in own_expressions(st):
            self.of(e)
        for zone in moved_zones(st):
            self._fill(zone)
        self._forget(st)
        for block in blocks(st):
            self._block(block)

    def _assign(self, st: Assign) -> None:
        if st.owner is not None:
            self.of(st.owner)
        value = self.of(st.value)
        if st.op == "set":
            self.add(st.target, value)
            return
        target = st.target
        self._read.add(target)
        known = self.known.get(target, anything(target.type))
        before = self.variable(target) if isinstance(target, VariableSymbol) and st.owner is None else known
        a, b = (before.low, before.high), (value.low, value.high)
        low, high = clipped(*NUMBERS["+" if st.op == "add" else "-"].range(a, b))
        self.add(st.target, Possible(low, high))

    def _phase(self, phase: PhaseSymbol) -> None:
        """A phase is reached.  (It is run later: a chain of phases may be long.)"""
        self._reached.append(phase)

    def _rows(self, phase: PhaseSymbol) -> None:
        for row in phase.rows:
            if row.guard is None or self.condition(row.guard) is not False:
                self._under(row.actions, (row.guard, True))

    def _fill(self, zone: ZoneSymbol) -> None:
        if zone not in self.filled:
            self.filled.add(zone)
            self._now.add(zone)
            self._changed = True

    def add(self, symbol: Symbol, value: Possible) -> None:
        """A symbol can have this value, too.  (A number outside the declared range would stop the game.)"""
        type = symbol.type
        if type.kind in ("number", "flag") and value.some:
            low, high = max(value.low, type.low), min(value.high, type.high)
            value = Possible(low, high, low <= high, value.none) if low <= high else NOTHING if value.none else value
        if self._watch is not None:  # nothing is added any more
            return
        self._added.append((symbol, value))
        old = self.known.get(symbol)
        new = value if old is None else old.join(value)
        if new == old:
            return
        if old is not None and self._round >= _PATIENCE:
            most = anything(type)
            new = Possible(
                most.low if new.low < old.low else new.low, most.high if new.high > old.high else new.high,
                new.some, new.none,
            )  # fmt: skip
        self.known[symbol] = new
        self._now.add(symbol)
        self._changed = True


@kept_for_last
def possible_values(game: CheckedGame) -> PossibleValues:
    """The run over a game.  That over the last game is kept, because several checks ask for it."""
    return PossibleValues(game)


class InferredRanges(ExpressionRanges):
    """Ranges of expressions, where a parameter without a declared range has that of what is passed for it."""

    def __init__(self, game: CheckedGame) -> None:
        super().__init__(game)
        params = [param for owner in (*game.defines, *game.phases) for param in owner.params]
        open = [one for one in params if one.type.kind == "number" and (one.type.low, one.type.high) == EVERYTHING]
        known = possible_values(game).known if open else {}
        self._passed = {param: (known[param].low, known[param].high) for param in open if param in known}

    def of(self, e: Expr) -> Interval:
        if isinstance(e, LocalRef) and e.local in self._passed:
            return self._passed[e.local]
        return super().of(e)
