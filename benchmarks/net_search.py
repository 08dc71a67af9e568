"""`think` with what the net of `learned` knows, against `think` without it, at equal time of the processor.

    python benchmarks/net_search.py knock_rummy gops --seconds 20    # keeps it in net_search.json
    python benchmarks/net_search.py --write                          # net_search.md from what was measured

There are three kinds of players.

    think      `think` as it is: what the net expects of an option at the question counts as some playouts of it
               (`Budget.learned`)

The two others are trials. They sample worlds as `think` does, solve them where `think` does, and drop options half by
half, but

    net        in playouts all players choose by the net, each a little unsure of every value, to the end of the deal
    ahead      the same, but a playout ends where the player's side must choose after two choices; what the net expects
               of the rest is added

and in both what the net expects of an option at the question itself counts as much as in `think`.  Deals, seatings and
what is counted are those of `strength.py`.  Time is that of the processor.  `think` leaves some of it, so a player in
trial gets a tenth less; the page says how long both took.  The playouts of the trials are in `net_search.wat`.
"""

from __future__ import annotations

import argparse
import struct
from dataclasses import replace
from math import ceil, log2
from pathlib import Path
from time import process_time
from typing import Any, ClassVar

from revision import measured_on
from saved import read_saved, write_saved
from strength import program_of
from timed_matches import count_processor_time, played, row_of, verdicts

from hoyle.interpreter.learning.nets import NetMachine
from hoyle.interpreter.learning.store import find_shipped
from hoyle.interpreter.players import Player
from hoyle.interpreter.players import maker as shipped
from hoyle.interpreter.players.player import Decision
from hoyle.interpreter.players.think import ThinkersNet, budget_of, thinker_of
from hoyle.interpreter.program import Program
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search.seen import SeenDeal
from hoyle.interpreter.search.sides import watch
from hoyle.interpreter.search.thinker import Budget, Thinker, Thought, ThoughtRequest, ValuedOption
from hoyle.interpreter.wasm import CompiledModule, Module
from hoyle.interpreter.wasm.search.structs import ARM
from hoyle.interpreter.wasm.search.writer import MOST_ARMS

SAVED = Path(__file__).with_suffix(".json")
WRITTEN = Path(__file__).with_suffix(".md")
TEXT = Path(__file__).with_suffix(".wat")
AHEAD = {"net": 0, "ahead": 2}
KINDS = ("think", *AHEAD)
SHARE, UNSURE = Budget().learned, 0.1
SEED = 2_027
THINK, PLAIN = "think:ms={ms}:match=0", "think:ms={ms}:match=0:learned=0"
_AT_ONCE = 4
"""How many trials are made between two readings of the clock."""


