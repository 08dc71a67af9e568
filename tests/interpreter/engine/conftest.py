"""Fixtures for the tests of the interpreter: games written inside a test and played by the labels of their choices.

`play` starts a game and gives a `Table`.  A table plays every step three times: with plain code, with code that reports
every record to a listener, and in a WebAssembly module.  It compares the states, the options and the faults.  At every
question it also checks that the state survives JSON, that computing the options changes nothing, and that every card is
in exactly one zone.  So each test of a construct tests all of these, too.
"""

from __future__ import annotations

import json
import textwrap
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from hoyle.dsl.checked import CheckedGame
from hoyle.dsl.loading import load, rulesets
from hoyle.dsl.resolve.context import ResolveContext
from hoyle.dsl.resolve.declarations import Elaborator
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.parser import parse
from hoyle.interpreter.batch.modules import code_of
from hoyle.interpreter.batch.work import program_hash
from hoyle.interpreter.engine import Dice, Engine, Fault, State
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Program
from hoyle.interpreter.records import AnyRecord, Choice, Where
from hoyle.interpreter.state_hash import hash_of_state
from hoyle.interpreter.wasm import CompiledModule, Machine, module

from ...lazily import Lazily

Options = Mapping[str, int | str | bool]

ZONES = """
zones
    stock: face down
    heap: face up
    hand of each player: private
"""

PLAIN = "    game over, won by the player with highest score\n"


def rule_text(
    main: str,
    more: str = "",
    *,
    players: str = "4",
    deck: str = "2 3 4 5 6 7 8 9 10 J Q K A",
    zones: str = ZONES,
    remember: str = "",
    end: bool = True,
) -> str:
    """A rule file around the statements of `main`.

    The game ends after them.  `more` contains further declarations.

    The stock holds the deck in its declared order, clubs first.  So without a shuffle the top card is the last one of
    the deck, the ace of spades.
    """
    kept = textwrap.indent(textwrap.dedent(remember).strip("\n"), "    ")
    body = textwrap.indent(textwrap.dedent(main).strip("\n"), "    ") + "\n"
    return (
        f'game "Test"\nlanguage 1\nplayers {players}\ndeck {deck}\n{textwrap.dedent(zones)}\n'
        f"remember\n    score of each player: number\n{kept}\n\n"
        f"{textwrap.dedent(more)}\nmain\n{body}{PLAIN if end else ''}"
    )


def checked(text: str, checks: bool = True) -> CheckedGame:
    """The game of a rule file without errors; warnings are allowed.

    Without `checks` the checker reports no faults that can happen in play.
    """
    if not checks:
        tree, problems = parse(Source("test", text))
        context = ResolveContext()
        game = Elaborator(tree, context).game("test")
        assert game is not None
        assert not [str(d) for d in (*problems, *context.diagnostics) if d.severity == "error"]
        return game
    loaded = load(Source("test", text))
    assert loaded.game is not None, "\n".join(f"{d} ({d.help})" for d in loaded.diagnostics) + "\n" + text
    return loaded.game


_CODES: dict[tuple[str, int], CompiledModule] = {}
MOST_CODES = 40


def compiled(program: Program) -> CompiledModule:
    """The module of a program.  Only the last few modules are kept."""
    key = program_hash(program), module.STEP_LIMIT
    if key not in _CODES:
        _CODES[key] = code_of(program)
        if len(_CODES) > MOST_CODES:
            del _CODES[next(iter(_CODES))]
    return _CODES[key]


_ENGINES: deque[tuple[Engine, int]] = deque(maxlen=4)


def engine_of(program: Program) -> Engine:
    """The engine of a program.  Only the last few engines are kept."""
    for engine, limit in _ENGINES:
        if engine.program is program and limit == module.STEP_LIMIT:
            return engine
    engine = Engine(program)
    _ENGINES.append((engine, module.STEP_LIMIT))
    return engine


