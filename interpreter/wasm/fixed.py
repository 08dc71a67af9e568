"""Modules that are the same for all rules, run by wasmtime, and how its objects are closed."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any


class FixedModule:
    """A module that is the same for all rules, as machine code, compiled once for all its instances."""

    def __init__(self, binary: bytes) -> None:
        from wasmtime import Config, Engine, Module

        config = Config()
        config.parallel_compilation = False
        config.signals_based_traps = False  # other code may handle signals
        config.memory_init_cow = False  # see `CompiledModule`
        self.engine = Engine(config)
        self.module = Module(self.engine, binary)
        close_with(self, self.module, self.engine)

    def instance(self, owner: object) -> tuple[Any, Any]:
        """A store, which is closed when its owner is deleted, and what a new instance in it exports."""
        from wasmtime import Instance, Store

        store = Store(self.engine)
        close_with(owner, store)
        return store, Instance(store, self.module, []).exports(store)


def close_with(owner: object, *things: Any) -> Callable[[], object]:
    """Close `wasmtime` objects when their owner is deleted, or at exit before it is too late."""

    def close() -> None:
        for thing in things:
            thing.close()

    return weakref.finalize(owner, close)
