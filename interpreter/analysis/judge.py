"""Judges one question: the value of every option, as far as the player who is asked can know it, and the cost of the
chosen one.

    judge = Judge(program, effort("quick"))
    judged = judge.judge(history, state, made=(alternative, value, …), seed=1)
    judged.options[0].value       # the options, best first
    judged.cost                   # what the choice made cost, with its interval

Values are found as `think` finds them: every option is tried in the same worlds, which agree with what the seat has
seen, and with the same random numbers.  A value is what the seat's side gains until the deal ends, less the mean gain
of the other sides.  Unlike `think`, the judge drops no option early, so that all values are equally exact.

The cost is measured without bias: the option that is best in one half of the worlds is compared with the chosen one in
the other half, and vice versa.  (The best of several estimates is too high on average, so a comparison in the same
worlds would find mistakes where there are none.)  Its interval is that of the mean of one difference for each world,
because playouts in the same world are not independent.  Intervals are of 95 %, by Student's distribution.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import cast

from ..batch.statistics import Estimate
from ..engine import Dice, Engine, Fault, State
from ..errors import wrong
from ..players.player import options_of
from ..players.sampling import exchanged_for
from ..program import ACTOR, OVER, PC, Program, Slots
from ..search.history import History
from ..search.thinker import Budget, Thinker
from ..story.view import UNSEEN, View
from ..wasm.search.structs import ARM

FEWEST_WORLDS = 8
"""With fewer worlds, playouts are compared instead of worlds."""
MOST_PLAYOUTS = 1_000_000


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work one choice gets: the playouts of all options together, the worlds, and the positions that may be
    solved exactly.
    """

    playouts: int
    worlds: int
    nodes: int


EFFORTS = {
    "quick": Effort(1_000, 24, 20_000),
    "normal": Effort(4_000, 64, 100_000),
    "deep": Effort(40_000, 256, 1_000_000),
}


