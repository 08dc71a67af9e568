"""The report of random games: plain data (schemas/fuzz.schema.json) from which every output format is made."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property

from ...dsl.checked import CheckedGame
from ...dsl.source.span import Span
from ..batch.report import Json
from .coverage import CoverageRule, in_order, readings, universe
from .scripts import message_of
from .shrink import FoundFailure
from .trace import choices
from .work import FuzzFailure, Fuzzing, FuzzSums

VERSION = 1
"""The version of the JSON form.  It rises when a reader of the previous version would misunderstand something."""


@dataclass(frozen=True)
class ReportedFailure:
    """A failure, the shortest game that shows it, that game as a script, and the file in which it was saved."""

    failure: FuzzFailure
    shortest: FoundFailure
    script: str
    saved: str | None = None


@dataclass
class FuzzReport:
    """The report of random games.  `asked` is the number of games that were to be played."""

    game: CheckedGame
    work: Fuzzing
    sums: FuzzSums
    asked: int
    failures: list[ReportedFailure] = field(default_factory=list["ReportedFailure"])

    def data(self) -> dict[str, Json]:
        """The whole report."""
        sums = self.sums
        all_rules = universe(self.game)
        return {
            "fuzz": VERSION,
            "title": self.game.title,
            "ruleset": self.game.name,
            "fingerprint": self.game.fingerprint,
            "seed": self.work.seed,
            "games": sums.games,
            "asked": self.asked,
            "complete": sums.games == self.asked,
            "decisions": sums.decisions,
            "ended": sums.ended,
            "left": sums.left,
            "length": self.work.length,
            "longest": sums.longest,
            "failed": sums.failed,
            "settings": [self._setting(number) for number in sorted(sums.by_setting)],
            "invariants": [{"name": "rules", "about": "What the rules themselves require."}]
            + [{"name": one.name, "about": one.about} for one in self.work.invariants],
            "failures": [self._failure(shown) for shown in self.failures],
            "coverage": self._coverage(all_rules),
            "never": self._never(all_rules),
        }

    def _setting(self, number: int) -> dict[str, Json]:
        setting = self.work.programs.settings[number]  # a program may not have been lowered here, but in a worker
        games, left = self.sums.by_setting[number]
        return {"options": setting.words(), "players": setting.players, "games": games, "left": left}

    def _failure(self, shown: ReportedFailure) -> dict[str, Json]:
        broken, program = shown.shortest.broken, shown.shortest.program
        where: dict[str, Json] = {}
        if broken.span is not None and broken.span.text:
            where = {
                "file": broken.span.source.name,
                "line": broken.span.line,
                "column": broken.span.column,
                "text": broken.span.source.line(broken.span.line).strip(),
            }
        return {
            "invariant": broken.invariant,
            "code": broken.code,
            "message": message_of(broken),
            **where,
            "game": shown.failure.index,
            "found_with": choices(shown.failure.trace),
            "choices": choices(shown.shortest.trace),
            "options": dict(program.options),
            "players": program.players,
            "script": shown.script,
            "saved": shown.saved,
        }

    @cached_property
    def readings(self) -> list[tuple[CoverageRule, bool]]:
        """The values of options, each with whether a game was played with it."""
        played = [self.work.programs.settings[number].words() for number in self.sums.by_setting]
        return [
            (rule, any(options[name] == value for options in played)) for rule, (name, value) in readings(self.game)
        ]

    def _coverage(self, all_rules: tuple[CoverageRule, ...]) -> list[Json]:
        """How many rules of each kind there are, and how many fired."""
        there = Counter(rule.kind for rule in all_rules)
        fired = Counter(rule.kind for rule in all_rules if rule.key in self.sums.fired)
        for rule, tried in self.readings:
            there[rule.kind] += 1
            fired[rule.kind] += tried
        return [{"kind": kind, "rules": there[kind], "fired": fired[kind]} for kind in sorted(there)]

    def _never(self, all_rules: tuple[CoverageRule, ...]) -> list[Json]:
        """What never fired.  `possible`: whether it is part of the rules in any setting that was tried."""
        silent = [rule for rule in all_rules if rule.key not in self.sums.fired]
        rows = [rule.span for rule in silent if rule.kind == "row"]
        silent += [rule for rule, tried in self.readings if not tried]
        silent.sort(key=in_order)
        return [
            {
                "kind": rule.kind,
                "file": rule.span.source.name,
                "line": rule.span.line,
                "text": rule.text,
                "possible": rule.key in self.sums.live,
            }
            for rule in silent
            # The statements inside a row are not listed again.
            if rule.kind == "row" or not any(row.source is rule.span.source and _within(rule.span, row) for row in rows)
        ]


def _within(span: Span, other: Span) -> bool:
    """Whether one span begins inside another."""
    return other.start <= span.start < other.end
