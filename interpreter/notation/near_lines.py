"""Lines that are nearly lines of the notation: what must be written instead, word for word."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from .lines import Segment, outside, unquoted

_CARD = re.compile(r"\?\?|(?:10|[2-9TJQKAtjqka])(?:[♠♥♦♣♤♡♢♧SHDCshdc]|\.\w+)|[Jj]o(?:ker)?")
_SEAT = re.compile(r"[A-Z]")
_AMOUNT = re.compile(r"[+-]?[0-9]{1,19}")
_CALLED = re.compile(r"[^\W\d_]+")
"""A word in the name of a person."""
_JOINED = re.compile(r"\s+and\s+|\s*[/&+–-]\s*", re.IGNORECASE)
"""What people write between the players of a team."""
_BETWEEN = ("is", "=", "-", "–", "—")
"""Words that people write between a name and what is said of it."""


def line_for(piece: Segment, names: Container[str], known: bool) -> str | None:
    """Help for a line without a colon that begins with no word of the notation; None if it is like none.  `known`:
    whether the names of the players are known.
    """
    words = [word.text for word in piece.words()]
    words = words[:1] + [word for number, word in enumerate(words[1:]) if number or word not in _BETWEEN]
    first, rest = words[0], words[1:]
    if _is_player(first, names, known) and rest:
        pairs = list(zip(words[::2], words[1::2], strict=False))
        if (
            len(words) > 2
            and len(words) % 2 == 0
            and all(_is_player(who, names, known) and _CARD.fullmatch(card) for who, card in pairs)
        ):
            return f"write `trick: {', '.join(f'{who} {card}' for who, card in pairs)}`"
        said, cards = f"`{choice_for(words, names, known)}` for what {unquoted(first)} does", rest[1:]
        if len(cards) > 1 and all(map(_CARD.fullmatch, cards)):
            return f"write `hand {first}: {' '.join(cards)}` for cards that are dealt to a zone `hand`, or {said}"
        return f"a colon comes after the player: write {said}"
    if not rest or not _is_player(rest[0], names, known):
        return None
    if len(rest) == 1:
        if first.casefold() == "turn" and piece.span.column > 1:
            return None  # below a `position` line, which is wrong
        if first.casefold() == "hand":
            return f"the cards are missing, as in `hand {rest[0]}: K♠ 9♥`"
        return f"write `{'expect turn' if first.casefold() == 'turn' else f'first {first}'} {rest[0]}`"
    if all(map(_CARD.fullmatch, rest[1:])):
        return f"write `{first} {rest[0]}: {' '.join(rest[1:])}`"
    return None


def are_plays(piece: Segment, names: Container[str], known: bool) -> bool:
    """Whether a line says what several players play, as behind `trick:`."""
    parts = [[word.text for word in part.words()] for part in piece.parts()]
    plays = parts[:-1] if [word.casefold() for word in parts[-1][:2]] == ["won", "by"] else parts
    return len(plays) > 1 and all(len(words) == 2 and _is_player(words[0], names, known) for words in plays)


def option_for(piece: Segment) -> str | None:
    """Help for a line of the header that may be an option of the rules: `target 50`."""
    words = piece.words()
    if len(words) != 2 or not (words[1].text.isdecimal() or words[1].text in ("yes", "no")):
        return None
    return f"write `option {words[0].text} {words[1].text}` if it is an option of the rules"


def cards_after_colon(word: Segment, rest: Segment) -> str | None:
    """Help for cards of a place without a colon before them: `deal pile 9♥`."""
    words = rest.words()
    at = next((at for at in range(1, len(words)) if all(_CARD.fullmatch(one.text) for one in words[at:])), None)
    if at is None or _CARD.fullmatch(words[0].text):
        return None
    place, cards = (" ".join(one.text for one in some) for some in (words[:at], words[at:]))
    return f"write `{word.text} {place}: {cards}`"


def values_for(parts: Sequence[Segment], names: Container[str], known: bool) -> tuple[Segment, str] | None:
    """The first mark between a player and a value, as in `Ann: 0, Bob = 1`, and the values without such marks; None if
    there is none.
    """
    mark: Segment | None = None
    said: list[str] = []
    for part in parts:
        at = next((min(found) for found in [[*outside(part, ":"), *outside(part, "=")]] if found), None)
        end = at if at is not None else part.text.rfind(" ") + 1
        left, right = part.cut(0, end), part.cut(end if at is None else end + 1)
        owner, sign = _owners(left, names, known)
        here = Segment(part.source, part.start + at, part.start + at + 1) if at is not None else sign
        if here is None or not right.text or not owner:
            said.append(part.text)
            continue
        mark = mark or here
        said.append(f"{owner} {right.text}")
    return (mark, ", ".join(said)) if mark is not None else None


def _owners(piece: Segment, names: Container[str], known: bool) -> tuple[str, Segment | None]:
    """A player, or several with `and` between them; empty if it is none.  And the first mark that is not `and`."""
    if _is_player(piece.text, names, known):
        return piece.text, None
    people = _JOINED.split(piece.text)
    if not all(_is_player(who, names, known) for who in people):
        return "", None
    marks = (found for found in _JOINED.finditer(piece.text) if found[0].strip().casefold() != "and")
    sign = next((piece.cut(found.start(), found.end()) for found in marks), None)
    return " and ".join(people), sign


def choice_for(words: Sequence[str], names: Container[str], known: bool) -> str | None:
    """`Dan: bid 2` for `Dan bids 2`, or `Dan: …` if the words of the choice are hardly those of the rules; None if no
    player comes first.
    """
    end = next((at for at in range(len(words) - 1, 0, -1) if _is_player(" ".join(words[:at]), names, known)), 0)
    if not end:
        return None
    verb, rest = words[end], words[end + 1 :]
    if verb.endswith("sses"):
        verb = verb.removesuffix("es")
    elif verb.endswith("s") and not verb.endswith("ss") and rest:
        if not _CARD.fullmatch(rest[0]) and not _AMOUNT.fullmatch(rest[0]):
            return f"{' '.join(words[:end])}: …"
        verb = verb.removesuffix("s")
    return f"{' '.join(words[:end])}: {' '.join((verb, *rest))}"


def names_before_values(words: Sequence[Segment]) -> int:
    """How many of the words are names of people, joined by `and`, if amounts or cards follow; otherwise 0."""
    end = next((at for at, word in enumerate(words) if not _CALLED.fullmatch(word.text)), 0)
    loose = " ".join(("and", *(word.text.casefold() for word in words[:end]), "and"))
    values = all(_AMOUNT.fullmatch(word.text) or _CARD.fullmatch(word.text) for word in words[end:])
    return end if values and "and and" not in loose else 0


def _is_player(text: str, names: Container[str], known: bool) -> bool:
    return unquoted(text).casefold() in names if known else _SEAT.fullmatch(text) is not None
