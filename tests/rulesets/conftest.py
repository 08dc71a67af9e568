"""Fixtures for the tests of the rulesets: all shipped rulesets, matches, and strategies to play them with.

A test with the argument `ruleset` runs once for each rule file under `rulesets/`.  `tables` starts matches,
`Match.to_end` plays them to the end, and `fixed` deals the cards that a test needs.  Everything uses the public engine,
and nothing here knows a particular game.
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
"""The most options from which a random choice is made: a hand of sixteen cards has 65,535 combinations."""

Setting = int | str | bool
Strategy = Callable[[Question, Dice], Choice]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test with the argument `ruleset` once for each ruleset."""
    if "ruleset" in metafunc.fixturenames:
        metafunc.parametrize("ruleset", NAMES)


# ------------------------------------------------------------------------------------------------------------- games


class Fixed:
    """Chance with cards fixed for each zone, in order.

    All other cards come from those that no zone needs.

    `deal={("hand", 0): "J♠ A♠", ("seen", -1): "9♥"}`; `players={"dealer": 2}`.  The zone `seen` means cards that the
    rules look at before they move.
    """

    def __init__(self, deal: Mapping[tuple[str, int], str], players: Mapping[str, int] | None = None) -> None:
        self.wanted = {place: cards.split() for place, cards in deal.items()}
        self.players = dict(players or {})
        self.match: Match | None = None

    def card(self, pile: Where, target: Where | None, bag: tuple[int, ...]) -> int | None:
        """Return the fixed card.  Without one, return the lowest card that no other zone needs."""
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
        """Return the fixed player."""
        return self.players.get(purpose)


@dataclass
class Match:
    """A game in progress, with its records.  Variables, zones and choices are given by name."""

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
        """The program of the game."""
        return self.engine.program

    def listen(self, record: AnyRecord, _: Any) -> None:
        """Keep a record."""
        self.records.append(record)

    @property
    def question(self) -> Question | None:
        """The open question, or None at the end."""
        return self.engine.question(self.state)

    @property
    def actor(self) -> int:
        """The player who must choose; -1 when the game is over."""
        question = self.question
        return question.player if question is not None else -1

    def options(self) -> dict[str, Choice]:
        """The legal choices by label."""
        question = self.question
        if question is None:
            return {}
        return {option.label: option.choice for option in question.options()}

    def say(self, *labels: str) -> Match:
        """Make the choices with these labels, one after the other."""
        for label in labels:
            question = self.question
            found = next((o.choice for o in question.options() if o.label == label), None) if question else None
            assert found is not None, f"{label!r} is not among {list(self.options())}"
            self.take(found)
        return self

    def take(self, choice: Choice) -> None:
        """Make a choice."""
        self.state = self.engine.apply(self.state, choice, chance=self.chance, listener=self.listen)

    def declare(self, title: str, player: int = -1) -> None:
        """Declare the incident with this title, for a player if it belongs to one."""
        entries = self.program.incidents
        number = next(i for i, entry in enumerate(entries) if (entry.title, entry.player) == (title, player))
        self.state = self.engine.declare(self.state, number, chance=self.chance, listener=self.listen)

    def follow(
        self, referee: Any, strategy: Strategy, dice: Dice, tidy: Callable[[str], object] = str, limit: int = 100_000
    ) -> bool:
        """Play against a referee and compare at every question.

        Return whether the game ended within `limit` choices.

        `referee.game()` is a generator: it yields the player to move and the legal labels, and receives the chosen
        label.  Labels are compared after `tidy`.  `referee.points` are the current points by owner.
        """
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
        """The value of a variable, by its name in the rule file."""
        number = next(i for i, info in enumerate(self.program.variables) if info.name == name)
        return self.engine.value(self.state, number, owner)

    def values(self, name: str) -> list[int]:
        """The values of a variable by owner."""
        info = next(info for info in self.program.variables if info.name == name)
        return [self.value(name, owner) for owner in range(info.count)]

    def word(self, name: str) -> str:
        """The value of a variable as text."""
        info = next(info for info in self.program.variables if info.name == name)
        return self.engine.words.value(info.type, self.value(name))

    def cards(self, zone: str, owner: int = -1) -> list[str]:
        """The faces of the cards in a zone."""
        number = next(i for i, info in enumerate(self.program.zones) if info.name == zone)
        return [self.engine.words.card(card) for card in self.engine.cards(self.state, Where(number, owner))]

    def zone(self, where: Where) -> tuple[str, int]:
        """The zone with this name, as records contain it."""
        return self.program.zones[where.zone].name, where.owner

    def face(self, card: int) -> tuple[str, str]:
        """The rank and the suit of a card; a joker has neither."""
        face = self.program.faces[self.program.deck[card]]
        return (self.program.ranks[face.rank], self.program.suits[face.suit]) if face.rank >= 0 else ("", "")

    def to_end(self, strategy: Strategy, dice: Dice, limit: int = 20_000) -> Match:
        """Play until the game is over or `limit` choices were made."""
        for _ in range(limit):
            question = self.question
            if question is None:
                break
            self.take(strategy(question, dice))
        return self

    def label(self, record: Chosen) -> str:
        """The label of a recorded choice."""
        alternative = self.program.asks[record.ask].alternatives[record.choice.alternative]
        return self.engine.words.label(alternative, record.choice.values)

    def result(self) -> Any:
        """The result of the game."""
        return self.engine.result(self.state)


