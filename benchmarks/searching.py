"""Measures how fast the search is at euchre, beside OpenSpiel's in the same run: worlds, playouts, positions solved,
choices.

    python benchmarks/searching.py --write        # searching.md; needs `open_spiel`

The questions are those of one game of Newberry Euchre played by chance, where a seat has more than one option;
OpenSpiel's are those of games of its own euchre played by chance.  Times are of the processor, those of worlds and
playouts without the handing over of what was seen, which a whole choice has.
"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, cast

import pyspiel
from revision import measured_on
from strength import program_of

from hoyle.interpreter.engine import Dice, Engine
from hoyle.interpreter.players.player import options_of
from hoyle.interpreter.players.think import budget_of
from hoyle.interpreter.program import ACTOR, OVER, PC
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search.history import History
from hoyle.interpreter.search.seen import SeenDeal
from hoyle.interpreter.search.thinker import Thinker

QUESTIONS, HANDS, SIMULATIONS = 120, 12, 500
WRITTEN = Path(__file__).with_name("searching.md")
THEIRS = "OpenSpiel's `ISMCTSBot`: simulations, random to the end of the hand"


@dataclass
class Rate:
    """How many things were done in how much time."""

    count: int = 0
    seconds: float = 0.0

    def add(self, made: Callable[[], int]) -> None:
        """Run something, and add how much it did and how long it took."""
        begun = process_time()
        self.count += made()
        self.seconds += process_time() - begun

    def __str__(self) -> str:
        return f"{self.count / self.seconds:,.0f}"


def asked(most: int) -> Iterator[tuple[SeenDeal, int]]:
    """Questions of a game played at random: what the seat has seen, and how many options it has."""
    program = program_of("newberry_euchre")
    engine, history, dice = Engine(program), History(program), Dice(1)
    state = engine.start(seed=1, listener=history.hear)
    while cast("int", state.values[PC]) > OVER and most:
        history.asked(state.values)
        options = options_of(engine, state)
        if len(options) > 1:
            most -= 1
            yield history.seen_by(cast("int", state.values[ACTOR]), state.values), len(options)
        option = options[dice.below(len(options))]
        state = engine.apply(state, Choice(option[0], option[1:]), listener=history.hear)


def ours() -> dict[str, Rate]:
    """The rates of Hoyle's search."""
    thinker = Thinker(program_of("newberry_euchre"))
    call, quick = thinker.machine.call, budget_of("quick")
    rates = {name: Rate() for name in ("worlds", "playouts", "positions solved", "choices of `think:quick`")}

    def played(options: int) -> int:
        arms = call("search_begin", quick.playouts, 1)
        while not call("search", 1_000_000):
            pass
        found = thinker.machine.memory
        at = thinker.search.at["ARMS"]
        assert arms == options
        return sum(int.from_bytes(found[at + 40 * i + 16 : at + 40 * i + 20], "little") for i in range(arms))

    def solved(worlds: int) -> int:
        total = 0
        for world in range(worlds):
            if call("exact", world, 1_000_000):
                total += thinker.machine.word(thinker.search.at["SOLVED"])
        return total

    for seen, options in asked(QUESTIONS):
        assert thinker.prepare(seen, options, quick)
        found = [0]

        def sampled(seen: SeenDeal = seen, found: list[int] = found) -> int:
            found[0] = thinker.sample(seen, replace(quick, worlds=32), 1)[0]
            return found[0]

        rates["worlds"].add(sampled)
        rates["playouts"].add(lambda options=options: played(options))
        if thinker.program.asks[seen.ask].trick is not None and options <= 3:
            rates["positions solved"].add(lambda found=found: solved(min(4, found[0])))
        choose = lambda seen=seen, options=options: bool(thinker.think(seen, options, quick, 1).values)  # noqa: E731
        rates["choices of `think:quick`"].add(choose)
    return rates


def theirs() -> Rate:
    """Simulations of OpenSpiel's search in its euchre."""
    game: Any = pyspiel.load_game("euchre")
    best = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, SIMULATIONS, -1, best, False, False)
    dice, rate = Random(1), Rate()
    for _ in range(HANDS):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            if not state.is_chance_node() and len(actions) > 1 and dice.random() < 0.2:

                def step(state: Any = state) -> int:
                    bot.step(state)
                    return SIMULATIONS

                rate.add(step)
            state.apply_action(dice.choice(actions))
    return rate


def report() -> Iterator[str]:
    """The page."""
    yield "# How fast the search is\n"
    doc = (__doc__ or "").split("\n\n")[2].strip().replace("\n", " ")
    version = f"Python {platform.python_version()}, {platform.machine()}, one core"
    yield f"Made by `benchmarks/searching.py`, {version}. {doc}\n"
    yield "| what | a second |\n|---|---:|"
    for name, rate in ours().items():
        yield f"| {name} | {rate} |"
    yield f"| {THEIRS} | {theirs()} |"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--write", action="store_true")
    given = arguments.parse_args()
    text = "\n".join(report())
    print(text)
    if given.write:
        WRITTEN.write_text(f"{text}\n\n{measured_on()}\n", encoding="utf-8")
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
