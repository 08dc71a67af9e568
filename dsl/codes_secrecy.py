"""Codes 08: secrecy."""

from __future__ import annotations

from .codes_base import Code

SECRECY: tuple[Code, ...] = (
    Code("E0801", "answer that peeks", "the player asked cannot see the cards of `{name}`", "why"),
    Code("W0802", "answer that tells", "`{name}` gives away cards the player asked cannot see", "why"),
    Code("W0803", "question that tells", "whether this is asked depends on cards of `{name}`, which the player cannot see", "why"),
)  # fmt: skip
