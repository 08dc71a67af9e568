"""The table of the games in `rulesets/README.md` is up to date.

    python tests/rulesets/test_table.py

writes the table from the rule files, the scripts and the tests of the rulesets.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle.dsl.checked import CheckedGame
from hoyle.dsl.loading import RULESETS, load
from hoyle.dsl.settle.folding import FoldingContext
from hoyle.dsl.settle.settled import settled_text
from hoyle.interpreter.lowering import settle

PAGE = RULESETS / "README.md"
TESTS = Path(__file__).parent
OF_ALL = ("test_golden", "test_properties", "test_every_line", "test_table")
"""Tests that run for every ruleset."""

FAMILIES: dict[str, list[str]] = json.loads((RULESETS / "families.json").read_text("utf-8"))
"""The games of each family, in the order in which a gallery shows the families."""

HELD: list[dict[str, Any]] = json.loads((TESTS / "held.json").read_text("utf-8"))
"""The programs of others that games were compared with: what, how many deals, since when, and whether a test does it."""

CARDSTOCK = {
    "whist": ("Whist4", 99), "hearts": ("Hearts4", 118), "spades": ("Spades4", 144), "pitch": ("Pitch4", 167),
    "newberry_euchre": ("Euchre4", 251), "sheepshead": ("SheepsheadPicker5", 203), "klaverjassen": ("Klaverjassen4", 313),
    "sueca": ("Sueca4", 92), "german_whist": ("GermanWhist2", 87), "gops": ("GOPS2", 65), "crazy_eights": ("CrazyEights4", 87),
    "go_fish": ("GoFish4", 103), "golf": ("GolfSix4", 119), "scopa": ("Scopa2", 120), "cribbage": ("Cribbage2", 218),
    "knock_rummy": ("Rummy2", 97), "gin_rummy": ("Rummy2", 97), "kuhn_poker": ("KuhnPoker2", 61),
    "leduc_poker": ("LeducPoker2", 75), "five_card_draw": ("Poker5", 157),
}  # fmt: skip
"""The same games in CardStock's language: the file, and its number of lines without comments and empty lines.

Counted in `CardStock/games` of mgoadric/cardstock, revision e522f42 of August 2025.  These files describe one deal or a fixed
number of points, and no options.
"""
THEIRS = dict(CARDSTOCK.values())
"""The number of lines of each of those files."""
AS_THERE = TESTS / "as_cardstock"
"""Rule files that say what one of those files says, and no more."""
SINCE = "2026-11"
"""The month in which the referees were written."""
HELD_COLUMNS = ("program", "what", "deals", "since")
AROUND = (
    "game ",
    "language ",
    "source ",
    "ruling ",
    "option ",
    "require ",
    "preset ",
    "after ",
    "always ",
    "example",
    "#",
)
"""The starts of those parts of a rule file that CardStock's files do not have."""


@cache
def game_of(name: str) -> CheckedGame:
    """A shipped game."""
    game = load(name, advice=False).game
    assert game is not None
    return game


@cache
def text_of(path: Path) -> str:
    """What a file says."""
    return path.read_text("utf-8")


@cache
def ruleset_text(name: str) -> str:
    """The text of a game's rule file."""
    return text_of(RULESETS / f"{name}.hoyle")


