"""A real client: Neovim without a display."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pygls")

from .conftest import SMALL

GRAMMAR = Path(__file__).resolve().parents[2] / "editors" / "tree-sitter"
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
local file = io.open("{output}", "w")
file:write(vim.json.encode(out))
file:close()
vim.cmd("qall!")
"""


def test_neovim_talks_to_the_server(tmp_path: Path) -> None:
    program = shutil.which("nvim")
    if program is None:
        pytest.skip("there is no Neovim")
    rules, output, script = tmp_path / "small.hoyle", tmp_path / "output.json", tmp_path / "script.lua"
    rules.write_text(SMALL.replace("shuffle stock", "shuffle stok"))
    code = "import sys; sys.argv[0] = 'hoyle'; from hoyle.cli.main import main; main()"
    command = "{" + ", ".join(json.dumps(part) for part in (sys.executable, "-c", code, "lsp")) + "}"
    script.write_text(LUA.format(rules=rules, command=command, folder=tmp_path, output=output))
    done = subprocess.run(
        [program, "--headless", "-u", "NONE", "-i", "NONE", "-n", "+luafile " + str(script), "+qall!"],
        capture_output=True, timeout=120, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert output.exists(), done.stderr
    found = json.loads(output.read_text())
    assert (found["ready"], found["code"], found["mended"], found["stopped"]) == (True, "E0315", True, True)
    assert "The cards not dealt" in found["hover"]
    assert found["definition"] == SMALL.split("\n").index('    stock: face down "the cards not dealt"')


TREE = r"""
vim.opt.runtimepath:prepend("{folder}")
vim.cmd("edit {rules}")
local parser = vim.treesitter.get_parser(0, "hoyle")
local root = parser:parse()[1]:root()
local out = {{ wrong = root:has_error(), found = {{}} }}
local query = (vim.treesitter.query and vim.treesitter.query.get or vim.treesitter.get_query)("hoyle", "highlights")
for id, node in query:iter_captures(root, 0, 0, -1) do
  local line, start, _, stop = node:range()
  local text = vim.api.nvim_buf_get_lines(0, line, line + 1, true)[1]:sub(start + 1, stop)
  out.found[text] = query.captures[id]
end
out.coloured = vim.treesitter.highlighter.new(parser) ~= nil
local file = io.open("{output}", "w")
file:write(vim.json.encode(out))
file:close()
vim.cmd("qall!")
"""


def test_neovim_colours_by_the_grammar(tmp_path: Path) -> None:
    program, compiler = shutil.which("nvim"), shutil.which("cc")
    if program is None or compiler is None:
        pytest.skip("there is no Neovim, or no C compiler")
    (tmp_path / "parser").mkdir()
    (tmp_path / "queries" / "hoyle").mkdir(parents=True)
    shutil.copy(GRAMMAR / "queries" / "highlights.scm", tmp_path / "queries" / "hoyle")
    sources = [GRAMMAR / "src" / "parser.c", GRAMMAR / "src" / "scanner.c"]
    made = tmp_path / "parser" / "hoyle.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-I", GRAMMAR / "src", *sources, "-o", made], check=True, timeout=300)
    rules, output, script = tmp_path / "small.hoyle", tmp_path / "output.json", tmp_path / "script.lua"
    rules.write_text(SMALL)
    script.write_text(TREE.format(rules=rules, folder=tmp_path, output=output))
    done = subprocess.run(
        [program, "--headless", "-u", "NONE", "-i", "NONE", "-n", "+luafile " + str(script), "+qall!"],
        capture_output=True, timeout=300, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert output.exists(), done.stderr
    out = json.loads(output.read_text())
    assert (out["wrong"], out["coloured"]) == (False, True)
    assert all(out["found"][word].startswith("keyword") for word in ("shuffle", "chooses", "game"))
    assert out["found"]['"whoever deals"'] == "string"
