"""Thinking players in the page: those of `hoyle play`, with a module that runs in the browser.

    table = ThinkingTable(program, seed)
    table.run(begin)                               # begin(): a new instance of the module `table.module.text`
    table.choose([0, 3, 1], "think:quick")         # the number of the option taken after these choices

Python keeps the record of the deal, and the module searches.  A seed gives the same choices as in `hoyle play`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, cast

from ....interpreter.engine import Dice, Engine
from ....interpreter.players.player import Player, decision_of, options_of
from ....interpreter.players.registry import maker
from ....interpreter.players.think import lend
from ....interpreter.program import Program
from ....interpreter.records import AnyRecord
from ....interpreter.search.following import HistoryFeeder
from ....interpreter.search.sides import watch
from ....interpreter.search.thinker import Thinker
from ....interpreter.wasm import Machine, Memory, Module
from ....interpreter.wasm.writing.text import FAULTS
from .problem import RequestProblem

Begin = Callable[[], Any]
"""Makes an instance in the browser.  It has `memory`, its bytes as a JavaScript array, and `call(name, arguments)`.

The arguments are JSON: pairs of a whole number, as text, and its size in bits.  After a failure the answer is None."""
_EXPORTED = re.compile(r'\(export "(\w+)"\)((?: \(param \$\w+ i\d+\))*)')


class Linear:
    """A JavaScript array of bytes, read and written by slices like a `memoryview`."""

    def __init__(self, array: Any) -> None:
        self.array = array
        self.size = int(array.length)

    def __getitem__(self, at: slice) -> memoryview:
        start, stop, _ = at.indices(self.size)
        return memoryview(self.array.slice(start, stop).to_bytes())

    def __setitem__(self, at: slice | int, content: bytes | int) -> None:
        if isinstance(at, int):
            self.array.fill(content, at, at + 1)
        elif content:
            start, stop, _ = at.indices(self.size)
            self.array.subarray(start, stop).assign(content)


class PageMachine(Machine):
    """A module that runs in the page."""

    def __init__(self, module: Module, begin: Begin) -> None:
        self.module, self._new = module, begin
        self._bits = {
            name: [int(one) for one in re.findall(r"i(\d+)", types)] for name, types in _EXPORTED.findall(module.text)
        }
        Memory.__init__(self, module, self._begin())

    def _begin(self) -> memoryview:
        self._instance = self._new()
        memory = Linear(self._instance.memory)
        memory[self.module.layout.fault] = FAULTS.index("broken")
        return cast("memoryview", memory)

    def call(self, name: str, *args: int) -> int:
        """Call an exported function.  Raises `Fault` for an error of the rule file, and `ModuleError`."""
        given = [[str(value), bits] for value, bits in zip(args, self._bits[name], strict=True)]
        answer = self._instance.call(name, json.dumps(given))
        if answer is None:
            raise self.failure("the compiled rules failed")
        return int(answer)

    def begin_anew(self) -> None:
        """Make a new instance after one has failed."""
        self.memory = self._begin()


class ThinkingTable:
    """A game with thinking players: the record of its deal, choice by choice.  Raises `wasm.Uncompilable`."""

    def __init__(self, program: Program, seed: int) -> None:
        self.engine = Engine(program)
        self.program, self.seed = program, seed
        self.module = Module(program, watch(program), searching=True)
        self.running = False
        self.players: dict[tuple[str, int], Player] = {}
        self._begin()

    def run(self, begin: Begin) -> None:
        """From now on, players think about this program in an instance that `begin` makes."""
        lend(self.program, Thinker(self.program, PageMachine(self.module, begin)))
        self.running = True

    def again(self, seed: int) -> None:
        """Start another game."""
        self.seed = seed
        self._begin()

    def choose(self, choices: Sequence[int], kind: str) -> int:
        """The option that a player of a kind takes after these choices.  Each choice is the number of an option.

        Raises `RequestProblem` if these choices are impossible or the game is over; `Fault` for faulty rules."""
        self._follow(choices)
        question = self.engine.question(self.state)
        if question is None:
            raise RequestProblem("the game is over")
        options, seat = options_of(self.engine, self.state), question.player
        if len(options) < 2:
            return 0
        if (kind, seat) not in self.players:
            self.players[kind, seat] = maker(kind)(self.program, seat)
            self.players[kind, seat].begin()
        dice = Dice(self.seed, len(choices) + 1, seat)
        decision = decision_of(self.engine, self.state, dice, options, self.followed.history)
        return decision.options.index(self.players[kind, seat].choose(decision))

    def _begin(self) -> None:
        opening: list[AnyRecord] = []
        self.made: list[int] = []
        self.state = self.engine.start(seed=self.seed, listener=lambda record, _: opening.append(record))
        self.followed = HistoryFeeder(self.program)
        self.followed.begin(opening)

    def _follow(self, choices: Sequence[int]) -> None:
        """Follow the game to the point after these choices.

        Starts again if some of the earlier choices were taken back."""
        if self.made != list(choices[: len(self.made)]):
            self._begin()
        for number in choices[len(self.made) :]:
            question = self.engine.question(self.state)
            choice = next(islice(question.choices(), number, None), None) if question is not None else None
            if choice is None:
                raise RequestProblem("the game was played under other rules")
            before, records = self.state.values.copy(), list[AnyRecord]()
            self.state = self.engine.apply(self.state, choice, listener=lambda record, _, to=records: to.append(record))
            self.followed.made(before, records)
            self.made.append(number)
