"""Finds tricks that nobody takes, that are played inside another trick, or that change who sits out.

It also finds questions about tricks in rules that play none.
"""

from __future__ import annotations

import re

from ...checked import Assign, CallPhase, CheckedGame, Expr, Op, PhaseSymbol, PlayTrick, Stmt
from ...effects import reads, writes
from ...resolve.context import ResolveContext
from ...source.identity import Exactly
from ...syntax import nodes as n
from ...syntax.printer.expressions import params
from ...traversal import all_expressions, every, everything, inside, own_expressions, phases_in_order, within

OF_TRICKS = frozenset({"winner so far", "winning card so far", "played by", "played"})
"""The operations that ask about a trick, and so who has taken it."""
_ONLY = {
    "played by": "cards have a player only in a trick (`play trick`)",
    "played": "players have played a card only in a trick (`play trick`)",
}
_NAMES = {"player": ("p", "who", "by_whom", "one_playing"), "card": ("c", "laid", "card_laid", "card_played")}
"""The names that are proposed; the first counts that nothing else has."""
_MOST_NOTES = 3


def tricks_are_there(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report questions about a trick in rules that play none (E0438): nothing ever answers them."""
    if any(isinstance(st, PlayTrick) for st in everything(game)):
        return
    asked = [e for e in all_expressions(game) if isinstance(e, Op) and e.op in OF_TRICKS]
    phases = {Exactly(e): phase for phase in game.phases for e in _expressions(phase)} if asked else {}
    said: set[tuple[str, PhaseSymbol]] = set()
    for e in asked:
        phase = phases.get(Exactly(e))
        if phase is not None and (e.op, phase) in said:  # one advice helps them all
            continue
        said |= {(e.op, phase)} if phase is not None else set()
        calls = [st for st in everything(game) if isinstance(st, CallPhase) and st.phase is phase]
        notes = tuple((st.span, f"`{st.phase.name}` is played here") for st in calls[:_MOST_NOTES])
        text = " ".join(e.span.text.split())
        ctx.report("E0438", e.span, text=text, help=_instead(e, phase, game, ctx), notes=notes)


def _expressions(phase: PhaseSymbol) -> list[Expr]:
    """Every expression in the statements and rows of a phase, and every part of one."""
    whole = [e for st in every(phase) for e in own_expressions(st)]
    whole += [row.guard for row in phase.rows if row.guard is not None]
    return [part for e in whole for part in inside(e)]


def _instead(e: Op, phase: PhaseSymbol | None, game: CheckedGame, ctx: ResolveContext) -> str:
    """What to do where there is no trick: a phase is passed the player or the card, everything else remembers it."""
    kind, node = e.type.kind, phase.node if phase is not None else None
    said = _ONLY.get(e.op, "this can be asked only in a trick (`play trick`)")
    texts = [node.span.text, *(st.span.text for st in every(phase))] if phase is not None and node is not None else []
    taken = {*ctx.names, *(word for text in texts for word in re.findall(r"#.*|\w+", text))} - {kind}
    name = next((one for one in _NAMES[kind] if one not in taken), _NAMES[kind][-1])
    if not isinstance(node, n.Phase | n.Table):
        return f"{said}: remember the {kind}, as `{name}: {kind} or none` below `remember`"
    word = "table" if isinstance(node, n.Table) else "phase"
    head = f"{word} {node.name.text}{params(node.params)[:-1] or '('}{', ' if node.params else ''}{name}: {kind})"
    if node.name.span.source is game.tree.span.source:
        return f"{said}: pass the {kind}, `{head}`, also where it is played"
    return f"{said}: pass the {kind}, `replace {head}`, also in the lines that play it"


def tricks_are_taken(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report tricks of which the rules never ask who has taken them (W0618), and tricks inside a trick (E0619)."""
    asked: bool | None = None
    plays: dict[PhaseSymbol, bool] | None = None
    for st in everything(game):
        if not isinstance(st, PlayTrick):
            continue
        if st.winner is None and st.award is None:
            if asked is None:
                asked = any(isinstance(e, Op) and e.op in OF_TRICKS for e in all_expressions(game))
            if not asked:
                ctx.report("W0618", st.span)
        if st.before or st.after:
            plays = plays if plays is not None else _phases_with_tricks(game)
            for inner in within((*st.before, *st.after)):
                if _plays(inner, plays):
                    ctx.report("E0619", inner.span, notes=((st.span, "this trick is still being played"),))


def tricks_keep_their_players(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report a change, inside a trick, of what `without` names (W0625): the trick has looked at it when it began."""
    for st in everything(game):
        if not isinstance(st, PlayTrick) or st.without is None:
            continue
        said = reads(st.without)
        for inner in within((*st.before, *st.after)):
            if isinstance(inner, Assign | CallPhase):
                for symbol in sorted(said & writes((inner,), ()), key=lambda symbol: symbol.name):
                    said.discard(symbol)  # one advice helps the whole trick
                    note = st.without.span, "whoever this names plays no card"
                    ctx.report("W0625", inner.span, name=symbol.name, notes=(note,))


def _phases_with_tricks(game: CheckedGame) -> dict[PhaseSymbol, bool]:
    """For each phase, whether a trick is played in it or in a phase that it plays."""
    found: dict[PhaseSymbol, bool] = {}
    for phase in phases_in_order(game):
        found[phase] = any(_plays(st, found) for st in every(phase))
    return found


def _plays(st: Stmt, phases: dict[PhaseSymbol, bool]) -> bool:
    return isinstance(st, PlayTrick) or (isinstance(st, CallPhase) and phases.get(st.phase, False))
