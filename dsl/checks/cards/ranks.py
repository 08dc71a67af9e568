"""Checks that the ranking lists every card exactly once, whichever suit is trump."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from ...checked import CheckedGame, Lit, Op, PlayTrick, RankRow
from ...resolve.context import ResolveContext
from ...settle.ranking import SettledRow, ranges_of_keys, settled_rows
from ...settle.values import combinations, options_in
from ...source.span import NOWHERE, Span
from ...syntax import nodes as n
from ...traversal import all_expressions, everything
from ...types import NONE

RED = ("diamonds", "hearts")
_RANKED = ("beats", "follows", "trump", "standing")
JOKER = (-1, -1)
MOST_CASES = 20_000
"""The most cases looked at: settings of options, with values of what the ranking depends on in play."""
MOST_IN_HELP = 15
"""The most ranks of which an example of a ranking is written."""
MOST_NAMED = 6
"""The most cards that a message lists."""

SuitRank = tuple[int, int]
"""A rank and a suit, both as numbers."""


@dataclass(frozen=True, slots=True)
class RankPlace:
    """The place of an entry of the ranking: its row, and its position in the file."""

    row: int
    span: Span


def ranking_knows_cards(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report a trick in a game without a ranking (E0505), cards that the ranking misses (E0506), and entries for which
    no card is left (E0510)."""
    if game.ranking is None:
        trick = next((st for st in everything(game) if isinstance(st, PlayTrick)), None)
        if trick is not None:
            suits = "any suit" if trick.follow else "any card"
            help = f"write below `ranking`, from high to low: `{suits}: {' '.join(reversed(ctx.ranks))}`"
            ctx.report("E0505", trick.span, help=help if len(ctx.ranks) <= MOST_IN_HELP else None)
        else:
            asked = (e for e in all_expressions(game) if isinstance(e, Op) and e.op in _RANKED)
            for e in [e for e in asked if e.span is not NOWHERE][:1]:
                ctx.report("E0505", e.span)
        return
    listed = list(_listed(game))
    taking: set[int] = set()
    taken_by: dict[int, Span] = {}
    forgotten = False
    for case in _cases(game, ctx):
        found = _group(game, case, listed)
        taking |= found.taking
        taken_by |= found.taken_by
        forgotten = forgotten or _forgotten(game, ctx, case, found)
    for i, entry in enumerate(listed):
        if i not in taking:
            notes = ((taken_by[i], "its cards are taken here"),) if i in taken_by else ()
            ctx.report("E0510", entry.place.span, what="card", notes=notes)


@dataclass(frozen=True, slots=True)
class RankEntry:
    """One entry of a row: a rank of some suit."""

    place: RankPlace
    rank: int
    suit: str | int
    """`own`, `sister`, or the number of a suit."""


def _rows(game: CheckedGame) -> Iterator[tuple[RankRow, n.RankingRow]]:
    """The rows of the ranking, each with its node."""
    assert game.ranking is not None
    written = [d for d in game.tree.declarations if isinstance(d, n.Ranking)]
    rows = [row for row in written[-1].rows if not isinstance(row, n.EqualCards)] if written else []
    return zip(game.ranking.rows, rows, strict=False)


def _listed(game: CheckedGame) -> Iterator[RankEntry]:
    for at, (row, node) in enumerate(_rows(game)):
        spans = [rank.span for rank in node.ranks] if isinstance(node, n.AnySuitRow | n.AnyCardRow) else []
        if isinstance(node, n.JokerRow):
            spans = [node.span]
        if isinstance(node, n.SuitRow):
            spans = [pattern.span for pattern in node.patterns]
        for (rank, suit), span in zip(row.faces, spans, strict=False):
            yield RankEntry(RankPlace(at, span), rank, suit)


def _cases(game: CheckedGame, ctx: ResolveContext) -> Iterator[list[SettledRow]]:
    """What the rows are in every case: for the options that they read, and for all that they depend on in play.  Cases
    in which they are the same count as one.

    Reports a condition that cannot be settled (E0521)."""
    rule = game.ranking
    assert rule is not None
    possible = [
        sorted((v for v in values if v >= 0 or key.type.kind == "number" or key.type.optional), key=lambda v: v < 0)
        for key, values in zip(rule.keys, ranges_of_keys(game, rule), strict=True)
    ]
    conditions = [row.when for row in rule.rows if row.when is not None]
    left, seen = MOST_CASES, set[tuple[SettledRow, ...]]()
    for settings in combinations(game, options_in(game, conditions)):
        for case in product(*possible):
            left -= 1
            if left < 0:
                return
            rows = settled_rows(game, rule, settings, case)
            for row, (applies, _) in zip(rule.rows, rows, strict=True):
                if applies is None and row.when is not None:
                    ctx.report("E0521", row.when.span)
                    return
            if (case_rows := tuple(rows)) not in seen:
                seen.add(case_rows)
                yield rows


@dataclass
class Groups:
    """The result for one case: the row of each card, and the entries that matched a card."""

    row_of: dict[SuitRank, int]
    taking: set[int]
    taken_by: dict[int, Span]


