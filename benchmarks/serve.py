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
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from revision import measured_on
from websockets.asyncio.client import connect

GAME = "whist"
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
PARTS = "server", "workers", "clients"


class Server:
    """The server that is measured, with everything it has started."""

    def __init__(self, database: str, cores: int) -> None:
        began = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hoyle", "serve", "--database", database, "--port", "0",
             "--address", "127.0.0.1", "--generous", "--no-browser", "--no-code",
             *(["--cores", str(cores)] if cores else [])],
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


@cache
def clients() -> str:
    """The program of the clients, compiled."""
    folder = tempfile.mkdtemp()
    source, made = Path(__file__).with_name("serve_clients.c"), f"{folder}/clients"
    subprocess.run([shutil.which("cc") or "gcc", "-O2", "-o", made, str(source)], check=True)
    return made


async def begun(server: Server, count: int) -> None:
    """Start a game at each of `count` tables and disconnect: the server then waits for a person who is away."""
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


@dataclass(frozen=True)
class Playing:
    """What was measured while clients played: choices a second, seconds from a choice to all scenes (half, 99 %, the
    longest), processor seconds of server, workers and clients for a choice, and bytes of memory."""

    tables: int
    choices: float
    p50: float
    p99: float
    longest: float
    server: float
    workers: float
    clients: float
    memory: int


def played(servers: Sequence[Server], count: int, seconds: float, pace: float) -> Playing:
    """Let clients sit down at `count` new tables, in turn at each of some servers with one database, and play."""
    made = [servers[0].open() for _ in range(count)]
    ports = ",".join(server.url.rstrip("/").rpartition(":")[2] for server in servers)
    warm = 4.0
    process = subprocess.Popen(
        [clients(), ports, str(seconds), str(warm), str(pace)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("".join(f"{one['table']} {' '.join(one['chairs'])}\n" for one in made))
    process.stdin.close()
    assert process.stdout.readline() == "begin\n", "the clients could not begin"
    before = servers[0].parts()
    found = json.loads(process.stdout.readline())
    parts, memory = servers[0].parts(), servers[0].memory()
    process.wait()
    choices = max(1, found["choices"])
    each = {name: (parts.get(name, 0) - before.get(name, 0)) / choices for name in ("server", "tables")}
    return Playing(
        count, found["choices"] / found["seconds"], found["p50"], found["p99"], found["most"], each["server"],
        each["tables"], found["own"] / choices, memory,
    )  # fmt: skip


def held(server: Server, count: int) -> float:
    """How many bytes of memory a table takes at which a game has begun and four people are connected, who think."""
    before = server.memory()
    return (played([server], count, 2.0, 1e6).memory - before) / count


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
                yield "(the server and its workers, shared pages counted in each),"
                yield f"with {', '.join(steps)};"
                opened = f"{done / passed:.0f} were opened and begun in a second."
                yield f"{size / done / 1e3:.1f} kB on the disk for each. {opened}"
                yield ""
            if given.held:
                each = held(server, given.held)
                yield f"A table at which four people are connected and think takes {each / 1e3:.0f} kB of memory"
                yield f"(the server and its worker; {given.held:,} such tables, {each * given.held / 1e6:.0f} MB)."
                yield ""
            if done or given.held:  # those who play do so at a server of their own
                server.stop()
                server = Server(str(Path(folder) / "played.sqlite"), given.cores)
            columns = "tables", "choices a second", "half within", "99 %", "longest", *PARTS, "memory", "load"
            yield f"| {' | '.join(columns)} |"
            yield "|---" * len(columns) + "|"
            for count in given.tables:
                one = max((played([server], count, given.seconds, given.pace) for _ in range(given.windows)), key=quick)
                spent = " | ".join(f"{1000 * each:.2f} ms" for each in (one.server, one.workers, one.clients))
                times = " | ".join(f"{1000 * each:.0f} ms" for each in (one.p50, one.p99, one.longest))
                memory, load = f"{one.memory / 1e6:.0f} MB", f"{os.getloadavg()[0]:.0f}"
                yield f"| {count} | {one.choices:.0f} | {times} | {spent} | {memory} | {load} |"
                if one.p99 > 0.25 and not given.beyond:
                    break
            yield ""
            yield "`server`, `workers` and `clients` are their processor times for one choice; `load` is how many"
            yield f"programs ran or waited on the whole machine. All this ran on the same processors{niceness()}."
            yield f"Of {given.windows} windows of {given.seconds:.0f} s the one with the best 99 % is shown."
        finally:
            server.stop()
    if given.postgres:
        yield ""
        yield from through_two(given.seconds, given.pace)


def niceness() -> str:
    """With what priority everything ran."""
    if hasattr(os, "sched_getscheduler") and os.sched_getscheduler(0) != os.SCHED_OTHER:
        return ", with real-time priority, so that other programs took little from them"
    found = os.nice(0)
    return f", {'before' if found < 0 else 'behind'} other programs (nice {found})" if found else ""


def quick(one: Playing) -> tuple[bool, float]:
    """By what windows are compared."""
    return one.choices > 0, -one.p99


def through_two(seconds: float, pace: float) -> Iterator[str]:
    """Tables with two clients at each of two servers that share a PostgreSQL."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
    from server.database import Cluster

    cluster = Cluster()
    try:
        servers = [Server(cluster.address(), 1) for _ in range(2)]
        try:
            for count in (1, 10):
                one = played(servers, count, seconds, pace)
                often = f"{one.choices:.1f} choices a second"
                yield f"Tables through two servers with PostgreSQL, {count}: {often}, each at everybody's after"
                yield f"{1000 * one.p50:.0f} ms, 99 % after {1000 * one.p99:.0f} ms."
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
    parser.add_argument("--cores", type=int, default=0, help="0: as many as the server takes itself.")
    parser.add_argument("--beyond", action="store_true", help="Go on where the time of a choice is over 250 ms.")
    parser.add_argument("--postgres", action="store_true", help="And tables through two servers with PostgreSQL.")
    parser.add_argument("--windows", type=int, default=1, help="How often each number of tables plays.")
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    text = "\n".join(report(given)) + "\n"
    print(text)
    if given.write is not None:
        given.write.write_text(f"{text}\n{measured_on()}\n", encoding="utf-8")
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
