"""The engine: starts a game, gives the open question, applies an answer, gives the result.

The engine itself holds no game.  Its methods take a state and return a state.  All games of a program share the
compiled code.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

from ...dsl.source.span import NOWHERE
from ..faults import fault
from ..program import ACTOR, CUT, DECISIONS, OVER, PC, RNG, Program, Slots
from ..records import Choice, Chosen, Declared, GameOver, Listener, Where
from ..story.view import View, VisibleZone, looked_at, view
from ..text.parse import Words
from .bounds import Bounds
from .chance import Chance, stream
from .compiled import CompiledProgram
from .question import Question, Result, WrittenNow
from .sets import bits
from .state import State, from_json, number_in, to_json


class Engine:
    """Plays one program.  The program is compiled when it is first used: once for plain play, once for play with a
    listener.
    """

    def __init__(self, program: Program, compiled: CompiledProgram | None = None) -> None:
        self.program = program
        self.compiled = compiled or CompiledProgram(program)
        self._answers = [
            [(tuple(bound.slot for bound in one.bound), one.body) for one in ask.alternatives] for ask in program.asks
        ]
        self._places: dict[int, tuple[VisibleZone, ...]] = {}
        """For each player, how the player looks at the zones."""

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the program; it is compiled again."""
        return Engine, (self.program,)

    def __deepcopy__(self, _: object) -> Engine:
        return self  # nothing of it changes

    @cached_property
    def _bounds(self) -> Bounds:
        return Bounds(self.program)

    @property
    def words(self) -> Words:
        """The words for values, with seats called A, B, C …"""
        return self.compiled.words

    # -------------------------------------------------------------------------------------------------------- play

    def start(
        self, *, seed: int = 0, index: int = 0, chance: Chance | None = None, listener: Listener | None = None
    ) -> State:
        """Begin a new game and run it to its first question.  Game `index` of a batch depends only on `seed` and
        `index`.

        Raises `Fault` for an error of the rule file.
        """
        values = self.fresh(seed, index)
        self._run(values, chance, listener)
        return State(values)

    def fresh(self, seed: int, index: int) -> Slots:
        """The slots of a game that has not begun."""
        values = list(self.program.initial)
        values[PC] = self.program.start
        values[RNG] = stream(seed, index)
        return values

    def question(self, state: State) -> Question | None:
        """The open question of a state; None when the game is over.

        Raises `Fault` if the question has no option, which is an error of the rule file.
        """
        question = self.asked(state)
        if question is not None and not question.answerable():
            raise fault("no choice", question.span)
        return question

    def asked(self, state: State) -> Question | None:
        """The open question of a state, even if it has no answer; for callers that already have an answer."""
        pc, actor = state.values[PC], state.values[ACTOR]
        assert isinstance(pc, int) and isinstance(actor, int)
        return Question(self.compiled, state.values, ~pc, actor) if pc > OVER else None

    def legal(self, values: Slots, option: tuple[int, ...]) -> bool:
        """Whether an option (alternative, values …) of the open question may be chosen.

        It must have as many values as the alternative has names.
        """
        return self.compiled.test(~values[PC], option[0])(values, option[1:])  # type: ignore[operator] - a number slot

    def apply(
        self, state: State, choice: Choice, *, chance: Chance | None = None, listener: Listener | None = None
    ) -> State:
        """The state after a choice, run to the next question.  The given state is not changed.

        Raises `ValueError` if the game is over or the choice is not legal, `Fault` for an error of the rule file.
        """
        question = self.asked(state)
        if question is None:
            raise ValueError("the game is over")
        if not question.legal(choice):
            if not question.answerable():
                raise fault("no choice", question.span)
            raise ValueError("that choice is not legal here")
        values = state.values.copy()
        self.take(values, question.ask, (choice.alternative, *choice.values), chance, listener, question.player)
        return State(values)

    def take(
        self,
        values: Slots,
        ask: int,
        option: tuple[int, ...],
        chance: Chance | None = None,
        listener: Listener | None = None,
        player: int = -1,
    ) -> None:
        """Make a choice that is known to be legal, and change the slots in place.  Playouts use this."""
        slots, values[PC] = self._answers[ask][option[0]]
        for i, slot in enumerate(slots, 1):
            values[slot] = option[i]
        values[DECISIONS] += 1  # type: ignore[operator]
        if listener is None:
            self.compiled.run(values, chance, None)
            return
        span = self.program.places[self.program.asks[ask].alternatives[option[0]].place]
        listener(Chosen(player, ask, Choice(option[0], option[1:]), span=span), values)
        self._run(values, chance, listener)

    def reopened(self, state: State) -> State:
        """Open the question of a state again after its slots were changed by hand, so that the question fits the new
        values.

        Raises `ValueError` if a slot holds an impossible value or the state is not at a question, and `Fault` for an
        error of the rule file.
        """
        values = state.values.copy()
        pc = values[PC]
        assert isinstance(pc, int)
        if pc <= OVER:
            raise ValueError("the game is over")
        self._bounds.check(values)
        ask = self.program.asks[~pc]
        if not ask.opens:
            values[PC] = ask.block
            self._run(values, None, None)
            return State(values)
        # The first statements of the block have already been executed: make a program in which the rest of it is a
        # block.
        blocks = self.program.blocks
        rest = replace(blocks[ask.block], body=blocks[ask.block].body[ask.opens :])
        values[PC] = len(blocks)
        return Engine(replace(self.program, blocks=(*blocks, rest)))._opened(values)

    def _opened(self, values: Slots) -> State:
        self._run(values, None, None)
        return State(values)

    def declare(
        self, state: State, incident: int, *, chance: Chance | None = None, listener: Listener | None = None
    ) -> State:
        """The state after an incident is declared at an open question.  `incident`: its number.

        Raises `ValueError` if the incident cannot happen now.
        """
        question = self.question(state)
        if question is None or incident not in question.incidents:
            raise ValueError("that cannot happen now")
        entry = self.program.incidents[incident]
        values = state.values.copy()
        values[entry.back] = self.program.asks[question.ask].block
        values[PC] = entry.body
        values[DECISIONS] += 1  # type: ignore[operator]
        if listener is not None:
            listener(Declared(incident, span=self.program.places[entry.place]), values)
        self._run(values, chance, listener)
        return State(values)

    def _run(self, values: Slots, chance: Chance | None, listener: Listener | None) -> None:
        self.compiled.run(values, chance, listener)
        pc = values[PC]
        assert isinstance(pc, int)
        if pc <= OVER and listener is not None:
            result = self._result(values)
            span = NOWHERE if pc == CUT else self.program.places[self.program.endings[OVER - pc].place]
            listener(GameOver(result.owner, result.winners, span=span), values)

    # -------------------------------------------------------------------------------------------------- looking at it

    def result(self, state: State) -> Result | None:
        """How a game ended; None while it is being played."""
        pc = state.values[PC]
        assert isinstance(pc, int)
        return self._result(state.values) if pc <= OVER else None

    def _result(self, values: Slots) -> Result:
        pc = values[PC]
        assert isinstance(pc, int)
        if pc == CUT:
            return Result("player", (), False, True, ())
        ending = self.program.endings[OVER - pc]
        owners = range(self.program.players if ending.owner == "player" else len(self.program.teams))
        raw = {o: tuple(number_in(values[base + o]) for base, _ in ending.criteria) for o in owners}
        rank = {
            o: tuple(-v if highest else v for (_, highest), v in zip(ending.criteria, raw[o], strict=True))
            for o in owners
        }
        best = min(rank.values())
        winners = tuple(o for o in owners if rank[o] == best)
        tie = len(winners) > 1
        shown = () if tie and ending.tie == "draw" else winners
        return Result(
            ending.owner, shown, tie, False, tuple((o, raw[o]) for o in sorted(owners, key=lambda o: (rank[o], o)))
        )

    def cards(self, state: State, where: Where) -> tuple[int, ...]:
        """The cards in a zone: of a pile the bottom card first (cards not drawn yet in ascending order), of a hand in
        ascending order.
        """
        content = state.values[self.program.zones[where.zone].base + max(where.owner, 0)]
        return content if isinstance(content, tuple) else bits(content)

    def view(self, state: State, player: int) -> View:
        """What a player may know of a state.  `player` is -1 for a spectator."""
        places = self._places.get(player)
        if places is None:
            places = self._places[player] = looked_at(self.program, player)
        return view(self.program, state.values, player, places)

    def define(self, state: State, number: int, owner: int = -1) -> int:
        """The value of a define (by its number in `Program.defines`); `owner`: the player or team, if each has one.
        Raises `Fault` for an error of the rule file.
        """
        return self.compiled.define(self.program.defines[number], state.values, owner)

    def written(self, state: State) -> tuple[WrittenNow, ...]:
        """What is written on the table, in the order of the rules.  Raises `Fault` for an error of the rule file."""
        return self.written_of(state.values)

    def written_of(self, values: Slots) -> tuple[WrittenNow, ...]:
        """The same, for the slots of a state."""
        return tuple(WrittenNow(*line) for line in self.compiled.written(values))

    def value(self, state: State, variable: int, owner: int = -1) -> int:
        """The value of a variable; `owner` is the player or team whose value is read, if each has one."""
        return number_in(state.values[self.program.variables[variable].base + max(owner, 0)])

    def to_json(self, state: State) -> dict[str, Any]:
        """A state as JSON data."""
        return to_json(self.program, state)

    def from_json(self, data: object) -> State:
        """The state in such data.  Raises `ValueError` if the data is not a state of this game."""
        return from_json(self.program, data, self._bounds)
