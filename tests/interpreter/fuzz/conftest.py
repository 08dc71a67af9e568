"""Fixtures for the tests of random games: a small game in which faults are planted, and games played as `hoyle fuzz`
plays them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from hoyle.dsl.checked import CheckedGame
from hoyle.dsl.loading import load
from hoyle.dsl.resolve.context import ResolveContext
from hoyle.dsl.resolve.declarations import Elaborator
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.parser import parse
from hoyle.interpreter.fuzz.scripts import script_of
from hoyle.interpreter.fuzz.settings import plan
from hoyle.interpreter.fuzz.shrink import FoundFailure, Shrinker
from hoyle.interpreter.fuzz.work import FuzzFailure, Fuzzing, FuzzSums

# Three cards each; the highest card takes the trick.  A bidder without a trick pays.
PINCH = """
game "Pinch"
language 1
players 2..4 = 3
deck 7 8 9 10 J Q K A
option target: 3..9 = 5 "points that win the game"
option pay: 0 or 1 or 2 = 1 "what an idle bidder pays"
option deep: yes or no = no "is one card left face down"
preset "long"
    set target to 9
zones
    stock: face down
    aside: face down
    trick: face up
    hand of each player: private
    won of each player: face down
remember
    dealer: player
    bidder: player or none
    tricks of each player: 0..3
    points of each player: number
ranking
    any suit: A K Q J 10 9 8 7
    equal cards: first played wins
main
    set dealer to a random player
    repeat until highest points >= target
        deal_hands
        bid
        play_hands
        score
        set dealer to dealer.left
    game over, won by the player with highest points
phase deal_hands
    gather every card into stock
    shuffle stock
    set bidder to none
    set tricks of each player to 0
    deal 3 from stock to hand of each player from dealer.left
    if deep: move top of stock to aside
incident "misdeal" from deal_hands until the first choice of bid
    set dealer to dealer.left
    start deal_hands again
phase bid
    for p in players from dealer.left until bidder is not none
        p chooses
            "bid"
                set bidder to p
            "pass"
phase play_hands
    let leader be dealer.left
    repeat 3 times
        play trick from hand to trick, led by leader, following suit, taken by winner
        move trick to winner.won
        add 1 to winner.tricks
        set leader to winner
table score
    always -> add 1 to points of each player
    bidder is none -> nothing
    bidder is not none and bidder.tricks = 0 -> subtract pay from bidder.points
    bidder is not none and bidder.tricks > 0 -> add 1 to bidder.points
after play_hands: total tricks = 3
"""


@dataclass
class Round:
    """Some random games under a rule text, and the failures found in them."""

    game: CheckedGame
    work: Fuzzing
    sums: FuzzSums

    def failure(self, number: int = 0) -> FuzzFailure:
        """The failure with this number."""
        return self.sums.failures[number]

    def shortest(self, number: int = 0) -> FoundFailure:
        """The shortest game that shows a failure."""
        failure = self.failure(number)
        found = FoundFailure(self.work.programs[failure.setting], failure.trace, failure.broken)
        return Shrinker(self.game, found, self.work.programs, left=6_000).run()

    def script(self, shortest: FoundFailure) -> str:
        """A game as a script for rules in the file `pinch.hoyle`."""
        return script_of(shortest.program, shortest.trace, shortest.broken, "pinch.hoyle")


def _game(text: str, checks: bool) -> CheckedGame:
    if checks:
        loaded = load(Source("pinch.hoyle", text))
        assert loaded.game is not None, [str(d) for d in loaded.diagnostics]
        return loaded.game
    tree, problems = parse(Source("pinch.hoyle", text))
    context = ResolveContext()
    game = Elaborator(tree, context).game("pinch")
    assert game is not None
    assert not [str(d) for d in (*problems, *context.diagnostics) if d.severity == "error"]
    return game


@pytest.fixture(scope="session")
def pinch() -> str:
    """The rules of a small game without faults.  It has options, an incident and a table."""
    return PINCH


@pytest.fixture(scope="session")
def fuzz() -> Callable[..., Round]:
    """Return `fuzz(text, games=…, options=…, seed=…, checks=…)`.

    Without `checks`, rules with errors are played, too.
    """

    def made(
        text: str = PINCH,
        games: int = 30,
        *,
        options: dict | None = None,
        players: int | None = None,
        seed: int = 0,
        length: int = 300,
        checks: bool = True,
    ) -> Round:
        game = _game(text, checks)
        programs = plan(game, options or {}, vary=options is None, players=players, seed=seed)
        work = Fuzzing(programs, seed, length)
        return Round(game, work, work.runner().run(0, games).sums)

    return made
