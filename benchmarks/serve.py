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
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
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

    def __init__(self, folder: Path, cores: int) -> None:
        began = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hoyle", "serve", "--database", str(folder / "tables.sqlite"), "--port", "0",
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


async def client(
    server: Server, table: MeasuredTable, chair: int, pace: float, until: list[float], times: list[float]
) -> None:
    """One chair at one table."""
    address = f"ws{server.url.removeprefix('http')}t/{table.made['table']}/socket"
    secret, known = table.made["chairs"][chair], -1
    async with connect(address, compression=None, max_size=1 << 22, proxy=None, open_timeout=60) as socket:
        await socket.send(json.dumps({"type": "hello", "secret": secret}))
        async for text in socket:
            message = json.loads(text)
            if message["type"] != "table":
                continue
            if not message["chairs"][chair]["came"]:
                await socket.send(json.dumps({"type": "sit", "secret": secret, "name": f"P{chair}"}))
                continue
            now = time.perf_counter()
            if message["question"] != known:
                if known in table.left:
                    table.left[known] -= 1
                    if not table.left[known]:
                        times.append(now - table.sent[known])
                known = message["question"]
            if now > until[0]:
                return
            question = message["view"] and message["view"]["question"]
            if not question or message["phase"] != "playing" or known in table.sent:
                continue
            await asyncio.sleep(pace * random.uniform(0.6, 1.4))
            table.sent[known], table.left[known] = time.perf_counter(), 4
            option = random.choice(question["options"])["number"]
            await socket.send(json.dumps({"type": "choose", "question": known, "key": str(known), "option": option}))


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


async def measured(server: Server, count: int, seconds: float, pace: float) -> dict[str, float]:
    """Let `count` tables play for some seconds."""
    tables = [MeasuredTable(await asyncio.to_thread(server.open)) for _ in range(count)]
    times: list[float] = []
    until = [float("inf")]
    tasks = [
        asyncio.create_task(client(server, table, chair, pace, until, times)) for table in tables for chair in range(4)
    ]
    await asyncio.sleep(min(5.0, seconds))
    times.clear()
    before, began = server.parts(), time.perf_counter()
    await asyncio.sleep(seconds)
    parts, passed = server.parts(), time.perf_counter() - began
    main, workers = parts["server"] - before["server"], parts["tables"] - before["tables"]
    memory, choices = server.memory(), len(times)
    found = sorted(times)
    until[0] = 0
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
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
        server = Server(Path(folder), given.cores)
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
                yield f"(the server and three workers, shared pages counted in each), with {', '.join(steps)};"
                opened = f"{done / passed:.0f} were opened and begun in a second."
                yield f"{size / done / 1e3:.1f} kB on the disk for each. {opened}"
                yield ""
            yield "| tables | choices a second | time of one | 99 % | server | workers | two cores carry | memory |"
            yield "|---|---|---|---|---|---|---|---|"
            for count in given.tables:
                one = asyncio.run(measured(server, count, given.seconds, given.pace))
                carried = 2 / (one["server"] + one["workers"]) if one["workers"] else 0
                spent = f"{1000 * one['server']:.2f} ms | {1000 * one['workers']:.2f} ms"
                times = f"{1000 * one['p50']:.0f} ms | {1000 * one['p99']:.0f} ms | {spent}"
                memory = f"{one['memory'] / 1e6:.0f} MB"
                yield f"| {count} | {one['choices']:.0f} | {times} | {carried:.0f} a second | {memory} |"
                if one["p99"] > 0.25 and not given.beyond:
                    break
        finally:
            server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description="How many tables a server carries.")
    parser.add_argument("--tables", type=int, nargs="*", default=[25, 50, 100, 200, 400, 800, 1000])
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--pace", type=float, default=1.0)
    parser.add_argument("--idle", type=int, default=1000)
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--beyond", action="store_true", help="Go on where the time of a choice is over 250 ms.")
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    text = "\n".join(report(given)) + "\n"
    print(text)
    if given.write is not None:
        given.write.write_text(f"{text}\n{measured_on()}\n", encoding="utf-8")
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
