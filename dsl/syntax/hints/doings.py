"""What is drawn, who loses, who is skipped, and who is put into a set: the line to write, with what was written."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from ...source.numerals import NUMERALS, in_digits
from .remaining import holds_cards, names_card, names_person, zone_of
from .sayings import NOBODY, PATH

_PERSON = rf"(?!(?:if|to|over|this|that|one|two|turn|next)\b){NOBODY}[a-z]\w*(?:\.(?:left|right|partner|next))*"
_VALUE = rf"(?:{PATH}|\d+|size of {PATH})"
_NUMBER = rf"{_VALUE}(?: [-+*/] {_VALUE})*"
_AMOUNT = (
    rf"(?P<amount>an?|the top|{'|'.join(NUMERALS[1:])}|(?:the )?(?:top|bottom)(?: card)? of {PATH}"
    rf"|\(.+\)|{_NUMBER} if .+ otherwise {_NUMBER}|(?!(?:until|for|from|cards?)\b){_NUMBER})(?: cards?)?"
)
_MEASURE = r"(?:the )?(?:highest|most|lowest|least|fewest) \w+(?: gained)?"
_MEASURES = rf"(?P<by>{_MEASURE}(?:, then {_MEASURE})*(?:, otherwise (?:a draw|shared))?)"
_SORT = r"(?:the )?(?P<sort>player|team) with"
_WHO = rf"(?:the )?(?P<who>{_PERSON})"
_OPPOSITE = {"highest": "lowest", "most": "lowest", "lowest": "highest", "least": "highest", "fewest": "highest"}
_SETS = ("players", "teams", "suits", "ranks", "cards")
_CARD_NAMED = re.compile(r"(?:the )?(?:top|bottom)(?: card)? of .+|(?:the )?\w*card")
_WINS = "somebody wins by the highest or the lowest of something:"


Parts = dict[str, str | None]
"""The named groups of a pattern, with what was written there."""


def done_instead(line: str, text: str) -> str | None:
    """What to write instead of a line that draws, skips, loses or removes, in a rule file; None for other lines."""
    for pattern, advice in _rows():
        found = pattern.fullmatch(line)
        if found is not None:
            help = advice(found.groupdict(), text)
            if help is not None:
                return help
    return None


def _drawn(said: Parts, text: str) -> str | None:
    amount, pile = said["amount"] or "", said["pile"] or "stock"
    target = zone_of(said["target"], text) if said["target"] else f"{said['owner'] or 'p'}.hand"
    if said["owner"] and not names_person(said["owner"], text):
        return None
    if _CARD_NAMED.fullmatch(amount) and amount != "the top":
        return f"write `move {re.sub('^the | card(?= of)', '', amount)} to {target}`"
    if names_card(amount, text):
        return f"write `move {amount} to {target}`"
    number = "1" if amount in ("", "the top") else in_digits(amount)
    if " if " in number:
        number = f"({number})"
    return f"write `deal {number} from {pile} to {target}`"


def _lost_by_measure(said: Parts, text: str) -> str | None:
    by = re.sub(r"\b(?:the )?(highest|most|lowest|least|fewest)\b", lambda found: _OPPOSITE[found[1]], said["by"] or "")
    return f"write `game over, won by the {said['sort']} with {by}`"


def _lost_by(said: Parts, text: str) -> str:
    who = said["who"] or ""
    counted = f"add 1 to {who}.lost"
    if _declared(who, text) == "players":
        counted = f"for q in {who}: add 1 to q.lost"
    return (
        f"{_WINS} `{counted}`, and `game over, won by the player with lowest lost`, with"
        " `lost of each player: number` below `remember`"
    )


def _declared(name: str, text: str) -> str | None:
    """What a line of the file says that a name is: `players`, `number`, `0`; None if no line does."""
    found = re.search(rf"^[ \t]+{name.rpartition('.')[2]}(?: of each \w+)?: *(\w+)", text, re.MULTILINE)
    return found[1] if found is not None else None


def _skipped(said: Parts, text: str) -> str | None:
    if not names_person(said["who"] or "", text):
        return None
    return (
        f"remember it, `skipped of each player: yes or no`: write `set {said['who']}.skipped to yes`; before a turn,"
        " `if p.skipped: set p.skipped to no`, and the turn below `otherwise`"
    )


def _removed(said: Parts, text: str) -> str | None:
    what, whole = said["what"] or "", said["whole"] or ""
    if what in NUMERALS[1:]:
        return None
    if holds_cards(whole.rpartition(".")[2], text):
        return f"cards leave a place when they are moved to another one: `move {what} to …`"
    if _declared(whole, text) in (None, *_SETS):
        return f"write `set {whole} to {whole} except {what}`"
    return f"write `subtract {what} from {whole}`"


_ROWS: tuple[tuple[str, Callable[[Parts, str], str | None]], ...] = (
    (
        (
            rf"draw(?: {_AMOUNT})?(?: (?:from|off|out of) (?:the )?(?P<pile>{PATH}))?"
            rf"(?: (?:to|into|in) (?:the )?(?P<target>{PATH}(?: of each player)?)| for (?:the )?(?P<owner>{PATH}))?"
        ),
        _drawn,
    ),
    (rf"game over,? (?:and )?(?:is )?lost by {_SORT} {_MEASURES}", _lost_by_measure),
    (rf"(?:game over,? )?{_SORT} {_MEASURES} (?:loses|has lost)(?: the game)?", _lost_by_measure),
    (rf"game over,? (?:and )?(?:is )?(?:lost by|the loser is) {_WHO}", _lost_by),
    (rf"(?:game over,? )?{_WHO} (?:loses|has lost|is the loser)(?: the (?:game|deal|hand|round))?", _lost_by),
    (rf"skip {_WHO}(?:'s)?(?: turn)?", _skipped),
    (rf"(?:remove|delete) (?:the )?(?P<what>{PATH}|\{{.+\}}) from (?:the )?(?P<whole>{PATH})", _removed),
)
"""The pattern of each line, as a regular expression, and what makes its advice of the parts and the rule file."""


@cache
def _rows() -> tuple[tuple[re.Pattern[str], Callable[[Parts, str], str | None]], ...]:
    """They are compiled only when a line cannot be read, because most files never need them."""
    return tuple((re.compile(pattern), advice) for pattern, advice in _ROWS)
