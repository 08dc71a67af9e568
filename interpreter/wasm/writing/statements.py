"""Statements as WebAssembly text."""

from __future__ import annotations

from collections import Counter

from ...firing import counting_place
from ...program import (
    ACTOR,
    DECISIONS,
    OVER,
    STEPS,
    WORK_LIMIT,
    AskPlayer,
    Branch,
    Break,
    Const,
    DealCards,
    End,
    Expr,
    Fail,
    Fold,
    ForEach,
    GatherAll,
    Goto,
    Loop,
    Mark,
    MoveAll,
    MoveCards,
    Require,
    Return,
    RunProcedure,
    SetReg,
    SetSlot,
    ShowCards,
    ShufflePile,
    Stmt,
    Tick,
    Tuck,
    When,
)
from ..ranges import narrow, within
from .costs import harmless
from .expressions import arguments_of, number_of, set_of, slot_of, truth_of
from .folds import over, take, take_from
from .moving import (
    deal_cards,
    deal_packets,
    gather,
    mark,
    move_all,
    move_cards,
    packets_of,
    show_cards,
    shuffle,
    zone_number,
)
from .recording import placed, stored, tells
from .text import const, get, put, word
from .writer import FunctionWriter

_SHORT_BLOCK = 6
"""The most statements of a block that is written in place of each jump to it."""
_LONG = 12_000
"""The length of a function, in characters, from which no more blocks are written inside it."""
_MOST_INSIDE = 16
"""How deeply blocks may be written inside each other."""


def body_of(w: FunctionWriter, statements: tuple[Stmt, ...]) -> str:
    """The text of statements, in order."""
    made, at = list[str](), 0
    while at < len(statements):
        st = statements[at]
        w.whole = None
        if isinstance(st, DealCards) and not w.recording and (run := packets_of(w, statements[at:])):
            made.append(_packets(w, run))
            at += len(run)
            continue
        if at and isinstance(before := statements[at - 1], GatherAll):
            w.whole = before.target
        place = counting_place(st, w.shared.counting.tricks)
        together = _counted_together(w, statements, at, place)
        made.append(f"{_count(w, place, together)}{_carried_out(w, st)}")
        made += [_carried_out(w, other) for other in statements[at + 1 : at + together]]
        at += together
    return "\n".join(made)


def _counted_together(w: FunctionWriter, statements: tuple[Stmt, ...], at: int, place: int) -> int:
    """How many statements, from `at` on, assign constants to slots at one place: none of them can stop the game, so
    they are counted together.
    """
    if place < 0 or not _gives_constant(statements[at]):
        return 1
    end, tricks = at + 1, w.shared.counting.tricks
    while end < len(statements) and _gives_constant(st := statements[end]) and counting_place(st, tricks) == place:
        end += 1
    return end - at


def _gives_constant(st: Stmt) -> bool:
    """Whether a statement assigns a constant to a single slot."""
    return isinstance(st, SetSlot) and st.index is None and isinstance(st.value, Const)


def _packets(w: FunctionWriter, run: tuple[Stmt, ...]) -> str:
    """Deals in packets, each with its count."""
    places = Counter(counting_place(st, w.shared.counting.tricks) for st in run)
    counts = "".join(_count(w, place, times) for place, times in places.items())
    return f"{counts}{deal_packets(w, run)}"


def _count(w: FunctionWriter, place: int, times: int = 1) -> str:
    """The text that counts a statement, if it is counted."""
    if place < 0:
        return ""
    at = word(w.shared.counting.counts + 8 * place)
    return f"(i64.store {at} (i64.add (i64.load {at}) {const(times)}))\n"


def _carried_out(w: FunctionWriter, st: Stmt) -> str:
    if not w.recording or not tells(st):
        return _written(w, st)
    return placed(st.place) + _written(w, st)


