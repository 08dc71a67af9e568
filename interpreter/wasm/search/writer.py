"""The search of a module, as WebAssembly text: what depends on the program.

record       what a seat has seen of a deal, stored by the host          `Record`
worlds       deals that agree with it                                       worlds.wat, chain.wat
playouts     the value of each option in them                               playouts.wat, by_net.wat
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from ...program import DECISIONS, OVER, PC, Alternative, Program
from ...story.data import story_zones
from ..layout import MemoryLayout
from ..tallies import LOG_SIZE, WatchedSlots
from ..writing.questions import OptionBuffer, stored_values
from ..writing.text import const, get, put, word
from ..writing.writer import ModuleContext
from . import structs
from .counted import added_later
from .features import Features
from .liveness import live_slots

if TYPE_CHECKING:
    from ..learned.writer import LearnedFunctions

MOST_STEPS = 2_048
MOST_DRAWS = 8_192
MOST_EPOCHS = 64
MOST_ARMS = 40
WORLD_BYTES = 16 << 20
MOST_WORLDS = 1_024
FIRST_PATIENCE, PATIENCE = 32, 4_096
"""After how many replays without progress a filling is given up: the first limit, and the highest."""
ZONE, VARIABLE, PLACE, NO_ORDER = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03, 0x8CB92BA72F3D8DD7, 0xFFF
"""The same as in search/seen.py."""
WIDEST, DEEPEST = 128, 200
"""The most options, and the most choices ahead, for which exact values are computed."""
TABLE_BITS, FIRST_TABLE_BITS = 20, 17
"""How large the table of positions may become, and how large it is at first."""
CUTS_BITS, ANSWERS = 14, 2
"""How many options are told apart when it is counted how often they cut; by how much (as a power of two) an option is
more promising that cut as an answer to the choice before.
"""
MOST_MODELLED, FEW_MODELLED, MOST_FEATURES, MOST_TRACED = 64, 24, 8_192, 65_536
"""How many options the model distinguishes; how many features all of them have; how much of a deal is remembered for
learning.
"""
MANY_OPTIONS, NEVER_TAKEN = 12, 1 / 512
"""If there are more options than this, of several kinds, a kind that the model takes more rarely than this was not
learned.
"""
MOST_MATCH_DEALS, RANGE_MATCHES, FEWEST_MATCHES, NEAR_TRIALS = 256, 24, 100, 8
"""How many deals of a match are used for learning; how many matches show how far scores can go; how many matches must
have been used before the chance to win is trusted; how many playouts show whether a match is near its end.
"""
CHANCE_CELLS = 32 + 32 + 32 * 32 + 64
STOPPED_GAME = 400
"""As how many choices of a lesson of the cheap model a game counts in which the rules break down."""
UNSURE = 0.1
"""In playouts by a net, every player is unsure of each value by up to so much, in usual gains."""
_IMAGINED = ("TEACHING", "SAMPLING", "LOOKING_NEAR", "PLAYING_OUT")
"""What the rules are run for in imagined games."""
_PARTS = ("worlds", "chain", "playouts", "match", "policy", "solve")


@dataclass
class SearchFunctions:
    """The memory that a search needs, and its functions."""

    layout: MemoryLayout
    watch: WatchedSlots
    room: OptionBuffer
    eyes: tuple[int, ...]
    """For each zone of each owner, the mask of the seats that see its cards."""
    shared: ModuleContext
    most_worlds: int = 0
    at: dict[str, int] = field(default_factory=dict["str", "int"])
    """Addresses by name."""
    net: LearnedFunctions | None = None
    """What rates options by a net, by which playouts can go on, too."""

    def __post_init__(self) -> None:
        layout, room = self.layout, self.layout.reserve
        self.later = added_later(layout.program)
        self.most_worlds = max(1, min(MOST_WORLDS, WORLD_BYTES // max(layout.state_size, 1)))
        self.step_size = structs.STEP.offsets["option"] + self.room.size
        list_size = (structs.LIST.size + 2 * layout.cards + 7) // 8 * 8
        set_size = 8 * layout.card_words
        head = (
            "SEAT",
            "STEP_COUNT",
            "DRAW_COUNT",
            "PLAY_COUNT",
            "EPOCH_COUNT",
            "LAST_ASK",
            "LAST_HASH",
            "OPTION_COUNT",
            "ABSENT_COUNT",
        )
        self.at |= {name: room(8) for name in head}
        self.at |= {
            "LONGEST": room(8),
            "BONUS": room(8),
            "BY_MODEL": room(8),
            "BY_CHANCE": room(8),
            "TRUST": room(8),
            "DEALS_LEARNED": room(8),
            "GAINED": room(8),
        }
        self.at |= {"BASE": room(layout.state_size), "STEPS_AT": room(MOST_STEPS * self.step_size)}
        self.at |= {"PATH": room(MOST_STEPS * self.room.size)}
        self.at |= {
            "DRAWS": room(structs.DRAW.size * MOST_DRAWS),
            "PLAYS": room(structs.PLAY.size * (MOST_STEPS + MOST_DRAWS)),
        }
        self.at |= {
            name: room(8) for name in ("CHAIN", "WORLD_COUNT", "ALIVE", "WEIGHT", "UNSEEN_COUNT", "HIDDEN_COUNT")
        }
        self.at |= {"CANDIDATES": room(MOST_EPOCHS * list_size), "UNSEEN": room(4 * MOST_DRAWS)}
        self.at |= {"HIDDEN": room(4 * (MOST_DRAWS + MOST_STEPS)), "USED": room(MOST_EPOCHS * set_size)}
        self.at |= {
            "SET": room(set_size),
            "LATER": room(set_size),
            "HASHED": room(8 * layout.words),
            "CURRENT": room(layout.state_size),
        }
        self.at |= {"WORLDS": room(self.most_worlds * layout.state_size)}
        self.at |= {"ROOT": room(self.room.size * self.room.most), "ARMS": room(structs.ARM.size * MOST_ARMS)}
        self.at |= {"UTILITY_BEFORE": room(8), "SCORES": room(8 * max(1, len(self.watch.sides)))}
        self.at |= {
            "STACK": room(DEEPEST * layout.state_size),
            "SOLVED": room(structs.SOLUTION.size),
            "TABLE": room(structs.ENTRY.size << TABLE_BITS),
        }
        self.at |= {
            "STACK_OPTIONS": room(DEEPEST * WIDEST * self.room.size),
            "STACK_PROMISES": room(8 * DEEPEST * WIDEST),
            "STACK_CHOSEN": room(8 * (DEEPEST + 1)),
            "CUTS": room(8 << CUTS_BITS),
        }
        self.features = Features(layout, self.shared)
        self.model = self.features.functions()
        sides = 8 * max(1, len(self.watch.sides))
        self.learned = 8 * self.features.count + structs.CHANCE.size + 8 * CHANCE_CELLS + 512 * len(layout.program.asks)
        self.at |= {"WEIGHTS": room(self.learned), "FEATURES": room(structs.FEATURE.size * MOST_FEATURES)}
        self.at["CHANCES"] = self.at["WEIGHTS"] + 8 * self.features.count
        self.at["CHANCE_WEIGHTS"] = self.at["CHANCES"] + structs.CHANCE.size
        self.at["KIND_RATES"] = self.at["CHANCE_WEIGHTS"] + 8 * CHANCE_CELLS
        self.at |= {"MATCH": room(8), "MATCH_SUMS": room(8 * MOST_ARMS), "CHANCE_CELLS": room(16)}
        self.at |= {
            "LIKELY": room(structs.LIKELY.size * (MOST_MODELLED + 1)),
            "TRACE": room(structs.TRACE.size * MOST_TRACED),
        }
        self.at |= {"OPTION_HELD": room(self.room.size), "KINDS": room(256), "RATED": room(8 * (self.room.most + 1))}
        self.at |= {"LAST_SCORES": room(sides), "GAINS": room(sides), "WINNING": room(sides)}
        self.at |= {"MATCH_DEALS": room(sides * MOST_MATCH_DEALS)}
        self.sizes = {"LIST_SIZE": list_size, "SET_SIZE": set_size, "STEP_SIZE": self.step_size}

    # -------------------------------------------------------------------------------------------------- the text

    @property
    def hooks(self) -> dict[str, str]:
        """The parts of the runtime that are different in a module that searches."""
        return {
            "SCRIPTED_DRAW": "(if (global.get $s_scripted) (then (return (call $scripted_draw (local.get $pile)"
            " (local.get $low) (local.get $high)))))",
            "SCRIPTED_PICK": "(if (global.get $s_scripted) (then (return (call $scripted_pick (local.get $mask)))))",
            "SCRIPTED_S_PICK": "(if (global.get $s_scripted) (then (return (call $scripted_s_pick (local.get $n)"
            " (local.get $set)))))",
            "SCRIPTED_STRAIGHT": _STRAIGHT,
            "THINKING": "(if (i32.eq (global.get $watched) (i32.const 3)) (then (call $deal_is_over) (return)))",
        }

    def functions(self) -> str:
        """All functions except the runtime of other modules."""
        layout, program = self.layout, self.layout.program
        sides = max(1, len(self.watch.sides))
        decisions = layout.slots[DECISIONS].address - layout.state
        variables = self._variables()
        numbers = self.at | self.sizes | {
            "EYES": layout.table(tuple(self.eyes), 8), "ZONE": ZONE, "VARIABLE": VARIABLE, "PLACE": PLACE,
            "NO_ORDER": NO_ORDER, "VARIABLES": variables[0], "VARIABLES_END": variables[1], "PATIENCE": PATIENCE,
            "FIRST_PATIENCE": FIRST_PATIENCE,
            "MOST_ARMS": MOST_ARMS, "SIDES": sides, "LOG_ENOUGH": LOG_SIZE // 2 + 8, "DECISIONS_AT": decisions,
            "MANY": MANY_OPTIONS, "NEVER": 1 - NEVER_TAKEN,
            "MOST_FEATURES": MOST_FEATURES, "MOST_MODELLED": MOST_MODELLED, "FEW_MODELLED": FEW_MODELLED,
            "MOST_TRACED": MOST_TRACED, "MOST_MATCH_DEALS": MOST_MATCH_DEALS, "RANGE_MATCHES": RANGE_MATCHES,
            "FEWEST_MATCHES": FEWEST_MATCHES, "NEAR_TRIALS": NEAR_TRIALS,
            "STOPPED_GAME": STOPPED_GAME, **{name: number for number, name in enumerate(_IMAGINED, 1)},
            "SCORED": len(self.watch.scores), "HIGHEST": int(program.highest_wins), "SCORES_SIZE": 8 * sides,
            "WIDEST": WIDEST, "DEEPEST": DEEPEST, "FIRST_TABLE_MASK": (1 << FIRST_TABLE_BITS) - 1,
            "CUTS_MASK": (1 << CUTS_BITS) - 1, "CUTS_SIZE": 8 << CUTS_BITS,
            "ANSWERS": ANSWERS, "FIRST_VALUE": 8 if self.room.size > 8 else 0,
        }  # fmt: skip
        text = "\n".join(_part(name) for name in _PARTS)
        text = self._playing_on(text)
        numbers |= dict(number for one in structs.STRUCTS for number in one.numbers())
        numbers["LIKELY.following"] = structs.LIKELY.size + structs.LIKELY.offsets["features"]
        for name, value in numbers.items():
            text = text.replace(f"@{name}@", str(value))
        sided = enumerate(self.watch.sides)
        side_of = {player: side for side, players in sided for player in players}
        own = [side_of.get(player, 0) for player in range(program.players)]
        record = (self._matches(), self._later(), self._declare())
        return "\n".join((text, self.model, *record, self._scores(), self._utility(own), self._live()))

    def rated_by(self, net: LearnedFunctions) -> None:
        """Let playouts go on by a net, too, where a host asks for it."""
        self.net = net
        self.at["REMEMBERED"] = self.layout.reserve(net.memory.size)

    def _playing_on(self, text: str) -> str:
        """The text in which playouts go on by the cheap model, or also by the net."""
        recall, play_on = "", "(call $play_on)"
        if self.net is not None:
            option = "(call $option_here (local.get $option))"
            recall = f"(if (global.get $s_by_net) (then (call $recall_question {option})))"
            play_on = f"(if (global.get $s_by_net) (then (call $play_by_net)) (else {play_on}))"
            memory = self.net.memory
            numbers = {"PUBLIC": memory.at["PUBLIC"], "MEMORY_SIZE": memory.size, "UNSURE": UNSURE}
            by_net = _part("by_net")
            for name, value in numbers.items():
                by_net = by_net.replace(f"@{name}@", str(value))
            text = f"{text}\n{by_net}"
        return text.replace("@RECALL@", recall).replace("@PLAY_ON@", play_on)

    def _variables(self) -> tuple[int, int]:
        """A table of all variables: address, words, slot, and whether the value is a card (in a deck with identical
        cards).
        """
        program = self.layout.program
        distinct = len(program.deck) == len(program.faces)
        entries: list[int] = []
        for info in program.variables:
            for slot in range(info.base, info.base + info.count):
                place = self.layout.slots[slot]
                entries += [place.address, place.words, slot, int(info.type.kind == "card" and not distinct)]
        at = self.layout.table(tuple(entries), 4) if entries else 0
        return at, at + structs.VARIABLE.size * len(entries) // 4

    def _matches(self) -> str:
        """`$matches`: whether the option stored at `$o` can be the choice of a step."""
        made: list[str] = []
        program = self.layout.program
        asks, option = range(len(program.asks)), structs.STEP.offsets["option"]
        for i in asks:
            tests: list[str] = []
            for number, alternative in enumerate(program.asks[i].alternatives):
                test = self._same(alternative)
                if test:
                    tests.append(f"(if (i64.eq (i64.load {get('$o')}) {const(number)}) (then\n{test}))")
            differ = (
                f"(if (i64.ne (i64.load {get('$o')}) (i64.load offset={option} {get('$s')})) (then (return {word(0)})))"
            )
            body = "\n".join((differ, *tests))
            made.append(f"(func $m{i} (param $o i32) (param $s i32) (result i32)\n{body}\n{word(1)})")
        cases = "\n".join(
            f"(if (i32.eq {get('$ask')} {word(i)}) (then (return (call $m{i} {get('$o')} {get('$s')}))))" for i in asks
        )
        made.append(f"(func $matches (param $ask i32) (param $o i32) (param $s i32) (result i32)\n{cases}\n{word(0)})")
        return "\n".join(made)

    def _live(self) -> str:
        """`$live_hash`: a hash of the slots that can still matter at a question."""
        made: list[str] = []
        for number, slots in enumerate(live_slots(self.layout.program)):
            lines = [put("$h", f"(call $number_print {const(number)} {get('$h')})")]
            for slot in sorted(slots):
                place = self.layout.slots[slot]
                at = word(place.address)
                if place.kind == "pile":
                    text = f"(call $pile_print {at} {get('$h')})"
                elif place.words == 1:
                    text = f"(call $number_print (i64.load {at}) {get('$h')})"
                else:
                    text = f"(call $s_print {word(place.words)} {at} {get('$h')})"
                lines.append(put("$h", text))
            body = "\n".join(lines)
            made.append(f"(func $h{number} (param $h i64) (result i64)\n{body}\n(call $mixed {get('$h')}))")
        cases = "\n".join(
            f"(if (i32.eq {get('$ask')} {word(i)}) (then (return (call $h{i} {get('$h')}))))" for i in range(len(made))
        )
        made.append(f"(func $live_hash (param $ask i32) (param $h i64) (result i64)\n{cases}\n{const(0)})")
        return "\n".join(made)

    def _later(self) -> str:
        """`$names_later`: whether the option stored at `$o` names a card of those at @LATER@."""
        made: list[str] = []
        later, cards = word(self.at["LATER"]), word(self.layout.card_words)
        for i, ask in enumerate(self.layout.program.asks):
            for number, alternative in enumerate(ask.alternatives):
                tests: list[str] = []
                for one in stored_values(self.layout, alternative):
                    type, value = one.bound.type, one.address()
                    if type.kind == "card":
                        here = f"(call $s_has {cards} {later} (i64.load {value}))"
                        some = f"(i64.ge_s (i64.load {value}) {const(0)})"
                        tests.append(f"(if {some} (then (if {here} (then (return {word(1)})))))")
                    elif type.holds_cards:
                        both = f"(call $s_intersect {cards} {word(self.at['HASHED'])} {later} {value})"
                        tests.append(f"(if (call $s_any {cards} {both}) (then (return {word(1)})))")
                if tests:
                    here = f"(i32.eq {get('$ask')} {word(i)})"
                    alike = f"(i64.eq (i64.load {get('$o')}) {const(number)})"
                    made.append(f"(if (i32.and {here} {alike}) (then {' '.join(tests)}))")
        return "(func $names_later (param $ask i32) (param $o i32) (result i32)\n" + "\n".join((*made, word(0))) + ")"

    def _same(self, alternative: Alternative) -> str:
        tests, step = list[str](), structs.STEP.offsets
        for value in stored_values(self.layout, alternative):
            type, words, mine = value.bound.type, value.words, value.address()
            theirs = f"(i32.add {get('$s')} {word(step['option'] + value.offset)})"
            hidden = f"(i32.load offset={step['counts'] + 4 * value.number} {get('$s')})"
            if type.holds_cards:
                known = f"(call $same_cards {word(words)} {mine} {theirs})"
                test = (
                    f"(if (result i32) (i32.lt_s {hidden} {word(0)}) (then {known})"
                    f" (else (call $may_be {word(words)} {mine} {theirs} {hidden})))"
                )
            elif words > 1:
                test = f"(call $s_same {word(words)} {mine} {theirs})"
            elif type.kind == "card":
                same = f"(call $same_face (i64.load {mine}) (i64.load {theirs}))"
                test = f"(i32.or (i32.ge_s {hidden} {word(0)}) {same})"
            else:
                test = f"(i64.eq (i64.load {mine}) (i64.load {theirs}))"
            tests.append(f"(if (i32.eqz {test}) (then (return {word(0)})))")
        return "\n".join(tests)

    def _declare(self) -> str:
        """`$declare`: declares an incident at a question.  Returns the block after it."""
        layout, program = self.layout, self.layout.program
        slots = layout.slots
        count = word(slots[DECISIONS].address)
        cases: list[str] = []
        for i, incident in enumerate(program.incidents):
            back = word(slots[incident.back].address)
            asks = "".join(
                f"(if (i32.eq {get('$ask')} {word(n)}) (then (i64.store {back} {const(ask.block)})))"
                for n, ask in enumerate(program.asks)
            )
            cases.append(f"(if (i32.eq {get('$i')} {word(i)}) (then {asks} (return {word(incident.body)})))")
        more = f"(i64.store {count} (i64.add (i64.load {count}) {const(1)}))"
        body = "\n".join((more, *cases))
        return f"(func $declare (param $i i32) (param $ask i32) (result i32)\n{body}\n(unreachable))"

    def _scores(self) -> str:
        """`$keep_scores`: stores the score of every side.  A number that is added later is included until the game is
        over.
        """
        load, places = self.layout.load, [(self.at["SCORES"] + 8 * i, slot) for i, slot in enumerate(self.watch.scores)]
        kept = [put_at(at, load(slot)) for at, slot in places]
        if self.later >= 0:
            more = [put_at(at, f"(i64.add {load(s)} {load(self.later + i)})") for i, (at, s) in enumerate(places)]
            kept.append(f"(if (i64.gt_s {load(PC)} {const(OVER)}) (then {' '.join(more)}))")
        return f"(func $keep_scores {' '.join(kept)})"

    def _utility(self, own: list[int]) -> str:
        """`$utility`: a multiple of a side's own score, less the scores of all sides; and `$own_side`."""
        sides = len(self.watch.scores)
        side = " ".join(
            f"(if (i32.eq (i32.load {word(self.at['SEAT'])}) {word(seat)}) (then (return {const(s)})))"
            for seat, s in enumerate(own)
        )
        mine = f"(i64.load (i32.add {word(self.at['SCORES'])} (i32.shl (i32.wrap_i64 (call $own_side)) {word(3)})))"
        total = const(0)
        for i in range(sides):
            total = f"(i64.add {total} (i64.load {word(self.at['SCORES'] + 8 * i)}))"
        value = f"(i64.sub (i64.mul {const(sides)} {mine}) {total})" if sides else const(0)
        if not self.layout.program.highest_wins:
            value = f"(i64.sub {const(0)} {value})"
        of = " ".join(
            f"(if (i32.eq (local.get $player) {word(seat)}) (then (return {const(s)})))" for seat, s in enumerate(own)
        )
        side_of = f"(func $side_of (param $player i32) (result i64) {of} {const(0)})"
        return f"{side_of}\n(func $own_side (result i64) {side} {const(0)})\n(func $utility (result i64) {value})"


def put_at(address: int, value: str) -> str:
    """Store a number at an address."""
    return f"(i64.store {word(address)} {value})"


_STRAIGHT = """(if (global.get $s_scripted) (then
    (loop $each
      (local.set $at (call $scripted_draw (local.get $pile) (i32.const 0) (i32.load (local.get $pile))))
      (i64.store (local.get $hand) (i64.or (i64.load (local.get $hand))
        (i64.shl (i64.const 1) (i64.extend_i32_u (call $draw_at (local.get $pile) (local.get $at))))))
      (i64.store offset=8 (local.get $bag) (i64.load32_u (local.get $pile)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br_if $each (local.get $count)))
    (return)))"""


@cache
def _part(name: str) -> str:
    """The text of a file of the search."""
    return files("hoyle.interpreter.wasm.search").joinpath(f"{name}.wat").read_text("utf-8")


def eyes_of(program: Program) -> tuple[int, ...]:
    """For each zone of each owner, the mask of the seats that see its cards."""
    return tuple(sum(1 << seat for seat in seats) for zone in story_zones(program) for seats in zone.seats)
