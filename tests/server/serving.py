"""A server in a process of its own, and a client over the loopback interface, for tests and measurements."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake


class ServerProcess:
    """`hoyle serve` with a database.  It keeps its port when it is started again."""

    def __init__(self, database: str, *options: str, token: str = "token", port: int = 0) -> None:
        self.database, self.options, self.token, self.port = database, options, token, port
        self.process: subprocess.Popen[str]
        self.output = ""
        self.start()

    def start(self) -> None:
        command = [
            sys.executable, "-m", "hoyle", "serve", "--database", self.database, "--address", "127.0.0.1",
            "--port", str(self.port), "--no-browser", "--no-code", *self.options,
        ]  # fmt: skip
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
            env={**os.environ, "HOYLE_OPERATOR_TOKEN": self.token},
        )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line.startswith("Tables are at "):
            said = line + self.process.stdout.read()
            self.process.wait()
            self.process.stdout.close()
            raise RuntimeError(said)
        self.url = line.split()[3]
        self.port = int(self.url.rstrip("/").rpartition(":")[2])

    def kill(self) -> None:
        """Kill the server and its workers, in the middle of anything."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.output += self.process.stdout.read()
        self.process.stdout.close()

    def stop(self) -> int:
        """Stop it as Ctrl-C does; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        code = self.process.wait(20)
        assert self.process.stdout is not None
        self.output += self.process.stdout.read()
        self.process.stdout.close()
        return code

    def ask(self, path: str, body: object = None, **headers: str) -> tuple[int, dict[str, str], str]:
        """Ask by HTTP: the status, the headers and the text of the answer."""
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(self.url + path, data, named)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, dict(answer.headers), answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, dict(error.headers), error.read().decode()

    def open(self, **wanted: Any) -> dict[str, Any]:
        """Open a table."""
        status, _, text = self.ask("api/tables", {"pace": 0, **wanted})
        if status != 201:
            raise RuntimeError(text)
        return json.loads(text)

    def socket(self, table: str) -> str:
        return f"ws{self.url.removeprefix('http')}t/{table}/socket"


class NetworkBot:
    """Sits at a table and chooses, over as many connections as it takes.

    `confirmed`: the questions whose answers the server has confirmed, with the key of each.  `wrong`: what it was asked
    though it was not its turn; `asked`: each question with the seat that was asked.  `most`: with how many entries of the table it stops."""

    def __init__(
        self, server: ServerProcess, table: str, secret: str, name: str, choose: Callable[[list[Any]], Any], most: int
    ) -> None:
        self.server, self.table, self.secret, self.name, self.choose = server, table, secret, name, choose
        self.most = most
        self.confirmed: dict[int, str] = {}
        self.pending: dict[str, Any] | None = None
        self.wrong: list[str] = []
        self.asked: dict[int, int] = {}
        self.refused: list[str] = []
        self.connections = 0
        self.done = False

    async def play(self) -> None:
        """Play until the table has enough entries or the game is over."""
        while not self.done:
            try:
                async with connect(
                    self.server.socket(self.table), max_size=1 << 22, compression=None, open_timeout=5, proxy=None
                ) as socket:
                    self.connections += 1
                    await socket.send(json.dumps({"type": "hello", "secret": self.secret}))
                    again = True
                    async for text in socket:
                        again = await self._hear(socket, json.loads(text), again)
                        if self.done:
                            return
            except (OSError, ConnectionClosed, InvalidHandshake, EOFError):
                pass
            await asyncio.sleep(0.05)

    async def _hear(self, socket: Any, message: dict[str, Any], again: bool) -> bool:
        """Do what a message asks for.  `again`: whether the unconfirmed answer has not been sent on this connection."""
        if message["type"] == "refused":
            self.refused.append(message["code"])
            return again
        if message["type"] != "table":
            return again
        chair = message["chairs"][message["you"]]
        if not chair["came"]:
            await socket.send(json.dumps({"type": "sit", "secret": self.secret, "name": self.name}))
            return again
        if self.pending is not None:
            if message["question"] != self.pending["question"]:
                self.confirmed[self.pending["question"]] = self.pending["key"]
                self.pending = None
            elif again:
                await socket.send(json.dumps(self.pending))
        question = message["view"] and message["view"]["question"]
        if message["phase"] == "over" or message["number"] >= self.most:
            self.done = True
        elif question and message["phase"] == "playing" and self.pending is None:
            self.asked[message["question"]] = message["seat"]
            if message["turn"] != message["seat"]:
                self.wrong.append(f"question {message['question']}")
            self.pending = {
                "type": "choose", "question": message["question"], "key": secrets.token_hex(6),
                "option": self.choose(question["options"])["number"],
            }  # fmt: skip
            await socket.send(json.dumps(self.pending))
        return False


def entries(path: Path) -> dict[str, list[dict[str, Any]]]:
    """The entries of all tables in a file."""
    import sqlite3

    connection = sqlite3.connect(path)
    found: dict[str, list[dict[str, Any]]] = {}
    for table, number, entry in connection.execute('select "table", number, entry from entries order by 1, 2'):
        assert len(found.setdefault(table, [])) == number, "a number is missing"
        found[table].append(json.loads(entry))
    connection.close()
    return found
