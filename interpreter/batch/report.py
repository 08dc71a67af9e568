"""The report of a simulation: plain data (schemas/simulate.schema.json) from which every output format is made."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from ...dsl.source.span import Span
from ..firing import Counted, fires
from ..program import (
    Alternative,
    Mark,
    Place,
    Program,
)
from ..text.parse import Words
from ..traversal import carried_out
from ..wasm.tallies import parts_of_others
from .playout import dealer_variable
from .statistics import CONFIDENCE, frequency, mean, ratio, wilson
from .sums import GameSums, Histogram
from .work import Simulation

VERSION = 1
"""The version of the JSON form.  It rises when a reader of the previous version would misunderstand something."""

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]
_LONGEST = 100
_CITATION = re.compile(r"\s*\[[^\]]*\]$")


@dataclass(frozen=True)
class RuleAtPlace:
    """A part of the rule file that can fire.  `file`: the name of its file, if the rules are in several."""

    kind: str
    place: Place
    line: int
    text: str
    file: str | None = None

    @property
    def data(self) -> dict[str, Json]:
        """Where it is, for the report."""
        return {"kind": self.kind, **({"file": self.file} if self.file else {}), "line": self.line, "text": self.text}


def rules(program: Program) -> tuple[RuleAtPlace, ...]:
    """Every statement, row and phase of a program, in the order of the file."""
    found: dict[tuple[str, Place], RuleAtPlace] = {}
    several = len({span.source.name for span in program.places if span.text}) > 1
    for node in carried_out(program):
        if not fires(node):
            continue
        kind = _kind(node)
        span = program.places[node.place]
        if span.text:
            file = PurePath(span.source.name).name if several else None
            rule = RuleAtPlace(kind, node.place, span.line, shortened(span.text), file)
            found.setdefault((kind, node.place), rule)
    return tuple(sorted(found.values(), key=lambda r: (program.places[r.place].source.name, r.line, r.place, r.kind)))


def _kind(node: Counted) -> str:
    match node:
        case Mark(what="row"):
            return "row"
        case Mark(what="begin"):
            return "phase"
        case Mark():
            return "trick"
        case _:
            return "statement"


def shortened(text: str) -> str:
    """The first line of a rule, without citations, as one short line of text."""
    line = _CITATION.sub("", " ".join(text.partition("\n")[0].split()))
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


@dataclass
class SimulationReport:
    """The report of a simulation.  `asked` is the number of games that were to be played."""

    work: Simulation
    sums: GameSums
    asked: int
    words: Words = field(init=False)

    def __post_init__(self) -> None:
        self.words = Words(self.work.program)

    def data(self) -> dict[str, Json]:
        """The whole report."""
        program, sums = self.work.program, self.sums
        return {
            "simulation": VERSION,
            **identity(program),
            "players": list(self.work.players),
            "seed": self.work.seed,
            "games": sums.games,
            "asked": self.asked,
            "complete": sums.games == self.asked,
            "confidence": CONFIDENCE,
            "digest": sums.digest(),
            "sides": [self._side(side, players) for side, players in enumerate(program.sides)],
            "ties": wilson(sums.ties, sums.games).data(),
            "cut": wilson(sums.cut, sums.games).data(),
            "dealer": self._dealer(),
            "length": self._length(),
            "questions": self._questions(),
            "rules": self._rules(),
            "never": self._never(),
            **self._measures(),
        }

    def _measures(self) -> dict[str, Json]:
        """The measures of `measures.py`, if they were computed."""
        from .measures import MeasuredSums

        if not isinstance(self.sums, MeasuredSums):
            return {}
        program, measures = self.work.program, self.sums.measures
        paid: list[Json] = []
        for (ask, alternative, *values), (count, gained) in measures.gains(len(program.sides) - 1).items():
            span = program.places[program.asks[ask].place]
            label = answer(self.words, program.asks[ask].alternatives[alternative], tuple(values))
            where: dict[str, Json] = {"line": span.line, "text": shortened(span.text), "phase": self._phase(span)}
            paid.append({**where, "label": label, "count": count, "gained": gained.data()})
        found: dict[str, Json] = {name: one.data() for name, one in measures.estimates().items()}
        return {"measures": {**found, "answers": paid}}

    def _side(self, side: int, players: Sequence[int]) -> dict[str, Json]:
        sums = self.sums
        shown: dict[str, Json] = {
            "name": self.words.together(players),
            "seats": [self.words.player(player) for player in players],
            "players": [self.work.players[player] for player in players],
            "wins": wilson(sums.wins[side], sums.games).data(),
            "shared": wilson(sums.shared[side], sums.games).data(),
        }
        if sums.score and sums.score[side].games:
            shown["score_change"] = mean(sums.score[side], 0).data()
            shown["per_deal"] = ratio(sums.score[side], 0, 1).data()
            shown["final"] = pairs(sums.final[side])
            shown["gains"] = pairs(sums.gains[side])
        return shown

    def _dealer(self) -> Json:
        program, sums = self.work.program, self.sums
        number = dealer_variable(program)
        if number < 0 or not sums.dealt:
            return None
        seats: list[Json] = []
        for step, count in enumerate(sums.from_dealer):
            seats.append({"left_of_dealer": step, "wins": wilson(count, sums.dealt).data()})
        found: dict[str, Json] = {"name": program.variables[number].name, "seats": seats}
        if sums.dealer_gain.games:
            found["per_deal"] = ratio(sums.dealer_gain, 0, 2).data()
            found["others_per_deal"] = ratio(sums.dealer_gain, 1, 2, 1 / parts_of_others(sums.sides)).data()
        return found

    def _length(self) -> dict[str, Json]:
        sums = self.sums
        return {
            "deals": mean(sums.length, 0).data(),
            "decisions": mean(sums.length, 1).data(),
            "decisions_per_deal": ratio(sums.length, 1, 0).data(),
            "deal_counts": pairs(sums.deal_count),
            "decision_counts": pairs(sums.lengths),
        }

    def _questions(self) -> list[Json]:
        program, found = self.work.program, list[Json]()
        for number, ask in enumerate(program.asks):
            tally = self.sums.chosen[number]
            total = sum(tally.values())
            if not total:
                continue
            answers: list[Json] = []
            for option, count in sorted(tally.items()):
                label = answer(self.words, ask.alternatives[option[0]], option[1:])
                answers.append({"label": label, "count": count, "share": wilson(count, total).data()})
            span = program.places[ask.place]
            text, phase = shortened(span.text), self._phase(span)
            found.append({"line": span.line, "text": text, "phase": phase, "asked": total, "answers": answers})
        return found

    def _phase(self, span: Span) -> str:
        """The phase that a question belongs to: the last one that begins before it in its file; empty for a question in
        `main`.
        """
        program = self.work.program
        begun = [
            (program.places[node.place].start, program.phases[node.subject])
            for node in carried_out(program)
            if isinstance(node, Mark) and node.what == "begin" and program.places[node.place].source is span.source
        ]
        return max((one for one in begun if one[0] < span.start), default=(0, ""))[1]

    def _rules(self) -> list[Json]:
        return [
            {
                **rule.data,
                "count": (count := self.sums.counts[rule.place]),
                "per_deal": frequency(count, self.sums.deals, self.sums.early.against_chance(rule.place)).data(),
            }
            for rule in rules(self.work.program)
        ]

    def _never(self) -> list[Json]:
        """What never happened: rules that did not fire, and answers that were not given."""
        program = self.work.program
        silent = [rule for rule in rules(program) if not self.sums.counts[rule.place]]
        rows = {(rule.file, rule.line) for rule in silent if rule.kind == "row"}
        found: list[Json] = [
            rule.data
            for rule in silent
            if rule.kind == "row" or (rule.file, rule.line) not in rows  # statements inside a row are not listed again
        ]
        several = any(rule.file for rule in rules(program))
        for number, ask in enumerate(program.asks):
            given = {option[0] for option in self.sums.chosen[number]}
            for i, alternative in enumerate(ask.alternatives):
                if i not in given:
                    span = program.places[alternative.place]
                    file = PurePath(span.source.name).name if several else None
                    found.append(RuleAtPlace("answer", alternative.place, span.line, template(alternative), file).data)
        return found


def identity(program: Program) -> dict[str, Json]:
    """The identity of what was played, for the report."""
    return {
        "title": program.title,
        "ruleset": program.ruleset,
        "fingerprint": program.fingerprint,
        "options": dict(program.options),
    }


def pairs(histogram: Histogram) -> list[Json]:
    """A histogram for JSON: [value, how often], ascending."""
    return [[value, count] for value, count in sorted(histogram.items())]


def template(alternative: Alternative) -> str:
    """A choice with a gap for each name: `discard …`."""
    return alternative.filled()


def answer(words: Words, alternative: Alternative, values: tuple[int, ...]) -> str:
    """A choice in words, with those of its values that were counted."""
    if len(values) < len(alternative.bound) or alternative.names_cards:
        return template(alternative)
    return words.label(alternative, values)
