"""Every sentence of every rulebook is searched for patterns of bad English."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from hoyle.dsl.loading import load, rulesets
from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.document import Grid, Items, Paragraph, TextBlock, every_section, words
from hoyle.dsl.rulebook.sections import rulebook

SLOW = bool(os.environ.get("HOYLE_SLOW_TESTS"))
"""Also checks presets and variants."""
LONGEST = 40
"""The most words in a sentence or in a cell of a table."""
LONGER = {
    "belote_declarations": 50,
    "cassino_multiple_builds": 43,
    "clabber": 49,
    "dou_dizhu": 43,
    "jass": 49,
    "pinochle": 106,
    "piquet": 47,
}
"""Games that have a longer one, and its length: it should be written in other words."""

UNREADABLE = {
    "a doubled word": r"\b(?!(?:two|three|four|five|six|seven|eight|nine|ten) )(\w+) \1\b",  # `a ten ten`: counts ten
    "a name of the rule file": r"[a-z]_[a-z]",
    "“a” in front of a vowel": r"\ba (?=[aeio])(?!one\b|eu)",
    "“an” in front of a consonant": r"\ban (?![aeiouAEIOU8]|1[18]\b|X)",
    "an unfinished sentence": r"\b(?:of|the|and|or|than)[.;]",
    "one of several": r"(?<!-)\b(?:1|one) (?:cards|points|tricks|players|teams|chips)\b",
    "several of one": r"\b(?:two|three|four|five|six|ten|1[0-9]|[2-9]) (?:card|point|trick|player|team|chip)\b(?!-)",
    "one that are": r"\b(?:every|each|any|some|no) (?:player|team|card|suit) (?:are|have|who are|that are)\b",
    "several that is": r"\b(?:players|teams) who (?:is|has)\b",
    "a number with an argument": r"\bwith [^.;|]* as (?:one|two|value|base|cards|others|number)\b",
    "an article that is missing": r"\bnumber of (?:player|team|dealer)'s\b",
    "a large number of a formula": r"\d{5,}",
    "a space too many": r"\S  +\S| [.,;]",
    "a sentence that a reader gave up on": r"than 1 if there is|lowest last hit, then|for no player except|"
    r"there are (more than|at least) one\b|it is true that|the top the number|the number minus 1 cards|something to remember more",
    "what is always so or never": r": (?:never|always)\.|\b(?:and|or|either) (?:always|never)\b(?! \w)"
    r"|\b(?:always|never) (?:and|or)\b",
}


def texts(blocks: tuple[TextBlock, ...]) -> list[str]:
    """Every paragraph, list item and table cell."""
    found: list[str] = []
    for block in blocks:
        match block:
            case Paragraph():
                found.append(words(block.line))
            case Items():
                for item in block.items:
                    found += [words(item.line), *texts(item.blocks)]
            case Grid():
                found += [words(cell) for row in block.rows for cell in row]
    return found


def read(path: Path, preset: int | None = None) -> list[str]:
    """The rulebook of a ruleset without the author's own texts (variations, rulings)."""
    game = load(path).game
    assert game is not None
    values = {option: option.default for option in game.options}
    if preset is not None and preset < len(game.presets):
        values |= dict(game.presets[preset][1])
    sections = every_section(rulebook(game, RulebookSettings(values)).sections)
    own = [
        section
        for section, _ in sections
        if section.title not in ("Variations", "Rulings", "Players and cards", "Worked out exactly")
    ]
    return [text for section in own for text in texts(section.blocks)]


@pytest.mark.parametrize(
    "name", [name for name, path in sorted(rulesets().items()) if SLOW or path.parent.name != "variants"]
)
def test_no_sentence_matches_a_pattern_of_bad_english(name: str) -> None:
    for preset in (None, 0, 1, 2) if SLOW else (None,):
        for text in read(rulesets()[name], preset):
            for sort, pattern in UNREADABLE.items():
                assert not (found := re.search(pattern, text)), (sort, found and found[0], text)
            for left, right in ("()", "“”", "‹›"):
                assert text.count(left) == text.count(right), text
            for sentence in re.split(r"(?<=[.:;])\s+", text):
                assert len(sentence.split()) <= LONGER.get(name, LONGEST), sentence


@pytest.mark.parametrize(
    ("sort", "bad"),
    [
        ("a doubled word", "the the dealer"),
        ("a name of the rule file", "set last_hit to 3"),
        ("“a” in front of a vowel", "a ace"),
        ("“an” in front of a consonant", "an king"),
        ("an unfinished sentence", "the player with the highest card of."),
        ("one of several", "1 cards"),
        ("several of one", "13 card"),
        ("one that are", "every player who are the bidder"),
        ("several that is", "players who is out"),
        ("a number with an argument", "the runs with 15 as one"),
        ("an article that is missing", "the number of player's won cards"),
        ("a large number of a formula", "67108864 times the kind"),
        ("a space too many", "the card ,"),
        ("a sentence that a reader gave up on", "if there are more than one card"),
        ("a sentence that a reader gave up on", "if there are at least one card"),
        ("what is always so or never", "The player can fold: never."),
        ("what is always so or never", "The game ends if the player is out and always."),
        ("what is always so or never", "The game ends if never or the player is out."),
    ],
)
def test_each_pattern_finds_its_bad_example(sort: str, bad: str) -> None:
    assert re.search(UNREADABLE[sort], bad)
