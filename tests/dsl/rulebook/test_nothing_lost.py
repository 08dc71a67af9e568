"""A rulebook leaves no rule out: what the rules depend on, under many settings, is found in the text."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from hoyle.dsl.checked import CheckedGame, OptionSymbol
from hoyle.dsl.loading import load, rulesets
from hoyle.dsl.rulebook import english as en
from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.needed import needed, says_number
from hoyle.dsl.rulebook.plain import plain
from hoyle.dsl.rulebook.sections import rulebook
from hoyle.dsl.rulebook.speech import new_book

NAMES = sorted(rulesets())


def left_out(game: CheckedGame, chosen: RulebookSettings) -> list[str]:
    """What the rules depend on and the rulebook does not say."""
    text = " ".join(plain(rulebook(game, chosen), 100_000).split()).lower()
    need = needed(new_book(game, chosen))
    lost = [
        f"number {value} of line {e.span.line}" for value, e in need.numbers.items() if not says_number(text, value)
    ]
    for values in need.values:
        title = (values.description or en.spaced(values.name)).lower().partition(":")[0]
        if title not in text and en.spaced(values.name) not in text:
            lost.append(f"values {values.name}")
    for shape in need.shapes:
        if en.spaced(shape.name) not in text or not all(says_number(text, form.least) for form in shape.forms):
            lost.append(f"shape {shape.name}")
    return lost


@cache
def loaded(name: str) -> CheckedGame:
    game = load(name).game
    assert game is not None
    return game


def settings_of(game: CheckedGame) -> Iterator[tuple[str, RulebookSettings]]:
    """The default, each preset, and each other value of each option, with the number of players fixed or left open."""
    usual: dict[OptionSymbol, int] = {option: option.default for option in game.options}
    yield "default", RulebookSettings(usual, game.players[2])
    for title, preset in game.presets:
        yield title, RulebookSettings(usual | dict(preset), game.players[2])
    for players in game.counts:
        yield f"{players} players", RulebookSettings(usual, players)
    for option in game.options:
        for value in _values(option):
            yield f"{option.name} {value}", RulebookSettings(usual | {option: value}, game.players[2])


def _values(option: OptionSymbol) -> list[int]:
    if option.values is not None:
        return [value for value in option.values if value != option.default]
    if option.type.kind == "number":
        return sorted({option.type.low, option.type.high} - {option.default})
    return [value for value in range(len(option.type.words)) if value != option.default]


@pytest.mark.parametrize("name", NAMES)
def test_the_rulebook_says_what_the_rules_depend_on(name: str) -> None:
    """At one setting of each file: of every second the default, of the others another; with HOYLE_SLOW_TESTS at all."""
    game = loaded(name)
    cases = list(settings_of(game))
    if not os.environ.get("HOYLE_SLOW_TESTS"):
        other = len(name) * 7 % len(cases)
        cases = cases[:1] if len(name) % 2 else cases[other : other + 1]
    assert [(title, lost) for title, chosen in cases if (lost := left_out(game, chosen))] == []


HIDING = """
game "Hiding"
language 1
players 2
deck 7 8 9 J Q K A
zones
    stock: face down
    hand of each player: private
remember
    points of each player: number
shape trio: 3 cards of one rank
values pips of each card
    A: 11
    J Q K: 2..4
    otherwise: 0
define worth(p: player) means 17 if any cs in 3 cards of p.hand has cs is a trio otherwise inner(p)  TEXT
define inner(p: player) means (total pips of p.hand) / 6
main
    shuffle every card into stock
    deal 5 from stock to hand of each player
    for p in players: add p.worth to p.points
    game over, won by the player with highest points
"""


def described(text: str, tmp_path: Path) -> str:
    path = tmp_path / "hiding.hoyle"
    path.write_text(HIDING.replace("TEXT", text), encoding="utf-8")
    game = load(path).game
    assert game is not None
    chosen = RulebookSettings({}, 2)
    assert left_out(game, chosen) == []
    return " ".join(plain(rulebook(game, chosen), 100_000).split())


def test_a_text_after_a_colon_hides_neither_numbers_nor_values_nor_shapes(tmp_path: Path) -> None:
    text = described('"the worth of …: whatever the club thinks"', tmp_path)
    assert "Worked out exactly" in text
    assert "17 if any cs in 3 cards of p.hand has cs is a trio otherwise inner(p)" in text
    assert "Trio: three cards of one rank" in text
    assert "Ace" in text.partition("Card values")[2]


def test_a_text_after_a_colon_hides_neither_ranks_nor_trumps_nor_piles(tmp_path: Path) -> None:
    rules = HIDING.replace("    stock: face down", "    stock: face down\n    pile: face up").replace(
        "17 if any cs in 3 cards of p.hand has cs is a trio otherwise inner(p)",
        "1 if any c in p.hand has (c.rank = J or c.suit = spades or pile is empty) otherwise 0",
    )
    (tmp_path / "things.hoyle").write_text(rules.replace("TEXT", '"the worth of …: as the club likes"'), "utf-8")
    (tmp_path / "said.hoyle").write_text(
        rules.replace("TEXT", '"the worth of …: 1 with a jack or a spade, or if the pile is empty"'), "utf-8"
    )
    texts = []
    for name in ("things", "said"):
        game = load(tmp_path / f"{name}.hoyle").game
        assert game is not None
        texts.append(plain(rulebook(game, RulebookSettings({}, 2)), 100_000))
    assert "1 if any c in p.hand has (c.rank = J or c.suit = spades or pile is empty)" in texts[0]
    assert "Worked out exactly" not in texts[1]


def test_a_text_that_leaves_out_an_inner_define_is_followed_by_the_formula(tmp_path: Path) -> None:
    text = described('"the worth of …: 17 with a trio, otherwise what is left"', tmp_path)
    assert "total pips of p.hand / 6" in text.replace("(", "").replace(")", "").partition("Worked out exactly")[2]


def test_a_text_that_says_everything_needs_no_formula(tmp_path: Path) -> None:
    whole = HIDING.replace(" otherwise inner(p)", " otherwise (total pips of p.hand) / 6")
    (tmp_path / "whole.hoyle").write_text(
        whole.replace("TEXT", '"the worth of …: 17 with three cards that are a trio, otherwise the pips divided by 6"'),
        encoding="utf-8",
    )
    game = load(tmp_path / "whole.hoyle").game
    assert game is not None
    text = plain(rulebook(game, RulebookSettings({}, 2)), 100_000)
    assert left_out(game, RulebookSettings({}, 2)) == []
    assert "Worked out exactly" not in text
