"""Simple statements as sentences: dealing, moving, showing, and the end of a game.

Each function returns a line without a capital letter and a full stop.  So the line can stand alone or after an "if".
"""

from __future__ import annotations

from ...checked import (
    Again,
    Assign,
    CallPhase,
    Choose,
    Cond,
    Cut,
    Deal,
    DefineSymbol,
    Expr,
    For,
    Gather,
    If,
    Let,
    LocalRef,
    Move,
    Nothing,
    Op,
    Over,
    PlayTrick,
    Repeat,
    Show,
    Shuffle,
    Stmt,
    Stop,
    Symbol,
    Together,
    TurnedRound,
    ZonePlace,
    ZoneRef,
)
from ...settle.logic import is_same, number_of
from .. import english as en
from ..context import Book
from ..document import Line, line
from ..english import Noun
from ..expressions.comparisons import measure, quantity
from ..names import (
    gloss,
    name_words,
    zone_noun,
    zone_words,
)
from .assignments import assign_line

_INTO = {"face up": " face up", "face down": " face down", "private": ""}


def action_line(book: Book, st: Stmt) -> Line | None:
    """A simple statement as one line; None for one that needs a list."""
    match st:
        case Assign():
            return assign_line(book, [st])
        case Gather(zone=zone, as_they_lie=True):
            return line(f"gather all the cards into {place_noun(book, zone)} in the order in which they lie")
        case Gather(zone=zone):
            return line(f"gather all the cards into {place_noun(book, zone)}")
        case Cut(zone=zone):
            return line(f"cut {place_noun(book, zone)}")
        case Shuffle(zone=zone):
            return line(f"shuffle {place_noun(book, zone)}")
        case Deal():
            return line(_deal(book, st))
        case Move(what=what, target=target, end=end):
            return line(f"put {_moved(book, what)}{_laid(book, target, end)}")
        case Show(what=what, to=to):
            return line(_shown(book, what, to))
        case Nothing():
            return line("nothing happens")
        case TurnedRound():
            return line("from now on play goes the other way round")
        case Stop():
            return line(book.stops[-1] if book.stops else "this ends here")
        case Again(phase=phase):
            return line("drop everything that is under way and start again with ", book.link(phase))
        case Over():
            return line(f"the game is over: {winner_words(book, st)}")
        case Let() | If() | Repeat() | For() | Choose() | Together() | PlayTrick() | CallPhase():
            return None


def _shown(book: Book, what: Expr, to: Expr | None) -> str:
    if to is None:
        return f"show {book.text(what)} to everybody"
    who = book.noun(to)
    return f"{who} may look at {book.text(what)}"


# ----------------------------------------------------------------------------------------------------- cards


def place_noun(book: Book, place: ZonePlace) -> Noun:
    """The place that receives cards."""
    if place.each:
        return zone_noun(book, place.zone, Noun(f"each {place.zone.owner}"), place.place)
    return zone_noun(book, place.zone, book.owner(place.owner), place.place)


def _moved(book: Book, what: Expr) -> str:
    match what:
        case ZoneRef(zone=zone, place=None) if zone_words(zone.name)[1]:
            return f"all {book.text(what)}"
        case ZoneRef(place=place) if place is not None:
            return f"what lies at {book.text(what)}"
        case ZoneRef(owner=None):
            noun = book.noun(what)
            return noun.text if en.means_its_cards(what.zone.name) else f"all the cards of {noun}"
        case _:
            return book.text(what)


def _laid(book: Book, place: ZonePlace, end: str = "top") -> str:
    """The words for a place that receives cards: ` face down with the won cards of the winner's team`, ` face down at
    the bottom of the stock`."""
    noun, (_, many) = place_noun(book, place), zone_words(place.zone.name)
    how = _INTO[place.zone.visibility]
    if place.place is not None and end == "top":
        return f"{how} at {noun}"
    if end != "top":
        return f"{how} {'at the bottom' if end == 'bottom' else 'somewhere in the middle'} of {noun}"
    if many:
        return f"{how} with {noun}"
    if en.on_it(zone_words(place.zone.name)[0]):
        return f"{how} on {noun}"
    return f"{how} {'on top of' if place.zone.ordered and place.zone.owner is None else 'into'} {noun}"


