"""What the host of a module that thinks must know, as data: where it writes what a seat has seen and reads values, the
limits, how the cheap model learns, and the budgets that players have.

`interpreter/search/thinker.py` is such a host, and so is the TypeScript package, which reads it from the description of
the module.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from ...program import PC, Program, Slots
from .structs import HOSTED, MOST_NAMES
from .structs import describe as describe_struct
from .writer import MOST_ARMS, MOST_DRAWS, MOST_EPOCHS, MOST_STEPS, NEAR_TRIALS, SearchFunctions

LESSONS, LESSON, RATE, SEED = 20, 40_000, 60_000, 1
"""How the cheap model learns: the number of lessons, the choices in each, the learning rate (in millionths), and the
seed of the games.
"""
LARGE = 200
"""For decks larger than this it learns from fewer choices, because each takes longer."""
NO_SCORES = 1_000
"""What winning is worth in a game that is not decided by numbers."""
SOLVED_WORLDS = 0.4
"""What was learned counts as much as so many solved worlds for each playout of `Budget.learned`."""
CHOICES_AT_ONCE, CHOICES_EACH_MILLISECOND = 50_000, 200
"""How many choices a module makes in one call, at most and for each millisecond of the budget; between calls, Ctrl-C
works and the clock is read.
"""
REPLAYS_AT_ONCE, FIRST_REPLAYS = 5_000, 16
"""How many replays a module makes in one call, at most and at first when time is limited; then the number doubles each
time, because a replay of a thousand cards takes long.
"""
LONGER_BY_NET = 4
"""A playout that goes on by a net takes about so many times as long: there are so many times fewer of them."""
FEWEST_SOLVED = 5
"""The fewest worlds that are solved exactly; if fewer can be solved, none is."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much work thinking may take: a number of worlds and playouts (which gives the same choice on every machine),
    or a time in milliseconds.

    `chains`: how often the sampling of worlds starts again.  `steps`: the proposals between two worlds for each unseen
    card.  `replays`: after this many replays, no more worlds are sampled.  `longest`: the most choices in one playout.
    `nodes`: the most positions examined where cards are played to tricks, if that is enough to solve some worlds
    exactly (if time is limited, the kernel looks at as many as there is time for). `trust`: how likely, in
    thousandths, the other players choose as the cheap model does; worlds are weighted by how likely the actual
    choices were in them (0: all worlds have the same weight). `match`: if at least this many of 8 playouts end the
    match, the chance to win the match counts instead of points (0: never). `each`: the playouts for each option, if
    `playouts` would give fewer. `kernel`: whether the kernel solves worlds of tricks, which reaches many more cards
    than the general search (0: it does not; hosts in other languages have no kernel). `learned`: what the player
    `learned` expects of an option counts as much as so many playouts of it (0: it does not count). `net`: whether all
    choose in playouts as the player `learned` does, where just these rules have been learned, instead of by the cheap
    model (0: never, 1: in games with tricks, at all questions but which card to play to one, as in bidding, 2: always).
    """

    worlds: int = 32
    playouts: int = 800
    milliseconds: int | None = None
    chains: int = 2
    steps: int = 1
    replays: int = 20_000
    longest: int = 2_000
    nodes: int = 30_000
    trust: int = 0
    match: int = 0
    each: int = 0
    kernel: int = 1
    learned: int = 30
    net: int = 1


BUDGETS: dict[str, dict[str, int]] = {
    "quick": {"worlds": 12, "playouts": 240, "nodes": 8_000, "replays": 4_000, "match": 2, "each": 24},
    "": {"worlds": 32, "playouts": 1_200, "nodes": 40_000, "replays": 10_000, "match": 2, "each": 60},
    "deep": {"worlds": 128, "playouts": 12_000, "nodes": 500_000, "match": 2, "each": 300},
}
"""The budgets of the players `think:quick`, `think` and `think:deep`: where they differ from that of `think`."""


def lesson_of(program: Program, lesson: int = LESSON) -> int:
    """The number of choices in one lesson: `lesson`, or fewer if the deck is large."""
    return lesson * LARGE // max(LARGE, len(program.deck))


def unbegun(program: Program) -> Slots:
    """The slots of a game that has not been run to its first question."""
    start = list(program.initial)
    start[PC] = program.start
    return start


def describe_search(search: SearchFunctions) -> dict[str, Any]:
    """The section `search` of the description of a module."""
    layout, watch = search.layout, search.watch
    return {
        "at": {name: address for name, address in search.at.items() if name in NAMED},
        "structs": {one.name: describe_struct(one) for one in HOSTED},
        "step_size": search.step_size,
        "learned": search.learned,
        "most": {
            "steps": MOST_STEPS, "draws": MOST_DRAWS, "epochs": MOST_EPOCHS, "names": MOST_NAMES, "arms": MOST_ARMS,
            "worlds": search.most_worlds,
        },
        "bonus": 0 if watch.scores else NO_SCORES,
        "solved_worlds": SOLVED_WORLDS,
        "near_trials": NEAR_TRIALS,
        "at_once": {
            "choices": CHOICES_AT_ONCE, "each_millisecond": CHOICES_EACH_MILLISECOND,
            "replays": REPLAYS_AT_ONCE, "first_replays": FIRST_REPLAYS,
        },
        "longer_by_net": LONGER_BY_NET,
        "fewest_solved": FEWEST_SOLVED,
        "scale": max(1, len(watch.sides) - 1),
        "lessons": {"count": LESSONS, "choices": lesson_of(layout.program), "seed": SEED, "rate": RATE},
        "unbegun": layout.pack(unbegun(layout.program)).hex(),
        "budgets": {name: _without_kernel(Budget(**(BUDGETS[""] | budget))) for name, budget in BUDGETS.items()},
    }  # fmt: skip


def _without_kernel(budget: Budget) -> dict[str, int | None]:
    return {name: value for name, value in asdict(budget).items() if name != "kernel"}


NAMED = frozenset((
    "SEAT", "STEP_COUNT", "DRAW_COUNT", "PLAY_COUNT", "EPOCH_COUNT", "LAST_ASK", "LAST_HASH", "OPTION_COUNT",
    "ABSENT_COUNT", "LONGEST", "BONUS", "BY_MODEL", "TRUST", "BASE", "STEPS_AT", "DRAWS", "PLAYS", "WORLD_COUNT",
    "WORLDS", "ARMS", "SOLVED", "WEIGHTS", "MATCH", "MATCH_SUMS",
))  # fmt: skip
"""The places that a host reads and writes."""
