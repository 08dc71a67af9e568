"""Resolves statements: the actions of a block, with names bound and places resolved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..checked import (
    Again,
    Assign,
    Award,
    CallPhase,
    Choice,
    Choose,
    Expr,
    For,
    If,
    Let,
    LocalRef,
    LocalSymbol,
    Nothing,
    Over,
    PhaseSymbol,
    PlayTrick,
    Repeat,
    StandIn,
    Stmt,
    Stop,
    Together,
    TurnedRound,
    VariableSymbol,
)
from ..source.span import Span
from ..syntax import nodes as n
from ..types import CARD, NUMBER, PLAYER, PLAYERS, UNKNOWN
from .advice import instead, of_set
from .context import ResolveContext
from .expressions import condition, domain, expression, expression_of_type, set_expression
from .expressions.pairs import loop_domains, pairs_are_few
from .fit import coerce
from .labels import names_in_label
from .moving import cut, deal, gather, gather_in_order, gather_shuffled, move, show, shuffle
from .otherwise import none_offered
from .places import criterion, trick_zone, variable_place

ResolvedStmt = Stmt | tuple[Stmt, ...] | None
"""The result for one written statement: None if it is wrong, several statements for `set a, b to 0`."""


PAIRED = -2
"""In place of the number of loops: the innermost loop has several names, so `stop` cannot leave it."""
IN_TRICK = -3
"""In place of the number of loops: what is done at a card of a trick, which `stop` cannot leave."""
SECRET = -1
"""In place of the number of loops: inside secret choices `stop` can leave no loop."""


def block(ctx: ResolveContext, statements: tuple[n.Stmt, ...], loops: int = 0) -> tuple[Stmt, ...]:
    """The statements of a block, in a scope of their own.  `loops` is the number of loops around the block."""
    with ctx.block():
        return sequence(ctx, statements, loops)


def sequence(ctx: ResolveContext, statements: tuple[n.Stmt, ...], loops: int) -> tuple[Stmt, ...]:
    """The statements, in the current scope."""
    found: list[Stmt] = []
    for node in statements:
        made = _CASES[type(node)](ctx, node, loops)
        if isinstance(made, tuple):
            found.extend(made)
        elif made is not None:
            found.append(made)
    return tuple(found)


# -------------------------------------------------------------------------------------------------- small statements


def _let(ctx: ResolveContext, node: n.Let, loops: int) -> Stmt:
    value = expression(ctx, node.value)
    if value.type.kind == "none":
        ctx.report("E0404", node.value.span, wanted="a value")
    kind = value.type
    if kind.kind == "number":
        kind = NUMBER
    return Let(ctx.bind(node.name, kind), value, span=node.span)


def _set(ctx: ResolveContext, node: n.Set, loops: int) -> tuple[Stmt, ...]:
    made: list[Stmt] = []
    for target in node.targets:
        if target.but is not None:
            one = replace(node, targets=(_of_one(target),))
            made.extend(_for_the_others(ctx, one, target, node.value))
            continue
        place = variable_place(ctx, target)
        value = expression_of_type(ctx, node.value, place[0].type if place else UNKNOWN)
        if place is not None:
            made.append(Assign(place[0], place[1], place[2], "set", value, span=node.span))
    return tuple(made)


def _change(ctx: ResolveContext, node: n.Change, loops: int) -> ResolvedStmt:
    if node.target.but is not None:
        one = replace(node, target=_of_one(node.target))
        return _for_the_others(ctx, one, node.target, node.amount)
    before = len(ctx.diagnostics)
    value = expression_of_type(ctx, node.amount, NUMBER)
    place = variable_place(ctx, node.target)
    if place is None:
        return None
    if place[0].type.kind == "set" and (help := of_set(node)) is not None:
        ctx.diagnostics[before:] = [one for one in ctx.diagnostics[before:] if one.code != "E0401"]
        ctx.report("E0401", node.target.span, wanted="a number", found=place[0].type.phrase, help=help)
        return None
    if place[0].type.kind not in ("number", "unknown"):
        ctx.report("E0401", node.target.span, wanted="a number", found=place[0].type.phrase)
        return None
    return Assign(place[0], place[1], place[2], node.sign, value, span=node.span)


def _of_one(target: n.Target) -> n.Target:
    """`points of each player except p` as the points of a single player."""
    whose = n.Ref(_ONE, span=target.span)
    match target.place:
        case n.Ref(name=name, span=span):
            return n.Target(n.Attribute(whose, n.Name(name, span=span), span=target.span), span=target.span)
        case place:  # an owner or brackets: reported when the place is resolved
            return n.Target(place, target.each, span=target.span)


def _for_the_others(ctx: ResolveContext, one: n.Set | n.Change, target: n.Target, value: n.Expr) -> tuple[Stmt, ...]:
    """A statement for every owner except some: a loop over the other owners.

    The value is computed once, before the loop."""
    made: list[Stmt] = []
    assert target.but is not None and target.each is not None
    span = target.but.span
    everybody = n.Word("players", span=span) if target.each == "player" else n.Ref("teams", span=span)
    others = n.Binary("except", everybody, target.but, span=span)
    with ctx.block():
        if not isinstance(value, n.Number | n.Word | n.Ref):
            let = _let(ctx, n.Let(n.Name(_VALUE, span=value.span), value, span=one.span), 0)
            made.append(let)
            known = n.Ref(_VALUE, span=value.span)
            one = replace(one, value=known) if isinstance(one, n.Set) else replace(one, amount=known)
        loop = n.For(n.Name(_ONE, span=span), others, None, None, None, (one,), span=one.span)
        made.append(_loop(ctx, loop, 0))
    return tuple(made)


_ONE, _VALUE = "_p", "_n"
"""Names that no author can write: one of the owners, and the value computed once for all of them."""


def _call(ctx: ResolveContext, node: n.Call, loops: int) -> Stmt | None:
    phase = phase_named(ctx, node.name)
    if phase is None:
        return None
    if len(node.args) != len(phase.params):
        ctx.report(
            "E0403",
            node.span,
            name=phase.name,
            wanted=len(phase.params),
            found=len(node.args),
            notes=((phase.span, "it is written here"),),
        )
        return None
    args = tuple(expression_of_type(ctx, a, p.type) for a, p in zip(node.args, phase.params, strict=True))
    return CallPhase(phase, args, span=node.span)


def phase_named(ctx: ResolveContext, name: n.Name) -> PhaseSymbol | None:
    """The phase or table of actions with that name.  Reports an error if there is none."""
    symbol = ctx.names.get(name.text)
    if isinstance(symbol, PhaseSymbol):
        symbol.used = True
        return symbol
    phases = [s.name for s in ctx.names.values() if isinstance(s, PhaseSymbol)]
    ctx.report("E0316", name.span, name=name.text, help=instead(ctx, name.text, phases))
    return None


def _stop(ctx: ResolveContext, node: n.Stop, loops: int) -> Stmt | None:
    if loops == PAIRED:
        ctx.report("E0616", node.span)
        return None
    if loops in (0, IN_TRICK):
        help = "no trick is left in the middle: remember why, and write `stop` behind the trick"
        if not loops:
            help = "a phase ends with its last line: put what follows below `otherwise`, or below an `if` of its own"
        ctx.report("E0602", node.span, help=help)
        return None
    return Stop(span=node.span)


def _again(ctx: ResolveContext, node: n.Again, loops: int) -> Stmt | None:
    phase = phase_named(ctx, node.phase)
    if phase is None:
        return None
    if phase.params:
        ctx.report("E0603", node.phase.span, name=phase.name)
        return None
    return Again(phase, span=node.span)


def _over(ctx: ResolveContext, node: n.Over, loops: int) -> Stmt | None:
    found = [(c.which == "highest", criterion(ctx, c, node.owner)) for c in node.criteria]
    known = tuple((highest, symbol) for highest, symbol in found if symbol is not None)
    return Over(node.owner, known, node.tie or "shared", span=node.span)


# ------------------------------------------------------------------------------------------------- tricks and blocks


def _play_trick(ctx: ResolveContext, node: n.PlayTrick, loops: int) -> ResolvedStmt:
    hand, trick = trick_zone(ctx, node.hand, "player"), trick_zone(ctx, node.trick, None)
    leader = expression_of_type(ctx, node.leader, PLAYER)
    without = coerce(ctx, set_expression(ctx, node.without), PLAYERS) if node.without is not None else None
    exception: tuple[LocalSymbol, Expr] | None = None
    with ctx.block():
        player = ctx.bind(node.player, PLAYER) if node.player is not None else None
        if node.exception is not None:
            exception = _about_a_card(ctx, node.exception)
        narrow = tuple(_about_a_card(ctx, step) for step in node.narrow)
    award = _award(ctx, node.award) if node.award is not None else None
    stand_in: StandIn | None = None
    if node.stand_in is not None:
        stand_in = StandIn(*(expression_of_type(ctx, e, PLAYER) for e in (node.stand_in.player, node.stand_in.absent)))
    steps: dict[str, object] = {}
    for step in node.steps:
        with ctx.block():
            if step.card is not None:
                steps["after_card"] = ctx.bind(step.card, CARD)
            if step.player is not None:
                steps[f"{step.when}_player"] = ctx.bind(step.player, PLAYER)
            steps[step.when] = sequence(ctx, step.body, IN_TRICK)
    winner, taker = _taker(ctx, node.winner)
    if hand is None or trick is None:
        return None
    hand.left = trick.entered = trick.ordered = True
    follow = node.rule == "following suit"
    played = PlayTrick(hand, trick, leader, without, follow, narrow, winner, player, exception, award, span=node.span)
    played = replace(played, stand_in=stand_in, **steps)  # type: ignore[arg-type]
    return (played, taker) if taker is not None else played


def _about_a_card(ctx: ResolveContext, step: n.Narrow | n.FollowException) -> tuple[LocalSymbol, Expr]:
    """A condition about a card that may be played, with the name of the card."""
    with ctx.block():
        local = ctx.bind(step.name, CARD)
        return local, condition(ctx, step.where)


def _award(ctx: ResolveContext, node: n.Award) -> Award:
    """Who takes the trick, in the words of the author."""
    if node.name is None:
        return Award("who", None, expression_of_type(ctx, node.value, PLAYER))
    with ctx.block():
        local = ctx.bind(node.name, CARD)
        return Award(node.which, local, expression_of_type(ctx, node.value, NUMBER))


def _taker(ctx: ResolveContext, name: n.Name | None) -> tuple[LocalSymbol | None, Assign | None]:
    """The name of the player who takes a trick.

    A new name is bound; a name that exists already is set to that player."""
    if name is None:
        return None, None
    there = _there(ctx, name)
    if there is None:
        return ctx.bind(name, PLAYER), None
    local = LocalSymbol(f"_{name.text}", name.span, PLAYER, used=True)
    ctx.locals.append(local)
    return local, Assign(there, None, False, "set", LocalRef(local, type=PLAYER, span=name.span), span=name.span)


def _there(ctx: ResolveContext, name: n.Name) -> LocalSymbol | VariableSymbol | None:
    """The existing player variable or local with that name, if it can be set."""
    there = ctx.local(name.text) or ctx.names.get(name.text)
    if not isinstance(there, LocalSymbol | VariableSymbol) or there.type.kind != "player" or name.text in ctx.suits:
        return None
    if isinstance(there, VariableSymbol):
        if there.owner is not None:
            return None
        there.written = True
    return there


def _round_of(ctx: ResolveContext, node: n.For, there: LocalSymbol | VariableSymbol, loops: int) -> tuple[Stmt, ...]:
    """`for dealer around the table from p` with an existing name: it is set to p, and moves on after each round."""
    assert node.start is not None
    span = node.start.span
    if node.times is not None:  # the span then contains the name, as for a `set` before `repeat … times`
        span = Span(span.source, node.name.span.start, span.end)
    first = Assign(there, None, False, "set", expression_of_type(ctx, node.start, PLAYER), span=span)
    return first, _rounds(ctx, node, there, loops)


def _counted(ctx: ResolveContext, node: n.For, loops: int) -> tuple[Stmt, ...]:
    """`for p around the table from q, 3 times` with a new name: it starts at q, and moves on after each round."""
    assert node.start is not None
    start = expression_of_type(ctx, node.start, PLAYER)
    with ctx.block():
        local = ctx.bind(node.name, PLAYER)
        local.used = True
        return Let(local, start, span=node.start.span), _rounds(ctx, node, local, loops)


def _rounds(ctx: ResolveContext, node: n.For, there: LocalSymbol | VariableSymbol, loops: int) -> Repeat:
    """The loop for a name that has its first value: it runs the given number of times.  After each round the name moves
    on to the next player."""
    span = node.name.span
    times = expression_of_type(ctx, node.times, NUMBER) if node.times is not None else None
    now = n.Ref(node.name.text, span=span)
    following = expression(ctx, n.Attribute(now, n.Name("next", span=span), span=span))
    until = condition(ctx, node.until) if node.until is not None else None
    body = block(ctx, node.body, max(loops, 0) + 1)
    ahead = Assign(there, None, False, "set", following, span=span)
    return Repeat(times, until, (*body, ahead), (), span=node.span)


def _if(ctx: ResolveContext, node: n.If, loops: int) -> Stmt:
    test = condition(ctx, node.condition)
    then = block(ctx, node.then, loops)
    return If(test, then, block(ctx, node.otherwise, loops) if node.otherwise is not None else (), span=node.span)


def _repeat(ctx: ResolveContext, node: n.Repeat, loops: int) -> Stmt:
    times = expression_of_type(ctx, node.times, NUMBER) if node.times is not None else None
    until = condition(ctx, node.until) if node.until is not None else None
    body = block(ctx, node.body, max(loops, 0) + 1)
    otherwise = block(ctx, node.otherwise, loops) if node.otherwise is not None else ()
    return Repeat(times, until, body, otherwise, span=node.span)


def _for(ctx: ResolveContext, node: n.For, loops: int) -> ResolvedStmt:
    if node.domain is None and loops != SECRET and (there := _there(ctx, node.name)) is not None:
        return _round_of(ctx, node, there, loops)
    if node.times is not None and loops != SECRET:
        return _counted(ctx, node, loops)
    return _loop(ctx, node, loops)


def _loop(ctx: ResolveContext, node: n.For, loops: int) -> Stmt:
    """A loop with a new name."""
    if node.domain is None:
        start = expression_of_type(ctx, node.start, PLAYER) if node.start is not None else None
        over, element = None, PLAYER
    else:
        over = domain(ctx, node.domain, node.start)
        start, element = None, over.element
        if over.kind == "combinations":
            ctx.report("E0413", node.domain.span)
    with ctx.block():
        local = ctx.bind(node.name, element)
        local.used = True
        where = condition(ctx, node.where) if node.where is not None else None
        until = condition(ctx, node.until) if node.until is not None else None
        inner = loops if loops == PAIRED else PAIRED if node.more else loops + 1
        body = sequence(ctx, node.body, inner)
    made = For(local, over, start, where, until, body, span=node.span)
    if node.more and loops != PAIRED:
        pairs_are_few(ctx, loop_domains(made), node.span)
    return made


def _choose(ctx: ResolveContext, node: n.Choose, loops: int) -> Stmt:
    player = expression_of_type(ctx, node.player, PLAYER)
    labels: dict[tuple[str, ...], n.Template] = {}
    for choice in node.choices:
        earlier = labels.setdefault(choice.template.texts, choice.template)
        if earlier is not choice.template:
            ctx.report("E0321", choice.template.span, notes=((earlier.span, "the other one is here"),))
    made = [_choice(ctx, c, loops) for c in node.choices]
    for i, c in enumerate(node.choices):
        if c.otherwise:
            others = [choice for choice, other in zip(made, node.choices, strict=True) if not other.otherwise]
            made[i] = replace(made[i], guard=none_offered(others, c.template.span), otherwise=True)
    return Choose(player, tuple(made), span=node.span)


def _choice(ctx: ResolveContext, node: n.Choice, loops: int) -> Choice:
    with ctx.no_chance():
        guard = condition(ctx, node.guard) if node.guard is not None else None
    with ctx.block():
        generators: list[tuple[LocalSymbol, Any]] = []
        with ctx.no_chance():
            for some in node.generators:
                over = domain(ctx, some.domain)
                generators.append((ctx.bind(some.name, over.element), over))
            where = condition(ctx, node.where) if node.where is not None else None
        holes = names_in_label(ctx, node, generators)
        body = sequence(ctx, node.body, loops)
    texts = node.template.texts if len(holes) == len(node.template.holes) else ("",) * (len(holes) + 1)
    return Choice(texts, tuple(holes), guard, tuple(generators), where, body, span=node.span)


def _together(ctx: ResolveContext, node: n.Together, loops: int) -> Stmt:
    made: list[Choose | For] = []
    for chooser in node.choosers:
        if isinstance(chooser, n.For):
            for inner in chooser.body:
                if not isinstance(inner, n.Choose):
                    ctx.report("E0605", inner.span)
            if chooser.domain is None or chooser.until is not None:
                ctx.report("E0605", chooser.span)
                continue
        statement = _CASES[type(chooser)](ctx, chooser, SECRET if isinstance(chooser, n.For) else 0)
        if isinstance(statement, For) and statement.local.type.kind not in ("player", "unknown"):
            ctx.report("E0605", chooser.span)
        elif isinstance(statement, Choose | For):
            made.append(statement)
    return Together(tuple(made), span=node.span)


_CASES: dict[type, Callable[[ResolveContext, Any, int], ResolvedStmt]] = {
    n.Let: _let,
    n.Set: _set,
    n.Change: _change,
    n.Gather: gather,
    n.GatherInOrder: gather_in_order,
    n.GatherShuffled: gather_shuffled,
    n.Shuffle: shuffle,
    n.Cut: cut,
    n.Deal: deal,
    n.Move: move,
    n.Show: show,
    n.Call: _call,
    n.Nothing: lambda ctx, x, _: Nothing(span=x.span),
    n.Stop: _stop,
    n.Again: _again,
    n.TurnedRound: lambda ctx, x, _: TurnedRound(span=x.span),
    n.PlayTrick: _play_trick,
    n.Over: _over,
    n.If: _if,
    n.Repeat: _repeat,
    n.For: _for,
    n.Choose: _choose,
    n.Together: _together,
}