def _written(w: FunctionWriter, st: Stmt) -> str:
    match st:
        case SetReg(reg, value):
            with w.learn():
                return take(w, reg, value)
        case SetSlot():
            return _set_slot(w, st)
        case MoveCards():
            return move_cards(w, st)
        case MoveAll(source, target, _):
            return move_all(w, source, target)
        case Tuck(pile, count, end, _):
            return f"(call $tuck {zone_number(w, pile)} {number_of(w, count)} {word(int(end == 'middle'))})"
        case GatherAll(target, _):
            return f"{_deal_begins(w, st)}{gather(w, target)}"
        case ShufflePile(pile, _):
            return f"{_deal_begins(w, st)}{shuffle(w, pile)}"
        case DealCards():
            return deal_cards(w, st)
        case ShowCards(cards, to, _):
            return show_cards(w, cards, to)
        case When(condition, then, otherwise):
            return _when(w, condition, then, otherwise)
        case ForEach():
            return _for_each(w, st)
        case Loop():
            return _loop(w, st)
        case Break():
            return f"(br {w.unit.loops[-1]})"
        case RunProcedure(procedure, args, _):
            return _run_procedure(w, procedure, args)
        case Tick(place, True):
            return _tick(w, place)
        case Tick(place, False, units):
            endless = w.fault("endless", place, const(w.shared.counting.limit))
            return w.count(w.unit.layout.work, units, WORK_LIMIT, endless)
        case Mark():
            return mark(w, st)
        case Fail(message, place):
            return f"{w.fault('failed', place, const(w.shared.message(message)))} (unreachable)"
        case Require(Const(1), _, _):
            return ""
        case Require(condition) if condition in w.sure:
            return ""
        case Require(condition, message, place):
            failed = w.fault("failed", place, const(w.shared.message(message)))
            with w.learn():
                test = truth_of(w, condition)
            if w.shared.question_facts.lasts(condition):
                w.sure |= {condition}
            return f"(if (i32.eqz {test}) (then {failed}))"
        case _:
            return _end(w, st)


def _when(w: FunctionWriter, condition: Expr, then: tuple[Stmt, ...], otherwise: tuple[Stmt, ...]) -> str:
    """A case distinction.  After it, only what is known after both branches is known."""
    if not otherwise and all(_is_quiet(w, st) for st in then):
        return _without_jump(w, condition, then)
    with w.learn():
        test = truth_of(w, condition)
    before, known, sure = dict(w.held), dict(w.known), w.sure
    one = body_of(w, then)
    after, w.held, w.known = w.held, before, dict(known)
    surely, w.sure = w.sure, sure
    other = f" (else\n{body_of(w, otherwise)})" if otherwise else ""
    w.held, w.known = {slot: text for slot, text in w.held.items() if after.get(slot) == text}, known
    w.sure &= surely
    return f"(if {test} (then\n{one}){other})"


def _is_quiet(w: FunctionWriter, st: Stmt) -> bool:
    """Whether a statement only assigns an available value to a slot and is not counted."""
    if not isinstance(st, SetSlot) or st.index is not None or st.variable >= 0 or isinstance(st.value, Const):
        return False
    return w.unit.layout.slots[st.base].words == 1 and harmless(w, st.value)


def _without_jump(w: FunctionWriter, condition: Expr, then: tuple[Stmt, ...]) -> str:
    """Conditional assignments without a branch: faster, if the branch would be unpredictable."""
    test, made = w.unit.local("i32"), list[str]()
    made.append(put(test, truth_of(w, condition)))
    for st in then:
        assert isinstance(st, SetSlot)
        address, value = word(w.unit.layout.slots[st.base].address), w.unit.local()
        kept = w.value_of(st.base)
        made.append(put(value, f"(select {number_of(w, st.value)} {kept} {get(test)})"))
        made.append(f"(i64.store {address} {get(value)}) {w.keep(st.base, get(value))}")
        w.changed((st.base,))
        w.held[st.base] = get(value)
    return " ".join(made)


def _deal_begins(w: FunctionWriter, st: Stmt) -> str:
    """The call before the statement with which a deal begins, where games are counted."""
    return "(call $deal_begins) " if isinstance(st, w.shared.counting.deals_begin) else ""


def _end(w: FunctionWriter, st: Stmt) -> str:
    """The last statement of a block.  The function returns the number of the next block."""
    match st:
        case Goto(block):
            return _follow(w, block)
        case Branch(condition, then, otherwise):
            with w.learn():
                test = truth_of(w, condition)
            before, known, sure = dict(w.held), dict(w.known), w.sure
            w.found(condition, holds=True)
            one, w.held, w.known, w.sure = _follow(w, then), before, known, sure
            w.found(condition, holds=False)
            return f"(if {test} (then\n{one}))\n{_follow(w, otherwise)}"
        case Return(slot) if slot in w.shared.question_facts.returns:
            return _go_back(w, w.shared.question_facts.returns[slot])
        case Return(slot):
            return f"(return (i32.wrap_i64 (i64.load {word(w.unit.layout.slots[slot].address)})))"
        case AskPlayer(ask, actor):
            return w.shared.counting.asks + _ask_player(w, ask, actor)
        case End(ending):
            return f"(return {word(OVER - ending)})"
        case _:
            raise AssertionError(f"unknown statement {type(st).__name__}")


