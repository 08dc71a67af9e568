"""Resolves declarations: from the tree of a rule file to a checked game.

First it declares every name with its type, so that the parts may have any order.  Then it resolves the bodies.  It
resolves a define at its first use, which also finds defines that call each other in a circle.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar, assert_never

from ..checked import (
    LANGUAGE,
    UNNAMED,
    After,
    CardForm,
    CheckedGame,
    DefineSymbol,
    Expr,
    IncidentRule,
    Let,
    LocalSymbol,
    OptionSymbol,
    PhaseSymbol,
    Row,
    ShapeSymbol,
    Stmt,
    VariableSymbol,
    ZoneSymbol,
)
from ..limits import MOST_FORMS
from ..source.span import Span
from ..syntax import nodes as n
from ..types import CARDS, FACE, NUMBER, PLAYER, UNKNOWN, Type
from .cards import declare_values, ranking_rule, values_rows, wild_faces
from .context import ResolveContext
from .deck import deck_rule, face_type, note_deck
from .examples import example_rules
from .expressions import chosen, condition, expression, expression_of_type
from .fit import join, joinable
from .namings import game_names
from .numbered import MOST_PLACES, names_are_free
from .options import declare_option, option_value, set_twice
from .order import define_order
from .players import no_partners, note_players
from .statements import block, phase_named, sequence
from .written import written_lines

T = TypeVar("T", bound=n.Node)


class Elaborator:
    """One pass over one rule file.  `game` returns the result."""

    def __init__(self, tree: n.RuleFile, ctx: ResolveContext) -> None:
        self.tree = tree
        self.ctx = ctx
        self.resolving: list[DefineSymbol] = []
        ctx.resolve_define = self.resolve
        self.title = ""
        self.version = LANGUAGE
        self.options: list[OptionSymbol] = []
        self.zones: list[ZoneSymbol] = []
        self.variables: list[VariableSymbol] = []
        self.defines: list[DefineSymbol] = []
        self.phases: list[PhaseSymbol] = []
        self.main: PhaseSymbol | None = None
        self.always: list[After] = []
        self.resolved: set[DefineSymbol] = set()

    def game(self, name: str) -> CheckedGame | None:
        """The checked game; None if an essential part is missing, which is reported."""
        self._heading()
        deck = self._only(n.Deck, "deck", required=True)
        if deck is not None:
            note_deck(self.ctx, deck)
        self.ctx.kinds[FACE] = face_type(self.ctx, deck)
        self._declare()
        for define in define_order(self.defines, self.ctx.names, self._circle):
            self.resolve(define)
        self._options()
        order = self._only(n.Ranking, "ranking", required=False)
        ranking = ranking_rule(self.ctx, order) if order is not None else None
        for values in self._all(n.Values):
            values_rows(self.ctx, values)
        sizes = deck_rule(self.ctx, deck) if deck is not None else None
        self._phases()
        incidents = self._incidents()
        self._invariants()
        table = self._only(n.Written, "written on the table", required=False)
        written = tuple(written_lines(self.ctx, table)) if table is not None else ()
        named = self._only(n.Namings, "names", required=False)
        names = game_names(self.ctx, named) if named is not None else UNNAMED
        requirements = self._requirements()
        presets = self._presets()
        examples = example_rules(self.ctx, self._all(n.Example), self.main)
        if not any(zone.owner is None for zone in self.zones):
            first = deck or next(iter(self.tree.declarations), None)
            place = first.span if first is not None else self._beginning
            self.ctx.report("E0308", place, what="zone that all players share")
        if self.main is None or sizes is None:
            return None
        self._seal()
        return CheckedGame(
            title=self.title,
            name=name,
            language=self.version,
            players=self.ctx.players,
            partners=self.ctx.partners,
            counts=self.ctx.counts,
            paired=self.ctx.paired,
            counterclockwise=any(node.counterclockwise for node in self._all(n.Players)),
            suits=self.ctx.suits,
            ranks=self.ctx.ranks,
            deck=sizes,
            options=tuple(self.options),
            requirements=requirements,
            presets=presets,
            zones=tuple(self.zones),
            variables=tuple(self.variables),
            ranking=ranking,
            defines=tuple(self.defines),
            phases=tuple(self.phases),
            main=self.main,
            incidents=incidents,
            always=tuple(self.always),
            tree=self.tree,
            values=tuple(self.ctx.values.values()),
            written=written,
            names=names,
            examples=examples,
        )

    def _seal(self) -> None:
        """Nothing changes a symbol from now on."""
        ctx = self.ctx
        owners = [*self.defines, *self.phases, *([self.main] if self.main else [])]
        made = [*self.options, *self.zones, *self.variables, *ctx.values.values(), *ctx.shapes.values(), *owners]
        params = (param for one in owners for param in one.params)
        for symbol in {*ctx.locals, *made, *params}:
            symbol.sealed = True

    @property
    def _beginning(self) -> Span:
        """The place for what a file without any declaration lacks: its beginning."""
        return Span(self.tree.span.source, 0, 0)

    def _all(self, kind: type[T]) -> list[T]:
        return [d for d in self.tree.declarations if isinstance(d, kind)]

    def _only(self, kind: type[T], what: str, required: bool) -> T | None:
        found = self._all(kind)
        for other in found[1:]:
            self.ctx.report("E0307", other.span, what=what, notes=((found[0].span, "first here"),))
        if not found and required:
            first = self.tree.declarations[0].span if self.tree.declarations else self._beginning
            self.ctx.report("E0308", first, what=what)
        return found[0] if found else None

    # ------------------------------------------------------------------------------------------------------ heading

    def _heading(self) -> None:
        ctx = self.ctx
        game = self._only(n.Game, "game", required=True)
        self.title = game.title if game else ""
        language = self._only(n.Language, "language", required=False)
        if language is not None and language.version != LANGUAGE:
            ctx.report("E0309", language.span, version=language.version, known=LANGUAGE)
        players = self._only(n.Players, "players", required=True)
        if players is not None:
            note_players(ctx, players)

    # --------------------------------------------------------------------------------------------- declared names

    def _declare(self) -> None:
        ctx = self.ctx
        for kind in self._all(n.Kind):
            self._kind(kind)
        for node in self._all(n.Shape):
            self._shape(node)
        for node in self._all(n.Option):
            self.options.append(declare_option(ctx, node))
        for zones in self._all(n.Zones):
            for zone in zones.zones:
                symbol = ZoneSymbol(zone.name.text, zone.name.span, owner=zone.owner, visibility=zone.visibility)
                symbol.description, symbol.places = zone.description, zone.places or 0
                if zone.places is not None and not 2 <= zone.places <= MOST_PLACES:
                    ctx.report("E0327", zone.span, name=symbol.name, found=zone.places, most=MOST_PLACES)
                    symbol.places = min(zone.places, MOST_PLACES)
                if zone.owner is None and zone.visibility == "private":
                    ctx.report(
                        "E0323", zone.span, name=symbol.name, help=f"write `{symbol.name} of each player: private`"
                    )
                    symbol.owner = "player"  # this is what the author meant
                ctx.declare(symbol)
                self.zones.append(symbol)
        for node in [*self._all(n.Define), *self._all(n.Table)]:
            if isinstance(node, n.Define) or node.result is not None:
                define = DefineSymbol(node.name.text, node.name.span, node=node, table=isinstance(node, n.Table))
                define.params, define.description = self._params(node.params), node.description
                ctx.declare(define)
                self.defines.append(define)
        for node in [*self._all(n.Phase), *self._all(n.Table)]:
            if isinstance(node, n.Phase) or node.result is None:
                phase = PhaseSymbol(node.name.text, node.name.span, node=node, table=isinstance(node, n.Table))
                phase.params, phase.description = self._params(node.params), node.description
                ctx.declare(phase)
                self.phases.append(phase)
        main = self._only(n.Main, "main", required=True)
        if main is not None:
            self.main = PhaseSymbol("main", main.span, node=main)
        for remember in self._all(n.Remember):
            during = phase_named(ctx, remember.phase) if remember.phase is not None else None
            for variable in remember.variables:
                self._variable(variable, during)
        for values in self._all(n.Values):
            declare_values(ctx, values)
        names_are_free(ctx, self.zones)

    def _kind(self, node: n.Kind) -> None:
        name, made = node.name.text, self.ctx.type_of(node.type)
        if name in self.ctx.kinds and name != FACE:
            self.ctx.report("E0302", node.name.span, name=name)
            return
        if made.kind == "word":
            made = Type("word", name=name, words=made.words, suits=made.suits)
            for word in made.words:
                self.ctx.words.setdefault(word, []).append(made)
        self.ctx.kinds[name] = made

    def _shape(self, node: n.Shape) -> None:
        """Resolve a shape.  It may use shapes that are declared above it."""
        ctx, forms = self.ctx, list[CardForm]()
        for form in node.forms:
            if isinstance(form, n.CardForm):
                if form.most is not None and form.most < form.count:
                    ctx.report("E0408", form.span, low=form.count, high=form.most)
                forms.append(CardForm(form.count, form.most, form.same, form.sequence))
            elif form.name in ctx.shapes:
                ctx.shapes[form.name].used = True
                forms += ctx.shapes[form.name].forms
            else:
                ctx.report("E0322", form.span, name=form.name, help=ctx.suggestion(form.name, ctx.shapes))
        if node.name.text in ctx.shapes or node.name.text in ctx.kinds:
            ctx.report("E0302", node.name.span, name=node.name.text)
        wild = wild_faces(ctx, node)
        forms = [replace(form, wild=form.wild | wild) for form in forms] if wild else forms
        forms = list(dict.fromkeys(forms))
        if len(forms) > MOST_FORMS:
            ctx.report("E0118", node.name.span, what=f"`{node.name.text}` has {len(forms):,} forms", most=MOST_FORMS)
            del forms[MOST_FORMS:]
        shape = ShapeSymbol(node.name.text, node.name.span, CARDS, forms=tuple(forms), description=node.description)
        ctx.shapes[shape.name] = shape

    def _params(self, params: tuple[n.Param, ...]) -> tuple[LocalSymbol, ...]:
        return tuple(LocalSymbol(p.name.text, p.name.span, self.ctx.type_of(p.type)) for p in params)

    def _variable(self, node: n.Variable, during: PhaseSymbol | None) -> None:
        type = self.ctx.type_of(node.type)
        match node.type:
            case n.OneOf((n.Number(value),)):
                begins = ", which is 0 at first" if value == 0 else f", and set it to {value} where the game begins"
                help = f"{value} alone would be all that it can be: write `number`{begins}"
                self.ctx.report("E0409", node.type.span, help=help)
                type = NUMBER
            case _:
                pass
        if node.owner == "team" and not self.ctx.partners:
            no_partners(self.ctx, node.span, "each team")
        for name in node.names:
            symbol = VariableSymbol(name.text, name.span, type, owner=node.owner, during=during)
            symbol.description = node.description
            self.ctx.declare(symbol)
            self.variables.append(symbol)

    # ------------------------------------------------------------------------------------------- defines and phases

    def _circle(self, members: list[DefineSymbol]) -> None:
        """Report a circle of defines once.  Its defines then count as resolved."""
        if not any(symbol in self.resolved for symbol in members):
            chain = " → ".join(symbol.name for symbol in members)
            self.ctx.report("E0607", members[0].span, name=members[0].name, chain=chain)
        self.resolved.update(members)

    def resolve(self, symbol: DefineSymbol) -> None:
        """Resolve the body and the type of a define.  This happens only once."""
        if symbol in self.resolved:
            return
        if symbol in self.resolving:
            self._circle([*self.resolving[self.resolving.index(symbol) :], symbol])
            return
        self.resolving.append(symbol)
        node = symbol.node
        assert node is not None
        with self.ctx.fresh(), self.ctx.block(), self.ctx.no_chance():
            self._bind_params(symbol.params)
            if isinstance(node, n.Table):
                result = self.ctx.type_of(node.result) if node.result is not None else UNKNOWN
                symbol.type = result
                symbol.lets = tuple(s for s in sequence(self.ctx, node.lets, 0) if isinstance(s, Let))
                symbol.rows = tuple(self._value_row(r, result) for r in node.rows if isinstance(r, n.ValueRow))
            elif isinstance(node.body, tuple):
                symbol.rows = tuple(self._value_row(r, None) for r in node.body)
                symbol.type = self._joined(symbol)
            else:
                symbol.body = expression(self.ctx, node.body)
                symbol.type = symbol.body.type
        if symbol.type.kind == "number" and not isinstance(node, n.Table):
            symbol.type = NUMBER
        self.resolving.pop()
        self.resolved.add(symbol)

    def _joined(self, symbol: DefineSymbol) -> Type:
        type = UNKNOWN
        for row in symbol.rows:
            assert row.value is not None
            if not joinable(row.value.type, type):
                self.ctx.report("E0407", row.value.span, left=type.phrase, right=row.value.type.phrase)
            type = join(type, row.value.type)
        if not any(row.otherwise for row in symbol.rows):
            self.ctx.report("E0701", symbol.span, name=symbol.name)
        return type

    def _value_row(self, row: n.ValueRow, result: Type | None) -> Row:
        guard, otherwise = self._guard(row.guard)
        value = (
            expression_of_type(self.ctx, row.value, result) if result is not None else expression(self.ctx, row.value)
        )
        return Row(guard, (), value, otherwise, row.span)

    def _guard(self, guard: n.Expr | n.Guard) -> tuple[Expr | None, bool]:
        if isinstance(guard, n.Guard):
            return None, guard.word == "otherwise"
        return condition(self.ctx, guard), False

    def _bind_params(self, params: tuple[LocalSymbol, ...]) -> None:
        for param in params:
            if param.name in self.ctx.names:
                self.ctx.report(
                    "E0303",
                    param.span,
                    name=param.name,
                    notes=((self.ctx.names[param.name].span, "the other one is here"),),
                )
            self.ctx.scopes[-1][param.name] = param

    def _phases(self) -> None:
        everything = [*self.phases, *([self.main] if self.main else [])]
        for phase in everything:
            with self.ctx.fresh(), self.ctx.block():
                self._bind_params(phase.params)
                match phase.node:
                    case n.Table(lets=lets, rows=rows):
                        phase.body = sequence(self.ctx, lets, 0)
                        phase.rows = tuple(self._action_row(r) for r in rows if isinstance(r, n.ActionRow))
                    case n.Phase(body=body) | n.Main(body=body):
                        phase.body = sequence(self.ctx, body, 0)
                    case None:
                        pass
                    case _:
                        assert_never(phase.node)

    def _action_row(self, row: n.ActionRow) -> Row:
        guard, otherwise = self._guard(row.guard)
        return Row(guard, block(self.ctx, row.actions), None, otherwise, row.span)

    # ------------------------------------------------------------------------------------------------------- the rest

    def _options(self) -> None:
        for symbol in self.options:
            if symbol.node is not None and symbol.node.condition is not None:
                used = symbol.used
                symbol.condition = condition(self.ctx, symbol.node.condition)
                symbol.used = used

    def _incidents(self) -> tuple[IncidentRule, ...]:
        made: list[IncidentRule] = []
        for node in self._all(n.Incident):
            start = phase_named(self.ctx, node.start)
            until = phase_named(self.ctx, node.until) if node.until is not None else None
            with self.ctx.fresh(), self.ctx.block():
                player, players = self._whose(node)
                body: tuple[Stmt, ...] = block(self.ctx, node.body)
            if start is not None:
                made.append(IncidentRule(node.title, player, players, start, until, body, node.span))
        return tuple(made)

    def _whose(self, node: n.Incident) -> tuple[LocalSymbol | None, Expr | None]:
        """The name of the player whom an incident concerns, and the players whom it can concern."""
        if node.by is None:
            return None, None
        with self.ctx.no_chance():
            players = chosen(self.ctx, node.by, node.where)
        if players.type.kind == "set" and players.type.element != PLAYER:
            self.ctx.report("E0401", node.by.domain.span, wanted="a set of players", found=players.type.phrase)
        return self.ctx.bind(node.by.name, PLAYER), players

    def _invariants(self) -> None:
        with self.ctx.no_chance():
            for node in self._all(n.After):
                ending = node.phase.text == "main"  # nothing comes before it, so nothing can be `gained` since
                phase = self.main if ending else phase_named(self.ctx, node.phase)
                self.ctx.ended = None if ending else phase or self.main  # an unknown phase is reported only once
                test = condition(self.ctx, node.condition)
                self.ctx.ended = None
                if phase is not None:
                    phase.afters = (*phase.afters, After(test, node.span))
            self.always = [After(condition(self.ctx, node.condition), node.span) for node in self._all(n.Always)]

    def _requirements(self) -> tuple[tuple[Expr, str], ...]:
        return tuple(
            (condition(self.ctx, node.condition), node.text or node.condition.span.text)
            for node in self._all(n.Require)
        )

    def _presets(self) -> tuple[tuple[str, tuple[tuple[OptionSymbol, int], ...]], ...]:
        made: list[tuple[str, tuple[tuple[OptionSymbol, int], ...]]] = []
        for node in self._all(n.Preset):
            settings: list[tuple[OptionSymbol, int]] = []
            first: dict[str, n.Setting] = {}
            for setting in node.settings:
                if set_twice(self.ctx, first, setting):
                    continue
                symbol = self.ctx.names.get(setting.name.text)
                if not isinstance(symbol, OptionSymbol):
                    names = [o.name for o in self.options]
                    self.ctx.report(
                        "E0320",
                        setting.name.span,
                        name=setting.name.text,
                        help=self.ctx.one_of(setting.name.text, names),
                    )
                    continue
                value = option_value(self.ctx, symbol, setting.value)
                if value is not None:
                    settings.append((symbol, value))
            made.append((node.title, tuple(settings)))
        return tuple(made)
