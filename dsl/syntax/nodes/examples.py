"""Examples: what the rules come to in a case that is written out."""

from __future__ import annotations

from ...source.frozen import frozen
from .base import Clause, Name
from .expressions import Expr
from .statements import Stmt, Template


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
class Answered(Clause):
    """`"play K♣"`, in an example: what the player who is asked answers"""

    answer: Template


@frozen
class WholeGame(Clause):
    """`play the game`, in an example: `main` runs from its first line"""


@frozen
class ExpectOver(Clause):
    """`expect game over, won by p.team`, in an example"""

    winner: Expr | None


ExampleLine = Stmt | Expect | ExpectAnswer | Answered | WholeGame | ExpectOver


@frozen
class Example(Clause):
    """`example "five tricks alone count four" by p with 4 players` and its block: statements and expectations"""

    title: str | None
    player: Name | None
    players: int | None
    body: tuple[ExampleLine, ...]
