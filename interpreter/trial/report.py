"""Reports what stopped a game of the short run, at the line that the author can change.

Often a check of the base game stops a variant.  The message is then at the variant's line that changed what the check
tests, and the help says how the variant can change the check.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...dsl import checked as c
from ...dsl.codes.reporting import report
from ...dsl.resolve.variants.blame import cause
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.span import Source, Span
from ...dsl.syntax import nodes as n
from ...dsl.syntax.parser import parse
from ...dsl.syntax.printer.expressions import OR, expr
from ...dsl.syntax.printer.lines import remove_line
from ...dsl.traversal import everything, inside
from ..faults import Fault
from ..program import Program
from ..records import AnyRecord, Assigned, PhaseBegan, RowFired, SetAgain
from ..text.parse import Words
from .examples import broken_examples
from .games import NobodyAsked, StoppedGame, Unplayable, first_stopped
from .mended import Check, MendedRules
from .ranges import fault_help, left_range
from .shared import PlayedRules, row_of
from .unfired import FiredRules

MOST_FOUND = 6
"""The most checks broken by one line that are searched for."""
MOST_RUNS = 12
"""The most runs in all: to find these checks, and to mend them."""


def found_in_play(
    game: c.CheckedGame, played: PlayedRules | None = None, fired: FiredRules | None = None
) -> tuple[Diagnostic, ...]:
    """The diagnostics of a short run of games: none, or the first fault of the rules.

    If a check after a phase fails, the other checks after that phase are tested too, because one line often breaks
    several.  `played`: the rules that passed already; these are added if they do.
    `fired` gets what came up, if the whole run is played.
    """
    try:
        before = played.defaults_of(game) if played is not None else None
        if before is not None and row_of(game) in before:
            return ()
        found = (*broken_examples(game), *_found(game, None if before is not None else fired, before is not None))
        if played is not None and not found:
            played.add(game)
        return found
    except Unplayable as error:
        return (report("E1304", _heading(game, n.Require), why=str(error)),)
    except NobodyAsked:
        return (report("E1305", _heading(game, n.Main)),)


def _heading(game: c.CheckedGame, kind: type[n.Require | n.Main]) -> Span:
    """The first line of the last part of a kind; of the file, if there is no such part."""
    span = next((d.span for d in reversed(game.tree.declarations) if isinstance(d, kind)), game.tree.span)
    end = span.source.text.find("\n", span.start, span.end)
    return span if end < 0 else Span(span.source, span.start, end)


def _found(game: c.CheckedGame, fired: FiredRules | None, only_defaults: bool) -> tuple[Diagnostic, ...]:
    found: dict[Span, Diagnostic] = {}
    checks: list[Check] = []
    mended = MendedRules(game)
    for run in range(MOST_RUNS):
        stopped = first_stopped(mended.game, mended.unchecked, only_defaults=only_defaults, fired=fired)
        if stopped is None:
            break
        check = next((d for d in game.tree.declarations if _is(d, stopped.fault.span)), None)
        if not isinstance(check, n.After | n.Always):
            if not checks:
                return (_stopped(game, stopped),)
            break
        if not mended.met(check):
            if len(checks) == MOST_FOUND:
                break
            checks.append(check)
            found[check.span] = _failed_check(game, stopped, check)
        if isinstance(check, n.Always):
            break
        below = check.span.source is not game.tree.span.source
        mended.mend(stopped, check, below=below, last=run == MOST_RUNS - 1)
    return _together([_with_help(game, found[check.span], check, mended) for check in checks])


def _with_help(game: c.CheckedGame, found: Diagnostic, check: Check, mended: MendedRules) -> Diagnostic:
    """The diagnostic with the lines that change the check, if it is of a game below."""
    below = check.span.source is not game.tree.span.source
    return replace(found, help=_lines(game, check, mended.condition(check))) if below else found


def _together(found: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Join the diagnostics of checks into one message at the line of the first: the checks that are broken, and the
    lines that change all of them.
    """
    first, others = found[:1], found[1:]
    for one in others:
        if one.help and first[0].help:
            lines = "\n".join((first[0].help, *one.help.split("\n")[1:]))
            first = [replace(first[0], notes=(*first[0].notes, *one.notes), help=lines)]
    return tuple(first)


