"""The examples of the author: what is done in each, and what must then hold."""

from __future__ import annotations

from typing import Literal

from ..source.frozen import Frozen, frozen
from ..source.span import Span
from .code import Expr, LocalSymbol, OptionSymbol, Stmt, ZonePlace


@frozen
class Expected(Frozen):
    """What an example expects: the condition, and perhaps the number that it compares, to be told if it fails."""

    condition: Expr
    number: Expr | None
    span: Span


@frozen
class ExampleAnswer(Frozen):
    """What an example says of the next question: an answer that is given there, that may be given, or may not."""

    label: str
    what: Literal["given", "offered", "refused"]
    span: Span


@frozen
class ExpectedTurn(Frozen):
    """Who an example says is asked next."""

    player: Expr
    span: Span


@frozen
class ExpectedSight(Frozen):
    """Who an example says sees the faces of the cards in a place, or some cards wherever they lie, or does not."""

    player: Expr | None
    """None: every player."""
    what: ZonePlace | Expr
    seen: bool
    answered: int
    """How many answers and turns the example has above it: the line may be about a question that is open then."""
    span: Span


@frozen
class ExampleDeal(Frozen):
    """Cards that an example says come to a place after the next shuffle."""

    cards: Expr
    target: ZonePlace
    span: Span


@frozen
class ExpectedEnd(Frozen):
    """That the game is over, and perhaps who has won it, or that nobody has."""

    winner: Expr | None
    draw: bool
    span: Span


@frozen
class ExampleRule(Frozen):
    """An example of the author: statements from an empty table, and what must then hold."""

    title: str | None
    player: LocalSymbol | None
    """The name of the player in the first seat."""
    players: int | None
    settings: tuple[tuple[OptionSymbol, int], ...]
    body: tuple[Stmt | Expected | ExpectedSight | ExampleDeal, ...]
    end: ExpectedEnd | None
    answers: tuple[ExampleAnswer | ExpectedTurn, ...]
    span: Span
