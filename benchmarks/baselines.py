"""Scores to beat: what the players that come with Hoyle reach in every game, for people who train others.

    python benchmarks/baselines.py > benchmarks/baselines.md

`learned` and `sound` each take every side in turn against players that choose at random, with the same deals
(`hoyle.compare_players`); the deals are dealt from a seed that no weights were trained with.
"""

from __future__ import annotations

import argparse
import sys
from time import perf_counter as now

from revision import measured_on

import hoyle
from hoyle.dsl.loading import rulesets

PLAYERS = ("learned", "sound")


def cell(name: str, player: str, games: int, seed: int) -> str:
    """How often a player's side wins against chance, and what it gains in a deal, with 95 % intervals."""
    try:
        found = hoyle.compare_players(name, player, "random", games=games, seed=seed, workers=1)
    except (ValueError, RuntimeError) as error:
        print(f"{name}, {player}: {error}", file=sys.stderr)
        return "—"
    wins, gain = found.wins, found.advantage
    unit = "" if found.unit == "points" else f" {found.unit}"
    won = f"{100 * wins.value:.0f} % ({100 * wins.low:.0f} to {100 * wins.high:.0f})"
    return f"{won}; {gain.value:+.3g} ({gain.low:+.3g} to {gain.high:+.3g}){unit}"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", help="rulesets; without any, all")
    parser.add_argument("--learned", type=int, default=200, metavar="N", help="games of `learned`")
    parser.add_argument("--sound", type=int, default=10, metavar="N", help="games of `sound`; 0: none")
    parser.add_argument("--minutes", type=float, default=60, help="after which no further ruleset is begun")
    given = parser.parse_args()
    chosen = given.games or sorted(rulesets())
    print("# Scores to beat\n")
    print(
        "Made by `benchmarks/baselines.py`: how often the side of a player wins against players that choose at random,"
    )
    print("and what it gains on them in a deal; 95 % intervals. Each game is played once for each side, with the")
    print("same deals.\n")
    print(f"| | `learned`, {given.learned} games | `sound`, {given.sound} games |")
    print("|---|---|---|")
    began, left = now(), list[str]()
    for name in chosen:
        if now() - began > 60 * given.minutes:
            left.append(name)
            continue
        cells = [cell(name, player, games, 20_261_126) if games else "" for player, games in
                 zip(PLAYERS, (given.learned, given.sound), strict=True)]  # fmt: skip
        print(f"| {name} | {' | '.join(cells)} |", flush=True)
    if left:
        print(f"\nNot measured, for want of time: {', '.join(left)}.")
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
