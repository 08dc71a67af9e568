"""The size of a phrase about a set, by which it is decided where rounds are counted: every part in it adds to it."""

from __future__ import annotations

from hoyle.interpreter.lowering.rounds import _Folds
from hoyle.interpreter.program import Binary, Const, Domain, Expr, Fold


def size(where: Expr | None, body: Expr | None) -> int:
    domain = Domain("range", (Const(0), Const(3)))
    return _Folds((), ()).size(Fold("sum", 0, domain, where, body, 0))


def test_both_the_condition_and_the_body_add_to_the_size() -> None:
    small, large = Const(1), Binary("+", Const(1), Binary("+", Const(2), Const(3)))
    least = size(small, small)
    assert size(large, small) > least
    assert size(small, large) > least
    assert size(large, large) - size(small, large) == size(large, small) - least
