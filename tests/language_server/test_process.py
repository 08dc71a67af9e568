"""The command `hoyle lsp` as a process: its pipes and its socket."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

import pytest

from .conftest import SMALL

pytest.importorskip("pygls")


class Wire:
    """Reads and writes messages over two streams."""

    def __init__(self, out: BinaryIO, into: BinaryIO) -> None:
        self.out, self.into = out, into

    def send(self, message: Any) -> None:
        self.raw(json.dumps(message).encode())

    def raw(self, body: bytes) -> None:
        self.out.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.out.flush()

    def read(self) -> Any:
        length = 0
        while (line := self.into.readline()) != b"\r\n":
            assert line, "the server is gone"
            found = re.match(rb"Content-Length: (\d+)", line)
            length = int(found[1]) if found else length
        return json.loads(self.into.read(length))

    def ask(self, number: int, method: str, params: Any = None) -> Any:
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        while (found := self.read()).get("id") != number:
            pass
        return found


@pytest.fixture
def process() -> Iterator[subprocess.Popen[bytes]]:
    code = "import sys; sys.argv[0] = 'hoyle'; from hoyle.cli.main import main; main()"
    command = [sys.executable, "-c", code, "lsp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as started:
        yield started
        if started.poll() is None:
            started.kill()


def test_a_session_from_initialize_to_exit(process) -> None:
    wire = Wire(process.stdin, process.stdout)
    wire.raw(b"{rubbish")
    assert wire.read()["error"]["code"] == -32700
    assert wire.ask(1, "textDocument/hover", {})["error"]["code"] == -32002
    assert wire.ask(2, "initialize", {"capabilities": {}})["result"]["serverInfo"]["name"] == "hoyle"
    wire.send({"jsonrpc": "2.0", "method": "initialized", "params": {}})
    document = {"uri": "file:///nowhere/a.hoyle", "languageId": "hoyle", "version": 1, "text": "gme"}
    wire.send({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}})
    published = wire.read()
    assert published["params"]["version"] == 1
    assert published["params"]["diagnostics"]
    assert wire.ask(3, "shutdown")["result"] is None
    wire.send({"jsonrpc": "2.0", "method": "exit"})
    assert process.wait(120) == 0
    assert process.stderr.read() == b""


def test_edits_of_several_files_and_cancelled_requests(process) -> None:
    wire = Wire(process.stdin, process.stdout)
    wire.ask(1, "initialize", {"capabilities": {}, "initializationOptions": {"lenses": False}})

    def tell(method: str, **params: Any) -> None:
        wire.send({"jsonrpc": "2.0", "method": method, "params": params})

    uris = ["file:///nowhere/small.hoyle", "file:///nowhere/v.hoyle"]
    for uri, text in zip(uris, (SMALL, 'variant "V" of small\nset quick to yess\n'), strict=True):
        tell("textDocument/didOpen", textDocument={"uri": uri, "languageId": "hoyle", "version": 1, "text": text})
    found: dict[str, Any] = {}
    while len(found) < 2 or not found[uris[1]]["diagnostics"]:
        published = wire.read()["params"]
        found[published["uri"]] = published
    assert found[uris[0]]["diagnostics"] == []
    where = {"start": {"line": 1, "character": 16}, "end": {"line": 1, "character": 17}}
    for version, text in enumerate(("", "s", ""), 2):
        where["end"]["character"] = 16 + (text == "")
        tell("textDocument/didChange", textDocument={"uri": uris[1], "version": version},
             contentChanges=[{"range": where, "text": text}])  # fmt: skip
    while True:
        published = wire.read()["params"]
        if published["uri"] == uris[1] and published["version"] == 4:
            break
    assert published["diagnostics"] == []
    place = {"textDocument": {"uri": uris[0]}, "position": {"line": 6, "character": 6}}
    batch = b""
    for number in range(100, 130):
        request = {"jsonrpc": "2.0", "id": number, "method": "textDocument/completion", "params": place}
        body = json.dumps(request).encode()
        batch += b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    body = json.dumps({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 129}}).encode()
    process.stdin.write(batch + b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    process.stdin.flush()
    answers: dict[int, Any] = {}
    while len(answers) < 30:
        one = wire.read()
        if "id" in one:
            answers[one["id"]] = one
    assert all("result" in answers[number] for number in range(100, 129))
    assert answers[129].get("error", {}).get("code", -32800) == -32800
    assert wire.ask(3, "shutdown")["result"] is None
    wire.send({"jsonrpc": "2.0", "method": "exit"})
    assert process.wait(120) == 0


def test_a_client_can_restart_a_killed_server() -> None:
    """The new process knows nothing of the old one.  It needs only the files that the client opens again."""
    text = SMALL.replace("shuffle stock", "shuffel stock")
    document = {"uri": "file:///nowhere/small.hoyle", "languageId": "hoyle", "version": 7, "text": text}
    said: list[Any] = []
    for last in (False, True):
        code = "import sys; sys.argv[0] = 'hoyle'; from hoyle.cli.main import main; main()"
        command = [sys.executable, "-c", code, "lsp"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as started:
            assert started.stdin is not None
            assert started.stdout is not None
            wire = Wire(started.stdin, started.stdout)
            wire.ask(1, "initialize", {"capabilities": {}, "initializationOptions": {"lenses": False}})
            wire.send({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}})
            said.append(wire.read()["params"])
            if last:
                wire.ask(2, "shutdown")
                wire.send({"jsonrpc": "2.0", "method": "exit"})
                assert started.wait(120) == 0
            else:
                started.kill()
    assert said[0] == said[1]
    assert said[0]["version"] == 7
    assert "shuffle" in said[0]["diagnostics"][0]["message"]


@pytest.mark.parametrize("which", ["stdin", "stdout"])
def test_a_closed_pipe_ends_the_server(process, which: str) -> None:
    wire = Wire(process.stdin, process.stdout)
    wire.ask(1, "initialize", {"capabilities": {}})
    getattr(process, which).close()
    if which == "stdout":
        wire.send({"jsonrpc": "2.0", "id": 2, "method": "shutdown"})
        wire.send({"jsonrpc": "2.0", "id": 3, "method": "shutdown"})
    assert process.wait(120) == 1
    assert b"Traceback" not in process.stderr.read()


def test_the_server_works_over_a_socket() -> None:
    code = "import sys; sys.argv[0] = 'hoyle'; from hoyle.cli.main import main; main()"
    command = [sys.executable, "-c", code, "lsp", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as started:
        try:
            announced = started.stderr.readline().decode()
            port = int(re.search(r":(\d+)$", announced)[1])
            with socket.create_connection(("127.0.0.1", port), 20) as connection, connection.makefile("rwb") as file:
                wire = Wire(file, file)
                assert "result" in wire.ask(1, "initialize", {"capabilities": {}})
                assert wire.ask(2, "shutdown")["result"] is None
                wire.send({"jsonrpc": "2.0", "method": "exit"})
            assert started.wait(120) == 0
        finally:
            started.kill()
