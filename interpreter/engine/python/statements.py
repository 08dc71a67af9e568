"""Statements of a program as lines of Python; the last statement of a block says which block comes next."""

from __future__ import annotations

from ...program import (
    ACTOR,
    OVER,
    STEP_LIMIT,
    STEPS,
    WORK_LIMIT,
    AskPlayer,
    Branch,
    Break,
    Checked,
    Const,
    DealCards,
    End,
    Expr,
    Fail,
    ForEach,
    GatherAll,
    Get,
    Goto,
    Loop,
    Mark,
    MoveAll,
    MoveCards,
    Present,
    Reg,
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
    Unary,
    When,
    ZoneCards,
    ZoneRef,
)
from ...traversal import cheap, owners_repeatable
from .deals import write_together
from .expressions import MOST_SEATED, domain_of, expr_of, number_of, owner_source, range_checked, slot_of, zone_slot
from .writer import BlockWriter

_MOST_INSIDE = 16
"""How deeply blocks may be written inside each other."""
_MOST_INDENTED = 30
"""The deepest indentation up to which blocks are written in place of jumps.  Python allows a hundred levels."""
SETTLED = 2000
"""Registers from this number on stand for owners of zones that were computed before."""


def write_body(w: BlockWriter, statements: tuple[Stmt, ...]) -> None:
    """Write statements one level deeper than their head."""
    before = len(w.lines)
    at = 0
    while at < len(statements):
        at += write_together(w, statements[at:], write_one) or write_one(w, statements[at])
    if len(w.lines) == before:
        w.line("pass")


def write_one(w: BlockWriter, st: Stmt) -> int:
    """Write one statement and the code that counts it."""
    if w.counted:
        w.count(st)
    write_statement(w, st)
    return 1


def nested(w: BlockWriter, head: str, statements: tuple[Stmt, ...]) -> None:
    """Write a head and the statements under it."""
    w.line(head)
    w.depth += 1
    write_body(w, statements)
    w.depth -= 1


def write_statement(w: BlockWriter, st: Stmt) -> None:
    """Write one statement."""
    match st:
        case SetReg(reg, value):
            w.line(f"r{reg} = {number_of(w, value)}")
        case SetSlot():
            set_slot(w, st)
        case MoveCards():
            move_cards(w, st)
        case Tuck(pile, count, end, place):
            name = f"{pile.zone}, {owner_source(w, pile.index)}, {number_of(w, count)}"
            w.line(f"tuck(S, K, {name}, {end == 'middle'}, {place})")
        case MoveAll(source, target, place):
            move_all(w, source, target, place)
        case GatherAll(target, place):
            w.line(f"gather(S, K, {target.zone}, {owner_source(w, target.index)}, {place})")
        case ShufflePile(pile, place):
            w.line(f"shuffle(S, K, {pile.zone}, {owner_source(w, pile.index)}, {place})")
        case DealCards(amount, at_most, pile, target, place):
            places = f"{pile.zone}, {owner_source(w, pile.index)}, {target.zone}, {owner_source(w, target.index)}"
            w.line(f"deal(S, K, {number_of(w, amount)}, {at_most}, {places}, {place})")
        case ShowCards(cards, to, place):
            show(w, cards, to, place)
        case When():
            write_cases(w, st)
        case ForEach():
            for_each(w, st)
        case Loop(until, body, place):
            w.line("while True:" if until is None else f"while not {expr_of(w, until)}:")
            w.depth += 1
            tick(w, place)
            write_body(w, body)
            w.depth -= 1
        case Break():
            w.line("break")
        case RunProcedure(procedure, args):
            w.line(f"p{procedure}(S, K{''.join(', ' + number_of(w, a) for a in args)})")
        case Tick(place, True):
            tick(w, place)
        case Tick(place, False, units):
            w.line(f"W[0] += {units}")
            w.line(f"if W[0] > {WORK_LIMIT}: endless({place})")
        case Mark("cards", subject, who, place):
            if w.traced and who is not None:
                work = w.temporary()
                w.line(f"{work} = W[0]")
                w.line(f"mark(S, K, 'cards', {subject}, {number_of(w, who)}, {place})")
                w.line(f"W[0] = {work}")
        case Mark("round"):
            w.line("deal_opens(S)")
        case Mark(what, subject, who, place):
            if w.traced:
                w.line(f"mark(S, K, {what!r}, {subject}, {number_of(w, who) if who is not None else -1}, {place})")
        case Fail(_, place):
            w.line(f"fail({failure(w, st.message)}, {place})")
        case Require(Const(1), _, _):
            pass
        case Require(condition, message, place):
            nested(w, f"if not {expr_of(w, condition)}:", (Fail(message, place),))
        case _:
            write_end(w, st)


