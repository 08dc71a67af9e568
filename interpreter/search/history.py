"""The record of a deal: what a referee keeps of it, and what one seat has seen of it.

A deal is given by the state in which it began, the choices made since, and what chance drew since.  This state is the
one at the last question before all cards were shuffled together (or the start of the game), so no earlier deal has to
be replayed.

`History` is a listener: the caller passes it every record of a game and, before each choice, the state of the question.
`seen_by` reduces the record to what one seat has seen of it:

* a draw is known to the seats that see the zone the card went to;
* a card named by a choice is known to the player who makes the choice, and to the seats that see the card move while
  the choice is carried out.  Secret choices are known to no other seat;
* at every question, a seat knows its own view, which `view_hash` turns into a number.

Everything else is left out.  Only this reduced record is passed on to the code that thinks for the seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from ..engine.sets import bits
from ..program import ACTOR, NOWHERE_KNOWN, OVER, PC, Program, Slots
from ..records import AnyRecord, Choice, Chosen, Declared, Drawn, Moved, Shown, Shuffled, Tucked, Where
from ..story.heard import DealHeard
from ..story.view import sees, view
from .seen import CARD, PICKED_CARD, PICKED_PLAYER, SeenDeal, SeenDraw, SeenStep, Sighting, view_hash

MarkFunction = Callable[[Slots, bytes], int]
"""A number for a question, from a state that looks the same to a seat and what the seat remembers."""


@dataclass(slots=True)
class HistoryDraw:
    """What chance drew: a card (or a player), the zone to which it went (-1: it was only looked at), the seats (a mask)
    that saw it, and the number of its step: 0 before the first choice, otherwise the number of the choice, from 1.
    """

    kind: int
    value: int
    target: int
    seats: int
    epoch: int
    step: int
    source: int = -1
    """For a random card of a set: the zone in which it was."""


@dataclass(slots=True)
class HistoryStep:
    """A choice (or a declared incident; `ask` is then -1), the slots of the question before it, and for each card that
    it names the seats that know the card.
    """

    slots: Slots
    player: int
    ask: int
    choice: Choice
    seats: dict[int, int] = field(default_factory=dict["int", "int"])
    waiting: set[int] = field(default_factory=set["int"])
    """For a secret choice: the cards it names that have not moved yet."""
    hashes: dict[int, int] = field(default_factory=dict["int", "int"])
    """For each seat, the hash of what it saw of the question, if it was computed."""
    marks: dict[tuple[int, MarkFunction], int] = field(default_factory=dict["tuple[int, MarkFunction]", "int"])
    """For each seat, what a function gave of the question as the seat saw and remembered it, if it was called."""


class History:
    """Keeps the record of the current deal; see the module docstring."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.numbers: dict[Where, int] = {}
        """The number of each zone of each owner, as in a module."""
        self.eyes: list[int] = []
        """For each of these zones, the seats that see its cards."""
        self.owners: list[int] = []
        for number, zone in enumerate(program.zones):
            for owner in range(zone.count):
                self.numbers[Where(number, owner if zone.owner is not None else -1)] = len(self.eyes)
                seats = [p for p in range(program.players) if sees(program, zone, owner, p)]
                self.eyes.append(sum(1 << p for p in seats))
                self.owners.append(owner if zone.owner == "player" else -1)
        self.begin()

    def begin(self) -> None:
        """Prepare for a new game that has not been run to its first question."""
        start = list(self.program.initial)
        start[PC] = self.program.start
        self.only_view = False
        self._from(start)

    def begin_at(self, values: Slots) -> None:
        """Begin at a question in the middle of a game, where no seat saw the cards being dealt."""
        self.only_view = True
        self._from(values.copy())
        self.deal_heard = DealHeard(self.program, self.base)

    def _from(self, base: Slots) -> None:
        self.base = base
        self.deal_heard = DealHeard(self.program)
        """The records of the deal, for what each seat heard of them."""
        self.steps: list[HistoryStep] = []
        self.draws: list[HistoryDraw] = []
        self.epoch = 0
        self.values = base
        self._at: list[Where] = [Where(-1, -1)] * len(self.program.deck)
        self._settled: set[int] = set()
        self._since: list[HistoryDraw] = []
        self._waiting: list[HistoryStep] = []
        self._left: set[int] = set()
        """Cards that left their pile without being drawn."""
        self.absent: dict[tuple[int, int], int] = {}
        """The seats that know that a card was not drawn in an epoch, by epoch and card."""
        self._sightings: list[tuple[Sighting, int]] = []
        """The sightings, each with the seats that saw it."""
        self._filled: dict[Where, HistoryStep | None] = {}
        """For a zone that was empty before: the choice that named all cards in it; None if there is no such choice."""
        for where in self.numbers:
            zone = self.program.zones[where.zone]
            owner = max(where.owner, 0)
            content = base[zone.base + owner]
            cards = content if isinstance(content, tuple) else bits(content)
            low, high = zone.shuffled(owner, base)
            for i, card in enumerate(cards):
                self._at[card] = where
                if not low <= i < high:
                    self._settled.add(card)

    # ------------------------------------------------------------------------------------------------- being fed

    def asked(self, values: Slots) -> None:
        """Note that a question is open.  `values`: the slots of its state, which are copied."""
        self.values = values.copy()

    def hear(self, record: AnyRecord, slots: Slots) -> None:
        """Process a record of the game; a listener."""
        self.deal_heard.hear(record)
        match record:
            case Chosen(player, ask, choice):
                self._since = []
                step = HistoryStep(self.values, player, ask, choice)
                if self.program.asks[ask].secret:
                    step.waiting = self._named(step)
                    self._waiting.append(step)
                self.steps.append(step)
            case Declared(incident):
                self._since = []
                self.steps.append(HistoryStep(self.values, -1, -1, Choice(incident)))
            case Shuffled(pile):
                if self._shuffled(pile, slots):
                    self.deal_heard.deal_begins(record)
            case Moved():
                self._moved(record)
            case Tucked(_, pile, at):
                if at < 0:  # their place in the pile is not known any more
                    self._shuffled(pile, slots)
            case Shown(cards, to):
                seats = (1 << self.program.players) - 1 if to < 0 else to
                for card in cards:
                    self._saw(card, seats)
                    self._sighted(card, self._at[card], seats)
            case Drawn():
                self._drew(record)
            case _:
                pass

    def _shuffled(self, pile: Where, slots: Slots) -> bool:
        """Note that the order of a pile became unknown.  Returns whether all cards lay in it: a new deal."""
        cards = [card for card, where in enumerate(self._at) if where == pile]
        self._settled.difference_update(cards)
        if len(cards) == len(self.program.deck) and self.steps:
            # A new deal: cards drawn since the last choice belong to it.
            last, drawn = self.steps[-1], [draw for draw in self.draws if draw.step == len(self.steps)]
            for draw in drawn:
                draw.step, draw.epoch = 1, 0
            self.base, self.steps, self.draws, self.epoch = last.slots, [last], drawn, 0
            self._waiting, self.absent, self.only_view = [], {}, False
            self._sightings = []
        self._left.difference_update(cards)
        self._filled.pop(pile, None)
        self.epoch += 1
        elsewhere = set(range(len(self.program.deck))).difference(cards)
        for card in elsewhere:
            where = self._at[card]
            seats = self.eyes[self.numbers[where]]
            for player in range(self.program.players if self.program.known != NOWHERE_KNOWN else 0):
                seats |= (cast("int", slots[self.program.known + player]) >> card & 1) << player
            self._absent(card, seats)
        return len(cards) == len(self.program.deck)

    def _absent(self, card: int, seats: int) -> None:
        """Note that some seats know that a card was not drawn and will not be drawn before the next shuffle."""
        self.absent[self.epoch, card] = self.absent.get((self.epoch, card), 0) | seats

    def _moved(self, record: Moved) -> None:
        seats = self.eyes[self.numbers[record.source]] | self.eyes[self.numbers[record.target]]
        source, target = self.program.zones[record.source.zone], self.program.zones[record.target.zone]
        if self._left:
            there = {card for card, where in enumerate(self._at) if where == record.source}
            if there <= self._left:  # no other card is there, so these were not drawn
                for card in record.cards:
                    self._absent(card, seats)
        self._fill(record)
        for card in record.cards:
            self._sighted(card, record.source, seats)
            if not record.dealt and source.bag >= 0 and card not in self._settled:
                self._left.add(card)
                self._absent(card, seats)
            if record.dealt and source.bag >= 0 and card not in self._settled:
                self.draws.append(
                    HistoryDraw(CARD, card, self.numbers[record.target], seats, self.epoch, len(self.steps))
                )
            else:
                self._saw(card, seats)
            for draw in self._since:
                if draw.value == card and draw.kind == CARD and draw.target < 0:
                    draw.target = self.numbers[record.target]
            for step in self._waiting:
                step.waiting.discard(card)
            self._at[card] = record.target
            if record.dealt or source.bag < 0 or target.bag < 0:
                self._settled.add(card)

    def _drew(self, record: Drawn) -> None:
        value, everybody = record.value, (1 << self.program.players) - 1
        if record.what != "card":
            self.draws.append(HistoryDraw(PICKED_PLAYER, value, -1, everybody, self.epoch, len(self.steps)))
            return
        where = self.numbers[self._at[value]]
        if record.end is not None and value not in self._settled:  # somebody looked at an end of a pile
            self._settled.add(value)
            draw = HistoryDraw(CARD, value, -1, self.eyes[where], self.epoch, len(self.steps))
        else:
            draw = HistoryDraw(PICKED_CARD, value, -1, 0, self.epoch, len(self.steps), where)
        self.draws.append(draw)
        self._since.append(draw)

    def _saw(self, card: int, seats: int) -> None:
        """Note that some seats see a card while a choice is carried out."""
        for draw in self._since:
            if draw.value == card:
                draw.seats |= seats
        for step in self._waiting:
            if card in step.waiting:
                step.seats[card] = step.seats.get(card, 0) | seats
        if self.steps:
            known = self.steps[-1].seats
            known[card] = known.get(card, 0) | seats

    def _fill(self, record: Moved) -> None:
        """Note whether the cards of a zone are now exactly those that one choice named."""
        named = set(record.cards)
        asked = [*self._waiting, *self.steps[-1:]]
        step = next((one for one in asked if one.ask >= 0 and named == self._named(one)), None)
        empty = all(where != record.target for where in self._at)
        self._filled[record.target] = step if empty else None

    def _sighted(self, card: int, where: Where, seats: int) -> None:
        """Note that some seats see that a card is, or was, in a zone."""
        step = self._filled.get(where)
        if step is not None:
            step.seats[card] = step.seats.get(card, 0) | seats
        self._sightings.append((Sighting(card, self.numbers[where], len(self.steps)), seats))

    def _named(self, step: HistoryStep) -> set[int]:
        """The cards that a choice names."""
        found: set[int] = set()
        bounds = self.program.asks[step.ask].alternatives[step.choice.alternative].bound
        for bound, value in zip(bounds, step.choice.values, strict=True):
            if bound.type.kind == "card" and value >= 0:
                found.add(value)
            elif bound.type.holds_cards:
                found.update(bits(value))
        return found

    # --------------------------------------------------------------------------------------------- what a seat knows

    def seen_by(self, seat: int, values: Slots) -> SeenDeal:
        """What a seat has seen up to the open question, whose slots are `values`."""
        pc = cast("int", values[PC])
        steps = [self._seen_step(step, seat, secret=False) for step in self.steps]
        # Secret choices stay secret until all players have chosen.
        asks = [step.ask for step in self.steps]
        last = len(asks) - 1 if pc > OVER and self.program.asks[~pc].secret else -1
        while last >= 0 and asks[last] >= 0 and self.program.asks[asks[last]].secret:
            steps[last] = self._seen_step(self.steps[last], seat, secret=True)
            last -= 1
        name = self._namer()
        draws = tuple(
            SeenDraw(
                draw.kind,
                (name(draw) if draw.kind == CARD else draw.value) if draw.seats >> seat & 1 else -1,
                self.owners[draw.target] if draw.target >= 0 else -1,
                draw.epoch,
                draw.step,
                draw.target,
            )
            for draw in self.draws
        )
        absent = tuple(
            (epoch, name(HistoryDraw(CARD, card, -1, 0, epoch, 0)))
            for (epoch, card), seats in sorted(self.absent.items())
            if seats >> seat & 1
        )
        return SeenDeal(
            seat,
            self.base,
            tuple(steps),
            draws,
            ~pc if pc > OVER else -1,
            self.hash(values, seat),
            self.epoch + 1,
            absent,
            self.only_view,
            self._seen_sightings(seat, draws),
        )

    def _seen_sightings(self, seat: int, draws: tuple[SeenDraw, ...]) -> tuple[Sighting, ...]:
        """The sightings of a seat in zones to which cards were dealt unseen."""
        unseen = {draw.zone for draw in draws if draw.value < 0}
        deck = self.program.deck
        picked = [(Sighting(d.value, d.source, d.step), d.seats) for d in self.draws if d.kind == PICKED_CARD]
        return tuple(
            Sighting(deck.index(deck[one.card]), one.zone, one.step)
            for one, seats in sorted(picked + self._sightings, key=lambda pair: pair[0].step)
            if seats >> seat & 1 and one.zone in unseen
        )

    def _namer(self) -> Callable[[HistoryDraw], int]:
        """Make the function that names the cards drawn in an epoch.  Of identical cards, the first one drawn gets the
        number of the first one, because no player can distinguish them.
        """
        deck = self.program.deck
        if len(deck) == len(self.program.faces):
            return lambda draw: draw.value
        drawn: Counter[tuple[int, int]] = Counter()

        def name(draw: HistoryDraw) -> int:
            face = deck[draw.value]
            drawn[draw.epoch, face] += 1
            return deck.index(face) + drawn[draw.epoch, face] - 1

        return name

    def _seen_step(self, step: HistoryStep, seat: int, *, secret: bool) -> SeenStep:
        # What was seen before the deal began is not used: the view changes with the deal.
        number = step.hashes.get(seat)
        if number is None:
            number = step.hashes[seat] = self.hash(step.slots, seat)
        player = cast("int", step.slots[ACTOR])
        if step.ask < 0:
            return SeenStep(-1, player, step.choice.alternative, (), (), number)
        values = step.choice.values
        if step.player == seat:
            named = self._by_faces(step, values)
            return SeenStep(step.ask, player, step.choice.alternative, named, (-1,) * len(values), number)
        ask = self.program.asks[step.ask]
        if secret:
            return SeenStep(step.ask, player, -1, (), (), number)
        found: list[int] = []
        hidden: list[int] = []
        for bound, value in zip(ask.alternatives[step.choice.alternative].bound, values, strict=True):
            if bound.type.kind == "card" and value >= 0:
                known = step.seats.get(value, 0) >> seat & 1 or self._in_view(step.slots, seat, value)
                found.append(value if known else -2)
                hidden.append(-1 if known else 0)
            elif bound.type.holds_cards:
                cards = [
                    c for c in bits(value) if step.seats.get(c, 0) >> seat & 1 or self._in_view(step.slots, seat, c)
                ]
                found.append(sum(1 << c for c in cards))
                hidden.append(-1 if len(cards) == value.bit_count() else value.bit_count())
            else:
                found.append(value)
                hidden.append(-1)
        named = self._by_faces(step, tuple(found))
        return SeenStep(step.ask, player, step.choice.alternative, named, tuple(hidden), number)

    def _by_faces(self, step: HistoryStep, values: tuple[int, ...]) -> tuple[int, ...]:
        """The values of a choice, with identical cards replaced by the first of them."""
        deck = self.program.deck
        if len(deck) == len(self.program.faces):
            return values
        found: list[int] = []
        bounds = self.program.asks[step.ask].alternatives[step.choice.alternative].bound
        for bound, value in zip(bounds, values, strict=True):
            if bound.type.kind == "card" and value >= 0:
                found.append(deck.index(deck[value]))
            elif bound.type.holds_cards:
                faces = Counter(deck[card] for card in bits(value))
                found.append(sum(1 << deck.index(face) + i for face, count in faces.items() for i in range(count)))
            else:
                found.append(value)
        return tuple(found)

    def _in_view(self, values: Slots, seat: int, card: int) -> bool:
        """Whether a seat sees a card in its zone."""
        program = self.program
        if program.known != NOWHERE_KNOWN and cast("int", values[program.known + seat]) >> card & 1:
            return True
        for where, number in self.numbers.items():
            content = values[program.zones[where.zone].base + max(where.owner, 0)]
            if (content >> card & 1) if isinstance(content, int) else card in content:
                return bool(self.eyes[number] >> seat & 1)
        return False

    def heard_by(self, seat: int, values: Slots) -> tuple[AnyRecord, ...]:
        """The records of the deal as a seat may know them at the open question, whose slots are `values`."""
        pc = cast("int", values[PC])
        return self.deal_heard.heard_by(seat, secret=pc > OVER and self.program.asks[~pc].secret)

    def hash(self, values: Slots, seat: int) -> int:
        """A number that stands for what a seat sees of a state."""
        return view_hash(self.program, values, view(self.program, values, seat))
