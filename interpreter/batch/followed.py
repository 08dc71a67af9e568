"""Games of a module played once more by the Python engine, which says what happens in them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator

from ..engine import Dice, State
from ..learning.nets import FIRST, NetMachine
from ..players import makers
from ..players.learned import after_best
from ..program import Slots
from ..records import Listener
from ..wasm.stepping import quick_call
from ..wasm.tallies import LOGGED
from .playout import Asked, Outcome, Playout


class FollowedPlayout(Playout):
    """Plays paired games in which everybody chooses what the net of a machine chooses there, so nothing has to be
    remembered or imagined for the players.  The net may not mix its choices.
    """

    def __init__(self, machine: NetMachine, seed: int) -> None:
        program = machine.program
        super().__init__(program, makers(("random",) * program.players), seed, paired=True)
        self.machine = machine
        self._choices: Iterator[tuple[int, ...]] = iter(())

    def moves(
        self,
        index: int,
        listener: Listener | None = None,
        asked: Asked | None = None,
        chance_state: Callable[[Slots], object] | None = None,
    ) -> Generator[None, None, Outcome]:
        self._choices = self._inside(index)
        return super().moves(index, listener, asked, chance_state)

    def _chosen_of(self, state: State, options: list[tuple[int, ...]], dice: Dice) -> tuple[int, ...]:
        return next(self._choices)

    def _inside(self, index: int) -> Iterator[tuple[int, ...]]:
        """What is chosen in game `index` of the module, question by question, where there are several options.  The
        game is played only as far as it is read.
        """
        machine = self.machine
        machine.call("l_anew")
        machine.call("games", LOGGED, self.seed, index, 1, 0)
        rate, play = quick_call(machine, "l_values", 1), quick_call(machine, "games", 5)
        repeats = quick_call(machine, "l_repeats", 0)
        while machine.ask >= 0:
            count = rate(FIRST)
            if count > 1:
                yield machine.stored(count)[after_best(machine.rated(count), repeats())]
            play(LOGGED, self.seed, index, 1, 1)
            machine.log()
