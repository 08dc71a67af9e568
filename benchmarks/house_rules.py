"""What each house rule of the cookbook does among learned players: the same deals with and without it.

    python benchmarks/house_rules.py [NAME …] [--games 1000] [--choices 1000000] [--seconds 30] [--seed 1]
        [--write PAGE]

NAME is a recipe, as its file in docs/cookbook is called; all of them if none is named.  Each is compared with its game
as `hoyle compare GAME RECIPE` does: first with players who go on as before, then with players who have had a lesson of
so many choices under either set of rules, or of so many seconds if those end it before (0: the clock ends none, and
the same seed gives the same page).  What is learned is forgotten afterwards, so each run learns anew.  The page is
written after each recipe, and keeps what it said of recipes that are not named.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from revision import measured_on

import hoyle
from hoyle.interpreter.batch.verdict import UNSURE
from hoyle.interpreter.learning import budget

DOCS = Path(__file__).resolve().parents[1] / "docs"
RECIPES = DOCS / "cookbook"
NO_LIMIT = 100_000.0
FIRST, ENDLESS = 8, 50_000
"""Of so many games it is looked first whether they end: with more choices in a game than this they do not."""
Data = dict[str, Any]


def in_order() -> list[tuple[str, str]]:
    """The recipes as the page prints them: the name of the file and the heading."""
    page = (DOCS / "cookbook.md").read_text(encoding="utf-8")
    return [
        (name, title)
        for title, name in re.findall(r"^### (.+?)\n(?:(?!^###).)*?<!-- recipe: (\w+) -->", page, re.M | re.S)
    ]


def compared(name: str, games: int, seed: int) -> Data:
    """The report of a comparison of a recipe with its game."""
    path = RECIPES / f"{name}.hoyle"
    first = hoyle.compare(_base(name), str(path), games=min(games, FIRST), seed=seed).data()
    if max(first["length"]["decisions"][side]["value"] for side in "ab") > ENDLESS:
        raise ValueError(f"with what is learned of {first['a']['title']} a game does not end")
    return hoyle.compare(_base(name), str(path), games=games, seed=seed).data()


def interval(numbers: Data, times: float = 1, digits: int = 1) -> str:
    """A value with its interval of 95 %."""
    value, low, high = (times * numbers[key] for key in ("value", "low", "high"))
    return f"{value:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


def row(title: str, data: Data, lesson: str) -> str:
    """A line of the table."""
    anchor = re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")
    learned = data.get("learned")
    cells = (
        f"[{title}](#{anchor})",
        data["a"]["title"],
        f"{data['games']:,}",
        lesson,
        interval(data["winner_changes"], 100, 0),
        interval(data["deal_changes"], 100, 0),
        interval(data["length"]["deals"]["difference"], 1, 2),
        interval(learned["winner_changes"], 100, 0) if learned else "–",
    )
    return "| " + " | ".join(cells) + " |"


def section(title: str, name: str, data: Data) -> list[str]:
    """What the report of one recipe says in words."""
    from hoyle.cli.formats.comparison import learned_sentence

    learned = data.get("learned")
    answers = learned_sentence(learned) if learned else ""
    measured = [sentence for sentence in data["measured"] if not sentence.startswith(UNSURE)]
    return [
        f"## {title}",
        "",
        f"`hoyle compare {_base(name)} docs/cookbook/{name}.hoyle`",
        "",
        f"- *People who go on as before.* {data['sentence']}",
        *([f"- *People who have learned the new rules.* {answers}"] if learned else []),
        *([f"- *The course of a game.* {' '.join(measured)}"] if measured else []),
        "",
    ]


def _base(name: str) -> str:
    text = (RECIPES / f"{name}.hoyle").read_text(encoding="utf-8")
    return re.findall(r"^variant .* of (\w+)$", text, re.MULTILINE)[0]


def kept(text: str) -> dict[str, tuple[str, list[str]]]:
    """What a page says: the row and the section of each rule, by its heading."""
    rows = {title: line for line, title in re.findall(r"^(\| \[(.+?)\]\(#.*)$", text, re.MULTILINE)}
    sections = re.findall(r"^(## (.+?)\n.*?)(?=^## |^Measured: )", text, re.MULTILINE | re.DOTALL)
    return {title: (rows[title], [*said.rstrip().split("\n"), ""]) for said, title in sections if title in rows}


def page(found: list[tuple[str, str, Data | str]], lesson: str, seed: int, before: str = "") -> str:
    """The whole page: what was found now, and what the page said before of other rules."""
    said = kept(before)
    for name, title, data in found:
        if not isinstance(data, str):
            said[title] = row(title, data, lesson), section(title, name, data)
    in_turn = [said[title] for _, title in in_order() if title in said]
    failed = [f"- {title}: {why}" for _, title, why in found if isinstance(why, str)]
    lines = [
        "# What the rules of the cookbook do",
        "",
        "Each rule of [the cookbook](cookbook.md) beside the game that it changes: the same deals, played by",
        "players who have [learned](learning.md) the game. Numbers in brackets are intervals of 95 %. *Another",
        "winner* and *deals* say in how many of a hundred games another player or side wins, and how many of a",
        "hundred deals are scored otherwise, if people go on as before; *longer* by how many deals a game grows;",
        "*learned* how many games have another winner once people have learned the rule (a lesson is short, so this",
        "contains how two lessons happen to differ, too). *Lesson* is how many choices each lesson has; `hoyle",
        "compare` gives a million, or as many as 30 seconds allow.",
        "",
        f"Made by `python benchmarks/house_rules.py --seconds 0 --seed {seed}`, with `--games` and `--choices` as",
        "the table says, and published as it fell.",
        "",
        "| rule | game | games | lesson | another winner | deals | longer | learned |",
        "|---|---|---|---|---|---|---|---|",
        *(line for line, _ in in_turn),
        "",
        *(["Not measured:", "", *failed, ""] if failed else []),
        *(line for _, lines in in_turn for line in lines),
        measured_on() + " Rows of earlier runs are kept as they were.",
        "",
    ]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--choices", type=int, default=budget.FURTHER_CHOICES)
    parser.add_argument("--seconds", type=float, default=budget.SECONDS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path)
    arguments = parser.parse_args()
    for constant, value in (("SECONDS", arguments.seconds or NO_LIMIT), ("FURTHER_CHOICES", arguments.choices)):
        setattr(budget, constant, value)
    found: list[tuple[str, str, Data | str]] = []
    there = arguments.write is not None and arguments.names and arguments.write.exists()
    before, made = arguments.write.read_text("utf-8") if there else "", ""
    with tempfile.TemporaryDirectory() as cache:
        os.environ["XDG_CACHE_HOME"] = cache
        for name, title in in_order():
            if arguments.names and name not in arguments.names:
                continue
            print(name, file=sys.stderr, flush=True)
            try:
                found.append((name, title, compared(name, arguments.games, arguments.seed)))
            except ValueError as error:
                found.append((name, title, str(error)))
            made = page(found, f"{arguments.choices:,}", arguments.seed, before)
            if arguments.write:
                arguments.write.write_text(made, encoding="utf-8")
    print(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
