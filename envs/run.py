"""One game of an environment as it is played: positions, programs at some seats, cards fixed by hand.

A game is known by its seed, its number in a series, what was fixed, and the choices made: from these it is played
again, after it was pickled or copied.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..dsl.codes.reporting import ScriptError
from ..interpreter.errors import game_error
from ..interpreter.game import Rules
from ..interpreter.game.deals import FixedDeal, facts, fitted, used_up
from ..interpreter.program import Slots
from ..interpreter.records import AnyRecord
from ..interpreter.replay.chance import ScriptedChance
from .opponents import SeatedPrograms
from .position import GameNode, GameTree, Raw


@dataclass(frozen=True, slots=True)
class GameStart:
    """What the cards of a game depend on: a seed, the number of the game in a series, and what is fixed by hand."""

    seed: int
    index: int
    deal: FixedDeal | None = None


def begun(rules: Rules, start: GameStart, opponents: SeatedPrograms) -> tuple[Slots, ScriptedChance | None]:
    """Begin a game: its first state, and what decides chance in it if cards are fixed.  Programs that remember hear it.

    Raises `GameError` if the rules do not deal what is fixed, `Fault` for an error of the rules.
    """
    engine, chance = rules.engine, None
    try:
        if start.deal:
            chance = ScriptedChance(rules.names, start.seed)
            chance.open(facts(rules.names, start.deal))
            fitted(
                lambda tried: engine.start(
                    seed=start.seed, index=start.index, chance=tried, listener=_RunListener(tried, None)
                ),
                chance,
            )
        hear = _RunListener(chance, opponents) if chance is not None or opponents.history is not None else None
        values = engine.start(seed=start.seed, index=start.index, chance=chance, listener=hear).values
        if chance is not None:
            used_up(chance)
    except ScriptError as error:
        raise game_error(error) from None
    return values, chance


class EnvironmentRun:
    """Plays one game after another from choice to choice."""

    def __init__(self, rules: Rules, opponents: SeatedPrograms) -> None:
        self.rules, self.opponents = rules, opponents
        self.tree = GameTree(rules.engine)
        self.started: GameStart | None = None
        self.made: list[Raw] = []
        """The choices made since, those of the programs included."""
        self.position: GameNode | None = None
        self._chance: ScriptedChance | None = None

    def begin(self, start: GameStart) -> GameNode:
        """Begin a game and run it to the first question of a seat without a program, or to its end.

        Raises `GameError` if the rules do not deal what is fixed, `Fault` for an error of the rules.
        """
        self._open(start)
        return self._on()

    def choose(self, raw: Raw) -> GameNode:
        """Make a choice, which must be legal, and let the programs choose until another seat is asked."""
        self._play(raw)
        return self._on()

    def again(self, start: GameStart, made: list[Raw]) -> GameNode:
        """Play a game again, with the choices that were made.  No program is asked for one."""
        self._open(start)
        for raw in made:
            self._play(raw)
        return self._reached

    def _open(self, start: GameStart) -> None:
        self.started, self.made, self._chance = start, [], None
        self.opponents.begin(start.seed, start.index)
        values, self._chance = begun(self.rules, start, self.opponents)
        self.position = GameNode(values)

    @property
    def _listens(self) -> bool:
        return self._chance is not None or self.opponents.history is not None

    def _play(self, raw: Raw) -> None:
        position = self._reached
        self.opponents.asked(position.values)
        chance = self._chance
        if chance is not None:
            chance.open(())
        hear = _RunListener(chance, self.opponents)
        try:
            self.position = self.tree.play(position, raw, chance, hear if self._listens else None)
        except ScriptError as error:
            raise game_error(error) from None
        self.made.append(raw)

    def _on(self) -> GameNode:
        """Let the programs choose as long as they are asked."""
        position = self._reached
        while position.player in self.opponents.seats:
            self._play(self.opponents.choose(position.values, self.tree.options(position)))
            position = self._reached
        return position

    @property
    def _reached(self) -> GameNode:
        assert self.position is not None
        return self.position


class _RunListener:
    """A listener that shows the cards to the object that decides chance, and tells the programs what happens."""

    def __init__(self, chance: ScriptedChance | None, opponents: SeatedPrograms | None) -> None:
        self._chance, self._opponents = chance, opponents

    def __call__(self, record: AnyRecord, slots: Slots) -> None:
        if self._chance is not None:
            self._chance.live = slots
        if self._opponents is not None:
            self._opponents.hear(record, slots)
