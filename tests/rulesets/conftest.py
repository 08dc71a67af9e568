"""What the tests of the rulesets share: every ruleset that ships, games at a table, and strategies to play them with.

A test that takes `ruleset` runs once for each rule file under `rulesets/`.  `table` sits players down to one of them;
`play` plays it to the end; `fixed` hands out the cards a test wants.  All of it works through the public engine, and
nothing here knows a game.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from hoyle.dsl.checked import CheckedGame, OptionSymbol
from hoyle.dsl.loading import load, rulesets
from hoyle.dsl.source.span import Source
from hoyle.interpreter.engine import Dice, Engine, Question, State
from hoyle.interpreter.lowering import SettingsError, lower
from hoyle.interpreter.records import AnyRecord, Assigned, Choice, Chosen, Moved, TrickTaken, Where

ROOT = Path(__file__).resolve().parents[2]
NAMES = tuple(sorted(rulesets()))
ENOUGH = 200
"""Options looked at for a random choice: a hand of sixteen cards has 65,535 combinations."""

Setting = int | str | bool
Strategy = Callable[[Question, Dice], Choice]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes `ruleset` runs for each of them."""
    if "ruleset" in metafunc.fixturenames:
        metafunc.parametrize("ruleset", NAMES)


# ------------------------------------------------------------------------------------------------------------- games


class Fixed:
    """Chance as a test wants it: cards by the place they go to, in order; the rest from what nobody asked for.

    `deal={("hand", 0): "J♠ A♠", ("seen", -1): "9♥"}`; `players={"dealer": 2}`.  `seen` are cards looked at where
    they lie, before they go anywhere.
    """

    def __init__(self, deal: Mapping[tuple[str, int], str], players: Mapping[str, int] | None = None) -> None:
        self.wanted = {place: cards.split() for place, cards in deal.items()}
        self.players = dict(players or {})
        self.match: Match | None = None

    def card(self, pile: Where, target: Where | None, bag: tuple[int, ...]) -> int | None:
        """The card asked for; where none is, the lowest that is not asked for elsewhere."""
        assert self.match is not None
        words, zones = self.match.engine.words, self.match.program.zones
        faces = {card: words.card(card) for card in bag}
        queue = self.wanted.get((zones[target.zone].name, target.owner) if target is not None else ("seen", -1))
        if queue:
            face = queue.pop(0)
            return next(card for card in bag if faces[card] == face)
        kept = list(itertools.chain.from_iterable(self.wanted.values()))
        for card in bag:
            if faces[card] not in kept:
                return card
            kept.remove(faces[card])
        return None

    def player(self, purpose: str, candidates: tuple[int, ...]) -> int | None:
        """The player asked for."""
        return self.players.get(purpose)


