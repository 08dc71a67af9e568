"""Computes how long the rules are once every call is written out, before anything is written out.

A phase that calls the next one twice, which calls the next one twice …, forty deep: these are forty short phases and a
trillion statements.  Playing, describing or settling them would take forever.  The same holds for a chain of defines,
tables, values or `let`s each of which reads the one before it twice.  The size is computed in one pass over the parts:
it is a number of parts and, for each parameter, how often it is read.  A call counts the parts of each argument so
many times.

Phrases about sets inside each other are limited for the same reason: each goes through its set for every element of
those around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ...checked import (
    CallDefine,
    CallPhase,
    CheckedGame,
    DefineSymbol,
    Expr,
    Fold,
    Let,
    Lit,
    LocalRef,
    LocalSymbol,
    Op,
    OptionRef,
    PhaseSymbol,
    Stmt,
    ValueOf,
    ValuesSymbol,
    VariableRef,
    ZoneRef,
)
from ...resolve.context import ResolveContext
from ...source.identity import Exactly
from ...source.span import Span
from ...traversal import defines_in_order, every, of_define, own_expressions, parts, phases_in_order

MOST_PARTS = 100_000
"""The most statements and parts of expressions, with everything they call written out.  The longest of the rulesets
that come with Hoyle has about 5,000."""
MOST_PHRASES = 10
"""The most phrases about sets inside each other.  In the rulesets that come with Hoyle there are 4."""


@dataclass(frozen=True)
class UnfoldedSize:
    """A number of parts, and how often each parameter is read in them."""

    parts: int = 0
    reads: Mapping[LocalSymbol, int] = field(default_factory=dict[LocalSymbol, int])
    phrases: int = 0
    """How many phrases about sets are inside each other."""

    @staticmethod
    def sum(sizes: Iterable[UnfoldedSize], more: int = 0) -> UnfoldedSize:
        """Several sizes together, and `more` parts."""
        whole, reads, phrases = more, dict[LocalSymbol, int](), 0
        for size in sizes:
            whole += size.parts
            phrases = max(phrases, size.phrases)
            for local, count in size.reads.items():
                reads[local] = reads.get(local, 0) + count
        return UnfoldedSize(whole, reads, phrases)

    def given(self, params: tuple[LocalSymbol, ...], args: tuple[UnfoldedSize, ...]) -> UnfoldedSize:
        """The size of a call: each reading of a parameter is replaced by the argument."""
        whole, reads, phrases = self.parts, dict[LocalSymbol, int](), self.phrases
        for param, arg in zip(params, args, strict=False):
            read = self.reads.get(param, 0)
            times = max(1, read)
            whole += times * arg.parts - read
            phrases = max(phrases, arg.phrases)
            for local, count in arg.reads.items():
                reads[local] = reads.get(local, 0) + times * count
        return UnfoldedSize(whole, reads, phrases)


_ONE = UnfoldedSize(1)
_ALONE = frozenset({Lit, Op, OptionRef, VariableRef, ZoneRef})
"""Expressions that are one part if they hold no others."""


def nothing_too_long_unfolded(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report the first define and the first phase that are too long once everything they call is written out (E0118),
    and the first define or statement with too many phrases about sets inside each other (E0117)."""
    sizes = UnfoldedSizes()
    for define in defines_in_order(game):
        if _too_large(size := sizes.add_define(define)):
            _report(ctx, define.name, define.span, size)
            return
    for phase in phases_in_order(game):
        if _too_large(size := sizes.add_phase(phase)):
            at = sizes.large.span if sizes.large is not None else phase.span
            _report(ctx, phase.name, at, size)
            return


