"""Finds where two games of the same deal begin to differ, and because of which rule.

Both games are played again with a listener.  Events are compared as text, so it does not matter that two rule sets
number their variables and questions differently.  The first difference is either in the options that a player was
offered or in what happened.  The rule is the one that belongs to that option or record.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, zip_longest

from ...dsl.source.span import Span
from ..program import Program
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
)
from ..text.parse import Words
from .ahead import Ahead
from .pairing import PairedGames, PairSums
from .playout import Playout
from .report import shortened, template
from .work import SharedWork

BEFORE, AFTER = 4, 3
"""How many lines of an example are shown before the difference, and from the difference on."""


Rule = tuple[str, int, str]
"""A rule: its file, its line and its text."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, in words, and the rule behind it.  For a question also the offers: (number of answers of
    a kind, the kind, its rule).
    """

    text: str
    rule: Rule
    offers: tuple[tuple[int, str, Rule], ...] = ()
    chooser: int = -1
    """The player whose choice it is; -1 if it is none."""

    @property
    def key(self) -> object:
        """The part of an event that is compared: two events with equal keys are the same."""
        return tuple((count, kind) for count, kind, _ in self.offers) or self.text


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where the two runs of game `index` begin to differ: the deal (from 1), the events before that point, and the
    events of each run after it.

    `rules`: the rules of A and of B that make the difference.  There are none if a player who was offered the same
    chose otherwise: then no line of the rules did anything yet, and the player looked ahead, or drew other numbers.
    """

    index: int
    deal: int
    before: tuple[str, ...]
    a: tuple[Event, ...]
    b: tuple[Event, ...]
    rules: tuple[Rule, ...]


class EventLister:
    """Plays a game of a program again and lists its events."""

    def __init__(self, playout: Playout) -> None:
        self.playout = playout
        self.program: Program = playout.program
        self.words = Words(playout.program)
        self._events: list[Event] = []
        self._rules: dict[tuple[str, int], Rule] = {}

    def tell(self, index: int) -> Iterator[Event]:
        """Yield every event of a game, including what was offered at each question.  The game is played only as far as
        it is read.
        """
        self._events = []
        for _ in self.playout.moves(index, self._hear, self._asked):
            yield from self._events
            self._events = []
        yield from self._events

    def _asked(self, player: int, ask: int, options: list[tuple[int, ...]]) -> None:
        """Record a question.  It lists only how many answers of each kind there are, because labels for all answers
        would take long.
        """
        entry = self.program.asks[ask]
        kinds = Counter(option[0] for option in options)
        offers = tuple(
            (count, template(entry.alternatives[kind]).strip(), self._rule(entry.alternatives[kind].place))
            for kind, count in kinds.items()
        )
        said = " or ".join(f"`{kind}`" + (f" ({count} ways)" if count > 1 else "") for count, kind, _ in offers)
        self._events.append(Event(f"{self.words.player(player)} can {said}", self._rule(entry.place), offers))

    def _rule(self, place: int) -> Rule:
        return self._rule_at(self.program.places[place])

    def _rule_at(self, span: Span) -> Rule:
        at = (span.source.name, span.line)
        found = self._rules.get(at)
        if found is None:
            found = self._rules[at] = (*at, shortened(span.source.line(span.line)))
        return found

    def _hear(self, record: AnyRecord, slots: object) -> None:
        text = self._text(record)
        if text is not None:
            self._events.append(
                Event(text, self._rule_at(record.span), chooser=record.player if isinstance(record, Chosen) else -1)
            )

    def _text(self, record: AnyRecord) -> str | None:
        """A record in words; None for a record that is not an event of its own."""
        words = self.words
        match record:
            case Chosen(player=player, ask=ask, choice=choice):
                label = words.label(self.program.asks[ask].alternatives[choice.alternative], choice.values)
                return f"{words.player(player)}: {label}"
            case Declared(incident=incident):
                return f"{words.incident(incident)} is declared"
            case Moved(cards=cards, source=source, target=target):
                return f"{words.cards(cards)} from {words.where(source)} to {words.where(target)}"
            case Shown(cards=cards):
                return f"{words.cards(cards)} shown"
            case Shuffled():
                return "cards are shuffled"
            case Assigned(variable=variable, owner=owner, before=before, value=value):
                type = self.program.variables[variable].type
                changed = f"{words.value(type, before)} to {words.value(type, value)}"
                return f"{words.variable(variable, owner)} from {changed}"
            case Drawn(purpose=purpose):
                return f"chance: {purpose} {words.drawn(record)}"
            case TrickTaken(player=player):
                return f"{words.player(player)} takes the trick"
            case GameOver(owner=owner, winners=winners):
                who = " and ".join(words.owner(owner, winner) for winner in winners) or "nobody"
                return f"game over, won by {who}"
            case PhaseBegan() | PhaseEnded() | RowFired() | TrickBegan() | Tucked() | SetAgain() | CardsCounted():
                return None


