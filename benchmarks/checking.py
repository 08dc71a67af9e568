"""Measures how checking time depends on the length of a rule file, and what malicious files cost.

    python benchmarks/checking.py [--lines 10000] [--rounds 3]

The first table checks files of growing length, each a game with enough options, defines, tables, phases and choices;
the ratio of time to length should stay the same.  The second table shows files that no person would write, each checked
in its own process, with the peak of its memory.  Everything is measured in one run; figures are medians over rounds.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from revision import measured_on

from hoyle.dsl.loading import load

HEAD = """\
game "Long"
players 3..6
deck 2 3 4 5 6 7 8 9 10 J Q K A
zones
    stock: face down
    trick: face up
    hand of each player: private
    won of each player: face down
remember
    points of each player: number
ranking
    any suit: A K Q J 10 9 8 7 6 5 4 3 2
main
    repeat until highest points >= 5
{calls}
    game over, won by the player with highest points
"""
PART = """\
option target_{n}: 1..9 = 5 "a number"
define worth_{n}(c: card) means
    c.rank in {{J, Q, K}} -> 10
    c.rank = A          -> target_{n}
    otherwise           -> c.number
define laid_{n}(p: player) means total worth_{n}(c) for c in p.won where c.suit = hearts
table settle_{n}(p: player)
    let held be size of p.won
    held < 3     -> add 1 to p.points
    held in 3..5 -> add p.laid_{n} to p.points
    held > 5     -> nothing
phase deal_{n}
    gather every card into stock
    shuffle stock
    deal 5 from stock to hand of each player
    let leader be a random player
    repeat 3 times
        play trick from hand to trick, led by leader, following suit, if able c where c.number < 9, taken by winner
        move trick to winner.won
        set leader to winner
    for p in players from leader where p.hand is not empty
        p chooses
            "lay {{c}}" for c in p.hand where worth_{n}(c) > 3
                move c to p.won
            "pass" if size of p.won < 9
    for p in players: settle_{n}(p)
"""
HOSTILE: dict[str, Callable[[], bytes]] = {
    "10 MB of brackets": lambda: b"always " + b"(" * 10_000_000,
    "990 KB of brackets": lambda: b"always " + b"(" * 990_000,
    "990 KB of brackets, closed": lambda: b"always " + b"(" * 495_000 + b")" * 495_000,
    "100,000 nested blocks": lambda: b"main\n" + b"".join(b" " * i + b"if x\n" for i in range(1, 100_001))[:3_000_000],
    "1,300 nested blocks": lambda: b"main\n" + b"".join(b" " * i + b"if x\n" for i in range(1, 1_301)),
    "100,000 blocks, ever the same margin": lambda: b"main\n" + b"    if x\n" * 100_000,
    "100,000 forms": lambda: b"main\n" * 100_000,
    "a sum of 200,000": lambda: b"always x" + b" + x" * 200_000 + b"\n",
    "a set of 200,000": lambda: b"always x in {1" + b", 1" * 200_000 + b"}\n",
    "100,000 `not`": lambda: b"always " + b"not " * 100_000 + b"x\n",
    "1 MB of NUL": lambda: b"\0" * 1_000_000,
    "1 MB of invalid UTF-8": lambda: b"\xff\xfe\xfa" * 333_333,
    "1 MB of quotes": lambda: b'"' * 1_000_000,
    "50,000 lines of nonsense": lambda: b"foo bar 3 [\n" * 50_000,
    "CRLF and a mark": lambda: b"\xef\xbb\xbf" + game(1000).replace("\n", "\r\n").encode(),
    "20,000 options": lambda: "".join(f'option o{i}: 1..9 = 5 "a number"\n' for i in range(20_000)).encode(),
}


def game(lines: int) -> str:
    """A rule file of about that many lines."""
    parts = max(1, (lines - HEAD.count("\n")) // (PART.count("\n") + 1))
    calls = "\n".join(f"        deal_{n}" for n in range(parts))
    return HEAD.format(calls=calls) + "".join(PART.format(n=n) for n in range(parts))


def curve(most: int, rounds: int) -> None:
    print(f"{'lines':>8}{'seconds':>10}{'µs a line':>11}")
    lengths = [length for length in (100, 300, 1_000, 3_000, 10_000) if length <= most]
    for length in lengths:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "long.hoyle"
            path.write_text(game(length), encoding="utf-8")
            times: list[float] = []
            for _ in range(rounds):
                began = time.perf_counter()
                found = load(path).diagnostics
                times.append(time.perf_counter() - began)
        if found:
            sys.exit(f"the long file has a mistake: {found[0]}")
        written = game(length).count("\n")
        seconds = statistics.median(times)
        print(f"{written:>8}{seconds:>10.3f}{1e6 * seconds / written:>11.1f}")


def hostile() -> None:
    print(f"\n{'file':<38}{'seconds':>8}{'MB':>6}{'exit':>6}  first words")
    for title, make in HOSTILE.items():
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "x.hoyle"
            path.write_bytes(make())
            began = time.perf_counter()
            command = [sys.executable, "-c", _CHECK, str(path)]
            done = subprocess.run(command, capture_output=True, check=False, text=True)
            seconds = time.perf_counter() - began
        memory, _, said = done.stdout.partition("\n")
        print(f"{title:<38}{seconds:>8.2f}{int(memory or 0) / 1024:>6.0f}{done.returncode:>6}  {said[-60:].strip()}")
        if done.stderr:
            sys.exit(done.stderr)


_CHECK = """
import sys
from pathlib import Path
from hoyle.dsl.loading import load
found = load(Path(sys.argv[1])).diagnostics
status = Path("/proc/self/status")  # what `resource` says of a child is no less than its parent's
print(status.read_text().split("VmHWM:")[1].split()[0] if status.exists() else 0)
print(len(found), "found:", found[0].message[:50] if found else "nothing")
sys.exit(int(any(d.severity == "error" for d in found)))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description="How long checking takes.")
    parser.add_argument("--lines", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    print(f"Python {sys.version.split()[0]}, {arguments.rounds} rounds")
    curve(arguments.lines, arguments.rounds)
    hostile()
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
