"""How lessons go on: the same numbers for Python (`interpreter/learning/lessons.py`) and for whoever teaches a module
elsewhere, who reads them in its description.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class LessonPlan:
    """The numbers of a lesson."""

    rate: float = 0.0005
    """How much is learned from a deal at first."""
    least_rate: float = 0.03
    """Which share of the rate is left at the end."""
    gentle: float = 0.2
    """The share of the rate, and of trying, for a net that has learned already."""
    tried: float = 0.13
    """How often an option is only tried at first, besides."""
    tried_at_least: float = 0.02
    """How often an option is only tried, always."""
    tried_at_first: float = 0.5
    """How often a fresh net tries an option during the first part of the time."""
    unsure: float = 0.3
    """By how much a player is unsure of each value while it learns, in units of the usual gain: a number from 0 to
    this, drawn anew each time, is added."""
    at_first: float = 0.04
    """How long that part is, of the whole time."""
    whole_at_first: float = 0.4
    """The same if only whole games count, or if deals are so long that there would be fewer than `first_deals`."""
    first_deals: int = 5_000
    first_look: int = 20_000
    """How many random choices show whether single deals bring anything."""
    little: float = 0.001
    """How little is nothing, beside what whole games bring."""
    slices: int = 200
    """In how many slices a number of choices is made."""
    fewest: int = 500
    """The fewest choices of a slice."""
    long: int = 4
    """A deal is given up after so many times the choices of a random one."""
    longest: int = 40
    """A deal is not given up before so many choices."""
    deals_before: int = 500
    """A net that has learned already is taken to have seen so many deals."""
    most_faults: int = 20
    """After so many games that the rules could not play, learning ends."""
    fresh: float = 0.01
    """The measure of a row that has learned nothing."""


PLAN = LessonPlan()
