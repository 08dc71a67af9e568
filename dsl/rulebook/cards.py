"""Cards in words: the deck, the ranking, values of cards, combinations, and the zones."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from ..checked import CardForm, Expr, Lit, Op, PlayTrick, RankRow, ShapeSymbol, ValuesEntry, ValuesSymbol, ZoneSymbol
from ..resolve.context import STANDARD_SUITS
from ..settle.logic import is_no, is_yes, number_of
from ..traversal import all_expressions, everything, inside
from ..types import Type
from . import english as en
from .context import Book, with_players
from .copies import JOKER, most_of_each, some_alike
from .document import Grid, Item, Items, Line, Paragraph, TextBlock, TextRun, line, paragraph, sentence
from .expressions.comparisons import measure, quantity
from .names import gloss, kind_noun, zone_words

_OF_TRICKS = ("standing", "winner so far", "winning card so far", "follows")
_STANDARD = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_SEEN = {
    "face down": "face down, seen by nobody",
    "face up": "face up, seen by everybody",
    "private": "seen by {owner} only",
}


# --------------------------------------------------------------------------------------------------------- deck


def players_line(book: Book) -> Line:
    """The number of players, and who plays with whom."""
    low, high, default = book.game.players
    open_ = book.folding.players is None and low != high
    if open_:
        span = f"{en.number(low)} to {en.number(high)}"
        if len(book.game.counts) <= max(2, high - low):
            span = en.listed([en.number(k) for k in book.game.counts], "or")
        text = f"{span} play"
        usual = f" ({en.number(default)} if nothing else is agreed)"
    else:
        text, usual = f"{en.number(book.folding.players or low)} play", ""
    if not book.game.partners:
        return line(f"{text}{usual}, each for themselves")
    here = [k for k in book.game.paired if book.folding.players in (None, k)]
    if not here:
        return line(f"{text}{usual}, each for themselves")
    if len(here) < len(book.game.counts) and book.folding.players is None:
        some = en.listed([en.number(k) for k in here], "or")
        return line(f"{text}{usual}; {some} play in partnerships, and partners sit opposite each other")
    pairs = "" if open_ or (book.folding.players or low) != 4 else ", two against two"
    return line(f"{text}{usual} in partnerships{pairs}; partners sit opposite each other")


def deck_lines(book: Book) -> list[Line]:
    """The cards of the deck."""
    rule = book.game.deck
    if rule.rows:
        return _deck_by_rows(book)
    copies, jokers = book.folding.maybe(rule.copies), book.folding.maybe(rule.jokers)
    many, extra = number_of(copies) if copies is not None else 1, number_of(jokers) if jokers is not None else 0
    faces = len(rule.ranks) * len(rule.suits)
    ranks, suits = _ranks(book), en.listed([book.suit(s) for s in range(len(book.game.suits))])
    whole = tuple(book.game.ranks) == _STANDARD and book.game.suits == STANDARD_SUITS
    total = f"{faces} different cards" if many is None else f"{faces * many + (extra or 0)} cards"
    each = "" if many == 1 else f", {en.times(many)} each" if many is not None else ""
    if whole and many == 1:
        found = line(f"the deck is a standard pack of {faces} cards")
        if extra:
            found = line(found, f" with {en.count(extra, 'jokers')}, {faces + extra} in all")
    elif whole and many is not None:
        also = f" with {en.count(extra, 'jokers')}" if extra else ""
        found = line(f"the deck is {en.number(many)} standard packs{also} shuffled together, {total}")
    else:
        # A comma keeps "twice each" apart: there are not twice as many jokers.
        also = f"{', ' if each else ' '}and {en.count(extra, 'jokers')}" if extra and many is not None else ""
        found = line(f"the deck has {total}: {ranks} of {suits}{each}{also}")
    lines = [found]
    if many is None and copies is not None:
        lines.append(line(f"every card is there {_so_often(book, copies)}"))
    if jokers is not None and extra != 0 and (many is None or extra is None):
        lines.append(line(_jokers_besides(book, jokers)))
    return lines


def _jokers_besides(book: Book, jokers: Expr) -> str:
    """The jokers, where the number of cards before them does not contain them.  Packs do not multiply them."""
    known = number_of(jokers)
    if known is not None:
        return f"there {'is' if known == 1 else 'are'} {en.count(known, 'jokers')} besides, however many play"
    said = _by_players(book, jokers, lambda value: en.count(value, "jokers"))
    if said is not None:
        return f"there {'is' if said.startswith('one ') else 'are'} also {said}"
    return f"there are {quantity(book, jokers, 'jokers')} besides"


def _deck_by_rows(book: Book) -> list[Line]:
    """A deck that is given row by row: the cards that each row adds."""
    lines: list[str] = []
    for row in book.game.deck.rows:
        holds = book.folding.maybe(row.condition)
        if is_no(holds):
            continue
        ranks = list(dict.fromkeys(book.rank(rank) for rank, _ in row.faces))
        suits = list(dict.fromkeys(book.suit(suit) for _, suit in row.faces))
        numbers = 0
        while numbers < len(ranks) and ranks[numbers].isdecimal():
            numbers += 1
        values = [int(rank) for rank in ranks[:numbers]]
        first = en.listed(ranks)
        if numbers > 3 and values == [*range(values[0], values[0] + numbers)]:
            first = en.listed([f"{ranks[0]} to {ranks[numbers - 1]}", *ranks[numbers:]])
        copies = book.folding.maybe(row.copies)
        many = number_of(copies) if copies is not None else 1
        often = "" if many == 1 or copies is None else f", {en.times(many) if many else _so_often(book, copies)} each"
        when = f" (if {book.clause(holds)})" if holds is not None and not is_yes(holds) else ""
        said = book.face(*row.faces[0]) if len(row.faces) == 1 else f"{first} of {en.listed(suits)}"
        lines.append(f"{said}{often}{when}")
    return [line(f"the deck has {'; '.join(lines)}")]


def _so_often(book: Book, copies: Expr) -> str:
    """The number of copies; one for each number of players, if it depends only on that."""
    return _by_players(book, copies, en.times) or f"as many times as {measure(book, copies)}"


def _by_players(book: Book, number: Expr, say: Callable[[int], str]) -> str | None:
    """A number for each number of players: `once if two play, and twice if three play`.  None if more decides."""
    groups: dict[int, list[str]] = {}
    for players in book.game.counts:
        value = number_of(with_players(book, players).expr(number))
        if value is None:
            return None
        groups.setdefault(value, []).append(en.number(players))
    return en.listed([f"{say(value)} if {en.listed(who, 'or')} play" for value, who in groups.items()], "and")


def _ranks(book: Book) -> str:
    """The ranks of the deck: `2 to ace`, or a list."""
    ranks = book.game.ranks
    places = [_STANDARD.index(r) for r in ranks if r in _STANDARD]
    runs = len(places) == len(ranks) > 5 and places == list(range(places[0], places[0] + len(places)))
    if runs:
        return f"{book.rank(0)} to {book.rank(len(ranks) - 1)}"
    return en.listed([book.rank(r) for r in range(len(ranks))])


# -------------------------------------------------------------------------------------------------------- zones


def zone_blocks(book: Book) -> tuple[TextBlock, ...]:
    """The zones, where cards lie."""
    return (Paragraph(line("Cards lie in these places:")), Items(tuple(_zone(book, zone) for zone in book.game.zones)))


def _zone(book: Book, zone: ZoneSymbol) -> Item:
    words, _ = zone_words(zone.name)
    name = TextRun(words, "term")
    seen = _SEEN[zone.visibility].format(owner="its owner" if zone.owner == "player" else f"the {zone.owner}")
    whose = line(f"each {zone.owner}'s ", name) if zone.owner is not None else line("the ", name)
    if zone.visibility == "private" and zone.owner is None:
        seen = "seen by nobody"
    note = gloss(zone)
    places = f", {zone.places} places" if zone.places else ""
    return Item(sentence(line(whose, f"{places}: {seen}", f" – {note}" if note else "")))


# ------------------------------------------------------------------------------------------------------ ranking


def _tricks(book: Book) -> bool:
    """Whether the game has tricks.  A game in which one card only beats another has no suit led."""
    if any(isinstance(st, PlayTrick) for st in everything(book.game)):
        return True
    return any(isinstance(e, Op) and e.op in _OF_TRICKS for said in all_expressions(book.game) for e in inside(said))


def ranking_blocks(book: Book) -> tuple[TextBlock, ...]:
    """The order of the cards."""
    rule = book.game.ranking
    if rule is None:
        return ()
    there = [row for row in rule.rows if not is_no(book.folding.maybe(row.when))]
    rows = [Item(sentence(_rank_row(book, row, tuple(there[:at])))) for at, row in enumerate(there)]
    lines: list[Line] = []
    trumps = [row for row in there if row.suit is not None]
    alike = all(row.alike for row in there)
    tricks = _tricks(book)
    if trumps:
        lines += _trumps(book, trumps)
    for at, row in enumerate(rule.rows):
        if row.alone:
            lines.append(line(_alone(book, _unless(rule.rows[:at]))))
    if alike:
        lines.append(line("suits do not matter: the card that comes first in this order wins, whatever was led"))
    elif trumps:
        none = "none of these" if any(row.alone for row in rule.rows) else "none"
        if tricks:
            lines.append(line(f"if {none} is played, the highest card of the suit led takes the trick"))
    elif tricks:
        lines.append(line("the highest card of the suit led takes the trick; cards of other suits cannot win it"))
    last = "last" if rule.last_wins else "first"
    if alike:
        lines.append(line(f"of cards of equal rank the one played {last} wins"))
    elif any(row.alike for row in there):
        lines.append(line(f"of cards that are equal in this order the one played {last} wins"))
    elif some_alike(book):
        lines.append(line(f"of equal cards the one played {last} wins"))
    head = Paragraph(line("From high to low:"))
    return (head, Items(tuple(rows)), *([paragraph(lines)] if lines else ()))


def _alone(book: Book, when: str) -> str:
    """What a row for the joker alone says."""
    if most_of_each(book)[JOKER] > 1:
        return f"the jokers are a suit by themselves{when}: they beat every other card"
    return f"the joker is a suit by itself{when}: it beats every other card"


def _trumps(book: Book, rows: list[RankRow]) -> list[Line]:
    """The lines about the rows for one suit: such a row beats all rows below, whatever is printed on its cards."""
    one = _row_name(book, rows[0])
    trump = f"a card of the {one} suit" if one not in en.BARE else f"a {one}"
    if isinstance(rows[0].suit, Lit):
        trump = en.a(en.singular(one))
    above = " beats every card of the other suits"
    lines = [line(f"{trump}{above}")]
    if len(rows) > 1:
        lines = [line("a card of a row that begins with the name of a suit beats every card of the rows below it")]
    moved = [rank for row in rows for rank, which in row.faces if which == "sister"]
    if moved:
        cards = en.listed([book.rank(rank) for rank in moved])
        card = f"the {cards} of the other suit of the same colour"
        if all(_bowers(book, row) for row in rows if any(which == "sister" for _, which in row.faces)):
            card = "the left bower"
        lines.append(
            line(
                f"{card} is {trump} in every way, to follow suit as well as to win, "
                "and does not belong to the suit printed on it"
            )
        )
    return lines


def _row_name(book: Book, row: RankRow) -> str:
    assert row.suit is not None
    words = book.text(row.suit)
    return words if isinstance(row.suit, Lit) else words.removeprefix("the ") if "'" not in words else words


def _bowers(book: Book, row: RankRow) -> bool:
    """Whether a row of trumps contains both its jacks and no other card of the other suit.

    Players call these bowers."""
    sisters = [rank for rank, which in row.faces if which == "sister"]
    return [book.game.ranks[rank] for rank in sisters] == ["J"] and (sisters[0], "own") in row.faces


def _faces(book: Book, row: RankRow) -> list[str]:
    """The cards of a row from high to low.  Bowers are called by that name."""
    if not _bowers(book, row):
        own = row.suit.value if isinstance(row.suit, Lit) else -1
        named = dict(book.game.names.faces)
        return [
            named.get((rank, own), "") if which == "own" and (rank, own) in named else _face(book, rank, which)
            for rank, which in row.faces
        ]
    named = {"own": "the right bower", "sister": "the left bower"}
    return [
        f"{_face(book, rank, which)} ({named[str(which)]})"
        if rank >= 0 and str(which) in named and book.game.ranks[rank] == "J"
        else _face(book, rank, which)
        for rank, which in row.faces
    ]


def _rank_row(book: Book, row: RankRow, above: tuple[RankRow, ...]) -> Line:
    faces = en.listed(_faces(book, row))
    faces = faces.replace(" and ", ", ") if ", and " not in faces else faces.replace(", and ", ", ")
    when = book.folding.maybe(row.when)
    when = None if is_yes(when) else when
    if row.alone:
        return line(TextRun("Joker", "term"), _unless(above))
    if row.suit is None:
        head = (
            "Every card"
            if row.alike
            else "Every other suit"
            if any(r.suit is not None or r.when is not None for r in above)
            else "Every suit"
        )
        if when is not None:
            head = "Every card" if row.alike else "Every suit"
            return line(TextRun(head, "term"), f", if {book.clause(when)}: {faces}")
        return line(TextRun(head, "term"), f": {faces}")
    name = _row_name(book, row)
    optional = row.suit.type.optional or (row.suit.type.kind == "word" and row.suit.type.words)
    only = " (if there is one)" if optional else ""
    held = f", if {book.clause(when)}" if when is not None else ""
    return line(TextRun(en.capital(name), "term"), f"{only}{held}: {faces}")


def _face(book: Book, rank: int, which: str | int) -> str:
    if rank < 0:
        return book.face(-1, -1)
    words = book.rank(rank)
    if which == "own":
        return words
    if isinstance(which, int):
        return book.face(rank, which)
    return f"{words} of the other suit of the same colour"


# ------------------------------------------------------------------------------------------- values, combinations


def values_grid(book: Book, symbol: ValuesSymbol) -> TextBlock:
    """`values pips of each card` as a table."""
    words = en.spaced(symbol.name)
    head = (line(en.capital(kind_noun(symbol.of))), line(en.capital(words)))
    return Grid(head, tuple(cells for row in symbol.rows for cells in _values_rows(book, symbol.of, row)))


def _values_rows(book: Book, of: Type, row: ValuesEntry) -> list[tuple[Line, ...]]:
    """The lines of a row of values.

    Ranks that are paired with numbers get a line each, unless the numbers equal the ranks."""
    value = number_of(book.folding.maybe(row.low))
    names = [book.rank(rank) for rank in row.ranks]
    if row.paired and value is not None and names != [str(value + at) for at in range(len(names))]:
        return [(line(en.capital(name)), line(str(value + at))) for at, name in enumerate(names)]
    return [_values_row(book, of, row)]


def _values_row(book: Book, of: Type, row: ValuesEntry) -> tuple[Line, ...]:
    low = book.folding.maybe(row.low)
    value = number_of(low)
    start = book.text(low) if low is not None else "0"
    names = [book.rank(rank) for rank in row.ranks]
    if row.paired and value is not None:
        numbers = [str(value + at) for at in range(len(names))]
        start = "the number on it" if numbers == names else en.listed(numbers)
        if numbers == names and _follow(row.ranks):
            return (line(f"{names[0]} to {names[-1]}"), line(start))
    face = en.listed(names) if row.paired or len(names) <= 4 else f"{names[0]} to {names[-1]}"
    if not _follow(row.ranks):
        face = en.listed(names)
    if row.suit is not None:
        suit = book.suit(row.suit)
        face = f"{face} of {suit}" if names else suit
        face = book.face(row.ranks[0], row.suit) if len(row.ranks) == 1 else face
    if row.words:
        words = (book.game.suits if of.suits else ()) + of.words
        face = en.listed([book.word(words[at]) for at in row.words])
    if row.joker:
        face = book.face(-1, -1)
    if row.otherwise:
        face = "everything else"
    return (line(en.capital(face)), line(start))


def shape_item(book: Book, symbol: ShapeSymbol) -> Item:
    """`shape run: 3 or more cards of one suit in sequence`."""
    mixed = len({form.wild for form in symbol.forms}) > 1
    said = [_form(book, form) + (_wild(book, form.wild) if mixed and form.wild else "") for form in symbol.forms]
    forms = en.listed(said, "or")
    note = gloss(symbol)
    wild = {form.wild for form in symbol.forms}
    shared = wild.pop() if len(wild) == 1 else frozenset[tuple[int, int]]()
    forms += _wild(book, shared) if shared else ""
    return Item(sentence(line(TextRun(en.spaced(symbol.name), "term"), f": {forms}", f" – {note}" if note else "")))


def _wild(book: Book, faces: frozenset[tuple[int, int]]) -> str:
    """`, where any 2 and any joker may stand for any card`"""
    game, most = book.game, most_of_each(book)
    found: list[str] = []
    for rank in range(len(game.ranks)):
        suits = [suit for suit in range(len(game.suits)) if (rank, suit) in faces]
        if len(suits) == len([suit for suit in range(len(game.suits)) if (rank, suit) in game.deck.faces]) > 1:
            found.append(f"any {book.rank(rank)}")
        else:
            named = [(book.face(rank, suit), most[rank, suit] > 1) for suit in suits]
            found += [f"any {face}" if several else en.the(face) for face, several in named]
    found += ["any joker"] if (-1, -1) in faces else []
    return f", where {en.listed(found)} may stand for any card"


def _form(book: Book, form: CardForm) -> str:
    many = f"{en.number(form.least)} or more cards" if form.most is None else en.count(form.least, "cards")
    if form.most is not None and form.most != form.least:
        many = f"{en.number(form.least)} to {en.number(form.most)} cards"
    same = f" of one {form.same}" if form.same else ""
    return f"{many}{same}{' in sequence, in the order of the deck' if form.sequence else ''}"


# --------------------------------------------------------------------------------------------------- by players


def by_number_grid(book: Book) -> tuple[TextBlock, ...]:
    """A table of everything that depends only on the number of players."""
    low, high, _ = book.game.players
    if book.folding.players is not None or low == high or high - low > 8:
        return ()
    counts = book.game.counts
    rows: list[tuple[Line, ...]] = []
    for symbol in book.game.defines:
        if symbol.params or symbol.type.kind != "number" or symbol.body is None:
            continue
        if isinstance(book.folding.expr(symbol.body), Lit):
            continue
        found = [with_players(book, k).expr(symbol.body) for k in counts]
        if all(isinstance(value, Lit) for value in found):
            words = en.capital(en.spaced(symbol.name))
            rows.append((line(words), *(line(book.text(value)) for value in found)))
            book.explained.add(symbol)
    head = (line("Players"), *(line(str(k)) for k in counts))
    return (Grid(head, tuple(rows)),) if rows else ()


def _follow(ranks: tuple[int, ...]) -> bool:
    return all(b == a + 1 for a, b in pairwise(ranks))


def _unless(above: tuple[RankRow, ...]) -> str:
    """When a joker is a suit of its own: always, or if there is no trump suit whose row lists it."""
    return " where there is no trump" if any(rank < 0 for row in above for rank, _ in row.faces) else ""
