"""Statements: what is done, one after another."""

from __future__ import annotations

from typing import Literal

from ...source.frozen import frozen
from .base import Citation, Clause, Name, Node, Owner
from .expressions import Apply, Attribute, Domain, Expr, Ref, Some


@frozen
class Target(Node):
    """`points of each team`, `points of each player except p`, `p.hand`, `p.row(3)`: what a statement changes."""

    place: Ref | Attribute | Apply
    each: Owner | None = None
    but: Expr | None = None
    """The excepted owners: a player or a team, or a set of them."""

    form = "{place}[ of each {each}][ except {but:SUM}]"


@frozen
class Let(Clause):
    """`let upcard be top of turned`"""

    name: Name
    value: Expr

    form = "let {name} be {value}"


@frozen
class Set(Clause):
    """`set turn, idle to 0`"""

    targets: tuple[Target, ...]
    value: Expr

    form = "set {targets} to {value}"


@frozen
class Change(Clause):
    """`add 1 to winner.tricks`, `subtract n from side.points`"""

    sign: Literal["add", "subtract"]
    amount: Expr
    target: Target


@frozen
class Gather(Clause):
    """`gather every card into stock`"""

    zone: Ref | Attribute

    form = "gather every card into {zone}"


@frozen
class GatherInOrder(Clause):
    """`gather every card into stock in the order they lie`: pile upon pile."""

    zone: Ref | Attribute

    form = "gather every card into {zone} in the order they lie"


@frozen
class GatherShuffled(Clause):
    """`shuffle every card into stock`: all are gathered there and shuffled."""

    zone: Ref | Attribute

    form = "shuffle every card into {zone}"


@frozen
class Shuffle(Clause):
    """`shuffle stock`"""

    zone: Ref | Attribute

    form = "shuffle {zone}"


@frozen
class Cut(Clause):
    """`cut stock`: a random number of cards from the top of the pile go to its bottom."""

    zone: Ref | Attribute

    form = "cut {zone}"


@frozen
class Deal(Clause):
    """`deal 2, 3, 2, 2 from stock to hand of each player from dealer.left`"""

    at_most: bool
    amounts: tuple[Expr, ...]
    pile: Expr
    target: Target
    start: Expr | None


@frozen
class Move(Clause):
    """`move cs to p.laid`, `move top of hand to bottom of stock`, `move c to the middle of stock`"""

    what: Expr
    target: Target
    end: Literal["bottom", "middle"] | None = None
    """Where in a pile the cards go; None: on top."""


@frozen
class Show(Clause):
    """`show bottom of stock to everyone` (None), `show c to p`"""

    what: Expr
    to: Expr | None


@frozen
class Call(Clause):
    """`make(p, s)`, `deal_hand`"""

    name: Name
    args: tuple[Expr, ...]


@frozen
class Nothing(Clause):
    """`nothing`"""

    form = "nothing"


@frozen
class Stop(Clause):
    """`stop`: leave the innermost loop."""

    form = "stop"


@frozen
class Again(Clause):
    """`start deal_hand again`"""

    phase: Name

    form = "start {phase} again"


@frozen
class TurnedRound(Clause):
    """`play the other way round`"""

    form = "play the other way round"


@frozen
class Narrow(Node):
    """`if able c where C`: of the cards a player could play, only those for which C holds, if there are any."""

    name: Name
    where: Expr


@frozen
class FollowException(Node):
    """`or c where C`: cards that a player may play although he could follow suit."""

    name: Name
    where: Expr


@frozen
class Award(Node):
    """`with the highest c by V`, `who is P`: which player takes the trick, instead of what the ranking says."""

    which: Literal["highest", "lowest", "who"]
    name: Name | None
    """The name that the value uses for a card of the trick; None after `who is`."""
    value: Expr


@frozen
class StandIn(Node):
    """`with declarer playing for dummy`: who chooses the cards of another player."""

    player: Expr
    absent: Expr


@frozen
class CardStep(Clause):
    """`before each card by p`, `after each card c by p`: what is done at each card of a trick.  The names may be left
    out.
    """

    when: Literal["before", "after"]
    card: Name | None
    player: Name | None
    body: tuple[Stmt, ...]


@frozen
class PlayTrick(Clause):
    """`play trick from hand to trick, led by leader, without sitting_out, following suit, taken by winner`"""

    hand: Name
    trick: Name
    leader: Expr
    without: Expr | None
    rule: Literal["following suit", "any card"]
    narrow: tuple[Narrow, ...]
    winner: Name | None
    player: Name | None = None
    """The name that the conditions use for the player whose turn it is."""
    below: int = 0
    """The number of clauses after the leader that have lines of their own."""
    exception: FollowException | None = None
    award: Award | None = None
    steps: tuple[CardStep, ...] = ()
    """At most one `before` and one `after`, in this order."""
    stand_in: StandIn | None = None


@frozen
class Criterion(Node):
    """`lowest last_hit`"""

    which: Literal["highest", "lowest"]
    measure: Name


@frozen
class Over(Clause):
    """`game over, won by the player with lowest points, then lowest last_hit, otherwise shared`"""

    owner: Owner
    criteria: tuple[Criterion, ...]
    tie: Literal["draw", "shared"] | None


@frozen
class If(Clause):
    """`if C: statement`, or a block; `otherwise` may be another `if`."""

    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] | None
    otherwise_cite: Citation | None = None
    """The citation on the line of the `otherwise` block."""


@frozen
class Repeat(Clause):
    """`repeat 5 times`, `repeat until C`, `repeat at most 10 times until C` … `otherwise`"""

    times: Expr | None
    until: Expr | None
    body: tuple[Stmt, ...]
    at_most: bool = False
    otherwise: tuple[Stmt, ...] | None = None
    otherwise_cite: Citation | None = None
    """The citation on the line of the `otherwise` block."""


@frozen
class For(Clause):
    """`for p in players from dealer.left where C until D`; `for p around the table from q, 4 times` goes round, and
    without end if no `times` are given;
    `for c in p.hand, d in q.hand where C`."""

    name: Name
    domain: Domain | None
    """None for `around the table`."""
    start: Expr | None
    where: Expr | None
    until: Expr | None
    body: tuple[Stmt, ...]
    more: bool = False
    """Whether another name follows after a comma: `body` is then the `for` of that name."""
    times: Expr | None = None
    """For `around the table`: the number of rounds, at most."""


@frozen
class Template(Node):
    """`"bid {n} {s} alone"`: `texts` are the pieces around the `holes`, one more than they."""

    texts: tuple[str, ...]
    holes: tuple[Name, ...]


@frozen
class Choice(Clause):
    """`"play {cs}" for cs in 1 or more cards of p.hand where C` or `"pass" if C`, and what follows from it."""

    template: Template
    guard: Expr | None
    generators: tuple[Some, ...]
    where: Expr | None
    body: tuple[Stmt, ...]
    otherwise: bool = False
    """Whether it is offered only if no other answer is."""


@frozen
class Choose(Clause):
    """`p chooses`"""

    player: Expr
    choices: tuple[Choice, ...]


@frozen
class Together(Clause):
    """`in secret together`: choices kept hidden until all are made."""

    choosers: tuple[Choose | For, ...]


Stmt = (
    Let | Set | Change | Gather | GatherInOrder | GatherShuffled | Shuffle | Cut | Deal | Move | Show | Call | Nothing
    | Stop | Again | TurnedRound | PlayTrick | Over | If | Repeat | For | Choose | Together
)  # fmt: skip
