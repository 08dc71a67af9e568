"""A position with its past: what was chosen, and who saw which of the cards that were named.

The engine forgets how a state was reached, but learning algorithms want the public record.  So a position keeps the
choices that led to it, each with the seats that saw each card: the seats that see the zone it came from or the zone it
went to.  The card may already lie face down when the next question is asked (the last card of a trick).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from ..dsl.limits import MOST_OFFERED
from ..interpreter.engine import Engine
from ..interpreter.engine.chance import Chance
from ..interpreter.engine.sets import bits
from ..interpreter.faults import fault
from ..interpreter.game.setup import from_plain_data
from ..interpreter.program import ACTOR, OVER, PC, Program, Slots
from ..interpreter.records import AnyRecord, Listener, Moved, Shown, Shuffled, Where
from ..interpreter.story.view import sees

Raw = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TrickPlay:
    """A card that was played to a trick."""

    player: int
    """From whose hand it came."""
    card: int
    leads: bool
    lacks: int
    """The group of cards that this player thereby showed to lack; -1 if none."""


@dataclass(frozen=True, slots=True)
class ChoiceMade:
    """A choice that was made."""

    player: int
    ask: int
    raw: Raw
    seen: dict[int, int]
    """The seats (a mask) that saw each card move or saw it shown while the choice was carried out, until the next
    shuffle.
    """
    deal_began: bool = False
    """Whether all cards were shuffled together while it was carried out."""
    play: TrickPlay | None = None
    """The card that it played to a trick, if it did."""


@dataclass(frozen=True, slots=True, eq=False)
class GameNode:
    """A state at a question or at the end of the game, the choice that led to it, and the position before it."""

    values: Slots
    step: ChoiceMade | None = None
    before: GameNode | None = None
    imagined_for: int = -1
    """The seat for which this position was imagined instead of `before`; -1 if it was reached by playing."""
    notes: dict[tuple[str, int], str] = field(default_factory=dict["tuple[str, int]", "str"])
    """Results that `history.py` has computed for this position."""

    def __deepcopy__(self, _: object) -> GameNode:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle all positions as one list: because they refer to each other, they would otherwise be nested too
        deeply.
        """
        chain: list[tuple[Slots, ChoiceMade | None, int]] = []
        at: GameNode | None = self
        while at is not None:
            chain.append((at.values, at.step, at.imagined_for))
            at = at.before
        return _chained, (chain[::-1],)

    @property
    def ask(self) -> int:
        """The number of the open question; -1 if the game is over."""
        pc = self.values[PC]
        assert isinstance(pc, int)
        return ~pc if pc > OVER else -1

    @property
    def player(self) -> int:
        """The seat that is to choose; -1 if the game is over."""
        actor = self.values[ACTOR]
        assert isinstance(actor, int)
        return actor if self.ask >= 0 else -1

    def past(self) -> Iterator[ChoiceMade]:
        """The choices that led to this position, the last one first."""
        at: GameNode | None = self
        while at is not None:
            if at.imagined_for < 0 and at.step is not None:
                yield at.step
            at = at.before


@from_plain_data
def _chained(chain: list[tuple[Slots, ChoiceMade | None, int]]) -> GameNode | None:
    found: GameNode | None = None
    for values, step, imagined_for in chain:
        found = GameNode(values, step, found, imagined_for)
    return found


