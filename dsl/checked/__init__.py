"""The checked game: the meaning of a rule file, with every name resolved and every value typed.

The syntax tree records what the author wrote.  The checked game records what it means.  It has no short forms: a define
with one argument that is read like an attribute has become a call, and `p.hand` has become a zone and its owner.  Every
expression has a type.  Nothing here depends on the chosen options or on the number of players; lowering the game to a
program settles those.

A checked game is a value: nothing that can be reached from it changes any more.  Only symbols are made step by step, as
one may be used before its own rules are resolved; the `Elaborator` seals them when the game is complete.

    code            names, expressions, statements
    cards           the deck, the ranking
    examples        what the author expects in a case
    game            the whole game

To everybody else they are one page, `from . import checked as c`: `c.If`, `c.RankRow`.
"""

from __future__ import annotations

from .cards import *
from .code import *
from .examples import *
from .game import *
