"""Checks that the game ends, that every phase is played, and that every statement can be reached.

Control *leaves* a block if it can reach the block's last line.  `stop`, `start … again` and `game over` end a block
earlier.  So do a call of a phase that always does one of these, and a loop without an end.  Here a condition may always
have either outcome.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ...checked import Again, CallPhase, CheckedGame, Choose, For, If, Over, PhaseSymbol, Repeat, Stmt, Stop, Together
from ...resolve.context import ResolveContext
from ...traversal import blocks, every, phases_in_order, reached_phases, within


def reaches_its_end(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report statements that cannot be reached (W0601), a game without a reachable `game over` (E0608), a game that may
    reach the end of main without one (W0613), and phases that nothing plays (W0609)."""
    exits = _exits(game)
    seen: set[PhaseSymbol] = set()
    waiting = [game.main]
    for rule in game.incidents:
        waiting += [st.phase for st in within(rule.body) if isinstance(st, CallPhase | Again)]
    over = any(isinstance(st, Over) for rule in game.incidents for st in within(rule.body))
    while waiting:
        phase = waiting.pop()
        if phase in seen:
            continue
        seen.add(phase)
        for block in (phase.body, *(row.actions for row in phase.rows)):
            for st in _reachable(block, exits, ctx):
                over = over or isinstance(st, Over)
                if isinstance(st, CallPhase | Again):
                    waiting.append(st.phase)
    for rule in game.incidents:
        for _ in _reachable(rule.body, exits, ctx):
            pass
    if not over:
        ctx.report("E0608", game.main.span)
    elif exits.back[game.main]:
        ctx.report("W0613", (game.main.body[-1] if game.main.body else game.main).span)
    _played(game, ctx)


def _played(game: CheckedGame, ctx: ResolveContext) -> None:
    played = reached_phases(game)
    for phase in game.phases:
        if phase not in played:
            ctx.report("W0609", phase.span, name=phase.name, what="table" if phase.table else "phase")


@dataclass
class Exits:
    """For each phase: whether it ever returns to its caller, and whether it may end the game."""

    back: dict[PhaseSymbol, bool] = field(default_factory=dict["PhaseSymbol", bool])
    over: dict[PhaseSymbol, bool] = field(default_factory=dict["PhaseSymbol", bool])

    def ends(self, statements: Iterable[Stmt]) -> bool:
        """Whether these statements may end the game or start a phase again."""
        return any(
            isinstance(st, Over | Again) or (isinstance(st, CallPhase) and self.over.get(st.phase, False))
            for st in statements
        )


def _exits(game: CheckedGame) -> Exits:
    exits = Exits()
    for phase in phases_in_order(game):
        rows = not phase.rows or any(_block(row.actions, exits) for row in phase.rows)
        exits.back[phase] = _block(phase.body, exits) and rows
        exits.over[phase] = exits.ends(every(phase))
    return exits


def _block(statements: tuple[Stmt, ...], exits: Exits) -> bool:
    return all(_goes_on(st, exits) for st in statements)


def _goes_on(st: Stmt, exits: Exits) -> bool:
    """Whether the statement after this one can be reached."""
    match st:
        case Stop() | Over() | Again():
            return False
        case CallPhase(phase=phase):
            return exits.back.get(phase, True)
        case If(then=then, otherwise=otherwise):
            return _block(then, exits) or _block(otherwise, exits)
        case Choose(choices=choices):
            return any(_block(choice.body, exits) for choice in choices)
        case Repeat(times=None, until=None, body=body) | For(domain=None, until=None, body=body):
            return stops(body) or not exits.ends(within(body))  # another check reports a loop without any end
        case _:
            return True


def stops(body: tuple[Stmt, ...]) -> bool:
    """Whether the body of a loop contains a `stop` for this loop."""
    for st in body:
        if isinstance(st, Stop):
            return True
        inner = (st.otherwise,) if isinstance(st, Repeat) else () if isinstance(st, For) else blocks(st)
        if any(stops(block) for block in inner):
            return True
    return False


def _reachable(statements: tuple[Stmt, ...], exits: Exits, ctx: ResolveContext) -> Iterator[Stmt]:
    """The statements of a block that can be reached.  The first one that cannot is reported."""
    for i, st in enumerate(statements):
        yield st
        for block in blocks(st):
            yield from _reachable(block, exits, ctx)
        if not _goes_on(st, exits) and not isinstance(st, Together):
            if i + 1 < len(statements):
                after = " ".join(st.span.text.split("\n")[0].split())
                ctx.report("W0601", statements[i + 1].span, after=after)
            return