CONSTRUCTS = {
    "a duty, with whoever is to play: `played by p`": r"\bplayed by \w",
    "`the winner so far`, `the winning card so far`": r"the winn(er|ing card) so far",
    "`c beats d`": r"\w beats ",
    "`c follows d`": r"\b[cd] follows ",
    "`c is a trump`": r"is a trump\b",
    "`the highest c in S by the ranking`": r"by the ranking",
    "`c.player`, `p.played`": r"\.(player|played)\b",
    "names that people read: `names`": r"^names$",
    "`counterclockwise`": r"^players .*counterclockwise",
    "`play the other way round`": r"\bplay the other way round$",
    "`for dealer around the table …`, of a name that is there": r"^ +for dealer around the table",
    "`for dealer around the table …, deals times`": r"^ +for \w+ around the table from [^\n]*, [^\n]* times",
    "`points of each player except p`": r"of each (player|team) except ",
    "`shuffle every card into S`": r"^ +shuffle every card into ",
    "`players 2 or 4`": r"^players \d+ or ",
    "`partners opposite with 4`": r"^players .*opposite with",
    "`p.next`": r"\.next\b",
    "sides made during a deal": r"^define \w+ means every p in players where p = \w+ or p = \w+",
    "`a random suit`, or another value": r"a random (?!player|card)",
    "`any cs in 2 or more cards of S`": r"\b(any|no|every) \w+ in \d[^\n]*cards of ",
    "`number of cs in 2 cards of S`": r"number of \w+ in \d[^\n]*cards of ",
    "`highest`, `total … for cs in 5 cards of S`": r"(highest|total|lowest) [^\n]* for \w+ in \d[^\n]*cards of ",
    "`highest n for n in 1..k where …`": r"highest n for n in ",
    "`S left over by melds`": r" left over by ",
    "a deck in rows": r"^deck\n",
    "`wild` cards of a shape": r"^(\w+ )?shape [^\n]* wild$",
    "`move … to bottom of`, `to the middle of`": r"\bto (bottom|the middle) of ",
    "`for p in S, c in T`": r"^ +for \w+ in [^\n\"]+, \w+ in ",
    "`add value` to an option": r"^ +add value ",
    "`values … of each` kind": r"^values \w+ of each (?!card)\w",
    "zones with places": r"^    \w+( of each \w+)?: \d+ places",
    "an answer `otherwise`": r"^ +\"[^\"]*\" otherwise",
    "`before each card by p`, `after each card c by p`": r"^ +(before|after) each card ",
    "`taken by w with the highest c by V`": r"taken by \w+ with the (highest|lowest) ",
    "`following suit or c where …`": r"following suit or \w+ where ",
    "`for n in 60..180 in steps of 5`": r" in steps of ",
    "a set written out: `c.rank in {7, Q}`": r" in \{",
    "`number of p in S, c in T where …`": r"\b(number of|any|no) \w+ in [\w.]+, \w+ in [\w.]+ (where|has)",
}
"""Constructs in the language's list for 1.1, each with a pattern for lines of a rule file (MULTILINE)."""
QUESTIONED = {
    "`for n in 60..180 in steps of 5`": "Bids by fives and tens belong to games for points on cards, of which there is one here.",
    "`a random suit`, or another value": "Games that leave trumps to chance turn a card up; only where nothing is turned it is needed.",
    "`number of cs in 2 cards of S`": "Counting sets for points is what Cribbage is made of; no other game here scores so.",
    "`add value` to an option": "It serves house rules that add a reading to an option; the variants here change numbers, which `set` and `allow` do.",
}
"""Constructs used in fewer than two rule files, and why the language keeps them."""


def users(construct: str) -> tuple[list[str], list[str]]:
    """The games and the variants that use a construct."""
    found = re.compile(CONSTRUCTS[construct], re.MULTILINE)
    games, variants = (
        [path.stem for path in sorted(folder.glob("*.hoyle")) if found.search(text_of(path))]
        for folder in (RULESETS, RULESETS / "variants")
    )
    return games, variants


def family(name: str) -> str:
    """The family of a game."""
    return next((title for title, games in FAMILIES.items() if name in games), "other")


def about(name: str) -> str:
    """What a game is, in a sentence or two: the comment at the head of its file."""
    lines = ruleset_text(name).split("\ngame ")[0].splitlines()
    return " ".join(" ".join(line.removeprefix("#").strip() for line in lines).split())


def gallery() -> list[str]:
    """The games by family, each with its title and what it is."""
    lines = ["## Families", "", "`families.json` holds them as data.", ""]
    for title, games in FAMILIES.items():
        lines += [f"**{title.capitalize()}**", ""]
        lines += [f"- [{game_of(name).title}]({name}.hoyle): {about(name)}" for name in games]
        lines.append("")
    return lines


