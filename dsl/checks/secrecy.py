"""Checks that the answers offered to a player do not depend on cards the player cannot see.

The check looks at every question from the view of the player who is asked: at the conditions of the answers, at the
domains of their names, and at the conditions under which the question is asked.  It follows each phase once.  It
follows a phase again for a call that passes on something secret; the parameter then stands for the secret.

Everybody knows the value of a variable.  A variable that is set from hidden cards reveals them (numbers excepted:
scores are counted openly).  So a question that reads such a variable is reported as well, as a warning.  A hidden card
that is stored in a variable is reported, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..checked import (
    Assign,
    CallPhase,
    CheckedGame,
    Choice,
    Choose,
    Expr,
    For,
    If,
    Let,
    LocalRef,
    LocalSymbol,
    Move,
    Op,
    PhaseSymbol,
    PlayTrick,
    Repeat,
    Show,
    Stmt,
    Together,
    VariableSymbol,
    WrittenLine,
    ZoneSymbol,
)
from ..resolve.context import ResolveContext
from ..settle.logic import negated
from ..source.span import Span
from ..traversal import everything, inside
from .formulas.keys import NONE_BOUND, Bindings, LocalBinding
from .sight import Scene, Secret, Sight, Viewer

DEEPEST_CALL = 4
MOST_CALLS = 500
"""The most calls followed because they pass on something secret."""

Conditions = tuple[Expr, ...]


def nobody_peeks(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report answers that depend on cards the player cannot see (E0801), or on variables set from such cards (W0802),
    questions that are asked only because of such cards (W0803), hidden cards stored in variables (W0804), and lines on
    the table that tell of hidden cards (E0802)."""
    fixed = {st.target for st in everything(game) if isinstance(st, Assign) and isinstance(st.target, LocalSymbol)}
    tainted: dict[VariableSymbol, Span] = {}
    sight = Sight(game, tainted)
    _Follow(game, ctx, sight, fixed, collect=True).run()
    _Follow(game, ctx, sight, fixed, collect=False).run()


