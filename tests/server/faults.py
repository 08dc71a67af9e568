"""Bots play at tables while something is killed under them, and what must hold afterwards."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from hoyle.server.cores.opening import opened
from hoyle.server.table.entries import SeatChose, from_json
from hoyle.server.table.played import PlayedGame
from hoyle.server.table.record import TableRecord

from .serving import NetworkBot, ServerProcess

GAMES = ("cribbage", "hearts", "newberry_euchre", "gin_rummy", "whist")


@dataclass
class PlayedWithFaults:
    """The bots that played, and how many faults there were."""

    bots: list[NetworkBot] = field(default_factory=list[NetworkBot])
    faults: int = 0

    def holds(self, found: dict[str, list[dict[str, Any]]]) -> int:
        """Check, for the entries of all tables, that no confirmed choice is lost, none is made twice, nobody was asked
        who was not to be asked, and every record is a game by the rules.  Returns how many choices there are.
        """
        for bot in self.bots:
            assert bot.wrong == []
            some = found[bot.table]
            keys = [one["key"] for one in some if one.get("key")]
            assert len(keys) == len(set(keys)), "a choice was made twice"
            made = {(one["question"], one["key"]) for one in some if one.get("key")}
            assert made >= {*bot.confirmed.items()}, "a confirmed choice was lost"
            for question, seat in bot.asked.items():  # the entry with this number put the question
                assert some[question]["turn"] == seat, "somebody was asked wrongly"
        total = 0
        for table in {bot.table for bot in self.bots}:
            some = [*map(from_json, found[table])]
            record = TableRecord.of(some)
            assert record.game is not None
            game = PlayedGame(opened(record.settings.rules, record.names))
            game.begin(record.game.started.draws)
            for _, move in record.game.moves:
                assert game.turn == move.seat
                game.add(move.choice, move.draws, move.turn)
            total += sum(isinstance(one, SeatChose) for one in some)
        return total


Fault = Callable[[], Awaitable[None]]


def restarted(server: ServerProcess) -> Fault:
    """kill -9 of a server and its workers; then it is started again."""

    async def happen() -> None:
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)

    return happen


async def played_with_faults(
    server: ServerProcess,
    tables: int,
    most: int,
    chance: random.Random,
    fault: Fault,
    faults: int,
    seconds: float = 300,
    pause: float = 0.9,
) -> PlayedWithFaults:
    """Let bots play at some tables until each has `most` entries, while `fault` happens at random moments, `pause` seconds
    apart in the mean, so often at most.  Raises `TimeoutError`."""
    found = PlayedWithFaults()
    for number in range(tables):
        made = await asyncio.to_thread(lambda number=number: server.open(game=GAMES[number % len(GAMES)]))
        found.bots += [
            NetworkBot(server, made["table"], secret, f"Bot {at}", chance.choice, most)
            for at, secret in enumerate(made["chairs"])
        ]
    playing = asyncio.gather(*(bot.play() for bot in found.bots))
    while found.faults < faults:
        await asyncio.wait([playing], timeout=pause * (0.33 + 1.34 * chance.random()))
        if playing.done():
            break
        await fault()
        found.faults += 1
    await asyncio.wait_for(playing, seconds)
    return found
