"""The search inside a module: worlds that agree with what a seat has seen, and playouts over them.

`writer.py` writes what depends on the program; `worlds.wat`, `playouts.wat` … are the same for every program.
"""

from __future__ import annotations

from .writer import SearchFunctions

__all__ = ["SearchFunctions"]
