"""A variant that takes players out of play, and lines of the game below that still count everybody.

A variant may let players drop out or sit out.  It has a variable for that, and leaves those players out where it deals,
asks and plays; or it deals only to those of whom a number says so (`where p.lives > 0`), or lets only them play to a
trick.  Each line of the game below that the variant did not change may still compare, ask or pay all players:
`lowest tricks` is then the 0 of somebody who holds no cards.  The lines are listed (N0936), because only the author
knows which of them are meant.

What the lines of the game below leave players out by already, they take care of themselves.  A question that the
variant adds for some of the players takes nobody out of play.

Sums are not listed, as whoever has nothing adds nothing to them; nor are the checks of the game below: play tries them.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..checked import (
    CallPhase,
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
    Repeat,
    Stmt,
    VariableRef,
    VariableSymbol,
    ZoneRef,
    ZoneSymbol,
)
from ..effects import knowledge_of
from ..resolve.context import ResolveContext
from ..source.span import Span
from ..traversal import every, inside, of_define, own_expressions, within
from ..types import Type

MOST_PLACES = 12
"""The most lines that are listed."""
_COMPARED = frozenset({"=", "!=", "<", "<=", ">", ">="})
_COMPARES = frozenset({"min", "max", "highest", "lowest", "count", "any", "every", "no", "first"})


def everybody_is_meant(game: CheckedGame, ctx: ResolveContext) -> None:
    """List what counts everybody in the game below a variant that takes players out of play (N0936)."""
    own = game.tree.span.source
    if all(phase.span.source is own for phase in (game.main, *game.phases)):
        return
    check = _Everybody(game)
    taken = check.taken_out()
    if taken is None:
        return
    span, name = taken
    places = sorted(set(check.places()), key=lambda place: (place[0].source.name, place[0].start))
    if places:
        ctx.report("N0936", span, name=name, count=len(places), notes=tuple(places[:MOST_PLACES]))


def _marks_players(variable: VariableSymbol) -> bool:
    """Whether a variable says of each player whether something holds."""
    return variable.owner == "player" if variable.type.kind == "flag" else _is_set_of_players(variable.type)


def _is_set_of_players(kind: Type) -> bool:
    return kind.kind == "set" and kind.element is not None and kind.element.kind == "player"


class _Everybody:
    """The lines of one game."""

    def __init__(self, game: CheckedGame) -> None:
        self.game, self.own = game, game.tree.span.source
        self.knowledge = knowledge_of(game)
        self.marks: set[object] = {one for one in game.variables if one.span.source is self.own and _marks_players(one)}
        self.out: set[object] = set()
        """What takes players out of play: variables, and zones that may be empty."""

    def _phases(self) -> tuple[PhaseSymbol, ...]:
        return (self.game.main, *self.game.phases)

    def _statements(self) -> Iterator[tuple[PhaseSymbol, Stmt]]:
        for phase in self._phases():
            for st in every(phase):
                yield phase, st

    def _expressions(self) -> Iterator[Expr]:
        for define in self.game.defines:
            yield from of_define(define)
        for _, st in self._statements():
            yield from own_expressions(st)
        for phase in self._phases():
            yield from (row.guard for row in phase.rows if row.guard is not None)

    def _read(self, e: Expr | None) -> set[object]:
        """The variables and zones that an expression reads, defines included."""
        if e is None:
            return set()
        looked = self.knowledge.looked((e,))
        return {*looked.symbols, *looked.zones}

    def taken_out(self) -> tuple[Span, str] | None:
        """What takes players out of play in the lines of the variant, with its place; None if nothing does."""
        marked = {one for condition in self._by_marks() for one in self._read(condition)} & self.marks
        if marked:
            self.out = marked
            first = next(one for one in self.game.variables if one in marked)
            return first.span, first.name
        theirs = {one for condition, _ in self._filters(own=False) for one in self._read(condition)}
        theirs |= {one for one in self.game.variables if _marks_players(one)} - self.marks
        for condition, kinds in self._filters(own=True):
            by = {one for one in self._read(condition) if isinstance(one, kinds) and _is_of_players(one)} - theirs
            if by:
                self.out = by
                return condition.span, condition.span.text
        return None

    def _by_marks(self) -> Iterator[Expr]:
        """The conditions by which lines of the variant leave players out where they deal, ask or play."""
        for phase, st in self._statements():
            if st.span.source is self.own:
                match st:
                    case For(domain=domain, where=where, body=body):
                        if any(isinstance(inner, Deal | PlayTrick) for inner in within(body)) or self._asks(body):
                            yield from () if where is None else (where,)
                            yield from () if domain is None else domain.args
                    case PlayTrick(without=without) if without is not None:
                        yield without
                    case If(condition=condition) if phase.span.source is not self.own:
                        if any(isinstance(inner, Deal) for inner in within((st,))) or self._asks((st,)):
                            yield condition
                    case _:
                        pass

    def _filters(self, *, own: bool) -> Iterator[tuple[Expr, tuple[type, ...]]]:
        """The conditions by which lines of the variant, or of the game below, deal to some players only or let only
        some play to a trick, with the kinds of what may decide it: who has some cards may still be dealt more.
        """
        for _, st in self._statements():
            if (st.span.source is self.own) == own:
                match st:
                    case For(domain=Domain() as domain, where=where) if where is not None and _all_players(domain):
                        if _dealt_to(st) - (self._dealt_to_all() if own else set()):
                            yield where, (VariableSymbol,)
                    case PlayTrick(without=without) if without is not None:
                        yield without, (VariableSymbol, ZoneSymbol)
                    case _:
                        pass

    def _dealt_to_all(self) -> set[ZoneSymbol]:
        """The zones into which cards are dealt to all players: to some of them no more than further cards are."""
        found = set[ZoneSymbol]()
        for _, st in self._statements():
            match st:
                case Deal(target=target) if target.each:
                    found.add(target.zone)
                case For(domain=Domain() as domain, where=None) if _all_players(domain):
                    found |= _dealt_to(st)
                case _:
                    pass
        return found

    def places(self) -> Iterator[tuple[Span, str]]:
        """The lines of the game below that count everybody, each with what it does."""
        for whole in self._expressions():
            for e in inside(whole):
                if e.span.source is self.own:
                    continue
                if isinstance(e, Fold) and self._compares_all(e):
                    yield e.span, "this compares or counts all players"
                elif _compares_with_all(e):
                    yield e.span, "this compares with the number of all players"
        for _, st in self._statements():
            if st.span.source is self.own:
                continue
            match st:
                case For(domain=Domain() as domain, where=None, body=body) if _all_players(domain):
                    if self._asks(body):
                        yield domain.span, "this asks all players"
                    elif any(
                        isinstance(one, VariableSymbol) and one.owner == "player"
                        for one in self.knowledge.effects(body).changed
                    ):
                        yield domain.span, "this is done for all players"
                case For(domain=None, where=None, body=body) if self._asks(body):
                    yield st.span, "this asks all players"
                case Deal(target=target) if (
                    target.each and target.zone.owner == "player" and target.zone not in self.out
                ):
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

    def _asks(self, body: tuple[Stmt, ...], called: frozenset[PhaseSymbol] = frozenset()) -> bool:
        """Whether statements ask somebody who is out of play or holds nothing, also in the phases that they call."""
        for st in body:
            match st:
                case Choose():
                    return True
                case CallPhase(phase=phase) if phase not in called:
                    if self._asks(tuple(every(phase)), called | {phase}):
                        return True
                case If(condition=condition, then=then, otherwise=otherwise):
                    read = self._read(condition)
                    spared = self.out & read or any(
                        isinstance(one, ZoneSymbol) and one.owner == "player" for one in read
                    )
                    if not spared and self._asks((*then, *otherwise), called):
                        return True
                case For(where=where) if self.out & self._read(where):
                    pass
                case For(body=inner) | Repeat(body=inner):
                    if self._asks(inner, called):
                        return True
                case _:
                    pass
        return False


def _all_players(domain: Domain) -> bool:
    match domain.args:
        case (Op(op="players"),):
            return domain.kind == "set"
        case _:
            return False


def _dealt_to(loop: For) -> set[ZoneSymbol]:
    """The players' zones into which the lines of a loop deal."""
    deals = (st.target.zone for st in loop.body if isinstance(st, Deal))
    return {zone for zone in deals if zone.owner == "player"}


def _is_of_players(symbol: object) -> bool:
    """Whether a variable or zone is each player's own, or a set of players."""
    match symbol:
        case VariableSymbol(owner=owner, type=kind):
            return owner == "player" or _is_set_of_players(kind)
        case ZoneSymbol(owner=owner):
            return owner == "player"
        case _:
            return False


def _compares_with_all(e: Expr) -> bool:
    """Whether something that changes is compared with the number of players."""
    if not isinstance(e, Op) or e.op not in _COMPARED:
        return False
    number = any(isinstance(side, Op) and side.op == "number of players" for side in e.args)
    return number and any(isinstance(x, VariableRef) for x in inside(e))
