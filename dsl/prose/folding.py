"""What is settled, worked into the rules: options, the number of players, arguments of calls.

`Folding` rewrites expressions and statements of a checked game into simpler ones that mean the same *under these
settings*: an option becomes its value, arithmetic on known numbers is done, a branch that can never be taken is gone.
What is left is what has to be told.  Nothing is evaluated that depends on the play.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import cast

from ..core import (
    Again,
    Assign,
    CallDefine,
    CallPhase,
    Choice,
    Choose,
    Cond,
    Deal,
    DefineSymbol,
    Domain,
    Expr,
    FaceRef,
    Fold,
    For,
    Gather,
    If,
    IsShape,
    Let,
    Lit,
    LocalRef,
    LocalSymbol,
    Move,
    Nothing,
    Op,
    OptionRef,
    OptionSymbol,
    Over,
    PileEnd,
    PlayTrick,
    Present,
    Random,
    Repeat,
    Row,
    Show,
    Shuffle,
    Stmt,
    Stop,
    Symbol,
    Together,
    ValueOf,
    VariableRef,
    ZonePlace,
    ZoneRef,
)
from ..types import FLAG, NONE, NUMBER, Type

Items = tuple[object, ...]

YES, NO = Lit(1, type=FLAG), Lit(0, type=FLAG)


def is_yes(e: Expr | None) -> bool:
    """Whether a condition always holds."""
    return isinstance(e, Lit) and e.type.kind == "flag" and e.value == 1


def is_no(e: Expr | None) -> bool:
    """Whether a condition never holds."""
    return isinstance(e, Lit) and e.type.kind == "flag" and e.value == 0


def same(a: object, b: object) -> bool:
    """Whether two expressions or statements say the same, wherever they stand and however their type was found."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(cast("Items", a)) == len(cast("Items", b)) and all(
            same(x, y) for x, y in zip(cast("Items", a), cast("Items", b), strict=True)
        )
    if type(a) is not type(b) or not is_dataclass(a) or isinstance(a, Symbol):
        return a == b
    if isinstance(a, Lit) and isinstance(b, Lit):
        return a.value == b.value and a.type.kind == b.type.kind
    return all(
        same(getattr(a, field.name), getattr(b, field.name))
        for field in fields(a)
        if field.name not in ("span", "type")
    )


def number_of(e: Expr | None) -> int | None:
    """The number an expression is known to be."""
    return e.value if isinstance(e, Lit) and e.type.kind == "number" else None


def flag(value: bool) -> Lit:
    """Yes or no as an expression."""
    return YES if value else NO


def negated(e: Expr) -> Expr:
    """The opposite of a condition."""
    match e:
        case Lit(value=value):
            return flag(not value)
        case Op(op="not", args=(inner,)):
            return inner
        case _:
            return Op("not", (e,), type=FLAG, span=e.span)


