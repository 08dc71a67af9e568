"""Finds a number that is counted deal by deal before it is added to the score that decides the game.

Some games count each deal in a number of its own and add it to the deciding score only later, for example after several
deals.  What was counted so far is worth as much as if it had been added already.  The program alone shows which number
that is: the blocks are searched as a graph of statements.
"""

from __future__ import annotations

from ...flow import ProgramFlow
from ...program import Binary, Checked, Const, Get, Program, SetSlot, Slot


def added_later(program: Program) -> int:
    """The first slot of a number (one for each side) that is added to the deciding score only after several deals; -1
    if there is none.

    Three conditions must hold for such a number V and a deciding number S. V is added to S unchanged (`S[i] + V[i]`).
    A deal can follow another without S being written or V being reset.  And after V was added, it is reset before the
    next question or deal.
    """
    total = program.scores
    if not total:
        return -1
    flow = ProgramFlow(program)
    for info in program.variables:
        if (
            info.base != total[0]
            and info.count == len(total)
            and info.type.kind == "number"
            and _is_added(flow, info.base, total)
        ):
            return info.base
    return -1


def _is_added(flow: ProgramFlow, base: int, total: tuple[Slot, ...]) -> bool:
    own = range(base, base + len(total))
    adds = flow.where(lambda st: _adds(st, base, total[0]))
    if not adds:
        return False
    writes = flow.where(lambda st: st.base in total)
    resets = flow.where(lambda st: st.base in own and isinstance(st.value, Const))
    kept = flow.reached(flow.deals, writes | resets)
    return bool(kept & flow.deals) and not flow.reached(adds, resets - adds) & (flow.asked | flow.deals)


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