@cache
def games_of_scripts() -> Counter[str]:
    """How many scripted games name each ruleset."""
    texts = map(text_of, (RULESETS / "games").glob("*.play"))
    return Counter(name for text in texts for name in re.findall(r"^game (\w+)$", text, re.MULTILINE))


@cache
def games_by_test_file() -> dict[Path, frozenset[str]]:
    """The test files of the rulesets, by their names, and the games that each knows."""
    return {
        path: frozenset(
            name for pair in re.findall(r'match\("(\w+)"|"(\w+)": [A-Z]', text_of(path)) for name in pair if name
        )
        for path in sorted(TESTS.rglob("test_*.py"), key=lambda path: path.name)
        if path.stem not in OF_ALL
    }


@cache
def held_against(name: str) -> str:
    """The test files that know the game: referees written by hand, other programs, positions."""
    known = [path.stem.removeprefix("test_") for path, games in games_by_test_file().items() if name in games]
    return ", ".join(known) or "–"


NO_OPTIONS = (
    "- Big Two: A 2 3 4 5 and 2 3 4 5 6 as straights. The two cited pages differ: one lets straights run in the order of the",
    "  cards, up to J Q K A 2, which the file follows; in the other 5 4 3 2 A is the lowest and A K Q J 10 the highest. It would",
    "  take sequences in another order than that of the deck, which a `shape` does not have.",
    "- Cassino: to lay a card that can take. So many cards then lie on the table that there are more than a million sets to",
    "  take, which is the limit of a choice. Several sets in a build are a variant (`cassino_multiple_builds`), and what a",
    "  court card takes is an option.",
)


def referees() -> list[str]:
    """A line for each referee: its test file, the games it knows, how many games of each are drawn in a run, since when."""
    lines: list[str] = []
    names = sorted(path.stem for path in RULESETS.glob("*.hoyle"))
    for path, known in games_by_test_file().items():
        drawn = re.search(r"^GAMES = settings\(max_examples=(\d+)", text_of(path), re.MULTILINE)
        games = [game for game in names if game in known]
        if drawn and games:
            titles = ", ".join(game_of(game).title for game in games)
            lines.append(f"| {path.stem.removeprefix('test_')} | {titles} | {drawn[1]} | {SINCE} |")
    return lines


def row(path: Path) -> tuple[str, str, str]:
    """A line of the table, preceded by the family and the title, by which the lines are sorted."""
    game = game_of(path.stem)
    low, high, usual = game.players
    players = str(low) if low == high else f"{low} to {high}, usually {usual}"
    options = ", ".join(option.name for option in game.options) or "–"
    lines = len(without_examples(path.read_text("utf-8")).splitlines())
    cells = [family(path.stem), f"[{game.title}]({path.name})", players, options, *map(str, counts(path.stem))]
    return family(path.stem), game.title, "| " + " | ".join([*cells, held_against(path.stem), str(lines)]) + " |"


def counts(name: str) -> tuple[int, int, int, int]:
    """The numbers of presets, sources, invariants and scripted games of a game."""
    text = ruleset_text(name)
    presets, sources, checks = (
        len(re.findall(rf"^(?:{words}) ", text, re.MULTILINE)) for words in ("preset", "source", "after|always")
    )
    return presets, sources, checks, games_of_scripts()[name]


def bare(text: str) -> int:
    """The number of lines that say how the game is played: without headings, options, invariants, comments and empty
    lines.
    """
    count, inside = 0, False
    for line in text.splitlines():
        if line[:1].strip():
            inside = not line.startswith(AROUND)
        count += inside and bool(line.strip())
    return count


def without_examples(text: str) -> str:
    """A rule file up to its examples, which say nothing that the rules do not."""
    return re.split(r"\n+(?:# -+ examples\n+)?example\b", text, maxsplit=1)[0]


def code(text: str) -> int:
    """The number of lines without comments and empty lines."""
    return sum(bool(line.strip()) and not line.lstrip().startswith("#") for line in text.splitlines())


def settled_at_defaults(game: CheckedGame) -> str:
    """The rule file with every option at its default, for the default number of players."""
    chosen = settle(game, {}, None, None)
    return settled_text(game, FoldingContext(dict(chosen.values), chosen.players))


