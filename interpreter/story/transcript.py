"""The transcript: turns the records of a game into items that a person reads.

    transcript = Transcript(words)
    for records in ...: items = transcript.read(records)
    items = transcript.rest()

It works for any game: a deal is a series of dealt cards; a trick lies between the records of its lead and of its
taking; a table of numbers appears where a phase of the main game that changed them ended.  With a `viewer`, items show
no card that this seat cannot see.  All content is text; the renderer only chooses the layout.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import assert_never

from ...dsl.types import NONE, Type
from ..engine.sets import mask_of
from ..program import OVER, PC, Slots
from ..records import (
    AnyRecord,
    Assigned,
    CardsCounted,
    Chosen,
    Declared,
    Drawn,
    GameOver,
    Moved,
    PhaseBegan,
    PhaseEnded,
    RowFired,
    SetAgain,
    Shown,
    Shuffled,
    TrickBegan,
    TrickTaken,
    Tucked,
    Where,
)
from ..text.format import bits
from ..text.parse import Words
from .chosen import initial_values, name_in_words, named_cards, names_value, row_of
from .data import story_data
from .items import (
    Cards,
    CardsItem,
    ChoiceItem,
    DealItem,
    IncidentItem,
    PhaseItem,
    ResultItem,
    RevealItem,
    ScoreChangeItem,
    ScoresItem,
    TranscriptItem,
    TrickItem,
    VariableItem,
)
from .known_cards import KnownCards
from .ledger import Ledger


class Transcript:
    """Turns records into items.  It keeps what is not complete yet: a deal, a choice that waits for its cards, a trick.

    `viewer`: None sees everything, a seat what it may see, -1 what is open to all.  `tricks`: if False, each card of a
    trick is reported immediately, for a game that is being played.  `reasons`: whether numbers are shown with the rows
    of tables that settled them, also for tables called from `main`.
    """

    def __init__(self, words: Words, viewer: int | None = None, *, tricks: bool = True, reasons: bool = False) -> None:
        self.words = words
        self.program = words.program
        self.variables = story_data(words.program).variables
        self.viewer = viewer
        self.tricks = tricks
        self.reasons = reasons
        self.ledger = Ledger(words)
        """Why numbers changed since they were last shown."""
        self.items: list[TranscriptItem] = []
        self.upcoming: list[TranscriptItem] = []
        """Who has a role from now on, as set between two deals: told when the game goes on, and not after its end.
        """
        self.values = initial_values(words.program)
        self.before: dict[tuple[int, int], int] = {}
        """The owned numbers that the current phase of the main game changed, with their values at its beginning."""
        self.settled: set[int] = set()
        """The shared variables that were shown since the current phase of the main game began.  One that is changed
        back is shown again.
        """
        self.depth = 0
        self.heading: PhaseItem | None = None
        self.deal: dict[Where, list[int]] = {}
        self.made: tuple[Chosen, list[int]] | None = None
        """The last choice, while the cards that it brings are still being dealt."""
        self.last_said: Chosen | None = None
        """The last choice, if its item was the last."""
        self.note = ""
        self.named = 0
        """The mask of the cards that the last choice names."""
        self.known = 0
        """Those of them that the viewer knows, or that moved where it sees them."""
        self.came_from: dict[int, Where] = {}
        """Where those of them lay that have moved: one that goes back there is told again."""
        self.waiting: tuple[int, Chosen, Cards] | None = None
        """The last choice, if it names cards that the viewer may still see when they move: the number of its item, and
        the cards drawn.  Items from this one on are held back until then.
        """
        self.plays: list[tuple[int, int, Where]] | None = None
        self.reported = 0
        """How many plays of the current trick were shown already, because something happened in the middle of it."""
        self.taken: Where | None = None
        self.trick_counts = False
        """Whether a trick was taken since the last choice."""
        self.known_cards = KnownCards(words.program, viewer)
        self.drawn: tuple[str, int] | None = None
        self.chosen: tuple[Chosen, int] | None = None
        """The last choice, and the depth of the phase in which it was made."""
        self.bid: dict[int, tuple[int, int]] = {}
        """Shared variables that were set to a value named by a choice, or again to whoever chose: the value, and the
        depth of the phase at whose end it is reported, so that an auction has one line.
        """

    def copy(self) -> Transcript:
        """An independent copy, for a side line."""
        other = copy(self)
        other.items, other.values, other.before = self.items.copy(), self.values.copy(), self.before.copy()
        other.upcoming = self.upcoming.copy()
        other.came_from = self.came_from.copy()
        other.ledger, other.settled = self.ledger.copy(), self.settled.copy()
        other.known_cards, other.bid = self.known_cards.copy(), self.bid.copy()
        other.deal = {where: cards.copy() for where, cards in self.deal.items()}
        other.made = (self.made[0], self.made[1].copy()) if self.made is not None else None
        other.plays = self.plays.copy() if self.plays is not None else None
        return other

    def begin_at(self, values: Slots) -> None:
        """Begin in the middle of a game, at the slots of a state, without records that lead to it."""
        self.known_cards.lay_out(values)
        pc = values[PC]
        assert isinstance(pc, int)
        if pc > OVER and self.program.asks[~pc].trick is not None and self.tricks:
            self.plays, self.reported = [], 0

    def read(self, records: Iterable[AnyRecord], note: str = "") -> list[TranscriptItem]:
        """The items that these records complete.  The last choice and an incomplete trick wait for further records.

        `note` is added to the choice with which these records begin.
        """
        for record in records:
            if isinstance(record, Chosen):
                self._finish_choice()
                self.note = note
            self._record(record)
            self.known_cards.follow(record)
        ready = len(self.items) if self.waiting is None else self.waiting[0]
        items, self.items = self.items[:ready], self.items[ready:]
        if self.waiting is not None:
            self.waiting = 0, *self.waiting[1:]
        return items

    def rest(self) -> list[TranscriptItem]:
        """The items that were still waiting: call it at the end, or before a question."""
        self._finish_all()
        self.items, self.upcoming = self.items + self.upcoming, []
        self.waiting = None
        return self.read(())

    def pause(self, *, asked: bool = True) -> list[TranscriptItem]:
        """The items that were still waiting, without an incomplete trick: before a player is `asked`, or before a
        picture is taken.
        """
        self._finish_choice()
        self._finish_deal()
        if asked:
            self._tell_gains()
        self._tell_ledger()
        if asked:
            self.items, self.upcoming = self.items + self.upcoming, []
            self.waiting = None
        return self.read(())

    # ------------------------------------------------------------------------------------------------------ records

    def _record(self, record: AnyRecord) -> None:
        if isinstance(record, SetAgain | CardsCounted):
            return  # a line tells what has changed
        settles = isinstance(record, RowFired) or (isinstance(record, Assigned) and record.owner >= 0)
        if not settles:
            self._tell_ledger()
        if self.reasons:
            self.ledger.take(record)
        match record:
            case Chosen():
                self._finish_choice()
                self._finish_deal()
                self._tell_gains()
                self.made, self.waiting, self.last_said = (record, []), None, None
                self.named = named_cards(self.program, record)
                self.known, self.came_from = mask_of(self.known_cards.seen(bits(self.named))), {}
                self.chosen = record, self.depth
            case Moved():
                self._moved(record)
            case Assigned():
                self._assigned(record)
            case Drawn():
                self._drawn(record)
            case TrickBegan():
                self._finish_choice()
                self._finish_deal()
                if self.tricks:
                    self.plays, self.reported = [], 0
            case TrickTaken():
                self._finish_choice()
                self.taken, self.trick_counts = record.trick, True
                if self.plays is not None:
                    self._say(self._trick(self.words.player(record.player), record.trick))
                else:
                    self._say(TrickItem((), self.words.player(record.player)))
                self.plays = None
            case PhaseBegan():
                self._began(self.program.phases[record.phase])
            case PhaseEnded():
                self._ended()
            case Shown():
                self._shown(record)
            case Shuffled():
                self._finish_choice()
                self._finish_deal()
            case Tucked() | RowFired():
                pass  # the line about the move says it; the ledger has the row
            case Declared():
                self._finish_choice()
                self._finish_deal()
                self._tell_gains()
                self._tell_trick()
                self._say(IncidentItem(self.words.incident(record.incident)))
            case GameOver():
                self._over(record)
            case _:
                assert_never(record)

    def _say(self, item: TranscriptItem) -> None:
        upcoming, self.upcoming = self.upcoming, []
        if not isinstance(item, ResultItem):
            self.items += upcoming
        if self.heading is not None:
            self.items.append(self.heading)
            self.heading = None
        self.items.append(item)
        self.last_said = None

    def _moved(self, record: Moved) -> None:
        known = self.known_cards.moved(record)
        if record.dealt:
            if self.made is not None and not self.deal and self._drawn_by(record, self.made[0].player):
                own = self.viewer == self.made[0].player
                self.made[1].extend(record.cards if own else known)
            else:
                self._finish_choice()
                if not self.deal:
                    self._tell_gains()
                self.deal.setdefault(record.target, []).extend(known)
            return
        if self.plays and any(where == record.source for _, _, where in self.plays):  # no player takes this trick
            self._finish_choice()
            self._tell_trick()
            self.plays = None
        if self.made is not None or self.waiting is not None:
            returned = any(self.came_from.get(card) == record.target for card in record.cards)
            if not returned and mask_of(record.cards) & ~self.named == 0:
                self.came_from = dict.fromkeys(record.cards, record.source) | self.came_from
                self.known |= mask_of(card for card in known if card >= 0)
                self._name_again()
                if self.made is not None:
                    self._play(record, self.made[0].player, known[0])
                    return
        if record.source == self.taken:
            return
        zone = self.program.zones[record.target.zone]
        if zone.owner is not None or (zone.visibility == "face up" and self.program.zones[record.source.zone].owner):
            self._finish_choice()
            self._finish_deal()
            self._say(CardsItem(self._cards(known), self._place(record.target)))

    def _drawn_by(self, record: Moved, player: int) -> bool:
        return self.program.zones[record.target.zone].owner == "player" and record.target.owner == player

    def _play(self, record: Moved, player: int, card: int) -> None:
        """Handle a card named by a choice that moved to a shared zone during a trick: it is played to the trick.

        `card`: -1 if the viewer does not know it.
        """
        if self.plays is not None and len(record.cards) == 1 and record.target.owner < 0:
            if self.program.zones[record.source.zone].owner == "player":
                player = record.source.owner  # another player may have chosen the card
            self.plays.append((player, card, record.target))
            self.made = None

    def _drawn(self, record: Drawn) -> None:
        """Report a value that chance drew, once, whether it changes a variable or not."""
        if record.what == "card":
            return  # whatever is done with the card tells it
        self._finish_choice()
        self._finish_deal()
        value = self.words.drawn(record)
        self._say(VariableItem(name_in_words(record.purpose) if record.purpose else "drawn by lot", value))
        self.drawn = (record.purpose, record.value)

    def _assigned(self, record: Assigned) -> None:
        info = self.program.variables[record.variable]
        if info.owner is None:
            reported, self.drawn = self.drawn == (info.name, record.value), None
            if record.span == self.program.places[info.place]:
                return  # the phase to which the variable belongs has just begun and reset it
            if record.value == NONE and record.variable in self.settled:
                self.settled.discard(record.variable)
                self._finish_choice()
                self._say(
                    VariableItem(name_in_words(info.name), "nobody" if info.type.kind in ("player", "team") else "none")
                )
            if not self.variables[record.variable].looked_for:
                return
            if info.type.kind == "number" and record.value and self._set_by_choice(record):
                self._finish_choice()
                self._say(VariableItem(name_in_words(info.name), str(record.value)))
            own = info.type.kind == "player" and record.variable in self.settled and self._chooses(record.value)
            self.bid.pop(record.variable, None)
            if self.variables[record.variable].tells and record.value != NONE and not reported:
                if self.chosen and (own or names_value(self.program, self.chosen[0], info.type, record.value)):
                    self.bid[record.variable] = record.value, self.chosen[1]
                else:
                    self._tell_variable(record.variable, record.value)
            return
        key = (record.variable, record.owner)
        self.values[key] = record.value
        if info.type.kind == "number":
            self.before.setdefault(key, record.before)

    def _tell_variable(self, variable: int, value: int) -> None:
        info = self.program.variables[variable]
        self._finish_choice()
        self._finish_deal()
        self.settled.add(variable)
        item = VariableItem(name_in_words(info.name), self.words.value(info.type, value))
        if self.depth == 1 and self.variables[variable].carried:
            self.upcoming.append(item)
        else:
            self._say(item)

    def _chooses(self, player: int) -> bool:
        """Whether the current events follow from a choice of that player."""
        return self.made is not None and self.made[0].player == player

    def _set_by_choice(self, record: Assigned) -> bool:
        """Whether a choice just made sets a number that it does not name itself: for example, what must be beaten from
        now on.
        """
        if self.made is None or not self.reasons:
            return False
        chosen = self.made[0]
        bound = self.program.asks[chosen.ask].alternatives[chosen.choice.alternative].bound
        numbers = (value for one, value in zip(bound, chosen.choice.values, strict=True) if one.type.kind != "set")
        return record.span.text.startswith("set ") and record.value not in numbers

    def _began(self, name: str) -> None:
        self.depth += 1
        if self.depth == 2:
            self._finish_choice()
            self._finish_deal()
            self.before = {}
            self.settled = set()
            self.heading = PhaseItem(name_in_words(name))

    def _ended(self) -> None:
        for variable, (value, depth) in [*self.bid.items()]:
            if self.depth <= depth:
                del self.bid[variable]
                if self.program.variables[variable].type.kind != "card":
                    self._tell_variable(variable, value)
        if self.depth == 2:
            self._finish_choice()
            self._finish_deal()
            scores = self._scores()
            if scores is not None:
                self._say(scores)
            self.heading = None
            self.before = {}
            self.ledger.forget()
        self.depth -= 1

    def _tell_ledger(self) -> None:
        """Report what a table or a statement in `main` itself settled, as soon as something else happens there."""
        if not self.ledger.settled or self.depth > 1:
            return
        self._finish_choice()
        scores = self._scores()
        self.before = {}
        self.ledger.forget()
        if scores is not None:
            self._say(scores)

    def _tell_gains(self) -> None:
        """Report what a player or team gained in the middle of a phase, before the phase continues."""
        taken, self.trick_counts = self.trick_counts, False
        if self.depth < 2:
            return
        for (number, owner), before, why in self.ledger.gains():
            now = self.values[number, owner]
            if now == before or (taken and now == before + 1 and not any(": " in text for text, _ in why)):
                continue  # the trick that counts one point has been reported already
            info = self.program.variables[number]
            self._say(ScoreChangeItem(self.words.owner(info.owner, owner), name_in_words(info.name), before, now, why))

    def _scores(self) -> ScoresItem | None:
        """The numbers, by owner, that are not all 0 and of which some changed; None if there are none."""
        changed = [
            number
            for number, info in enumerate(self.program.variables)
            if any(self.before.get((number, owner), now) != now for owner, now in self._owned(number, info.count))
            and any(now for _, now in self._owned(number, info.count))
        ]
        if not changed:
            return None
        kind = self.program.variables[changed[0]].owner
        columns = [number for number in changed if self.program.variables[number].owner == kind]
        rows = tuple(
            (self.words.owner(kind, owner), tuple(self._pair(number, owner) for number in columns))
            for owner in range(self.program.variables[columns[0]].count)
        )
        names = tuple(name_in_words(self.program.variables[number].name) for number in columns)
        return ScoresItem(names, rows, self.ledger.reasons())

    def _pair(self, number: int, owner: int) -> tuple[int, int]:
        """A number before and now.  One that is always set anew, like a bid, has nothing to do with the one before."""
        now = self.values[number, owner]
        return (self.before.get((number, owner), now) if self.variables[number].carried else now), now

    def _owned(self, number: int, count: int) -> list[tuple[int, int]]:
        return [(owner, self.values[number, owner]) for owner in range(count) if (number, owner) in self.values]

    def _shown(self, record: Shown) -> None:
        if self._shown_by_choice(record):
            return
        self._finish_choice()
        self._finish_deal()
        if self.viewer is None or record.to < 0 or (self.viewer >= 0 and record.to >> self.viewer & 1):
            to = "everyone" if record.to < 0 else self.words.value(Type("set", element=Type("player")), record.to)
            places = {self.known_cards.lies[card] for card in record.cards}
            (place,) = places if len(places) == 1 else (None,)
            whose = f" ({self._place(place)})" if place is not None and place.owner >= 0 else ""
            self._say(RevealItem(self._cards(record.cards), to + whose))

    def _shown_by_choice(self, record: Shown) -> bool:
        """Whether everybody sees cards that the choice just made names, and its line says which."""
        shown, chosen = mask_of(record.cards), self.made[0] if self.made is not None else self.last_said
        if chosen is None or record.to >= 0 or not shown or shown & ~self.named:
            return False
        if self.program.asks[chosen.ask].secret:
            return False
        self.known |= shown
        self._finish_choice()
        self._name_again()
        label = self._choice(chosen, ()).label
        return all(card in label for card in self._cards(record.cards))

    def _place(self, where: Where) -> str:
        """A zone with its owner, in words: `melds 5 of A and C`."""
        zone = self.program.zones[where.zone]
        owner = self.words.owner(zone.owner, where.owner)
        name = name_in_words(zone.name)
        return f"{name} of {owner}" if owner else name

    def _over(self, record: GameOver) -> None:
        self._finish_all()
        self._tell_ledger()
        self.depth, self.heading = 0, None
        self._say(ResultItem(tuple(self.words.owner(record.owner, winner) for winner in record.winners)))

    # ------------------------------------------------------------------------------------------------------ finishing

    def _finish_all(self) -> None:
        self._finish_choice()
        self._finish_deal()
        self._tell_gains()
        self._tell_trick()
        self.plays = None
        self._tell_ledger()

    def _tell_trick(self) -> None:
        """Show the plays of an incomplete trick so far, unless they were shown."""
        if self.plays and len(self.plays) > self.reported:
            self.reported = len(self.plays)
            self._say(self._trick(None))

    def _finish_choice(self) -> None:
        if self.made is None:
            return
        (chosen, drawn), self.made = self.made, None
        draws = self._cards(drawn)
        self._say(self._choice(chosen, draws))
        self.last_said = chosen
        own = self.viewer is None or self.viewer == chosen.player
        if not own and self.named & ~self.known and not self.program.asks[chosen.ask].secret:
            self.waiting = len(self.items) - 1, chosen, draws

    def _choice(self, chosen: Chosen, draws: Cards) -> ChoiceItem:
        """The item of a choice, with the cards that the viewer knows by now."""
        ask = self.program.asks[chosen.ask]
        own = self.viewer is None or self.viewer == chosen.player
        if ask.secret and not own:
            label = "chooses in secret"
        else:
            alternative = ask.alternatives[chosen.choice.alternative]
            label = self.words.label(alternative, chosen.choice.values, None if own else self.known)
        return ChoiceItem(self.words.player(chosen.player), label, draws, self.note)

    def _name_again(self) -> None:
        """Name the cards of a choice that waits for them, if more of them were seen."""
        if self.waiting is not None:
            at, chosen, draws = self.waiting
            self.items[at] = self._choice(chosen, draws)
            if not self.named & ~self.known:
                self.waiting = None

    def _finish_deal(self) -> None:
        deal, self.deal = self.deal, {}
        groups: dict[str, list[Where]] = {}
        for where in deal:
            groups.setdefault(row_of(self.program.zones[where.zone].name), []).append(where)
        for row, places in groups.items():
            zones = {where.zone for where in places}
            name = row if len(zones) > 1 else self.program.zones[places[0].zone].name
            rows: dict[int, list[str]] = {}
            for where in sorted(places, key=lambda where: (where.owner, where.zone)):
                cards = deal[where]
                ordered = self.program.zones[where.zone].ordered
                shown = cards if ordered else sorted(cards, key=lambda card: (card < 0, card))
                rows.setdefault(where.owner, []).extend(self._cards(shown))
            owner = self.program.zones[places[0].zone].owner
            self._say(
                DealItem(
                    name_in_words(name),
                    tuple((self.words.owner(owner, who), tuple(cards)) for who, cards in rows.items()),
                )
            )

    def _trick(self, winner: str | None, trick: Where | None = None) -> TrickItem:
        plays = [(p, c) for p, c, where in self.plays or () if trick is None or where == trick]
        return TrickItem(tuple((self.words.player(p), self.words.card(c)) for p, c in plays), winner)

    def _cards(self, cards: Iterable[int]) -> Cards:
        return tuple(self.words.card(card) for card in cards)


def transcript(words: Words, records: Iterable[AnyRecord], viewer: int | None = None) -> list[TranscriptItem]:
    """The whole transcript of some records."""
    whole = Transcript(words, viewer)
    return [*whole.read(records), *whole.rest()]
