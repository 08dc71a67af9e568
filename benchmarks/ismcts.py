"""Euchre against OpenSpiel's search: `think` and `ISMCTSBot` at one table, both programs driven in step.

    python benchmarks/ismcts.py --hands 100 --write benchmarks/ismcts.md          (needs PyPI: open-spiel)

Newberry Euchre is set to OpenSpiel's rules by its options.  Every hand is dealt alike in both programs and played
twice, with the seats exchanged; each player is asked by its own program, and the choice is made in both.  The result is
what the side of `think` gains in a hand less what the other side gains, with a 95 % interval: the two plays of a hand
count as one observation.  First a few hands say how long `think` takes for a choice; then the bot gets as many
simulations as take as long.  Times are of the processor, choices with one option are left out.

The bot has a random rollout for each leaf, `uct_c` 2 (as in OpenSpiel's own example) and takes the action visited most.
OpenSpiel asks whether to play alone after the dealer's discard, Hoyle before: the bot is asked in a copy in which the
dealer, if that is somebody else, discarded any card, which it cannot see.
"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import ceil, sqrt
from pathlib import Path
from time import process_time
from typing import Any

import pyspiel
from revision import measured_on

from hoyle.dsl.loading import load
from hoyle.interpreter.engine import Dice, Engine
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players import decision_of, maker
from hoyle.interpreter.players.think import thinker_of
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search.history import History

OPTIONS = {
    "stick_the_dealer": "must_call", "lone_euchre_pays": "defenders_gain", "march_against": "as_euchre",
    "lone_march_against": "as_lone_euchre", "loner_lead": "left_of_dealer", "discard_pickup": "no",
}  # fmt: skip
SIDES = "NESW"
SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
SUITS = {"C": "Clubs", "D": "Diamonds", "H": "Hearts", "S": "Spades"}
WARM_HANDS, WARM_SIMULATIONS = 8, 200
"""How many hands show how long a choice takes, and how many simulations the bot gets in them."""


def card(text: str) -> str:
    """`HT` for `10♥`."""
    return SIGNS[text[-1]] + text[:-1].replace("10", "T")


@dataclass
class Clock:
    """Measures how long choices take."""

    seconds: float = 0.0
    choices: int = 0

    @property
    def mean(self) -> float:
        """The mean time of a choice, in seconds."""
        return self.seconds / max(1, self.choices)

    def add(self, begun: float) -> None:
        """Count a choice that began at this time."""
        self.seconds += process_time() - begun
        self.choices += 1


@dataclass
class Table:
    """A table with `think` at a given budget and the bot with a number of simulations."""

    budget: str
    simulations: int
    points: list[float] = field(default_factory=list["float"])
    """For each hand, the mean over both seatings."""
    think: Clock = field(default_factory=Clock)
    bot: Clock = field(default_factory=Clock)

    def __post_init__(self) -> None:
        game = load("newberry_euchre").game
        assert game is not None
        self.engine = Engine(lower(game, OPTIONS))
        self.theirs: Any = pyspiel.load_game("euchre", {"stick_the_dealer": True})
        kind = maker(self.budget)
        self.players = [kind(self.engine.program, seat) for seat in range(4)]
        assert thinker_of(self.engine.program) is not None  # made, and taught, before any clock runs

    def play(self, hands: int, seed: int) -> None:
        """Play hands, each with both seatings."""
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        best = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        searcher = pyspiel.ISMCTSBot(seed, evaluator, 2.0, self.simulations, -1, best, False, False)
        for index in range(hands):
            gained = [Hand(self, searcher, seed, index, own).play() for own in (0, 1)]
            self.points.append(sum(gained) / 2)

    @property
    def interval(self) -> tuple[float, float]:
        """The points per hand, and half the width of the interval."""
        count = len(self.points)
        mean = sum(self.points) / count
        spread = sum((one - mean) ** 2 for one in self.points) / max(1, count - 1)
        return mean, 1.96 * sqrt(spread / count)


class Hand:
    """One hand in both programs.  `own` is the side of `think`, 0 or 1."""

    def __init__(self, table: Table, searcher: Any, seed: int, index: int, own: int) -> None:
        self.table, self.searcher, self.own = table, searcher, own
        self.engine, self.history = table.engine, History(table.engine.program)
        self.dice = Dice(seed, index, own)
        self.state = self.engine.start(seed=seed, index=index, listener=self.history.hear)
        self.other = table.theirs.new_initial_state()
        self.discard: int | None = None
        for player in table.players:
            player.begin()

    def play(self) -> float:
        """Play to the end of the hand.  Returns the points of `think`'s side, less those of the other side."""
        asked = self.engine.question(self.state)
        assert asked is not None
        dealer = (asked.player - 1) % 4
        self._chance(SIDES[dealer])
        hands = [self._cards("hand", seat) for seat in range(4)]
        for number in range(5):
            for step in range(4):
                self._chance(card(hands[(dealer + step) % 4][number]))
        turned = card(self._cards("turned", -1)[0])
        self._chance(turned)
        maker_seat, first, alone = self._bidding(turned)
        if self.other.current_player() == dealer and not self._named("Alone"):
            if not (alone and maker_seat == (dealer + 2) % 4):
                self._card(self._labels())
            else:  # the dealer sits out, but discards in the other program
                self.other.apply_action(self.other.legal_actions()[0])
        assert self.other.current_player() == maker_seat or not first
        self.other.apply_action(self._action("Alone" if alone else "Partner"))
        while not self.other.is_terminal():
            assert self._asked() == self.other.current_player()
            self._card(self._labels())
        return self.other.returns()[self.own]

    def _bidding(self, turned: str) -> tuple[int, bool, bool]:
        """Play the bidding.  Returns who makes trump, whether the suit is that of the card turned up, and whether that
        player goes alone.
        """
        while True:
            seat, labels = self._asked(), self._labels()
            assert seat == self.other.current_player()
            first = "order up" in labels
            calls = {
                label: "Pass" if label == "pass" else SUITS[turned[0]] if first else label.split()[1].capitalize()
                for label in labels
            }
            if seat % 2 == self.own:
                label = self._thought(labels)
            else:
                call, alone = self._called(seat)
                label = next(one for one in labels if calls[one] == call and one.endswith("alone") == alone)
            self.other.apply_action(self._action(calls[label]))
            self._say(labels[label])
            if label != "pass":
                return seat, first, label.endswith("alone")

    def _called(self, seat: int) -> tuple[str, bool]:
        """What the bot calls, and whether it goes alone."""
        action = self._searched(self.other)
        call = self.other.action_to_string(seat, action)
        if call == "Pass":
            return call, False
        copy = self.other.clone()
        copy.apply_action(action)
        if "Alone" not in {copy.action_to_string(copy.current_player(), a) for a in copy.legal_actions()}:
            self.discard = self._searched(copy) if copy.current_player() == seat else None
            copy.apply_action(copy.legal_actions()[0] if self.discard is None else self.discard)
        choice = self._searched(copy)
        return call, copy.action_to_string(seat, choice) == "Alone"

    def _card(self, labels: dict[str, Choice]) -> None:
        """Discard or play a card."""
        mine = {self._action(card(label.split()[1])): label for label in labels}
        assert set(mine) == set(self.other.legal_actions())
        if self._asked() % 2 == self.own:
            label = self._thought(labels)
            action = next(a for a, one in mine.items() if one == label)
        else:
            action = self._searched(self.other) if self.discard is None else self.discard
            self.discard = None
        self.other.apply_action(action)
        self._say(labels[mine[action]])

    # ------------------------------------------------------------------------------------------------------ players

    def _thought(self, labels: dict[str, Choice]) -> str:
        """The choice of `think`."""
        if len(labels) == 1:
            return next(iter(labels))
        begun, seat = process_time(), self._asked()
        self.history.asked(self.state.values)
        choice = self.table.players[seat].choose(decision_of(self.engine, self.state, self.dice, history=self.history))
        self.table.think.add(begun)
        return next(label for label, one in labels.items() if one == choice)

    def _searched(self, state: Any) -> int:
        """The choice of the bot."""
        if len(state.legal_actions()) == 1:
            return state.legal_actions()[0]
        begun = process_time()
        action = self.searcher.step(state)
        self.table.bot.add(begun)
        return action

    # ------------------------------------------------------------------------------------------------ both programs

    def _asked(self) -> int:
        asked = self.engine.question(self.state)
        assert asked is not None
        return asked.player

    def _labels(self) -> dict[str, Choice]:
        asked = self.engine.question(self.state)
        assert asked is not None
        return {option.label: option.choice for option in asked.options()}

    def _say(self, choice: Choice) -> None:
        self.history.asked(self.state.values)
        self.state = self.engine.apply(self.state, choice, listener=self.history.hear)

    def _cards(self, zone: str, owner: int) -> list[str]:
        info = next(one for one in self.engine.program.zones if one.name == zone)
        content = self.state.values[info.base + max(owner, 0)]
        number = range(len(self.engine.program.deck))
        cards = content if isinstance(content, tuple) else tuple(c for c in number if content >> c & 1)
        return [self.engine.words.card(one) for one in cards]

    def _named(self, text: str) -> bool:
        return text in {self.other.action_to_string(self.other.current_player(), a) for a in self.other.legal_actions()}

    def _action(self, text: str) -> int:
        player = self.other.current_player()
        return next(a for a in self.other.legal_actions() if self.other.action_to_string(player, a) == text)

    def _chance(self, text: str) -> None:
        found = [a for a, _ in self.other.chance_outcomes() if self.other.action_to_string(-1, a) == text]
        assert len(found) == 1, text
        self.other.apply_action(found[0])


