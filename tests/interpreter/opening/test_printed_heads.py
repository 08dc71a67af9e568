"""What is wrong with the head of a script, word for word: rules, options, players, seats and the hash of the rules.

The messages lie in `printed/`; UPDATE_GOLDEN=1 writes them anew.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from hoyle.dsl.codes.reporting import ScriptError
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.opening.header import same_head
from hoyle.interpreter.opening.rulesets import Rulesets

from ...golden import same_as_file
from ...small_rules import small_rules

HEAD = "hoyle play 1\n\ngame small\nplayers A, B\n"
RULES = small_rules(
    players="2..3",
    head='option pay: 1..9 = 2\noption wild: yes or no = no\npreset "long"\n    set pay to 9',
    act="add pay to p.points",
    tables="phase rest\n    nothing\n",
).replace("    game over", "    rest\n    if wild: rest\n    game over")
FILES = {
    "small.hoyle": RULES,
    "one.hoyle": RULES.replace("shuffle every", "shufle every"),
    "many.hoyle": RULES.replace("add pay to p.points", "add x to p.y\n                add z to p.points").replace(
        "    rest\n", "    rost\n    rist\n"
    ),
    "more.hoyle": 'variant "More" of small\nset pay to 3\n',
    "wrong.hoyle": 'variant "Wrong" of small\nset pai to 3\n',
}
HEADS = {
    "nothing is wrong": HEAD,
    "a game that does not exist": HEAD.replace("game small", "game smal"),
    "a path that does not exist": HEAD.replace("game small", "game nothing/small.hoyle"),
    "rules with a mistake": HEAD.replace("game small", "game one"),
    "rules with many mistakes": HEAD.replace("game small", "game many"),
    "a variant": HEAD.replace("game small", "game small\nvariant more"),
    "a variant with a mistake": HEAD.replace("game small", "game small\nvariant wrong"),
    "an option that does not exist": HEAD + "option pai 3\n",
    "an option that is too high": HEAD + "option pay 10\n",
    "an option with a value of another kind": HEAD + "option wild maybe\n",
    "a preset": HEAD.replace("players", 'preset "long"\nplayers'),
    "a preset that does not exist": HEAD.replace("players", 'preset "short"\nplayers'),
    "too many players": HEAD.replace("A, B", "A, B, C, D"),
    "too few players": HEAD.replace("A, B", "A"),
    "seats of other players": HEAD + "seats person, random, random\n",
    "seats of all players": HEAD + "seats person, random\n",
    "another language": HEAD.replace("players", "language 9\nplayers"),
    "other rules": HEAD.replace("players", "rules 1-0123456789abcdef\nplayers"),
}


def said(one: Diagnostic) -> list[str]:
    lines = [f"{one.span.line}:{one.span.column} `{one.span.text}` {one.code} {one.message}"]
    lines += [f"  note {Path(span.source.name).name}:{span.line}: {text}" for span, text in one.notes]
    return lines + [f"  help {line}" for line in (one.help or "").splitlines()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def game_of(text: str) -> m.ScriptedGame:
    script, problems = parse_script(text)
    assert script is not None, [str(one) for one in problems]
    return script.games[0]


def test_heads_word_for_word(folder: Path) -> None:
    out: list[str] = []
    for what, text in HEADS.items():
        script, problems = parse_script(text)
        found = list(problems)
        for exact in (False, True) if script is not None else ():
            assert script is not None
            try:
                opened = Rulesets(known=lambda: ("hearts", "whist")).for_script(script.games[0], folder, exact=exact)
                found += opened.warnings
            except ScriptError as error:
                if error.diagnostic not in found:
                    found.append(error.diagnostic)
        out += [f"== {what}", *(line for one in found for line in said(one))]
    text = re.sub(r"they are \d-[0-9a-f]{16}", "they are HASH", "\n".join(out).replace(str(folder), "FOLDER"))
    same_as_file(Path(__file__).with_name("printed") / "heads.txt", text + "\n")


def test_what_changed_is_named_part_by_part(folder: Path) -> None:
    """The parts of the script are those of rules that differed in one part, in seven, and in nothing but the order."""
    rulesets = Rulesets()
    program = rulesets.for_script(game_of(HEAD), folder).engine.program

    def head(changed: int, fingerprint: str = f"{'0' * 16}") -> list[str]:
        version = program.fingerprint.partition("-")[0]
        parts = [
            f"part {name} {'x' * 8 if at < changed else value}"
            for at, (name, value) in enumerate(program.parts.items())
        ]
        game = game_of(HEAD)
        settings = tuple(m.OptionSetting(*map(m.SpannedText, one.split(" ", 1)[1].rsplit(" ", 1))) for one in parts)
        game = replace(game, fingerprint=m.SpannedText(f"{version}-{fingerprint}"), parts=settings)
        (one,) = rulesets.for_script(game, folder).warnings
        return [f"{one.code} {one.message}", *said(one)[1:]]

    names = list(program.parts)
    one, seven, none = head(1), head(7), head(0)
    assert one[0].startswith("W1036 ")
    assert one[-1] == f"  help what is different: {names[0]}"
    assert seven[-1] == f"  help what is different: {', '.join(names[:7])}"
    assert len([line for line in seven if line.startswith("  note")]) <= 5
    assert none[1:] == ["  help what is different: the order in which its parts are declared"]
    own = replace(game_of(HEAD), fingerprint=m.SpannedText(program.fingerprint))
    assert rulesets.for_script(own, folder).warnings == ()
    former = replace(game_of(HEAD), fingerprint=m.SpannedText(program.former_fingerprint))
    (found,) = rulesets.for_script(former, folder).warnings
    assert (found.code, found.help) == ("W1039", f"write `rules {program.fingerprint}`")


def test_games_share_a_head_if_all_its_parts_are_the_same() -> None:
    game = game_of(HEAD + "option pay 3\nseats person, random\n")
    assert same_head(game, replace(game, steps=(), title=None))
    for name, value in {
        "ruleset": m.SpannedText("small"), "variants": (m.SpannedText("more"),), "preset": m.SpannedText("long"),
        "options": (*game.options, *game.options), "players": (*game.players, m.SpannedText("C")),
        "seats": (*game.seats, m.SpannedText("sound")), "fingerprint": m.SpannedText("x"),
        "parts": (m.OptionSetting(m.SpannedText("a"), m.SpannedText("b")),), "language": 2,
    }.items():  # fmt: skip
        assert not same_head(game, replace(game, **{name: value})), name


def test_a_game_is_opened_once_and_others_for_other_settings(folder: Path) -> None:
    rulesets = Rulesets()
    game = game_of(HEAD)
    first = rulesets.for_script(game, folder)
    assert rulesets.for_script(game, folder) is first
    assert rulesets.for_script(game, folder, exact=True) is not first
    assert rulesets.for_script(game_of(HEAD), folder).engine is first.engine
    assert rulesets.for_script(game_of(HEAD + "option pay 3\n"), folder).engine is not first.engine
    assert rulesets.for_script(game_of(HEAD.replace("A, B", "A, B, C")), folder).engine is not first.engine
    assert rulesets.for_script(game_of(HEAD.replace("A, B", "X, Y")), folder).words.player(0) == "X"
    assert rulesets.for_script(game_of(HEAD), folder).words is first.words


def test_other_rules_for_a_script_keep_the_options_that_they_have(folder: Path) -> None:
    rulesets = Rulesets()
    game = game_of(HEAD.replace("game small", "game small\nvariant more") + "option pay 4\noption wild yes\n")
    options = rulesets.for_script_under(game, None, {"wild": "no"}, folder).engine.program.options
    assert options == {"pay": 4, "wild": False}
    (folder / "other.hoyle").write_text(
        RULES.replace("option wild: yes or no = no\n", "").replace("    if wild: rest\n", "")
    )
    other = rulesets.for_script_under(game, "other", {"pay": "7"}, folder).engine.program
    assert other.options == {"pay": 7}
    with pytest.raises(ScriptError) as raised:
        rulesets.for_script_under(game, "other", {"wild": "no"}, folder)
    assert raised.value.diagnostic.code == "E1032"
