"""What a person is offered at every question of games with all constructs: lines at several widths, and what numbers mean.

The texts lie in `printed/` (UPDATE_GOLDEN=1 writes them anew).
"""

from __future__ import annotations

import random
from pathlib import Path

import hoyle
from hoyle.cli.terminal.offers import offer
from hoyle.interpreter.engine import State
from hoyle.interpreter.engine.sets import bits

from ...golden import same_as_file
from ...small_constructs import ALL_CONSTRUCTS

PRINTED = Path(__file__).with_name("printed")
PACKS = """\
game "Packs"
language 1
players 2
deck 2 3 4 of reds blues, 3 copies
zones
    stock: face down
    heap: face up
    hand of each player: private
remember
    points of each player: number
main
    shuffle every card into stock
    deal 7 from stock to hand of each player
    for p in players, i in 1..2
        p chooses
            "lay {c}" for c in p.hand
                move c to heap
            "pass"
        p chooses
            "meld {cs}" for cs in 1 or more cards of p.hand
                move cs to heap
            "drop {cs}" for cs in 0..3 cards of p.hand
                move cs to heap
            "say {n}" for n in 1..30
                add n to p.points
        p chooses
            "throw {c}" for c in p.hand
                move c to heap
            "keep {c}" for c in p.hand
                add 1 to p.points
    game over, won by the player with highest points, otherwise shared
"""


def test_offers_of_every_question() -> None:
    out: list[str] = []
    for name, text, most in (
        ("packs", PACKS, 8), *((name, ALL_CONSTRUCTS[name], 5) for name in ("choices", "wide", "tricks", "turns")),
    ):  # fmt: skip
        rules, dice = hoyle.rules(text), random.Random(name)
        engine, words = rules.engine, rules.words
        hands = next(zone for zone in rules.program.zones if zone.name == "hand")
        state: State = engine.start(seed=4)
        for number in range(most):
            question = engine.question(state)
            if question is None:
                break
            content = state.values[hands.base + question.player]
            held = [*content] if isinstance(content, tuple) else [*bits(content)]
            made = offer(question, words, (held[:3], held[3:]))
            out.append(
                f"== {name} {number}: {len(made.options)} options, picked {made.picked}, first {made.first}, {made.how!r}"
            )
            for width in (0, 50, 120):
                lines = ["".join(text for text, _ in line) for line in made.lines(words, width)]
                out += [f"in {width}", *(line.rstrip() for line in lines[:30])]
            first = next(iter(made.lines(words, 0)))
            out.append(f"{[style for _, style in first]}")
            for said in ("0", "1", "2", "3", "99", "1 2", "2,3", "1 1", "1, 2 3", "x", "", "1 x"):
                meant = made.chosen(said)
                out.append(f"  {said!r}: {meant if meant is None else [question.label(one, words) for one in meant]}")
            choices = [*question.choices()][:40]
            state = engine.apply(state, dice.choice(choices))
    same_as_file(PRINTED / "offers.txt", "\n".join(out) + "\n")
