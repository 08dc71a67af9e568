"""Keeps the compiled modules of the last few programs."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from ..program import Program
from .machine import CompiledModule


class KeptModules:
    """Compiled modules, each made when its program is asked for, and kept until others were asked for since.

    `most`: how many are kept.  Calling it raises what `make` raises: `Uncompilable`.
    """

    def __init__(self, make: Callable[[Program], CompiledModule], most: int) -> None:
        self.make, self.most = make, most
        self._kept: OrderedDict[Program, CompiledModule] = OrderedDict()

    def __call__(self, program: Program) -> CompiledModule:
        """The compiled module of a program."""
        code = self._kept.get(program)
        if code is None:
            code = self._kept[program] = self.make(program)
            while len(self._kept) > self.most:
                self._kept.popitem(last=False)
        return code

    def clear(self) -> None:
        """Keep nothing."""
        self._kept.clear()
