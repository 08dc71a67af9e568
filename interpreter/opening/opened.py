"""A game that is ready to be played."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ...dsl.checked import CheckedGame
from ...dsl.source.diagnostics import Diagnostic
from ..engine import Engine
from ..notation.model import ScriptedGame
from ..program import Program
from ..text.parse import Words
from ..wording.names import Names
from ..wording.outcomes import Outcomes
from ..wording.reasons import Reasons
from ..wording.refusals import Refusals


@dataclass(frozen=True)
class OpenedGame:
    """A game that is ready to be played: its rules, an engine for them at some settings, the words with the players'
    names, and warnings.
    """

    game: CheckedGame
    engine: Engine
    words: Words
    warnings: tuple[Diagnostic, ...] = ()

    def __post_init__(self) -> None:
        self.words.outcome = self.outcomes.sentence
        self.words.refusals = self.refusals.texts

    @classmethod
    def lowered(cls, game: CheckedGame, program: Program, seats: tuple[str, ...] | None = None) -> OpenedGame:
        """Open a game that was lowered already.  `seats`: the players' names."""
        return cls(game, Engine(program), Words(program, seats))

    @cached_property
    def outcomes(self) -> Outcomes:
        """Describes what rows of tables did, in the words of the rules."""
        return Outcomes(self.game, self.engine.program)

    @cached_property
    def refusals(self) -> Refusals:
        """The sentences that say why a choice is not legal, in the words of the rules."""
        return Refusals(self.game, self.engine.program)

    @cached_property
    def names(self) -> Names:
        """The meanings of the words of a script of this game."""
        return Names(self.words, [define.name for define in self.game.defines])

    @cached_property
    def reasons(self) -> Reasons:
        """Explains why choices are not legal, in the words of the rules."""
        return Reasons(self.game, self.engine.program)


def title_of(game: ScriptedGame, opened: OpenedGame, viewer: int | None = None) -> str:
    """The title of a scripted game, or that of its rules if it has none, or if only one seat may see the game: whoever
    wrote the title knew all the cards.
    """
    return opened.engine.program.title if game.title is None or viewer is not None else game.title.text
