"""Floor 5, beside the engine: turns any program into a WebAssembly module, which plays the same games many times as
fast.

    code = CompiledModule(Module(program, watch))
    machine = Machine(code)
    machine.start(seed=7)
    while machine.ask >= 0:
        machine.take(machine.options()[0])

The engine and modules do not depend on each other.  They share the program, and a state can be passed from one to the
other.  `module.py` shows the passes, `layout.py` the memory, `machine.py` the instance; `writing/` writes the functions
that depend on the program, `runtime/` has those that are the same for every program.  Running (and assembling) needs
`wasmtime`.
"""

from __future__ import annotations

from .machine import CompiledModule, Machine, Memory, ModuleError
from .module import Module
from .ranges import Uncompilable
from .tallies import WatchedSlots

__all__ = [
    "CompiledModule",
    "Machine",
    "Memory",
    "Module",
    "ModuleError",
    "Uncompilable",
    "WatchedSlots",
]
