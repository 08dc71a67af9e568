"""A program as Python functions, one for each block, so that a game can be left and taken up again at any question.

    b3(S, K)      a block: returns the next block, or a negative number when a question is open or the game is over
    p1(S, K, …)   a procedure            f2(S, K, …)  a pure function

A block that ends with a jump would cost a call for the block it jumps to.  So a block that is short, or that only one
other block jumps to, is written out in the place of the jump (`statements.follow`).
"""

from __future__ import annotations

from .expressions import number_of
from .questions import write_ask
from .statements import write_body
from .writer import BlockWriter


def module_text(w: BlockWriter) -> str:
    """The whole source."""
    for i, function in enumerate(w.program.functions):
        w.head(f"f{i}", function.params)
        w.line(f"return {number_of(w, function.body)}")
        w.depth = 0
    for i, procedure in enumerate(w.program.procedures):
        w.head(f"p{i}", procedure.params)
        write_body(w, procedure.body)
        w.depth = 0
    for i, block in enumerate(w.program.blocks):
        w.head(f"b{i}", 0)
        w.path = [i]
        write_body(w, block.body)
        w.depth = 0
    for i, ask in enumerate(w.program.asks):
        write_ask(w, i, ask)
    return "\n".join([*w.lines, *w.helpers]) + "\n"
