"""What a scripted game says, whichever form it was written in.

A `Script` is one file: several `ScriptedGame`s, each with what is agreed beforehand and a list of steps.  A step is a
fact about chance (`FirstFact`, `RandomFact`, `DealtCards`, `Pile`), something somebody does (`Answer`, `Trick`,
`IncidentStep`), something that must be so (`Expectation`s and `AfterPhase`), where a game begins (`StartPosition`), or
what might have been (`SideLine`).  Nothing here knows a ruleset: cards, players and values are kept as written
(`SpannedText`), with their places, and get their meaning when the game is replayed.

Places take no part in equality: two scripts that say the same are equal, in text or in JSON.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ...dsl.source.span import NOWHERE, Source, Span

VERSION = 1
"""The version of the notation this module holds."""


class SpannedText:
    """A word or a few as the author wrote them, and where.

    Most of what is read is never asked for its place, so `span` is only made when it is."""

    __slots__ = "_end", "_source", "_start", "text"

    def __init__(self, text: str, span: Span = NOWHERE) -> None:
        self.text = text
        self._source, self._start, self._end = span.source, span.start, span.end

    @classmethod
    def at(cls, text: str, source: Source, start: int, end: int) -> SpannedText:
        """The same as with a span from `start` to `end`, which need not be made."""
        said = cls.__new__(cls)
        said.text, said._source, said._start, said._end = text, source, start, end
        return said

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self._source, self._start, self._end)

    def saying(self, text: str) -> SpannedText:
        """Other words at the same place."""
        return SpannedText.at(text, self._source, self._start, self._end)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SpannedText) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"SpannedText({self.text!r})"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptNode:
    """Anything that stands on a line of its own.  `comment` is what follows `#` on that line."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)
    comment: str = ""


# --------------------------------------------------------------------------------------------------- facts of chance


@dataclass(frozen=True, slots=True)
class FirstFact(ScriptNode):
    """`first dealer A`: what chance gives when the rules ask it for `name`."""

    name: SpannedText
    value: SpannedText


@dataclass(frozen=True, slots=True)
class RandomFact(ScriptNode):
    """`random: 7♥`: what chance gives next when the rules ask it for a random card or player for no variable."""

    value: SpannedText


@dataclass(frozen=True, slots=True)
class DealtCards(ScriptNode):
    """`hand A: 4♠ 8♦ ??`, `deal turned: J♠`: the cards a zone gets from a pile, in the order they come."""

    zone: SpannedText
    owner: SpannedText | None
    cards: tuple[SpannedText, ...]


@dataclass(frozen=True, slots=True)
class Pile(ScriptNode):
    """`pile stock: 4♥ 5♠`: the next cards of a pile, top first."""

    zone: SpannedText
    owner: SpannedText | None
    cards: tuple[SpannedText, ...]


# --------------------------------------------------------------------------------------------------- what people do


@dataclass(frozen=True, slots=True)
class Answer(ScriptNode):
    """`B: lay 2♣, draws 4♥`: what a player chooses, and the cards this brings him from a pile."""

    actor: SpannedText
    text: SpannedText
    draws: tuple[SpannedText, ...] = ()


@dataclass(frozen=True, slots=True)
class CardPlay:
    """`B A♣` in a trick."""

    actor: SpannedText
    card: SpannedText


@dataclass(frozen=True, slots=True)
class Trick(ScriptNode):
    """`trick: B A♣, C 3♣, D 3♠, A 7♣, won by B`"""

    plays: tuple[CardPlay, ...]
    winner: SpannedText | None = None


@dataclass(frozen=True, slots=True)
class IncidentStep(ScriptNode):
    """`table: misdeal`, `table: revoke by B`: something that happened at the table, and perhaps whose it was."""

    title: SpannedText
    by: SpannedText | None = None


# --------------------------------------------------------------------------------------------------- what must be so


@dataclass(frozen=True, slots=True)
class OwnerValue:
    """`A 2`, or `B` alone: whose, and what it is."""

    owner: SpannedText | None
    value: SpannedText


@dataclass(frozen=True, slots=True)
class Holds(ScriptNode):
    """`expect points: A 0, B 2`, `expect dealer: B`, `expect laid of C: 5♠ 6♦`: a variable or a zone."""

    name: SpannedText
    entries: tuple[OwnerValue, ...]


