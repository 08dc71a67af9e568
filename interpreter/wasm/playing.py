"""The parts of whole games that depend on the program, as WebAssembly text: who has won, and what is counted."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from ..program import CUT, DECISIONS, OVER, PC, Ending
from .layout import MemoryLayout
from .tallies import (
    CHOSEN,
    CROSSES,
    DEAL,
    DEALS,
    FINAL,
    GAIN,
    LENGTH,
    OUTCOME,
    ChoiceCounters,
    CounterRow,
    Tallies,
    parts_of_others,
)
from .writing.text import const, get, put, word
from .writing.unit import WasmFunction

_NOTHING = ("SCRIPTED_DRAW", "SCRIPTED_PICK", "SCRIPTED_S_PICK", "SCRIPTED_STRAIGHT", "THINKING")
PLAIN = dict.fromkeys((*_NOTHING, "DEAL_BEGINS", "GAME_BEGINS"), "") | {"PLAY": "$play"}
"""The replacements for the hooks in a module that neither searches nor learns."""
CLAMPED = """(func $clamped (param $value i64) (param $most i64) (result i32)
  (if (i64.lt_s (local.get $value) (i64.const 0)) (then (return (i32.const 0))))
  (i32.wrap_i64 (select (local.get $most) (local.get $value) (i64.gt_s (local.get $value) (local.get $most)))))"""
"""A number, but at least 0 and at most another."""


@dataclass
class PlayingFunctions:
    """Writes the functions that count games."""

    layout: MemoryLayout
    tallies: Tallies

    def __post_init__(self) -> None:
        scores = len(self.tallies.watch.scores)
        room = self.layout.reserve
        self.last, self.first, self.noted = room(8 * scores), room(8 * scores), room(8 * scores + 8)
        """The addresses of the scores when the current deal began, when the first deal began, and where one deal ends
        and the next begins, with the number of choices.
        """
        self.choices = self.noted + 8 * scores
        self.dealer, self.since, self.opener = room(8), room(8), room(8)
        """The addresses of the dealer of the current deal, the number of choices when it began, and the first
        dealer: whoever deals when the first deal begins or, if nobody has been picked by then, is picked in it.
        """
        self.own, self.others = room(8), room(8)
        """The addresses of what the dealer's side gained over the deals of a game, and of what the others gained that
        were in each deal, on average, in parts.
        """
        self.holding = room(8)
        """The address of the mask of the sides that had cards at the first question of the deal."""

    def functions(self) -> str:
        """The text of all functions that this file writes."""
        parts = (
            self._look,
            self._holding,
            self._deal_ends,
            self._results,
            self._close,
            self._add,
            self._tell,
            self._print,
        )
        return "\n".join(part() for part in parts)

    # --------------------------------------------------------------------------------------------------------- deals

    def _load(self, address: int) -> str:
        return f"(i64.load {word(address)})"

    def _slot(self, slot: int) -> str:
        return self._load(self.layout.slots[slot].address)

    def _look(self) -> str:
        watch = self.tallies.watch
        scored = range(len(watch.scores))
        kept = [f"(i64.store {word(self.last + 8 * i)} {self._load(self.noted + 8 * i)})" for i in scored]
        note = [f"(i64.store {word(self.noted + 8 * i)} {self._slot(slot)})" for i, slot in enumerate(watch.scores)]
        note.append(f"(i64.store {word(self.choices)} {self._slot(DECISIONS)})")
        dealer = self._slot(watch.dealer) if watch.dealer >= 0 else const(-1)
        kept.append(f"(i64.store {word(self.dealer)} {dealer})")
        kept.append(f"(i64.store {word(self.since)} {self._load(self.choices)})")
        kept.append(f"(i64.store {word(self.holding)} {const(0)})")
        first = [
            f"(i64.store {word(self.first + 8 * i)} {self._load(self.last + 8 * i)})" for i in range(len(watch.scores))
        ]
        fresh = f"(i64.lt_s {self._load(self.opener)} {const(0)})"
        first.append(f"(if (i32.eqz {fresh}) (then (i64.store {word(self.opener)} {dealer})))")
        forget = [f"(i64.store {word(self.own)} {const(0)})", f"(i64.store {word(self.others)} {const(0)})"]
        forget.append(f"(i64.store {word(self.opener)} {const(-1)})")
        picked = [f"(i64.store {word(at)} {get('$dealer')})" for at in (self.opener, self.dealer)]
        opened = f"(if {fresh} (then {' '.join(picked)}))"
        return f"""(func $note {" ".join(note)})
