"""Resolves the deck: which cards there are, and how many of each."""

from __future__ import annotations

from ..checked import DeckPart, DeckRule
from ..limits import MOST_RANKS
from ..syntax import nodes as n
from ..types import FACE, NUMBER, Type
from .context import STANDARD_SUITS, ResolveContext
from .expressions import condition, expression_of_type


def note_deck(ctx: ResolveContext, deck: n.Deck) -> None:
    """Note the ranks, suits and faces of a deck, and whether it has jokers.  Reports a rank that is listed twice."""
    for row in deck.rows:
        listed = _row_ranks(ctx, row)
        for text in dict.fromkeys(text for i, text in enumerate(listed) if text in listed[:i]):
            ctx.report("E0302", row.span, name=text)
    if deck.rows:
        ctx.ranks = tuple(dict.fromkeys(rank for row in deck.rows for rank in _row_ranks(ctx, row)))
        named = dict.fromkeys(suit.text for row in deck.rows for suit in row.suits or ())
        usual = STANDARD_SUITS if any(row.suits is None for row in deck.rows) else ()
        ctx.suits = tuple(dict.fromkeys((*usual, *named)))
        ctx.faces = frozenset(face for row in deck.rows for face in _row_faces(ctx, row))
        return
    seen: set[str] = set()
    for rank in deck.ranks:
        if rank.text in seen:
            ctx.report("E0302", rank.span, name=rank.text)
        seen.add(rank.text)
    ctx.ranks = tuple(dict.fromkeys(r.text for r in deck.ranks))
    if deck.suits is not None:
        ctx.suits = tuple(dict.fromkeys(s.text for s in deck.suits))
    ctx.jokers = deck.jokers is not None


def face_type(ctx: ResolveContext, deck: n.Deck | None) -> Type:
    """The type of what is printed on a card: a word for each rank and suit of which the deck has a card."""
    ranks, suits = ctx.ranks, ctx.suits
    faces = [(rank, suit) for rank in range(len(ranks)) for suit in range(len(suits))]
    if deck is not None and deck.rows:
        faces = list(dict.fromkeys(face for row in deck.rows for face in _row_faces(ctx, row)))
    return Type("word", name=FACE, words=tuple(f"{ranks[rank]} of {suits[suit]}" for rank, suit in faces))


def deck_rule(ctx: ResolveContext, deck: n.Deck) -> DeckRule:
    """How many of each card there are.  Options may decide it, so this is resolved after their declaration."""
    copies = expression_of_type(ctx, deck.copies, NUMBER) if deck.copies is not None else None
    jokers = expression_of_type(ctx, deck.jokers, NUMBER) if deck.jokers is not None else None
    ranks, suits = tuple(range(len(ctx.ranks))), tuple(range(len(ctx.suits)))
    return DeckRule(ranks, suits, copies, jokers, deck.span, tuple(_deck_part(ctx, row) for row in deck.rows))


def _row_ranks(ctx: ResolveContext, row: n.DeckRow) -> list[str]:
    """The ranks in a row of a deck, with ranges of numbers written out.  A wrong range is reported."""
    found: list[str] = []
    for rank in row.ranks:
        if isinstance(rank, n.Rank):
            found.append(rank.text)
            continue
        low, high = rank.low.text, rank.high.text
        if low.isdecimal() and high.isdecimal() and int(low) < int(high) <= MOST_RANKS:
            found += map(str, range(int(low), int(high) + 1))
            continue
        if not any(d.span == rank.span for d in ctx.diagnostics):
            turned = low.isdecimal() and high.isdecimal() and int(high) < int(low)
            help = f"the lower one comes first: `{high}..{low}`" if turned else None
            ctx.report("E0519", rank.span, text=rank.span.text, help=help)
        found += _meant(low, high)
    return found


def _row_faces(ctx: ResolveContext, row: n.DeckRow) -> tuple[tuple[int, int], ...]:
    """The ranks and suits that a row of a deck lists."""
    named = [suit.text for suit in row.suits] if row.suits is not None else STANDARD_SUITS
    suits = dict.fromkeys(ctx.suits.index(name) for name in named)
    return tuple((ctx.ranks.index(rank), suit) for suit in suits for rank in _row_ranks(ctx, row))


def _deck_part(ctx: ResolveContext, row: n.DeckRow) -> DeckPart:
    faces = _row_faces(ctx, row)
    copies = expression_of_type(ctx, row.copies, NUMBER) if row.copies is not None else None
    return DeckPart(faces, copies, condition(ctx, row.condition) if row.condition is not None else None)


def _meant(low: str, high: str) -> list[str]:
    """The ranks that a range written the wrong way round should contain, so that the mistake is reported only once."""
    if not (low.isdecimal() and high.isdecimal()) or int(low) - int(high) >= MOST_RANKS:
        return []
    return [str(rank) for rank in range(int(high), int(low) + 1)]
