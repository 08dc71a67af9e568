"""Who plays if nobody is named, and what the player `learned` must have learned before it sits down."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from ..interpreter.learning import budget
from ..interpreter.players import LEARNED
from ..interpreter.program import Program
from .opening import PlayerNames
from .running import CannotPlay, Watcher, remark, tell, watched

if TYPE_CHECKING:
    from ..interpreter.learning.weights import Weights


def usual(program: Program, otherwise: str) -> str:
    """Who plays if nobody is named: `learned`, if anybody chooses anything, and a module can be made of the rules."""
    if find_spec("wasmtime") is None or not program.asks:
        return otherwise
    from ..interpreter.learning.nets import code_of
    from ..interpreter.wasm import Uncompilable

    try:
        code_of(program)
    except Uncompilable:
        return otherwise
    return LEARNED


def usual_names(
    names: tuple[str, ...], players: PlayerNames | int | None, program: Program, otherwise: str, *, by: str | None
) -> tuple[str, ...]:
    """The players: `names` if `players` named some, or if an executor or a cluster is named (`by`); else the usual."""
    if by is not None or (players is not None and not isinstance(players, int)):
        return names
    return (usual(program, otherwise),)


def ready(program: Program, names: tuple[str, ...], progress: Watcher = None) -> Weights | None:
    """The weights of the players `learned`; None if there are none among the players.

    Rules that nobody has learned are learned now, for at most 30 seconds, and kept; they begin with the weights of the
    rules with which they share most parts, if as many play.  Rules that were learned with another number of players
    are learned from nothing: whoever begins with what was learned at such a table hardly knows the others.  Other
    options of rules that were learned, and a game of the same name that was revised since, are played with the weights
    that there are.  What cannot be used is said where the progress is shown.  Raises `CannotPlay` where no module can
    be made of the rules.
    """
    if LEARNED not in names:
        return None
    from ..interpreter.learning.store import find

    found = find(program)
    remark(found.note, progress)
    if found.weights is None or found.weights.head.players != program.players:
        return taught(program, None, progress)
    head = found.weights.head
    if head.made_from(program) or (head.ruleset, head.title) == (program.ruleset, program.title):
        return found.weights
    return taught(program, found.weights, progress)


def taught(program: Program, begun: Weights | None, progress: Watcher = None) -> Weights:
    """The weights for rules, learned now from what was learned of others, and kept for the next time.

    Raises `CannotPlay`.
    """
    from ..interpreter.learning.store import find, keep

    found = find(program)
    if found.exact and found.weights is not None:
        return found.weights
    made = lesson(program, None, progress) if begun is None else taught_further(program, begun, progress)
    _kept(keep(program, made), progress)
    return made


def taught_further(program: Program, begun: Weights, progress: Watcher = None) -> Weights:
    """What comes of a lesson about some rules that begins with these weights, whatever else was learned of them; it is
    kept, too.  Raises `CannotPlay`.
    """
    from ..interpreter.learning.store import find_lesson, keep

    found = find_lesson(program, begun)
    if found.weights is not None:
        return found.weights
    remark(found.note, progress)
    made = lesson(program, begun.about(program), progress)
    _kept(keep(program, made, lesson_from=begun), progress)
    return made


def _kept(possible: bool, progress: Watcher) -> None:
    """Say it if what was learned could not be kept."""
    if not possible:
        remark("the cache folder cannot be written, so what was learned is not kept", progress)


def must_choose(program: Program) -> None:
    """Raises `CannotPlay` for rules in which there is nothing to learn."""
    if not program.asks:
        raise CannotPlay(f"nobody chooses anything in {program.title}, so there is nothing to learn", rules=True)


def lesson(program: Program, begun: Weights | None, progress: Watcher = None) -> Weights:
    """Learn rules, from what was learned of them or of others.  Raises `CannotPlay`."""
    must_choose(program)
    from ..interpreter.faults import Fault
    from ..interpreter.learning.lessons import Lessons, lessons
    from ..interpreter.learning.weights import weights_in
    from ..interpreter.wasm import Uncompilable

    most = budget.FIRST_CHOICES if begun is None else budget.FURTHER_CHOICES
    begins = "" if begun is None else f", beginning with what was learned of {begun.head.title}"
    tell(
        f"learning {program.title}{begins}: from {most:,} choices, for {budget.SECONDS:.0f} seconds at most, once",
        progress,
    )
    last: Lessons | None = None
    try:
        steps = lessons(program, choices=most, seconds=budget.SECONDS, workers=budget.THREADS, begin_with=begun)
        for step in watched(steps, most, f"learning {program.title}", lambda one: one.choices, progress):
            last = step
    except Uncompilable as error:
        raise CannotPlay(error.message_for(program), rules=True) from None
    except Fault as error:
        raise CannotPlay(f"{error.span}: {error.code}: {error.message}", rules=True) from None
    assert last is not None
    return weights_in(last.weights().content())