def _is(declaration: n.Decl, span: Span) -> bool:
    return isinstance(declaration, n.After | n.Always) and span.begins_in(declaration.span)


def _when(stopped: StoppedGame) -> str:
    """The settings, in words; empty for the default settings."""
    return f" with {', '.join(stopped.settings)}" if stopped.settings else ""


# -------------------------------------------------------------------------------------------------------------- checks


def _failed_check(game: c.CheckedGame, stopped: StoppedGame, check: Check) -> Diagnostic:
    """The diagnostic for a check of the author that failed."""
    own = game.tree.span.source
    broken = _cause(game, stopped, check, own)
    head = f"after {check.phase.text}" if isinstance(check, n.After) else "always"
    below = check.span.source is not own
    allowed = _allowed(check.condition, stopped.program)
    if broken is None or not (below or allowed):
        span = _last_own(stopped, own) if below else check.span
        notes = ((check.span, "the check"),) if below else ()
        notes += ((broken.span, "what it looks at changed here last"),) if broken is not None else ()
        what = f"`{head}: {expr(check.condition, OR)}`" if head != "always" else f"`always {expr(check.condition, OR)}`"
        return report("E1302", span, what=what, when=_when(stopped), notes=notes)
    words = Words(stopped.program)
    info = stopped.program.variables[broken.variable]
    who = f" of {words.owner(info.owner, broken.owner)}" if info.owner is not None and broken.owner >= 0 else ""
    gained = broken.value - _at_begin(game, stopped, check, broken)
    about = f"`{info.name}`{who}"
    if allowed and gained not in allowed:
        said = f"{about} grows by {gained} here" if gained >= 0 else f"{about} falls by {-gained} here"
        allows = f"allows {', '.join(map(str, allowed))}"
    else:
        said, allows = f"{about} becomes {words.value(info.type, broken.value)} here", "does not allow that"
    return report(
        "E1301",
        broken.span,
        said=said,
        check=f"`{head}` at {check.span.file_line}",
        allows=allows,
        when=_when(stopped),
        notes=((check.span, "the check"),),
    )


def _allowed(e: n.Node, program: Program) -> tuple[int, ...]:
    """The numbers of the only `gained in {1, 2, 4}` in a condition; empty if there is none, or more than one."""
    found = list(_lists(e, program))
    return found[0] if len(found) == 1 else ()


def _lists(e: object, program: Program) -> Iterator[tuple[int, ...]]:
    match e:
        case n.In(element, n.SetOf(items)) if _about_gain(element):
            numbers = [number for item in items if (number := _number(item, program)) is not None]
            if len(numbers) == len(items):
                yield tuple(dict.fromkeys(numbers))
        case n.Binary("=", left, right) if _about_gain(left):
            number = _number(right, program)
            if number is not None:
                yield (number,)
        case n.Binary(_, left, right):
            yield from _lists(left, program)
            yield from _lists(right, program)
        case n.Unary(_, operand):
            yield from _lists(operand, program)
        case _:
            pass


def _number(e: n.Expr, program: Program) -> int | None:
    """A number as it is written, or the value of an option."""
    if isinstance(e, n.Number):
        return e.value
    value = program.options.get(e.name) if isinstance(e, n.Ref) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _about_gain(e: n.Node) -> bool:
    return isinstance(e, n.Gained) or (isinstance(e, n.Extreme) and e.gained)


def _lines(game: c.CheckedGame, check: Check, new: str) -> str:
    """The lines with which a variant changes a check of the base game: its new condition."""
    if isinstance(check, n.After):
        only = sum(isinstance(d, n.After) and d.phase.text == check.phase.text for d in game.tree.declarations) == 1
        written = f"after {check.phase.text}: {new}"
        old = remove_line(n.Remove("after", check.phase, check.condition))
    else:
        only = sum(isinstance(d, n.Always) for d in game.tree.declarations) == 1
        written, old = f"always {new}", remove_line(n.Remove("always", None, check.condition))
    lines = f"replace {written}" if only else f"{old}\n{written}"
    return f"if this is meant, change the check in your variant:\n{lines}"


