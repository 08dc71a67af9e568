"""The command `hoyle`: finds the requested command, and turns every outcome into an exit code (`arguments/exits.py`).

A table names the commands, and a command is imported when it runs.  So `hoyle --help` takes no longer than click
itself.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import NoReturn

import click

from ..dsl.source.reading import reason_of
from .arguments.exits import BUG, CLOSED_PIPE, EXIT_CODES, INTERRUPTED, NO_OUTPUT, WRONG_CONTENT, WRONG_USE
from .terminal.console import echo, prepare, visible

_LONGEST = 300


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """A command: the module of `commands` with an object of the command's name, and its line in `hoyle --help`."""

    module: str
    help: str
    name: str = ""
    """The name of the object, if it differs from the command's."""


COMMANDS: dict[str, CommandEntry] = {
    "list": CommandEntry("rules.list", "List the available games, variants, presets and players.", "list_"),
    "new": CommandEntry("rules.new", "Write a new rule file to start from: a game, or a variant of one."),
    "check": CommandEntry("rules.check", "Check rule files and show every mistake with its place."),
    "explain": CommandEntry("rules.explain", "Explain the code of a message."),
    "fmt": CommandEntry("rules.fmt", "Format rule files in the canonical layout."),
    "show": CommandEntry("rules.show", "Show a game in brief: players, deck, zones, options, phases."),
    "tree": CommandEntry("rules.tree", "Print the rule tree of a ruleset, or read one back."),
    "rulebook": CommandEntry("rules.rulebook", "Write the rulebook of a game from its rule file."),
    "rulings": CommandEntry("rules.rulings", "List every ambiguity with its readings, and the rulings."),
    "trace": CommandEntry("rules.trace", "Show the documents beside the rules that implement them."),
    "diff": CommandEntry("rules.diff", "Describe in sentences how two games differ."),
    "replay": CommandEntry("games.replay", "Replay scripted games by the rules and show them."),
    "convert": CommandEntry(
        "games.convert", "Convert scripted games between their two forms, or to the format of another program."
    ),
    "import": CommandEntry(
        "games.import_records", "Convert games recorded by other programs into a script.", "import_"
    ),
    "analyse": CommandEntry("games.analyse", "Judge every choice of a scripted game."),
    "solve": CommandEntry("games.solve", "Find the exact value of every choice with all cards known."),
    "play": CommandEntry("games.play", "Play a game by its rules."),
    "fuzz": CommandEntry("batches.fuzz", "Play random games and check that the engine and the rules hold."),
    "compile": CommandEntry("compile", "Compile the rules of a game to a WebAssembly module."),
    "simulate": CommandEntry("batches.simulate", "Play many games and report the results."),
    "compare": CommandEntry("batches.compare", "Play the same deals under two sets of rules and report what differs."),
    "train": CommandEntry("batches.train", "Teach a player some rules, by games against itself."),
    "stats": CommandEntry("batches.stats", "Count what happened in games that people played."),
    "tune": CommandEntry("batches.tune", "Find the option settings of a game that come nearest to an aim."),
    "lsp": CommandEntry("lsp", "Run the language server for an editor: diagnostics, completion and more."),
    "studio": CommandEntry("studio", "Write, play and replay games in a browser."),
    "serve": CommandEntry("tables.serve", "Let people play at one table, each with a browser."),
    "join": CommandEntry("tables.join", "Take a chair at a table that somebody serves."),
}
"""The commands in the order of `hoyle --help`.

Each line is the first paragraph of the command's own help (a test compares them)."""


