"""The command as a whole: the table of commands, the exit codes, and failures outside the program."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
import pytest

from hoyle.cli import main as main_module
from hoyle.cli.main import COMMANDS
from hoyle.dsl.loading import RULESETS


@pytest.mark.parametrize("name", COMMANDS)
def test_the_table_of_commands_agrees_with_the_modules(name: str) -> None:
    entry = COMMANDS[name]
    command = getattr(import_module(f"hoyle.cli.commands.{entry.module}"), entry.name or name)
    assert isinstance(command, click.Command)
    assert command.name == name
    first, _, rest = (command.help or "").partition("\n\n")
    assert " ".join(first.split()) == entry.help
    assert "Exit code:" in rest, "each command says what its exit codes mean"


def every_option() -> Iterator[tuple[str, click.Option]]:
    """The options of all commands, including those of `hoyle new game`."""
    for name, entry in COMMANDS.items():
        command = getattr(import_module(f"hoyle.cli.commands.{entry.module}"), entry.name or name)
        for one in (command, *(command.commands.values() if isinstance(command, click.Group) else ())):
            yield from ((name, parameter) for parameter in one.params if isinstance(parameter, click.Option))


def test_a_short_flag_has_one_meaning_in_all_commands() -> None:
    meant: dict[str, set[str]] = {}
    for _, option in every_option():
        for flag in option.opts:
            if not flag.startswith("--"):
                meant.setdefault(flag, set()).add(next(one for one in option.opts if one.startswith("--")))
    assert {flag: names for flag, names in meant.items() if len(names) > 1} == {}
    assert set(meant) >= {"-a", "-b", "-f", "-n", "-o", "-p", "-q", "-r", "-s", "-v", "-w"}


def test_options_of_the_rules_have_the_same_flags_in_all_commands() -> None:
    """A command that takes --option also takes --preset, --variant and --players, with their short flags."""
    taken: dict[str, set[str]] = {}
    for name, option in every_option():
        taken.setdefault(name, set()).update(option.opts)
    for name, flags in taken.items():
        if "--option" in flags and name != "import":  # a record contains its own settings
            assert flags >= {"--option", "-o", "--preset", "--variant", "-v", "--players", "-p"}, name


READS = {
    "--variant",
    "--variant-a",
    "--variant-b",
    "--from",
    "--resume",
    "--ruleset",
    "--with",
    "--source",
    "--script",
    "--against",
}
"""Options whose value is, or ends with, the name of a file or ruleset that must exist."""
WRITES = {
    "--output",
    "--record",
    "--html",
    "--export",
    "--save",
    "--description",
    "--report",
    "--trace",
    "--junit",
    "--cover-to",
}
SCRIPT = str(RULESETS / "games/hearts_short.play")
NO_FILES = {"list", "explain", "lsp", "new game", "join"}


def leaves() -> Iterator[tuple[str, click.Command]]:
    """Every command that does something, by its words: `check`, `new variant`."""
    for name, entry in COMMANDS.items():
        command = getattr(import_module(f"hoyle.cli.commands.{entry.module}"), entry.name or name)
        group = command.commands if isinstance(command, click.Group) else None
        yield from ((f"{name} {one}", sub) for one, sub in group.items()) if group else ((name, command),)


def missing_files(words: str, command: click.Command) -> Iterator[list[str]]:
    """Yield a command line for each argument or option of a command that can name a missing file or ruleset."""
    arguments = [one for one in command.params if isinstance(one, click.Argument)]
    goods = {"records": "some.pbn", "script": SCRIPT, "scripts": SCRIPT}
    good = goods.get(arguments[0].name or "", "newberry_euchre") if arguments else ""
    needed = ["--vary", "target=5,6", "--aim", "length=8"] if words == "tune" else []
    for option in command.params:
        if isinstance(option, click.Option) and option.required:
            needed += [option.opts[0], {"--output": "o.out"}[option.opts[0]]]
    for place, argument in enumerate(arguments):
        given = ["nosuch" if one == place else good for one in range(len(arguments))]
        yield [
            *words.split(),
            *needed,
            *(given if len(given) <= place + 1 or argument.required else given[: place + 1]),
        ]
    for option in command.params:
        if isinstance(option, click.Option) and option.opts[0] in READS and not isinstance(option.type, click.Choice):
            value = "rulebook=nosuch" if option.opts[0] == "--source" else "nosuch"
            alone = option.opts[0] in ("--from", "--resume", "--script")
            others = [] if alone and not (arguments and arguments[0].required) else [good] * max(1, len(arguments))
            yield [*words.split(), *needed, *others, option.opts[0], value]


def test_every_option_for_a_file_is_classified() -> None:
    """A new option for a file must be added to READS, which the next test tries, or to WRITES."""
    files = {o.opts[0] for _, o in every_option() if o.metavar in ("FILE", "DIR", "FOLDER", "NAME=PATH", "RULESET")}
    assert files <= READS | WRITES


def test_a_missing_file_gives_exit_code_2_in_every_command(
    hoyle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("some.pbn").write_text('[Event "some"]\n', encoding="utf-8")
    lines = [line for words, command in leaves() if words not in NO_FILES for line in missing_files(words, command)]
    assert len(lines) > 40
    ended = {" ".join(line): hoyle(*line) for line in lines}
    assert {line: done for line, done in ended.items() if (done.code, done.out) != (2, "")} == {}
    assert {line: done for line, done in ended.items() if "nosuch" not in done.err} == {}


def test_help_names_every_command_and_every_exit_code(hoyle) -> None:
    done = hoyle("--help")
    assert (done.code, done.err) == (0, "")
    for name, entry in COMMANDS.items():
        assert f"  {name}" in done.out
        assert entry.help in " ".join(done.out.split())
    for code in ("0", "1", "2", "70", "74", "130", "141"):
        assert any(line.replace("Exit code:", "").split()[:1] == [code] for line in done.lines), code


def test_help_imports_no_command() -> None:
    code = "import sys; from hoyle.cli.main import run; run(['--help']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert not loaded & {f"hoyle.cli.commands.{entry.module}" for entry in COMMANDS.values()}
    assert not loaded & {"rich", "lark", "jsonschema", "hoyle.dsl.syntax.parser", "importlib.metadata"}


def test_a_check_imports_only_what_it_needs(good: Path) -> None:
    code = (
        f"import sys; from hoyle.cli.main import run; run(['check', '--no-play', {str(good)!r}]); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert not loaded & {"rich", "lark", "jsonschema", "importlib.metadata", "hoyle.interpreter", "shutil", "tempfile"}


def test_the_version_is_printed(hoyle) -> None:
    done = hoyle("--version")
    assert done.code == 0
    assert done.out.startswith("hoyle ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chekc"], "there is no command `chekc`; did you mean `check`?"),
        (["shuffle"], "there is no command `shuffle`; there are list, new, check, explain"),
        (["check"], "Missing argument 'FILE...'"),
        (["check", "--stritc", "x"], "--strict"),
        (["check", "--format", "yaml", "x"], "yaml"),
        (["--colour"], "--colour"),
        (["check", "nosuch.hoyle"], "there is no file, folder or ruleset `nosuch.hoyle`"),
        (["check", "texas_euchr"], "did you mean `texas_euchre`?"),
        (["fmt", "draw.hoyl"], "did you mean `draw.hoyle`?"),
        (["show", "."], "`.` is a folder"),
        (["tree"], "name a ruleset"),
        (["tree", "--from", "nosuch.json"], "`nosuch.json` is not there"),
        (["tree", "--from", "."], "`.` is a folder"),
        (["explain"], "name the code"),
        (["check", "a\nb\x1b[31m"], "`a\\u000ab\\u001b[31m`"),
        (["check", "x" * 5000], "there is no file"),
        (["check", "a\0b"], "there is no file, folder or ruleset `a\\u0000b`"),
    ],
)
def test_wrong_use_gives_exit_code_2_and_one_message(hoyle, good: Path, arguments: list[str], said: str) -> None:
    done = hoyle(*arguments)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert "\x1b" not in done.err


def test_the_command_alone_shows_the_help(hoyle) -> None:
    done = hoyle()
    assert done.code == 2
    assert "Commands:" in done.out + done.err


def failing(error: BaseException) -> click.Command:
    @click.command()
    @click.pass_context
    def fail(ctx: click.Context) -> None:
        click.echo("so far")
        raise error

    return fail


def ended(hoyle, monkeypatch: pytest.MonkeyPatch, error: BaseException):
    monkeypatch.setattr(main_module.hoyle, "get_command", lambda ctx, name: failing(error))
    monkeypatch.setitem(COMMANDS, "fail", COMMANDS["check"])
    return hoyle("fail")


def test_an_internal_error_is_one_line_and_exit_code_70(hoyle, monkeypatch: pytest.MonkeyPatch) -> None:
    done = ended(hoyle, monkeypatch, KeyError("lost\n\x1b[31mcard"))
    assert (done.code, done.out) == (70, "so far\n")
    (line,) = done.err.splitlines()
    assert line.startswith("hoyle: a mistake of hoyle itself, please report it: KeyError: ")
    assert "HOYLE_DEBUG=1" in line
    assert "\x1b" not in line


def test_a_long_internal_error_is_cut(hoyle, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(ended(hoyle, monkeypatch, ValueError("x" * 100_000)).err) < 500


def test_hoyle_debug_shows_the_traceback(process, tmp_path: Path) -> None:
    """The test plants a command whose module cannot be imported."""
    code = (
        "import sys; from hoyle.cli import main as m; m.COMMANDS['check'] = m.CommandEntry('nosuch', '');"
        " sys.exit(m.run(['check', 'x']))"
    )
    for debug in ("", "1"):
        done = subprocess.run(
            [sys.executable, "-c", code], env=os.environ | {"HOYLE_DEBUG": debug}, capture_output=True, check=False
        )
        assert done.returncode == 70
        assert (b"Traceback" in done.stderr) == bool(debug)


@pytest.mark.parametrize("error", [KeyboardInterrupt(), click.Abort()])
def test_ctrl_c_gives_exit_code_130(hoyle, monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    done = ended(hoyle, monkeypatch, error)
    assert (done.code, done.err) == (130, "interrupted\n")


@pytest.mark.parametrize(("value", "code"), [(None, 0), (3, 3), ("no", 1)])
def test_sys_exit_in_a_command_sets_the_exit_code(
    hoyle, monkeypatch: pytest.MonkeyPatch, value: object, code: int
) -> None:
    assert ended(hoyle, monkeypatch, SystemExit(value)).code == code


def test_a_closed_pipe_is_silent(root: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    arguments = [sys.executable, "-m", "hoyle.cli.main", "tree", "--json", "texas_euchre"]
    try:
        done = subprocess.run(arguments, stdout=writer, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_one_line_and_exit_code_74(process) -> None:
    with Path("/dev/full").open("wb") as full:
        done = process("explain", "--list", stdout=full)
    assert done.returncode == 74
    assert done.stderr == b"hoyle: the output cannot be written: no space left on device\n"


def test_streams_closed_from_the_start(process, good: Path) -> None:
    if os.name == "nt":
        pytest.skip("a shell is needed that closes streams")
    command = f'"{sys.executable}" -m hoyle.cli.main check "{good}"'
    assert subprocess.run(f"{command} >&-", shell=True, capture_output=True, check=False).returncode == 74
    assert subprocess.run(f"{command} 2>&- <&-", shell=True, capture_output=True, check=False).returncode == 0


def test_an_encoding_that_lacks_some_characters(hoyle, here: Path) -> None:
    (here / "ünter.hoyle").write_text('game "Hüpf ♠"\nlanguage 1\nplayers ♠\n', encoding="utf-8")
    done = hoyle("check", "ünter.hoyle", encoding="ascii")
    assert done.code == 1
    assert "\\xfcnter.hoyle:3:9: error" in done.out
    assert "  3 | players ?\n    |         ^\n" in done.out
    # In other texts a similar character replaces the missing one.
    assert "error E0206: `S` is not a sign of the rule language" in done.out
    assert "scripted games" in hoyle("explain", "--list", encoding="ascii").out
    assert "error: ... means nothing here" in hoyle("explain", "E0301", encoding="ascii").out


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a named pipe to wait at")
def test_ctrl_c_while_a_file_is_read(here: Path) -> None:
    os.mkfifo("slow.hoyle")
    command = [sys.executable, "-m", "hoyle.cli.main", "check", "slow.hoyle"]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as waiting,
        Path("slow.hoyle").open("wb"),  # opens when the command opens the pipe to read
    ):
        time.sleep(0.2)  # the command reads by now; a signal just before would take effect only after the read
        waiting.send_signal(signal.SIGINT)
        out, err = waiting.communicate(timeout=60)
    assert (waiting.returncode, out, err) == (130, b"", b"interrupted\n")


def test_ctrl_c_during_imports_prints_no_traceback() -> None:
    """The start module imports nothing before it can catch the interrupt."""
    code = (
        "import sys\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'hoyle.cli.main': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "from hoyle.cli.start import main\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"interrupted\n")
    done = subprocess.run(
        [sys.executable, "-c", "import sys; from hoyle.cli.start import main; print(*sys.modules)"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert not {"click", "hoyle.cli.main"} & set(done.stdout.split()), "nothing is imported in front of it"


def test_the_shell_can_complete(hoyle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_HOYLE_COMPLETE", "zsh_complete")
    monkeypatch.setenv("COMP_WORDS", "hoyle ch")
    done = hoyle()
    assert (done.code, done.lines) == (0, ["plain,check\tCheck rule files and show every mistake..."])
