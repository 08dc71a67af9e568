"""Examples: statements from an empty table, and what must then hold."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager

from ..checked import (
    CallPhase,
    DefineSymbol,
    ExampleAnswer,
    ExampleDeal,
    ExampleRule,
    Expected,
    ExpectedEnd,
    ExpectedSight,
    ExpectedTurn,
    Expr,
    Lit,
    LocalRef,
    Move,
    Op,
    OptionSymbol,
    PhaseSymbol,
    Stmt,
    Symbol,
    VariableSymbol,
)
from ..syntax import nodes as n
from ..traversal import inside
from ..types import CARDS, PLAYER
from .context import ResolveContext, listed_counts
from .expressions import condition, expression, expression_of_type
from .fit import as_set, coerce
from .options import option_value
from .places import target_zone
from .statements import sequence

_NOTICED = ("used", "written", "ordered", "shuffled", "entered", "left")
"""What a symbol knows of its uses.  A use in an example is none: it plays no part in the game."""


def example_rules(ctx: ResolveContext, nodes: Iterable[n.Example], main: PhaseSymbol | None) -> tuple[ExampleRule, ...]:
    """The examples of a game.  `main`: the whole game."""
    with _unnoticed(ctx):
        return tuple(_example(ctx, node, main) for node in nodes)


def _example(ctx: ResolveContext, node: n.Example, main: PhaseSymbol | None) -> ExampleRule:
    settings: list[tuple[OptionSymbol, int]] = []
    body: list[Stmt | Expected | ExpectedSight | ExampleDeal] = []
    end: ExpectedEnd | None = None
    answers: list[ExampleAnswer | ExpectedTurn] = []
    with ctx.fresh(), ctx.block():
        if node.players is not None and node.players not in ctx.counts:
            ctx.report("E0436", node.span, number=node.players, help=f"there are {listed_counts(ctx.counts)} players")
        player = ctx.bind(node.player, PLAYER) if node.player is not None else None
        for line in node.body:
            match line:
                case n.Expect():
                    body.append(_expected(ctx, line))
                case n.ExpectAnswer(answer, negated):
                    answers.append(ExampleAnswer(_label(answer), "refused" if negated else "offered", line.span))
                case n.WholeGame():
                    if main is not None:
                        body.append(CallPhase(main, (), span=line.span))
                case n.ExpectOver(winner, draw):
                    end = ExpectedEnd(_winner(ctx, winner), draw, line.span)
                case n.ExpectTurn():
                    answers.append(_turn(ctx, line))
                case n.ExpectSight():
                    body.extend(_sight(ctx, line, len(answers)))
                case n.Dealt():
                    moved = sequence(ctx, (n.Move(line.cards, line.target, cite=line.cite, span=line.span),), 0)
                    body.extend(ExampleDeal(one.what, one.target, line.span) for one in moved if isinstance(one, Move))
                case n.Answered(answer):
                    answers.append(ExampleAnswer(_label(answer), "given", line.span))
                case n.Set() if (option := _option(ctx, line)) is not None:
                    value = option_value(ctx, option, line.value) if isinstance(line.value, n.Value) else None
                    if value is not None:
                        settings.append((option, value))
                    elif not isinstance(line.value, n.Value):
                        found = expression(ctx, line.value).type.phrase
                        ctx.report(
                            "E0401", line.value.span, wanted="a value of the option as it is declared", found=found
                        )
                case _:
                    body.extend(sequence(ctx, (line,), 0))
        for local in ctx.scopes[-1].values():
            local.used = True
    return ExampleRule(node.title, player, node.players, tuple(settings), tuple(body), end, tuple(answers), node.span)


def _expected(ctx: ResolveContext, node: n.Expect) -> Expected:
    test = condition(ctx, node.condition)
    number = None
    match node.condition:
        case n.Binary("=" | "<" | "<=" | ">" | ">=", left):
            value = expression(ctx, left)
            number = value if value.type.kind == "number" else None
        case _:
            pass
    return Expected(test, number, node.span)


def _turn(ctx: ResolveContext, node: n.ExpectTurn) -> ExpectedTurn:
    """Whose turn it is.  The player is known from the beginning, so it may depend on no value that changes."""
    player = expression_of_type(ctx, node.player, PLAYER)
    if not all(isinstance(part, LocalRef | Lit | Op) for part in inside(player)):
        wanted = "a player counted from the one whom the example names (`p.left`)"
        ctx.report("E0401", player.span, wanted=wanted, found="one who may change")
    return ExpectedTurn(player, node.span)


def _sight(ctx: ResolveContext, node: n.ExpectSight, answered: int) -> Iterator[ExpectedSight]:
    player = expression_of_type(ctx, node.player, PLAYER) if node.player is not None else None
    if _names_cards(ctx, node.target):
        cards = coerce(ctx, as_set(expression(ctx, node.target.place)), CARDS)
        yield ExpectedSight(player, cards, not node.negated, answered, node.span)
        return
    place = target_zone(ctx, node.target)
    if place is None:
        return
    if place.each or not isinstance(place.place, Lit | None):
        wanted = "a zone that all share, or that of one player or team, or one place of it, by its number"
        ctx.report("E0401", node.target.span, wanted=wanted, found="a place that may change, or several")
        return
    yield ExpectedSight(player, place, not node.negated, answered, node.span)


def _names_cards(ctx: ResolveContext, target: n.Target) -> bool:
    """Whether a line says who sees a card or cards that have a name, and not those of a zone."""
    path = target.place
    if target.each is not None or isinstance(path, n.Apply):
        return False
    if isinstance(path, n.Ref) and ctx.local(path.name) is not None:
        return True
    name = path.name if isinstance(path, n.Ref) else path.name.text
    return isinstance(ctx.names.get(name), VariableSymbol | DefineSymbol)


def _winner(ctx: ResolveContext, node: n.Expr | None) -> Expr | None:
    winner = expression(ctx, node) if node is not None else None
    kind = (winner.type.element or winner.type).kind if winner is not None else "unknown"
    if winner is not None and kind not in ("player", "team", "unknown"):
        ctx.report("E0401", winner.span, wanted="a player or a team", found=winner.type.phrase)
        return None
    return winner


def _label(answer: n.Template) -> str:
    """An answer as it is written.  Nothing stands in braces: an example names the cards and the numbers."""
    names = (*(f"{{{hole.text}}}" for hole in answer.holes), "")
    return "".join(piece for pair in zip(answer.texts, names, strict=True) for piece in pair)


def _option(ctx: ResolveContext, node: n.Set) -> OptionSymbol | None:
    """The option that a line sets, if it does."""
    target = node.targets[0].place if len(node.targets) == 1 else None
    symbol = ctx.names.get(target.name) if isinstance(target, n.Ref) else None
    return symbol if isinstance(symbol, OptionSymbol) else None


@contextmanager
def _unnoticed(ctx: ResolveContext) -> Generator[None]:
    """A context in which names can be looked up without a trace: at its end the symbols are as they were before."""
    symbols: list[Symbol] = list({*ctx.names.values(), *ctx.values.values(), *ctx.shapes.values()})
    before = [{name: getattr(symbol, name) for name in _NOTICED if hasattr(symbol, name)} for symbol in symbols]
    try:
        yield
    finally:
        for symbol, state in zip(symbols, before, strict=True):
            for name, value in state.items():
                setattr(symbol, name, value)
