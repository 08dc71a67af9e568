"""Measures how fast games are played through the Python API, beside rivals in the same run.

    python benchmarks/api.py [--rounds 9] [--seconds 0.2] [--write benchmarks/api.md]

The loop is the plain one: read the choices, pick one at random, choose it.  As in `playouts.py`, every round gives each
contender a slice of time; the table shows medians of the ratios within a round.  The rival is open_spiel's euchre
(PyPI: open-spiel), whose games are single hands.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent))

from playouts import Contender, Step, open_spiel, rounds_of, table
from revision import measured_on

import hoyle

WANTED, TRIED = 0.5, 1.0
"""The hands for each hand of open_spiel's: the number that was required, and the number that was hoped for."""


def through_the_api(executor: str) -> Step:
    """Play whole games by names: read the choices, pick one at random, choose it."""
    rules, dice = hoyle.rules("newberry_euchre", executor=executor), Random(1)
    shuffles = _hands(rules)

    def play(index: int) -> tuple[int, int]:
        game, decisions = rules.start(index), 0
        while not game.over:
            choices = game.choices
            game.choose(choices[int(dice.random() * len(choices))])
            decisions += 1
        return decisions, shuffles(game)

    return play


def with_labels(executor: str) -> Step:
    """The same, but the labels of all choices are read too, as by a program that shows them."""
    rules, dice = hoyle.rules("newberry_euchre", executor=executor), Random(1)
    shuffles = _hands(rules)

    def play(index: int) -> tuple[int, int]:
        game, decisions = rules.start(index), 0
        while not game.over:
            labels = game.choices.labels
            game.choose(labels[int(dice.random() * len(labels))])
            decisions += 1
        return decisions, shuffles(game)

    return play


def step_by_step() -> Step:
    """Play with the low-level engine: question, choices, apply, with a new state at every choice."""
    rules, dice = hoyle.rules("newberry_euchre", executor="python"), Random(1)
    engine, hands = rules.engine, _hands(rules)

    def play(index: int) -> tuple[int, int]:
        state, decisions = engine.start(seed=index), 0
        while (question := engine.question(state)) is not None:
            choices = list(question.choices())
            state = engine.apply(state, choices[int(dice.random() * len(choices))])
            decisions += 1
        return decisions, hands(rules.at(state))

    return play


def _hands(rules: hoyle.Rules):
    """The mean number of hands in a game, from some games that were played with all records."""
    counts: list[float] = []
    for seed in range(12):
        game, dice = rules.start(seed), Random(seed)
        while not game.over:
            game.choose(dice.choice(game.choices))
        shuffles = sum(type(record).__name__ == "Shuffled" for record in game.records)
        counts.append(shuffles / game.number)
    mean = statistics.mean(counts)
    return lambda game: mean * game.number


def report(rounds: int, seconds: float) -> Iterator[str]:
    contenders = [
        Contender("game.choices and game.choose, module", through_the_api("wasm")),
        Contender("the same with all labels, module", with_labels("wasm")),
        Contender("game.choices and game.choose, Python engine", through_the_api("python")),
        Contender("question, choices and apply", step_by_step()),
    ]
    spiel = open_spiel()
    rivals = [Contender("open_spiel euchre", spiel)] if spiel is not None else []
    rounds_of([*contenders, *rivals], rounds, seconds)
    yield "# The Python API"
    yield ""
    where = f"Python {platform.python_version()}, {platform.machine()}, one core"
    yield f"Made by `benchmarks/api.py`: {where}; {rounds} rounds of {seconds} s for each in turn; medians."
    yield "Newberry Euchre; ratios to open_spiel are of hands."
    yield ""
    yield from table([*contenders, *rivals], rivals)
    if rivals:
        found = statistics.median(a / b for a, b in zip(contenders[0].hands, rivals[0].hands, strict=True))
        for what, aim in (("asked", WANTED), ("tried for", TRIED)):
            yield ""
            yield f"{what}: {aim} x open_spiel; found {found:.2f}: {'reached' if found >= aim else 'not reached'}"


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast games go through the Python API.")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    text = "\n".join(report(given.rounds, given.seconds)) + "\n"
    print(text)
    if given.write is not None:
        given.write.write_text(f"{text}\n{measured_on()}\n", encoding="utf-8")
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