class GameTree:
    """Plays from position to position by the rules."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.program: Program = engine.program
        self._everybody = (1 << self.program.players) - 1
        self._eyes: dict[Where, int] = {}
        for number, zone in enumerate(self.program.zones):
            for owner in range(zone.count):
                where = Where(number, owner if zone.owner is not None else -1)
                mask = sum(1 << p for p in range(self.program.players) if sees(self.program, zone, owner, p))
                self._eyes[where] = mask

    def start(
        self, seed: int, index: int = 0, chance: Chance | None = None, listener: Listener | None = None
    ) -> GameNode:
        """Begin a new game; return its first question.  Raises `Fault` for an error of the rules."""
        return GameNode(self.engine.start(seed=seed, index=index, chance=chance, listener=listener).values)

    def options(self, position: GameNode) -> list[Raw]:
        """The options of the open question, at most 10,000.  Raises `Fault` if there is none."""
        ask = position.ask
        if ask < 0:
            return []
        found = list(islice(self.engine.compiled.options(position.values, ask), MOST_OFFERED))
        if not found:
            raise fault("no choice", self.program.places[self.program.asks[ask].place])
        return found

    def play(
        self, position: GameNode, raw: Raw, chance: Chance | None = None, listener: Listener | None = None
    ) -> GameNode:
        """The position after an option, which must be legal.  Raises `Fault` for an error of the rules."""
        seen: dict[int, int] = {}

        shuffled = deal_began = False

        def hear(record: AnyRecord, slots: Slots) -> None:
            nonlocal shuffled, deal_began
            if listener is not None:
                listener(record, slots)
            if isinstance(record, Shuffled):
                shuffled = True
                content = slots[self.program.zones[record.pile.zone].base + max(record.pile.owner, 0)]
                deal_began |= isinstance(content, tuple) and len(content) == len(self.program.deck)
            if shuffled:  # after a shuffle, the place of a card says nothing about the choice
                return
            if isinstance(record, Moved):
                eyes = self._eyes[record.source] | self._eyes[record.target]
            elif isinstance(record, Shown):
                eyes = self._everybody if record.to < 0 else record.to
            else:
                return
            for card in record.cards:
                seen[card] = seen.get(card, 0) | eyes

        ask, player = position.ask, position.player
        values = position.values.copy()
        self.engine.take(values, ask, raw, chance, hear, player)
        step = ChoiceMade(player, ask, raw, seen, deal_began, self._trick_play(position.values, ask, raw))
        return GameNode(values, step, position)

    def _trick_play(self, values: Slots, ask: int, raw: Raw) -> TrickPlay | None:
        """The card that a choice plays to a trick."""
        program = self.program
        rules = program.asks[ask].trick
        if rules is None:
            return None
        bound = program.asks[ask].alternatives[raw[0]].bound
        card = next(value for one, value in zip(bound, raw[1:], strict=True) if one.type.kind == "card")
        player = values[rules.player]
        assert isinstance(player, int)
        at, led, winning, _, _ = self.engine.compiled.trick(values, ask)
        faces = len(program.faces)
        parts = len(program.tables[rules.group]) // faces
        group = program.tables[rules.group][(at if 0 <= at < parts else 0) * faces + program.deck[card]]
        return TrickPlay(player, card, winning == -2, led if winning != -2 and group != led else -1)


def named_cards(program: Program, ask: int, raw: Raw) -> tuple[int, ...]:
    """The cards that a choice names."""
    found: list[int] = []
    for bound, value in zip(program.asks[ask].alternatives[raw[0]].bound, raw[1:], strict=True):
        if bound.type.kind == "card" and value >= 0:
            found.append(value)
        elif bound.type.element is not None and bound.type.element.kind == "card":
            found += bits(value)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class ObservedStep:
    """A choice as one seat knows it.  `raw`: the option, None while it is secret; `cards`: those of its cards that the
    seat saw.
    """

    player: int
    ask: int
    raw: Raw | None
    cards: tuple[int, ...]
    unseen: int
    """How many of its cards the seat did not see."""


def seen_steps(program: Program, position: GameNode, seat: int) -> Iterator[ObservedStep]:
    """The choices that led to a position, as a seat (-1: a spectator) knows them, the last one first.

    A secret choice stays secret until all players have chosen.
    """
    ask = position.ask
    secret = ask >= 0 and program.asks[ask].secret
    look = 1 << seat if seat >= 0 else (1 << program.players) - 1
    later: dict[int, int] = {}
    """The seats that saw each card during later secret choices: all of them are carried out after the last one."""
    for step in position.past():
        secret = secret and program.asks[step.ask].secret
        if secret and step.player != seat:
            yield ObservedStep(step.player, step.ask, None, (), 0)
            continue
        if not program.asks[step.ask].secret:
            later = {}
        later = {card: step.seen.get(card, 0) | later.get(card, 0) for card in (*step.seen, *later)}
        named = named_cards(program, step.ask, step.raw)
        cards = tuple(c for c in named if step.player == seat or later.get(c, 0) & look == look)
        yield ObservedStep(step.player, step.ask, step.raw, cards, len(named) - len(cards))
        if not program.asks[step.ask].secret:
            later = {}
