"""A line as pieces with their styles.  Nothing is imported here: pages make pieces too, and have no rich."""

from __future__ import annotations

Piece = tuple[str, str]
"""A stretch of a line and its style; `CARDS`: its cards in the colours of their suits."""
CARDS = "cards"
