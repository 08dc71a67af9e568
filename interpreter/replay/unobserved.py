"""Making the choices of a script quickly, as long as all is as it should be and nobody wants to hear of it.

Nearly every line of a recorded game is the choice of the player whose turn it is, in words that were met before.  All
there is left to do is to see whether it is legal, and to make it.  Whatever is otherwise is left to those who look
closer (`replayer.py`): a choice left out, one that is not legal, an expectation.
"""

from __future__ import annotations

from ..notation import model as m
from ..program import ACTOR, OVER, PC
from .run import ReplayProgress

_PASSED = m.FirstFact, m.RandomFact, m.DealtCards, m.Pile, m.Note
"""Steps that are nothing to be done: facts are taken up with the choice before them."""


def plain_option(progress: ReplayProgress, step: m.Answer) -> tuple[int, ...] | None:
    """The option (alternative, values …) a line means, if it is legal, and it is due."""
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
    """Make the choices of a script from a step on; the number of the first step that wants a closer look."""
    steps, chance, last = progress.steps, progress.chance, len(progress.steps)
    while number < last:
        step = steps[number]
        if step is progress.last_action:  # what it brings beyond the script is told apart by the records
            progress.listening = True
            break
        if isinstance(step, m.Answer):
            option = plain_option(progress, step)
            if option is None:
                break
            # Facts may stand behind expectations, too: all of them up to the next action belong to this choice.
            facts = () if number + 1 < last and isinstance(steps[number + 1], m.Answer) else progress.facts(number + 1)
            chance.open(facts, step, progress.state.values[ACTOR])  # type: ignore[arg-type] - a number slot
            progress.state = progress.apply(progress.state, option, step.text)
            progress.choices += 1
        elif not isinstance(step, _PASSED):
            break
        number += 1
    return number
