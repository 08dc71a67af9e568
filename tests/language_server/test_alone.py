"""The session runs without anything that a browser lacks: threads, processes, sockets and pygls."""

from __future__ import annotations

import subprocess
import sys

from .conftest import SMALL

CODE = """
import sys

class Refused:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("pygls", "lsprotocol", "cattrs", "asyncio", "subprocess", "multiprocessing",
                                  "wasmtime", "concurrent", "pygments"):
            raise ImportError(name)

import threading
sys.meta_path.insert(0, Refused())
threading.Thread.start = None

from hoyle.language_server.methods import REQUESTS
from hoyle.language_server.session import Session

sent = []
session = Session(sent.append)
texts = {"/x/small.hoyle": SMALL, "/x/a.play": "hoyle play 1\\n\\ngame small\\nplayers A, B\\n\\nfirst dealer A\\nA: pass\\n"}

def tell(method, params, number=None):
    session.receive({"jsonrpc": "2.0", "method": method, "params": params, **({"id": number} if number else {})})
    while session.work():
        pass
    while session.rest():
        pass

tell("initialize", {"capabilities": {}}, 1)
for name, text in texts.items():
    document = {"uri": "file://" + name, "languageId": "hoyle", "version": 1, "text": text}
    tell("textDocument/didOpen", {"textDocument": document})
    place = {"line": 6, "character": 4}
    for number, method in enumerate(REQUESTS, 100):
        params = {"textDocument": {"uri": "file://" + name}, "position": place, "positions": [place], "newName": "x_y",
                  "range": {"start": place, "end": place}, "options": {}, "context": {}, "query": ""}
        tell(method, params, number)
        assert sent[-1]["id"] == number
        assert sent[-1].get("error", {}).get("code", -32803) == -32803, (method, sent[-1])
published = [one for one in sent if one.get("method", "").endswith("publishDiagnostics")]
assert len(published) >= 2, published
print("well")
"""


def test_the_session_needs_no_threads_processes_or_sockets() -> None:
    code = f"SMALL = {SMALL!r}\n{CODE}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert (done.stdout, done.stderr) == ("well\n", "")
