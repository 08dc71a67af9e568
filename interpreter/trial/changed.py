"""Counts how often the lines that differ between two rule sets are used in play.

A line came up in a game if, under the rule set that has it, one of its statements, rows or tricks was executed or its
answer was given.  If the difference is not in such a line (the deck, the ranking), nothing is counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from ...dsl.checked import CheckedGame
from ...dsl.provenance.fingerprints import changed_parts, name_of_part
from ...dsl.syntax import nodes as n
from ..batch.modules import Entry, Games, ModulePairedGames, read_fired
from ..batch.pairing import PairedGames
from ..batch.playout import Playout
from ..engine.engine import Engine
from ..fuzz.coverage import universe
from ..program import Program

QUICK, SLOW = 100, 20
"""How many games are examined: with random players, and with others."""

Line = tuple[str, int]
"""A file and the number of a line in it, from 1."""

_CITED = re.compile(r"\s*\[[-0-9, ]*\]\s*$")
_LET = re.compile(r"let (\w+) be ")
_COMMENT = re.compile(r"\s#.*$")
_WORD = re.compile(r"\w+")
_LINES_TELL = ("define", "values", "phase", "table", "main", "incident", "options", "checks")
"""The parts of a ruleset whose differences are in lines that are executed (or, for checks, have no effect on play)."""


@dataclass(frozen=True)
class _PhaseLine:
    """A line of a phase: its place, and its text without comment and citation."""

    at: Line
    text: str


def came_up(a: CheckedGame, b: CheckedGame, work: PairedGames, most: int) -> tuple[int, int] | None:
    """In how many games the lines that differ came up, and how many games were played; None if it cannot be counted.

    `a`, `b`: the games whose programs `work` compares.  At most `most` games are played, the first of the comparison.
    Raises `Fault` and `BadPlayer` as play does.
    """
    found = changed_lines(a, b, work)
    if found is None:
        return None
    inside = isinstance(work, ModulePairedGames) and set(work.players) != {"random"}
    most = min(most, QUICK if inside or set(work.players) == {"random"} else SLOW)
    counters: list[_Counter | _ModuleCounter]
    if inside and isinstance(work, ModulePairedGames):
        counters = [_ModuleCounter(games, lines) for games, lines in zip(work.counted(), found, strict=True)]
    else:
        counters = [_Counter(playout, lines) for playout, lines in zip(work.playouts(), found, strict=True)]
    seen = sum(any(one.fired(index) for one in counters) for index in range(most))
    return seen, most


def changed_lines(a: CheckedGame, b: CheckedGame, work: PairedGames) -> tuple[frozenset[Line], frozenset[Line]] | None:
    """The lines of each game that are missing or different in the other; None if lines do not show all differences."""
    parts = changed_parts(work.a.parts, work.b.parts)
    if any(name.split()[0] not in _LINES_TELL for name in parts):
        return None
    names = {name.split()[1] for name in parts if name.startswith(("define ", "values "))}
    set_in_a, set_in_b = dict(work.a.options), dict(work.b.options)
    names |= {name for name in {*set_in_a, *set_in_b} if set_in_a.get(name) != set_in_b.get(name)}
    _add_readers((a, b), names)
    written = (dict(_phases(a)), dict(_phases(b)))
    changed = (set[_PhaseLine](), set[_PhaseLine]())
    for phase in dict.fromkeys((*written[0], *written[1])):
        lines = [one.get(phase, []) for one in written]
        matcher = SequenceMatcher(None, *([line.text for line in side] for side in lines), autojunk=False)
        for tag, *ends in matcher.get_opcodes():
            if tag != "equal":
                changed[0].update(lines[0][ends[0] : ends[1]])
                changed[1].update(lines[1][ends[2] : ends[3]])
        for side, own in zip(lines, changed, strict=True):
            read = set(names)
            for line in side:
                let = _LET.match(line.text)
                if let and (line in own or read & set(_WORD.findall(line.text))):
                    read.add(let[1])
                    own.discard(line)
                elif not let and read & set(_WORD.findall(line.text)):
                    own.add(line)
    usable = [_countable(game, own) for game, own in zip((a, b), changed, strict=True)]
    if None in usable or not any(usable):
        return None
    return frozenset(usable[0] or ()), frozenset(usable[1] or ())


def _add_readers(games: tuple[CheckedGame, CheckedGame], names: set[str]) -> None:
    """Add the defines and values that use one of the names, and those that use these."""
    symbols = [
        (one.name.text, {word for line in _lines(one) for word in _WORD.findall(line.text)})
        for game in games
        for one in game.tree.declarations
        if isinstance(one, n.Define | n.Values)
    ]
    before = -1
    while before != len(names):
        before = len(names)
        names |= {name for name, words in symbols if names & words}


def _phases(game: CheckedGame) -> Iterator[tuple[str, list[_PhaseLine]]]:
    """The lines of each phase, table and incident that are in force; those of a variant are in its file."""
    for declaration in game.tree.declarations:
        if isinstance(declaration, n.Main | n.Phase | n.Table | n.Incident):
            yield name_of_part(declaration), list(_lines(declaration))


def _lines(declaration: n.Node) -> Iterator[_PhaseLine]:
    seen = set[Line]()
    for node in n.within(declaration):
        at = node.span.source.name, node.span.line
        if at not in seen:
            seen.add(at)
            yield _PhaseLine(at, _bare(node.span.source.line(at[1])))


def _bare(text: str) -> str:
    """The text of a line without comment, citation and unnecessary blanks."""
    return " ".join(_CITED.sub("", _COMMENT.sub("", text)).split())


def _countable(game: CheckedGame, lines: set[_PhaseLine]) -> set[Line] | None:
    """The numbers of these lines, if each of them can be counted or does nothing by itself; otherwise None."""
    counted = {(rule.span.source.name, rule.span.line) for rule in universe(game)}
    found = {line.at for line in lines if not line.text.startswith(("table ", "phase "))}
    return found if found <= counted else None


class _ModuleCounter:
    """The same for games that are played inside a module."""

    def __init__(self, games: Games, lines: frozenset[Line]) -> None:
        self.games = games
        self.places, self.answers = _wanted(games.machine.program, lines)

    def fired(self, index: int) -> bool:
        """Whether one of the lines came up in game `index`."""
        machine, log = self.games.machine, list[Entry]()
        machine.clear()
        self.games.play(index, 1, log)
        sums = read_fired(machine, log)
        return any(sums.counts[place] for place in self.places) or any(
            option[0] in wanted for wanted, chosen in zip(self.answers, sums.chosen, strict=True) for option in chosen
        )


class _Counter:
    """Plays games of one rule set and finds whether some lines came up in each."""

    def __init__(self, playout: Playout, lines: frozenset[Line]) -> None:
        program = playout.program
        self.playout = playout
        playout.engine = Engine(program, playout.watch.compiled(program, counted=True))
        self.places, self.answers = _wanted(program, lines)

    def fired(self, index: int) -> bool:
        """Whether one of the lines came up in game `index`."""
        self.playout.clear()
        self.playout.play(index)
        counts = self.playout.counts
        return any(counts[place] for place in self.places) or any(
            option[0] in wanted
            for wanted, chosen in zip(self.answers, self.playout.chosen, strict=True)
            for option in chosen
        )


def _wanted(program: Program, lines: frozenset[Line]) -> tuple[list[int], list[set[int]]]:
    """The places of a program in some lines, and the answers to each of its questions."""
    places = [i for i, span in enumerate(program.places) if (span.source.name, span.line) in lines]
    here = set(places)
    answers = [{i for i, one in enumerate(ask.alternatives) if one.place in here} for ask in program.asks]
    return places, answers
