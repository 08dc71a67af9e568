"""Plays one game of a batch to its end with the Python engine, and keeps its results.

It uses the plain engine, its public step, and a player for each seat.  A listener would cost too much, so the runtime
reports where a deal begins: in a game that gathers its cards, at that point; in other games, at each shuffle.  Numbers
that the rules change right before that belong to the deal, too (`lowering/deals.py`).

In paired play (`pairing.py`) the random numbers of chance and of the players are seeded again at every deal, from the
number of the game and of the deal alone.  So two rule sets are dealt the same cards in deal 7 even if deal 6 went
differently.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import add, sub
from typing import NamedTuple, cast

from ..engine import Dice, Engine, State, stream
from ..engine.chance import splitmix_output
from ..engine.compiled import CompiledProgram
from ..engine.runtime import Runtime
from ..errors import wrong
from ..players import Maker, RandomPlayer, decision_of
from ..players.player import options_of
from ..program import ACTOR, DEAL_SALT, DECISIONS, OVER, PC, RNG, Program, Slots
from ..records import Choice, Chosen, Listener
from ..search.history import History
from ..search.sides import dealer_variable, hands_of

Asked = Callable[[int, int, "list[tuple[int, ...]]"], None]
"""Called before a choice with the player, the question (an index of `Program.asks`) and every answer to it."""

_MASK = (1 << 64) - 1


class DealResult(NamedTuple):
    """One deal of a game: who dealt it (-1: there is no dealer), how the score of each side changed, how many choices
    it had, and the mask of the sides that were out of it: when its first choice was made their players had no cards,
    unlike others, and their scores did not change.
    """

    dealer: int
    gains: tuple[int, ...]
    decisions: int
    out: int = 0

    def better(self, side: int, parts: int) -> tuple[int, int]:
        """What a side gained and what the others that were in the deal gained on average, both in so many parts."""
        rest = sum(1 for one in range(len(self.gains)) if one != side and not self.out >> one & 1)
        return self.gains[side] * parts, (sum(self.gains) - self.gains[side]) * (parts // max(1, rest))


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished game: the numbers of the winners, how it ended, the scores, and its deals."""

    winners: tuple[int, ...]
    tie: bool
    cut: bool
    scores: tuple[int, ...]
    decisions: int
    dealer: int
    deals: tuple[DealResult, ...]
    final: Slots


class DealStarts:
    """Records where the deals of a game begin."""

    def __init__(self, *, paired: bool) -> None:
        self.paired = paired
        self.base = 0
        """The number from which the random seed of each deal is made; it depends on the game."""
        self.kept: tuple[int, ...] = ()
        """The slots by which a deal is judged: the scores, and the dealer."""
        self.hands: tuple[tuple[int, ...], ...] = ()
        """For each side, the slots of the cards that its players have."""
        self.holding: dict[int, int] = {}
        """By the number of a deal, from 1, the mask of the sides that had cards when its first choice was made."""
        self.begun: list[tuple[tuple[int, ...], int]] = []
        """For each deal, the values of these slots when it began, and how many choices had been made."""
        self.opened: tuple[tuple[int, ...], int] | None = None
        """The values of these slots, and how many choices had been made, where the next deal began, if its cards are
        not gathered yet.
        """
        self.last: tuple[int, ...] = ()
        self.dealer = ""
        """The name of the variable that holds the dealer; empty if there is none."""
        self.opener = -1
        """Whoever deals when the first deal begins or, if nobody has been picked by then, is picked in it; else -1."""

    def begin(self, base: int) -> None:
        """Begin a game."""
        self.base, self.begun, self.opener, self.holding, self.opened = base, [], -1, {}, None

    def chosen(self, S: Slots) -> None:
        """Note who has cards, before the first choice of a deal."""
        deal = len(self.begun)
        if deal not in self.holding:
            self.holding[deal] = sum(
                1 << side for side, hands in enumerate(self.hands) if any(S[slot] for slot in hands)
            )

    def out(self, deal: int, gains: Sequence[int]) -> int:
        """The mask of the sides that were out of a deal."""
        holding = self.holding.get(deal, 0)
        return sum(1 << side for side, gain in enumerate(gains) if holding and not gain and not holding >> side & 1)

    def compiled(self, program: Program, *, counted: bool = False) -> CompiledProgram:
        """Compile a program so that its runtime calls `deal_begins`."""
        return CompiledProgram(program, self.runtime(program), counted=counted)

    def runtime(self, program: Program) -> Runtime:
        """A runtime that says where deals begin."""
        return Runtime(program, self.deal_begins, self.picked, self.deal_opens)

    def deal_opens(self, S: Slots) -> None:
        """Record what stands where the next deal begins."""
        self.kept_now(S)
        self.opened = self.last, cast("int", S[DECISIONS])

    def deal_begins(self, S: Slots) -> None:
        """Record that a deal is about to begin, where it has not begun before: the dealer is who deals now."""
        self.kept_now(S)
        (opened, since), self.opened = self.opened or (self.last, cast("int", S[DECISIONS])), None
        if not self.begun and self.opener >= 0:
            self.opener = self.last[-1]
        self.begun.append(((*opened[:-1], *self.last[-1:]), since))
        if self.paired:
            S[RNG] = splitmix_output((self.base + DEAL_SALT * len(self.begun)) & _MASK)

    def picked(self, variable: str, chosen: int) -> None:
        """Hear of a random pick: of the first dealer, if it is the first of that variable."""
        if self.opener < 0 and variable and variable == self.dealer:
            self.opener = chosen
            if self.begun:
                kept, at = self.begun[-1]
                self.begun[-1] = (*kept[:-1], chosen), at

    def kept_now(self, S: Slots) -> None:
        """Read the kept slots into `last`."""
        self.last = tuple([cast("int", S[slot]) for slot in self.kept])


