"""Makes the choices of a script quickly, as long as everything is right and no records are needed.

Nearly every line of a recorded game is a choice of the player whose turn it is, in words that alone decide what is
meant.  Then it is enough to test whether the choice is legal, and to make it.  Everything else is left to
`replayer.py`: choices that were left out, illegal choices, expectations, faults.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import Fault, State
from ..notation import model as m
from ..program import ACTOR, PC
from .run import PASSED, GameRun, broken


def choose_plainly(run: GameRun, number: int) -> tuple[int, int]:
    """Make the choices of a quiet run from a step on, as long as another one follows each of them.

    Returns the number of the first step that needs more than this, and how many choices were made.  Raises
    `ScriptError` for a fault of the rules.
    """
    at, steps, take = run.at, run.at.steps, run.engine.take
    chance, made = at.chance, 0
    while (step := steps[number]) is not run.last_action and type(step) is m.Answer:
        then = _next(steps, number + 1)
        option = run.plain_option(step, at.state) if then is not None else None
        if then is None or option is None:
            break
        before = at.state.values
        pc, actor = before[PC], before[ACTOR]
        assert isinstance(pc, int) and isinstance(actor, int)
        chance.open(run.facts(number + 1) if then > number + 1 else (), step, actor)
        values = chance.live = before.copy()
        try:
            take(values, ~pc, option, chance)
        except Fault as fault:
            raise broken(step.text, fault, run.opened.game) from None
        at.state = State(values)
        number, made = then, made + 1
    return number, made


def _next(steps: Sequence[m.Step], number: int) -> int | None:
    """The number of the next step, if it is a choice; None if more than facts and comments comes first."""
    while number < len(steps) and isinstance(steps[number], PASSED):
        number += 1
    return number if number < len(steps) and type(steps[number]) is m.Answer else None
