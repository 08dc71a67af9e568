"""A number that is counted in a loop stays in its range, and every setting of a preset has an effect.

`add 1 to winner.tricks`, once in each of 13 rounds, may reach 13 for a single player.  The check decides this from the
rules if the number of rounds is settled before play and the count begins in the phase, at the lowest number of its
range.  It reports nothing if the addition depends on a condition, or if the added number is not a written one.
"""

from __future__ import annotations

from ..checked import Assign, CallPhase, CheckedGame, Lit, PhaseSymbol, Repeat, Stmt, Stop, VariableSymbol
from ..resolve.context import ResolveContext
from ..settle.values import PartialSettings, changed_options_text, combinations, options_in
from ..source.span import Span
from ..syntax import nodes as n
from ..traversal import within
from ..types import HIGHEST


def counts_fit(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report variables that a loop of known length counts beyond their range (W0431)."""
    reported: set[VariableSymbol] = set()
    for phase in (game.main, *game.phases):
        for st in phase.body:
            if isinstance(st, Repeat) and st.times is not None and st.until is None and not _left(st.body):
                _loop(game, ctx, phase, st, reported)


def _left(body: tuple[Stmt, ...]) -> bool:
    """Whether a loop may end before its last round, or may set the counted variables."""
    return any(isinstance(st, Stop | CallPhase) for st in within(body))


def _loop(
    game: CheckedGame, ctx: ResolveContext, phase: PhaseSymbol, loop: Repeat, reported: set[VariableSymbol]
) -> None:
    assert loop.times is not None
    counted: dict[VariableSymbol, tuple[Assign, int]] = {}
    for st in loop.body:
        match st:
            case Assign(target=VariableSymbol() as variable, op="add", value=Lit(value=step)) if step > 0:
                if variable.during is phase and variable.type.kind == "number" and variable.type.high < HIGHEST:
                    counted[variable] = (st, step)
            case _:
                pass
    for st in within(phase.body):
        target = st.target if isinstance(st, Assign) else None
        if isinstance(target, VariableSymbol) and target in counted and counted[target][0] is not st:
            del counted[target]  # something else changes it, too
    if not counted:
        return
    options = options_in(game, [loop.times])
    for settings in combinations(game, options):
        rounds = settings.value(loop.times)
        if rounds is None:
            return
        for variable, (st, step) in counted.items():
            most = variable.type.low + rounds * step
            if most > variable.type.high and variable not in reported:
                reported.add(variable)
                ctx.report(
                    "W0431",
                    st.span,
                    name=variable.name,
                    most=most,
                    high=variable.type.high,
                    players=settings.players,
                    options=changed_options_text(settings, options),
                    notes=((variable.span, "its range"),),
                )


def presets_matter(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report settings in presets that have no effect, because the other settings make the option irrelevant (W0432)."""
    for title, settings in game.presets:
        values = {option: option.default for option in game.options} | dict(settings)
        for option, _ in settings:
            if option.condition is None:
                continue
            if PartialSettings(game.players[2], values).value(option.condition) == 0:
                ctx.report("W0432", _place(game, title, option.name), title=title, name=option.name)


def _place(game: CheckedGame, title: str, name: str) -> Span:
    """The place where a preset sets an option."""
    return next(
        setting.span
        for declaration in game.tree.declarations
        if isinstance(declaration, n.Preset) and declaration.title == title
        for setting in declaration.settings
        if setting.name.text == name
    )
