"""The net of the learning player, as WebAssembly text with vectors of four numbers.

    features that are on ─▶ sum of their rows ─▶ max(0, ·) ─▶ second layer ─▶ max(0, ·) ─▶ expected gain of the option

The first layer is sparse: only the rows of features that are on are added.  The sum over the features of the question
is made once for all its options.  Every layer is stored by rows that belong to one input, so that an input of 0 is
skipped and learning changes whole rows.

Memory of one net, 32-bit floats: a row of `HIDDEN` for each feature; a row of `SECOND` for each hidden number; the
biases of the second layer; the weights of the last; its bias; the mixing of the player, which is no part of the net;
twice 0.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..writing.text import get, put, word

HIDDEN, SECOND = 64, 16
"""The numbers of the first and of the second layer."""
LEAK = 0.2
"""Which share of a correction passes a number of the second layer that is 0.  Without it, all of them can become 0 for
ever where most deals bring nothing and a few bring much; the net then expects the same of everything.
"""
_AT_ONCE = 8
"""How many vectors of the first layer are summed in locals at once."""


@dataclass(frozen=True)
class NetLayout:
    """Where the numbers of a net lie, in bytes from its beginning."""

    features: int
    hidden: int = HIDDEN
    second: int = SECOND

    @property
    def rows(self) -> int:
        """How many rows there are: each has a measure of its own of how much it has learned."""
        return self.features + self.hidden + 3

    @property
    def second_at(self) -> int:
        """Where the rows of the second layer begin, in bytes from the beginning of the weights."""
        return 4 * self.features * self.hidden

    @property
    def bias_at(self) -> int:
        """Where the biases of the second layer begin."""
        return self.second_at + 4 * self.hidden * self.second

    @property
    def last_at(self) -> int:
        """Where the weights of the last layer begin; its bias follows them."""
        return self.bias_at + 4 * self.second

    @property
    def mixing_at(self) -> int:
        """By how much the player who chooses with the net is unsure of each value, so that it mixes its choices."""
        return self.last_at + 4 * self.second + 4

    @property
    def size(self) -> int:
        """The size of a net, in bytes."""
        return self.last_at + 4 * self.second + 16


def rating_functions(layout: NetLayout, at: dict[str, int]) -> str:
    """What the net gives for features.  `at`: the addresses ACTIVE, ACC (sums for the question), SUM (of an option),
    HID, ACT (what the layers give).
    """
    hidden, second = layout.hidden // 4, layout.second // 4
    return "\n".join((
        _sums("$l_sums", hidden, at, 0, at["ACC"]),
        _sums("$l_sums_of_option", hidden, at, at["ACC"], at["SUM"]),
        _layers(layout, hidden, second, at),
    ))  # fmt: skip


def lesson_functions(layout: NetLayout, at: dict[str, int]) -> str:
    """How the net is corrected.  `at`: besides, the addresses GRAD and MEASURES."""
    return _backward(layout, layout.hidden // 4, layout.second // 4, at)


def _sums(name: str, hidden: int, at: dict[str, int], start: int, to: int) -> str:
    """Add the rows of the features number `$i` to `$end` - 1 to the sums at `start` (0: to nothing)."""
    lines: list[str] = []
    for first in range(0, hidden, _AT_ONCE):
        vectors = range(first, min(hidden, first + _AT_ONCE))
        begun = [
            put(
                f"$s{v - first}",
                f"(v128.load offset={start + 16 * v} {word(0)})" if start else "(v128.const i64x2 0 0)",
            )
            for v in vectors
        ]
        added = [
            put(f"$s{v - first}", f"(f32x4.add {get(f'$s{v - first}')} (v128.load offset={16 * v} {get('$row')}))")
            for v in vectors
        ]
        stored = [f"(v128.store offset={to + 16 * v} {word(0)} {get(f'$s{v - first}')})" for v in vectors]
        feature = f"(i32.load16_u offset={at['ACTIVE']} {get('$at')})"
        lines.append(
            f"""{" ".join(begun)} {put("$at", f"(i32.shl {get('$i')} {word(1)})")}
