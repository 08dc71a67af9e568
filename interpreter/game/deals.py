"""Cards fixed by hand: what chance brings, said as a mapping from places to cards.

    {"hand A": "J♠ J♣ A♠ K♠ Q♠", "stock": "9♥ 10♥", "dealer": "D"}

A zone that is shuffled takes the next cards to come from it; any other zone the cards dealt to it, `??` for those that
are left to chance; a variable what is drawn for it at random; `random` what is drawn for none.  A value of several
items may be a sequence of strings.  What the rules do not bring before the next choice is an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from ...dsl.codes.scripts import ScriptError
from ...dsl.source.span import Source, Span
from ..notation import model as m
from ..replay.chance import ScriptedChance
from ..replay.names import Names
from ..text.spellings import plain

FixedDeal = Mapping[str, "str | Iterable[str]"]


def facts(names: Names, deal: FixedDeal) -> list[m.Fact]:
    """The facts of a script that such a mapping stands for.  Raises `ScriptError` for a key that names nothing."""
    if not isinstance(deal, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance] - people err
        raise ValueError("a deal is a mapping from places to cards: {'hand A': 'J♠ 9♥'}")
    return [_fact(names, str(key), _text(value)) for key, value in deal.items()]


def _text(value: object) -> str:
    """What is fixed in one place, in words; several may come as a sequence."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        return str(value)
    return " ".join(map(str, cast("Iterable[object]", value)))


def _fact(names: Names, key: str, value: str) -> m.Fact:
    source = Source("<deal>", f"{key}: {value}")
    name = " ".join(key.split())
    cards = tuple(m.Said(word, _span(source, word)) for word in value.replace(",", " ").split())
    whole = m.Said(" ".join(value.split()), _span(source, value))
    if plain(name) == "random":
        return m.Random(value=whole)
    zone, owner = _place(names, name.removeprefix("pile "))
    if zone is None:
        known = {plain(info.name) for info in names.program.variables}
        if plain(name.removeprefix("first ")) not in known:
            names.thing(m.Said(name, _span(source, key)))  # raises: there is nothing of that name
        return m.First(name=m.Said(name.removeprefix("first ")), value=whole)
    said = m.Said(zone, _span(source, key))
    info = names.program.zones[names.zone(said, owner).zone]
    if info.bag >= 0 or name.startswith("pile "):
        return m.Pile(zone=said, owner=owner, cards=cards)
    return m.DealtCards(zone=said, owner=owner, cards=cards)


def _place(names: Names, text: str) -> tuple[str | None, m.Said | None]:
    """`hand A`, `hand of A`, `stock`: the name of a zone and whose; no name if it is none."""
    zones = sorted((zone.name for zone in names.program.zones), key=len, reverse=True)
    spelled = plain(text)
    for zone in zones:
        name = plain(zone)
        for first in (name, name.replace("_", " ")):
            if spelled == first:
                return zone, None
            if spelled.startswith(first + " "):
                owner = text.strip()[len(first) :].strip()
                return zone, m.Said(owner.removeprefix("of ").strip())
    return None, None


def _span(source: Source, part: str) -> Span:
    at = source.text.find(part)
    return Span(source, max(at, 0), max(at, 0) + len(part))


def used_up(chance: ScriptedChance) -> None:
    """Raise `ScriptError` if something was said of chance that has not come before the next choice."""
    left = chance.leftover()
    if left is not None:
        raise ScriptError(left)
