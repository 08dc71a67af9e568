"""Numbers for expressions: two expressions have the same number if they mean the same.

The place in the file does not count.  Names are followed to their values.  A *binding* says what a local name stands
for: an expression, and the bindings that were valid where it was written.  So a `let` has the same number as its value.
The body of a define has, for given arguments, the same number as if it were written out.

Each binding computes its number when it is made.  So a long chain of names costs each name only once.
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
from ...source.identity import Exactly
from ...traversal import own_values, parts
from ...types import NOTHING


@dataclass(frozen=True, slots=True)
class LocalBinding:
    """The value of a local name.  The name of a set phrase has no value and stands only for itself (None)."""

    number: int
    expr: Expr | None
    bindings: Bindings


Bindings = Mapping[LocalSymbol, LocalBinding]

NONE_BOUND: Bindings = {}


def follow_names(e: Expr, bindings: Bindings) -> tuple[Expr, Bindings]:
    """Follow names, and checks that a value is present, to the expression behind them."""
    while True:
        if isinstance(e, Present):
            e = e.operand
        elif isinstance(e, LocalRef) and (bound := bindings.get(e.local)) is not None and bound.expr is not None:
            e, bindings = bound.expr, bound.bindings
        else:
            return e, bindings


class ValueNumbering:
    """Numbers for expressions.  Compare only numbers that come from the same `ValueNumbering`."""

    def __init__(self) -> None:
        self._known: dict[Hashable, int] = {}

    def _number(self, *content: Hashable) -> int:
        return self._known.setdefault(content, len(self._known))

    def bind(self, bindings: Bindings, local: LocalSymbol, value: Expr, under: Bindings) -> Bindings:
        """The bindings with one more name.  `under` holds the bindings for the value of this name."""
        return {**bindings, local: LocalBinding(self.of(value, under), value, under)}

    def lets(self, lets: Iterable[Let], bindings: Bindings) -> Bindings:
        """The bindings with the names of some `let`s added, in order."""
        inner = dict(bindings)
        for let in lets:
            under = dict(inner)
            inner[let.local] = LocalBinding(self.of(let.value, under), let.value, under)
        return inner

    def call(self, define: DefineSymbol, args: tuple[Expr, ...], bindings: Bindings) -> Bindings:
        """The bindings inside the body of a define that is called with these arguments."""
        given = {p: LocalBinding(self.of(a, bindings), a, bindings) for p, a in zip(define.params, args, strict=False)}
        return self.lets(define.lets, given)

    def each(self, bindings: Bindings, local: LocalSymbol) -> Bindings:
        """The bindings inside a set phrase.  Of its name, only the number of surrounding phrases matters."""
        depth = sum(1 for bound in bindings.values() if bound.expr is None)
        return {**bindings, local: LocalBinding(self._number("each", depth), None, NONE_BOUND)}

    def of(self, e: Expr, bindings: Bindings = NONE_BOUND) -> int:
        """The number of an expression.

        It usually follows from the values of its fields and the numbers of its parts."""
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
                return self._number("by chance", Exactly(e))
            case _:
                return self._number(e.__class__, *own_values(e), *self._all(bindings, *parts(e)))

    def domain(self, domain: Domain, bindings: Bindings) -> int:
        """The number of a domain."""
        return self._number(domain.kind, *self._all(bindings, *domain.args, domain.start))

    def _all(self, bindings: Bindings, *items: Expr | None) -> list[int]:
        return [-1 if item is None else self.of(item, bindings) for item in items]