@dataclass
class Match:
    """One game going on, with its records and a way to ask for things by their names."""

    engine: Engine
    seed: int = 0
    chance: Fixed | None = None
    state: State = field(init=False)
    records: list[AnyRecord] = field(default_factory=list["AnyRecord"])

    def __post_init__(self) -> None:
        if self.chance is not None:
            self.chance.match = self
        self.state = self.engine.start(seed=self.seed, chance=self.chance, listener=self.listen)

    @property
    def program(self) -> Any:
        """The program played."""
        return self.engine.program

    def listen(self, record: AnyRecord, _: Any) -> None:
        """Take a record down."""
        self.records.append(record)

    @property
    def question(self) -> Question | None:
        """The question that is open."""
        return self.engine.question(self.state)

    @property
    def actor(self) -> int:
        """Who is asked; -1 when the game is over."""
        question = self.question
        return question.player if question is not None else -1

    def options(self) -> dict[str, Choice]:
        """The choices that are open, by label."""
        question = self.question
        if question is None:
            return {}
        return {option.label: option.choice for option in question.options()}

    def say(self, *labels: str) -> Match:
        """Make these choices, one after the other."""
        for label in labels:
            options = self.options()
            assert label in options, f"{label!r} is not among {list(options)}"
            self.take(options[label])
        return self

    def take(self, choice: Choice) -> None:
        """Make a choice."""
        self.state = self.engine.apply(self.state, choice, chance=self.chance, listener=self.listen)

    def declare(self, title: str, player: int = -1) -> None:
        """Declare the incident of that title, of a player if it is somebody's."""
        entries = self.program.incidents
        number = next(i for i, entry in enumerate(entries) if (entry.title, entry.player) == (title, player))
        self.state = self.engine.declare(self.state, number, chance=self.chance, listener=self.listen)

    def follow(
        self, referee: Any, strategy: Strategy, dice: Dice, tidy: Callable[[str], object] = str, limit: int = 100_000
    ) -> bool:
        """Play on with a referee looking on; whether the game ended within so many choices.

        `referee.game()` yields who is asked and the labels open to him, and is sent the one that is chosen; labels are
        compared as `tidy` makes them.  `referee.points` are the points as they stand."""
        course = referee.game()
        player, expected = next(course)
        for _ in range(limit):
            question = self.question
            assert question is not None
            assert question.player == player
            labels = [tidy(option.label) for option in question.options()]
            assert set(labels) == {tidy(label) for label in expected}
            assert len(labels) == len(set(labels)), "an answer is offered once"
            assert self.values("points") == referee.points
            choice = strategy(question, dice)
            label = question.label(choice)
            self.take(choice)
            try:
                player, expected = course.send(label)
            except StopIteration:
                assert self.question is None
                assert self.values("points") == referee.points
                return True
        return False

    def value(self, name: str, owner: int = -1) -> int:
        """The value of a variable of the rule file."""
        number = next(i for i, info in enumerate(self.program.variables) if info.name == name)
        return self.engine.value(self.state, number, owner)

    def values(self, name: str) -> list[int]:
        """A variable of every owner."""
        info = next(info for info in self.program.variables if info.name == name)
        return [self.value(name, owner) for owner in range(info.count)]

    def word(self, name: str) -> str:
        """The value of a variable in words."""
        info = next(info for info in self.program.variables if info.name == name)
        return self.engine.words.value(info.type, self.value(name))

    def cards(self, zone: str, owner: int = -1) -> list[str]:
        """The faces in a zone."""
        number = next(i for i, info in enumerate(self.program.zones) if info.name == zone)
        return [self.engine.words.card(card) for card in self.engine.cards(self.state, Where(number, owner))]

    def zone(self, where: Where) -> tuple[str, int]:
        """A place of a record, by the zone's name."""
        return self.program.zones[where.zone].name, where.owner

    def face(self, card: int) -> tuple[str, str]:
        """Rank and suit of a card by name; a joker has neither."""
        face = self.program.faces[self.program.deck[card]]
        return (self.program.ranks[face.rank], self.program.suits[face.suit]) if face.rank >= 0 else ("", "")

    def to_end(self, strategy: Strategy, dice: Dice, limit: int = 20_000) -> Match:
        """Play on until the game is over, or `limit` choices were made."""
        for _ in range(limit):
            question = self.question
            if question is None:
                break
            self.take(strategy(question, dice))
        return self

    def label(self, record: Chosen) -> str:
        """The label of a choice that was made."""
        alternative = self.program.asks[record.ask].alternatives[record.choice.alternative]
        return self.engine.words.label(alternative, record.choice.values)

    def result(self) -> Any:
        """How it ended."""
        return self.engine.result(self.state)


class Tables:
    """Every ruleset at every setting asked for, lowered and compiled once."""

    def __init__(self) -> None:
        self.games: dict[str, CheckedGame] = {}
        self.engines: dict[tuple[Any, ...], Engine] = {}

    def game(self, name: str) -> CheckedGame:
        """A checked game, by the name of a ruleset or from its text."""
        if name not in self.games:
            loaded = load(Source("<test>", name)) if "\n" in name else load(name)
            assert loaded.game is not None, "\n".join(map(str, loaded.diagnostics))
            self.games[name] = loaded.game
        return self.games[name]

    def engine(self, name: str, options: Mapping[str, Setting] | None = None, players: int | None = None) -> Engine:
        """The engine of a game at a setting.  Raises `SettingsError` if there is no such setting."""
        key = (name, tuple(sorted((options or {}).items())), players)
        if key not in self.engines:
            self.engines[key] = Engine(lower(self.game(name), options, players))
        return self.engines[key]

    def match(
        self,
        name: str,
        options: Mapping[str, Setting] | None = None,
        players: int | None = None,
        seed: int = 0,
        chance: Fixed | None = None,
    ) -> Match:
        """A game begun."""
        return Match(self.engine(name, options, players), seed, chance)

    def settings(self, name: str) -> list[tuple[str, Setting]]:
        """Every option with every value it may have (a range: its ends and the middle)."""
        return [(option.name, value) for option in self.game(name).options for value in words(option)]

    @staticmethod
    def written(option: OptionSymbol, value: int) -> Setting:
        """The value of an option as an author writes it."""
        return written(option, value)

    def allowed(self, name: str, options: Mapping[str, Setting], players: int | None = None) -> bool:
        """Whether these options go together."""
        try:
            self.engine(name, options, players)
        except SettingsError:
            return False
        return True


def written(option: OptionSymbol, value: int) -> Setting:
    """The value of an option as an author writes it: a number, a word, or yes and no as a flag."""
    match option.type.kind:
        case "flag":
            return bool(value)
        case "word":
            return option.type.words[value]
        case _:
            return value


