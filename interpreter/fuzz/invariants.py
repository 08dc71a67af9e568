"""What must hold for every game, at every question and at the end: plain functions in one visible tuple.

Each function gets the game (`WatchedGame`) and returns what is wrong, or None.  The engine itself checks what the
author requires (`after`, `always`) and what a statement needs (a value in its range, enough cards to deal); here this
is called `rules`.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import partial
from itertools import islice

from ...dsl.types import Type
from ..engine import Fault, Question, State
from ..engine.sets import bits, mask_of
from ..program import Program
from ..records import AnyRecord, Assigned, Moved, Tucked, Where
from ..replay.choices import find
from ..story.view import UNSEEN, sees
from .exchange import exchanged, hidden_cards
from .ground import zone_slots
from .watched import GameUnderTest, Invariant, InvariantResult, Invariants, WatchedGame, invariants_of

MOST_OPTIONS = 200
"""How many options are checked one by one."""
PLAYED_AGAIN = 8
"""One in this many sampled games is played a second time from its beginning."""


def cards(game: GameUnderTest) -> InvariantResult:
    """Each card of the deck lies in exactly one zone."""
    found = Counter(card for _, held in _zones(game.program, game.state) for card in held)
    twice = [card for card, times in found.items() if times > 1]
    missing = [card for card in range(len(game.program.deck)) if card not in found]
    words = game.engine.words
    if twice:
        return f"{words.card(twice[0])} lies in two places"
    return f"{words.card(missing[0])} lies nowhere" if missing else None


def moves(game: WatchedGame) -> InvariantResult:
    """No card moves without a record: the records give the same places and the same order as the state."""
    words, values, slots = game.engine.words, game.state.values, game.ground.slots
    before = game.before.values if len(game.steps) > 1 else []
    looked_at = game.ground.zones
    if before:  # what neither the state nor the records have changed was checked before
        changed: set[int] = set()
        for record in game.news:
            if type(record) is Moved:
                changed.add(slots[record.source])
                changed.add(slots[record.target])
            elif type(record) is Tucked:
                changed.add(slots[record.pile])
        for low, high, zones in game.ground.groups:
            if values[low:high] != before[low:high]:
                changed.update([slot for _, slot in zones if values[slot] != before[slot]])
        looked_at = [zone for zone in looked_at if zone[1] in changed] if changed else []
    for where, slot in looked_at:
        content = values[slot]
        held = content if isinstance(content, tuple) else bits(content)
        recorded = game.model.zones[where]
        zone = game.program.zones[where.zone]
        order_known = zone.ordered and zone.bag < 0
        if list(held) != recorded if order_known else sorted(held) != sorted(recorded):
            return f"{words.where(where)} holds {words.cards(held)}, the records say {words.cards(tuple(recorded))}"
    return None


def remembered(game: WatchedGame) -> InvariantResult:
    """No variable changes without a record."""
    values = game.state.values
    for number, info in enumerate(game.program.variables):
        if game.model.variables[number] == values[info.base : info.base + info.count]:
            continue
        for i in range(info.count):
            recorded, kept = game.model.variables[number][i], game.state.values[info.base + i]
            if recorded != kept:
                return f"`{info.name}` is {kept}, the records say {recorded}"
    return None


def scores(game: WatchedGame) -> InvariantResult:
    """A score changes only by a statement that sets it; one in a row of a table only if the row applies."""
    causes = game.ground.causes
    for record in game.news:
        if not isinstance(record, Assigned) or record.variable not in causes.scores:
            continue
        place = (record.span.start, record.span.end)
        name = game.program.variables[record.variable].name
        if (record.variable, *place) not in causes.setters:
            return f"`{name}` moved by a line that does not set it", record.span
        row = next((row for row in causes.rows if row[0] <= place[0] and place[1] <= row[1]), None)
        if row is not None and row not in game.model.rows and not causes.asks_inside(row):
            return f"`{name}` moved by a row that did not apply", record.span
    return None


def options(game: GameUnderTest) -> InvariantResult:
    """All options are different and legal, and the label of each means this option and no other."""
    question = game.question
    if question is None:
        return None
    labels: dict[str, object] = {}
    for option in islice(question.options(), MOST_OPTIONS):
        if not question.legal(option.choice):
            return f"`{option.label}` is offered, and is not legal"
        if question.objections(option.choice):
            return f"`{option.label}` is legal, and yet there is something against it"
        if option.label in labels:
            return f"two options are called `{option.label}`"
        labels[option.label] = option.choice
    label = list(labels)[game.dice.below(len(labels))]
    if find(question, game.engine.words, label)[0] != labels[label]:
        return f"`{label}` is an option, but that label is read as another"
    return None


def hidden(game: GameUnderTest) -> InvariantResult:
    """Cards that a player cannot see do not affect the player's view, questions or options."""
    engine, program, question = game.engine, game.program, game.question
    actor = question.player if question is not None else -1
    watcher = game.dice.below(program.players + 1) - 1
    for player in dict.fromkeys((actor, watcher)):
        other = exchanged(program, game.state.values, player, game.dice, game.public)
        if other is None:
            continue
        who = engine.words.player(player) if player >= 0 else "who only watches"
        now, then = engine.view(game.state, player), engine.view(other, player)
        if now != then:
            for number, info in enumerate(program.variables):
                if now.variables[number] != then.variables[number]:
                    leak = f"`{info.name}` tells {who} of cards that nobody has shown"
                    return leak, game.set_at(number), "W0804"
            return f"what {who} sees depends on cards hidden from that player"
        lines, others = _written(game, game.state, player), _written(game, other, player)
        if lines != others:
            at = next((one for one in (*lines, *others) if (one in lines) != (one in others)), (0,))[0]
            return f"a line on the table tells {who} of hidden cards", program.places[program.written[at].place]
        if player == actor and question is not None:
            try:
                again = engine.question(other)
            except Fault as fault:
                return f"whether {who} can choose at all depends on cards hidden from that player", fault.span
            if again is None or _offered(again) != _offered(question):
                return f"what {who} is offered depends on cards hidden from that player"
    return None


