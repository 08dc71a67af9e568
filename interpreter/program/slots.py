"""The slots every program has, and the limits of a game."""

from __future__ import annotations

Place = int
Slot = int
Slots = list[int | tuple[int, ...]]
"""What is in the slots of a state."""
BlockId = int

# Slots every program has.
PC, RNG, STEPS, ACTOR, DECISIONS = range(5)
FIRST_FREE = 5
"""PC: the block to run next, or ~ask while a question is open (so negative), or `OVER`.  RNG: the generator's
state, 64 bits.  STEPS: loop rounds since the last question.  ACTOR: the seat asked.  DECISIONS: choices so far."""
OVER = -(2**20)
CUT = OVER * 2
"""PC of a game that was cut at `LENGTH_LIMIT`."""
DEAL_SALT = 0x2545F4914F6CDD1D
"""What is added to a seed for each deal of a game whose deals are to be the same under other rules."""

STEP_LIMIT = 1_000_000
"""Rounds of `repeat` between two questions after which a game is stopped with an error."""
NOWHERE_KNOWN: Slot = -1
"""`Program.known` of a game without `show`."""
LENGTH_LIMIT = 100_000
"""Choices after which a game is cut: it ends without a winner and says so."""
