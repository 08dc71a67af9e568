"""Codes 07: tables."""

from __future__ import annotations

from .codes_base import Code

TABLES: tuple[Code, ...] = (
    Code("E0701", "no otherwise", "`{name}` does not say what holds when no row does", "The last row of a define by rows is `otherwise -> …`."),
    Code("E0702", "case left out", "no row of `{name}` applies to: `{case}`", "why"),
    Code("E0703", "case covered twice", "two rows of `{name}` apply to: `{case}`", "why"),
    Code("W0704", "row that never applies", "this row never applies", "why"),
    Code("W0705", "not looked through", "`{name}` has too many cases to look through: nobody knows whether its rows fit together", "why"),
)  # fmt: skip
