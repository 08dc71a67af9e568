"""Finds variables that keep their first value throughout every play, under given settings.

If nobody may go alone, nobody is ever the loner, and a rulebook then does not mention loners.  The search starts with
the assumption that no variable changes, and simplifies the rules under it.  A variable that is then set to another
value is dropped, and the rules are simplified again, until no variable is dropped.  The remaining variables are
constant in every play, because no reachable statement changes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..checked import Assign, CallPhase, CheckedGame, Expr, Lit, PhaseSymbol, Stmt, VariableSymbol
from ..traversal import within
from ..types import NONE, NOTHING
from .folding import FoldingContext
from .logic import number_of


def constants(game: CheckedGame, folding: FoldingContext) -> dict[VariableSymbol, Expr]:
    """The variables that never change under these settings, with their values.  Only flags and variables that may be
    none are looked at.
    """
    found: dict[VariableSymbol, Expr] = {}
    for variable in game.variables:
        if variable.type.optional:
            found[variable] = Lit(NONE, type=NOTHING)
        elif variable.type.kind == "flag":
            found[variable] = Lit(0, type=variable.type)
    while found:
        changed = {st.target for st in _reached(game, replace(folding, fixed=found, known={})) if _changes(st, found)}
        kept = {variable: value for variable, value in found.items() if variable not in changed}
        if len(kept) == len(found):
            break
        found = kept
    return found


def _changes(st: Assign, found: dict[VariableSymbol, Expr]) -> bool:
    start = found.get(st.target) if isinstance(st.target, VariableSymbol) else None
    if start is None:
        return False
    if st.op != "set":
        return number_of(st.value) != 0
    return not (isinstance(st.value, Lit) and isinstance(start, Lit) and st.value.value == start.value)


def _reached(game: CheckedGame, folding: FoldingContext) -> Iterator[Assign]:
    """Every reachable assignment, with all settled values filled in."""
    bodies = [game.main.body, *(rule.body for rule in game.incidents)]
    waiting: list[tuple[Stmt, ...]] = [folding.block(body) for body in bodies]
    seen: set[PhaseSymbol] = {rule.start for rule in game.incidents}
    waiting += [inside for phase in seen for inside in _bodies(phase, folding)]
    while waiting:
        for st in within(waiting.pop()):
            match st:
                case Assign():
                    yield st
                case CallPhase(phase=phase) if phase not in seen:
                    seen.add(phase)
                    waiting += _bodies(phase, folding)
                case _:
                    pass


def _bodies(phase: PhaseSymbol, folding: FoldingContext) -> list[tuple[Stmt, ...]]:
    return [folding.block(phase.body), *(row.actions for row in folding.kept(phase.rows))]