def tick(w: BlockWriter, place: int) -> None:
    """Write the count of a round of a loop that might not end."""
    steps = slot_of(w, STEPS, None)
    w.line(f"{steps} += 1")
    w.line(f"if {steps} > {STEP_LIMIT}: endless({place})")


def write_cases(w: BlockWriter, st: When) -> None:
    """Write cases.  A chain of them stays at one depth however long it is, because Python limits how deeply code may be
    nested.
    """
    nested(w, f"if {expr_of(w, st.condition)}:", st.then)
    rest = st.otherwise
    while len(rest) == 1 and isinstance(rest[0], When):
        nested(w, f"elif {expr_of(w, rest[0].condition)}:", rest[0].then)
        rest = rest[0].otherwise
    if rest:
        nested(w, "else:", rest)


def failure(w: BlockWriter, message: str) -> int:
    """The number of a message."""
    if message not in w.failures:
        w.failures.append(message)
    return w.failures.index(message)


def set_slot(w: BlockWriter, st: SetSlot) -> None:
    """Write the assignment of a value to a slot, checked against its range."""
    value = st.value
    if isinstance(value, Checked):
        name = w.temporary()
        w.line(f"{name} = {range_checked(w, value)}")
        w.line(
            f"if not {value.low} <= {name} <= {value.high}: checked({name}, {value.low}, {value.high}, {value.place})"
        )
        text = name
    elif isinstance(value, Present) and not w.traced and st.index is None:
        slot = slot_of(w, st.base, None)
        w.line(f"{slot} = {number_of(w, value.operand)}")
        w.line(f"if {slot} == -1: present(-1, {value.place})")
        return
    else:
        text = number_of(w, value)
    if w.traced and st.variable >= 0:
        slot = slot_of(w, st.base, st.index)[2:-1]
        w.line(f"assign(S, K, {slot}, {text}, {st.variable}, {st.place})")
    else:
        w.line(f"{slot_of(w, st.base, st.index)} = {text}")


def _refs(w: BlockWriter, source: ZoneRef | None, target: ZoneRef) -> str:
    guess = f"{source.zone}, {owner_source(w, source.index)}" if source is not None else "-1, 0"
    return f"{guess}, {target.zone}, {owner_source(w, target.index)}"


def move_cards(w: BlockWriter, st: MoveCards) -> None:
    """Write a move of cards to a zone; direct code is used for cards that go from a hand to a pile."""
    name = w.temporary()
    w.line(f"{name} = {number_of(w, st.cards)}")
    general = f"move(S, K, {name}, {_refs(w, st.source, st.target)}, {st.place})"
    zones = w.program.zones
    if w.traced or st.source is None or zones[st.source.zone].ordered or not owners_repeatable(st.source, st.target):
        w.line(general)
        return
    source = zone_slot(w, st.source.zone, st.source.index)
    target = zone_slot(w, st.target.zone, st.target.index)
    here = w.temporary()
    w.line(f"{here} = {source}")
    single = isinstance(st.cards, Unary) and st.cards.op == "single"
    w.line(f"if {here} & {name}{'' if single else f' == {name}'}:")
    w.depth += 1
    w.line(f"{source} = {here} ^ {name}")
    if zones[st.target.zone].ordered:
        match st.cards:
            case Unary("single", Get() | Reg() as card):
                w.line(f"{target} += ({number_of(w, card)},)")
            case _:
                w.line(f"{target} += BITS[{name}]")
    else:
        w.line(f"{target} |= {name}")
    w.depth -= 1
    w.line("else:")
    w.depth += 1
    w.line(general)
    w.depth -= 1


