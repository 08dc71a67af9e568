"""Where two games of the same deal part, and because of which rule.

Both are played again with a listener.  What happened is compared as a person would tell it, so it does not matter that
two rule sets number their variables and questions otherwise.  The first difference is what somebody could choose, if
the options differ, or else what was done; the rule is the one whose record or choice it is.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, zip_longest

from ...dsl.source.span import Span
from ..program import Program
from ..records import (
    AnyRecord,
    Assigned,
    Chosen,
    Declared,
    Drawn,
    GameOver,
    Moved,
    PhaseBegan,
    PhaseEnded,
    RowFired,
    Shown,
    Shuffled,
    TrickBegan,
    TrickTaken,
    Tucked,
)
from ..text.parse import Words
from .pairing import Comparison
from .playout import Playout
from .report import shortened, template

BEFORE, AFTER = 4, 3
"""How many lines of an example are shown before the difference, and from it on."""


Rule = tuple[str, int, str]
"""A rule: its file, line and text."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, in words, and the rule it came from; of a question, what was offered: (how many answers
    of a kind, which kind, its rule)."""

    text: str
    rule: Rule
    offers: tuple[tuple[int, str, Rule], ...] = ()

    @property
    def key(self) -> object:
        """What two events have in common if they are the same."""
        return tuple((count, kind) for count, kind, _ in self.offers) or self.text


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where game `index` parts, in which deal (from 1): what both have before, and what each goes on with.

    `rules`: what made the difference, of A and of B."""

    index: int
    deal: int
    before: tuple[str, ...]
    a: tuple[Event, ...]
    b: tuple[Event, ...]
    rules: tuple[Rule, ...]


class Teller:
    """Plays a game of a program again and tells it, event by event."""

    def __init__(self, playout: Playout) -> None:
        self.playout = playout
        self.program: Program = playout.program
        self.words = Words(playout.program)
        self._events: list[Event] = []
        self._rules: dict[tuple[str, int], Rule] = {}

    def tell(self, index: int) -> Iterator[Event]:
        """Everything that happens in a game, what was offered at each question included; played as far as is read."""
        self._events = []
        for _ in self.playout.moves(index, self._hear, self._asked):
            yield from self._events
            self._events = []
        yield from self._events

    def _asked(self, player: int, ask: int, options: list[tuple[int, ...]]) -> None:
        """A question: how many answers of each kind there are stands for which, since labels for all take long."""
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
            self._events.append(Event(text, self._rule_at(record.span)))

    def _text(self, record: AnyRecord) -> str | None:
        """A record in words; None for what is no event of its own."""
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
            case PhaseBegan() | PhaseEnded() | RowFired() | TrickBegan() | Tucked():
                return None


def divergence(tellers: tuple[Teller, Teller], index: int) -> Divergence | None:
    """Where game `index` parts; None if it does not."""
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
    """An event and those behind it, `AFTER` in all; nothing if the game was over before."""
    return () if first is None else (first, *islice(rest, AFTER - 1))


def blamed(a: tuple[Event, ...], b: tuple[Event, ...]) -> tuple[Rule, ...]:
    """The rules of the first difference: the answers only one offers, or offers in more ways, or what was done."""
    firsts = [events[0] for events in (a, b) if events and events[0].rule[2]]  # a game that is cut is so by no rule
    if len(firsts) == 2 and all(event.offers for event in firsts):
        offered = [{(count, kind) for count, kind, _ in event.offers} for event in firsts]
        odd = offered[0] ^ offered[1]
        return tuple(
            dict.fromkeys(rule for event in firsts for count, kind, rule in event.offers if (count, kind) in odd)
        )
    if len(firsts) == 2:  # what the other does a moment later is not what differs
        later = [{event.key for event in events[1:]} for events in (a, b)]
        firsts = [event for event, others in zip(firsts, later[::-1], strict=True) if event.key not in others] or firsts
    return tuple(dict.fromkeys(event.rule for event in firsts))


def divergences(work: Comparison, indices: list[int]) -> Iterator[Divergence | None]:
    """Where some games part, each with its rule; None for one that does not."""
    a, b = work.playouts()
    tellers = (Teller(a), Teller(b))
    return (divergence(tellers, index) for index in indices)
