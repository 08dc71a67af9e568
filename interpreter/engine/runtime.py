"""What the generated code calls: moving cards, drawing, offering, faults.  One instance serves one program."""

from __future__ import annotations

from .melding import Melding
from .moving import Moving
from .offering import Offering


class Runtime(Moving, Melding, Offering):
    """All that can be done in one program."""