(block $done{first} (loop $next{first}
(br_if $done{first} (i32.ge_u {get("$at")} (i32.shl {get("$end")} {word(1)})))
{put("$row", f"(i32.add {get('$net')} (i32.mul {feature} {word(16 * hidden)}))")}
{" ".join(added)}
{put("$at", f"(i32.add {get('$at')} {word(2)})")}
(br $next{first})))
{" ".join(stored)}"""
        )
    locals = " ".join(f"(local $s{i} v128)" for i in range(_AT_ONCE))
    head = f"(func {name} (param $net i32) (param $i i32) (param $end i32) (local $at i32) (local $row i32) {locals}"
    return head + "\n" + "\n".join(lines) + ")"


def _layers(layout: NetLayout, hidden: int, second: int, at: dict[str, int]) -> str:
    """`$l_value`: what the net gives for the sums at SUM.  What the layers gave is kept at HID and ACT."""
    zero = "(v128.const i64x2 0 0)"
    first = [
        f"(v128.store offset={at['HID'] + 16 * v} {word(0)} (f32x4.pmax {zero} (v128.load offset={at['SUM'] + 16 * v}"
        f" {word(0)})))"
        for v in range(hidden)
    ]
    begun = [put(f"$y{j}", f"(v128.load offset={layout.bias_at + 16 * j} {get('$net')})") for j in range(second)]
    row = f"(i32.add {get('$net')} (i32.mul {get('$i')} {word(4 * layout.second)}))"
    product = [
        put(
            f"$y{j}",
            f"(f32x4.add {get(f'$y{j}')} (f32x4.mul {get('$h')} (v128.load offset={layout.second_at + 16 * j}"
            f" {get('$row')})))",
        )
        for j in range(second)
    ]
    ended = [put(f"$y{j}", f"(f32x4.pmax {zero} {get(f'$y{j}')})") for j in range(second)]
    ended += [f"(v128.store offset={at['ACT'] + 16 * j} {word(0)} {get(f'$y{j}')})" for j in range(second)]
    ended += [
        put(f"$y{j}", f"(f32x4.mul {get(f'$y{j}')} (v128.load offset={layout.last_at + 16 * j} {get('$net')}))")
        for j in range(second)
    ]
    total = get("$y0")
    for j in range(1, second):
        total = f"(f32x4.add {total} {get(f'$y{j}')})"
    bias = f"(f32.load offset={layout.last_at + 4 * layout.second} {get('$net')})"
    locals = " ".join(f"(local $y{j} v128)" for j in range(second))
    on = f"(i64.extend_i32_u {_above_zero(at['HID'], 0)})"
    for sixteen in range(1, layout.hidden // 16):
        more = f"(i64.extend_i32_u {_above_zero(at['HID'], sixteen)})"
        on = f"(i64.or {on} (i64.shl {more} (i64.const {16 * sixteen})))"
    number = f"(i32.wrap_i64 (i64.ctz {get('$on')}))"
    return f"""(func $l_value (param $net i32) (result f32) (local $i i32) (local $row i32) (local $on i64)
(local $h v128) {locals}
{" ".join(first)} {" ".join(begun)} {put("$on", on)}
(block $done (loop $next
(br_if $done (i64.eqz {get("$on")}))
{put("$i", number)} {put("$on", f"(i64.and {get('$on')} (i64.sub {get('$on')} (i64.const 1)))")}
{put("$h", f"(v128.load32_splat offset={at['HID']} (i32.shl {get('$i')} {word(2)}))")} {put("$row", row)}
{" ".join(product)}
(br $next)))
{" ".join(ended)}
(f32.add {bias} (call $l_across {total})))
(func $l_across (param $v v128) (result f32)
(f32.add (f32.add (f32x4.extract_lane 0 {get("$v")}) (f32x4.extract_lane 1 {get("$v")}))
 (f32.add (f32x4.extract_lane 2 {get("$v")}) (f32x4.extract_lane 3 {get("$v")}))))"""


def _above_zero(address: int, sixteen: int) -> str:
    """A bit for each of the sixteen numbers from number 16 * `sixteen` on that is above 0."""
    zero = "(v128.const i64x2 0 0)"
    above = [f"(f32x4.gt (v128.load offset={address + 16 * (4 * sixteen + v)} {word(0)}) {zero})" for v in range(4)]
    halves = [f"(i16x8.narrow_i32x4_s {above[v]} {above[v + 1]})" for v in (0, 2)]
    return f"(i8x16.bitmask (i8x16.narrow_i16x8_s {halves[0]} {halves[1]}))"


def _four(number: float) -> str:
    return f"(v128.const f32x4 {number} {number} {number} {number})"


def _backward(layout: NetLayout, hidden: int, second: int, at: dict[str, int]) -> str:
    """`$l_correct`: after `$l_value`, changes the net against an error, the features on being 0 to `$end` - 1.

    Each row is changed by its gradient, divided by the root of a running mean of its squares (RMSprop by rows).
    """
    zero = "(v128.const i64x2 0 0)"
    lines: list[str] = []
    # the gradient of the second layer, before the last weights change
    for j in range(second):
        act = f"(v128.load offset={at['ACT'] + 16 * j} {word(0)})"
        last = f"(v128.load offset={layout.last_at + 16 * j} {get('$net')})"
        share = f"(v128.bitselect {_four(1.0)} {_four(LEAK)} (f32x4.gt {act} {zero}))"
        lines.append(put(f"$y{j}", f"(f32x4.mul (f32x4.mul {get('$error')} {last}) {share})"))
    # the last layer
    squares = zero
    for j in range(second):
        act = f"(v128.load offset={at['ACT'] + 16 * j} {word(0)})"
        squares = f"(f32x4.add {squares} (f32x4.mul {act} {act}))"
    mean = (
        f"(f32.mul (f32.mul {get('$e')} {get('$e')}) (f32.div (call $l_across {squares}) (f32.const {layout.second})))"
    )
    step = f"(call $l_step {word(layout.features + layout.hidden + 1)} {mean} {get('$rate')})"
    lines.append(put("$step", f"(f32x4.mul {get('$error')} (f32x4.splat {step}))"))
    for j in range(second):
        place = f"offset={layout.last_at + 16 * j} {get('$net')}"
        act = f"(v128.load offset={at['ACT'] + 16 * j} {word(0)})"
        lines.append(f"(v128.store {place} (f32x4.sub (v128.load {place}) (f32x4.mul {get('$step')} {act})))")
    place = f"offset={layout.last_at + 4 * layout.second} {get('$net')}"
    step = (
        f"(call $l_step {word(layout.features + layout.hidden + 2)} (f32.mul {get('$e')} {get('$e')}) {get('$rate')})"
    )
    lines.append(f"(f32.store {place} (f32.sub (f32.load {place}) (f32.mul {step} {get('$e')})))")
    # the biases of the second layer
    squares = zero
    for j in range(second):
        squares = f"(f32x4.add {squares} (f32x4.mul {get(f'$y{j}')} {get(f'$y{j}')}))"
    lines.append(put("$mean", f"(f32.div (call $l_across {squares}) (f32.const {layout.second}))"))
    step = f"(call $l_step {word(layout.features + layout.hidden)} {get('$mean')} {get('$rate')})"
    lines.append(put("$step", f"(f32x4.splat {step})"))
    for j in range(second):
        place = f"offset={layout.bias_at + 16 * j} {get('$net')}"
        lines.append(f"(v128.store {place} (f32x4.sub (v128.load {place}) (f32x4.mul {get('$step')} {get(f'$y{j}')})))")
    # the rows of the second layer, and the gradient of the first
    row = f"(i32.add {get('$net')} (i32.mul {get('$i')} {word(4 * layout.second)}))"
    dot = zero
    for j in range(second):
        place = f"offset={layout.second_at + 16 * j} {get('$row')}"
        dot = f"(f32x4.add {dot} (f32x4.mul {get(f'$y{j}')} (v128.load {place})))"
    changed: list[str] = []
    for j in range(second):
        place = f"offset={layout.second_at + 16 * j} {get('$row')}"
        changed.append(
            f"(v128.store {place} (f32x4.sub (v128.load {place}) (f32x4.mul {get('$step')} {get(f'$y{j}')})))"
        )
    step = f"(call $l_step (i32.add {word(layout.features)} {get('$i')}) (f32.mul (f32.mul {get('$h')} {get('$h')})"
    step += f" {get('$mean')}) {get('$rate')})"
    lines.append(
        f"""(loop $next
{put("$h", f"(f32.load offset={at['HID']} {get('$at')})")}
(if (f32.gt {get("$h")} (f32.const 0))
(then {put("$row", row)} (f32.store offset={at["GRAD"]} {get("$at")} (call $l_across {dot}))
{put("$step", f"(f32x4.splat (f32.mul {step} {get('$h')}))")} {" ".join(changed)})
(else (f32.store offset={at["GRAD"]} {get("$at")} (f32.const 0))))
{put("$at", f"(i32.add {get('$at')} {word(4)})")} {put("$i", f"(i32.add {get('$i')} {word(1)})")}
(br_if $next (i32.lt_u {get("$i")} {word(layout.hidden)})))"""
    )
    # the rows of the features that are on: all have the same gradient
    squares = zero
    for v in range(hidden):
        grad = f"(v128.load offset={at['GRAD'] + 16 * v} {word(0)})"
        squares = f"(f32x4.add {squares} (f32x4.mul {grad} {grad}))"
    lines.append(put("$mean", f"(f32.div (call $l_across {squares}) (f32.const {layout.hidden}))"))
    changed = []
    for v in range(hidden):
        place = f"offset={16 * v} {get('$row')}"
        grad = f"(v128.load offset={at['GRAD'] + 16 * v} {word(0)})"
        changed.append(f"(v128.store {place} (f32x4.sub (v128.load {place}) (f32x4.mul {get('$step')} {grad})))")
    feature = f"(i32.load16_u offset={at['ACTIVE']} (i32.shl {get('$i')} {word(1)}))"
    step = f"(call $l_step {get('$at')} {get('$mean')} {get('$rate')})"
    lines.append(
        f"""{put("$i", word(0))}
