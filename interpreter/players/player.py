"""The interface of players: what a player gets, and what it returns.

A player never sees a state.  It gets a `Decision`: its view of the table, the question with every option, and its own
random numbers, so that its thinking does not change the deal.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, ClassVar

from ...dsl.limits import MOST_OFFERED
from ..engine import Dice, Engine, Fault, State
from ..errors import wrong
from ..program import ACTOR, OVER, PC, Alternative, Program, Slots
from ..records import AnyRecord, Choice
from ..story.view import View
from .sampling import exchanged_for, imagined_slots

if TYPE_CHECKING:
    from ..search.history import History, MarkFunction
    from ..search.seen import SeenDeal
    from ..search.thinker import Thought
    from ..wasm.learned.memory import DealMemory


@dataclass(frozen=True, slots=True)
class TrickSeen:
    """The current trick, as it lies on the table (see `program.TrickRules`).

    `at`: the part of the ranking that counts.  `led`: the group led (meaningless while `winning` is -2, because nothing
    was led).  `best`: the player whose card wins so far (-1 if there is none).  `left`: the players still to play, this
    one first.
    """

    at: int
    led: int
    winning: int
    best: int
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """One question, as the player who is asked sees it."""

    player: int
    view: View
    ask: int
    """The question, an index of `Program.asks`."""
    alternatives: tuple[Alternative, ...]
    options: tuple[Choice, ...]
    dice: Dice
    trick: TrickSeen | None = None
    """The current trick, if the question asks for a card to play to it."""
    _after: Callable[[Choice], View | None] = field(default=lambda _: None, repr=False, compare=False)
    _seen: Callable[[], SeenDeal | None] = field(default=lambda: None, repr=False, compare=False)
    _imagined: Callable[[Dice], Slots] | None = field(default=None, repr=False, compare=False)
    _heard: Callable[[], tuple[AnyRecord, ...] | None] = field(default=lambda: None, repr=False, compare=False)
    _remembered: Callable[[DealMemory], bytes | None] = field(default=lambda _: None, repr=False, compare=False)
    _marks: Callable[[DealMemory, MarkFunction], list[int]] = field(default=lambda *_: [], repr=False, compare=False)

    def after(self, choice: Choice) -> View | None:
        """What this player would see at the next question after a choice, if the cards that it cannot see lay at random
        places.

        None if that is not known: for a secret answer, or if the rules fail in the imagined deal.
        """
        return self._after(choice)

    def seen(self) -> SeenDeal | None:
        """Everything that this player has seen of the deal; None if no record is kept (see `Player.remembers`)."""
        return self._seen()

    def heard(self) -> tuple[AnyRecord, ...] | None:
        """The records of the deal as this player may know them (see `hoyle.interpreter.story.heard`); None if no record
        is kept (see `Player.remembers`).
        """
        return self._heard()

    def remembered(self, memory: DealMemory) -> bytes | None:
        """What a careful person at this seat remembers of the deal, as a module keeps it; None if no record is kept."""
        return self._remembered(memory)

    def marks(self, memory: DealMemory, mark: MarkFunction) -> list[int]:
        """What `mark` gives of each of the last questions that this player was asked in a long deal, of a state that
        looked the same to the player and what it remembered then.  Empty if no record is kept.
        """
        return self._marks(memory, mark)

    @property
    def can_imagine(self) -> bool:
        """Whether `imagined` returns a state."""
        return self._imagined is not None

    def imagined(self, dice: Dice | None = None) -> Slots | None:
        """The slots of a state that looks the same to this player, in which the cards that it cannot see lie at random
        places.  `dice`: a generator to draw with instead of the player's own.
        """
        return None if self._imagined is None else self._imagined(dice or self.dice)


class Player(ABC):
    """A player.  One object plays one seat; `begin` is called before each game.

    Its choices may depend only on the decisions of the current game, because the games of a batch are played in any
    order.
    """

    remembers: ClassVar[bool] = False
    """Whether the player needs to know what happened in the deal: `Decision.heard`, `seen`, `remembered`, `marks`."""
    thought: Thought | None = None
    """What a thinking player found out about its last choice.  The caller who reads it sets it back to None."""

    def begin(self) -> None:  # noqa: B027 - most players remember nothing
        """Prepare for a new game: forget the one before."""

    @abstractmethod
    def choose(self, decision: Decision) -> Choice:
        """Return one of `decision.options`; there are at least two."""


Maker = Callable[[Program, int], Player]
"""A function that makes the player for a seat of a game."""


def options_of(engine: Engine, state: State) -> list[tuple[int, ...]]:
    """The options of the open question that a player is offered, as (alternative, values …)."""
    pc = state.values[PC]
    assert isinstance(pc, int)
    return list(islice(engine.compiled.options(state.values, ~pc), MOST_OFFERED))


def decision_of(
    engine: Engine,
    state: State,
    dice: Dice,
    options: list[tuple[int, ...]] | None = None,
    history: History | None = None,
) -> Decision:
    """Make the decision for the open question of a state.  `dice`: the random numbers of the player who is asked.

    `options`: the result of `options_of`, if it is known already.  `history`: the record of the deal, if it is kept.
    Raises `GameError` if the game is over.
    """
    program, pc, player = engine.program, state.values[PC], state.values[ACTOR]
    assert isinstance(pc, int) and isinstance(player, int)
    if pc <= OVER:
        raise wrong("the game is over")
    ask, entry = ~pc, program.asks[~pc]
    options = options_of(engine, state) if options is None else options
    trick = None
    if entry.trick is not None:
        at, led, winning, best, rest = engine.compiled.trick(state.values, ask)
        seats = ((player + i) % program.players for i in range(program.players))
        trick = TrickSeen(at, led, winning, best, tuple(seat for seat in seats if rest >> seat & 1))

    view = engine.view(state, player)
    kept: list[Slots] = []

    def after(choice: Choice) -> View | None:
        if entry.secret:
            return None  # the state already contains what others chose in secret
        if not kept:
            kept.append(imagined_slots(program, state.values, view, dice))
        values = kept[0].copy()
        try:
            engine.take(values, ask, (choice.alternative, *choice.values))
        except Fault:
            return None
        return engine.view(State(values), player)

    def remembered_in(memory: DealMemory) -> bytes | None:
        if history is None:
            return None
        from ..learning.remembered import remembered  # most players do not ask

        return remembered(history, player, state.values, memory, engine)

    def marks_in(memory: DealMemory, mark: MarkFunction) -> list[int]:
        if history is None:
            return []
        from ..learning.remembered import marks

        return marks(history, player, memory, engine, mark)

    return Decision(
        player,
        view,
        ask,
        entry.alternatives,
        tuple(Choice(option[0], option[1:]) for option in options),
        dice,
        trick,
        after,
        lambda: None if history is None else history.seen_by(player, state.values),
        lambda dice: exchanged_for(program, state.values, view, dice),
        lambda: None if history is None else history.heard_by(player, state.values),
        remembered_in,
        marks_in,
    )
