"""The tree of a rule file: what the author wrote, nothing more.

Every node is frozen and knows its place (`span`), which takes no part in equality: two files that differ only in
layout have equal trees.  A `Clause` is a node that may carry a citation, the `[12-14]` in the margin of a line.
The docstring of each node shows a line of the language that makes it.

    base            places, names, citations
    expressions     values, and what names run over
    statements      what is done
    declarations    what is declared: table, cards, names, phases
    examples        what the rules come to in a case
    files           a whole file, and what a variant changes

To everybody else they are one page, `from . import nodes as n`: `n.If`, `n.Number`.
"""

from __future__ import annotations

from .base import *
from .declarations import *
from .examples import *
from .expressions import *
from .files import *
from .statements import *
