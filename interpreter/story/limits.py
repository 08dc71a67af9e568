"""From how many on something counts, and how many of something are shown, as data.

A terminal takes these numbers from here, a page from `story.limits` in the description of a module.
"""

from __future__ import annotations

from typing import TypedDict


class StoryLimits(TypedDict):
    """All of them."""

    calls: int
    """The fewest calls of a run that counts."""
    callers: int
    """The fewest seats that make them."""
    laid_open: int
    """The most cards of a zone that a settlement lays open, or of a line that it marks.  More of them are what was
    played, and count as a whole.
    """
    sets: int
    """The most options of an alternative that are listed if they are sets of cards."""
    options: int
    """The most options of any other alternative that are listed."""
    phrases: int
    """The most alternatives that a prompt describes; of more it names only the verbs."""
    or_more: int
    """If an alternative takes from one card to so many or more, its prompt says `one or more cards`."""
    labels: int
    """The most choices that the refusal of a choice lists."""
    labels_of_a_kind: int
    """Of more choices than `labels`, the most of each alternative that it lists."""


LIMITS: StoryLimits = {
    "calls": 3,
    "callers": 2,
    "laid_open": 20,
    "sets": 8,
    "options": 60,
    "phrases": 4,
    "or_more": 6,
    "labels": 12,
    "labels_of_a_kind": 8,
}
