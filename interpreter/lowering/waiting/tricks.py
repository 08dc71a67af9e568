"""Lowers tricks: each player who takes part plays a card to the trick; a ranking says who takes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from ....dsl import checked as c
from ....dsl.effects import reads, writes
from ....dsl.types import CARD, NONE
from ...program import (
    Alternative,
    Binary,
    Bound,
    Const,
    Domain,
    Expr,
    Fold,
    Get,
    Goto,
    If,
    Look,
    Mark,
    MoveCards,
    Reason,
    Reg,
    Require,
    SetReg,
    SetSlot,
    Slot,
    TrickRules,
    When,
    ZoneCards,
    ZoneRef,
)
from .. import simplify as s
from ..cards.beating import new_trick, row_noted
from ..cards.ranking import RankingTables
from ..context import LoweringContext
from ..expressions import lower_expr, ranked_at
from ..units import CodeUnit, Env
from .questions import after_answer, ask_block, reasons

NARROWED = "such a card may not be played while there is another"
NOBODY = "everybody is left out of this trick"


def trick_blocks(ctx: LoweringContext, st: c.PlayTrick, env: Env) -> None:
    """Write a trick: each player who takes part plays one card, in seat order from the leader.

    The slots `best` and `power` hold the player and the power of the card that wins so far; `suit` holds the mask of
    cards that follow the suit led, and `powers` the index in the table of powers at which the powers for that suit
    begin.
    """
    lay, place, outer = ctx.layout, ctx.layout.place(st.span), env
    assert ctx.ranking is not None
    ranks = ctx.ranking
    hand, trick = lay.zone_of[st.hand], lay.zone_of[st.trick]
    everyone = Const((1 << lay.players) - 1)
    player, rest, legal, suit, led, powers, power, best = (lay.slot() for _ in range(8))
    part: Expr = everyone
    if st.without is not None:
        part = s.binary("without", everyone, lower_expr(ctx, st.without, env, ctx.unit))
    ctx.put(rest, part, place)
    if st.without is not None:
        ctx.code.append(Require(s.is_nonempty(Get(rest)), NOBODY, lay.place(st.without.span)))
    start = lower_expr(ctx, st.leader, env, ctx.unit)
    ctx.put(player, start, place)
    ctx.put(player, s.present(_next(ctx, Get(rest), Get(player), place), place), place)
    ctx.put(power, Const(-2), place)
    ctx.put(best, Const(NONE), place)
    ctx.put(suit, Const((1 << lay.cards) - 1), place)
    if ctx.trick is not None:
        ctx.code += new_trick(ctx.trick, lay.players, place)
    ctx.code.append(Mark("lead", trick, Get(player), place))
    head, played, done = ctx.new(), ctx.new(), ctx.new()
    turn = ctx.new() if st.before else head
    moves = bool(ranks.keys) and bool(st.before or st.after)
    led_by = lay.slot() if st.award is not None or moves else -1
    if led_by >= 0:
        ctx.put(led_by, Get(player), place)

    def settled_anew(lines: tuple[c.Stmt, ...]) -> None:
        if moves:
            _settled_anew(ctx, st, ranks, env, led_by, suit, led, powers, power, best, place)
        if st.award is not None and reads(st.award.value) & writes(lines, tuple(lay.zone_of)):
            again = _awarded(ctx, st.award, env, led_by, best, place)
            ctx.code.append(When(Binary("!=", Get(power), Const(-2)), again, (), place))

    if st.before:
        ctx.start(turn)
        inner = {**env, st.before_player: Get(player)} if st.before_player is not None else env
        ctx.sequence(st.before, inner, ())
        settled_anew(st.before)
    ctx.start(head)
    if st.player is not None:
        env = {**env, st.player: Get(player)}
    cards, narrowed = _playable(ctx, st, env, hand, Get(player), Get(suit), legal, place)
    card = lay.slot()
    bound = Bound("card", card, CARD, Domain("mask", (cards,)))
    because: tuple[Reason, ...] = ()
    unit = CodeUnit(1)
    if st.follow:
        holds = s.is_nonempty(Binary("intersect", ZoneCards(hand, Get(player)), Get(suit)))
        follows: Expr = Binary("or", Binary("has", Get(suit), Reg(0)), s.negation(holds))
        if st.exception is not None:
            local, free = st.exception
            follows = Binary("or", follows, lower_expr(ctx, free, {**env, local: Reg(0)}, unit))
        because = (Reason(follows, place, "the suit led must be followed"),)
    for (local, where), kept in zip(st.narrow, narrowed, strict=True):
        for reason in reasons(ctx, where, {**env, local: Reg(0)}, unit):
            unable = s.negation(s.is_nonempty(Get(kept)))
            because += (Reason(s.binary("or", unable, reason.condition), reason.place, NARROWED),)
    alternative = Alternative(("play ", ""), (0,), (bound,), None, None, played, place, because)
    rules = _rules(ctx, ranks, env, hand, trick, (led, power, best, rest, player, suit))
    ask_block(ctx, _asked(ctx, st, env, player), (alternative,), place, again=head, trick=rules)
    ctx.open(played)
    after_answer(ctx)
    _play(ctx, st, ranks, env, hand, trick, player, rest, suit, led, powers, power, best, card, place)
    if st.award is not None:
        ctx.code += _awarded(ctx, st.award, env, led_by, best, place)
    if st.after:
        inner = dict(env)
        for local, value in ((st.after_player, player), (st.after_card, card)):
            if local is not None:
                inner[local] = Get(value)
        ctx.sequence(st.after, inner, ())
        settled_anew(st.after)
    ctx.leave_if(s.negation(s.is_nonempty(Get(rest))), done)
    ctx.put(player, _next(ctx, Get(rest), Get(player), place), place)
    ctx.close(Goto(turn))
    ctx.open(done)
    ctx.code.append(Mark("trick", trick, Get(best), place))
    if ctx.trick is not None:
        ctx.put(ctx.trick.led, Const(NONE), place)
    if st.winner is not None:
        outer[st.winner] = Get(best)


def _asked(ctx: LoweringContext, st: c.PlayTrick, env: Env, player: Slot) -> Expr:
    """The player who chooses the card: the one whose turn it is, unless another one plays for him."""
    if st.stand_in is None:
        return Get(player)
    absent = lower_expr(ctx, st.stand_in.absent, env, ctx.unit)
    chooser = lower_expr(ctx, st.stand_in.player, env, ctx.unit)
    return If(Binary("=", Get(player), absent), chooser, Get(player))


def _settled_anew(
    ctx: LoweringContext, st: c.PlayTrick, ranks: RankingTables, env: Env, led_by: Slot, suit: Slot, led: Slot,
    powers: Slot, power: Slot, best: Slot, place: int,
) -> None:  # fmt: skip
    """Write what a change of the ranking in the middle of a trick means: the suit led and the card that wins so far are
    worked out again from the cards that were played.
    """
    assert ctx.trick is not None
    lay, kept = ctx.layout, ctx.trick
    cards, at = Const(lay.cards), ranked_at(ctx, ranks, env, ctx.unit)
    group, strength = lay.by_card_in_rows(ranks.group), lay.by_card_in_rows(ranks.power)
    row = s.binary("+", s.binary("*", at, Const(ranks.groups)), Get(led))
    first = Get(kept.played, Get(led_by), lay.players)

    def value(card: Expr) -> Expr:
        return Look(strength, Binary("+", Get(powers), card))

    again = [
        SetSlot(led, None, Look(group, s.binary("+", s.binary("*", at, cards), first)), -1, place),
        SetSlot(suit, None, Look(ranks.follow, row), -1, place),
        SetSlot(powers, None, s.binary("*", row, cards), -1, place),
        SetSlot(kept.led, None, Get(led), -1, place),
    ]
    if st.award is None:
        again.append(SetSlot(best, None, _best_seat(ctx, "highest", value, led_by, place, True), -1, place))
        winning = Get(kept.played, Get(best), lay.players)
        again += [SetSlot(kept.winner, None, Get(best), -1, place), SetSlot(kept.card, None, winning, -1, place)]
        again.append(SetSlot(power, None, value(winning), -1, place))
    ctx.code.append(When(Binary("!=", Get(power), Const(-2)), tuple(again), (), place))


def _awarded(
    ctx: LoweringContext, award: c.Award, env: Env, led_by: Slot, best: Slot, place: int
) -> tuple[SetSlot, ...]:
    """The statements that find out who takes the trick so far, where the rules say who does.  They compare all cards
    that were played, in that order.  They are executed after each card, and after the lines `before each card` and
    `after each card` that change what is compared.
    """
    assert ctx.trick is not None
    kept, players = ctx.trick, ctx.layout.players
    if award.which == "who" or award.local is None:
        taker = lower_expr(ctx, award.value, env, ctx.unit)
    else:
        local = award.local

        def value(card: Expr) -> Expr:
            return lower_expr(ctx, award.value, {**env, local: card}, ctx.unit)

        taker = _best_seat(ctx, award.which, value, led_by, place)
    return (
        SetSlot(best, None, taker, -1, place),
        SetSlot(kept.winner, None, Get(best), -1, place),
        SetSlot(kept.card, None, Get(kept.played, Get(best), players), -1, place),
    )


def _best_seat(
    ctx: LoweringContext, which: Literal["highest", "lowest"], value: Callable[[Expr], Expr], led_by: Slot, place: int,
    powers: bool = False,
) -> Expr:  # fmt: skip
    """The player whose card has the highest or lowest value; of several, whoever played first, or last if the last of
    equal cards wins.  `powers`: the values are those of the ranking, where a card below 0 cannot win.
    """
    assert ctx.trick is not None and ctx.ranking is not None
    kept, seats = ctx.trick, Const(ctx.layout.players)
    turned: Expr = Get(ctx.layout.turned) if ctx.layout.turned >= 0 else Const(0)

    def seat(turn: Expr) -> Expr:
        on, back = Binary("+", Get(led_by), turn), Binary("+", Binary("-", Get(led_by), turn), seats)
        return Binary("mod", on if turned == Const(0) else If(turned, back, on), seats)

    def played(turn: Expr) -> Expr:
        return Get(kept.played, seat(turn), ctx.layout.players)

    turns = Domain("range", (Const(0), Const(ctx.layout.players - 1)))
    regs, peak = [ctx.unit.register(), ctx.unit.register()], ctx.unit.register()
    there = [Binary(">=", played(Reg(reg)), Const(0)) for reg in regs]
    values = [value(played(Reg(reg))) for reg in regs]
    extreme = Fold("max" if which == "highest" else "min", regs[0], turns, there[0], values[0], place)
    level = s.binary("and", there[1], Binary("=", values[1], Reg(peak)))
    if ctx.ranking.last_wins:
        chosen: Expr = Fold("max", regs[1], turns, level, Reg(regs[1]), place)
        if powers:
            chosen = If(Binary("<", Reg(peak), Const(0)), Fold("first", regs[1], turns, level, None, place), chosen)
    else:
        chosen = Fold("first", regs[1], turns, level, None, place)
    turn = Fold("max", peak, Domain("list", (extreme,)), None, chosen, place)
    return seat(turn)


def _rules(
    ctx: LoweringContext,
    ranks: RankingTables,
    env: Env,
    hand: int,
    trick: int,
    slots: tuple[Slot, Slot, Slot, Slot, Slot, Slot],
) -> TrickRules:
    """What a thinking player may know about the trick."""
    ruler, at = -1, ranked_at(ctx, ranks, env, ctx.unit)
    if len(ranks.keys) == 1:
        value = lower_expr(ctx, ranks.keys[0][0], env, ctx.unit)
        bases = [variable.base for variable in ctx.layout.variables]
        if isinstance(value, Get) and value.index is None and value.base in bases:
            ruler = bases.index(value.base)
    return TrickRules(hand, trick, ranks.groups, ranks.group, ranks.power, at, ruler, *slots)


def _next(ctx: LoweringContext, rest: Expr, at: Expr, place: int) -> Expr:
    """The next of the remaining players, beginning with the player `at`, in the direction of play."""
    on = Fold("first", ctx.unit.register(), Domain("seats", (rest,), at), None, None, place)
    if ctx.layout.turned < 0:
        return on
    seats, steps, found = Const(ctx.layout.players), ctx.unit.register(), ctx.unit.register()

    def back(by: Expr) -> Expr:
        return Binary("mod", Binary("+", Binary("-", at, by), seats), seats)

    last = Domain("range", (Const(0), Const(ctx.layout.players - 1)))
    first = Fold("first", steps, last, Binary("has", rest, back(Reg(steps))), None, place)
    seat = If(Binary("<", Reg(found), Const(0)), Const(NONE), back(Reg(found)))
    return If(Get(ctx.layout.turned), Fold("max", found, Domain("list", (first,)), None, seat, place), on)


def _playable(
    ctx: LoweringContext, st: c.PlayTrick, env: Env, zone: int, player: Expr, suit: Expr, legal: Slot, place: int
) -> tuple[Expr, list[Slot]]:
    """The cards that a player may play.  Each condition narrows them, unless no card would be left.  Also returns what
    each condition would leave.
    """
    cards = ZoneCards(zone, player)
    kept_at: list[Slot] = []
    if not st.follow and not st.narrow:
        return cards, kept_at
    ctx.put(legal, cards, place)
    if st.follow:
        able: Expr = Binary("intersect", Get(legal), suit)
        holds = s.is_nonempty(able)
        if st.exception is not None:
            local, free = st.exception
            reg = ctx.unit.register()
            test = lower_expr(ctx, free, {**env, local: Reg(reg)}, ctx.unit)
            able = Binary("union", able, Fold("set", reg, Domain("mask", (Get(legal),)), test, None, place))
        ctx.put(legal, s.choose(holds, able, Get(legal)), place)
    for local, where in st.narrow:
        reg = ctx.unit.register()
        test = lower_expr(ctx, where, {**env, local: Reg(reg)}, ctx.unit)
        kept, narrowed = ctx.layout.slot(), Fold("set", reg, Domain("mask", (Get(legal),)), test, None, place)
        kept_at.append(kept)
        ctx.put(kept, narrowed, place)
        ctx.put(legal, s.choose(s.is_nonempty(Get(kept)), Get(kept), Get(legal)), place)
    return Get(legal), kept_at


def _play(
    ctx: LoweringContext, st: c.PlayTrick, ranks: RankingTables, env: Env, hand: int, trick: int, player: Slot,
    rest: Slot, suit: Slot, led: Slot, powers: Slot, power: Slot, best: Slot, card: Slot, place: int,
) -> None:  # fmt: skip
    """Write what follows when a card is played: it may open the trick, and it may win so far."""
    lay = ctx.layout
    cards, at = Const(lay.cards), ranked_at(ctx, ranks, env, ctx.unit)
    group, strength = lay.by_card_in_rows(ranks.group), lay.by_card_in_rows(ranks.power)
    row = s.binary("+", s.binary("*", at, Const(ranks.groups)), Get(led))
    opens = (
        SetSlot(led, None, Look(group, s.binary("+", s.binary("*", at, cards), Get(card))), -1, place),
        SetSlot(suit, None, Look(ranks.follow, row), -1, place),
        SetSlot(powers, None, s.binary("*", row, cards), -1, place),
    )
    ctx.code.append(When(Binary("=", Get(power), Const(-2)), opens, (), place))
    reg = ctx.unit.register()
    value: Expr = Look(strength, Binary("+", Get(powers), Get(card)))
    if ctx.noted:
        face = Get(card) if lay.distinct else s.look(lay.tables, lay.table(lay.deck), Get(card))
        value = row_noted(ranks, value, s.binary("+", s.binary("*", at, Const(len(lay.faces))), face))
    ctx.code.append(SetReg(reg, value))
    beats = Binary(">", Reg(reg), Get(power))  # true for the first card: `power` is then -2
    if ranks.last_wins:
        equal = Binary("and", Binary("=", Reg(reg), Get(power)), Binary(">=", Reg(reg), Const(0)))
        beats = Binary("or", beats, equal)
    wins: tuple[SetSlot, ...] = (SetSlot(power, None, Reg(reg), -1, place),)
    if st.award is None:
        wins = (*wins, SetSlot(best, None, Get(player), -1, place))
    if ctx.trick is not None:
        kept = ctx.trick
        led_now = SetSlot(kept.led, None, Get(led), -1, place)
        if st.award is None:
            winner = SetSlot(kept.winner, None, Get(player), -1, place)
            wins = (*wins, winner, SetSlot(kept.card, None, Get(card), -1, place))
        mine = [SetSlot(kept.played + p, None, Get(card), -1, place) for p in range(lay.players)]
        ctx.code.append(led_now)
        for p, one in enumerate(mine):
            ctx.code.append(When(Binary("=", Get(player), Const(p)), (one,), (), place))
    ctx.code.append(When(beats, wins, (), place))
    ctx.code.append(MoveCards(s.single(Get(card)), ZoneRef(hand, Get(player)), ZoneRef(trick, None), place))
    ctx.put(rest, Binary("without", Get(rest), s.single(Get(player))), place)
