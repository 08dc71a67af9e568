"""Makers for statements and their blocks."""

from __future__ import annotations

import dataclasses
from typing import Any, TypeVar

from ...codes.reporting import report
from ...source.span import Span
from .. import nodes as n
from .building import Building, Cite, OptionalPart, ParsedBlock, for_several, parts_by_keyword

C = TypeVar("C", bound=n.Clause)


def line(b: Building, span: Span, statement: C, cite: Cite) -> C:
    """A statement on its own line.  It takes over the line's citation."""
    return statement if cite is None else dataclasses.replace(statement, cite=cite, span=span)


def block(b: Building, span: Span, cite: Cite, *body: n.Stmt) -> ParsedBlock:
    return ParsedBlock(cite, body)


def inline(b: Building, span: Span, statement: n.Stmt, cite: Cite) -> ParsedBlock:
    if cite is not None:
        statement = dataclasses.replace(statement, cite=cite, span=statement.span.to(cite.span))
    return ParsedBlock(None, (statement,))


def add_to(b: Building, span: Span, amount: n.Expr, target: n.Target) -> n.Change:
    return n.Change("add", amount, target, span=span)


def subtract_from(b: Building, span: Span, amount: n.Expr, target: n.Target) -> n.Change:
    return n.Change("subtract", amount, target, span=span)


def target_except(b: Building, span: Span, place: Any, each: n.Owner, but: n.Expr) -> n.Target:
    return n.Target(place, each, but, span=span)


def at_most(b: Building, span: Span) -> bool:
    return True


def deal(
    b: Building,
    span: Span,
    at_most: bool | None,
    amounts: tuple[n.Expr, ...],
    pile: n.Expr,
    target: n.Target,
    start: n.Expr | None,
) -> n.Deal:
    return n.Deal(bool(at_most), amounts, pile, target, start, span=span)


def everyone(b: Building, span: Span) -> None:
    return None


def move_under(b: Building, span: Span, what: n.Expr, target: n.Target) -> n.Move:
    return n.Move(what, target, "bottom", span=span)


def move_between(b: Building, span: Span, what: n.Expr, target: n.Target) -> n.Move:
    return n.Move(what, target, "middle", span=span)


def show(b: Building, span: Span, what: n.Expr, to: n.Expr) -> n.Show:
    return n.Show(what, to, span=span)


def show_everyone(b: Building, span: Span, what: n.Expr, to: None) -> n.Show:
    return n.Show(what, None, span=span)


def call(b: Building, span: Span, name: n.Name, args: tuple[n.Expr, ...] | None) -> n.Call:
    return n.Call(name, args or (), span=span)


def playing(b: Building, span: Span, hand: n.Name, trick: n.Name, leader: n.Expr, *rest: Any) -> n.PlayTrick:
    """A trick on its own line, with its clauses after it or below it."""
    *clauses, cite, under = rest
    below = [part for part in under or () if not isinstance(part, n.CardStep)]
    steps = [part for part in under or () if isinstance(part, n.CardStep)]
    made = play(b, span, hand, trick, leader, *clauses, *below)
    once = parts_by_keyword(b, [OptionalPart(f"{step.when} each card", step, step.span) for step in steps])
    kept = tuple(once[when].value for when in ("before each card", "after each card") if when in once)
    return dataclasses.replace(made, cite=cite, below=len(below), steps=kept)


def before_card(b: Building, span: Span, player: n.Name | None, body: ParsedBlock) -> n.CardStep:
    return n.CardStep("before", None, player, body.body, cite=body.cite, span=span)


def after_card(b: Building, span: Span, card: n.Name | None, player: n.Name | None, body: ParsedBlock) -> n.CardStep:
    return n.CardStep("after", card, player, body.body, cite=body.cite, span=span)


def play(b: Building, span: Span, hand: n.Name, trick: n.Name, leader: n.Expr, *clauses: OptionalPart) -> n.PlayTrick:
    said = parts_by_keyword(b, (clause for clause in clauses if clause.what != "if able"))
    rule = said.get("rule")
    if rule is None:
        b.problems.append(report("E0217", span, help="add `, following suit` or `, any card`"))
    without, taken, player = said.get("without"), said.get("taken by"), said.get("played by")
    winner, award = taken.value if taken else (None, None)
    exception, stand_in = rule.value if rule else None, said.get("playing for")
    return n.PlayTrick(
        hand,
        trick,
        leader,
        without.value if without else None,
        "following suit" if rule and rule.value != "any card" else "any card",
        tuple(clause.value for clause in clauses if clause.what == "if able"),
        winner,
        player.value if player else None,
        exception=exception if isinstance(exception, n.FollowException) else None,
        award=award,
        stand_in=stand_in.value if stand_in else None,
        span=span,
    )


def without(b: Building, span: Span, value: n.Expr) -> OptionalPart:
    return OptionalPart("without", value, span)


