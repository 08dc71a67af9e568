"""Every benchmark runs to its end, at its smallest, and says which revision it measured."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "benchmarks"

LIBRARIES = {
    "bid_by_hand",
    "bsd_cribbage",
    "chromium",
    "ismcts_deals",
    "memory",
    "newberry_by_hand",
    "old_sound",
    "revision",
    "saved",
    "timed_matches",
}
"""Files that benchmarks import: they are not run by themselves."""


@dataclass(frozen=True)
class Smallest:
    """The arguments of a short run, names of the script with the Python of what they are set to, and the packages that it needs."""

    arguments: str = ""
    constants: dict[str, str] = field(default_factory=dict[str, str])
    needs: tuple[str, ...] = ("wasmtime",)


ONE = "lambda given=script.rulesets(): {'whist': given['whist']}"
RUNS = {
    "agreement": Smallest("--measure newberry_euchre --positions 1 --seconds 20", {"JUDGE": "'think:quick'"}),
    "api": Smallest("--rounds 1 --seconds 0.01"),
    "before": Smallest("{checkout} --rounds 1 --seconds 0.01", {"GAMES": "('whist',)"}),
    "baselines": Smallest("whist --learned 2 --sound 1"),
    "bridge": Smallest(
        "--deals 2", {"PLAYERS": "{one: script.PLAYERS[one] for one in ('points', 'learned')}"}, ("wasmtime", "endplay")
    ),
    "budgets": Smallest("newberry_euchre --positions 3 --seconds 2"),
    "checking": Smallest("--lines 300 --rounds 1", {"HOSTILE": "{'nonsense': lambda: b'foo bar 3 ['}"}, needs=()),
    "bidding": Smallest("skat --players learned --seconds 0.1 --write", {"WRITTEN": "script.Path('bidding.md')"}),
    "by_net": Smallest("schnapsen --seconds 0.1 --ms 2"),
    "counted": Smallest("kuhn_poker whist --seconds 0.1", {"IN_TRICKS": "((10, 100),)", "ELSEWHERE": "((1, 3),)"}),
    "dds": Smallest("--endings 1 --deals 1 --general 1 --cards 2", needs=("wasmtime", "endplay")),
    "editing": Smallest("--edits 6 --pause 1", needs=("pygls",)),
    "endings": Smallest(
        "--count 1", {"RULESETS": "SimpleNamespace(glob=lambda _, folder=script.RULESETS: [folder / 'whist.hoyle'])"}
    ),
    "envs": Smallest(
        "",
        {"SECONDS": "0.01", "MANY": "(2, 4)", "SAME": "{'newberry_euchre': script.SAME['newberry_euchre']}"},
        needs=("wasmtime", "numpy", "pettingzoo"),
    ),
    "first_visit": Smallest(
        "{checkout}/cli/pages/studio/page before {checkout}/cli/pages/studio/page", {"VISITS": "1"}, needs=("selenium",)
    ),
    "fuzz": Smallest("newberry_euchre --settings 1 --games 1 --rounds 1"),
    "hostile": Smallest("scripts pbn --seconds 0.2", needs=()),
    "house_rules": Smallest("euchre_five_alone --games 4 --choices 1280"),
    "intervals": Smallest(
        "--runs 2 --games 4", {"SIMULATED": "script.SIMULATED[:1]", "COMPARED": "script.COMPARED[::4]"}
    ),
    "ismcts": Smallest(
        "--hands 1 --games euchre oh_hell --choices 0 --budgets think:worlds=1:playouts=2",
        {"WARM_HANDS": "1"},
        ("wasmtime", "pyspiel"),
    ),
    "ismcts_bot": Smallest(
        "--measure whist --simulations 5 --seconds 0.5", {"SPREAD_GAMES": "1", "THINK": "'think:worlds=1:playouts=2'"}
    ),
    "killed": Smallest("--tables 2 --batch 2 --faults 1", needs=("wasmtime", "websockets", "starlette")),
    "learned": Smallest(
        "--measure newberry_euchre --anew --seconds 0.01 --against random sound --costs newberry_euchre",
        {"GAMES": "50", "COMPILED": "1", "SIMULATED": "2", "rate_of": "lambda *_: 1.0", "_former": "lambda *_: ''"},
    ),
    "learn": Smallest("--game kuhn_poker --choices 1280", needs=("wasmtime", "numpy")),
    "mangled": Smallest("--count 3", needs=()),
    "net_search": Smallest(
        "schnapsen --seconds 0.1 --ms 2 --kinds think net ahead", {"SAVED": "script.Path('net_search.json')"}
    ),
    "open_programs": Smallest("schnapsen --positions 1", needs=("wasmtime", "schnapsen")),
    "outside": Smallest("leduc_raises_kings --games 2", needs=("wasmtime", "rlcard")),
    "playouts": Smallest(
        "--rounds 1 --seconds 0.01",
        {"rulesets": ONE, "SIMULATIONS": "script.SIMULATIONS[:1]", "COMPARED": "20", "COUNTED": "5"},
        needs=("wasmtime", "pyspiel"),
    ),
    "relearned": Smallest("{checkout}/rulesets/weights whist", {"GAMES": "40", "CHOICES": "4_000", "TO_THE_END": "1"}),
    "replay": Smallest("--games 2 --rounds 1 --rulesets whist", {"SIZES": "(1, 2)"}),
    "trees": Smallest("--rounds 1 --iterations 1", {"GAMES": "('kuhn_poker',)"}, needs=("numpy", "pyspiel")),
    "scenes": Smallest("whist", {"CHOICES": "4"}, needs=()),
    "serve": Smallest("--tables 1 --seconds 1 --idle 1 --held 2 --pace 0.1", needs=("websockets", "starlette")),
    "searching": Smallest("", {"QUESTIONS": "20", "HANDS": "1", "SIMULATIONS": "5"}, needs=("wasmtime", "pyspiel")),
    "solving": Smallest("texas_euchre --positions 1 --seconds 0.2"),
    "startup": Smallest("--rounds 1", {"rows": "lambda given=script.rows: given()[:3]"}, needs=()),
    "strength": Smallest("newberry_euchre random sound --games 1 --seconds 0.1"),
    "teach": Smallest(
        "whist --into made",
        {"lessons": "lambda given=script.lessons: {'whist': given()['whist'] | {'choices': 1_280}}"},
    ),
    "thinking": Smallest("whist --ms 5 --seconds 0.1 --seed 1"),
    "waiting": Smallest(
        "--games 2",
        {
            "ROUNDS": "1",
            "HOYLE": "[*script.HOYLE[:2], 'import hoyle.interpreter.learning.budget as b; b.FURTHER_CHOICES = 1_280; ' + script.HOYLE[2]]",
        },
    ),
    "wasm": Smallest("--rounds 1 --seconds 0.01 --most 20", {"rulesets": ONE, "whole_command": "lambda games: 1.0"}),
    "wat_and_c": Smallest("--rounds 1 --times 10 --playouts 10", {"RULESETS": "('whist',)", "QUESTIONS": "1"}),
    "wasm_against_python": Smallest("kuhn_poker --games 4 --seconds 0.2 --slice 0.1"),
}
BY_HAND = {
    "guided": "Atheris is in no extra, and libFuzzer ends the process; what it feeds is what `hostile` feeds",
    "studio": "it drives a browser through the built studio for minutes; its parts are what tests/studio tests",
}
"""Benchmarks that no test runs, and why."""

RUN = """
import sys
from types import SimpleNamespace
sys.path.insert(0, {folder!r})
sys.argv = {argv!r}
import {name} as script
for name, value in {constants!r}.items():
    getattr(script, name)
    setattr(script, name, eval(value))
