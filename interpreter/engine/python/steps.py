"""A program as a generator that asks whoever runs it, question by question."""

from __future__ import annotations

from dataclasses import dataclass

from ...program import DECISIONS, LENGTH_LIMIT, PC, Ask
from .flow import Label
from .walks import CUT, Walks


@dataclass
class StepWriter(Walks):
    """Writes a generator: it yields the options of a question and is sent the number of one; at the end, none.

    A number below 0 answers nothing, but the state stands in the slots then."""

    def roots(self) -> list[Label]:
        return [self.program.start, *(~ask for ask in range(len(self.program.asks)))]

    def opening(self) -> list[str]:
        return [f"def walk(S{self.tables()}):"]

    def ending(self) -> list[str]:
        return ["    while True: yield ()"]

    def entered(self, number: int) -> None:
        self.line(f"S[{PC}] = {~number}")

    def question(self, number: int, ask: Ask) -> None:
        self.line(f"if v{DECISIONS} >= {LENGTH_LIMIT}:")
        self.depth += 1
        self.leave(CUT)
        self.depth -= 1
        with self.looking():
            self.offered(number, ask)
        if not self.kinds_only(ask):
            self.line(f"if not o: nothing({ask.place})")
        self.line("k = yield o")
        self.line("while k < 0:")
        self.depth += 1
        self.line(self.spill())
        self.line("k = yield o")
        self.depth -= 1
        self.line("e = o[k]")
        self.counted_on()
        self.chosen(ask)

    def offered(self, number: int, ask: Ask) -> None:
        """Make `o` the options."""
        domain = self.one_of(ask)
        if domain is not None:
            bound = ask.alternatives[0].bound[0]
            letter = "G0" if self.once(bound) else "E0"
            self.offer(domain.args[0], bound, letter, letter + "_")
        elif self.kinds_only(ask):
            self.line(f"o = ({''.join(f'({i},), ' for i in range(len(ask.alternatives)))})")
        else:
            self.line(f"o = {self.options_of(number, ask)}")

    def chosen(self, ask: Ask) -> None:
        """Which alternative the answer is of."""
        for i, alternative in enumerate(ask.alternatives[:-1]):
            self.line(f"if e[0] == {i}:")
            self.depth += 1
            self.answered(alternative, "e")
            self.depth -= 1
        self.answered(ask.alternatives[-1], "e")
