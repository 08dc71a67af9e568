"""What is found under a name, and what is wrong with the settings of a script, at the place that it is about."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.codes.reporting import ScriptError
from hoyle.interpreter.lowering import SettingsError, lower
from hoyle.interpreter.lowering.settings import SettingProblem
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.notation.model import ScriptedGame
from hoyle.interpreter.opening.finding import find_rules, is_path, named_file
from hoyle.interpreter.opening.header import changed_rules, check_seats, same_head, settings_of, settings_problem

from ...small_constructs import construct_game


def script(*lines: str, players: str = "Ann, Bob, Cyd, Dan") -> ScriptedGame:
    text = "\n".join(("hoyle play 1", "game values", *lines, f"players {players}", "first dealer Ann", ""))
    found, problems = parse_script(text, "head.play")
    assert found is not None, problems
    return found.games[0]


def test_a_rule_file_is_named_by_its_shortest_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "games").mkdir()
    file = tmp_path / "rules" / "x.hoyle"
    file.write_text("", "utf-8")
    assert find_rules("../rules/x.hoyle", tmp_path / "games") == file
    assert str(find_rules("../rules/x.hoyle", tmp_path / "games")) == str(file)
    assert find_rules("x.hoyle", tmp_path / "rules") == file
    assert find_rules("../rules/y.hoyle", tmp_path / "games") is None
    assert find_rules(str(file), tmp_path) is None, "not by an absolute path"
    assert find_rules("rules/x.txt", tmp_path) is None
    assert find_rules("rules/\0.hoyle", tmp_path) is None
    monkeypatch.chdir(tmp_path / "rules")
    assert find_rules("x.hoyle", None) == Path("x.hoyle")
    assert [is_path(name) for name in ("x.hoyle", "a/b", "tricks", "x.hoyle.old")] == [True, True, False, False]
    assert named_file("x.hoyle") == Path("x.hoyle")
    assert named_file("x") is None
    (tmp_path / "rules" / "notes.txt").write_text("", "utf-8")
    assert [named_file(name) for name in ("notes.txt", "whist", "nothing.hoyle")] == [None] * 3
    assert named_file("\0.hoyle") is None
    found = named_file("whist.hoyle")
    assert found is not None
    assert (found.name, found.is_file()) == ("whist.hoyle", True)
    assert find_rules("whist", tmp_path) == found


def test_a_link_that_leads_elsewhere_keeps_its_path(tmp_path: Path) -> None:
    far = tmp_path / "far" / "games"
    far.mkdir(parents=True)
    (tmp_path / "far" / "x.hoyle").write_text("far", "utf-8")
    (tmp_path / "x.hoyle").write_text("near", "utf-8")
    (tmp_path / "games").symlink_to(far)
    found = find_rules("../x.hoyle", tmp_path / "games")
    assert found is not None
    assert found.read_text("utf-8") == "far"


def test_settings_are_read_by_their_names_or_refused_at_their_place() -> None:
    game = construct_game("values")
    assert settings_of(script("option bonus 7", "option floor no", "option paid single"), game) == {
        "bonus": "7", "floor": "no", "paid": "single",
    }  # fmt: skip
    assert settings_of(script("language 1"), game) == {}
    with pytest.raises(ScriptError) as wrong:
        settings_of(script("option bonuss 7"), game)
    found = wrong.value.diagnostic
    assert (found.code, found.span.text) == ("E1032", "bonuss")
    assert found.help == "did you mean `bonus`?"
    with pytest.raises(ScriptError) as wrong:
        settings_of(script("language 9"), game)
    assert wrong.value.diagnostic.code == "E1037"


def test_a_problem_of_a_setting_is_at_the_line_that_it_is_about() -> None:
    def place(game: ScriptedGame, name: str) -> tuple[str, str, str]:
        found = settings_problem(game, SettingsError((SettingProblem(name, "why", "a help"),)))
        assert (found.help, "why" in found.message) == ("a help", True)
        return found.code, found.span.text, str(found.span.line)

    whole = script("preset club", "option bonus 7", "option floor no")
    assert place(whole, "players") == ("E1034", "Ann, Bob, Cyd, Dan", "6")
    assert place(whole, "bonus") == ("E1033", "7", "4")
    assert place(whole, "floor") == ("E1033", "no", "5")
    assert place(whole, "preset") == ("E1033", "club", "3")
    assert place(whole, "options") == ("E1033", "bonus", "4")
    assert place(whole, "paid") == ("E1033", "values", "2")
    bare = script()
    assert [place(bare, name)[1] for name in ("preset", "options", "bonus")] == ["values"] * 3


def test_seats_are_as_many_as_players() -> None:
    program = lower(construct_game("values"))
    check_seats(script("seats person, random, random, random"), program)
    check_seats(script(), program)
    with pytest.raises(ScriptError) as wrong:
        check_seats(script("seats person, random, sound"), program)
    found = wrong.value.diagnostic
    assert (found.code, found.span.text) == ("E1034", "sound")
    assert "there are 4 players, and `seats` says who plays 3 of them" in found.message


def test_heads_are_the_same_if_all_their_parts_are() -> None:
    one = script("option bonus 7", "language 1")
    assert same_head(one, one)
    assert not same_head(one, script("option bonus 7", "language 1"))
    from dataclasses import fields, replace

    parts = {"ruleset", "variants", "preset", "options", "players", "seats", "fingerprint", "parts"}
    other = script(
        "variant x",
        "preset y",
        "option paid single",
        "seats a, b, c, d",
        "rules 2-0000000000000001",
        "parts main 1f2e3d",
    )
    for field in fields(one):
        if field.name in parts:
            assert not same_head(one, replace(one, **{field.name: getattr(other, field.name)})), field.name
    assert same_head(one, replace(one, seed=9, steps=()))
    assert not same_head(one, replace(one, language=2))


def test_rules_that_changed_since_a_script_was_recorded() -> None:
    rules = construct_game("values")
    program = lower(rules)

    def found(*lines: str, exact: bool = False) -> list[tuple[str, str, str | None]]:
        game = script(*lines)
        return [(one.code, one.span.text, one.help) for one in changed_rules(game, rules, program, exact=exact)]

    assert found() == []
    assert found(f"rules {program.fingerprint}") == []
    assert found(f"rules {program.former_fingerprint}") == [
        ("W1039", program.former_fingerprint, f"write `rules {program.fingerprint}`")
    ]
    old = "2-0123456789abcdef"
    assert found(f"rules {old}") == [("W1036", old, f"they were {old}, they are {program.fingerprint}")]
    assert [one[0] for one in found(f"rules {old}", exact=True)] == ["E1038"]
    parts = program.parts
    same = ", ".join(f"{name} {value}" for name, value in parts.items())
    assert found(f"rules {old}", f"parts {same}")[0][2] == (
        "what is different: the order in which its parts are declared"
    )
    name = next(iter(parts))
    changed = same.replace(parts[name], "000000", 1)
    assert found(f"rules {old}", f"parts {changed}")[0][2] == f"what is different: {name}"
