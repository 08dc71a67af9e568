"""What the generated code calls: moving cards, drawing, offering, faults.  One instance serves one program."""

from __future__ import annotations

from .moving import Moving
from .offering import Offering


class Runtime(Moving, Offering):
    """All that can be done in one program."""
