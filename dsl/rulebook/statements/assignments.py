"""Names and variables as sentences: the meaning of a name, the first value of a variable, and its changes.

Each function returns a line without a capital letter and a full stop.  So the line can stand alone or after an "if".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from ...checked import (
    Assign,
    CallDefine,
    CallPhase,
    Cond,
    Expr,
    If,
    Let,
    Lit,
    LocalRef,
    LocalSymbol,
    Op,
    Stmt,
    VariableRef,
    VariableSymbol,
)
from ...effects import mentions, reads
from ...settle.logic import assigned, is_same, negated, number_of
from ...types import NONE, NUMBER
from .. import english as en
from ..context import Book
from ..document import Line, is_long, joined, line, sentence, words
from ..english import Noun
from ..expressions.arithmetic import inlined, lift_condition, summed
from ..expressions.comparisons import quantity
from ..names import (
    christen,
    described_as,
    flag_clause,
    gloss,
    local_noun,
    name_words,
    thing_words,
    variable_noun,
)


def naming_line(book: Book, st: Let, rest: tuple[Stmt, ...]) -> Line:
    """`let leader be …`: a sentence that explains the name from here on."""
    value = book.noun(st.value)
    flag = st.local.type.kind == "flag"
    said = book.clause(st.value) if flag else ""
    noun = christen(book, st.local)
    if flag and isinstance(st.value, Lit):
        return line(f"to begin with, “{en.spaced(st.local.name)}” is {'yes' if st.value.value else 'no'}")
    if flag:
        return line(f"note whether {said} (“{en.spaced(st.local.name)}”)")
    verb = "are" if st.local.type.kind == "set" and value.plural else noun.be
    first, said = "at first " if assigned(st.local, rest) else "", gloss(st.local)
    return line(f"{first}{noun}{f' ({said})' if said else ''} {verb} {value}")


def new_variables(book: Book, variables: Sequence[VariableSymbol], body: tuple[Stmt, ...] = ()) -> Line:
    """The first values of variables: `at the start the count is 0 and no player is out`.

    A variable is left out if `body`, which follows, sets it before anything reads it."""
    changing = [variable for variable in variables if variable not in book.folding.fixed]
    known = [v for v in changing if not means_nothing_at_first(v) and not _set_at_once(v, body) and not _denies(v)]
    said = [_new(book, variable) for variable in known]
    if not said:
        return ()
    whole = line(f"at the start {en.listed(said)}")
    if not is_long(whole):
        return whole
    half = (len(said) + 1) // 2
    return line(sentence(line(f"at the start {en.listed(said[:half])}")), " ", sentence(line(en.listed(said[half:]))))


def _new(book: Book, symbol: VariableSymbol) -> str:
    book.mention(symbol)
    words, type = thing_words(symbol), symbol.type
    owner = symbol.owner
    if type.optional:
        return f"no {owner} has {en.a(words)}" if owner is not None else f"there is no {words}"
    if type.kind == "set":
        return f"no {owner} has any {words}" if owner is not None else f"there are no {words}"
    if type.kind == "flag":
        return flag_clause(
            book, symbol, Noun(f"no {owner}") if owner is not None else None, owner or "", owner is not None
        )
    start = max(type.low, min(0, type.high))
    if type.kind == "number" and start == 0 and owner is not None and en.is_plural(words):
        return f"each {owner} has no {words}"
    noun = variable_noun(book, symbol, Noun(f"each {owner}") if owner is not None else None)
    if type.kind == "number":
        return f"{noun} {noun.be} {start}"
    return f"{noun} {noun.be} {book.text(Lit(0, type=type))}"


def _set_at_once(symbol: VariableSymbol, body: tuple[Stmt, ...]) -> bool:
    """Whether the statements set a variable before anything reads it."""
    for st in body:
        match st:
            case Assign(op="set", target=target, value=value) if target is symbol and (st.owner is None or st.each):
                return symbol not in reads(value)
            case _ if symbol in mentions(st):
                return False
            case _:
                pass
    return False


def _denies(symbol: VariableSymbol) -> bool:
    """Whether the description of a yes-or-no variable is a denial.

    Its opposite at the start would say that something was done."""
    return symbol.type.kind == "flag" and " not " in (symbol.description or "")


def means_nothing_at_first(symbol: VariableSymbol) -> bool:
    """Whether the first value of a variable has no meaning, e.g. a player or a card that was not chosen yet."""
    return symbol.type.kind in ("player", "team", "card", "suit", "rank", "word") and not symbol.type.optional


def assign_line(book: Book, group: Sequence[Assign]) -> Line | None:
    """The line for one `set`, or for several that set different targets to the same value.

    None if a line cannot say it."""
    st = group[0]
    if st.op != "set":
        return line(_change(book, st))
    kind = st.value.type.kind
    if isinstance(st.value, Lit) and st.value.value == NONE and kind != "number":
        return line(_to_none(book, group))
    targets = [_target(book, one) for one in group]
    noun = Noun(en.listed([t.text for t in targets]), len(targets) > 1 or targets[0].plural)
    match st.target.type.kind:
        case "player" | "team" | "suit" | "rank" | "card":
            return line(f"{(value := _several(book, st.value))} {value.verb('become')} {noun}")
        case "flag":
            return line(en.at_once([_flag(book, one) for one in group]))
        case "number":
            return line(f"set {noun} to {book.text(st.value)}")
        case "set" if (more := _element(st, "union")) is not None:
            return line(f"{(who := _several(book, more))} {who.verb('join')} {noun}")
        case "set" if (less := _element(st, "except")) is not None:
            return line(f"{(who := _several(book, less))} {who.be} no longer among {noun}")
        case "set" if isinstance(st.value, Lit):
            return line(_to_none(book, group))
        case _:
            return line(f"{noun} {noun.be} now {book.text(st.value)}")


def _several(book: Book, e: Expr) -> Noun:
    """A value as a subject.  The name of a suit is a plural: `hearts become trump`."""
    noun = book.noun(e)
    return replace(noun, plural=True) if e.type.kind == "suit" and isinstance(e, Lit) else noun


def _element(st: Assign, op: Literal["union", "except"]) -> Expr | None:
    """The element that an assignment adds to a set (`set folded to folded + p`, `union`) or removes from it (`set
    inside to inside except p`, `except`).  None for any other assignment.
    """
    match st.value:
        case Op(op=used, args=(VariableRef(variable=known, owner=owner), more)) if used == op and known is st.target:
            one = more.args[0] if isinstance(more, Op) and more.op == "single" else more
            return one if _of_the_same(owner, st.owner) else None
        case Op(op=used, args=(LocalRef(local=known), more)) if used == op and known is st.target:
            return more.args[0] if isinstance(more, Op) and more.op == "single" else more
        case _:
            return None


def _of_the_same(one: Expr | None, other: Expr | None) -> bool:
    return one is None if other is None else one is not None and is_same(one, other)


def _target(book: Book, st: Assign) -> Noun:
    """The target of a `set`: `the dealer`, `each team's tricks`."""
    if isinstance(st.target, LocalSymbol):
        return local_noun(book, st.target)
    return variable_noun(book, st.target, _whose(book, st))


def _whose(book: Book, st: Assign) -> Noun | None:
    if st.each and isinstance(st.target, VariableSymbol):
        return Noun(f"each {st.target.owner}")
    return book.owner(st.owner)


def _to_none(book: Book, group: Sequence[Assign]) -> str:
    """Nobody and nothing is left: `there is now no maker`, `there are now no folded players`."""
    many = group[0].target.type.kind == "set"
    plain = [st for st in group if _whose(book, st) is None]
    said: list[str] = []
    if plain:
        names = [_target(book, st).text.removeprefix("the ") for st in plain]
        said.append(f"there {'are' if many else 'is'} now no {en.listed(names, 'or')}")
    for st in group:
        who = _whose(book, st)
        if who is not None:
            words = thing_words(st.target) if isinstance(st.target, VariableSymbol) else en.spaced(st.target.name)
            if st.each:
                said.append(f"no {who.text.removeprefix('each ')} has {f'any {words}' if many else en.a(words)}")
            else:
                said.append(f"{who} now {who.have} no {words}")
    return "; ".join(said)


def _flag(book: Book, st: Assign) -> str:
    who = _whose(book, st)
    described = described_as(book, st.target, who is not None) is not None
    person = (st.target.owner or "") if isinstance(st.target, VariableSymbol) else ""
    if isinstance(st.value, Lit):
        holds = bool(st.value.value)
        if st.each and who is not None and not holds:
            return f"{flag_clause(book, st.target, Noun(who.text.replace('each ', 'no ', 1)), person, True)} any more"
        said, owner = flag_clause(book, st.target, who, person, holds), who.text if who is not None else ""
        if holds and described:
            return en.become_true(said, owner)
        if not holds and (described or (who is not None and not said.startswith(f"{who} {who.be} "))):
            return en.become_false(flag_clause(book, st.target, who, person, True), said, owner)
        if who is not None and not said.startswith(f"{who} {who.be} "):
            return f"note that {said}"
        return f"{said} from now on"
    said = flag_clause(book, st.target, who, person, True)
    if _turned(st):
        opposite = flag_clause(book, st.target, who, person, False)
        return f"if {said}, from now on {opposite}; if not, from now on {said}"
    if described:
        return f"{said} if {book.clause(st.value)}, and not otherwise"
    return f"{said} from now on if {book.clause(st.value)}, and not otherwise"


def _turned(st: Assign) -> bool:
    """Whether a yes-or-no variable changes to its opposite: `set turned to not turned`."""
    match st.value:
        case Op(op="not", args=(VariableRef(variable=variable, owner=owner),)):
            same_one = owner is None if st.owner is None else owner is not None and is_same(owner, st.owner)
            return variable is st.target and same_one
        case _:
            return False


def _change(book: Book, st: Assign) -> str:
    """`add 2 to makers.points`: the makers gain 2 points."""
    words = name_words(st.target)
    who = _whose(book, st)
    if who is None and en.is_plural(words) and number_of(st.value) == 1:
        _target(book, st)
        return f"count one {'more ' if st.op == 'add' else 'less '}{en.singular(words)}".replace("less", "fewer")
    if who is None or not en.is_plural(words) or book.contrary:
        verb, to = ("add", "to") if st.op == "add" else ("take", "from")
        if isinstance(st.value, Cond):
            return f"{verb} {to} {_target(book, st)} {book.text(st.value)}"
        return f"{verb} {book.text(st.value)} {to} {_target(book, st)}"
    if isinstance(st.target, VariableSymbol):
        book.mention(st.target)
    gains = f"{who} {who.verb('gain' if st.op == 'add' else 'lose')}"
    said = f"{gains} {_so_many(book, st.value, words, st.owner)}"
    if is_long(line(said)) and len(parts := summed(book, st.value)) > 1:
        return f"{gains} the sum of these in {words}: {'; '.join(parts)}"
    return said


def _so_many(book: Book, value: Expr, words: str, owner: Expr | None) -> str:
    known = number_of(value)
    if known is not None:
        return en.amount(known, words)
    if isinstance(value, CallDefine) and isinstance(body := inlined(book, value), Cond):
        value = body
    value = lift_condition(book, value)
    if isinstance(value, Cond):
        first = _so_many(book, value.then, words, owner)
        if number_of(value.otherwise) == 0:
            return f"{first} if {book.clause(value.condition)}"
        return f"{first} if {book.clause(value.condition)}, otherwise {_so_many(book, value.otherwise, words, owner)}"
    if isinstance(value, VariableRef) and value.owner is not None and owner is not None and is_same(value.owner, owner):
        who = book.noun(owner)
        name = thing_words(value.variable)
        if not en.is_plural(name):
            person = value.variable.owner == "player"
            return f"as many {words} as {'their' if who.plural or person else 'its'} {name}"
        both = who.plural or value.variable.owner == "player"
        return f"as many {words} as {'they have' if both else 'it has'} {name}"
    if (each := _for_each(book, value, owner)) is not None:
        return f"{en.amount(each[0], words)} for each of {each[1]}"
    return quantity(book, value, words)


def _for_each(book: Book, value: Expr, owner: Expr | None) -> tuple[int, str] | None:
    """`25 * p.boxes` for the owner p: 25 for each of their boxes.  None for any other value."""
    match value:
        case Op(op="*", args=(one, other)):
            factor, counted = (number_of(one), other) if number_of(one) is not None else (number_of(other), one)
        case _:
            return None
    if factor is None or not isinstance(counted, VariableRef) or counted.owner is None or owner is None:
        return None
    name = thing_words(counted.variable)
    if not is_same(counted.owner, owner) or not en.is_plural(name):
        return None
    book.mention(counted.variable)
    return factor, f"{'their' if book.noun(owner).plural or counted.variable.owner == 'player' else 'its'} {name}"


def effect_words(book: Book, st: Stmt) -> str:
    """The effect of a statement, with its author's text about the amount: `the team gains 4 points (for honours)`."""
    sayings = book.sayings(book.folding.block((st,)))
    said = words(joined([saying.line for saying in sayings if not saying.blocks]))
    if (begins := re.fullmatch(r"set (.+?) to (.+)", said)) is not None:
        said = f"{begins[1]} {'are' if en.is_plural(begins[1]) else 'is'} set to {begins[2]}"
    about = gloss(st.value.variable) if isinstance(st, Assign) and isinstance(st.value, VariableRef) else ""
    return f"{said} ({about})" if said and about else said


