"""Measures the studio in headless Chromium: `python benchmarks/studio.py` writes benchmarks/studio.md.

Every figure is the median of several runs in new pages.  The studio and plain Pyodide are measured in turn.  The second
is a page that loads Pyodide from npm in a worker and runs a line of Python.
"""

from __future__ import annotations

import gzip
import os
import shutil
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from chromium import browser
from revision import measured_on
from selenium import webdriver

from hoyle.cli.pages.studio.built import SITE, files
from hoyle.cli.pages.studio.serve import Studio

RUNS = 3
CARDS = 12
BUSY = 2.5
"""Above this system load, times say more about the machine than about the page."""
OUT = Path(__file__).with_suffix(".md")
GAME = "newberry_euchre"

START = """
const done = arguments[0], begun = performance.now();
const worker = new Worker('python.js', {type: 'module'});
worker.onmessage = ({data}) => {
  if (data.id !== 1) return;
  worker.terminate();
  done(data.value.map(([name, at]) => [name, at]));
};
worker.postMessage({id: 1, name: 'open', args: [new URL('./', location.href).href]});
"""

HELLO = """
import { loadPyodide } from "./pyodide.mjs";
const python = await loadPyodide();
python.runPython("print('hello')");
postMessage(performance.now());
"""
"""The worker of the page that only loads Pyodide."""
ANSWER = """
const done = arguments[0], worker = new Worker('hello.js', {type: 'module'});
worker.onmessage = ({data}) => { worker.terminate(); done(data); };
"""

DIAGNOSTICS = """
const [text, changes, done] = arguments;
const worker = new Worker('python.js', {type: 'module'}), times = [], uri = 'file:///files/measured.hoyle';
let sent = 0, version = 1;
const lsp = message => {
  worker.postMessage({id: 100 + version, name: 'lsp', args: [JSON.stringify({jsonrpc: '2.0', ...message})]});
};
const change = () => {
  version++;
  sent = performance.now();
  const wrong = version % 2 ? text : text.replace('set dealer to', 'set dealr to');
  lsp({method: 'textDocument/didChange', params: {textDocument: {uri, version}, contentChanges: [{text: wrong}]}});
};
worker.onmessage = ({data}) => {
  if (data.id === 1) {
    lsp({id: 1, method: 'initialize', params: {capabilities: {}, rootUri: null, processId: null}});
    lsp({method: 'initialized', params: {}});
    lsp({method: 'textDocument/didOpen', params: {textDocument: {uri, languageId: 'hoyle', version, text}}});
    return;
  }
  if (data.event !== 'lsp') return;
  const message = JSON.parse(data.value);
  if (message.method !== 'textDocument/publishDiagnostics' || message.params.uri !== uri) return;
  if (sent) times.push(performance.now() - sent);
  if (times.length === changes) { worker.terminate(); done(times); }
  else change();
};
worker.postMessage({id: 1, name: 'open', args: [new URL('./', location.href).href]});
"""


def packed(paths: list[Path]) -> int:
    """The total size of files, each compressed."""
    return sum(len(gzip.compress((SITE / path).read_bytes(), 9)) for path in paths)


def wait(page: Any, condition: str) -> float:
    """Wait until a condition holds.  Returns the time."""
    while not page.execute_script(f"return {condition}"):
        time.sleep(0.005)
    return time.perf_counter()


THOUGHTS = """
window.thoughts = [];
window.Worker = class extends Worker {
  asked = new Map();
  constructor(...given) {
    super(...given);
    this.addEventListener('message', ({data}) => {
      const begun = this.asked.get(data.id);
      if (begun) window.thoughts.push(performance.now() - begun);
    });
  }
  postMessage(message, ...more) {
    if (message.name === 'ask') this.asked.set(message.id, performance.now());
    super.postMessage(message, ...more);
  }
};
"""
"""Notes how long each answer of a player that thinks takes."""


def thinking(page: Any, address: str) -> list[float]:
    """How long `think:quick` takes for each card."""
    script = page.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": THOUGHTS})
    page.get("about:blank")
    page.get(f"{address}#/watch/{GAME}")
    wait(page, "document.querySelector('.seats select')")
    page.execute_script(
        "for (const one of document.querySelectorAll('.seats select, #speed')) {"
        "  one.value = one.id === 'speed' ? 'instant' : 'thinking'; one.dispatchEvent(new Event('change')); }"
        "window.thoughts = [];"
    )
    wait(page, f"window.thoughts.length >= {CARDS}")
    page.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    return page.execute_script(f"return window.thoughts.slice(0, {CARDS})")


def hello(folder: Path) -> Studio:
    """A server for a page that only loads Pyodide."""
    for path in (OUT.parents[1] / "studio" / "node_modules" / "pyodide").glob("py*"):
        if path.is_file():
            shutil.copy(path, folder)
    (folder / "hello.js").write_text(HELLO, encoding="utf-8")
    (folder / "index.html").write_text("<!doctype html><title>Pyodide</title>", encoding="utf-8")
    return Studio(folder)


