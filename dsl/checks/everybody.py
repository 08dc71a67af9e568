"""A variant that takes players out of play, and lines of the game below that still count everybody.

A variant may let players drop out or sit out: it has a variable for that, and leaves those players out where it deals,
asks and plays.  Each line of the game below that the variant did not change may still compare, ask or pay all players:
`lowest tricks` is then the 0 of somebody who holds no cards.  The lines are listed (N0936), because only the author
knows which of them are meant.

Sums are not listed, as whoever has nothing adds nothing to them; nor are the checks of the game below: play tries them.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..checked import (
    CheckedGame,
    Choose,
    Deal,
    Domain,
    Expr,
    Fold,
    For,
    If,
    Op,
    PhaseSymbol,
    PlayTrick,
    Stmt,
    VariableRef,
    VariableSymbol,
    ZoneRef,
)
from ..effects import knowledge_of
from ..resolve.context import ResolveContext
from ..source.span import Span
from ..traversal import every, inside, of_define, own_expressions, within

MOST_PLACES = 12
"""The most lines that are listed."""
_COMPARES = frozenset({"min", "max", "highest", "lowest", "count", "any", "every", "no", "first"})


def everybody_is_meant(game: CheckedGame, ctx: ResolveContext) -> None:
    """List what counts everybody in the game below a variant that takes players out of play (N0936)."""
    own = game.tree.span.source
    if all(phase.span.source is own for phase in (game.main, *game.phases)):
        return
    out = [one for one in game.variables if one.span.source is own and _marks_players(one)]
    if not out:
        return
    check = _Everybody(game, out)
    taken_out = [one for one in out if one in check.leaving_out()]
    if not taken_out:
        return
    places = sorted(set(check.places()), key=lambda place: (place[0].source.name, place[0].start))
    if places:
        notes = tuple(places[:MOST_PLACES])
        ctx.report("N0936", taken_out[0].span, name=taken_out[0].name, count=len(places), notes=notes)


def _marks_players(variable: VariableSymbol) -> bool:
    """Whether a variable says of each player whether something holds."""
    kind = variable.type
    if kind.kind == "flag":
        return variable.owner == "player"
    return kind.kind == "set" and kind.element is not None and kind.element.kind == "player"


class _Everybody:
    """The lines of one game."""

    def __init__(self, game: CheckedGame, out: list[VariableSymbol]) -> None:
        self.game, self.own = game, game.tree.span.source
        self.out: set[object] = set(out)
        self.knowledge = knowledge_of(game)

    def _statements(self) -> Iterator[tuple[PhaseSymbol, Stmt]]:
        for phase in (self.game.main, *self.game.phases):
            for st in every(phase):
                yield phase, st

    def _expressions(self) -> Iterator[Expr]:
        for define in self.game.defines:
            yield from of_define(define)
        for _, st in self._statements():
            yield from own_expressions(st)
        for phase in (self.game.main, *self.game.phases):
            yield from (row.guard for row in phase.rows if row.guard is not None)

    def _read(self, e: Expr | None) -> set[object]:
        """The variables of the variant that an expression reads, defines included."""
        return {one for one in self.knowledge.looked((e,)).symbols if one in self.out} if e is not None else set()

    def leaving_out(self) -> set[object]:
        """The variables by which lines of the variant leave players out."""
        found = set[object]()
        for whole in self._expressions():
            for e in inside(whole):
                if e.span.source is self.own:
                    if isinstance(e, Fold) and _all_players(e.domain):
                        found |= self._read(e.where)
                    elif isinstance(e, Op) and e.op == "except" and e.type.element and e.type.element.kind == "player":
                        found |= self._read(e)
        for _, st in self._statements():
            if st.span.source is self.own:
                match st:
                    case For(domain=Domain() as domain, where=where) if _all_players(domain):
                        found |= self._read(where)
                    case PlayTrick(without=without):
                        found |= self._read(without)
                    case If(condition=condition, then=then, otherwise=otherwise):
                        if any(isinstance(inner, Choose) for inner in (*then, *otherwise)):
                            found |= self._read(condition)
                    case _:
                        pass
        return found

    def places(self) -> Iterator[tuple[Span, str]]:
        """The lines of the game below that count everybody, each with what it does."""
        for whole in self._expressions():
            for e in inside(whole):
                if isinstance(e, Fold) and e.span.source is not self.own and self._compares_all(e):
                    yield e.span, "this compares or counts all players"
        for _, st in self._statements():
            if st.span.source is self.own:
                continue
            match st:
                case For(domain=Domain() as domain, where=None, body=body) if _all_players(domain):
                    if self._asks(body):
                        yield domain.span, "this asks all players"
                    elif any(self._is_of_players(one) for one in self.knowledge.effects(body).changed):
                        yield domain.span, "this is done for all players"
                case Deal(target=target) if target.each and target.zone.owner == "player":
                    yield st.span, "this deals to all players"
                case PlayTrick(without=None):
                    yield st.span, "all players play to this trick"
                case _:
                    pass

    def _compares_all(self, e: Fold) -> bool:
        if e.kind not in _COMPARES or e.where is not None or not _all_players(e.domain) or e.body is None:
            return False
        if isinstance(e.body, Op) and e.body.op == "empty":  # it is, of somebody who holds nothing
            return False
        return any(isinstance(x, VariableRef | ZoneRef) and x.owner is not None for x in inside(e.body))

    def _asks(self, body: tuple[Stmt, ...]) -> bool:
        return any(isinstance(st, Choose) for st in within(body))

    @staticmethod
    def _is_of_players(symbol: object) -> bool:
        return isinstance(symbol, VariableSymbol) and symbol.owner == "player"


def _all_players(domain: Domain) -> bool:
    match domain.args:
        case (Op(op="players"),):
            return domain.kind == "set"
        case _:
            return False
