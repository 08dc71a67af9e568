"""Works settled values into the rules: options, the number of players, arguments of calls.

`FoldingContext` rewrites expressions and statements of a checked game into simpler ones that mean the same *under these
settings*. An option becomes its value.  Arithmetic on known numbers is computed.  A branch that can never be taken is
removed.  The result is what a rulebook has to describe.  Nothing that depends on play is evaluated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ..checked import (
    Again,
    Assign,
    CallDefine,
    Choice,
    Choose,
    Cond,
    Deal,
    DefineSymbol,
    Domain,
    Expr,
    Fold,
    For,
    If,
    Let,
    Lit,
    LocalRef,
    LocalSymbol,
    Nothing,
    Op,
    OptionRef,
    OptionSymbol,
    Over,
    PlayTrick,
    Present,
    Repeat,
    Row,
    Stmt,
    Stop,
    Together,
    VariableRef,
    VariableSymbol,
)
from ..traversal import with_parts
from ..types import FLAG, NUMBER
from .intervals import ExpressionRanges, never_empty
from .logic import (
    NO,
    YES,
    arithmetic,
    assigned,
    disjuncts,
    equality,
    flag,
    is_empty,
    is_no,
    is_same,
    is_yes,
    joined_conditions,
    leaves,
    logic,
    negated,
    nobody,
    number_of,
)

_DEEPEST = 40
"""The deepest level of nested defines that is looked into.  A deeper define keeps its name."""
_MOST_CASES = 64
"""The most pairs of values of two conditional sides that are compared."""


@dataclass(frozen=True)
class FoldingContext:
    """The settings: a value for each option, the number of players (None: not fixed), and the values of local names."""

    values: Mapping[OptionSymbol, int]
    players: int | None = None
    locals: Mapping[LocalSymbol, Expr] = field(default_factory=dict[LocalSymbol, Expr])
    known: dict[DefineSymbol, Expr | None] = field(default_factory=dict[DefineSymbol, Expr | None], compare=False)
    """The value of each define that does not depend on its arguments, computed once."""
    depth: int = 0
    fixed: Mapping[VariableSymbol, Expr] = field(default_factory=dict[VariableSymbol, Expr])
    """Variables that never change, with their values; see `constant`."""

    def knowing(self, locals: Mapping[LocalSymbol, Expr]) -> FoldingContext:
        """The same settings, with the values of more local names."""
        return replace(self, locals={**self.locals, **locals}) if locals else self

    # -------------------------------------------------------------------------------------------------- expressions

    def expr(self, e: Expr) -> Expr:
        """The expression, with all settled values filled in."""
        match e:
            case Lit():
                return e
            case OptionRef(option=option):
                return Lit(self.values[option], type=option.type.plain(), span=e.span) if option in self.values else e
            case LocalRef(local=local):
                return self.locals.get(local, e)
            case Op(op=op, args=args):
                return self._op(e, tuple(self.expr(a) for a in args)) if op != "number of players" else self._count(e)
            case Cond(condition=condition, then=then, otherwise=otherwise):
                return self._cond(e, self.expr(condition), self.expr(then), self.expr(otherwise))
            case CallDefine(define=define, args=args):
                return self._call(e, define, tuple(self.expr(a) for a in args))
            case Fold():
                return self._fold(e)
            case Present(operand=operand):
                return self.expr(operand)
            case VariableRef(variable=variable) if variable in self.fixed:
                return self.fixed[variable]
            case _:
                return with_parts(e, self.expr)

    def maybe(self, e: Expr | None) -> Expr | None:
        """The same for an expression that may be missing."""
        return self.expr(e) if e is not None else None

    def domain(self, d: Domain) -> Domain:
        """The domain, with all settled values filled in."""
        return with_parts(d, self.expr)

    def _count(self, e: Op) -> Expr:
        return Lit(self.players, type=NUMBER, span=e.span) if self.players is not None else e

    def _cond(self, e: Cond, condition: Expr, then: Expr, otherwise: Expr) -> Expr:
        if isinstance(condition, Lit):
            return then if condition.value else otherwise
        if is_same(then, otherwise):
            return then
        if is_yes(then) and is_no(otherwise):
            return condition
        if is_no(then) and is_yes(otherwise):
            return negated(condition)
        return Cond(condition, then, otherwise, type=e.type, span=e.span)

    def _call(self, e: CallDefine, define: DefineSymbol, args: tuple[Expr, ...]) -> Expr:
        """A call keeps its name, unless the define has a single known value."""
        value = self.outcome(define)
        if args and value is not None and not isinstance(value, Lit) and all(isinstance(arg, Lit) for arg in args):
            value = self.body(define, args)
        return value if isinstance(value, Lit) else replace(e, args=args)

    def outcome(self, define: DefineSymbol) -> Expr | None:
        """The value of a define in terms of its own parameters; None if this takes several rows."""
        if define not in self.known:
            self.known[define] = self.body(define, tuple(LocalRef(p, type=p.type) for p in define.params))
        return self.known[define]

    def body(self, define: DefineSymbol, args: tuple[Expr, ...]) -> Expr | None:
        """The value of a define for these arguments; None if this takes several rows."""
        if self.depth > _DEEPEST:
            return None
        inside = self.inside(define, args)
        if define.body is not None:
            return inside.expr(define.body)
        lets, rows = inside.rows(define)
        if not lets and rows and rows[0].guard is None:
            return rows[0].value
        return None

    def inside(self, define: DefineSymbol, args: tuple[Expr, ...]) -> FoldingContext:
        """The settings inside the body of a define that is called with these arguments."""
        own = dict(zip(define.params, args, strict=True))
        return replace(self, locals=own, depth=self.depth + 1)

    def rows(self, define: DefineSymbol) -> tuple[tuple[Let, ...], tuple[Row, ...]]:
        """The rows of a define that can still apply.  A row without a guard is the last one."""
        inside, lets = self._lets(define.lets)
        return lets, inside.kept(define.rows)

    def kept(self, rows: tuple[Row, ...]) -> tuple[Row, ...]:
        """The rows that can still apply, up to one that certainly does.  `always` rows do not end the list."""
        found: list[Row] = []
        settled = False
        for row in rows:
            guard = self.maybe(row.guard)
            if is_no(guard) or (settled and not (guard is None and not row.otherwise)):
                continue
            if row.value is not None and guard is not None:
                # the first true row gives the value, so the cases of the rows above never reach this row
                above = [each for other in found if other.guard is not None for each in disjuncts(other.guard)]
                left = [each for each in disjuncts(guard) if not any(is_same(each, other) for other in above)]
                if not left:
                    continue
                guard = joined_conditions("or", left)
            actions = self.block(row.actions)
            sure = guard is None or is_yes(guard)
            found.append(replace(row, guard=None if sure else guard, actions=actions, value=self.maybe(row.value)))
            if sure and row.value is not None:
                break
            settled = settled or (sure and (row.otherwise or row.guard is not None))
        return tuple(found)

    def _lets(self, lets: tuple[Let, ...]) -> tuple[FoldingContext, tuple[Let, ...]]:
        inside, kept = self, list[Let]()
        for let in lets:
            value = inside.expr(let.value)
            if isinstance(value, Lit):
                inside = inside.knowing({let.local: value})
            else:
                kept.append(replace(let, value=value))
        return inside, tuple(kept)

    def _fold(self, e: Fold) -> Expr:
        only = e.domain.args[0] if e.domain.kind == "list" and len(e.domain.args) == 1 else None
        if only is not None and e.kind in ("any", "every") and e.body is not None and e.where is None:
            return self.knowing({e.local: self.expr(only)}).expr(e.body)
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
            case "any" | "every" | "no" if isinstance(body, Lit) and where is None and _has_element(domain):
                return flag(e.kind == "any")
            case "set" if where is None and len(domain.args) == 1:
                return domain.args[0]
            case "set" if nothing:
                return Lit(0, type=e.type, span=e.span)
            case _:
                return replace(e, where=where, body=body, domain=domain)

    def _op(self, e: Op, args: tuple[Expr, ...]) -> Expr:
        made = Op(e.op, args, type=e.type, span=e.span)
        match e.op:
            case "and" | "or":
                return logic(made)
            case "not":
                return negated(args[0])
            case "=" | "!=":
                return self._compared(made)
            case "has":
                return self._has(made)
            case "empty" | "size" if nobody(args[0]):
                return YES if e.op == "empty" else Lit(0, type=NUMBER, span=e.span)
            case "except" if nobody(args[1]):
                return args[0]
            case "larger" | "smaller":
                return _bounded(made)
            case "<" | "<=" | ">" | ">=":
                return self._compared(made)
            case _:
                return arithmetic(made)

    def _compared(self, e: Op) -> Expr:
        """A comparison: yes or no if it is the same for each of the values that its sides can have."""
        left, right = (self._cases(arg) for arg in e.args)
        if len(left) + len(right) > 2 and len(left) * len(right) <= _MOST_CASES:
            found = [_decided(replace(e, args=(one, other))) for one in left for other in right]
            if isinstance(found[0], Lit) and all(is_same(one, found[0]) for one in found):
                return found[0]
        return _decided(e)

    def _cases(self, e: Expr) -> list[Expr]:
        """The values of an expression in all cases: 2 and 0 for `2 if seen otherwise 0`."""
        match e:
            case Cond(then=then, otherwise=otherwise):
                return [*self._cases(then), *self._cases(otherwise)]
            case CallDefine(define=define) if isinstance(value := self.outcome(define), Cond):
                return [one if isinstance(one, Lit) else e for one in self._cases(value)]
            case _:
                return [e]

    def _has(self, e: Op) -> Expr:
        """`x in every p in players where C` becomes C for x."""
        group, element = e.args
        if isinstance(group, CallDefine):
            body = self.body(group.define, group.args)
            group = body if isinstance(body, Fold) and body.kind == "set" else group
        if nobody(group):
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
        """The statements that are left of a block."""
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
        """The rest of a statement: nothing, the simplified statement, or the branch that is taken."""
        match st:
            case Deal():
                return self._deal(st)
            case Nothing():
                return ()
            case Assign(op="set", target=VariableSymbol() as target, value=value) if target in self.fixed:
                start, made = self.fixed[target], self.expr(value)
                unchanged = isinstance(start, Lit) and isinstance(made, Lit) and start.value == made.value
                return () if unchanged else (with_parts(st, self.expr),)
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
            case _:
                return (with_parts(st, self.expr),)

    def _deal(self, st: Deal) -> tuple[Stmt, ...]:
        amounts = tuple(self.expr(amount) for amount in st.amounts)
        if all(number_of(amount) == 0 for amount in amounts):
            return ()
        return (with_parts(st, self.expr),)

    def _trick(self, st: PlayTrick) -> tuple[Stmt, ...]:
        without = self.maybe(st.without)
        steps = [(local, self.expr(where)) for local, where in st.narrow]
        steps = [(local, where) for local, where in steps if not isinstance(where, Lit)]
        alone = without is None or nobody(without)
        exception = (st.exception[0], self.expr(st.exception[1])) if st.exception is not None else None
        made = replace(
            st,
            leader=self.expr(st.leader),
            without=None if alone else without,
            narrow=tuple(steps),
            exception=None if exception is not None and is_no(exception[1]) else exception,
            award=with_parts(st.award, self.expr) if st.award is not None else None,
            stand_in=with_parts(st.stand_in, self.expr) if st.stand_in is not None else None,
            before=self.block(st.before),
            after=self.block(st.after),
        )
        return (made,)

    def _if(self, st: If) -> tuple[Stmt, ...]:
        condition = self.expr(st.condition)
        if isinstance(condition, Lit):
            return self.block(st.then if condition.value else st.otherwise)
        then, otherwise = self.block(st.then), self.block(st.otherwise)
        if not then and not otherwise:
            return ()
        if not then:
            condition, then, otherwise = negated(condition), otherwise, ()
        if is_same(then, otherwise):
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
        if body and isinstance(body[-1], Stop) and not leaves(body[:-1]):  # there is never a second round
            first = body[:-1]
            if until is None or not first:
                return first
            return (If(negated(until), first, (), span=st.span),)
        return (Repeat(times, until, body, otherwise, span=st.span),)

    def _for(self, st: For) -> tuple[Stmt, ...]:
        domain = self.domain(st.domain) if st.domain is not None else None
        where, until = self.maybe(st.where), self.maybe(st.until)
        body = self.block(st.body)
        if not body or is_no(where) or is_yes(until) or (domain is not None and is_empty(domain)):
            return ()
        where, until = None if is_yes(where) else where, None if is_no(until) else until
        return (replace(st, domain=domain, start=self.maybe(st.start), where=where, until=until, body=body),)

    def _choice(self, choice: Choice) -> Choice | None:
        guard, where = self.maybe(choice.guard), self.maybe(choice.where)
        generators = tuple((local, self.domain(domain)) for local, domain in choice.generators)
        if is_no(guard) or is_no(where) or any(is_empty(domain) for _, domain in generators):
            return None
        return replace(
            choice,
            guard=None if is_yes(guard) else guard,
            where=None if is_yes(where) else where,
            generators=generators,
            body=self.block(choice.body),
        )


def _has_element(domain: Domain) -> bool:
    return domain.kind == "list" or (domain.kind == "set" and never_empty(domain.args[0]))


def _bounded(e: Op) -> Expr:
    """`larger(level + 1, 1)`, if the level is never below 0: the side that is always the larger."""
    made = arithmetic(e)
    if isinstance(made, Lit):
        return made
    left, right = e.args
    for one, other in ((left, right), (right, left)):
        (low, high), limit = ExpressionRanges().of(one), number_of(other)
        if limit is not None and ((low >= limit) if e.op == "larger" else (high <= limit)):
            return one
    return made


def _decided(comparison: Op) -> Expr:
    """A comparison without one that the ranges of its sides decide: `stake < 0`, if the stake is never below 0."""
    if comparison.op == "!=":
        return negated(_decided(replace(comparison, op="=")))
    e = (equality if comparison.op == "=" else arithmetic)(comparison)
    if isinstance(e, Op) and all(arg.type.kind == "number" for arg in e.args):
        (low, high), (least, most) = (ExpressionRanges().of(arg) for arg in e.args)
        match e.op:
            case "=" if high < least or low > most:
                return NO
            case "<" | ">=" if high < least or low >= most:
                return flag((high < least) == (e.op == "<"))
            case "<=" | ">" if high <= least or low > most:
                return flag((high <= least) == (e.op == "<="))
            case _:
                pass
    return e
