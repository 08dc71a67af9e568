"""Learning: games of a player against itself, in several threads, until a time is over or enough choices were made.

    for progress in lessons(program, seconds=60, seed=1):
        progress.choices, progress.strength
    progress.weights()

Every thread has an instance of the module.  After each slice of time their nets are brought together: all continue with
the mean.  The rate of learning and how often an option is only tried fall over the time.  With a number of choices
instead of a time, the same weights come of it on every machine.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Protocol

from ..faults import Fault
from ..program import Program
from ..wasm.learned.plan import PLAN, LessonPlan
from .nets import BY_CHANCE, SECOND_NET, NetMachine, code_of
from .weights import Weights

SLICE = 0.4
"""How many seconds the threads learn before their nets are brought together."""
LONGEST_CALL = 50_000
"""The most choices of one call into a module, which nothing can interrupt."""


@dataclass(frozen=True)
class NetStrength:
    """How much more a side gains in a deal than the others, if only it is played by the net; with its standard error.

    In a game without points, how many more games it wins.
    """

    gain: float
    error: float


class Measure(Protocol):
    """Finds how strong a net is against another player (`strength.py`)."""

    def __call__(self, machine: NetMachine, other: int, *, whole: bool) -> NetStrength: ...


@dataclass
class Lessons:
    """What has been learned so far.  `share`: how much of the time is over, from 0 to 1."""

    program: Program
    seconds: float
    most: int
    """How many choices are made, if that counts instead of the time; otherwise 0."""
    seed: int
    begun: Weights | None
    machine: NetMachine
    plan: LessonPlan = PLAN
    """The numbers of the lessons."""
    workers: int = 1
    """In how many threads."""
    against: bytes = b""
    """The net of the players who are learned against; empty if players learn against themselves."""
    share: float = 0.0
    choices: int = 0
    spent: float = 0.0
    loss: float = 1.0
    faults: int = 0
    length: float = 0.0
    """How many choices a random deal has."""
    longest: int = 0
    """After how many choices a deal is given up."""
    whole: bool = False
    """Whether what whole games bring is learned, because single deals bring nothing."""
    stopping: bool = False
    """Whether nobody waits for what is being learned: whoever learns ends after the call that it is in."""
    against_chance: list[tuple[int, NetStrength]] = field(default_factory=list["tuple[int, NetStrength]"])
    """The strength against players who choose at random, each with the number of choices until then."""
    against_before: list[tuple[int, NetStrength]] = field(default_factory=list["tuple[int, NetStrength]"])
    """The strength against the player at the time of the last measurement."""

    def weights(self) -> Weights:
        """The weights as they are now."""
        before = self.begun.head if self.begun is not None else None
        choices = self.choices + (before.choices if before is not None else 0)
        seconds = self.spent + (before.seconds if before is not None else 0.0)
        return self.machine.weights(choices, round(seconds, 1), self.seed, before=self.begun)


def lessons(
    program: Program,
    *,
    seconds: float = 0.0,
    choices: int = 0,
    seed: int = 1,
    workers: int = 1,
    begin_with: Weights | None = None,
    measure: Measure | None = None,
    measured: int = 20,
    against: bytes = b"",
    plan: LessonPlan = PLAN,
) -> Iterator[Lessons]:
    """Learn for some seconds, or for about so many choices (with `seconds`, for no longer than these); yield what was
    learned after every slice.  The object is always the same.

    `begin_with`: weights that are learned on from.  `measure`: finds the strength of the first net against another
    player (`strength.py`); it is asked `measured` times.  `against`: the net of players who do not learn; only one side
    of each game learns, to beat them.  That takes one worker, and no `measure`.  `plan`: the numbers of the lessons.
    Raises `wasm.Uncompilable`, and the `Fault` of the rules if hardly a game can be played.
    """
    assert not against or (workers == 1 and measure is None)
    code = code_of(program)
    machines = [NetMachine(code) for _ in range(max(1, workers))]
    made = Lessons(program, seconds, choices, seed, begin_with, machines[0], plan, len(machines), against)
    _begin(made, machines, begin_with)
    older = bytes(machines[0].net())
    pool = ThreadPoolExecutor(len(machines))
    began, paused, steps = time.monotonic(), 0.0, [2_000] * len(machines)
    try:
        yield made
        while made.share < 1:
            parts = [pool.submit(_slice, made, machine, number, steps) for number, machine in enumerate(machines)]
            made.choices += sum(part.result() for part in parts)
            _together(machines)
            spent = time.monotonic() - began - paused
            if choices:
                made.share = min(1.0, made.choices / choices)
            else:
                made.spent = spent
                made.share = min(1.0, spent / seconds) if seconds > 0 else 1.0
            made.loss = machines[0].number("LOSS")
            if measure is not None and int(made.share * measured) > len(made.against_chance):
                paused -= time.monotonic()
                older = _measured(made, machines[-1], measure, older)
                paused += time.monotonic()
            yield made
            if choices and 0 < seconds <= spent:
                break
    finally:
        made.stopping = True
        pool.shutdown(wait=True)


def planned(choices: int, workers: int, plan: LessonPlan = PLAN) -> int:
    """How many choices are made in lessons that were asked for with about so many."""
    step = workers * max(plan.fewest, choices // plan.slices // workers)
    return -(-choices // step) * step


def _measured(made: Lessons, machine: NetMachine, measure: Measure, older: bytes) -> bytes:
    """Measure the strength.  Returns the net of now."""
    kept = machine.kept()
    machine.put_net(older, SECOND_NET)
    try:
        made.against_chance.append((made.choices, measure(machine, BY_CHANCE, whole=made.whole)))
        made.against_before.append((made.choices, measure(machine, SECOND_NET, whole=made.whole)))
    except Fault:  # one of the games cannot be played
        made.faults += 1
        _again(made, machine, kept)
    return kept[0]


def _begin(made: Lessons, machines: list[NetMachine], begin_with: Weights | None) -> None:
    for machine in machines:
        machine.call("l_begin_net", made.seed)
        if machine is machines[0]:
            made.whole = _whole(made, machine)
        _settle(made, machine)
        if begin_with is not None:
            machine.put_net(begin_with.net(machine.learned.features.blocks)[0])
            for name, value in (("SQUARE", begin_with.head.scale**2), ("SCALE", begin_with.head.scale)):
                at = machine.learned.at[name]
                machine.memory[at : at + 4].cast("f")[0] = value
            machine.memory[machine.learned.at["DEALS"] :][:8].cast("q")[0] = made.plan.deals_before


def _settle(made: Lessons, machine: NetMachine) -> None:
    """Let a new instance learn as the others do."""
    machine.call("l_count_whole", int(made.whole))
    machine.call("l_end_after", made.longest)
    machine.call("l_be_unsure", made.plan.unsure)
    if made.against:
        machine.put_net(made.against, SECOND_NET)
        machine.call("l_learn_against", 1)


def _whole(made: Lessons, machine: NetMachine) -> bool:
    """Whether random games bring something, but single deals of them do not.  Notes how long they are, too."""
    squares, lengths = list[float](), list[float]()
    for whole in (0, 1):
        machine.call("l_count_whole", whole)
        _lesson(made, machine, made.plan.first_look, made.seed, 0.0, 1.0)
        squares.append(machine.number("SQUARE"))
        ended = machine.memory[machine.learned.at["DEALS"] :][:8].cast("q")[0]
        lengths.append(made.plan.first_look / max(1, ended))
    found = squares[0] < made.plan.little * squares[1]
    made.length = lengths[int(found)]
    made.longest = max(made.plan.longest, round(made.plan.long * made.length))
    return found


def _slice(made: Lessons, machine: NetMachine, number: int, steps: list[int]) -> int:
    """Learn for a slice of time.  Returns how many choices were made."""
    fresh = made.begun is None
    rate = made.plan.rate * (1.0 if fresh else made.plan.gentle) * max(made.plan.least_rate, 1 - made.share)
    tried = made.plan.tried_at_least + made.plan.tried * (1 - made.share) * (1.0 if fresh else made.plan.gentle)
    few = made.whole or made.choices < made.plan.first_deals * made.length
    if fresh and made.share < (made.plan.whole_at_first if few else made.plan.at_first):
        tried = made.plan.tried_at_first
    seed = made.seed * 1_000 + number
    if made.most:
        count = max(made.plan.fewest, made.most // made.plan.slices // len(steps))
        for first in range(0, count, LONGEST_CALL):
            if made.stopping:
                break
            _lesson(made, machine, min(LONGEST_CALL, count - first), seed, rate, tried)
        return count
    until, count = time.monotonic() + min(SLICE, made.seconds / 20), 0
    while time.monotonic() < until and not made.stopping:
        began = time.monotonic()
        _lesson(made, machine, steps[number], seed, rate, tried)
        count += steps[number]
        took = time.monotonic() - began
        if took < 0.05:
            steps[number] = min(1_000_000, steps[number] * 2)
        elif took > 0.2:
            steps[number] = max(50, steps[number] // 2)
    return count


def _lesson(made: Lessons, machine: NetMachine, choices: int, seed: int, rate: float, tried: float) -> None:
    """Learn from so many choices."""
    kept = machine.kept()
    try:
        machine.call("l_train", choices, seed + made.faults * 100_000, rate, int(65_536 * tried))
    except Fault:  # the rules fail in this game; the others may be played
        made.faults += 1
        if made.faults > made.plan.most_faults:
            raise
        _again(made, machine, kept)


def _again(made: Lessons, machine: NetMachine, kept: tuple[bytes, bytes]) -> None:
    """Let a machine go on in which a game failed."""
    machine.restore(kept)
    _settle(made, machine)


def _together(machines: list[NetMachine]) -> None:
    """Let all go on with the mean of the nets."""
    first = machines[0]
    for number, machine in enumerate(machines[1:], 2):
        first.put_net(machine.net(), SECOND_NET)
        first.call("l_blend", 1 / number)
    for machine in machines[1:]:
        machine.put_net(first.net())