def words(option: OptionSymbol) -> list[Setting]:
    """The values an option may have, as an author writes them; of a range the ends, the middle and the default."""
    kind = option.type
    if option.values is not None:
        numbers: Sequence[int] = option.values
    elif kind.kind == "flag":
        numbers = (0, 1)
    elif kind.kind == "word":
        numbers = range(len(kind.words))
    else:
        numbers = sorted({kind.low, (kind.low + kind.high) // 2, kind.high, option.default})
    return [written(option, number) for number in numbers]


def meeting(options: Mapping[str, Sequence[Setting]], size: int = 2) -> list[dict[str, Setting]]:
    """A few settings in which any values of any `size` options meet; with HOYLE_SLOW_TESTS all settings there are.

    The first of all settings is always among them.  Each further one is the one with the most meetings not yet seen."""
    every = list(itertools.product(*options.values()))
    if "HOYLE_SLOW_TESTS" not in os.environ:
        groups = list(itertools.combinations(range(len(options)), size))
        meetings = [{(group, tuple(values[at] for at in group)) for group in groups} for values in every]
        left = set().union(*meetings)
        chosen: list[int] = []
        while left:
            best = max(range(len(every)), key=lambda at: len(meetings[at] & left)) if chosen else 0
            chosen.append(best)
            left -= meetings[best]
        every = [every[at] for at in chosen]
    return [dict(zip(options, values, strict=True)) for values in every]


# --------------------------------------------------------------------------------------------------------- strategies


def some(question: Question) -> list[Choice]:
    """The choices that are open; the first ones of very many, and one of each alternative."""
    return list(itertools.islice(question.choices(), ENOUGH))


def anything(question: Question, dice: Dice) -> Choice:
    """Any choice."""
    choices = some(question)
    return choices[dice.below(len(choices))]


def any_kind(question: Question, dice: Dice) -> Choice:
    """Any kind of choice, then any of that kind: what is rare among many comes up as well."""
    choices = some(question)
    kinds = sorted({choice.alternative for choice in choices})
    kind = kinds[dice.below(len(kinds))]
    choices = [choice for choice in choices if choice.alternative == kind]
    return choices[dice.below(len(choices))]


def eager(question: Question, dice: Dice) -> Choice:
    """The last choice listed, most of the time: the largest bids and the largest combinations."""
    return some(question)[-1] if dice.below(8) else anything(question, dice)


def shy(question: Question, dice: Dice) -> Choice:
    """The first choice listed, most of the time."""
    return some(question)[0] if dice.below(8) else anything(question, dice)


STRATEGIES: dict[str, Strategy] = {"anything": anything, "any kind": any_kind, "eager": eager, "shy": shy}


# ----------------------------------------------------------------------------------------------------- reading records


@dataclass
class Trick:
    """A trick as it was played: the cards in order with who played them, and who took it."""

    plays: list[tuple[int, int]]
    taker: int
    at: int
    """Where in the records it was taken."""


def tricks(match: Match, hand: str = "hand", trick: str = "trick") -> Iterator[Trick]:
    """The tricks in the records of a game."""
    plays: list[tuple[int, int]] = []
    for at, record in enumerate(match.records):
        if isinstance(record, Moved) and match.zone(record.target) == (trick, -1):
            assert match.zone(record.source)[0] == hand
            plays += [(record.source.owner, card) for card in record.cards]
        elif isinstance(record, TrickTaken):
            yield Trick(plays, record.player, at)
            plays = []


def gains(match: Match, name: str = "points") -> list[int]:
    """What a variable of every owner has changed by in all, from the records alone."""
    number, info = next((i, info) for i, info in enumerate(match.program.variables) if info.name == name)
    total = [0] * info.count
    for record in match.records:
        if isinstance(record, Assigned) and record.variable == number:
            total[record.owner] += record.value - record.before
    return total


# ----------------------------------------------------------------------------------------------------------- fixtures


@pytest.fixture(scope="session")
def tables() -> Tables:
    """Every ruleset at every setting: `tables.match("whist", {"target": 7})`."""
    return Tables()


@pytest.fixture(scope="session")
def settings_of() -> Callable[..., list[dict[str, Setting]]]:
    """A few settings in which any values of any two (or more) options meet."""
    return meeting


@pytest.fixture(scope="session")
def fixed() -> type[Fixed]:
    """Chance as a test wants it."""
    return Fixed


@pytest.fixture(scope="session")
def strategies() -> dict[str, Strategy]:
    """Ways to choose, by name."""
    return STRATEGIES


@pytest.fixture(scope="session")
def tricks_of() -> Callable[[Match], Iterator[Trick]]:
    """The tricks in the records of a game."""
    return tricks


@pytest.fixture(scope="session")
def gains_of() -> Callable[..., list[int]]:
    """What a variable of every owner has changed by in all."""
    return gains
