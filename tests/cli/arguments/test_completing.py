"""What a shell is offered for a word on the command line, and what goes wrong between a command and its function."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.shell_completion import CompletionItem

from hoyle.cli.arguments import calling, completing, shells
from hoyle.cli.arguments.chosen import settled
from hoyle.dsl.codes.table import CODES
from hoyle.dsl.loading import rulesets
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source, Span
from hoyle.interpreter.players import names

from ...small_rules import game_of, small_rules

HEAD = """option few: 2..4 = 2
option many: 0..90 = 2
option most: 5..55 = 7
option open: yes or no = no
option how = slow  "how"
    slow
    quick
option pair: 2 or 4 = 4
preset "a long one"
    set few to 4
preset "short"
    set few to 3
"""
ACT = "add few + many + most + pair to p.points\n                if open and how = quick: add 1 to p.points"


@pytest.fixture
def line(here: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """A context of click in a folder with rules; it knows these parameters."""
    (here / "mine.hoyle").write_text(small_rules(head=HEAD, act=ACT), "utf-8")
    (here / "sub").mkdir()
    (here / "sub" / "ours.hoyle").write_text("", "utf-8")
    monkeypatch.delenv("COMP_WORDS", raising=False)

    def make(**known: Any) -> Any:
        found = click.Context(click.Command("x"))
        found.params.update(known)
        return found

    return make


def words(name: str, context: Any, incomplete: str) -> list[str]:
    return [*completing._WORDS[name](context, incomplete)]


def test_names_of_rules(line: Callable[..., Any], here: Path) -> None:
    assert words("ruleset", line(), "x") == [*rulesets(), "mine.hoyle"]
    assert words("files", line(), "sub/") == [*rulesets(), str(Path("sub", "ours.hoyle"))]
    assert words("code", line(), "") == sorted(CODES)
    assert words("players", line(), "") == [*names()]
    assert words("players", line(), "think,sound,r") == [f"think,sound,{name}" for name in names()]


def test_variants_of_the_rules_on_the_line(line: Callable[..., Any], here: Path) -> None:
    (here / "five.hoyle").write_text('variant "Five" of newberry_euchre\n', "utf-8")
    every = words("variants", line(), "")
    own = words("variants_a", line(ruleset="newberry_euchre"), "")
    assert every[-2:] == own[-2:] == ["five.hoyle", "mine.hoyle"]
    assert 0 < len(own) < len(every)
    assert set(own) < set(every)
    assert "whist" not in every


def test_options_and_their_values(line: Callable[..., Any]) -> None:
    mine = line(ruleset="mine.hoyle")
    assert words("options", mine, "f") == ["few=", "many=", "most=", "open=", "how=", "pair="]
    assert words("options", mine, "few=") == ["few=2", "few=3", "few=4"]
    assert words("options", mine, "many=") == [f"many={n}" for n in range(51)]
    assert words("options", mine, "most=") == [f"most={n}" for n in range(5, 56)]
    assert words("vary", mine, "open=y") == ["open=yes", "open=no"]
    assert words("options_a", mine, "how=") == ["how=slow", "how=quick"]
    assert words("options_b", mine, "pair=") == ["pair=2", "pair=4"]
    assert words("options", mine, "none=") == []
    assert words("options", line(), "few=") == []
    assert words("preset", mine, "") == ["a long one", "short"]
    assert words("preset", line(), "") == []


def test_who_plays(line: Callable[..., Any]) -> None:
    mine = line(a="mine.hoyle")
    assert words("seats", mine, "") == ["all=", "A=", "B=", "C=", "D="]
    assert words("seats", mine, "Ann=") == ["Ann=person", *(f"Ann={name}" for name in names())]
    assert words("seats", line(), "") == []


def test_the_rules_on_a_line_that_is_not_complete(line: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    for said, found in (
        ("hoyle play whist -o", "whist"), ("hoyle play none.hoyle mine.hoyle --seat", "mine.hoyle"),
        ("whist play", None), ("hoyle play -o few=2", None), ("", None),
    ):  # fmt: skip
        monkeypatch.setenv("COMP_WORDS", said)
        assert completing._ruleset(line()) == found
    assert completing._ruleset(line(ruleset="hearts")) == "hearts"
    assert completing._ruleset(line(ruleset=("a", "b"), a="hearts")) is None


def test_the_words_that_fit_are_offered_and_else_files(
    line: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    @click.group()
    def group() -> None:
        """A group."""

    @group.command()
    @click.argument("ruleset")
    @click.option("--preset")
    @click.option("--players", type=click.IntRange(1, 3))
    @click.option("--output")
    @click.option("--other")
    def inner(**given: Any) -> None:
        """A command."""

    own = {one.name: one.shell_complete for one in inner.params}
    completing.complete(group)
    by_name = {one.name: one for one in inner.params}
    assert {name for name, one in by_name.items() if one.shell_complete != own[name]} == {"ruleset", "preset", "output"}

    def offered(name: str, incomplete: str, **known: Any) -> list[tuple[str, str]]:
        return [(one.value, one.type) for one in by_name[name].shell_complete(line(**known), incomplete)]

    assert offered("ruleset", "mine") == [("mine.hoyle", "plain")]
    assert offered("ruleset", "qqqq") == [("qqqq", "file")]
    assert offered("output", "x") == [("x", "file")]
    assert offered("preset", "", ruleset="mine.hoyle") == [("a long one", "plain"), ("short", "plain")]
    monkeypatch.setenv("_HOYLE_COMPLETE", "bash_complete")
    assert offered("preset", "a", ruleset="mine.hoyle") == [("a\\ long\\ one", "plain")]
    monkeypatch.setenv("COMP_WORDS", 'hoyle show mine.hoyle --preset "a')
    assert offered("preset", "a", ruleset="mine.hoyle") == [("a long one", "plain")]


def test_a_word_that_cannot_be_completed_raises_nothing(line: Callable[..., Any]) -> None:
    def failing(context: click.Context, incomplete: str) -> list[str]:
        raise ValueError(incomplete)

    assert completing._completer(failing, lambda context, incomplete: [])(line(), "a") == []


def test_the_words_before_the_cursor(monkeypatch: pytest.MonkeyPatch) -> None:
    for said, found in (
        ("hoyle play whi", (["play"], "whi")), ("hoyle play ", (["play"], "")),
        ('hoyle show x --preset "a lo', (["show", "x", "--preset"], "a lo")), ("hoyle -o few=", (["-o"], "few=")),
    ):  # fmt: skip
        monkeypatch.setenv("COMP_WORDS", said)
        for shell in (shells._Bash, shells._Zsh, shells._Fish):
            made = shell(click.Command("x"), {}, "hoyle", "_HOYLE_COMPLETE")
            assert made.get_completion_args() == found
    zsh = shells._Zsh(click.Command("x"), {}, "hoyle", "_HOYLE_COMPLETE")
    assert zsh.format_completion(CompletionItem("few=", help="how many")) == "plain,few=\thow many"
    assert zsh.format_completion(CompletionItem("few=")) == "plain,few="


# ------------------------------------------------------------------------------------------ what a function of api raises


def problem(code: str, message: str = "it is wrong", help: str | None = None) -> Diagnostic:
    return Diagnostic(code, "error", message, Span(Source("x.hoyle", ""), 0, 0), help)


def test_what_goes_wrong_becomes_a_message_and_an_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    from hoyle.api.running import CannotPlay
    from hoyle.interpreter.errors import CannotWrite, UnusableFolder
    from hoyle.interpreter.game import GameError, RulesError

    def exits(error: BaseException) -> tuple[int, str]:
        with pytest.raises((SystemExit, click.UsageError)) as found, calling.calling():
            raise error
        left = found.value
        said = left.format_message() if isinstance(left, click.UsageError) else capsys.readouterr().err
        return (2 if isinstance(left, click.UsageError) else int(str(left.code))), said.strip()

    two = (problem("E1033", "no such option", "write x"), problem("E1034", "no such number"))
    assert exits(RulesError(*two)) == (2, "no such option (write x)\nno such number")
    assert exits(RulesError(problem("E0201"))) == (1, "x.hoyle:1:1: error E0201: it is wrong")
    assert exits(GameError(problem("E1052", "no\x07"))) == (2, "no\\u0007")
    assert exits(ValueError("such a value\x07")) == (2, "such a value\\u0007")
    assert exits(FileNotFoundError(2, "No such file", "a\x07b")) == (2, "`a\\u0007b`: no such file")
    assert exits(OSError("x"))[1].endswith("it cannot be read")
    for rules, code in ((True, 1), (False, 2)):
        error = CannotPlay("cannot\x07", rules=rules)
        assert exits(error) == (code, "hoyle: cannot\\u0007" if rules else "cannot\\u0007")
    assert exits(CannotWrite("full")) == (74, "hoyle: full")
    for unwritten, found in ((True, (74, "hoyle: full")), (False, (2, "--record: full"))):
        unusable = UnusableFolder("full")
        unusable.unwritten = unwritten
        assert exits(unusable) == found


class Report:
    """A report of games."""

    def __init__(self, note: str = "", *, interrupted: bool = False) -> None:
        self.note, self.interrupted = note, interrupted


def test_the_outcome_of_a_function(capsys: pytest.CaptureFixture[str]) -> None:
    from hoyle.api.running import GamesStopped

    for report, code, said in (
        (Report(), 0, ""), (Report("look\x07"), 0, "hoyle: look\\u0007\n"), (Report(interrupted=True), 130, ""),
    ):  # fmt: skip
        assert calling.outcome(lambda report=report: report) == (report, code)
        assert capsys.readouterr() == ("", said)
    stopped: Any = GamesStopped.__new__(GamesStopped)
    stopped.args, stopped.result = ("game 3 broke\x07",), Report()

    def stop() -> Report:
        raise stopped

    found, code = calling.outcome(stop)
    assert (found, code) == (stopped.result, 1)
    assert capsys.readouterr().err.startswith("hoyle: ")
    for code, said in ((130, "interrupted after 1,000 of 2,000 games\n"), (0, ""), (1, "")):
        calling.tell_interrupted(code, 1000, 2000)
        assert capsys.readouterr().err == said


def test_lines_are_printed_as_wide_as_the_terminal_and_text_as_is_easy_to_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "word " * 25
    calling.print_lines([text, "b"])
    calling.folded_lines([text, "b\x07"])
    assert capsys.readouterr().out.splitlines() == [
        text, "b", ("word " * 20).strip(), "  " + ("word " * 5).strip(), "b\\u0007",
    ]  # fmt: skip
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "50")
    calling.print_lines([text])
    assert capsys.readouterr().out.splitlines() == [
        ("word " * 10).strip(), "    " + ("word " * 9).strip(), "    " + ("word " * 6).strip(),
    ]  # fmt: skip


def test_settings_of_a_command_line() -> None:
    game = game_of(small_rules(head=HEAD, act=ACT))
    found = settled(game, ["few=3"], "a long one", 3)
    assert (found.players, found.words()["few"], found.words()["pair"]) == (3, 3, 4)
    assert settled(game, [], "a long one", None).words()["few"] == 4
    with pytest.raises(click.UsageError) as wrong:
        settled(game, ["few=9", "opn=yes"], None, 9)
    _, *others = wrong.value.message.splitlines()
    assert len(others) == 2
    assert all(one.startswith("       ") for one in others)
    assert "did you mean `open`" in wrong.value.message
    with pytest.raises(click.UsageError, match="--option wants NAME=VALUE, not `few`"):
        settled(game, ["few"], None, None)
