"""The scene: the table as a seat, a watcher or everybody sees it now, as plain data (schemas/scene.schema.json).

It is a function of the story so far, the state and the number of records that the viewer has seen before.  Whatever
draws a game draws scenes and changes nothing in them, because zones that stay as they were are used again.  Nothing in
a scene is hidden from its viewer: a card it does not know is null.  A page makes the same scenes
(`javascript/src/scene.ts`); a test holds them equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import takewhile
from typing import Any

from ...dsl.types import NONE, Type
from ..engine import Engine
from ..engine.engine import WrittenNow
from ..faults import Fault
from ..program import ACTOR, OVER, PC, Program, Slots
from ..records import Where
from ..text.format import bits
from .data import StoryVariable, words_of
from .items import TranscriptItem, line_data
from .settlement import settlement_data
from .story import DrawnZone, Story, TrickSoFar
from .view import UNSEEN

VERSION = 4

Data = dict[str, Any]


def scene(story: Story, values: Slots | None, since: int | None = None) -> Data:
    """The table now.  `values`: the slots of the state at the question or at the end; None between two
    questions.  `since`: how many records the viewer has seen before; by default those before its last choice.
    """
    words, program = story.words, story.words.program
    since = story.looked if since is None else since
    pc, actor = (values[PC], values[ACTOR]) if values is not None else (OVER, -1)
    assert isinstance(pc, int)
    assert isinstance(actor, int)
    if values is not None and program.written:
        story.written = _written_now(program, story.in_last_deal(values))
    held = () if program.written else _held(story)
    last, asked = story.last_trick, pc > OVER
    calls = story.calls.latest(actor, ~pc) if asked else story.calls.latest()
    return {
        "scene": VERSION,
        "viewer": "all" if story.viewer is None else story.viewer if story.viewer >= 0 else "spectator",
        "title": program.title,
        "seats": list(words.seats),
        "teams": [list(players) for players in program.teams],
        "deal": story.deal,
        "trick_of_deal": story.trick_of_deal,
        "turn": actor if asked else -1,
        "over": _over(story),
        "zones": [_zone(story, where, since) for where in story.table.zones],
        **(_written(story) if program.written else _remembered(story, held)),
        "trick": _trick(story, values),
        "last_trick": None if last is None else _last_trick(story, last),
        "calls": [{"seat": seat, "text": text} for seat, text, _ in calls],
        "scores": [found for owner in ("team", "player") if (found := _scores(story, owner)) is not None],
        "since": [line_data(item) for item in _after(story, since)],
        "settlement": _settlement(story, since),
    }


def _after(story: Story, since: int) -> list[TranscriptItem]:
    """The lines that were complete only after so many records."""
    at = len(story.lines)
    while at and story.lines[at - 1][0] > since:
        at -= 1
    return [item for _, item in story.lines[at:]]


def _over(story: Story) -> Data | None:
    if story.over is None:
        return None
    owner, winners = story.over.owner, story.over.winners
    return {"owner": owner, "winners": list(winners), "names": [story.words.owner(owner, one) for one in winners]}


def _settlement(story: Story, since: int) -> Data | None:
    """What was settled last, if the viewer has not seen it yet."""
    if story.settlement is None or story.settlement[0] <= since:
        return None
    return settlement_data(story.words, story.data, story.settlement[1])


# ----------------------------------------------------------------------------------------------------------- zones


def _zone(story: Story, where: Where, since: int) -> Data:
    """A zone, as in the last scene if nothing has changed in it, and nothing in it has become or ceased to be new."""
    table, last = story.table, story.drawn_zones.get(where)
    at = table.changed[where], table.known_cards.recalled, len(table.tricks)
    if last is not None and last.at == at and (last.since == since or (last.rests and last.since < since)):
        return last.data
    found = _zone_now(story, where, since)
    story.drawn_zones[where] = DrawnZone(at, since, not found.get("new"), found)
    return found


def _zone_now(story: Story, where: Where, since: int) -> Data:
    """A zone: how many cards lie in it, and those that the viewer knows.  On the table, open cards lie as they came."""
    zone, words = story.data.zones[where.zone], story.words
    cards, came = story.table.cards(where), story.arrived
    if zone.owner is None and zone.open and not zone.ordered:
        cards = tuple(sorted(cards, key=lambda card: (card < 0, came[card] if card >= 0 else -1)))
    found: Data = {
        "zone": where.zone, "name": words_of(zone.name), "owner": where.owner,
        "whose": words.owner(zone.owner, where.owner), "kind": _kind(story, where), "ordered": zone.ordered,
        "count": len(cards),
    }  # fmt: skip
    if all(card < 0 for card in cards):
        return {**found, "cards": []}
    found["cards"] = [words.card(card) if card >= 0 else None for card in cards]
    found["new"] = [at for at, card in enumerate(cards) if card >= 0 and came[card] >= since]
    if zone.owner is None:
        found["by"] = [story.table.brought[card] if card >= 0 else -1 for card in cards]
        if zone.open and found["by"][-1] >= 0:
            found["last"] = sum(
                1 for _ in takewhile(lambda card: card >= 0 and came[card] == came[cards[-1]], reversed(cards))
            )
    return found


def _kind(story: Story, where: Where) -> str:
    """How a zone is drawn: a `trick`, a `hand`, `open` cards, or a `pile` of cards face down."""
    zone = story.data.zones[where.zone]
    if where.zone in story.table.tricks:
        return "trick"
    return "open" if zone.open else "hand" if zone.looked_at else "pile"


# ------------------------------------------------------------------------------------------------------------ values


def _held(story: Story) -> Iterator[tuple[StoryVariable, int, int]]:
    """The variables that hold something and belong to this deal, by owner: one that was set in it, or one that is
    carried from deal to deal and was set before.
    """
    for (number, owner), at in sorted(story.set_at.items()):
        info, value = story.data.variables[number], story.table.values[number, owner]
        if story.over is not None:
            value = story.moved_on.get(number, value)
        if (at >= story.begun or (info.carried and number not in story.stale)) and _holds(story, number, value):
            yield info, owner, value


def _holds(story: Story, variable: int, value: int) -> bool:
    """Whether a value is something: not none, not 0, not no, not an empty set; and not the number with which the game
    begins (a stake of 1 that nobody has raised).
    """
    info = story.data.variables[variable]
    if info.type.kind == "number":
        return value != 0 and value != story.words.program.initial[info.slot]
    return value != NONE if info.tells else value != 0


def _names_players(type: Type) -> bool:
    """Whether a value of a type names players."""
    return type.kind == "player" or (type.element is not None and type.element.kind == "player")


def _value(story: Story, type: Type, value: int) -> str:
    """A value in words; cards that the viewer does not know are not named."""
    cards = story.table.known_cards
    if type.kind == "card":
        return story.words.card(value if cards.knows(value) else UNSEEN)
    if type.kind == "set" and (type.element is None or type.element.kind == "card"):
        return story.words.cards(sorted(cards.known(bits(value)), key=lambda card: (card < 0, card)))
    return story.words.value(type, value)


def _remembered(story: Story, held: Iterable[tuple[StoryVariable, int, int]]) -> Data:
    """What is remembered, where the author does not say what is written on the table."""
    held = list(held)
    shared = [(info, value) for info, owner, value in held if owner < 0]
    return {"roles": _roles(shared), "facts": _facts(story, shared), "badges": _badges(story, held)}


def _roles(shared: list[tuple[StoryVariable, int]]) -> list[Data]:
    """Who is what: shared values that name players."""
    return [
        {
            "name": words_of(info.name),
            "seats": [value] if info.type.kind == "player" else list(bits(value)),
            "text": words_of(info.name),
        }
        for info, value in shared
        if _names_players(info.type)
    ]


def _facts(story: Story, shared: list[tuple[StoryVariable, int]]) -> list[Data]:
    """What is announced: shared values that do not name players, those that name something first, counters last."""
    facts = [(info, value) for info, value in shared if not _names_players(info.type)]
    facts.sort(key=lambda fact: (not fact[0].tells, fact[0].carried))
    return [_fact(words_of(info.name), _value(story, info.type, value), info.type.kind) for info, value in facts]


def _fact(name: str, value: str, kind: str) -> Data:
    return {"name": name, "value": value, "kind": kind, "text": name if kind == "flag" else f"{name} {value}"}


@lru_cache(16)
def _engine(program: Program) -> Engine:
    return Engine(program)


def _written_now(program: Program, values: Slots) -> tuple[WrittenNow, ...]:
    """The lines on the table; none if a line stops with an error of the rules, which `hoyle check` reports."""
    try:
        return _engine(program).written_of(values)
    except Fault:
        return ()


def _written(story: Story) -> Data:
    """What the author says is written on the table, in place of roles and values: as facts, and as badges of seats."""
    facts: list[Data] = []
    badges: list[Data] = []
    for now in story.written:
        line = story.words.program.written[now.line]
        if any(story.renewed.get(one, story.begun) < story.begun for one in line.within):
            continue  # what it tells is of the last deal
        parts = [line.texts[0]]
        for hole, value, text in zip(line.holes, now.values, line.texts[1:], strict=True):
            parts += [_value(story, hole.type, value), text]
        said = "".join(parts)
        if line.owner is None:
            facts.append({"name": "", "value": said, "kind": "written", "text": said})
        else:
            badges += [{"seat": seat, "name": said, "text": said} for seat in _seats(story, line.owner, now.owner)]
    return {"roles": [], "facts": facts, "badges": badges}


def _seats(story: Story, kind: str | None, owner: int) -> tuple[int, ...]:
    """The seats of a player or of a team."""
    return story.words.program.teams[owner] if kind == "team" else (owner,)


def _badges(story: Story, held: list[tuple[StoryVariable, int, int]]) -> list[Data]:
    """What a seat is and has said; what a team has said is a badge of each of its seats."""
    found: list[Data] = []
    for info, owner, value in held:
        if owner < 0 or info.type.kind == "number" or (info.type.kind == "set" and not _names_players(info.type)):
            continue
        name = words_of(info.name)
        said = {"text": name}
        if info.type.kind != "flag":
            said = {"value": _value(story, info.type, value), "text": f"{name} {_value(story, info.type, value)}"}
        found += [{"seat": seat, "name": name, **said} for seat in _seats(story, info.owner, owner)]
    return found


def _scores(story: Story, kind: str) -> Data | None:
    """The numbers of players or of teams, what decides first; None if there are none yet.

    Where the author says what is written on the table, these are the scores and what is counted towards them.
    """
    values, words = story.table.values, story.words
    shown = story.scored - story.stale
    numbers = [number for number in sorted(shown) if story.data.variables[number].owner == kind]
    if words.program.written:
        numbers = [one for one in numbers if story.data.variables[one].decides or story.data.variables[one].feeds]
    if not numbers:
        return None
    numbers.sort(key=lambda number: not story.data.variables[number].decides)
    owners = range(story.data.variables[numbers[0]].count)
    return {
        "owner": kind,
        "owners": [words.owner(kind, owner) for owner in owners],
        "columns": [
            {
                "name": words_of(story.data.variables[number].name),
                "decides": story.data.variables[number].decides,
                "values": [values[number, owner] for owner in owners],
                "gained": [values[number, owner] - story.before[number, owner] for owner in owners],
            }
            for number in numbers
        ],
    }


# ------------------------------------------------------------------------------------------------------------ tricks


def _plays(story: Story, trick: TrickSoFar) -> list[Data]:
    return [{"seat": player, "card": story.words.card(card) if card >= 0 else None} for player, card, _ in trick.plays]


def _last_trick(story: Story, trick: TrickSoFar) -> Data:
    return {"leader": trick.leader, "plays": _plays(story, trick), "winner": trick.winner}


def _trick(story: Story, values: Slots | None) -> Data | None:
    """The trick that is being played, with the number of the winning play so far (-1: none)."""
    trick = story.trick
    if trick is None:
        return None
    where = _leading(story, values)
    winning = -1
    if where is not None and values is not None:
        power, best = values[where[0]], values[where[1]]
        if isinstance(power, int) and power >= 0:
            winning = next((at for at, (player, _, _) in enumerate(trick.plays) if player == best), -1)
    return {"leader": trick.leader, "plays": _plays(story, trick), "winning": winning}


def _leading(story: Story, values: Slots | None) -> tuple[int, int] | None:
    """The slots of the power and the player of the winning card.

    They do not depend on what is asked: whether a card, or before it something that only who lacks a suit is asked,
    must not be told.  If a game has several kinds of tricks, they are those of the question.
    """
    if len(story.data.leads) == 1:
        return next(iter(story.data.leads))
    pc = values[PC] if values is not None else OVER
    assert isinstance(pc, int)
    rules = story.words.program.asks[~pc].trick if pc > OVER else None
    return None if rules is None else (rules.winning, rules.best)
