"""What is read off a check, and how a variant could change it: each form of a condition; and what came up in games."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.dsl.codes.reporting import report as reported
from hoyle.dsl.source.span import Source, Span
from hoyle.dsl.syntax import nodes as n
from hoyle.dsl.syntax.printer.expressions import OR, expr
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.trial import mended, report
from hoyle.interpreter.trial.cached import UnfiredLines
from hoyle.interpreter.trial.unfired import FiredRules, _ranges_text, note_of, unfired

from ...small_rules import game_of
from .test_trial import BASE

GAME = BASE.replace("remember\n", "option gain: 1..9 = 4\noption wild: yes or no = yes\nremember\n")


def condition(text: str) -> n.Expr:
    """A condition after `pay`."""
    game = game_of(f"{GAME}after pay: {text}\n")
    found = game.tree.declarations[-1]
    assert isinstance(found, n.After)
    return found.condition


def with_seven_in(text: str) -> str:
    """The condition, mended as if seven were the value in each comparison that a number can be added to."""
    found = condition(text)
    return expr(mended.with_values(found, {e.span: {7} for e in mended._comparisons(found)}), OR)


@pytest.mark.parametrize(
    ("text", "allowed", "with_seven", "left_open"),
    [
        ("total points gained in {1, 2}", (1, 2), "total points gained in {1, 2, 7}", "…"),
        ("total points gained in {2, 1, gain}", (2, 1, 4), "total points gained in {2, 1, gain, 7}", "…"),
        ("total points gained in {2, 2}", (2,), "total points gained in {2, 2, 7}", "…"),
        ("lowest points gained = 1", (1,), "lowest points gained in {1, 7}", "lowest points gained = …"),
        ("highest points gained = gain", (4,), "highest points gained in {gain, 7}", "highest points gained = …"),
        ("highest points gained <= 2", (), "highest points gained <= 7", "highest points gained <= …"),
        ("total points in {1, 2}", (), "total points in {1, 2, 7}", "…"),
        ("total points = 3", (), "total points in {3, 7}", "total points = …"),
        ("total points >= gain", (), "total points >= gain", "total points >= …"),
        ("total points < 3", (), "total points < 8", "total points < …"),
        ("total points > 3", (), "total points > 6", "total points > …"),
        ("total points != 3", (), "total points != 3", "…"),
        ("total points gained = 1 + gain", (), "total points gained = 1 + gain", "…"),
        ("total points gained in {1, 1 + gain}", (), "total points gained in {1, 1 + gain, 7}", "…"),
        ("total points gained = 1 or wild", (1,), "total points gained in {1, 7} or wild", "…"),
        ("wild and total points gained = 1", (1,), "wild and total points gained in {1, 7}", "…"),
        ("total points gained = 1 or total points gained = 2", (),
         "total points gained = 1 or total points gained in {2, 7}", "…"),
        ("total points in 1..3 or wild", (), "total points in 1..7 or wild", "…"),
        ("total points in -9 .. -8", (), "total points in -9 .. 7", "…"),
        ("total points not in {1, 2}", (), "total points not in {1, 2}", "…"),
        ("total points in 1..gain", (), "total points in 1..gain", "…"),
        ("lowest points gained = -gain", (), "lowest points gained in {-gain, 7}", "…"),
        ("not total points gained = 1", (1,), "not total points gained = 1", "…"),
    ],
)  # fmt: skip
def test_conditions_list_numbers_and_are_rewritten(
    text: str, allowed: tuple[int, ...], with_seven: str, left_open: str
) -> None:
    found = condition(text)
    assert report._allowed(found, lower(game_of(GAME))) == allowed
    assert with_seven_in(text) == with_seven
    assert mended._open(found) == left_open


def test_the_same_conditions_in_one_table() -> None:
    """Those of the table above that only two of its rows would try on mutants."""
    program = lower(game_of(GAME))
    rows = {
        "total points gained in {2, 1, gain}": (2, 1, 4), "total points gained in {2, 2}": (2,),
        "lowest points gained = 1": (1,), "total points in {1, 2}": (), "total points = 3": (),
        "total points gained = 1 + gain": (), "total points gained in {1, 1 + gain}": (),
        "wild and total points gained = 1": (1,), "total points gained = 1 or total points gained = 2": (),
        "not total points gained = 1": (1,), "highest points gained <= 2": (),
    }  # fmt: skip
    assert {text: report._allowed(condition(text), program) for text in rows} == rows
    opened = {
        "total points = 3": "total points = …", "total points <= 3": "total points <= …",
        "total points > gain": "total points > …", "total points != 3": "…", "wild": "…",
    }  # fmt: skip
    assert {text: mended._open(condition(text)) for text in opened} == opened
    longer = {
        "total points gained in {1, 2}": "total points gained in {1, 2, 7}", "wild": "wild",
        "highest points gained = gain": "highest points gained in {gain, 7}", "total points = 3": "total points in {3, 7}",
        "wild and total points gained = 1": "wild and total points gained in {1, 7}",
        "total points gained = 1 and wild": "total points gained in {1, 7} and wild",
    }  # fmt: skip
    assert {text: with_seven_in(text) for text in longer} == longer
    off = replace(program, options={**program.options, "gain": True})
    assert report._allowed(condition("total points gained = gain"), off) == (), "yes is no number"


def lines(text: str, number: int, new: str) -> list[str]:
    """The lines with which a check is changed: the one of so many from the end."""
    game = game_of(GAME.rpartition("after pay: total")[0] + text)
    check: Any = game.tree.declarations[-number]
    head, *found = report._lines(game, check, new).split("\n")
    assert head == "if this is meant, change the check in your variant:"
    return found


def test_a_single_check_is_replaced_and_one_of_several_removed_first() -> None:
    one, other = "after pay: total points gained in {1, 2}\n", "after pay: highest points gained <= 2\n"
    assert lines(one, 1, "over") == ["replace after pay: over"]
    assert lines(one, 1, "…") == ["replace after pay: …"]
    assert lines(one + other, 2, "over") == ["remove after pay: total points gained in {1, 2}", "after pay: over"]
    assert lines(one + other, 1, "…") == ["remove after pay: highest points gained <= 2", "after pay: …"]
    assert lines(one + "after ask: size of stock > 0\n", 1, "…") == ["replace after ask: …"]
    always = "always highest points <= 8\n"
    assert lines(always, 1, "…") == ["replace always …"]
    assert lines(always + "always lowest points < 7\n", 2, "…") == ["remove always highest points <= 8", "always …"]
    assert lines(one + always, 1, "…") == ["replace always …"]


def mended_with(text: str, found: set[int]) -> str:
    """The condition, mended with values in its first comparison."""
    first = condition(text)
    return expr(mended.with_values(first, {next(mended._comparisons(first)).span: found}), OR)


def test_values_are_added_in_order_but_never_very_many() -> None:
    assert mended_with("total points = 3", {9, -4, 6}) == "total points in {3, -4, 6, 9}"
    assert mended_with("total points in {3, -4}", {9, -4, 6}) == "total points in {3, -4, 6, 9}"
    assert mended_with("total points in 3..5", {9, -4, 6}) == "total points in -4 .. 9"
    bounds = {"<": 10, "<=": 9, ">": -5, ">=": -4}
    assert {op: mended_with(f"total points {op} 3", {9, -4, 6}) for op in bounds} == {
        op: f"total points {op} {bound}" for op, bound in bounds.items()
    }
    for text in ("total points = 99", "total points in {99, 98}"):
        assert mended_with(text, set(range(20))) == text
    most = mended.MOST_NUMBERS
    assert mended_with("total points = 99", set(range(most))) == "total points = 99"
    assert mended_with("total points = 99", set(range(most - 1))) != "total points = 99"
    assert mended_with("total points in {99}", set(range(most))) == "total points in {99}"
    assert mended_with("total points in {99}", set(range(most - 1))) != "total points in {99}"


def test_messages_with_lines_to_write_are_joined() -> None:
    source = Source("x.hoyle", "one\ntwo\n")
    here, there = Span(source, 0, 3), Span(source, 4, 7)

    def one(span: Span, help: str | None, note: str, what: str = "a") -> Any:
        return reported("E1302", span, what=what, when="", notes=((span, note),), help=help)

    first, second = one(here, "change:\nline 1", "first"), one(here, "change:\nline 2\nline 3", "second", "b")
    (joined,) = report._together([first, second])
    assert (joined.message, joined.help) == (first.message, "change:\nline 1\nline 2\nline 3")
    assert [text for _, text in joined.notes] == ["first", "second"]
    (elsewhere,) = report._together([first, one(there, "change:\nline 2", "second")])
    assert (elsewhere.span, elsewhere.help) == (here, "change:\nline 1\nline 2")
    assert report._together([first, one(here, None, "second")]) == (first,)
    assert report._together([one(here, None, "first"), second]) == (one(here, None, "first"),)
    assert report._together([]) == ()


def test_places_and_settings_in_words() -> None:
    source = Source("some/folder/rules.hoyle", "one\ntwo\nthree")
    outer = Span(source, 4, 7)
    assert outer.file_line == "rules.hoyle:2"
    stopped: Any = SimpleNamespace(settings=("pay double", "4 players"))
    assert report._when(stopped) == " with pay double, 4 players"
    stopped.settings = ()
    assert report._when(stopped) == ""
    inside = {start: Span(source, start, start + 1).begins_in(outer) for start in (3, 4, 7, 8)}
    assert inside == {3: False, 4: True, 7: True, 8: False}
    assert not Span(Source("other", "one\ntwo\nthree"), 4, 7).begins_in(outer)


def test_a_heading_is_the_first_line_of_the_last_part_of_a_kind() -> None:
    game = game_of(GAME)
    assert report._heading(game, n.Main).text == "main"
    assert report._heading(game, n.Require).text.startswith('game "Base"')


# --------------------------------------------------------------------------------------------------- what came up


def test_lines_in_words() -> None:
    found = {(3,): "3", (3, 4): "3-4", (3, 5): "3, 5", (61, 84, 85, 86, 90): "61, 84-86, 90", (): ""}
    assert {given: _ranges_text(given) for given in found} == found


def test_what_fired_is_counted_and_the_rest_is_noted() -> None:
    game = game_of(BASE)
    program = lower(game)
    fired = FiredRules()
    engine = fired.engine(program)
    assert (fired.settings, fired.games) == (1, 0)
    state = engine.start(seed=1)
    answers: list[tuple[int, int]] = []
    while (question := engine.question(state)) is not None:
        choice = next(iter(question.choices()))  # always `one`
        answers.append((question.ask, choice.alternative))
        state = engine.apply(state, choice)
    fired.add_game(engine, answers)
    assert fired.games == 1
    left = unfired(game, fired)
    text = BASE.splitlines()
    assert [text[line - 1].strip() for line in left.lines] == ['"two"', "n > 1 -> add n to p.points"]
    assert (left.games, left.settings) == (1, 1)
    (note,) = note_of(game, left)
    assert (note.code, note.span.line) == ("N1308", left.lines[0])
    assert f"nothing of the lines {_ranges_text(left.lines)}" in note.message
    single = replace(left, lines=left.lines[:1], games=1234)
    (note,) = note_of(game, single)
    assert "nothing of this line" in note.message
    assert "1,234" in note.message
    assert note_of(game, UnfiredLines(1, 1, ())) == ()
    assert note_of(game, replace(left, lines=(1,))) == ()
    fired.add_game(engine, [])
    assert fired.games == 2
    fired.add_game(engine, [(0, 1)])
    assert '"two"' not in [text[line - 1].strip() for line in unfired(game, fired).lines]