class NetSearch(Thinker):
    """Thinks with a net: `kind` is one of `AHEAD`."""

    def __init__(self, program: Program, kind: str) -> None:
        self.ahead, self.extra = AHEAD[kind], dict[str, int]()
        machine, weights = NetMachine(CompiledModule(self._module(program))), find_shipped(program).weights
        super().__init__(program, machine)
        assert weights is not None
        self.learned, self.net = machine.learned, ThinkersNet(program, machine, weights)

    def _module(self, program: Program) -> Module:
        return Module(program, watch(program), searching=True, rating=True, more=self._text)

    def _text(self, module: Module) -> str:
        search, learned = module.search, module.learned
        assert search is not None
        assert learned is not None
        size, room = learned.memory.size, module.layout.reserve
        self.extra = {"KEPT_MEMORY": room(size), "SUMS": room(8 * MOST_ARMS)}
        text = TEXT.read_text("utf-8")
        for name, value in (search.at | dict(ARM.numbers())).items():
            text = text.replace(f"@{name}@", str(value))
        for name, value in (learned.at | self.extra | {"MEMORY_SIZE": size}).items():
            text = text.replace(f"#{name}#", str(value))
        return text

    def _write(self, at: int, content: bytes) -> None:
        self.machine.memory[at : at + len(content)] = content

    def remember(self, decision: Decision) -> None:
        """Let the net know what the seat remembers of the deal."""
        self.net.write()
        content = decision.remembered(self.learned.memory)
        assert content is not None
        for at in (self.learned.memory.at["PUBLIC"], self.extra["KEPT_MEMORY"]):
            self._write(at, content)

    def _search(self, seen: SeenDeal, worlds: int, replays: int, request: ThoughtRequest) -> Thought:
        budget, end = request.budget, request.end
        assert end is not None
        arms = self.machine.call("search_begin", budget.playouts, request.seed)
        self.machine.call("n_rate")
        at = self.learned.at["VALUES"]
        net = [self.net.unit * one for one in self.machine.memory[at : at + 4 * arms].cast("f").tolist()]
        solved = self._solved(seen, arms, worlds, budget, end)
        played = self._halved(arms, net, end, worlds, replays)
        if solved is None:
            return played
        rated = dict(zip(self._numbers(arms), net, strict=True))
        expected = [rated.get(option, 0.0) for option in range(max(rated) + 1)]
        return self._exactly(solved, replays, replace(request, expected=expected), played)

    def _numbers(self, arms: int) -> list[int]:
        return [ARM.unpack(self._held("ARMS", ARM.size, i))[3] for i in range(arms)]

    def _halved(self, arms: int, net: list[float], end: float, worlds: int, replays: int) -> Thought:
        """Play out the options, and drop the worse half of them again and again, until the time is over."""
        at, tried = self.extra["SUMS"], ARM.offsets["tried"]
        self._write(at, bytes(8 * arms))
        self.machine.call("search_again", 1)
        alive, counts, trial = [*range(arms)], [0] * arms, 0
        rounds = max(1, ceil(log2(arms)))
        means = list[float]()
        for number in range(rounds):
            now = process_time()
            until = now + (end - now) / (rounds - number)
            while True:
                self.machine.call("n_trials", trial, _AT_ONCE, self.ahead, UNSURE, self.net.unit * self.scale)
                trial += _AT_ONCE
                for i in alive:
                    counts[i] += _AT_ONCE
                if process_time() >= until:
                    break
            sums = self.machine.memory[at : at + 8 * arms].cast("d").tolist()
            means = [
                (sums[i] / self.scale + SHARE * net[i]) / (counts[i] + SHARE) if counts[i] else 0.0 for i in range(arms)
            ]
            alive.sort(key=means.__getitem__, reverse=True)
            for i in alive[(len(alive) + 1) // 2 :]:
                self._write(self.search.at["ARMS"] + ARM.size * i + tried, struct.pack("<i", 0))
            del alive[(len(alive) + 1) // 2 :]
            if len(alive) == 1:
                break
        order = sorted(range(arms), key=lambda i: (i in alive, counts[i], means[i]), reverse=True)
        numbers = self._numbers(arms)
        values = tuple(ValuedOption(numbers[i], means[i], 0.0, counts[i]) for i in order)
        return Thought(values[0].option, values, worlds, replays)


class NetSearchPlayer(Player):
    """Plays one seat so."""

    remembers: ClassVar[bool] = True

    def __init__(self, thinker: NetSearch, budget: Budget) -> None:
        self.thinker, self.budget = thinker, budget

    def choose(self, decision: Decision) -> Choice:
        number, seen = decision.dice.below(1 << 32), decision.seen()
        assert seen is not None
        self.thinker.remember(decision)
        thought = self.thinker.think(seen, len(decision.options), self.budget, number, decision.imagined)
        return decision.options[thought.best]


def measured(name: str, kind: str, ms: int, seconds: float) -> dict[str, Any]:
    """Play deals for so many seconds of the processor."""
    program = program_of(name)
    count_processor_time()
    budget = replace(budget_of(f"ms={ms}:match=0"), milliseconds=ms - ms // 10)
    mind = NetSearch(program, kind) if kind in AHEAD else None
    think, plain = (shipped(name.format(ms=ms)) for name in (THINK, PLAIN))
    assert thinker_of(program) is not None  # its cheap model is learned before time is taken

    def trial(program: Program, seat: int) -> Player:
        return NetSearchPlayer(mind, budget) if mind is not None else think(program, seat)

    row = {"ruleset": name, "kind": kind, "ms": ms}
    return row | played(program, {"trial": trial, "plain": plain}, SEED, seconds)


def written(rows: list[dict[str, Any]]) -> str:
    """The page."""
    lines = [
        "# `think` with what was learned",
        "",
        "Made by `python benchmarks/net_search.py --write`; its docstring says what was tried and how it was measured.",
        "*Points a deal*: what the side of the player gains more than the others, who are `think` without the net with",
        "as many milliseconds, with a 95 % interval; all seatings of a deal are one observation. *Took*: milliseconds",
        "of the processor for a choice, of the player and of `think` without the net. Of so many rows, one in forty is",
        "shown better, and one in forty worse, if nothing differs. How much the net counts was settled before the",
        "nets of now were learned, on Knock Rummy, GOPS, Pitch, Schnapsen, Oh Hell, Klaverjassen and Crazy Eights.",
        "",
        counted(rows),
        "",
        measured_on().replace("Measured", "Written"),
        "",
        "| ruleset | kind | ms | points a deal | s.e. | deals | took | |",
        "|---|---|---:|---:|---:|---:|---:|---|",
    ]
    lines += [
        row_of(row, (row["ruleset"], row["kind"], str(row["ms"])), ("trial", "plain"))
        for row in sorted(rows, key=lambda row: (KINDS.index(row["kind"]), row["ruleset"]))
    ]
    return "\n".join(lines) + "\n"


def counted(rows: list[dict[str, Any]]) -> str:
    """In how many games `think` is shown better, worse, or neither, with the net."""
    found = verdicts([row for row in rows if row["kind"] == "think"])
    return (
        f"With the net, `think` is shown better in {found.better} games and worse in {found.worse}; nothing is shown "
        f"in {found.nothing}, and {found.few} are too slow for it."
    )


def main() -> None:
    """Measure, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulesets", nargs="*")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--ms", type=int, default=10)
    parser.add_argument("--kinds", nargs="*", default=["think"], choices=KINDS)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    rows: dict[str, dict[str, Any]] = read_saved(SAVED)
    for name in given.rulesets:
        for kind in given.kinds:
            row = measured(name, kind, given.ms, given.seconds)
            print(row, flush=True)
            rows[f"{name} {kind} {given.ms}"] = row
            write_saved(SAVED, rows)
    if given.write:
        WRITTEN.write_text(written([*rows.values()]), "utf-8")
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
