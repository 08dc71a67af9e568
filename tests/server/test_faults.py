"""Servers that are killed, rules that do not end, clocks that jump."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from random import Random

import pytest

pytest.importorskip("websockets", reason="websockets is not installed: pip install 'hoyle[serve]'")

from hoyle.server.cores.pool import BUDGETS, GameWorkers
from hoyle.server.refusals import Refusal
from hoyle.server.store.sqlite import SqliteStore
from hoyle.server.table.entries import ChairTaken, to_json
from hoyle.server.table.record import hashed

from .faults import played_with_faults, restarted
from .serving import ServerProcess, entries


def test_a_server_that_is_killed_at_any_time_loses_nothing(tmp_path):
    """kill -9 of the server and its workers, again and again, while people choose.  `benchmarks/killed.py` does it at
    a thousand tables, and stops and starts PostgreSQL."""
    path = tmp_path / "tables.sqlite"
    server = ServerProcess(str(path), "--generous")
    try:
        found = asyncio.run(played_with_faults(server, 6, 60, Random(11), restarted(server), faults=3, pause=0.15))
    finally:
        server.kill()
    assert found.faults
    assert sum(len(bot.confirmed) for bot in found.bots) >= 12
    assert found.holds(entries(path)) >= sum(len(bot.confirmed) for bot in found.bots)
    assert "Traceback" not in server.output


def test_a_server_killed_after_the_last_person_sat_down_begins_the_game_when_it_is_back(house, run, tmp_path):
    """The entry that a chair is taken is written, and the one with which the game begins is not."""

    async def go():
        path = tmp_path / "tables.sqlite"
        async with house.hosting(SqliteStore(path)) as host:
            made = await host.open({"game": "cribbage", "pace": 0})
            store, table = host.store, made["table"]
            for chair, name in enumerate(("Ann", "Bob")):
                entry = ChairTaken(chair, name, hashed(made["chairs"][chair]))
                assert await store.append(table, chair + 1, json.dumps(to_json(entry)), "program")
        async with house.hosting(SqliteStore(path)) as host:
            found = host.live[table]
            async with asyncio.timeout(20):
                while found.record.phase != "playing":
                    await asyncio.sleep(0.01)

    run(go())


ENDLESS = """game "Long"

players 2

deck french

zone hand for each player, hidden from others

remember count: number = 0

phase main
    repeat 900 times
        repeat 900 times
            repeat 900 times
                repeat 900 times
                    set count to 0
"""


def test_rules_that_take_too_long_are_ended_and_other_tables_go_on(house, run, monkeypatch, tmp_path):
    monkeypatch.setattr("hoyle.server.cores.pool.OPENING_BUDGET", 20.0)

    async def go():
        async with house.hosting(SqliteStore(tmp_path / "t"), GameWorkers()) as host:
            began = time.monotonic()
            with pytest.raises(Refusal) as found:
                await host.open({"game": "mine", "text": ENDLESS})
            assert found.value.code in ("S21", "S23", "S52")
            assert time.monotonic() - began < 60
            _, clients = await house.seated(host, {"game": "cribbage"})
            assert await house.play(clients, Random(1), most=5) == 5

    run(go())


def test_a_worker_that_dies_costs_time_and_nothing_else(house, run, tmp_path):
    async def go():
        cores = GameWorkers()
        async with house.hosting(SqliteStore(tmp_path / "t"), cores) as host:
            made, clients = await house.seated(host, {"game": "cribbage"})
            await house.play(clients, Random(1), most=4)
            (worker,) = cores.workers["tables"]
            pipes = worker.pipes
            os.kill(pipes.transport.get_pid(), signal.SIGKILL)
            await pipes.ended.wait()
            await house.play(clients, Random(2), most=4)
            table = await host.table(made["table"])
            assert len(table.record.game.moves) >= 8

    run(go())


def test_a_worker_that_hangs_is_ended_after_its_time(house, run, monkeypatch, tmp_path):
    async def go():
        cores = GameWorkers()
        async with house.hosting(SqliteStore(tmp_path / "t"), cores) as host:
            _, clients = await house.seated(host, {"game": "cribbage"})
            await house.play(clients, Random(1), most=2)
            (worker,) = cores.workers["tables"]
            os.kill(worker.pipes.transport.get_pid(), signal.SIGSTOP)  # it hangs
            monkeypatch.setitem(BUDGETS, "tables", 3.0)
            with pytest.raises(Refusal) as found:
                await house.play(clients, Random(2), most=1)
            assert found.value.code == "S53"
            assert worker.ended >= 1
            monkeypatch.setitem(BUDGETS, "tables", 60.0)  # another one begins, which may take long on a busy machine
            assert await house.play(clients, Random(3), most=3) == 3

    run(go())


def test_a_worker_of_strangers_gets_only_so_much_memory_and_disk(tmp_path):
    import subprocess
    import sys

    code = (
        "from hoyle.server.cores.worker import LARGEST_FILE, MOST_MEMORY, bound\n"
        "bound('strangers')\n"
        "try:\n    x = bytearray(MOST_MEMORY['strangers'] + 1)\n"
        "except MemoryError:\n    print('bounded')\n"
        "try:\n    open('x', 'wb').truncate(LARGEST_FILE + 1)\n"
        "except OSError:\n    print('no such file')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n" + code],
        check=False, capture_output=True, text=True, cwd=tmp_path, timeout=60,
    )  # fmt: skip
    assert "bounded" in done.stdout
    if sys.platform == "linux":
        assert "no such file" in done.stdout


def test_clocks_that_jump_change_nothing(house, run, monkeypatch):
    """The time of day jumps by years between any two calls; a player's time does not."""
    jumps = Random(1)
    monkeypatch.setattr(time, "time", lambda: jumps.uniform(-1e9, 3e9))
    monkeypatch.setattr(time, "time_ns", lambda: int(jumps.uniform(0, 3e18)))

    async def go():
        async with house.hosting() as host:
            _, clients = await house.seated(host, {"game": "cribbage", "clock": [60, 0]})
            await house.play(clients, Random(1), most=6)
            assert all(50_000 < left <= 60_000 for left in clients[0].shown["left"])
            assert clients[0].shown["phase"] == "playing"

    run(go())


def test_a_worker_for_strangers_can_check_rules_that_are_played_in_a_module(run):
    """Its bounds leave room for a module of WebAssembly, in which `check` plays."""

    async def go():
        workers = GameWorkers()
        rules = {"ruleset": "mine", "text": 'variant "Short" of newberry_euchre\n\nset target to 5\n'}
        try:
            head, _ = await workers.ask("strangers", {"op": "about", "rules": rules, "play": True})
            assert head["seats"] == 4
            rules["text"] = 'variant "Five" of newberry_euchre\n\nset lone_march to 5\nset target to 5\n'
            assert (await workers.ask("strangers", {"op": "about", "rules": rules, "play": True}))[0]["seats"] == 4
        finally:
            await workers.close()

    run(go())
