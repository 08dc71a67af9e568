"""Compares an earlier version with this one: both read, compile, play and replay the same games in the same run.

    git worktree add --detach ../before/hoyle COMMIT
    python benchmarks/before.py ../before/hoyle [--rounds 7] [--seconds 0.1] [--write benchmarks/before.md]

Both read the rule files of the earlier version, and in Python both play choice by choice.  `API`: the same by
`hoyle.rules` and `Game.choose`, in a module.  `open`: `hoyle.open` of a rule file that was just written, up to the
first choices, so nothing is kept of it.  `replay`: scripts of random games, which each version has written, are
read and checked as `hoyle replay --quiet` does.  Each version works in its own process.  They take turns, slice by
slice, and times are processor times, so a busy machine affects both alike.  The table shows medians of the ratios
within a round, and the two ratios between which the true median lies with 95 % (sign test); for reading, for
opening and for writing modules the best of three counts.
"""

from __future__ import annotations

import argparse
import math
import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from revision import measured_on

GAMES = (
    "bid_euchre", "crazy_eights", "five_hundred", "hearts", "newberry_euchre", "noteuchre", "oh_hell", "president",
    "spades", "texas_euchre", "whist",
)  # fmt: skip
NOISE = 0.1
"""A ratio this close to 1 is no difference."""

WORKER = """
import sys, tempfile, time
from pathlib import Path

from hoyle.dsl.loading import load
try:
    from hoyle.dsl.source.span import Source
except ImportError:  # before there were rooms
    from hoyle.dsl.source import Source
from hoyle.interpreter.batch.modules import ADDED, Games, code_of, watch_of
from hoyle.interpreter.batch.playout import Playout
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players import maker
from hoyle.interpreter.wasm import Module
import hoyle
from hoyle.interpreter.engine import Dice
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.notation.writer import write_game, write_step
from hoyle.interpreter.record.recorder import Recorder, heading
from hoyle.interpreter.replay.replayer import Replay
try:
    from hoyle.interpreter.opening.rulesets import Rulesets
    of_script = Rulesets.for_script
except ImportError:
    from hoyle.interpreter.replay.setup import Rulesets
    of_script = Rulesets.table


def script_of(path, count):
    opened = Rulesets().open(path)
    engine, words, lines, made = opened.engine, opened.words, ["hoyle play 1"], 0
    for index in range(count):
        recorder, dice = Recorder(engine, words), Dice(1, index)
        state = engine.start(seed=1, index=index, listener=recorder.hear)
        steps = recorder.steps()
        while (question := engine.question(state)) is not None:
            choices = list(question.choices())
            state = engine.apply(state, choices[dice.below(len(choices))], listener=recorder.hear)
            steps += recorder.steps()
            made += 1
        head = heading(engine.program, words, Path(path).name)
        names = frozenset(one.casefold() for one in head.names)
        lines += ["", *write_game(head), "", *(line for step in steps for line in write_step(step, names))]
    return "\\n".join(lines) + "\\n", made


kept, number, folder = {}, 0, tempfile.mkdtemp()
for line in sys.stdin:
    what, path, seconds = line.split("|")
    began = time.process_time()
    if what == "read":
        rate = 0
        for _ in range(3):
            number += 1
            text = Path(path).read_text("utf-8") + f"\\n# {number}\\n"
            began = time.process_time()
            loaded = load(Source(f"round{number}.hoyle", text))
            assert loaded.game is not None, list(map(str, loaded.diagnostics))
            rate = max(rate, 1 / (time.process_time() - began))
        kept[path] = lower(loaded.game)
    elif what == "compile":
        rules, rate = kept[path], 0
        for _ in range(3):
            began = time.process_time()
            Module(rules, watch_of(rules)).binary()
            rate = max(rate, 1 / (time.process_time() - began))
    elif what == "replay":
        if (path, what) not in kept:
            kept[path, what] = *script_of(path, 12), Rulesets()
            began = time.process_time()
        text, made, rulesets = kept[path, what]
        done = 0
        while (took := time.process_time() - began) < float(seconds):
            for game in parse_script(text, "games.play")[0].games:
                last = Replay(game, of_script(rulesets, game, Path(path).parent)).checked()
                assert type(last).__name__ == "Ended", last
            done += made
        rate = done / took
    elif what == "API":
        opened, dice, done, games = kept.get((path, what)) or hoyle.rules(path), Dice(2), 0, 0
        kept[path, what] = opened
        began = time.process_time()
        while (took := time.process_time() - began) < float(seconds):
            game, games = opened.start(games), games + 1
            while not game.over and done % 4000 < 3999:
                choices = game.choices
                game.choose(choices[dice.below(len(choices))])
                done += 1
            done += 1
        rate = done / took
    elif what == "open":
        rate, text = 0, Path(path).read_text("utf-8")
        for _ in range(3):
            number += 1
            fresh = Path(folder) / f"round{number}.hoyle"
            fresh.write_text(f"{text}\\n# {number}\\n", "utf-8")
            began = time.process_time()
            game = hoyle.open(fresh, seed=1)
            assert game.choices
            rate = max(rate, 1 / (time.process_time() - began))
    elif what == "python":
        rules = kept[path]
        if (path, what) not in kept:
            kept[path, what] = Playout(rules, [maker("random")] * rules.players, 1)
            began = time.process_time()
        playout, games, done = kept[path, what], 0, 0
        while (took := time.process_time() - began) < float(seconds):
            done += playout.play(games, None, lambda *given: None).decisions
            games += 1
        rate = done / took
    else:
        if (path, what) not in kept:
            kept[path, what] = Games(code_of(kept[path]), 1, ADDED)
            began = time.process_time()
        played, games = kept[path, what], 0
        word, tallies = played.machine.word, played.machine.module.tallies
        before = word(tallies.decisions)
        while (took := time.process_time() - began) < float(seconds):
            played.play(games, 100, [])
            games += 100
        rate = (word(tallies.decisions) - before) / took
    print(rate, flush=True)
"""


