"""Resolves the names that people read in place of ranks, suits, cards and words of a kind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from ..checked import GameNames
from ..source.frozen import Frozen, frozen
from ..syntax import nodes as n
from .context import ResolveContext

_READABLE = re.compile(r"[^\W_](?:[^\W_]|[ '’.-](?=[^\W_]))*[.!]?")
"""Words of letters and digits, joined by single spaces or by signs inside a word: what scripts can be read with."""
_LONGEST = 40
_WHAT = "ranks, suits, cards and words of a kind have such names; the rest is described on its own line"


@frozen
class _Named(Frozen):
    """What has a name: a suit or a rank by its number, a card by its rank and suit, or a word."""

    what: Literal["suit", "rank", "card", "word"]
    number: int = -1
    suit: int = -1
    word: str = ""


def game_names(ctx: ResolveContext, node: n.Namings) -> GameNames:
    """The names that the lines give.  Mistakes are reported."""
    found: dict[_Named, str] = {}
    for row in node.rows:
        place = _place(ctx, row)
        if place is None:
            continue
        why = _unreadable(row.text) or _taken(ctx, row.text, place, found)
        if why is None and place in found:
            why = f"it has the name “{found[place]}” already"
        if why is not None:
            ctx.report("E0329", row.span, text=row.text, why=why)
            continue
        found[place] = row.text
    return GameNames(
        tuple((at.number, text) for at, text in found.items() if at.what == "suit"),
        tuple((at.number, text) for at, text in found.items() if at.what == "rank"),
        tuple(((at.number, at.suit), text) for at, text in found.items() if at.what == "card"),
        tuple((at.word, text) for at, text in found.items() if at.what == "word")
        + tuple(
            (f"{ctx.ranks[at.number]} of {ctx.suits[at.suit]}", text)  # the same card as a face
            for at, text in found.items()
            if at.what == "card" and at.suit >= 0
        ),
    )


def _place(ctx: ResolveContext, row: n.Naming) -> _Named | None:
    match row.face:
        case n.Faces((rank,), suit):
            number = ctx.rank(rank)
            if number is None or suit is None:
                return None if number is None else _Named("rank", number)
            index = ctx.suit(suit)
            return None if index is None else _Named("card", number, index)
        case n.Faces() | n.FaceRange():
            ctx.report("E0329", row.span, text=row.text, why="it would be the name of several ranks: a line for each")
            return None
        case n.NamedFace("joker"):
            return _Named("card")
        case n.NamedFace(name) if name in ctx.suits:
            return _Named("suit", ctx.suits.index(name))
        case n.NamedFace(name):
            words = [word for kind in ctx.kinds.values() if kind.kind == "word" for word in kind.words]
            if name not in words or name == "otherwise":
                ctx.report(
                    "E0301", row.face.span, name=name, help=ctx.suggestion(name, [*ctx.suits, *words, "joker"]) or _WHAT
                )
                return None
            return _Named("word", word=name)


def _unreadable(text: str) -> str | None:
    if len(text) > _LONGEST:
        return f"a name has at most {_LONGEST} characters"
    if not _READABLE.fullmatch(text):
        return "a name consists of words with letters and digits, so that a script can be read"
    if text.casefold() in ("none", "nothing", "nobody", "yes", "no") or " and " in text.casefold():
        return "where a value is read, this means something else"
    return None


def _taken(ctx: ResolveContext, text: str, place: _Named, found: dict[_Named, str]) -> str | None:
    """Why a reader could take the text for another thing of the same sort."""
    said = text.casefold()
    for other, name in found.items():
        if other != place and (other.what == "card") is (place.what == "card") and name.casefold() == said:
            return "another line gives the same name, and nobody could tell them apart"
    words = [word for kind in ctx.kinds.values() if kind.kind == "word" for word in kind.words]
    others: Sequence[str] = ()
    match place.what:
        case "suit":
            others = [suit for number, suit in enumerate(ctx.suits) if number != place.number] + words
        case "rank":
            others = [rank for number, rank in enumerate(ctx.ranks) if number != place.number]
        case "word":
            others = [word for word in words if word != place.word] + list(ctx.suits)
        case "card":
            pass
    if any(name.replace("_", " ").casefold() == said for name in others):
        return "something else of the game has this name"
    return None