def divergence(tellers: tuple[EventLister, EventLister], index: int) -> Divergence | None:
    """Find where the two runs of game `index` begin to differ; None if they do not."""
    a, b = (teller.tell(index) for teller in tellers)
    before: deque[str] = deque(maxlen=BEFORE)
    deal = 0
    for x, y in zip_longest(a, b):
        if x is None or y is None or x.key != y.key:
            after = (_events(x, a), _events(y, b))
            return Divergence(index, deal, tuple(before), *after, blamed(*after))
        deal += x.text == "cards are shuffled"
        if not x.offers:
            before.append(x.text)
    return None


def _events(first: Event | None, rest: Iterator[Event]) -> tuple[Event, ...]:
    """An event and those after it, `AFTER` in all; empty if the game was already over."""
    return () if first is None else (first, *islice(rest, AFTER - 1))


def blamed(a: tuple[Event, ...], b: tuple[Event, ...]) -> tuple[Rule, ...]:
    """The rules of the first difference: those of the answers that only one side offers, or offers more often, or of
    what was done.
    """
    firsts = [events[0] for events in (a, b) if events and events[0].rule[2]]  # no rule cuts a game
    if len(firsts) == 2 and all(event.offers for event in firsts):
        if firsts[0].rule != firsts[1].rule:  # another question is asked: its answers make no difference yet
            return tuple(event.rule for event in firsts)
        offered = [{(count, kind) for count, kind, _ in event.offers} for event in firsts]
        odd = offered[0] ^ offered[1]
        return tuple(
            dict.fromkeys(rule for event in firsts for count, kind, rule in event.offers if (count, kind) in odd)
        )
    if len(firsts) == 2 and firsts[0].chooser == firsts[1].chooser >= 0:
        return ()
    if len(firsts) == 2:  # what the other side does next is not the difference
        later = [{event.key for event in events[1:]} for events in (a, b)]
        firsts = [event for event, others in zip(firsts, later[::-1], strict=True) if event.key not in others] or firsts
    return tuple(dict.fromkeys(event.rule for event in firsts))


def divergences(work: PairedGames, indices: list[int]) -> Iterator[Divergence | None]:
    """Find where each of some games begins to differ, each with its rule; None for a game that does not differ."""
    a, b = work.playouts()
    tellers = (EventLister(a), EventLister(b))
    return (divergence(tellers, index) for index in indices)


class ExamplesAhead:
    """Looks at the first games that ended differently while modules play the others."""

    def __init__(self, work: PairedGames, most: int) -> None:
        """`most`: at how many games."""
        self.work, self.most = work, most
        self._ahead: Ahead[Divergence | None] | None = None

    def begin(self, sums: PairSums) -> None:
        """Begin as soon as the sums so far name enough games.  Where the Python engine plays, it needs all the time for
        that.
        """
        if self._ahead is None and isinstance(self.work, SharedWork) and len(sums.examples) >= self.most:
            self._ahead = Ahead(divergences(self.work, sums.examples[: self.most]))

    def found(self) -> Iterable[Divergence | None]:
        """What `divergences` finds; nothing if it was not begun."""
        return self._ahead or ()

    def stop(self) -> None:
        """Look at no more games."""
        if self._ahead is not None:
            self._ahead.stop()
