"""When two expressions are the same: a number for each, equal if they say the same.

Places are left out, and names are followed to what they stand for.  A *binding* says what a local name stands for: an
expression, and the bindings it was written under.  So a `let` and the value it names have one number, and the body of a
define has, for given arguments, the number it would have if it were written out.

Every binding has its number worked out when it is made, so a long chain of names costs each name once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

from ...checked import (
    DefineSymbol,
    Domain,
    Expr,
    Fold,
    Let,
    Lit,
    LocalRef,
    LocalSymbol,
    Present,
)
from ...traversal import own_values, parts
from ...types import NOTHING


@dataclass(frozen=True, slots=True)
class Bound:
    """What a local name stands for.  The name of a set phrase stands for no expression, only for itself (None)."""

    number: int
    expr: Expr | None
    bindings: Bindings


Bindings = Mapping[LocalSymbol, Bound]

NONE_BOUND: Bindings = {}


def followed(e: Expr, bindings: Bindings) -> tuple[Expr, Bindings]:
    """Follow names, and marks that a value must be there, to the expression they stand for."""
    while True:
        if isinstance(e, Present):
            e = e.operand
        elif isinstance(e, LocalRef) and (bound := bindings.get(e.local)) is not None and bound.expr is not None:
            e, bindings = bound.expr, bound.bindings
        else:
            return e, bindings


class Keys:
    """Numbers for expressions; two of one `Keys` can be compared."""

    def __init__(self) -> None:
        self._known: dict[Hashable, int] = {}

    def _number(self, *content: Hashable) -> int:
        return self._known.setdefault(content, len(self._known))

    def bind(self, bindings: Bindings, local: LocalSymbol, value: Expr, under: Bindings) -> Bindings:
        """The bindings with a name added, for a value written under other bindings."""
        return {**bindings, local: Bound(self.of(value, under), value, under)}

    def lets(self, lets: Iterable[Let], bindings: Bindings) -> Bindings:
        """The bindings with the names of some lets added, one after the other."""
        inner = dict(bindings)
        for let in lets:
            under = dict(inner)
            inner[let.local] = Bound(self.of(let.value, under), let.value, under)
        return inner

    def call(self, define: DefineSymbol, args: tuple[Expr, ...], bindings: Bindings) -> Bindings:
        """The bindings of a define's body for these arguments."""
        given = {p: Bound(self.of(a, bindings), a, bindings) for p, a in zip(define.params, args, strict=False)}
        return self.lets(define.lets, given)

    def each(self, bindings: Bindings, local: LocalSymbol) -> Bindings:
        """The bindings inside a set phrase: its name matters only by how many phrases stand around it."""
        depth = sum(1 for bound in bindings.values() if bound.expr is None)
        return {**bindings, local: Bound(self._number("each", depth), None, NONE_BOUND)}

    def of(self, e: Expr, bindings: Bindings = NONE_BOUND) -> int:
        """The number of an expression: of most, what its fields say and the numbers of its parts."""
        match e:
            case Present(operand=operand):
                return self.of(operand, bindings)
            case LocalRef(local=local):
                bound = bindings.get(local)
                return bound.number if bound is not None else self._number(local)
            case Lit(value=value, type=type):
                return self._number("", value, "" if type is NOTHING else type.kind)
            case Fold(kind=kind, local=local, domain=domain, where=where, body=body):
                inner = self.each(bindings, local)
                return self._number(kind, self.domain(domain, bindings), *self._all(inner, where, body))
            case _ if e.by_chance:
                return self._number("by chance", id(e))
            case _:
                return self._number(e.__class__, *own_values(e), *self._all(bindings, *parts(e)))

    def domain(self, domain: Domain, bindings: Bindings) -> int:
        """The number of what a name runs over."""
        return self._number(domain.kind, *self._all(bindings, *domain.args, domain.start))

    def _all(self, bindings: Bindings, *items: Expr | None) -> list[int]:
        return [-1 if item is None else self.of(item, bindings) for item in items]
