"""Looking through a checked game: every statement in a block, every phase a phase calls."""

from __future__ import annotations

from collections.abc import Iterator

from ..core import Again, CallPhase, Choose, For, Game, If, PhaseSymbol, Repeat, Stmt, Together


def within(statements: tuple[Stmt, ...]) -> Iterator[Stmt]:
    """Every statement of a block, those inside others too, in the order written."""
    for st in statements:
        yield st
        match st:
            case If(then=a, otherwise=b) | Repeat(body=a, otherwise=b):
                yield from within(a)
                yield from within(b)
            case For(body=body):
                yield from within(body)
            case Choose(choices=choices):
                for choice in choices:
                    yield from within(choice.body)
            case Together(choosers=choosers):
                yield from within(choosers)
            case _:
                pass


def every(phase: PhaseSymbol) -> Iterator[Stmt]:
    """Every statement of a phase, those in its rows too."""
    yield from within(phase.body)
    for row in phase.rows:
        yield from within(row.actions)


def calls(phase: PhaseSymbol) -> list[CallPhase]:
    """Every call a phase makes."""
    return [st for st in every(phase) if isinstance(st, CallPhase)]


def reached(game: Game) -> set[PhaseSymbol]:
    """Every phase that main reaches, through others or an incident."""
    found: set[PhaseSymbol] = set()
    waiting = [game.main]
    for rule in game.incidents:
        waiting += [st.phase for st in within(rule.body) if isinstance(st, CallPhase | Again)]
    while waiting:
        phase = waiting.pop()
        if phase not in found:
            found.add(phase)
            waiting += [st.phase for st in every(phase) if isinstance(st, CallPhase | Again)]
    return found
