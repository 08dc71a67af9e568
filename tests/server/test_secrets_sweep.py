"""Everything that a server writes and answers while games are played is searched for what must stay secret."""

from __future__ import annotations

import asyncio
import json
import random
import re
from pathlib import Path

import pytest

pytest.importorskip("websockets", reason="websockets is not installed: pip install 'hoyle[serve]'")

from websockets.asyncio.client import connect

from .faults import restarted
from .serving import NetworkBot, ServerProcess, entries

TOKEN = "operators-token-0123456789abcdef"
BROKEN = """game "Broken"

players 2

deck french

zone hand for each player, hidden from others

remember count: number 0 to 9 = 0

phase main
    deal 5 from deck to hand of each player
    p chooses
        a "go on": add 9 to count
"""


def answers(server: ServerProcess, tables: list[dict], secrets: list[str]) -> list[str]:
    """What the server answers to whoever asks for anything, with wrong secrets, with right ones, with rubbish."""
    found: list[str] = []
    for path in ("", "club", "operator", "healthy", "api/games", "api/tables", "nothing", "metrics", "api/operator"):
        for headers in ({}, {"accept": "text/html"}, {"authorization": f"Bearer {secrets[0]}"}):
            found += map(str, server.ask(path, **headers))
    for path in ("metrics", "api/operator"):
        found += map(str, server.ask(path, authorization=f"Bearer {TOKEN}"))
    for made in tables:
        for what in ("script", "replay", "house", "replay?judge"):  # the games are not over
            status, headers, text = server.ask(
                f"api/tables/{made['table']}/{what}", authorization=f"Bearer {made['chairs'][0]}"
            )
            assert status == 404
            found += [str(headers), text]
        found += map(str, server.ask(f"t/{made['table']}"))
        found += map(str, server.ask(f"t/{made['table']}/socket", authorization=f"Bearer {made['door']}"))
    for body in ({"game": "whist", "door": 1}, {"game": "none"}, {"game": "mine", "text": BROKEN}, b"\xff"):
        found += map(str, server.ask("api/tables", body))
    return found


async def rubbish(server: ServerProcess, table: str, secret: str) -> list[str]:
    """What the server answers to somebody who knows the table, and sends wrong things under somebody's secret."""
    found: list[str] = []
    wrong = [{"type": "hello", "secret": secret[:-1]}, {"type": "sit", "secret": secret, "name": 3}, {"type": secret}]
    for one in wrong:
        async with connect(server.socket(table), proxy=None, compression=None) as socket:
            await socket.send(json.dumps(one))
            found.append(str(await socket.recv()))
    async with connect(server.socket(table), proxy=None, compression=None, max_size=1 << 22) as socket:
        await socket.send(json.dumps({"type": "hello"}))  # a watcher
        found.append(str(await socket.recv()))
    return found


def test_nothing_that_a_server_writes_or_answers_while_games_are_played_has_a_secret_in_it(tmp_path, monkeypatch):
    """The secrets of doors and chairs, and the operator's token: in what it prints (with everything that libraries have
    to say), in answers, metrics and pages, in every file that it or its workers write, and in their command lines; killed
    and started again in the middle.  The record has hashes of them."""
    for name in ("HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        (tmp_path / name).mkdir()
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("PYTHONASYNCIODEBUG", "1")
    monkeypatch.setenv("HOYLE_DEBUG", "1")
    server = ServerProcess(str(tmp_path / "tables.sqlite"), "--generous", token=TOKEN)
    try:
        tables = [server.open(game=game, listed=True, watching="public") for game in ("whist", "cribbage")]
        secrets = [one for made in tables for one in (made["door"], *made["chairs"])]
        assert all(len(one) >= 22 for one in secrets)  # 128 bits
        chance = random.Random(1)

        async def played(most: int) -> None:
            bots = [
                NetworkBot(server, made["table"], secret, f"Bot {at}", chance.choice, most)
                for made in tables
                for at, secret in enumerate(made["chairs"])
            ]
            await asyncio.wait_for(asyncio.gather(*(bot.play() for bot in bots)), 60)
            assert sum(len(bot.confirmed) for bot in bots) >= 8

        asyncio.run(played(14))
        said = answers(server, tables, secrets)
        said += asyncio.run(rubbish(server, tables[0]["table"], secrets[1]))
        asyncio.run(restarted(server)())
        asyncio.run(played(24))
        group = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if b"hoyle" in path.read_bytes()]
        said += [one.decode("utf-8", "replace") for one in group]
    finally:
        server.stop()
    said.append(server.output)
    for path in tmp_path.rglob("*"):
        if path.is_file():
            said.append(path.read_bytes().decode("utf-8", "replace"))
    record = json.dumps(entries(tmp_path / "tables.sqlite"))
    assert "seed" not in record
    assert len(said) > 80
    for secret in (*secrets, TOKEN):
        assert not [one[:300] for one in said if secret in one]
    assert not re.search(r"Traceback|\.py\b", "".join(said[:-3])), "something internal is shown"
