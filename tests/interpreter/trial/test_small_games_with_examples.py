"""The examples of a rule file, each with one word changed, and which lines two rule files differ in."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.batch.pairing import PairedGames
from hoyle.interpreter.engine import Dice
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.trial.changed import came_up, changed_lines
from hoyle.interpreter.trial.examples import broken_examples
from hoyle.interpreter.trial.settings import covering

from ...small_rules import game_of, small_rules
from ..small_scripts import shown
from .test_examples import GAME, HOLD
from .test_small_games import kept

GOLDEN = Path(__file__).with_name("golden")


# ------------------------------------------------------------------------------------------------------------- examples

MORE = (
    HOLD
    + """\
example "a card is seen by who holds it" by p
    move {A of spades, 9 of hearts} to p.hand
    move {K of clubs} to p.left.hand
    expect p to see p.hand
    expect p.left not to see p.hand
    expect no one to see stock
example "the holder of the nine of clubs is asked" by p
    deal {9 of clubs, A of hearts} to p.hand
    deal {K of spades} to p.left.hand
    play the game
    expect p to play
    expect "call clubs"
    "pass"
"""
)
ALIKE = (("hearts", "clubs", "spades"), ("p", "p.left", "p.right"), ("2", "0", "10", "11", "20"), ("9", "A", "K"))
WORD = re.compile(r"\bp\.(?:left|right)\b|\b(?:hearts|clubs|spades|p|\d+|A|K)\b")


def test_the_examples_hold() -> None:
    game = load(Source("short.hoyle", GAME + MORE)).game
    assert game is not None
    assert broken_examples(game) == ()


@pytest.mark.parametrize("seed", range(10))
def test_what_is_said_of_examples_with_one_word_changed(seed: int) -> None:
    dice, places = Dice(seed), [*WORD.finditer(MORE)]
    found: list[str] = []
    for _ in range(3):
        place = places[dice.below(len(places))]
        others = [one for words in ALIKE if place[0] in words for one in words if one != place[0]]
        if not others:
            continue
        text = MORE[: place.start()] + others[dice.below(len(others))] + MORE[place.end() :]
        game = load(Source("short.hoyle", GAME + text)).game
        if game is not None:
            number = MORE.count("\n", 0, place.start())
            found += [text.splitlines()[number].strip(), *(f"    {shown(one)}" for one in broken_examples(game))]
    kept(f"examples_{seed}", found)


# --------------------------------------------------------------------------------------------------------- what changed

CHANGES = {
    "points": ("add 1 to p.points", "add 2 to p.points"),
    "answer": ('            "wait"\n', '            "wait"\n                add 1 to p.points\n            "rest"\n'),
    "end": ("with highest points", "with lowest points"),
}


@pytest.mark.parametrize("kind", CHANGES)
def test_which_lines_differ_and_how_often_they_came_up(kind: str) -> None:
    before = small_rules(players="2", answers='            "wait"\n')
    old, new = CHANGES[kind]
    assert old in before
    a, b = game_of(before), game_of(before.replace(old, new))
    work = PairedGames(lower(a), lower(b), ("random",) * 2, 1)
    lines = changed_lines(a, b, work)
    found = came_up(a, b, work, 20)
    shown_lines = None if lines is None else [sorted(side) for side in lines]
    kept(f"changed_{kind}", [str(shown_lines), str(found), str(came_up(a, b, work, 5))])


def test_the_rows_of_a_long_list_are_not_all_played() -> None:
    game = game_of(small_rules(head='option prize: 1..90 = 5 "points"', act="add prize to p.points"))
    rows = [*covering(game)]
    assert len({row["prize"] for row in rows}) < 20
    assert {row["prize"] for row in islice(rows, 3)} == {5}
    assert {1, 90} <= {row["prize"] for row in rows}
