"""Fixtures for the tests of the checks.

They complete examples to whole rule files and load them from a folder of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.provenance.documents import LARGEST
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.interpreter.trial.report import found_in_play

ZONES = {
    "stock": "stock: face down",
    "turned": "turned: face up",
    "trick": "trick: face up",
    "hand": "hand of each player: private",
    "won": "won of each player: face down",
}
VARIABLES = {"points": "points of each player: number", "dealer": "dealer: player"}
RULES = "a rule\n\n" * 10
"""The document that examples cite as `rules`: 20 lines, every second one empty."""
FILE = re.compile(r"^# (\w+\.hoyle)\n", re.MULTILINE)


def completed(text: str) -> str:
    """Complete an example to a whole rule file by adding the parts that it lacks.

    These are a deck of 24 cards, the zones and variables that it uses, a ranking if it plays a trick, and a `main`.
    The `main` deals and then plays every phase of the example that has no parameters.
    """

    def says(word: str) -> bool:
        return re.search(rf"^{word}\b", text, re.MULTILINE) is not None

    def speaks_of(word: str) -> bool:
        return re.search(rf"\b{word}\b(?! by)", text) is not None

    def declares(name: str) -> bool:
        return re.search(rf"^ +([a-z_, ]+, )?{name}(, [a-z_]+)*( of each \w+)?:", text, re.MULTILINE) is not None

    if says("variant"):
        return text
    lines: list[str] = []
    for word, line in (("game", 'game "Example"'), ("players", "players 4"), ("deck", "deck 9 10 J Q K A")):
        if not says(word):
            lines.append(line)
    bare = says("game") and says("players") and says("deck")
    main = not says("main") and not bare
    if not says("zones"):
        wanted = ["stock", "hand"] if main else [zone for zone in ("stock", "hand") if speaks_of(zone)]
        wanted += [zone for zone in ZONES if zone not in wanted and speaks_of(zone)]
        lines += ["zones", *(f"    {ZONES[zone]}" for zone in wanted)]
    variables = [name for name in VARIABLES if (speaks_of(name) or (main and name == "points")) and not declares(name)]
    if variables:
        lines += ["remember", *(f"    {VARIABLES[name]}" for name in variables)]
    if "play trick" in text and not says("ranking") and not bare:
        lines += ["ranking", "    any suit: A K Q J 10 9", "    equal cards: first played wins"]
    if main:
        lines += _main(text, declares)
    return text.rstrip("\n") + "\n\n" + "\n".join(lines) + "\n" if lines else text


def _main(text: str, declares: Callable[[str], bool]) -> list[str]:
    """A `main` that deals, plays the phases of the example and ends the game."""
    lines = ["main"]
    if re.search(r"\bdealer\b", text):
        lines.append("    set dealer to a random player")
    own_zones = re.search(r"^zones\b", text, re.MULTILINE) is not None
    if not own_zones or (declares("stock") and declares("hand")):
        lines += ["    gather every card into stock", "    shuffle stock"]
        lines.append("    deal 5 from stock to hand of each player")
    lines += [f"    {name}" for name in re.findall(r"^(?:phase|table) (\w+)(?: +\[.*\])?$", text, re.MULTILINE)]
    owner = "team" if re.search(r"^ +points of each team:", text, re.MULTILINE) else "player"
    lines.append(f"    add 1 to points of each {owner}")
    lines.append(f"    game over, won by the {owner} with highest points")
    return lines


def load_example(text: str, folder: Path, *, play: bool = False) -> tuple[Diagnostic, ...]:
    """Complete an example, load it and return the diagnostics.

    A line `# name.hoyle` starts a further file.  Each file is applied to the one before; the first one is applied to
    the game that it names, if it is a variant itself.
    """
    parts = FILE.split(text)
    files = dict(zip(parts[1::2], parts[2::2], strict=True)) or {"example.hoyle": text}
    for name, content in files.items():
        (folder / name).write_text(completed(content), encoding="utf-8")
    (folder / "rules.txt").write_text(RULES, encoding="utf-8")
    with (folder / "unreadable.txt").open("wb") as file:
        file.truncate(LARGEST + 1)
    first, *rest = [folder / name for name in files]
    variant = re.search(r'^variant ".*" of (\w+)', files[first.name], re.MULTILINE)
    loaded = load(variant[1], [first, *rest]) if variant is not None and rest else load(first, rest)
    return (*loaded.diagnostics, *(found_in_play(loaded.game) if loaded.game is not None and play else ()))


@pytest.fixture
def example(tmp_path: Path) -> Callable[[str], tuple[Diagnostic, ...]]:
    """Load an example from the table of codes.  If the example has its own `main`, also play a few games."""
    return lambda text: load_example(text, tmp_path, play=text.startswith('game "Short"'))