class Worker:
    """A process that runs one version."""

    def __init__(self, folder: Path | None) -> None:
        env = dict(os.environ)
        if folder is not None:
            env["PYTHONPATH"] = str(folder.parent)
        command = [sys.executable, "-c", WORKER]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)

    def rate(self, what: str, path: Path, seconds: float) -> float:
        """How often something was done in a second."""
        assert self.process.stdin is not None and self.process.stdout is not None
        print(what, path, seconds, sep="|", file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())

    def end(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


WHAT = {
    "read": "reading", "compile": "writing the module", "python": "Python", "module": "module", "API": "API",
    "open": "open", "replay": "replay",
}  # fmt: skip
"""What is timed, and the heads of the columns."""


def interval(ratios: list[float]) -> tuple[float, float]:
    """The two ratios between which the median lies with 95 %, by the sign test."""
    ordered, rounds, at, tail = sorted(ratios), len(ratios), 0, 0.0
    while at < rounds // 2 and 2 * (tail + math.comb(rounds, at) / 2**rounds) <= 0.05:
        tail += math.comb(rounds, at) / 2**rounds
        at += 1
    at = max(0, at - 1)
    return ordered[at], ordered[rounds - 1 - at]


def report(before: Path, names: Sequence[str], rounds: int, seconds: float, kinds: Sequence[str]) -> Iterator[str]:
    """The lines of the report."""
    command = ["git", "-C", str(before), "log", "-1", "--format=%h of %cs"]
    commit = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    yield "# The games of before"
    yield ""
    yield f"Made by `benchmarks/before.py`: Python {platform.python_version()}, {platform.machine()}; {rounds} rounds"
    yield f"of {seconds:g} s. Commit {commit} and this version, with the rule files of that commit. How many times as"
    yield "quick this version is: reading and checking a rule file, writing its module, choices a second in Python and"
    yield "inside the module, by the Python API, `hoyle.open` of a new file, choices of replayed scripts. Times are of"
    yield "the processor; medians of the ratios within a round, and in brackets between which of them the true median"
    yield "lies with 95 %."
    yield ""
    yield "In Python both play choice by choice, as the reference does: listing all options is in the times. Python"
    yield "that played whole games by chance without listing options has gone since: many are played in the module."
    yield ""
    yield f"| ruleset | {' | '.join(WHAT[what] for what in kinds)} |"
    yield f"|---|{'---:|' * len(kinds)}"
    old, new = Worker(before), Worker(None)
    every: dict[str, list[float]] = {what: [] for what in kinds}
    ranges: dict[str, dict[str, tuple[float, float]]] = {}
    for name in names:
        path = before / "rulesets" / f"{name}.hoyle"
        found: dict[str, list[float]] = {what: [] for what in kinds}
        for number in range(rounds + 1):
            for what in kinds:
                pair = [worker.rate(what, path, seconds) for worker in ((old, new), (new, old))[number % 2]]
                ratio = pair[1] / pair[0] if number % 2 == 0 else pair[0] / pair[1]
                if number:  # the first round only warms up
                    found[what].append(ratio)
        medians = [statistics.median(found[what]) for what in kinds]
        for what, value in zip(kinds, medians, strict=True):
            every[what].append(value)
        ranges[name] = {what: interval(found[what]) for what in kinds}
        cells = [
            f"{value:.2f} ({ranges[name][what][0]:.2f}–{ranges[name][what][1]:.2f})"
            for what, value in zip(kinds, medians, strict=True)
        ]
        yield f"| {name} | " + " | ".join(cells) + " |"
    old.end()
    new.end()
    middle = {what: statistics.median(every[what]) for what in kinds}
    yield "| median | " + " | ".join(f"{middle[what]:.2f}" for what in kinds) + " |"
    yield ""
    slower = [
        f"{name} ({what} {every[what][at]:.2f})"
        for at, name in enumerate(names)
        for what in kinds
        if every[what][at] < 1 - NOISE
    ]
    yield f"Slower by more than a tenth in the median: {', '.join(slower) or 'none'}."
    surely = [f"{name} ({what})" for name in names for what in kinds if ranges[name][what][1] < 1]
    yield f"Slower with 95 %, by however little: {', '.join(surely) or 'none'}."


def main() -> None:
    """Print the report, and write it to a file if that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path, help="a checkout of an earlier version, in a folder named hoyle")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--games", nargs="*", default=GAMES)
    parser.add_argument("--what", nargs="*", default=list(WHAT), choices=WHAT, help="what is timed")
    parser.add_argument("--write", type=Path)
    args = parser.parse_args()
    lines: list[str] = []
    for line in report(args.before.resolve(), args.games, args.rounds, args.seconds, args.what):
        print(line, flush=True)
        lines.append(line)
    if args.write is not None:
        args.write.write_text("\n".join(lines) + f"\n\n{measured_on()}\n", "utf-8")
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
