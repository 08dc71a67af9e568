"""Answers as WebAssembly text: how an answer changes the state, and how a random option is chosen, each with the same
probability.
"""

from __future__ import annotations

from functools import reduce

from ...program import ACTOR, DECISIONS, STEPS, Ask
from ..playing import PlayingFunctions
from .counted import Options, can_be_counted, options_of
from .questions import OptionBuffer, stored_values
from .recording import chosen
from .statements import actor_checked, behind, body_of
from .straight import GAMMA, MIX
from .text import const, get, put, word
from .writer import FunctionWriter

"""The constants of SplitMix64."""
_MOST_KEPT = 3
"""The most slots that are kept in locals while a question is answered again and again."""


def taken_function(w: FunctionWriter, playing: PlayingFunctions, number: int, ask: Ask) -> str:
    """`$t…`: executes the option that is stored at `$at`.  Returns the block after it."""
    made: list[str] = []
    for i, alternative in enumerate(ask.alternatives):
        values: list[str] = []
        for value in stored_values(w.unit.layout, alternative):
            address = value.address("$at")
            values.append(f"(i64.load {address})" if value.words == 1 else address)
        taken = f"{_taken(w, playing, number, i, ask, values)} (return {word(alternative.body)})"
        made.append(f"(if (i64.eq (i64.load {get('$at')}) {const(i)}) (then\n{taken}))")
    return w.unit.function(f"$t{number} (param $at i32) (result i32)", "\n".join((*made, "(unreachable)")))


def _taken(
    w: FunctionWriter, playing: PlayingFunctions, ask: int, number: int, question: Ask, values: list[str]
) -> str:
    """Execute one alternative.  `values` are texts of its values: numbers, or addresses of sets of several words."""
    layout, alternative = w.unit.layout, question.alternatives[number]
    lines = [playing.chosen(w.unit, ask, number, values)]
    if w.recording:
        lines.append(chosen(w.unit, ask, number, alternative, values))
    for bound, value in zip(alternative.bound, values, strict=True):
        place = layout.slots[bound.slot]
        if place.words == 1:
            lines.append(f"(i64.store {word(place.address)} {value})")
        else:
            lines.append(f"(drop (call $s_copy {word(place.words)} {word(place.address)} {value}))")
    count = word(layout.slots[DECISIONS].address)
    lines.append(f"(i64.store {count} (i64.add (i64.load {count}) {const(1)}))")
    lines.append(f"(i64.store {word(layout.slots[STEPS].address)} {const(0)})")
    if w.shared.counting.work:
        lines.append(f"(i64.store {word(layout.work)} {const(0)})")
    return "\n".join(lines)


def all_counted(w: FunctionWriter, number: int, ask: Ask) -> bool:
    """Whether the options of a question can be counted without listing them."""
    return all(can_be_counted(w, f"a{number}_{i}", one) for i, one in enumerate(ask.alternatives))


def by_chance_function(w: FunctionWriter, room: OptionBuffer, playing: PlayingFunctions, number: int, ask: Ask) -> str:
    """`$s…`: executes a random option and continues the game.  Returns the block that comes next.

    If the same question comes up again, it is answered in the same call, as long as `$play` would continue.
    """
    w.unit.locals |= {"$dice": "i32", "$actor": "i64"}
    head = f"$s{number} (result i32)"
    actor = put("$actor", f"(i64.load {word(w.unit.layout.slots[ACTOR].address)})") + actor_checked(w)
    whose = f"(i32.wrap_i64 (i64.shl {get('$actor')} {const(3)}))"
    if w.shared.counted[number]:
        w.asked = number
        slots = w.unit.layout.slots
        carried = [slot for slot in w.shared.question_facts.carried(number) if slots[slot].words == 1][:_MOST_KEPT]
        w.kept = {slot: get(f"$kept{slot}") for slot in carried}
        w.unit.locals |= {f"$kept{slot}": "i64" for slot in carried}
        actor += " ".join(w.keep(slot, f"(i64.load {word(slots[slot].address)})") for slot in carried)
        body = behind(w, _by_count(w, room, playing, number, ask))
        return w.unit.function(head, f"{actor} (loop $asked\n{put('$dice', whose)}\n{body})\n(unreachable)")
    count = w.unit.local("i32")
    dice = put("$dice", f"(i32.add {word(playing.tallies.dice)} {whose})")
    chosen = f"(i32.mul (call $one_of {get('$dice')} {get(count)}) {word(room.size)})"
    body = f"""{actor} {dice}
{put(count, f"(call $o{number} {const(0)})")}
(if (i32.eqz {get(count)}) (then {w.fault("no choice", ask.place)}))
(call $block (call $t{number} (i32.add {word(room.address)} {chosen})))"""
    return w.unit.function(head, body)