@dataclass(frozen=True)
class Folding:
    """The settings: a value for each option, how many play (None: left open), and what locals stand for."""

    values: Mapping[OptionSymbol, int]
    players: int | None = None
    locals: Mapping[LocalSymbol, Expr] = field(default_factory=dict[LocalSymbol, Expr])

    def knowing(self, locals: Mapping[LocalSymbol, Expr]) -> Folding:
        """The same, with more locals known."""
        return replace(self, locals={**self.locals, **locals}) if locals else self

    # -------------------------------------------------------------------------------------------------- expressions

    def expr(self, e: Expr) -> Expr:
        """An expression with everything settled worked in."""
        match e:
            case Lit():
                return e
            case OptionRef(option=option):
                return Lit(self.values[option], type=option.type.plain(), span=e.span) if option in self.values else e
            case LocalRef(local=local):
                return self.locals.get(local, e)
            case VariableRef(owner=owner):
                return replace(e, owner=self.maybe(owner))
            case ZoneRef(owner=owner):
                return replace(e, owner=self.maybe(owner))
            case FaceRef(suit=suit):
                return replace(e, suit=self.expr(suit))
            case Op(op=op, args=args):
                return self._op(e, tuple(self.expr(a) for a in args)) if op != "number of players" else self._count(e)
            case Cond(condition=condition, then=then, otherwise=otherwise):
                return self._cond(e, self.expr(condition), self.expr(then), self.expr(otherwise))
            case CallDefine(define=define, args=args):
                return self._call(e, define, tuple(self.expr(a) for a in args))
            case ValueOf(operand=operand):
                return replace(e, operand=self.expr(operand))
            case IsShape(cards=cards):
                return replace(e, cards=self.expr(cards))
            case PileEnd(pile=pile, count=count):
                changed = self.expr(pile)
                return replace(e, pile=changed if isinstance(changed, ZoneRef) else pile, count=self.maybe(count))
            case Fold():
                return self._fold(e)
            case Present(operand=operand):
                return self.expr(operand)
            case Random(of=of):
                return replace(e, of=self.maybe(of))

    def maybe(self, e: Expr | None) -> Expr | None:
        """The same for something that may be missing."""
        return self.expr(e) if e is not None else None

    def domain(self, d: Domain) -> Domain:
        """What a name runs over."""
        return replace(d, args=tuple(self.expr(a) for a in d.args), start=self.maybe(d.start))

    def _count(self, e: Op) -> Expr:
        return Lit(self.players, type=NUMBER, span=e.span) if self.players is not None else e

    def _cond(self, e: Cond, condition: Expr, then: Expr, otherwise: Expr) -> Expr:
        if isinstance(condition, Lit):
            return then if condition.value else otherwise
        if same(then, otherwise):
            return then
        if is_yes(then) and is_no(otherwise):
            return condition
        if is_no(then) and is_yes(otherwise):
            return negated(condition)
        return Cond(condition, then, otherwise, type=e.type, span=e.span)

    def _call(self, e: CallDefine, define: DefineSymbol, args: tuple[Expr, ...]) -> Expr:
        """A define stays a name, unless it comes to one known value."""
        value = self.body(define, args)
        return value if isinstance(value, Lit) else replace(e, args=args)

    def body(self, define: DefineSymbol, args: tuple[Expr, ...]) -> Expr | None:
        """What a define comes to with these arguments; None where it takes several rows to say it."""
        inside = Folding(self.values, self.players, dict(zip(define.params, args, strict=True)))
        if define.body is not None:
            return inside.expr(define.body)
        lets, rows = inside.rows(define)
        if not lets and rows and rows[0].guard is None:
            return rows[0].value
        return None

    def rows(self, define: DefineSymbol) -> tuple[tuple[Let, ...], tuple[Row, ...]]:
        """The rows of a define that can still come true; a row without a guard is the last."""
        inside, lets = self._lets(define.lets)
        return lets, inside.kept(define.rows)

    def kept(self, rows: tuple[Row, ...]) -> tuple[Row, ...]:
        """Rows that can still come true, up to one that is sure to (an `always` stands beside the others)."""
        found: list[Row] = []
        for row in rows:
            guard = self.maybe(row.guard)
            if is_no(guard):
                continue
            actions = self.block(row.actions)
            sure = guard is None or is_yes(guard)
            found.append(replace(row, guard=None if sure else guard, actions=actions, value=self.maybe(row.value)))
            if sure and (row.otherwise or row.guard is not None):
                break
        return tuple(found)

    def _lets(self, lets: tuple[Let, ...]) -> tuple[Folding, tuple[Let, ...]]:
        inside, kept = self, list[Let]()
        for let in lets:
            value = inside.expr(let.value)
            if isinstance(value, Lit):
                inside = inside.knowing({let.local: value})
            else:
                kept.append(replace(let, value=value))
        return inside, tuple(kept)

    def _fold(self, e: Fold) -> Expr:
        where, body, domain = self.maybe(e.where), self.maybe(e.body), self.domain(e.domain)
        if is_yes(where):
            where = None
        nothing = is_no(where)
        match e.kind:
            case "count" | "sum" | "max" | "min" if nothing:
                return Lit(0, type=NUMBER, span=e.span)
            case "any" if is_no(body) or nothing:
                return NO
            case "every" | "no" if nothing or (is_yes(body) if e.kind == "every" else is_no(body)):
                return YES
            case "set" if where is None and len(domain.args) == 1:
                return domain.args[0]
            case _:
                return replace(e, where=where, body=body, domain=domain)

    def _op(self, e: Op, args: tuple[Expr, ...]) -> Expr:
        made = Op(e.op, args, type=e.type, span=e.span)
        match e.op:
            case "and" | "or":
                return _logic(made)
            case "not":
                return negated(args[0])
            case "=" | "!=":
                return _equal(made)
            case "has":
                return self._has(made)
            case "empty" | "size" if _nobody(args[0]):
                return YES if e.op == "empty" else Lit(0, type=NUMBER, span=e.span)
            case "except" if _nobody(args[1]):
                return args[0]
            case _:
                return _arithmetic(made)

    def _has(self, e: Op) -> Expr:
        """Membership of `every p in players where C` is C for that one."""
        group, element = e.args
        if isinstance(group, CallDefine):
            body = self.body(group.define, group.args)
            group = body if isinstance(body, Fold) and body.kind == "set" else group
        if _nobody(group):
            return NO
        match group:
            case Fold(kind="set", local=local, domain=Domain(kind="set", args=(Op(op="players" | "teams"),)), where=w):
                if w is not None:
                    return self.knowing({local: element}).expr(w)
            case _:
                pass
        return Op("has", (group, element), type=FLAG, span=e.span)

    # --------------------------------------------------------------------------------------------------- statements

    def block(self, statements: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        """The statements of a block that are left."""
        inside, found = self, list[Stmt]()
        for st in statements:
            if isinstance(st, Let):
                value = inside.expr(st.value)
                if isinstance(value, Lit) and not assigned(st.local, statements):
                    inside = inside.knowing({st.local: value})
                else:
                    found.append(replace(st, value=value))
                continue
            found.extend(inside.statement(st))
            if found and isinstance(found[-1], Stop | Again | Over):
                break
        return tuple(found)

    def statement(self, st: Stmt) -> tuple[Stmt, ...]:
        """What is left of a statement: nothing, itself, or the branch that is taken."""
        match st:
            case Let(value=value):
                return (replace(st, value=self.expr(value)),)
            case Assign(owner=owner, value=value):
                return (replace(st, owner=self.maybe(owner), value=self.expr(value)),)
            case Gather(zone=zone) | Shuffle(zone=zone):
                return (replace(st, zone=self.place(zone)),)
            case Deal():
                return self._deal(st)
            case Move(what=what, target=target):
                return (replace(st, what=self.expr(what), target=self.place(target)),)
            case Show(what=what, to=to):
                return (replace(st, what=self.expr(what), to=self.maybe(to)),)
            case CallPhase(args=args):
                return (replace(st, args=tuple(self.expr(a) for a in args)),)
            case Nothing():
                return ()
            case Stop() | Again() | Over():
                return (st,)
            case PlayTrick():
                return self._trick(st)
            case If():
                return self._if(st)
            case Repeat():
                return self._repeat(st)
            case For():
                return self._for(st)
            case Choose(player=player, choices=choices):
                kept = [made for choice in choices if (made := self._choice(choice)) is not None]
                return (replace(st, player=self.expr(player), choices=tuple(kept)),)
            case Together(choosers=choosers):
                made = [x for chooser in choosers for x in self.statement(chooser) if isinstance(x, Choose | For)]
                return (replace(st, choosers=tuple(made)),) if made else ()

    def place(self, place: ZonePlace) -> ZonePlace:
        """Where cards are put."""
        return replace(place, owner=self.maybe(place.owner))

    def _deal(self, st: Deal) -> tuple[Stmt, ...]:
        amounts = tuple(self.expr(amount) for amount in st.amounts)
        if all(number_of(amount) == 0 for amount in amounts):
            return ()
        start = self.maybe(st.start)
        return (replace(st, amounts=amounts, pile=self.place(st.pile), target=self.place(st.target), start=start),)

    def _trick(self, st: PlayTrick) -> tuple[Stmt, ...]:
        without = self.maybe(st.without)
        steps = [(local, self.expr(where)) for local, where in st.narrow]
        steps = [(local, where) for local, where in steps if not isinstance(where, Lit)]
        nobody = without is None or _nobody(without)
        leader = self.expr(st.leader)
        return (replace(st, leader=leader, without=None if nobody else without, narrow=tuple(steps)),)

    def _if(self, st: If) -> tuple[Stmt, ...]:
        condition = self.expr(st.condition)
        if isinstance(condition, Lit):
            return self.block(st.then if condition.value else st.otherwise)
        then, otherwise = self.block(st.then), self.block(st.otherwise)
        if not then and not otherwise:
            return ()
        if not then:
            condition, then, otherwise = negated(condition), otherwise, ()
        if same(then, otherwise):
            return then
        return (replace(st, condition=condition, then=then, otherwise=otherwise),)

    def _repeat(self, st: Repeat) -> tuple[Stmt, ...]:
        times, until = self.maybe(st.times), self.maybe(st.until)
        body, otherwise = self.block(st.body), self.block(st.otherwise)
        if number_of(times) == 0 or is_yes(until) or not body:
            return ()
        once = until is None and number_of(times) == 1 and not leaves(body)
        if once:
            return body
        if body and isinstance(body[-1], Stop) and not leaves(body[:-1]):  # it never comes to a second round
            first = body[:-1]
            if until is None or not first:
                return first
            return (If(negated(until), first, (), span=st.span),)
        return (Repeat(times, until, body, otherwise, span=st.span),)

    def _for(self, st: For) -> tuple[Stmt, ...]:
        domain = self.domain(st.domain) if st.domain is not None else None
        where, until = self.maybe(st.where), self.maybe(st.until)
        body = self.block(st.body)
        if not body or is_no(where) or is_yes(until) or (domain is not None and _empty(domain)):
            return ()
        where, until = None if is_yes(where) else where, None if is_no(until) else until
        return (replace(st, domain=domain, start=self.maybe(st.start), where=where, until=until, body=body),)

    def _choice(self, choice: Choice) -> Choice | None:
        guard, where = self.maybe(choice.guard), self.maybe(choice.where)
        generators = tuple((local, self.domain(domain)) for local, domain in choice.generators)
        if is_no(guard) or is_no(where) or any(_empty(domain) for _, domain in generators):
            return None
        return replace(
            choice,
            guard=None if is_yes(guard) else guard,
            where=None if is_yes(where) else where,
            generators=generators,
            body=self.block(choice.body),
        )


# ------------------------------------------------------------------------------------------------- what is known of it


def _nobody(e: Expr) -> bool:
    """Whether a set is known to be empty."""
    return isinstance(e, Fold) and e.kind == "set" and is_no(e.where)


def _empty(domain: Domain) -> bool:
    match domain:
        case Domain(kind="range", args=(Lit(value=low), Lit(value=high))):
            return low > high
        case Domain(kind="down", args=(Lit(value=high), Lit(value=low))):
            return low > high
        case Domain(kind="set", args=(group,)):
            return _nobody(group)
        case _:
            return False


def conjuncts(e: Expr) -> list[Expr]:
    """The conditions an `and` joins, in the order written."""
    return [part for arg in e.args for part in conjuncts(arg)] if isinstance(e, Op) and e.op == "and" else [e]


def disjuncts(e: Expr) -> list[Expr]:
    """The conditions an `or` joins, in the order written."""
    return [part for arg in e.args for part in disjuncts(arg)] if isinstance(e, Op) and e.op == "or" else [e]


def joined(op: str, parts: list[Expr]) -> Expr:
    """Conditions joined by `and` or `or`, each once; nothing joined is yes and no."""
    if not parts:
        return flag(op == "and")
    result = parts[0]
    for part in parts[1:]:
        result = Op("and" if op == "and" else "or", (result, part), type=FLAG, span=result.span)
    return result


def _logic(e: Op) -> Expr:
    settles = is_no if e.op == "and" else is_yes
    parts = (conjuncts if e.op == "and" else disjuncts)(e)
    if any(settles(part) for part in parts):
        return flag(e.op == "or")
    kept = [part for part in parts if not isinstance(part, Lit)]
    unique = [part for i, part in enumerate(kept) if not any(same(part, other) for other in kept[:i])]
    return joined(e.op, unique)


def _equal(e: Op) -> Expr:
    left, right = e.args
    if isinstance(left, Lit) and isinstance(right, Lit) and not {left.type.kind, right.type.kind} & {"set", "card"}:
        return flag((left.value == right.value) == (e.op == "="))
    if same(left, right):
        return flag(e.op == "=")
    for known, other in ((left, right), (right, left)):
        if isinstance(known, Lit) and known.type.kind == "flag" and other.type.kind == "flag":
            return other if bool(known.value) == (e.op == "=") else negated(other)
        if isinstance(known, Lit) and known.value == NONE and not _may_be_none(other.type):
            return flag(e.op == "!=")
    if e.op == "!=":
        return negated(Op("=", e.args, type=FLAG, span=e.span))
    return e


def _may_be_none(type: Type) -> bool:
    return type.optional or type.kind in ("none", "unknown", "number")


_COMPARED = {"<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__}


def _arithmetic(e: Op) -> Expr:
    values = [number_of(arg) for arg in e.args]
    known = [value for value in values if value is not None]
    if len(known) == len(values) and len(values) == 2:
        left, right = known
        if e.op in _COMPARED:
            return flag(_COMPARED[e.op](left, right))
        result = _calculated(e.op, left, right)
        return Lit(result, type=NUMBER, span=e.span) if result is not None else e
    if e.op == "negate" and len(known) == 1:
        return Lit(-known[0], type=NUMBER, span=e.span)
    match e.op, values:
        case ("*", [1, None]) | ("+", [0, None]):
            return e.args[1]
        case ("*" | "/", [None, 1]) | ("+" | "-", [None, 0]):
            return e.args[0]
        case ("*", [0, None] | [None, 0]):
            return Lit(0, type=NUMBER, span=e.span)
        case _:
            return e


def _calculated(op: str, left: int, right: int) -> int | None:
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left // right if right else None
        case "mod":
            return left % right if right else None
        case "larger":
            return max(left, right)
        case "smaller":
            return min(left, right)
        case _:
            return None


def leaves(statements: tuple[Stmt, ...]) -> bool:
    """Whether a `stop` in a block leaves the loop around it (one in an inner loop leaves that one)."""
    for st in statements:
        match st:
            case Stop():
                return True
            case If(then=then, otherwise=otherwise) if leaves(then) or leaves(otherwise):
                return True
            case Choose(choices=choices) if any(leaves(choice.body) for choice in choices):
                return True
            case _:
                pass
    return False


def assigned(local: LocalSymbol, statements: tuple[Stmt, ...]) -> bool:
    """Whether a `set` in a block changes a local name."""
    for st in statements:
        match st:
            case Assign(target=target) if target is local:
                return True
            case If(then=a, otherwise=b) | Repeat(body=a, otherwise=b) if assigned(local, a) or assigned(local, b):
                return True
            case For(body=body) if assigned(local, body):
                return True
            case Choose(choices=choices) if any(assigned(local, choice.body) for choice in choices):
                return True
            case Together(choosers=choosers) if assigned(local, tuple(choosers)):
                return True
            case _:
                pass
    return False
