"""Which planted mistakes are found, and by whom: by reading, by play, by scripts, by nobody.

    python benchmarks/planted [RULESET …] [--sample 130 | --each 10] [--seed 1] [--games 10000] [--seconds 3600]
        [--output FILE]

Makes all mistakes that the operators of `mistakes.py` know for the shipped rulesets, takes a sample in which each
ruleset and each operator has its share, judges it (`judge.py`), and writes planted.md.  With `--each N` it takes N
mistakes of each ruleset, and the page has a table by ruleset.  Use a seed that nobody has
looked at before: whoever improves the checker by looking at a sample has used it up.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

from alike import FEW, MORE
from judge import Finder, Judge
from mistakes import Mistake, mistakes
from sampling import sample

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from revision import measured_on

from hoyle.dsl.loading import RULESETS
from hoyle.dsl.rule_files import read_source

FINDERS: tuple[Finder, ...] = ("reading", "play", "scripts", "nothing", "equivalent")
Judged = tuple[Path, Mistake, Finder, str]


def percent(part: int, whole: int) -> str:
    """`9 (90 %)`"""
    return f"{part} ({100 * part / whole:.0f} %)" if whole else "none"


def share(part: int, whole: int) -> str:
    """`83 of 100 (83 %)`"""
    return f"{part} of {whole} ({100 * part / whole:.0f} %)" if whole else "none"


def finds(counts: Counter[str]) -> tuple[int, int, int]:
    """How many mistakes change play, how many of them `check` finds, and how many check and scripts find together."""
    check = counts["reading"] + counts["play"]
    return counts.total() - counts["equivalent"], check, check + counts["scripts"]


def by_ruleset(judged: list[Judged]) -> list[str]:
    """The table of the rulesets."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for path, _, finder, _ in judged:
        found[path.stem][finder] += 1
    lines = ["| ruleset | mistakes that change play | check | with scripts |", "|---|---|---|---|"]
    enough = 0
    for name, counts in sorted(found.items()):
        real, check, all_found = finds(counts)
        enough += 10 * all_found >= 9 * real
        lines.append(f"| {name} | {real} | {percent(check, real)} | {percent(all_found, real)} |")
    return [f"Of {len(found)} rulesets {enough} have at least 90 % with their own scripts.", "", *lines]


def page(judged: list[Judged], seed: int, games: int, total: int, *, rulesets: bool) -> str:
    """The report; `rulesets`: with the table by ruleset."""
    counts = Counter(finder for _, _, finder, _ in judged)
    real, check, all_found = finds(counts)
    lines = [
        "# Planted mistakes",
        "",
        "Made by `python benchmarks/planted`: small mistakes in the shipped rulesets, one at a time, and who finds",
        f"them.  A sample of {len(judged):,} of {total:,} mistakes (seed {seed}, not looked at before this run).",
        f"Equivalent are those under which {games:,} games at the default settings and a quarter as many at those of",
        f"the short run come out alike: first {FEW} are played, then {MORE:,}, and all only if nothing differs.",
        "A change of who sees what is equivalent only if all have seen those cards.",
        "",
        f"- by `check` alone: {share(check, real)} of those that change play",
        f"- by `check` and scripts: {share(all_found, real)}",
        f"- equivalent: {counts['equivalent']}",
        "",
        "| operator | mistakes | reading | play | scripts | nobody | equivalent |",
        "|---|---|---|---|---|---|---|",
    ]
    by_operator: dict[str, Counter[str]] = defaultdict(Counter)
    for _, mistake, finder, _ in judged:
        by_operator[mistake.operator][finder] += 1
    rows = [("all", counts), *sorted(by_operator.items())]
    lines += [
        f"| {name} | {sum(found.values())} | " + " | ".join(str(found[f]) for f in FINDERS) + " |"
        for name, found in rows
    ]
    if rulesets:
        lines += ["", *by_ruleset(judged)]
    lines += ["", "Codes of those that `check` finds:", ""]
    codes = Counter(code for *_, finder, code in judged if finder in ("reading", "play"))
    lines += [", ".join(f"{code} {times}" for code, times in codes.most_common())]
    lines += ["", "Found by nobody:", ""]
    lines += [f"- {path.name}:{one.line} ({one.operator})" for path, one, finder, _ in judged if finder == "nothing"]
    lines += ["", "Found by scripts only:", ""]
    lines += [f"- {path.name}:{one.line} ({one.operator})" for path, one, finder, _ in judged if finder == "scripts"]
    return "\n".join([*lines, "", measured_on(), ""])


def main() -> None:
    """Read the arguments, judge the sample, write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--sample", type=int, default=130)
    size.add_argument("--each", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=3_600)
    parser.add_argument("--output", type=Path, default=Path(__file__).resolve().parents[1] / "planted.md")
    given = parser.parse_args()
    paths = [path for path in sorted(RULESETS.glob("*.hoyle")) if not given.rulesets or path.stem in given.rulesets]
    total = sum(len(mistakes(source)) for path in paths if (source := read_source(path)[0]) is not None)
    judges: dict[Path, Judge] = {}
    judged: list[Judged] = []
    until = time.monotonic() + given.seconds
    for path, mistake in sample(paths, given.sample, given.seed, given.each):
        if time.monotonic() > until:
            break
        judge = judges.setdefault(path, Judge(path, given.games))
        finder, code = judge.finder(mistake)
        judged.append((path, mistake, finder, code))
        print(f"{path.stem}:{mistake.line}: {mistake.operator}: {finder} {code}", flush=True)
    text = page(judged, given.seed, given.games, total, rulesets=given.each is not None)
    given.output.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
