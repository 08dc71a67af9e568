"""Reads choices as people abbreviate them: `3NT` for `bid 3 no trump`, `7♦` for `play 7♦`, `P` for `pass`.

Only the words of the game are used: the templates of its choices, its suits and words.  A word may be shortened to its
beginning, several words to their first letters, and the words of a template around its values may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ...dsl.source.numerals import NUMERALS, RANK_WORDS
from ...dsl.types import Type
from ..program import Alternative
from .parse import Words
from .spellings import SYMBOLS, literal, plain

_PART = re.compile(r"[0-9]+|[^\W\d_]+|[^\w\s.,;!?-]")
_WHOLE = re.compile(r"[^\s,;-]+")
"""Cards that are not split into rank and suit, for a choice of several."""
_MOST_PARTS = 24
"""A text of more parts is no abbreviation."""
_LONGEST_VALUE = 4
"""Of how many parts a value may consist."""

_FEWEST_LETTERS = 3
"""The fewest letters that stand for a word whose beginning they are not."""


def written_out(words: Words, alternatives: Iterable[Alternative], text: str) -> list[str]:
    """The choices that a text may abbreviate, in the words of the rules, each once; whether they are legal is not
    asked.
    """
    said = plain(text)
    parts = _PART.findall(said)
    if not 0 < len(parts) <= _MOST_PARTS:
        return []
    ways = dict.fromkeys((tuple(parts), tuple(map(_figure, parts)), tuple(_WHOLE.findall(said))))
    found = (one for way in ways for alternative in alternatives for one in _matches(words, alternative, way))
    return list(dict.fromkeys(found))


def _figure(part: str) -> str:
    """A word for a number or a rank as a figure or letter: `4` for `four`, `k` for `kings`."""
    for word in (part, part.removesuffix("s"), part.removesuffix("es")):
        if word in RANK_WORDS:
            return RANK_WORDS[word].casefold()
        if word in NUMERALS[1:]:
            return str(NUMERALS.index(word))
    return part


def _matches(words: Words, alternative: Alternative, parts: Sequence[str]) -> Iterator[str]:
    """What the parts say, if they say this alternative."""
    pieces = [literal(piece).split() for piece in alternative.texts]
    template: list[str | Type] = [*pieces[0]]
    for hole, piece in zip(alternative.holes, pieces[1:], strict=True):
        template += [alternative.bound[hole].type, *piece]
    yield from map(" ".join, _filled(words, template, parts))


def _filled(words: Words, template: Sequence[str | Type], parts: Sequence[str]) -> Iterator[list[str]]:
    """The words of a template that parts fill to its end."""
    if not template:
        if not parts:
            yield []
        return
    first, rest = template[0], template[1:]
    if isinstance(first, str):
        run = list(_leading_words(template))
        for count in range(len(run), 0, -1):
            if parts and _shortens(parts[0], run[:count]):
                yield from ([*run[:count], *more] for more in _filled(words, template[count:], parts[1:]))
        yield from ([first, *more] for more in _filled(words, rest, parts))
        return
    longest = len(parts) if first.holds_cards else _LONGEST_VALUE
    for count in range(1, min(longest, len(parts)) + 1):
        for value in _values(words, first, parts[:count]):
            yield from ([value, *more] for more in _filled(words, rest, parts[count:]))


def _leading_words(template: Sequence[str | Type]) -> Iterator[str]:
    """The words before the first value."""
    for one in template:
        if not isinstance(one, str):
            return
        yield one


def _shortens(part: str, run: Sequence[str]) -> bool:
    """Whether a part stands for words: the beginning of one word, some of its letters, or the first ones of several."""
    if len(run) == 1:
        return (
            run[0].startswith(part) or part == f"{run[0]}s" or (len(part) >= _FEWEST_LETTERS and _within(part, run[0]))
        )
    return part == "".join(word[0] for word in run)


def _within(part: str, word: str) -> bool:
    """Whether a word has these letters in this order, and begins with the first: `dbl` in `double`."""
    left = iter(word)
    return word[:1] == part[:1] and all(letter in left for letter in part)


def _values(words: Words, type: Type, parts: Sequence[str]) -> Iterator[str]:
    """The values of a type that parts may mean, as the game writes them."""
    for said in dict.fromkeys((" ".join(parts), "".join(parts))):
        if type.kind in ("number", "card", "player", "team", "flag") or type.holds_cards:
            value = words.read_value(type, said)
            if value is not None:
                yield words.value(type, value) if type.kind != "number" else said
                return
    for name in _names(words, type):
        run = plain(name).replace("-", " ").split()
        said = "".join(parts)
        sign = SYMBOLS.get(plain(name), "") == said
        if sign or _shortens(said, run) or "".join(run).startswith(said) or " ".join(parts) == plain(name):
            yield name


def _names(words: Words, type: Type) -> Sequence[str]:
    """The names of all values of a type that has few of them."""
    program = words.program
    match type.kind:
        case "suit":
            count = len(program.suits)
        case "rank":
            count = len(program.ranks)
        case "word":
            count = len(type.words) + (len(program.suits) if type.suits else 0)
        case _:
            count = 0
    return [words.value(type, value) for value in range(count)]
