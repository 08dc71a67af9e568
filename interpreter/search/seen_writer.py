"""Writes what a seat has seen of a deal into the memory of a module that thinks."""

from __future__ import annotations

from collections import Counter

from ..program import RNG, Program, Slots
from ..wasm import Machine
from ..wasm.search.host import NO_SCORES, Budget
from ..wasm.search.structs import DRAW, MOST_NAMES, PLAY, STEP
from ..wasm.search.writer import MOST_DRAWS, MOST_EPOCHS, MOST_STEPS, SearchFunctions
from .seen import CARD, SeenDeal, SeenStep


class SeenWriter:
    """Writes into the instance of one thinker."""

    def __init__(self, program: Program, machine: Machine, search: SearchFunctions) -> None:
        self.program, self.machine, self.search = program, machine, search
        self.alike: dict[int, list[int]] = {}
        """The cards of each face."""
        for card, face in enumerate(program.deck):
            self.alike.setdefault(face, []).append(card)
        self._packed: tuple[Slots, bytes] | None = None
        """The state in which the deal began that was written last, and its bytes."""

    def head(self, seen: SeenDeal, options: int, budget: Budget) -> None:
        """Write whose question it is, and how much may be thought."""
        bonus = 0 if self.program.scores else NO_SCORES
        numbers = {
            "SEAT": seen.seat, "STEP_COUNT": len(seen.steps), "DRAW_COUNT": len(seen.draws), "EPOCH_COUNT": seen.epochs,
            "LAST_ASK": seen.ask, "LAST_HASH": seen.hash, "OPTION_COUNT": options, "ABSENT_COUNT": len(seen.absent),
            "LONGEST": budget.longest, "BONUS": bonus, "WORLD_COUNT": 0, "TRUST": budget.trust,
        }  # fmt: skip
        for name, value in numbers.items():
            self.machine.put_at(name, value.to_bytes(8, "little"))
        self.machine.put_at("MATCH", budget.match.to_bytes(8, "little"))

    def write(self, seen: SeenDeal) -> bool:
        """Write what a seat has seen into the memory of the module.  Returns False if no seat saw the deal, or if it is
        too much.
        """
        if (
            seen.only_view
            or len(seen.steps) > MOST_STEPS
            or len(seen.draws) + len(seen.absent) > MOST_DRAWS
            or seen.epochs > MOST_EPOCHS
            or any(len(step.hidden) > MOST_NAMES for step in seen.steps)
        ):
            return False
        if self._packed is None or self._packed[0] is not seen.base:
            base = seen.base.copy()
            base[RNG] = 0
            self._packed = seen.base, self.machine.layout.pack(base)
        self.machine.put_at("BASE", self._packed[1])
        plays: list[tuple[int, int, int]] = []
        steps = b"".join(self._step(step, number, plays) for number, step in enumerate(seen.steps))
        known = [(card, 1, CARD, -1, epoch, 0, 0, 0) for epoch, card in seen.absent]
        draws = [
            (max(draw.value, 0), int(draw.value >= 0), draw.kind, draw.owner, draw.epoch, draw.step, draw.zone + 1, 0)
            for draw in seen.draws
        ]
        named = [(card, player, step, 0) for card, player, step in plays]
        sighted = [(one.card, -1, one.step, one.zone + 1) for one in seen.sightings]
        merged = sorted(sighted + named, key=lambda one: one[2])[: MOST_STEPS + MOST_DRAWS]
        if len(self.program.deck) > len(self.program.faces) and seen.epochs <= 2:
            merged = self._copies(seen, merged)
        self.machine.put_at("STEPS_AT", steps)
        self.machine.put_at("DRAWS", b"".join(DRAW.pack(*row) for row in draws + known))
        self.machine.put_at("PLAYS", b"".join(PLAY.pack(*row) for row in merged))
        self.machine.put_at("PLAY_COUNT", len(merged).to_bytes(8, "little"))
        return True

    def _copies(self, seen: SeenDeal, plays: list[tuple[int, int, int, int]]) -> list[tuple[int, int, int, int]]:
        """The plays and sightings, with a different copy for each of identical cards.  The cards that the seat drew are
        the first copies.
        """
        deck = self.program.deck
        met = Counter(deck[draw.value] for draw in seen.draws if draw.value >= 0 and draw.kind == CARD)
        last: dict[int, int] = {}
        """For each face, the number of choices after which it was last named."""
        found: list[tuple[int, int, int, int]] = []
        for card, player, step, zone in plays:
            face = deck[card]
            if player != seen.seat:
                if not zone or last.get(face) != step - 1:
                    met[face] += 1
                card = self.alike[face][(met[face] - 1) % len(self.alike[face])]
            if not zone:
                last[face] = step
            found.append((card, player, step, zone))
        return found

    def _step(self, step: SeenStep, number: int, plays: list[tuple[int, int, int]]) -> bytes:
        """A step in the form that the module reads.  The cards it names, if they were seen, are added to `plays`."""
        hidden = step.alternative < 0 or any(one >= 0 for one in step.hidden)
        counts = (*step.hidden, *[-1] * (MOST_NAMES - len(step.hidden)))
        seen = step.hash - (1 << 64) if step.hash >> 63 else step.hash
        content = STEP.pack(step.ask, step.player, step.alternative, 0, seen, 0, int(hidden), *counts, step.alternative)
        if step.ask >= 0 and step.alternative >= 0:
            bounds = self.program.asks[step.ask].alternatives[step.alternative].bound
            for bound, value in zip(bounds, step.values, strict=True):
                words = self.machine.layout.slots[bound.slot].words
                content += value.to_bytes(8 * words, "little", signed=True)
                if bound.type.kind == "card" and value >= 0:
                    plays.append((value, step.player, number))
                elif bound.type.kind == "set" and bound.type.element is not None and bound.type.element.kind == "card":
                    plays += [(card, step.player, number) for card in range(value.bit_length()) if value >> card & 1]
        return content.ljust(self.search.step_size, b"\0")
