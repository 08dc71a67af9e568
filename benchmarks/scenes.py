"""Measures how long a scene takes: for a seat in each game with as many players as it has, in Python and in the package
for the web, beside the time that its text as JSON takes in the same process.

    python benchmarks/scenes.py > benchmarks/scenes.md

Random games of 60 choices; for each game the middle and the slowest of its scenes, each the best of nine.  Times are
milliseconds of processor time in Python and of a clock in Node.  Without Node there are no figures for the package.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from time import process_time as now
from typing import Any

from revision import measured_on

import hoyle
from hoyle.dsl.loading import load, rulesets
from hoyle.interpreter.batch.modules import watch_of
from hoyle.interpreter.engine import Engine
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Program
from hoyle.interpreter.records import AnyRecord
from hoyle.interpreter.story.scene import scene
from hoyle.interpreter.story.story import Story
from hoyle.interpreter.text.parse import Words
from hoyle.interpreter.wasm import Module
from hoyle.interpreter.wasm.description import describe

CHOICES = 60
PACKAGE = Path(hoyle.__file__).resolve().parent / "javascript"
RUN = """
import { readFileSync } from "node:fs";
import { Rules } from "./src/index.js";
const [module, description, most] = process.argv.slice(2);
const rules = await Rules.open(readFileSync(module), JSON.parse(readFileSync(description, "utf-8")));
const game = rules.start({ seed: 3 });
const timed = (work) => {
  let best = Infinity;
  for (let round = 0; round < 9; round++) {
    const began = performance.now();
    work();
    best = Math.min(best, performance.now() - began);
  }
  return best;
};
const found = [];
for (let number = 0; number < Number(most) && !game.over; number++) {
  const made = game.scene(0);
  found.push([timed(() => game.scene(0)), timed(() => JSON.stringify(made))]);
  game.choose((7 * number) % Math.min(game.choices.length, 50));
}
console.log(JSON.stringify(found));
"""

Times = list[tuple[float, float]]
"""For each scene: its time, and that of its text, in milliseconds."""


def best(work: Callable[[], Any]) -> float:
    """The best of nine times, in milliseconds."""
    times: list[float] = []
    for _ in range(9):
        began = now()
        work()
        times.append(1000 * (now() - began))
    return min(times)


def in_python(program: Program) -> Times:
    engine, dice, heard, found = Engine(program), Random(3), list[AnyRecord](), Times()
    story = Story(Words(program), 0)

    def hear(record: AnyRecord, _: object) -> None:
        heard.append(record)

    state = engine.start(seed=3, listener=hear)
    while len(found) < CHOICES and (question := engine.question(state)) is not None:
        story.tell(heard)
        heard.clear()
        made = scene(story, state.values)
        found.append((best(partial(scene, story, state.values)), best(partial(json.dumps, made))))
        state = engine.apply(state, dice.choice(list(islice(question.choices(), 50))), listener=hear)
    return found


def in_the_package(program: Program, folder: Path) -> Times:
    module = Module(program, watch_of(program), recording=True)
    binary = module.binary()
    (folder / "game.wasm").write_bytes(binary)
    (folder / "game.json").write_text(json.dumps(describe(module, binary)), encoding="utf-8")
    files = [str(folder / name) for name in ("run.mjs", "game.wasm", "game.json")]
    done = subprocess.run(["node", *files, str(CHOICES)], capture_output=True, text=True, check=True)
    return [(one, text) for one, text in json.loads(done.stdout)]


def built(folder: Path) -> bool:
    """Compile the package into a folder; whether that could be done."""
    compiler = PACKAGE / "node_modules" / "typescript" / "bin" / "tsc"
    if shutil.which("node") is None or not compiler.exists():
        return False
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    (folder / "run.mjs").write_text(RUN, encoding="utf-8")
    command = ["node", str(compiler), "-p", str(PACKAGE), "--outDir", str(folder / "src"), "--declaration", "false"]
    subprocess.run(command, check=True)
    return True


def cells(times: Times) -> list[str]:
    """The middle, the slowest, and how many times as long as its text a scene takes."""
    if not times:
        return ["", "", ""]
    scenes, texts = zip(*times, strict=True)
    return [f"{median(scenes):.3f}", f"{max(scenes):.3f}", f"{sum(scenes) / (sum(texts) or 1):.1f}"]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*")
    names = parser.parse_args().games or sorted(rulesets())
    with tempfile.TemporaryDirectory() as given:
        folder = Path(given)
        package = built(folder)
        print("# How long a scene takes\n")
        print(
            "Milliseconds for a scene of a seat, the middle and the slowest of a game; `text`: how many times as long"
        )
        print("as long as its text as JSON; made by `benchmarks/scenes.py`.\n")
        print("| game | players | Python | slowest | text | package | slowest | text |")
        print("|---|---:|---:|---:|---:|---:|---:|---:|")
        for name in names:
            game = load(name).game
            if game is None:
                sys.exit(f"{name} cannot be loaded")
            program = lower(game, {}, game.players[1])
            row = [*cells(in_python(program)), *cells(in_the_package(program, folder) if package else [])]
            print(f"| {name} | {program.players} | {' | '.join(row)} |", flush=True)
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