def effort(text: str) -> Effort:
    """Find an effort by its name, or by the number of playouts.  Raises `GameError`."""
    if text in EFFORTS:
        return EFFORTS[text]
    if not text.isascii() or not text.isdecimal() or len(text) > 9 or not 1 <= int(text) <= MOST_PLAYOUTS:
        raise wrong(f"`{text}` is none of {', '.join(EFFORTS)} and no number from 1 to {MOST_PLAYOUTS}")
    playouts = int(text)
    return Effort(playouts, max(4, min(256, playouts // 40)), 20 * playouts)


@dataclass(frozen=True, slots=True)
class JudgedOption:
    """An option (alternative, values …) with its value and interval, in points of the score that decides the game."""

    option: tuple[int, ...]
    value: Estimate


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of one question.

    `options`: best first, at most 40; of more options, those that the cheap model rates highest, and the chosen one.
    `made`: the index of the chosen option, -1 if none.  `cost`: what the chosen option loses against the best; a little
    below 0 where it looks better by chance.  `worlds`: how many worlds were examined; `exact`: whether each was solved
    exactly instead of played out.
    """

    player: int
    options: tuple[JudgedOption, ...]
    made: int
    cost: Estimate | None
    worlds: int
    exact: bool

    @property
    def mistake(self) -> bool:
        """Whether the choice certainly cost something: the interval of the cost lies above 0."""
        return self.cost is not None and self.cost.low > 0


class Judge:
    """Judges questions of one program.  An instance must not be used by several threads at once.  Raises
    `wasm.Uncompilable`.
    """

    def __init__(self, program: Program, effort: Effort, thinker: Thinker | None = None) -> None:
        self.engine = Engine(program)
        self.program = program
        self.effort = effort
        self.thinker = Thinker(program) if thinker is None else thinker

    def judge(
        self, history: History, state: State, made: tuple[int, ...] | None = None, seed: int = 0
    ) -> Judgement | None:
        """Judge the open question of a state; None if there is only one option, or if no world was found.

        An error of the rules that is met in a continuation is no error of the game: it counts as not found out.  Raises
        `GameError` if the game is over.
        """
        if cast("int", state.values[PC]) <= OVER:
            raise wrong("the game is over")
        options = options_of(self.engine, state)
        if len(options) < 2:
            return None
        try:
            return self._judge(history, state, options, made, seed)
        except Fault:
            self.thinker.begin_anew()
            return None
        except BaseException:
            self.thinker.begin_anew()
            raise

    def _judge(
        self, history: History, state: State, options: list[tuple[int, ...]], made: tuple[int, ...] | None, seed: int
    ) -> Judgement | None:
        player = cast("int", state.values[ACTOR])
        worlds = self._worlds(history, state, player, len(options), seed)
        if not worlds:
            return None
        chosen = options.index(made) if made in options else -1
        samples, exact = self._samples(worlds, chosen, seed)
        means = {number: [sum(part) / len(part) for part in parts] for number, parts in samples.items()}
        values = {number: estimate(parts) for number, parts in means.items()}
        order = sorted(values, key=lambda number: (-values[number].value, number != chosen, number))
        cost = None if chosen < 0 else _cost(means, chosen)
        found = tuple(JudgedOption(options[number], values[number]) for number in order)
        return Judgement(player, found, order.index(chosen) if chosen >= 0 else -1, cost, worlds, exact)

    # -------------------------------------------------------------------------------------------------- measuring

    def _worlds(self, history: History, state: State, player: int, options: int, seed: int) -> int:
        """Generate worlds that agree with what the player has seen, and store them for the playouts.  Returns how
        many.
        """
        thinker, effort = self.thinker, self.effort
        budget = Budget(effort.worlds, effort.playouts)
        seen = history.seen_by(player, state.values)
        if thinker.prepare(seen, options, budget):
            worlds, _ = thinker.sample(seen, budget, seed)
            if worlds:
                return worlds
        view, dice = self.engine.view(state, player), Dice(seed, 0, player)
        worlds = min(effort.worlds, thinker.search.most_worlds) if _hides(view) else 1
        thinker.put_worlds([self._imagined(state.values, view, dice) for _ in range(worlds)])
        return worlds

    def _imagined(self, values: Slots, view: View, dice: Dice) -> Slots:
        return exchanged_for(self.program, values, view, dice)

    def _samples(self, worlds: int, chosen: int, seed: int) -> tuple[dict[int, list[list[float]]], bool]:
        """Return the values of each examined option, one for each world, or for each playout if there are few worlds;
        and whether the values are exact.
        """
        thinker = self.thinker
        arms = thinker.begin_search(self.effort.playouts, seed)
        numbers = self._arms(arms, chosen)
        if self.effort.nodes and self.program.asks[self._ask].trick is not None:
            solved = thinker.worlds.solved(arms, worlds, self.effort.nodes)
            if solved is not None and len(solved[numbers[0]]) >= min(worlds, FEWEST_WORLDS):
                return {number: [[value] for value in values] for number, values in solved.items()}, True
        trials = max(4, self.effort.playouts // arms)
        if worlds >= FEWEST_WORLDS:
            trials = max(1, trials // worlds) * worlds
        rounds = max(1, (arms - 1).bit_length())
        arms = thinker.begin_search(min((trials + 1) * rounds * arms, (1 << 31) - 1), seed)
        numbers = self._arms(arms, chosen)
        rows = self._played(arms, trials)
        units = worlds if worlds >= FEWEST_WORLDS else trials
        found = {n: [[row[i] for row in rows[unit::units]] for unit in range(units)] for i, n in enumerate(numbers)}
        return found, False

    @property
    def _ask(self) -> int:
        at = self.thinker.search.at["LAST_ASK"]
        return self.thinker.machine.word(at)

    def _arms(self, arms: int, chosen: int) -> list[int]:
        """The options that are tried, the chosen one among them."""
        memory, at = self.thinker.machine.memory, self.thinker.search.at["ARMS"]
        places = [at + ARM.size * i + ARM.offsets["option"] for i in range(arms)]
        numbers = [int.from_bytes(memory[place : place + 4], "little") for place in places]
        if chosen >= 0 and chosen not in numbers:
            memory[places[-1] : places[-1] + 4] = chosen.to_bytes(4, "little")
            numbers[-1] = chosen
        return numbers

    def _sums(self, arms: int) -> list[tuple[int, int]]:
        """For each option: the sum of its values, and how many there are."""
        memory, at = self.thinker.machine.memory, self.thinker.search.at["ARMS"]
        found = [ARM.unpack(memory[at + ARM.size * i : at + ARM.size * (i + 1)]) for i in range(arms)]
        return [(total, playouts) for total, _, playouts, *_ in found]

    def _played(self, arms: int, trials: int) -> list[list[float]]:
        """The value of every option in each playout; the playouts use the worlds in turn."""
        call, scale, rows = self.thinker.going_on, self.thinker.scale, list[list[float]]()
        before = [(0, 0)] * arms
        while len(rows) < trials:
            after = self._sums(arms)
            while min(count for _, count in after) == before[0][1]:
                over = call("search", 1)
                after = self._sums(arms)
                if over:
                    break
            row = [
                (total - old) / max(1, count - then) / scale
                for (total, count), (old, then) in zip(after, before, strict=True)
            ]
            rows.append(row)
            before = after
        return rows


def _hides(view: View) -> bool:
    """Whether there are cards that a player does not see."""
    return any(card == UNSEEN for zone in view.zones for card in zone.cards)


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values, with its interval."""
    count = len(values)
    mean = sum(values) / count
    if count < 2:
        return Estimate(mean, mean, mean)
    half = student(count - 1) * sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)
    return Estimate(mean, mean - half, mean + half)


def _cost(values: dict[int, list[float]], chosen: int) -> Estimate:
    """What an option loses against the best one, where the best one is found in the other half of the worlds."""
    units = len(values[chosen])
    if units == 1:
        lost = max(parts[0] for parts in values.values()) - values[chosen][0]
        return Estimate(lost, lost, lost)
    best = [max(values, key=lambda n: (sum(values[n][1 - half :: 2]), n == chosen)) for half in (0, 1)]
    return estimate([values[best[unit % 2]][unit] - values[chosen][unit] for unit in range(units)])


def student(freedom: int) -> float:
    """The two-sided 95 % quantile of Student's distribution (Abramowitz and Stegun 1964, 26.7.5; exact for few degrees
    of freedom).
    """
    few = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447}
    if freedom in few:
        return few[freedom]
    z = 1.959964
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / freedom ** (i + 1) for i, term in enumerate(terms))