class Commands(click.Group):
    """A group of commands.  It knows its commands from the table, and imports each when it is needed."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuse empty arguments, mostly unset variables of the shell.  (As a path it would be the current folder.)"""
        for arg in args:
            name, mark, value = arg.partition("=")
            if not arg or (arg.startswith("--") and mark and not value):
                ctx.fail(f"an argument is empty{f': `{visible(name)}`' if name else ''}")
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        found = getattr(import_module(f".commands.{entry.module}", __package__), entry.name or cmd_name)
        assert isinstance(found, click.Command)
        if "_HOYLE_COMPLETE" in os.environ:
            from .arguments.completing import complete

            complete(found)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.help) for name, entry in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            from ..dsl.source.nearest import nearest

            near = nearest(name, COMMANDS)
            advice = f"; did you mean `{near}`?" if near else f"; there are {', '.join(COMMANDS)}"
            ctx.fail(f"there is no command `{visible(name)}`{advice}")
        return super().resolve_command(ctx, args)


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from .version import version

        echo(f"hoyle {version()}")
        ctx.exit()


_EPILOG = "\b\n" + "\n".join(
    f"{'Exit code:' if not code else '':10} {code:<4} {meaning}" for code, meaning in EXIT_CODES.items()
)


@click.group(cls=Commands, epilog=_EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_print_version, help="Show the version."
)
def hoyle() -> None:
    """The rules of card games as data: write them, check them, replay and play games by them."""


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and end the program."""
    code = run(sys.argv[1:] if args is None else args)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # after a second Ctrl-C, Python must not print a traceback
    sys.exit(code)


def run(args: Sequence[str]) -> int:
    """Run a command line and return the exit code.  Nothing is raised, and all output has been written."""
    prepare()
    try:
        code = _run(args)
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:  # a closed one is None
                stream.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except OSError as error:
        code = _unwritten(error)
    return code


def _run(args: Sequence[str]) -> int:
    try:
        if "_HOYLE_COMPLETE" in os.environ:  # the shell requests completions
            from .arguments.shells import use_our_shells

            use_our_shells()
            hoyle.main(list(args), prog_name="hoyle")
        with hoyle.make_context("hoyle", list(args)) as ctx:
            hoyle.invoke(ctx)
        return 0
    except click.exceptions.Exit as end:
        return end.exit_code
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 1 if end.code else 0
    except click.ClickException as error:
        error.show(sys.stderr)
        return WRONG_USE if isinstance(error, click.UsageError) else error.exit_code
    except (click.Abort, KeyboardInterrupt, EOFError):
        echo("interrupted", err=True)
        return INTERRUPTED
    except OSError as error:
        if _of_output(error):
            raise
        return _bug(error)
    except Exception as error:
        return _failed(error)


def _of_output(error: OSError) -> bool:
    """Whether an error means that the output cannot be written: its reader is gone, or no more can be written."""
    return isinstance(error, BrokenPipeError) or error.errno in (errno.EPIPE, errno.ENOSPC, errno.EIO, errno.EBADF)


def _unwritten(error: OSError) -> int:
    """Handle an output error: report it unless the pipe is closed, and prevent further errors when the program ends."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError):
            _silence(stream.fileno())
    if isinstance(error, BrokenPipeError) or error.errno == errno.EPIPE:
        return CLOSED_PIPE
    echo(f"hoyle: the output cannot be written: {reason_of(error, 'it failed')}", err=True)
    return NO_OUTPUT


def _silence(descriptor: int) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)


def _failed(error: Exception) -> int:
    """Handle an exception: one of a player that somebody else wrote, or an unexpected one."""
    if isinstance(error, ValueError):
        from ..interpreter.players.plugins import BadPlayer

        if isinstance(error, BadPlayer):
            echo(f"hoyle: {visible(error.message)}", err=True)
            return WRONG_CONTENT
    return _bug(error)


def _bug(error: BaseException) -> int:
    """Handle an unexpected error: print one line, and the traceback on request."""
    if os.environ.get("HOYLE_DEBUG"):
        import traceback

        traceback.print_exception(error)
    said = visible(" ".join(str(error).split()))
    if len(said) > _LONGEST:
        said = said[:_LONGEST] + "..."
    what = f"{type(error).__name__}: {said}" if said else type(error).__name__
    advice = "" if os.environ.get("HOYLE_DEBUG") else " (HOYLE_DEBUG=1 shows where)"
    echo(f"hoyle: a mistake of hoyle itself, please report it: {what}{advice}", err=True)
    return BUG


if __name__ == "__main__":
    main()