def _group(game: CheckedGame, case: list[SettledRow], listed: list[RankEntry]) -> Groups:
    assert game.ranking is not None
    found = Groups({}, set(), {})
    first: dict[SuitRank, Span] = {}
    for i, entry in enumerate(listed):
        row = game.ranking.rows[entry.place.row]
        for face in _faces(game, row, entry, case[entry.place.row]):
            if face in first:
                found.taken_by.setdefault(i, first[face])
            else:
                first[face] = entry.place.span
                found.row_of[face] = entry.place.row
                found.taking.add(i)
    return found


def _faces(game: CheckedGame, row: RankRow, entry: RankEntry, settled: SettledRow) -> list[SuitRank]:
    """The cards that an entry matches."""
    applies, own = settled
    if not applies:
        return []
    if row.suit is None:
        return [JOKER] if row.alone else [(entry.rank, suit) for suit in range(len(game.suits))]
    if not 0 <= own < len(game.suits):
        return []
    if entry.rank < 0:
        return [JOKER]
    suit = own if entry.suit == "own" else _sister(game, own) if entry.suit == "sister" else entry.suit
    return [(entry.rank, suit)] if isinstance(suit, int) and suit >= 0 else []


def _sister(game: CheckedGame, suit: int) -> int:
    red = [name in RED for name in game.suits]
    same = [s for s in range(len(red)) if s != suit and red[s] == red[suit]]
    return same[0] if len(same) == 1 else NONE


def _forgotten(game: CheckedGame, ctx: ResolveContext, case: list[SettledRow], found: Groups) -> bool:
    """Report the cards that no row lists, and those that the row of their own suit leaves to other suits."""
    assert game.ranking is not None
    faces = game.deck.faces
    rows = list(zip(game.ranking.rows, case, strict=True))
    ruled = any(row.suit is not None and not isinstance(row.suit, Lit) and own >= 0 for row, (_, own) in rows)
    if game.deck.jokers is not None and (
        ruled or not any(rank < 0 for row in game.ranking.rows for rank, _ in row.faces)
    ):
        faces.append(JOKER)  # a joker that is a trump may have no rank while there is no trump
    if not ruled:
        faces = [face for face in faces if face not in _like_jokers(game)]
    left = [face for face in faces if face not in found.row_of]
    if left:
        help = "write a row `joker`, or list `joker` in the row of trumps" if left == [JOKER] else None
        ctx.report("E0506", _heading(game), names=cards_in_words(game, left), help=help)
    for at, (row, node) in enumerate(_rows(game)):
        applies, own = case[at]
        if not applies or (row.suit is None and row.when is None):
            continue
        if row.suit is None:  # a row that applies for one value leaves no card to the rows for other values
            strays = [face for face in faces if found.row_of.get(face, -1) > at]
        else:
            strays = [face for face in faces if face[1] == own >= 0 and _is_other(game, found.row_of.get(face))]
        if strays:
            names = (
                cards_in_words(game, strays) if row.suit is None else ", ".join(game.ranks[rank] for rank, _ in strays)
            )
            help = "`any other suit` is for the suits no row above is for"
            ctx.report("E0506", node.span, names=names, help=help)
            left = left or strays
    return bool(left)


def _like_jokers(game: CheckedGame) -> set[SuitRank]:
    """The cards that trumps list by their name although they are the only ones of their suit.

    Like a joker, they may have no rank while there is no trump."""
    assert game.ranking is not None
    named = {
        (rank, suit)
        for row in game.ranking.rows
        for rank, suit in row.faces
        if isinstance(suit, int) and row.suit is not None and not isinstance(row.suit, Lit)
    }
    return {(rank, suit) for rank, suit in named if {r for r, s in game.deck.faces if s == suit} == {rank}}


def _is_other(game: CheckedGame, row: int | None) -> bool:
    """Whether a row is one for `any other suit`."""
    rows = [node for _, node in _rows(game)]
    node = rows[row] if row is not None and row < len(rows) else None
    return isinstance(node, n.AnySuitRow) and node.other


def _heading(game: CheckedGame) -> Span:
    """The place of the word `ranking`.  Otherwise the message would underline the whole block."""
    assert game.ranking is not None
    span = game.ranking.span
    return Span(span.source, span.start, span.start + len("ranking"))


def cards_in_words(game: CheckedGame, faces: Iterable[SuitRank]) -> str:
    """Cards in words: a rank that exists in every suit by its name alone, any other card with its suit."""
    left = set(faces)
    suits: dict[int, set[int]] = {}
    for rank, suit in game.deck.faces:
        suits.setdefault(rank, set()).add(suit)
    whole = [rank for rank in game.deck.ranks if all((rank, suit) in left for suit in suits.get(rank, {-1}))]
    names = [game.ranks[rank] for rank in whole]
    names += [f"{game.ranks[r]} of {game.suits[s]}" for r, s in sorted(left) if r >= 0 and r not in whole]
    names += ["joker"] * (JOKER in left)
    return ", ".join(names[:MOST_NAMED]) + (f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else "")
