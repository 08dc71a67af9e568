"""A line as pieces with their styles.  This module imports nothing: pages make pieces, too, and do not have rich."""

from __future__ import annotations

Piece = tuple[str, str]
"""A part of a line and its style.  With the style `CARDS`, cards get the colours of their suits."""
CARDS = "cards"
