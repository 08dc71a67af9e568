"""Floor 4, lowering: turns a checked game and its settings into a program."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Set
from dataclasses import replace
from typing import Literal

from ...dsl.checked import CheckedGame, TurnedRound
from ...dsl.source.caching import cached
from ...dsl.source.span import Span
from ...dsl.traversal import everything
from ..flow import counted_at_the_end
from ..program import Block, Const, DefineInfo, Fail, Function, FunctionCall, Procedure, Program, Reg
from .cards.beating import trick_slots
from .cards.ranking import ranked
from .context import LoweringContext
from .deals import deal_rounds
from .expressions import lower_expr
from .layout import SlotLayout
from .rounds import count_work
from .settings import SettingProblem, Settings, SettingsError, SettingValue, settle
from .units import CodeUnit
from .values import constant_of
from .waiting.blocks import find_waiting
from .waiting.flow import lower_phases, write_sequence
from .written import lower_written

__all__ = ["SettingProblem", "SettingValue", "Settings", "SettingsError", "fit", "lower", "settle"]


def lower(
    game: CheckedGame,
    options: Mapping[str, SettingValue] | None = None,
    players: int | None = None,
    preset: str | None = None,
    *,
    noted: bool = False,
    unchecked: Set[Span] = frozenset(),
    measured: Set[tuple[Span, Span]] = frozenset(),
) -> Program:
    """Make the program of a game that is played with these options (which replace those of the preset) by that many
    players.

    `noted`: whether the program contains `Noted` expressions, which count the defines and rows that were used; its
    states are the same.  `unchecked`: the places of checks after a phase that the program does not make.
    `measured`: the places of comparisons in such checks, and of their left sides; instead of making the check, the
    program records these values where it does not hold.  Raises `SettingsError` if an option or the number of players
    does not fit the game, a requirement between options does not hold, or the deck cannot be made.

    The last `MOST_KEPT` programs are kept: the same game with the same settings gives the same object.
    """
    given = tuple((name, type(value), value) for name, value in (options or {}).items())
    hashable = all(isinstance(value, Hashable) for _, _, value in given)
    made = programs if hashable else programs.function
    return made(game, given, players, preset, noted, frozenset(unchecked), frozenset(measured))


MOST_KEPT = 20
"""How many programs are kept."""


@cached(MOST_KEPT)
def programs(
    game: CheckedGame,
    given: tuple[tuple[str, type, SettingValue], ...],
    players: int | None,
    preset: str | None,
    noted: bool,
    unchecked: frozenset[Span],
    measured: frozenset[tuple[Span, Span]] = frozenset(),
) -> Program:
    """The program, as `lower` describes it; the last ones are kept."""
    options = {name: value for name, _, value in given}
    settings = settle(game, options, players, preset)
    ctx = _prepared(game, settings, noted=noted, unchecked=unchecked)
    ctx.measured = measured
    layout = ctx.layout
    ctx.compiled.clear()
    ctx.functions.clear()
    layout.lay_out()
    if any(isinstance(st, TurnedRound) for st in everything(game)):
        layout.turned = layout.slot()
    if game.ranking is not None:
        ctx.ranking = ranked(layout, game.ranking)
        ctx.trick = trick_slots(layout)
    find_waiting(ctx)
    ctx.deals = deal_rounds(layout.game)
    ctx.written = lower_written(ctx)
    start = lower_phases(ctx)
    functions, procedures, blocks, asks, written = count_work(
        tuple(f for f in ctx.functions if isinstance(f, Function)),
        tuple(p for p in ctx.procedures if isinstance(p, Procedure)),
        tuple(b if b is not None else _UNREACHED for b in ctx.blocks),
        tuple(ctx.asks),
        ctx.written,
    )
    program = Program(
        title=game.title,
        ruleset=game.name,
        identity=game,
        options=settings.words(),
        players=settings.players,
        teams=layout.teams,
        suits=game.suits,
        ranks=game.ranks,
        faces=layout.faces,
        deck=layout.deck,
        variables=tuple(layout.variables),
        zones=tuple(layout.zones),
        slots=len(layout.initial),
        initial=tuple(layout.initial),
        tables=tuple(layout.tables),
        functions=functions,
        procedures=procedures,
        blocks=blocks,
        asks=asks,
        incidents=tuple(ctx.incidents),
        endings=tuple(ctx.endings),
        phases=tuple(p.name for p in layout.phases),
        places=tuple(layout.places),
        start=start,
        settled=tuple(ctx.settled),
        known=layout.known,
        written=written,
        defines=tuple(_defines(ctx)),
        names=game.names,
    )
    return replace(program, counted_at_the_end=counted_at_the_end(program))


def fit(game: CheckedGame, options: Mapping[str, SettingValue] | None = None, players: int | None = None) -> Settings:
    """The settings with which a game can be played.  Nothing is lowered.  Raises `SettingsError` in exactly the cases
    in which `lower` does.
    """
    settings = settle(game, options, players)
    _prepared(game, settings)
    return settings


def _prepared(
    game: CheckedGame, settings: Settings, *, noted: bool = False, unchecked: frozenset[Span] = frozenset()
) -> LoweringContext:
    """Make the context of one lowering: make the deck, check the requirements.  Raises `SettingsError`."""
    layout = SlotLayout(game, settings)
    ctx = LoweringContext(layout, write_sequence, lower_expr, noted, unchecked)
    _requirements(game, ctx)
    copies = constant_of(ctx, game.deck.copies) if game.deck.copies is not None else 1
    jokers = constant_of(ctx, game.deck.jokers) if game.deck.jokers is not None else 0
    if not (0 < copies <= 20 and 0 <= jokers <= 20):
        raise SettingsError((SettingProblem("deck", f"a deck of {copies} packs and {jokers} jokers cannot be made"),))
    layout.make_deck(copies, jokers, _listed(game, ctx) if game.deck.rows else None)
    return ctx


def _listed(game: CheckedGame, ctx: LoweringContext) -> dict[tuple[int, int], int]:
    """For a deck that is listed row by row: how many cards there are of each rank and suit."""
    found: dict[tuple[int, int], int] = {}
    for row in game.deck.rows:
        copies = constant_of(ctx, row.copies) if row.copies is not None else 1
        if not 0 <= copies <= 20:
            raise SettingsError((SettingProblem("deck", f"a deck with {copies} of one card cannot be made"),))
        if row.condition is None or constant_of(ctx, row.condition):
            for face in row.faces:
                found[face] = found.get(face, 0) + copies
    if not any(found.values()):
        raise SettingsError((SettingProblem("deck", "a deck without cards cannot be made"),))
    return found


def _defines(ctx: LoweringContext) -> Iterator[DefineInfo]:
    """The defines that were lowered and have at most one parameter, a player or a team, in the order of the rules."""
    for define in ctx.layout.game.defines:
        lowered, kinds = ctx.compiled.get(define), [param.type.kind for param in define.params]
        if lowered is None or kinds not in ([], ["player"], ["team"]):
            continue
        owner: Literal["player", "team"] | None = None if not kinds else "player" if kinds == ["player"] else "team"
        args = (Reg(0),) if owner is not None else ()
        value = Const(lowered.constant) if lowered.constant is not None else FunctionCall(lowered.function, args)
        count = ctx.layout.owners(owner) if owner is not None else 1
        yield DefineInfo(define.name, owner, define.type, count, value)


_UNREACHED = Block((Fail("this block is never reached", 0),), 0)


def _requirements(game: CheckedGame, ctx: LoweringContext) -> None:
    broken: list[SettingProblem] = []
    for condition, text in game.requirements:
        value = lower_expr(ctx, condition, {}, CodeUnit())
        if isinstance(value, Const) and value.value == 0:
            broken.append(SettingProblem("options", f"these options do not go together: {text}"))
    if broken:
        raise SettingsError(tuple(broken))