def _deal(book: Book, st: Deal) -> str:
    pile = place_noun(book, st.pile)
    if st.target.each:
        to = f"each {st.target.zone.owner}"
        if not en.is_hand(st.target.zone.name):
            to = place_noun(book, st.target).text
    else:
        hand = en.is_hand(st.target.zone.name) and st.target.owner is not None
        to = book.text(st.target.owner) if hand and st.target.owner is not None else place_noun(book, st.target).text
    start = f", starting with {book.text(st.start)}" if st.start is not None else ""
    known = [number_of(amount) for amount in st.amounts]
    if len(st.amounts) > 1:
        those = "the players" if st.target.each and en.is_hand(st.target.zone.name) else to
        return f"deal packets of {packets(book, st)} cards from {pile} to {those} in turn{start}"
    amount = next(iter(st.amounts))
    match amount:
        case Op(op="size", args=(LocalRef() as group,)) if not st.at_most:
            return f"for each of {book.text(group)}, deal one card from {pile} to {to}{start}"
        case _:
            pass
    match amount:
        case Op(op="-", args=(full, Op(op="size", args=(ZoneRef(zone=zone, owner=owner, place=None),)))) if (
            owner is not None
            and zone is st.target.zone
            and st.target.owner is not None
            and is_same(owner, st.target.owner)
        ):
            so_many = quantity(book, full, "cards")
            where = " in hand" if en.is_hand(zone.name) else f" in {place_noun(book, st.target)}"
            tail = ", or the cards are used up" if st.at_most else ""
            return f"deal cards from {pile} to {to}{start} until {to} has {so_many}{where}{tail}"
        case _:
            pass
    many = quantity(book, amount, "cards")
    if isinstance(amount, Cond):
        some, others = number_of(amount.then), number_of(amount.otherwise)
        if some is not None and others is not None:
            many = f"{en.count(some, 'cards')} if {book.clause(amount.condition)}, otherwise {en.number(others)},"
    tail = ""
    if st.at_most:
        many = many if known[0] == 1 or many.startswith("as many") else f"up to {many}"
        tail = ", if there is one" if known[0] == 1 else ", as far as they go"
    return f"deal {many} from {pile} to {to}{start}{tail}"


def packets(book: Book, st: Deal) -> str:
    """The numbers of cards in the packets of a deal: `2, 3, 2 and 2`."""
    known = [number_of(amount) for amount in st.amounts]
    return en.listed([str(k) if k is not None else book.text(a) for k, a in zip(known, st.amounts, strict=True)])


def times_words(book: Book, times: Expr) -> str:
    """How often something is done: `six times if …, otherwise three times`, `as many times as …`."""
    if isinstance(times, Cond) and (some := number_of(times.then)) and (others := number_of(times.otherwise)):
        return f"{en.times(some)} if {book.clause(times.condition)}, otherwise {en.times(others)}"
    return f"as many times as {measure(book, times)}"


# ------------------------------------------------------------------------------------------------------- the end


def winner_words(book: Book, st: Over) -> str:
    """The words for the winner."""
    if not st.criteria:
        return f"the {st.owner} with … wins"
    (highest, symbol), *others = st.criteria
    words = f"the {st.owner} with {_criterion(book, highest, symbol)} wins"
    if others and (first := _first_of_all(book, st.owner, highest, symbol)) is not None:
        (highest, symbol), *others = others
        words = f"{first} wins. If there is none, or more than one, "
        words += f"the {st.owner} with {_criterion(book, highest, symbol)} wins"
    for highest, symbol in others:
        words += f". If several {en.plural(st.owner)} are {'still ' if (highest, symbol) != others[0] else ''}level, "
        words += _tiebreak(book, st.owner, highest, symbol)
    tie = "nobody wins: it is a draw" if st.tie == "draw" else "they share the win"
    return f"{words}. If several {en.plural(st.owner)} are {'still ' if others else ''}level, {tie}"


def _criterion(book: Book, highest: bool, symbol: Symbol) -> str:
    book.mention(symbol)
    words = name_words(symbol)
    if en.is_plural(words):
        return f"the {'most' if highest else 'fewest'} {words}"
    return f"the {'highest' if highest else 'lowest'} {words}"


def _first_of_all(book: Book, owner: str, highest: bool, symbol: Symbol) -> str | None:
    """The words for a winner decided by a define that is 1 if a condition holds and else 0: `a team that has the points
    that win`.  None for any other criterion."""
    if not isinstance(symbol, DefineSymbol) or len(symbol.params) != 1 or not highest:
        return None
    param = symbol.params[0]
    match book.folding.body(symbol, (LocalRef(param, type=param.type),)):
        case Cond(condition=condition, then=then, otherwise=otherwise):
            if number_of(then) != 1 or number_of(otherwise) != 0:
                return None
            return f"{en.a(owner)} {book.relative(param, condition, owner)}"
        case _:
            return None


def _tiebreak(book: Book, owner: str, highest: bool, symbol: Symbol) -> str:
    """`the one of them with the lowest “last hit” wins (the deal in which …)`"""
    words, about = _criterion(book, highest, symbol), gloss(symbol)
    if en.is_plural(name_words(symbol)) or not about:
        return f"the one of them with {words} wins"
    best, _, name = words.removeprefix("the ").partition(" ")
    return f"the one of them with the {best} “{name}” wins ({about})"
