"""The model of a scripted game, independent of the form in which it was written.

A `Script` is one file: several `ScriptedGame`s, each with a header and a list of steps.  A step is a fact about chance
(`FirstFact`, `RandomFact`, `DealtCards`, `Pile`), an action (`Answer`, `Trick`, `IncidentStep`), something that must
hold (`Expectation`s and `AfterPhase`), the position where a game begins (`StartPosition`), or a variation (`SideLine`).
The model knows no ruleset: cards, players and values are kept as written (`SpannedText`), with their places, and get
their meaning when the game is replayed.

Each class also says what it is in JSON: under which name (`do`, or its forms), and of each field the key, if it is not
the name, and what the schema demands.

Places are not compared: two scripts with the same content are equal, also if one is text and the other JSON.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar

from ...dsl.shapes.shape import JsonForm, MapShape
from ...dsl.source.span import NOWHERE, Source, Span
from . import words as w

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


TextSaid = Annotated[SpannedText, w.TEXT]
WordSaid = Annotated[SpannedText, w.WORD]
NameSaid = Annotated[SpannedText, w.NAME]
PlayerSaid = Annotated[SpannedText, w.PLAYER]
CommentSaid = Annotated[str, w.COMMENT]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptNode:
    """Anything on a line of its own.  `comment` is the text after `#` on that line."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)
    comment: CommentSaid = field(default="", metadata={"last": 1})

    json_tag: ClassVar[str] = "do"
    json_forms: ClassVar[tuple[JsonForm, ...]] = ()

    def __init_subclass__(cls, do: str = "", forms: tuple[JsonForm, ...] = ()) -> None:
        if do or forms:  # not when `dataclass` makes the class once more
            cls.json_forms = forms or (JsonForm(do),)


# --------------------------------------------------------------------------------------------------- facts of chance


@dataclass(frozen=True, slots=True)
class FirstFact(ScriptNode, do="first"):
    """What chance gives when the rules ask it for a random player or card for the variable `name`: `first dealer A`."""

    name: WordSaid
    value: TextSaid = field(metadata={"key": "is"})


@dataclass(frozen=True, slots=True)
class RandomFact(ScriptNode, do="random"):
    """What chance gives next when the rules ask it for a random card or player for no variable: `random: 7♥`."""

    value: TextSaid = field(metadata={"key": "is"})


@dataclass(frozen=True, slots=True)
class DealtCards(ScriptNode, do="deal"):
    """The cards a zone gets from a pile, in the order they come: `hand A: 4♠ 8♦`."""

    zone: WordSaid
    owner: TextSaid | None = field(metadata={"key": "of"})
    cards: tuple[WordSaid, ...] = field(metadata=w.CARDS)


@dataclass(frozen=True, slots=True)
class Pile(ScriptNode, do="pile"):
    """The next cards of a pile, top first: `pile stock: 4♥ 5♠`."""

    zone: WordSaid
    owner: TextSaid | None = field(metadata={"key": "of"})
    cards: tuple[WordSaid, ...] = field(metadata=w.CARDS)


# --------------------------------------------------------------------------------------------------- what people do


@dataclass(frozen=True, slots=True)
class Answer(ScriptNode, do="choice"):
    """What a player chooses, and the cards that brings: `B: lay 2♣, draws 4♥`."""

    actor: TextSaid = field(metadata={"key": "by"})
    text: TextSaid = field(metadata={"key": "choice"})
    draws: tuple[WordSaid, ...] = field(default=(), metadata=w.CARDS)


@dataclass(frozen=True, slots=True)
class CardPlay:
    """One card in a trick: `B A♣`."""

    actor: TextSaid = field(metadata={"key": "by"})
    card: WordSaid


@dataclass(frozen=True, slots=True)
class Trick(ScriptNode, do="trick"):
    """The cards of a trick, in the order played: `trick: B A♣, C 3♣, won by B`."""

    plays: tuple[CardPlay, ...] = field(metadata={"minItems": 1, "maxItems": 64})
    winner: TextSaid | None = None


@dataclass(frozen=True, slots=True)
class IncidentStep(ScriptNode, do="incident"):
    """Something that happened at the table: `table: misdeal`, `table: revoke by B`."""

    title: TextSaid = field(metadata={"key": "incident"})
    by: TextSaid | None = None


# --------------------------------------------------------------------------------------------------- what must be so


@dataclass(frozen=True, slots=True)
class OwnerValue:
    """`A 2`, or `B` alone: an owner, and a value."""

    owner: SpannedText | None
    value: SpannedText


@dataclass(frozen=True, slots=True)
class ValueExpectation(ScriptNode, do="expect"):
    """What a variable or zone is, or what it is for each player or team named: `expect points: A 0, B 2`."""

    name: WordSaid
    entries: Annotated[tuple[OwnerValue, ...], MapShape(OwnerValue, w.TEXT, w.VALUE, "is")] = field(metadata=w.EACH)


@dataclass(frozen=True, slots=True)
class SettlementExpectation(ScriptNode, do="expect_settlement"):
    """What the last deal that was settled has brought: `expect settlement points: A and C +4, B and D 0`."""

    name: WordSaid
    entries: Annotated[tuple[OwnerValue, ...], MapShape(OwnerValue, w.TEXT, w.GAIN, "is")] = field(metadata=w.EACH)


