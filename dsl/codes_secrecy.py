"""Codes 08: secrecy."""

from __future__ import annotations

from .codes_base import Code

SECRECY: tuple[Code, ...] = ()
