"""Finds loops that cannot end."""

from __future__ import annotations

from ...checked import CheckedGame, For, Repeat, Stmt
from ...effects import Knowledge, knowledge_of
from ...resolve.context import ResolveContext
from ...traversal import everything
from .ends import stops


def loops_end(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report loops without an end (E0604), and loops whose `until` reads nothing that they change (E0611)."""
    knowledge: Knowledge | None = None
    for st in everything(game):
        if (isinstance(st, Repeat) and st.times is None) or (isinstance(st, For) and st.domain is None):
            knowledge = knowledge or knowledge_of(game)
            _loop(st, knowledge, ctx)


def _loop(st: Repeat | For, knowledge: Knowledge, ctx: ResolveContext) -> None:
    body: tuple[Stmt, ...] = st.body
    effects = knowledge.effects(body)
    if effects.ends or stops(body):
        return
    if st.until is None:
        what = "repeat" if isinstance(st, Repeat) else "for"
        ctx.report("E0604", st.span, what=what)
        return
    looked = knowledge.looked((st.until,))
    if isinstance(st, For):
        looked.symbols.discard(st.local)
    if not looked.changes_with(effects):
        ctx.report("E0611", st.until.span, what="repeat" if isinstance(st, Repeat) else "for")
