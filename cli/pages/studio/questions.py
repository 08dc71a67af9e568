"""The page's questions to Python besides those to the language server (`desk.py`).  Each answer is a JSON object.

The page names rule files by name.  They are in one folder, in which a variant finds its base.  If rules have mistakes,
the answer contains their number.  No contents of a rule file or script raise an exception from `call`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from itertools import islice
from pathlib import Path, PurePath
from typing import Any

from ....dsl.checked import CheckedGame
from ....dsl.difference import ComparedGame, differences
from ....dsl.loading import load
from ....dsl.rulebook.context import RulebookSettings
from ....dsl.rulebook.document import Grid, Items, Line, Paragraph, Section, TextBlock
from ....dsl.rulebook.sections import rulebook as rulebook_of
from ....dsl.settle.folding import FoldingContext
from ....dsl.settle.settled import settled_text
from ....interpreter.batch.modules import outcomes, read, watch_of
from ....interpreter.batch.pairing import NotComparable, PairedGames, PairSums, comparable
from ....interpreter.batch.report import SimulationReport
from ....interpreter.batch.sums import EARLY, Spread
from ....interpreter.batch.verdict import Verdict
from ....interpreter.batch.work import Simulation
from ....interpreter.faults import Fault
from ....interpreter.lowering import SettingsError, lower, settle
from ....interpreter.opening.opened import OpenedGame
from ....interpreter.program import LENGTH_LIMIT, Program
from ....interpreter.wasm import Memory, Module, Uncompilable
from ....interpreter.wasm.description import describe
from ....interpreter.wasm.tallies import log_entries
from ....interpreter.wording.outcomes import Outcomes
from ....interpreter.wording.refusals import Refusals
from . import scripts, sources
from .problem import RequestProblem
from .switches import switches
from .thinking import Begin, JudgingModule

Json = dict[str, Any]
LONGEST = 200_000
"""The most characters of a rule file that the page accepts."""


class Questions:
    """Answers the page's questions.  It caches recent results for the next question."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._games: dict[str, tuple[str, CheckedGame]] = {}
        self._modules: dict[str, Module] = {}
        self._judging: tuple[str, JudgingModule] | None = None
        self.judged_game: tuple[str, scripts.m.ScriptedGame, OpenedGame] | None = None

    def call(self, name: str, arguments: str) -> str:
        """Answer the question `name`.  `arguments` and the answer are JSON objects."""
        answer = {
            "file": self.file, "about": self.about, "compile": self.compile, "report": self.report,
            "rulebook": self.rulebook, "diff": self.diff, "animation": self.animation, "why": self.why,
            "position": self.position, "script": self.script, "trace": self.trace,
            "vary": self.vary, "settled": self.settled, "compare": self.compare, "judging": self.judging,
            "judge": self.judge, "tried": self.tried,
        }[name]  # fmt: skip
        try:
            found = answer(**json.loads(arguments))
        except RequestProblem as problem:
            found = {"problem": str(problem), "errors": problem.errors}
        except SettingsError as error:
            found = {"problem": " ".join(one.message for one in error.problems)}
        return json.dumps(found, ensure_ascii=False)

    def file(self, name: str, text: str) -> Json:
        """Store a file where variants and scripts find it.  Raises `RequestProblem` if it is too long."""
        if len(text) > LONGEST:
            raise RequestProblem(f"a file of more than {LONGEST:,} characters is too long for this page")
        path = self._path(name)
        path.write_text(text, encoding="utf-8")
        return {}

    def _path(self, name: str) -> Path:
        clean = "".join(c if c.isalnum() or c in "_-" else "_" for c in name)[:60] or "untitled"
        return self.folder / f"{clean}.hoyle"

    def _game(self, name: str, text: str) -> CheckedGame:
        """The checked game of a text.  Raises `RequestProblem` if it has errors."""
        known = self._games.get(name)
        if known is not None and known[0] == text:
            return known[1]
        self.file(name, text)
        loaded = load(self._path(name))
        if loaded.game is None:
            errors = [one for one in loaded.diagnostics if one.severity == "error"]
            raise RequestProblem("the rules have errors", len(errors))
        self._games[name] = text, loaded.game
        return loaded.game

    def about(self, name: str, text: str, options: Mapping[str, str], players: int | None = None) -> Json:
        """The title of a game, and the settings that can be changed before it is played (`switches.py`)."""
        return switches(self._game(name, text), options, players)

    def compile(
        self,
        name: str,
        text: str,
        options: Mapping[str, str],
        players: int | None = None,
        playing: bool = False,
        learned: bool = False,
    ) -> Json:
        """A game as the text of a module, with its description and the values that the page counts with it.

        `playing`: the module tells what happens and thinks, which people at a table need.  `learned`: players that have
        learned play its games."""
        game = self._game(name, text)
        return self._compiled(game, lower(game, options, players), playing=playing, learned=learned)

    def _compiled(self, game: CheckedGame, program: Program, *, playing: bool, learned: bool = False) -> Json:
        try:
            module = Module(
                program, watch_of(program), searching=playing, rating=playing, recording=playing, learning=learned
            )
        except Uncompilable as error:
            raise RequestProblem(error.message_for(program)) from None
        key = hashlib.sha256(module.text.encode()).hexdigest()
        self._modules = {key: module}
        sentence = Outcomes(game, program).sentence
        return {
            "key": key,
            "wat": module.text,
            "description": describe(module, b"", sentence, refusals=Refusals(game, program).texts),
            "early": EARLY,
            "counts": [module.tallies.counts, len(program.places)],
            "deals": module.tallies.deals,
        }

    def report(
        self, key: str, seed: int, games: int, tallies: str, log: str, early: list[list[int]], player: str = "random"
    ) -> Json:
        """The report on games that the module played (schemas/simulate.schema.json), with `player` at every seat,
        and the choices after which a game is cut (`limit`).

        `tallies` are the module's counters and `log` its log, both as bytes in hexadecimal digits.  `early` holds, for
        each of the first games, what it added to the counters (the number of deals last)."""
        module = self._modules.get(key)
        if module is None:
            raise RequestProblem("these rules were changed since")
        memory = Memory(module, memoryview(bytearray(module.layout.pages * 65536)))
        begin = module.tallies.begin
        counted = bytes.fromhex(tallies)
        memory.memory[begin : begin + len(counted)] = counted
        sums = read(memory, _entries(log))
        spread = Spread.of(len(module.program.places))
        for *counts, deals in early:
            spread.add(counts, deals)
        sums.early = spread
        work = Simulation(module.program, (player,) * module.program.players, seed)
        found: Json = SimulationReport(work, sums, games).data()
        sources = {PurePath(span.source.name).name for span in module.program.places if span.text}
        if len(sources) == 1:  # all rules may be those of the base, and the page must know that
            for one in (*found["rules"], *found["never"]):
                one["file"] = next(iter(sources))
        found["limit"] = LENGTH_LIMIT
        return found

    def rulebook(self, name: str, text: str, options: Mapping[str, str], players: int | None = None) -> Json:
        """The rulebook of a game with these options."""
        game = self._game(name, text)
        document = rulebook_of(game, RulebookSettings(settle(game, options, players).values, players))
        return {
            "title": document.title,
            "lead": [_block(block) for block in document.lead],
            "sections": [_section(section) for section in document.sections],
        }

    def diff(self, name: str, text: str, base: str) -> Json:
        """The changes of a game against another, in sentences.  `base` is a shipped ruleset or a file of the page."""
        other = load(base).game
        if other is None:
            raise RequestProblem(f"there are no rules named {base}")
        game = self._game(name, text)
        sides = [
            ComparedGame(one, RulebookSettings({o: o.default for o in one.options}, None)) for one in (other, game)
        ]
        changes = differences(sides[0], sides[1])
        return {
            "from": other.title,
            "to": game.title,
            "changes": [
                {
                    "area": c.area,
                    "how": c.how,
                    "sentence": c.sentence,
                    "steps": [] if c.how == "set" else [list(step) for step in c.marked],
                }
                for c in changes
            ],
        }

    def compare(
        self,
        name: str,
        text: str,
        options: Mapping[str, str],
        base: str,
        seed: int,
        games: int,
        logs: list[str],
        players: int | None = None,
        player: str = "random",
    ) -> Json:
        """Compare the same deals under shipped rules and under these: the sentence of `hoyle compare`, how often
        another side wins, and how often each side wins.  `logs` are the logs of the games in both modules, in
        hexadecimal digits; one may hold more games than are compared.  `player`: who played them."""
        other = load(base).game
        if other is None:
            raise RequestProblem(f"there are no rules named {base}")
        a, b = lower(other), lower(self._game(name, text), options, players)
        try:
            comparable(a, b)
        except NotComparable as error:
            raise RequestProblem(error.message) from None
        sums = PairSums.of(len(a.sides))
        played = [islice(outcomes(_entries(log)), games) for log in logs]
        sums.add_games(0, [(one, two) for _, one, two in zip(range(games), *played, strict=True)])
        verdict = Verdict(PairedGames(a, b, (player,) * a.players, seed), sums, games).data()
        return {key: verdict[key] for key in ("sentence", "winner_changes", "sides", "games")}

    def settled(self, name: str, text: str, options: Mapping[str, str], players: int | None = None) -> Json:
        """A game as one rule file, with these settings and without what it is a variant of."""
        game = self._game(name, text)
        chosen = settle(game, options, players)
        return {"text": settled_text(game, FoldingContext(dict(chosen.values), chosen.players))}

    def tried(self, name: str, text: str) -> Json:
        """What stops a game of these rules in the short run of `hoyle check`: each time the sentence, its line (0: in
        another file), the advice, and the lines that mend it if they are added at the end of the file.
        """
        from ....interpreter.trial.report import found_in_play

        here = str(self._path(name))
        found: list[Json] = []
        for one in found_in_play(self._game(name, text)):
            advice, *lines = (one.help or "").split("\n")
            line = one.span.line if one.span.source.name == here else 0
            found.append({"message": one.message, "line": line, "advice": advice, "lines": lines})
        return {"found": found}

    def trace(self, name: str, text: str, documents: Mapping[str, str]) -> Json:
        """The origin of the rules.  `documents` maps the names of documents in the rules to their texts."""
        return sources.account(self._game(name, text), documents)

    def animation(self, text: str) -> Json:
        """A script as the replay page shows it, and all mistakes in it."""
        return scripts.shown(text, self.folder)

    def judging(self, text: str, game: int) -> Json:
        """The text of the module that judges the choices of a script's game (see `run_search`, then `judge`)."""
        scripted, opened = scripts.opened_game(text, self.folder, game)
        program = opened.engine.program
        try:
            made = JudgingModule(program)
        except Uncompilable as error:
            raise RequestProblem(error.message_for(program)) from None
        key = hashlib.sha256(f"{game} {text}".encode()).hexdigest()
        self._judging, self.judged_game = (key, made), (key, scripted, opened)
        return {"key": key, "wat": made.module.text}

    def judge(self, key: str) -> Json:
        """The game of `judging` as the replay page shows it, with the cost of each choice."""
        if self.judged_game is None or self.judged_game[0] != key:
            raise RequestProblem("another game is being judged")
        try:
            return scripts.judged(*self.judged_game[1:])
        except Fault as fault:
            raise RequestProblem(fault.message) from None

    def position(self, text: str, game: int, frame: int) -> Json:
        """The state of a script's game at a frame, with the module that plays on from there."""
        checked, program, found = scripts.position(text, self.folder, game, frame)
        return {**self._compiled(checked, program, playing=True), **found}

    def vary(self, text: str, game: int, frame: int, choices: list[int], title: str, comment: str) -> Json:
        """A script with a side line that was played from a frame: the numbers of the options chosen."""
        return {"text": scripts.varied(text, self.folder, game, frame, choices, title, comment)}

    def script(
        self, name: str, text: str, options: Mapping[str, str], players: int, seed: str, choices: list[int], own: bool
    ) -> Json:
        """A played game as a script.  `own`: the rules are the user's file, and the script names that file."""
        game = self._game(name, text)
        ruleset = f"{self._path(name).name}" if own else name
        program = lower(game, options, players)
        try:
            return {"text": scripts.written(game, program, ruleset, int(seed), choices)}
        except Fault as fault:
            raise RequestProblem(fault.message) from None

    def run_search(self, key: str, begin: Begin) -> None:
        """Connect the module of `judging`: `begin` makes an instance of it in the browser."""
        if self._judging is None or self._judging[0] != key:
            raise RequestProblem("another game is being judged")
        self._judging[1].run(begin)

    def why(self, name: str, text: str, options: Mapping[str, str], players: int, state: str, choice: str) -> Json:
        """The reasons why a choice is illegal in a state of the module (its bytes in hexadecimal digits)."""
        game = self._game(name, text)
        return scripts.reasons(game, lower(game, options, players), state, choice)


def _entries(log: str) -> list[tuple[int, tuple[int, ...]]]:
    """The entries of a module's log.  `log` holds its bytes in hexadecimal digits."""
    return log_entries(memoryview(bytes.fromhex(log)).cast("q").tolist())


def _section(section: Section) -> Json:
    return {
        "title": section.title,
        "key": section.key,
        "blocks": [_block(block) for block in section.blocks],
        "sections": [_section(one) for one in section.sections],
    }


def _block(block: TextBlock) -> Json:
    match block:
        case Paragraph(line):
            return {"kind": "paragraph", "line": _line(line)}
        case Items(items, ordered):
            listed = [{"line": _line(one.line), "blocks": [_block(each) for each in one.blocks]} for one in items]
            return {"kind": "list", "ordered": ordered, "items": listed}
        case Grid(head, rows):
            return {
                "kind": "table",
                "head": [_line(line) for line in head],
                "rows": [[_line(line) for line in row] for row in rows],
            }


def _line(line: Line) -> list[list[str]]:
    return [[run.text, run.style] for run in line]
