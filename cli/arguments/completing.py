"""Shell completion: rulesets, variants, presets, options and their values, players.

This runs only while a shell completes a line (click's `_HOYLE_COMPLETE`), so it may load rules.  It never raises: for a
word that cannot be completed it offers nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem, split_arg_string

if TYPE_CHECKING:
    from ...dsl.checked import CheckedGame

WordSource = Callable[[click.Context, str], Iterable[str]]


def complete(command: click.Command) -> None:
    """Add completion to every parameter of a command that names a part of the rules."""
    for parameter in command.params:
        counted = isinstance(parameter.type, (click.IntRange, click.Choice))
        words = None if counted else _WORDS.get(parameter.name or "")
        otherwise = _files if parameter.name in _FILES and not counted else parameter.shell_complete
        if words is not None:
            otherwise = _completer(words, otherwise)
        if otherwise is not parameter.shell_complete:
            parameter.shell_complete = otherwise  # type: ignore[method-assign]
    for one in command.commands.values() if isinstance(command, click.Group) else ():
        complete(one)


Completer = Callable[[click.Context, str], list[CompletionItem]]


def _completer(words: WordSource, otherwise: Completer) -> Completer:
    def found(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        try:
            fitting = [word for word in words(ctx, incomplete) if word.startswith(incomplete)]
            items = [CompletionItem(_quoted(word)) for word in fitting]
        except Exception:  # a half-written word must not raise
            items = []
        return items or otherwise(ctx, incomplete)

    return found


def _files(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """Let the shell itself complete the name of a file."""
    return [CompletionItem(incomplete, type="file")]


def _quoted(word: str) -> str:
    """A word in the form that the shell needs.  Bash inserts completions unchanged, so a blank is quoted here."""
    line = os.environ.get("COMP_WORDS", "")
    bash = os.environ.get("_HOYLE_COMPLETE", "").startswith("bash") and not any(line.count(q) % 2 for q in "'\"")
    return word.replace(" ", "\\ ") if bash else word


def _rulesets(ctx: click.Context, incomplete: str) -> Iterator[str]:
    from pathlib import Path

    from ...dsl.loading import SUFFIX, rulesets

    yield from rulesets()
    folder = Path(f"{incomplete}*").parent  # that of `sub/` is `sub`
    yield from (str(path) for path in sorted(folder.glob("*" + SUFFIX)))


def _variants(ctx: click.Context, incomplete: str) -> Iterator[str]:
    from ...dsl.loading import RULESETS

    base = _ruleset(ctx)
    for path in sorted((RULESETS / "variants").glob("*.hoyle")):
        if base is None or f"of {base}" in path.read_text(encoding="utf-8"):
            yield path.stem
    yield from (one for one in _rulesets(ctx, incomplete) if one.endswith(".hoyle"))


def _ruleset(ctx: click.Context) -> str | None:
    """The ruleset on the line, as click has read it.

    If an option still lacks its value, it is the first word that names a ruleset."""
    known = ctx.params.get("ruleset") or ctx.params.get("a")
    if isinstance(known, str):
        return known
    from pathlib import Path

    from ...dsl.loading import SUFFIX, find_ruleset

    for word in split_arg_string(os.environ.get("COMP_WORDS", ""))[1:]:
        if find_ruleset(word) is not None or (word.endswith(SUFFIX) and Path(word).is_file()):
            return word
    return None


def _game(ctx: click.Context) -> CheckedGame | None:
    from pathlib import Path

    from ...dsl.loading import load

    ruleset = _ruleset(ctx)
    if ruleset is None:
        return None
    return load(Path(ruleset) if "/" in ruleset or ruleset.endswith(".hoyle") else ruleset).game


def _presets(ctx: click.Context, incomplete: str) -> Iterator[str]:
    game = _game(ctx)
    yield from (title for title, _ in game.presets) if game is not None else ()


def _options(ctx: click.Context, incomplete: str) -> Iterator[str]:
    game = _game(ctx)
    name, mark, _ = incomplete.partition("=")
    for option in game.options if game is not None else ():
        if not mark:
            yield option.name + "="
        elif option.name == name:
            numbers = option.values or range(option.type.low, min(option.type.high, option.type.low + 50) + 1)
            flags = ("yes", "no") if option.type.kind == "flag" else ()
            yield from (f"{name}={value}" for value in flags or option.words or numbers)


def _players(ctx: click.Context, incomplete: str) -> Iterator[str]:
    from ...interpreter.players import names
    from ...interpreter.text.spellings import seat_letter

    name, mark, _ = incomplete.partition("=")
    if mark:
        yield from (f"{name}={kind}" for kind in ("person", *names()))
    elif game := _game(ctx):
        yield from (f"{seat}=" for seat in ("all", *map(seat_letter, range(game.players[1]))))


def _names(ctx: click.Context, incomplete: str) -> Iterator[str]:
    from ...interpreter.players import names

    before = incomplete[: incomplete.rfind(",") + 1]
    yield from (before + name for name in names())


def _codes(ctx: click.Context, incomplete: str) -> Iterator[str]:
    from ...dsl.codes.table import CODES

    yield from sorted(CODES)


_WORDS: dict[str, WordSource] = {
    "code": _codes,
    "files": _rulesets,
    "ruleset": _rulesets,
    "rulesets": _rulesets,
    "base": _rulesets,
    "a": _rulesets,
    "b": _rulesets,
    **dict.fromkeys(("variants", "variants_a", "variants_b"), _variants),
    **dict.fromkeys(("preset", "preset_a", "preset_b"), _presets),
    **dict.fromkeys(("options", "options_a", "options_b", "vary"), _options),
    "seats": _players,
    "players": _names,
}

_FILES = (
    *("files", "scripts", "script", "records", "origin", "output", "record", "resume", "html", "description", "report"),
    *("ruleset", "base", "a", "b", "variants", "variants_a", "variants_b", "others", "against", "save", "export"),
)
"""Parameters that name a file.  The shell completes them where no other word fits."""
