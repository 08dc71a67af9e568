"""Writes the WebAssembly text for many games inside one module: one call makes a choice in each of them.

The states lie beside each other in memory.  For each game, the module copies its state to the place on which the rules
work, makes the choice, and writes into the rows of the game what the next player knows and may choose.  Observations
are those of `Encoding` with no tail (`rows.py` and `memory.py` write them), actions those of `Actions`, rewards those
of `Scoring`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...interpreter.program import ACTOR, OVER, PC
from ...interpreter.wasm import Module
from ...interpreter.wasm.writing.text import const, get, put, word
from ..encoding import Encoding
from ..scoring import Scoring
from .memory import MemoryFunctions, SeatMemory
from .numbers import NumberingFunctions
from .rows import RowFunctions

KEPT = 128
"""The number of options per game that are kept until the choice is made; further options are computed again."""
TRIES = 10_000
"""How many games are begun in a row until somebody is asked something."""
INLINE = 1024
"""The most bytes that are copied or cleared without a loop."""


@dataclass
class GameArrays:
    """Writes the functions and reserves the memory for `capacity` games.  Passed to a module as `more`."""

    encoding: Encoding
    scoring: Scoring
    capacity: int
    at: dict[str, int] = field(default_factory=dict["str", "int"])
    """The address of the first game's row, by the name of the row."""
    sizes: dict[str, int] = field(default_factory=dict["str", "int"])
    """The size of each row, in bytes."""
    legal: int = 0
    """The number of legal actions that a row can hold."""

    def fit(self, module: Module, room: int) -> None:
        """Reduce the number of games until they fit into `room` bytes."""
        size = SeatMemory(module.layout, module.shared).size if self.encoding.history.asked else 0
        self.capacity = max(1, min(self.capacity, room // sum(self._sizes(module, size).values())))

    def _sizes(self, module: Module, memory: int) -> dict[str, int]:
        """The size of each row, in bytes.  `memory`: that of what is remembered of a deal."""
        actions, players = self.encoding.actions.size, self.encoding.program.players
        self.legal = min(actions, module.room.most)
        return {
            "states": module.layout.state_size, "options": KEPT * module.room.size, "earned": 8 * players,
            "index": 8, "observations": 4 * self.encoding.size, "places": 4 * actions, "legal": 4 * self.legal,
            "rewards": 4 * players, "counts": 4, "left": 4, "players": 4, "actions": 4, "masks": actions, "ended": 1,
            "memory": memory,
        }  # fmt: skip

    def __call__(self, module: Module) -> str:
        """The text of all functions."""
        numbers, rows = NumberingFunctions(self.encoding.actions, module), RowFunctions(self.encoding, module)
        kept = MemoryFunctions(self.encoding.history, module, rows) if self.encoding.history.asked else None
        sizes = self._sizes(module, kept.memory.size if kept is not None else 0)
        for name, size in sizes.items():
            self.at[name] = module.layout.reserve(size * self.capacity)
        self.at["series"] = module.layout.reserve(16)
        text = _TEXT
        for name, code in _REMEMBERING.items():
            text = text.replace(f"#{name}#", code if kept is not None else "")
        for name, size in sizes.items():
            there = f"(i32.add {word(self.at[name])} (i32.mul {get('$g')} {word(size)}))"
            text = text.replace(f"#{name}#", there)
        self.sizes = sizes
        slots = module.layout.slots
        places = [ask.place for ask in self.encoding.program.asks]
        for name, value in {
            "KEPT": KEPT, "PC_AT": slots[PC].address,
            "ACTOR_AT": slots[ACTOR].address, "PLACES": module.layout.table(tuple(places), 8),
            "LOG_AT": module.tallies.logged, "REWARDS_SIZE": sizes["rewards"], "SERIES": self.at["series"],
            "TRIES": TRIES, "FIRST_PLACE": places[0],
        }.items():  # fmt: skip
            text = text.replace(f"#{name}#", str(value))
        state = word(module.layout.state)
        bulk = (
            f"(func $v_load (param $at i32)\n{_copied(state, get('$at'), module.layout.state_size)})",
            f"(func $v_store (param $at i32)\n{_copied(get('$at'), state, module.layout.state_size)})",
            f"(func $v_clear (param $at i32)\n{_cleared(get('$at'), sizes['observations'])})",
        )
        made = [text, *bulk, numbers.functions(), rows.function(), self._rewards(module), self._earned(module)]
        if kept is not None:
            place, size = word(kept.memory.at["PUBLIC"]), kept.memory.size
            made += [
                kept.functions(),
                f"(func $v_recall (param $at i32)\n{_copied(place, get('$at'), size)})",
                f"(func $v_remember (param $at i32)\n{_copied(get('$at'), place, size)})",
            ]
        return "\n".join(made)

    def _earned(self, module: Module) -> str:
        """`$v_earn`: stores the points of all players."""
        stored = [
            f"(i64.store offset={8 * player} {get('$to')} {value})" for player, value in enumerate(self._points(module))
        ]
        return f"(func $v_earn (param $to i32)\n{' '.join(stored)})"

    def _points(self, module: Module) -> list[str]:
        slots = module.layout.slots
        found: list[str] = []
        for slot, sign in self.scoring.points:
            value = f"(i64.load {word(slots[slot].address)})"
            found.append(value if sign > 0 else f"(i64.sub {const(0)} {value})")
        return found

    def _rewards(self, module: Module) -> str:
        """`$v_reward`: computes each player's reward for the choice that was made."""
        head = "(func $v_reward (param $to i32) (param $before i32) (local $won i64) (local $mask i64)"
        if self.scoring.points:
            made = [
                f"(f32.store offset={4 * player} {get('$to')} (f32.convert_i64_s"
                f" (i64.sub {value} (i64.load offset={8 * player} {get('$before')}))))"
                for player, value in enumerate(self._points(module))
            ]
            return f"{head}\n{' '.join(made)})"
        program = self.encoding.program
        players = program.players
        lines = [_cleared(get("$to"), 4 * players)]
        pc = f"(i64.load {word(module.layout.slots[PC].address)})"
        lines.append(f"(if (i64.gt_s {pc} {const(OVER)}) (then (return)))")
        lines.append(put("$won", "(call $winners)"))
        lines.append(f"(if (i32.or (i64.eqz {get('$won')}) (i64.ge_u {get('$won')} {const(1 << 62)})) (then (return)))")
        for number, ending in enumerate(program.endings):
            if ending.owner == "player":
                mask = put("$mask", get("$won"))
            else:
                mask = put("$mask", const(0))
                for i, team in enumerate(program.teams):
                    members = sum(1 << player for player in team)
                    bit = f"(i64.and (i64.shr_u {get('$won')} {const(i)}) {const(1)})"
                    mask += put("$mask", f"(i64.or {get('$mask')} (i64.mul {bit} {const(members)}))")
            lines.append(f"(if (i64.eq {pc} {const(OVER - number)}) (then {mask}))")
        for player in range(players):
            bit = f"(i32.wrap_i64 (i64.and (i64.shr_u {get('$mask')} {const(player)}) {const(1)}))"
            value = f"(select (f32.const 1) (f32.const -1) {bit})"
            lines.append(f"(f32.store offset={4 * player} {get('$to')} {value})")
        return f"{head}\n{' '.join(lines)})"


def _copied(to: str, source: str, size: int) -> str:
    """Copy `size` bytes, a multiple of 8.  The copy is written out, because for a few bytes `memory.copy` is slower."""
    if size > INLINE:
        return f"(memory.copy {to} {source} {word(size)})"
    made = [f"(v128.store offset={at} {to} (v128.load offset={at} {source}))" for at in range(0, size - size % 16, 16)]
    if size % 16:
        at = size - 8
        made.append(f"(i64.store offset={at} {to} (i64.load offset={at} {source}))")
    return "\n".join(made)


def _cleared(to: str, size: int) -> str:
    """Clear `size` bytes, a multiple of 4."""
    if size > INLINE:
        return f"(memory.fill {to} {word(0)} {word(size)})"
    whole = size - size % 16
    made = [f"(v128.store offset={at} {to} (v128.const i64x2 0 0))" for at in range(0, whole, 16)]
    made += [f"(i32.store offset={at} {to} {word(0)})" for at in range(whole, size, 4)]
    return "\n".join(made)


_REMEMBERING = {
    "FORGET": "(call $l_forget)",
    "RECALL": "(call $v_recall #memory#)",
    "REMEMBER": "(call $v_remember #memory#)",
    "NOTE": "(call $l_note (call $ask) (local.get $at))",
    "HISTORY": "(call $l_seen) (call $v_history #observations# (i32.load (i32.const #ACTOR_AT#)))",
}
"""What is done besides in a module that keeps what the seats remember."""

_TEXT = """
;; Options to where they are kept, 8 bytes at a time.
(func $v_keep (param $to i32) (param $size i32)
  (local $i i32)
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $i) (local.get $size)))
    (i64.store (i32.add (local.get $to) (local.get $i)) (i64.load offset=@OPTIONS@ (local.get $i)))
    (local.set $i (i32.add (local.get $i) (i32.const 8)))
    (br $next))))

;; Begin the next game of the series, and look at it.
(func (export "v_begin") (param $g i32)
  (call $v_anew (local.get $g))
  (call $v_look (local.get $g))
  (call $v_store #states#)
  #REMEMBER#)

;; Look at a game whose first state was put into its row.
(func (export "v_opened") (param $g i32)
  #FORGET#
  (call $v_load #states#)
  (call $v_earn #earned#)
  (call $v_look (local.get $g))
  (call $v_store #states#)
  #REMEMBER#)

;; Begin the next game of the series in which somebody is asked something.
(func $v_anew (param $g i32)
  (local $left i32)
  (local.set $left (i32.const #TRIES#))
  (loop $next
    (i64.store #index# (i64.load offset=8 (i32.const #SERIES#)))
    (i64.store offset=8 (i32.const #SERIES#) (i64.add (i64.load #index#) (i64.const 1)))
    #FORGET#
    (call $start (i64.load (i32.const #SERIES#)) (i64.load #index#))
    (if (i64.gt_s (i64.load (i32.const #PC_AT#)) (i64.const @OVER@)) (then
      (call $v_earn #earned#)
      (return)))
    (local.set $left (i32.sub (local.get $left) (i32.const 1)))
    (br_if $next (local.get $left)))
  (call $fault (i32.const @no choice@) (i32.const #FIRST_PLACE#) (i64.const 0) (i64.const 0) (i64.const 0)))

;; One choice in each of so many games.  Those that end begin anew, as the next games of the series.  Returns how
;; many games of it were begun.
(func (export "v_step") (param $count i32) (result i32)
  (local $g i32) (local $place i32) (local $at i32) (local $first i64)
  (local.set $first (i64.load offset=8 (i32.const #SERIES#)))
  (i64.store (i32.const #LOG_AT#) (i64.const 0))
  (block $done (loop $each
    (br_if $done (i32.ge_u (local.get $g) (local.get $count)))
    ;; A game without an action stays as it is.
    (if (i32.lt_s (i32.load #actions#) (i32.const 0)) (then
      (memory.fill #rewards# (i32.const 0) (i32.const #REWARDS_SIZE#))
      (i32.store8 #ended# (i32.const 0))
      (local.set $g (i32.add (local.get $g) (i32.const 1)))
      (br $each)))
    (call $v_load #states#)
    #RECALL#
    (local.set $place (i32.load (i32.add #places# (i32.shl (i32.load #actions#) (i32.const 2)))))
    (if (i32.lt_u (local.get $place) (i32.const #KEPT#))
      (then (local.set $at (i32.add #options# (i32.mul (local.get $place) (i32.const @OPTION_SIZE@)))))
      (else
        (drop (call $options (call $ask) (i64.extend_i32_u (local.get $place))))
        (local.set $at (i32.const @OPTIONS@))))
    #NOTE#
    (call $run (call $take (call $ask) (local.get $at)))
    (call $v_reward #rewards# #earned#)
    (if (i64.le_s (i64.load (i32.const #PC_AT#)) (i64.const @OVER@))
      (then
        (i32.store8 #ended# (i32.const 1))
        (call $v_anew (local.get $g)))
      (else
        (i32.store8 #ended# (i32.const 0))
        (call $v_earn #earned#)))
    (call $v_look (local.get $g))
    (call $v_store #states#)
    #REMEMBER#
    (local.set $g (i32.add (local.get $g) (i32.const 1)))
    (br $each)))
  (i32.wrap_i64 (i64.sub (i64.load offset=8 (i32.const #SERIES#)) (local.get $first))))

;; What may be chosen now, and what whoever is to choose knows.
(func $v_look (param $g i32)
  (local $ask i32) (local $count i32) (local $i i32) (local $action i32) (local $mask i32) (local $places i32)
  (local $legal i32) (local $end i32) (local $left i32)
  (local.set $ask (call $ask))
  (local.set $count (call $options (local.get $ask) (i64.const 0)))
  (if (i32.eqz (local.get $count)) (then
    (call $fault (i32.const @no choice@)
      (i32.wrap_i64 (i64.load (i32.add (i32.const #PLACES#) (i32.shl (local.get $ask) (i32.const 3)))))
      (i64.const 0) (i64.const 0) (i64.const 0))))
  (call $v_keep #options# (i32.mul (i32.const @OPTION_SIZE@)
    (select (local.get $count) (i32.const #KEPT#) (i32.lt_u (local.get $count) (i32.const #KEPT#)))))
  (local.set $mask #masks#)
  (local.set $places #places#)
  (local.set $legal #legal#)
  (local.set $end (i32.add (local.get $legal) (i32.shl (i32.load #counts#) (i32.const 2))))
  (block $clean (loop $next
    (br_if $clean (i32.ge_u (local.get $legal) (local.get $end)))
    (i32.store8 (i32.add (local.get $mask) (i32.load (local.get $legal))) (i32.const 0))
    (local.set $legal (i32.add (local.get $legal) (i32.const 4)))
    (br $next)))
  (local.set $legal #legal#)
  (call $v_none_placed)
  (local.set $count (i32.mul (local.get $count) (i32.const @OPTION_SIZE@)))
  (block $all (loop $next
    (br_if $all (i32.ge_u (local.get $i) (local.get $count)))
    (local.set $action (call $v_number (local.get $ask) (i32.add (i32.const @OPTIONS@) (local.get $i))))
    (if (if (result i32) (i32.lt_s (local.get $action) (i32.const 0))
          (then (i32.const 1)) (else (i32.load8_u (i32.add (local.get $mask) (local.get $action)))))
      (then (local.set $left (i32.add (local.get $left) (i32.const 1))))
      (else
        (i32.store8 (i32.add (local.get $mask) (local.get $action)) (i32.const 1))
        (i32.store (i32.add (local.get $places) (i32.shl (local.get $action) (i32.const 2)))
          (i32.div_u (local.get $i) (i32.const @OPTION_SIZE@)))
        (i32.store (local.get $legal) (local.get $action))
        (local.set $legal (i32.add (local.get $legal) (i32.const 4)))))
    (local.set $i (i32.add (local.get $i) (i32.const @OPTION_SIZE@)))
    (br $next)))
  (i32.store #left# (local.get $left))
  (i32.store #counts# (i32.shr_u (i32.sub (local.get $legal) #legal#) (i32.const 2)))
  (i32.store #players# (i32.load (i32.const #ACTOR_AT#)))
  (call $v_clear #observations#)
  (call $v_row #observations# (local.get $ask) (i32.load (i32.const #ACTOR_AT#)))
  #HISTORY#)
"""
