"""The short run of games in `hoyle check`: the faults it finds, their lines and messages.

It reports nothing about good rules.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hoyle.dsl.loading import RULESETS, load, rulesets
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source
from hoyle.interpreter.trial import games, report
from hoyle.interpreter.trial.report import found_in_play
from hoyle.interpreter.trial.shared import PlayedRules

BASE = """\
game "Base"
players 2..3 = 2
deck 9 10 J Q K A
zones
    stock: face down
    hand of each player: private
remember
    points of each player: 0..60
main
    repeat 4 times
        gather every card into stock
        shuffle stock
        deal 3 from stock to hand of each player
        for p in players: ask(p)
    game over, won by the player with highest points
phase ask(p: player)
    p chooses
        "one"
            pay(p, 1)
        "two"
            pay(p, 2)
table pay(p: player, n: 1..9)
    n = 1 -> add 1 to p.points
    n > 1 -> add n to p.points
after pay: total points gained in {1, 2}
after pay: highest points gained <= 2
after ask: size of stock > 0
"""


def found(tmp_path: Path, variant: str = "", base: str = BASE) -> tuple[Diagnostic, ...]:
    (tmp_path / "base.hoyle").write_text(base, encoding="utf-8")
    path = tmp_path / "base.hoyle"
    if variant:
        path = tmp_path / "v.hoyle"
        path.write_text(f'variant "V" of base\n{variant}', encoding="utf-8")
    loaded = load(path)
    assert loaded.game is not None, [str(d) for d in loaded.diagnostics]
    return found_in_play(loaded.game)


@pytest.mark.parametrize("name", rulesets())
def test_nothing_is_reported_for_shipped_files(name: str) -> None:
    game = load(name).game
    assert game is not None
    assert found_in_play(game) == ()


def test_a_house_rule_against_an_invariant_of_the_base_is_reported_at_the_house_rule(tmp_path: Path) -> None:
    (reported,) = found(tmp_path, "change pay\n    replace the row n > 1\n        n > 1 -> add 5 to p.points\n")
    assert (reported.code, reported.span.text, reported.span.line) == ("E1301", "add 5 to p.points", 4)
    assert reported.message.endswith(" grows by 5 here, and `after pay` at base.hoyle:25 allows 1, 2")
    assert reported.help == (
        "if this is meant, change the check in your variant:\n"
        "remove after pay: total points gained in {1, 2}\n"
        "after pay: total points gained in {1, 2, 5}\n"
        "remove after pay: highest points gained <= 2\n"
        "after pay: highest points gained <= 5"
    )
    assert [span.line for span, _ in reported.notes] == [25, 26]


def test_adding_the_suggested_lines_fixes_the_variant(tmp_path: Path) -> None:
    change = "change pay\n    replace the row n > 1\n        n > 1 -> add 5 to p.points\n"
    (reported,) = found(tmp_path, change)
    assert reported.help is not None
    lines = "\n".join(reported.help.split("\n")[1:])
    assert found(tmp_path, change + lines + "\n") == ()


def test_an_invariant_of_the_same_file_is_reported_at_the_line_that_breaks_it(tmp_path: Path) -> None:
    (reported,) = found(tmp_path, base=BASE.replace("gained in {1, 2}", "gained in {1}"))
    assert (reported.code, reported.span.text, reported.help) == ("E1301", "add n to p.points", None)
    (other,) = found(tmp_path, base=BASE.replace("size of stock > 0", "size of stock > 30"))
    assert (other.code, other.span.line) == ("E1302", 27)


def test_a_fault_in_the_base_caused_by_a_variant_is_reported_at_the_variant(tmp_path: Path) -> None:
    (reported,) = found(tmp_path, "replace remember\n    points of each player: 0..3\n")
    assert reported.code == "E1303"
    assert reported.span.source.name.endswith("v.hoyle")
    assert reported.message.startswith("a short run of games stopped here: ")
    assert reported.message.endswith(" is outside 0..3")
    places = [(span.source.name.rpartition("/")[2], text) for span, text in reported.notes]
    assert places == [("base.hoyle", "here the game below stops"), ("v.hoyle", "the range of `points`")]


def test_the_range_of_a_parameter_is_shown(tmp_path: Path) -> None:
    base = BASE.replace("pay(p, 2)", "pay(p, level)").replace("    points of", "    level: number\n    points of")
    (reported,) = found(tmp_path, base=base.replace("    repeat 4 times", "    set level to 12\n    repeat 4 times"))
    assert (reported.code, reported.span.text) == ("E1303", "level")
    assert [(span.text.split(":")[0], text) for span, text in reported.notes] == [("n", "the range of `n`")]


def test_other_numbers_of_players_and_options_are_tried(tmp_path: Path) -> None:
    (reported,) = found(tmp_path, base=BASE.replace("n > 1 -> add n", "n > 1 -> add 2 + n * (number of players - 2)"))
    assert reported.message.endswith("allows 1, 2 with 3 players")


def test_decks_run_out_where_everybody_draws_the_most() -> None:
    """Six players who stay in and exchange five cards each need the cards laid away: games that long are played where
    all numbers are at their greatest."""
    path = RULESETS / "five_card_draw.hoyle"
    lines = ["if size of stock < size of cs", "    move discards to stock", "    shuffle stock", ""]
    text = path.read_text("utf-8")
    without = text.replace(("\n" + " " * 12).join(lines), "")
    assert len(without) < len(text) - 80
    game = load(Source(str(path), without)).game
    assert game is not None
    (reported,) = found_in_play(game)
    assert (reported.code, "most 5" in reported.message, "to be dealt" in reported.message) == ("E1303", True, True)


def test_the_run_is_bounded_and_repeatable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that takes too long is abandoned, and invariants that were switched off are switched on again."""
    long = BASE.replace("repeat 4 times", "repeat until lowest points > 59")
    assert found(tmp_path, base=long.replace("0..60", "number").replace("> 59", "> 1000000")) == ()
    (first,) = found(tmp_path, base=BASE.replace("{1, 2}", "{1}"))
    (again,) = found(tmp_path, base=BASE.replace("{1, 2}", "{1}"))
    assert first == again
    monkeypatch.setattr(games, "PLAIN_CHOICES", 0)
    monkeypatch.setattr(games, "OTHER_CHOICES", 0)
    monkeypatch.setattr(games, "EXTREME_CHOICES", 0)
    monkeypatch.setattr(games, "GREATEST_GAMES", 0)
    monkeypatch.setattr(games, "first_fault", lambda *_: None)
    assert found(tmp_path, base=BASE.replace("{1, 2}", "{1}")) == ()


