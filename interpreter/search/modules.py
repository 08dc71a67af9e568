"""The compiled modules of programs that can think."""

from __future__ import annotations

from ...dsl.source.caching import cached
from ..program import Program
from ..wasm import CompiledModule, Module
from .sides import watch


@cached(most=4)
def code_of(program: Program, rating: bool = False) -> CompiledModule:
    """The compiled module of a program that can think.  `rating`: it can rate options by a net, too.  Raises
    `wasm.Uncompilable`.
    """
    return CompiledModule(Module(program, watch(program), searching=True, rating=rating))
