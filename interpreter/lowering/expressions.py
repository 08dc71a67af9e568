"""Expressions of the checked game as expressions over slots and registers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import cast

from ...dsl import checked as c
from ...dsl.source.span import Span
from ...dsl.types import MOST_RANDOM, NONE, Type
from ..program import (
    Binary,
    Const,
    Domain,
    Expr,
    Fold,
    Function,
    FunctionCall,
    Get,
    If,
    Leftover,
    Look,
    Noted,
    NotedKind,
    PileEnd,
    Place,
    RandomPick,
    Reg,
    Slot,
    Stuck,
    Unary,
    ZoneCards,
)
from . import simplify as s
from .attributes import FACE, attribute, cards_of_face
from .beating import Beating, TrickSlots
from .layout import SlotLayout
from .ranking import Ranked
from .shapes import has_shape, melds
from .units import Env, Unit

_SMALL = 1 << 20
_OF_TRICK = ("winner so far", "winning card so far", "beats", "follows", "trump", "standing", "played by", "played")


@dataclass
class Compiled:
    """What became of a define: a known value, or a function."""

    constant: int | None = None
    function: int = -1


@dataclass
class Expressions:
    """Lowers expressions.  Defines become functions, once each; those that are known become numbers."""

    layout: SlotLayout
    functions: list[Function | None] = field(default_factory=list["Function | None"])
    compiled: dict[c.DefineSymbol, Compiled] = field(default_factory=dict["c.DefineSymbol", Compiled])
    noted: bool = False
    """Whether what comes into play is noted, see `Noted`."""
    settled: dict[tuple[NotedKind, Place], None] = field(default_factory=dict["tuple[NotedKind, Place]", None])
    """What would be noted but is known beforehand."""
    begun: dict[tuple[c.PhaseSymbol, c.VariableSymbol], Slot] = field(
        default_factory=dict["tuple[c.PhaseSymbol, c.VariableSymbol]", "Slot"]
    )
    """Where it is kept what a variable was when a phase began."""
    ranking: Ranked | None = None
    trick: TrickSlots | None = None
    """Where it is kept what happens in the trick going on, if the rules ask."""

    def lower(self, e: c.Expr, env: Env, unit: Unit) -> Expr:
        """The expression over slots; `env` says where the names in scope are."""
        lay = self.layout
        match e:
            case c.Lit(value):
                return Const(value)
            case c.OptionRef(option):
                return Const(lay.settings.values[option])
            case c.LocalRef(local):
                return env[local]
            case c.VariableRef(variable, owner):
                info = lay.variables[lay.variable_of[variable]]
                return self._get(info.base, info.count, owner, env, unit)
            case c.Gained(variable, owner, phase):
                info = lay.variables[lay.variable_of[variable]]
                before = self.begun[phase, variable]
                return s.binary("-", *(self._get(b, info.count, owner, env, unit) for b in (info.base, before)))
            case c.ZoneRef(zone, owner):
                return ZoneCards(lay.zone_of[zone], self.index(owner, env, unit))
            case c.FaceRef():
                return self.face(e, env, unit)
            case c.Op():
                return self._operation(e, env, unit)
            case c.Cond(condition, then, otherwise):
                test = self.lower(condition, env, unit)
                if isinstance(test, Const):
                    return self.lower(then if test.value else otherwise, env, unit)
                return s.choose(test, self.lower(then, env, unit), self.lower(otherwise, env, unit))
            case c.CallDefine(define, args):
                return self.call(define, self.arguments(args, define.params, env, unit))
            case c.ValueOf(values, operand):
                return self._value_of(values, self.lower(operand, env, unit), faces=operand.type.name == FACE)
            case c.IsShape(shape, cards):
                return has_shape(lay, shape, self.lower(cards, env, unit), unit, e.span)
            case c.LeftOver(cards, shape, worth):
                return self._left_over(cards, shape, worth, env, unit, lay.place(e.span))
            case c.PileEnd(end, pile, count):
                found = PileEnd(
                    lay.zone_of[pile.zone],
                    self.index(pile.owner, env, unit),
                    end,
                    self.lower(count, env, unit) if count is not None else None,
                    lay.place(e.span),
                )
                return found if count is not None else s.present(found, lay.place(e.span))
            case c.Fold():
                return self._fold(e, env, unit)
            case c.Present(operand):
                return s.present(self.lower(operand, env, unit), lay.place(e.span))
            case c.Random(what, of, low, high):
                if low is not None and high is not None:
                    mask = self._numbers(low, high, env, unit, lay.place(e.span))
                else:
                    mask = self.lower(of, env, unit) if of is not None else Const((1 << lay.players) - 1)
                return RandomPick(mask, what, "", lay.place(e.span), e.type if what == "value" else None)

    def _numbers(self, low: c.Expr, high: c.Expr, env: Env, unit: Unit, place: Place) -> Expr:
        """The mask of the numbers from one to another."""
        ends = [s.checked(self.lower(e, env, unit), 0, MOST_RANDOM, place) for e in (low, high)]
        match ends:
            case [Const(first), Const(last)]:
                return Const(sum(1 << number for number in range(first, last + 1)))
            case _:
                return Fold("set", unit.register(), Domain("range", (ends[0], ends[1])), None, None, place)

    def arguments(
        self, args: tuple[c.Expr, ...], params: tuple[c.LocalSymbol, ...], env: Env, unit: Unit
    ) -> tuple[Expr, ...]:
        """What is given for parameters, each held to the range of its own."""
        pairs = zip(args, params, strict=True)
        return tuple(self.within(self.lower(a, env, unit), a, p.type) for a, p in pairs)

    def within(self, value: Expr, e: c.Expr, type: Type) -> Expr:
        """The value of an expression where this type is wanted: held to its range, unless it is known to lie in it."""
        bounds = self.bounds(type)
        if bounds is None or (e.type.kind == "number" and bounds[0] <= e.type.low and e.type.high <= bounds[1]):
            return value
        return s.checked(value, *bounds, self.layout.place(e.span))

    def index(self, owner: c.Expr | None, env: Env, unit: Unit) -> Expr | None:
        """Whose: the owner's number, None for shared things."""
        return self.lower(owner, env, unit) if owner is not None else None

    def _get(self, base: int, count: int, owner: c.Expr | None, env: Env, unit: Unit) -> Expr:
        index = self.index(owner, env, unit)
        if isinstance(index, Const):
            return Get(base + index.value)
        return Get(base, index, count)

    # -------------------------------------------------------------------------------------------------- faces

    def face(self, e: c.Expr, env: Env, unit: Unit) -> Expr:
        """The face of a card (or a face written out), by number."""
        lay = self.layout
        if isinstance(e, c.FaceRef):
            suit = self.lower(e.suit, env, unit)
            faces = tuple(lay.face_index(e.rank, suit) for suit in range(len(lay.game.suits)))
            return s.look(lay.tables, lay.table(faces), suit)
        card = self.lower(e, env, unit)
        if lay.distinct or e.type.name == FACE:
            return card
        if e.type.optional:
            return s.look(lay.tables, lay.table((NONE, *lay.deck)), s.binary("+", card, Const(1)))
        return s.look(lay.tables, lay.table(lay.deck), card)

    # --------------------------------------------------------------------------------------------- operations

    def at(self, ranks: Ranked, env: Env, unit: Unit) -> Expr:
        """Which part of the tables of the ranking counts now."""
        if ranks.dynamic is None:
            return Const(0)
        return s.binary("+", self.lower(ranks.dynamic, env, unit), Const(1))

    def _of_trick(self, e: c.Op, env: Env, unit: Unit) -> Expr:
        """What the ranking decides, and what happens in the trick going on."""
        lay, slots = self.layout, self.trick
        match e.op:
            case "winner so far":
                return Get(slots.winner) if slots is not None else Const(NONE)
            case "winning card so far":
                return Get(slots.card) if slots is not None else Const(NONE)
            case _:
                pass
        if self.ranking is None:
            return Const(NONE if e.op in ("played by", "played") else 0)
        beating = Beating(lay, self.ranking, slots, self.at(self.ranking, {}, unit))
        match e.op:
            case "played":
                return beating.played(self.lower(e.args[0], env, unit))
            case "played by":
                is_face = e.args[0].type.name == FACE
                card = self.face(e.args[0], env, unit) if is_face else self.lower(e.args[0], env, unit)
                return beating.played_by(card, is_face, unit, lay.place(e.span))
            case _:
                pass
        faces: list[Expr] = []
        around: list[tuple[int, Expr]] = []
        for arg in e.args:
            face = self.face(arg, env, unit)
            if not isinstance(face, Const | Reg | Get):  # it is looked at several times and worked out once
                around.append((unit.register(), face))
                face = Reg(around[-1][0])
            faces.append(face)
        match e.op, faces:
            case "trump", (one,):
                made = beating.trump(one)
            case "standing", (one,):
                made = beating.standing(one)
            case "follows", (one, other):
                made = beating.follows(one, other)
            case _, (one, other):
                made = beating.beats(one, other)
            case _:
                raise AssertionError(e.op)
        for reg, face in reversed(around):
            kind = "max" if e.op == "standing" else "any"
            made = Fold(kind, reg, Domain("list", (face,)), None, made, lay.place(e.span))
        return made

    def _operation(self, e: c.Op, env: Env, unit: Unit) -> Expr:
        lay = self.layout
        op = e.op
        if op in _OF_TRICK:
            return self._of_trick(e, env, unit)
        if op in ("=", "!=") and any(a.type.kind == "card" for a in e.args):
            left, right = (
                self.face(a, env, unit) if a.type.kind == "card" else self.lower(a, env, unit) for a in e.args
            )
            return s.binary(op, left, right)
        if op == "has" and e.args[1].type.optional:
            return self._has_or_none(e, env, unit)
        if op == "has" and e.args[1].type.kind == "card":
            return self._has_card(e, env, unit)
        if op == "single" and e.args[0].type.name == FACE:
            return cards_of_face(self.layout, self.face(e.args[0], env, unit))
        if op in ("and", "or"):
            left = self.lower(e.args[0], env, unit)
            if isinstance(left, Const) and bool(left.value) == (op == "or"):
                return left
            return s.binary(op, left, self.lower(e.args[1], env, unit))
        args = [self.lower(a, env, unit) for a in e.args]
        everyone = Const((1 << lay.players) - 1)
        match op:
            case "+" | "-" | "*" | "/" | "mod":
                made = s.binary(op, args[0], args[1])
                return made if isinstance(made, Const) else s.checked(made, e.type.low, e.type.high, lay.place(e.span))
            case "=" | "!=" | "<" | "<=" | ">" | ">=" | "union" | "has":
                return s.binary(op, args[0], args[1])
            case "negate":
                return s.checked(s.binary("-", Const(0), args[0]), e.type.low, e.type.high, lay.place(e.span))
            case "except":
                return s.binary("without", args[0], args[1])
            case "not":
                return s.negation(args[0])
            case "size":
                return s.count(args[0])
            case "empty":
                return s.negation(s.some(args[0]))
            case "single":
                return s.single(args[0])
            case "larger":
                return s.binary("max", args[0], args[1])
            case "smaller":
                return s.binary("min", args[0], args[1])
            case "number of players":
                return Const(lay.players)
            case "players":
                return everyone
            case "teams":
                return Const((1 << lay.team_count) - 1)
            case "suits":
                return Const((1 << len(lay.game.suits)) - 1)
            case "ranks":
                return Const((1 << len(lay.game.ranks)) - 1)
            case _:
                return attribute(lay, op, args, e.args[0].type)

    def _has_or_none(self, e: c.Op, env: Env, unit: Unit) -> Expr:
        """Nothing is in no set."""
        group, operand = e.args
        local, reg = c.LocalSymbol("it", operand.span, operand.type.plain()), unit.register()
        sure = c.Op("has", (group, c.LocalRef(local, type=local.type, span=operand.span)), type=e.type)
        value = self.lower(operand, env, unit)
        if isinstance(value, Reg) or (
            isinstance(value, Get) and (value.index is None or isinstance(value.index, Get | Reg))
        ):
            return s.binary(
                "and", s.binary("!=", value, Const(NONE)), self._operation(sure, {**env, local: value}, unit)
            )
        there = s.binary("!=", Reg(reg), Const(NONE))
        found = self._operation(sure, {**env, local: Reg(reg)}, unit)
        return Fold("any", reg, Domain("list", (value,)), there, found, self.layout.place(operand.span))

    def _has_card(self, e: c.Op, env: Env, unit: Unit) -> Expr:
        group, card = self.lower(e.args[0], env, unit), e.args[1]
        if self.layout.distinct and not isinstance(card, c.FaceRef):
            return s.binary("has", group, self.lower(card, env, unit))
        return s.some(s.binary("intersect", group, cards_of_face(self.layout, self.face(card, env, unit))))

    # -------------------------------------------------------------------------------------- defines and values

    def call(self, define: c.DefineSymbol, args: tuple[Expr, ...]) -> Expr:
        """A define with these arguments: a known number, or a call of its function."""
        compiled = self.compiled.get(define)
        if compiled is None:
            compiled = self.compiled[define] = self._compile(define)
        if compiled.constant is not None:
            return Const(compiled.constant)
        return FunctionCall(compiled.function, args)

    def _compile(self, define: c.DefineSymbol) -> Compiled:
        unit = Unit()
        env: Env = {param: Reg(unit.register()) for param in define.params}
        at = len(self.functions)
        self.functions.append(None)
        body = self._behind_lets(define, define.lets, env, len(define.params), unit)
        if not define.rows:
            body = self.note("define", body, define.span)
        if isinstance(body, Const) and at == len(self.functions) - 1:
            self.functions.pop()
            return Compiled(constant=body.value)
        self.functions[at] = Function(define.name, len(define.params), unit.registers, body)
        return Compiled(function=at)

    def _behind_lets(self, define: c.DefineSymbol, lets: tuple[c.Let, ...], env: Env, params: int, unit: Unit) -> Expr:
        """The value of a define behind its lets.  What depends on one is a function with one parameter more, so that
        each is worked out once."""
        if not lets:
            return self.lower(define.body, env, unit) if define.body is not None else self._rows(define, env, unit)
        value, local = self.lower(lets[0].value, env, unit), lets[0].local
        if isinstance(value, Const | Reg):
            return self._behind_lets(define, lets[1:], {**env, local: value}, params, unit)
        at, inner = len(self.functions), Unit(params + 1)
        self.functions.append(None)
        body = self._behind_lets(define, lets[1:], {**env, local: Reg(params)}, params + 1, inner)
        self.functions[at] = Function(define.name, params + 1, inner.registers, body)
        return FunctionCall(at, (*map(Reg, range(params)), value))

    def _rows(self, define: c.DefineSymbol, env: Env, unit: Unit) -> Expr:
        """The value of the first row that applies; with its rows noted, where it is not the same whatever happens."""
        known = result = cast("Expr", Stuck("no row applies", self.layout.place(define.span)))
        for row in reversed(define.rows):
            assert row.value is not None
            value = self.lower(row.value, env, unit)
            if define.table:
                value = self.within(value, row.value, define.type)
            marked = Noted("row", value, (self.layout.place(row.span),), Const(0)) if self.noted else value
            if row.guard is None:
                known, result = value, marked
            else:
                guard = self.lower(row.guard, env, unit)
                known, result = s.choose(guard, value, known), s.choose(guard, marked, result)
        if isinstance(known, Const):
            self.settled.update((("row", place), None) for place in _noted_in(result))
            return known
        return result

    def note(self, what: NotedKind, value: Expr, span: Span) -> Expr:
        """A value that is noted when it is worked out, if anything is."""
        if not self.noted:
            return value
        place = self.layout.place(span)
        if isinstance(value, Const):
            self.settled[what, place] = None
            return value
        return Noted(what, value, (place,), Const(0))

    def _value_of(self, values: c.ValuesSymbol, thing: Expr, *, faces: bool) -> Expr:
        """The number `values` has for something: a card (or a face), a suit, a rank, a word."""
        lay = self.layout
        rows = self._value_rows(values, faces=faces)
        table = lay.table(tuple(self._number(row, rank) for row, rank in rows))
        value = s.look(lay.tables, table, thing)
        if not self.noted:
            return value
        places = tuple(lay.place(row.span) if row is not None else -1 for row, _ in rows)
        if not isinstance(value, Const):
            return Noted("values row", value, places, thing)
        if isinstance(thing, Const) and places[thing.value] >= 0:
            self.settled["values row", places[thing.value]] = None
        return value

    def _value_rows(self, values: c.ValuesSymbol, *, faces: bool) -> list[tuple[c.ValuesEntry | None, int]]:
        """For each card (or face), suit, rank or word the row of `values` that counts, the first that fits, and the
        rank (-1 if it has none)."""
        game = self.layout.game
        match values.of.kind:
            case "card":
                found = [(self._fitting(values, f.rank, f.suit, -1, f.rank < 0), f.rank) for f in self.layout.faces]
                return found if faces else [found[face] for face in self.layout.deck]
            case "rank":
                return [(self._fitting(values, rank, -1, -1, False), rank) for rank in range(len(game.ranks))]
            case "suit":
                return [(self._fitting(values, -1, suit, -1, False), -1) for suit in range(len(game.suits))]
            case _:
                suits = len(game.suits) if values.of.suits else 0
                words = range(len(values.of.words) + suits)
                return [(self._fitting(values, -1, word if word < suits else -1, word, False), -1) for word in words]

    def _fitting(self, values: c.ValuesSymbol, rank: int, suit: int, word: int, joker: bool) -> c.ValuesEntry | None:
        for row in values.rows:
            fits = (
                row.otherwise
                or (row.joker and joker)
                or (word >= 0 and word in row.words)
                or (bool(row.ranks) and rank in row.ranks and row.suit in (None, suit))
                or (not row.ranks and not row.words and not row.joker and row.suit is not None and row.suit == suit)
            )
            if fits and row.low is not None:
                return row
        return None

    def _number(self, row: c.ValuesEntry | None, rank: int) -> int:
        """The number a row of `values` has for a rank; 0 where no row fits."""
        if row is None or row.low is None:
            return 0
        return self.constant(row.low) + (row.ranks.index(rank) if row.paired and rank in row.ranks else 0)

    def constant(self, e: c.Expr) -> int:
        """An expression that depends on options and the number of players only; 0 for any other."""
        value = self.lower(e, {}, Unit())
        return value.value if isinstance(value, Const) else 0

    # -------------------------------------------------------------------------------------------- set phrases

    def domain(self, d: c.Domain, env: Env, unit: Unit) -> Domain:
        """What a name runs over."""
        args = tuple(self.lower(a, env, unit) for a in d.args)
        match d.kind:
            case "set":
                if d.start is not None:
                    return Domain("seats", args, self.lower(d.start, env, unit))
                return Domain("mask", args)
            case "range":
                return Domain("range", args)
            case "down":
                return Domain("down", args)
            case "list":
                return Domain("list", args)
            case "combinations":
                return Domain("subsets", args)

    def _peak(self, e: c.Fold, env: Env, unit: Unit) -> Expr:
        """The first of those for which the value is highest or lowest: the peak first, then who has it."""
        assert e.body is not None
        place, over, peak = self.layout.place(e.span), self.domain(e.domain, env, unit), unit.register()
        regs = unit.register(), unit.register()
        inner: list[Env] = [{**env, e.local: Reg(reg)} for reg in regs]
        wheres = [self.lower(e.where, one, unit) if e.where is not None else Const(1) for one in inner]
        values = [self.lower(e.body, one, unit) for one in inner]
        where = None if wheres[0] == Const(1) else wheres[0]
        found = Fold("max" if e.kind == "highest" else "min", regs[0], over, where, values[0], place)
        has_it = s.binary("and", wheres[1], Binary("=", values[1], Reg(peak)))
        first = Fold("first", regs[1], over, has_it, None, place)
        one = Fold("max", peak, Domain("list", (found,)), None, first, place)
        return s.binary("max", one, Const(0)) if e.domain.kind == "combinations" else one

    def _left_over(
        self, cards: c.Expr, shape: c.ShapeSymbol, worth: c.Expr, env: Env, unit: Unit, place: Place
    ) -> Expr:
        reg, value = unit.register(), cast("Expr", Const(0))
        if isinstance(worth, c.Fold) and worth.body is not None:
            value = self.lower(worth.body, {**env, worth.local: Reg(reg)}, unit)
        found = melds(self.layout, shape)
        if found is None:  # too many to be written down: the same as too many to try
            return Fold("count", reg, Domain("subsets", (Const(0), Const(40), Const((1 << 40) - 1))), None, None, place)
        return Leftover(self.lower(cards, env, unit), reg, value, self.layout.table(found), place)

    def _fold(self, e: c.Fold, env: Env, unit: Unit) -> Expr:
        if e.kind in ("highest", "lowest"):
            return self._peak(e, env, unit)
        lay = self.layout
        over = self.domain(e.domain, env, unit)
        reg = unit.register()
        inner: Env = {**env, e.local: Reg(reg)}
        where = self.lower(e.where, inner, unit) if e.where is not None else None
        if where == Const(1):
            where = None
        body = self.lower(e.body, inner, unit) if e.body is not None else None
        place = lay.place(e.span)
        if where == Const(0) and e.kind in ("set", "count", "sum", "any"):
            return Const(0)
        if e.kind == "no":
            return s.negation(Fold("any", reg, over, where, body, place))
        assert e.kind not in ("no", "highest", "lowest")
        made = Fold(e.kind, reg, over, where, body, place)
        if e.kind != "sum" or (over.kind in ("mask", "seats") and self._small(made.body)):
            return made
        return s.checked(made, e.type.low, e.type.high, place)

    def _small(self, e: Expr | None, depth: int = 0) -> bool:
        """Whether an expression is known to be so small that a sum over a set of them cannot leave the numbers."""
        match e:
            case Const(value):
                return abs(value) < _SMALL
            case Look(table, _):
                return all(abs(entry) < _SMALL for entry in self.layout.tables[table])
            case Noted(_, operand):
                return self._small(operand, depth)
            case If(_, then, otherwise):
                return self._small(then, depth) and self._small(otherwise, depth)
            case FunctionCall(function) if depth < 10:
                made = self.functions[function]
                return made is not None and self._small(made.body, depth + 1)
            case Unary("count", _):
                return True
            case _:
                return False

    @staticmethod
    def bounds(type: Type) -> tuple[int, int] | None:
        """The range a value of this type is held to, if it is a number."""
        return (type.low, type.high) if type.kind == "number" else None


def _noted_in(e: Expr) -> Iterator[Place]:
    """The places of the rows one of which a chain of cases comes to."""
    match e:
        case Noted(places=(place,)):
            yield place
        case If(_, then, otherwise):
            yield from _noted_in(then)
            yield from _noted_in(otherwise)
        case _:
            pass