def test_rules_that_differ_in_default_values_share_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base = BASE.replace("zones\n", "option prize: 1..3 = 1\nzones\n", 1).replace("pay(p, 1)", "pay(p, prize)")
    base = base.replace("after pay: total points gained in {1, 2}\nafter pay: highest points gained <= 2\n", "")
    played, plain = PlayedRules(), list[bool]()
    first = games.first_stopped

    def noted(*given: Any, only_defaults: bool, **others: Any) -> Any:
        plain.append(only_defaults)
        return first(*given, only_defaults=only_defaults, **others)

    monkeypatch.setattr(report, "first_stopped", noted)
    (tmp_path / "base.hoyle").write_text(base, encoding="utf-8")
    changes = ("set prize to 1", "set prize to 2", "set prize to 2", "remove after ask: size of stock > 0")
    for number, change in enumerate(changes):
        path = tmp_path / f"v{number}.hoyle"
        path.write_text(f'variant "V" of base\n{change}\n', encoding="utf-8")
        game = load(path).game
        assert game is not None
        assert found_in_play(game, played) == ()
    assert plain == [False, True, False]  # the third was played already, and the fourth has other rules


def test_a_default_value_that_stops_games_is_reported_though_the_rules_passed(tmp_path: Path) -> None:
    base = BASE.replace("zones\n", "option prize: 1..9 = 1\nzones\n", 1).replace("pay(p, 1)", "pay(p, prize)")
    base = base.replace("after pay: total points gained in {1, 2}\nafter pay: highest points gained <= 2\n", "")
    (tmp_path / "base.hoyle").write_text(base.replace("0..60", "0..9"), encoding="utf-8")
    (tmp_path / "v.hoyle").write_text('variant "V" of base\nset prize to 9\n', encoding="utf-8")
    before, after = load(tmp_path / "base.hoyle").game, load(tmp_path / "v.hoyle").game
    assert before is not None
    assert after is not None
    played = PlayedRules()
    played.add(before)  # as if no game had come that far
    assert [one.code for one in found_in_play(after, played)] == ["E1303"]
