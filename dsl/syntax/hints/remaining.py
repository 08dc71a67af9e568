"""All that is left of a pile: what a rulebook deals or puts somewhere, and the line that moves it."""

from __future__ import annotations

import re
from functools import cache

from .sayings import PATH

ROUND = "write `for p around the table from dealer.left until stock is empty: deal 1 from stock to p.hand`"
"""How all cards are dealt to the players."""

_REST = (
    r"(?:(?:all )?(?:of )?(?:the )?"
    r"(?:rest|remainder|remaining(?: cards?)?|cards? (?:that are )?(?:left(?: over)?|remaining))"
    r"|(?:what|whatever|everything|all|all that)(?: is|'s)? left(?: over)?)"
)
"""What was not dealt before."""
_ALL = r"(?:all(?: of)?(?: the)?(?: cards)?|(?:every|each) card|the (?:whole|entire|full)(?: of the)?)"
_FROM = r"(?:(?:of|from|in|out of) )?(?:the )?(?:cards (?:of|from|in) (?:the )?)?"
_PILES = r"(?:(?:the )?(?:cards|deck|pack))"
_FACE = r"(?: face (?:up|down))?"
_TO = rf"{_FACE} (?:to|into|in|on|onto) (?:the )?"
_VERB = r"(?P<verb>deal|give|move|put|place|lay|turn|take)(?: out)?"
_SEVERAL = r"(?!(?:players?|everybody|everyone|others|teams?|each|every|all|bottom|top|middle)\b)"
_WHERE = rf"{_SEVERAL}(?P<where>{PATH}(?:\(\w+\))?){_FACE}"

_MOVED = (
    rf"{_VERB} {_REST} {_FROM}(?P<what>{PATH}){_TO}{_WHERE}",
    rf"{_VERB} {_REST}(?: (?:of|from|in) {_PILES})?{_TO}{_WHERE}",
    rf"{_VERB} {_ALL} (?:of|from|in) (?:the )?(?P<what>{PATH}){_TO}{_WHERE}",
    rf"{_VERB} (?:{_ALL} )?(?:the )?(?P<zone>[a-z]\w*){_TO}{_WHERE}",
)
"""What is moved, from where (if that is said) and to where."""
_WORDS = frozenset(("cards", "deck", "pack", "to", "of", "from", "in"))
_PUT = frozenset(("put", "place", "lay"))
_SIDE = r"left|right|partner|next|winner|leader"


def all_moved(line: str, text: str) -> str | None:
    """What to write instead of a line that moves all that is left of a pile, in a rule file; None for other lines, and
    where `rest` is a name of the file.
    """
    named, dealt, *moved = _patterns()
    if named.search(text):
        return None
    for pattern in moved:
        found = pattern.fullmatch(line)
        if found is None:
            continue
        parts = found.groupdict()
        zone = parts.get("zone")
        what, where = parts.get("what", zone), parts["where"]
        if what in _WORDS or where == (what or "stock") or (zone is not None and not holds_cards(zone, text)):
            continue
        if what is None and parts["verb"] in _PUT and not holds_cards(where, text):
            continue  # what is put there may as well be what stays in the pile
        return f"write `move {what or 'stock'} to {zone_of(where, text)}`"
    return ROUND if dealt.fullmatch(line) else None


def zone_of(where: str, text: str) -> str:
    """The zone that is meant: of a player, the hand."""
    return f"{where}.hand" if names_person(where, text) and not holds_cards(where.rpartition(".")[2], text) else where


def names_person(name: str, text: str) -> bool:
    """Whether a name is that of a player, as far as the lines of the file say so."""
    last = name.rpartition(".")[2]
    return (
        len(last) == 1
        or re.fullmatch(_SIDE, last) is not None
        or re.search(rf"\b{last}(?:, \w+)*: player\b", text) is not None
    )


def names_card(name: str, text: str) -> bool:
    """Whether a line of the file says that a name is that of a card."""
    if "." in name:
        return name.endswith(".played")
    if re.search(rf"\b{name}: card\b|\blet {name} be (?:the )?(?:top|bottom) of\b|\beach card {name}\b", text):
        return True
    sets = re.findall(rf"\b{name} in ([a-z]\w*(?:\.\w+)*)", text)
    return any(holds_cards(one.rpartition(".")[2], text) for one in sets)


def holds_cards(name: str, text: str) -> bool:
    """Whether a line of the file says that a zone has this name."""
    zone = rf"^[ \t]+{re.escape(name)}(?: of each \w+)?: *(?:\d+ places, *)?(?:face|private|secret)\b"
    return re.search(zone, text, re.MULTILINE) is not None


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """Where a file names something `rest`, lines that deal what is left, and those that move it to one place.  They are
    compiled only when a line cannot be read, because most files never need them.
    """
    named, dealt = r"\brest(?: of each \w+)?:|\b(?:let|for) rest\b", rf"(?:deal|give)(?: out)? {_REST}\b.*"
    return tuple(re.compile(pattern) for pattern in (named, dealt, *_MOVED))
