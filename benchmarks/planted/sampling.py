"""Draws mistakes."""

from __future__ import annotations

import random
from collections import defaultdict
from itertools import islice
from pathlib import Path

from mistakes import Mistake, mistakes

from hoyle.dsl.rule_files import read_source


def sample(paths: list[Path], size: int, seed: int, each: int | None = None) -> list[tuple[Path, Mistake]]:
    """So many mistakes: the rulesets take turns, and in each the operators.  `each`: all of so many turns instead."""
    dice = random.Random(seed)
    waiting: dict[Path, list[Mistake]] = {}
    for path in paths:
        source, _ = read_source(path)
        assert source is not None
        by_operator: dict[str, list[Mistake]] = defaultdict(list)
        for one in mistakes(source):
            by_operator[one.operator].append(one)
        for found in by_operator.values():
            dice.shuffle(found)
        order = sorted(by_operator)
        dice.shuffle(order)
        longest = max(map(len, by_operator.values()))
        waiting[path] = [by_operator[name][i] for i in range(longest) for name in order if i < len(by_operator[name])]
    dice.shuffle(paths)
    turns = range(10_000 if each is None else each)
    drawn = ((path, waiting[path][turn]) for turn in turns for path in paths if turn < len(waiting[path]))
    return list(islice(drawn, size if each is None else None))
