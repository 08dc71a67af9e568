"""A whole rule file: its heading, its parts, and what a variant changes of those of its base."""

from __future__ import annotations

from typing import Literal

from ...source.frozen import frozen
from .base import Clause, Described, Name, Node
from .declarations import (
    ActionRow,
    After,
    Always,
    FaceRange,
    Faces,
    Guard,
    NamedFace,
    Notice,
    OptionValue,
    Part,
    Preset,
    RankingRow,
    Require,
    Setting,
    Type,
    ValueRow,
    ValuesRow,
    WrittenLine,
)
from .examples import Example
from .expressions import Expr
from .statements import Choice, Stmt, Template


@frozen
class Game(Clause):
    """`game "Bid Euchre"`"""

    title: str


@frozen
class Language(Clause):
    """`language 1`"""

    version: int


@frozen
class Document(Described):
    """`source rules "rules.txt" "the club's rulebook"`"""

    name: Name
    path: str


@frozen
class Topic(Node):
    """`option tied_last`, `ranking` (no name): what a ruling is about."""

    what: Literal[
        "option",
        "define",
        "phase",
        "table",
        "values",
        "kind",
        "shape",
        "incident",
        "ranking",
        "deck",
        "players",
        "main",
    ]
    name: Name | None


@frozen
class Ruling(Clause):
    """`ruling "Of two equal cards the first played wins." about ranking [7]`"""

    text: str
    about: tuple[Topic, ...] = ()


@frozen
class NotARule(Clause):
    """`not a rule [1-14, 18]`"""


@frozen
class Variant(Clause):
    """`variant "Reverse Texas Euchre" of texas_euchre`"""

    title: str
    base: Name


@frozen
class Replace(Clause):
    """`replace ranking` …: this part replaces the part of that name in the base.

    `replace after score_hand: …`: the one check of that phase."""

    part: Part | After | Always | Require | Preset | Document


@frozen
class Add(Clause):
    """`add option …`: a part that the base does not have."""

    part: Part


@frozen
class Remove(Clause):
    """`remove option floor`, `remove ruling "The ace is high."`, `remove ranking` (no name), `remove after play: C`"""

    what: Literal[
        "option", "define", "phase", "table", "values", "kind", "shape", "zone", "remembered",
        "incident", "preset", "ruling", "ranking", "after", "always", "require", "the lines on the table",
        "names",
    ]  # fmt: skip
    name: Name | None
    condition: Expr | None = None
    """For a check: its condition; None if it is the phase's only check."""


@frozen
class Keep(Clause):
    """`keep ruling "The ace is high."`: the ruling still holds, although the variant changes the rule it is about."""

    text: str


@frozen
class Describe(Clause):
    """`describe tied_last "what is paid when tied"`: a new description of something the base declares."""

    name: Name
    text: str


@frozen
class RowOf(Node):
    """`the row n = 5 and alone`: a row of a table, named by the condition before its arrow."""

    guard: Expr | Guard


@frozen
class FaceOf(Node):
    """`the row Q of spades`: a row of values, named by the cards before its colon."""

    face: Faces | FaceRange | NamedFace


@frozen
class RankHead(Node):
    """`any other suit`, `any suit if trump = low`"""

    words: Literal["any suit", "any other suit", "any card", "joker", "equal cards"]
    when: Expr | None = None


@frozen
class RankOf(Node):
    """`the row trump`, `the row any other suit`: a row of the ranking, named by what is before its colon."""

    head: Expr | RankHead
    when: Expr | None = None
    """The condition of a row for one suit."""


@frozen
class Edit(Clause):
    """`replace the choice "pass"`, `remove the line shuffle stock`, `add before the line play_hand`, `add rows` …

    `at` is the place of the change: a choice, named by its label; a line, without the block below it; or a row.  It is
    None if the lines are added at the start or end of a phase, or the rows to a table."""

    how: Literal["replace", "remove", "before", "after", "start", "end", "rows"]
    at: Template | RowOf | FaceOf | RankOf | Notice | Stmt | None
    lines: (
        tuple[Stmt, ...]
        | tuple[Choice, ...]
        | tuple[ActionRow | ValueRow, ...]
        | tuple[RankingRow, ...]
        | tuple[ValuesRow, ...]
        | tuple[WrittenLine, ...]
    )


@frozen
class Amend(Clause):
    """`change order_up`: single lines of a phase, of a table or of `main`, and what becomes of them.

    Also rows: `change the ranking` (no name), `change the values penalty`; `change the incident "misdeal"`; and
    `change the lines on the table` (no name)."""

    what: Literal["phase", "ranking", "values", "incident", "lines on the table"]
    name: Name | None
    edits: tuple[Edit, ...]


@frozen
class OptionEdit(Clause):
    """`add value half "half the points"`, `remove value half`, `describe value half "…"`, `allow 1..9` (a type)"""

    how: Literal["add", "remove", "describe", "allow"]
    value: OptionValue | None
    type: Type | None


@frozen
class AmendOption(Clause):
    """`change the option tied_last`: its values, and what becomes of them."""

    name: Name
    edits: tuple[OptionEdit, ...]


Decl = (
    Part | Game | Language | Document | Ruling | NotARule | Variant | Require | Preset | Setting | After | Always
    | Example | Replace | Add | Remove | Keep | Describe | Amend | AmendOption
)  # fmt: skip


@frozen
class RuleFile(Node):
    """A whole rule file, its declarations in the order written."""

    declarations: tuple[Decl, ...]