sys.exit(script.main())
"""


def test_every_script_is_run_or_has_a_reason_not_to_be() -> None:
    scripts = {path.stem for path in FOLDER.glob("*.py")}
    assert scripts == LIBRARIES | RUNS.keys() | BY_HAND.keys()
    for name in scripts - LIBRARIES:
        assert "measured_on()" in (FOLDER / f"{name}.py").read_text(encoding="utf-8"), name
    for name in LIBRARIES:
        assert "__main__" not in (FOLDER / f"{name}.py").read_text(encoding="utf-8"), name


@pytest.mark.parametrize("name", RUNS)
def test_a_benchmark_runs_to_its_end(name: str, tmp_path: Path) -> None:
    run = RUNS[name]
    for package in run.needs:
        if find_spec(package) is None:
            pytest.skip(f"{package} is not installed")
    checkout = tmp_path / "hoyle"
    checkout.symlink_to(ROOT)
    argv = [f"{name}.py", *run.arguments.format(checkout=checkout).split()]
    code = RUN.format(folder=str(FOLDER), argv=argv, name=name, constants=run.constants)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:] + done.stdout[-1000:]
    assert re.search(r"^(Measured|Written): revision (\w{10}|unknown)[,;] ", done.stdout, re.MULTILINE), done.stdout[
        -500:
    ]
