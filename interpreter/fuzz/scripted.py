"""Which rules scripted games reach: every script is replayed by code that counts what fires.

    covered = ScriptCoverage()
    covered.add(game, opened)
    covered.rules                # every rule of the files played, with how often it fired

What is counted is plain data with the names of files, so that several processes can count and one can add up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..batch.report import shortened
from ..lowering import lower
from ..notation import model as m
from ..opening.opened import OpenedGame
from ..program import Program
from ..replay.events import Acted, Began, Ended, Failed
from ..replay.replayer import Replay
from ..text.parse import Words
from .coverage import Coverage, CoverageRule, Key, readings, universe
from .ground import Ground

_RuleKey = tuple[str, str, int, str]
"""The file of a rule, its kind, its first character, and its text: the values of an option may be in one place."""


@dataclass(slots=True)
class CoveredRule:
    """A rule, its place in its file (lines and columns from 1), and how often it fired."""

    file: str
    kind: str
    start: int
    line: int
    column: int
    text: str
    times: int = 0

    @property
    def key(self) -> _RuleKey:
        """What tells it from all other rules."""
        return self.file, self.kind, self.start, self.text


@dataclass(slots=True)
class _CountingProgram:
    """A program whose code counts, and the game that it was made of."""

    ground: Ground
    coverage: Coverage


class ScriptCoverage:
    """The rules of all files that some scripts play by, and how often each fired.  Side lines count, too."""

    def __init__(self) -> None:
        self.games = 0
        self._rules: dict[_RuleKey, CoveredRule] = {}
        self._known: dict[str, dict[Key, _RuleKey]] = {}
        """For each game that was met, by its identity: the rules by the key under which they are counted."""
        self._counted: dict[Program, _CountingProgram] = {}

    @property
    def rules(self) -> list[CoveredRule]:
        """Every rule, by file and place."""
        return sorted(self._rules.values(), key=lambda rule: (rule.file, rule.line, rule.column, rule.kind, rule.text))

    def add(self, game: m.ScriptedGame, opened: OpenedGame) -> None:
        """Add a game: up to its end, or to the mistake at which it cannot be replayed."""
        program = opened.engine.program
        counted = self._counted.get(program)
        if counted is None:
            counting = lower(opened.game, program.options, program.players, noted=True)
            ground = Ground(counting)
            counted = self._counted[program] = _CountingProgram(ground, Coverage(ground))
        self.games += 1
        known = self._rules_of(opened)
        words = Words(counted.ground.program, game.names or None)
        for event in Replay(game, opened).again(OpenedGame(opened.game, counted.ground.engine, words)):
            match event:
                case Began(records) | Acted(records=records) | Failed(records=records):
                    counted.coverage.take(records)
                case Ended(state=state):
                    counted.coverage.ended(state)
                case _:
                    pass
        for key, times in counted.coverage.harvest().items():
            if key in known:
                self._rules[known[key]].times += times
        for rule, (name, value) in readings(opened.game):
            if program.options[name] == value:
                self._rules[self._enter(rule)].times += 1

    def _rules_of(self, opened: OpenedGame) -> dict[Key, _RuleKey]:
        identity = opened.engine.program.fingerprint + opened.engine.program.ruleset
        if identity not in self._known:
            self._known[identity] = {rule.key: self._enter(rule) for rule in universe(opened.game)}
            for rule, _ in readings(opened.game):
                self._enter(rule)
        return self._known[identity]

    def _enter(self, rule: CoverageRule) -> _RuleKey:
        """Make a rule known.  Returns its key."""
        span = rule.span
        made = CoveredRule(_tidy(span.source.name), rule.kind, span.start, span.line, span.column, shortened(rule.text))
        return self._rules.setdefault(made.key, made).key

    def data(self) -> dict[str, Any]:
        """All that was counted, as plain data for another process."""
        return {"games": self.games, "rules": [asdict(rule) for rule in self._rules.values()]}

    def merge(self, data: dict[str, Any]) -> None:
        """Add what another process counted."""
        self.games += data["games"]
        rules: Iterable[CoveredRule] = (CoveredRule(**rule) for rule in data["rules"])
        for rule in rules:
            known = self._rules.setdefault(rule.key, rule)
            if known is not rule:
                known.times += rule.times


def _tidy(name: str) -> str:
    """One name for a file, however scripts name it."""
    path = Path(name)
    try:
        return str(path.resolve()) if path.exists() else name
    except OSError:
        return name