class Table:
    """A game that is played three times at once: with plain code, with a listener, and in a module."""

    def __init__(self, program: Program, seed: int, chance: Any = None) -> None:
        self.program = program
        self.engine = engine_of(program)
        self.chance = chance
        self.records: list[AnyRecord] = []
        self.machine = Machine(compiled(program))
        self.state = self._all(
            lambda **k: self.engine.start(seed=seed, **k),
            lambda: self.machine.start(seed),
        )
        self._look()

    # ----------------------------------------------------------------------------------------------------- playing

    def _listen(self, record: AnyRecord, slots: list[int | tuple[int, ...]]) -> None:
        self.records.append(record)

    def _all(
        self,
        step: Callable[..., State],
        inside: Callable[[], None],
    ) -> State:
        """Make one step with plain code (unless the test decides chance), with a listener and in a module, and compare
        the results.
        """
        if self.chance is not None:
            return step(chance=self.chance, listener=self._listen)
        try:
            plain = step()
        except Fault as fault:
            for again in (lambda: step(listener=self._listen), inside):
                with pytest.raises(Fault) as other:
                    again()
                if (other.value.code, other.value.message, other.value.span) != (fault.code, fault.message, fault.span):
                    raise AssertionError(f"the fault is another one here: {other.value}") from fault
            raise
        traced = step(listener=self._listen)
        assert plain == traced
        inside()
        assert plain.values == self.machine.state
        assert self.machine.print(5) == hash_of_state(5, plain.values)
        return plain

    def _handed(self, step: Callable[[], None]) -> Callable[[], None]:
        """Return a function that makes a step in the module, starting from the state of the table."""

        def inside() -> None:
            self.machine.put(self.state.values)
            step()

        return inside

    def _look(self) -> None:
        """Check the conditions that hold at every question and at the end."""
        before = self.state.copy()
        question = self.engine.question(self.state)
        if question is not None:
            choices = [choice for _, choice in zip(range(300), question.choices(), strict=False)]
            self.machine.put(self.state.values)
            assert [Choice(option[0], option[1:]) for option in self.machine.options()][:300] == choices
            assert self.machine.state == self.state.values
            assert all(question.legal(choice) and not question.objections(choice) for choice in choices)
            assert len(set(choices)) == len(choices)
        written = self.engine.written(self.state)
        self.machine.put(self.state.values)
        assert self.machine.written() == [(line.line, line.owner, line.values) for line in written]
        assert self.machine.state == self.state.values
        for player in range(-1, self.program.players):
            self.engine.view(self.state, player)
        assert self.state == before
        assert hash(self.state) == hash(before)
        again = self.engine.from_json(json.loads(json.dumps(self.engine.to_json(self.state))))
        assert again == self.state
        lying: list[int] = []
        for number, zone in enumerate(self.program.zones):
            for owner in range(zone.count):
                lying += self.engine.cards(self.state, Where(number, owner))
        assert sorted(lying) == list(range(len(self.program.deck)))

    def choose(self, *labels: str) -> Table:
        """Answer questions one after the other by the labels of the choices (cards in letters: `play 9s`)."""
        for label in labels:
            found = [choice for choice, said in self.offered() if said == label]
            assert len(found) == 1, f"{label!r} is not one of {self.labels}"
            self.apply(found[0])
        return self

    def apply(self, choice: Choice) -> Table:
        """Make a choice."""
        self.state = self._all(
            lambda **k: self.engine.apply(self.state, choice, **k),
            self._handed(lambda: self.machine.take((choice.alternative, *choice.values))),
        )
        self._look()
        return self

    def declare(self, incident: int = 0) -> Table:
        """Declare an incident, given by its number."""
        self.state = self._all(
            lambda **k: self.engine.declare(self.state, incident, **k),
            self._handed(lambda: self.machine.declare(incident)),
        )
        self._look()
        return self

    def random(self, seed: int = 0, most: int = 1000) -> Table:
        """Continue with random choices to the end of the game, or for so many choices."""
        dice = Dice(seed)
        for _ in range(most):
            question = self.engine.question(self.state)
            if question is None:
                break
            choices = [choice for _, choice in zip(range(50), question.choices(), strict=False)]
            self.apply(choices[dice.below(len(choices))])
        return self

    # -------------------------------------------------------------------------------------------------- looking at it

    @property
    def question(self) -> Any:
        """The open question.  Fails if there is none."""
        found = self.engine.question(self.state)
        assert found is not None, "the game is over"
        return found

    def offered(self) -> Iterator[tuple[Choice, str]]:
        """Every choice, with its label."""
        question = self.question
        for choice in question.choices():
            alternative = question.alternatives[choice.alternative]
            shown = [self._word(alternative.bound[i].type, choice.values[i]) for i in alternative.holes]
            yield choice, "".join(a + b for a, b in zip(alternative.texts, [*shown, ""], strict=True))

    @property
    def labels(self) -> list[str]:
        """The labels of all choices, in order."""
        return [label for _, label in self.offered()]

    @property
    def written(self) -> list[str]:
        """What is written on the table, each line after the letter of the player or the number of the team it is for."""
        found: list[str] = []
        for now in self.engine.written(self.state):
            line = self.program.written[now.line]
            shown = [self._word(hole.type, value) for hole, value in zip(line.holes, now.values, strict=True)]
            words = "".join(a + b for a, b in zip(line.texts, [*shown, ""], strict=True))
            owner = "" if line.owner is None else "ABCDEF"[now.owner] if line.owner == "player" else str(now.owner)
            found.append(f"{owner}: {words}" if owner else words)
        return found

    @property
    def who(self) -> int:
        """The player who must choose."""
        return self.question.player

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.engine.question(self.state) is None

    @property
    def result(self) -> Any:
        """The result of the game."""
        found = self.engine.result(self.state)
        assert found is not None
        return found

    def var(self, name: str, owner: int = -1) -> int:
        """The value of a variable."""
        number = next(i for i, v in enumerate(self.program.variables) if v.name == name)
        return self.engine.value(self.state, number, owner)

    def each(self, name: str) -> list[int]:
        """The values of a variable by owner."""
        info = next(v for v in self.program.variables if v.name == name)
        return [self.var(name, owner) for owner in range(info.count)]

    def zone(self, name: str, owner: int = -1) -> str:
        """The cards in a zone, such as `2c 10d As`; those of a pile from the bottom up."""
        number = next(i for i, z in enumerate(self.program.zones) if z.name == name)
        return " ".join(map(self.card, self.engine.cards(self.state, Where(number, owner))))

    def size(self, name: str, owner: int = -1) -> int:
        """The number of cards in a zone."""
        return len(self.zone(name, owner).split())

    def card(self, card: int) -> str:
        """A card as `10d`; `Jo` is a joker and `?` an unknown card."""
        if card < 0:
            return "?"
        face = self.program.faces[self.program.deck[card]]
        return "Jo" if face.rank < 0 else self.program.ranks[face.rank] + self.program.suits[face.suit][0]

    def seen(self, name: str, player: int, owner: int = -1) -> str:
        """The cards of a zone in the view of a player."""
        number = next(i for i, z in enumerate(self.program.zones) if z.name == name)
        view = self.engine.view(self.state, player)
        return " ".join(self.card(c) for z in view.zones if z.where == Where(number, owner) for c in z.cards)

    def _word(self, type: Any, value: int) -> str:
        if value == -1 and type.kind not in ("number", "set"):
            return "none"
        match type.kind:
            case "card":
                return self.card(value)
            case "set":
                return " ".join(self.card(c) for c in range(len(self.program.deck)) if value >> c & 1) or "nothing"
            case "player":
                return "ABCDEF"[value]
            case "suit":
                return self.program.suits[value]
            case "rank":
                return self.program.ranks[value]
            case "flag":
                return "yes" if value else "no"
            case "word":
                return ((self.program.suits if type.suits else ()) + type.words)[value]
            case _:
                return str(value)