def _by_count(w: FunctionWriter, room: OptionBuffer, playing: PlayingFunctions, number: int, ask: Ask) -> str:
    """Count the options of each alternative, and find the drawn one among them."""
    alternatives: list[Options] = []
    sizes: list[str] = []
    made: list[str] = []
    for i, alternative in enumerate(ask.alternatives):
        w.unit.name = f"a{number}_{i}"
        _know(w, number)
        alternatives.append(options_of(w, alternative))
        sizes.append(w.unit.local())
        made += [alternatives[-1].made, put(sizes[-1], alternatives[-1].size)]
    k = w.unit.local()
    made.append(put(k, reduce(lambda a, b: f"(i64.add {a} {b})", map(get, sizes))))
    if any(one.many for one in alternatives):
        most = const(room.most)
        made.append(put(k, f"(select {most} {get(k)} (i64.gt_s {get(k)} {most}))"))
    made.append(_drawn(w, k, ask.place, f"offset={playing.tallies.dice} {get('$dice')}"))
    for i, (one, size) in enumerate(zip(alternatives, sizes, strict=True)):
        taken = f"{one.found(k)}\n{_gone_on(w, playing, number, i, ask, list(map(get, one.values)))}"
        if i < len(sizes) - 1:
            made.append(f"(if (i64.lt_s {get(k)} {get(size)}) (then {taken}))")
            made.append(put(k, f"(i64.sub {get(k)} {get(size)})"))
        else:
            made.append(taken)
    return "\n".join(made)


def _drawn(w: FunctionWriter, count: str, place: int, state: str) -> str:
    """Draw an option: a local holds the number of options, and afterwards the index of one."""
    none = f"(if (i64.eqz {get(count)}) (then {w.fault('no choice', place)}))"
    return f"{none} {_below(w, count, state)}"


def _gone_on(
    w: FunctionWriter, playing: PlayingFunctions, number: int, alternative: int, ask: Ask, values: list[str]
) -> str:
    """Execute an alternative with values in locals, then the block after it, written here."""
    layout, one = w.unit.layout, ask.alternatives[alternative]
    taken = _taken(w, playing, number, alternative, ask, values)
    given = ((bound.slot, value) for bound, value in zip(one.bound, values, strict=True))
    _know(w, number)
    w.held |= {slot: value for slot, value in given if layout.slots[slot].words == 1}
    w.unit.name, w.path = f"b{one.body}", [one.body]
    return f"{taken}\n{body_of(w, layout.program.blocks[one.body].body)}"


def _know(w: FunctionWriter, question: int) -> None:
    """Set what is known directly after a question was put."""
    known, actor = w.shared.question_facts.questions[question], get("$actor")
    w.held = {known.actor: actor} if known.actor >= 0 else {}
    w.known = {actor: (0, w.unit.layout.program.players - 1)}
    w.sure = known.sure


def _below(w: FunctionWriter, count: str, state: str) -> str:
    """A number below the one in a local, from the generator of the player at `state`, as `$one_of` in chance.wat draws
    it: nothing is drawn for one option.  It has no branch, because the branch would be unpredictable.
    """
    z, before = w.unit.local(), w.unit.local()
    text = f"{put(before, f'(i64.load {state})')} {put(z, f'(i64.add {get(before)} {const(GAMMA)})')}"
    text += f"(i64.store {state} (select {get(z)} {get(before)} (i64.gt_u {get(count)} {const(1)})))"
    for shift, factor in MIX:
        text += put(z, f"(i64.mul (i64.xor {get(z)} (i64.shr_u {get(z)} {const(shift)})) {const(factor)})")
    text += put(z, f"(i64.xor {get(z)} (i64.shr_u {get(z)} {const(31)}))")
    high = f"(i64.shr_u {get(z)} {const(32)})"
    return text + put(count, f"(i64.shr_u (i64.mul {high} {get(count)}) {const(32)})")
