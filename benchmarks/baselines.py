"""Scores to beat: what the players that come with Hoyle reach in every game, for people who train others.

    python benchmarks/baselines.py --write benchmarks/baselines.md

`learned` and `sound` each take every side in turn against players that choose at random, with the same deals
(`hoyle.compare_players`); the deals are dealt from a seed that no weights were trained with.  The games are few, so
that all rulesets take some minutes of one core; whoever needs narrower intervals asks for more.  The page is written
after each ruleset, so a run that is stopped leaves what it has measured.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter as now

from revision import measured_on

import hoyle
from hoyle.dsl.loading import rulesets

PLAYERS = ("learned", "sound")
SEED = 20_261_126


def cell(name: str, player: str, games: int) -> str:
    """How often a player's side wins against chance, and what it gains in a deal, with 95 % intervals."""
    try:
        found = hoyle.compare_players(name, player, "random", games=games, seed=SEED, workers=1)
    except (ValueError, RuntimeError) as error:
        print(f"{name}, {player}: {error}", file=sys.stderr)
        return "—"
    wins, gain = found.wins, found.advantage
    unit = "" if found.unit == "points" else f" {found.unit}"
    won = f"{100 * wins.value:.0f} % ({100 * wins.low:.0f} to {100 * wins.high:.0f})"
    return f"{won}; {gain.value:+.3g} ({gain.low:+.3g} to {gain.high:+.3g}){unit}"


def page(names: list[str], games: dict[str, int], cells: dict[tuple[str, str], str]) -> str:
    """The page with what was measured so far."""
    columns = [player for player in PLAYERS if games[player]]
    lines = [
        "# Scores to beat",
        "",
        "Made by `benchmarks/baselines.py`: how often the side of a player wins against players that choose at random,",
        "and what it gains on them in a deal; 95 % intervals. Each game is played once for each side, with the",
        "same deals. The games are few: an interval without a width says that all of them ended alike.",
        "",
        f"| | {' | '.join(f'`{player}`, {games[player]} games' for player in columns)} |",
        f"|---|{'---|' * len(columns)}",
    ]
    lines += [f"| {name} | {' | '.join(cells.get((name, player), '') for player in columns)} |" for name in names]
    for player in columns:
        left = [name for name in names if (name, player) not in cells]
        if left:
            lines += ["", f"`{player}` was not measured, for want of time: {', '.join(left)}."]
    return "\n".join([*lines, "", measured_on()]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("rulesets", nargs="*", help="without any, all")
    parser.add_argument("--learned", type=int, default=20, metavar="N", help="games of `learned`; 0: none")
    parser.add_argument("--sound", type=int, default=2, metavar="N", help="games of `sound`; 0: none")
    parser.add_argument("--minutes", type=float, default=60, help="after which no further ruleset is begun")
    parser.add_argument("--write", type=Path, help="the file to write; without it, the page is printed")
    given = parser.parse_args()
    names: list[str] = given.rulesets or sorted(rulesets())
    games = {"learned": given.learned, "sound": given.sound}
    cells, began = dict[tuple[str, str], str](), now()
    for player in PLAYERS:
        for name in names if games[player] else ():
            if now() - began > 60 * given.minutes:
                break
            cells[name, player] = cell(name, player, games[player])
            if given.write is not None:
                given.write.write_text(page(names, games, cells), encoding="utf-8")
    if given.write is None:
        print(page(names, games, cells), end="")


if __name__ == "__main__":
    main()
