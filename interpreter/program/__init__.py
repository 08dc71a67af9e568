"""The program: a checked game with chosen options and number of players, lowered to a flat and typed form.

Everything is a whole number.  A *state* is one flat list of slots (`State.values`): the variables of the rule file,
the locals and return blocks of its phases, and the zones.  A slot holds an integer, except the slot of a zone:

* an unordered zone (a hand, a heap) is a bit mask of the cards in it, bit *c* for card *c*;
* an ordered zone (a pile, a trick) is a tuple of cards, bottom first.

Cards are numbered 0 to n-1; `deck[c]` is the face of card *c*, so two packs have two cards of each face.  Sets of
players, teams, suits and ranks are masks too.  `none` is -1.

The rules are expressions and statements over slots (`Expr`, `Stmt`): these two files are the whole instruction set.
Statements are nested only if they contain no question.  Everything that contains a question is cut into *blocks*, which
run from one question to the next and end in a `Goto`, `AskPlayer` or `End`.  So between two questions a game is nothing
but its state: it has no call stack and no generator.  Phases must not recurse, so each has one static frame: its slots
and one slot for the block to return to.

`Place` numbers index `Program.places`, the places in the rule file, which are kept for messages, traces and coverage.

    slots          the slots that every program has, and the limits of a game
    expressions    instructions that give a value
    statements     instructions that do something
    questions      who may choose what
    program        the whole: deck, variables, zones, blocks

Other packages import all of them from here: `from ..program import Const, Program`.
"""

from __future__ import annotations

from .expressions import *
from .program import *
from .questions import *
from .slots import *
from .statements import *
