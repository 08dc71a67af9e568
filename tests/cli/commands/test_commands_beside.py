"""What commands print where a person interrupts them, at a terminal, and when something is wrong: word for word."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest

from hoyle.api import deal_tables, solving
from hoyle.cli.arguments import recovery
from hoyle.cli.arguments.recovery import LeftGame, kept_games, new_file
from hoyle.cli.commands.batches import compare, fuzz
from hoyle.cli.commands.games import play, solve
from hoyle.cli.commands.rules import show
from hoyle.cli.commands.rules.tree import outline
from hoyle.cli.formats.brief import TextTable
from hoyle.cli.terminal import console
from hoyle.dsl.source.span import NOWHERE, Source
from hoyle.dsl.syntax.parser import parse
from hoyle.interpreter.faults import Fault

from ...api.test_tiny_game import RULES, without_times, write_rules
from ...golden import same_as_file
from ...small_constructs import ALL_CONSTRUCTS
from .test_tiny_commands import EVENING

Hoyle = Callable[..., Any]


@pytest.fixture
def tiny(here: Path) -> Path:
    """The current folder, with the tiny game, a variant and a script."""
    write_rules(here)
    (here / "evening.play").write_text(EVENING, "utf-8")
    return here


# ---------------------------------------------------------------------------------------------------------- many games


def test_an_interruption_is_reported_after_the_results(
    tiny: Path, hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (compare, fuzz):
        whole = module.outcome
        monkeypatch.setattr(module, "outcome", lambda make, whole=whole: (whole(make)[0], 130))
    by = ("-n", "4", "--seed", "5", "-w", "1")
    for arguments, games in (
        (("compare", "rules.hoyle", *by, "--players-a", "random", "--players-b", "sound"), "4 of 4"),
        (("compare", "rules.hoyle", *by, "-p", "random", "-b", "target=1"), "4 of 4"),
        (("compare", "rules.hoyle", *by, "-p", "random", "--vary", "target=1,2"), "4 of 4"),
        (("fuzz", "rules.hoyle", *by, "--engine", "python"), "4 of 4"),
    ):
        done = hoyle(*arguments)
        assert (done.code, done.err.splitlines()[-1]) == (130, f"interrupted after {games} games"), arguments
        assert done.out
    nothing = SimpleNamespace(games=0)
    monkeypatch.setattr(fuzz, "outcome", lambda make: (nothing, 130))
    done = hoyle("fuzz", "rules.hoyle")
    assert (done.code, done.out) == (130, "")
    assert done.err == "interrupted before the first game was played: nothing can be said about these rules\n"


def test_two_players_are_compared_as_data_too(tiny: Path, hoyle: Hoyle) -> None:
    pair = ("--players-a", "random", "--players-b", "sound")
    by = ("compare", "rules.hoyle", "-n", "4", "--seed", "5", "-w", "1")
    texts = [hoyle(*by, *pair, "--format", "json")]
    for more in (
        (*pair, "--format", "csv"), (*pair, "--format", "html"), pair[2:], (*pair, "-b", "target=1"),
        (*pair, "-p", "random"), (*pair, "--vary", "target=1,2"), (*pair, "--engine", "python"), ("quick.hoyle", *pair),
        ("quick.hoyle", "--vary", "target=1,2"), ("-b", "target=1", "--vary", "target=1,2"), (),
    ):  # fmt: skip
        texts.append(hoyle(*by, *more))
    out = "".join(f"({one.code})\n{without_times(one.out)}{one.err}" for one in texts)
    same_as_file(Path(__file__).with_name("tiny_commands") / "compare_players_forms.txt", out)


# ------------------------------------------------------------------------------------------------------ playing again


def test_which_game_that_was_left_is_taken_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    games = [LeftGame(Path(f"{name}.play"), name, 86_400.0 * day) for name, day in (("hearts", 9), ("whist\x07", 3))]
    monkeypatch.setattr(play, "kept_games", lambda: games)
    monkeypatch.setattr(play, "is_terminal", lambda file: True)
    answers = ["0", "3", "x", "2", "", "1"]
    prompts: list[str] = []
    monkeypatch.setattr(click.termui, "visible_prompt_func", lambda text: prompts.append(text) or answers.pop(0))
    assert [play._offered().name for _ in range(3)] == ["whist\x07.play", "hearts.play", "hearts.play"]
    assert answers == []
    assert {*prompts} == {"Which one [1]: "} or {*prompts} == {" "}
    out = capsys.readouterr().out
    listed = "  1  hearts, left on 10 January at 00:00\n  2  whist\\u0007, left on 4 January at 00:00\n"
    assert out.count(listed) == 3
    assert "0 is not in the range 1<=x<=2." in out
    monkeypatch.setattr(play, "is_terminal", lambda file: False)
    assert play._offered().name == "hearts.play"
    del games[0]
    monkeypatch.setattr(play, "is_terminal", lambda file: True)
    assert play._offered().name == "whist\x07.play"
    assert capsys.readouterr().out == (
        "hearts, left on 10 January at 00:00\nwhist\\u0007, left on 4 January at 00:00\n"
    )
    del games[0]
    with pytest.raises(click.UsageError) as error:
        play._offered()
    assert error.value.message == "no game was left that is not recorded; name the file of one with --resume FILE"


def test_the_name_of_a_kept_game_is_read_from_the_first_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    texts = {
        "a-1.play": "hoyle play 1\n\ngame  /rules/hearts.hoyle \ngame other\n",
        "b-2.play": "#" * (4096 - 11) + "\ngame whist_of_ours\n",
        "c-3.play": "#" * (4096 - 1) + "\ngame late\n",
        "d-4.play": "",
    }
    for at, (name, text) in enumerate(texts.items()):
        path = tmp_path / "hoyle" / "games" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        recovery.os.utime(path, (at, at))
    assert [one.game for one in kept_games()] == ["d-4", "c-3", "whist", "hearts"]
    assert [one.played for one in kept_games()] == [3, 2, 1, 0]
    monkeypatch.setattr(recovery.time, "strftime", lambda form: f"<{form}>")
    monkeypatch.setattr(recovery.os, "getpid", lambda: 77)
    names = [new_file(game).name for game in ("ours/my whist-2_x!.hoyle", "x" * 50, "?!")]
    assert names == [f"{stem}-<%Y%m%d-%H%M%S>-77.play" for stem in ("mywhist-2_x", "x" * 40, "game")]


@pytest.mark.parametrize("answered", [True, False])
@pytest.mark.parametrize("ended", [True, False])
def test_a_kept_game_is_removed_when_it_is_over_or_nothing_was_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answered: bool, ended: bool
) -> None:
    closed: list[int] = []
    kept = tmp_path / "kept.play"
    left: list[int] = []

    class Table:
        def __init__(self, *given: Any, **options: Any) -> None:
            self.ended = ended
            left.append(len(given))

        def play(self) -> int:
            raise KeyboardInterrupt

        def leave(self) -> None:
            left.append(0)

    session = SimpleNamespace(file=SimpleNamespace(close=lambda: closed.append(1)), answered=[1] * answered)
    monkeypatch.setattr("hoyle.cli.terminal.table.PlayTable", Table)
    kept.write_text("", "utf-8")
    with pytest.raises(SystemExit) as end:
        play._play(session, None, "a.play", False, False, kept)
    assert (end.value.code, closed, left) == (130, [1], [3, 0])
    assert kept.exists() is (answered and not ended)


def test_rules_that_cannot_be_played_are_refused(tiny: Path, hoyle: Hoyle) -> None:
    broken = RULES.replace("    set stake to 1\n", "    set stake to 6 / (size of table)\n")
    (tiny / "broken.hoyle").write_text(broken, "utf-8")
    done = hoyle("play", "broken.hoyle", "--seed", "3", "--seat", "all=person")
    assert (done.code, done.out) == (1, "")
    first, advice = done.err.splitlines()
    assert first == "hoyle: the rules break down: division by 0 (broken.hoyle:32:18)"
    assert advice.endswith("(`hoyle explain E1203`)")
    done = hoyle("play", "rules.hoyle", "-o", "target=9", "-o", "most=lots")
    assert done.code == 2
    assert done.err.splitlines()[-2:] == [
        "Error: option `target` cannot be `9`: it is a number from 1 to 5",
        "       option `most` cannot be `lots`: it is two or three or four or five",
    ]


# -------------------------------------------------------------------------------------------------------- exact values


def test_how_much_is_solved_is_shown_on_a_terminal_after_a_second(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = [100.0]
    monkeypatch.setattr(solve, "monotonic", lambda: clock[0])
    for terminal in (True, False):
        monkeypatch.setattr(sys.stderr, "isatty", lambda terminal=terminal: terminal, raising=False)
        clock[0] = 100.0
        reached, clear = solve._progress()
        clear()
        for now in (100.5, 101.0, 101.1, 103.6):
            clock[0] = now
            reached(int(now) - 99, 9)
        clear()
        shown = "\rsolved: 2 of 9 (1 s)\rsolved: 4 of 9 (4 s)" + "\r" + " " * 40 + "\r"
        assert capsys.readouterr().err == (shown if terminal else "")


def test_why_a_script_is_not_solved(tiny: Path, hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaking(*_: object, **given: object) -> None:
        raise Fault("E1202", NOWHERE, "a reason\x07")

    monkeypatch.setattr(solving, "solve_first", breaking)
    done = hoyle("solve", "evening.play")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("hoyle: the rules break down in a continuation of the game: ")
    assert "\x07" not in done.err

    def interrupted(*_: object, **given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(solving, "solve_first", interrupted)
    done = hoyle("solve", "evening.play")
    assert (done.code, done.out, done.err) == (130, "", "interrupted: nothing is known of the values yet\n")

    def asked_too_much(*_: object, **given: object) -> None:
        raise solving.CannotSolve("too much is left", "give `seconds` or `at`")

    monkeypatch.setattr(solving, "solve_first", asked_too_much)
    assert hoyle("solve", "evening.play").err == "hoyle: too much is left (give --seconds or --at)\n"
    for arguments, said in (
        (("--deal", "--at", "3"), "--at names a choice, and --deal solves whole deals"),
        (("--deal", "--worlds", "3"), "--worlds is not for --deal, which needs every card to be named"),
    ):
        done = hoyle("solve", "evening.play", *arguments)
        assert (done.code, done.err.splitlines()[-1]) == (2, f"Error: {said}")
    assert hoyle("solve", "-", "--deal").err.splitlines()[-1] == "Error: there is no file `-`"


@pytest.mark.parametrize("terminal", [True, False])
def test_whole_deals_are_shown_as_far_as_they_are_solved(
    tiny: Path, hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], terminal: bool
) -> None:
    asked: list[dict[str, Any]] = []

    def solved(script: str, *, progress: Callable[[int, int], None], **given: Any) -> Any:
        asked.append(given)
        for done in (1, 2):
            progress(done, 2)
        progress(1, 1)
        deals = [SimpleNamespace(reason="a reason"), SimpleNamespace(reason="" if terminal else "another")]
        return SimpleNamespace(deals=deals, lines=lambda: ["one", "two"], data=lambda: {"deals": 1})

    monkeypatch.setattr(deal_tables, "solve_deals", solved)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal, raising=False)
    for form, printed in (("text", "one\ntwo\n"), ("json", '{\n  "deals": 1\n}\n')):
        code = 0
        try:
            solve._solve_deals("evening.play", 3, 4, 5, False, form)
        except SystemExit as end:
            code = end.code
        found = capsys.readouterr()
        assert (code, found.out) == (0 if terminal else 1, printed)
        assert found.err == ("\rgames: 1 of 2\rgames: 2 of 2\n" if terminal else "")
    assert asked == [{"seconds": 3, "memory": 4, "jobs": 5, "ascii": False}] * 2

    def failing(*_: object, **given: object) -> None:
        raise solving.CannotSolve("no deals\x07")

    monkeypatch.setattr(deal_tables, "solve_deals", failing)
    done = hoyle("solve", "evening.play", "--deal")
    assert (done.code, done.out, done.err) == (1, "", "hoyle: no deals\\u0007\n")


# ------------------------------------------------------------------------------------------------------- rules as text


@pytest.mark.parametrize("width", [38, 60, 100])
def test_the_tables_of_a_game_at_a_terminal(
    width: int, tiny: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in (show, console):
        monkeypatch.setattr(module, "is_terminal", lambda *_: True)
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    (tiny / "many.hoyle").write_text(
        RULES.replace('    five "five points"\n', '    five "five points"\npreset "long"\n    set target to 5\n'),
        "utf-8",
    )
    from hoyle.cli.main import run

    assert run(["show", "many.hoyle"]) == 0
    text = "\n".join(line.rstrip() for line in capsys.readouterr().out.splitlines()) + "\n"
    same_as_file(Path(__file__).with_name("tiny_commands") / f"show_at_{width}.txt", text)


def test_rules_are_written_from_their_tree_and_trees_only_of_rules_without_errors(tiny: Path, hoyle: Hoyle) -> None:
    (tiny / "wrong.hoyle").write_text(RULES.replace("set dealer to dealer.left", "set deler to dealer.left"), "utf-8")
    (tiny / "tree.json").write_text(hoyle("tree", "quick.hoyle", "--json").out, "utf-8")
    (tiny / "bad.json").write_text('{"node": "nothing"}', "utf-8")
    (tiny / "worse.json").write_text("{", "utf-8")
    out: list[str] = []
    for arguments in (
        ("--from", "tree.json"), ("--from", "bad.json"), ("--from", "worse.json"), ("--from", "none.json"),
        ("wrong.hoyle",), ("none.hoyle",), (), ("quick.hoyle", "--from", "tree.json"), ("--from", "tree.json", "--json"),
    ):  # fmt: skip
        done = hoyle("tree", *arguments)
        out.append(f"$ {' '.join(arguments)} ({done.code})\n{done.out}{done.err}".replace(str(tiny), ""))
    same_as_file(Path(__file__).with_name("tiny_commands") / "trees_from.txt", "".join(out))


def test_a_new_game_is_called_as_its_file(tiny: Path, hoyle: Hoyle) -> None:
    for arguments, name, title in (
        (("our_best_game.hoyle",), "our_best_game.hoyle", "Our best game"),
        (("_.hoyle",), "_.hoyle", "My game"),
        (("a.hoyle", "--title", "Ours"), "a.hoyle", "Ours"),
        (("b.hoyle", "--output", "c.hoyle"), "c.hoyle", "B"),
        ((), "my_game.hoyle", "My game"),
        (("Two words", "--output", "d.hoyle"), "d.hoyle", "Two words"),
    ):
        assert hoyle("new", "game", *arguments).code == 0
        assert f'game "{title}"\n' in (tiny / name).read_text("utf-8"), arguments


def test_a_module_goes_only_into_files_of_its_kind(tiny: Path, hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("wasmtime")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tiny.parent / "nobody-has-learned"))
    out: list[str] = []
    for arguments in (
        ("--output", "m.txt"), ("--output", "m.wasm", "--description", "m.wasm"),
        ("--output", "m.wasm", "--types", "m.js"), ("--output", "m.wasm", "--description", "m.txt"),
        ("--output", "m.wasm", "--learned"), ("--output", "m.wasm", "--lessons", "--records"),
        ("--output", "m.wasm", "--lessons", "--thinking"), ("--output", "m.wat", "--types", "my-rules.ts"),
        ("--output", "rules.hoyle"), ("--output", "m.wasm", "-o", "target=1", "--description", "d.json"),
    ):  # fmt: skip
        done = hoyle("compile", "rules.hoyle", *arguments)
        printed = re.sub(r"[\d,]+ bytes, \d+ pages", "… bytes, … pages", done.out)
        out.append(f"$ {' '.join(arguments)} ({done.code})\n{printed}{done.err}")
    assert sorted(path.name for path in tiny.iterdir() if path.suffix not in (".hoyle", ".play")) == [
        "d.json", "m.json", "m.txt", "m.wasm", "m.wat", "my-rules.ts",
    ]  # fmt: skip
    assert (tiny / "m.wasm").read_bytes()[:4] == b"\0asm"
    assert (tiny / "m.wat").read_text("utf-8").startswith("(module")
    out.append((tiny / "my-rules.ts").read_text("utf-8"))
    same_as_file(Path(__file__).with_name("tiny_commands") / "compile.txt", "".join(out))


def test_where_weights_cannot_be_written_is_said_before_the_lesson(tiny: Path, hoyle: Hoyle) -> None:
    pytest.importorskip("wasmtime")
    started = time.monotonic()
    for arguments, code, said in (
        (("rules.hoyle", "--into", "no/such/w.weights"), 74, "cannot be written: no such file or directory"),
        (("rules.hoyle", "rules.hoyle", "--into", "one.weights"), 2, "--into names a folder"),
    ):
        done = hoyle("train", *arguments, "--minutes", "10")
        assert (done.code, done.out, said in done.err) == (code, "", True), done.err
    assert time.monotonic() - started < 300  # ten minutes each with a lesson
    assert not (tiny / "one.weights").exists()


def test_a_table_is_narrow_where_a_word_would_be_broken() -> None:
    table = TextTable("t", ("name", "words"), (("a long name", "some short words"), ("b", "afterwards")))
    need = len("a long name") + len("afterwards") + 2 * 2 + 2
    assert [show._narrow(table, width) for width in (need - 1, need, need + 1)] == [True, False, False]
    empty = TextTable("t", ("name", "words"), (("b", ""),))
    assert [show._narrow(empty, width) for width in (14, 15)] == [True, False]


@pytest.mark.parametrize("name", ["flow", "alike"])
def test_the_outline_of_a_tree(name: str) -> None:
    tree, problems = parse(Source("a.hoyle", ALL_CONSTRUCTS[name]))
    assert problems == ()
    text = "\n".join(outline(tree)) + "\n"
    same_as_file(Path(__file__).with_name("tiny_commands") / f"outline_of_{name}.txt", text)
    with_spans = [*outline(tree, spans=True)]
    assert [line.partition("  @ ")[0] for line in with_spans] == text.splitlines()
    assert with_spans[0].endswith("  @ a.hoyle:1:1")
