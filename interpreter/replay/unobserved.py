"""Makes the choices of a script quickly, as long as everything is right and no records are needed.

Nearly every line of a recorded game is a choice of the player whose turn it is, in words that occurred before.  Then it
is enough to test whether the choice is legal, and to make it.  Everything else is left to `replayer.py`: choices that
were left out, illegal choices, expectations.
"""

from __future__ import annotations

from ..notation import model as m
from ..program import ACTOR, OVER, PC
from .run import ReplayProgress

_PASSED = m.FirstFact, m.RandomFact, m.DealtCards, m.Pile, m.Note
"""Steps that need no action: facts are read together with the choice before them."""


def plain_option(progress: ReplayProgress, step: m.Answer) -> tuple[int, ...] | None:
    """The option (alternative, values …) that a line means, if the option is legal and the player has to choose;
    otherwise None.
    """
    values = progress.state.values
    pc: int = values[PC]  # type: ignore[assignment] - a number slot, read for every choice
    if (
        pc <= OVER
        or progress.names.seats.get(step.actor.text) != values[ACTOR]
        or (progress.chance.said and progress.chance.pending())
    ):
        return None
    for option in progress.names.answers(~pc, step.text.text):
        if progress.engine.legal(values, option):
            return option
    return None


def choose_plainly(progress: ReplayProgress, number: int) -> int:
    """Make the choices of a script from a step on.  Returns the number of the first step that needs more than this."""
    steps, chance, last = progress.steps, progress.chance, len(progress.steps)
    while number < last:
        step = steps[number]
        if step is progress.last_action:  # the records show which of its cards are beyond the script
            progress.listening = True
            break
        if isinstance(step, m.Answer):
            option = plain_option(progress, step)
            if option is None:
                break
            # Facts may also follow expectations: all facts up to the next action belong to this choice.
            facts = () if number + 1 < last and isinstance(steps[number + 1], m.Answer) else progress.facts(number + 1)
            chance.open(facts, step, progress.state.values[ACTOR])  # type: ignore[arg-type] - a number slot
            progress.state = progress.apply(progress.state, option, step.text)
            progress.choices += 1
        elif not isinstance(step, _PASSED):
            break
        number += 1
    return number