@dataclass(frozen=True, slots=True)
class TurnExpectation(ScriptNode):
    """`expect turn B`"""

    player: SpannedText


@dataclass(frozen=True, slots=True)
class GameOverExpectation(ScriptNode):
    """`expect game over, won by A`; winners None when it is not said who, empty for a draw."""

    winners: tuple[SpannedText, ...] | None = None


@dataclass(frozen=True, slots=True)
class Allowed(ScriptNode):
    """`expect illegal B: throw down`, `expect legal B: lay nothing`"""

    legal: bool
    actor: SpannedText
    text: SpannedText


@dataclass(frozen=True, slots=True)
class TookTrick(ScriptNode):
    """`expect trick won by B`: the last trick that was taken."""

    player: SpannedText


@dataclass(frozen=True, slots=True)
class Note(ScriptNode):
    """A comment on a line of its own."""

    text: str


Expectation = Holds | TurnExpectation | GameOverExpectation | Allowed | TookTrick


@dataclass(frozen=True, slots=True)
class AfterPhase(ScriptNode):
    """`after score_deal` and the indented lines below: what was so when that phase last ended."""

    phase: SpannedText
    expects: tuple[Holds | Note, ...]


@dataclass(frozen=True, slots=True)
class StartPosition(ScriptNode):
    """`position play_hand`, `turn C` and the indented lines below: where a game that begins in the middle stands.

    `given` says who has to choose (at most once), what variables and zones hold, and what was played to the trick that
    is under way (at most once, without a winner)."""

    phase: SpannedText
    given: tuple[Holds | TurnExpectation | Trick | Note, ...]

    @property
    def trick(self) -> Trick | None:
        """The trick that is under way."""
        return next((one for one in self.given if isinstance(one, Trick)), None)


@dataclass(frozen=True, slots=True)
class SideLine(ScriptNode):
    """`what if "he ruffs"` and the indented lines below: played from here and checked, then all is as it was."""

    title: SpannedText | None
    steps: tuple[Step, ...]


Fact = FirstFact | RandomFact | DealtCards | Pile
Action = Answer | Trick | IncidentStep
Step = Fact | Action | Expectation | AfterPhase | StartPosition | SideLine | Note
DEEPEST = 8
"""Side lines within side lines."""


# -------------------------------------------------------------------------------------------------------- the whole


@dataclass(frozen=True, slots=True)
class OptionSetting:
    """`option target 100`: a number, a flag or a word."""

    name: SpannedText
    value: SpannedText


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedGame(ScriptNode):
    """One game: what is agreed beforehand, then step by step.

    `ruleset` is the name of a ruleset or the path of a rule file relative to the script; `fingerprint` the hash of
    the rules the game was recorded under, `parts` that of each part of them; `notes` the comments in its head.
    """

    ruleset: SpannedText
    variants: tuple[SpannedText, ...] = ()
    """Laid over the ruleset, in this order; each is named as a ruleset is."""
    preset: SpannedText | None = None
    """The title of the preset that `options` stand over."""
    title: SpannedText | None = None
    language: int | None = None
    fingerprint: SpannedText | None = None
    parts: tuple[OptionSetting, ...] = ()
    options: tuple[OptionSetting, ...] = ()
    players: tuple[SpannedText, ...] = ()
    seats: tuple[SpannedText, ...] = ()
    """Who plays each seat: a person, or a kind of player that is a program."""
    seed: int | None = None
    notes: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    unplaced: Source | None = field(default=None, compare=False, repr=False)
    """The text of a game whose parts do not know where in it they stand, see `repeated.py`."""

    def normal(self) -> ScriptedGame:
        """The same game with its comments where the text form keeps them: without a head, they are the first steps."""
        headed = self.title or self.language is not None or self.fingerprint or self.parts or self.options
        headed = headed or self.variants or self.preset or self.players or self.seats
        if headed or self.seed is not None or not self.notes:
            return self
        return replace(self, notes=(), steps=(*(Note(note) for note in self.notes), *self.steps))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats, clockwise; empty if the script does not name them."""
        return tuple(player.text for player in self.players)


@dataclass(frozen=True, slots=True)
class Script:
    """One file.  `end` is the place behind its last character, for what is missing."""

    games: tuple[ScriptedGame, ...]
    end: Span = field(default=NOWHERE, compare=False, repr=False)
