"""The game as a whole: its table, its cards and names, its rules, and what people see and read of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ..source.frozen import Frozen, frozen
from ..source.span import Span
from ..syntax import nodes as n
from .cards import DeckRule, RankingRule
from .code import (
    After,
    DefineSymbol,
    Expr,
    LocalSymbol,
    OptionSymbol,
    PhaseSymbol,
    Stmt,
    ValuesSymbol,
    VariableSymbol,
    ZoneSymbol,
)
from .examples import ExampleRule

LANGUAGE = 1
"""The version of the rule language."""


@frozen
class IncidentRule(Frozen):
    """An incident.  `players` are the players whom it can concern; `player` is the name of the one it concerns.

    Both are None if the incident concerns no particular player."""

    title: str
    player: LocalSymbol | None
    players: Expr | None
    start: PhaseSymbol
    until: PhaseSymbol | None
    body: tuple[Stmt, ...]
    span: Span


@frozen
class WrittenLine(Frozen):
    """A line of what everybody sees written on the table: its words, the values between them, and when it is there.

    With `owners`, players or teams, the line is written beside each of them for whom `where` holds; `owner` names one
    of them in `where` and in the values.  A line is left out while one of its values is none."""

    texts: tuple[str, ...]
    holes: tuple[Expr, ...]
    condition: Expr | None
    owner: LocalSymbol | None
    owners: Expr | None
    where: Expr | None
    span: Span

    @property
    def expressions(self) -> tuple[Expr, ...]:
        """Its expressions in the order in which they are worked out."""
        return tuple(e for e in (self.condition, self.owners, self.where) if e is not None) + self.holes


@frozen
class GameNames(Frozen):
    """What people read in place of the names in the rule file."""

    suits: tuple[tuple[int, str], ...] = ()
    ranks: tuple[tuple[int, str], ...] = ()
    faces: tuple[tuple[tuple[int, int], str], ...] = ()
    """By rank and suit; (-1, -1) for the joker."""
    words: tuple[tuple[str, str], ...] = ()
    """By the word of a kind."""


UNNAMED = GameNames()
"""In a game that gives no names."""


@dataclass(frozen=True, eq=False)
class CheckedGame:
    """A checked game.  Lowering accepts only a game without errors.  It equals only itself, so it can be a key."""

    title: str
    name: str
    language: int
    players: tuple[int, int, int]
    """The smallest, the largest and the usual number of players."""
    partners: bool
    """Whether there are partners for at least one number of players."""
    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    deck: DeckRule
    options: tuple[OptionSymbol, ...]
    requirements: tuple[tuple[Expr, str], ...]
    presets: tuple[tuple[str, tuple[tuple[OptionSymbol, int], ...]], ...]
    zones: tuple[ZoneSymbol, ...]
    variables: tuple[VariableSymbol, ...]
    ranking: RankingRule | None
    defines: tuple[DefineSymbol, ...]
    phases: tuple[PhaseSymbol, ...]
    main: PhaseSymbol
    incidents: tuple[IncidentRule, ...]
    always: tuple[After, ...]
    tree: n.RuleFile = field(repr=False)
    values: tuple[ValuesSymbol, ...] = ()
    counts: tuple[int, ...] = ()
    """The possible numbers of players, ascending."""
    paired: tuple[int, ...] = ()
    """The numbers of players with which there are partners.  With any other number each player is a team of one."""
    counterclockwise: bool = False
    """Whether play goes counterclockwise.

    Seats are numbered in the order of play, so the next player then sits to the right."""
    written: tuple[WrittenLine, ...] = ()
    """What is written on the table."""
    names: GameNames = UNNAMED
    """What people read in place of the names in the rule file."""
    examples: tuple[ExampleRule, ...] = ()

    @cached_property
    def fingerprint(self) -> str:
        """The identity of the rules: the versioned hash of their meaning."""
        return self._fingerprints[0]

    @cached_property
    def _fingerprints(self) -> tuple[str, Mapping[str, str]]:
        from ..provenance.fingerprints import fingerprints

        return fingerprints(self.tree)

    @cached_property
    def former_fingerprint(self) -> str:
        """The identity that these rules had in version 1."""
        from ..provenance.former import fingerprint

        return fingerprint(self.tree)

    @cached_property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """The name of each part of the rules, and the hash of its meaning."""
        return tuple(self._fingerprints[1].items())

    @property
    def afters(self) -> tuple[After, ...]:
        """The checks after phases."""
        return tuple(after for phase in (self.main, *self.phases) for after in phase.afters)

    def teams(self, players: int) -> int:
        """The number of teams that this many players form; 0 in a game without partners."""
        return 0 if not self.partners else players // 2 if players in self.paired else players

    @property
    def first_zone(self) -> ZoneSymbol | None:
        """The zone that holds all cards at the start: the first shared pile, or else the first shared zone."""
        shared = [zone for zone in self.zones if zone.owner is None and not zone.places]
        return next((zone for zone in shared if zone.ordered), shared[0] if shared else None)
