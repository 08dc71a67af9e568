"""Tricks: who leads, which cards may be played, what is done at each card, and who takes the trick."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...checked import Expr, LocalSymbol, PlayTrick
from ...effects import reads, writes
from ...settle.logic import conjuncts, disjuncts, negated
from ...settle.logic import joined_conditions as conditions
from .. import english as en
from ..context import Book
from ..document import Items, Line, Paragraph, StatementText, TextBlock, TextRun, is_long, line, sentence
from ..english import Noun
from ..names import christen, local_noun
from ..sizes import free_of
from .choices import items_of

_KIND = re.compile(r"that is ((?!not )(?:(?! or | and |,| that ).)+)")
"""A card of some kind: `that is a trump`, `that is of the suit led`."""

_AMONG = ("", "of the cards that this leaves, ", "of those that are then left, ")
"""Of which cards a duty speaks, by how many duties there were before."""


def trick_saying(book: Book, st: PlayTrick) -> StatementText:
    """A trick: who leads, who follows, which cards may be played, and who takes it."""
    leader, hand = book.text(st.leader), en.spaced(st.hand.name)
    whence = "" if en.is_hand(hand) else f" from the {hand}"
    side = "right" if book.game.counterclockwise else "left"
    alike = book.game.ranking is not None and any(row.alike for row in book.game.ranking.rows)
    counts = [book.folding.players] if book.folding.players is not None else book.game.counts
    others = "the other follows" if max(counts) == 2 else f"the others follow in turn to the {side}"
    opening = line(f"a trick is played{whence}: {leader} leads a card, and {others}")
    more: list[Line] = []
    if st.without is not None:
        nobody = book.noun(st.without)
        takes = "take" if nobody.plural else "takes"
        changed = {st.hand, st.trick, *writes((*st.before, *st.after), tuple(book.game.zones))}
        when = "as things stand when the trick begins, " if reads(st.without) & changed else ""
        more.append(line(f"{when}{nobody} {takes} no part; a lead that would fall there goes to the next player"))
    if st.stand_in is not None:
        chooser, absent = book.text(st.stand_in.player), book.text(st.stand_in.absent)
        more.append(line(f"{chooser} also chooses the cards of {absent}"))
    if st.follow:
        must = "whoever has a card of the suit led must play one"
        more.append(line(f"{must}{_excepted(book, st)}; otherwise any card may be played"))
    elif not st.narrow:
        more.append(line("any card may be played" + ("" if alike else ", whatever was led")))
    with book.scope():
        if st.player is not None:
            book.called[st.player] = Noun("the player to play")
        for number, (local, where) in enumerate(st.narrow):
            more += _narrowed(book, local, where, _AMONG[min(number + st.follow, 2)])
    if st.award is not None:
        more += _taken(book, st)
    elif st.winner is not None and st.winner.name.startswith("_"):
        book.called[st.winner] = Noun("the player whose card takes the trick")
        more.append(line("the trick is taken as the ranking says (see ", TextRun("Ranking", "link", "ranking"), ")"))
    elif st.winner is not None:
        christen(book, st.winner)
        noun = local_noun(book, st.winner)
        more.append(
            line(f"{noun} is the player whose card takes the trick (see ", TextRun("Ranking", "link", "ranking"), ")")
        )
    return StatementText(opening, _at_each_card(book, st), tuple(more))


def _excepted(book: Book, st: PlayTrick) -> str:
    """` or a card that …`: what may be played although the suit led could be followed."""
    if st.exception is None:
        return ""
    local, where = st.exception
    with book.scope():
        that = book.relative(local, where, "card")
    kind = _KIND.fullmatch(that)
    return f" or {kind[1] if kind is not None else f'a card {that}'}"


def _taken(book: Book, st: PlayTrick) -> list[Line]:
    """Who takes the trick, if the rules say it themselves."""
    assert st.award is not None
    named = st.winner is not None and not st.winner.name.startswith("_")
    taker = "the trick is taken by"
    if st.winner is not None:
        if named:
            christen(book, st.winner)
            taker = f"{local_noun(book, st.winner)}, who takes the trick, is"
        else:
            book.called[st.winner] = Noun("the player who takes the trick")
    if st.award.local is None:
        return [line(f"{taker} {book.noun(st.award.value)}")]
    with book.scope():
        book.called[st.award.local] = Noun("that card")
        value = book.text(st.award.value)
    first = "last" if book.game.ranking is not None and book.game.ranking.last_wins else "first"
    best = f"the player of the card for which {value} is {st.award.which}"
    return [line(f"{taker} {best}; of several such cards, of the one played {first}")]


def _at_each_card(book: Book, st: PlayTrick) -> tuple[TextBlock, ...]:
    """What is done before and after each card, as lists."""
    found: list[TextBlock] = []
    if st.before:
        with book.scope():
            if st.before_player is not None:
                book.called[st.before_player] = Noun("the player to play")
            found.append(Paragraph(sentence(line("before each card of the trick:"))))
            found.append(Items(items_of(book.sayings(st.before))))
    if st.after:
        with book.scope():
            if st.after_card is not None:
                book.called[st.after_card] = Noun("the card played")
            if st.after_player is not None:
                book.called[st.after_player] = Noun("the player who has played it")
            found.append(Paragraph(sentence(line("after each card of the trick:"))))
            found.append(Items(items_of(book.sayings(st.after))))
    return tuple(found)


def _narrowed(book: Book, local: LocalSymbol, where: Expr, among: str) -> list[Line]:
    """The rule for a card that must be played if possible.  `among`: the cards of which it speaks, if others were
    excluded before.

    The condition comes first: `if the trick is not empty, the card must …`."""
    lines: list[Line] = []
    always: list[Expr] = []
    parts = conjuncts(where)
    ever = [part for part in parts if free_of(part, local)]
    for part in [part for part in parts if part not in ever]:
        either = disjuncts(part)
        free = [each for each in either if free_of(each, local)]
        about = [each for each in either if each not in free]
        if not free or not about:
            always.append(part)
            continue
        lines += _must_be(book, local, conditions("or", about), [*ever, *(negated(each) for each in free)], among)
    if always:
        lines = [*_must_be(book, local, conditions("and", always), ever, among), *lines]
    return lines


def _must_be(book: Book, local: LocalSymbol, where: Expr, when: Sequence[Expr], among: str) -> list[Line]:
    """The requirement on a card, if it can be met, in the case that `when` describes."""
    that = book.relative(local, where, "card")
    kind, beats = _KIND.fullmatch(that), re.fullmatch(r"that (beats|follows) ((?:(?! or | and |,).)*)", that)
    must = f"{en.base(beats[1])} {beats[2]}" if beats else f"be {kind[1] if kind is not None else f'a card {that}'}"
    if (
        either := re.fullmatch(r"that is not (an? [\w ]+?) or that (beats|follows) ((?:(?! or | and |,).)*)", that)
    ) is not None:
        must = f"be no {either[1].partition(' ')[2]}, or {en.base(either[2])} {either[3]}"
    if not when:
        return [line(f"{among}if possible, the card must {must}")]
    case = book.clause(conditions("and", when))
    said = line(f"{among}if {case}, the card must, if possible, {must}")
    if is_long(said):
        return [line(f"{among}if possible, the card must {must}"), line(f"this holds only if {case}")]
    return [said]