def _ask_player(w: FunctionWriter, ask: int, actor: Expr) -> str:
    """Put a question.  If the current function answers it, it is answered in the same call."""
    address = word(w.unit.layout.slots[ACTOR].address)
    if ask != w.asked:
        put_it = f"(i64.store {address} {number_of(w, actor)})"
        return f"{put_it} {_answered(w, ask)} (return {word(~ask)})"
    with w.learn():
        asked = put("$actor", number_of(w, actor))
    if not within(w.range(actor), (0, w.unit.layout.program.players - 1)):
        asked += actor_checked(w)
    again = _goes_on(w)
    return f"{asked} (i64.store {address} {get('$actor')})\n(br_if $asked {again}) (return {word(~ask)})"


def _answered(w: FunctionWriter, ask: int) -> str:
    """Answer a question in the same call if `$play` would answer it at once.  This is done only for questions later in
    the rules, so that no function calls itself.
    """
    if ask <= w.asked or not w.shared.counted[ask]:
        return ""
    return f"(if {_goes_on(w)} (then (return (call $s{ask}))))"


def _goes_on(w: FunctionWriter) -> str:
    """Whether `$play` continues to answer."""
    layout = w.unit.layout
    return f"(i64.lt_s (i64.load {word(layout.slots[DECISIONS].address)}) (i64.load {word(layout.stop)}))"


def actor_checked(w: FunctionWriter) -> str:
    """Check that the player who is asked exists; otherwise the module is broken."""
    players = const(w.unit.layout.program.players)
    return f"(if (i64.ge_u {get('$actor')} {players}) (then {w.fault('broken', 0, get('$actor'), players)}))"


def _run_procedure(w: FunctionWriter, number: int, args: tuple[Expr, ...]) -> str:
    """Call a procedure; a short one is written in place of the call."""
    procedure, ranges = w.unit.layout.program.procedures[number], w.unit.layout.ranges
    registers = ranges.registers[f"p{number}"]
    if not w.shared.question_facts.short(number) or not all(narrow(one) for one in registers.values()):
        text = f"(call $p{number} {arguments_of(w, args, registers)})"
        changed = w.shared.question_facts.changed(number)
        w.changed(changed)
        text += " ".join(w.keep(slot, f"(i64.load {word(w.unit.layout.slots[slot].address)})") for slot in changed)
        for slot in [*w.held]:
            if slot not in w.unit.layout.plain:
                del w.held[slot]
        return text
    given = [number_of(w, arg) for arg in args]
    outer, w.unit.name = w.unit.name, f"p{number}"
    taken = [put(w.unit.register(i), text) for i, text in enumerate(given)]
    body = body_of(w, procedure.body)
    w.unit.name = outer
    return "\n".join((*taken, body))


def _go_back(w: FunctionWriter, block: int) -> str:
    """Return from a phase to its caller.  In a function that answers a question, this is written once, after everything
    else.
    """
    if w.asked < 0:
        once = (
            w.shared.predecessors[block] == 1 and len(w.path) == 1 and w.path[0] not in w.shared.question_facts.answers
        )
        return _follow(w, block) if once else _left(w, block)
    if block not in w.behind and not _is_followed(w, block):
        return _left(w, block)
    if block not in w.behind:
        w.behind.append(block)
    if w.behind.index(block) < w.behind_written:
        return _left(w, block)
    return f"(br $back{block})"


def behind(w: FunctionWriter, text: str) -> str:
    """The text of a function, followed by the blocks to which it jumps."""
    while w.behind_written < len(w.behind):
        block = w.behind[w.behind_written]
        w.behind_written += 1
        w.forget()
        w.unit.name, w.path = f"b{block}", [block]
        long = len(text) > _LONG
        after = _left(w, block) if long else body_of(w, w.unit.layout.program.blocks[block].body)
        text = f"(block $back{block}\n{text})\n{after}"
    return text


def _left(w: FunctionWriter, block: int) -> str:
    """Continue with a block by returning its number to the caller."""
    w.left.append(block)
    return f"(return {word(block)})"


def _is_followed(w: FunctionWriter, block: int) -> bool:
    """Whether a block is short, or only one block jumps to it."""
    return w.shared.predecessors[block] == 1 or len(w.unit.layout.program.blocks[block].body) <= _SHORT_BLOCK


