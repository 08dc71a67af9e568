"""What happens at a table without anybody: programs choose, clocks run out, a game begins when nobody is missing."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from ..refusals import Refusal
from ..table.entries import GameStarted, SeatChose, TimeOut
from .written import WrittenTable

FALLBACK = "random"
"""The program that chooses if another one fails."""
TRY_AGAIN = 2.0
"""After how many seconds a program that could not choose is asked again."""


class TableActs:
    """The programs and the clocks of a table."""

    def __init__(self, table: WrittenTable) -> None:
        self.table = table
        self._tasks: dict[str, tuple[int, asyncio.Task[None]]] = {}

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        """What is going on."""
        return [task for _, task in self._tasks.values()]

    def follow(self) -> None:
        """After a change: set programs and clocks going."""
        table, record = self.table, self.table.record
        if table.ended:
            return
        if record.phase == "waiting" and record.complete:
            self.start("begin", record.count, self._begin_all_there)
        if table.asked >= 0 and record.awaits == "program":
            self.start("program", table.asked, self._program)
        elif table.asked >= 0 and record.left:
            self.start("clock", table.asked, self._clock)

    def start(self, name: str, asked: int, act: Callable[[int], Coroutine[Any, Any, None]]) -> None:
        """Begin a task about a question, unless it is going on."""
        known = self._tasks.get(name)
        if known is not None and not known[1].done():
            if known[0] == asked:
                return
            if name == "clock":
                known[1].cancel()
        self._tasks[name] = (asked, asyncio.create_task(act(asked)))

    async def _program(self, asked: int) -> None:
        """Let a program answer a question.  It answers a whole number of paces after the question, so that how long it
        thought tells nothing.
        """
        table, loop = self.table, asyncio.get_running_loop()
        started, record = table.asked_at, table.record
        player = record.chairs[record.chair_of(record.turn)].program or FALLBACK
        pace = record.settings.pace / 1000
        while not table.ended and table.record.asked == asked and table.record.awaits == "program":
            try:
                request = {"op": "advise", "player": player, "seed": secrets.randbits(62)}
                head, _ = await table.ask("programs", request, record)
            except Refusal as refusal:
                table.counts.failed_programs += 1
                if player == FALLBACK and refusal.code not in ("S53", "S23"):
                    return
                player = FALLBACK
                await asyncio.sleep(TRY_AGAIN)
                continue
            if pace:
                since = loop.time() - started
                await asyncio.sleep(pace - since % pace)
            async with table.lock:
                if table.ended or table.asked != asked:
                    return
                choice, draws = tuple(head["choice"]), tuple(head["draws"])
                entry = SeatChose(record.turn, choice, draws, head["turn"], asked, "", table.spent())
                try:
                    await table.append(entry)
                except Refusal:
                    await asyncio.sleep(TRY_AGAIN)

    async def _clock(self, asked: int) -> None:
        """Wait until the seat that is asked has no time left, and end the game."""
        table, record = self.table, self.table.record
        await asyncio.sleep(max(0.0, (record.left[record.turn] - table.spent()) / 1000))
        async with table.lock:
            if table.asked == asked and not table.ended:
                with suppress(Refusal):
                    await table.append(TimeOut(table.record.turn))

    async def _begin_all_there(self, _: int) -> None:
        """Begin the first game if nobody else does: whoever wrote that the last chair is taken may have been killed."""
        table = self.table
        while not table.ended and table.record.phase == "waiting" and table.record.complete:
            with suppress(Refusal):
                await self.begin_if_complete()
                return
            await asyncio.sleep(TRY_AGAIN)

    async def begin_if_complete(self) -> None:
        """Begin the first game, if nobody is missing."""
        async with self.table.lock:
            await self.begin_at_once()

    async def begin_at_once(self) -> None:
        """The same, for whoever holds the lock."""
        if self.table.record.phase == "waiting" and self.table.record.complete:
            await self.begin(0)

    async def begin(self, more: int) -> None:
        """Begin a game: chance draws what it needs, and the first question is open."""
        old = self.table.record.game
        shift = ((old.started.shift if old is not None else 0) + more) % len(self.table.record.chairs)
        names = [chair.name for chair in self.table.record.chairs]
        names = [names[(seat - shift) % len(names)] for seat in range(len(names))]
        role = "strangers" if self.table.record.settings.rules.strange else "tables"
        head, _ = await self.table.cores.ask(role, {"op": "begin", "rules": self.table.rules, "names": names})
        await self.table.append(GameStarted(shift, tuple(head["draws"]), head["turn"]))
