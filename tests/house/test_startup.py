"""`hoyle --help` loads click and few other modules.  The test counts modules and does not measure time."""

from __future__ import annotations

import subprocess
import sys

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