# ---------------------------------------------------------------------------------------- simpler statements


def _called_by_cases(st: CallPhase, args: tuple[Expr, ...]) -> Stmt:
    """A call whose argument depends on a condition, as one call for each case."""
    for at, arg in enumerate(args):
        if isinstance(arg, Cond):
            kept = [
                plainer(replace(st, args=(*args[:at], value, *args[at + 1 :]))) for value in (arg.then, arg.otherwise)
            ]
            return If(arg.condition, (kept[0],), (kept[1],), span=st.span)
    return st


def plainer(st: Stmt) -> Stmt:
    """A simpler statement with the same meaning, which is easier to describe: `set x to x + 1` becomes `add 1 to x`,
    and `set x to a if c otherwise b` becomes an `if`."""
    match st:
        case CallPhase(args=args):
            return _called_by_cases(st, args)
        case Assign(op="add" | "subtract", value=Cond(condition=condition, then=then, otherwise=otherwise)):
            if 0 in (number_of(then), number_of(otherwise)):
                kept = [
                    () if number_of(value) == 0 else (plainer(replace(st, value=value)),) for value in (then, otherwise)
                ]
                if kept[0]:
                    return If(condition, kept[0], kept[1], span=st.span)
                return If(negated(condition), kept[1], (), span=st.span)
            return st
        case Assign(op="set"):
            pass
        case _:
            return st
    match st.value:
        case Cond(condition=condition, then=then, otherwise=otherwise) if st.target.type.kind != "flag":
            kept = [plainer(replace(st, value=value)) for value in (then, otherwise)]
            return If(condition, (kept[0],), (kept[1],), span=st.span)
        case Op(op="+" | "-", args=(VariableRef(variable=variable, owner=owner), amount)):
            if variable is st.target and is_same(owner, st.owner) and amount.type.kind == NUMBER.kind:
                return replace(st, op="add" if st.value.op == "+" else "subtract", value=amount)
            return st
        case _:
            return st