(block $done (loop $each
(br_if $done (i32.ge_u {get("$i")} {get("$end")}))
{put("$at", feature)}
{put("$row", f"(i32.add {get('$net')} (i32.mul {get('$at')} {word(4 * layout.hidden)}))")}
{put("$step", f"(f32x4.splat {step})")}
{" ".join(changed)}
{put("$i", f"(i32.add {get('$i')} {word(1)})")}
(br $each)))"""
    )
    locals = " ".join(f"(local $y{j} v128)" for j in range(second))
    body = "\n".join(lines)
    return f"""(func $l_correct (param $net i32) (param $e f32) (param $end i32) (param $rate f32)
(local $i i32) (local $at i32) (local $row i32) (local $h f32) (local $mean f32) (local $step v128) (local $error v128)
{locals} {put("$error", f"(f32x4.splat {get('$e')})")}
{body})
;; How far a row is changed: the rate, divided by the root of the running mean of the squares of its gradient.
(func $l_step (param $row i32) (param $square f32) (param $rate f32) (result f32)
(local.set $row (i32.shl (local.get $row) (i32.const 2)))
(local.set $square (f32.add (f32.load offset={at["MEASURES"]} (local.get $row)) (f32.mul (f32.const 0.002)
 (f32.sub (local.get $square) (f32.load offset={at["MEASURES"]} (local.get $row))))))
(f32.store offset={at["MEASURES"]} (local.get $row) (local.get $square))
(f32.div (local.get $rate) (f32.sqrt (f32.add (local.get $square) (f32.const 1e-7)))))"""
