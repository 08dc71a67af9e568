"""Begins a game in the middle: finds a state with the cards and variables that a script gives.

A state contains more than cards and scores: who leads, the number of the round, the local variables of phases.  So a
position is never built by hand.  Instead, games are played at random, by the rules, until one reaches a question of the
named phase for the named player, with as many cards in each zone as the script gives.  The variables of the script are
set when that phase begins, so that everything that the rules compute from them there is right as well.  Variables that
decide whose turn it is (the dealer, the leader) must have the right values by the rules: they are never changed later.
Then the cards change places: those of the script go where it says, and all others wherever there is room.  The
variables are set once more, and the question is opened again.

A trick that has begun is taken back to its lead: its cards lie in the hands again and are then played by the rules like
any choice (`replayer.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import assert_never

from ...dsl.codes.reporting import ScriptError, report
from ...dsl.source.span import Span
from ..engine import Dice, Engine, Fault, Question, State, stream
from ..notation import model as m
from ..program import NOWHERE_KNOWN, RNG, FunctionCall, Get, Program, SetSlot, Slots
from ..records import AnyRecord, Choice, PhaseBegan, PhaseEnded, Where
from ..text.format import bits
from ..traversal import nodes_within
from ..wording.names import UNKNOWN, Names

_STREAM = (1 << 20) + 1
"""The random stream of these games; scripts and players do not use it."""
MOST_GAMES = 2_000
MOST_CHOICES = 30_000
"""How many partial games, and how many choices in all of them, are played before the search is given up."""
LONGEST_GAME = 200
"""The most choices of a partial game."""
MOST_KEPT = 4
"""How many states of each kind are kept, from which further games continue."""
MOST_BETTER = 20
"""How many games are played after the first match, to find one in which fewer variables must be changed."""
MOST_OPTIONS = 500


@dataclass(slots=True)
class _WantedPosition:
    """A position whose words have been looked up."""

    phase: int
    turn: int = -1
    zones: dict[Where, tuple[m.SpannedText, ...]] = field(default_factory=dict[Where, tuple[m.SpannedText, ...]])
    holding: dict[Where, tuple[m.SpannedText, ...]] = field(default_factory=dict[Where, tuple[m.SpannedText, ...]])
    """Cards that lie in zones about which the script says nothing else."""
    values: dict[int, int] = field(default_factory=dict[int, int])
    """The values of the slots of variables."""


def begin_at(engine: Engine, names: Names, position: m.StartPosition, seed: int) -> State:
    """Find the state of a position, at its question.

    Raises `ScriptError` for words that have no meaning, for cards that cannot lie there, and if no game reaches the
    position.
    """
    wanted = _wanted(names, position)
    given, holding = _given_cards(names, wanted, position.span)
    found = _PositionSearch(engine, names, wanted, seed).found()
    if found is None:
        where = names.program.phases[wanted.phase]
        raise ScriptError(report("E1071", position.phase.span, phase=where, games=MOST_GAMES))
    _exchange(engine, found, given, holding, Dice(seed, player=_STREAM))
    for slot, value in wanted.values.items():
        found[slot] = value
    found[RNG] = stream(seed)
    try:
        state = engine.reopened(State(found))
    except Fault as fault:
        note = (fault.span, fault.message)
        raise ScriptError(report("E1059", position.span, why=fault.message, notes=(note,))) from None
    except ValueError as error:
        raise ScriptError(report("E1072", position.span, why=str(error))) from None
    question = engine.question(state)
    if wanted.turn >= 0 and (question is None or question.player != wanted.turn):
        raise ScriptError(report("E1071", position.phase.span, phase=position.phase.text, games=MOST_GAMES))
    return state


# ------------------------------------------------------------------------------------------------------------- words


def _wanted(names: Names, position: m.StartPosition) -> _WantedPosition:
    found = _WantedPosition(names.phase(position.phase))
    for one in position.given:
        match one:
            case m.TurnExpectation():
                found.turn = names.player(one.player)
            case m.ValueExpectation():
                for entry in one.entries:
                    _entry(names, one, entry, found)
            case m.Trick() | m.Note():
                pass
            case _:
                assert_never(one)
    if position.trick is not None:
        _take_back(names, position.trick, found)
    return found


def _take_back(names: Names, trick: m.Trick, found: _WantedPosition) -> None:
    """Put the cards played to a trick back into the hands; the player who led must lead again."""
    hand = next((ask.trick.hand for ask in names.program.asks if ask.trick is not None), None)
    if hand is None:
        why = f"no tricks are played in {names.program.title}"
        raise ScriptError(report("E1072", trick.span, why=why))
    found.turn = names.player(trick.plays[0].actor)
    for play in trick.plays:
        where = Where(hand, names.player(play.actor))
        lie = found.zones if where in found.zones else found.holding
        lie[where] = (*lie.get(where, ()), play.card)


def _entry(names: Names, holds: m.ValueExpectation, entry: m.OwnerValue, found: _WantedPosition) -> None:
    thing, said = names.thing(holds.name, f"turn {entry.value}"), entry.value
    if isinstance(thing, Where):
        where = Where(thing.zone, names.owner(names.program.zones[thing.zone], holds.name, entry.owner))
        texts = said.text.replace(",", " ").split()
        cards = () if texts == ["nothing"] else tuple(m.SpannedText(text, said.span) for text in texts)
        if where in found.zones:
            raise ScriptError(report("E1008", holds.name.span, what=names.words.where(where)))
        found.zones[where] = cards
        return
    info = names.program.variables[thing]
    owner = names.owner(info, holds.name, entry.owner)
    value = names.words.read_value(info.type, said.text)
    low, high = info.type.low, info.type.high
    if value is None or (info.type.kind == "number" and not low <= value <= high):
        raise names.no_value(info.type, said)
    slot = info.base + max(owner, 0)
    if slot in found.values:
        raise ScriptError(report("E1008", holds.name.span, what=names.words.variable(thing, owner)))
    found.values[slot] = value


GivenContents = dict[int, list[int]]
"""By the slot of a zone, the cards given to it (-1: unknown)."""


def _given_cards(names: Names, wanted: _WantedPosition, span: Span) -> tuple[GivenContents, GivenContents]:
    """The cards of completely given zones, and cards that some other zones contain; both are checked against the
    deck.
    """
    program, left = names.program, Counter[int](names.program.deck)
    free: dict[int, list[int]] = {face: list(names.words.of_face[face]) for face in range(len(program.faces))}
    given: tuple[GivenContents, GivenContents] = {}, {}
    for found, zones in zip(given, (wanted.zones, wanted.holding), strict=True):
        for where, cards in zones.items():
            lie = found[_slot(names, where)] = list[int]()
            for said in cards:
                face = names.face(said) if said.text != UNKNOWN else None
                if face is None:
                    lie.append(-1)
                    continue
                left[face] -= 1
                if left[face] < 0:
                    raise ScriptError(report("E1041", said.span, card=names.words.faces[face]))
                lie.append(free[face].pop(0))
    if sum(len(lie) for found in given for lie in found.values()) > len(program.deck):
        raise ScriptError(report("E1072", span, why=f"there are only {len(program.deck)} cards"))
    return given


def _slot(names: Names, where: Where) -> int:
    return names.program.zones[where.zone].base + max(where.owner, 0)


# ------------------------------------------------------------------------------------------------------------ search


@dataclass(slots=True)
class _SearchState:
    """A kept state from which games continue: its slots, and what the search knows about it."""

    values: Slots
    inside: int
    setting: bool


class _PositionSearch:
    """Plays random games until one matches.

    Pure chance rarely reaches a state in which all players have passed twice.  So a few states of each kind (which
    question, whose turn) are kept.  Games do not only begin at the start, but also continue from kinds of states that
    were rarely used so far.
    """

    def __init__(self, engine: Engine, names: Names, wanted: _WantedPosition, seed: int) -> None:
        self.engine = engine
        self.program = engine.program
        self.wanted = wanted
        self.seed = seed
        self.dice = Dice(seed, player=_STREAM)
        self.inside = 0
        """How deep in the phase the game is: 0 outside it."""
        self.setting = True
        """Whether the variables of the script are set when the phase begins."""
        self.sizes = {_slot(names, where): len(cards) for where, cards in wanted.zones.items()}
        self.least = {_slot(names, where): len(cards) for where, cards in wanted.holding.items()}
        self.decisive = _decisive(self.program) & wanted.values.keys()
        self.kept: dict[tuple[int, int, bool, bool], list[_SearchState]] = {}
        self.visits: Counter[tuple[int, int, bool, bool]] = Counter()
        self.made = 0
        """How many choices the current partial game has."""

    def found(self) -> Slots | None:
        """The slots of the best matching state: the one in which the fewest variables must be changed by hand."""
        best: tuple[int, Slots] | None = None
        left, since = MOST_CHOICES, 0
        for number in range(MOST_GAMES):
            for off, values in self._fitting(number):
                if best is None or off < best[0]:
                    best = off, values
                if off == 0:
                    return values
            left -= self.made
            since += best is not None
            if left <= 0 or since > MOST_BETTER:
                break
        return best[1] if best is not None else None

    def _begin(self, number: int) -> Slots:
        """Begin a new game, or continue from a kept state."""
        if number % 4 and self.kept:
            kind = min(self.kept, key=lambda kind: (self.visits[kind], kind))
            self.visits[kind] += 1
            kept = self.kept[kind][self.dice.below(len(self.kept[kind]))]
            self.inside, self.setting = kept.inside, kept.setting
            return kept.values.copy()
        self.inside, self.setting = 0, number // 4 % 3 < 2
        return self.engine.start(seed=self.seed, index=number, listener=self._hear).values

    def _fitting(self, number: int) -> Iterator[tuple[int, Slots]]:
        """The matching states of one partial game: how many variables have other values, and the slots."""
        engine, self.made = self.engine, 0
        try:
            values = self._begin(number)
            while (question := engine.question(State(values))) is not None and self.made < LONGEST_GAME:
                if self._fits(values, question.player, question.ask):
                    off = sum(values[slot] != value for slot, value in self.wanted.values.items())
                    yield off, values.copy()
                self._keep(values, question)
                choice = self._any(question)
                engine.take(
                    values, question.ask, (choice.alternative, *choice.values), None, self._hear, question.player
                )
                self.made += 1
        except Fault:
            return  # the values that were set do not fit this game

    def _any(self, question: Question) -> Choice:
        """A random choice: each kind of answer has the same probability."""
        kinds: dict[int, list[Choice]] = {}
        for choice in islice(question.choices(), MOST_OPTIONS):
            kinds.setdefault(choice.alternative, []).append(choice)
        kind = list(kinds.values())[self.dice.below(len(kinds))]
        return kind[self.dice.below(len(kind))]

    def _keep(self, values: Slots, question: Question) -> None:
        kind = (question.ask, question.player, self.inside > 0, self.setting)
        held = self.kept.setdefault(kind, [])
        kept = _SearchState(values.copy(), self.inside, self.setting)
        if len(held) < MOST_KEPT:
            held.append(kept)
        else:
            held[self.dice.below(MOST_KEPT)] = kept

    def _hear(self, record: AnyRecord, slots: Slots) -> None:
        match record:
            case PhaseBegan(phase) if phase == self.wanted.phase:
                self.inside += 1
                if self.setting:
                    for slot, value in self.wanted.values.items():
                        slots[slot] = value
            case PhaseEnded(phase) if phase == self.wanted.phase:
                self.inside -= 1
            case _:
                pass

    def _fits(self, values: Slots, player: int, ask: int) -> bool:
        if not self.inside or self.wanted.turn not in (-1, player):
            return False
        if any(values[slot] != self.wanted.values[slot] for slot in self.decisive):
            return False
        trick = self.program.asks[ask].trick
        if trick is not None and values[self.program.zones[trick.trick].base]:
            return False
        if any(_size(values[slot]) < size for slot, size in self.least.items()):
            return False
        return all(_size(values[slot]) == size for slot, size in self.sizes.items())


def _decisive(program: Program) -> set[int]:
    """The slots of variables that decide whose turn it is: those from which a loop or a `let` of a phase is computed.

    If they (for example the dealer, or the leader) were changed by hand afterwards, they would no longer agree with the
    player who is asked.
    """
    variables = {info.base + i for info in program.variables for i in range(info.count)}
    found: set[int] = set()
    for block in program.blocks:
        for part in nodes_within(block.body):
            if isinstance(part, SetSlot) and part.variable < 0:
                read = [one for one in nodes_within(part.value) if isinstance(one, Get | FunctionCall)]
                for one in read:
                    inside = (
                        nodes_within(program.functions[one.function].body) if isinstance(one, FunctionCall) else (one,)
                    )
                    for get in inside:
                        if isinstance(get, Get):
                            found |= variables & set(range(get.base, get.base + get.count))
    return found


def _size(content: int | tuple[int, ...]) -> int:
    return len(content) if isinstance(content, tuple) else content.bit_count()


# ---------------------------------------------------------------------------------------------------------- exchange


def _exchange(engine: Engine, values: Slots, given: GivenContents, holding: GivenContents, dice: Dice) -> None:
    """Exchange cards: the given cards go to their zones, the others to random places."""
    program = engine.program
    content = given | {slot: [*cards, *[-1] * (_size(values[slot]) - len(cards))] for slot, cards in holding.items()}
    used = {card for cards in content.values() for card in cards}
    others = [card for card in range(len(program.deck)) if card not in used]
    moved: dict[int, int] = {}
    for zone in program.zones:
        for owner in range(zone.count):
            slot = zone.base + owner
            before = values[slot]
            old = before if isinstance(before, tuple) else bits(before)
            new = [
                card if card >= 0 else others.pop(dice.below(len(others)))
                for card in content.get(slot, [-1] * len(old))
            ]
            values[slot] = after = zone.stored(owner, new, values)
            moved.update(zip(old, after if isinstance(after, tuple) else new, strict=True))
    _follow(engine, values, moved)


def _follow(engine: Engine, values: Slots, moved: dict[int, int]) -> None:
    """Change variables, answers and what players know of cards accordingly."""
    program = engine.program
    typed = {info.base + i: info.type for info in program.variables for i in range(info.count)}
    for ask in program.asks:
        for alternative in ask.alternatives:
            typed.update({bound.slot: bound.type for bound in alternative.bound})
    masks = set[int]()
    if program.known != NOWHERE_KNOWN:
        masks.update(range(program.known, program.known + program.players))
    for slot, type in typed.items():
        value = values[slot]
        assert isinstance(value, int)
        if type.kind == "card":
            values[slot] = moved.get(value, value)
        elif type.kind == "set" and type.element is not None and type.element.kind == "card":
            masks.add(slot)
    for slot in masks:
        value = values[slot]
        assert isinstance(value, int)
        values[slot] = sum(1 << moved[card] for card in bits(value))
