"""Counts the work between two choices, so that what takes practically forever stops as an endless loop does.

A loop over a few cards, players or numbers ends soon, so its rounds need not be counted.  But a hundred rounds of a
hundred rounds of a hundred … take practically forever.  So each round of some loops begins with a `Tick`: of loops that
contain another loop or call a procedure with a loop, and of loops over many numbers.  In an expression, each element of
a fold that contains another fold is counted.  A long piece of code counts for more than a short one.  The checker
limits how long it can be (`dsl/checks/flow/unfolded.py`), so a program can do only so much before somebody has to
choose.  The work is counted outside the state, so states do not change.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar, cast

from ...dsl.source.identity import same_items
from ..program import (
    UNITS,
    Ask,
    Block,
    Const,
    Domain,
    Fold,
    ForEach,
    Function,
    FunctionCall,
    Loop,
    Mark,
    Noted,
    Procedure,
    RunProcedure,
    Stmt,
    Tick,
    When,
    WrittenLine,
)
from ..traversal import field_names, field_values, nodes_within

_FEW = 16
"""How many numbers something without inner loops may run over without being counted."""
_LONG = 1_000
"""How many nodes of a program count as one round.  Those of what is called count too, and those in a fold whose
elements are not counted `_ELEMENTS` times."""
_ELEMENTS = 16
_CALLING = frozenset({Fold, FunctionCall, RunProcedure, Mark, Noted})
"""The kinds of nodes whose size is not simply that of their parts."""
_Parts = tuple[tuple[Function, ...], tuple[Procedure, ...], tuple[Block, ...], tuple[Ask, ...], tuple[WrittenLine, ...]]
N = TypeVar("N")


def count_work(functions: tuple[Function, ...], procedures: tuple[Procedure, ...], blocks: tuple[Block, ...],
               asks: tuple[Ask, ...], written: tuple[WrittenLine, ...]) -> _Parts:  # fmt: skip
    """The same parts of a program, with ticks in the loops whose rounds are counted, and units in the folds."""
    folds = _Folds(functions, procedures)
    rounds = _Rounds(procedures, folds.size)
    procedures = tuple(map(folds.counted, procedures))
    blocks = tuple(map(folds.counted, blocks))
    return (
        tuple(map(folds.counted, functions)),
        tuple(replace(one, body=rounds.counted(one.body)) for one in procedures),
        tuple(replace(one, body=(*rounds.long(one.body), *rounds.counted(one.body))) for one in blocks),
        tuple(map(folds.counted, asks)),
        tuple(map(folds.counted, written)),
    )


class _Folds:
    """Gives a fold the units of work that each of its elements takes, if it goes through many elements or contains
    another fold.
    """

    def __init__(self, functions: tuple[Function, ...], procedures: tuple[Procedure, ...]) -> None:
        self.functions, self.procedures = functions, procedures
        self.known: dict[int, bool] = {}
        self.sizes: dict[tuple[type, int], int] = {}
        """The sizes of the bodies of functions and procedures, by their numbers."""

    def size(self, node: object) -> int:
        """How many nodes there are in a node, with those of what it calls."""
        kind = type(node)
        if kind is tuple:
            return sum(map(self.size, cast("tuple[object, ...]", node)))
        if kind not in _CALLING:
            values = field_values(kind)
            return 1 if values is None else 1 + sum(map(self.size, values(node)))
        match node:
            case Fold(_, _, domain, where, body):
                inner = 1 + self.size(where) + self.size(body)
                return self.size(domain) + (1 if self._costly(node) else _ELEMENTS) * inner
            case FunctionCall(function, args):
                return self._called(self.functions, function) + self.size(args)
            case RunProcedure(procedure, args):
                return self._called(self.procedures, procedure) + self.size(args)
            case Noted(_, operand):  # counting takes no part in the limits of a game
                return self.size(operand)
            case _:  # a mark
                return 1

    def _called(self, units: tuple[Function, ...] | tuple[Procedure, ...], number: int) -> int:
        unit = units[number]
        key = type(unit), number
        if key not in self.sizes:
            self.sizes[key] = self.size(unit.body)
        return self.sizes[key]

    def counted(self, node: N) -> N:
        """A copy of a node in which each fold that needs it has units; the node itself if there is none."""
        return self._copied(node) if any(type(inner) is Fold for inner in nodes_within(node)) else node

    def _copied(self, node: N) -> N:
        names = field_names(type(node))
        if names is None or isinstance(node, Mark):  # what only makes a record is not counted
            return node
        made: dict[str, Any] = {}
        for name in names:
            old: object = getattr(node, name)
            new = self._value(old)
            if new is not old:
                made[name] = new
        if isinstance(node, Fold) and self._costly(node):
            made["units"] = 1 + UNITS * (self.size(node.where) + self.size(node.body)) // _LONG
        return cast("N", replace(cast("Any", node), **made)) if made else node

    def _value(self, value: object) -> object:
        if not isinstance(value, tuple):
            return self._copied(value)
        old = cast("tuple[object, ...]", value)
        new = tuple(map(self._value, old))
        return old if same_items(old, new) else new

    def _costly(self, fold: Fold) -> bool:
        domain = fold.domain
        return _many(domain) or any(map(self._folds, nodes_within((fold.where, fold.body))))

    def _folds(self, node: object) -> bool:
        """Whether a node is a fold, or calls a function with one."""
        if not isinstance(node, FunctionCall):
            return isinstance(node, Fold)
        if node.function not in self.known:
            self.known[node.function] = False  # no define calls itself
            self.known[node.function] = any(map(self._folds, nodes_within(self.functions[node.function].body)))
        return self.known[node.function]


class _Rounds:
    """Lets the loops of statements count their rounds, and long pieces of code their length."""

    def __init__(self, procedures: tuple[Procedure, ...], size: Callable[[object], int]) -> None:
        self.procedures = procedures
        self.size = size
        self.known: dict[int, bool] = {}

    def long(self, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        """What statements count besides their rounds."""
        extra = self.size(body) // _LONG
        places: list[int] = [getattr(st, "place", 0) for st in body] if extra else []
        return (Tick(max(places), in_state=False, units=UNITS * extra),) if extra else ()

    def loops(self, body: tuple[Stmt, ...]) -> bool:
        """Whether statements contain a loop, or call a procedure with one."""
        for st in body:
            match st:
                case ForEach() | Loop():
                    return True
                case When(_, then, otherwise) if self.loops(then) or self.loops(otherwise):
                    return True
                case RunProcedure(procedure):
                    if procedure not in self.known:
                        self.known[procedure] = self.loops(self.procedures[procedure].body)
                    if self.known[procedure]:
                        return True
                case _:
                    pass
        return False

    def counted(self, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        """The statements with ticks in the loops that need them."""
        return tuple(self._statement(st) for st in body)

    def _statement(self, st: Stmt) -> Stmt:
        match st:
            case When(_, then, otherwise):
                return replace(st, then=self.counted(then), otherwise=self.counted(otherwise))
            case ForEach(body=body, place=place):
                numbers = st.domain.kind in ("range", "down")
                ticks = numbers and not st.domain.short
                counted = (numbers and _many(st.domain)) or self.loops(body)
                first = (Tick(place, in_state=False),) if not ticks and counted else ()
                return replace(st, body=(*first, *self.long(body), *self.counted(body)))
            case Loop(body=body):
                return replace(st, body=(*self.long(body), *self.counted(body)))
            case _:
                return st


def _many(domain: Domain) -> bool:
    """Whether a domain may have many elements: all but a few numbers, cards or players."""
    match domain:
        case Domain("range" | "down", (Const(low), Const(high))):
            return abs(high - low) > _FEW
        case Domain(kind):
            return kind in ("range", "down", "subsets")
