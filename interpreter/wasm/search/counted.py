"""Finds a number that is counted deal by deal before it is added to the score that decides the game.

Some games count each deal in a number of its own and add it to the deciding score only later, for example after several
deals.  What was counted so far is worth as much as if it had been added already.  The program alone shows which number
that is: the blocks are searched as a graph of statements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...program import (
    AskPlayer,
    Binary,
    Branch,
    Checked,
    Const,
    End,
    GatherAll,
    Get,
    Goto,
    Program,
    Return,
    RunProcedure,
    SetSlot,
    ShufflePile,
)
from ...traversal import nodes_within

StatementPlace = tuple[int, int]
"""A block, and the index of a statement in it."""


def added_later(program: Program) -> int:
    """The first slot of a number (one for each side) that is added to the deciding score only after several deals; -1
    if there is none.

    Three conditions must hold for such a number V and a deciding number S. V is added to S unchanged (`S[i] + V[i]`).
    A deal can follow another without S being written or V being reset.  And after V was added, it is reset before the
    next question or deal.
    """
    return _Flow(program).added_later()


class _Flow:
    """The control flow of the statements in a program's blocks, and what each statement can do, including the
    procedures it calls.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.inside = {
            (b, i): list(self._all(st)) for b, block in enumerate(program.blocks) for i, st in enumerate(block.body)
        }
        returns: dict[int, set[int]] = {}
        back = {st.slot for block in program.blocks for st in block.body if isinstance(st, Return)}
        for nodes in self.inside.values():
            for node in nodes:
                if isinstance(node, SetSlot) and node.base in back and isinstance(node.value, Const):
                    returns.setdefault(node.base, set()).add(node.value.value)
        self.returns = returns
        gathers = any(isinstance(node, GatherAll) for nodes in self.inside.values() for node in nodes)
        kind = GatherAll if gathers else ShufflePile
        self.deals = {at for at, nodes in self.inside.items() if any(isinstance(node, kind) for node in nodes)}

    def _all(self, node: object) -> Iterator[object]:
        for part in nodes_within(node):
            yield part
            if isinstance(part, RunProcedure):
                yield from self._all(self.program.procedures[part.procedure].body)

    def added_later(self) -> int:
        score = self.program.score
        if score is None:
            return -1
        sides = self.program.players if self.program.endings[0].owner == "player" else len(self.program.teams)
        total = range(score[0], score[0] + sides)
        for info in self.program.variables:
            if (
                info.base != score[0]
                and info.count == sides
                and info.type.kind == "number"
                and self._is(info.base, total)
            ):
                return info.base
        return -1

    def _is(self, base: int, total: range) -> bool:
        own = range(base, base + len(total))
        adds = self._where(lambda st: _adds(st, base, total[0]))
        if not adds:
            return False
        writes = self._where(lambda st: st.base in total)
        resets = self._where(lambda st: st.base in own and isinstance(st.value, Const))
        kept = self._reached(self.deals, writes | resets)
        asked = {at for at in self.inside if isinstance(self._statement(at), AskPlayer)}
        return bool(kept & self.deals) and not self._reached(adds, resets - adds) & (asked | self.deals)

    def _where(self, holds: Callable[[SetSlot], bool]) -> set[StatementPlace]:
        """The statements that contain an assignment with a property."""
        return {at for at, nodes in self.inside.items() if any(isinstance(n, SetSlot) and holds(n) for n in nodes)}

    def _statement(self, at: StatementPlace) -> object:
        return self.program.blocks[at[0]].body[at[1]]

    def _after(self, at: StatementPlace) -> list[StatementPlace]:
        match self._statement(at):
            case Goto(block):
                following = [block]
            case Branch(_, then, otherwise):
                following = [then, otherwise]
            case Return(slot):
                following = sorted(self.returns.get(slot, ()))
            case AskPlayer(ask):
                entry = self.program.asks[ask]
                following = [one.body for one in entry.alternatives]
                following += [self.program.incidents[one].body for one in entry.incidents]
            case End():
                following = []
            case _:
                return [(at[0], at[1] + 1)] if at[1] + 1 < len(self.program.blocks[at[0]].body) else []
        return [(block, 0) for block in following]

    def _reached(self, begin: set[StatementPlace], barred: set[StatementPlace]) -> set[StatementPlace]:
        """The statements that can be reached from some others without passing those in `barred`."""
        found: set[StatementPlace] = set()
        rest = [after for at in begin for after in self._after(at)]
        while rest:
            at = rest.pop()
            if at not in found and at not in barred:
                found.add(at)
                rest += self._after(at)
        return found


def _adds(st: SetSlot, base: int, total: int) -> bool:
    """Whether a statement adds a number to a total, each owner's number to the same owner's total."""
    value = st.value.operand if isinstance(st.value, Checked) else st.value
    if not isinstance(value, Binary) or value.op != "+":
        return False
    slots = {_slot(value.left), _slot(value.right)}
    return slots == {(total, st.index), (base, st.index)} or (
        st.index is None and slots == {(st.base, None), (base + st.base - total, None)}
    )


def _slot(node: object) -> tuple[int, object]:
    return (node.base, node.index) if isinstance(node, Get) else (-1, None)


__all__ = ["added_later"]
