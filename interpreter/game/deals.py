"""Cards fixed by hand: a mapping from places to cards says what chance gives.

    {"hand A": "J♠ J♣ A♠ K♠ Q♠", "stock": "9♥ 10♥", "dealer": "D"}

For a zone that is shuffled, the value is the next cards taken from it; for any other zone, the cards dealt to it, with
`??` for cards that are left to chance.  For a variable, it is what is drawn for it at random; for `random`, what is
drawn for no variable.  A value of several items may be a sequence of strings.  It is an error if the rules do not bring
about what is fixed before the next choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import cast

from ...dsl.codes.reporting import ScriptError
from ...dsl.source.span import Source, Span
from ..errors import wrong
from ..notation import model as m
from ..replay.chance import LookedAtEarlier, ScriptedChance
from ..replay.copying import independent
from ..text.spellings import plain
from ..wording.names import Names

FixedDeal = Mapping[str, "str | Iterable[str]"]


def facts(names: Names, deal: FixedDeal) -> list[m.Fact]:
    """The facts of a script that such a mapping stands for.  Raises `ScriptError` for a key that is no name of the
    game.
    """
    if not isinstance(deal, Mapping):  # people err
        raise wrong("a deal is a mapping from places to cards: {'hand A': 'J♠ 9♥'}")
    return [_fact(names, str(key), _text(value)) for key, value in deal.items()]


def _text(value: object) -> str:
    """The text of what is fixed in one place; several items may be given as a sequence."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        return str(value)
    return " ".join(map(str, cast("Iterable[object]", value)))


def _fact(names: Names, key: str, value: str) -> m.Fact:
    source = Source("<deal>", f"{key}: {value}")
    name = " ".join(key.split())
    cards = tuple(m.SpannedText(word, _span(source, word)) for word in value.replace(",", " ").split())
    whole = m.SpannedText(" ".join(value.split()), _span(source, value))
    if plain(name) == "random":
        return m.RandomFact(value=whole)
    zone, owner = _place(names, name.removeprefix("pile "))
    if zone is None:
        known = {plain(info.name) for info in names.program.variables}
        if plain(name.removeprefix("first ")) not in known:
            names.thing(m.SpannedText(name, _span(source, key)))  # raises: there is no such name
        return m.FirstFact(name=m.SpannedText(name.removeprefix("first ")), value=whole)
    said = m.SpannedText(zone, _span(source, key))
    info = names.program.zones[names.zone(said, owner).zone]
    if info.bag >= 0 or name.startswith("pile "):
        return m.Pile(zone=said, owner=owner, cards=cards)
    return m.DealtCards(zone=said, owner=owner, cards=cards)


def _place(names: Names, text: str) -> tuple[str | None, m.SpannedText | None]:
    """Read `hand A`, `hand of A` or `stock`: the name of a zone, and its owner.  The name is None if there is no such
    zone.
    """
    zones = sorted((zone.name for zone in names.program.zones), key=len, reverse=True)
    spelled = plain(text)
    for zone in zones:
        name = plain(zone)
        for first in (name, name.replace("_", " ")):
            if spelled == first:
                return zone, None
            if spelled.startswith(first + " "):
                owner = text.strip()[len(first) :].strip()
                return zone, m.SpannedText(owner.removeprefix("of ").strip())
    return None, None


def _span(source: Source, part: str) -> Span:
    at = source.text.find(part)
    return Span(source, max(at, 0), max(at, 0) + len(part))


def fitted(run: Callable[[ScriptedChance], object], chance: ScriptedChance) -> ScriptedChance:
    """The object that decides chance for a run.  A card may be looked at before it is dealt, as the last card of Whist
    is turned up: then it is drawn among those that fit what is fixed.

    `run` plays to the next question without being heard.  What it raises is left to the caller, who runs it again.
    """
    fitting: dict[int, frozenset[int]] | None = None
    for _ in range(_MOST_LOOKS):
        tried = independent(chance)
        tried.fitting = fitting
        try:
            run(tried)
        except LookedAtEarlier as error:
            fitting = {**(fitting or {}), **({error.look: error.faces} if error.look >= 0 else {})}
            continue
        except ScriptError:
            return chance
        break
    chance.fitting = fitting
    return chance


_MOST_LOOKS = 20
"""How often a run is tried."""


def used_up(chance: ScriptedChance) -> None:
    """Raise `ScriptError` if a fixed outcome of chance was not used before the next choice."""
    left = chance.leftover()
    if left is not None:
        raise ScriptError(left)
