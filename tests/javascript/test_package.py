"""The package as its users meet it: the example of its README, the types of games, its own tests."""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
import threading
import time
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from hoyle.cli.formats.typescript import interface_name, typescript
from hoyle.cli.main import run
from hoyle.dsl.loading import load, rulesets
from hoyle.interpreter.lowering import lower

from .conftest import COMPILER, PACKAGE

README = (PACKAGE / "README.md").read_text(encoding="utf-8")
PATIENCE = 90


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder and says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        pass


def compiled_whist(folder: Path) -> None:
    arguments = ["compile", "whist", "--records", "--thinking", "--output", str(folder / "whist.wasm")]
    assert run([*arguments, "--types", str(folder / "whist.ts")]) == 0


def test_the_card_table_of_the_readme_is_played(built, tmp_path, start_browser):
    page = re.search(r"<!-- example: table.html -->\n```html\n(.*?)```", README, re.DOTALL)
    assert page is not None
    compiled_whist(tmp_path)
    (tmp_path / "table.html").write_text(page[1], encoding="utf-8")
    (tmp_path / "hoyle").symlink_to(built / "src", target_is_directory=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=tmp_path))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    browser = start_browser()
    try:
        browser.get(f"http://127.0.0.1:{server.server_port}/table.html")
        for left in range(13, 0, -1):
            cards = "return document.querySelectorAll('#choices button').length"
            end = time.monotonic() + PATIENCE
            while not browser.execute_script(cards):
                assert time.monotonic() < end, browser.get_log("browser")
                time.sleep(0.05)
            assert 1 <= browser.execute_script(cards) <= left
            said = "return document.getElementById('log').textContent"
            before = browser.execute_script(said)
            browser.execute_script("document.querySelector('#choices button').click()")
            while browser.execute_script(said) == before:
                assert time.monotonic() < end + PATIENCE, browser.get_log("browser")
                time.sleep(0.05)
        assert "the trick" in browser.execute_script(said)
    finally:
        browser.quit()
        server.shutdown()
        server.server_close()


def deno() -> str | None:
    """Deno, if it is installed: on the path, or where HOYLE_DENO says."""
    return os.environ.get("HOYLE_DENO") or shutil.which("deno")


@pytest.mark.parametrize("host", ["node", "deno"])
def test_the_program_of_the_readme_runs(built, tmp_path, host):
    command = {"node": ["node"], "deno": [deno() or "", "run", "--allow-read", "--no-remote"]}[host]
    if not command[0]:
        pytest.skip("Deno is not installed here (npm install deno; HOYLE_DENO)")
    program = re.search(r"```js\n(.*?)```", README, re.DOTALL)
    assert program is not None
    compiled_whist(tmp_path)
    text = program[1].replace('"hoyle"', f'"{(built / "src" / "index.js").as_uri()}"')
    (tmp_path / "program.mjs").write_text(text, encoding="utf-8")
    done = subprocess.run([*command, "program.mjs"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Ann" in done.stdout


USE = """
import {{ open, type Description }} from "hoyle";
import type {{ {name} }} from "./{file}.js";

export async function use(binary: BufferSource, description: Description) {{
  const game = await open<{name}>(binary, description);
  for (const choice of game.choices) {{
    const kind: {name}["choices"]["kind"] = choice.kind;
    // @ts-expect-error a kind that the game does not have
    if (choice.kind === "no such kind") return kind;
  }}
  // @ts-expect-error a zone that the game does not have
  game.view().cards("no such zone");
  // @ts-expect-error a variable that the game does not have
  return game.view().value("no such variable");
}}
"""


def test_the_types_of_all_rulesets_are_typescript(built, tmp_path):
    for name in sorted(rulesets()):
        game = load(name).game
        assert game is not None
        interface = interface_name(name)
        (tmp_path / f"{name}.ts").write_text(typescript(lower(game), interface), encoding="utf-8")
        (tmp_path / f"use_{name}.ts").write_text(USE.format(name=interface, file=name), encoding="utf-8")
    (tmp_path / "tsconfig.json").write_text(
        (PACKAGE / "tsconfig.json")
        .read_text(encoding="utf-8")
        .replace(
            '"rootDir": "src",',
            f'"noEmit": true, "rootDir": "/", "paths": {{"hoyle": ["{PACKAGE / "src" / "index.ts"}"]}},',
        )
        .replace('"include": ["src"]', '"include": ["*.ts"]'),
        encoding="utf-8",
    )
    done = subprocess.run(["node", str(COMPILER), "-p", str(tmp_path)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_tests_of_the_package_itself_pass(built):
    names = sorted(str(path) for path in (built / "test").glob("*.test.js"))
    assert names
    done = subprocess.run(["node", "--test", *names], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("ruleset", ["a b", "3", "über"])
def test_the_name_of_a_file_becomes_that_of_an_interface(ruleset):
    assert re.fullmatch(r"[A-Za-z_]\w*", interface_name(ruleset))
