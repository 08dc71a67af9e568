"""Where weights are found: in the user's cache folder, where this machine keeps what it learned, and among those that
come with Hoyle (`rulesets/weights/`).

Rules that nobody learned take over the weights of the rules with which they share most parts: a variant those of its
base.  A file that cannot be used is as if there were none; `FoundWeights.note` then says so.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from ...dsl.source.user_folders import remove_oldest, user_folder
from ...dsl.source.writing import write_whole
from ..program import Program
from .weights import UnusableWeights, Weights, WeightsHead, head_of, played_parts, weights_in

ENDING = ".weights"
FEWEST_SHARED = 0.5
"""The least share of the parts of rules that must be the same for weights to be taken over."""
MOST_FILES = 200
"""The most files in the folder; then the older half of them is removed."""


@dataclass(frozen=True)
class FoundWeights:
    """Weights for some rules: `exact` if they were learned for them as they are.  `note`: a sentence about a file that
    cannot be used; empty if there is none.
    """

    weights: Weights | None
    exact: bool = False
    note: str = ""


def folder() -> Path:
    """The folder in which this machine keeps what it learned."""
    return user_folder("cache") / "learned"


def file_of(program: Program) -> Path:
    """The file for some rules."""
    rules = sorted(played_parts(program.parts).items()), sorted(program.options.items()), program.players
    made = hashlib.sha256(repr(rules).encode())
    return folder() / f"{made.hexdigest()[:32]}{ENDING}"


def file_of_lesson(program: Program, begun: Weights) -> Path:
    """The file for what comes of a lesson about some rules that begins with some weights."""
    made = hashlib.sha256(file_of(program).name.encode() + begun.content())
    return folder() / f"{made.hexdigest()[:32]}{ENDING}"


def find(program: Program) -> FoundWeights:
    """The best weights there are for some rules."""
    found = find_kept(program)
    return found if found.exact else find_shipped(program, found.note)


def find_kept(program: Program) -> FoundWeights:
    """What this machine has learned of some rules."""
    with suppress(OSError, RuntimeError):
        return _kept_in(file_of(program), program)
    return FoundWeights(None)


def _kept_in(file: Path, program: Program) -> FoundWeights:
    """The weights for some rules in a file that was kept.  Raises `OSError`."""
    if not file.is_file():
        return FoundWeights(None)
    try:
        found = weights_in(file.read_bytes())
    except UnusableWeights as error:
        why = error.message
    else:
        if found.head.made_for(program):
            return FoundWeights(found, exact=True)
        why = "the file of weights is of other rules"
    return FoundWeights(None, note=f"what was learned of {program.title} is passed over: {why} (`{file}`)")


def find_shipped(program: Program, note: str = "") -> FoundWeights:
    """The best weights for some rules among those that come with Hoyle, whatever this machine has learned."""
    shares = [(head.made_for(program), head.shared(program), name) for name, head in _shipped().items()]
    exact, most, name = max(shares, default=(False, 0.0, ""))
    if not exact and most < FEWEST_SHARED:
        return FoundWeights(None, note=note)
    try:
        return FoundWeights(_read(name), exact, note)
    except UnusableWeights as error:
        return FoundWeights(None, note=error.message)


def keep(program: Program, weights: Weights, lesson_from: Weights | None = None) -> bool:
    """Keep weights for the next time: those to play with, or what came of a lesson that began with other weights.
    Returns whether that was possible.
    """
    with suppress(OSError, RuntimeError):
        file = file_of(program) if lesson_from is None else file_of_lesson(program, lesson_from)
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, weights.content(), synced=False)
        remove_oldest(file.parent.iterdir(), MOST_FILES, MOST_FILES // 2)
        return True
    return False


def find_lesson(program: Program, begun: Weights) -> FoundWeights:
    """What came of a lesson about some rules that began with some weights, if it was kept."""
    with suppress(OSError, RuntimeError):
        return _kept_in(file_of_lesson(program, begun), program)
    return FoundWeights(None)


@cache
def _shipped() -> dict[str, WeightsHead]:
    """The heads of the weights that come with Hoyle, by the name of the file."""
    found: dict[str, WeightsHead] = {}
    place = files("hoyle.rulesets").joinpath("weights")
    with suppress(OSError):
        for file in sorted(place.iterdir(), key=lambda one: one.name):
            if file.name.endswith(ENDING):
                with suppress(UnusableWeights):
                    found[file.name] = head_of(file.read_bytes())
    return found


@cache
def _read(name: str) -> Weights:
    return weights_in(files("hoyle.rulesets").joinpath("weights", name).read_bytes())
