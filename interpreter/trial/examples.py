"""Tries the examples of a rule file.

The examples with the same settings are the branches of one game, which begins with the number of the example in a
variable of its own.  What an expectation finds is heard from the records (`hearing.py`): a failed one sets another such
variable.  An example that comes to a question stops there, and its answers are looked at.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ...dsl import checked as c
from ...dsl.codes.reporting import report
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.span import NOWHERE
from ...dsl.traversal import inside
from ...dsl.types import CARDS, FLAG, NUMBER, PLAYER, TEAM, Type
from ..engine.chance import stream
from ..engine.engine import Engine
from ..engine.question import Question
from ..engine.state import State, number_in
from ..faults import Fault
from ..fuzz.settings import option_word
from ..lowering import SettingsError, lower
from ..program import CUT, OVER, PC, RNG, Program
from ..records import Choice
from ..replay.choices import only_choice
from ..replay.run import MOST_FORCED
from ..text.format import bits
from ..text.parse import Words
from .answers import MOST_SHOWN, KnownAnswers
from .hearing import (
    SET_CARDS,
    SET_DEALT,
    SET_EARLY,
    SET_FAILURE,
    SET_NUMBER,
    SET_OWNER,
    SET_REACHED,
    SET_SIDE,
    SET_SIGHT,
    SET_TURN,
    SET_VIEWER,
    Heard,
    Unlike,
)

_ExampleSettings = tuple[int | None, tuple[tuple[c.OptionSymbol, int], ...]]
_EXAMPLE, _WINNER = "!example", "!winner"
_TIMES = 6
"""So many times each is tried, with other cards, if it leaves anything to chance."""
_ENDLESS = "E1205"


def broken_examples(game: c.CheckedGame) -> tuple[Diagnostic, ...]:
    """What is reported of the examples of a game: each that does not hold, once."""
    together: dict[_ExampleSettings, list[c.ExampleRule]] = defaultdict(list)
    for example in game.examples:
        together[example.players, example.settings].append(example)
    found: list[Diagnostic] = []
    for (players, settings), rules in together.items():
        for example, unlike in _tried(game, players, settings, rules):
            found.append(_report(example, unlike))
            if unlike.endless:
                return tuple(found)
    return tuple(sorted(found, key=lambda one: one.span.start))


def _tried(
    game: c.CheckedGame, players: int | None, settings: Sequence[tuple[c.OptionSymbol, int]], rules: list[c.ExampleRule]
) -> Iterator[tuple[c.ExampleRule, Unlike]]:
    tables = _ExampleTables(game, rules)
    options = {option.name: option_word(option, value) for option, value in settings}
    try:
        engine = Engine(lower(tables.game, options, players, unchecked=tables.unchecked))
    except SettingsError as error:
        for example in rules:
            yield example, Unlike(example.span, f": {error}")
        return
    for number, example in enumerate(rules):
        failed = tables.failed(engine, number, example)
        if failed is not None:
            yield example, failed


def _report(example: c.ExampleRule, unlike: Unlike) -> Diagnostic:
    which = "this example" if example.title is None else f"the example “{example.title}”"
    return report("E1307", unlike.span, which=which, found=unlike.found, help=unlike.help)


class _ExampleTables:
    """The game whose `main` is the examples."""

    def __init__(self, game: c.CheckedGame, rules: list[c.ExampleRule]) -> None:
        self._example = c.VariableSymbol(_EXAMPLE, NOWHERE, NUMBER)
        self._failure = c.VariableSymbol(SET_FAILURE, NOWHERE, NUMBER)
        self._reached = c.VariableSymbol(SET_REACHED, NOWHERE, NUMBER)
        self._number = c.VariableSymbol(SET_NUMBER, NOWHERE, NUMBER)
        self._turn = c.VariableSymbol(SET_TURN, NOWHERE, PLAYER)
        self._dealt = c.VariableSymbol(SET_DEALT, NOWHERE, FLAG)
        self._viewer = c.VariableSymbol(SET_VIEWER, NOWHERE, PLAYER)
        self._owner = c.VariableSymbol(SET_OWNER, NOWHERE, PLAYER)
        self._side = c.VariableSymbol(SET_SIDE, NOWHERE, TEAM)
        self._cards = c.VariableSymbol(SET_CARDS, NOWHERE, CARDS)
        self._sight = c.VariableSymbol(SET_SIGHT, NOWHERE, NUMBER)
        self._early = c.VariableSymbol(SET_EARLY, NOWHERE, NUMBER)
        self._seats = c.VariableSymbol("!seats", NOWHERE, NUMBER, owner="player")
        self._winners: list[c.VariableSymbol] = []
        self._played = game
        self._known: KnownAnswers | None = None
        """The answers of the game, once they are needed."""
        self.rules = rules
        self.first_zone = game.first_zone
        branches = tuple(self._branch(number, example) for number, example in enumerate(rules))
        end = c.Over("player", ((True, self._seats),), "shared", span=rules[0].span)
        main = c.PhaseSymbol("main", game.main.span, body=(*branches, end))
        added = (
            *(self._example, self._failure, self._reached, self._number, self._turn, self._dealt, self._seats),
            *(self._viewer, self._owner, self._side, self._cards, self._sight, self._early, *self._winners),
        )
        self.game = replace(
            game,
            main=main,
            phases=(*game.phases, game.main),
            variables=(*game.variables, *added),
            always=(),
            incidents=(),
            written=(),
        )
        self.unchecked = frozenset(after.span for after in game.afters)

    def _branch(self, number: int, example: c.ExampleRule) -> c.Stmt:
        body: list[c.Stmt] = []
        if example.player is not None:
            body.append(c.Let(example.player, c.Lit(0, type=PLAYER, span=example.span), span=example.span))
        if example.end is not None and example.end.winner is not None:
            winner = c.VariableSymbol(f"{_WINNER}{number}", NOWHERE, example.end.winner.type)
            self._winners.append(winner)
            body.append(c.Assign(winner, None, False, "set", example.end.winner, span=example.span))
        turns = [one for one in example.answers if isinstance(one, c.ExpectedTurn)]
        body += [c.Assign(self._turn, None, False, "set", one.player, span=one.span) for one in turns]
        for i, one in enumerate(example.body):
            match one:
                case c.Expected():
                    body.append(self._expectation(i, one))
                case c.ExpectedSight():
                    body.extend(self._looked(i, one, self._sight))
                case c.ExampleDeal():
                    body.extend(self._named(one))
                case _:
                    if isinstance(one, c.CallPhase):
                        for at, line in _seen_while_asked(example.body, i):
                            body.extend(self._looked(at, line, self._early))
                    body.append(one)
        body.append(c.Assign(self._example, None, False, "add", _number(1), span=example.span))
        at = c.VariableRef(self._example, None, type=NUMBER, span=example.span)
        chosen = c.Op("=", (at, _number(number)), type=FLAG, span=example.span)
        return c.If(chosen, (*body, c.Over("player", ((True, self._seats),), "shared", span=example.span)), ())

    def _named(self, dealt: c.ExampleDeal) -> Iterator[c.Stmt]:
        """The cards that a deal shall bring go to their place, so that it is heard which and where, and back."""
        first = self.first_zone
        assert first is not None
        yield c.Assign(self._dealt, None, False, "set", _flag(True), span=dealt.span)
        if dealt.target.zone is first:
            yield c.Assign(self._cards, None, False, "set", dealt.cards, span=dealt.span)
            yield c.Assign(self._dealt, None, False, "set", _flag(False), span=dealt.span)
            return
        yield c.Move(dealt.cards, dealt.target, "top", span=dealt.span)
        yield c.Assign(self._dealt, None, False, "set", _flag(False), span=dealt.span)
        yield c.Move(dealt.cards, c.ZonePlace(first, None, each=False, span=dealt.span), "top", span=dealt.span)

    def _expectation(self, number: int, expected: c.Expected) -> c.Stmt:
        stated = (
            ()
            if expected.number is None
            else (c.Assign(self._number, None, False, "set", expected.number, span=expected.span),)
        )
        failure = c.Assign(self._failure, None, False, "set", _number(number + 1), span=expected.span)
        reached = c.Assign(self._reached, None, False, "set", _number(number + 1), span=expected.span)
        return c.If(expected.condition, (reached,), (*stated, failure), span=expected.span)

    def _looked(self, number: int, expected: c.ExpectedSight, when: c.VariableSymbol) -> Iterator[c.Stmt]:
        """It is heard who looks, at whose zone or which cards, and then for which line: now, or also before."""
        what, span = expected.what, expected.span
        if expected.player is not None:
            yield c.Assign(self._viewer, None, False, "set", expected.player, span=span)
        if not isinstance(what, c.ZonePlace):
            yield c.Assign(self._cards, None, False, "set", what, span=span)
        elif what.owner is not None:
            whose = self._side if what.zone.owner == "team" else self._owner
            yield c.Assign(whose, None, False, "set", what.owner, span=span)
        yield c.Assign(when, None, False, "set", _number(number), span=span)

    def failed(self, engine: Engine, number: int, example: c.ExampleRule) -> Unlike | None:
        """The first expectation of an example that does not hold; None if all do, whatever chance does."""
        for seed in range(_TIMES):
            heard = Heard(engine.program, seed, example)
            failed = self._failed(engine, number, example, heard)
            if failed is None and seed == 0:  # this depends on no chance
                failed = self._unknown(engine.program, example)
            if failed is not None or not heard.left_to_chance:
                return failed
        return None

    def _failed(self, engine: Engine, number: int, example: c.ExampleRule, heard: Heard) -> Unlike | None:
        try:
            state, unlike = _answered(engine, _began(engine, number, heard), example, heard)
        except Fault as fault:
            return Unlike(example.span, f": {fault.message}", endless=fault.code == _ENDLESS)
        heard.left_to_chance |= state.values[RNG] != stream(heard.seed)
        missing = heard.conclude()
        if heard.failed is not None:
            return heard.failed
        return _not_dealt(engine.program, heard, example) or unlike or _ended(engine, state, number, example, missing)

    def _unknown(self, program: Program, example: c.ExampleRule) -> Unlike | None:
        """The first refused answer that no question of the game has."""
        refused = [one for one in example.answers if isinstance(one, c.ExampleAnswer) and one.what == "refused"]
        if not refused:
            return None
        if self._known is None:
            self._known = KnownAnswers(self._played, Words(program))
        known = self._known
        wrong = next((one for one in refused if one.label not in known), None)
        if wrong is None:
            return None
        return Unlike(wrong.span, f": no question of this game has the answer `{wrong.label}`", known.help(wrong.label))


def _seen_while_asked(
    body: Sequence[c.Stmt | c.Expected | c.ExpectedSight | c.ExampleDeal], call: int
) -> Iterator[tuple[int, c.ExpectedSight]]:
    """The lines about sight just below a call, with their numbers, that say the same before it as behind it."""
    for number in range(call + 1, len(body)):
        line = body[number]
        if not isinstance(line, c.Expected | c.ExpectedSight):
            return
        if isinstance(line, c.ExpectedSight):
            what = line.what.owner if isinstance(line.what, c.ZonePlace) else line.what
            parts = [part for one in (line.player, what) if one is not None for part in inside(one)]
            if all(isinstance(part, c.LocalRef | c.Lit | c.Op) for part in parts):
                yield number, line


def _not_dealt(program: Program, heard: Heard, example: c.ExampleRule) -> Unlike | None:
    for where, cards in heard.wanted.items():
        if cards:
            words = Words(program)
            span = next(one.span for one in example.body if isinstance(one, c.ExampleDeal))
            return Unlike(span, f": {words.card(cards[0])} has not come to {words.where(where)}")
    return None


def _began(engine: Engine, number: int, heard: Heard) -> State:
    """The state to which the statements of an example lead: the end, or the first question.  Raises `Fault`."""
    values = engine.fresh(heard.seed, 0)
    values[next(one.base for one in engine.program.variables if one.name == _EXAMPLE)] = number
    engine.compiled.run(values, heard, heard.hear)
    return State(values)


def _answered(engine: Engine, state: State, example: c.ExampleRule, heard: Heard) -> tuple[State, Unlike | None]:
    """The state after the answers that are given, and the first expected answer that is not offered, or that is, but
    should not be, or another player who is asked.  An only choice is made by itself where a line is about a later
    question, or more is expected.
    """
    words = Words(engine.program)
    turns = iter(heard.turns)
    for answered, one in enumerate(example.answers):
        question = engine.question(state)
        if question is None:
            return state, Unlike(one.span, ": nobody is asked anything")
        heard.asked(answered)
        if isinstance(one, c.ExpectedTurn):
            asked = next(turns)
            found = _reached(engine, state, heard, lambda question, asked=asked: question.player == asked)
            if found is None:
                return state, Unlike(one.span, f": it is {words.player(question.player)} who is asked")
            state = found
            continue
        if one.what == "refused":
            found = state if _legal(question, words, one.label) is None else None
        else:
            found = _reached(engine, state, heard, lambda question, label=one.label: _legal(question, words, label))
        if found is None:
            labels = [option.label for option, _ in zip(question.options(words), range(MOST_SHOWN), strict=False)]
            return state, Unlike(one.span, f": it may be {', '.join(f'`{label}`' for label in labels)}")
        state = found
        if one.what == "given":
            choice = _legal(engine.question(state), words, one.label)
            assert choice is not None
            state = engine.apply(state, choice, chance=heard, listener=heard.hear)
    if engine.question(state) is not None:
        heard.asked(len(example.answers))
    if example.end is not None or any(isinstance(line, c.Expected | c.ExpectedSight) for line in example.body):
        *_, state = _with_only_choices(engine, state, heard)
    return state, None


def _legal(question: Question | None, words: Words, label: str) -> Choice | None:
    """The choice that an answer means, if it may be made."""
    if question is None:
        return None
    found = words.choices(question.alternatives, label, question.pool)
    return next((choice for choice in found if question.legal(choice)), None)


def _reached(engine: Engine, state: State, heard: Heard, fits: Callable[[Question], object]) -> State | None:
    """The state of the next question that fits, if nobody has a choice before it."""
    try:
        for reached in _with_only_choices(engine, state, heard):
            question = engine.question(reached)
            if question is not None and fits(question):
                return reached
    except Fault as fault:
        if fault.code == _ENDLESS:
            raise
    return None


def _with_only_choices(engine: Engine, state: State, heard: Heard) -> Iterator[State]:
    """A state, and those after each of the next choices as long as there is only one to make.  Raises `Fault`."""
    yield state
    for _ in range(MOST_FORCED):
        question = engine.question(state)
        choice = None if question is None else only_choice(question)
        if choice is None:
            return
        state = engine.apply(state, choice, chance=heard, listener=heard.hear)
        yield state


def _ended(
    engine: Engine, state: State, number: int, example: c.ExampleRule, missing: c.Expected | c.ExpectedSight | None
) -> Unlike | None:
    """Whether the end is another than the expected one.  `missing`: the first line that was not reached."""
    program, pc = engine.program, number_in(state.values[PC])
    if pc > OVER:
        if example.end is not None:
            return Unlike(example.end.span, ": the game goes on")
        if missing is None:
            return None
        return Unlike(missing.span, ": somebody is asked before this is reached, and the example gives no answer")
    ours = pc != CUT and program.places[program.endings[OVER - pc].place] == example.span
    if example.end is None:
        return None if ours else Unlike(example.span, ": the game is over")
    if ours:
        return Unlike(example.end.span, ": the game is not over")
    result = engine.result(state)
    if result is None:
        return None
    seats = [p for t in result.winners for p in program.teams[t]] if result.owner == "team" else result.winners
    names = " and ".join(map(Words(program).player, sorted(seats))) or "nobody"
    if example.end.draw:
        return Unlike(example.end.span, f": {names} won") if seats else None
    variable = next((one for one in program.variables if one.name == f"{_WINNER}{number}"), None)
    if variable is None:
        return None
    value, kind = number_in(state.values[variable.base]), variable.type
    wanted = tuple(bits(value)) if kind.kind == "set" else (value,)
    owner = (kind.element or kind).kind
    won = tuple(result.winners)
    if owner != result.owner:
        won = tuple(p for t in won for p in program.teams[t]) if owner == "player" else ()
    if sorted(won) == sorted(wanted):
        return None
    return Unlike(example.end.span, f": {names} won")


def _flag(value: bool) -> c.Expr:
    return c.Lit(int(value), type=FLAG, span=NOWHERE)


def _number(value: int) -> c.Expr:
    return c.Lit(value, type=Type("number", low=value, high=value), span=NOWHERE)