@pytest.fixture(scope="session")
def rules() -> Callable[..., str]:
    """Return `rules(main, more="", players=…, deck=…, zones=…, remember=…, end=…)`, which writes a rule file."""
    return rule_text


@pytest.fixture(scope="session")
def game() -> Callable[[str], CheckedGame]:
    """Return a function that gives the checked game of a text."""
    return checked


@pytest.fixture(scope="session")
def program() -> Callable[..., Program]:
    """Return `program(text, players=…, options=…, checks=…, noted=…)`, which lowers a text to a program."""
    return lambda text, players=None, options=None, checks=False, noted=False: lower(
        checked(text, checks), options, players, noted=noted
    )


@pytest.fixture(scope="session")
def seat() -> Callable[..., Table]:
    """Return `seat(program, seed=…, chance=…)`, which makes a table for a program."""
    return lambda program, seed=0, chance=None: Table(program, seed, chance)


@pytest.fixture(scope="session")
def play() -> Callable[..., Table]:
    """Return `play(main, *labels, seed=…, options=…, count=…, …)`, which makes a table and chooses the labels.

    `count` is the number of players.  Other arguments are those of `rules`.
    """

    def made(
        main: str, *labels: str, seed: int = 0, options: Options | None = None, count: int | None = None,
        chance: Any = None, checks: bool = False, **parts: Any,
    ) -> Table:  # fmt: skip
        found = checked(rule_text(main, **parts), checks)
        return Table(lower(found, options, count), seed, chance).choose(*labels)

    return made


@pytest.fixture(scope="session")
def value(play: Callable[..., Table]) -> Callable[..., int]:
    """Return `value("1 + 2")`, which gives the value of an expression.  `type` is its declared type."""

    def made(expression: str, type: str = "number", before: str = "nothing", **parts: Any) -> int:
        remember = f"got: {type}\n" + textwrap.dedent(parts.pop("remember", ""))
        main = textwrap.dedent(before).strip("\n") + f"\nset got to {expression}"
        return play(main, remember=remember, **parts).var("got")

    return made


@pytest.fixture(scope="session")
def refuses() -> Callable[..., list[str]]:
    """Return `refuses(text)`, which gives the error codes of a rule file."""

    def made(text: str) -> list[str]:
        return [d.code for d in load(Source("test", text)).diagnostics if d.severity == "error"]

    return made


class Programs(dict[Any, Program]):
    """Programs by name.  Its `repr` is short, because pytest prints it when a test fails."""

    def __repr__(self) -> str:
        return f"<{len(self)} programs>"


@pytest.fixture(scope="session")
def programs() -> type[Programs]:
    """A dictionary for several programs."""
    return Programs


@pytest.fixture(scope="session")
def games() -> Mapping[str, Program]:
    """The programs of all shipped games and variants, for the fewest and the most players: `hearts, fewest`."""

    def made(name: str) -> Program:
        stem, _, seats = name.partition(", ")
        loaded = load(stem)
        assert loaded.game is not None, [str(d) for d in loaded.diagnostics]
        low, high, _ = loaded.game.players
        return lower(loaded.game, players=low if seats == "fewest" else high)

    return Lazily([f"{name}, {seats}" for name in sorted(rulesets()) for seats in ("fewest", "most")], made)
