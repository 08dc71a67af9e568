"""Judges every choice of a scripted game, side lines included, in the order in which they were made.

A choice is judged from what the player who made it could know at that time, or with all cards known.  Four kinds of
steps are not judged, and the reason is given: the only possible choice, a choice whose cards the script does not name,
something that happened at the table, and a choice about which nothing could be found out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, cast

from ...dsl.source.diagnostics import Diagnostic
from ..batch.statistics import Estimate
from ..engine import Dice, State
from ..notation import model as m
from ..opening.opened import OpenedGame
from ..program import Program, Slots
from ..records import AnyRecord, Choice, Chosen, Declared
from ..replay.events import Acted, Began, Branched, Ended, Failed, ReplayEvent, Returned
from ..replay.hidden import has_hidden
from ..replay.replayer import Replay
from ..search.following import HistoryFeeder
from ..search.history import History
from ..text.parse import Words
from .judge import Judgement

Why = Literal["", "the only choice", "drawn by chance", "at the table", "not found out"]
"""Why a choice was not judged; empty if it was."""
OpenJudging = Callable[[State], "Judgement | None"]
"""Judges the open question of a state with all cards known."""
Judging = Callable[[History, State, tuple[int, ...], int], "Judgement | None"]
"""Judges the open question of a state.  Its arguments: the history of the deal, the state, the choice made, a seed."""
TURNING_POINTS = 3


@dataclass(frozen=True, slots=True)
class JudgedChoice:
    """A choice of a script, with its judgement.

    `number`: the number of the choice, from 1, counting side lines too.  `depth`: how many side lines it is nested in,
    0 for the game itself; `side_lines`: their titles.  `player`: -1 for something that happened at the table.  `lead`:
    by how much the player's side was ahead of the mean of the other sides before the choice, in points of the score
    that decides the game.  `labels`: the options of the judgement in words.
    """

    number: int
    deal: int
    player: int
    label: str
    depth: int
    side_lines: tuple[str, ...]
    lead: float
    why: Why
    judgement: Judgement | None = None
    labels: tuple[str, ...] = ()
    ask: int = -1
    known: tuple[float, ...] = ()
    """The exact value of each option of the judgement with all cards known; empty if it was not solved."""

    @property
    def outlook(self) -> Estimate | None:
        """The lead that the side can expect at the end of the deal after this choice; None if it is not known."""
        judged = self.judgement
        if judged is None or judged.made < 0:
            return None
        value = judged.options[judged.made].value
        return Estimate(self.lead + value.value, self.lead + value.low, self.lead + value.high)


@dataclass(frozen=True, slots=True)
class AnalysisOutcome:
    """How the run through the script ended: to its end, or why it failed.  `drawn`: the cards that the script does not
    name and that chance gave.
    """

    failure: Diagnostic | None
    drawn: int = 0
    over: bool = False


class ScriptAnalysis:
    """Runs through one scripted game: iterating over it yields its choices.  Afterwards `finished` says how the run
    ended.  `solving`: gives the values with all cards known beside the judgement.
    """

    def __init__(
        self,
        game: m.ScriptedGame,
        opened: OpenedGame,
        judging: Judging,
        seed: int = 0,
        solving: OpenJudging | None = None,
    ) -> None:
        self.game = game
        self.opened = opened
        self.words: Words = opened.words
        self.program: Program = opened.engine.program
        self.judging, self.solving = judging, solving
        self.seed = seed
        self.finished: AnalysisOutcome | None = None

    def __iter__(self) -> Iterator[JudgedChoice]:
        followed, state = HistoryFeeder(self.program), State([])
        kept: list[tuple[HistoryFeeder, State, str, int]] = []
        number, deal = 0, 1
        for event in Replay(self.game, self.opened):
            match event:
                case Began(records, begun):
                    if records:
                        followed.begin(records)
                    else:
                        followed.begin_at(begun.values)
                    state = begun
                case Branched(step):
                    kept.append((followed, state, step.title.text if step.title is not None else "", deal))
                    followed = followed.copy()
                case Returned():
                    followed, state, _, deal = kept.pop()
                case Acted():
                    number += 1
                    side_lines = tuple(one[2] for one in kept)
                    yield self._choosing(event, followed, state, number, deal, side_lines)
                    base = followed.history.base
                    followed.made(state.values, event.records)
                    deal += followed.history.base is not base
                    state = event.state
                case _:
                    self._end(event)

    def _end(self, event: ReplayEvent) -> None:
        match event:
            case Failed(diagnostic):
                self.finished = AnalysisOutcome(diagnostic)
            case Ended():
                self.finished = AnalysisOutcome(None, event.drawn, event.result is not None)
            case _:
                pass

    def _choosing(
        self, event: Acted, followed: HistoryFeeder, state: State, number: int, deal: int, side_lines: tuple[str, ...]
    ) -> JudgedChoice:
        choice, ask = chosen(event.records), -1
        found: Judgement | None = None
        why: Why = ""
        if choice is None:
            why = "at the table"
        elif event.step is None or _single(self.opened, state):
            why = "the only choice"
        elif has_hidden((event.step,)):
            why = "drawn by chance"
        else:
            ask = choice.ask
            made = (choice.choice.alternative, *choice.choice.values)
            seed = Dice(self.seed, number, event.player).below(1 << 32)
            found = self.judging(followed.history, state, made, seed)
            why = "" if found is not None else "not found out"
        labels = () if found is None else self._labels(ask, found)
        lead = lead_of(self.program, state.values, event.player)
        known = () if found is None or self.solving is None else _exact(found, self.solving(state))
        return JudgedChoice(
            number, deal, event.player, event.label, len(side_lines), side_lines, lead, why, found, labels, ask, known
        )

    def _labels(self, ask: int, found: Judgement) -> tuple[str, ...]:
        alternatives = self.program.asks[ask].alternatives
        return tuple(self.words.label(alternatives[one.option[0]], one.option[1:]) for one in found.options)


def _exact(found: Judgement, solved: Judgement | None) -> tuple[float, ...]:
    """The exact values of the options of a judgement; empty if they were not solved."""
    values = {} if solved is None else {one.option: one.value.value for one in solved.options}
    return tuple(values[one.option] for one in found.options if one.option in values)


def chosen(records: Iterable[AnyRecord]) -> Chosen | None:
    """The first choice in some records; None if they are of something that happened at the table."""
    first = next((one for one in records if isinstance(one, Chosen | Declared)), None)
    return first if isinstance(first, Chosen) else None


def _single(opened: OpenedGame, state: State) -> bool:
    """Whether there is only one option."""
    question = opened.engine.question(state)
    if question is None:
        return True
    choices: Iterator[Choice] = iter(question.choices())
    return next(choices, None) is None or next(choices, None) is None


def lead_of(program: Program, values: Slots, player: int) -> float:
    """By how much a player's side is ahead of the mean of the others, in points of the score that decides the game.

    0 in a game that is not won by points, and for no player (-1).
    """
    sides = program.sides
    slots = program.scores
    side = next((number for number, players in enumerate(sides) if player in players), -1)
    if not slots or side < 0 or len(slots) < 2:
        return 0.0
    scores = [cast("int", values[slot]) for slot in slots]
    others = (sum(scores) - scores[side]) / (len(scores) - 1)
    return (scores[side] - others) * (1 if program.highest_wins else -1)


def turning_points(choices: Iterable[JudgedChoice]) -> list[JudgedChoice]:
    """The few most expensive choices of the game itself that certainly cost something, the most expensive first."""
    found = [one for one in choices if one.depth == 0 and one.judgement is not None and one.judgement.mistake]
    return sorted(found, key=_dearest)[:TURNING_POINTS]


def _dearest(one: JudgedChoice) -> tuple[float, int]:
    cost = one.judgement.cost if one.judgement is not None else None
    return (0.0 if cost is None else -cost.value, one.number)
