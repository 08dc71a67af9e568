"""A real client: Neovim, without a screen."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pygls")

from .conftest import SMALL

LUA = r"""
local function wait(what) return vim.wait(110000, what, 50) end
local out = {{}}
vim.cmd("edit {rules}")
local id = vim.lsp.start_client({{ name = "hoyle", cmd = {command}, root_dir = "{folder}",
                                  init_options = {{ lenses = false }} }})
vim.lsp.buf_attach_client(0, id)
out.ready = wait(function() return #vim.diagnostic.get(0) > 0 end)
out.code = vim.diagnostic.get(0)[1].code
local line = vim.diagnostic.get(0)[1].lnum
vim.api.nvim_buf_set_text(0, line, 16, line, 20, {{ "stock" }})
out.mended = wait(function() return #vim.diagnostic.get(0) == 0 end)
local function ask(method, params)
  local found = vim.lsp.buf_request_sync(0, method, params, 110000)
  for _, one in pairs(found or {{}}) do return one.result end
end
vim.api.nvim_win_set_cursor(0, {{ line + 1, 18 }})
local here = vim.lsp.util.make_position_params()
out.hover = ask("textDocument/hover", here).contents.value
out.definition = ask("textDocument/definition", here)[1].range.start.line
out.format = #ask("textDocument/formatting", vim.lsp.util.make_formatting_params())
vim.lsp.stop_client(id)
out.stopped = wait(function() return vim.lsp.client_is_stopped(id) end)
local file = io.open("{told}", "w")
file:write(vim.json.encode(out))
file:close()
vim.cmd("qall!")
"""


def test_neovim_talks_to_the_server(tmp_path: Path) -> None:
    program = shutil.which("nvim")
    if program is None:
        pytest.skip("there is no Neovim")
    rules, told, script = tmp_path / "small.hoyle", tmp_path / "told.json", tmp_path / "script.lua"
    rules.write_text(SMALL.replace("shuffle stock", "shuffle stok"))
    code = "import sys; sys.argv[0] = 'hoyle'; from hoyle.cli.main import main; main()"
    command = "{" + ", ".join(json.dumps(part) for part in (sys.executable, "-c", code, "lsp")) + "}"
    script.write_text(LUA.format(rules=rules, command=command, folder=tmp_path, told=told))
    done = subprocess.run(
        [program, "--headless", "-u", "NONE", "-i", "NONE", "-n", "+luafile " + str(script), "+qall!"],
        capture_output=True, timeout=120, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert told.exists(), done.stderr
    found = json.loads(told.read_text())
    assert (found["ready"], found["code"], found["mended"], found["stopped"]) == (True, "E0315", True, True)
    assert "The cards not dealt" in found["hover"]
    assert found["definition"] == SMALL.split("\n").index('    stock: face down "the cards not dealt"')
