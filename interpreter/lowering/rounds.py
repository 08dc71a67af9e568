"""Counts the rounds of nested loops, so that bounded loops inside each other stop as endless loops do.

A loop over a few cards, players or numbers ends soon, so its rounds need not be counted.  But a hundred rounds of a
hundred rounds of a hundred … take practically forever.  So each round of some loops begins with a `Tick`: of loops that
contain another loop or call a procedure with a loop, and of loops over many numbers.  The ticks are counted outside the
state, so states do not change.
"""

from __future__ import annotations

from dataclasses import replace

from ..program import Block, Const, Domain, ForEach, Loop, Procedure, RunProcedure, Stmt, Tick, When

_FEW = 16
"""How many numbers a loop without inner loops may run over without being counted."""


def count_rounds(
    procedures: tuple[Procedure, ...], blocks: tuple[Block, ...]
) -> tuple[tuple[Procedure, ...], tuple[Block, ...]]:
    """The same procedures and blocks, with ticks in the loops whose rounds are counted."""
    rounds = _Rounds(procedures)
    return (
        tuple(replace(one, body=rounds.counted(one.body)) for one in procedures),
        tuple(replace(one, body=rounds.counted(one.body)) for one in blocks),
    )


class _Rounds:
    """Finds which statements contain loops."""

    def __init__(self, procedures: tuple[Procedure, ...]) -> None:
        self.procedures = procedures
        self.known: dict[int, bool] = {}

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
                first = (Tick(place, in_state=False),) if not ticks and (_many(st.domain) or self.loops(body)) else ()
                return replace(st, body=(*first, *self.counted(body)))
            case Loop(body=body):
                return replace(st, body=self.counted(body))
            case _:
                return st


def _many(domain: Domain) -> bool:
    """Whether a loop runs over many numbers."""
    match domain:
        case Domain("range" | "down", (Const(low), Const(high))):
            return abs(high - low) > _FEW
        case _:
            return False
