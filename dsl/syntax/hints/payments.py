"""What is paid into a pot, taken out of it, or moved between two who have it, and the lines to write.

The file itself says what is a number, what each player has, and what holds cards.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from ...source.numerals import NUMERALS, in_digits
from .remaining import holds_cards, names_person
from .sayings import NOBODY, PATH, plural

_N = rf"(?P<n>\d+|an?|{'|'.join(NUMERALS[1:])})"
_AMOUNT = rf"(?P<n>\d+|an?|{'|'.join(NUMERALS[1:])}|(?!all\b|the\b){PATH})"
_PERSON = r"(?!(?:the|an?|each|every)\b)[a-z]\w*(?:\.(?:left|right|partner|next))*(?![\w.])"
_WHO = rf"(?:the )?(?P<who>player|{NOBODY}{_PERSON})"
_EACH = r"(?P<each>(?:each|every) player|all (?:the )?players|everybody|everyone|players)"
_POTS = ("pot", "pool", "kitty", "bank")
_POT = rf"(?:the )?(?:whole |entire )?(?P<pot>{'|'.join(_POTS)})"
_TAKES = r"(?:takes?|wins?|gets?|collects?|receives?|scoops?)"
_THING = r"(?P<thing>(?!(?:cards?|tricks?|turns?|rounds?|to|from|in|into|of)\b)[a-z]\w*)"
_MOVES = r"(?:move|transfer|take|pay|put|give)"
_INTO = r"(?:to|into|in)"
_BEST = r"(?:the )?(?P<best>highest|most|greatest|lowest|least|fewest|smallest)(?: number of)? (?P<by>[a-z]\w*)"
_WITH = r"(?:the )?(?:player|one|person|whoever) ?(?:with|who has|who have|who took|who won|has|took)?"
_AMONG = rf"(?:among|between|by) (?:all )?(?:of )?(?:the )?(?P<set>{PATH}(?: and (?:the )?{PATH})?)"
_LOWEST = ("lowest", "least", "fewest", "smallest")

Parts = dict[str, str]
"""The named groups of a pattern that were found, with what was written there."""


def paid_instead(line: str, text: str) -> str | None:
    """What to write instead of a line about what is paid, in a rule file; None for other lines."""
    for pattern, advice in _rows():
        found = pattern.fullmatch(line)
        if found is not None:
            said = {name: part for name, part in found.groupdict().items() if part is not None}
            help = advice({**said, "thing": _measure(said.get("thing"), text)}, text)
            if help is not None:
                return help
    return None


def _measure(thing: str | None, text: str) -> str:
    """What is paid: what was said, or else what the file has for it."""
    if thing is not None:
        return plural(thing)
    each = numbers_of_each(text)
    known = [name for name in ("chips", "coins", "money", "counters", "stack", "points") if name in each]
    return known[0] if known else "chips"


def numbers_of_each(text: str) -> list[str]:
    """The numbers that each player has, as far as the lines of the file say so."""
    return re.findall(r"^[ \t]+(\w+) of each player: (?:number|-?\d)", text, re.MULTILINE)


def _shared(name: str, text: str) -> bool:
    """Whether a name is a number of the whole game, as far as the lines of the file say so."""
    return re.search(rf"^[ \t]+{re.escape(name)}: (?:number|-?\d)", text, re.MULTILINE) is not None


def _all_taken(said: Parts, text: str) -> str | None:
    by, which = said["by"], "lowest" if said["best"] in _LOWEST else "highest"
    if by == "cards":
        return None
    pot, thing = said["pot"], said["thing"]
    best = f"let taker be the {which} q in players by q.{by if by.endswith('s') else f'{by}s'}"
    return f"write three lines: `{best}`, `add {pot} to taker.{thing}`, `set {pot} to 0`"


def _goes(said: Parts, text: str) -> str:
    return f"write `add {said['pot']} to {said['who']}.{said['thing']}`, and `set {said['pot']} to 0`"


def _all_ante(said: Parts, text: str) -> str:
    number, thing, pot = in_digits(said.get("n", "1")), said["thing"], said.get("pot", "pot")
    into = "number of players" if number == "1" else f"{number} * number of players"
    return f"write `subtract {number} from {thing} of each player`, and `add {into} to {pot}`"


def _antes(said: Parts, text: str) -> str:
    number, thing, pot = in_digits(said.get("n", "1")), said["thing"], said.get("pot", "pot")
    who = "p" if said.get("who", "player") == "player" else said["who"]
    return f"write `subtract {number} from {who}.{thing}`, and `add {number} to {pot}`"


def _perhaps_into_pot(said: Parts, text: str) -> str | None:
    """`each player pays 1 chip`: where there is a pot, it may be meant."""
    pot = next((one for one in _POTS if _shared(one, text)), None)
    if pot is None:
        return None
    ante = _all_ante if "each" in said else _antes
    return ante({**said, "pot": pot}, text).replace(", and", "; if it goes there, also")


def _pays(said: Parts, text: str) -> str | None:
    """`dealer pays the pot`: the pot is no player."""
    if not _shared(said["pot"], text):
        return None
    who = "p" if said["who"] == "player" else said["who"]
    return f"write how much: `subtract 1 from {who}.{said['thing']}`, and `add 1 to {said['pot']}`"


def _divided(said: Parts, text: str) -> str:
    pot, thing = said["pot"], said["thing"]
    among = said.get("set", "players")
    if " and " in among:
        among = f"{{{', '.join(one.removeprefix('the ') for one in among.split(' and '))}}}"
    size = "number of players" if among == "players" else f"size of {among}"
    lines = f"`for q in {among}: add {pot} / {size} to q.{thing}`, and `set {pot} to {pot} mod {size}`"
    known = among == "players" or among.startswith("{") or "." in among or _is_set(among, text)
    meant = "" if known else f", with, at the left edge, `define {among} means every p in players where …`"
    return f"{'write' if 'set' in said else 'say who shares it:'} {lines}: what is left over stays there{meant}"


def _is_set(name: str, text: str) -> bool:
    """Whether a line of the file declares a name."""
    return (
        re.search(rf"^(?:[ \t]+{name}: players|define {name} means|[ \t]+let {name} be)\b", text, re.MULTILINE)
        is not None
    )


def _moved(said: Parts, text: str) -> str | None:
    """Numbers do not lie in a place: they are taken away here, and added there."""
    number, source, target = in_digits(said["n"]), said["source"], said["target"]
    if source in ("stock", "deck") or any(holds_cards(one.rpartition(".")[2], text) for one in (source, target)):
        return None
    source, target = (
        f"{one}.{said['thing']}" if names_person(one, text) and not _shared(one, text) else one
        for one in (source, target)
    )
    if not all("." in one or _shared(one, text) for one in (source, target)):
        return None
    if number == source:
        return f"write `add {source} to {target}`, and `set {source} to 0`"
    return f"write `subtract {number} from {source}`, and `add {number} to {target}`"


_ROWS: tuple[tuple[str, Callable[[Parts, str], str | None]], ...] = (
    (rf"{_WITH} {_BEST} {_TAKES} {_POT}", _all_taken),
    (rf"{_POT} (?:goes|is given|is paid) to {_WITH} {_BEST}", _all_taken),
    (rf"{_POT} (?:goes|is given|is paid) to (?!the player$){_WHO}", _goes),
    (rf"{_EACH} (?:antes?(?: up)?|puts? up)(?: {_N}(?: {_THING})?)?", _all_ante),
    (rf"{_WHO} antes?(?: up)?(?: {_N}(?: {_THING})?)?", _antes),
    (rf"{_EACH} (?:pays?|gives?(?: up)?) {_N} {_THING}", _perhaps_into_pot),
    (rf"{_WHO} (?:pays?|gives?(?: up)?) {_N} {_THING}", _perhaps_into_pot),
    (rf"{_WHO} (?:pays?|feeds?) {_POT}", _pays),
    (
        rf"(?:divide|split|share)(?: out)? {_POT}(?: (?:equally|evenly|up))*(?: {_AMONG})?(?: (?:equally|evenly))?",
        _divided,
    ),
    (
        rf"{_POT} is (?:(?:equally|evenly) )?(?:divided|split|shared)(?: (?:equally|evenly|up))*(?: {_AMONG})?",
        _divided,
    ),
    (rf"{_MOVES} {_AMOUNT}(?: {_THING})? from (?:the )?(?P<source>{PATH}) {_INTO} (?:the )?(?P<target>{PATH})", _moved),
)
"""The pattern of each line, as a regular expression, and what makes its advice of the parts and the rule file."""


@cache
def _rows() -> tuple[tuple[re.Pattern[str], Callable[[Parts, str], str | None]], ...]:
    """They are compiled only when a line cannot be read, because most files never need them."""
    return tuple((re.compile(pattern), advice) for pattern, advice in _ROWS)
