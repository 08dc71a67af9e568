"""Turns conditions into formulas, and lists the cases that these formulas distinguish.

`Space.read` turns a yes-or-no expression into a formula.  It follows the names of `let` and of parameters, and looks
into defines (up to a bound).  Expressions that mean the same share one dimension:

* an option, a flag, a word, a suit or a rank: one value of the dimension for each of its values, and one for none;
* a number, or a sum of numbers: the ranges between the numbers it is compared with;
* `p = q` of players, teams or cards, and `x is none`: yes or no; further rules connect them;
* `x in S`: according to the elements of the set if they can be seen, else yes or no;
* anything else: yes or no.

`cases` ends the reading and adds rules: a value that equals none equals nothing else, and what the game `require`s must
hold.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...checked import CallDefine, CheckedGame, Cond, Expr, Fold, Lit, Op, OptionRef
from ...operations import OPPOSITES
from ...settle.intervals import ExpressionRanges
from ...traversal import inside
from ...types import NONE, NUMBER, RANK
from .keys import NONE_BOUND, Bindings, follow_names
from .search import FALSE, TRUE, Atom, Cases, Formula, StepBudget, both, either, negation
from .sums import ConditionReader
from .ties import Pairs, ties

LISTED = ("flag", "word", "suit", "rank")
MOST_ROWS = 12
"""A define with more rows than this is not looked into."""


class Space(ConditionReader):
    """The dimensions of one question about some conditions."""

    def __init__(self, game: CheckedGame, ranges: ExpressionRanges, steps: StepBudget) -> None:
        super().__init__(game, ranges)
        self.steps = steps
        self.pairs: Pairs = {}
        self._somebody: list[tuple[Formula, Formula]] = []

    # ---------------------------------------------------------------------------------------------- conditions

    def read(self, e: Expr, bindings: Bindings = NONE_BOUND) -> Formula:
        """Turn a condition into a formula."""
        e, bindings = follow_names(e, bindings)
        self.left -= 1
        if self.left > 0:
            match e:
                case Lit(value=value) if e.type.kind == "flag":
                    return TRUE if value else FALSE
                case Op(op=op, args=args) if op in _READERS:
                    return _READERS[op](self, e, args, bindings)
                case Cond(condition=test, then=then, otherwise=otherwise):
                    return self._choice(test, self.read(then, bindings), self.read(otherwise, bindings), bindings)
                case CallDefine(define=define, args=args) if define.body is not None:
                    return self.read(define.body, self.keys.call(define, args, bindings))
                case CallDefine(define=define) if 0 < len(define.rows) <= MOST_ROWS:
                    return self._rows(e, bindings)
                case Fold(kind="any", domain=domain) if domain.kind == "list" and len(domain.args) <= MOST_ROWS:
                    return self._one_by_one(e, bindings)
                case Fold(kind="no"):
                    return negation(self.read(replace(e, kind="any"), bindings))
                case Fold(kind="every", body=body) if body is not None:
                    return negation(self.read(replace(e, kind="any", body=_opposite(body)), bindings))
                case Fold(kind="any", body=Op(op="not" | "!=") as body) if (plain := _plain(body)) is not body:
                    return self.read(replace(e, body=plain), bindings)
                case Fold(kind="any", domain=domain) if domain.kind == "set":
                    found = self.flag(self.keys.of(e, bindings))
                    self._somebody.append((found, self._is_empty(domain.args[0], bindings)))
                    return found
                case _:
                    pass
        number = self.keys.of(e, bindings)
        found = self.flag(number)
        if isinstance(e, OptionRef):
            self.settings.add(self.flags[number])
        return found

    def _choice(self, test: Expr, then: Formula, otherwise: Formula, bindings: Bindings) -> Formula:
        condition = self.read(test, bindings)
        return either(both(condition, then), both(negation(condition), otherwise))

    def _rows(self, e: CallDefine, bindings: Bindings) -> Formula:
        inner = self.keys.call(e.define, e.args, bindings)
        result: Formula = FALSE
        for row in reversed(e.define.rows):
            assert row.value is not None
            value = self.read(row.value, inner)
            result = value if row.guard is None else self._choice(row.guard, value, result, inner)
        return result

    def _one_by_one(self, e: Fold, bindings: Bindings) -> Formula:
        """`any n in {a, b} has …`: true for a, or for b.

        A test that reads its operand several times is such a phrase, too."""
        result: Formula = FALSE
        for item in e.domain.args:
            inner = self.keys.bind(bindings, e.local, item, bindings)
            found: Formula = TRUE
            for part in (e.where, e.body):
                if part is not None:
                    found = both(found, self.read(part, inner))
            result = either(result, found)
        return result

    def all_of(self, e: Op, args: tuple[Expr, ...], bindings: Bindings) -> Formula:
        """`a and b`"""
        return both(self.read(args[0], bindings), self.read(args[1], bindings))

    def any_of(self, e: Op, args: tuple[Expr, ...], bindings: Bindings) -> Formula:
        """`a or b`"""
        return either(self.read(args[0], bindings), self.read(args[1], bindings))

    def negated(self, e: Op, args: tuple[Expr, ...], bindings: Bindings) -> Formula:
        """`not a`"""
        return negation(self.read(args[0], bindings))

    def empty(self, e: Op, args: tuple[Expr, ...], bindings: Bindings) -> Formula:
        """`s is empty`: its size is 0."""
        return self._is_empty(args[0], bindings)

    def _is_empty(self, group: Expr, bindings: Bindings) -> Formula:
        size = Op("size", (group,), type=NUMBER)
        return self.compare("=", size, bindings, Lit(0, type=NUMBER), NONE_BOUND)

    def joker(self, e: Op, args: tuple[Expr, ...], bindings: Bindings) -> Formula:
        """A joker is the card that has no rank."""
        if self.game.deck.jokers is None:
            return FALSE
        return self.one_of(Op("rank", args, type=RANK), bindings, {NONE})

    def ordered(self, e: Op, args: tuple[Expr, ...], bindings: Bindings) -> Formula:
        """`<` and its like, of numbers; `s is a suit` is a comparison of words."""
        a, b = args
        found, under = self.unfolded(a, bindings)
        if found.type.kind == "word" and isinstance(b, Lit):
            return self.one_of(found, under, set(range(b.value)))
        return self.compare(e.op, a, bindings, b, bindings)

    # ----------------------------------------------------------------------------------------------- equality

    def equal(self, e: Op, args: tuple[Expr, ...], bindings: Bindings) -> Formula:
        """`a = b`"""
        return self._equal(args[0], bindings, args[1], bindings)

    def unequal(self, e: Op, args: tuple[Expr, ...], bindings: Bindings) -> Formula:
        """`a != b`"""
        return negation(self._equal(args[0], bindings, args[1], bindings))

    def _equal(self, a: Expr, under_a: Bindings, b: Expr, under_b: Bindings) -> Formula:
        if a.type.kind == "number" or b.type.kind == "number":
            return self.compare("=", a, under_a, b, under_b)
        a, under_a = self.unfolded(a, under_a)
        b, under_b = self.unfolded(b, under_b)
        self.left -= 1
        for x, under_x, y, under_y in ((a, under_a, b, under_b), (b, under_b, a, under_a)):
            if isinstance(x, Cond) and self.left > 0:
                sides = (self._equal(x.then, under_x, y, under_y), self._equal(x.otherwise, under_x, y, under_y))
                return self._choice(x.condition, *sides, under_x)
            if isinstance(x, Lit) and not isinstance(y, Lit):
                if x.type.kind == "none":
                    return self.is_none(y, under_y)
                return self.one_of(y, under_y, {x.value})
        if isinstance(a, Lit) and isinstance(b, Lit):
            return TRUE if a.value == b.value else FALSE
        if a.type.kind == "flag":
            yes, other = self.read(a, under_a), self.read(b, under_b)
            return either(both(yes, other), both(negation(yes), negation(other)))
        return self._pair(self._thing(a, under_a), self._thing(b, under_b))

    def _thing(self, e: Expr, bindings: Bindings) -> int:
        number = self.keys.of(e, bindings)
        self.things.setdefault(number, e)
        return number

    def _pair(self, one: int, other: int) -> Formula:
        if one == other:
            return TRUE
        pair = (min(one, other), max(one, other))
        if pair not in self.pairs:
            self.pairs[pair] = self.dims.listed((0, 1), ("no", "yes"))
        return Atom(self.pairs[pair], 2)

    def is_none(self, e: Expr, bindings: Bindings) -> Formula:
        """`x is none`"""
        e, bindings = self.unfolded(e, bindings)
        self.left -= 1
        if not e.type.optional:
            return FALSE
        if isinstance(e, Lit):
            return TRUE if e.value == NONE else FALSE
        if isinstance(e, Cond) and self.left > 0:
            sides = (self.is_none(e.then, bindings), self.is_none(e.otherwise, bindings))
            return self._choice(e.condition, *sides, bindings)
        if e.type.kind in LISTED:
            return self.one_of(e, bindings, {NONE})
        return self.flag(("none", self._thing(e, bindings)))

    def one_of(self, e: Expr, bindings: Bindings, wanted: set[int]) -> Formula:
        """The formula that says: `e` has one of the wanted values, out of its few possible ones."""
        e, bindings = self.unfolded(e, bindings)
        if e.type.kind == "flag" and not e.type.optional:
            yes = self.read(e, bindings)
            return (TRUE if 0 in wanted else yes) if 1 in wanted else negation(yes) if 0 in wanted else FALSE
        if e.type.kind not in LISTED:
            return self.flag(("is", self.keys.of(e, bindings), frozenset(wanted)))
        return self.dims.one_of(self.values_of(e, bindings), wanted)

    # --------------------------------------------------------------------------------------------------- sets

    def has(self, e: Op, args: tuple[Expr, ...], bindings: Bindings) -> Formula:
        """`x in s`"""
        return self._has(args[0], bindings, args[1], bindings)

    def _has(self, group: Expr, under: Bindings, item: Expr, bindings: Bindings) -> Formula:
        group, under = self.unfolded(group, under)
        self.left -= 1
        if self.left > 0:
            match group:
                case Op(op="union", args=(a, b)):
                    return either(self._has(a, under, item, bindings), self._has(b, under, item, bindings))
                case Op(op="except", args=(a, b)):
                    return both(self._has(a, under, item, bindings), negation(self._has(b, under, item, bindings)))
                case Op(op="single", args=(a,)):
                    return self._equal(a, under, item, bindings)
                case Op(op="players" | "teams" | "suits" | "ranks"):
                    return negation(self.is_none(item, bindings))
                case Lit(value=value) if value >= 0:
                    return self.one_of(item, bindings, {i for i in range(value.bit_length()) if value >> i & 1})
                case Fold(kind="set", local=local, domain=domain, where=where) if domain.kind == "set":
                    inner = self.keys.bind(under, local, item, bindings)
                    base = self._has(domain.args[0], under, item, bindings)
                    return base if where is None else both(base, self.read(where, inner))
                case _:
                    pass
        return self.flag(("has", self.keys.of(group, under), self.keys.of(item, bindings)))

    # ---------------------------------------------------------------------------------------------- the cases

    def cases(self) -> Cases:
        """All cases.

        After this call nothing more can be read.  A formula that was read before must pass through `settled`."""
        rules = [either(negation(found), negation(empty)) for found, empty in self._somebody]
        rules += self._requirements()
        rules += ties(self, self.pairs)
        whole = self.dims.settle()
        return Cases(whole, [self.settled(f) for f in rules], self.dims.possible, self.steps)

    def settled(self, f: Formula) -> Formula:
        """A formula that was read before the cases were closed, in the form that the search needs."""
        return self.dims.settled(f)

    def _requirements(self) -> list[Formula]:
        """The requirements of the game that concern the options in these conditions."""
        found: list[Formula] = []
        left = [condition for condition, _ in self.game.requirements]
        if not left:
            return found
        numbers = {self.keys.of(OptionRef(o, type=o.type)): o for o in self.game.options}
        read = {*self.listed, *self.flags, *self.things}
        options = {option for number, option in numbers.items() if number in read}
        grown = True
        while grown:
            grown = False
            for condition in list(left):
                named = {e.option for e in inside(condition) if isinstance(e, OptionRef)}
                if named & options:
                    left.remove(condition)
                    options |= named
                    found.append(self.read(condition))
                    grown = True
        return found


def _opposite(e: Expr) -> Op:
    return Op("not", (e,), type=e.type, span=e.span)


def _plain(e: Expr) -> Expr:
    """A condition in the words in which all that say the same are said: `a < b` for `not a >= b`, `not a = b` for
    `a != b`.
    """
    match e:
        case Op(op="not", args=(Op(op="not", args=(inner,)),)):
            return _plain(inner)
        case Op(op="not", args=(Op(op=op) as inner,)) if op in OPPOSITES and op != "=":
            return replace(inner, op=OPPOSITES[op])
        case Op(op="!="):
            return _opposite(replace(e, op="="))
        case _:
            return e


_READERS: dict[str, Callable[[Space, Op, tuple[Expr, ...], Bindings], Formula]] = {
    "and": Space.all_of,
    "or": Space.any_of,
    "not": Space.negated,
    "=": Space.equal,
    "!=": Space.unequal,
    "<": Space.ordered,
    "<=": Space.ordered,
    ">": Space.ordered,
    ">=": Space.ordered,
    "empty": Space.empty,
    "joker": Space.joker,
    "has": Space.has,
}
