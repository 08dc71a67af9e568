"""The fingerprints of version 1: hashes of the rules as they were printed.

Scripts, saved games and states made before version 2 are bound to them.  They are read for one more version of Hoyle.
This file goes with it; until then, the printer must print the rules that it can print today as it does today.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace

from ..syntax import nodes as n
from ..syntax.printer.declarations import print_tree


def fingerprint(tree: n.RuleFile) -> str:
    """The identity of rules in version 1: 16 hexadecimal digits."""
    unknown = n.Written | n.Namings | n.Example
    kept = tuple(one for one in tree.declarations if not isinstance(one, unknown))
    return hashlib.sha256(print_tree(replace(tree, declarations=kept)).encode()).hexdigest()[:16]
