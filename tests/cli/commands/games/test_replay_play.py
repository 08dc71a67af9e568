"""`hoyle replay` and `hoyle play`: their output and their exit codes."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from hoyle import schemas
from hoyle.dsl.loading import RULESETS, load
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.wording.outcomes import Outcomes

GAMES = RULESETS / "games"
ROUND = GAMES / "texas_worked_round.play"


def test_a_replay_ends_with_its_expectations(hoyle: Callable[..., Any]) -> None:
    done = hoyle("replay", ROUND)
    assert done.code == 0
    assert done.lines[-1].endswith("expectations hold")
    assert "B: lay 2♣, draws 4♥" in done.lines
    assert "K♦ ✓" in done.out


def test_a_shipped_script_is_named_like_a_ruleset(
    hoyle: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert hoyle("replay", "-q", ROUND.stem).code == 0
    assert hoyle("convert", "--to", "json", ROUND.stem).out.startswith("{")
    (tmp_path / ROUND.stem).write_text("something else", encoding="utf-8")
    assert hoyle("replay", "-q", ROUND.stem).code == 1
    assert hoyle("replay", "-q", "no_such_round").code == 2


def test_ascii_and_json(hoyle: Callable[..., Any]) -> None:
    assert hoyle("replay", "--ascii", "--quiet", ROUND).out.isascii()
    data = json.loads(hoyle("replay", "--format", "json", ROUND).out)
    assert data["ok"] is True


def test_mistakes_give_exit_code_1(hoyle: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "x.play"
    path.write_text(ROUND.read_text(encoding="utf-8").replace("\nB: throw down", "\nB: throw up"), encoding="utf-8")
    done = hoyle("replay", path)
    assert done.code == 1
    assert "E1051" in done.out
    assert "A: lay 4♠, draws 7♣" in done.lines
    assert hoyle("replay", tmp_path / "none.play").code == 2
    assert hoyle("replay").code == 2


def test_computer_players_play_a_whole_game(hoyle: Callable[..., Any]) -> None:
    done = hoyle("play", "texas_euchre", "--seat", "all=random", "--seed", "5", "-o", "target=30")
    assert done.code == 0
    assert "The game is over, won by" in done.out


def test_a_person_answers_and_quits(hoyle: Callable[..., Any]) -> None:
    chance = ("--seat", "all=random", "--seat", "A=person")
    done = hoyle("play", "texas_euchre", "--seed", "5", *chance, stdin=b"1\nthrow\nq\n")
    assert done.code == 0
    assert "A: lay K♣, draws 3♥" in done.lines
    assert "A: throw down" in done.lines
    assert hoyle("play", "texas_euchre", "--seed", "5").code == 0
    assert hoyle("play", "nothing_of_that_name").code == 2
    assert hoyle("play", "texas_euchre", "-o", "target=1").code == 2


def test_junit_has_a_case_for_each_game_with_the_reason_of_a_failure(hoyle: Callable[..., Any], tmp_path: Path) -> None:
    text = ROUND.read_text(encoding="utf-8")
    path = tmp_path / "x.play"
    path.write_text(text + text.replace("hoyle play 1\n", "").replace("B: throw down", "B: lay 4♠"), encoding="utf-8")
    (tmp_path / "none.play").write_bytes(b"\0")
    done = hoyle("replay", "--format", "junit", path, tmp_path / "none.play")
    assert done.code == 1
    root = ElementTree.fromstring(done.out)
    assert (root.get("tests"), root.get("failures")) == ("3", "2")
    good, bad, missing = root.iter("testcase")
    assert len(good) == 0
    assert bad.find("failure").get("message") == "E1052: B may not lay 4♠ now"
    assert "B does not hold 4♠ [rules 26-27]" in bad.find("failure").text
    assert missing.find("failure").get("type") == "E1001"


def test_one_bad_game_does_not_stop_the_others(hoyle: Callable[..., Any], tmp_path: Path) -> None:
    text = ROUND.read_text(encoding="utf-8")
    game = text.replace("hoyle play 1\n", "")
    path = tmp_path / "x.play"
    path.write_text(text + game.replace("trick: B A♣", "trick B A♣") + game, encoding="utf-8")
    data = json.loads(hoyle("replay", "--format", "json", path).out)
    (script,) = data["scripts"]
    assert [one["ok"] for one in script["games"]] == [True, True]
    (error,) = script["errors"]
    assert path.read_text(encoding="utf-8").splitlines()[error["line"] - 1].startswith("trick B A♣")


def test_changed_rules_are_reported_and_refused_on_request(hoyle: Callable[..., Any], here: Path) -> None:
    rules = (GAMES.parent / "whist.hoyle").read_text(encoding="utf-8")
    (here / "house.hoyle").write_text(rules, encoding="utf-8")
    assert hoyle("play", "./house.hoyle", "--seat", "all=random", "--record", "game.play").code == 0
    assert hoyle("replay", "-q", "--exact", "game.play").code == 0
    (here / "house.hoyle").write_text(rules.replace("> book: add", "> 5: add"), encoding="utf-8")
    done = hoyle("replay", "-q", "game.play")
    assert "W1036" in done.out
    assert "what is different: main" in done.out
    done = hoyle("replay", "-q", "--exact", "game.play")
    assert done.code == 1
    assert "E1038" in done.out
    (here / "house.hoyle").write_text(rules.replace("points that win the game", "points to win"), encoding="utf-8")
    done = hoyle("replay", "-q", "game.play")
    assert done.code == 0
    assert "W1036" not in done.out, "a description has no effect on play"


def test_the_first_difference_under_other_rules_is_shown(hoyle: Callable[..., Any]) -> None:
    done = hoyle("replay", "--with", "reverse_texas_euchre", ROUND)
    assert done.code == 1
    assert "the games part here" in done.lines[0]
    assert "  trick: B A♣, C 3♣, D 3♠, A 7♣, won by B" in done.lines
    there = done.lines.index("with reverse_texas_euchre:")
    assert done.lines.index("as it is written (texas_euchre):") < there
    assert "D has to choose." in done.lines[there:]
    same = hoyle("replay", "--with", "target=20", ROUND)
    assert (same.code, len(same.lines)) == (0, 1)


def test_wrong_names_of_other_rules_are_refused(hoyle: Callable[..., Any]) -> None:
    for bad in (
        ["nothing_there"],
        ["xx=3"],
        ["target=1"],
        ["=3"],
        ["target="],
        ["whist", "hearts"],
        ["target=20", "target=30"],
    ):
        done = hoyle("replay", *(part for one in bad for part in ("--with", one)), ROUND)
        assert done.code == 2, bad
        assert "Traceback" not in done.err
    assert hoyle("replay", "--with", "whist", "--format", "json", ROUND).code == 2


def test_side_lines_and_positions_are_set_apart(hoyle: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "x.play"
    path.write_text(
        "hoyle play 1\ngame newberry_euchre\nplayers A, B, C, D\nposition play_hand\n  turn C\n  trump: hearts\n  maker: B\n"
        "  hand: A 9♥, B J♥, C A♥, D 9♣\nwhat if a title\n  C: play A♥\n  D: play 9♣\nC: play A♥\n",
        encoding="utf-8",
    )
    done = hoyle("replay", path)
    assert done.code == 0
    inside = done.lines.index("> What if: a title")
    back = done.lines.index("< Back in the game")
    assert done.lines.index("  hand: A 9♥, B J♥, C A♥, D 9♣") < inside < back
    assert not any("A♥" in line for line in done.lines[back + 1 : back + 2])
    assert any("A♥" in line for line in done.lines[back + 1 :])


def test_a_trick_without_a_winner_is_shown(hoyle: Callable[..., Any], root: Path) -> None:
    done = hoyle("replay", root / "rulesets" / "games" / "revoke.play")
    assert done.code == 0
    assert "\nD\nK♣\nAt the table: revoke by C\n" in done.out
    assert done.out.count("K♣\n") == 1
    report = json.loads(hoyle("replay", "--format", "json", root / "rulesets" / "games" / "revoke.play").out)
    events = report["scripts"][0]["games"][0]["events"]
    assert [event["winner"] for event in events if event["item"] == "tricktable"] == ["D", None]


def test_empty_or_undecodable_standard_input_is_an_error(hoyle: Callable[..., Any]) -> None:
    for options in ((), ("--quiet",), ("--format", "json"), ("--as", "A"), ("--with", "whist")):
        for data, why in ((b"", "it is empty"), (b"game whist\n\xff", "line 2 is not UTF-8 text")):
            done = hoyle("replay", "-", *options, stdin=data)
            assert done.code == 1
            assert f"this script cannot be read: {why}" in done.out


def test_a_message_says_how_many_of_a_card_are_held(hoyle: Callable[..., Any], here: Path) -> None:
    """With two packs a player may hold a card twice.  The message gives the number held instead of denying the card."""
    script = "hoyle play 1\ngame texas_euchre\nplayers A, B, C, D, E, F\nfirst dealer F\n"
    (here / "six.play").write_text(script + "hand A: 2♣ 2♣ 4♣ 5♣ 6♣ 7♣ 8♣\nA: lay 2♣ 4♣ 4♣\n", "utf-8")
    done = hoyle("replay", "-q", "six.play")
    assert done.code == 1
    assert "A holds only one 4♣" in done.out
    assert "does not hold" not in done.out


def test_the_reason_for_a_score_is_a_sentence() -> None:
    """The reason is never the source line of the table row."""
    for name in ("newberry_euchre", "texas_euchre", "hearts", "pinochle"):
        game = load(name).game
        assert game is not None
        outcomes = Outcomes(game, lower(game, {}))
        said = [outcomes.sentence(row.span) for phase in game.phases for row in phase.rows]
        assert sum(map(bool, said)) > len(said) / 2, "rows that cannot apply under these options have none"
        assert not [text for text in said if "->" in text or "_" in text]


def test_a_folder_holds_scripts_in_both_forms(hoyle, here: Path) -> None:
    """JSON of other programs is not taken for scripts."""
    (here / "one.play").write_text("hoyle play 1\n\ngame whist\n", encoding="utf-8")
    (here / "two.json").write_text('{"play": 1, "games": [{"ruleset": "whist", "steps": []}]}', encoding="utf-8")
    (here / "package.json").write_text('{"name": "play"}', encoding="utf-8")
    done = hoyle("replay", "--quiet", ".")
    assert (done.code, done.lines[-1]) == (0, "2 scripts, 2 games: 0 expectations held")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "E1001"),
        ("hoyle play 1\n\ngame whist\n".encode("utf-16"), "E1001"),
        (b"<<<<<<< HEAD\nhoyle play 1\n\ngame whist\n", "E1002"),
        (b"ACT I\nEnter HAMLET\n", "E1002"),
    ],
)
def test_a_damaged_script_fails_wherever_it_is_found(hoyle, here: Path, good: Path, content: bytes, code: str) -> None:
    (here / "games").mkdir()
    (here / "games" / "one.play").write_bytes(b"hoyle play 1\n\ngame whist\n")
    damaged = here / "games" / "damaged.play"
    damaged.write_bytes(content)
    for arguments in (
        ("games",),
        ("--dependents", damaged),
        ("--dependents", "draw.hoyle"),
        ("--format=junit", "games"),
    ):
        done = hoyle("replay", "--quiet", *arguments)
        assert done.code == 1
        assert code in done.out


def test_scripts_that_depend_on_changed_rules(hoyle, here: Path, good: Path) -> None:
    """What the hook does: rules change, and so their scripts and those of their variants are replayed."""
    (here / "more.hoyle").write_text('variant "More" of draw\n\nset target to 3\n', encoding="utf-8")
    for name, rules in (("a", "./draw.hoyle"), ("b", "./more.hoyle"), ("c", "whist")):
        text = f"hoyle play 1\n\ngame {rules}\nplayers A B\n"
        (here / f"{name}.play").write_text(text if name == "c" else text.replace("players A B\n", ""), "utf-8")
    done = hoyle("replay", "--quiet", "--dependents", "draw.hoyle")
    assert (done.code, done.lines[-1]) == (0, "2 scripts, 2 games: 0 expectations held")
    assert "c.play" not in done.out
    assert hoyle("replay", "--quiet", "--dependents", "more.hoyle").code == 0
    good.write_text(good.read_text("utf-8").replace("target", "aim"), "utf-8")
    assert hoyle("check", "draw.hoyle").code == 0
    done = hoyle("check", "--dependents", "draw.hoyle")
    assert done.code == 1
    assert "more.hoyle:3:5: error" in done.out
    assert hoyle("replay", "--quiet", "--dependents", "draw.hoyle").code == 1
    (here / "data.json").write_text("{}", encoding="utf-8")
    assert hoyle("replay", "--quiet", "--dependents", "data.json").code == 0


def test_what_the_scripts_reach_as_text_json_html_and_lcov(hoyle, here: Path) -> None:
    from jsonschema import Draft202012Validator

    import hoyle as api

    (here / "rules").mkdir()
    shutil.copy(RULESETS / "kuhn_poker.hoyle", here / "rules" / "kuhn.hoyle")
    game = "game ./rules/kuhn.hoyle\n\nfirst dealer A\nhand B: J♠\nhand A: Q♠\nB: check\nA: bet\nB: fold\n"
    (here / "a.play").write_text(f"hoyle play 1\n\n{game}", encoding="utf-8")
    done = hoyle("replay", "-q", "a.play", "--cover", *(f"--cover-to=x{end}" for end in (".json", ".html", ".info")))
    assert done.code == 0, done
    assert 'never: choice: "call"' in done.out
    assert 'never: choice: "fold"' not in done.out
    data = json.loads((here / "x.json").read_text("utf-8"))
    schema = json.loads((Path(schemas.__file__).parent / "cover.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator(schema).validate(data)
    assert data == api.cover("a.play").data()
    (file,) = data["files"]
    assert file["file"] == "rules/kuhn.hoyle"
    assert file["reached"] == sum(rule["times"] > 0 for rule in file["all"]) < file["rules"] == len(file["all"])
    assert sum(kind["reached"] for kind in file["kinds"]) == data["reached"]
    text = (here / "rules" / "kuhn.hoyle").read_text("utf-8")
    lcov = (here / "x.info").read_text("utf-8").splitlines()
    assert lcov[1] == "SF:rules/kuhn.hoyle"
    hits = {int(line[3:].split(",")[0]): int(line.split(",")[1]) for line in lcov if line.startswith("DA:")}
    lines = text.splitlines()
    assert hits[lines.index('            "call"') + 1] == 0
    assert hits[lines.index('            "fold"') + 1] == 1
    assert f"LF:{len(hits)}" in lcov
    assert f"LH:{sum(n > 0 for n in hits.values())}" in lcov
    page = (here / "x.html").read_text("utf-8")
    assert page.count("<li") == len(lines)
    assert '<span class="t">            &quot;call&quot;' in page
    share = 100 * data["reached"] / data["rules"]
    assert hoyle("replay", "-q", "a.play", "--fail-under", str(share - 0.1)).code == 0
    failed = hoyle("replay", "-q", "a.play", "--fail-under", str(share + 0.1))
    assert failed.code == 1
    assert "of the rules are reached" in failed.err
    assert hoyle("replay", "a.play", "--cover-to", "x.txt").code == 2
    assert hoyle("replay", "a.play", "--cover", "--as", "A").code == 2


def test_the_advice_for_rules_with_mistakes_can_be_typed_from_where_one_stands(
    hoyle, here: Path, good: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the help of E1031 says, from above the script, beside it and from elsewhere."""
    for place in ("rules", "games", "elsewhere"):
        (here / place).mkdir()
    for name in ("one.hoyle", "one more.hoyle"):
        text = good.read_text("utf-8").replace("shuffle", "shufle", 1)
        (here / "rules" / name).write_text(text, encoding="utf-8")
        (here / "games" / "a.play").write_text(f'hoyle play 1\n\ngame "../rules/{name}"\n', encoding="utf-8")
        for place, script in ((".", "games/a.play"), ("games", "a.play"), ("elsewhere", here / "games/a.play")):
            monkeypatch.chdir(here / place)
            done = hoyle("replay", "-q", script)
            advice = re.search(r"see `hoyle (.*)`", done.out)
            assert (done.code, "E1031" in done.out) == (1, True)
            assert advice is not None
            checked = hoyle(*shlex.split(advice[1]), "--no-play")
            assert (checked.code, "shufle" in checked.out) == (1, True), advice[1]
