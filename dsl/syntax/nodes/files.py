"""A whole rule file: its heading, its parts, and what a variant changes of those of its base."""

from __future__ import annotations

from typing import Literal

from ...source.frozen import frozen
from .base import Clause, Name, Node
from .declarations import (
    ActionRow,
    After,
    Always,
    FaceRange,
    Faces,
    Guard,
    NamedFace,
    Part,
    Preset,
    RankingRow,
    Require,
    Setting,
    ValuesRow,
)
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
class Document(Clause):
    """`source rules "rules.txt"`"""

    name: Name
    path: str


@frozen
class Ruling(Clause):
    """`ruling "Of two equal cards the first played wins." [7]`"""

    text: str


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
    """`replace ranking` …: the part of that name in the base gives way to this one."""

    part: Part


@frozen
class Add(Clause):
    """`add option …`: a part the base has not."""

    part: Part


@frozen
class Remove(Clause):
    """`remove option floor`, `remove incident "misdeal"`, `remove ranking` (no name)"""

    what: Literal["option", "define", "phase", "table", "values", "incident", "ranking"]
    name: Name | None


@frozen
class RowOf(Node):
    """`the row n = 5 and alone`: a row of a table, by what stands in front of its arrow."""

    guard: Expr | Guard


@frozen
class FaceOf(Node):
    """`the row Q of spades`: a row of values, by what stands before its colon."""

    face: Faces | FaceRange | NamedFace


@frozen
class RankHead(Node):
    """`any other suit`"""

    words: Literal["any suit", "any other suit", "any card", "joker", "equal cards"]


@frozen
class RankOf(Node):
    """`the row trump`, `the row any other suit`: a row of the ranking, by the suit or the words before its colon."""

    head: Expr | RankHead


@frozen
class Edit(Clause):
    """`replace the choice "pass"`, `remove the line shuffle stock`, `add before the line play_hand`, `add rows` …

    `at` is a choice by its label, a line (of a statement with a block its heading alone), a row, or None where lines
    come to an end of the phase or rows to a table."""

    how: Literal["replace", "remove", "before", "after", "start", "end", "rows"]
    at: Template | RowOf | FaceOf | RankOf | Stmt | None
    lines: (
        tuple[Stmt, ...] | tuple[Choice, ...] | tuple[ActionRow, ...] | tuple[RankingRow, ...] | tuple[ValuesRow, ...]
    )


@frozen
class Amend(Clause):
    """`change order_up`: single lines of a phase, of a table or of `main`, and what becomes of them.

    Also rows: `change the ranking` (no name), `change the values penalty`."""

    what: Literal["phase", "ranking", "values"]
    name: Name | None
    edits: tuple[Edit, ...]


Decl = (
    Part | Game | Language | Document | Ruling | NotARule | Variant | Require | Preset | Setting | After | Always
    | Replace | Add | Remove | Amend
)  # fmt: skip


@frozen
class RuleFile(Node):
    """A whole rule file, its declarations in the order written."""

    declarations: tuple[Decl, ...]
