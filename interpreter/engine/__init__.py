"""Floor 5, the engine: plays any program, one question at a time.

engine = Engine(program)
state = engine.start(seed=7)
while (question := engine.question(state)) is not None:
    option = next(iter(question.options()))
    state = engine.apply(state, option.choice)
engine.result(state)
"""

from __future__ import annotations

from ..faults import Fault
from .chance import Chance, Dice, stream
from .engine import Engine
from .question import LabelledChoice, Objection, Question, Result
from .state import State

__all__ = [
    "Chance",
    "Dice",
    "Engine",
    "Fault",
    "LabelledChoice",
    "Objection",
    "Question",
    "Result",
    "State",
    "stream",
]