def seen(game: WatchedGame) -> InvariantResult:
    """A view shows only cards that exist, and only those that the player sees or was shown."""
    program = game.program
    player = game.dice.below(program.players + 1) - 1
    known = game.model.known[player] if player >= 0 else set[int]()
    who = game.engine.words.player(player) if player >= 0 else "who only watches"
    for zone in game.engine.view(game.state, player).zones:
        there = game.model.zones[zone.where]
        named = [card for card in zone.cards if card != UNSEEN]
        if len(zone.cards) != len(there) or not set(named) <= set(there):
            return f"the view of {game.engine.words.where(zone.where)} shows cards that do not lie there"
        info = program.zones[zone.where.zone]
        if not sees(program, info, max(zone.where.owner, 0), player) and not set(named) <= known:
            return f"{who} sees cards in {game.engine.words.where(zone.where)} without having been shown them"
    return None


def saved(game: GameUnderTest) -> InvariantResult:
    """A state that is written as JSON and read again is equal, has the same hash and is written the same way."""
    text = json.dumps(game.engine.to_json(game.state))
    try:
        back = game.engine.from_json(json.loads(text))
    except ValueError as error:
        return f"the state cannot be read back from JSON: {error}"
    if back != game.state or hash(back) != hash(game.state) or json.dumps(game.engine.to_json(back)) != text:
        return "the state read back from JSON is another one"
    game.read_back = back
    return None


def same(game: WatchedGame) -> InvariantResult:
    """The same seed and choices give the same records.  Compares whole games at their end, single steps during play."""
    if game.question is not None or game.begun is None or (game.sample > 1 and game.index % PLAYED_AGAIN):
        return None
    records: list[AnyRecord] = []

    def hear(record: AnyRecord, slots: object) -> None:
        records.append(record)

    again = game.replayed(hear)
    if again != game.state or records != game.records:
        at = next((i for i, (a, b) in enumerate(zip(records, game.records, strict=False)) if a != b), len(records))
        return "the same choices made the game go otherwise the second time", game.records[
            min(at, len(records) - 1)
        ].span
    return None


def _written(game: GameUnderTest, state: State, player: int) -> list[tuple[int, int, tuple[int, ...]]]:
    """What is written on the table, without cards that a player cannot know."""
    hidden = mask_of(hidden_cards(game.program, state.values, player))
    return [
        (line.line, line.owner, tuple(map(partial(_unless, hidden), _types(game, line.line), line.values)))
        for line in game.engine.written(state)
    ]


def _types(game: GameUnderTest, line: int) -> tuple[Type, ...]:
    return tuple(hole.type for hole in game.program.written[line].holes)


def _unless(hidden: int, type: Type, value: int) -> int:
    """A value without the cards among it that are hidden."""
    element = type.element.kind if type.element is not None else ""
    if type.kind == "card":
        return UNSEEN if hidden >> value & 1 else value
    return value & ~hidden if type.kind == "set" and element in ("", "card") else value


STANDING: tuple[Invariant[GameUnderTest], ...] = invariants_of(
    {"cards": cards, "options": options, "hidden": hidden, "json": saved}
)
"""What holds in any position of a game."""
PLAYED: tuple[Invariant[WatchedGame], ...] = invariants_of(
    {"moves": moves, "remembered": remembered, "scores": scores}, every=True
) + invariants_of({"seen": seen, "same": same})
"""What holds for a game and everything that happened in it."""
INVARIANTS: Invariants = (*STANDING, *PLAYED)
"""All invariants, in the order in which they are checked."""


def _offered(question: Question) -> object:
    shown = [(option.choice, option.label) for option in islice(question.options(), MOST_OPTIONS)]
    return question.player, question.ask, question.incidents, shown


def _zones(program: Program, state: State) -> list[tuple[Where, tuple[int, ...]]]:
    """The cards in each zone."""
    contents = [(where, state.values[slot]) for where, slot in zone_slots(program)]
    return [(where, content if isinstance(content, tuple) else bits(content)) for where, content in contents]
