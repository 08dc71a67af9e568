"""Loops inside loops: their rounds are counted, so that bounded loops in each other stop like endless ones.

A loop over a few cards, players or numbers ends soon, so its rounds are not worth counting.  A hundred rounds of a
hundred rounds of a hundred … never end.  So each round of a loop with another loop in it, or with a call of a procedure
that has one, and of a loop over many numbers begins with a `Tick` that counts outside the state: what a state is does
not change by it.
"""

from __future__ import annotations

from dataclasses import replace

from ..program import Block, Const, Domain, ForEach, Loop, Procedure, RunProcedure, Stmt, Tick, When

_FEW = 16
"""Numbers that a loop may go over without being counted, if no loop is in it."""


def count_rounds(
    procedures: tuple[Procedure, ...], blocks: tuple[Block, ...]
) -> tuple[tuple[Procedure, ...], tuple[Block, ...]]:
    """The same procedures and blocks, the rounds of loops around loops counted."""
    rounds = _Rounds(procedures)
    return (
        tuple(replace(one, body=rounds.counted(one.body)) for one in procedures),
        tuple(replace(one, body=rounds.counted(one.body)) for one in blocks),
    )


class _Rounds:
    """Finds which statements have loops in them."""

    def __init__(self, procedures: tuple[Procedure, ...]) -> None:
        self.procedures = procedures
        self.known: dict[int, bool] = {}

    def loops(self, body: tuple[Stmt, ...]) -> bool:
        """Whether statements have a loop in them, or call one."""
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
        """Statements with a count in the rounds that need one."""
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
    """Whether a loop goes over more numbers than a few."""
    match domain:
        case Domain("range" | "down", (Const(low), Const(high))):
            return abs(high - low) > _FEW
        case _:
            return False
