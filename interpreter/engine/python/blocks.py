"""A program as Python functions, one for each block, so that a game can be stopped and continued at any question.

    b3(S, K)      a block: returns the next block, or a negative number when a question is open or the game is over
    p1(S, K, …)   a procedure            f2(S, K, …)  a pure function

A jump at the end of a block would cost a call.  So a block that is short, or to which only one other block jumps, is
written in place of the jump (`statements.follow`).
"""

from __future__ import annotations

from .expressions import number_of
from .questions import write_ask, write_written
from .statements import write_body
from .writer import BlockWriter


def module_text(w: BlockWriter) -> str:
    """The whole source text."""
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
    if w.program.written:
        write_written(w)
    return "\n".join([*w.lines, *w.helpers]) + "\n"
