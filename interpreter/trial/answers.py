"""The answers that a game knows, under any options: whether a text is one, and which is meant by one that is none.

An example may say that an answer is refused.  That holds of every text that is no answer at all, such as a misspelled
one, so the text must be an answer of some question of the game.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl import checked as c
from ...dsl.source.nearest import nearest
from ...dsl.traversal import everything
from ...dsl.types import CARD
from ..program import Alternative, Bound, Domain
from ..text.parse import Words
from ..text.spellings import plain

MOST_SHOWN = 6
"""So many answers are shown at most."""
_ANY = Domain("mask", ())
"""Takes the place of a domain: a text is an answer whatever values may be chosen at the time."""


class KnownAnswers:
    """The answers of all questions of a game, with the words of one setting."""

    def __init__(self, game: c.CheckedGame, words: Words) -> None:
        self._words = words
        self._shown: dict[str, Alternative] = {}
        for st in everything(game):
            if isinstance(st, c.Choose):
                for choice in st.choices:
                    shown = "".join(_joined(choice.texts, [f"{{{hole.name}}}" for hole in choice.holes]))
                    names = [local for local, _ in choice.generators]
                    holes = tuple(names.index(hole) for hole in choice.holes)
                    bound = tuple(Bound(local.name, 0, local.type, _ANY) for local in names)
                    self._shown[shown] = Alternative(choice.texts, holes, bound, None, None, 0, 0)
            elif isinstance(st, c.PlayTrick):
                card = Bound("card", 0, CARD, _ANY)
                self._shown["play {card}"] = Alternative(("play ", ""), (0,), (card,), None, None, 0, 0)

    def __contains__(self, text: str) -> bool:
        """Whether a text is an answer of some question."""
        return any(self._fits(one, text) for one in self._shown.values())

    def _fits(self, alternative: Alternative, text: str) -> bool:
        return any(True for _ in self._words.match(alternative, plain(text)))

    def help(self, text: str) -> str:
        """The answer that is meant by a text that is none, or else which ones there are."""
        near = nearest(text, {one for known in self._shown.values() for one in self._alike(known, text)})
        if near is not None:
            return f"did you mean `{near}`?"
        shown = [f"`{one}`" for one in self._shown]
        more = [f"{len(shown) - MOST_SHOWN} more"] if len(shown) > MOST_SHOWN else []
        return f"the answers are {', '.join(shown[:MOST_SHOWN] + more)}"

    def _alike(self, alternative: Alternative, text: str) -> Iterator[str]:
        """The answers of one kind that have the values of a text, whatever its other words are."""
        pieces = [piece.strip() for piece in alternative.texts]
        if not alternative.holes:
            yield pieces[0]
            return
        said = text.split()
        for first in range(len(said)):
            for last in range(first + 1, len(said) + 1):
                values = said[first:last]
                for holes in _split(values, len(alternative.holes), [len(piece.split()) for piece in pieces[1:-1]]):
                    one = " ".join(part for part in _joined(tuple(pieces), holes) if part)
                    if self._fits(alternative, one):
                        yield one


def _joined(texts: tuple[str, ...], holes: list[str]) -> Iterator[str]:
    for text, hole in zip(texts, [*holes, ""], strict=True):
        yield text
        yield hole


def _split(words: list[str], parts: int, between: list[int]) -> Iterator[list[str]]:
    """The ways to take so many values from the words, where so many other words are between two of them."""
    if parts == 1:
        yield [" ".join(words)]
        return
    for end in range(1, len(words) - between[0]):
        for others in _split(words[end + between[0] :], parts - 1, between[1:]):
            yield [" ".join(words[:end]), *others]