class Playout:
    """Plays games of one program.  Before each game it resets everything that could make two games differ."""

    def __init__(self, program: Program, makers: Sequence[Maker], seed: int, *, paired: bool = False) -> None:
        """`makers` make the player of each seat.  Raises `GameError` if there are not as many as seats."""
        if len(makers) != program.players:
            raise wrong(f"{len(makers)} players for the {program.players} seats of `{program.title}`")
        self.program = program
        self.seed = seed
        self.watch = DealStarts(paired=paired)
        self.engine = Engine(program, self.watch.compiled(program, counted=not paired))
        self.players = [make(program, seat) for seat, make in enumerate(makers)]
        self._imagining = Engine(program)
        """The engine on which players try their choices: its play is not counted, and its deals are not recorded."""
        self._history = History(program) if any(player.remembers for player in self.players) else None
        self._second_watch = DealStarts(paired=paired)
        self._telling = Engine(program, self._second_watch.compiled(program))
        """The engine that plays the same game once more for players who listen, because play with a listener is not
        counted.
        """
        self.chosen: list[dict[tuple[int, ...], int]] = [{} for _ in program.asks]
        """For each question, how often each answer was given; for answers about cards only how often each kind."""
        self._counts = [0] * len(program.places)
        self.by_value = [not ask.names_cards for ask in program.asks]
        self.sides = len(program.sides)
        self.dealer = dealer_variable(program)
        scores = program.scores
        dealer = program.variables[self.dealer].base if self.dealer >= 0 else ACTOR
        self.watch.kept = (*scores, dealer)
        self.watch.dealer = program.variables[self.dealer].name if self.dealer >= 0 else ""
        self.watch.hands = hands_of(program) if self.dealer >= 0 and scores else ()

        self._listener: Listener | None = None
        self._asked: Asked | None = None
        self._chance_state: Callable[[Slots], object] | None = None

    @property
    def counts(self) -> list[int]:
        """How often each place of the rule file was executed so far."""
        self._add_up()
        return self._counts

    def _add_up(self) -> None:
        """Add what the compiled code has counted to the counts."""
        if self.engine.compiled.begun:
            counts = self.engine.compiled.plain.counts
            self._counts = list(map(add, self._counts, counts))
            counts[:] = [0] * len(counts)

    def clear(self) -> None:
        """Reset all counts to 0."""
        self._add_up()
        self._counts = [0] * len(self._counts)
        for tally in self.chosen:
            tally.clear()

    def play(
        self,
        index: int,
        listener: Listener | None = None,
        asked: Asked | None = None,
        chance_state: Callable[[Slots], object] | None = None,
    ) -> Outcome:
        """Play game `index`.  Raises `Fault` for an error of the rule file, `BadPlayer` for an error of a player.

        `listener` gets every record, and `asked` every option of each question.  The game is the same, but slower.
        `chance_state` reads a part of the slots.  For a choice that leaves this part unchanged the listener gets only
        the record of the choice, which is faster.
        """
        moves = self.moves(index, listener, asked, chance_state)
        while True:
            try:
                next(moves)
            except StopIteration as end:
                return end.value

    def moves(
        self,
        index: int,
        listener: Listener | None = None,
        asked: Asked | None = None,
        chance_state: Callable[[Slots], object] | None = None,
    ) -> Generator[None, None, Outcome]:
        """Play game `index` as `play` does, choice by choice: the caller may stop at any time."""
        watch = self.watch
        watch.begin(stream(self.seed, index))
        self._second_watch.begin(watch.base)
        for player in self.players:
            player.begin()
        self._listener, self._asked, self._chance_state = listener, asked, chance_state
        state = self.engine.start(seed=self.seed, index=index, listener=self._listener)
        values = state.values
        if self._history is not None:
            self._history.begin()
            self._telling.start(seed=self.seed, index=index, listener=self._history.hear)
        dice = self._dice(index, 0)
        deals = len(watch.begun)
        while (pc := values[PC]) > OVER:  # pyrefly: ignore[unsupported-operation] - a number slot
            self._step(state, ~pc, dice)  # type: ignore[operator]
            if watch.paired and len(watch.begun) != deals:
                deals = len(watch.begun)
                dice = self._dice(index, deals)
            yield
        return self._outcome(values)

    def _dice(self, index: int, deal: int) -> list[Dice]:
        """The random numbers of every player; from the second deal of a paired game on, seeded by the deal."""
        seed = (
            self.seed if not self.watch.paired or deal == 0 else splitmix_output((self.seed + DEAL_SALT * deal) & _MASK)
        )
        return [Dice(seed, index, player) for player in range(self.program.players)]

    def _step(self, state: State, ask: int, dice: list[Dice]) -> None:
        """Make one choice, by the player at that seat; a single option is taken without asking the player."""
        values = state.values
        options = options_of(self.engine, state)
        if not options:
            self.engine.compiled.runtime.guards.fault("no choice", self.program.asks[ask].place)
        actor = cast("int", values[ACTOR])
        if self._asked is not None:
            self._asked(actor, ask, options)
        self._take(values, ask, options[0] if len(options) == 1 else self._chosen_of(state, options, dice[actor]))

    def _chosen_of(self, state: State, options: list[tuple[int, ...]], dice: Dice) -> tuple[int, ...]:
        """What the player chooses whose turn it is, of at least two options."""
        player = self.players[cast("int", state.values[ACTOR])]
        if type(player) is RandomPlayer:
            return options[dice.below(len(options))]
        choice = player.choose(decision_of(self._imagining, state, dice, options, self._history))
        return choice.alternative, *choice.values

    def _take(self, values: Slots, ask: int, option: tuple[int, ...]) -> None:
        self.watch.chosen(values)
        key = option if self.by_value[ask] else option[:1]
        self.chosen[ask][key] = self.chosen[ask].get(key, 0) + 1
        player, listener = cast("int", values[ACTOR]), self._listener
        if self._history is not None:
            self._history.asked(values)
            self._telling.take(values.copy(), ask, option, listener=self._history.hear, player=player)
        if listener is not None and self._chance_state is not None:
            before = values.copy()
            self.engine.take(values, ask, option)
            if self._chance_state(values) == self._chance_state(before):
                listener(Chosen(player, ask, Choice(option[0], option[1:])), values)
                return
            values[:] = before
        self._make(values, ask, option)

    def _make(self, values: Slots, ask: int, option: tuple[int, ...]) -> None:
        """Let the engine make a choice."""
        self.engine.take(values, ask, option, listener=self._listener, player=cast("int", values[ACTOR]))

    def _outcome(self, values: Slots) -> Outcome:
        watch = self.watch
        watch.kept_now(values)
        marks = [*watch.begun, (watch.last, cast("int", values[DECISIONS]))]
        dealt = self.dealer >= 0
        deals: list[DealResult] = []
        for deal, ((before, since), (after, until)) in enumerate(pairwise(marks), 1):
            gains = tuple(map(sub, after[:-1], before))
            out = watch.out(deal, gains) if until > since else 0
            deals.append(DealResult(before[-1] if dealt else -1, gains, until - since, out))
        result = self.engine.result(State(values))
        assert result is not None
        scores = watch.last[:-1]
        return Outcome(
            result.winners,
            result.tie,
            result.cut,
            scores,
            marks[-1][1],
            watch.opener,
            tuple(deals),
            values,
        )
