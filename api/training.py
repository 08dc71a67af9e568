"""`hoyle.train`: teaches a player some rules, by games against itself, and keeps what it learned."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..dsl.source.reading import reason_of
from ..dsl.source.writing import write_whole
from ..interpreter.arguments import numbers_checked
from ..interpreter.errors import CannotWrite
from ..interpreter.learning.weights import weights_in
from .opening import AnyRules, OptionValues, Variants, lowered
from .results import CellValue, Report, framed, report
from .running import NO_WASMTIME, CannotPlay, Progress, Watcher, remark, tell, watched
from .seating import must_choose

if TYPE_CHECKING:
    from ..interpreter.learning.lessons import Lessons
    from ..interpreter.learning.mixing import Watched
    from ..interpreter.learning.weights import Weights, WeightsHead
    from ..interpreter.program import Program

MINUTES = 1.0
"""For how long is learned if nothing is said."""
_MOST_MINUTES = 1e7
"""Nineteen years: `inf` is this, too."""
MEASURED = 5
"""How often the strength is measured."""


@dataclass(frozen=True)
class MeasuredStrength:
    """What the player gained in a deal more than others did, after so many choices, and twice the standard error.

    `chance`: the others chose at random.  `before`: the others were the player at the measurement before.
    """

    choices: int
    chance: float
    chance_error: float
    before: float
    before_error: float


@dataclass(frozen=True)
class TrainResult(Report):
    """What was learned.  `file`: where it was written (empty: it was not kept); `size`: of how many bytes.

    `instead`: if what had been learned before is kept instead, from how many choices that was learned, which are more:
    those of other rules with which it began are counted, too.
    `begun_with`: the title of the rules whose weights were learned on from; empty if the player knew nothing.  `loss`:
    the mean square of how far the player's expectations were off, 1 being the mean square of the gains.
    """

    title: str
    ruleset: str
    fingerprint: str
    seed: int
    choices: int
    seconds: float
    loss: float
    begun_with: str
    features: int
    left_out: tuple[str, ...]
    failed: int
    file: str
    size: int
    instead: int
    strength: tuple[MeasuredStrength, ...]
    complete: bool
    train: int = 1
    interrupted: bool = False
    note: str = ""

    def records(self) -> list[dict[str, CellValue]]:
        """A row for each measurement."""
        return [
            {"ruleset": self.ruleset, "fingerprint": self.fingerprint, "seed": self.seed, "choices": one.choices,
             "chance": one.chance, "chance_error": one.chance_error, "before": one.before,
             "before_error": one.before_error}
            for one in self.strength
        ]  # fmt: skip

    def lines(self) -> Iterator[str]:
        """The report as text."""
        from ..cli.formats.training import text_lines

        return text_lines(self._data)

    def html(self) -> str:
        """The report as an HTML page with the curve."""
        from ..cli.pages.training import training_page

        return training_page(self._data)

    def _repr_html_(self) -> str:
        return framed(self.html())


@numbers_checked()
def train(
    rules: AnyRules,
    *,
    minutes: float | None = None,
    choices: int = 0,
    seed: int = 1,
    further: bool = False,
    begin_with: str | Path | None = None,
    replace: bool = False,
    into: str | Path | None = None,
    seats: int | None = None,
    options: OptionValues | None = None,
    preset: str | None = None,
    variants: Variants = (),
    workers: int = 0,
    measure: bool = True,
    progress: Watcher = None,
    watch: Callable[[MeasuredStrength], None] = lambda one: None,
) -> TrainResult:
    """Teach the player `learned` some rules, by games against itself.

        hoyle.train("newberry_euchre", minutes=2)

    minutes     for how long the lessons are (1, if neither is given); what was learned until then is kept, after
                Ctrl-C, too, but it is not tried then whether the player should mix its choices.  That is not counted,
                and can take several times as long
    choices     instead: from how many choices, however long it takes without `minutes`; with one worker the same
                weights come of it on every machine
    further     learn on from the weights that there are for these rules
    begin_with  instead of `further`: a file of weights to learn on from; what fits is used of weights of other rules,
                if it is at least half of what is seen
    replace     keep what was learned even if these rules had been learned from more choices before
    into        the file to write, or a folder; usually the user's cache folder, where the player finds it
    workers     threads (0: one for each core)
    measure     measure the strength now and then
    watch       called with every measurement
    progress    hears of the lessons, and of those by which it is tried afterwards whether the player should mix

    Without `replace` and `into`, what was learned before from more choices is kept.  The other arguments are those of
    `hoyle.simulate`.  Raises `RulesError`, `CannotPlay` where no module can be made of the rules, hardly a game can be
    played, or `choices` are fewer than the rules were learned from before, `OSError` and `UnusableWeights` for a file
    that cannot be used, and `CannotWrite`.
    """
    from importlib.util import find_spec

    from ..interpreter.batch.pool import cores
    from ..interpreter.faults import Fault
    from ..interpreter.learning.lessons import planned
    from ..interpreter.learning.mixing import settled
    from ..interpreter.wasm import Uncompilable

    if further and begin_with is not None:
        raise CannotPlay("`further` learns on from the weights that there are, `begin_with` from a file: leave one out")
    _, program = lowered(rules, variants, options=options, preset=preset, seats=seats)
    if find_spec("wasmtime") is None:
        raise CannotPlay(f"learning needs modules: {NO_WASMTIME}")
    must_choose(program)
    target = _target(program, into)
    known = None if replace or into is not None else _known(program, progress)
    before = known.all_choices if known is not None else 0
    workers = workers or cores()
    begun = _begun(program, begin_with, progress, further=further)
    already = begun.head.all_choices if begun is not None else 0
    if known is not None and choices and planned(choices, workers) + already < before:
        raise CannotPlay(_kept_instead(program, known))
    if known is not None and already < before and not choices:
        tell(_kept_if_more(program, known), progress)
    minutes = (0.0 if choices else MINUTES) if minutes is None else min(minutes, _MOST_MINUTES)
    interrupted = False
    last: Lessons | None = None
    try:
        for step in _watched(program, minutes, choices, seed, workers, begun, progress, watch, measure=measure):
            last = step
    except KeyboardInterrupt:
        interrupted = True
    except Uncompilable as error:
        raise CannotPlay(error.message_for(program), rules=True) from None
    except Fault as error:
        raise CannotPlay(f"{error.span}: {error.code}: {error.message}", rules=True) from None
    if last is None:
        raise KeyboardInterrupt
    made, note = last.weights(), ""
    instead = before if made.head.all_choices < before else 0
    if not interrupted and not instead:
        try:
            made = settled(last, _tried(progress))
        except KeyboardInterrupt:
            interrupted = True
    if interrupted:
        note = "interrupted: it was not tried whether the player should mix its choices"
    content = made.content()
    if instead and known is not None:
        note = "; ".join(filter(None, (note, _kept_instead(program, known))))
    file = None if instead else _written(program, made, content, target)
    learned = last.machine.learned
    data: dict[str, Any] = {
        "train": 1, "title": program.title, "ruleset": program.ruleset, "fingerprint": program.fingerprint,
        "seed": seed, "choices": made.head.choices, "seconds": made.head.seconds, "loss": round(last.loss, 4),
        "begun_with": begun.head.title if begun is not None else "", "features": learned.features.count,
        "left_out": learned.features.left_out, "failed": last.faults, "file": str(file or ""), "size": len(content),
        "instead": instead,
        "strength": [_measured(last, i) for i in range(len(last.against_before))],
        "complete": last.share >= 1 and not interrupted,
    }  # fmt: skip
    return report(TrainResult, data, interrupted=interrupted, note=note)


def _tried(progress: Watcher) -> Watched:
    """Tell whoever watches how far those lessons are by which it is tried whether a player should mix its choices."""
    from time import monotonic

    from ..cli.terminal.progress import PatienceClock
    from ..interpreter.learning.mixing import WHY, C

    said, clock = {""}, PatienceClock(monotonic())

    def tried(steps: Iterator[C], total: int, title: str) -> Iterator[C]:
        if (why := WHY[title]) not in said:
            said.add(why)
            tell(why, progress)
        return watched(steps, total, title, lambda one: min(one.choices, total), progress, clock)

    return tried


_INSTEAD = "`--further` learns on from it, `--replace` replaces it, and `--into FILE` writes another file"
"""What can be done where what was learned before is kept."""


def _from(known: WeightsHead) -> str:
    """From how many choices something was learned: `3,000 choices before`."""
    others = f", after {known.begun:,} of other rules" if known.begun else ""
    return f"{known.choices:,} choices before{others}"


def _kept_if_more(program: Program, known: WeightsHead) -> str:
    """What is said before lessons of which nobody knows yet whether they bring more than was learned before."""
    fewer = "fewer in all" if known.begun else "fewer"
    return f"{program.title} was learned from {_from(known)}, and lessons from {fewer} will not be kept: {_INSTEAD}"


def _kept_instead(program: Program, known: WeightsHead) -> str:
    """Why what comes of a lesson is not kept, and what can be done."""
    return f"{program.title} was learned from {_from(known)}, which is kept because it is more: {_INSTEAD}"


def _known(program: Program, progress: Watcher) -> WeightsHead | None:
    """What the file says in which exactly these rules were learned before; None if there is none."""
    from ..interpreter.learning.store import find

    found = find(program)
    remark(found.note, progress)
    return found.weights.head if found.weights is not None and found.exact else None


def _begun(program: Program, begin_with: str | Path | None, progress: Watcher, *, further: bool) -> Weights | None:
    """The weights that are learned on from.  Lessons about other rules are counted as such."""
    from ..interpreter.learning.nets import code_of
    from ..interpreter.learning.store import FEWEST_SHARED, find
    from ..interpreter.wasm import Uncompilable

    if begin_with is None:
        found = find(program) if further else None
        return found.weights.about(program) if found is not None and found.weights is not None else None
    given = weights_in(Path(begin_with).read_bytes())
    if given.head.made_from(program) and given.head.players == program.players:
        return given
    try:
        learned = code_of(program).module.learned
    except Uncompilable as error:
        raise CannotPlay(error.message_for(program), rules=True) from None
    assert learned is not None
    _, share = given.net(learned.features.blocks)
    used = share >= FEWEST_SHARED
    remark(
        f"`{begin_with}` was learned of other rules ({given.head.title}, {given.head.players} players): it knows "
        f"{share:.0%} of what is seen here, which is "
        + (
            f"used, and its {given.head.all_choices:,} choices are counted as those of other rules"
            if used
            else "too little; learning begins anew"
        ),
        progress,
    )
    return given.about(program) if used else None


def _watched(
    program: Program, minutes: float, choices: int, seed: int, workers: int, begun: Weights | None, progress: Watcher,
    watch: Callable[[MeasuredStrength], None], *, measure: bool,
) -> Iterator[Lessons]:  # fmt: skip
    """Learn, and tell whoever watches how far it is."""
    from ..interpreter.learning.lessons import lessons
    from ..interpreter.learning.strength import strength

    total = choices or max(1, round(60 * minutes))
    steps = lessons(
        program, seconds=60 * minutes, choices=choices, seed=seed, workers=workers, begin_with=begun,
        measure=strength if measure else None, measured=MEASURED,
    )  # fmt: skip
    shown = 0
    for step in watched(steps, total, "learning", lambda step: int(total * step.share), progress):
        while shown < len(step.against_before):
            watch(MeasuredStrength(**_measured(step, shown)))
            shown += 1
        yield step


def _measured(step: Lessons, number: int) -> dict[str, Any]:
    (choices, chance), (_, before) = step.against_chance[number], step.against_before[number]
    return {
        "choices": choices, "chance": round(chance.gain, 6), "chance_error": round(2 * chance.error, 6),
        "before": round(before.gain, 6), "before_error": round(2 * before.error, 6),
    }  # fmt: skip


def _target(program: Program, into: str | Path | None) -> Path | None:
    """The file to write; None for the one in the cache folder.  Raises `CannotWrite` if its folder takes no file, which
    is better known before the lessons than after them.
    """
    if into is None:
        return None
    from tempfile import TemporaryFile

    from ..interpreter.learning.store import ENDING

    file = Path(into)
    try:
        if file.is_dir():
            file /= f"{program.ruleset or 'rules'}{ENDING}"
        with TemporaryFile(dir=file.parent):
            return file
    except (OSError, ValueError) as error:
        raise _cannot_write(file, error) from None


def _written(program: Program, made: Weights, content: bytes, target: Path | None) -> Path | None:
    """Write the weights.  Returns the file; None if the cache folder cannot be written."""
    from ..interpreter.learning.store import file_of, keep

    if target is None:
        return file_of(program) if keep(program, made) else None
    try:
        write_whole(target, content)
    except (OSError, ValueError) as error:
        raise _cannot_write(target, error) from None
    return target


def _cannot_write(file: Path, error: OSError | ValueError) -> CannotWrite:
    return CannotWrite(f"`{file}` cannot be written: {reason_of(error, str(error))}")


__all__ = ["MeasuredStrength", "Progress", "TrainResult", "train"]
