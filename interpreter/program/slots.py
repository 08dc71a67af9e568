"""The slots every program has, and the limits of a game."""

from __future__ import annotations

Place = int
Slot = int
Slots = list[int | tuple[int, ...]]
"""The content of the slots of a state."""
BlockId = int

# Slots every program has.
PC, RNG, STEPS, ACTOR, DECISIONS = range(5)
FIRST_FREE = 5
"""PC: the block to run next, or ~ask while a question is open (so negative), or `OVER`.  RNG: the state of the
generator, 64 bits.  STEPS: rounds of loops since the last question.  ACTOR: the seat that is asked.  DECISIONS: the
number of choices so far.
"""
OVER = -(2**20)
CUT = OVER * 2
"""The PC of a game that was cut at `LENGTH_LIMIT`."""
DEAL_SALT = 0x2545F4914F6CDD1D
"""Added to a seed for each deal of a game whose deals must be the same under other rules."""

STEP_LIMIT = 1_000_000
"""How many rounds of `repeat` are allowed between two questions.  More of them stop the game with an error."""
WORK_LIMIT = 10 * STEP_LIMIT
"""How many units of work, which `Tick` and `Fold` count outside the state, are allowed between two questions."""
NOWHERE_KNOWN: Slot = -1
"""`Program.known` in a game without `show`."""
LENGTH_LIMIT = 100_000
"""The number of choices after which a game is cut: it ends without a winner, and its result says so."""
