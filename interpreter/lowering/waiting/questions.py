"""Lowers questions: `chooses`, and secret simultaneous choices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import cast

from ....dsl import checked as c
from ....dsl.settle.requirements import Requirement, requirements
from ....dsl.traversal import inside
from ....dsl.types import NONE
from ...program import (
    Alternative,
    Ask,
    AskPlayer,
    Binary,
    Bound,
    Combinations,
    Const,
    Destination,
    Domain,
    Expr,
    Fold,
    FunctionCall,
    Get,
    Goto,
    PileEnd,
    Reason,
    Reg,
    SetReg,
    SetSlot,
    Slot,
    TrickRules,
    When,
    ZoneRef,
)
from ...traversal import nodes_within
from .. import simplify as s
from ..cards.shapes import groups
from ..context import LAST, Loops, LoweringContext, Window
from ..expressions import lower_arguments, lower_expr, owner_index
from ..folds import lower_domain
from ..units import CodeUnit, Env
from .blocks import require_invariants


def ask_block(
    ctx: LoweringContext, actor: Expr, alternatives: tuple[Alternative, ...], place: int, secret: bool = False,
    again: int = -1, trick: TrickRules | None = None,
) -> None:  # fmt: skip
    """Open a question and end the block.  `again`: the block that prepares the question, if it is not the current
    one.
    """
    if ctx.windows and again < 0:
        ctx.start(ctx.new())
    opens = len(ctx.code) if again < 0 else 0
    require_invariants(ctx)
    settle_ends(ctx, (alternatives, ctx.written))
    for window in ctx.windows:
        if window.each is not None:
            _whose(ctx, window)
    block = again if again >= 0 else ctx.current
    incidents = sum(1 if window.rule.player is None else ctx.layout.players for window in ctx.windows)
    ctx.asks.append(Ask(alternatives, place, secret, tuple(range(incidents)), block, opens, trick))
    ctx.close(AskPlayer(len(ctx.asks) - 1, actor))


def _whose(ctx: LoweringContext, window: Window) -> None:
    """Set for which players an incident can be declared at a question."""
    assert window.each is not None and window.rule.players is not None
    place, group, seats = ctx.layout.place(window.rule.span), ctx.unit.register(), range(ctx.layout.players)
    settled = SetReg(group, lower_expr(ctx, window.rule.players, {}, ctx.unit))
    yes = [SetSlot(window.each + i, None, Binary("has", Reg(group), Const(i)), -1, place) for i in seats]
    no = [SetSlot(window.each + i, None, Const(0), -1, place) for i in seats]
    there = Binary("!=", Get(window.slot), Const(0))
    ctx.code.append(When(there, (settled, *yes), (*no,), place))


def after_answer(ctx: LoweringContext) -> None:
    """Write what happens first after every answer: close the windows that it ends."""
    for window in ctx.windows:
        if window.rule.until is not None:
            place = ctx.layout.place(window.rule.span)
            last = Binary("=", Get(window.slot), Const(LAST))
            ctx.code.append(When(last, (SetSlot(window.slot, None, Const(0), -1, place),), (), place))


def settle_ends(ctx: LoweringContext, looked_at: tuple[object, ...]) -> None:
    """Decide the cards at the ends of shuffled piles on which answers or lines on the table depend, so that listing
    them changes nothing.
    """
    for end in _ends(ctx, looked_at, set()):
        zone = ctx.layout.zones[end.zone]
        index, count = end.index, end.count
        owners = [index] if not _has_reg(index) else [Const(i) for i in range(zone.count)]
        if _has_reg(count):
            count = Const(ctx.layout.cards)
        for owner in owners:
            ctx.code.append(SetReg(ctx.unit.register(), PileEnd(end.zone, owner, end.end, count, end.place)))


def _ends(ctx: LoweringContext, node: object, seen: set[int]) -> Iterator[PileEnd]:
    """Every reading of the end of a shuffled pile in a part of a program, also inside functions."""
    if isinstance(node, tuple):
        for item in cast("tuple[object, ...]", node):
            yield from _ends(ctx, item, seen)
    elif is_dataclass(node):
        if isinstance(node, PileEnd) and ctx.layout.zones[node.zone].bag >= 0:
            yield node
        if isinstance(node, FunctionCall) and node.function not in seen:
            seen.add(node.function)
            yield from _ends(ctx, ctx.functions[node.function], seen)
        for field in fields(node):
            yield from _ends(ctx, getattr(node, field.name), seen)


def choose_blocks(ctx: LoweringContext, st: c.Choose, env: Env, loops: Loops) -> None:
    actor = lower_expr(ctx, st.player, env, ctx.unit)
    done = ctx.new()
    bodies = [(ctx.new(), choice) for choice in st.choices]
    inner = [dict(env) for _ in st.choices]
    alternatives = tuple(
        lower_alternative(ctx, choice, block, env, body) for (block, choice), body in zip(bodies, inner, strict=True)
    )
    ask_block(ctx, actor, alternatives, ctx.layout.place(st.span))
    for (block, choice), body in zip(bodies, inner, strict=True):
        ctx.open(block)
        after_answer(ctx)
        ctx.sequence(choice.body, body, loops)
        ctx.close(Goto(done))
    ctx.open(done)


def lower_alternative(ctx: LoweringContext, choice: c.Choice, block: int, env: Env, body: Env) -> Alternative:
    """Lower one kind of choice.  `body` gets the slots in which its names are kept afterwards."""
    unit = CodeUnit()
    inner: Env = dict(env)
    bound: list[Bound] = []
    for local, _ in choice.generators:
        inner[local] = Reg(unit.register())
    for local, domain in choice.generators:
        _remember_origin(ctx, local, domain, body)
        slot = ctx.layout.slot()
        over: Domain | Combinations
        if domain.kind == "combinations":
            low, high, of = (lower_expr(ctx, a, inner, unit) for a in domain.args)
            over = Combinations(low, high, of, _groups(ctx, local, choice.where))
        else:
            over = lower_domain(ctx, domain, inner, unit)
        bound.append(Bound(local.name, slot, local.type, over))
        body[local] = Get(slot)
    guard = lower_expr(ctx, choice.guard, inner, unit) if choice.guard is not None else None
    where = lower_expr(ctx, choice.where, inner, unit) if choice.where is not None else None
    opening = reasons(ctx, choice.guard, inner, unit) if choice.guard is not None else []
    because = [*opening, *(reasons(ctx, choice.where, inner, unit) if choice.where is not None else [])]
    holes = tuple(next(i for i, (g, _) in enumerate(choice.generators) if g is hole) for hole in choice.holes)
    return Alternative(
        choice.texts,
        holes,
        tuple(bound),
        guard,
        where,
        block,
        ctx.layout.place(choice.span),
        tuple(because),
        len(opening),
        _destination(ctx, choice, env, unit),
    )


def _groups(ctx: LoweringContext, local: c.LocalSymbol, where: c.Expr | None) -> int:
    """The table of the ranks or suits within which a combination must lie, if `where` requires a shape of that kind.

    With it, combinations are made group by group instead of all being tested.
    """
    match where:
        case c.Op(op="and", args=(left, right)):
            return max(_groups(ctx, local, left), _groups(ctx, local, right))
        case c.IsShape(shape, c.LocalRef(cards)) if cards is local and shape.forms:
            same = shape.forms[0].same
            if same is not None and all(form.same == same and form.least > 0 and not form.wild for form in shape.forms):
                return ctx.layout.table(groups(ctx.layout, same))
            return -1
        case _:
            return -1


def _remember_origin(ctx: LoweringContext, local: c.LocalSymbol, domain: c.Domain, env: Env) -> None:
    of = domain.args[-1]
    if isinstance(of, c.ZoneRef) and not of.zone.places:
        index = owner_index(ctx, of.owner, env, CodeUnit())
        if index is None or isinstance(index, Get | Const):
            ctx.origins[local] = ZoneRef(ctx.layout.zone_of[of.zone], index)


def reasons(ctx: LoweringContext, e: c.Expr, env: Env, unit: CodeUnit) -> list[Reason]:
    """The conditions that a condition joins with `and`, one by one (`dsl/settle/requirements.py`)."""
    return [_reason(ctx, one, env, unit) for one in requirements(e)]


def _reason(ctx: LoweringContext, required: Requirement, env: Env, unit: CodeUnit) -> Reason:
    inner = dict(env)
    for call in required.calls:
        given = lower_arguments(ctx, call.args, call.params, inner, unit)
        inner |= zip(call.params, given, strict=True)
    holds = lower_expr(ctx, required.condition, inner, unit)
    if required.row is not None:  # it must hold if this is the first row that applies
        guard = lower_expr(ctx, required.row.guard, inner, unit) if required.row.guard is not None else Const(1)
        elsewhere: Expr = Const(0)
        for earlier in required.before:
            elsewhere = s.binary("or", elsewhere, lower_expr(ctx, earlier, inner, unit))
        holds = s.binary("or", s.binary("or", elsewhere, s.negation(guard)), holds)
    return Reason(holds, ctx.layout.place(required.span))


def _destination(ctx: LoweringContext, choice: c.Choice, env: Env, unit: CodeUnit) -> Destination | None:
    """Where the cards of a choice go, if the first thing that follows says so and the choice itself does not."""
    chosen = {local for local, _ in choice.generators}
    for st in choice.body:
        match st:
            case c.Move(what=c.LocalRef(local=local), target=target) if local in chosen:
                pass
            case c.Move() | c.Show():
                continue
            case _:
                return None
        if target.each or target.place is not None:
            return None
        named = () if target.owner is None else (e.local for e in inside(target.owner) if isinstance(e, c.LocalRef))
        if any(local in chosen or local not in env for local in named):
            return None
        return Destination(ctx.layout.zone_of[target.zone], owner_index(ctx, target.owner, env, unit))
    return None


def together_blocks(ctx: LoweringContext, st: c.Together, env: Env) -> None:
    """Write simultaneous choices: first all questions, whose answers are kept; then their consequences, in the order in
    which they are written.
    """
    place = ctx.layout.place(st.span)
    later: list[tuple[c.Choose, list[Env], Slot]] = []
    for chooser in st.choosers:
        if isinstance(chooser, c.Choose):
            _secret(ctx, chooser, env, later, None)
            continue
        assert chooser.domain is not None
        takers = ctx.layout.slot()
        reg = ctx.unit.register()
        first = chooser.domain.start
        start = lower_expr(ctx, first, env, ctx.unit) if first is not None else Const(0)
        group = lower_expr(ctx, chooser.domain.args[0], env, ctx.unit)
        if chooser.where is not None:
            where = lower_expr(ctx, chooser.where, {**env, chooser.local: Reg(reg)}, ctx.unit)
            group = Fold("set", reg, Domain("mask", (group,)), where, None, place)
        ctx.put(takers, group, place)
        seats = ctx.layout.slots(ctx.layout.players)
        for i in range(ctx.layout.players):
            ctx.put(seats + i, s.binary("mod", s.binary("+", start, Const(i)), Const(ctx.layout.players)), place)
        for seat in range(seats, seats + ctx.layout.players):
            for inner in chooser.body:
                if isinstance(inner, c.Choose):
                    takes_part = Binary("has", Get(takers), Get(seat))
                    _secret(ctx, inner, {**env, chooser.local: Get(seat)}, later, takes_part)
    for choose, envs, picked in later:
        done = ctx.new()
        for i, choice in enumerate(choose.choices):
            yes, no = ctx.split(Binary("=", Get(picked), Const(i)))
            ctx.open(yes)
            ctx.sequence(choice.body, envs[i], ())
            ctx.close(Goto(done))
            ctx.open(no)
        ctx.start(done)


def _secret(
    ctx: LoweringContext, st: c.Choose, env: Env, later: list[tuple[c.Choose, list[Env], Slot]], takes_part: Expr | None
) -> None:
    place = ctx.layout.place(st.span)
    picked, done = ctx.layout.slot(NONE), ctx.new()
    ctx.put(picked, Const(NONE), place)
    if takes_part is not None:
        ctx.leave_if(s.negation(takes_part), done)
    blocks = [ctx.new() for _ in st.choices]
    envs: list[Env] = [dict(env) for _ in st.choices]
    alternatives = tuple(
        lower_alternative(ctx, ch, b, env, e) for ch, b, e in zip(st.choices, blocks, envs, strict=True)
    )
    ask_block(ctx, lower_expr(ctx, st.player, env, ctx.unit), alternatives, place, secret=True)
    for i, block in enumerate(blocks):
        ctx.open(block)
        after_answer(ctx)
        ctx.put(picked, Const(i), place)
        ctx.close(Goto(done))
    ctx.open(done)
    later.append((st, envs, picked))


def _has_reg(e: object) -> bool:
    """Whether an expression depends on a name of a choice, of a phrase over a set or of a define."""
    return any(isinstance(one, Reg) for one in nodes_within(e))