def move_all(w: BlockWriter, source: ZoneRef, target: ZoneRef, place: int) -> None:
    """Write a move of a whole zone to another; direct code is used if the target is a heap."""
    zones = w.program.zones
    kind = zones[source.zone]
    straight = kind.bag < 0 and source.zone != target.zone and not zones[target.zone].ordered
    if straight and not w.traced:
        at, to = reusable_owner(w, source), reusable_owner(w, target)
        w.line(f"{zone_slot(w, target.zone, to)} |= {number_of(w, ZoneCards(source.zone, at))}")
        w.line(f"{zone_slot(w, source.zone, at)} = {'()' if kind.ordered else '0'}")
        return
    w.line(f"move_all(S, K, {_refs(w, source, target)}, {place})")


def reusable_owner(w: BlockWriter, zone: ZoneRef) -> Expr | None:
    """The owner of a zone as an expression that can be used twice; a longer expression is computed here first."""
    if zone.index is None or cheap(zone.index):
        return zone.index
    w.temporaries += 1
    owner = Reg(SETTLED + w.temporaries)
    w.line(f"{number_of(w, owner)} = {number_of(w, zone.index)}")
    return owner


def show(w: BlockWriter, cards: Expr, to: Expr | None, place: int) -> None:
    """Write that cards become known to some players, or to all."""
    known, players = w.program.known, w.program.players
    match to:
        case Unary("single", who) if not w.traced:
            w.line(f"S[{known}+{number_of(w, who)}] |= {number_of(w, cards)}")
        case None if not w.traced and players <= MOST_SEATED:
            name = w.temporary()
            w.line(f"{name} = {number_of(w, cards)}")
            for player in range(players):
                w.line(f"S[{known + player}] |= {name}")
        case _:
            whom = number_of(w, to) if to is not None else -1
            w.line(f"show(S, K, {number_of(w, cards)}, {whom}, {place})")


def for_each(w: BlockWriter, st: ForEach) -> None:
    """Write a loop over a set that is fixed at its start."""
    over = domain_of(w, st.domain, st.place)
    if st.where is not None:
        over = f"tuple(r{st.reg} for r{st.reg} in {over} if {expr_of(w, st.where)})"
    w.line(f"for r{st.reg} in {over}:")
    w.depth += 1
    if st.domain.kind in ("range", "down") and not st.domain.short:
        tick(w, st.place)
    if st.until is not None:
        w.line(f"if {expr_of(w, st.until)}: break")
    write_body(w, st.body)
    w.depth -= 1


# ------------------------------------------------------------------------------------------ the last of a block


def write_end(w: BlockWriter, st: Stmt) -> None:
    match st:
        case Goto(block):
            follow(w, block)
        case Branch(condition, then, otherwise):
            w.line(f"if {expr_of(w, condition)}:")
            w.depth += 1
            follow(w, then)
            w.depth -= 1
            follow(w, otherwise)
        case Return(slot):
            w.line(f"return S[{slot}]")
        case AskPlayer(ask, actor):
            w.line(f"S[{ACTOR}] = {number_of(w, actor)}")
            w.line(f"return {~ask}")
        case End(ending):
            w.line(f"return {OVER - ending}")
        case _:
            raise AssertionError(f"unknown statement {type(st).__name__}")


def follow(w: BlockWriter, block: int) -> None:
    """Write the way to the next block: the block itself if nothing else leads to it, otherwise its number for the
    caller.

    No register keeps its value from one block to the next, so the registers of a block written here may overwrite those
    of the block around it.
    """
    body = w.program.blocks[block].body
    full = len(w.path) >= _MOST_INSIDE or w.depth >= _MOST_INDENTED
    if full or block in w.path or w.predecessors[block] != 1:
        w.line(f"return {block}")
        return
    w.path.append(block)
    write_body(w, body)
    w.path.pop()