@cache
def counted(name: str) -> tuple[int, int, int]:
    """The numbers of lines of a game: the whole file, its rules, and its rules in one setting."""
    text = ruleset_text(name)
    return code(without_examples(text)), bare(text), bare(settled_at_defaults(game_of(name)))


def lengths(name: str) -> str:
    """A line of the table of lengths."""
    file, theirs = CARDSTOCK[name]
    cells = " | ".join(f"{own} | {own / theirs:.2f}" for own in counted(name))
    return f"| {game_of(name).title} | {file} | {theirs} | {cells} |"


def alike(path: Path) -> str:
    """A line of the table of files that say the same."""
    own, theirs = code(path.read_text("utf-8")), THEIRS[path.stem]
    return f"| {path.stem} | {theirs} | {own} | {own / theirs:.2f} |"


def too_long(which: int) -> str:
    """The games longer than 0.6 times CardStock's: as a whole, in their rules, and in their rules in one setting."""
    long = [game_of(name).title for name, (_, theirs) in CARDSTOCK.items() if counted(name)[which] > 0.6 * theirs]
    return ", ".join(long) or "none"


def page() -> str:
    """The whole page."""
    lines = [
        "# The games",
        "",
        "Every game is a rule file of this folder: the whole match, with what people play differently as options.",
        "`games/` holds scripted games that are replayed by the tests, `variants/` house rules laid over the games.",
        "The last column but one names the files of `tests/rulesets` that know the game: referees written by hand,",
        "comparisons with OpenSpiel, positions. Besides, every game is checked, played at every value of every option",
        "in both executors, and its own checks (`after`, `always`) are looked at in every game played. Sources are the",
        "published descriptions a file names.",
        "",
        "This page is made by `python tests/rulesets/test_table.py`.",
        "",
        *gallery(),
        "## In figures",
        "",
        "| family | game | players | options | presets | sources | checks | scripts | held against | lines |",
        "|---|---|---|---|---|---|---|---|---|---|",
        *(line for *_, line in sorted(row(path) for path in RULESETS.glob("*.hoyle"))),
        "",
        "## Held against other programs",
        "",
        "What agreed with programs that others wrote, how many deals, and since when. Where the tests do it again, they do",
        "so only if the program is installed. Every other game was held against a referee in `tests/rulesets`, written by",
        "hand from the published descriptions: its tests play some deals at random in every run.",
        "",
        "| game | program | what agreed | deals | since |",
        "|---|---|---|---|---|",
        *(f"| {game_of(one['game']).title} | " + " | ".join(one[key] for key in HELD_COLUMNS) + " |" for one in HELD),
        "",
        "## Held against referees",
        "",
        "The test files with a referee written by hand from the published descriptions, the games each knows, and how many",
        "games of each (or so many choices of them) at settings drawn at random it follows in every run, choice by choice.",
        "",
        "| referee | games | games in each run | since |",
        "|---|---|---|---|",
        *referees(),
        "",
        "## Rules that are no options",
        "",
        "Ways to play that are known, and why they cannot be chosen here.",
        "",
        *NO_OPTIONS,
        "",
        "## Lengths",
        "",
        "Games that CardStock's collection has, too. Lines are counted without comments and empty lines, there and here.",
        "Its files say how one deal, or one game to a fixed score, is played by a fixed number of players in one setting.",
        "So the files here, which have options and checks, are counted three times: whole; only their rules (without",
        "heading, sources, rulings, options, presets and checks); and the rules in one setting, with every option at its",
        "default and the usual number of players worked in, as `hoyle show RULESET --settled` prints them. Matches, scores",
        "and what ends a game are counted in all three. The aim is 0.6 times their length.",
        "",
        "| game | file | CardStock | whole | times | rules | times | one setting | times |",
        "|---|---|---|---|---|---|---|---|---|",
        *(lengths(name) for name in CARDSTOCK),
        "",
        f"Longer than that: the whole file of {too_long(0)}; the rules of {too_long(1)}; in one setting {too_long(2)}.",
        "Those six say more than the file there. Crazy Eights has four options, and is for two to seven players with one pack",
        "or two; `CrazyEights4` is one deal without a dealer, in which a turn is one card. `Rummy2` has no laying off and ends",
        "with one deal; Gin Rummy has the offer of the first card, laying off, gin and undercut, boxes and a match. In `Poker5`",
        "nobody can call, raise or give up, and no stakes run out. `KuhnPoker2` and `LeducPoker2` are one deal, and what lies in",
        "the pot is not shown; `LeducPoker2` has neither raises nor a pair with the card turned up. To compare like with like,",
        "`tests/rulesets/as_cardstock` holds rule files that say what these five files say and no more, heading included; a",
        "test checks them, plays them and counts them. Nobody has played them beside CardStock. Where `Poker5` and `Rummy2` do",
        "not do what they seem to mean (cards left over from the deal, cards drawn, the card just taken), what they mean is said:",
        "",
        "| file | CardStock | the same here | times |",
        "|---|---|---|---|",
        *(alike(path) for path in sorted(AS_THERE.glob("*.hoyle"))),
        "",
        "## Constructs",
        "",
        "Which rule files use what the language has beyond tricks, deals and choices.",
        "",
        "| construct | games | variants |",
        "|---|---|---|",
        *(f"| {one} | {' | '.join(', '.join(names) or '–' for names in users(one))} |" for one in CONSTRUCTS),
        "",
        "Used by fewer than two, and why it stays:",
        "",
        *(f"- {one}: {why}" for one, why in QUESTIONED.items()),
    ]
    return "\n".join(lines) + "\n"


