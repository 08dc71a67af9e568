"""Why a choice is not allowed, as data that is filled in with the facts of a state: sentences with blanks.

The sentences are made once from the rules (`wording/refusals.py`).  The description of a module has them as JSON, so
that a page gives a person the same reason at once and without Python.  `story/refused.py` fills them in, and on a page
`javascript/src/refused.ts`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypedDict

Viewpoint = Literal["you", "one"]
"""Whom a sentence tells it: the player who chooses, or somebody else."""


class RefusalForms(TypedDict):
    """A sentence for the player who chooses, and for others.  `{who}` is that player's name; the other blanks depend on
    the sentence.
    """

    you: str
    one: str


class RefusalSentences(TypedDict):
    """Sentences that belong to no rule."""

    follow: RefusalForms
    lead: RefusalForms
    missing: RefusalForms
    elsewhere: RefusalForms
    outside: RefusalForms
    count: RefusalForms
    another: RefusalForms
    now: RefusalForms
    no: RefusalForms


REFUSALS: RefusalSentences = {
    "follow": {"you": "you hold {cards}, and {suit} were led", "one": "{who} holds {cards}, and {suit} were led"},
    "lead": {"you": "you must follow the suit led", "one": "{who} must follow the suit led"},
    "missing": {"you": "you do not hold {cards}", "one": "{who} does not hold {cards}"},
    "elsewhere": {"you": "you do not have {cards} {where}", "one": "{who} does not have {cards} {where}"},
    "outside": {
        "you": "{value} is not among what you can choose", "one": "{value} is not among what {who} can choose",
    },
    "count": {"you": "you must {what}, and you picked {count}", "one": "{who} must {what}, and picked {count}"},
    "another": {
        "you": "{reason}, while you hold another card that may be played",
        "one": "{reason}, while {who} holds another card that may be played",
    },
    "now": {"you": "this cannot be chosen now", "one": "this cannot be chosen now"},
    "no": {"you": "You cannot {what}: {reason}", "one": "{who} cannot {what}: {reason}"},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class RefusalFact:
    """A value of the state that explains a reason: `the level is 4`.

    A variable by number, shared or of the player who chooses (`mine`); or, if `zone` is not -1, the card at an end of a
    pile.
    """

    words: str
    variable: int = -1
    mine: bool = False
    zone: int = -1
    top: bool = True


@dataclass(frozen=True, slots=True)
class RefusalText:
    """What one reason says when it fails.

    `kind`: `follow` for the suit that must be followed, otherwise `rule`.  `you`, `one`: the rulebook's sentence, where
    `{0}`, `{1}` … stand for the values of the names of the choice and `{who}` for the player; empty if there is none.
    `another`: whether the choice would be allowed if the player had no other.
    """

    kind: Literal["follow", "rule"] = "rule"
    you: str = ""
    one: str = ""
    another: bool = False
    facts: tuple[RefusalFact, ...] = ()

    def form(self, viewpoint: Viewpoint) -> str:
        """The sentence for one viewpoint."""
        return self.you if viewpoint == "you" else self.one


def refusal_json(text: RefusalText) -> dict[str, Any]:
    """A reason as JSON (`story.questions` in schemas/module.schema.json)."""
    return {
        "kind": text.kind, "you": text.you, "one": text.one, "another": text.another,
        "facts": [
            {"words": one.words, "variable": one.variable, "mine": one.mine, "zone": one.zone, "top": one.top}
            for one in text.facts
        ],
    }  # fmt: skip
