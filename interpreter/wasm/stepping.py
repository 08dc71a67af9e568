"""Makes single choices with as little overhead as possible.

`Machine.call` uses wasmtime's Python classes, which examine the types of a function at every call; this takes about ten
microseconds.  A `Stepper` calls the exported function `step`, or another function with one argument and one result of
32 bits, through wasmtime's C interface, with memory for the argument that is prepared once.  If that interface is not
available, it uses `Machine.call`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from importlib import import_module
from typing import Any, cast

from .machine import Machine

RawCall = Callable[..., int | None]


class Stepper:
    """Calls `step` of one machine.  It is valid as long as the machine's instance (until `Machine.begin_anew`)."""

    def __init__(self, machine: Machine, name: str = "step") -> None:
        self.machine = machine
        self.step, self._keep = _unchecked(machine, name)
        """Answer with an option that was stored before.  Returns how many options the next question has; -1 if the game
        is over.

        The options of the next question are then stored in the module's option memory, where `Machine.options` reads
        them.  Raises `Fault` for an error of the rule file; the game is then lost.
        """


def _unchecked(machine: Machine, name: str) -> tuple[Callable[[int], int], tuple[object, ...]]:
    """The fast way to call a function, and the objects that must live as long as it is used."""

    def slowly(number: int) -> int:
        return machine.call(name, number)

    try:
        from wasmtime import Store

        bindings: Any = import_module("wasmtime._bindings")
        ffi: Any = import_module("wasmtime._ffi")
        types: Any = ctypes
        found: Any = bindings._wasmtime_func_call_unchecked
        exported: Any = machine.exported(name)
        function: Any = exported._func
        cell: Any = (ffi.wasmtime_val_raw_t * 1)()
        trap: Any = types.POINTER(ffi.wasm_trap_t)()
        context: Any = vars(Store)["_context"](machine.store)
        delete_trap: Any = bindings._wasm_trap_delete
        delete_error: Any = bindings._wasmtime_error_delete
        error_type: Any = types.POINTER(ffi.wasmtime_error_t)
    except (ImportError, AttributeError, KeyError):
        return slowly, ()
    pointer = ctypes.c_void_p
    # PYFUNCTYPE keeps the interpreter's lock: a call takes a microsecond, less than giving it up and asking for it.
    # The types of the arguments are not declared: they would be looked at again for every call.
    kind = ctypes.PYFUNCTYPE(pointer)
    call: RawCall = kind(cast("int", ctypes.cast(found, pointer).value))
    arguments = (
        ctypes.cast(context, pointer),
        ctypes.cast(ctypes.pointer(function), pointer),
        ctypes.cast(cell, pointer),
        ctypes.c_size_t(1),
        ctypes.cast(ctypes.pointer(trap), pointer),
    )
    words = memoryview(cell).cast("B").cast("i")

    def failed(error: int | None) -> Exception:
        if error:
            delete_error(ctypes.cast(error, error_type))
        if trap:
            delete_trap(trap)
            ctypes.memset(ctypes.addressof(trap), 0, ctypes.sizeof(trap))
        return machine.failure("the compiled rules failed")

    def step(number: int) -> int:
        words[0] = number
        error = call(*arguments)
        if error or trap:
            raise failed(error)
        return words[0]

    return step, (cell, trap, function, context, exported)
