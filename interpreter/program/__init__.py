"""The program: a checked game with its options and number of players chosen, lowered to something flat and typed.

Everything is a whole number.  A *state* is one flat list of slots (`State.values`): the variables of the rule file,
the locals and return places of its phases, and the zones.  A slot holds an integer, except a zone's:

* an unordered zone (a hand, a heap) is a bit mask of the cards in it, bit *c* for card *c*;
* an ordered zone (a pile, a trick) is a tuple of cards, bottom first.

Cards are numbered 0 to n-1; `deck[c]` is the face of card *c*, so two packs have two cards of each face.  Sets of
players, teams, suits and ranks are masks too.  `none` is -1.

The rules are expressions and statements over slots (`Expr`, `Stmt`): these two files are the whole instruction set.
Statements nest only where nobody has to choose; whatever contains a question is cut into *blocks* that run from one
question to the next and end in a `Goto`, `AskPlayer` or `End`.  So between two questions a game is nothing but its
state: no call stack, no generator.  Phases may not recurse, so each has one static frame: its slots and one slot for
where to go back to.

`Place` numbers index `Program.places`, the spans of the rule file, carried along for messages, traces and coverage.

    slots          the slots every program has, and the limits of a game
    expressions    instructions that give a value
    statements     instructions that do something
    questions      who may choose what
    program        the whole: deck, variables, zones, blocks

To everybody else they are one page: `from ..program import Const, Program`.
"""

from __future__ import annotations

from .expressions import *
from .program import *
from .questions import *
from .slots import *
from .statements import *