def main() -> None:
    server, plain = Studio(SITE, prepared=SITE), hello(Path(tempfile.mkdtemp()))
    for one in (server, plain):
        threading.Thread(target=one.serve_forever, daemon=True).start()
    page = browser()
    page.set_script_timeout(600)
    paints, alone, pyodide, hoyle, edits = [], [], [], [], []
    used: set[str] = set()
    for _ in range(RUNS):
        page.get("about:blank")
        page.get(plain.address)
        alone.append(page.execute_async_script(ANSWER))
        page.get("about:blank")
        page.get(server.address)
        wait(page, "document.querySelector('.cards-of-games') && performance.getEntriesByType('paint').length")
        paints.append(page.execute_script("return performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        laps = dict(page.execute_async_script(START))
        pyodide.append(laps["python"])
        hoyle.append(laps["hoyle"])
    page.get("about:blank")
    page.get(f"{server.address}#/play/{GAME}")
    wait(page, "document.querySelector('button.pick, .offers button')")
    names = page.execute_script("return performance.getEntriesByType('resource').map(one => one.name)")
    used = {name.removeprefix(server.address).partition("?")[0] for name in names} | {"index.html", "module.js"}
    shell = [path for path in files() if path.as_posix() in used]
    text = (SITE / "rules" / f"{GAME}.hoyle").read_text(encoding="utf-8")
    page.get("about:blank")
    page.get(server.address)
    diagnostics = page.execute_async_script(DIAGNOSTICS, text, 20)
    page.get("about:blank")
    page.get(f"{server.address}#/write/{GAME}")
    wait(page, "document.querySelector('.page')?.dataset.done")
    played = page.execute_script("return document.querySelector('.does h2').textContent")
    for _ in range(RUNS):
        before = page.execute_script("return Number(document.querySelector('.page').dataset.done)")
        page.execute_script("document.getElementById('editor').shadowRoot.querySelector('.cm-content').focus()")
        webdriver.ActionChains(page).send_keys(" ").perform()
        begun = time.perf_counter()
        edits.append(1000 * (wait(page, f"document.querySelector('.page').dataset.done > {before}") - begun))
    thoughts = thinking(page, server.address)
    page.quit()
    for one in (server, plain):
        one.shutdown()
    python = [path for path in files() if path.parts[0] in ("pyodide", "python")]
    everything, without, visit = packed(files()), packed(shell), packed({*shell, *python})
    middle = statistics.median
    load = os.getloadavg()[0]
    rows = [
        ("first paint of the gallery", f"{middle(paints):,.0f} ms", "1,000 ms"),
        ("plain Pyodide answers", f"{middle(alone):,.0f} ms", ""),
        ("Python answers in the studio", f"{middle(pyodide):,.0f} ms", ""),
        ("the language server is ready", f"{middle(hoyle):,.0f} ms", "1.5 times plain Pyodide"),
        ("… in times of plain Pyodide", f"{middle(hoyle) / middle(alone):.2f}", "1.5"),
        ("… in times of Python in the studio", f"{middle(hoyle) / middle(pyodide):.2f}", ""),
        ("a change to its diagnostics", f"{middle(diagnostics):,.0f} ms", "150 ms"),
        ("a change to its report on games, with the pause", f"{middle(edits):,.0f} ms", "1,500 ms"),
        ("a thinking player's time for a card", "250 ms", "300 ms"),
        (f"think:quick's time for a card (of {CARDS})", f"{middle(thoughts):,.0f} ms", "300 ms"),
        ("page, one game and Python, compressed", f"{visit / 1e6:.2f} MB", "10 MB"),
        ("the whole site with all games, compressed", f"{everything / 1e6:.2f} MB", ""),
        ("page and one game without Python, compressed", f"{without / 1e3:,.0f} kB", "400 kB"),
    ]
    table = "\n".join(f"| {name} | {value} | {aim} |" for name, value, aim in rows)
    beside = "other work ran beside it" if load > BUSY else "little else ran beside it"
    head = (
        f"Written by `python benchmarks/studio.py`: headless Chromium on {os.cpu_count()} cores, the medians of {RUNS}"
        f" runs (of 20 changes for diagnostics), the game {GAME}. Load at the end: {load:.1f}; {beside}."
    )
    tail = (
        f'The page said of the games: "{played}". A thinking player is given its time; more of it means more worlds.'
        " Plain Pyodide is a page that loads the npm package as it is. In the studio Python's library is compiled"
        " beforehand and starts sooner; the second ratio is against that."
    )
    OUT.write_text(
        f"# The studio\n\n{head}\n\n| what | measured | aim |\n|---|---|---|\n{table}\n\n{tail}\n\n{measured_on()}\n",
        encoding="utf-8",
    )
    sys.stdout.write(OUT.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