class Tables:
    """All rulesets at all settings that were used, each lowered and compiled once."""

    def __init__(self) -> None:
        self.games: dict[str, CheckedGame] = {}
        self.engines: dict[tuple[Any, ...], Engine] = {}

    def game(self, name: str) -> CheckedGame:
        """A checked game, from the name of a ruleset or from a text."""
        if name not in self.games:
            loaded = load(Source("<test>", name)) if "\n" in name else load(name)
            assert loaded.game is not None, "\n".join(map(str, loaded.diagnostics))
            self.games[name] = loaded.game
        return self.games[name]

    def engine(self, name: str, options: Mapping[str, Setting] | None = None, players: int | None = None) -> Engine:
        """The engine of a game at a setting.  Raises `SettingsError` if the setting is invalid."""
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
        """Start a match."""
        return Match(self.engine(name, options, players), seed, chance)

    def settings(self, name: str) -> list[tuple[str, Setting]]:
        """All options with their values; of a range only its ends and its middle."""
        return [(option.name, value) for option in self.game(name).options for value in words(option)]

    @staticmethod
    def written(option: OptionSymbol, value: int) -> Setting:
        """The value of an option as an author writes it."""
        return written(option, value)

    def allowed(self, name: str, options: Mapping[str, Setting], players: int | None = None) -> bool:
        """Return whether these options are compatible."""
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
    """The values of an option as an author writes them; of a range the ends, the middle and the default."""
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
    """A few settings in which any values of any `size` options occur together.

    With HOYLE_SLOW_TESTS, all settings.

    The first of all settings is always among them.  Each further setting is the one with the most new combinations.
    """
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
    """The legal choices; of very many only the first ones."""
    return list(itertools.islice(question.choices(), ENOUGH))


def anything(question: Question, dice: Dice) -> Choice:
    """Any legal choice."""
    choices = some(question)
    return choices[dice.below(len(choices))]


def any_kind(question: Question, dice: Dice) -> Choice:
    """A random kind of choice, then a random choice of that kind.  So rare kinds occur, too."""
    choices = some(question)
    kinds = sorted({choice.alternative for choice in choices})
    kind = kinds[dice.below(len(kinds))]
    choices = [choice for choice in choices if choice.alternative == kind]
    return choices[dice.below(len(choices))]


def eager(question: Question, dice: Dice) -> Choice:
    """Mostly the last choice: the largest bids and the largest combinations."""
    return some(question)[-1] if dice.below(8) else anything(question, dice)


def shy(question: Question, dice: Dice) -> Choice:
    """Mostly the first choice."""
    return some(question)[0] if dice.below(8) else anything(question, dice)


STRATEGIES: dict[str, Strategy] = {"anything": anything, "any kind": any_kind, "eager": eager, "shy": shy}


# ----------------------------------------------------------------------------------------------------- reading records


@dataclass
class Trick:
    """A trick as it was played: the cards in order with their players, and the winner."""

    plays: list[tuple[int, int]]
    taker: int
    at: int
    """The index of the record in which it was taken."""


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
    """The total change of a variable for every owner, computed from the records alone."""
    number, info = next((i, info) for i, info in enumerate(match.program.variables) if info.name == name)
    total = [0] * info.count
    for record in match.records:
        if isinstance(record, Assigned) and record.variable == number:
            total[record.owner] += record.value - record.before
    return total


# ----------------------------------------------------------------------------------------------------------- fixtures


@pytest.fixture(scope="session")
def tables() -> Tables:
    """All rulesets at all settings: `tables.match("whist", {"target": 7})`."""
    return Tables()


@pytest.fixture(scope="session")
def settings_of() -> Callable[..., list[dict[str, Setting]]]:
    """A function that gives a few settings in which any values of any two (or more) options occur together."""
    return meeting


@pytest.fixture(scope="session")
def fixed() -> type[Fixed]:
    """The class of chance with fixed cards."""
    return Fixed


@pytest.fixture(scope="session")
def strategies() -> dict[str, Strategy]:
    """The strategies by name."""
    return STRATEGIES


@pytest.fixture(scope="session")
def tricks_of() -> Callable[[Match], Iterator[Trick]]:
    """The tricks in the records of a game."""
    return tricks


@pytest.fixture(scope="session")
def gains_of() -> Callable[..., list[int]]:
    """The total change of a variable for every owner."""
    return gains
