"""The model of a scripted game, independent of the form in which it was written.

A `Script` is one file: several `ScriptedGame`s, each with a header and a list of steps.  A step is a fact about chance
(`FirstFact`, `RandomFact`, `DealtCards`, `Pile`), an action (`Answer`, `Trick`, `IncidentStep`), something that must
hold (`Expectation`s and `AfterPhase`), the position where a game begins (`StartPosition`), or a variation (`SideLine`).
The model knows no ruleset: cards, players and values are kept as written (`SpannedText`), with their places, and get
their meaning when the game is replayed.

Places are not compared: two scripts with the same content are equal, also if one is text and the other JSON.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ...dsl.source.span import NOWHERE, Source, Span

VERSION = 1
"""The version of the notation that this module describes."""


class SpannedText:
    """A word or a few words as the author wrote them, and their place.

    Most places are never needed, so `span` is made only when it is read.
    """

    __slots__ = "_end", "_source", "_start", "text"

    def __init__(self, text: str, span: Span = NOWHERE) -> None:
        self.text = text
        self._source, self._start, self._end = span.source, span.start, span.end

    @classmethod
    def at(cls, text: str, source: Source, start: int, end: int) -> SpannedText:
        """The same as with a span from `start` to `end`; the span itself is made only when it is needed."""
        said = cls.__new__(cls)
        said.text, said._source, said._start, said._end = text, source, start, end
        return said

    @property
    def span(self) -> Span:
        """The place of the words."""
        return Span(self._source, self._start, self._end)

    def with_text(self, text: str) -> SpannedText:
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
    """Anything on a line of its own.  `comment` is the text after `#` on that line."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)
    comment: str = ""


# --------------------------------------------------------------------------------------------------- facts of chance


@dataclass(frozen=True, slots=True)
class FirstFact(ScriptNode):
    """`first dealer A`: what chance gives when the rules draw a value for the variable `name`."""

    name: SpannedText
    value: SpannedText


@dataclass(frozen=True, slots=True)
class RandomFact(ScriptNode):
    """`random: 7♥`: what chance gives when the rules next draw a random card or player for no variable."""

    value: SpannedText


@dataclass(frozen=True, slots=True)
class DealtCards(ScriptNode):
    """`hand A: 4♠ 8♦ ??`, `deal turned: J♠`: the cards that a zone gets from a pile, in this order."""

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
    """`B: lay 2♣, draws 4♥`: what a player chooses, and the cards that the player gets from a pile as a result."""

    actor: SpannedText
    text: SpannedText
    draws: tuple[SpannedText, ...] = ()


@dataclass(frozen=True, slots=True)
class CardPlay:
    """One card in a trick: `B A♣`."""

    actor: SpannedText
    card: SpannedText


@dataclass(frozen=True, slots=True)
class Trick(ScriptNode):
    """`trick: B A♣, C 3♣, D 3♠, A 7♣, won by B`"""

    plays: tuple[CardPlay, ...]
    winner: SpannedText | None = None


@dataclass(frozen=True, slots=True)
class IncidentStep(ScriptNode):
    """`table: misdeal`, `table: revoke by B`: something that happened at the table, and perhaps the player it is
    about.
    """

    title: SpannedText
    by: SpannedText | None = None


# --------------------------------------------------------------------------------------------------- what must be so


@dataclass(frozen=True, slots=True)
class OwnerValue:
    """`A 2`, or `B` alone: an owner, and a value."""

    owner: SpannedText | None
    value: SpannedText


@dataclass(frozen=True, slots=True)
class ValueExpectation(ScriptNode):
    """`expect points: A 0, B 2`, `expect dealer: B`, `expect laid of C: 5♠ 6♦`: a variable or a zone."""

    name: SpannedText
    entries: tuple[OwnerValue, ...]


@dataclass(frozen=True, slots=True)
class SettlementExpectation(ScriptNode):
    """`expect settlement points: A and C +4, B and D 0`: what the last deal that was settled has brought."""

    name: SpannedText
    entries: tuple[OwnerValue, ...]


@dataclass(frozen=True, slots=True)
class TurnExpectation(ScriptNode):
    """`expect turn B`"""

    player: SpannedText


@dataclass(frozen=True, slots=True)
class GameOverExpectation(ScriptNode):
    """`expect game over, won by A`.  `winners` is None if the script does not name them, empty for a draw."""

    winners: tuple[SpannedText, ...] | None = None


@dataclass(frozen=True, slots=True)
class LegalityExpectation(ScriptNode):
    """`expect illegal B: throw down`, `expect legal B: lay nothing`"""

    legal: bool
    actor: SpannedText
    text: SpannedText


@dataclass(frozen=True, slots=True)
class TrickExpectation(ScriptNode):
    """`expect trick won by B`: the last trick that was taken."""

    player: SpannedText


@dataclass(frozen=True, slots=True)
class Note(ScriptNode):
    """A comment on a line of its own."""

    text: str


Expectation = (
    ValueExpectation
    | SettlementExpectation
    | TurnExpectation
    | GameOverExpectation
    | LegalityExpectation
    | TrickExpectation
)


@dataclass(frozen=True, slots=True)
class AfterPhase(ScriptNode):
    """`after score_deal` and the indented lines below it: what held when that phase last ended."""

    phase: SpannedText
    expects: tuple[ValueExpectation | Note, ...]


@dataclass(frozen=True, slots=True)
class StartPosition(ScriptNode):
    """`position play_hand`, `turn C` and the indented lines below: the position at which a game begins in the middle.

    `given` says who has to choose (at most once), what variables and zones hold, and what was played to the current
    trick (at most once, without a winner).
    """

    phase: SpannedText
    given: tuple[ValueExpectation | TurnExpectation | Trick | Note, ...]

    @property
    def trick(self) -> Trick | None:
        """The current trick of the position; None if there is none."""
        return next((one for one in self.given if isinstance(one, Trick)), None)


@dataclass(frozen=True, slots=True)
class SideLine(ScriptNode):
    """`what if "he ruffs"` and the indented lines below: a variation that is played from here and checked; then the
    game continues from the same point.
    """

    title: SpannedText | None
    steps: tuple[Step, ...]


Fact = FirstFact | RandomFact | DealtCards | Pile
Action = Answer | Trick | IncidentStep
Step = Fact | Action | Expectation | AfterPhase | StartPosition | SideLine | Note
DEEPEST = 8
"""How deeply side lines may be nested."""


# -------------------------------------------------------------------------------------------------------- the whole


@dataclass(frozen=True, slots=True)
class OptionSetting:
    """`option target 100`: a number, a flag or a word."""

    name: SpannedText
    value: SpannedText


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedGame(ScriptNode):
    """One game: its header and its steps.

    `ruleset`: the name of a ruleset, or the path of a rule file relative to the script.  `fingerprint`: the hash of the
    rules under which the game was recorded; `parts`: the hash of each part of them.  `notes`: the comments in the
    header.
    """

    ruleset: SpannedText
    variants: tuple[SpannedText, ...] = ()
    """The variants laid over the ruleset, in this order; each is named as a ruleset is."""
    preset: SpannedText | None = None
    """The title of the preset whose values `options` replace."""
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
    """The text of a game whose parts have no valid places; see `repeated.py`."""

    def normal(self) -> ScriptedGame:
        """The same game with its comments where the text form keeps them: if there is no header, they are the first
        steps.
        """
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
    """One file.  `end` is the place after its last character, for messages about something missing."""

    games: tuple[ScriptedGame, ...]
    end: Span = field(default=NOWHERE, compare=False, repr=False)