(func $look {" ".join(kept)})
(func $look_first {" ".join(first)})
(func $forget {" ".join(forget)})
(func $opened (param $dealer i64) (result i64) {opened} {get("$dealer")})"""

    def _holding(self) -> str:
        """Note who has cards at the first question of a deal."""
        sides: list[str] = []
        for side, hands in enumerate(self.tallies.watch.hands):
            cards = const(0)
            for place in (self.layout.slots[slot] for slot in hands):
                if place.kind == "pile":
                    cards = f"(i64.or {cards} (i64.load32_u {word(place.address)}))"
                else:
                    for part in range(place.words):
                        cards = f"(i64.or {cards} {self._load(place.address + 8 * part)})"
            mine = f"(i64.shl (i64.extend_i32_u (i64.ne {cards} {const(0)})) {const(side)})"
            sides.append(f"(i64.store {word(self.holding)} (i64.or {self._load(self.holding)} {mine}))")
        return f"(func $holding (global.set $fresh {word(0)})\n{' '.join(sides)})"

    def _deal_ends(self) -> str:
        """End a deal: find what each side gained by it."""
        watch = self.tallies.watch
        gains = [f"$g{i}" for i in range(len(watch.scores))]
        made = [
            put(gain, f"(i64.sub {self._load(self.noted + 8 * i)} {self._load(self.last + 8 * i)})")
            for i, gain in enumerate(gains)
        ]
        choices = f"(i64.sub {self._load(self.choices)} {self._load(self.since)})"
        values = (self._load(self.dealer), choices, get("$out"), *map(get, gains))
        logged = " ".join(f"(call $log {value})" for value in values)
        logged = f"(call $log_head {word(DEAL)} {word(len(values))}) {logged}"
        if watch.hands:
            for side, gain in enumerate(gains):
                idle = (
                    f"(i32.and (i64.eqz {get(gain)}) (i64.eqz (i64.and {self._load(self.holding)} {const(1 << side)})))"
                )
                made.append(put("$out", f"(i64.or {get('$out')} (i64.shl (i64.extend_i32_u {idle}) {const(side)}))"))
            all_in = f"(i32.or (i64.eqz {choices}) (i64.eqz {self._load(self.holding)}))"
            made.append(f"(if {all_in} (then {put('$out', const(0))}))")
        added = [self._tally(self.tallies.gains[i], get(gain), GAIN, i) for i, gain in enumerate(gains)]
        if gains and watch.dealer >= 0:
            total = const(0)
            for gain in gains:
                total = f"(i64.add {total} {get(gain)})"
            cases = ""
            for side, players in enumerate(watch.sides):
                mask = sum(1 << player for player in players)
                his = f"(i64.and (i64.shr_u {const(mask)} {self._load(self.dealer)}) {const(1)})"
                rest = f"(i64.popcnt (i64.and {get('$out')} {const(~(1 << side))}))"
                cases += put("$own", f"(select {get(gains[side])} {get('$own')} (i32.wrap_i64 {his}))")
                cases += put("$rest", f"(select {rest} {get('$rest')} (i32.wrap_i64 {his}))")
            rest = f"(i64.sub {const(len(gains) - 1)} {get('$rest')})"
            rest = put("$rest", f"(select {rest} {const(1)} (i64.gt_s {rest} {const(0)}))")
            mean = f"(i64.div_u {const(parts_of_others(len(gains)))} {get('$rest')})"
            others = self._bump(self.others, f"(i64.mul (i64.sub {total} {get('$own')}) {mean})")
            sums = f"{self._bump(self.own, get('$own'))} {rest} {others}"
            there = f"(i64.ge_s {self._load(self.dealer)} {const(0)})"
            added.append(f"(if {there} (then {cases} {sums}))")
        kept = " ".join(f"(local {name} i64)" for name in (*gains, "$own", "$rest", "$out"))
        choose = f"(if (i32.eq (global.get $watched) {word(2)}) (then {logged}) (else {' '.join(added)}))"
        return f"(func $deal_ends {kept}\n{' '.join(made)}\n{choose})"

    def _tally(self, row: CounterRow, value: str, kind: int, which: int) -> str:
        """Count a number in its row, or write it to the log.  `value` is a text that may be repeated."""
        index = f"(i64.sub {value} {const(row.low)})"
        at = f"(i32.add {word(row.address)} (i32.shl (i32.wrap_i64 {index}) {word(3)}))"
        counted = f"(i64.store {at} (i64.add (i64.load {at}) {const(1)}))"
        logged = f"(call $log_head {word(kind)} {word(2)}) (call $log {const(which)}) (call $log {value})"
        return f"(if (i64.lt_u {index} {const(row.size)}) (then {counted}) (else {logged}))"

    # ------------------------------------------------------------------------------------------------------- results

    def _results(self) -> str:
        """`$winners`: the mask of the winners; bit 62 says whether it is a tie."""
        endings = self.layout.program.endings
        made = [self._ending(i, ending) for i, ending in enumerate(endings)]
        cases = "".join(
            f"(if (i64.eq {self._slot(PC)} {const(OVER - i)}) (then (return (call $ending{i}))))\n"
            for i in range(len(endings))
        )
        return "\n".join((*made, f"(func $winners (result i64)\n{cases} {const(0)})"))

    def _ending(self, number: int, ending: Ending) -> str:
        """`$ending…`: the winners of one ending, as `$winners` gives them.  Each owner is compared with the best."""
        program = self.layout.program
        owners = program.players if ending.owner == "player" else len(program.teams)
        one = f"(i64.shl {const(1)} (i64.extend_i32_u {get('$o')}))"
        better: list[str] = []
        for base, highest in ending.criteria:
            slots = self.layout.slots
            stride = slots[base + 1].address - slots[base].address if owners > 1 else 0
            mine, best = (
                f"(i64.load (i32.add {word(slots[base].address)} (i32.mul {get(who)} {word(stride)})))"
                for who in ("$o", "$best")
            )
            test = "gt_s" if highest else "lt_s"
            leads = f"{put('$best', get('$o'))} {put('$won', one)}"
            better.append(
                f"(if (i64.ne {mine} {best}) (then (if (i64.{test} {mine} {best}) (then {leads})) (br $next)))"
            )
        shared = put("$won", f"(i64.or {get('$won')} {one})")
        tie = f"(i64.gt_u (i64.popcnt {get('$won')}) {const(1)})"
        shown = const(0) if ending.tie == "draw" else get("$won")
        return f"""(func $ending{number} (result i64) (local $o i32) (local $best i32) (local $won i64)
{put("$won", const(1))}
(block $done (loop $next
{put("$o", f"(i32.add {get('$o')} {word(1)})")}
(br_if $done (i32.ge_s {get("$o")} {word(owners)}))
{" ".join(better)}
{shared}
(br $next)))
(if (result i64) {tie} (then (i64.or {shown} {const(1 << 62)})) (else {get("$won")})))"""

    # ------------------------------------------------------------------------------------------------------ the end

    def _close(self) -> str:
        """End a game: add it to the sums, or write it to the log."""
        return f"""(func $close (call $note)
(if (i64.gt_s (global.get $begun) {const(0)}) (then (call $deal_ends)))
(if (i32.eq (global.get $watched) {word(2)}) (then (call $tell (call $winners))) (else (call $add (call $winners)))))"""

    def _add(self) -> str:
        t, watch, program = self.tallies, self.tallies.watch, self.layout.program
        scored = bool(watch.scores)
        decisions, deals = self._slot(DECISIONS), "(global.get $begun)"
        tie = f"(i64.shr_u {get('$won')} {const(62)})"
        cut = f"(i64.extend_i32_u (i64.eq {self._slot(PC)} {const(CUT)}))"
        made = [
            self._bump(t.games, const(1)), self._bump(t.ties, tie), self._bump(t.cut, cut),
            self._bump(t.decisions, decisions), self._bump(t.deals, deals),
        ]  # fmt: skip
        for side in range(len(watch.sides)):
            won = f"(i64.and (i64.shr_u {get('$won')} {const(side)}) {const(1)})"
            both = f"{self._bump(t.wins + 8 * side, const(1))} {self._bump(t.shared + 8 * side, tie)}"
            made.append(f"(if (i32.wrap_i64 {won}) (then {both}))")
        if watch.dealer >= 0:
            first = self._load(self.opener)
            steps = ""
            for side, players in enumerate(watch.sides):
                won = f"(i64.and (i64.shr_u {get('$won')} {const(side)}) {const(1)})"
                seats = ""
                for player in players:
                    left = f"(i64.sub {const(player + program.players)} {first})"
                    step = f"(i32.shl (i32.wrap_i64 (i64.rem_u {left} {const(program.players)})) {word(3)})"
                    seats += f"(call $bump (i32.add {word(t.from_dealer)} {step}) {const(1)})"
                steps += f"(if (i32.wrap_i64 {won}) (then {seats}))"
            cross = ""
            if scored:
                sums = f"{self._load(self.own)} {self._load(self.others)} {deals}"
                which = const(CROSSES.index("dealer_gain"))
                cross = f"(call $cross3 {word(t.dealer_gain)} {which} {sums})"
            made.append(f"(if (i64.ge_s {first} {const(0)}) (then {self._bump(t.dealt, const(1))} {steps} {cross}))")
        length = const(CROSSES.index("length"))
        made.append(f"(call $cross2 {word(t.length)} {length} {deals} {decisions})")
        made.append(self._tally(t.deal_count, deals, DEALS, 0))
        made.append(self._tally(t.lengths, decisions, LENGTH, 0))
        for side, slot in enumerate(watch.scores):
            score = self._slot(slot)
            moved = f"(i64.sub {score} {self._load(self.first + 8 * side)})"
            moved = f"(if (result i64) (i64.gt_s {deals} {const(0)}) (then {moved}) (else {const(0)}))"
            made.append(f"(call $cross2 {word(t.score[side])} {const(len(CROSSES) + side)} {moved} {deals})")
            made.append(self._tally(t.final[side], score, FINAL, side))
        made.append(self._bump(t.trail, f"(call $print {self._load(t.game)})"))
        body = "\n".join(made)
        return f"(func $add (param $won i64)\n{body})"

    def _bump(self, address: int, by: str) -> str:
        return f"(i64.store {word(address)} (i64.add {self._load(address)} {by}))"

    def _tell(self) -> str:
        watch = self.tallies.watch
        won = f"(i64.and {get('$won')} {const((1 << 62) - 1)})"
        tie = f"(i64.shr_u {get('$won')} {const(62)})"
        cut = f"(i64.extend_i32_u (i64.eq {self._slot(PC)} {const(CUT)}))"
        values = [self._load(self.tallies.game), won, tie, cut, self._slot(DECISIONS), self._load(self.opener)]
        values += [self._slot(slot) for slot in watch.scores]
        logged = " ".join(f"(call $log {value})" for value in values)
        return f"(func $tell (param $won i64) (call $log_head {word(OUTCOME)} {word(len(values))}) {logged})"

    def _print(self) -> str:
        """`$print`: computes the hash of the state, slot by slot (`state_hash.py`)."""
        made: list[str] = []
        for alone, places in groupby(self.layout.slots, lambda place: place.kind == "pile" or place.words > 1):
            group = list(places)
            if not alone:
                first, end = group[0].address, group[-1].address + 8
                assert end - first == 8 * len(group)
                made.append(put("$h", f"(call $words_print {word(first)} {word(end)} {get('$h')})"))
                continue
            for place in group:
                function = "$pile_print" if place.kind == "pile" else f"$s_print {word(place.words)}"
                made.append(put("$h", f"(call {function} {word(place.address)} {get('$h')})"))
        body = "\n".join((*made, get("$h")))
        return f'(func $print (export "print") (param $h i64) (result i64)\n{body})'

    # ------------------------------------------------------------------------------------------------------- choices

    def chosen(self, unit: WasmFunction, ask: int, number: int, values: list[str]) -> str:
        """Count a choice in its counter, or write it to the log.  `values` are texts of its values."""
        cells: ChoiceCounters = self.tallies.chosen[ask][number]
        if not cells.names:
            return self._bump(cells.address, const(1))
        index, inside = const(0), word(1)
        for value, (low, size) in zip(values, cells.names, strict=True):
            index = f"(i64.add (i64.mul {index} {const(size)}) (i64.sub {value} {const(low)}))"
            inside = f"(i32.and {inside} (i64.lt_u (i64.sub {value} {const(low)}) {const(size)}))"
        cell = unit.local("i32")
        at = put(cell, f"(i32.add {word(cells.address)} (i32.shl (i32.wrap_i64 {index}) {word(3)}))")
        more = f"(i64.store {get(cell)} (i64.add (i64.load {get(cell)}) {const(1)}))"
        logged = " ".join(f"(call $log {value})" for value in (const(ask), const(number), *values))
        other = f"(call $log_head {word(CHOSEN)} {word(2 + len(values))}) {logged}"
        return f"(if {inside} (then {at} {more}) (else {other}))"
