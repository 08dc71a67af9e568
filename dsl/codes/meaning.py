"""What there is to say about the meaning of a rule file, put together from one file per family."""

from __future__ import annotations

from .base import Code
from .cards import CARDS
from .flow import FLOW
from .names import NAMES
from .played import PLAYED
from .secrecy import SECRECY
from .tables import TABLES
from .types import TYPES
from .variants import VARIANTS

MEANING: tuple[Code, ...] = (*NAMES, *TYPES, *CARDS, *FLOW, *TABLES, *SECRECY, *VARIANTS, *PLAYED)
