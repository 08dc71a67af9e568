"""Statements as sentences and lists: conditions, loops, and calls of other phases.

Statements without a list form paragraphs.  A phase that takes only one or two sentences is described where it is
called.  Any other phase gets a section of its own, and the call becomes a link to it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...checked import (
    Assign,
    CallPhase,
    Choose,
    Cond,
    Deal,
    Domain,
    Expr,
    For,
    Gather,
    If,
    Let,
    Lit,
    LocalRef,
    PlayTrick,
    Repeat,
    Shuffle,
    Stmt,
    Together,
)
from ...effects import reads
from ...settle.logic import assigned, is_same, known_after, leaves, negated, number_of, simplified_by
from .. import english as en
from ..context import Book
from ..document import (
    Item,
    Items,
    Line,
    Paragraph,
    StatementText,
    TextBlock,
    joined,
    line,
    lists_apart,
    paragraph,
    sentence,
    words,
)
from ..expressions.comparisons import measure, quantity
from ..expressions.phrases import group_words, steps_apart
from ..names import christen, local_noun
from ..sizes import draws, steady, turns_of
from .actions import action_line, packets, place_noun, times_words
from .assignments import assign_line, naming_line, plainer
from .calls import given, is_one, opened_call
from .choices import choices_saying, choose_saying, going_on, inverted, items_of
from .tricks import trick_saying

_LONGEST = 230
"""The most characters that a sentence should have."""
_DEEPEST_IN_SENTENCE = 6
"""The most conditions and loops inside each other that one sentence is tried for."""
_LONGEST_CALL = 150
_LETTERS = 2
_GO = "go through "
_IN_BRACKETS = re.compile(r"\([^()]*\)")


# ------------------------------------------------------------------------------------------------------- blocks


def blocks_of(book: Book, statements: Sequence[Stmt]) -> tuple[TextBlock, ...]:
    """Statements as paragraphs and lists."""
    found: list[TextBlock] = []
    flowing: list[Line] = []
    for saying in book.sayings(statements):
        flowing += [each for each in (saying.line, *saying.more) if each]
        if saying.blocks:
            found += [*([paragraph(flowing)] if flowing else []), *saying.blocks]
            flowing = []
    if flowing:
        found.append(paragraph(flowing))
    return lists_apart(found)


def steps_of(book: Book, statements: Sequence[Stmt]) -> Items:
    """Statements as a list, one item each."""
    return Items(items_of(book.sayings(statements)))


def sayings_of(book: Book, statements: Sequence[Stmt]) -> list[StatementText]:
    """A sentence for each statement; neighbours that belong together share one."""
    found: list[StatementText] = []
    rest = tuple(statements)
    before: Deal | None = None
    facts, book.facts = book.facts, ()
    while rest:
        st, rest = plainer(rest[0]), rest[1:]
        if isinstance(st, If):
            settled = simplified_by(st.condition, facts)
            if isinstance(settled, Lit):
                rest = (*(st.then if settled.value else st.otherwise), *rest)
                continue
        book.facts = facts if isinstance(st, CallPhase) else ()
        facts = known_after(st, facts, tuple(book.game.zones))
        match st:
            case Let() if rest and (turns := turns_of(st, rest[0])) is not None:
                found.append(_for(book, turns[0], not rest[1:], turns[1]))
                rest = rest[1:]
            case Let():
                rest, naming = _let(book, st, rest)
                found += [StatementText(naming)] if naming else []
            case Assign() if st.op == "set":
                group = [st]
                while rest and isinstance(rest[0], Assign) and _alike(st, rest[0]):
                    group.append(rest[0])
                    rest = rest[1:]
                found.append(StatementText(assign_line(book, group) or ()))
            case Gather(zone=zone) if rest and isinstance(rest[0], Shuffle) and is_same(rest[0].zone.zone, zone.zone):
                found.append(
                    StatementText(line(f"gather all the cards into {place_noun(book, zone)} and shuffle them"))
                )
                rest = rest[1:]
            case Deal() if before is not None and dealt_alike(before, st):
                cards = quantity(book, next(iter(st.amounts)), "cards")
                again = f"packets of {packets(book, st)} cards" if len(st.amounts) > 1 else cards
                found.append(StatementText(line(f"then, in the same way, deal {again.removesuffix(',')}")))
            case _:
                found.append(saying_of(book, st, not rest))
        before = st if isinstance(st, Deal) else None
    return found


def _let(book: Book, st: Let, rest: tuple[Stmt, ...]) -> tuple[tuple[Stmt, ...], Line]:
    """A name that a `let` introduces.  If the name tells nothing, it is replaced by its value; else it is explained."""
    plain = st.local.type.kind == "flag" or len(st.local.name) <= _LETTERS or _either(st.value)
    stays = not draws(st.value) and steady(st.local, reads(st.value), rest, tuple(book.game.zones))[0]
    if plain and stays and not assigned(st.local, rest):
        return book.folding.knowing({st.local: st.value}).block(rest), ()
    return rest, naming_line(book, st, rest)


def saying_of(book: Book, st: Stmt, last: bool = False) -> StatementText:
    """The sentence for one statement.  `last`: no statement follows it in its block."""
    simple = action_line(book, st)
    if simple is not None:
        return StatementText(simple)
    match st:
        case CallPhase():
            return _call(book, st)
        case PlayTrick():
            return trick_saying(book, st)
        case If():
            return _if(book, st)
        case Repeat():
            return _repeat(book, st, last)
        case For():
            return _for(book, st, last)
        case Choose():
            return choose_saying(book, st)
        case Together(choosers=choosers):
            book.secret = True
            with book.scope():
                items = steps_of(book, choosers)
            book.secret = False
            result = line("in secret, and all at the same time:")
            closing = "Nobody sees what others choose until all have chosen; then it is done, in this order."
            return StatementText(result, (items, Paragraph(line(closing))))
        case _:
            raise AssertionError(f"no sentence for {type(st).__name__}")


def brief_line(book: Book, statements: Sequence[Stmt], *, alone: bool = False) -> Line | None:
    """The statements as a part of one sentence; None if they need more.  `alone`: no condition is around them."""
    if any(_takes_a_list(st) for st in statements):
        return None
    sayings = book.sayings(statements)
    if not sayings or any(saying.blocks or saying.more for saying in sayings):
        return None
    lines = [saying.line for saying in sayings]
    if any(words(each).startswith("if ") for each in (lines[:-1] if alone and len(lines) == 1 else lines)):
        return None
    if any(_is_open(each) for each in lines[:-1]):
        return None
    if all(words(each).startswith(_GO) for each in lines):
        result = lines[0]
        for each in lines[1:]:
            result = line(result, " and then ", each[0].text.removeprefix(_GO), *each[1:])
    else:
        result = joined(lines)
    return result if len(words(result)) <= _LONGEST else None


def _is_open(of: Line, mark: str = ": ") -> bool:
    """Whether a part of a sentence has a colon, so that whatever followed it would seem to belong to it as well:
    `for each player: go through “Ask” for the player; …`."""
    return mark in _IN_BRACKETS.sub("", words(of))


def _takes_a_list(st: Stmt, depth: int = 0) -> bool:
    """Whether a statement never fits one sentence, so that no attempt is needed.

    Each attempt makes attempts for the blocks inside, so without a limit of the depth there would be 2 ** depth."""
    match st:
        case Choose() | Together() | Repeat():
            return True
        case If() | For() if depth >= _DEEPEST_IN_SENTENCE:
            return True
        case If(then=then, otherwise=otherwise):
            return any(_takes_a_list(one, depth + 1) for one in (*then, *otherwise))
        case For(body=body):
            return any(_takes_a_list(one, depth + 1) for one in body)
        case _:
            return False


# ------------------------------------------------------------------------------------------------- if and loops


def _if(book: Book, st: If) -> StatementText:
    condition = book.clause(st.condition)
    with book.scope():
        then = brief_line(book, st.then)
    otherwise: Line | None = ()
    if st.otherwise:
        with book.scope():
            otherwise = brief_line(book, st.otherwise)
    if then is not None and otherwise is not None and not (otherwise and _is_open(then, ": if ")):
        result = line(f"if {condition}, ", then)
        if otherwise:
            result = line(result, "; otherwise, ", otherwise)
        if len(words(result)) <= _LONGEST:
            return StatementText(result)
    if not st.otherwise:
        if then is not None:
            return StatementText(line(f"if {condition}: ", then))
        with book.scope():
            return StatementText(line(f"if {condition}:"), (steps_of(book, st.then),))
    return StatementText(
        (), (Items((_branch(book, f"if {condition}", st.then, then), *_otherwise(book, st.otherwise))),)
    )


def _branch(book: Book, head: str, statements: tuple[Stmt, ...], brief: Line | None) -> Item:
    """A branch as an item of a list: in one sentence, if its statements fit one (`brief`)."""
    if brief is not None:
        return Item(sentence(line(f"{head}, ", brief)))
    with book.scope():
        return Item(line(en.capital(f"{head}:")), (steps_of(book, statements),))


def _otherwise(book: Book, statements: tuple[Stmt, ...]) -> list[Item]:
    """The other branches, each as an item of the same list."""
    if len(statements) == 1 and isinstance(statements[0], If):
        inner = statements[0]
        with book.scope():
            brief = brief_line(book, inner.then)
        branch = _branch(book, f"otherwise, if {book.clause(inner.condition)}", inner.then, brief)
        return [branch, *(_otherwise(book, inner.otherwise) if inner.otherwise else [])]
    with book.scope():
        brief = brief_line(book, statements)
    return [_branch(book, "otherwise", statements, brief)]


def _looping(book: Book, body: tuple[Stmt, ...], stop: str) -> tuple[TextBlock, ...]:
    """A repeated action, as a list."""
    book.stops = (*book.stops, stop)
    with book.scope():
        items = steps_of(book, body)
    book.stops = book.stops[:-1]
    return (items,)


def _repeat(book: Book, st: Repeat, last: bool) -> StatementText:
    times = number_of(st.times)
    until = f"until {book.clause(st.until)}" if st.until is not None else ""
    if st.times is None:
        head = f"repeat this {until}:" if until else "repeat this:"
    elif times is not None:
        head = en.times(times)
    else:
        head = times_words(book, st.times)
    if st.times is not None:
        head = f"{head}:" if not until else f"at most {head}, {until}:"
    only = st.body[0] if len(st.body) == 1 else None
    if isinstance(only, Choose) and st.times is None and st.until is None:
        book.stops = (*book.stops, "this ends it")
        player = book.noun(only.player)
        again = ", and again until one of them ends it"
        result = choices_saying(book, only, line(f"{player} {player.verb('choose')}"), again)
        book.stops = book.stops[:-1]
        return result
    blocks = _looping(book, st.body, "stop repeating this")
    if st.otherwise:
        with book.scope():
            brief = brief_line(book, st.otherwise)
            opposite = book.clause(negated(st.until)) if st.until is not None else "that is done"
            if brief is not None:
                blocks = (*blocks, Paragraph(sentence(line(f"if after that {opposite}, ", brief))))
            else:
                after = Paragraph(line(f"If after that {opposite}:"))
                blocks = (*blocks, after, steps_of(book, st.otherwise))
    return StatementText(line(head), blocks)


def _for(book: Book, st: For, last: bool, times: Expr | None = None) -> StatementText:
    with book.scope():
        who, where, until = _turns(book, st, times)
        christen(book, st.local, st.domain, each=True)
        stop = "the turns are over" if st.local.type.kind == "player" else "leave it at that"
        only = st.body[0] if len(st.body) == 1 else None
        own = isinstance(only, Choose) and isinstance(only.player, LocalRef) and only.player.local is st.local
        if isinstance(only, Choose) and own and times is None:
            book.stops = (*book.stops, stop)
            result = choices_saying(book, only, line(f"{inverted(who)}{where} chooses"), until)
            book.stops = book.stops[:-1]
            return result
        book.stops = (*book.stops, stop)
        with book.scope():
            brief = brief_line(book, st.body, alone=True)
        book.stops = book.stops[:-1]
        if brief is not None and not leaves(st.body) and not until:
            noun = local_noun(book, st.local).text
            short = _with_subject(brief, noun, who + where) if is_one(book, st.body) else None
            return StatementText(short or line(f"for {who}{where}: ", brief))
        return going_on(line(f"for {who}{where}"), until, _looping(book, st.body, stop))


def _turns(book: Book, st: For, times: Expr | None = None) -> tuple[str, str, str]:
    """The turns of a loop in three parts: "each player in turn, starting with …", "who …", "until …"."""
    one, of = group_words(book, st.domain) if st.domain is not None else ("player", "")
    start = st.start if st.start is not None else st.domain.start if st.domain is not None else None
    where = f" {book.relative(st.local, st.where, one)}" if st.where is not None else ""
    begin = f", starting with {book.text(start)}" if start is not None else ""
    match st.domain:
        case None if times is not None:
            count = number_of(times)
            most = "at most " if st.until is not None else ""
            turns = f"as many turns as {measure(book, times)}" if count is None else en.count(count, "turns")
            who = f"{most}{turns}{begin} and going round the table"
        case None:
            who = f"each player in turn{begin} and going round the table"
        case Domain(kind="range" | "down"):
            with book.scope():
                noun = christen(book, st.local, st.domain, each=True).text
            noun = noun.removeprefix("the ").removeprefix("that ")
            low, high = (book.text(arg) for arg in st.domain.args)
            which = "down" if st.domain.kind == "down" else "up"
            first, final = (number_of(arg) for arg in st.domain.args)
            if first == 1 and final is not None and which == "up" and st.domain.step == 1:
                who = f"each of {en.number(final)} rounds ({en.the(noun)} says which one it is)"
            else:
                who = f"each {noun} from {low} {which} to {high}{steps_apart(st.domain)} in turn"
        case Domain(kind="list", args=args):
            with book.scope():
                noun = christen(book, st.local, st.domain, each=True).text
            these = f"{en.listed([book.text(arg) for arg in args])} in turn"
            who = f"“{en.the(noun)}” being {these}"
        case _:
            turn = f"{',' if where else ''} in turn" if start is not None else ""
            who = f"each {one}{of}{where}{turn}{begin}"
            where = ""
    with book.scope():
        christen(book, st.local, st.domain, each=True)
        until = f", until {book.clause(st.until)}" if st.until is not None else ""
    return who, f",{where}," if where and begin else where, until


# -------------------------------------------------------------------------------------------------------- calls


def _call(book: Book, st: CallPhase) -> StatementText:
    """A call of another phase: written out here if it is short, else as its name."""
    wanted, mentioned = list(book.wanted), dict(book.mentioned)
    inner = opened_call(book, st)
    if inner is not None:
        book.depth += 1
        with book.scope():
            brief = brief_line(book, inner) if inner else line("nothing happens")
        book.depth -= 1
        if brief is None and len(inner) == 1:
            only = saying_of(book, inner[0])
            brief = only.line if not only.blocks and not only.more else None
        if brief is not None and len(words(brief)) <= _LONGEST_CALL:
            return StatementText(brief)
        book.wanted[:], book.mentioned = wanted, mentioned  # the attempt failed: its names need no explanation
    return StatementText(line(_GO, book.link(st.phase), given(book, st)))


def _with_subject(brief: Line, noun: str, each: str) -> Line | None:
    """`each other player gains a point` instead of "for each other player: that player gains a point"."""
    first, rest = brief[0], words(brief).removeprefix(f"{noun} ")
    if (
        first.style
        or "," in each
        or not first.text.startswith(f"{noun} ")
        or noun in rest
        or any(mark in rest for mark in (", ", "; "))
        or " not " in rest
    ):
        return None
    return line(each, first.text.removeprefix(noun), *brief[1:])


def dealt_alike(one: Deal, other: Deal) -> bool:
    """Whether two deals deal the same cards to the same players, in packets of different sizes."""
    several = (len(one.amounts) > 1) == (len(other.amounts) > 1) and not one.at_most and not other.at_most
    return several and is_same((one.pile, one.target, one.start), (other.pile, other.target, other.start))


def _either(e: Expr) -> bool:
    """`1 if C otherwise 0`: its value is shorter than its name."""
    return isinstance(e, Cond) and isinstance(e.then, Lit) and isinstance(e.otherwise, Lit)


def _alike(one: Assign, other: Assign) -> bool:
    return one.op == other.op == "set" and is_same(one.value, other.value) and one.span == other.span
