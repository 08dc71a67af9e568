"""Limits that the checker announces and the engines keep."""

from __future__ import annotations

MOST_RANKS = 200
"""The most ranks of a deck, and so the highest number that can be a rank in a range of ranks."""
MOST_FORMS = 200
"""The most forms of a shape, with those of the shapes it is made of."""
MOST_OFFERED = 10_000
"""The most answers that are offered for one question; further ones are left out."""
TRIAL_LIMIT = 1_000_000
"""The most combinations that one question may try: of cards, or of numbers for which a `where` is evaluated.  They are
counted first; more are an error."""
