"""The statements of a program's blocks as a graph: what can be executed after what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set

from .program import (
    AskPlayer,
    Branch,
    Const,
    End,
    GatherAll,
    Goto,
    Program,
    Return,
    RunProcedure,
    SetSlot,
    ShufflePile,
    return_slots,
)
from .traversal import nodes_within

StatementPlace = tuple[int, int]
"""A block, and the index of a statement in it."""


class ProgramFlow:
    """The control flow of the statements in a program's blocks, and what each statement can do, including the
    procedures it calls.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.inside = {
            (b, i): list(self._all(st)) for b, block in enumerate(program.blocks) for i, st in enumerate(block.body)
        }
        returns: dict[int, set[int]] = {}
        back = return_slots(program)
        for nodes in self.inside.values():
            for node in nodes:
                if isinstance(node, SetSlot) and node.base in back and isinstance(node.value, Const):
                    returns.setdefault(node.base, set()).add(node.value.value)
        self.returns = returns
        gathers = any(isinstance(node, GatherAll) for nodes in self.inside.values() for node in nodes)
        kind = GatherAll if gathers else ShufflePile
        self.deals = {at for at, nodes in self.inside.items() if any(isinstance(node, kind) for node in nodes)}
        """The statements that begin a deal."""
        self.asked = {at for at in self.inside if isinstance(self._statement(at), AskPlayer)}
        """The questions."""

    def _all(self, node: object) -> Iterator[object]:
        for part in nodes_within(node):
            yield part
            if isinstance(part, RunProcedure):
                yield from self._all(self.program.procedures[part.procedure].body)

    def where(self, holds: Callable[[SetSlot], bool]) -> set[StatementPlace]:
        """The statements that contain an assignment for which `holds` is true."""
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

    def reached(self, begin: set[StatementPlace], barred: Set[StatementPlace] = frozenset()) -> set[StatementPlace]:
        """The statements that can be reached from some others without passing those in `barred`."""
        found: set[StatementPlace] = set()
        rest = [after for at in begin for after in self._after(at)]
        while rest:
            at = rest.pop()
            if at not in found and at not in barred:
                found.add(at)
                rest += self._after(at)
        return found


def counted_at_the_end(program: Program) -> tuple[int, ...]:
    """The criteria of the first ending that are variables and are written only after the last question, by their
    first slots: what is counted up when all is over, for example who has reached the target.
    """
    criteria = [base for base, _ in program.endings[0].criteria] if program.endings else []
    counted = [info for info in program.variables if info.base in criteria]
    if len(counted) < 2:
        return ()
    flow, found = ProgramFlow(program), list[int]()
    for info in counted:
        own = range(info.base, info.base + info.count)
        writes = flow.where(lambda st, own=own: st.base in own and not isinstance(st.value, Const))
        if writes and not flow.reached(writes) & (flow.asked | flow.deals):
            found.append(info.base)
    return tuple(found) if len(found) < len(counted) else ()


__all__ = ["ProgramFlow", "StatementPlace", "counted_at_the_end"]
