"""One script under two sets of rules: the first line with a different result, and both results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hoyle.dsl.codes.reporting import ScriptError
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.replay.first_difference import FirstDifference, first_difference

RULES = """game "Count"
language 1
players 2
deck 7 8
option step: 1..3 = 1 "points for taking one"
option more: yes or no = yes "may one take two"
zones
    stock: face down
remember
    score of each player: number
main
    gather every card into stock
    repeat 3 times
        turns
    game over, won by the player with highest score
phase turns
    for p in players
        p chooses
            "take one"
                add step to p.score
            "take two" if more
                add 2 to p.score
"""
OTHER = (
    RULES.replace('"Count"', '"Other"')
    .replace('option more: yes or no = yes "may one take two"\n', "")
    .replace(" if more", "")
    .replace("add step", "add 2")
)
HEAD = "hoyle play 1\ngame ./count.hoyle\noption more yes\nplayers A, B\n"
LINES = "A: take two\nexpect score: A 2, B 0\nB: take one\nA: take one\nB: take two\n"

Found = Callable[..., FirstDifference | None]


@pytest.fixture
def found(tmp_path: Path) -> Found:
    for name, text in (("count", RULES), ("other", OTHER)):
        (tmp_path / f"{name}.hoyle").write_text(text, encoding="utf-8")
    rulesets = Rulesets()

    def call(lines: str, ruleset: str | None = None, **options: str) -> FirstDifference | None:
        script, problems = parse_script(HEAD + lines, "x.play")
        assert script is not None, problems
        (game,) = script.games
        other = rulesets.for_script_under(game, ruleset, options, tmp_path)
        return first_difference(game, rulesets.for_script(game, tmp_path), other)

    return call


def test_equal_rules_have_no_difference(found: Found) -> None:
    assert found(LINES) is None
    assert found(LINES, step="1") is None
    assert found(LINES, "./count.hoyle") is None
    assert found("") is None


def test_the_line_with_different_scores_is_found_with_both_results(found: Found) -> None:
    difference = found(LINES, step="3")
    assert difference is not None
    assert difference.span.text == "B: take one"
    here, there = difference.sides
    assert (here.turn, there.turn) == ("A", "A")
    assert here.happened != there.happened
    assert (here.failure, there.failure) == (None, None)


def test_a_line_that_fails_only_under_the_other_rules(found: Found) -> None:
    difference = found(LINES, more="no")
    assert difference is not None
    assert difference.span.text == "take two"
    here, there = difference.sides
    assert here.failure is None
    assert here.turn == "B"
    assert there.failure is not None
    assert there.failure.code == "E1052"
    # With the rules exchanged, it is the same line.
    back = found("A: take one\nB: take three\n", step="1")
    assert back is None  # both fail in the same way at the second line
    late = found("A: take one\nexpect score: A 1, B 0\n", step="2")
    assert late is not None
    assert late.sides[1].failure is not None
    assert late.sides[1].failure.code == "E1060"


def test_another_ruleset_differs_where_its_scores_differ(found: Found) -> None:
    whole = "A: take one\nB: take two\n" * 3
    assert found(whole) is None
    only = found(whole, "./other.hoyle")
    assert only is not None
    assert only.span.text == "B: take two"  # the transcript shows scores at the end of a phase


def test_a_difference_before_the_first_line_belongs_to_that_line(tmp_path: Path, found: Found) -> None:
    (tmp_path / "left.hoyle").write_text(RULES.replace("p chooses", "p.left chooses"), encoding="utf-8")
    difference = found(LINES, "./left.hoyle")
    assert difference is not None
    assert difference.span.text == "A: take two"
    assert [side.turn for side in difference.sides] == ["A", "B"]
    nothing = found("", "./left.hoyle")
    assert nothing is not None
    assert nothing.span.text.startswith("game ./count.hoyle")


def test_another_ruleset_takes_the_options_that_it_knows(tmp_path: Path, found: Found) -> None:
    script, _ = parse_script(HEAD.replace("players", "option step 2\nplayers") + LINES, "x.play")
    assert script is not None
    rulesets, (game,) = Rulesets(), script.games
    table = rulesets.for_script_under(game, "./other.hoyle", {}, tmp_path)
    assert table.game.title == "Other"
    assert table.engine.program.options == {"step": 2}
    assert rulesets.for_script_under(game, None, {}, tmp_path).engine.program.options == {"step": 2, "more": True}
    table = rulesets.for_script_under(game, None, {"step": "3"}, tmp_path)
    assert (table.game.title, table.engine.program.options) == ("Count", {"step": 3, "more": True})
    with pytest.raises(ScriptError) as error:
        rulesets.for_script_under(game, "./other.hoyle", {"more": "no"}, tmp_path)
    assert error.value.diagnostic.code == "E1032"
    # Variants and presets of the script apply only to its own ruleset.
    dressed = replace(game, preset=m.SpannedText("usual"), fingerprint=m.SpannedText("0"))
    assert rulesets.for_script_under(dressed, "./other.hoyle", {}, tmp_path).warnings == ()
    with pytest.raises(ScriptError) as error:
        rulesets.for_script_under(dressed, None, {}, tmp_path)
    assert error.value.diagnostic.code == "E1033"
