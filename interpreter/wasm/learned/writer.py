"""The learning player of a module, as WebAssembly text: where everything lies, and what depends on the program."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from ....dsl.provenance.fingerprints import CHECKS
from ...firing import deal_begins
from ...program import OVER, PC, GatherAll
from ..layout import MemoryLayout
from ..search.counted import added_later
from ..tallies import WatchedSlots
from ..writing.questions import OptionBuffer
from ..writing.text import const
from ..writing.writer import ModuleContext
from .asked import AskedBefore
from .features import MOST_ACTIVE, FeatureFunctions
from .memory import DealMemory
from .net import HIDDEN, SECOND, NetLayout, lesson_functions, rating_functions
from .pieces import part
from .plan import PLAN

MOST_RECORDS = 2_048
"""The most choices of a deal that are learned from; of a longer deal, as many drawn by lot."""
ONE_DEAL = 40
"""The choices of a deal are learned from as if there were at most so many."""
LOOKED_AT = 48
"""The most options that are looked at during learning."""
FIRST_SIZE = 0.1
"""How large the weights of a fresh net are at most."""
MOST_EMPTY, EMPTY_RATE = 0.2, 0.002
"""Which share of deals may bring nothing to anybody before these are taken to be dealt again, and how much of that
share a deal makes up.
"""
GIVEN_UP = -5.0
"""What a deal that is given up brings everybody, in usual gains: the least that a deal can bring."""
USUALLY_ON = 20
"""If more features than this are on, the row of each is changed by less, so that a choice that is seen in more detail
does not change what the net gives by more.
"""
RECORD_HEAD = 16
"""How many bytes of a choice that is kept come before its features."""
FORESEEN = 0.2
"""Which share of what a choice is drawn towards is what the net expects of the player's next choice, instead of what
came of the deal.
"""
NETS = 2
"""How many nets a module holds that plays games: two players can be compared, or one with its older self."""

HOOKS = {
    "DEAL_BEGINS": "(call $l_deal_begins)",
    "GAME_BEGINS": "(call $l_anew_deal)",
    "PLAY": "$l_play",
    "THINKING": "(if (i32.eq (global.get $watched) (i32.const 4)) (then (return)))",
}
"""What the runtime does besides in such a module."""


@dataclass
class LearnedFunctions:
    """The memory that the learning player needs, and its functions."""

    layout: MemoryLayout
    watch: WatchedSlots
    room: OptionBuffer
    shared: ModuleContext
    lessons: bool = True
    """Whether it also plays whole games and learns.  Otherwise it only rates the options of a question, by one net."""
    at: dict[str, int] = field(default_factory=dict["str", "int"])
    """Addresses by name."""

    @property
    def hooks(self) -> dict[str, str]:
        """What the runtime does besides."""
        return HOOKS if self.lessons else {}

    def __post_init__(self) -> None:
        layout, room = self.layout, self.layout.reserve
        self.memory = DealMemory(layout, self.shared)
        self.asked = AskedBefore(layout)
        sides = 8 * max(1, len(self.watch.sides))
        set_size = 8 * layout.card_words
        self.record_size = RECORD_HEAD + 2 * MOST_ACTIVE
        sizes = {
            "TEMP": set_size, "KEPT": set_size, "VISIBLE": set_size, "UNSEEN": set_size, "ACTIVE": 2 * MOST_ACTIVE,
            "VALUES": 4 * self.room.most, "ACC": 4 * HIDDEN, "SUM": 4 * HIDDEN, "HID": 4 * HIDDEN, "ACT": 4 * SECOND,
        }  # fmt: skip
        if self.lessons:
            sizes |= {
                "PLAYERS": layout.program.players, "GRAD": 4 * HIDDEN, "SCORES": sides, "BEFORE": sides, "GAINS": sides,
                "GAINED": 8 * layout.program.players,
                "DEALS": 8, "SQUARE": 8, "SCALE": 8, "LOSS": 8, "EMPTY": 8, "RECORDS": self.record_size * MOST_RECORDS,
            }  # fmt: skip
        self.at = {name: room(size) for name, size in sizes.items()} | self.memory.at
        self.features = FeatureFunctions(layout, self.shared, self.memory, self.at)
        self.encoder = self.features.functions()
        self.net = NetLayout(self.features.count)
        self.at["NETS"] = room((NETS if self.lessons else 1) * self.net.size)
        self.at["MIXING"] = self.at["NETS"] + self.net.mixing_at
        if self.lessons:
            self.at["MEASURES"] = room(4 * self.net.rows)

    def functions(self) -> str:
        """All functions but the runtime of other modules."""
        numbers: dict[str, int | float] = {**self.at, "NET_SIZE": self.net.size}
        parts = [part("rating"), self.encoder, self.memory.functions(), self.asked.functions()]
        parts.append(rating_functions(self.net, self.at))
        if self.lessons:
            numbers |= self._numbers()
            parts += [part("learned"), lesson_functions(self.net, self.at), self._scores()]
        text = "\n".join(parts)
        for name, value in numbers.items():
            text = text.replace(f"#{name}#", str(value))
        return text

    def _numbers(self) -> dict[str, int | float]:
        """The numbers that games and lessons need."""
        layout, program = self.layout, self.layout.program
        net, sides = self.net, max(1, len(self.watch.sides))
        return {
            "ASK_PLACES": layout.table(tuple(ask.place for ask in program.asks), 8),
            "GATHERS": int(deal_begins(program) is GatherAll), "SCORED": len(self.watch.scores), "SIDES": sides,
            "SEATS": program.players, "OTHERS": max(1, sides - 1), "HIGHEST": int(program.highest_wins),
            "MOST_RECORDS": MOST_RECORDS,
            "ONE_DEAL": ONE_DEAL, "RECORD_SIZE": self.record_size, "SUM_SIZE": 4 * HIDDEN, "LOOKED_AT": LOOKED_AT,
            "SCORES_SIZE": 8 * sides, "FIRST_SIZE": FIRST_SIZE, "SECOND_AT": net.second_at, "BIAS_AT": net.bias_at,
            "LAST_AT": net.last_at, "LAST_BIAS_AT": net.last_at + 4 * SECOND, "MIXING_AT": net.mixing_at,
            "MEASURES_SIZE": 4 * net.rows,
            "FRESH": PLAN.fresh, "MOST_EMPTY": MOST_EMPTY, "EMPTY_RATE": EMPTY_RATE,
            "GIVEN_UP": GIVEN_UP, "RECORD_HEAD": RECORD_HEAD, "FORESEEN": FORESEEN, "USUALLY_ON": USUALLY_ON,
        }  # fmt: skip

    def describe(self) -> dict[str, Any]:
        """The section `net` of the description of a module: where a host puts a net and what is remembered."""
        named = ["NETS", "MIXING", "VALUES", "PUBLIC", "OWN"]
        if self.lessons:
            named += ["PLAYERS", "MEASURES", "DEALS", "SQUARE", "SCALE", "LOSS"]
        return {
            "at": {name: self.at[name] for name in named},
            "size": self.net.size,
            "hidden": HIDDEN,
            "second": SECOND,
            "blocks": [{"key": block.key, "size": block.size} for block in self.features.blocks],
            "cards": self.memory.set_size,
            "parts": dict(self.layout.program.parts),
            "checks": CHECKS,
            "lessons": asdict(PLAN) if self.lessons else None,
        }

    def _scores(self) -> str:
        """`$l_scores`: stores the score of every side.  A number that is added later is included until the game is
        over.
        """
        later, load = added_later(self.layout.program), self.layout.load

        def put_at(side: int, value: str) -> str:
            return f"(i64.store offset={8 * side} (local.get $to) {value})"

        kept = [put_at(i, load(slot)) for i, slot in enumerate(self.watch.scores)]
        if later >= 0:
            more = [put_at(i, f"(i64.add {load(s)} {load(later + i)})") for i, s in enumerate(self.watch.scores)]
            kept.append(f"(if (i64.gt_s {load(PC)} {const(OVER)}) (then {' '.join(more)}))")
        return f"(func $l_scores (param $to i32) {' '.join(kept)})"
