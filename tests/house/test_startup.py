"""`hoyle --help` loads click and few other modules.  The test counts modules and does not measure time."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = {
    "lark",
    "jsonschema",
    "rich",
    "referencing",
    "json.decoder",
    "hoyle.dsl.syntax.parser",
    "hoyle.interpreter.program",
}


def loaded(*arguments: str) -> set[str]:
    code = (
        "import sys\n"
        "sys.argv = ['hoyle', *sys.argv[1:]]\n"
        "from hoyle.cli.main import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    assert "Usage" in done.stdout
    return set(done.stderr.split())


def test_help_loads_nothing_heavy() -> None:
    modules = loaded("--help")
    assert "click" in modules
    assert not modules & HEAVY


def test_a_game_is_opened_without_players_searches_and_lessons() -> None:
    code = "import sys, hoyle; hoyle.open('whist', seed=1).choices; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = done.stdout.split()
    assert "hoyle.interpreter.game.game" in modules
    kept_out = ("players", "search", "learning", "wasm.search", "wasm.learned")
    assert not [one for one in modules if one.startswith(tuple(f"hoyle.interpreter.{room}" for room in kept_out))]


@pytest.mark.parametrize(
    ("line", "kept_out"),
    [
        ("rulebook kuhn_poker", ("wasm", "players", "batch", "game", "learning")),
        ("diff kuhn_poker leduc_poker", ("wasm", "players", "batch", "game", "learning")),
        ("simulate kuhn_poker -n 2 -w 1 --players random", ("game", "notation", "replay", "search.thinker")),
    ],
)
def test_a_command_loads_the_rooms_it_needs(line: str, kept_out: tuple[str, ...]) -> None:
    code = (
        "import sys\n"
        f"sys.argv = ['hoyle', *{line.split()!r}]\n"
        "from hoyle.cli.main import main\n"
        "try: main()\n"
        "except SystemExit as end: assert not end.code, end.code\n"
        "print(*sys.modules, file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = done.stderr.split()
    assert "hoyle.interpreter.lowering" in modules
    assert not [one for one in modules if one.startswith(tuple(f"hoyle.interpreter.{room}" for room in kept_out))]
