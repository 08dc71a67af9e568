"""What a player sees of the trick that is being played."""

from __future__ import annotations

from collections.abc import Callable

from ...program import TrickRules
from ..writing.text import const, word


def in_trick(rules: TrickRules, players: int, slot: Callable[[int], str], led: int, best: int, rest: int) -> str:
    """The code that says which group was led, whose card wins so far, and how many are still to play.

    `slot`: what reads a slot; `led`, `best`, `rest`: the features at which the three begin.
    """
    turned = f"(i64.rem_u (i64.add {slot(rules.best)} (i64.sub {const(players)} (i64.extend_i32_u (global.get"
    turned += f" $l_seat)))) {const(players)})"
    begun = f"(i64.ne {slot(rules.winning)} {const(-2)})"
    someone = f"(i64.ge_s {slot(rules.best)} {const(0)})"
    trick = (
        f"(call $l_on (i32.add {word(led)} (call $l_group (i32.wrap_i64 {slot(rules.led)}))))"
        f"(if {someone} (then (call $l_on (i32.add {word(best)} (i32.wrap_i64 {turned})))))"
    )
    left = f"(call $clamped (i64.popcnt {slot(rules.rest)}) {const(players)})"
    return f"(if {begun} (then {trick}))(call $l_on (i32.add {word(rest)} {left}))"
