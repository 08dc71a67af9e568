"""Examples: what the rules come to in a case that is written out."""

from __future__ import annotations

from ...source.frozen import frozen
from .base import Clause, Name
from .expressions import Expr
from .statements import Stmt, Target, Template


@frozen
class Expect(Clause):
    """`expect p.points = 4`, in an example"""

    condition: Expr


@frozen
class ExpectAnswer(Clause):
    """`expect "pass"`, `expect not "bid 1"`, in an example: whether the player who is asked may give this answer"""

    answer: Template
    negated: bool = False


@frozen
class Dealt(Clause):
    """`deal {K of spades, A of hearts} to p.hand`, in an example: what comes there after the next shuffle"""

    cards: Expr
    target: Target


@frozen
class ExpectTurn(Clause):
    """`expect p.left to play`, in an example: who is asked"""

    player: Expr


@frozen
class ExpectSight(Clause):
    """`expect p to see p.hand`, `expect p.left not to see p.hand`, `expect everyone to see pile`, `expect no one to
    see stock`, in an example: who sees the faces of the cards in a place"""

    player: Expr | None
    """None: every player."""
    target: Target
    negated: bool = False


@frozen
class Answered(Clause):
    """`"play K♣"`, in an example: what the player who is asked answers"""

    answer: Template


@frozen
class WholeGame(Clause):
    """`play the game`, in an example: `main` runs from its first line"""


@frozen
class ExpectOver(Clause):
    """`expect game over, won by p.team`, `expect game over, a draw`, in an example"""

    winner: Expr | None
    draw: bool = False


ExampleLine = Stmt | Expect | ExpectAnswer | Answered | Dealt | ExpectTurn | ExpectSight | WholeGame | ExpectOver


@frozen
class Example(Clause):
    """`example "five tricks alone count four" by p with 4 players` and its block: statements and expectations"""

    title: str | None
    player: Name | None
    players: int | None
    body: tuple[ExampleLine, ...]