def _follow(w: FunctionWriter, block: int) -> str:
    """Continue with a block: its text if it is short or only one block jumps to it; otherwise its number for the
    caller.
    """
    body = w.unit.layout.program.blocks[block].body
    if block in w.path or not _is_followed(w, block) or len(w.path) >= _MOST_INSIDE:
        return _left(w, block)
    w.path.append(block)
    outer, w.unit.name = w.unit.name, f"b{block}"
    text = body_of(w, body)
    w.unit.name = outer
    w.path.pop()
    return text


def _set_slot(w: FunctionWriter, st: SetSlot) -> str:
    """Assign a value to a slot, checked against its range."""
    count = w.unit.layout.program.variables[st.variable].count if st.variable >= 0 else 1
    if w.unit.layout.slots[st.base].words > 1:
        address = slot_of(w, st.base, st.index, count)[1]
        w.changed(range(st.base, st.base + count))
        return stored(w, st, address, set_of(w, st.value))
    value = w.unit.local()  # computed before the slot that takes it
    with w.learn():
        worked_out = put(value, number_of(w, st.value))
        text = f"{worked_out} {stored(w, st, slot_of(w, st.base, st.index, count)[1], get(value))}"
        if st.index is None:
            text += w.keep(st.base, get(value))
        known = w.range(st.value)
    w.changed(range(st.base, st.base + (1 if st.index is None else count)))
    if st.index is None:
        w.known[get(value)] = known
        w.held[st.base] = const(st.value.value) if isinstance(st.value, Const) else get(value)
    return text


def _tick(w: FunctionWriter, place: int) -> str:
    """Count a round of a loop that might not end."""
    limit = w.shared.counting.limit
    return w.count(w.unit.layout.slots[STEPS].address, 1, limit, w.fault("endless", place, const(limit)))


def _loop(w: FunctionWriter, st: Loop) -> str:
    w.forget()
    leave, again = w.unit.label(), w.unit.label()
    until = f"(br_if {leave} {truth_of(w, st.until)})" if st.until is not None else ""
    w.unit.loops.append(leave)
    body = body_of(w, st.body)
    w.unit.loops.pop()
    w.forget()
    return f"(block {leave} (loop {again}\n{until} {_tick(w, st.place)}\n{body}\n(br {again})))"


def _for_each(w: FunctionWriter, st: ForEach) -> str:
    """A loop over a set that is fixed at its start.  Elements excluded by `where` are removed before the first
    round.
    """
    w.forget()
    leave, on, text = _round(w, st)
    w.forget()
    if st.where is None:
        return over(w, st.domain, st.reg, st.place, text, leave, on)
    if st.domain.kind not in ("mask", "seats") or not w.unit.narrow(st.domain.args[0]):
        return _for_kept(w, st, st.where, leave, on, text)
    kept = number_of(w, Fold("set", st.reg, st.domain, st.where, None, st.place))
    return over(w, st.domain, st.reg, st.place, text, leave, on, kept)


def _round(w: FunctionWriter, st: ForEach) -> tuple[str, str, str]:
    """One round of a loop, and its labels."""
    leave, on = w.unit.label(), w.unit.label()
    ticks = st.domain.kind in ("range", "down") and not st.domain.short
    text = _tick(w, st.place) + "\n" if ticks else ""
    if st.until is not None:
        text += f"(br_if {leave} {truth_of(w, st.until)})\n"
    w.unit.loops.append(leave)
    text += body_of(w, st.body)
    w.unit.loops.pop()
    return leave, on, text


def _for_kept(w: FunctionWriter, st: ForEach, where: Expr, leave: str, on: str, text: str) -> str:
    """A loop that first stores the elements for which `where` holds, then runs over them."""
    narrow = w.unit.register_narrow(st.reg)
    size = 8 if narrow else 8 * w.unit.layout.words
    kept = w.unit.layout.reserve(size * w.unit.size(st.domain))
    end, at = w.unit.local("i32"), w.unit.local("i32")
    if narrow:
        keep = f"(i64.store {get(end)} {get(w.unit.register(st.reg))})"
    else:
        keep = f"(drop (call $s_copy {w.words} {get(end)} {w.unit.register_set(st.reg)}))"
    keep = f"(if {truth_of(w, where)} (then {keep} {put(end, f'(i32.add {get(end)} {word(size)})')}))"
    found = over(w, st.domain, st.reg, st.place, keep, w.unit.label(), w.unit.label())
    return f"""{put(end, word(kept))}
{found}
{put(at, word(kept - size))}
(block {leave} (loop {on}
{put(at, f"(i32.add {get(at)} {word(size)})")}
(br_if {leave} (i32.ge_u {get(at)} {get(end)}))
{take_from(w, st.reg, get(at))}
{text}
(br {on})))"""
