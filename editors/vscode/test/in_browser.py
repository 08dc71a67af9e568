"""Opens a rule file in VS Code in a browser, with the extension, and says which colours and mistakes are to be seen.

    npm install code-server                       # VS Code's own workbench and extension host, on this machine
    npm run package                               # hoyle.vsix
    python test/in_browser.py node_modules/code-server/out/node/entry.js hoyle.vsix

It needs Chromium with its driver, selenium, and `hoyle` with the extra `editor`.  No test of the suite runs it:
code-server is large.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

from selenium import webdriver
from selenium.webdriver.common.by import By

RULES = 'game "Small"\nlanguage 1\nplayers 2\nmain\n    shuffel stock\n'
LONGEST = 240
"""Seconds to wait for the workbench, and for the first mistake."""


def main() -> int:
    """The exit code: 0 if the file has colours and its mistake is marked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("server", help="out/node/entry.js of code-server")
    parser.add_argument("extension", help="hoyle.vsix")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return tried(Path(given.server).resolve(), Path(given.extension).resolve(), Path(folder))


def tried(server: Path, extension: Path, folder: Path) -> int:
    data, work = folder / "data", folder / "work"
    (data / "User").mkdir(parents=True)
    work.mkdir()
    (work / "a.hoyle").write_text(RULES, encoding="utf-8")
    settings = {"hoyle.command": [shutil.which("hoyle") or "hoyle"], "workbench.startupEditor": "none"}
    (data / "User" / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    env = {**os.environ, "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    command = ["node", str(server), "--user-data-dir", str(data), "--extensions-dir", str(folder / "extensions")]
    subprocess.run([*command, "--install-extension", str(extension)], env=env, check=True)
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    serve = ["--auth", "none", "--bind-addr", address, "--disable-telemetry", "--disable-workspace-trust"]
    running = subprocess.Popen([*command, *serve], env=env, start_new_session=True)
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1300,900"):
        options.add_argument(argument)
    browser = webdriver.Chrome(options=options)
    try:
        until = time.monotonic() + LONGEST
        while socket.socket().connect_ex(("127.0.0.1", int(address.rpartition(":")[2]))):
            if time.monotonic() > until:
                print("code-server does not answer")
                return 1
            time.sleep(0.2)
        payload = quote(json.dumps([["openFile", f"vscode-remote://{address}{work}/a.hoyle"]]))
        browser.get(f"http://{address}/?folder={work}&payload={payload}")
        marked: list[object] = []
        while not marked and time.monotonic() < until:
            time.sleep(0.5)
            marked = list(browser.find_elements(By.CSS_SELECTOR, ".squiggly-error"))
        script = "return [...document.querySelectorAll('.view-line span span')].map(e => getComputedStyle(e).color)"
        colours = set(browser.execute_script(script))
        print(f"{len(marked)} mistakes marked, {len(colours)} colours")
        return 0 if marked and len(colours) > 3 else 1
    finally:
        browser.quit()
        os.killpg(running.pid, signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main())
