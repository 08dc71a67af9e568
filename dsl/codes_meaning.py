"""What there is to say about the meaning of a rule file, put together from one file per family."""

from __future__ import annotations

from .codes_base import Code
from .codes_cards import CARDS
from .codes_flow import FLOW
from .codes_names import NAMES
from .codes_secrecy import SECRECY
from .codes_tables import TABLES
from .codes_types import TYPES
from .codes_variants import VARIANTS

MEANING: tuple[Code, ...] = (*NAMES, *TYPES, *CARDS, *FLOW, *TABLES, *SECRECY, *VARIANTS)
