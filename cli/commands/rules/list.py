"""`hoyle list`: lists the games and players there are.

Exit codes: 0 always, 2 the command was used wrongly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click

from ...terminal.console import echo, json_text, visible, write_exact

KINDS = ("games", "variants", "presets", "players")
_HEAD = re.compile(r'^(game|variant) "((?:[^"\\\n]|\\.)*)"(?: of ([\w-]+))?', re.MULTILINE)
_PRESET = re.compile(r'^(?:add )?preset "((?:[^"\\\n]|\\.)*)"', re.MULTILINE)


@click.command("list")
@click.argument("kind", type=click.Choice(KINDS), required=False)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="Lines, or JSON.")
def list_(kind: str | None, form: str) -> None:
    """List the available games, variants, presets and players.

    These are the ones that come with hoyle, and the rule files in the current folder.

    \b
    Exit code: 0   always
               2   the command was used wrongly
    """
    found = {one: [*_MAKERS[one]()] for one in KINDS if kind in (None, one)}
    if form == "json":
        names = {
            one: [{"name": name, "about": about, **({"of": base} if base else {})} for name, about, base in rows]
            for one, rows in found.items()
        }
        write_exact(json_text(names))
        return
    for number, (one, rows) in enumerate(found.items()):
        if kind is None:
            echo(("\n" if number else "") + one)
        margin = "" if kind is not None else "  "
        width = max((len(visible(name)) for name, _, _ in rows), default=0)
        for name, about, base in rows:
            of = f" (of {visible(base)})" if base else ""
            echo(f"{margin}{visible(name):<{width}}  {visible(about)}{of}".rstrip())


TableRow = tuple[str, str, str]
"""A name, its description, and the game it belongs to."""


def rule_texts() -> Iterator[tuple[str, str]]:
    """The names and texts of the rule files that ship and of those in the current folder."""
    from ....dsl.loading import SUFFIX, rulesets

    here = {str(path): path for path in sorted(Path().glob("*" + SUFFIX)) if path.is_file()}
    for name, path in {**rulesets(), **here}.items():
        try:
            yield name, path.read_text(encoding="utf-8")
        except (OSError, ValueError):
            continue


def _headed(wanted: str) -> Iterator[TableRow]:
    for name, text in rule_texts():
        head = _HEAD.search(text)
        if head is not None and head[1] == wanted:
            yield name, head[2], head[3] or ""


def _presets() -> Iterator[TableRow]:
    for name, text in rule_texts():
        for preset in _PRESET.finditer(text):
            yield preset[1], "", name


def _players() -> Iterator[TableRow]:
    from ....interpreter.players import names, strongest

    for name in names():
        yield name, "the strongest that comes with hoyle: who plays against you" if name == strongest() else "", ""


_MAKERS = {
    "games": lambda: _headed("game"),
    "variants": lambda: _headed("variant"),
    "presets": _presets,
    "players": _players,
}
