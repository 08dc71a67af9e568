"""How the players of random games choose: purely random choices would hardly ever reach rare situations.

Each game has one strategy, drawn with the game's own random numbers, so that games are long and short, wild and tame.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice

from ..engine import Dice, Question
from ..records import Choice

FEW, MANY = 200, 5_000
"""How many options are considered: usually the first few, sometimes many."""
_WEIGHTS = (1, 8, 64, 512)
_INCIDENTS = 40
"""An incident that is possible is declared one time in this many."""

STRATEGIES = ("any", "kind", "rare", "leaning", "leaning")
"""`any`: a random option; `kind`: a random kind of answer, then an answer of it; `rare`: answers that were given rarely
so far; `leaning`: some kinds are preferred.

The last is listed twice: situations in which all players do the same for a long time (all pass, all draw) arise in no
other way.
"""


class Strategy:
    """Makes the choices of one game."""

    def __init__(self, dice: Dice, name: str = "") -> None:
        self.dice = dice
        self.name = name or STRATEGIES[dice.below(len(STRATEGIES))]
        self._given: Counter[tuple[int, int]] = Counter()
        self._weights: dict[tuple[int, int], int] = {}

    def incident(self, question: Question) -> int | None:
        """An incident to be declared now; None if there is none."""
        if question.incidents and self.dice.below(_INCIDENTS) == 0:
            return question.incidents[self.dice.below(len(question.incidents))]
        return None

    def choose(self, question: Question) -> Choice:
        """Choose one of the options."""
        dice = self.dice
        answers = list(islice(question.answers(), MANY if dice.below(16) == 0 else FEW))
        if len(answers) > 1:
            if self.name != "any":
                kind = self._kind(question.ask, sorted({answer[0] for answer in answers}))
                self._given[question.ask, kind] += 1
                answers = [answer for answer in answers if answer[0] == kind]
            answers = [answers[dice.below(len(answers))]]
        alternative, *values = answers[0]
        return Choice(alternative, tuple(values))

    def _kind(self, ask: int, kinds: list[int]) -> int:
        dice = self.dice
        if self.name == "rare":
            least = min(self._given[ask, kind] for kind in kinds)
            kinds = [kind for kind in kinds if self._given[ask, kind] == least]
        elif self.name == "leaning":
            for kind in kinds:
                if (ask, kind) not in self._weights:
                    self._weights[ask, kind] = _WEIGHTS[dice.below(len(_WEIGHTS))]
            at = dice.below(sum(self._weights[ask, kind] for kind in kinds))
            for kind in kinds:
                at -= self._weights[ask, kind]
                if at < 0:
                    return kind
        return kinds[dice.below(len(kinds))]