def stand_in(b: Building, span: Span, player: n.Expr, absent: n.Expr) -> OptionalPart:
    return OptionalPart("playing for", n.StandIn(player, absent, span=span), span)


def following_suit(b: Building, span: Span, exception: n.FollowException | None) -> OptionalPart:
    return OptionalPart("rule", exception or "following suit", span)


def exception(b: Building, span: Span, name: n.Name, where: n.Expr) -> n.FollowException:
    return n.FollowException(name, where, span=span)


def any_card(b: Building, span: Span) -> OptionalPart:
    return OptionalPart("rule", "any card", span)


def if_able(b: Building, span: Span, name: n.Name, where: n.Expr) -> OptionalPart:
    return OptionalPart("if able", n.Narrow(name, where, span=span), span)


def taken_by(b: Building, span: Span, winner: n.Name, award: n.Award | None) -> OptionalPart:
    return OptionalPart("taken by", (winner, award), span)


def award_by(b: Building, span: Span, which: n.Peak, name: n.Name, value: n.Expr) -> n.Award:
    return n.Award(which, name, value, span=span)


def award_to(b: Building, span: Span, player: n.Expr) -> n.Award:
    return n.Award("who", None, player, span=span)


def played_by(b: Building, span: Span, player: n.Name) -> OptionalPart:
    return OptionalPart("played by", player, span)


def over(b: Building, span: Span, owner: n.Owner, *rest: Any) -> n.Over:
    criteria, tie = rest[:-1], rest[-1]
    return n.Over(owner, criteria, tie, span=span)


def draw(b: Building, span: Span) -> str:
    return "draw"


def shared(b: Building, span: Span) -> str:
    return "shared"


def if_(b: Building, span: Span, condition: n.Expr, then: ParsedBlock, otherwise: ParsedBlock | None) -> n.If:
    return n.If(
        condition,
        then.body,
        otherwise.body if otherwise else None,
        otherwise.cite if otherwise else None,
        cite=then.cite,
        span=span,
    )


def otherwise(b: Building, span: Span, body: ParsedBlock) -> ParsedBlock:
    return body


def otherwise_if(b: Building, span: Span, statement: n.If) -> ParsedBlock:
    return ParsedBlock(None, (statement,))


def repeat(b: Building, span: Span, times: n.Expr | None, until: n.Expr | None, body: ParsedBlock) -> n.Repeat:
    return n.Repeat(times, until, body.body, cite=body.cite, span=span)


def repeat_at_most(
    b: Building, span: Span, times: n.Expr, until: n.Expr, body: ParsedBlock, otherwise: ParsedBlock
) -> n.Repeat:
    return n.Repeat(times, until, body.body, True, otherwise.body, otherwise.cite, cite=body.cite, span=span)


def for_(
    b: Building,
    span: Span,
    some: n.Some,
    start: n.Expr | None,
    where: n.Expr | None,
    until: n.Expr | None,
    body: ParsedBlock,
) -> n.For:
    return n.For(some.name, some.domain, start, where, until, body.body, cite=body.cite, span=span)


def for_each_with(
    b: Building, span: Span, first: n.Some, others: tuple[n.Some, ...], where: n.Expr | None, body: ParsedBlock
) -> n.For:
    return for_several(span, (first, *others), where, body.body, body.cite)


def for_around(
    b: Building, span: Span, name: n.Name, start: n.Expr, times: n.Expr | None, until: n.Expr | None, body: ParsedBlock
) -> n.For:
    return n.For(name, None, start, None, until, body.body, times=times, cite=body.cite, span=span)


def together(b: Building, span: Span, cite: Cite, *choosers: n.Choose | n.For) -> n.Together:
    return n.Together(choosers, cite=cite, span=span)


def choose(b: Building, span: Span, player: n.Expr, cite: Cite, *choices: n.Choice) -> n.Choose:
    return n.Choose(player, choices, cite=cite, span=span)


def choice(
    b: Building,
    span: Span,
    template: n.Template,
    guard: n.Expr | None,
    generators: tuple[tuple[n.Some, ...], n.Expr | None] | None,
    cite: Cite,
    body: tuple[n.Stmt, ...] | None,
) -> n.Choice:
    somes, where = generators or ((), None)
    return n.Choice(template, guard, somes, where, body or (), cite=cite, span=span)


def choice_otherwise(
    b: Building,
    span: Span,
    template: n.Template,
    generators: tuple[tuple[n.Some, ...], n.Expr | None] | None,
    cite: Cite,
    body: tuple[n.Stmt, ...] | None,
) -> n.Choice:
    somes, where = generators or ((), None)
    return n.Choice(template, None, somes, where, body or (), True, cite=cite, span=span)


def generators(
    b: Building, span: Span, somes: tuple[n.Some, ...], where: n.Expr | None
) -> tuple[tuple[n.Some, ...], n.Expr | None]:
    return somes, where
