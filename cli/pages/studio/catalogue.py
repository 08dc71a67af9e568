"""The catalogue of the studio: every ruleset as a module that runs without Python, and every scripted game.

    python -m hoyle.cli.pages.studio.catalogue FOLDER

writes into the folder

    catalogue.json           the contents: name, title, a line about each game, players, the scripts; and the rules with
                             which a new game begins
    games/NAME.wasm, .json   the module of a ruleset with its default options, and its description
    games/NAME.weights       what the player `learned` has learned of it, as it comes with Hoyle (not what this machine
                             has learned); the catalogue says whose weights play a variant
    settings/NAME.json       the settings that can be changed before it is played (`switches.py`)
    rules/NAME.hoyle         its text
    scripts/NAME.play, .json a scripted game, and the data with which the replay page shows it
    lessons/NAME.json        questions about scripted games

It runs when the studio is built, and needs `wasmtime` (the extra `fast`).
"""

from __future__ import annotations

import json
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from ....dsl.loading import RULESETS, load, rulesets
from ....interpreter.batch.modules import watch_of
from ....interpreter.learning.store import find_shipped
from ....interpreter.lowering import lower
from ....interpreter.notation.files import games as games_of
from ....interpreter.opening.rulesets import Rulesets
from ....interpreter.story.scripted.frames import animate
from ....interpreter.wasm import Module
from ....interpreter.wasm.description import describe
from ....interpreter.wording.outcomes import Outcomes
from ....interpreter.wording.refusals import Refusals
from ...commands.rules.new import GAME
from ..viewer.data import animation_data
from .switches import switches

Json = dict[str, Any]
_VARIANT = re.compile(r"^variant\b.*\bof (\w+)", re.MULTILINE)


def write(folder: Path) -> int:
    """Write the whole catalogue into a folder.  Returns the number of games."""
    for name in ("games", "lessons", "rules", "scripts", "settings"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    names = [*rulesets()]
    played = _paths_by_ruleset()
    assert played.keys() <= set(names), "a script that is shown names a ruleset that ships"
    games, scripts, lessons = list[Json](), list[Json](), list[Json]()
    with ProcessPoolExecutor() as workers:
        for entry, shown, contents in workers.map(_all_of_ruleset, names, [played.get(name, []) for name in names]):
            games.append(entry)
            scripts += shown
            for path, data in contents.items():
                (folder / path).write_bytes(data)
    order = {path.stem: at for at, path in enumerate(script_paths())}
    scripts.sort(key=lambda entry: order[entry["name"]])
    for path in lesson_paths():
        entry, content = lesson_file(path)
        lessons.append(entry)
        (folder / "lessons" / path.name).write_bytes(content)
    (folder / "catalogue.json").write_bytes(listed(games, lessons, scripts))
    return len(games)


def _paths_by_ruleset() -> dict[str, list[Path]]:
    """The scripted games that are shown, by the ruleset that the first game of each names."""
    found: dict[str, list[Path]] = {}
    for path in script_paths():
        first = next(games_of(path, places=False))
        assert not isinstance(first, tuple), first
        found.setdefault(first.ruleset.text, []).append(path)
    return found


def _all_of_ruleset(name: str, scripts: list[Path]) -> tuple[Json, list[Json], dict[str, bytes]]:
    """The entry of a ruleset, those of the scripts played by it, and the files of both.

    One process makes all this, so that the rules are loaded once.
    """
    entry, contents = game_entry(name, rulesets()[name]), game_files(name)
    known, shown = Rulesets(), list[Json]()
    for path in scripts:
        one, files = script_files(path, known)
        shown.append(one)
        contents |= files
    return entry, shown, contents


def listed(games: list[Json], lessons: list[Json], scripts: list[Json]) -> bytes:
    """The file `catalogue.json`."""
    start = GAME.format(title="My game")
    return packed({"games": games, "lessons": lessons, "scripts": scripts, "start": start})


def script_paths() -> list[Path]:
    """The files of the scripted games that are shown."""
    return sorted((RULESETS / "games").glob("*.play"))


def lesson_paths() -> list[Path]:
    """The files of the lessons, in order."""
    return sorted((RULESETS / "lessons").glob("*.json"))


def game_entry(name: str, path: Path) -> Json:
    """What the catalogue says of a ruleset."""
    text = path.read_text(encoding="utf-8")
    game = load(name, advice=False).game
    assert game is not None, name
    program = lower(game)
    low, high, _ = game.players
    return {
        "name": name,
        "title": game.title,
        "about": about(text),
        "variant": path.parent != RULESETS,
        "base": found[1] if (found := _VARIANT.search(text)) else None,
        "players": program.players,
        "least": low,
        "most": high,
        "cards": len(program.deck),
        "learned": weights.head.ruleset if (weights := find_shipped(program).weights) is not None else None,
    }


def game_files(name: str) -> dict[str, bytes]:
    """The files of a ruleset, by their paths: its module, the description, what was learned of it, its settings and its
    text.
    """
    game = load(name, advice=False).game
    assert game is not None, name
    program = lower(game)
    module = Module(program, watch_of(program), searching=True, rating=True, recording=True)
    binary = _nameless(module.binary())
    description = describe(module, binary, Outcomes(game, program).sentence, refusals=Refusals(game, program).texts)
    weights = find_shipped(program).weights
    learned = dict[str, bytes]()
    if weights is not None and weights.head.ruleset == name:
        learned[f"games/{name}.weights"] = weights.content()
    return {
        f"games/{name}.wasm": binary,
        f"games/{name}.json": packed(description),
        **learned,
        f"settings/{name}.json": packed(switches(game, {})),
        f"rules/{name}.hoyle": rulesets()[name].read_bytes(),
    }


def _nameless(binary: bytes) -> bytes:
    """A module without its custom sections: the names of its functions are a fifth of what a page would fetch."""
    found, at = binary[:8], 8
    while at < len(binary):
        kind, size, shift, begin = binary[at], 0, 0, at
        more = True
        while more:
            at += 1
            size |= (binary[at] & 0x7F) << shift
            shift, more = shift + 7, binary[at] >= 0x80
        at += 1 + size
        found += binary[begin:at] if kind else b""
    return found


def about(text: str) -> str:
    """The first comment of a rule file: the lines at its beginning that start with `#`."""
    lines: list[str] = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.removeprefix("#").strip())
    return " ".join(lines)


def script_files(path: Path, known: Rulesets | None = None) -> tuple[Json, dict[str, bytes]]:
    """The entry of a scripted game and its files: the text, and the data for the replay page.

    `known` keeps the rules that are opened, for other scripts.
    """
    known = known or Rulesets()
    animations: list[Json] = []
    title = path.stem
    for game in games_of(path):
        if isinstance(game, tuple):
            continue
        opened = known.for_script(game, path.parent)
        title = game.title.text if game.title is not None else opened.engine.program.title
        animations.append(animation_data(title, animate(game, opened)))
    entry = {"name": path.stem, "title": title, "game": animations[0]["game"] if animations else ""}
    return entry, {f"scripts/{path.name}": path.read_bytes(), f"scripts/{path.stem}.json": packed(animations)}


def lesson_file(path: Path) -> tuple[Json, bytes]:
    """The entry of a lesson and its file."""
    lesson: Json = json.loads(path.read_text(encoding="utf-8"))
    return {"name": path.stem, "title": lesson["title"], "about": lesson["about"]}, packed(lesson)


def packed(data: object) -> bytes:
    """Data as short JSON."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


if __name__ == "__main__":
    print(f"{write(Path(sys.argv[1]))} games")