def _report(ctx: ResolveContext, name: str, at: Span, size: UnfoldedSize) -> None:
    if size.parts > MOST_PARTS:
        many = f"{size.parts:,}" if size.parts < 10**15 else "more than a quadrillion"
        what = f"`{name}` has {many} parts when everything it calls is written out"
        help = "let it call the others less often: in a loop, or once with the value kept in a variable"
        ctx.report("E0118", at, what=what, most=f"{MOST_PARTS:,}", help=help)
    else:
        what = "phrases about sets inside each other"
        ctx.report("E0117", at, name=name, what=what, most=MOST_PHRASES)


class UnfoldedSizes:
    """The sizes of the defines and phases added so far.  One that is not added yet counts as nothing: another check
    reports calls in a circle."""

    def __init__(self) -> None:
        self.defines: dict[DefineSymbol, UnfoldedSize] = {}
        self.phases: dict[PhaseSymbol, UnfoldedSize] = {}
        self.large: Stmt | None = None
        """The first statement that is too large by itself."""
        self._values: dict[ValuesSymbol, UnfoldedSize] = {}

    def add_define(self, define: DefineSymbol) -> UnfoldedSize:
        """Compute the size of a define whose calls are known."""
        lets = self._lets(define.lets, {})
        own = {Exactly(let.value) for let in define.lets}
        size = UnfoldedSize.sum(self.of(e, lets) for e in of_define(define) if Exactly(e) not in own)
        self.defines[define] = size
        return size

    def add_phase(self, phase: PhaseSymbol) -> UnfoldedSize:
        """Compute the size of a phase whose calls are known."""
        lets: dict[LocalSymbol, UnfoldedSize] = {}
        found = [self.of(row.guard, lets) for row in phase.rows if row.guard is not None]
        for st in every(phase):
            found.append(self._statement(st, lets))
            if self.large is None and _too_large(found[-1]):
                self.large = st
        size = UnfoldedSize.sum(found)
        self.phases[phase] = size
        return size

    def _statement(self, st: Stmt, lets: dict[LocalSymbol, UnfoldedSize]) -> UnfoldedSize:
        """The size of a statement without those nested in it.  Adds the name of a `let` to `lets`."""
        found = tuple(self.of(e, lets) for e in own_expressions(st))
        if isinstance(st, Let):
            lets[st.local] = found[0]
        if isinstance(st, CallPhase):
            called = self.phases.get(st.phase, UnfoldedSize())
            return UnfoldedSize.sum((called.given(st.phase.params, found),), 1)
        return UnfoldedSize.sum(found, 1)

    def _lets(self, lets: tuple[Let, ...], known: dict[LocalSymbol, UnfoldedSize]) -> dict[LocalSymbol, UnfoldedSize]:
        for let in lets:
            known[let.local] = self.of(let.value, known)
        return known

    def of(self, e: Expr, lets: Mapping[LocalSymbol, UnfoldedSize]) -> UnfoldedSize:
        """The size of an expression."""
        if isinstance(e, LocalRef):
            return lets.get(e.local) or UnfoldedSize(1, {e.local: 1})
        found = parts(e)
        if not found and type(e) in _ALONE:
            return _ONE
        inner = tuple([self.of(part, lets) for part in found])
        if isinstance(e, CallDefine):
            called = self.defines.get(e.define, UnfoldedSize())
            return UnfoldedSize.sum((called.given(e.define.params, inner),), 1)
        if isinstance(e, ValueOf):
            inner = (*inner, self._rows(e.values))
        size = UnfoldedSize.sum(inner, 1)
        return UnfoldedSize(size.parts, size.reads, size.phrases + 1) if isinstance(e, Fold) else size

    def _rows(self, values: ValuesSymbol) -> UnfoldedSize:
        if values not in self._values:
            self._values[values] = UnfoldedSize()  # values may be made of others; a circle is reported elsewhere
            rows = [self.of(row.low, {}) for row in values.rows if row.low is not None]
            self._values[values] = UnfoldedSize(max((size.parts for size in rows), default=0))
        return self._values[values]


def _too_large(size: UnfoldedSize) -> bool:
    return size.parts > MOST_PARTS or size.phrases > MOST_PHRASES
