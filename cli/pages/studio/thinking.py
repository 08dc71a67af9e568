"""A module that thinks in the browser while Python keeps the record of the game: it judges the choices of a script.

    judging = JudgingModule(program)
    judging.run(begin)                             # begin(): a new instance of the module `judging.module.text`

The players of a table think without Python: the TypeScript package keeps the record for them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, cast

from ....interpreter.players.think import lend
from ....interpreter.program import Program
from ....interpreter.search.sides import watch
from ....interpreter.search.thinker import Thinker
from ....interpreter.wasm import Machine, Memory, Module
from ....interpreter.wasm.writing.text import FAULTS

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

    def call(self, name: str, *args: float) -> int:
        """Call an exported function.  Raises `Fault` for an error of the rule file, and `ModuleError`."""
        given = [[str(value), bits] for value, bits in zip(args, self._bits[name], strict=True)]
        answer = self._instance.call(name, json.dumps(given))
        if answer is None:
            raise self.failure("the compiled rules failed")
        return int(answer)

    def begin_anew(self) -> None:
        """Make a new instance after one has failed."""
        self.memory = self._begin()


class JudgingModule:
    """The module with which the choices of a game are judged.  Raises `wasm.Uncompilable`."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.module = Module(program, watch(program), searching=True)

    def run(self, begin: Begin) -> None:
        """From now on, Python thinks about this program in an instance that `begin` makes."""
        lend(self.program, Thinker(self.program, PageMachine(self.module, begin)))
