"""What a seat remembers of the deal, as fields of an observation: those that are asked for by `history`.

`gone`     for each face, how many cards of it the seat knows and does not see now: those that lay open at a question or
           were played openly to a trick, and those that the seat named itself
`voids`    for each player (`+0` first), a 1 for each group of cards that the player has shown to lack, by playing
           another card to a trick: the suits in their order, then the trumps, then cards of no suit
`tricks`   of the trick begun last, and of the one before: who led it (`+0` first), and for each player the face of the
           card that he or she played
`calls`    for each kind of choice that names no card and is not secret, and for each player, the values of the last
           such choice

A deal begins when all cards are shuffled together.  A card that another player plays for a seat, as a declarer does for
the dummy, counts as that seat's.  In a game without open tricks, `voids` and `tricks` have no fields.

`vectors/memory.py` keeps the same inside a module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from ..interpreter.engine.sets import bits
from ..interpreter.errors import wrong
from ..interpreter.program import Program, Slots, trick_rules
from ..interpreter.wasm.layout import MemoryLayout
from ..interpreter.wasm.learned.memory import open_cards, open_tricks, remembered_choices
from ..interpreter.wasm.ranges import ProgramRanges
from .position import ChoiceMade, GameNode, named_cards

HISTORY = ("gone", "voids", "tricks", "calls")
"""What `history` may name."""
TRICKS = 2
"""Of how many tricks the fields tell."""


class HistoryFields:
    """Where the fields of what is remembered stand in an observation."""

    def __init__(self, program: Program, history: Iterable[str], add: Callable[[str, int], int]) -> None:
        """`add`: appends a field of a name and a size, and returns its place.

        Raises `GameError` for a word that is not in `HISTORY`.
        """
        asked = words_of(history)
        for name in asked:
            if name not in HISTORY:
                raise wrong(f"there is no history {name!r}; there are {', '.join(HISTORY)}")
        self.program = program
        self.asked = tuple(name for name in HISTORY if name in asked)
        players, faces = program.players, len(program.faces)
        rules = trick_rules(program) if open_tricks(program) else None
        self._trick = rules.trick if rules is not None else -1
        self.gone = add("gone", faces) if "gone" in asked else -1
        """-1: not asked for."""
        self.voids: list[int] = []
        """For each player from the seat on."""
        if rules is not None and "voids" in asked:
            self.voids = [add(f"void +{one}", rules.groups) for one in range(players)]
        self.tricks: list[tuple[int, list[int]]] = []
        """For each trick, the last one first: the player who led, and for each player from the seat on the card."""
        for number in range(1, TRICKS + 1) if rules is not None and "tricks" in asked else ():
            led = add(f"trick -{number} led", players)
            self.tricks.append((led, [add(f"trick -{number} +{one}", faces) for one in range(players)]))
        self.calls: list[list[int]] = []
        """For each remembered kind of choice, and for each player from the seat on."""
        self.kinds = remembered_choices(MemoryLayout(program, ProgramRanges(program))) if "calls" in asked else []
        names: list[str] = []
        for ask, number, cells in self.kinds:
            name = program.asks[ask].alternatives[number].texts
            names.append("…".join(name))
            same = names.count(names[-1])
            label = names[-1] if same == 1 else f"{names[-1]} #{same}"
            self.calls.append([add(f"call {label} +{one}", cells.count) for one in range(players)])

    def write(self, row: npt.NDArray[np.float32], position: GameNode, seat: int, seen: int) -> None:
        """Write the fields of a seat.  `seen`: the mask of the cards that it sees now."""
        if not self.asked:
            return
        program, players = self.program, self.program.players
        deal = _deal(position)
        known, voids = open_cards(program, position.values, self._trick), [0] * players
        said: dict[tuple[int, int], int] = {}
        tricks: list[tuple[int, dict[int, int]]] = []
        kinds = {(ask, kind): (index, cells) for index, (ask, kind, cells) in enumerate(self.kinds)}
        for values, step in deal:
            known |= open_cards(program, values, self._trick)
            if step.player == seat:
                known |= sum(1 << card for card in named_cards(program, step.ask, step.raw))
            play = step.play if self._trick >= 0 else None
            if play is not None:
                known |= 1 << play.card
                if play.leads:
                    tricks.append((play.player, {}))
                if tricks:
                    tricks[-1][1][play.player] = play.card
                if play.lacks >= 0:
                    voids[play.player] |= 1 << play.lacks
            if (step.ask, step.raw[0]) in kinds:
                index, cells = kinds[step.ask, step.raw[0]]
                said[step.player, index] = cells.of(step.raw[1:], step.player)
        if self.gone >= 0:
            for card in bits(known & ~seen):
                row[self.gone + program.deck[card]] += 1
        for one, start in enumerate(self.voids):
            row[[start + group for group in bits(voids[(seat + one) % players])]] = 1
        for (leader, cards), (led, starts) in zip(reversed(tricks), self.tricks, strict=False):
            row[led + (leader - seat) % players] = 1
            for player, card in cards.items():
                row[starts[(player - seat) % players] + program.deck[card]] = 1
        for index, starts in enumerate(self.calls):
            for one, start in enumerate(starts):
                cell = said.get(((seat + one) % players, index), -1)
                if cell >= 0:
                    row[start + cell] = 1


def _deal(position: GameNode) -> list[tuple[Slots, ChoiceMade]]:
    """The choices of the current deal, each with the slots of its question, the first one first."""
    chain, at = [position], position.before
    while at is not None and not (chain[-1].step is not None and chain[-1].step.deal_began):
        chain.append(at)
        at = at.before
    return [
        (before.values, after.step)
        for before, after in pairwise(reversed(chain))
        if after.step is not None and after.imagined_for < 0 and not after.step.deal_began
    ]


def words_of(history: Iterable[str]) -> tuple[str, ...]:
    """What is asked for; one word may stand alone."""
    return (history,) if isinstance(history, str) else tuple(history)