def _looked_at(game: c.CheckedGame, check: Check) -> set[str]:
    """The names of the variables that a check reads."""
    found: set[str] = set()
    for one in (*game.always, *game.afters):
        if one.span.begins_in(check.span):
            variables = (e.variable for e in inside(one.condition) if isinstance(e, c.VariableRef | c.Gained))
            found |= {variable.name for variable in variables}
    return found


def _cause(game: c.CheckedGame, stopped: StoppedGame, check: Check, own: Source) -> Assigned | None:
    """The last change of a variable that the check reads; in a variant, the last change that the variant makes."""
    names = _looked_at(game, check)
    changes = [
        record
        for record in _since(game, stopped, check)
        if isinstance(record, Assigned) and stopped.program.variables[record.variable].name in names
    ]
    ours = [record for record in changes if record.span.source is own]
    return ours[-1] if ours else None if check.span.source is not own else changes[-1] if changes else None


def _since(game: c.CheckedGame, stopped: StoppedGame, check: Check) -> list[AnyRecord]:
    """The records since the phase of a check began; for an `always`, all records."""
    records = list(stopped.records)
    if isinstance(check, n.After) and any(p.name == check.phase.text and p.table for p in game.phases):
        quiet = Assigned | SetAgain | RowFired
        last = next((i for i in range(len(records), 0, -1) if not isinstance(records[i - 1], quiet)), 0)
        return records[last:]
    if isinstance(check, n.After) and check.phase.text in stopped.program.phases:
        phase = stopped.program.phases.index(check.phase.text)
        begun = [i for i, r in enumerate(records) if isinstance(r, PhaseBegan) and r.phase == phase]
        return records[begun[-1] :] if begun else records
    return records


def _at_begin(game: c.CheckedGame, stopped: StoppedGame, check: Check, cause: Assigned) -> int:
    """The value of the number when the phase began."""
    same = (
        record
        for record in _since(game, stopped, check)
        if isinstance(record, Assigned) and (record.variable, record.owner) == (cause.variable, cause.owner)
    )
    return next(same).before


# ------------------------------------------------------------------------------------------------------ other faults


def _stopped(game: c.CheckedGame, stopped: StoppedGame) -> Diagnostic:
    """The diagnostic for any other fault, at its line; in a variant, at the variant's line that was executed last."""
    own, fault = game.tree.span.source, stopped.fault
    below = fault.span.source is not own
    left = left_range(game, fault)
    what, advice = fault.message, fault_help(game, fault, left)
    if fault.code == "E1209":
        what, why = _nothing_to_choose(game, fault)
        advice = f"{why} (`hoyle explain {fault.code}`)"
    return report(
        "E1303",
        _last_own(stopped, own) if below else fault.span,
        what=what,
        when=_when(stopped),
        notes=(
            *(((fault.span, "here the game below stops"),) if below else ()),
            *(((left.span, f"the range of `{left.name}`"),) if left is not None else ()),
        ),
        help=advice,
    )


def _nothing_to_choose(game: c.CheckedGame, fault: Fault) -> tuple[str, str]:
    """What is wrong where nothing can be chosen, and what to do.  Duties never exclude every card, so whoever cannot
    play to a trick has no card.
    """
    at = fault.span
    tricks = (st.span for st in everything(game) if isinstance(st, c.PlayTrick))
    if any((trick.source, trick.start) == (at.source, at.start) for trick in tricks):
        what = "a player must play to this trick and has no card"
        return what, "deal a card for every trick, or leave players out of it (`without`)"
    why = "an `if` or `where` excludes every answer: add one that is always possible, or do not ask"
    return fault.message, why


def _last_own(stopped: StoppedGame, own: Source) -> Span:
    """The line of a variant that was executed last before the game stopped; otherwise the change that most likely
    caused it.
    """
    last = next((record.span for record in reversed(stopped.records) if record.span.source is own), None)
    if last is not None:
        return last
    diagnostic = Diagnostic("E1303", "error", stopped.fault.message, stopped.fault.span)
    return cause(diagnostic, parse(own)[0])
