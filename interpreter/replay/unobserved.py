"""Making the choices of a script quickly, as long as all is as it should be and nobody wants to hear of it.

Nearly every line of a recorded game is the choice of the player whose turn it is, in words that were met before.  All
there is left to do is to see whether it is legal, and to make it.  Whatever is otherwise is left to those who look
closer (`replay.py`): a choice left out, one that is not legal, an expectation.
"""

from __future__ import annotations

from ..notation import model as m
from ..program import ACTOR, OVER, PC
from .run import Way

_PASSED = m.First, m.Random, m.Deal, m.Pile, m.Note
"""Steps that are nothing to be done: facts are taken up with the choice before them."""


def plain_option(way: Way, step: m.Answer) -> tuple[int, ...] | None:
    """The option (alternative, values …) a line means, if it is legal, and it is due."""
    values = way.state.values
    pc: int = values[PC]  # type: ignore[assignment] - a number slot, read for every choice
    if (
        pc <= OVER
        or way.names.seats.get(step.actor.text) != values[ACTOR]
        or (way.chance.said and way.chance.pending())
    ):
        return None
    for option in way.names.answers(~pc, step.text.text):
        if way.engine.legal(values, option):
            return option
    return None


def choose_plainly(way: Way, number: int) -> int:
    """Make the choices of a script from a step on; the number of the first step that wants a closer look."""
    steps, chance, last = way.steps, way.chance, len(way.steps)
    while number < last:
        step = steps[number]
        if step is way.last_action:  # what it brings beyond the script is told apart by the records
            way.listening = True
            break
        if isinstance(step, m.Answer):
            option = plain_option(way, step)
            if option is None:
                break
            # Facts may stand behind expectations, too: all of them up to the next action belong to this choice.
            facts = () if number + 1 < last and isinstance(steps[number + 1], m.Answer) else way.facts(number + 1)
            chance.open(facts, step, way.state.values[ACTOR])  # type: ignore[arg-type] - a number slot
            way.state = way.apply(way.state, option, step.text)
            way.choices += 1
        elif not isinstance(step, _PASSED):
            break
        number += 1
    return number
