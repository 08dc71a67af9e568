"""Checks of a base game that the games of a variant break, with the numbers that these games need.

When a check fails, the values of its comparisons that do not hold are measured in more games, and the check is
written anew so that it allows them.  The run goes on with the mended check, and may mend it again.  What cannot be
mended is left open: the author writes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import replace

from ...dsl import checked as c
from ...dsl.loading import meant
from ...dsl.source.span import Span
from ...dsl.syntax import nodes as n
from ...dsl.syntax.printer.expressions import OR, expr
from ...dsl.traversal import inside
from .games import StoppedGame, values_in

Check = n.After | n.Always
MOST_TIMES = 4
"""So often is one check mended at most."""
MOST_NUMBERS = 12
"""The most numbers in a list to which some are added."""
_ORDERS = ("<", "<=", ">", ">=")


class MendedRules:
    """A game in which checks that failed are mended, or left out."""

    def __init__(self, game: c.CheckedGame) -> None:
        self.game = game
        self.unchecked = set[Span]()
        """The places of the checks that are left out."""
        self._name = game.name
        self._times: dict[Span, int] = {}

    def met(self, check: Check) -> bool:
        """Whether this check failed before."""
        return check.span in self._times

    def mend(self, stopped: StoppedGame, check: n.After, *, below: bool, last: bool) -> None:
        """Mend a check that failed, or leave it out: if it is not of a game `below`, or in the `last` run."""
        times = self._times[check.span] = self._times.get(check.span, 0) + 1
        mended = self._mended(stopped, check) if below and not last and times <= MOST_TIMES else None
        if mended is None:
            self.unchecked |= {after.span for after in self.game.afters if after.span.begins_in(check.span)}
        else:
            self.game = mended

    def condition(self, check: Check) -> str:
        """What the check must say: as it was mended, or with what the author must write left open."""
        left_out = any(span.begins_in(check.span) for span in self.unchecked)
        now = self._declared(check)
        return _open(check.condition) if left_out or now is check else expr(now.condition, OR)

    def _declared(self, check: Check) -> Check:
        """The check as it is now."""
        found = (d for d in self.game.tree.declarations if isinstance(d, n.After | n.Always) and d.span == check.span)
        return next(found, check)

    def _mended(self, stopped: StoppedGame, check: n.After) -> c.CheckedGame | None:
        """The game with the check mended; None if it cannot be."""
        now = self._declared(check)
        whole = [after.condition for after in self.game.afters if after.span.begins_in(check.span)]
        written = {e.span for condition in whole for e in inside(condition)}
        at = {e.span: _place(e, written) for e in _comparisons(now.condition)}
        pairs = frozenset((at[e.span], _left(e).span) for e in _comparisons(now.condition))
        found = values_in(self.game, stopped, self.unchecked, pairs) if pairs else {}
        values = {span: found.get(place, set[int]()) for span, place in at.items()}
        condition = with_values(now.condition, values)
        if condition is now.condition:
            return None
        tree = self.game.tree
        new = replace(now, condition=condition)
        declarations = tuple(new if d is now else d for d in tree.declarations)
        return meant(replace(tree, declarations=declarations), self._name)


# ---------------------------------------------------------------------------------------------------------- conditions


def _open(e: n.Expr) -> str:
    """A condition for the author to rewrite: `size of hand = …`, in which the compared value is left open."""
    match e:
        case n.Binary(op, left, n.Number() | n.Ref()) if op in ("=", *_ORDERS):
            return f"{expr(left, OR)} {op} …"
        case _:
            return "…"


def _comparisons(e: n.Expr) -> Iterator[n.In | n.Binary]:
    """The comparisons of a condition that a number can be added to."""
    match e:
        case n.Binary("and" | "or", left, right):
            yield from _comparisons(left)
            yield from _comparisons(right)
        case n.In(negated=False, members=n.SetOf() | n.Range(_, _, 1)):
            yield e
        case n.Binary("=", _, right) if _is_short(right):
            yield e
        case n.Binary(op, _, right) if op in _ORDERS and _number(right) is not None:
            yield e
        case _:
            pass


def _place(e: n.In | n.Binary, written: Set[Span]) -> Span:
    """The place that a comparison has in the checked game: in a list of one number, that of the number."""
    match e:
        case n.In(members=n.SetOf((only,))) if e.span not in written:
            return only.span
        case _:
            return e.span


def _left(e: n.In | n.Binary) -> n.Expr:
    return e.operand if isinstance(e, n.In) else e.left


def with_values(e: n.Expr, values: Mapping[Span, Set[int]]) -> n.Expr:
    """A condition that allows more values in its comparisons, by the place of each; the same if that cannot be.

    Of two parts joined by `or`, the last that can be changed is.
    """
    match e:
        case n.Binary("or", left, right):
            new = with_values(right, values)
            return _with(e, left, new) if new is not right else _with(e, with_values(left, values), right)
        case n.Binary("and", left, right):
            return _with(e, with_values(left, values), with_values(right, values))
        case n.In() | n.Binary():
            found = sorted(values.get(e.span, ()))
            return _allowing(e, found) if found else e
        case _:
            return e


def _with(e: n.Binary, left: n.Expr, right: n.Expr) -> n.Binary:
    return e if left is e.left and right is e.right else replace(e, left=left, right=right)


def _allowing(e: n.In | n.Binary, found: list[int]) -> n.Expr:
    """A comparison that allows these values, too."""
    listed = tuple(map(_written, found))
    match e:
        case n.In(members=n.SetOf(items) as group):
            known = {_number(item) for item in items}
            longer = (*items, *(one for one, value in zip(listed, found, strict=True) if value not in known))
            return replace(e, members=replace(group, items=longer)) if len(longer) <= MOST_NUMBERS else e
        case n.In(members=n.Range(low, high) as group):
            least, most = _number(low), _number(high)
            if least is None or most is None:
                return e
            ends = _written(min(least, found[0])), _written(max(most, found[-1]))
            return replace(e, members=replace(group, low=ends[0], high=ends[1]))
        case n.Binary("=", left, right):
            members = n.SetOf((right, *listed), span=right.span)
            return n.In(left, members, span=e.span) if len(found) < MOST_NUMBERS else e
        case n.Binary(op):
            bound = {"<": found[-1] + 1, "<=": found[-1], ">": found[0] - 1, ">=": found[0]}[op]
            return replace(e, right=_written(bound))
        case _:
            return e


def _written(value: int) -> n.Expr:
    return n.Number(value) if value >= 0 else n.Unary("-", n.Number(-value))


def _number(e: n.Expr) -> int | None:
    """A number as it is written."""
    match e:
        case n.Number(value):
            return value
        case n.Unary("-", n.Number(value)):
            return -value
        case _:
            return None


def _is_short(e: n.Expr) -> bool:
    """Whether an expression is a number, or a name."""
    return isinstance(e.operand if isinstance(e, n.Unary) and e.op == "-" else e, n.Number | n.Ref)