@dataclass(frozen=True, slots=True)
class TurnExpectation(ScriptNode, do="expect_turn"):
    """Who has to choose: `expect turn B`."""

    player: TextSaid


@dataclass(frozen=True, slots=True)
class GameOverExpectation(ScriptNode, do="expect_over"):
    """The game is over; with `winners`, who won it (an empty list: nobody): `expect game over, won by A`."""

    winners: tuple[TextSaid, ...] | None = field(default=None, metadata={"maxItems": 64})


@dataclass(frozen=True, slots=True)
class LegalityExpectation(
    ScriptNode,
    forms=(
        JsonForm(
            "expect_legal", "The player whose turn it is may choose this: `expect legal B: lay nothing`.", legal=True
        ),
        JsonForm("expect_illegal", "This may not be chosen: `expect illegal B: throw down`.", legal=False),
    ),
):
    """`expect illegal B: throw down`, `expect legal B: lay nothing`"""

    legal: bool
    actor: TextSaid = field(metadata={"key": "by"})
    text: TextSaid = field(metadata={"key": "choice"})


@dataclass(frozen=True, slots=True)
class TrickExpectation(ScriptNode, do="expect_trick"):
    """Who took the last trick: `expect trick won by B`."""

    player: TextSaid


@dataclass(frozen=True, slots=True)
class Note(ScriptNode, forms=(JsonForm("note", without=("comment",)),)):
    """A comment on a line of its own."""

    text: CommentSaid


Expectation = (
    ValueExpectation
    | SettlementExpectation
    | TurnExpectation
    | GameOverExpectation
    | LegalityExpectation
    | TrickExpectation
)


Below = ValueExpectation | Note


@dataclass(frozen=True, slots=True)
class AfterPhase(ScriptNode, do="after"):
    """What was so when a phase last ended because of the choice before."""

    phase: WordSaid
    expects: tuple[Below, ...] = field(metadata=w.BELOW)


_SET = JsonForm("set", "In a position: what a variable is, or which cards lie in a zone: `trump: hearts`.")
_TURN = JsonForm("turn", "In a position: who has to choose: `turn B`.")
_UNDER_WAY = JsonForm(
    "under_way", "What was played to the trick under way: `trick under way: B A♣, C 3♣`.", ("winner",)
)
Given = Annotated[ValueExpectation, _SET] | Annotated[TurnExpectation, _TURN] | Annotated[Trick, _UNDER_WAY] | Note


@dataclass(frozen=True, slots=True)
class StartPosition(ScriptNode, do="position"):
    """Where a game stands that begins in the middle: the phase, who has to choose, variables and zones. Only as the
    first step.
    """

    phase: WordSaid
    given: tuple[Given, ...] = field(metadata={**w.SAID, "maxItems": 1000})

    @property
    def trick(self) -> Trick | None:
        """The current trick of the position; None if there is none."""
        return next((one for one in self.given if isinstance(one, Trick)), None)


@dataclass(frozen=True, slots=True)
class SideLine(ScriptNode, do="what_if"):
    """A side line: played from this point and checked; then the game goes on as if it had not been."""

    title: TextSaid | None
    steps: tuple[Step, ...] = field(metadata=w.SAID)


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
    """One game: its header and its steps."""

    json_tag: ClassVar[str] = ""

    ruleset: TextSaid = field(
        metadata=w.about("The name of a ruleset, or the path of a rule file relative to the script.")
    )
    variants: tuple[TextSaid, ...] = field(
        default=(),
        metadata=w.about(
            "Variants laid over the ruleset, in this order; each is named as a ruleset is.", minItems=1, maxItems=20
        ),
    )
    title: TextSaid | None = None
    language: int | None = field(
        default=None, metadata=w.about("The version of the rule language.", minimum=1, maximum=1000)
    )
    fingerprint: TextSaid | None = field(
        default=None, metadata=w.about("The hash of the rules the game was recorded under.", key="rules")
    )
    parts: Annotated[tuple[OptionSetting, ...], MapShape(OptionSetting, w.TEXT, w.TEXT)] = field(
        default=(),
        metadata=w.about("The hash of each part of those rules, by its name.", minProperties=1, maxProperties=1000),
    )
    preset: TextSaid | None = field(
        default=None, metadata=w.about("The title of a preset of the rules; `options` stand over it.")
    )
    options: Annotated[tuple[OptionSetting, ...], MapShape(OptionSetting, w.WORD, w.SETTING)] = field(
        default=(), metadata={"maxProperties": 200}
    )
    players: tuple[NameSaid, ...] = field(
        default=(), metadata=w.about("The names of the seats, clockwise.", minItems=1, maxItems=64)
    )
    seats: tuple[PlayerSaid, ...] = field(
        default=(),
        metadata=w.about(
            "Who plays each seat, clockwise: a person, or a kind of player that is a program.", minItems=1, maxItems=64
        ),
    )
    seed: int | None = field(
        default=None,
        metadata=w.about("What the script leaves open is drawn from it.", minimum=0, maximum=2**63 - 1),
    )
    notes: tuple[CommentSaid, ...] = ()
    """The comments in the header."""
    steps: tuple[Step, ...] = field(default=(), metadata={"last": 2})
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