def matched(budget: str, hands: int) -> Table:
    """Play `think` at a budget against the bot with as much time."""
    simulations = WARM_SIMULATIONS
    for _ in range(2):
        warm = Table(budget, simulations)
        warm.play(WARM_HANDS, 2)
        simulations = ceil(simulations * warm.think.mean / warm.bot.mean)
    table = Table(budget, simulations)
    table.play(hands, 1)
    return table


def report(tables: list[Table]) -> Iterator[str]:
    yield "# Against OpenSpiel's search, at euchre\n"
    yield "Made by `benchmarks/ismcts.py`, " + f"Python {platform.python_version()}, {platform.machine()}.\n"
    yield (__doc__ or "").split("\n\n")[2].replace("\n", " ").replace("  ", " ") + "\n"
    yield (__doc__ or "").split("\n\n")[3].replace("\n", " ").replace("  ", " ").strip() + "\n"
    yield "| player | ms a choice | ISMCTSBot | ms a choice | hands, each twice | points a hand |"
    yield "|---|---:|---|---:|---:|---|"
    for one in tables:
        mean, half = one.interval
        bot = f"{one.simulations:,} simulations"
        yield (
            f"| {one.budget} | {1000 * one.think.mean:.1f} | {bot} | {1000 * one.bot.mean:.1f} | {len(one.points)} "
            f"| {mean:+.2f} ± {half:.2f} |"
        )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--hands", type=int, default=100)
    arguments.add_argument("--budgets", nargs="*", default=["think:quick", "think"])
    arguments.add_argument("--write", type=Path, help="a file for the report")
    given = arguments.parse_args()
    text = "\n".join(report([matched(budget, given.hands) for budget in given.budgets])) + "\n"
    print(text, end="")
    if given.write:
        given.write.write_text(f"{text}\n{measured_on()}\n", encoding="utf-8")
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
