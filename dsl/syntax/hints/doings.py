"""What is drawn, taken and discarded, who wins or loses, who is skipped, and who is put into a set: the line to write,
with what was written."""

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
_SIDE = rf"(?:the )?(?P<who>player|{_PERSON}(?:\.(?:team|opponents))?)"
_EACH = r"(?:(?:each|every) player|all (?:the )?players|everybody|everyone|players)"
_SO_MANY = rf"(?P<n>\d+|an?|{'|'.join(NUMERALS[1:])})"
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


def _ended_by(what: str, best: str) -> Callable[[Parts, str], str]:
    """Whoever is named has won or lost: that is counted, and decides the game."""

    def advice(said: Parts, text: str) -> str:
        who = "p" if said["who"] in (None, "player") else said["who"]
        many = _declared(who, text)
        sort = "team" if who.endswith((".team", ".opponents")) or who in ("team", "t") or many == "team" else "player"
        counts = what if _free(what, text) or _declared(what, text) == "number" else f"games_{what}"
        counted = f"for q in {who}: add 1 to q.{counts}" if many == f"{sort}s" else f"add 1 to {who}.{counts}"
        return (
            f"{_WINS} `{counted}`, and `game over, won by the {sort} with {best} {counts}`, with"
            f" `{counts} of each {sort}: number` below `remember`"
        )

    return advice


def _free(name: str, text: str) -> bool:
    """Whether no line of the file declares a name."""
    return (
        re.search(rf"^(?:[ \t]+|define ){name}(?: of each \w+)?(?:\([^)]*\))?(?::| means\b)", text, re.MULTILINE)
        is None
    )


def _taken(said: Parts, text: str) -> str | None:
    what, who = said["what"] or "", said["who"] or ""
    if not holds_cards(what.rpartition(".")[2], text) or not names_person(who, text):
        return None
    return f"write `move {what} to {who}.hand`"


def _dealt(said: Parts, text: str) -> str | None:
    """So many cards of a pile, or as many as it has: they are dealt, not moved."""
    pile, number = said["pile"] or "stock", in_digits(said["n"] or "1")
    target = zone_of(said["target"] or "", text)
    if not all(holds_cards(one.rpartition(".")[2], text) for one in (pile, target)):
        return None
    if said["most"] is not None:
        return f"write `deal at most {number} from {pile} to {target}`"
    if "." not in pile:
        return f"write `deal {number} from {pile} to {target}`"
    return f"write `move top {number} of {pile} to {target}`, or let somebody choose among `{number} cards of {pile}`"


def _shuffled(said: Parts, text: str) -> str | None:
    what, where = said["what"] or "", said["where"] or ""
    if not all(holds_cards(one.rpartition(".")[2], text) for one in (what, where)):
        return None
    return f"write two lines: `move {what} to {where}`, `shuffle {where}`"


def _discarded(said: Parts, text: str) -> str | None:
    who = said.get("who")
    if who is not None and not names_person(who, text):
        return None
    number, one = in_digits(said["n"] or "1"), who or "q"
    found = re.search(r"^[ \t]+(\w*(?:discard|pile|rubbish|waste)\w*): face", text, re.MULTILINE)
    pile = found[1] if found is not None else "discards"
    named, cards = ("c", f"{one}.hand") if number == "1" else ("cs", f"{number} cards of {one}.hand")
    steps = [f"{one} chooses", f'"discard {{{named}}}" for {named} in {cards}', f"move {named} to {pile}"]
    steps = steps if who is not None else [f"for {one} in players", *steps]
    first, *below, last = (f"`{step}`" for step in steps)
    declared = "" if found is not None else f", with `{pile}: face down` below `zones`"
    return f"write {first}; below it, {', and below that, '.join(below)}, and below that, {last}{declared}"


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
    (rf"game over,? (?:and )?(?:is )?(?:lost by|the loser is) {_SIDE}", _ended_by("lost", "lowest")),
    (
        rf"(?:game over,? )?{_SIDE} (?:loses|has lost|is the loser)(?: the (?:game|deal|hand|round))?",
        _ended_by("lost", "lowest"),
    ),
    (rf"game over, (?:won by |the winner is )?{_SIDE}(?: wins)?", _ended_by("won", "highest")),
    (rf"{_SIDE} (?:wins|has won|is the winner)(?: the (?:game|deal|hand|round))?", _ended_by("won", "highest")),
    # cards of a pile
    (
        (
            r"(?:move|take|put|deal) (?P<most>(?:at most|up to) )?(?:the )?(?:top )?"
            rf"(?P<n>\d+|an?|{'|'.join(NUMERALS[1:])})?(?: cards?)?"
            rf"(?: ?(?:from|of|off) (?:the )?(?P<pile>{PATH}))? (?:to|into|on|onto) (?:the )?(?P<target>{PATH})"
        ),
        _dealt,
    ),
    (
        (rf"shuffle (?:the )?(?P<what>{PATH}) (?:back )?(?:into|to|in|with) (?:the )?(?P<where>{PATH})"),
        _shuffled,
    ),
    # what players do with their cards
    (
        (
            rf"{_WHO} (?:may |must |then )?(?:takes?|picks? up|gets?|receives?|collects?)"
            rf" (?:the )?(?P<what>(?!trick\b){PATH})"
        ),
        _taken,
    ),
    (rf"{_EACH} (?:may |must |then )?discards? {_SO_MANY} cards?", _discarded),
    (rf"{_WHO} (?:may |must |then )?discards? {_SO_MANY} cards?", _discarded),
    (rf"skip {_WHO}(?:'s)?(?: turn)?", _skipped),
    (rf"(?:remove|delete) (?:the )?(?P<what>{PATH}|\{{.+\}}) from (?:the )?(?P<whole>{PATH})", _removed),
)
"""The pattern of each line, as a regular expression, and what makes its advice of the parts and the rule file."""


@cache
def _rows() -> tuple[tuple[re.Pattern[str], Callable[[Parts, str], str | None]], ...]:
    """They are compiled only when a line cannot be read, because most files never need them."""
    return tuple((re.compile(pattern), advice) for pattern, advice in _ROWS)
