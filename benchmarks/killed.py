"""Servers and databases that are killed at random moments while a thousand tables play.

    python benchmarks/killed.py --tables 1000 --batch 50 --write benchmarks/killed.md
    python benchmarks/killed.py --tables 200 --postgres

Real processes and real connections: in batches, bots choose at random over the network at tables of five games.  At
random moments the server and its workers get SIGKILL and are started again; with --postgres PostgreSQL is ended in the
middle of everything (`pg_ctl stop -m immediate`, as if it had crashed) and started again, and the server is killed in
turn with it.  Afterwards the record of every table is read and played by the rules (`tests/server/faults.py`).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from revision import measured_on

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from server.database import Cluster
from server.faults import PlayedWithFaults, played_with_faults, restarted
from server.serving import ServerProcess, entries

MOST = 24
"""With how many entries a table is done."""


def entries_in(address: str) -> dict[str, list[dict[str, Any]]]:
    """The entries of all tables in a PostgreSQL database."""
    import json

    import psycopg

    found: dict[str, list[dict[str, Any]]] = {}
    with psycopg.connect(address) as connection:
        for table, number, entry in connection.execute(
            'select "table", number, entry from hoyle_entries order by 1, 2'
        ):
            assert len(found.setdefault(table, [])) == number, "a number is missing"
            found[table].append(json.loads(entry))
    return found


def crashed(cluster: Cluster, server: ServerProcess) -> Callable[[], Awaitable[None]]:
    """PostgreSQL crashes and is started again; every third time the server is killed instead."""
    times, killed = 0, restarted(server)

    async def happen() -> None:
        nonlocal times
        times += 1
        if times % 3 == 0:
            await killed()
            return
        await asyncio.to_thread(cluster.stop, "immediate")
        await asyncio.sleep(0.5)
        await asyncio.to_thread(cluster.start)

    return happen


def batch(number: int, given: argparse.Namespace, cluster: Cluster | None) -> tuple[PlayedWithFaults, int]:
    """Play one batch, and check it: the bots, and how many choices are on the record."""
    chance = random.Random(given.seed * 1000 + number)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.sqlite"
        address = str(path) if cluster is None else cluster.database(f"batch_{number}")
        server = ServerProcess(address, "--generous")
        try:
            fault = restarted(server) if cluster is None else crashed(cluster, server)
            tables = min(given.batch, given.tables - number * given.batch)
            found = asyncio.run(played_with_faults(server, tables, MOST, chance, fault, given.faults, 600))
        finally:
            server.kill()
        assert "Traceback" not in server.output, server.output[-2000:]
        return found, found.holds(entries(path) if cluster is None else entries_in(address))


def main() -> None:
    parser = argparse.ArgumentParser(description="Kill servers while people play.")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--batch", type=int, default=50, help="How many tables play at a time.")
    parser.add_argument("--faults", type=int, default=20, help="The most faults in a batch.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="PostgreSQL crashes, too.")
    parser.add_argument("--write", type=Path, help="Add what was found to this file.")
    given = parser.parse_args()
    cluster = Cluster() if given.postgres else None
    began, faults, confirmed, choices, connections = time.monotonic(), 0, 0, 0, 0
    try:
        for number in range(-(-given.tables // given.batch)):
            found, total = batch(number, given, cluster)
            faults, choices = faults + found.faults, choices + total
            confirmed += sum(len(bot.confirmed) for bot in found.bots)
            connections += sum(bot.connections for bot in found.bots)
            print(
                f"batch {number}: {found.faults} faults, {total} choices on the record, all as it must be", flush=True
            )
    finally:
        if cluster is not None:
            cluster.end()
    what = (
        "PostgreSQL crashed, or the server and its workers were killed,"
        if cluster is not None
        else ("The server and its workers were killed")
    )
    text = (
        f"{what} {faults} times at {given.tables:,} tables, {given.batch} at a time: {choices:,} choices on the record,"
        f" {confirmed:,} of which clients had heard of, over {connections:,} connections. No confirmed choice was lost,"
        f" none made twice, nobody asked wrongly; every record is a game by the rules."
        f" ({time.monotonic() - began:.0f} s at a load of {os.getloadavg()[0]:.0f}; Python"
        f" {platform.python_version()}, {os.cpu_count()} processors.)\n\n{measured_on()}"
    )
    print(text)
    if given.write is not None:
        with given.write.open("a", encoding="utf-8") as file:
            file.write(f"\n{text}\n")


if __name__ == "__main__":
    main()
