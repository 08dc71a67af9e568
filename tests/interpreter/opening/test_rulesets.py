"""The rules that a script was recorded under, compared with the current rules."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pytest

from hoyle.dsl.codes.reporting import ScriptError
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.opening.finding import find_rules, named_file
from hoyle.interpreter.opening.header import same_head
from hoyle.interpreter.opening.opened import OpenedGame
from hoyle.interpreter.opening.rulesets import Rulesets

from ..replay.test_first_difference import RULES

CHANGED = RULES.replace("add 2 to p.score", "add 3 to p.score")


def game(head: str = "") -> m.ScriptedGame:
    script, problems = parse_script(f"hoyle play 1\ngame ./count.hoyle\n{head}", "x.play")
    assert script is not None, problems
    return script.games[0]


def under(tmp_path: Path, rules: str, one: m.ScriptedGame, *, exact: bool = False) -> OpenedGame:
    (tmp_path / "count.hoyle").write_text(rules, encoding="utf-8")
    return Rulesets().for_script(one, tmp_path, exact=exact)


def recorded(tmp_path: Path) -> m.ScriptedGame:
    """A game that names the parts of its rules with their hashes."""
    program = under(tmp_path, RULES, game()).engine.program
    parts = tuple(m.OptionSetting(m.SpannedText(name), m.SpannedText(value)) for name, value in program.parts.items())
    return replace(game(), fingerprint=m.SpannedText(program.fingerprint), parts=parts)


def test_unchanged_rules_give_no_warning(tmp_path: Path) -> None:
    one = recorded(tmp_path)
    assert under(tmp_path, RULES, one).warnings == ()
    assert under(tmp_path, RULES, one, exact=True).warnings == ()
    assert under(tmp_path, CHANGED, game()).warnings == ()


def test_an_identity_of_version_1_is_accepted_with_a_note(tmp_path: Path) -> None:
    one = recorded(tmp_path)
    now = one.fingerprint.text
    former = under(tmp_path, RULES, one).game.former_fingerprint
    old = replace(
        one, fingerprint=m.SpannedText(former), parts=(m.OptionSetting(m.SpannedText("main"), m.SpannedText("1")),)
    )
    for exact in (False, True):
        (note,) = under(tmp_path, RULES, old, exact=exact).warnings
        assert (note.code, note.severity, note.help) == ("W1039", "warning", f"write `rules {now}`")
    (warning,) = under(tmp_path, CHANGED, old).warnings
    assert warning.code == "W1036"
    assert warning.help.startswith(f"they were {former}, they are 2-")


def test_changed_rules_are_named_by_their_changed_parts(tmp_path: Path) -> None:
    (warning,) = under(tmp_path, CHANGED, recorded(tmp_path)).warnings
    assert warning.code == "W1036"
    assert warning.help == "what is different: phase turns"
    assert [(span.text.splitlines()[0], text) for span, text in warning.notes] == [
        ("phase turns", "`phase turns` reads otherwise now")
    ]


def test_another_order_of_parts_is_named_as_such(tmp_path: Path) -> None:
    head, zones, rest = RULES.partition("zones\n    stock: face down\n")
    turned = head + rest + zones
    (warning,) = under(tmp_path, turned, recorded(tmp_path)).warnings
    assert (warning.code, warning.notes) == ("W1036", ())
    assert warning.help == "what is different: the order in which its parts are declared"


def test_a_removed_part_is_named_without_a_place(tmp_path: Path) -> None:
    one = recorded(tmp_path)
    gone = replace(one, parts=(*one.parts, m.OptionSetting(m.SpannedText("phase tea"), m.SpannedText("12"))))
    (warning,) = under(tmp_path, CHANGED, gone).warnings
    assert warning.help is not None
    assert "phase tea" in warning.help
    assert len(warning.notes) == 1
    without = replace(one, parts=())
    (warning,) = under(tmp_path, CHANGED, without).warnings
    assert warning.help is not None
    assert warning.help.startswith("they were ")
    assert warning.notes == ()


def test_a_game_that_requires_its_own_rules_is_refused_under_others(tmp_path: Path) -> None:
    with pytest.raises(ScriptError) as error:
        under(tmp_path, CHANGED, recorded(tmp_path), exact=True)
    assert error.value.diagnostic.code == "E1038"
    assert error.value.diagnostic.severity == "error"


def test_games_share_a_table_only_if_their_heads_are_equal() -> None:
    one = game("seed 3\n")
    assert same_head(one, replace(one, seed=4, title=m.SpannedText("other"), notes=("note",), steps=()))
    other: dict[str, object] = {
        "ruleset": m.SpannedText("x"), "variants": (m.SpannedText("x"),), "preset": m.SpannedText("x"),
        "options": (m.OptionSetting(m.SpannedText("x"), m.SpannedText("y")),), "players": (m.SpannedText("x"),), "seats": (m.SpannedText("x"),),
        "fingerprint": m.SpannedText("x"), "parts": (m.OptionSetting(m.SpannedText("x"), m.SpannedText("y")),), "language": 2,
    }  # fmt: skip
    assert other.keys() <= {one.name for one in fields(m.ScriptedGame)}
    for name, value in other.items():
        assert not same_head(one, replace(one, **{name: value})), name


def test_a_table_is_made_once_for_games_with_equal_heads(tmp_path: Path) -> None:
    (tmp_path / "count.hoyle").write_text(RULES, encoding="utf-8")
    rulesets, one = Rulesets(), game("option step 2\n")
    table = rulesets.for_script(one, tmp_path)
    assert rulesets.for_script(replace(one, seed=4), tmp_path) is table
    other = rulesets.for_script(replace(one, options=()), tmp_path)
    assert other is not table
    assert other.engine.program.options["step"] == 1
    assert rulesets.for_script(replace(one, options=()), tmp_path).engine is other.engine


def test_rule_files_are_found_beside_the_script(tmp_path: Path) -> None:
    (tmp_path / "count.hoyle").write_text(RULES, encoding="utf-8")
    assert find_rules("./count.hoyle", tmp_path) == tmp_path / "count.hoyle"
    assert find_rules("count.hoyle", tmp_path) == tmp_path / "count.hoyle"
    assert find_rules("./other.hoyle", tmp_path) is None
    assert find_rules("./count.txt", tmp_path) is None
    assert find_rules(str(tmp_path / "count.hoyle"), tmp_path) is None  # a script contains no absolute paths
    assert find_rules("a\0/count.hoyle", tmp_path) is None
    assert named_file(str(tmp_path / "count.hoyle")) == tmp_path / "count.hoyle"
    assert named_file("count") is None
    assert named_file("no such file.hoyle") is None
    found = named_file("benny.hoyle")
    assert found is not None
    assert found.is_file()
