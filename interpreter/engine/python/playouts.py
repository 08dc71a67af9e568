"""A program as a function that plays a whole game of players who choose by chance, and counts what happens.

Each player's random numbers are `d[player]()`, and `a` is the one asked.  Straight code is counted once and not
statement by statement: `n3` is how often some places were passed together (inside procedures `M[3]`).  `Q` are the
answers to questions that are told one by one; `first` is called at the first question, `begin` where a deal begins.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ...program import ACTOR, DECISIONS, LENGTH_LIMIT, Ask, Domain, GatherAll, ShufflePile, Slot
from .flow import Label
from .reading import parts
from .walks import CUT, Walks

Event = int | tuple[int, int]
"""What is counted: a place; or a question and the alternative that answered it."""


@dataclass
class PlayoutWriter(Walks):
    """Writes a function that plays a game to its end and gives back what it counted."""

    told: tuple[bool, ...] = ()
    """For each question, whether its answers are counted one by one, not only by alternative."""
    judged: tuple[Slot, ...] = ()
    """Slots a deal is judged by."""
    events: list[list[Event]] = field(default_factory=list["list[Event]"])
    """What each of the counts counts."""
    stretch: int = -1
    """The count of the straight code being written; -1 if it has none yet."""
    stretch_depth: int = 0
    count_name: str = "n{}"
    gathers: bool = False
    actor: str = "a"

    def __post_init__(self) -> None:
        super().__post_init__()
        whole = (self.program.blocks, self.program.procedures)
        self.gathers = any(isinstance(node, GatherAll) for node in parts(whole))

    def watched(self) -> tuple[Slot, ...]:
        return self.judged

    def roots(self) -> list[Label]:
        return [self.program.start]

    def opening(self) -> list[str]:
        self._merge_counts()
        return [
            f"def walk(S, d, Q{self.tables()}):",
            f"    a = S[{ACTOR}]",
            *(f"    n{i} = 0" for i in range(len(self.events))),
        ]

    def ending(self) -> list[str]:
        return [f"    S[{ACTOR}] = a", f"    return ({''.join(f'n{i}, ' for i in range(len(self.events)))})"]

    def procedure(self, number: int) -> None:
        self.stretch, self.count_name = -1, "M[{}]"
        super().procedure(number)
        self.stretch, self.count_name = -1, "n{}"

    # ----------------------------------------------------------------------------------------------------- counting

    def line(self, text: str) -> None:
        if text.endswith(":") or text in ("continue", "break"):
            self.stretch = -1
        super().line(text)

    def fired(self, place: int) -> None:
        self.event(place)

    def event(self, event: Event) -> None:
        """Count something."""
        if self.stretch >= 0 and self.stretch_depth == self.depth:
            self.events[self.stretch].append(event)
            return
        self.stretch, self.stretch_depth = len(self.events), self.depth
        self.events.append([event])
        super().line(f"{self.count_name.format(self.stretch)} += 1")

    def _merge_counts(self) -> None:
        """Counts of the same things become one."""
        merged = list(dict.fromkeys(map(tuple, self.events)))
        number = {events: i for i, events in enumerate(merged)}
        become = [number[tuple(events)] for events in self.events]

        def renamed(lines: list[str]) -> list[str]:
            return [_COUNT.sub(lambda found: f"{found[1]}{become[int(found[2])]}{found[3]}", line) for line in lines]

        self.lines = renamed(self.lines)
        self.leaves = {label: renamed(lines) for label, lines in self.leaves.items()}
        self.events = [list(events) for events in merged]

    def begin(self, st: GatherAll | ShufflePile) -> None:
        if isinstance(st, GatherAll) or not self.gathers:
            self.line(f"begin(S, {self.judgement()}, v{DECISIONS})")

    def judgement(self) -> str:
        """What is in the slots a deal is judged by."""
        return f"({''.join(self.slot(slot, None) + ', ' for slot in self.judged)})"

    # ----------------------------------------------------------------------------------------------------- questions

    def question(self, number: int, ask: Ask) -> None:
        self.stretch = -1
        self.line(f"if not 0 < v{DECISIONS} < {LENGTH_LIMIT}:")
        self.depth += 1
        self.line(f"if v{DECISIONS}:")
        self.depth += 1
        self.leave(CUT)
        self.depth -= 1
        self.line(f"first({self.judgement()})")
        self.depth -= 1
        domain = self.one_of(ask)
        if domain is not None:
            self.element(number, ask, domain)
        elif self.kinds_only(ask):
            self.kind(number, ask)
        else:
            self.any_option(number, ask)

    def element(self, number: int, ask: Ask, domain: Domain) -> None:
        """An element of a mask."""
        alternative = ask.alternatives[0]
        bound = alternative.bound[0]
        once = self.once(bound)
        with self.looking():
            self.offer(domain.args[0], bound, "FACES" if once else "BITS", "F" if once else "B")
        slot = self.slot(bound.slot, None)
        self.draw(slot, ask)
        self.counted_on()
        if self.told[number]:
            self.line(f"e = (0, {slot})")
            self.tell(number)
        else:
            self.event((number, 0))
        self.follow(alternative.body)

    def kind(self, number: int, ask: Ask) -> None:
        """One of some alternatives."""
        ways = len(ask.alternatives)
        if ways > 1:
            self.line(f"i = d[a]() * {ways} >> 32")
        self.counted_on()
        for i, alternative in enumerate(ask.alternatives):
            last = i == ways - 1
            if not last:
                self.line(f"if i == {i}:")
                self.depth += 1
            self.stretch = -1
            self.event((number, i))
            self.follow(alternative.body)
            if not last:
                self.depth -= 1

    def any_option(self, number: int, ask: Ask) -> None:
        """One of a list of options."""
        with self.looking():
            self.line(f"o = {self.options_of(number, ask)}")
        self.draw("e", ask)
        self.counted_on()
        if self.told[number]:
            self.tell(number)
        for i, alternative in enumerate(ask.alternatives):
            last = i == len(ask.alternatives) - 1
            if not last:
                self.line(f"if e[0] == {i}:")
                self.depth += 1
            self.stretch = -1
            if not self.told[number]:
                self.event((number, i))
            self.answered(alternative, "e")
            if not last:
                self.depth -= 1

    def draw(self, name: str, ask: Ask) -> None:
        """Choose one of the options; an only one needs no chance."""
        self.line("i = len(o)")
        self.line(f"if i > 1: {name} = o[d[a]() * i >> 32]")
        self.line(f"elif i: {name} = o[0]")
        self.line(f"else: nothing({ask.place})")

    def tell(self, number: int) -> None:
        """Count an answer."""
        self.line(f"q = Q[{number}]")
        self.line("q[e] = q.get(e, 0) + 1")


_COUNT = re.compile(r"^( *(?:n|M\[))(\d+)(\]? \+= 1)$")
