"""Calls single functions of a module with as little overhead as possible.

`Machine.call` uses wasmtime's Python classes, which examine the types of a function at every call; this takes ten to
twenty microseconds.  Here an exported function is called through wasmtime's C interface, with memory for its arguments
that is prepared once; docs/executors.md says what that gains.  The interface is not public.  Where it is not available,
a warning says so, and the function is called by `Machine.call`.

What this file prepares is valid as long as the machine's instance (until `Machine.begin_anew`).
"""

from __future__ import annotations

import ctypes
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any, cast

from .machine import Machine

_WORD = (1 << 64) - 1
"""Mask of 64 bits."""
_CELL = 2
"""How many words of 64 bits the memory for one argument or result has."""


class Stepper:
    """Calls `step` of one machine, or another function with one argument and one result of 32 bits."""

    def __init__(self, machine: Machine, name: str = "step") -> None:
        self.machine = machine
        self.step = _step_of(machine, name)
        """Answer with an option that was stored before.  Returns how many options the next question has; -1 if the game
        is over.

        The options of the next question are then stored in the module's option memory, where `Machine.options` reads
        them.  Raises `Fault` for an error of the rule file; the game is then lost.
        """


def _step_of(machine: Machine, name: str) -> Callable[[int], int]:
    prepared = _prepared(machine, name, 1)
    if prepared is None:
        return partial(machine.call, name)
    words, call, arguments, trap = (
        prepared.numbers.cast("B").cast("i"),
        prepared.call,
        prepared.arguments,
        prepared.trap,
    )

    def step(number: int) -> int:
        words[0] = number
        error = call(*arguments)
        if error or trap:
            raise prepared.failure(error)
        return words[0]

    return step


def quick_call(machine: Machine, name: str, count: int) -> Callable[..., int]:
    """Return a function that calls an exported one with `count` arguments of 64 bits.

    It returns the exported function's result, if that has 32 bits; otherwise the returned number means nothing.  Other
    threads wait during a call, so it is for functions that take microseconds.
    """
    prepared = _prepared(machine, name, count)
    if prepared is None:
        return partial(machine.call, name)
    numbers, results = prepared.numbers, prepared.numbers.cast("B").cast("i")

    def called(*given: int) -> int:
        for at, number in enumerate(given):
            numbers[_CELL * at] = number & _WORD
        error = prepared.call(*prepared.arguments)
        if error or prepared.trap:
            raise prepared.failure(error)
        return results[0]

    return called


@dataclass(frozen=True)
class _Prepared:
    """An exported function with everything that a call needs."""

    machine: Machine
    call: Callable[..., int | None]
    """Takes `arguments`.  Returns the address of an error; None if there is no error."""
    arguments: tuple[object, ...]
    numbers: memoryview
    """Words of 64 bits: before a call the arguments of the function, `_CELL` words each; after it the result."""
    trap: Any
    """A pointer to the trap that stopped the call; false if nothing stopped it."""
    delete: tuple[Callable[[object], object], Callable[[object], object]]
    """The functions that delete a trap, and an error given by its address."""
    kept: tuple[object, ...]
    """The objects that must live as long as the function is called."""

    def failure(self, error: int | None) -> Exception:
        """Return the exception for a call that failed."""
        delete_trap, delete_error = self.delete
        if error:
            delete_error(error)
        if self.trap:
            delete_trap(self.trap)
            ctypes.memset(ctypes.addressof(self.trap), 0, ctypes.sizeof(self.trap))
        return self.machine.failure("the compiled rules failed")


def _prepared(machine: Machine, name: str, count: int) -> _Prepared | None:
    """Prepare calls of an exported function with `count` arguments.  None if the interface is not available."""
    try:
        from wasmtime import Store

        bindings: Any = import_module("wasmtime._bindings")
        ffi: Any = import_module("wasmtime._ffi")
        types: Any = ctypes
        found: Any = bindings._wasmtime_func_call_unchecked
        exported: Any = machine.exported(name)
        function: Any = exported._func
        room = max(1, count)  # the result lies where the first argument was
        cells: Any = (ffi.wasmtime_val_raw_t * room)()
        trap: Any = types.POINTER(ffi.wasm_trap_t)()
        context: Any = vars(Store)["_context"](machine.store)
        delete_trap: Any = bindings._wasm_trap_delete
        delete_error: Any = bindings._wasmtime_error_delete
        error_type: Any = types.POINTER(ffi.wasmtime_error_t)
    except (ImportError, AttributeError, KeyError) as error:
        what = f"this version of wasmtime lacks what Hoyle calls modules by ({error}); single choices are much slower"
        warnings.warn(what, RuntimeWarning, stacklevel=3)
        return None
    pointer = ctypes.c_void_p
    # PYFUNCTYPE keeps the interpreter's lock: a call takes a microsecond, less than giving it up and asking for it.
    # The arguments are converted once, here: with types declared for them, each call would convert them again.
    kind = ctypes.PYFUNCTYPE(pointer)
    call = kind(cast("int", ctypes.cast(found, pointer).value))
    addresses = [ctypes.cast(one, pointer).value for one in (context, *map(ctypes.pointer, (function, cells, trap)))]
    in_context, of_function, at_cells, at_trap = (types.c_void_p.from_param(address) for address in addresses)
    return _Prepared(
        machine,
        cast("Callable[..., int | None]", call),
        (in_context, of_function, at_cells, types.c_size_t.from_param(room), at_trap),
        memoryview(cells).cast("B").cast("Q"),
        trap,
        (delete_trap, lambda error: delete_error(types.cast(error, error_type))),
        (cells, function, context, exported),
    )
