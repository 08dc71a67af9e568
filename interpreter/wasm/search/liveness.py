"""Finds the slots that can still matter at a question: those that may be read before they are written again.

The names of past choices and the locals of ended phases stay in their slots.  Two states that differ only in such slots
are the same position for a search.  This is the usual analysis of live variables, backwards over the blocks (Aho, Lam,
Sethi, Ullman: "Compilers", 9.2.5).  It is conservative: a slot that is written inside a nested statement, or by a
computed index, counts as not written.
"""

from __future__ import annotations

from ...program import (
    ACTOR,
    DECISIONS,
    PC,
    RNG,
    STEPS,
    AskPlayer,
    Branch,
    Const,
    DealCards,
    FunctionCall,
    Get,
    Goto,
    MoveAll,
    MoveCards,
    PileEnd,
    Program,
    Return,
    RunProcedure,
    SetSlot,
    ShufflePile,
    ZoneCards,
    return_slots,
)
from ...traversal import nodes_within, units


def live_slots(program: Program) -> list[frozenset[int]]:
    """For each question, the slots that can still matter when it is open, including all zones whose cards are read."""
    return _Liveness(program).found


def _looked_at(program: Program) -> set[int]:
    """The zones whose cards the rules read or remove in any way, apart from gathering all cards."""
    found: set[int] = set()
    for unit in units(program):
        for node in unit.parts if unit.name[0] != "l" else ():  # lines on the table change nothing
            match node:
                case ZoneCards(zone) | PileEnd(zone):
                    found.add(zone)
                case ShufflePile(pile) | DealCards(pile=pile):
                    found.add(pile.zone)
                case MoveAll(source):
                    found.add(source.zone)
                case MoveCards(_, source, _):
                    if source is not None:
                        found.add(source.zone)
                case _:
                    pass
    return found


class _Liveness:
    def __init__(self, program: Program) -> None:
        self.program = program
        self._functions: dict[int, frozenset[int]] = {}
        self._procedures: dict[int, frozenset[int]] = {}
        back = return_slots(program)
        returns = {
            st.value.value
            for block in program.blocks
            for node in nodes_within(block.body)
            if isinstance(st := node, SetSlot) and st.base in back and isinstance(st.value, Const)
        }
        always = {ACTOR, RNG}
        for ending in program.endings:
            owners = program.players if ending.owner == "player" else len(program.teams)
            always.update(slot + i for slot, _ in ending.criteria for i in range(owners))
        looked_at = _looked_at(program)
        for number, zone in enumerate(program.zones):
            if number in looked_at:
                always.update(range(zone.base, zone.base + zone.count))
            if zone.bag >= 0:
                always.update(range(zone.bag, zone.bag + 2 * zone.count))
        if program.known >= 0:
            always.update(range(program.known, program.known + program.players))
        for incident in program.incidents:
            always.add(incident.window)
        found_of = [self._block(block.body, returns) for block in program.blocks]
        asked = [self._reads(ask) for ask in program.asks]
        live = [frozenset[int]()] * len(program.blocks)
        at_ask = [frozenset[int]()] * len(program.asks)
        changed = True
        while changed:
            changed = False
            for number, ask in enumerate(program.asks):
                found = asked[number]
                for one in ask.alternatives:
                    found |= live[one.body] - {bound.slot for bound in one.bound}
                for incident in ask.incidents:
                    found |= live[program.incidents[incident].body]
                if found != at_ask[number]:
                    at_ask[number], changed = found, True
            for number in reversed(range(len(program.blocks))):
                uses, kills, (blocks, asks) = found_of[number]
                found = frozenset[int]().union(*(live[to] for to in blocks), *(at_ask[ask] for ask in asks))
                found = uses | (found - kills)
                if found != live[number]:
                    live[number], changed = found, True
        self.found = [(found | always) - {PC, DECISIONS, STEPS} for found in at_ask]

    def _block(
        self, body: tuple[object, ...], returns: set[int]
    ) -> tuple[frozenset[int], frozenset[int], tuple[tuple[int, ...], tuple[int, ...]]]:
        """What a block reads before it writes it, what it certainly writes, and the blocks and questions that follow
        it.
        """
        uses: set[int] = set()
        kills: set[int] = set()
        for st in body:
            uses |= self._reads(st) - kills
            if isinstance(st, SetSlot) and st.index is None:
                kills.add(st.base)
        match body[-1]:
            case Goto(to):
                after: tuple[tuple[int, ...], tuple[int, ...]] = (to,), ()
            case Branch(_, then, otherwise):
                after = (then, otherwise), ()
            case Return(slot):
                uses |= {slot} - kills
                after = tuple(sorted(returns)), ()
            case AskPlayer(ask):
                after = (), (ask,)
            case _:
                after = (), ()
        return frozenset(uses), frozenset(kills), after

    def _reads(self, node: object) -> frozenset[int]:
        """The slots that a node may read, including everything inside it."""
        found: set[int] = set()
        for part in nodes_within(node):
            match part:
                case Get(base, _, count):
                    found.update(range(base, base + count))
                case FunctionCall(function):
                    found |= self._of(self._functions, function, self.program.functions[function].body)
                case RunProcedure(procedure):
                    found |= self._of(self._procedures, procedure, self.program.procedures[procedure].body)
                case _:
                    pass
        return frozenset(found)

    def _of(self, known: dict[int, frozenset[int]], number: int, body: object) -> frozenset[int]:
        if number not in known:
            known[number] = frozenset()
            known[number] = self._reads(body)
        return known[number]
