"""Which blocks of features of some rules fit those of other rules, and that an answer with other words is the same one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hoyle
from hoyle.dsl.loading import RULESETS, load
from hoyle.interpreter.learning.fitting import SizedKey, fitting
from hoyle.interpreter.learning.nets import code_of
from hoyle.interpreter.lowering import lower

CASES = json.loads(Path(__file__).with_name("fitting.json").read_text("utf-8"))


def blocks(written: list[str]) -> list[SizedKey]:
    return [(key, int(size)) for key, _, size in (one.rpartition(" ") for one in written)]


@pytest.mark.parametrize("case", CASES, ids=[case["why"] for case in CASES])
def test_blocks_fit(case: dict) -> None:
    found = fitting(blocks(case["known"]), blocks(case["wanted"]))
    assert [-1 if place is None else place for place in found] == case["found"]


@pytest.mark.parametrize("name", ["hasenpfeffer", "cribbage", "president"])
def test_blocks_of_a_game_fit_themselves(name: str) -> None:
    game = load(RULESETS / f"{name}.hoyle").game
    assert game is not None
    learned = code_of(lower(game)).module.learned
    assert learned is not None
    own = [(block.key, block.size) for block in learned.features.blocks]
    assert fitting(own, own) == list(range(len(own)))


def test_another_word_for_an_answer_changes_nothing_for_people_who_have_learned(tmp_path: Path) -> None:
    """`pass` is an answer in two phases of this game; the variant has another word for it in one of them."""
    words = (
        'variant "Another word" of hasenpfeffer\nchange auction\n    replace the choice "pass"\n'
        '        "no bid"\n            add 1 to passes\n'
    )
    (tmp_path / "word.hoyle").write_text(words, "utf-8")
    found = hoyle.compare("hasenpfeffer", str(tmp_path / "word.hoyle"), games=40, seed=3, workers=1)
    assert " ".join(" ".join(found.lines()).split()).count("changed nothing in 40 games") == 2


def test_the_same_rules_are_found_to_be_the_same_whoever_learned_them(tmp_path: Path) -> None:
    """The rules of a variant that changes nothing are those of the shipped game, which were learned already."""
    (tmp_path / "same.hoyle").write_text('variant "Same" of hasenpfeffer\nset forced_bid to 3\n', "utf-8")
    found = hoyle.compare("hasenpfeffer", str(tmp_path / "same.hoyle"), games=20, seed=3, workers=1)
    assert " ".join(" ".join(found.lines()).split()).count("changed nothing in 20 games") == 2


def test_a_trick_that_is_written_twice_changes_nothing(tmp_path: Path) -> None:
    """Both lines play the same trick: what was learned of the one holds for the other, which keeps its trick elsewhere."""
    line = "play trick from hand to trick, led by leader, any card, taken by leader"
    twice = (
        f'variant "Twice" of briscola\nchange one_deal\n    replace the line {line}\n'
        f"        if stock is empty\n            {line}\n        otherwise\n            {line}\n"
    )
    (tmp_path / "twice.hoyle").write_text(twice, "utf-8")
    found = hoyle.compare("briscola", str(tmp_path / "twice.hoyle"), games=40, seed=3, workers=1)
    assert "changed nothing in 40 games" in " ".join(" ".join(found.lines()).split()).partition("who have learned")[0]