def test_every_construct_with_fewer_than_two_uses_has_a_reason():
    few = {one for one in CONSTRUCTS if sum(map(len, users(one))) < 2}
    assert few == set(QUESTIONED)


def test_every_game_has_two_scripts_an_invariant_and_a_comparison():
    for path in RULESETS.glob("*.hoyle"):
        _, sources, checks, scripted = counts(path.stem)
        assert scripted >= 2, path.stem
        assert checks >= 1, path.stem
        assert sources >= 1, path.stem
        assert held_against(path.stem) != "–", path.stem


def test_programs_that_tests_compare_with_are_those_of_the_page():
    tested = {(one["program"], one["game"]) for one in HELD if one["tested"]}
    names = {"pyspiel": "OpenSpiel", "pokerkit": "PokerKit"}
    found: set[tuple[str, str]] = set()
    for path in TESTS.rglob("test_*.py"):
        text = path.read_text("utf-8")
        for module in re.findall(r'^ *\w+ = pytest\.importorskip\("(\w+)"[,)]', text, re.MULTILINE):
            found |= {(names[module], one) for one in re.findall(r'\bmatch\("(\w+)"', text)}
    assert found == tested


@pytest.mark.parametrize("path", sorted(AS_THERE.glob("*.hoyle")), ids=lambda path: path.stem)
def test_what_cardstock_says_is_said_in_six_tenths_of_its_lines(path: Path):
    text = path.read_text("utf-8")
    assert not hoyle.check(text).diagnostics
    assert code(text) <= 0.6 * THEIRS[path.stem]
    assert hoyle.simulate(str(path), games=4, players="random").games == 4


def test_what_is_longer_in_one_setting_has_a_file_that_says_the_same():
    longer = {file for name, (file, theirs) in CARDSTOCK.items() if counted(name)[2] > 0.6 * theirs}
    assert longer == {path.stem for path in AS_THERE.glob("*.hoyle")}


def test_every_game_has_a_family_and_says_what_it_is():
    assert {name for games in FAMILIES.values() for name in games} == {path.stem for path in RULESETS.glob("*.hoyle")}
    for name in {name for games in FAMILIES.values() for name in games}:
        assert 20 <= len(about(name)) <= 260, name


def test_the_table_is_up_to_date():
    assert PAGE.read_text("utf-8") == page(), "make it anew: python tests/rulesets/test_table.py"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
