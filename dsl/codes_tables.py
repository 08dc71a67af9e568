"""Codes 07: tables."""

from __future__ import annotations

from .codes_base import Code

TABLES: tuple[Code, ...] = (
    Code("E0701", "no otherwise", "`{name}` does not say what holds when no row does", "The last row of a define by rows is `otherwise -> …`."),
)  # fmt: skip
