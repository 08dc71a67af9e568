"""How many tables a server carries: `hoyle serve` in a process of its own, clients over the loopback interface.

    python benchmarks/serve.py --tables 25 50 100 --seconds 15 --write benchmarks/serve.md

At each table four clients choose at random, one choice a second.  The time of a choice is that from sending it until
all four have the scene that follows.  Other programs on the machine disturb that time, so the processor time of the
server for each choice is measured too: it says how many choices a second two processors can carry.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from revision import measured_on
from websockets.asyncio.client import connect

GAME = "whist"
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


class Server:
    """The server that is measured, with everything it has started."""

    def __init__(self, database: str, cores: int) -> None:
        began = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hoyle", "serve", "--database", database, "--port", "0",
             "--address", "127.0.0.1", "--generous", "--no-browser", "--no-code", "--cores", str(cores)],
            stdout=subprocess.PIPE, text=True, start_new_session=True,
            env={**os.environ, "HOYLE_OPERATOR_TOKEN": "token"},
        )  # fmt: skip
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().split()[3]
        self.start = time.perf_counter() - began
        self.start_processor = sum(self.parts().values())

    def _stats(self) -> Iterator[list[str]]:
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                found = path.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(found[2]) == self.process.pid:  # the process group
                yield found

    def memory(self) -> int:
        """The bytes of memory that the server and its workers hold."""
        return sum(int(one[21]) for one in self._stats()) * PAGE

    def parts(self) -> dict[str, float]:
        """The processor time of the server and of each kind of worker, in seconds."""
        found: dict[str, float] = {}
        for path in Path("/proc").glob("[0-9]*"):
            try:
                one = (path / "stat").read_text().rpartition(")")[2].split()
                command = (path / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if int(one[2]) == self.process.pid:
                name = command[-2].decode() if b"hoyle.server.cores.worker" in command else "server"
                found[name] = found.get(name, 0) + (int(one[11]) + int(one[12])) / TICKS
        return found

    def open(self, **wanted: Any) -> dict[str, Any]:
        asked = {"game": GAME, "pace": 0, **wanted}
        request = urllib.request.Request(self.url + "api/tables", json.dumps(asked).encode())
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read())

    def stop(self) -> None:
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait(30)


@dataclass
class MeasuredTable:
    """A table with four clients: when each choice was sent, and how many clients have what followed."""

    made: dict[str, Any]
    sent: dict[int, float] = field(default_factory=dict[int, float])
    left: dict[int, int] = field(default_factory=dict[int, int])


class Chair(asyncio.Protocol):
    """A client in one chair, which does as little as it can, because it shares the processors with the server: it
    takes frames apart, and of a message it reads which question is open and how many options there are.
    """

    def __init__(self, table: MeasuredTable, number: int, address: str, pace: float, times: list[float]) -> None:
        self.table, self.number, self.address, self.pace, self.times = table, number, address, pace, times
        self.loop = asyncio.get_running_loop()
        self.data = bytearray()
        self.known = -1
        self.begun = self.seated = False
        self.timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(
            f"GET /t/{self.table.made['table']}/socket HTTP/1.1\r\nHost: {self.address}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self.data += data
        if not self.begun:
            end = self.data.find(b"\r\n\r\n")
            if end < 0:
                return
            del self.data[: end + 4]
            self.begun = True
            self.say({"type": "hello", "secret": self.table.made["chairs"][self.number]})
        while len(self.data) > 4:
            first, second, at = self.data[0], self.data[1] & 127, 2
            if second == 126:
                second, at = int.from_bytes(self.data[2:4], "big"), 4
            elif second == 127:
                if len(self.data) < 10:
                    return
                second, at = int.from_bytes(self.data[2:10], "big"), 10
            if len(self.data) < at + second:
                return
            message = bytes(self.data[at : at + second])
            del self.data[: at + second]
            if first & 15 == 1:
                self.hear(message)
            elif first & 15 == 9:
                self.frame(10, message)

    def hear(self, message: bytes) -> None:
        if not message.startswith(b'{"type":"table"'):
            return
        now = time.perf_counter()
        if not self.seated:
            if not json.loads(message)["chairs"][self.number]["came"]:
                secret = self.table.made["chairs"][self.number]
                self.say({"type": "sit", "secret": secret, "name": f"P{self.number}"})
                return
            self.seated = True
        question = int(QUESTION(message)[1])
        if question != self.known:
            if self.known in self.table.left:
                self.table.left[self.known] -= 1
                if not self.table.left[self.known]:
                    self.times.append(now - self.table.sent[self.known])
            self.known = question
        asked = message.find(b'"question":{')
        if asked >= 0 and question not in self.table.sent:
            count = int(COUNT(message, asked)[1])
            self.table.sent[question] = 0.0
            self.timer = self.loop.call_later(self.pace * random.uniform(0.6, 1.4), self.choose, question, count)

    def choose(self, question: int, count: int) -> None:
        self.table.sent[question], self.table.left[question] = time.perf_counter(), 4
        option = random.randrange(count)
        self.say({"type": "choose", "question": question, "key": str(question), "option": option})

    def say(self, message: dict[str, Any]) -> None:
        self.frame(1, json.dumps(message).encode())

    def frame(self, kind: int, data: bytes) -> None:
        """Send a frame, masked by zeros."""
        size = bytes([128 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        self.transport.write(bytes([128 | kind]) + size + b"\0\0\0\0" + data)

    def end(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
        self.transport.close()


QUESTION = re.compile(rb'"question":(\d+)').search
COUNT = re.compile(rb'"count":(\d+),"options"').search


async def begun(server: Server, count: int) -> None:
    """Open tables at which a game has begun, and leave them: at each a person is asked, and nobody is there."""
    many = asyncio.Semaphore(20)

    async def one() -> None:
        async with many:
            made = await asyncio.to_thread(server.open, chairs=[None, "random", "random", "random"])
            address, secret = f"ws{server.url.removeprefix('http')}t/{made['table']}/socket", made["chairs"][0]
            async with connect(address, compression=None, max_size=1 << 22, proxy=None, open_timeout=120) as socket:
                await socket.send(json.dumps({"type": "hello", "secret": secret}))
                await socket.send(json.dumps({"type": "sit", "secret": secret, "name": "Ann"}))
                async for text in socket:
                    message = json.loads(text)
                    if message["type"] == "table" and message["view"] and message["view"]["question"]:
                        return

    await asyncio.gather(*(one() for _ in range(count)))


async def seated(servers: Sequence[Server], count: int, pace: float, times: list[float]) -> list[Chair]:
    """Open tables, and let four clients sit down at each, in turn at each of some servers with one database."""
    chairs: list[Chair] = []
    for _ in range(count):
        table = MeasuredTable(await asyncio.to_thread(servers[0].open))
        for number in range(4):
            host, port = servers[number % len(servers)].url.removeprefix("http://").rstrip("/").split(":")
            one = Chair(table, number, f"{host}:{port}", pace, times)
            await asyncio.get_running_loop().create_connection(lambda one=one: one, host, int(port))
            chairs.append(one)
    return chairs


async def held(server: Server, count: int) -> float:
    """How many bytes of memory a table takes at which a game has begun and four people are connected, who think."""
    before = server.memory()
    chairs = await seated([server], count, 1e6, [])
    while not all(one.known >= 0 for one in chairs):
        await asyncio.sleep(0.2)
    found = (server.memory() - before) / count
    for one in chairs:
        one.end()
    await asyncio.sleep(0.5)
    return found


async def measured(servers: Sequence[Server], count: int, seconds: float, pace: float) -> dict[str, float]:
    """Let `count` tables play for some seconds."""
    times: list[float] = []
    chairs = await seated(servers, count, pace, times)
    server = servers[0]
    await asyncio.sleep(min(5.0, seconds))
    times.clear()
    before, began = server.parts(), time.perf_counter()
    await asyncio.sleep(seconds)
    parts, passed = server.parts(), time.perf_counter() - began
    main, workers = parts["server"] - before["server"], parts["tables"] - before["tables"]
    memory, choices = server.memory(), len(times)
    found = sorted(times)
    for one in chairs:
        one.end()
    await asyncio.sleep(0.5)
    return {
        "tables": count, "choices": choices / passed, "p50": found[choices // 2] if found else 0,
        "p99": found[min(choices - 1, choices * 99 // 100)] if found else 0,
        "server": main / max(1, choices), "workers": workers / max(1, choices), "memory": memory,
    }  # fmt: skip


def report(given: argparse.Namespace) -> Iterator[str]:
    yield "# A server and its tables"
    yield ""
    where = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} processors"
    yield f"Made by `benchmarks/serve.py`: {where}; the load of the machine was {os.getloadavg()[0]:.1f} at the start,"
    yield "and the clients run on the same machine. SQLite, with a flush for each commit. Tables of four at Whist,"
    yield "a choice a second at each."
    yield ""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(str(Path(folder) / "tables.sqlite"), given.cores)
        try:
            start, computed = server.start, server.start_processor
            yield f"Start until clients can come: {start:.2f} s, of which {computed:.2f} s processor time."
            yield ""
            asyncio.run(begun(server, 4))  # every worker has begun
            empty, done, steps = server.memory(), 0, list[str]()
            began = time.perf_counter()
            for wanted in [one for one in (1000, 2000, 5000) if one < given.idle] + [given.idle] * (given.idle > 0):
                asyncio.run(begun(server, wanted - done))
                done = wanted
                steps.append(f"{done:,} tables {server.memory() / 1e6:.0f} MB")
            passed = time.perf_counter() - began
            size = sum(path.stat().st_size for path in Path(folder).iterdir())
            if done:
                yield f"Idle tables, at each a person asked who has left: with none {empty / 1e6:.0f} MB"
                yield "(the server and three workers, shared pages counted in each),"
                yield f"with {', '.join(steps)};"
                opened = f"{done / passed:.0f} were opened and begun in a second."
                yield f"{size / done / 1e3:.1f} kB on the disk for each. {opened}"
                yield ""
            if given.held:
                each = asyncio.run(held(server, given.held))
                yield f"A table at which four people are connected and think takes {each / 1e3:.0f} kB of memory"
                yield f"(the server and its worker; {given.held:,} such tables)."
                yield ""
            yield "| tables | choices a second | time of one | 99 % | server | workers | two cores carry | memory |"
            yield "|---|---|---|---|---|---|---|---|"
            for count in given.tables:
                one = asyncio.run(measured([server], count, given.seconds, given.pace))
                carried = 2 / (one["server"] + one["workers"]) if one["workers"] else 0
                spent = f"{1000 * one['server']:.2f} ms | {1000 * one['workers']:.2f} ms"
                times = f"{1000 * one['p50']:.0f} ms | {1000 * one['p99']:.0f} ms | {spent}"
                memory = f"{one['memory'] / 1e6:.0f} MB"
                yield f"| {count} | {one['choices']:.0f} | {times} | {carried:.0f} a second | {memory} |"
                if one["p99"] > 0.25 and not given.beyond:
                    break
        finally:
            server.stop()
    if given.postgres:
        yield ""
        yield from through_two(given.seconds, given.pace)


def through_two(seconds: float, pace: float) -> Iterator[str]:
    """Tables with two clients at each of two servers that share a PostgreSQL."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
    from server.database import Cluster

    cluster = Cluster()
    try:
        servers = [Server(cluster.address(), 1) for _ in range(2)]
        try:
            for count in (1, 10):
                one = asyncio.run(measured(servers, count, seconds, pace))
                often = f"{one['choices']:.1f} choices a second"
                yield f"Tables through two servers with PostgreSQL, {count}: {often}, each at everybody's after"
                yield f"{1000 * one['p50']:.0f} ms, 99 % after {1000 * one['p99']:.0f} ms."
        finally:
            for server in servers:
                server.stop()
    finally:
        cluster.end()


def main() -> None:
    parser = argparse.ArgumentParser(description="How many tables a server carries.")
    parser.add_argument("--tables", type=int, nargs="*", default=[25, 50, 100, 200, 400, 800, 1000])
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--pace", type=float, default=1.0)
    parser.add_argument("--idle", type=int, default=1000)
    parser.add_argument("--held", type=int, default=300, help="With how many people connected, who think.")
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--beyond", action="store_true", help="Go on where the time of a choice is over 250 ms.")
    parser.add_argument("--postgres", action="store_true", help="And tables through two servers with PostgreSQL.")
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    text = "\n".join(report(given)) + "\n"
    print(text)
    if given.write is not None:
        given.write.write_text(f"{text}\n{measured_on()}\n", encoding="utf-8")
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