class _Follow:
    """One run through all phases: either to collect the variables set from hidden cards, or to check the questions."""

    def __init__(
        self, game: CheckedGame, ctx: ResolveContext, sight: Sight, changed: set[LocalSymbol], collect: bool
    ) -> None:
        self.game = game
        self.ctx = ctx
        self.sight = sight
        self.changed = changed
        self.collect = collect
        self.reported: set[tuple[str, Span]] = set()
        self.left = MOST_CALLS
        self.depth = 0

    def run(self) -> None:
        """Follow main, every phase and every incident."""
        for phase in (self.game.main, *self.game.phases):
            self._phase(phase, NONE_BOUND)
        for rule in self.game.incidents:
            if rule.players is not None:
                self._ask((rule.players,), Viewer(), Scene(NONE_BOUND), "everybody is told what may be declared")
            self._block(rule.body, Scene(NONE_BOUND), ())
        for line in self.game.written if not self.collect else ():
            self._written(line)

    def _written(self, line: WrittenLine) -> None:
        """Report what a line on the table gives away: everybody reads it."""
        scene = Scene(NONE_BOUND)
        if line.owner is not None and line.owners is not None:
            scene = self._drawn(scene, line.owner, (line.owners,))
        for e in line.expressions:
            for secret in self.sight.secrets(e, Viewer(), scene):
                if isinstance(secret.what, ZoneSymbol):
                    self._tell("E0802", secret, "how many cards lie there may be written: a define with `size of`")

    def _phase(self, phase: PhaseSymbol, given: Bindings) -> None:
        scene = self._block(phase.body, Scene(given), ())
        for row in phase.rows:
            self._block(row.actions, scene, (row.guard,) if row.guard is not None else ())

    # ----------------------------------------------------------------------------------------------- statements

    def _block(self, statements: tuple[Stmt, ...], scene: Scene, under: Conditions) -> Scene:
        for st in statements:
            scene = self._statement(st, scene, under)
        return scene

    def _statement(self, st: Stmt, scene: Scene, under: Conditions) -> Scene:
        match st:
            case Let(local=local, value=value) if local not in self.changed:
                bindings = self.sight.keys.bind(scene.bindings, local, value, scene.bindings)
                return Scene(bindings, scene.drawn, scene.laid, scene.shown)
            case Let(local=local, value=value):
                return self._drawn(scene, local, (value,))
            case Assign(target=target, value=value):
                if self.collect and isinstance(target, VariableSymbol) and target.type.kind != "number":
                    self._taint(target, value, scene)
            case Move(what=what, target=place):
                owner = self.sight.keys.of(place.owner, scene.bindings) if place.owner is not None else -1
                return self._laid(scene, what, place.zone, owner)
            case Show(what=what):
                names = {e.local for e in inside(what) if isinstance(e, LocalRef)}
                return Scene(scene.bindings, scene.drawn, scene.laid, scene.shown | names)
            case If(condition=condition, then=then, otherwise=otherwise):
                self._block(then, scene, (*under, condition))
                self._block(otherwise, scene, (*under, negated(condition)))
            case Repeat(body=body, otherwise=otherwise):
                self._block(body, scene, under)
                self._block(otherwise, scene, under)
            case For(local=local, domain=domain, where=where, body=body):
                inner = self._drawn(scene, local, domain.args if domain is not None else ())
                self._block(body, inner, (*under, where) if where is not None else under)
            case Choose():
                self._choose(st, scene, under)
            case Together(choosers=choosers):
                for chooser in choosers:
                    self._statement(chooser, scene, under)
            case CallPhase():
                self._call(st, scene)
            case PlayTrick():
                self._trick(st, scene, under)
            case _:
                pass
        return scene

    @staticmethod
    def _drawn(scene: Scene, local: LocalSymbol, of: tuple[Expr, ...]) -> Scene:
        return Scene(scene.bindings, {**scene.drawn, local: (of, scene.bindings)}, scene.laid, scene.shown)

    @staticmethod
    def _laid(scene: Scene, what: Expr, zone: ZoneSymbol, owner: int) -> Scene:
        laid = dict(scene.laid)
        for e in inside(what):
            if isinstance(e, LocalRef):
                laid[e.local] = (*laid.get(e.local, ()), (zone, owner))
        return Scene(scene.bindings, scene.drawn, laid, scene.shown)

    def _taint(self, target: VariableSymbol, value: Expr, scene: Scene) -> None:
        """Record a variable that is set from hidden cards.

        A value that a player chose is public, as he announces it."""
        chosen = Scene(scene.bindings, {}, scene.laid, scene.shown)
        for secret in self.sight.secrets(value, Viewer(), chosen):
            if isinstance(secret.what, ZoneSymbol):
                self.sight.tainted.setdefault(target, value.span)
                if (
                    target.type.kind == "card"
                    or target.type.named_card
                    or (target.type.element and target.type.element.kind == "card")
                ):
                    self._remembered(target, value.span, secret.what)
                return

    def _remembered(self, target: VariableSymbol, span: Span, zone: ZoneSymbol) -> None:
        """Report a hidden card stored in a variable: everybody knows the variable, so the card is hidden no longer."""
        if ("W0804", span) not in self.reported:
            self.reported.add(("W0804", span))
            notes = ((zone.span, f"`{zone.name}` is {zone.visibility}"),)
            self.ctx.report("W0804", span, name=target.name, zone=zone.name, notes=notes)

    def _call(self, st: CallPhase, scene: Scene) -> None:
        """Follow a call that passes on something secret."""
        if self.depth >= DEEPEST_CALL or self.left <= 0:
            return
        if not any(any(True for _ in self.sight.secrets(arg, Viewer(), scene)) for arg in st.args):
            return
        self.left -= 1
        self.depth += 1
        given = {
            param: LocalBinding(self.sight.keys.of(arg, scene.bindings), arg, scene.bindings)
            for param, arg in zip(st.phase.params, st.args, strict=False)
        }
        self._phase(st.phase, given)
        self.depth -= 1

    # ------------------------------------------------------------------------------------------------ questions

    def _choose(self, st: Choose, scene: Scene, under: Conditions) -> None:
        viewer = self._viewer(st.player, scene, under)
        if not self.collect:
            for condition in under:
                for secret in self.sight.secrets(condition, viewer, scene):
                    if isinstance(secret.what, ZoneSymbol):
                        self._tell("W0803", secret)
        for choice in st.choices:
            self._choice(choice, st.player, scene, under)

    def _trick(self, st: PlayTrick, scene: Scene, under: Conditions) -> None:
        """Check a trick: a player sees his own hand and the values that the rules of following read."""
        viewer = Viewer()
        help = "name whoever is to play: `, played by p`" if st.player is None else None
        if st.player is not None:
            viewer = self.sight.viewer([LocalRef(st.player, type=st.player.type)], scene.bindings)
        for local, test in (*st.narrow, *([st.exception] if st.exception is not None else [])):
            self._ask((test,), viewer, self._drawn(scene, local, ()), help)
        self._block(st.before, scene, under)
        self._block(st.after, scene, under)
        if st.award is not None:
            local = st.award.local
            read = self._drawn(scene, local, ()) if local is not None else scene
            self._ask((st.award.value,), Viewer(), read, "everybody is told who takes the trick")
        if self.collect:
            return
        hand = st.hand
        hidden = hand.visibility != "face up" if st.stand_in is not None else hand.visibility == "face down"
        if hidden and hand not in self.sight.shown and hand not in self.sight.handed:
            at = st.stand_in.player.span if st.stand_in is not None else st.span
            self._tell("E0801", Secret(at, hand, at))
        rows = self.game.ranking.rows if self.game.ranking is not None and (st.follow or st.winner is not None) else ()
        for suit in dict.fromkeys(e for row in rows for e in row.depends_on):
            for secret in self.sight.secrets(suit, Viewer(), Scene(NONE_BOUND)):
                self._tell("W0802", Secret(st.span, secret.what, secret.inner))

    def _choice(self, choice: Choice, player: Expr, scene: Scene, under: Conditions) -> None:
        within = (*under, choice.guard) if choice.guard is not None else under
        viewer = self._viewer(player, scene, within)
        asked = [choice.guard] if choice.guard is not None else []
        inner = scene
        for local, domain in choice.generators:
            asked += domain.args
            inner = self._drawn(inner, local, ())
        if choice.where is not None:
            asked.append(choice.where)
        self._ask(tuple(asked), viewer, inner)
        inner = scene
        for local, domain in choice.generators:
            inner = self._drawn(inner, local, domain.args)
        self._block(choice.body, inner, within)

    def _ask(self, asked: tuple[Expr, ...], viewer: Viewer, scene: Scene, help: str | None = None) -> None:
        if self.collect:
            return
        for e in asked:
            for secret in self.sight.secrets(e, viewer, scene):
                self._tell("E0801" if isinstance(secret.what, ZoneSymbol) else "W0802", secret, help)

    def _viewer(self, player: Expr, scene: Scene, under: Conditions) -> Viewer:
        """The player who is asked.  Conditions may say that other expressions are the same player."""
        same = [player]
        known = {self.sight.keys.of(player, scene.bindings)}
        for condition in under:
            for a, b in _equal(condition):
                numbers = [self.sight.keys.of(x, scene.bindings) for x in (a, b)]
                if known & {*numbers}:
                    known |= {*numbers}
                    same += [a, b]
        return self.sight.viewer(same, scene.bindings)

    def _tell(self, code: str, secret: Secret, help: str | None = None) -> None:
        if (code, secret.span) in self.reported:
            return
        self.reported.add((code, secret.span))
        notes = ((secret.inner, "the cards are looked at here"),) if secret.inner != secret.span else ()
        if isinstance(secret.what, VariableSymbol):
            notes = ((secret.inner, "it is set from cards that are not seen here"),)
        else:
            notes += ((secret.what.span, f"`{secret.what.name}` is {secret.what.visibility}"),)
        self.ctx.report(code, secret.span, name=secret.what.name, help=help, notes=notes)


def _equal(condition: Expr) -> Iterator[tuple[Expr, Expr]]:
    """The pairs of expressions that are equal where a condition is true."""
    match condition:
        case Op(op="and", args=args):
            for arg in args:
                yield from _equal(arg)
        case Op(op="=", args=(a, b)) if a.type.kind == "player":
            yield a, b
        case _:
            pass
